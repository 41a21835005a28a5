//! Resolution and lowering: turns the parsed program into the typed IR. Resolves names and types,
//! disambiguates `*`, and removes all sugar.
//!
//! Stages:
//! 1. `declarations::collect` builds the class table: the headers of all members, without bodies.
//! 2. `passes::program` resolves the contract and body of each member against the table and
//!    assembles the [`ir::Program`].
//! 3. `passes::ghost` checks the whole program for ghost code that influences real code.
//!
//! Within a member, `value` is the entry point for expressions and assertions, `stmt` for
//! statements. Errors go to one `Sink` and resolution continues: an ill-formed construct becomes
//! `None`, and its users report nothing further. A member with an error is refused alone;
//! [`passes::refusal`] determines what an error in a declaration refuses. The proof obligations of
//! a construct are not determined here. What differs by notation is asked of the program's
//! [`notations::Rules`].

mod bodies;
mod declarations;
mod expressions;
mod notations;
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
pub use declarations::collect::Input;
pub(crate) use passes::attribution::name_members;
use passes::refusal::Errors;
use sink::Sink;
use stack::{DROP_STACK, deep};

/// Resolves the files of one program.
///
/// `libraries` are files of contracts, whose members have no bodies and are trusted; `integers` is
/// the semantics of `int` in code. Returns all errors, sorted by place. After an error the program
/// is empty; [`resolve_partial`] returns the rest of it.
#[must_use]
#[cfg(test)]
pub fn resolve(
    files: &[crate::syntax::tree::ast::File],
    libraries: &[crate::syntax::tree::ast::File],
    integers: ir::Integers,
) -> (ir::Program, Vec<Diagnostic>) {
    let input = Input {
        files,
        libraries,
        integers,
        library_exceptions: ir::LibraryExceptions::default(),
        specified: &std::collections::BTreeSet::new(),
    };
    resolve_with(input, &Pool::default(), None)
}

/// Resolves the well-formed part of a program whose texts are in `sources`. The program records the
/// ill-formed part and everything that depends on it ([`ir::refused`]). The result does not depend
/// on the pool.
#[must_use]
pub fn resolve_partial(
    input: Input<'_>,
    sources: &SourceMap,
    pool: &Pool,
) -> (ir::Program, Vec<Diagnostic>) {
    resolve_with(input, pool, Some(sources))
}

/// Resolves a program; after an error, only with `sources` and then in part.
fn resolve_with(
    input: Input<'_>,
    pool: &Pool,
    sources: Option<&SourceMap>,
) -> (ir::Program, Vec<Diagnostic>) {
    let mut gaps = input.files.iter().flat_map(|file| &file.gaps);
    let sink = Sink::after(gaps.next().is_some());
    // The ill-formed parts of the tree are dropped in here, by recursion as deep as the program
    // nests.
    let (mut program, found) = stacker::maybe_grow(DROP_STACK, DROP_STACK, || {
        let table = declarations::collect::collect(input, &sink);
        let passes::program::Built {
            mut program,
            mut refused,
            left_out,
            declared,
        } = passes::program::program(&table, &sink, pool);
        for (member, spans) in passes::ghost::check(&mut program, &sink) {
            refused.entry(member).or_default().extend(spans);
        }
        passes::idle_triggers::warn(&program, &sink);
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
        ir::framing::order(program);
        ir::inherit::complete(program, pool);
    }
    (program.unwrap_or_default(), found)
}
