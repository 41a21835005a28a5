//! Model search: candidate countermodels for queries that the built-in prover cannot
//! prove, and their evaluation. Proofs belong in `prover`; nothing here proves
//! anything.

pub(crate) mod arithmetic_values;
pub(crate) mod cardinalities;
pub(crate) mod collection_contents;
pub(crate) mod collection_values;
pub(crate) mod element_partition;
pub(crate) mod finite_instantiation;
pub(crate) mod model;
pub(crate) mod quantifier_evaluation;
pub(crate) mod ranges;
pub(crate) mod search;
pub(crate) mod values;
