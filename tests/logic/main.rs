//! Terms, theories, the built-in prover, and Z3.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod cardinalities;
mod collections;
mod formulas;
mod proofs;
mod prover;
#[path = "../support/mod.rs"]
mod support;
mod terms;
mod transcript;
mod z3_library;
