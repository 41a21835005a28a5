//! From text to tokens: the lexer, literals, annotation comments, and token
//! disambiguation.

pub(in crate::syntax) mod annotations;
pub(in crate::syntax) mod lexer;
pub(in crate::syntax) mod literals;
pub(in crate::syntax) mod token;
pub(in crate::syntax) mod token_disambiguation;
