//! Inference of `close` (the paper's §4.1): a missing predicate is closed if its body is held.
//!
//! Closing is a bounded attempt: a failed attempt has no effect.

use super::lookup::{DemandedAmount, LookupEffort};
use crate::engine::Engine;
use crate::error_context::{ErrorContext, Failure};
use crate::events::{EventKind, Scope};
use crate::judgements::{Judgements, Purpose, Remainder};
use crate::run::Tried;
use crate::state::chunk::Place;
use crate::state::chunk::predicate::Instance;
use crate::state::exchanges::{Exchange, Exchanged};
use crate::state::modes::Closing;
use num_rational::BigRational;
use std::rc::Rc;
use veriframe_base::source::Span;
use veriframe_ir::MemberId;
use veriframe_logic::{Answer, Term};

/// The maximum number of fractions in which closing a predicate is tried.
const MAX_SCALES: usize = 4;
/// The maximum nesting of predicates closed for one predicate without removing anything
/// from the heap.
const MAX_CLOSES: usize = 16;
/// The same if predicates are opened for it.
const MAX_OPENING_CLOSES: usize = 8;

/// What inference may do to provide the body of a predicate to be closed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CloseAttempt {
    /// Only close other predicates.
    CloseOnly,
    /// Open predicates, too.
    OpenToo,
}

impl<'p> Engine<'p> {
    /// §4.1, first rule: consumes the body of a missing predicate, so that the predicate
    /// need not be closed explicitly. Returns the remainders and the snapshots.
    ///
    /// # Errors
    /// The failures of consuming the body.
    pub(crate) fn close_for(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        demanded: DemandedAmount,
        purpose: &Purpose,
    ) -> Result<Vec<(Remainder, Term)>, Vec<Failure>> {
        if !self.ctx.config.infer {
            return Err(Vec::new());
        }
        self.infer(purpose.event.span, |this| {
            this.close_missing(remainder, target, demanded, purpose)
        })
    }

    /// Closes a missing predicate, from what is held or can be opened.
    fn close_missing(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        demanded: DemandedAmount,
        purpose: &Purpose,
    ) -> Result<Vec<(Remainder, Term)>, Vec<Failure>> {
        let scales = self.scales_for(remainder, demanded);
        let mut plain = Err(Vec::new());
        for &scale in &scales {
            plain = self.close_attempt(remainder, target, scale, purpose, CloseAttempt::CloseOnly);
            if plain.is_ok() {
                return plain;
            }
        }
        if remainder.state.modes.inference.closes_only {
            return plain;
        }
        if let Some(leaves) = self.open_in_remainder(
            remainder,
            target,
            demanded,
            LookupEffort::Queries,
            purpose.event.span,
        ) {
            return Ok(self.remove_from_all(leaves, target, demanded, purpose));
        }
        match scales.first() {
            Some(&scale) => {
                self.close_attempt(remainder, target, scale, purpose, CloseAttempt::OpenToo)
            }
            None => plain,
        }
    }

    /// The fractions in which a missing predicate is closed. If any positive amount
    /// suffices: a half, and the halves of the amounts held.
    fn scales_for(&mut self, remainder: &Remainder, demanded: DemandedAmount) -> Vec<Term> {
        let half = BigRational::new(1.into(), 2.into());
        let half = self.session.terms.perm(half);
        let mut scales = match demanded {
            DemandedAmount::Exactly(amount) => return vec![amount],
            DemandedAmount::Some => vec![half],
        };
        for chunk in remainder.heap.chunks() {
            let scale = self.session.terms.mul(chunk.amount, half);
            if scales.len() < MAX_SCALES && !scales.contains(&scale) {
                scales.push(scale);
            }
        }
        scales
    }

