//! Model search: candidate countermodels for queries that the built-in prover cannot
//! prove, and their evaluation. Proofs belong in `prover`; nothing here proves
//! anything.
//!
//! The prover's state, or that of the case at which a proof search ended, is
//! completed to a candidate model; evaluation (`crates/logic/src/models/model.rs`) accepts it only
//! if every fact holds and the goal does not. An accepted model is tried first on later queries.

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
