//! What becomes of a path at a failure, which is recorded with its explanation, and the end of
//! a path without one.
//!
//! A path used to end at its first error, so that each run showed one of several mistakes. Now a
//! condition that fails is recorded and assumed: what follows from it is silent. Missing permission
//! still ends the path, as there is nothing to go on with, and so does every failure in an attempt
//! of inference, which is to fail fast, and after a tentative merge, which is repeated. Soundness
//! does not depend on it: a condition is assumed only where its failure was recorded, so the member
//! has an error whatever follows. A condition that contradicts the path cannot be assumed; then
//! only the other conjuncts of the assertion are checked, and of their failures only refuted
//! conditions count. The state lists the diagnostics of its path, so that none counts it twice. A
//! check that finds no error asks the queries that it asked before.

use crate::engine::Engine;
use crate::error_context::{ErrorContext, Failure};
use crate::events::EventKind;
use crate::refuter::Decided;
use crate::run::{Ended, FailedAt};
use crate::state::symbolic_state::State;
use veriframe_base::diagnostics::failure::{FailureKind, Note};
use veriframe_base::diagnostics::{Code, Diagnostic};
use veriframe_base::source::Span;
use veriframe_ir::framing;
use veriframe_logic::{Answer, FactKind, Term};

/// What a condition is demanded for, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim<'c> {
    /// The construct that demands it.
    pub context: ErrorContext<'c>,
    /// Where a failure is reported.
    pub span: Span,
}

impl<'c> Claim<'c> {
    pub fn new(context: ErrorContext<'c>, span: Span) -> Claim<'c> {
        Claim { context, span }
    }
}

/// What became of a condition that was demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demanded {
    /// It is proved.
    Proved,
    /// It is not: its failure is recorded, and the path goes on as if it held.
    Assumed,
    /// Its failure is recorded, and it contradicts what is known on the path.
    Refuted,
    /// The path ends.
    Ended,
}

impl Demanded {
    /// Whether the path goes on, with the condition.
    pub fn goes_on(self) -> bool {
        matches!(self, Demanded::Proved | Demanded::Assumed)
    }
}

impl<'p> Engine<'p> {
    /// Records a failure with which the path ends, unless the path is infeasible.
    pub(crate) fn fail(&mut self, s: &State, context: ErrorContext<'_>, failure: Failure) {
        // A path with a refuted condition has been counted.
        if self.record(s, context, failure).is_some() && !s.refuted {
            self.run.count_path();
        }
    }

