//! The pretty-printer for syntax trees.

pub(in crate::syntax) mod expressions;
pub(in crate::syntax) mod program;
