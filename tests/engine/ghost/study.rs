//! One program: its claims on ghost statements, its actual counts, and the
//! discrepancies.

use super::count::{Counts, WORDS, hints, outline};
use super::support::words::lines_of_code;
use super::support::{Program, options, run, workspace};
use std::collections::BTreeSet;
use veriframe::internals::ir;
use veriframe::internals::ir::{AssertKind, Assertion, PredId};
use veriframe::{Exit, Options};

/// The least number of lines per ghost statement in programs with recursive predicates.
const LINES: usize = 15;

/// The text in the first comment before the number of ghost statements.
const STATED: &str = "// ghost statements:";

/// The text in the first comment before the needs of `--infer=off`.
const EXPLICIT: &str = "// with --infer=off:";

/// A program with its counts.
pub struct Study {
    /// Its file's name.
    pub name: String,
    /// Its lines of code, without blank lines and comments.
    pub lines: usize,
    /// Whether it has a recursive predicate.
    pub recursive: bool,
    /// Its ghost statements.
    pub counts: Counts,
    /// The lines of `assert` statements that are hints.
    pub hints: Vec<usize>,
    /// The ghost statements needed with `--infer=off`.
    pub explicit: Option<usize>,
    /// The discrepancies, as sentences.
    pub wrong: Vec<String>,
}

impl Study {
    /// Counts a program; `explicit` is its version with all ghost statements.
    pub fn new(program: &Program, explicit: Option<&Program>) -> Result<Study, String> {
        let options = options(program)?;
        let counts = Counts::new(&program.text)?;
        let mut study = Study {
            name: file_name(program).to_owned(),
            lines: lines_of_code(&program.text),
            recursive: has_recursive_predicate(program, &options)?,
            counts,
            hints: hints(program, &options)?,
            explicit: None,
            wrong: Vec::new(),
        };
        study.check_number(program);
        study.check_bound();
        study.check_explicit(program, explicit, &options)?;
        Ok(study)
    }

    /// The ghost statements without lemma calls, which are proofs and no hints.
    pub fn total(&self) -> usize {
        self.counts.total() + self.hints.len()
    }

    /// The number of ghost statements by kind: `2 (1 use, an assert in line 7)`.
    fn described(&self) -> String {
        let counts = self.counts.words.iter().zip(WORDS);
        let counts = counts.filter(|(count, _)| **count > 0);
        let counts = counts.map(|(count, word)| format!("{count} {word}"));
        let hints = self.hints.iter();
        let hints = hints.map(|line| format!("an assert in line {line}"));
        let kinds: Vec<String> = counts.chain(hints).collect();
        if kinds.is_empty() {
            self.total().to_string()
        } else {
            format!("{} ({})", self.total(), kinds.join(", "))
        }
    }

    fn check_number(&mut self, program: &Program) {
        let total = self.total();
        let stated = comment(&program.text, STATED);
        if stated != Some(total.to_string().as_str()) {
            let stated = stated.map_or("nothing".to_owned(), |text| format!("`{text}`"));
            self.wrong.push(format!(
                "its number of ghost statements is {}, and it says {stated}: \
                 its first comment must have the line `{STATED} {total}`",
                self.described()
            ));
        }
    }

    fn check_bound(&mut self) {
        let total = self.total();
        let most = if self.recursive {
            self.lines / LINES
        } else {
            0
        };
        if total > most {
            let kind = if self.recursive { "a" } else { "no" };
            self.wrong.push(format!(
                "its number of ghost statements is {}, but a program of {} lines with {kind} \
                 recursive predicate may have {most}",
                self.described(),
                self.lines
            ));
        }
    }

    fn check_explicit(
        &mut self,
        program: &Program,
        explicit: Option<&Program>,
        options: &Options,
    ) -> Result<(), String> {
        let Some(stated) = comment(&program.text, EXPLICIT) else {
            self.wrong
                .push(format!("its first comment must have a line `{EXPLICIT} …`"));
            return Ok(());
        };
        match explicit {
            None if stated == "the same" => {
                self.explicit = Some(self.total());
                let off = Options {
                    infer: false,
                    ..options.clone()
                };
                if Exit::of(&run(program, &off).1) != Exit::Verified {
                    self.wrong.push(
                        "it says that it verifies with --infer=off as it stands, and does not"
                            .to_owned(),
                    );
                }
            }
            None => self.wrong.push(format!(
                "there must be a file `explicit/{}` with its ghost statements",
                self.name
            )),
            Some(_) if stated == "the same" => self.wrong.push(format!(
                "it says that it needs nothing more with --infer=off, but there is `explicit/{}`",
                self.name
            )),
            Some(explicit) => {
                let theirs = Counts::new(&explicit.text)?;
                let more = theirs.asserts.saturating_sub(self.counts.asserts);
                self.explicit = Some(theirs.total() + self.hints.len() + more);
                self.wrong.extend(compare(program, explicit)?);
            }
        }
        Ok(())
    }
}

/// The discrepancies of an explicit version. (It is verified in `tests/programs/verify.rs`, like
/// all programs.)
fn compare(program: &Program, explicit: &Program) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    let name = format!("`explicit/{}`", file_name(explicit));
    if options(explicit)?.infer {
        wrong.push(format!(
            "the first line of {name} must be `// options: --infer=off`"
        ));
    }
    if explicit.text.contains("//~") {
        wrong.push(format!("{name} expects an error, but must verify"));
    }
    let (here, there) = (outline(&program.text)?, outline(&explicit.text)?);
    let other = here.iter().find(|line| !there.contains(line));
    let other = other.or_else(|| there.iter().find(|line| !here.contains(line)));
    if let Some(line) = other {
        wrong.push(format!(
            "{name} is another program: only one of both has `{line}`"
        ));
    }
    Ok(wrong)
}

/// The name of a program's file.
pub fn file_name(program: &Program) -> &str {
    program.name.rsplit('/').next().unwrap_or(&program.name)
}

/// The text after `start` in the comments at a program's top.
fn comment<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    text.lines()
        .map(str::trim)
        .take_while(|line| line.starts_with("//") || line.is_empty())
        .find_map(|line| line.strip_prefix(start))
        .map(str::trim)
}

/// Whether some predicate is recursive, directly or indirectly.
fn has_recursive_predicate(program: &Program, options: &Options) -> Result<bool, String> {
    let loaded = workspace(std::slice::from_ref(program), options).load();
    let Some(program) = loaded.programs().next() else {
        return Err("the front end refuses it".to_owned());
    };
    let ids = (0..program.preds.len()).map(|at| PredId(at as u32));
    let mut ids = ids.filter(|&id| reachable(program, id).contains(&id));
    Ok(ids.next().is_some())
}

/// The predicates reachable from the body of one.
fn reachable(program: &ir::Program, from: PredId) -> BTreeSet<PredId> {
    let mut found = BTreeSet::new();
    let mut todo = vec![from];
    while let Some(next) = todo.pop() {
        let mut parts: Vec<&Assertion> = program.pred(next).body.iter().collect();
        while let Some(part) = parts.pop() {
            parts.extend(part.parts());
            if let AssertKind::Pred(instance) = &part.kind
                && found.insert(instance.pred)
            {
                todo.push(instance.pred);
            }
        }
    }
    found
}
