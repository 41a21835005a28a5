//! Execution traces: the steps of a path with the symbolic state after each, as text,
//! and the difference between two states (the paper's §6.2).
//!
//! A trace contains text instead of terms, so it outlives the term store of its
//! session.

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
    /// The span that was executed, produced or consumed.
    pub span: Span,
    /// A short description: `requires`, `open valid()`, `then-branch`.
    pub what: String,
    /// Whether the step was inferred and is not in the source.
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

/// The difference between two states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateChange {
    /// Removed chunks.
    pub removed: Vec<String>,
    /// Added chunks.
    pub added: Vec<String>,
    /// New or changed variables.
    pub store: Vec<(String, String)>,
    /// Added formulas.
    pub path: Vec<String>,
}

/// Variables with their values, as people read them: `x ↦ 3`.
pub fn bindings(store: &[(String, String)]) -> impl Iterator<Item = String> + '_ {
    store
        .iter()
        .map(|(name, value)| format!("{name} ↦ {value}"))
}

impl StateView {
    /// The difference between an earlier state of the same path and this one. Chunks
    /// are compared as multisets.
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

/// The multiset difference, in the order of `from`.
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