    /// Attempts to consume the body.
    fn close_attempt(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        scale: Term,
        purpose: &Purpose,
        attempt: CloseAttempt,
    ) -> Result<Vec<(Remainder, Term)>, Vec<Failure>> {
        let Some(instance) = target.instance() else {
            return Err(Vec::new());
        };
        if self.cancelled() || is_futile_close(remainder, instance) {
            return Err(Vec::new());
        }
        let Some(pred) = self.definition_of(&remainder.state, instance) else {
            return Err(Vec::new());
        };
        let Some(body) = &self.ctx.program.pred(pred).body else {
            return Err(Vec::new());
        };
        if self.cut_at(MemberId::Pred(pred)) {
            return Ok(Vec::new());
        }
        let zero = self.zero_amount();
        let has_object = target.has_object(&mut self.session.terms);
        let positive = self.session.terms.lt(zero, scale);
        let closable = self.session.terms.and([has_object, positive]);
        if self.entails(&remainder.state, closable) != Answer::Yes {
            return Err(Vec::new());
        }
        self.note_tried(pred, Tried::Closing);
        let frame = self.instance_frame(&remainder.state.frame, pred, instance);
        let inner = Purpose {
            scale,
            event: purpose.event.clone(),
        };
        if let Some(before) = self.closed_before(remainder, instance, scale) {
            let mut leaf = remainder.clone();
            leaf.heap = before.remainder.clone();
            let snapshot = Some(before.snapshot);
            return Ok(vec![
                self.closed(remainder, instance, leaf, snapshot, &inner),
            ]);
        }
        let closing = Rc::new(Closing {
            instance: instance.clone(),
            held: remainder.heap.len(),
        });
        let inside = remainder.state.clone().with_frame(frame).in_modes(|modes| {
            modes.closing.push_back_mut(closing);
            modes.inference.closes_only |= attempt == CloseAttempt::CloseOnly;
            modes.inference.depth += 1;
            modes.leave_assertion();
            modes.scale = Some(scale);
        });
        let start = Remainder {
            state: inside,
            heap: remainder.heap.clone(),
        };
        let scope = Scope::Closing(pred);
        self.note(&remainder.state, EventKind::ScopeOpened(scope));
        let result = self.attempt(|this, leaves: &mut Vec<(Remainder, Option<Term>)>| {
            this.consume_from(
                start,
                body,
                &inner,
                ErrorContext::Code,
                &mut |_, remainder, snapshot| {
                    leaves.push((remainder, snapshot));
                },
            );
        });
        self.note(&remainder.state, EventKind::ScopeClosed(scope));
        let mut leaves = result?;
        for (leaf, _) in &mut leaves {
            leaf.heap.closed_amount(self.literal(scale));
        }
        let is_plain = !self.ctx.footprints.calls_pure(pred) && is_repeatable(remainder);
        if let ([(leaf, Some(snapshot))], true) = (&mut *leaves, is_plain)
            && leaf.state.modes.inference.closed == remainder.state.modes.inference.closed
        {
            let result = Exchanged {
                remainder: leaf.heap.clone(),
                evaluated: remainder.state.heap.clone(),
                snapshot: *snapshot,
                since: self.session.serial(),
            };
            let exchange = Exchange::Closing(instance.clone(), scale);
            let (heap, evaluated) = (&remainder.heap, &remainder.state.heap);
            let exchanges = &mut leaf.state.known.exchanges;
            exchanges.note(heap, evaluated, exchange, result);
        }
        let leaves = leaves.into_iter();
        let leaves =
            leaves.map(|(leaf, snapshot)| self.closed(remainder, instance, leaf, snapshot, &inner));
        Ok(leaves.collect())
    }

    /// The result of closing an instance, if it was closed in these heaps earlier on the path.
    fn closed_before(
        &self,
        remainder: &Remainder,
        instance: &Instance,
        scale: Term,
    ) -> Option<Rc<Exchanged>> {
        if !is_repeatable(remainder) {
            return None;
        }
        let (heap, evaluated) = (&remainder.heap, &remainder.state.heap);
        let exchange = Exchange::Closing(instance.clone(), scale);
        let exchanges = &remainder.state.known.exchanges;
        exchanges.of(heap, evaluated, exchange)
    }

    /// A leaf of a successful close, with the caller's frame and modes restored but for what
    /// was closed. The amount is the scale of `purpose`.
    fn closed(
        &mut self,
        remainder: &Remainder,
        instance: &Instance,
        mut leaf: Remainder,
        snapshot: Option<Term>,
        purpose: &Purpose,
    ) -> (Remainder, Term) {
        leaf.state.frame = remainder.state.frame.clone();
        let body = leaf.state.modes.inference.closed.clone();
        leaf.state.modes = remainder.state.modes.with(|modes| {
            let closed = &modes.inference.closed;
            modes.inference.closed = closed.with(instance.clone(), purpose.scale, &body);
        });
        let unit = self.session.terms.unit();
        let snapshot = snapshot.unwrap_or(unit);
        let target = instance.place();
        self.step_closed(remainder, &target, &mut leaf, snapshot, purpose.event.span);
        (leaf, snapshot)
    }

    /// Records an inferred close. Expressions are still evaluated in the heap before it;
    /// the step shows the heap with the body exchanged for the predicate.
    fn step_closed(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        leaf: &mut Remainder,
        value: Term,
        span: Span,
    ) {
        let what = |this: &Engine<'_>| format!("close {}", this.show_place(target));
        if !self.ctx.config.records() {
            return self.inferred_step(&mut leaf.state, span, what);
        }
        let mut shown = leaf.state.heap.clone();
        for chunk in remainder.heap.chunks() {
            if !leaf.heap.holds(&chunk) {
                shown.remove(&chunk);
            }
        }
        let (one, origin) = (self.session.terms.write(), Engine::event(span, "closed"));
        shown.insert(self.new_chunk(target, one, value, origin));
        let kept = std::mem::replace(&mut leaf.state.heap, shown);
        self.inferred_step(&mut leaf.state, span, what);
        leaf.state.heap = kept;
    }
}

/// Whether the result of closing an instance can be used again: for the preconditions of pure
/// methods, of which no loss is kept, and unless it is for the body of another instance.
fn is_repeatable(remainder: &Remainder) -> bool {
    let modes = &remainder.state.modes;
    !modes.demanding.is_empty() && modes.closing.is_empty()
}

/// Whether closing an instance inside those being closed is futile: it is one of them, or
/// many levels removed nothing from the heap.
fn is_futile_close(remainder: &Remainder, instance: &Instance) -> bool {
    let closing = &remainder.state.modes.closing;
    let most = if remainder.state.modes.inference.closes_only {
        MAX_CLOSES
    } else {
        MAX_OPENING_CLOSES
    };
    let earlier = closing.len().checked_sub(most);
    let earlier = earlier.and_then(|at| closing.get(at));
    let is_this = |c: &Rc<Closing>| c.instance == *instance;
    earlier.is_some_and(|earlier| remainder.heap.len() >= earlier.held)
        || closing.iter().any(is_this)
}
