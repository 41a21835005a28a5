//! Costs that are counted in this process; one test at a time.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod allocations;
mod branches;
#[path = "../../benches/cost/constructs.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod constructs;
mod growth;
mod idle;
#[path = "../../benches/cost/programs.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod programs;
mod sizes;
#[path = "../support/mod.rs"]
mod support;
