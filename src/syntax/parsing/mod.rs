//! Parsing: the parser, its actions, error messages and recovery.

pub(in crate::syntax) mod actions;
pub(in crate::syntax) mod errors;
pub(in crate::syntax) mod nesting;
pub(in crate::syntax) mod parser;
pub(in crate::syntax) mod recover;
pub(in crate::syntax) mod statements;
