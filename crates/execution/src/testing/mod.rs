//! Tests of one member by inputs that a search finds: concolic execution, with the generational
//! search of SAGE.
//!
//! A `subject` is a member under test. A `runner` runs it on an input. An `expansion` makes inputs
//! from the conditions of a run: each is negated once, and a model of the path up to there gives
//! values. The `search` keeps the inputs to expand, ordered by what they were the first to reach.
//! Inputs that violate the member's precondition are no tests, but they are expanded, too: so
//! the search finds heaps that meet it. What violates anything else is repeated by concrete
//! values before it counts, and made smaller (`reduction`). A `history` is what a caller did before:
//! calls one after the other, with the permission that each takes and gives.

pub mod expansion;
pub mod history;
mod parts;
pub mod reduction;
pub mod runner;
pub mod search;
pub mod small;
pub mod subject;
mod workers;
