//! What all notations share: tokens, literals, keywords, and what to write instead of what is not there.

pub(in crate::syntax) mod brackets;
pub(in crate::syntax) mod instead;
pub(in crate::syntax) mod literals;
pub(in crate::syntax) mod token;
pub(in crate::syntax) mod words;
