//! Passes over whole programs: the assembly of the IR, and ghost code.

pub(in crate::resolve) mod ghost;
pub(in crate::resolve) mod program;
