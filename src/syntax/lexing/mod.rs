//! Lexing: the lexer, literals, annotation comments, token disambiguation, and the
//! words of unsupported constructs. The structure of programs is left to `parsing`.

pub(in crate::syntax) mod annotations;
pub(in crate::syntax) mod contextual;
mod instead;
pub(in crate::syntax) mod lexer;
pub(in crate::syntax) mod literals;
pub(in crate::syntax) mod misspelled;
pub(in crate::syntax) mod quote;
pub(in crate::syntax) mod token;
pub(in crate::syntax) mod token_disambiguation;
pub(in crate::syntax) mod unsupported_java;
