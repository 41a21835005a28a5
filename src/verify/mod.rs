//! The validity of programs (Definitions 3 to 7 of the paper): contracts first, then
//! bodies, each member separately.

pub mod callgraph;
pub mod check_result;
pub mod checks;
mod denied;
pub mod dependencies;
mod fingerprint;
mod hierarchy_hashes;
mod last_states;
pub mod listeners;
pub mod member;
pub mod outcome;
pub mod plan;
mod proof_cache;
pub mod quantifier_stats;
pub mod queue;
mod refused;
pub mod report_cache;
pub mod schedule;
pub mod selection;
#[cfg(test)]
mod symbolic_tests;
pub mod transcripts;
mod trusted;
mod vacuity;
pub mod verdict;

pub use last_states::{LastStates, last_states};
pub use outcome::{
    FileOptions, Guards, Hints, LibraryMember, MemberKind, MemberOutcome, Merging, Options, Stats,
    Status, TraceMode,
};
pub use quantifier_stats::QuantifierStats;
pub(crate) use refused::{Reason, not_run, not_verified_member};
pub use schedule::{Event, MemberRef, RunSettings, verify_all};
pub use transcripts::Transcripts;
