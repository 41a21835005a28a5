//! The only modules that know Z3: the translation of terms and queries, and the
//! interruption of a check.

pub mod backend;
pub(in crate::logic) mod interrupt;
