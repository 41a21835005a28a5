//! Gates: workflows for CI, contracts of two revisions, shards, `--since`, clusters.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod bazel;
mod ci;
mod contracts;
mod ray;
mod shards;
mod since;
#[path = "../support/mod.rs"]
mod support;
