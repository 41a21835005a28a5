//! What makes a program valid (Definitions 3 to 7 of the paper): contracts
//! first, then bodies, each member on its own.

pub mod callgraph;
pub mod checks;
mod fingerprint;
pub mod found;
pub mod member;
mod memory;
pub mod outcome;
pub mod plan;
pub mod queue;
pub mod schedule;
pub mod transcripts;
pub mod verdict;
pub mod whole;

pub use outcome::{MemberKind, MemberOutcome, Options, Stats, Status, TraceMode};
pub use schedule::{Event, Named, Run, Watcher, verify_all};
