//! Consumption of assertions (Figure 7 of the paper): checks that an assertion holds and
//! removes its permissions from the heap.
//!
//! `consume(s, φ, purpose, context, k)` is called where a contract, an invariant or a
//! predicate body must be proved. Expressions are evaluated in the initial heap, `H`.
//! Chunks are removed from the remaining heap, `H2`. The continuation gets the remaining
//! heap and the snapshot of the removed chunks.

use crate::engine::{Engine, with_stack};
use crate::error_context::{ErrorContext, Failure};
use crate::explanation::failures::{Claim, Demanded};
use crate::judgements::{ConsumeK, Flow, Judgements, Permission, Purpose, Remainder};
use crate::merging::Branch;
use crate::permissions::causes::FailedLookup;
use crate::permissions::inference::Aim;
use crate::permissions::lookup::{DemandedAmount, LookupEffort, RemovalResult, Shortage};
use crate::state::chunk::Place;
use crate::state::heap::Heap;
use crate::state::modes::Modes;
use crate::state::symbolic_state::State;
use veriframe_base::diagnostics::Code;
use veriframe_base::diagnostics::failure::{FailureKind, Note};
use veriframe_ir::{Amount, AssertKind, Assertion, Expr, ExprKind, Location, PredInstance};
use veriframe_logic::{FactKind, Term};

/// A predicate's chunk that can be neither removed nor provided by closing the predicate.
struct NotHeld {
    /// The result of the removal.
    removal: RemovalResult,
    /// The failures of closing the predicate.
    closing: Vec<Failure>,
}

/// A demanded location or predicate instance.
#[derive(Clone, Copy)]
struct Demand<'p, 't, S> {
    /// The location or the instance in the source.
    source: &'p S,
    /// Its place.
    target: &'t Place,
    /// The demanded amount.
    demanded: DemandedAmount,
}

impl<'t, S> Demand<'_, 't, S> {
    /// The lookup for the demand in a heap, which failed.
    fn failed_in(self, heap: &'t Heap) -> FailedLookup<'t> {
        FailedLookup {
            target: self.target,
            heap,
            aim: Aim::Remove(self.demanded),
        }
    }
}

/// A consumed conjunct.
#[derive(Clone, Copy)]
struct ConsumedConjunct {
    /// The snapshot of its chunks.
    snapshot: Option<Term>,
    /// Whether both it and later conjuncts have permission.
    splits: bool,
}

/// `e ? φ1 : φ2`
#[derive(Clone, Copy)]
struct Conditional<'p> {
    condition: &'p Expr,
    then: &'p Assertion,
    other: &'p Assertion,
}

