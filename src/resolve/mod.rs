//! From the parsed program to the typed one: names, types, the meaning of `*`,
//! and the removal of all sugar.
//!
//! The way of a program through this module:
//! 1. `collect` makes the class table: headers of all members, no bodies.
//! 2. `program` resolves each member's contract and body against the table
//!    and puts the [`ir::Program`] together.
//! 3. `ghost` checks of the whole that ghost code does not influence real code.
//!
//! Within a member, `value` is the entry for expressions and assertions,
//! `stmt` for statements. Errors go to one `Sink` and never stop the rest;
//! an ill-formed part is `None` from there on, and whoever meets a `None` says
//! nothing more about it. A member with an error is refused alone; what an error in a
//! declaration refuses is decided in [`passes::refusal`]. What a construct means to a proof is not decided here.

mod bodies;
mod declarations;
mod expressions;
mod passes;
#[cfg(test)]
mod tests;

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir;
use crate::parallel::Pool;
use crate::source::{SourceMap, Span};
use crate::syntax::instead;
use crate::syntax::tree::ast;
use passes::refusal::Errors;
use std::cell::RefCell;

/// Native stack for dropping trees: some 100 bytes a level.
const DROP_STACK: usize = 64 * 1024 * 1024;

/// The files of one program, and how they are to be resolved.
#[derive(Clone, Copy, Debug)]
pub struct Input<'i> {
    /// The files, taken together.
    pub files: &'i [ast::File],
    /// Files of contracts, whose members have no bodies and are taken for correct.
    pub libraries: &'i [ast::File],
    /// What `int` means in code.
    pub integers: ir::Integers,
}

/// Resolves the files of one program, taken together.
///
/// `libraries` are files of contracts, whose members have no bodies and are taken
/// for correct. `integers` says what `int` means in code. All errors are returned, sorted by
/// place. Where there is one, the program is empty; [`resolve_partial`] returns the rest.
#[must_use]
pub fn resolve(
    files: &[ast::File],
    libraries: &[ast::File],
    integers: ir::Integers,
) -> (ir::Program, Vec<Diagnostic>) {
    let input = Input {
        files,
        libraries,
        integers,
    };
    resolve_with(input, &Pool::default(), None)
}

/// Resolves what it can of a program whose texts are in `sources`: what has an error, and
/// what that makes unreliable, is noted in the program ([`ir::refused`]). The result is
/// the same for every pool.
#[must_use]
pub fn resolve_partial(
    input: Input<'_>,
    sources: &SourceMap,
    pool: &Pool,
) -> (ir::Program, Vec<Diagnostic>) {
    resolve_with(input, pool, Some(sources))
}

/// Resolves a program: all of it, or, where its texts are known, what can be.
fn resolve_with(
    input: Input<'_>,
    pool: &Pool,
    sources: Option<&SourceMap>,
) -> (ir::Program, Vec<Diagnostic>) {
    let sink = Sink::default();
    // What is left out after an error is dropped on the way, by code that
    // recurses as deep as the program nests.
    let (mut program, found) = stacker::maybe_grow(DROP_STACK, DROP_STACK, || {
        let table =
            declarations::collect::collect(input.files, input.libraries, input.integers, &sink);
        let passes::program::Built {
            mut program,
            mut refused,
            unresolved,
            mut declared,
        } = passes::program::program(&table, &sink, pool);
        refused.extend(passes::ghost::check(&mut program, &sink));
        passes::program::withdraw(&mut program, &table, &refused);
        let mut found = sink.finish();
        let gaps = input.files.iter().flat_map(|file| &file.gaps);
        declared.extend(gaps.copied());
        let has_error = found.iter().any(|d| d.severity == Severity::Error);
        if !has_error && declared.is_empty() {
            return (Some(program), found);
        }
        let Some(sources) = sources else {
            return (None, found);
        };
        let errors = Errors {
            declared,
            members: refused,
            unresolved,
            found: &mut found,
        };
        let refused = passes::refusal::refused(input.files, &table, sources, errors);
        let program = refused.map(|refused| {
            program.refused = refused;
            program
        });
        (program, found)
    });
    if let Some(program) = &mut program {
        ir::inherit::complete(program);
    }
    (program.unwrap_or_default(), found)
}

/// Where errors are put.
#[derive(Default)]
struct Sink {
    found: RefCell<Vec<Diagnostic>>,
    /// Whether there are errors in declarations: what is left out may be left out
    /// because of them.
    follows_errors: bool,
}

impl Sink {
    /// A sink for what follows the errors of another one.
    fn after(errors: bool) -> Sink {
        Sink {
            follows_errors: errors,
            ..Sink::default()
        }
    }

    /// Adds a diagnostic.
    fn report(&self, diagnostic: Diagnostic) {
        self.found.borrow_mut().push(diagnostic);
    }

    /// Adds the diagnostics of another sink.
    fn extend(&self, found: Vec<Diagnostic>) {
        self.found.borrow_mut().extend(found);
    }

    /// Takes out all diagnostics.
    fn take(&self) -> Vec<Diagnostic> {
        self.found.take()
    }

    /// The places of all errors.
    fn errors(&self) -> Vec<Span> {
        let found = self.found.borrow();
        let errors = found.iter().filter(|d| d.severity == Severity::Error);
        errors.map(|d| d.span).collect()
    }

    /// Whether nothing was said.
    fn is_empty(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// Adds a diagnostic and gives what stands for an ill-formed part.
    fn refuse<T>(&self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    /// Says that a construct is not supported.
    fn unsupported<T>(&self, span: Span, what: &str) -> Option<T> {
        let error = Diagnostic::error(Code::Unsupported, span, format!("{what} not supported yet"));
        let name = what.strip_suffix(" is").unwrap_or(what);
        self.refuse(match instead(name) {
            Some(note) => error.note(note),
            None => error,
        })
    }

    /// Holds what was left out against what was reported: nothing may be left
    /// out silently, since what is not there is not verified.
    fn left_out(&self, span: Span) {
        if self.is_empty() && !self.follows_errors {
            let message = "a part of the program was left out without a reason";
            self.report(Diagnostic::error(Code::Internal, span, message));
        }
    }

    /// All diagnostics by place, each once: initialisers of fields are
    /// resolved for each constructor.
    fn finish(self) -> Vec<Diagnostic> {
        let mut found = self.found.into_inner();
        found.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
        found.dedup_by(|a, b| (a.span, a.code, &a.message) == (b.span, b.code, &b.message));
        found
    }
}

/// Runs `f` with enough native stack for one more level of nesting.
fn deep<T>(f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, f)
}
