//! Passes over whole programs: the assembly of the IR, ghost code, and machine
//! integers.

pub(in crate::resolve) mod ghost;
pub(in crate::resolve) mod integers;
pub(in crate::resolve) mod program;
