//! The pretty-printer for syntax trees.
//!
//! Messages quote the source, except for types, which resolution may have put together. Files and
//! expressions are printed only by tests (round trips, and mutants that are verified), so that the
//! program itself has nothing of it.

#[cfg(any(test, feature = "testing"))]
pub(in crate::syntax) mod expressions;
#[cfg(any(test, feature = "testing"))]
pub(in crate::syntax) mod program;
pub(in crate::syntax) mod types;
