//! Deep, long, mutated and hostile input, and limits.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod bounds;
#[path = "../mutation/mutate.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod mutate;
mod sizes_and_mutants;
#[path = "../support/mod.rs"]
mod support;
