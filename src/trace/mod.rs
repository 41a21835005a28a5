//! The steps of a path with the symbolic state after each, as people read them,
//! and the difference between two states (the paper's §6.2).
//!
//! A trace holds text, not terms: it outlives the term store of the worker
//! that made it.

use crate::source::Span;
use borsh::{BorshDeserialize, BorshSerialize};

/// The steps of one path, first to last.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Trace {
    /// The steps.
    pub steps: Vec<Step>,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Step {
    /// The text that was executed, produced or consumed.
    pub span: Span,
    /// What was done, in a few words: `requires`, `open valid()`, `then-branch`.
    pub what: String,
    /// Whether the tool inferred the step (it is not in the program).
    pub inferred: bool,
    /// The state after the step.
    pub state: StateView,
}

/// A symbolic state in the paper's form: heap, old heap, store, path condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct StateView {
    /// The chunks of the heap, oldest first.
    pub heap: Vec<String>,
    /// The chunks of the heap on entry.
    pub old: Vec<String>,
    /// The variables and their values.
    pub store: Vec<(String, String)>,
    /// The path condition's formulas, oldest first.
    pub path: Vec<String>,
}

/// What a step changed in the state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateChange {
    /// Chunks that went.
    pub removed: Vec<String>,
    /// Chunks that came.
    pub added: Vec<String>,
    /// Variables that are new or changed.
    pub store: Vec<(String, String)>,
    /// Formulas that came.
    pub path: Vec<String>,
}

impl StateView {
    /// What is different in `self` against an earlier state of the same path.
    /// Chunks are compared as multisets.
    #[must_use]
    pub fn since(&self, earlier: &StateView) -> StateChange {
        let store = self
            .store
            .iter()
            .filter(|entry| !earlier.store.contains(entry))
            .cloned()
            .collect();
        StateChange {
            removed: minus(&earlier.heap, &self.heap),
            added: minus(&self.heap, &earlier.heap),
            store,
            path: minus(&self.path, &earlier.path),
        }
    }
}

/// The elements of `from` that are left when each of `take` has taken one equal to it.
fn minus(from: &[String], take: &[String]) -> Vec<String> {
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for item in take {
        *counts.entry(item).or_default() += 1;
    }
    from.iter()
        .filter(|item| match counts.get_mut(item.as_str()) {
            Some(n) if *n > 0 => {
                *n -= 1;
                false
            }
            _ => true,
        })
        .cloned()
        .collect()
}
