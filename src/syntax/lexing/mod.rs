//! Lexing: the lexer, quotes of source texts, and token disambiguation. The words of a notation are in
//! its folder. The structure of programs is left to `parsing`.

pub(in crate::syntax) mod contextual;
pub(in crate::syntax) mod lexer;
pub(in crate::syntax) mod quote;
pub(in crate::syntax) mod token_disambiguation;
