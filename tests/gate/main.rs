//! Gates: workflows for CI, contracts of two revisions, shards, `--since`, clusters.

mod bazel;
mod ci;
mod contracts;
mod ray;
mod shards;
mod since;
#[path = "../support/mod.rs"]
mod support;
