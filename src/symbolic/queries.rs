//! Entailment queries of rules about the path condition of a state. All of them go through
//! here, and each that is counted or answered is an event.

use super::engine::Engine;
use super::events::EventKind;
use super::run::{Ended, Strategy};
use super::session::Session;
use super::state::symbolic_state::State;
use crate::logic::{Answer, Answered, Effort, FactKind, Term, limit_of_attempt};

/// What the resource limit of one attempt at a query is divided by for all Z3 checks together
/// after a tentative merge.
const MERGED_EFFORT: u32 = 4;

impl Engine<'_> {
    /// Whether the path condition entails `goal`.
    pub(super) fn entails(&mut self, s: &State, goal: Term) -> Answer {
        self.within_budget(s, goal, Effort::Full)
    }

    /// The same, within a fraction of the resource limit. For callers with an
    /// alternative on `unknown`.
    pub(super) fn probe(&mut self, s: &State, goal: Term) -> Answer {
        let effort = match self.run.strategy {
            // After the first merge all queries are probes.
            Strategy::MergeTentatively { .. } => Effort::Full,
            _ => Effort::Probe,
        };
        self.within_budget(s, goal, effort)
    }

    /// Whether `goal` follows from the plain facts of the path condition.
    pub(super) fn entails_plainly(&mut self, s: &State, goal: Term) -> bool {
        self.query(s, goal, Effort::Plain) == Answer::Yes
    }

    /// Whether the built-in prover knows `goal`. This does not count as a query.
    pub(super) fn is_known(&mut self, s: &State, goal: Term) -> bool {
        self.query(s, goal, Effort::Known) == Answer::Yes
    }

    /// Adds a fact unless it is already known.
    pub(super) fn assume_new(&mut self, s: &mut State, fact: Term, kind: FactKind) {
        let Session { terms, solver, .. } = &mut self.session;
        if let Some(answered) = solver.assume_new(terms, &mut s.path, fact, kind) {
            self.note_query(s, fact, Effort::Known, answered);
        }
    }

    /// Whether the path is infeasible: no concrete state satisfies its path condition.
    pub(super) fn infeasible(&mut self, s: &State) -> bool {
        let falsity = self.session.terms.bool(false);
        !self.session.solver.refuted_at(&s.path) && self.entails_in_stage(s, falsity) == Answer::Yes
    }

    /// The terms other than `t` that the built-in prover knows to equal `t`.
    pub(super) fn equal_terms(&mut self, s: &State, t: Term) -> Vec<Term> {
        self.session
            .solver
            .equal_terms(&mut self.session.terms, &s.path, t)
    }

    /// Answers a query. After a tentative merge it is a probe, and the check ends at the
    /// first `unknown` and when the effort since the merge exceeds its bound.
    fn within_budget(&mut self, s: &State, goal: Term, effort: Effort) -> Answer {
        let Strategy::MergeTentatively {
            spent_before: Some(spent_before),
            ..
        } = self.run.strategy
        else {
            return self.query(s, goal, effort);
        };
        if self.run.ended.is_some() {
            return Answer::Unknown;
        }
        let asked = self.session.solver.counters().z3_checks;
        let answer = self.query(s, goal, Effort::Probe);
        let solver = &self.session.solver;
        let effort = match solver.counters().z3_checks == asked {
            true => 0,
            false => solver.spent().saturating_sub(spent_before),
        };
        let bound = u64::from(limit_of_attempt(self.ctx.config.rlimit) / MERGED_EFFORT);
        if answer == Answer::Unknown || (bound > 0 && effort > bound) {
            self.run.end(Ended::Repeated);
        }
        answer
    }

    fn query(&mut self, s: &State, goal: Term, effort: Effort) -> Answer {
        let Session { terms, solver, .. } = &mut self.session;
        let answered = solver.query(terms, &s.path, goal, effort);
        if effort.is_counted() || answered.answer != Answer::Unknown {
            self.note_query(s, goal, effort, answered);
        }
        answered.answer
    }

    fn note_query(&self, s: &State, goal: Term, effort: Effort, answered: Answered) {
        let kind = EventKind::Query {
            goal,
            effort,
            answered,
        };
        self.note(s, kind);
    }
}
