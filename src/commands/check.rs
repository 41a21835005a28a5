//! From a file's text to what came of it: parse, resolve, verify.
//!
//! Both halves can be used on their own, because a run loads all files before
//! it verifies the first. Neither panics on bad input.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::{Integers, Program};
use crate::report::FileReport;
use crate::source::{FileId, SourceMap, Span};
use crate::verify::outcome::{MemberOutcome, Options};
use crate::{resolve, syntax, verify};
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
    on_large_stack(|| verify_loaded(loaded, sources, options, &|_| ()))
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

/// Verifies the members of a loaded file; none, if the front end found an error.
#[must_use]
pub fn verify_loaded(
    loaded: Loaded,
    sources: &SourceMap,
    options: &Options,
    progress: &(dyn Fn(&MemberOutcome) + Sync),
) -> FileReport {
    let members = match &loaded.program {
        Some(program) => verify::verify(program, sources, options, progress),
        None => Vec::new(),
    };
    FileReport {
        file: loaded.file,
        diagnostics: loaded.diagnostics,
        members,
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
