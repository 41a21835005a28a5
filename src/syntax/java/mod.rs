//! What only `.java` files have before they are parsed: annotations in comments, the words of code and of
//! annotations, constructs of Java and JML that the language lacks; and guards, once they are parsed.

pub(in crate::syntax) mod annotations;
pub(in crate::syntax) mod folding;
pub(in crate::syntax) mod guards;
pub(in crate::syntax) mod inert;
pub(in crate::syntax) mod misspelled;
pub(in crate::syntax) mod unsupported;
pub(in crate::syntax) mod words;
