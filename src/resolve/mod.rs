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
//! nothing more about it. What a construct means to a proof is not decided here.

mod bodies;
mod declarations;
mod expressions;
mod passes;
#[cfg(test)]
mod tests;

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir;
use crate::parallel::Pool;
use crate::source::Span;
use crate::syntax::instead;
use crate::syntax::tree::ast;
use std::cell::RefCell;

/// Native stack for dropping trees: some 100 bytes a level.
const DROP_STACK: usize = 64 * 1024 * 1024;

/// Resolves the files of one program, taken together.
///
/// `libraries` are files of contracts, whose members have no bodies and are taken
/// for correct. `integers` says what `int` means in code. All errors are returned, sorted by
/// place. Where there is one, the program is empty: half a program must not be verified.
#[must_use]
pub fn resolve(
    files: &[ast::File],
    libraries: &[ast::File],
    integers: ir::Integers,
) -> (ir::Program, Vec<Diagnostic>) {
    resolve_with(files, libraries, integers, &Pool::default())
}

/// [`resolve`], with the threads of a pool. The result is the same for every pool.
#[must_use]
pub fn resolve_with(
    files: &[ast::File],
    libraries: &[ast::File],
    integers: ir::Integers,
    pool: &Pool,
) -> (ir::Program, Vec<Diagnostic>) {
    let sink = Sink::default();
    // What is left out after an error is dropped on the way, by code that
    // recurses as deep as the program nests.
    let program = stacker::maybe_grow(DROP_STACK, DROP_STACK, || {
        let table = declarations::collect::collect(files, libraries, integers, &sink);
        let mut program = passes::program::program(&table, &sink, pool)?;
        passes::ghost::check(&mut program, &sink);
        ir::inherit::complete(&mut program);
        Some(program)
    });
    let found = sink.finish();
    let refused = found.iter().any(|d| d.severity == Severity::Error);
    match program {
        Some(program) if !refused => (program, found),
        _ => (ir::Program::default(), found),
    }
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
    /// A sink for what follows the declarations, in which there may be errors.
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
