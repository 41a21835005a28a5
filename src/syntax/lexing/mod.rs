//! From text to tokens: the lexer, literals, annotation comments, token
//! disambiguation, and words of constructs that are not supported.

pub(in crate::syntax) mod annotations;
pub(in crate::syntax) mod lexer;
pub(in crate::syntax) mod literals;
pub(in crate::syntax) mod token;
pub(in crate::syntax) mod token_disambiguation;
pub(in crate::syntax) mod unsupported_java;
