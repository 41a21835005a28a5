//! Consumption of assertions (Figure 7 of the paper): checking that an
//! assertion holds, and taking what it demands out of the heap.
//!
//! `consume(s, φ, purpose, context, k)` is called where a contract, an
//! invariant or a predicate body must be shown. Expressions are evaluated in
//! the whole heap, `H`; chunks are taken from what is left of it, `H2`. The
//! continuation gets the rest and the snapshot of what was taken.

use crate::diagnostics::Code;
use crate::ir::{Amount, AssertKind, Assertion, Expr, ExprKind, Location, PredInstance};
use crate::logic::{Answer, FactKind, Term};
use crate::symbolic::engine::{Engine, with_stack};
use crate::symbolic::error_context::{ErrorContext, Failure};
use crate::symbolic::explanation::failures::Claim;
use crate::symbolic::judgements::{ConsumeK, Flow, Judgements, Permission, Purpose, Rest};
use crate::symbolic::merging::Branch;
use crate::symbolic::permissions::lookup::{Effort, RemovalResult, Want};
use crate::symbolic::state::chunk::Place;
use crate::symbolic::state::symbolic_state::State;

/// What came of looking for a predicate's chunk, and why it cannot be closed.
type NotHeld = (RemovalResult, Vec<Failure>);

/// A location that is demanded.
#[derive(Clone, Copy)]
struct LocationDemand<'p, 't> {
    /// The location as it is written.
    location: &'p Location,
    /// Its place.
    target: &'t Place,
    /// How much of it.
    want: Want,
}

/// A predicate instance that is demanded.
#[derive(Clone, Copy)]
struct InstanceDemand<'p, 't> {
    /// The instance as it is written.
    instance: &'p PredInstance,
    /// Its place.
    target: &'t Place,
    /// How much of it.
    want: Want,
}

/// `e ? φ1 : φ2`
#[derive(Clone, Copy)]
struct Conditional<'p> {
    condition: &'p Expr,
    then: &'p Assertion,
    other: &'p Assertion,
}