impl<'p> Engine<'p> {
    /// Figure 7, `consume`: the state passed to `k` has lost the permissions of `φ`.
    pub fn consume(
        &mut self,
        s: State,
        a: &'p Assertion,
        purpose: Purpose,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Option<Term>),
    ) {
        // What is closed for this assertion is known to its own expressions only.
        let outer = s.modes.inference.closed.clone();
        let s = if outer.is_empty() {
            s
        } else {
            s.in_modes(Modes::leave_assertion)
        };
        let was_refuted = s.refuted;
        let remainder = Remainder {
            heap: s.heap.clone(),
            state: s,
        };
        self.consume_rec(
            remainder,
            a,
            &purpose,
            context,
            &mut |this, remainder, snapshot| {
                let mut s = remainder.state;
                if s.refuted && !was_refuted {
                    return;
                }
                s.heap = remainder.heap;
                if s.modes.inference.closed != outer {
                    s = s.in_modes(|modes| modes.inference.closed = outer.clone());
                }
                k(this, s, snapshot);
            },
        );
    }

    /// Figure 7, `consume'`.
    pub(super) fn consume_rec(
        &mut self,
        remainder: Remainder,
        a: &'p Assertion,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        if self.attempt_failed() {
            return;
        }
        let context = if matches!(a.kind, AssertKind::Star(_)) {
            context
        } else {
            context.on(a.span)
        };
        if self.ends_at(&remainder.state) {
            return;
        }
        with_stack(|| match &a.kind {
            AssertKind::Pure(e) => self.consume_condition(remainder, e, context, k),
            AssertKind::Acc(location, amount) => self.consume_access(
                remainder,
                Permission { location, amount },
                purpose,
                context,
                k,
            ),
            AssertKind::Pred(instance) => {
                self.consume_instance(remainder, instance, purpose, context, k)
            }
            AssertKind::Star(parts) => self.consume_parts(remainder, parts, purpose, context, k),
            AssertKind::Cond(condition, then, other) => {
                let branches = Conditional {
                    condition,
                    then,
                    other,
                };
                self.consume_conditional(remainder, branches, purpose, context, k)
            }
            AssertKind::Untouched(inner) => self.consume_untouched(remainder, a, inner, context, k),
            AssertKind::Let(var, bound, inner) => {
                let Remainder { state, heap } = remainder;
                self.eval_inside(state, bound, context, &mut |this, mut state, value| {
                    state.frame.set(*var, value);
                    let heap = heap.clone();
                    this.consume_rec(Remainder { state, heap }, inner, purpose, context, k);
                })
            }
        });
    }

    /// `e ? φ1 : φ2`
    fn consume_conditional(
        &mut self,
        remainder: Remainder,
        what: Conditional<'p>,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let Conditional {
            condition,
            then,
            other,
        } = what;
        let Remainder { state, heap } = remainder;
        self.eval_inside(state, condition, context, &mut |this, s, c| {
            let consume = |this: &mut Engine<'p>, state, holds, k: ConsumeK<'_, 'p>| {
                let part = if holds { then } else { other };
                let heap = heap.clone();
                this.consume_rec(Remainder { state, heap }, part, purpose, context, k);
            };
            if !this.compares_branches() {
                return this.branch(s, c, &mut |this, s, holds| consume(this, s, holds, k));
            }
            let (from, mut branches) = (s.clone(), Vec::new());
            this.branch(s, c, &mut |this, s, holds| {
                consume(this, s, holds, &mut |_, remainder, snapshot| {
                    branches.push(Branch {
                        remainder: Some(remainder.heap),
                        snapshot,
                        ..Branch::new(remainder.state, Flow::Next)
                    });
                });
            });
            for branch in this.merge(&from, branches, condition.span) {
                if let Some(heap) = branch.remainder {
                    let state = branch.state;
                    k(this, Remainder { state, heap }, branch.snapshot);
                }
            }
        });
    }

    fn consume_condition(
        &mut self,
        remainder: Remainder,
        e: &'p Expr,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        if Engine::is_truth(e) {
            return k(self, remainder, None);
        }
        let Remainder { state, heap } = remainder;
        let asserted = matches!(context, ErrorContext::Asserted(by) if by.code == Code::Assert);
        self.eval_inside(state, e, context, &mut |this, mut state, t| {
            match this.check(&mut state, t, e, context) {
                Demanded::Proved if asserted => {
                    // A proved condition need not be proved again and can help later
                    // queries.
                    this.assume_new(&mut state, t, FactKind::Shape);
                }
                Demanded::Proved | Demanded::Assumed => {}
                Demanded::Refuted => state.refuted = true,
                Demanded::Ended => return,
            }
            let heap = heap.clone();
            k(this, Remainder { state, heap }, None);
        });
    }

    /// Checks that a condition holds.
    fn check(
        &mut self,
        s: &mut State,
        t: Term,
        e: &'p Expr,
        context: ErrorContext<'_>,
    ) -> Demanded {
        let kind = |this: &mut Engine<'p>, s: &State| FailureKind::MightNotHold {
            condition: this.expr_text(s, e),
        };
        self.demand(
            s,
            t,
            Claim::new(context, e.span),
            kind,
            |this, s, failure| {
                this.name_inputs(s, failure);
                let note = this.operands_of(s, t, e);
                let note = note.or_else(|| this.goal_unless_written(s, t, e));
                failure.notes.extend(note);
                this.held_values(s, t, failure);
            },
        )
    }

    /// The note of a condition that is to be shown, unless it says what the text says. Of a
    /// quantifier the term has another form than the text.
    fn goal_unless_written(&self, s: &State, t: Term, e: &Expr) -> Option<Note> {
        if e.has_quantifier() && !self.session.terms.is_bool(t, false) {
            return None;
        }
        let written = [self.expr_text(s, e), self.plain_text(s, e)];
        let goal = self.value_text(s, t)?;
        let sign = format!(" {} ", self.equality());
        let turned = goal.split_once(&sign);
        let turned = turned.map(|(left, right)| format!("{right}{sign}{left}"));
        let is_written = |text: &String| written.contains(text);
        if is_written(&goal) || turned.as_ref().is_some_and(is_written) {
            return None;
        }
        self.goal_note(s, t)
    }

    /// The values of both operands, for a comparison that simplifies to `false`.
    fn operands_of(&mut self, s: &State, t: Term, e: &'p Expr) -> Option<Note> {
        let ExprKind::Binary(_, left, right) = &e.kind else {
            return None;
        };
        if !self.session.terms.is_bool(t, false) {
            return None;
        }
        let mut sides = Vec::new();
        for side in [left, right] {
            let text = self.expr_text(s, side);
            let value = self.direct(s, side)?;
            let value = self.value_text(s, value);
            let value = value.filter(|value| text != *value);
            sides.extend(value.map(|value| (text, value)));
        }
        (!sides.is_empty()).then_some(Note::Values(sides))
    }

    /// `φ1 * φ2 * …`: combines the snapshots of the conjuncts with permission. After a straight
    /// conjunct the next one follows without nesting.
    fn consume_parts(
        &mut self,
        remainder: Remainder,
        parts: &'p [Assertion],
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let with_access = parts.iter().rposition(Assertion::has_access);
        let mut remainder = remainder;
        let mut consumed: Vec<ConsumedConjunct> = Vec::new();
        for (index, first) in parts.iter().enumerate() {
            let splits = first.has_access() && with_access.is_some_and(|last| index < last);
            let others = parts.get(index + 1..).unwrap_or_default();
            let before = &consumed;
            let mut go_on = |this: &mut Engine<'p>, remainder, snapshot| {
                let part = ConsumedConjunct { snapshot, splits };
                let go_on = &mut |this: &mut Engine<'p>, remainder, rest| {
                    let rest = this.combined(&[part], rest);
                    let whole = this.combined(before, rest);
                    with_stack(|| k(this, remainder, whole));
                };
                with_stack(|| this.consume_parts(remainder, others, purpose, context, go_on));
            };
            if !self.is_straight(&remainder.state, first, others) {
                return self.consume_rec(remainder, first, purpose, context, &mut go_on);
            }
            let mut leaves = Vec::new();
            self.consume_rec(remainder, first, purpose, context, &mut |_, leaf, mine| {
                leaves.push((leaf, mine));
            });
            if leaves.len() > 1 {
                for (leaf, mine) in leaves {
                    go_on(self, leaf, mine);
                }
                return;
            }
            let Some((leaf, snapshot)) = leaves.pop() else {
                return; // the path has ended
            };
            consumed.push(ConsumedConjunct { snapshot, splits });
            remainder = leaf;
        }
        let snapshot = self.combined(&consumed, None);
        k(self, remainder, snapshot);
    }

    /// The snapshot of conjuncts and of those after them.
    fn combined(&mut self, parts: &[ConsumedConjunct], rest: Option<Term>) -> Option<Term> {
        parts.iter().rev().fold(rest, |rest, part| {
            let terms = &mut self.session.terms;
            match (part.snapshot, rest) {
                (Some(mine), Some(theirs)) => Some(terms.combine(mine, theirs)),
                // A conjunct with permission can have a branch without: its component is the
                // unit.
                (mine, theirs) if part.splits => {
                    let unit = terms.unit();
                    Some(terms.combine(mine.unwrap_or(unit), theirs.unwrap_or(unit)))
                }
                (mine, theirs) => mine.or(theirs),
            }
        })
    }

    fn consume_access(
        &mut self,
        remainder: Remainder,
        permission: Permission<'p>,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let Permission { location, amount } = permission;
        let Remainder { state, heap } = remainder;
        self.eval_location(state, location, context, &mut |this, mut state, target| {
            if let Location::Slice(array, ..) = location {
                let proper = this.proper_bounds(&mut state, &target);
                if !this.check_bounds(&mut state, proper, array, context) {
                    return;
                }
            }
            let heap = heap.clone();
            let remainder = Remainder { state, heap };
            this.demand_amount(
                remainder,
                amount,
                purpose,
                context,
                &mut |this, remainder, demanded| {
                    let demand = Demand {
                        source: location,
                        target: &target,
                        demanded,
                    };
                    this.remove_location(remainder, demand, purpose, context, k);
                },
            );
        });
    }

    /// Removes a location's chunk; if it is missing, opens a predicate that provides it.
    fn remove_location(
        &mut self,
        remainder: Remainder,
        demand: Demand<'p, '_, Location>,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let Demand {
            source: location,
            target,
            demanded,
        } = demand;
        let removed = self.staged_lookup(Result::is_ok, |this| {
            let mut missing = RemovalResult::Missing;
            for effort in LookupEffort::ALL {
                match this.remove_permission_with(
                    &remainder.state,
                    &remainder.heap,
                    target,
                    demanded,
                    effort,
                ) {
                    RemovalResult::Done(removals) => {
                        return Ok(this.remainders_of(removals, purpose));
                    }
                    result => missing = result,
                }
                if let Some(leaves) =
                    this.open_in_remainder(&remainder, target, demanded, effort, purpose.event.span)
                {
                    return Ok(this.remove_from_all(leaves, target, demanded, purpose));
                }
            }
            Err(missing)
        });
        match removed {
            Ok(leaves) => {
                for (leaf, value) in leaves {
                    let snapshot = self.session.terms.wrap(value);
                    k(self, leaf, Some(snapshot));
                }
            }
            Err(missing) => {
                let lookup = demand.failed_in(&remainder.heap);
                self.location_missing(&remainder.state, location, &lookup, &missing, context);
            }
        }
    }

    /// Reports a location whose permission is missing or insufficient.
    fn location_missing(
        &mut self,
        s: &State,
        location: &'p Location,
        lookup: &FailedLookup<'_>,
        result: &RemovalResult,
        context: ErrorContext<'_>,
    ) {
        let name = self.demanded_name(s, lookup.target, |this| this.location_name(s, location));
        let span = self.location_span(location, context);
        let receiver = location.receiver();
        let failure = match *result {
            RemovalResult::NotEnough { held, unknown } => {
                let shortage = Shortage {
                    held,
                    unknown,
                    writes: false,
                };
                self.not_enough(s, span, &name, shortage)
            }
            _ => self.missing_access(s, lookup, receiver, &name, span),
        };
        self.fail(s, context, failure);
    }

    /// Where a missing location is reported: at the consumed conjunct if `context` has
    /// one, else at the receiver or the declaration of the static field.
    fn location_span(
        &self,
        location: &Location,
        context: ErrorContext<'_>,
    ) -> veriframe_base::source::Span {
        match (location, context) {
            (_, ErrorContext::Asserted(asserted)) => asserted.conjunct,
            (_, ErrorContext::PureCall { conjunct, .. }) => conjunct,
            (Location::Field(e, _) | Location::Elems(e) | Location::Slice(e, ..), _) => e.span,
            (Location::Static(field), _) => self.ctx.program.field(*field).span,
        }
    }

    fn consume_instance(
        &mut self,
        remainder: Remainder,
        instance: &'p PredInstance,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let Remainder { state, heap } = remainder;
        let whole = state.heap.clone();
        self.eval_instance(state, instance, context, &mut |this, mut state, held| {
            let target = held.place();
            state.heap = whole.clone();
            let heap = heap.clone();
            let remainder = Remainder { state, heap };
            this.demand_amount(
                remainder,
                &instance.amount,
                purpose,
                context,
                &mut |this, remainder, demanded| {
                    let demand = Demand {
                        source: instance,
                        target: &target,
                        demanded,
                    };
                    this.remove_instance(remainder, demand, purpose, context, k);
                },
            );
        });
    }

    /// Removes a predicate's chunk; if it is missing, closes the predicate (§4.1, first
    /// rule).
    fn remove_instance(
        &mut self,
        remainder: Remainder,
        demand: Demand<'p, '_, PredInstance>,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let Demand {
            source: instance,
            target,
            demanded,
        } = demand;
        let got = self.staged_lookup(Result::is_ok, |this| {
            this.instance_of(&remainder, target, demanded, purpose)
        });
        match got {
            Ok(leaves) => {
                for (leaf, snapshot) in leaves {
                    k(self, leaf, Some(snapshot));
                }
            }
            Err(NotHeld { removal, closing }) => {
                let lookup = demand.failed_in(&remainder.heap);
                let failure =
                    self.missing_instance(&remainder.state, instance, &lookup, &removal, closing);
                self.fail(&remainder.state, context, failure);
            }
        }
    }

    /// The remainders after removing or closing a predicate's chunk, with their
    /// snapshots.
    fn instance_of(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        demanded: DemandedAmount,
        purpose: &Purpose,
    ) -> Result<Vec<(Remainder, Term)>, NotHeld> {
        let mut result = self.remove_permission_with(
            &remainder.state,
            &remainder.heap,
            target,
            demanded,
            LookupEffort::Known,
        );
        if !matches!(result, RemovalResult::Done(_)) {
            if let Some(leaves) = self.open_in_remainder(
                remainder,
                target,
                demanded,
                LookupEffort::Known,
                purpose.event.span,
            ) {
                return Ok(self.remove_from_all(leaves, target, demanded, purpose));
            }
            result = self.remove_permission(&remainder.state, &remainder.heap, target, demanded);
        }
        match result {
            RemovalResult::Done(removals) => Ok(self.remainders_of(removals, purpose)),
            removal => self
                .close_for(remainder, target, demanded, purpose)
                .map_err(|closing| NotHeld { removal, closing }),
        }
    }

    /// Evaluates an amount that is demanded of the remaining heap.
    fn demand_amount(
        &mut self,
        remainder: Remainder,
        amount: &'p Amount,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, Remainder, DemandedAmount),
    ) {
        let Remainder { state, heap } = remainder;
        let scale = purpose.scale;
        self.eval_demanded(
            state,
            amount,
            scale,
            context,
            &mut |this, state, demanded| {
                let heap = heap.clone();
                k(this, Remainder { state, heap }, demanded);
            },
        );
    }

    /// Evaluates a demanded amount.
    pub(crate) fn eval_demanded(
        &mut self,
        s: State,
        amount: &'p Amount,
        scale: Term,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, DemandedAmount),
    ) {
        match amount {
            Amount::Write => k(self, s, DemandedAmount::Exactly(scale)),
            Amount::Wildcard => k(self, s, DemandedAmount::Some),
            Amount::Fraction(e) => self.eval_inside(s, e, context, &mut |this, s, p| {
                let amount = this.session.terms.mul(p, scale);
                k(this, s, DemandedAmount::Exactly(amount));
            }),
        }
    }
}
