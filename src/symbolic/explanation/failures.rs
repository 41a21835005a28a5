//! The end of a path: with a failure, which is recorded with its explanation, or without
//! one.

use crate::diagnostics::Code;
use crate::logic::{Answer, Term};
use crate::source::Span;
use crate::symbolic::engine::Engine;
use crate::symbolic::error_context::{ErrorContext, Failure};
use crate::symbolic::events::EventKind;
use crate::symbolic::run::{Ended, FailedAt};
use crate::symbolic::state::symbolic_state::State;

/// The note on a condition with neither a proof nor a countermodel.
const SATURATED: &str = "the solver found neither a proof nor a counterexample: it ran out of instances of \
                         quantified facts; `assert` the instance that is needed before, or a fact about a \
                         term of its trigger";

/// A goal as messages name it.
#[derive(Clone, Copy, Debug)]
pub(in crate::symbolic) struct Claim<'c> {
    /// The span of the goal.
    pub span: Span,
    /// The text, to follow "whether".
    pub text: &'c str,
}

impl<'c> Claim<'c> {
    pub fn new(span: Span, text: &'c str) -> Claim<'c> {
        Claim { span, text }
    }
}

impl<'p> Engine<'p> {
    /// Records a failure of the path, unless the path is infeasible.
    pub(in crate::symbolic) fn fail(
        &mut self,
        s: &State,
        context: ErrorContext<'_>,
        failure: Failure,
    ) {
        let falsity = self.session.terms.bool(false);
        if self.is_known(s, falsity) {
            return;
        }
        let failure = self.unless_unknown(s, failure);
        self.note(s, EventKind::Failure(&failure));
        if self.run.attempts.is_empty() && self.run.strategy.has_merged_tentatively() {
            return self.run.end(Ended::Repeated);
        }
        // If the attempt has not branched, the path is as feasible as the attempt itself:
        // a spurious failure costs only another attempt.
        let forked = self
            .run
            .attempts
            .last()
            .is_none_or(|attempt| attempt.forks != self.run.counts.forks);
        if forked && self.infeasible(s) {
            return;
        }
        if let Some(attempt) = self.run.attempts.last_mut() {
            attempt.failures.push(failure);
            return;
        }
        // A stopped solver answers no query, so the failure may be spurious.
        if self.is_stopped() {
            return;
        }
        self.run.count_path();
        let mut diagnostic = context.diagnostic(&failure);
        diagnostic.paths = 1;
        self.note(s, EventKind::Reported(&diagnostic));
        let known = self.run.diagnostics.iter_mut().find(|d| {
            d.code == diagnostic.code && d.reason == diagnostic.reason && d.span == diagnostic.span
        });
        if let Some(same) = known {
            same.paths += 1;
            return;
        }
        if self.ctx.config.trace_failing {
            diagnostic.trace = Some(self.trace_of(s));
        }
        if self.ctx.config.explain {
            self.run.recorded.failed.push(FailedAt {
                diagnostic: self.run.diagnostics.len(),
                state: s.clone(),
                goal: failure.goal,
            });
        }
        self.run.diagnostics.push(diagnostic);
    }

    /// If a query of a lookup has no answer, the permission may be held: the failure is
    /// replaced by one about the solver.
    fn unless_unknown(&self, s: &State, failure: Failure) -> Failure {
        let looked_for = matches!(
            failure.reason,
            Code::InsufficientPermission | Code::MissingPredicate | Code::NullDereference
        );
        if !looked_for || self.session.solver.unknown_at(&s.path).is_none() {
            return failure;
        }
        let mut unknown = self.unknown_failure(
            s,
            failure.span,
            "something that is held is what is needed here",
        );
        unknown.notes.push(format!("else: {}", failure.message));
        unknown
    }

    /// Ends a path without an error.
    pub fn path_ends(&mut self, s: &State) {
        self.run.count_path();
        self.note(s, EventKind::PathEnd);
        if self.ctx.config.trace_all {
            let trace = self.trace_of(s);
            self.run.recorded.traces.push(trace);
        }
    }

    /// Whether a goal is proved. Otherwise the path ends: with the failure made by
    /// `refuted`, or, if the query has no answer, with one about the claim.
    pub(in crate::symbolic) fn demand(
        &mut self,
        s: &State,
        goal: Term,
        context: ErrorContext<'_>,
        claim: Claim<'_>,
        refuted: impl FnOnce(&mut Engine<'p>) -> Failure,
    ) -> bool {
        if s.modes.names_only {
            return true;
        }
        let answer = self.entails(s, goal);
        if answer != Answer::Yes && self.follows_with_ground_terms(s, goal) {
            return true;
        }
        let mut failure = match answer {
            Answer::Yes => return true,
            Answer::No => {
                let mut failure = refuted(self);
                if self.session.solver.is_saturated(&s.path, goal) {
                    failure.notes.push(SATURATED.to_owned());
                }
                failure
            }
            Answer::Unknown => self.unknown_failure(s, claim.span, claim.text),
        };
        failure.goal = Some(goal);
        self.fail(s, context, failure);
        false
    }
}
