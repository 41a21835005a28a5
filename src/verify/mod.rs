//! What makes a program valid (Definitions 3 to 7 of the paper): contracts
//! first, then bodies, each member on its own.

pub mod callgraph;
mod fingerprint;
mod found;
pub mod member;
mod memory;
pub mod outcome;
pub mod schedule;

pub use outcome::{MemberKind, MemberOutcome, Options, Stats, Status, TraceMode};
pub use schedule::verify;
