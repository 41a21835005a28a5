//! Model search: candidate countermodels for queries that the built-in prover cannot
//! prove, and their evaluation. Proofs belong in `prover`; nothing here proves
//! anything.

pub(in crate::logic) mod arithmetic_values;
pub(in crate::logic) mod cardinalities;
pub(in crate::logic) mod collection_contents;
pub(in crate::logic) mod collection_values;
pub(in crate::logic) mod element_partition;
pub(in crate::logic) mod finite_instantiation;
pub(in crate::logic) mod model;
pub(in crate::logic) mod quantifier_evaluation;
pub(in crate::logic) mod ranges;
pub(in crate::logic) mod search;
pub(in crate::logic) mod values;