    /// Records a failure of the path, unless the path is infeasible. Returns the number of the
    /// diagnostic; `None` if there is none, so that the path cannot go on.
    fn record(&mut self, s: &State, context: ErrorContext<'_>, failure: Failure) -> Option<usize> {
        if s.refuted && !is_refutation(context, &failure) {
            return None;
        }
        let falsity = self.session.terms.bool(false);
        if self.is_known(s, falsity) {
            return None;
        }
        let failure = self.unless_unknown(s, failure);
        self.note(s, EventKind::Failure(&failure));
        if self.run.attempts.is_empty() && self.run.strategy.has_merged_tentatively() {
            self.run.end(Ended::Repeated);
            return None;
        }
        // If the attempt has not branched, the path is as feasible as the attempt itself:
        // a spurious failure costs only another attempt.
        let forked = self
            .run
            .attempts
            .last()
            .is_none_or(|attempt| attempt.forks != self.run.counts.forks);
        // What a run violates is on some path: that this one is visibly feasible is enough.
        if forked && !failure.is_run && self.infeasible(s) {
            return None;
        }
        if let Some(attempt) = self.run.attempts.last_mut() {
            attempt.failures.push(failure);
            return None;
        }
        // A stopped solver answers no query, so the failure may be spurious.
        if self.is_stopped() {
            return None;
        }
        let mut diagnostic = context.diagnostic(&failure);
        diagnostic.notes.extend(self.waiting(s, &diagnostic));
        diagnostic.paths = 1;
        self.note(s, EventKind::Reported(&diagnostic));
        let known = self.run.diagnostics.iter().position(|d| {
            (d.code, d.reason, d.span) == (diagnostic.code, diagnostic.reason, diagnostic.span)
                && conjunct_of(d) == conjunct_of(&diagnostic)
        });
        if let Some(same) = known {
            if let Some(diagnostic) = self.run.diagnostics.get_mut(same)
                && !s.known.failures.contains(&same)
            {
                diagnostic.paths += 1;
            }
            return Some(same);
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
        Some(self.run.diagnostics.len() - 1)
    }

    /// A note if what a contract reads is given by a conjunct that waits for the one that reads it.
    fn waiting(&self, s: &State, diagnostic: &Diagnostic) -> Option<Note> {
        if diagnostic.code != Code::NotSelfFraming {
            return None;
        }
        let program = self.ctx.program;
        let conjuncts = framing::waiting(program, s.frame.member, diagnostic.span);
        let texts = conjuncts.into_iter().map(|a| self.assertion_text(a));
        let texts: Vec<String> = texts.collect();
        (!texts.is_empty()).then_some(Note::WaitFor(texts))
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
        let mut unknown = self.unknown_failure(s, failure.span, None);
        unknown.notes.push(Note::Else(failure.kind));
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

    /// Proves a goal. Otherwise a failure at the span is recorded: of the kind that `kind` makes, with
    /// what `explain` adds, or, if the query has no answer, one that says so of the kind. The path then goes on with the goal assumed, so that
    /// what only follows from the failure is no other one.
    pub(crate) fn demand(
        &mut self,
        s: &mut State,
        goal: Term,
        Claim { context, span }: Claim<'_>,
        kind: impl Fn(&mut Engine<'p>, &State) -> FailureKind,
        explain: impl FnOnce(&mut Engine<'p>, &State, &mut Failure),
    ) -> Demanded {
        if s.modes.names_only {
            return Demanded::Proved;
        }
        let code = |this: &mut Engine<'p>| kind(this, s).code();
        let query = self.session.terms.with_witnesses(goal);
        let decided = self.decide_claim(s, query, context, span, code);
        let is_open = !matches!(decided, Decided::Run | Decided::Solver(Answer::Yes));
        if is_open && self.follows_with_more(s, query) {
            return Demanded::Proved;
        }
        let mut failure = match decided {
            Decided::Solver(Answer::Yes) => return Demanded::Proved,
            Decided::Run | Decided::Solver(Answer::No) => {
                let mut failure = Failure::new(span, kind(self, s));
                explain(self, s, &mut failure);
                let is_forgotten = self.name_forgotten(s, goal, &mut failure);
                if !is_forgotten && self.session.solver.is_saturated(&s.path, query) {
                    let recursive = self.recursive_in(goal);
                    failure.notes.push(Note::Saturated(recursive));
                }
                failure
            }
            Decided::Solver(Answer::Unknown) => {
                let claim = kind(self, s);
                self.unknown_failure(s, span, Some(claim))
            }
        };
        failure.goal = Some(goal);
        failure.is_run = decided == Decided::Run;
        match self.record(s, context, failure) {
            Some(recorded) => self.go_on_with(s, goal, recorded),
            None => Demanded::Ended,
        }
    }

    /// Assumes a condition whose failure is recorded, unless it contradicts the path.
    fn go_on_with(&mut self, s: &mut State, condition: Term, recorded: usize) -> Demanded {
        s.known.failures.insert_mut(recorded);
        let mut assumed = s.clone();
        assumed.assume(&self.session.terms, condition, FactKind::Fact);
        let falsity = self.session.terms.bool(false);
        if self.is_known(&assumed, falsity) {
            if !s.refuted {
                self.run.count_path();
            }
            return Demanded::Refuted;
        }
        *s = assumed;
        Demanded::Assumed
    }
}

/// The conjunct that fails, if it is not what the diagnostic is reported at: of one call or one
/// predicate several can fail.
fn conjunct_of(diagnostic: &Diagnostic) -> Option<Span> {
    let mut related = diagnostic.related.iter();
    let named = related.find(|label| label.role.is_conjunct());
    named.map(|label| label.span)
}

/// Whether a failure is that of a conjunct of an asserted assertion, rather than of access in it
/// or of the definedness of its expressions.
fn is_refutation(context: ErrorContext<'_>, failure: &Failure) -> bool {
    matches!(context, ErrorContext::Asserted(_)) && failure.reason == Code::MayNotHold
}
