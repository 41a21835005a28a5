//! Entailment queries of rules about the path condition of a state. All of them go through
//! here, and each that is counted or answered is an event.
//!
//! Branch feasibility is decided by the built-in prover only. An infeasible path costs time; a
//! failure is reported only where Z3 does not refute the path.

use super::engine::Engine;
use super::events::EventKind;
use super::run::{Ended, Inferring, Strategy, Tried, TriedInstances};
use super::session::Session;
use super::state::symbolic_state::State;
use std::collections::BTreeMap;
use veriframe_base::diagnostics::{Code, Diagnostic};
use veriframe_base::source::Span;
use veriframe_base::stop::StopReason;
use veriframe_ir::{MemberId, PredId};
use veriframe_logic::{Answer, Answered, Effort, Equations, FactKind, Term, limit_of_attempt};

/// The most predicates that are named where inference took too long.
const MAX_TRIED: usize = 3;

/// What the resource limit of one attempt at a query is divided by for all Z3 checks together
/// after a tentative merge.
const MERGED_EFFORT: u32 = 4;

/// The number of units, of Z3's resources and of the built-in prover's steps, that one attempt of
/// inference may cost, or those of one attempt at a query if they are more. Of all programs of the
/// tests and examples, a wrong one takes most, 515,000, and one that verifies takes 169,000.
const INFERENCE_LIMIT: u64 = 2_000_000;

