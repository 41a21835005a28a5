//! The symbolic engine: heaps, inference, lemmas, events, the order of checks, explanations.

mod counts;
mod driver;
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
#[path = "../support/mod.rs"]
mod support;
