//! Sorts and hash-consed terms: smart constructors, simplification, quantifiers and
//! triggers. Nothing here depends on a path condition.

pub mod collections;
pub(in crate::logic) mod contents;
pub(in crate::logic) mod mentions;
pub(in crate::logic) mod products;
pub mod quantifier;
pub(in crate::logic) mod sequences;
pub mod simplify;
pub mod sort;
pub(in crate::logic) mod stores;
pub mod term;
pub(in crate::logic) mod text;
pub(in crate::logic) mod triggers;
