//! Results of earlier runs: the proof cache and the remote cache.

#[path = "../mutation/mutate.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod mutate;
mod proofs;
mod remote_cache;
#[path = "../support/mod.rs"]
mod support;
