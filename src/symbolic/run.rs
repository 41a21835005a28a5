//! The record of one check: what it found, how far it may go, and why it ended
//! before its paths did.

use super::error_context::Failure;
use super::staged_lookup::StagedLookup;
use crate::diagnostics::Diagnostic;
use crate::ir::{MemberId, PureId, Vars};
use crate::source::Span;
use crate::stop::StopReason;
use crate::trace::Trace;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What happens to paths that reach a join point with heaps of one shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Every path is followed to its end.
    #[default]
    Separate,
    /// Every path is followed, unless too many could have been merged.
    CountMerges {
        /// How many more merges may be possible.
        left: usize,
    },
    /// Every path is followed, unless there are too many.
    CountPaths {
        /// How many more paths may end.
        left: u64,
    },
    /// Paths are merged, and the check is repeated with separate paths if it
    /// fails: so it ends at the first failure, `unknown`, or high cost after a merge.
    MergeTentatively {
        /// The resource units spent before the first merge; `None` before it.
        spent_before: Option<u64>,
    },
    /// Paths are merged.
    Merge,
}

impl Strategy {
    /// Whether paths that reach a join point are compared.
    pub(super) fn compares(self) -> bool {
        !matches!(self, Strategy::Separate | Strategy::CountPaths { .. })
    }

    /// Whether paths were merged in a check that is repeated if it fails.
    pub(super) fn has_merged_tentatively(self) -> bool {
        matches!(
            self,
            Strategy::MergeTentatively {
                spent_before: Some(_)
            }
        )
    }
}

/// Why a check ended before all its paths did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The run was told to stop.
    Stopped(StopReason),
    /// Too many paths could have been merged, or merged paths were hard to
    /// verify: the check is repeated with another strategy.
    Repeated,
    /// There are more paths than are followed one by one.
    TooManyPaths,
}

/// An evaluation whose failures are not reported.
#[derive(Debug)]
pub(super) struct Attempt {
    /// Its failures.
    pub failures: Vec<Failure>,
    /// The number of forks before it.
    pub forks: u64,
}

/// What a check counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// The paths that reached an end.
    pub paths: u64,
    /// The chunks of the largest heap.
    pub max_chunks: usize,
    /// The forks of which both branches were followed.
    pub(super) forks: u64,
}

/// The record of one check.
#[derive(Default)]
pub struct Run {
    /// The diagnostics, in the order of discovery.
    pub diagnostics: Vec<Diagnostic>,
    /// Why the check ended early, if it did.
    pub ended: Option<Ended>,
    /// The strategy of merging, with its budget.
    pub strategy: Strategy,
    /// The ill-formed member because of which a path was cut.
    pub cut: Option<MemberId>,
    /// The counts of paths, chunks and forks.
    pub counts: Counts,
    /// The steps of every path, where all are recorded.
    pub traces: Vec<Trace>,
    /// The nested evaluations whose failures are not reported, innermost last.
    pub(super) attempts: Vec<Attempt>,
    /// The `join` statements that were reached, each with its scope.
    pub(super) joined: BTreeSet<(u64, Span)>,
    /// Recursive pure methods that the quantifier under evaluation calls.
    pub(super) mentioned: BTreeSet<PureId>,
    /// Which facts the queries of the lookup under way are about.
    pub(super) lookup: StagedLookup,
    /// The spans whose texts were quoted for messages.
    pub(super) quotes: RefCell<BTreeSet<Span>>,
    /// The variables of members as messages name them.
    pub(super) names: RefCell<BTreeMap<MemberId, Rc<Vars>>>,
}

impl Run {
    /// Whether an error was found.
    #[cfg(test)]
    pub fn has_failed(&self) -> bool {
        let mut found = self.diagnostics.iter();
        found.any(|d| d.severity == crate::diagnostics::Severity::Error)
    }

    /// Ends the check, unless it has ended already.
    pub(super) fn end(&mut self, why: Ended) {
        self.ended.get_or_insert(why);
    }

    /// Counts a path that reached an end.
    pub(super) fn count_path(&mut self) {
        self.counts.paths += 1;
        if let Strategy::CountPaths { left } = &mut self.strategy {
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.end(Ended::TooManyPaths);
            }
        }
    }

    /// Hands failures to the enclosing attempt; `false` if there is none.
    pub(super) fn fail_attempt(&mut self, failures: Vec<Failure>) -> bool {
        match self.attempts.last_mut() {
            Some(outer) => {
                outer.failures.extend(failures);
                true
            }
            None => false,
        }
    }
}
