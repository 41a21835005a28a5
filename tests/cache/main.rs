//! Results of earlier runs: the proof cache and the remote cache.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

#[path = "../mutation/mutate.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod mutate;
mod proofs;
mod remote_cache;
#[path = "../support/mod.rs"]
mod support;
