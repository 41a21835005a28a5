//! From a file's text to what came of it: parse, resolve, verify.
//!
//! Both halves can be used on their own, because a run loads all files before
//! it verifies the first, and then all at once. Neither panics on bad input.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::{Integers, Program};
use crate::report::FileReport;
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::Notation;
use crate::verify::outcome::{MemberOutcome, Options};
use crate::verify::queue::{self, Task, Thread};
use crate::{resolve, syntax, verify};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A file that has been parsed and resolved.
#[derive(Debug)]
pub struct Loaded {
    /// The file.
    pub file: FileId,
    /// What the front end found, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The program; `None` if the front end found an error.
    pub program: Option<Program>,
}

impl Loaded {
    /// The report of the file, with what came of its members.
    #[must_use]
    pub fn report(&self, members: Vec<MemberOutcome>) -> FileReport {
        FileReport {
            file: self.file,
            diagnostics: self.diagnostics.clone(),
            members,
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
    let loaded = load(sources, file, options.integers);
    let members = match &loaded.program {
        Some(program) => on_large_stack(|| verify::verify(program, sources, options, &|_| ())),
        None => Vec::new(),
    };
    loaded.report(members)
}

/// Loads all files of the map, with up to `jobs` workers.
#[must_use]
pub fn load_all(sources: &SourceMap, integers: Integers, jobs: usize) -> Vec<Loaded> {
    let files: Vec<FileId> = sources.files().map(|(file, _)| file).collect();
    if let [file] = files.as_slice() {
        return vec![load(sources, *file, integers)];
    }
    let size = |file: &FileId| sources.file(*file).text().len();
    let tasks: Vec<Task> = files.iter().map(|f| Task::alone(size(f) as u64)).collect();
    let mut all = BTreeMap::new();
    let work = |index: usize| {
        let file = files.get(index);
        (file.map(|f| load(sources, *f, integers)), Thread::Clean)
    };
    queue::run(&tasks, jobs, &work, |index, loaded| {
        all.extend(loaded.map(|loaded| (index, loaded)));
    });
    // What had no thread is loaded here.
    let load_late = |(index, file): (usize, &FileId)| {
        let loaded = all.remove(&index);
        loaded.unwrap_or_else(|| load(sources, *file, integers))
    };
    files.iter().enumerate().map(load_late).collect()
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
    }
}

/// The program in a file, if the front end finds no error in it, and what it finds.
fn front_end(
    sources: &SourceMap,
    file: FileId,
    integers: Integers,
) -> (Option<Program>, Vec<Diagnostic>) {
    let source = sources.file(file);
    let notation = Notation::of(source.name());
    let (ast, mut diagnostics) = syntax::parse(file, source.text(), notation);
    // What could not be parsed is missing from the tree: names would seem undeclared.
    if has_error(&diagnostics) {
        return (None, diagnostics);
    }
    if notation == Notation::Java {
        let message = "Java files are not supported yet: write the program in the `.idf` notation";
        let start = Span::new(file, 0, 0);
        diagnostics.push(Diagnostic::error(Code::Unsupported, start, message));
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
