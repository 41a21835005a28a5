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
mod scopes;
mod sink;
mod stack;
#[cfg(test)]
mod tests;

use crate::diagnostics::{Diagnostic, Severity};
use crate::ir;
use crate::parallel::Pool;
use crate::source::SourceMap;
use crate::syntax::tree::ast;
use passes::refusal::Errors;
use sink::Sink;
use stack::{DROP_STACK, deep};

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
#[cfg(test)]
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
            left_out,
            declared,
        } = passes::program::program(&table, &sink, pool);
        for (member, spans) in passes::ghost::check(&mut program, &sink) {
            refused.entry(member).or_default().extend(spans);
        }
        let mut found = sink.finish();
        let has_error = found.iter().any(|d| d.severity == Severity::Error);
        let mut gaps = input.files.iter().flat_map(|file| &file.gaps);
        if !has_error && declared.is_empty() && left_out.is_empty() && gaps.next().is_none() {
            return (Some(program), found);
        }
        let Some(sources) = sources else {
            return (None, found);
        };
        let errors = Errors {
            declared,
            members: refused,
            left_out,
            found: &mut found,
        };
        let refused = passes::refusal::refused(input.files, &table, sources, errors);
        let program = refused.map(|refused| {
            passes::program::withdraw(&mut program, &table, &refused);
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
