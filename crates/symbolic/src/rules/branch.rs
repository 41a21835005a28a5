//! Branching on a condition.

use crate::engine::Engine;
use crate::events::EventKind;
use crate::state::symbolic_state::State;
use veriframe_logic::{FactKind, Term};

impl<'p> Engine<'p> {
    /// Executes the feasible branches of a condition (the two implications in the paper's
    /// rules for conditionals). `k` gets the state that assumes the branch condition, and
    /// whether `condition` holds in it. A branch with a contradictory path condition is
    /// skipped.
    pub(crate) fn branch(
        &mut self,
        s: State,
        condition: Term,
        k: &mut dyn FnMut(&mut Engine<'p>, State, bool),
    ) {
        let negated = self.session.terms.not(condition);
        match self.decide(&s, condition, negated) {
            Some(holds) => k(self, s, holds),
            None => {
                self.run.counts.forks += 1;
                for (fact, holds) in [(condition, true), (negated, false)] {
                    if self.attempt_failed() {
                        return;
                    }
                    let mut branch = s.clone();
                    branch.assume(&self.session.terms, fact, FactKind::Branch);
                    self.emit(&mut branch, EventKind::Branch { condition: fact });
                    k(self, branch, holds);
                }
            }
        }
    }

    /// The only feasible branch if the built-in prover finds one infeasible; `None` if
    /// both seem feasible. No verdict depends on the answer: a failure is not reported if
    /// Z3 shows that its path is infeasible.
    fn decide(&mut self, s: &State, condition: Term, negated: Term) -> Option<bool> {
        if self.is_known(s, condition) {
            return Some(true);
        }
        self.is_known(s, negated).then_some(false)
    }
}
