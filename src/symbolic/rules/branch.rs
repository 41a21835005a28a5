//! Branching on a condition.

use crate::logic::{FactKind, Term};
use crate::symbolic::engine::Engine;
use crate::symbolic::events::EventKind;
use crate::symbolic::state::symbolic_state::State;

impl<'p> Engine<'p> {
    /// Follows each feasible branch of a condition (the two implications in the
    /// paper's rules for conditionals): `k` gets the state that assumes it and
    /// whether the condition holds. A branch is followed only if its path
    /// condition is not contradictory.
    pub(in crate::symbolic) fn branch(
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
                    let mut branch = s.clone();
                    branch.assume(&self.session.terms, fact, FactKind::Branch);
                    self.emit(&mut branch, EventKind::Branch { condition: fact });
                    k(self, branch, holds);
                }
            }
        }
    }

    /// Whether only one branch can be taken, and which; `None` if both can, as
    /// far as the built-in prover knows. No verdict depends on it: a path that
    /// fails is not reported where Z3 shows that it cannot be taken.
    fn decide(&mut self, s: &State, condition: Term, negated: Term) -> Option<bool> {
        if self.is_known(s, condition) {
            return Some(true);
        }
        self.is_known(s, negated).then_some(false)
    }
}
