//! The constructs around a statement: where jumps end, and what they pass.

use crate::ir::{BlockId, Type, VarId};
use ecow::EcoString;

/// A construct around a statement, at which a jump out of it ends or which it passes.
#[derive(Clone, Debug)]
pub(in crate::resolve) enum Around {
    /// A loop.
    Loop {
        /// Its label.
        label: Option<EcoString>,
        /// The block that is its body.
        continues: BlockId,
        /// Whether it is a `do` loop, whose body stands before the condition.
        is_do: bool,
    },
    /// A `switch` or a statement with a label.
    Block {
        /// The label; none for a `switch`.
        label: Option<EcoString>,
        /// The block.
        id: BlockId,
    },
    /// What a `try` with handlers tries.
    Handlers {
        /// The block.
        id: BlockId,
        /// The exception.
        thrown: VarId,
        /// The classes that are caught.
        classes: Vec<Type>,
    },
    /// What a `try` with `finally` tries, with its handlers.
    Finally {
        /// The block.
        id: BlockId,
        /// The exception, or null.
        thrown: VarId,
        /// The number of the jump that goes on behind, or 0.
        pending: VarId,
        /// These jumps, from number 1 on.
        jumps: Vec<Jump>,
    },
}

/// A jump, with the position of the construct where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum Jump {
    /// `return`, with the result.
    Return(Option<VarId>),
    /// `break`
    Break(usize),
    /// `continue`
    Continue(usize),
}
