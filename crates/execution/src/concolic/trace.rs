//! What a run decided: conditions on the input that led it where it went.

use crate::code::RoutineId;
use rustc_hash::FxHashSet;
use veriframe_logic::{Term, Terms};

/// The most decisions of a run that are recorded.
pub const MAX_DECISIONS: usize = 4_000;

/// A place in the code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodePlace {
    /// The number of the routine.
    pub routine: u32,
    /// The position in it.
    pub at: u32,
}

impl CodePlace {
    /// A position in a routine.
    #[must_use]
    pub fn new(routine: RoutineId, at: u32) -> CodePlace {
        CodePlace {
            routine: routine.0,
            at,
        }
    }
}

/// A decision of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The condition on the input that held.
    pub condition: Term,
    /// Where it was decided.
    pub place: CodePlace,
    /// Whether a run that decides otherwise records the next of its decisions at this position.
    pub is_replaced: bool,
}

/// The decisions of a run, in order, each condition once.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The decisions.
    pub decisions: Vec<Decision>,
    known: FxHashSet<Term>,
}

impl Trace {
    /// Records that a condition has this truth value.
    pub fn decide(&mut self, terms: &mut Terms, condition: Term, outcome: bool, place: CodePlace) {
        let holds = if outcome {
            condition
        } else {
            terms.not(condition)
        };
        let is_constant = terms.is_bool(holds, true) || terms.is_bool(holds, false);
        if is_constant || self.decisions.len() >= MAX_DECISIONS || !self.known.insert(holds) {
            return;
        }
        self.decisions.push(Decision {
            condition: holds,
            place,
            is_replaced: false,
        });
    }

    /// Records that a condition holds, if runs of which it does not hold record nothing.
    pub fn decide_alone(&mut self, terms: &mut Terms, condition: Term, place: CodePlace) {
        let before = self.decisions.len();
        self.decide(terms, condition, true, place);
        if let Some(own) = self.decisions.get_mut(before) {
            own.is_replaced = true;
        }
    }
}
