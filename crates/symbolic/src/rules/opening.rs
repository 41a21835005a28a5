//! `opening q in e` (§4.1): the evaluation of an expression with a predicate instance
//! exchanged for its body.

use super::calls::NotHeldInstance;
use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::judgements::{Judgements, Purpose, Remainder, ValueK};
use crate::permissions::lookup::DemandedAmount;
use crate::state::chunk::Place;
use crate::state::chunk::predicate::Instance;
use crate::state::symbolic_state::State;
use veriframe_base::source::Span;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{Assertion, Expr, ExprKind, PredInstance, walk};
use veriframe_logic::Term;

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
            let not_held = NotHeldInstance::IsInParts;
            this.open_instance(s, instance, not_held, context, &mut |this, opened| {
                this.eval(opened, e, context, done)
            });
        });
        if let Some((known, value)) = self.join_leaves(&outside, leaves) {
            k(self, known, value);
        }
    }

    /// The states in which the parts of an instance are held that inference has opened before, so that
    /// rule 1 of §4.1 can close it without opening others. `None` if it has not, or they are not held.
    pub(super) fn with_parts(
        &mut self,
        s: &State,
        target: &Place,
        demanded: DemandedAmount,
        span: Span,
    ) -> Option<Vec<State>> {
        let is_own = s.modes.is_own_text() && s.modes.bodies.is_empty();
        let mut opened = s.opened_by_inference();
        let is_target = |opened: &Place| {
            let same = opened.same(&mut self.session.terms, target);
            self.is_known(s, same)
        };
        if !is_own || !opened.any(is_target) {
            return None;
        }
        let held = Remainder {
            state: s.clone(),
            heap: s.heap.clone(),
        };
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(span, "opened"),
        };
        let leaves = self.close_for(&held, target, demanded, &purpose).ok()?;
        let closed = &s.modes.inference.closed;
        let states = leaves.into_iter().map(|(leaf, _)| {
            let is_here = leaf.state.heap.is_copy_of(&s.heap);
            let state = leaf.state;
            is_here.then(|| state.in_modes(|modes| modes.inference.closed = closed.clone()))
        });
        states.collect()
    }

    /// The state in which an instance is open that inference closed for the assertion being
    /// consumed. The heap in which its expressions are evaluated is that before it, and still
    /// has the parts of the instance. `None` if the instance was not closed, or less of it
    /// than the demanded amount.
    pub(super) fn open_closed(
        &mut self,
        s: &State,
        instance: &Instance,
        demanded: DemandedAmount,
    ) -> Option<State> {
        let closed = &s.modes.inference.closed;
        let found = closed.openable().find(|(_, closed)| {
            self.is_same_instance(s, instance, &closed.instance)
                && self.is_enough(s, demanded, closed.amount)
        });
        let place = found.map(|(place, _)| place)?;
        let opened = closed.opening(place);
        let s = s.clone();
        Some(s.in_modes(|modes| modes.inference.closed = opened))
    }

    /// Whether the built-in prover knows that two instances are the same.
    fn is_same_instance(&mut self, s: &State, one: &Instance, other: &Instance) -> bool {
        if one == other {
            return true;
        }
        let same = one.place().same(&mut self.session.terms, &other.place());
        self.is_known(s, same)
    }

    /// Whether an amount is known to be as much as is demanded.
    fn is_enough(&mut self, s: &State, demanded: DemandedAmount, amount: Term) -> bool {
        match demanded {
            DemandedAmount::Exactly(demanded) => {
                let enough = self.session.terms.le(demanded, amount);
                self.is_known(s, enough)
            }
            DemandedAmount::Some => true,
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
