//! Sorts and hash-consed terms: smart constructors, simplification, quantifiers and
//! triggers. Nothing here depends on a path condition.

pub mod collections;
pub(crate) mod contents;
pub(crate) mod memo;
pub(crate) mod mentions;
pub mod printer;
pub(crate) mod products;
pub mod quantifier;
pub(crate) mod sequences;
pub(crate) mod sets;
pub mod simplify;
pub mod sort;
pub(crate) mod stores;
pub mod term;
pub(crate) mod text;
pub(crate) mod triggers;
mod witnesses;
