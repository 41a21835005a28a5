//! Mutants of the examples, and a sample of those of `tests/verify/programs/`: a change
//! of a verified program in one place should make it fail. The mutants that verify
//! nevertheless are listed in `mutants-that-verify.txt` with a justification; missing
//! and superfluous entries fail the test.
//!
//! `VERIFRAME_MUTANTS=list cargo test --test engine mutation -- --nocapture` prints every
//! mutant that verifies, as a line for the file. With `all` instead of `list`, it tries
//! every mutant of every program, which takes long. A reported mutant that is not
//! listed must be justified and listed, or it shows a defect of veriframe.

use crate::mutate;
use crate::support;

use mutate::{Mutant, mutants};
use std::collections::BTreeMap;
use support::{Program, in_parallel, options, root, run, top_level};
use veriframe::internals::{on_large_stack, syntax};
use veriframe::{Exit, Options, SourceMap};

/// The list of mutants that may verify.
const LIST: &str = "tests/mutants-that-verify.txt";

/// The number of mutants per program that is not an example.
const SAMPLE: usize = 4;

/// The outcome of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is no program, or equals the original.
    NotCounted,
    /// It is not sampled.
    NotTried,
    /// It fails.
    Fails,
    /// It verifies.
    Verifies,
    /// An internal error.
    Internal,
}

/// A mutant's full id (file, member, change) with its outcome.
type Verdict = (String, Fate);

#[test]
fn mutants_that_verify_are_listed_with_a_reason() {
    let listed = listed();
    let verdicts: Vec<Verdict> = verdicts();
    if asked("list") || asked("all") {
        print_survivors(&verdicts, &listed);
    }
    let count = |of: &[Fate]| {
        let among = |(_, fate): &&Verdict| of.contains(fate);
        verdicts.iter().filter(among).count()
    };
    let fail = count(&[Fate::Fails]);
    let tried = fail + count(&[Fate::Verifies, Fate::Internal]);
    println!(
        "{tried} mutants, of which {fail} fail and the rest is listed or wrong; {} not tried",
        count(&[Fate::NotTried])
    );
    let mut wrong = unlisted(&verdicts, &listed);
    wrong.extend(listed_in_vain(&verdicts, &listed));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Mutants that verify (or cause an internal error) and are not listed.
fn unlisted(verdicts: &[Verdict], listed: &BTreeMap<String, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (id, fate) in verdicts {
        match fate {
            Fate::Verifies if entry(id, listed).is_none() => {
                wrong.push(format!("verifies, but is not listed: {id}"))
            }
            Fate::Internal => wrong.push(format!("breaks the tool: {id}")),
            _ => {}
        }
    }
    wrong
}

/// Superfluous entries, and entries that match a failing mutant.
fn listed_in_vain(verdicts: &[Verdict], listed: &BTreeMap<String, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for key in listed.keys() {
        let mut needed = false;
        for (id, fate) in verdicts.iter().filter(|(id, _)| covers(key, id)) {
            match fate {
                Fate::Verifies | Fate::NotTried => needed = true,
                Fate::Fails => wrong.push(format!("listed by `{key}`, but fails: {id}")),
                Fate::NotCounted | Fate::Internal => {}
            }
        }
        if !needed {
            wrong.push(format!(
                "listed, but there is no such mutant, or it does not verify: {key}"
            ));
        }
    }
    wrong
}

/// Whether an entry matches a mutant; `*` at the end matches any suffix.
fn covers(key: &str, id: &str) -> bool {
    key.strip_suffix('*')
        .map_or(key == id, |start| id.starts_with(start))
}

/// The justification of a mutant in the list.
fn entry<'a>(id: &str, listed: &'a BTreeMap<String, String>) -> Option<&'a str> {
    listed
        .iter()
        .find(|(key, _)| covers(key, id))
        .map(|(_, reason)| reason.as_str())
}

/// The list: ids with reasons. Empty lines and lines that start with `#` are comments.
fn listed() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root().join(LIST)).unwrap_or_default();
    let mut listed = BTreeMap::new();
    for line in text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let (id, reason) = line
            .split_once(" — ")
            .unwrap_or_else(|| panic!("{LIST}: no reason: {line}"));
        assert!(
            !reason.trim().is_empty() && reason.trim() != "?",
            "{LIST}: no reason: {line}"
        );
        let twice = listed.insert(id.trim().to_owned(), reason.trim().to_owned());
        assert!(twice.is_none(), "{LIST}: listed twice: {id}");
    }
    listed
}

