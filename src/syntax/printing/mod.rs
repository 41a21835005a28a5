//! The pretty-printer for syntax trees. Messages quote the source text instead.

pub(in crate::syntax) mod expressions;
pub(in crate::syntax) mod program;