impl<'p> Engine<'p> {
    /// Figure 7, `consume`: the state that `k` gets has lost what `φ` demands.
    pub(in crate::symbolic) fn consume(
        &mut self,
        s: State,
        a: &'p Assertion,
        purpose: Purpose,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Option<Term>),
    ) {
        let rest = Rest {
            heap: s.heap.clone(),
            state: s,
        };
        self.consume_rec(rest, a, &purpose, context, &mut |this, rest, snapshot| {
            let mut s = rest.state;
            s.heap = rest.heap;
            k(this, s, snapshot);
        });
    }

    /// Figure 7, `consume'`.
    pub(super) fn consume_rec(
        &mut self,
        rest: Rest,
        a: &'p Assertion,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let context = if matches!(a.kind, AssertKind::Star(_)) {
            context
        } else {
            context.on(a.span)
        };
        with_stack(|| match &a.kind {
            AssertKind::Pure(e) => self.consume_condition(rest, e, context, k),
            AssertKind::Acc(location, amount) => {
                self.consume_access(rest, Permission { location, amount }, purpose, context, k)
            }
            AssertKind::Pred(instance) => {
                self.consume_instance(rest, instance, purpose, context, k)
            }
            AssertKind::Star(parts) => self.consume_parts(rest, parts, purpose, context, k),
            AssertKind::Cond(condition, then, other) => {
                let branches = Conditional {
                    condition,
                    then,
                    other,
                };
                self.consume_conditional(rest, branches, purpose, context, k)
            }
            AssertKind::Untouched(inner) => self.consume_untouched(rest, a, inner, context, k),
            AssertKind::Let(var, bound, inner) => {
                let Rest { state, heap } = rest;
                self.eval_inside(state, bound, context, &mut |this, mut state, value| {
                    state.frame.set(*var, value);
                    let heap = heap.clone();
                    this.consume_rec(Rest { state, heap }, inner, purpose, context, k);
                })
            }
        });
    }

    /// `e ? φ1 : φ2`
    fn consume_conditional(
        &mut self,
        rest: Rest,
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
        let Rest { state, heap } = rest;
        self.eval_inside(state, condition, context, &mut |this, s, c| {
            let consume = |this: &mut Engine<'p>, state, holds, k: ConsumeK<'_, 'p>| {
                let part = if holds { then } else { other };
                let heap = heap.clone();
                this.consume_rec(Rest { state, heap }, part, purpose, context, k);
            };
            if !this.meets() {
                return this.branch(s, c, &mut |this, s, holds| consume(this, s, holds, k));
            }
            let (from, mut branches) = (s.clone(), Vec::new());
            this.branch(s, c, &mut |this, s, holds| {
                consume(this, s, holds, &mut |_, rest, snapshot| {
                    branches.push(Branch {
                        rest: Some(rest.heap),
                        snapshot,
                        ..Branch::new(rest.state, Flow::Next)
                    });
                });
            });
            for branch in this.merge(&from, branches, condition.span) {
                if let Some(heap) = branch.rest {
                    let state = branch.state;
                    k(this, Rest { state, heap }, branch.snapshot);
                }
            }
        });
    }

    fn consume_condition(
        &mut self,
        rest: Rest,
        e: &'p Expr,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        if Engine::is_truth(e) {
            return k(self, rest, None);
        }
        let Rest { state, heap } = rest;
        let asserted = matches!(context, ErrorContext::Asserted(by) if by.code == Code::Assert);
        self.eval_inside(state, e, context, &mut |this, mut state, t| {
            if this.check(&state, t, e, context) {
                if asserted {
                    // It was shown: it need not be shown again, and may help.
                    this.assume_new(&mut state, t, FactKind::Shape);
                }
                k(
                    this,
                    Rest {
                        state,
                        heap: heap.clone(),
                    },
                    None,
                );
            }
        });
    }

    /// Whether a condition holds; else the path ends with `may-not-hold`.
    fn check(&mut self, s: &State, t: Term, e: &'p Expr, context: ErrorContext<'_>) -> bool {
        let what = self.expr_text(s, e);
        let unknown = format!("`{what}` holds");
        self.demand(
            s,
            t,
            context,
            Claim {
                span: e.span,
                text: &unknown,
            },
            |this| {
                let message = format!("`{what}` might not hold here");
                let mut failure = Failure::new(Code::MayNotHold, e.span, message);
                this.name_inputs(s, &mut failure);
                let shown = this.show(t);
                match this.operands_of(s, t, e) {
                    Some(note) => failure.notes.push(note),
                    None if shown == what || shown == this.plain_text(s, e) => {}
                    None => failure
                        .notes
                        .push(format!("in terms of symbolic values, to be shown: {shown}")),
                }
                this.held_values(s, t, &mut failure);
                failure
            },
        )
    }

    /// For a comparison that is simply false: what its sides are.
    fn operands_of(&mut self, s: &State, t: Term, e: &'p Expr) -> Option<String> {
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
            let value = self.show(value);
            if text != value {
                sides.push(format!("`{text}` is {value}"));
            }
        }
        (!sides.is_empty()).then(|| format!("{} here", sides.join(" and ")))
    }

    /// `φ1 * φ2 * …`: the snapshots of the parts with permission are combined.
    fn consume_parts(
        &mut self,
        rest: Rest,
        parts: &'p [Assertion],
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let Some((first, others)) = parts.split_first() else {
            return k(self, rest, None);
        };
        let both = first.has_access() && others.iter().any(Assertion::has_access);
        self.consume_rec(rest, first, purpose, context, &mut |this, rest, mine| {
            this.consume_parts(rest, others, purpose, context, &mut |this, rest, theirs| {
                let snapshot = match (mine, theirs) {
                    (Some(a), Some(b)) => Some(this.session.terms.combine(a, b)),
                    // Where both parts have permission, a branch without any still has its place.
                    (a, b) if both => {
                        let unit = this.session.terms.unit();
                        Some(
                            this.session
                                .terms
                                .combine(a.unwrap_or(unit), b.unwrap_or(unit)),
                        )
                    }
                    (a, b) => a.or(b),
                };
                k(this, rest, snapshot);
            });
        });
    }

    fn consume_access(
        &mut self,
        rest: Rest,
        permission: Permission<'p>,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let Permission { location, amount } = permission;
        let Rest { state, heap } = rest;
        self.eval_location(state, location, context, &mut |this, mut state, target| {
            let heap = heap.clone();
            if let Location::Slice(array, ..) = location {
                let proper = this.proper_bounds(&mut state, &target);
                if !this.check_bounds(&state, proper, array, context) {
                    return;
                }
            }
            this.eval_want(
                state,
                amount,
                purpose.scale,
                context,
                &mut |this, state, want| {
                    let rest = Rest {
                        state,
                        heap: heap.clone(),
                    };
                    {
                        let demand = LocationDemand {
                            location,
                            target: &target,
                            want,
                        };
                        this.take_location(rest, demand, purpose, context, k)
                    };
                },
            );
        });
    }

    /// Takes a location's chunk; where it is missing, opens a predicate that gives it.
    fn take_location(
        &mut self,
        rest: Rest,
        demand: LocationDemand<'p, '_>,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let LocationDemand {
            location,
            target,
            want,
        } = demand;
        let taken = self.staged_lookup(Result::is_ok, |this| {
            let mut missing = RemovalResult::Missing;
            for effort in Effort::ALL {
                match this.take_by(&rest.state, &rest.heap, target, want, effort) {
                    RemovalResult::Done(removals) => return Ok(this.taken_from(removals, purpose)),
                    taking => missing = taking,
                }
                if let Some(leaves) =
                    this.open_in_rest(&rest, target, want, effort, purpose.event.span)
                {
                    return Ok(this.take_from_all(leaves, target, want, purpose));
                }
            }
            Err(missing)
        });
        match taken {
            Ok(leaves) => {
                for (leaf, value) in leaves {
                    let snapshot = self.session.terms.wrap(value);
                    k(self, leaf, Some(snapshot));
                }
            }
            Err(missing) => {
                self.location_missing(&rest.state, location, target, &missing, context);
            }
        }
    }

    /// The error of a location that is not there, or not wholly.
    fn location_missing(
        &mut self,
        s: &State,
        location: &'p Location,
        target: &Place,
        taking: &RemovalResult,
        context: ErrorContext<'_>,
    ) {
        let name = if s.frame.level > 0 {
            self.show_place(target)
        } else {
            self.location_text(s, location)
        };
        let span = self.location_span(location, context);
        let receiver = location.receiver();
        let failure = match *taking {
            RemovalResult::NotEnough { held, unknown } => {
                self.not_enough(span, &name, held, unknown)
            }
            _ => self.missing_access(s, target, receiver, &name, span),
        };
        self.fail(s, context, failure);
    }

    fn location_text(&self, s: &State, location: &Location) -> String {
        self.location_name(s, location)
    }

    /// A location's own place; a static field's is the conjunct that is consumed.
    fn location_span(&self, location: &Location, context: ErrorContext<'_>) -> crate::source::Span {
        match (location, context) {
            (_, ErrorContext::Asserted(asserted)) => asserted.conjunct,
            (_, ErrorContext::PureCall { conjunct, .. }) => conjunct,
            (Location::Field(e, _) | Location::Elems(e) | Location::Slice(e, ..), _) => e.span,
            (Location::Static(field), _) => self.ctx.program.field(*field).span,
        }
    }

    fn consume_instance(
        &mut self,
        rest: Rest,
        instance: &'p PredInstance,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let Rest { state, heap } = rest;
        let whole = state.heap.clone();
        self.eval_instance(state, instance, context, &mut |this, mut state, target| {
            state.heap = whole.clone();
            let heap = heap.clone();
            this.eval_want(
                state,
                &instance.amount,
                purpose.scale,
                context,
                &mut |this, state, want| {
                    let rest = Rest {
                        state,
                        heap: heap.clone(),
                    };
                    {
                        let demand = InstanceDemand {
                            instance,
                            target: &target,
                            want,
                        };
                        this.take_instance(rest, demand, purpose, context, k)
                    };
                },
            );
        });
    }

    /// Takes a predicate's chunk; where it is missing, closes it (§4.1, first rule).
    fn take_instance(
        &mut self,
        rest: Rest,
        demand: InstanceDemand<'p, '_>,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let InstanceDemand {
            instance,
            target,
            want,
        } = demand;
        let got = self.staged_lookup(Result::is_ok, |this| {
            this.instance_of(&rest, target, want, purpose)
        });
        match got {
            Ok(leaves) => {
                for (leaf, snapshot) in leaves {
                    k(self, leaf, Some(snapshot));
                }
            }
            Err((taking, inner)) => {
                let failure = self.missing_instance(&rest.state, instance, target, &taking, inner);
                self.fail(&rest.state, context, failure);
            }
        }
    }

    /// What is left after a predicate's chunk was taken or closed, with the snapshots.
    fn instance_of(
        &mut self,
        rest: &Rest,
        target: &Place,
        want: Want,
        purpose: &Purpose,
    ) -> Result<Vec<(Rest, Term)>, NotHeld> {
        let mut taking = self.take_by(&rest.state, &rest.heap, target, want, Effort::Known);
        if !matches!(taking, RemovalResult::Done(_)) {
            if let Some(leaves) =
                self.open_in_rest(rest, target, want, Effort::Known, purpose.event.span)
            {
                return Ok(self.take_from_all(leaves, target, want, purpose));
            }
            taking = self.take(&rest.state, &rest.heap, target, want);
        }
        match taking {
            RemovalResult::Done(removals) => Ok(self.taken_from(removals, purpose)),
            taking => self
                .close_for(rest, target, want, purpose)
                .map_err(|inner| (taking, inner)),
        }
    }

    /// An amount that is demanded.
    pub(in crate::symbolic) fn eval_want(
        &mut self,
        s: State,
        amount: &'p Amount,
        scale: Term,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Want),
    ) {
        match amount {
            Amount::Write => k(self, s, Want::Exactly(scale)),
            Amount::Wildcard => k(self, s, Want::Some),
            Amount::Fraction(e) => self.eval_inside(s, e, context, &mut |this, s, p| {
                let amount = this.session.terms.mul(p, scale);
                k(this, s, Want::Exactly(amount));
            }),
        }
    }

    /// `untouched(φ)`: the snapshots of `φ` in both heaps are equal; nothing is taken.
    fn consume_untouched(
        &mut self,
        rest: Rest,
        whole: &'p Assertion,
        inner: &'p Assertion,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let Rest { state, heap } = rest;

        self.snapshots_then_and_now(state, inner, context, &mut |this, state, equal| {
            let answer = this.entails(&state, equal);
            if answer == Answer::Yes {
                return k(
                    this,
                    Rest {
                        state,
                        heap: heap.clone(),
                    },
                    None,
                );
            }
            let what = this.assertion_text(inner);
            let failure = if answer == Answer::Unknown {
                Engine::gave_up(whole.span, &format!("`{what}` is untouched"))
            } else {
                Failure::new(
                    Code::MayNotHold,
                    whole.span,
                    format!("the heap that `{what}` describes may have changed since entry"),
                )
            };
            this.fail(&state, context, failure);
        });
    }

    /// That `φ` describes the same heap now as on entry: it is consumed in both
    /// (its conditions read in each), and the snapshots are compared.
    pub(in crate::symbolic) fn snapshots_then_and_now(
        &mut self,
        s: State,
        inner: &'p Assertion,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Term),
    ) {
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(inner.span, "compared"),
        };
        let now = s.clone();
        self.consume(
            s,
            inner,
            purpose.clone(),
            context,
            &mut |this, after, mine| {
                let then = State {
                    heap: after.old.clone(),
                    ..after
                };
                let purpose = purpose.clone();
                this.consume(then, inner, purpose, context, &mut |this, after, theirs| {
                    let unit = this.session.terms.unit();
                    let equal = this
                        .session
                        .terms
                        .eq(mine.unwrap_or(unit), theirs.unwrap_or(unit));
                    let state = now.knowing(after);
                    k(this, state, equal);
                });
            },
        );
    }
}
