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
mod scopes;
mod sink;
mod stack;
#[cfg(test)]
mod tests;

use crate::diagnostics::{Diagnostic, Severity};
use crate::ir;
use crate::parallel::Pool;
use crate::syntax::tree::ast;
use sink::Sink;
use stack::{DROP_STACK, deep};

/// Resolves the files of one program, taken together.
///
/// `libraries` are files of contracts, whose members have no bodies and are taken
/// for correct. `integers` says what `int` means in code. All errors are returned, sorted by
/// place. Where there is one, the program is empty: half a program must not be verified.
#[must_use]
#[cfg(test)]
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
