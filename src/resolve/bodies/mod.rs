//! Lowering of members and statements: blocks, loops, labels, `super` calls, and
//! Java's statements. Expressions are lowered in `expressions`.

pub(in crate::resolve) mod body;
pub(in crate::resolve) mod exceptions;
pub(in crate::resolve) mod guards;
mod iterators;
pub(in crate::resolve) mod java;
pub(in crate::resolve) mod jumps;
pub(in crate::resolve) mod labels;
pub(in crate::resolve) mod loops;
pub(in crate::resolve) mod returns;
pub(in crate::resolve) mod stmt;
pub(in crate::resolve) mod super_calls;
mod synthetic;
