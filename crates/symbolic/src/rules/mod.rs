//! The rules of symbolic execution: `eval`, `produce`, `consume` and `exec`, with calls,
//! loops, branches, quantifiers and array elements. Lower layers call them through the
//! trait [`Judgements`].

pub mod branch;
pub mod calls;
pub mod consume;
pub mod contracts;
pub mod elements;
pub mod eval;
pub mod exec;
pub mod ground_calls;
pub mod loops;
pub mod members;
pub mod opening;
pub mod produce;
pub mod pure_calls;
pub mod quantifiers;
pub mod untouched;
pub mod vacuity;

use crate::engine::{Engine, with_stack};
use crate::error_context::ErrorContext;
use crate::judgements::{
    ConsumeK, Judgements, PermissionSource, Purpose, Remainder, StateK, ValueK,
};
use crate::state::symbolic_state::State;
use veriframe_ir::{Assertion, Expr};
use veriframe_logic::Term;

impl<'p> Judgements<'p> for Engine<'p> {
    /// Figure 5. Departures: conditional expressions and lazy connectives are joined into
    /// one value, and facts learned in a branch are guarded by its condition; the state
    /// is passed on (§4.1, second rule).
    fn eval(&mut self, s: State, e: &'p Expr, context: ErrorContext<'_>, k: ValueK<'_, 'p>) {
        if self.attempt_failed() {
            return;
        }
        if let Some(value) = self.direct(&s, e) {
            return k(self, s, value);
        }
        if self.ends_at(&s) {
            return;
        }
        // The recursion is deep in both directions: down into the expression, and along
        // the continuations of the enclosing expressions.
        with_stack(|| {
            self.eval_stepwise(s, e, context, &mut |this, mut s, value| {
                this.record_ground_term(&mut s, e, value);
                with_stack(|| k(this, s, value));
            });
        });
    }

    fn direct(&mut self, s: &State, e: &Expr) -> Option<Term> {
        self.direct_value(s, e)
    }

    fn produce_given(
        &mut self,
        s: State,
        a: &'p Assertion,
        source: &PermissionSource,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        self.produce_rec(s, a, source, context, k);
    }

    fn consume_from(
        &mut self,
        remainder: Remainder,
        a: &'p Assertion,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        self.consume_rec(remainder, a, purpose, context, k);
    }
}
