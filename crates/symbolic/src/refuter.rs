//! Runs of the member under check, as its proof sees them: before a condition that the built-in
//! prover leaves open is put to Z3, the engine asks whether a run violates it. A search for a proof
//! of what is false costs most. The engine knows nothing of runs; whoever makes it hands it a
//! [`Refuter`].
//!
//! No condition is proved by this: a run that violates it makes it fail without a search for a proof.

use crate::engine::Engine;
use crate::error_context::{Asserted, ErrorContext};
use crate::state::symbolic_state::State;
use veriframe_base::diagnostics::Code;
use veriframe_base::source::Span;
use veriframe_logic::{Answer, Answered, Effort, ProverMode, Term};

/// What runs of the member under check violate.
pub trait Refuter {
    /// Whether a run of the member, from an input that meets its precondition, violates the condition
    /// at this place, whose failures have this code. At first there are a few runs, which cost a small
    /// part of what it costs to start Z3.
    fn violates(&self, code: Code, place: Span) -> bool;

    /// Whether the search for others has not taken place yet.
    fn can_search(&self) -> bool;

    /// Searches others.
    fn search(&self);
}

/// What is known of a condition that is demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    /// The answer of the solver.
    Solver(Answer),
    /// A run violates it.
    Run,
}

impl Engine<'_> {
    /// Whether a condition follows from the path condition. A few runs are asked before Z3 is, and a
    /// search for others before Z3 may go on. In an attempt of inference, and while a merge is
    /// tentative, failures are not final: only the solver is asked. So it is if Z3 is to answer all.
    pub(crate) fn decide_claim(
        &mut self,
        s: &State,
        goal: Term,
        context: ErrorContext<'_>,
        place: Span,
        code: impl Fn(&mut Self) -> Code,
    ) -> Decided {
        let is_final = self.run.attempts.is_empty() && !self.run.strategy.has_merged_tentatively();
        let is_asked = is_final && self.ctx.config.prover != ProverMode::Off;
        let Some(refuter) = self.ctx.refuter.filter(|_| is_asked) else {
            return Decided::Solver(self.entails(s, goal));
        };
        let answer = self.query(s, goal, Effort::BuiltIn);
        if answer != Answer::Unknown {
            return Decided::Solver(answer);
        }
        let asked = match context {
            ErrorContext::Code => Some((code(self), place)),
            // A part of a conjunct that is not defined has the same code and place.
            ErrorContext::Asserted(Asserted {
                code: construct,
                place: None,
                ..
            }) if code(self) == Code::MayNotHold => Some((construct, place)),
            // At a call, several conjuncts have one place.
            ErrorContext::Asserted(_)
            | ErrorContext::Contract
            | ErrorContext::Given { .. }
            | ErrorContext::PureCall { .. } => None,
        };
        let Some((code, place)) = asked else {
            return Decided::Solver(self.entails(s, goal));
        };
        let mut is_violated = refuter.violates(code, place);
        if !is_violated && refuter.can_search() {
            let answer = self.query(s, goal, Effort::Probe);
            if answer != Answer::Unknown {
                return Decided::Solver(answer);
            }
            refuter.search();
            is_violated = refuter.violates(code, place);
        }
        if is_violated {
            self.note_query(s, goal, Effort::Full, Answered::by_run());
            return Decided::Run;
        }
        Decided::Solver(self.entails(s, goal))
    }
}
