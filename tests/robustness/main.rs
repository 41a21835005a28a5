//! Deep, long, mutated and hostile input, and limits.

mod bounds;
#[path = "../mutation/mutate.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod mutate;
mod sizes_and_mutants;
#[path = "../support/mod.rs"]
mod support;
