//! From a file's text to what came of it: parse, resolve, verify.
//!
//! Both halves can be used on their own, because a run loads all files before
//! it verifies the first, and then all at once. Neither panics on bad input.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::{Integers, Program};
use crate::report::FileReport;
use crate::source::{FileId, SourceMap, Span};
use crate::verify::outcome::{MemberOutcome, Options};
use crate::verify::queue::{self, Task, Thread};
use crate::verify::whole::{Reported, Whole};
use crate::{resolve, syntax, verify};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A file that has been parsed and resolved, or of which all is known.
#[derive(Debug)]
pub struct Loaded {
    /// The file.
    pub file: FileId,
    /// What the front end found, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The program; `None` if the front end found an error, or was not asked.
    pub program: Option<Program>,
    /// What came of the members in an earlier run, where nothing has changed.
    pub known: Option<Vec<MemberOutcome>>,
    /// Where the report is to be kept.
    whole: Option<Whole>,
}

impl Loaded {
    /// The report of the file, with what came of its members, if that was not known.
    #[must_use]
    pub fn report(&self, members: Vec<MemberOutcome>) -> FileReport {
        let mut reported = Reported {
            diagnostics: self.diagnostics.clone(),
            members,
        };
        if let Some(known) = &self.known {
            reported.members.clone_from(known);
        } else if let Some(whole) = &self.whole {
            let contradiction = whole.keep(&reported);
            reported.diagnostics.extend(contradiction);
        }
        FileReport {
            file: self.file,
            diagnostics: reported.diagnostics,
            members: reported.members,
        }
    }
}

/// Runs `work` with enough stack for deeply nested programs, and for dropping them.
pub fn on_large_stack<R>(work: impl FnOnce() -> R) -> R {
    const ENOUGH: usize = 16 * 1024 * 1024;
    const LARGE: usize = 256 * 1024 * 1024;
    stacker::maybe_grow(ENOUGH, LARGE, work)
}

/// Loads a file of the map and verifies its members.
#[must_use]
pub fn check(sources: &SourceMap, file: FileId, options: &Options) -> FileReport {
    let loaded = recall_or_load(sources, file, options);
    let members = match &loaded.program {
        Some(program) => on_large_stack(|| verify::verify(program, sources, options, &|_| ())),
        None => Vec::new(),
    };
    loaded.report(members)
}

/// Loads all files of the map of which not all is known, with as many workers as
/// the options say.
#[must_use]
pub fn load_all(sources: &SourceMap, options: &Options) -> Vec<Loaded> {
    let files: Vec<FileId> = sources.files().map(|(file, _)| file).collect();
    if let [file] = files.as_slice() {
        return vec![recall_or_load(sources, *file, options)];
    }
    let size = |file: &FileId| sources.file(*file).text().len();
    let tasks: Vec<Task> = files.iter().map(|f| Task::alone(size(f) as u64)).collect();
    let mut all = BTreeMap::new();
    let work = |index: usize| {
        let file = files.get(index);
        (
            file.map(|f| recall_or_load(sources, *f, options)),
            Thread::Clean,
        )
    };
    queue::run(&tasks, options.jobs, &work, |index, loaded| {
        all.extend(loaded.map(|loaded| (index, loaded)));
    });
    // What had no thread is loaded here.
    let load_late = |(index, file): (usize, &FileId)| {
        let loaded = all.remove(&index);
        loaded.unwrap_or_else(|| recall_or_load(sources, *file, options))
    };
    files.iter().enumerate().map(load_late).collect()
}

/// What an earlier run reported of a file of the map, or else the file loaded.
fn recall_or_load(sources: &SourceMap, file: FileId, options: &Options) -> Loaded {
    // A file is a program: it is all that its report depends on.
    let whole = Whole::new(sources, vec![file], options);
    match whole.as_ref().and_then(Whole::recall) {
        Some(reported) => Loaded {
            file,
            diagnostics: reported.diagnostics,
            program: None,
            known: Some(reported.members),
            whole,
        },
        None => Loaded {
            whole,
            ..load(sources, file, options.integers)
        },
    }
}

/// Parses and resolves a file of the map. A front end that panics is an
/// internal error of that file.
#[must_use]
pub fn load(sources: &SourceMap, file: FileId, integers: Integers) -> Loaded {
    let result = catch_unwind(AssertUnwindSafe(|| {
        on_large_stack(|| front_end(sources, file, integers))
    }));
    let (program, mut diagnostics) = result.unwrap_or_else(|_| {
        let message = "the front end broke down over this file: please report it";
        (
            None,
            vec![Diagnostic::error(
                Code::Internal,
                Span::new(file, 0, 0),
                message,
            )],
        )
    });
    diagnostics.sort_by_key(|d| (d.span, d.code));
    Loaded {
        file,
        diagnostics,
        program,
        known: None,
        whole: None,
    }
}

/// The program in a file, if the front end finds no error in it, and what it finds.
fn front_end(
    sources: &SourceMap,
    file: FileId,
    integers: Integers,
) -> (Option<Program>, Vec<Diagnostic>) {
    let source = sources.file(file);
    if source.name().ends_with(".java") {
        let message = "Java files are not supported yet: write the program in the `.idf` notation";
        return (
            None,
            vec![Diagnostic::error(
                Code::Unsupported,
                Span::new(file, 0, 0),
                message,
            )],
        );
    }
    let (ast, mut diagnostics) = syntax::parse(file, source.text());
    // What could not be parsed is missing from the tree: names would seem undeclared.
    if has_error(&diagnostics) {
        return (None, diagnostics);
    }
    let (program, more) = resolve::resolve(std::slice::from_ref(&ast), integers);
    diagnostics.extend(more);
    let program = if has_error(&diagnostics) {
        None
    } else {
        Some(program)
    };
    (program, diagnostics)
}

fn has_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
