//! What makes a program valid (Definitions 3 to 7 of the paper): contracts
//! first, then bodies, each member on its own.

pub mod callgraph;
pub mod check_result;
pub mod checks;
mod fingerprint;
pub mod member;
pub mod outcome;
pub mod plan;
mod proof_cache;
pub mod queue;
pub mod report_cache;
pub mod schedule;
pub mod transcripts;
pub mod verdict;

pub use outcome::{MemberKind, MemberOutcome, Options, Stats, Status, TraceMode};
pub use schedule::{Event, Named, Run, Watcher, verify_all};
