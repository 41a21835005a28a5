//! From tokens to the tree: the parser, its actions, error messages, recovery,
//! and constructs of Java that are not supported.

pub(in crate::syntax) mod actions;
pub(in crate::syntax) mod deep;
pub(in crate::syntax) mod errors;
pub(in crate::syntax) mod parser;
pub(in crate::syntax) mod recover;
pub(in crate::syntax) mod statements;
pub(in crate::syntax) mod unsupported_java;
