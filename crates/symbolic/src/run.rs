//! The record of one check: its findings, its budget, and why it ended early.

use super::error_context::Failure;
use super::staged_lookup::StagedLookup;
use super::state::symbolic_state::State;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use veriframe_base::diagnostics::Diagnostic;
use veriframe_base::source::Span;
use veriframe_base::stop::StopReason;
use veriframe_base::trace::Trace;
use veriframe_ir::{MemberId, PredId, PureId, Vars};
use veriframe_logic::Term;

/// The maximum number of paths of a check. Conditional permissions can have as many as there are
/// combinations of their conditions, and states with different permissions cannot be merged.
const MAX_PATHS: u64 = 65_536;

/// The treatment of paths that reach a join point with heaps of the same shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Paths are separate.
    #[default]
    Separate,
    /// Paths are separate; the check ends if too many could have been merged, or if there are
    /// so many that some may meet later.
    CountMerges {
        /// The number of possible merges left.
        left: usize,
        /// The number of paths left.
        paths: u64,
    },
    /// Paths are separate; the check ends if there are too many.
    CountPaths {
        /// The number of paths left.
        left: u64,
    },
    /// Paths are merged. A check that fails is repeated with separate paths, so it ends
    /// at the first failure, `unknown`, or high cost after a merge.
    MergeTentatively {
        /// The resource units spent before the first merge; `None` if there was none yet.
        spent_before: Option<u64>,
        /// The number of the prover's propagation steps after which the check ends.
        max_steps: u64,
    },
    /// Paths are merged.
    Merge,
}

impl Strategy {
    /// Whether paths that reach a join point are compared.
    pub(super) fn compares(self) -> bool {
        !matches!(self, Strategy::Separate | Strategy::CountPaths { .. })
    }

    /// Whether paths have been merged in a check that is repeated if it fails.
    pub(super) fn has_merged_tentatively(self) -> bool {
        matches!(
            self,
            Strategy::MergeTentatively {
                spent_before: Some(_),
                ..
            }
        )
    }
}

/// Why a check ended before all of its paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The run was stopped.
    Stopped(StopReason),
    /// Too many paths could have been merged, or merged paths were hard to verify. The
    /// check is repeated with another strategy.
    Repeated,
    /// There are too many separate paths.
    TooManyPaths,
}

/// A path at a reported failure.
#[derive(Clone, Debug)]
pub struct FailedAt {
    /// The position of its diagnostic.
    pub diagnostic: usize,
    /// The state.
    pub state: State,
    /// The condition that might not hold; `None` if something else than a condition is missing.
    pub goal: Option<Term>,
}

/// An evaluation whose failures are not reported.
#[derive(Debug)]
pub(super) struct Attempt {
    /// Its failures.
    pub failures: Vec<Failure>,
    /// The number of forks before the evaluation.
    pub forks: u64,
}

/// An attempt of inference that is not part of another one.
#[derive(Clone, Debug)]
pub(super) struct Inferring {
    /// The units spent before it.
    pub spent_before: u64,
    /// Where something is missing.
    pub span: Span,
    /// How many instances it opened and closed.
    pub tried: BTreeMap<(Tried, PredId), TriedInstances>,
}

/// What inference does with an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tried {
    /// It opens it.
    Opening,
    /// It closes it.
    Closing,
}

/// The instances of a predicate with which inference tried something.
#[derive(Clone, Debug, Default)]
pub(super) struct TriedInstances {
    /// Their number.
    pub count: u64,
    /// The first one that it opens, as the program writes it there.
    pub first: Option<String>,
}

/// The counts of a check.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The number of paths that reached their end.
    pub paths: u64,
    /// The number of chunks in the largest heap.
    pub max_chunks: usize,
    /// The number of forks with two executed branches.
    pub(super) forks: u64,
    /// The number of levels of recursion, modulo 2^32.
    pub(super) levels: u32,
    /// The inference under way.
    pub(super) inference: Option<Inferring>,
}

/// Statements that paths have reached.
#[derive(Debug, Default)]
pub struct Visited {
    /// The `join` statements, each with its scope.
    pub(super) joins: BTreeSet<(u64, Span)>,
    /// The statements that assume an assertion, and whether a path has passed them.
    given: BTreeMap<Span, bool>,
}

