//! What only `.java` files have before they are parsed: annotations in comments, the words of code and of
//! annotations, and constructs of Java and JML that the language lacks.

pub(in crate::syntax) mod annotations;
pub(in crate::syntax) mod misspelled;
pub(in crate::syntax) mod unsupported;
pub(in crate::syntax) mod words;
