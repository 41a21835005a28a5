//! Passes over whole programs: the assembly of the IR, and ghost code.

pub(in crate::resolve) mod ghost;
mod placeholder;
pub(in crate::resolve) mod program;
pub(in crate::resolve) mod refusal;
