//! Terms, theories, the built-in prover, and Z3.

mod cardinalities;
mod collections;
mod proofs;
mod prover;
#[path = "../support/mod.rs"]
mod support;
mod terms;
mod transcript;
mod z3_library;
