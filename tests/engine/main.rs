//! The symbolic engine: heaps, inference, lemmas, events, the order of checks, explanations.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod counts;
mod driver;
mod early_runs;
mod effort;
mod events;
mod explained;
mod ghost;
mod heap;
mod inference;
mod inference_queries;
mod lemmas;
#[path = "../mutation/mutate.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod mutate;
mod mutation;
mod schedule;
mod solved_forms;
#[path = "../support/mod.rs"]
mod support;
