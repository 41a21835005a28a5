//! Programs that run: concretely, symbolically, bounded, in the debugger.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod annotated;
mod bmc;
mod by_contract;
mod debugger;
mod execution;
mod explore;
mod first_use;
mod histories;
mod inputs;
mod java_runs;
#[path = "../support/java_tests.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod java_tests;
mod java_values;
mod junit;
#[path = "../mutation/mutate.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod mutate;
mod ranges;
mod reach;
mod refused;
mod replays;
mod short_results;
#[path = "../support/mod.rs"]
mod support;
mod testing;
mod text_inputs;
mod texts;
mod unknown;
mod unknown_objects;
mod unwound;
mod verified_runs;
