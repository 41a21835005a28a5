//! The unwound program as a text in single-assignment form: what a bounded check has executed, with
//! loops and calls unwound, as nested `if`s with the versions of each variable.
//!
//! It is written from the steps of the check itself, not from the program: the unwinder notes where
//! each instruction was executed and what followed (`steps.rs`), so that a branch that was decided
//! is not in the text, and a bound is where the check met it. Where paths part they meet again at
//! the first step that all of them come to (`joins.rs`); `writer.rs` and `forks.rs` make an `if` of
//! what is between, and variables that the sides assign differently get a version for both. Expressions are those of the
//! core language, over versions (`values.rs`, `instructions.rs`), so that they are printed as everywhere
//! (`rendering.rs`).

mod claims;
mod forks;
mod instructions;
mod joins;
mod rendering;
mod values;
mod writer;

use super::code::CompiledProgram;
use super::steps::StepGraph;
use veriframe_base::notation::Notation;
use veriframe_ir::{MemberId, Program};

/// The most lines of an unwound program.
pub const MAX_LINES: usize = 10_000;

/// The unwound program has more lines than are written, or more steps than are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// A program whose member was unwound.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub(super) program: &'a Program,
    pub(super) code: &'a CompiledProgram,
    pub(super) member: MemberId,
    pub(super) notation: Notation,
    /// How often loops and recursive calls were unwound.
    pub(super) times: u32,
}

/// The unwound program as a text.
///
/// # Errors
/// If it is too long.
pub(super) fn text(subject: Subject<'_>, graph: &StepGraph) -> Result<String, TooLong> {
    let written = writer::written(subject, graph)?;
    rendering::rendered(subject, written)
}
