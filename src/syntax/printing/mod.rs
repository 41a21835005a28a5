//! The pretty-printer: from the tree back to text.

pub(in crate::syntax) mod expressions;
pub(in crate::syntax) mod program;
