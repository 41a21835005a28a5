//! The syntax tree and its spans.

pub mod ast;
pub(in crate::syntax) mod spans;
