//! Parsing: the parser, its actions, error messages, recovery, and what a text may
//! declare that was not read. Names and types are not resolved here.

pub(in crate::syntax) mod actions;
pub(in crate::syntax) mod class_items;
pub(in crate::syntax) mod contract_errors;
pub(in crate::syntax) mod declarators;
pub(in crate::syntax) mod errors;
pub(in crate::syntax) mod ignored;
pub(in crate::syntax) mod misread;
pub(in crate::syntax) mod nesting;
#[cfg(feature = "cli")]
pub(in crate::syntax) mod package;
pub(in crate::syntax) mod parser;
pub(in crate::syntax) mod recover;
pub(in crate::syntax) mod statements;
pub(in crate::syntax) mod unread;
