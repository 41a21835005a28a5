//! `opening q in e` (§4.1): the evaluation of an expression with a predicate instance
//! exchanged for its body.

use crate::ir::{Assertion, Expr, ExprKind, PredInstance, walk};
use crate::symbolic::engine::Engine;
use crate::symbolic::error_context::ErrorContext;
use crate::symbolic::judgements::{Judgements, ValueK};
use crate::symbolic::sorts::sort_of;
use crate::symbolic::state::symbolic_state::State;

impl<'p> Engine<'p> {
    /// `opening q in e`: evaluates `e` with the instance exchanged for its body. In deep
    /// bodies the value is unknown: otherwise a body that opens its own predicate would
    /// be produced without end.
    pub(super) fn eval_opening(
        &mut self,
        s: State,
        instance: &'p PredInstance,
        e: &'p Expr,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        if s.modes.bodies_are_deep() {
            return self.unknown_value(s, e, k);
        }
        let outside = s.clone();
        let leaves = self.collect(|this, done| {
            this.open_instance(s, instance, context, &mut |this, opened| {
                this.eval(opened, e, context, done)
            });
        });
        if let Some((known, value)) = self.join_leaves(&outside, leaves) {
            k(self, known, value);
        }
    }

    /// Whether the production of an assertion is left out: a condition in a deep body
    /// that opens instances. A body is not checked again where an instance is opened, so
    /// nothing but knowledge is lost.
    pub(super) fn leaves_out(s: &State, a: &Assertion) -> bool {
        let mut opens = false;
        if s.modes.bodies_are_deep() && !a.has_access() {
            walk::in_assertion(a, &mut |e| opens |= matches!(e.kind, ExprKind::Opening(..)));
        }
        opens
    }

    /// Continues with an arbitrary value of an expression's type.
    fn unknown_value(&mut self, s: State, e: &'p Expr, k: ValueK<'_, 'p>) {
        let mut s = s;
        let value = self.fresh_at("opened", e.span, sort_of(&e.ty));
        self.assume_type_facts(&mut s, &e.ty, value);
        k(self, s, value);
    }
}