impl Visited {
    /// Notes that a path has reached a statement that assumes an assertion.
    pub(super) fn reach(&mut self, stmt: Span) {
        self.given.entry(stmt).or_default();
    }

    /// Notes that a path has passed a statement.
    pub(super) fn pass(&mut self, stmt: Span) {
        if let Some(passed) = self.given.get_mut(&stmt) {
            *passed = true;
        }
    }

    /// Whether paths have reached a statement that assumes an assertion, and none has passed it.
    #[must_use]
    pub fn ends_all_paths(&self, stmt: Span) -> bool {
        self.given.get(&stmt) == Some(&false)
    }
}

/// What is kept of the paths of a check.
#[derive(Debug, Default)]
pub struct Recorded {
    /// The steps of every path, if all are recorded.
    pub traces: Vec<Trace>,
    /// The failing paths, one for each error of a path, if failures are explained.
    pub failed: Vec<FailedAt>,
}

/// The record of one check.
#[derive(Default)]
pub struct CheckRecord {
    /// The diagnostics, in the order of discovery.
    pub diagnostics: Vec<Diagnostic>,
    /// Why the check ended early, if it did.
    pub ended: Option<Ended>,
    /// The merging strategy, with its budget.
    pub strategy: Strategy,
    /// The ill-formed member at which a path was cut off.
    pub cut: Option<MemberId>,
    /// The counts of paths, chunks and forks.
    pub counts: Counts,
    /// What is kept of paths.
    pub recorded: Recorded,
    /// The nested evaluations whose failures are not reported, innermost last.
    pub(super) attempts: Vec<Attempt>,
    /// The statements that paths have reached.
    pub visited: Visited,
    /// Recursive pure methods that the quantifier under evaluation calls.
    pub(super) mentioned: BTreeSet<PureId>,
    /// The stage of the lookup under way.
    pub(super) lookup: StagedLookup,
    /// The spans quoted in messages.
    pub(super) quotes: RefCell<BTreeSet<Span>>,
    /// The variables of members as messages name them.
    pub(super) names: RefCell<BTreeMap<MemberId, Rc<Vars>>>,
}

impl CheckRecord {
    /// Whether an error was found.
    #[cfg(any(test, feature = "testing"))]
    pub fn has_failed(&self) -> bool {
        let mut found = self.diagnostics.iter();
        found.any(|d| d.severity == veriframe_base::diagnostics::Severity::Error)
    }

    /// Ends the check, unless it has ended already.
    pub(super) fn end(&mut self, why: Ended) {
        self.ended.get_or_insert(why);
    }

    /// Counts a path that has ended.
    pub(super) fn count_path(&mut self) {
        self.counts.paths += 1;
        if self.counts.paths > MAX_PATHS && self.strategy != Strategy::Separate {
            self.end(Ended::Stopped(StopReason::TooManyPaths(MAX_PATHS)));
        }
        let left = match &mut self.strategy {
            Strategy::CountPaths { left } | Strategy::CountMerges { paths: left, .. } => left,
            Strategy::Separate | Strategy::MergeTentatively { .. } | Strategy::Merge => return,
        };
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.end(Ended::TooManyPaths);
        }
    }

    /// Passes failures to the enclosing attempt; `false` if there is none.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_with_too_many_paths_stops_unless_all_are_asked_for() {
        let count_merges = Strategy::CountMerges {
            left: 1,
            paths: u64::MAX,
        };
        let too_many = Ended::Stopped(StopReason::TooManyPaths(MAX_PATHS));
        for (strategy, ended) in [
            (Strategy::Separate, None),
            (Strategy::Merge, Some(too_many)),
            (count_merges, Some(too_many)),
        ] {
            let mut run = CheckRecord {
                strategy,
                ..CheckRecord::default()
            };
            run.counts.paths = MAX_PATHS - 1;
            run.count_path();
            assert_eq!(run.ended, None);
            run.count_path();
            assert_eq!(run.ended, ended);
        }
    }
}