impl Engine<'_> {
    /// Whether the path condition entails `goal`.
    pub(super) fn entails(&mut self, s: &State, goal: Term) -> Answer {
        self.within_budget(s, goal, Effort::Full)
    }

    /// The same, within a small fraction of the resource limit. For goals that were not proved
    /// before.
    pub(super) fn retry(&mut self, s: &State, goal: Term) -> Answer {
        self.within_budget(s, goal, Effort::Retry)
    }

    /// Whether `goal` follows from the plain facts of the path condition.
    pub(super) fn entails_plainly(&mut self, s: &State, goal: Term) -> bool {
        self.query(s, goal, Effort::Plain) == Answer::Yes
    }

    /// Whether the built-in prover knows `goal`. This does not count as a query.
    pub fn is_known(&mut self, s: &State, goal: Term) -> bool {
        self.query(s, goal, Effort::Known) == Answer::Yes
    }

    /// Adds a fact unless it is already known.
    pub(super) fn assume_new(&mut self, s: &mut State, fact: Term, kind: FactKind) {
        self.assume_equations(s, fact, kind, Equations::Solved);
    }

    /// Adds the equation of an application with its body, unless it is already known.
    pub(super) fn assume_body_equation(&mut self, s: &mut State, fact: Term) {
        self.assume_equations(s, fact, FactKind::Fact, Equations::Kept);
    }

    fn assume_equations(&mut self, s: &mut State, fact: Term, kind: FactKind, by: Equations) {
        let Session { terms, solver, .. } = &mut self.session;
        if let Some(answered) = solver.assume_new(terms, &mut s.path, fact, kind, by) {
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
        let effort = match effort {
            Effort::Retry => Effort::Retry,
            _ => Effort::Probe,
        };
        let answer = self.query(s, goal, effort);
        let solver = &self.session.solver;
        let effort = if solver.counters().z3_checks == asked {
            0
        } else {
            solver.spent().saturating_sub(spent_before)
        };
        let bound = u64::from(limit_of_attempt(self.ctx.config.rlimit) / MERGED_EFFORT);
        if answer == Answer::Unknown || (bound > 0 && effort > bound) {
            self.run.end(Ended::Repeated);
        }
        answer
    }

    /// Runs an attempt of inference for what is missing at `span`. What it attempts within has
    /// no limit of its own.
    pub(super) fn infer<T>(&mut self, span: Span, attempt: impl FnOnce(&mut Self) -> T) -> T {
        if self.run.counts.inference.is_some() {
            return attempt(self);
        }
        let spent_before = self.units();
        let tried = BTreeMap::new();
        self.run.counts.inference = Some(Inferring {
            spent_before,
            span,
            tried,
        });
        let result = attempt(self);
        self.run.counts.inference = None;
        result
    }

    /// Ends the check if the inference under way has cost more than its limit: its searches
    /// are bounded each, but their product is not. Returns whether inference cannot go on.
    pub(super) fn inference_is_exhausted(&mut self) -> bool {
        let Some(inferring) = &self.run.counts.inference else {
            return false;
        };
        let (spent_before, span) = (inferring.spent_before, inferring.span);
        if self.run.ended.is_some() {
            return true;
        }
        let limit = self.inference_limit();
        if self.units().saturating_sub(spent_before) <= limit {
            return false;
        }
        if self.run.strategy.has_merged_tentatively() {
            self.run.end(Ended::Repeated);
            return true;
        }
        let message = "inference of `open` and `close` took too long here";
        let cost = format!("it cost more than {limit} units, of Z3 and of the built-in prover");
        let (tried, repair) = self.tried_in_vain();
        let mut diagnostic = Diagnostic::error(Code::Unknown, span, message);
        diagnostic.paths = 1;
        let diagnostic = diagnostic.note(cost);
        let diagnostic = match tried {
            Some(tried) => diagnostic.note(tried),
            None => diagnostic,
        };
        let diagnostic = diagnostic.note(repair);
        self.run.diagnostics.push(diagnostic);
        let why = StopReason::Inference(limit);
        self.run.end(Ended::Stopped(why));
        true
    }

    /// Counts an instance that the inference under way opens or closes. Returns whether it is the first
    /// one of its predicate.
    pub(super) fn note_tried(&mut self, pred: PredId, tried: Tried) -> bool {
        let Some(inferring) = &mut self.run.counts.inference else {
            return false;
        };
        let instances = inferring.tried.entry((tried, pred)).or_default();
        instances.count += 1;
        instances.count == 1
    }

    /// Names the first instance of a predicate that the inference under way opens.
    pub(super) fn name_tried(&mut self, pred: PredId, name: Option<String>) {
        if let Some(inferring) = &mut self.run.counts.inference
            && let Some(instances) = inferring.tried.get_mut(&(Tried::Opening, pred))
        {
            instances.first = name;
        }
    }

    /// What the inference under way opened and closed, and what would have spared it that.
    fn tried_in_vain(&self) -> (Option<String>, String) {
        let inferring = self.run.counts.inference.iter();
        let mut all: Vec<_> = inferring.flat_map(|inferring| &inferring.tried).collect();
        // The most frequent ones first; else in the order of the program.
        all.sort_by_key(|(_, instances)| std::cmp::Reverse(instances.count));
        let text = |((tried, pred), instances): &(&(Tried, PredId), &TriedInstances)| {
            let word = match tried {
                Tried::Opening => "opened",
                Tried::Closing => "tried to close",
            };
            let name = self.ctx.program.member_name(MemberId::Pred(*pred));
            let first = instances.first.as_ref();
            let first = first.map_or_else(String::new, |first| format!(", first `{first}`"));
            let count = match instances.count {
                1 => "an instance".to_owned(),
                n => format!("{n} instances"),
            };
            format!("{word} {count} of `{name}`{first}")
        };
        let texts: Vec<String> = all.iter().take(MAX_TRIED).map(text).collect();
        let opened = all.iter().find(|((tried, _), _)| *tried == Tried::Opening);
        let opened = opened.and_then(|(_, instances)| instances.first.as_ref());
        let repair = match opened {
            Some(first) => {
                format!("write `open {first};` before it, and open and close what else it needs")
            }
            None => "open and close predicates by statements before it".to_owned(),
        };
        let others = "raise the limit with --rlimit, or use --infer=off";
        let tried = (!texts.is_empty()).then(|| format!("it {}", texts.join(", and ")));
        (tried, format!("{repair}, {others}"))
    }

    /// Ends the check if it has cost more than it may.
    pub(super) fn effort_is_exhausted(&mut self) -> bool {
        let limit = self.ctx.config.effort;
        if limit == u64::MAX || self.units() <= limit {
            return false;
        }
        self.run.end(Ended::Stopped(StopReason::Effort(limit)));
        true
    }

    /// The number of units that one attempt of inference may cost.
    fn inference_limit(&self) -> u64 {
        match limit_of_attempt(self.ctx.config.rlimit) {
            0 => u64::MAX,
            limit => u64::from(limit).max(INFERENCE_LIMIT),
        }
    }

    /// The units spent so far, without those that cross-check answers.
    fn units(&self) -> u64 {
        let solver = &self.session.solver;
        solver.counters().z3_units.saturating_add(solver.steps())
    }

    pub(super) fn query(&mut self, s: &State, goal: Term, effort: Effort) -> Answer {
        if effort != Effort::Known && self.inference_is_exhausted() {
            return Answer::Unknown;
        }
        let Session { terms, solver, .. } = &mut self.session;
        let answered = solver.query(terms, &s.path, goal, effort);
        let is_last = effort.is_counted() && !solver.has_left_open();
        if is_last || answered.answer != Answer::Unknown {
            self.note_query(s, goal, effort, answered);
        }
        answered.answer
    }

    pub(super) fn note_query(&self, s: &State, goal: Term, effort: Effort, answered: Answered) {
        let kind = EventKind::Query {
            goal,
            effort,
            answered,
        };
        self.note(s, kind);
    }
}
