//! The interface for the command line, the tests and editors: a [`Workspace`] of files,
//! its programs at one moment ([`Loaded`]), the [`FileReport`]s of their verification, and
//! [`Event`]s while it runs.
//!
//! The driver does no input and output, and does not depend on how results are shown.

mod bmc;
#[cfg(test)]
mod bmc_tests;
mod contracts;
mod exceptions;
mod exit;
mod explore;
#[cfg(test)]
mod explore_tests;
mod given;
mod grouping;
mod hints;
mod inputs;
mod junit;
mod library_names;
mod loaded;
mod program;
#[cfg(test)]
mod random_programs;
mod reading;
#[cfg(test)]
mod refused_tests;
mod regression;
mod report;
mod run;
mod shard;
mod since;
mod test_coverage;
mod test_inputs;
mod testing;
mod workspace;

pub use crate::execution::symbolic::Aliases;
pub use bmc::{BmcAnswer, BmcRefusal, BmcReport, BmcRequest, Bug};
pub use contracts::{ContractChanges, ContractDocument, ContractRefusal, Weakened};
pub use exit::Exit;
pub use explore::{ExploreReport, ExploreRequest, ExploredLeaf, PathEnd};
pub(crate) use given::given;
pub(crate) use hints::is_explained;
pub use hints::with_edits;
pub use inputs::InputTree;
pub use loaded::{Event, Listener, Loaded, MemberEntry};
pub use regression::Regression;
pub use report::{Counts, FileReport};
pub use run::{RunEnd, RunRefusal, RunReport, RunRequest, RunStreams, RunningCall};
pub use shard::{Costs, Shard, ShardPlan};
pub use since::{LeftOut, UnchangedMember};
pub use test_coverage::{FileCoverage, LineCoverage};
pub use testing::{
    TestFinding, TestMember, TestNode, TestReport, TestRequest, TestTally, Untested,
};
pub use workspace::Workspace;

/// Runs `work` with enough stack to process and drop deeply nested programs.
pub fn on_large_stack<R>(work: impl FnOnce() -> R) -> R {
    const ENOUGH: usize = 16 * 1024 * 1024;
    const LARGE: usize = 256 * 1024 * 1024;
    stacker::maybe_grow(ENOUGH, LARGE, work)
}
