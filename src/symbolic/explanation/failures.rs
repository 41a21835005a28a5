//! The end of a path: by a failure, which is recorded with what explains it, or
//! without one.

use crate::diagnostics::Code;
use crate::logic::{Answer, Term};
use crate::source::Span;
use crate::symbolic::engine::Engine;
use crate::symbolic::error_context::{ErrorContext, Failure};
use crate::symbolic::events::EventKind;
use crate::symbolic::run::Ended;
use crate::symbolic::state::symbolic_state::State;

/// The note on a condition that was not proved, and has no countermodel.
const SATURATED: &str = "the solver found neither a proof nor a counterexample: it ran out of instances of \
                         quantified facts; `assert` the instance that is needed before, or a fact about a \
                         term of its trigger";

/// What is to be shown, in words, and where.
#[derive(Clone, Copy, Debug)]
pub(in crate::symbolic) struct Claim<'c> {
    /// The place.
    pub span: Span,
    /// The words, to follow "whether".
    pub text: &'c str,
}

impl<'c> Claim<'c> {
    pub fn new(span: Span, text: &'c str) -> Claim<'c> {
        Claim { span, text }
    }
}

impl<'p> Engine<'p> {
    /// Records a failure of the path, unless the path cannot be taken at all.
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
        // Without a fork since it began, a path of an attempt can be taken as
        // far as the attempt itself can: that it fails only costs another one.
        if self.run.attempts.is_empty() && self.run.strategy.has_merged_tentatively() {
            return self.run.end(Ended::Repeated);
        }
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
        // Once the engine is to stop, the solver gives up on everything.
        if self.is_stopped() {
            return;
        }
        self.run.count_path();
        let mut diagnostic = context.diagnostic(&failure);
        diagnostic.paths = 1;
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
        self.run.diagnostics.push(diagnostic);
    }

    /// What looks missing may only not be known to be there: where the solver
    /// gave up while it was looked for, that is what is to be reported.
    fn unless_unknown(&self, s: &State, failure: Failure) -> Failure {
        let looked_for = matches!(
            failure.reason,
            Code::InsufficientPermission | Code::MissingPredicate | Code::NullDereference
        );
        if !looked_for || !self.session.solver.is_unknown_at(&s.path) {
            return failure;
        }
        let mut unknown = Engine::unknown_failure(
            failure.span,
            "something that is held is what is needed here",
        );
        unknown.notes.push(format!("else: {}", failure.message));
        unknown
    }

    /// The end of a path that reached it without an error.
    pub fn path_ends(&mut self, s: &State) {
        self.run.count_path();
        self.note(s, EventKind::PathEnd);
        if self.ctx.config.trace_all {
            let trace = self.trace_of(s);
            self.run.traces.push(trace);
        }
    }

    /// Whether a goal follows. If not, the path ends: with the failure that
    /// `refuted` makes, or because the solver gave up on the claim.
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
        if answer != Answer::Yes && self.follows_with_mentions(s, goal) {
            return true;
        }
        let failure = match answer {
            Answer::Yes => return true,
            Answer::No => {
                let mut failure = refuted(self);
                if self.session.solver.is_saturated(&s.path, goal) {
                    failure.notes.push(SATURATED.to_owned());
                }
                failure
            }
            Answer::Unknown => Engine::unknown_failure(claim.span, claim.text),
        };
        self.fail(s, context, failure);
        false
    }
}