fn print_survivors(verdicts: &[Verdict], listed: &BTreeMap<String, String>) {
    for (id, _) in verdicts.iter().filter(|(_, fate)| *fate == Fate::Verifies) {
        println!("{id} — {}", entry(id, listed).unwrap_or("?"));
    }
}

/// Whether the environment requests more than the test.
fn asked(word: &str) -> bool {
    std::env::var("VERIFRAME_MUTANTS").is_ok_and(|value| value == word)
}

/// Every mutant of every program with its outcome.
fn verdicts() -> Vec<Verdict> {
    let sample = if asked("all") { usize::MAX } else { SAMPLE };
    let limit = |program: &Program| {
        if program.name.starts_with("examples/") {
            usize::MAX
        } else {
            sample
        }
    };
    in_parallel(&mutated(), |program| campaign(program, limit(program))).concat()
}

/// The programs to mutate.
fn mutated() -> Vec<Program> {
    let mut all = top_level("examples");
    all.extend(top_level("tests/verify/programs"));
    all
}

/// Mutants of a program, until `limit` of them count: a deterministic sample that does
/// not depend on the other mutants.
fn campaign(program: &Program, limit: usize) -> Vec<Verdict> {
    let options = options(program).unwrap();
    let mutants = mutants(&program.text, &parse(program));
    let mut verdicts: Vec<Verdict> = mutants
        .iter()
        .map(|mutant| (format!("{}: {}", program.name, mutant.id), Fate::NotTried))
        .collect();
    let mut order: Vec<usize> = (0..mutants.len()).collect();
    order.sort_by_key(|&at| fnv(&verdicts[at].0));
    // Ghost statements are needed only if they are not inferred.
    let explicit = std::cell::LazyCell::new(|| {
        let infer = false;
        let options = options.clone();
        verifies(program, &Options { infer, ..options })
    });
    let mut counted = 0;
    for at in order {
        if counted == limit {
            break;
        }
        let mutant = &mutants[at];
        let options = Options {
            infer: options.infer && !(mutant.ghost && *explicit),
            members: mutant.only.iter().cloned().collect(),
            ..options.clone()
        };
        verdicts[at].1 = fate(program, mutant, &options);
        counted += usize::from(verdicts[at].1 != Fate::NotCounted);
    }
    verdicts
}

/// A deterministic hash of a text: FNV-1a, 64 bits. Source:
/// <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn parse(program: &Program) -> syntax::ast::File {
    let file = SourceMap::default().add(program.name.clone(), program.text.clone());
    let (ast, diagnostics) =
        on_large_stack(|| syntax::parse(file, &program.text, syntax::Notation::Idf));
    assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", program.name);
    ast
}

fn verifies(program: &Program, options: &Options) -> bool {
    Exit::of(&run(program, options).1) == Exit::Verified
}

fn fate(program: &Program, mutant: &Mutant, options: &Options) -> Fate {
    let text = syntax::pretty(&mutant.file);
    if text == syntax::pretty(&parse(program)) {
        return Fate::NotCounted;
    }
    let (_, report) = run(
        &Program {
            name: program.name.clone(),
            text,
        },
        options,
    );
    match Exit::of(&report) {
        Exit::Verified if report.members.is_empty() => Fate::NotCounted,
        Exit::Verified => Fate::Verifies,
        Exit::NotVerified => Fate::Fails,
        Exit::Refused => Fate::NotCounted,
        // There is no stop signal.
        Exit::Internal | Exit::Stopped => Fate::Internal,
    }
}

/// Mutants are printed, so printing must not make them fail.
#[test]
fn programs_verify_after_pretty_printing() {
    let wrong = in_parallel(&mutated(), |program| {
        let printed = Program {
            name: program.name.clone(),
            text: syntax::pretty(&parse(program)),
        };
        let verified = verifies(&printed, &options(program).unwrap());
        (!verified).then(|| format!("{}\n{}", printed.name, printed.text))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mutants_are_told_apart_and_differ_from_the_original() {
    for program in mutated() {
        let file = parse(&program);
        let all = mutants(&program.text, &file);
        assert!(
            all.iter().all(|mutant| mutant.file != file),
            "{}",
            program.name
        );
        let mut ids: Vec<&str> = all.iter().map(|mutant| mutant.id.as_str()).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count, "{}", program.name);
    }
}
