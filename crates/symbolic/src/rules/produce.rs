//! Production of assertions (Figure 6 of the paper): adds the permissions and facts of an
//! assertion to the heap and the path condition.
//!
//! `produce(s, φ, source, context, k)` is called where a contract, an invariant or a
//! predicate body is assumed. `φ` is evaluated in the heap that it produces itself
//! (`produce'` of the paper), so a `φ` that is not self-framing ends the path with an
//! error reported under `context`.
//!
//! A conjunct without permission has no part in a snapshot. What is produced without a snapshot
//! gets fresh values named after location and line. Snapshots are an algebraic datatype; no axiom
//! about them is quantified.

use crate::engine::{Engine, with_stack};
use crate::error_context::ErrorContext;
use crate::judgements::{Flow, Judgements, Permission, PermissionSource, StateK};
use crate::merging::Branch;
use crate::permissions::slices::SliceRange;
use crate::state::chunk::Chunk;
use crate::state::chunk::Place;
use crate::state::chunk::field::FieldPlace;
use crate::state::chunk::predicate::Instance;
use crate::state::heap::Heap;
use crate::state::symbolic_state::State;
use veriframe_ir::{
    Amount, AssertKind, Assertion, Expr, ExprKind, Location, MemberId, PredInstance,
};
use veriframe_logic::{FactKind, Sort, Term};

/// The number of conjuncts that follow one another by nesting: to find out whether a conjunct is
/// straight costs more than the stack of so few.
const WIDE: usize = 12;

impl<'p> Engine<'p> {
    /// Figure 6, `produce`. Departures: a conjunct without permission has no component in
    /// the snapshot; fresh values are created on demand instead of projected from a fresh
    /// snapshot; permissions are fractional.
    pub(crate) fn produce(
        &mut self,
        s: State,
        a: &'p Assertion,
        source: PermissionSource,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        let frame_heap = s.heap.clone();
        let mut inside = s;
        inside.heap = Heap::default();
        self.produce_rec(inside, a, &source, context, &mut |this, mut s| {
            let given = std::mem::replace(&mut s.heap, frame_heap.clone());
            for chunk in given.chunks() {
                if !this.add_chunk(&mut s, (*chunk).clone()) {
                    return;
                }
            }
            k(this, s);
        });
    }

    /// Figure 6, `produce'`: the heap of `s` holds what `φ` has produced so far.
    pub(super) fn produce_rec(
        &mut self,
        s: State,
        a: &'p Assertion,
        source: &PermissionSource,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        if self.attempt_failed() {
            return;
        }
        if Engine::leaves_out(&s, a) {
            return k(self, s);
        }
        if self.ends_at(&s) {
            return;
        }
        with_stack(|| match &a.kind {
            AssertKind::Pure(e) => self.produce_condition(s, e, context, k),
            AssertKind::Acc(location, amount) => {
                self.produce_access(s, Permission { location, amount }, source, context, k)
            }
            AssertKind::Pred(instance) => self.produce_instance(s, instance, source, context, k),
            AssertKind::Star(parts) => self.produce_parts(s, parts, source, context, k),
            AssertKind::Cond(condition, then, other) => {
                self.eval_inside(s, condition, context, &mut |this, s, c| {
                    let part_of =
                        &mut |this: &mut Engine<'p>, mut s: State, holds, k: StateK<'_, 'p>| {
                            let part = if holds { then } else { other };
                            if let (Some(snapshot), false) = (source.snapshot, part.has_access()) {
                                // Consuming this branch yields the unit snapshot.
                                let unit = this.session.terms.unit();
                                let empty = this.session.terms.eq(snapshot, unit);
                                this.assume_new(&mut s, empty, FactKind::Shape);
                            }
                            this.produce_rec(s, part, source, context, k);
                        };
                    if !this.compares_branches() {
                        return this.branch(s, c, &mut |this, s, holds| part_of(this, s, holds, k));
                    }
                    let (from, mut branches) = (s.clone(), Vec::new());
                    this.branch(s, c, &mut |this, s, holds| {
                        part_of(this, s, holds, &mut |_, s| {
                            branches.push(Branch::new(s, Flow::Next))
                        });
                    });
                    for branch in this.merge(&from, branches, a.span) {
                        k(this, branch.state);
                    }
                });
            }
            AssertKind::Let(var, bound, inner) => {
                self.eval_inside(s, bound, context, &mut |this, mut s, value| {
                    s.frame.set(*var, value);
                    this.produce_rec(s, inner, source, context, k);
                })
            }
            AssertKind::Untouched(inner) => {
                self.snapshots_then_and_now(s, inner, context, &mut |this, mut s, equal| {
                    s.assume(&this.session.terms, equal, FactKind::Fact);
                    if !this.known_contradiction(&s) {
                        k(this, s);
                    }
                })
            }
        });
    }

    pub(super) fn produce_condition(
        &mut self,
        s: State,
        e: &'p Expr,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        self.eval_inside(s, e, context, &mut |this, mut s, t| {
            if this.session.terms.is_bool(t, false) {
                return; // `false` is produced: the path is infeasible
            }
            this.assume_new(&mut s, t, FactKind::Fact);
            if !this.known_contradiction(&s) {
                k(this, s);
            }
        });
    }

    /// `φ1 * φ2 * …`: splits the snapshot among the conjuncts with permission. After a straight
    /// conjunct the next one follows without nesting, so that wide contracts need little stack.
    fn produce_parts(
        &mut self,
        s: State,
        parts: &'p [Assertion],
        source: &PermissionSource,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        let with_access = parts.iter().rposition(Assertion::has_access);
        let (mut s, mut source) = (s, source.clone());
        for (index, first) in parts.iter().enumerate() {
            let rest_has_access = with_access.is_some_and(|last| index < last);
            let mut mine = source.clone();
            if let (true, true, Some(snapshot)) =
                (first.has_access(), rest_has_access, source.snapshot)
            {
                let shape = self.session.terms.is_combine(snapshot);
                self.assume_new(&mut s, shape, FactKind::Shape);
                mine.snapshot = Some(self.session.terms.first(snapshot));
                source.snapshot = Some(self.session.terms.second(snapshot));
            }
            let rest = parts.get(index + 1..).unwrap_or_default();
            let mut go_on = |this: &mut Engine<'p>, s| {
                this.produce_parts(s, rest, &source, context, k);
            };
            if !self.is_straight(&s, first, rest) {
                return self.produce_rec(s, first, &mine, context, &mut go_on);
            }
            let mut leaves = Vec::new();
            self.produce_rec(s, first, &mine, context, &mut |_, leaf| leaves.push(leaf));
            if leaves.len() > 1 {
                for leaf in leaves {
                    go_on(self, leaf);
                }
                return;
            }
            let Some(leaf) = leaves.pop() else {
                return; // the path has ended
            };
            s = leaf;
        }
        k(self, s);
    }

    /// Whether a conjunct with many after it is a condition or a permission whose expressions can
    /// neither branch nor fail. All results of producing or consuming it are complete before its
    /// continuation is called.
    pub(super) fn is_straight(
        &mut self,
        s: &State,
        a: &'p Assertion,
        rest: &'p [Assertion],
    ) -> bool {
        match &a.kind {
            _ if rest.len() < WIDE => false,
            AssertKind::Pure(e) | AssertKind::Acc(Location::Field(e, _), Amount::Write) => {
                self.direct(s, e).is_some()
            }
            AssertKind::Acc(Location::Static(_), Amount::Write) => true,
            _ => false,
        }
    }

    fn produce_access(
        &mut self,
        s: State,
        permission: Permission<'p>,
        source: &PermissionSource,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        let Permission { location, amount } = permission;
        self.eval_location(s, location, context, &mut |this, s, target| {
            this.eval_amount(
                s,
                amount,
                source.scale,
                context,
                &mut |this, mut s, amount| {
                    if !this.assume_positive(&mut s, amount) {
                        return; // a non-positive amount makes the assertion `false`
                    }
                    let has_object = target.has_object(&mut this.session.terms);
                    this.assume_new(&mut s, has_object, FactKind::Fact);
                    let proper = this.proper_bounds(&mut s, &target);
                    this.assume_new(&mut s, proper, FactKind::Fact);
                    let value = this.given_value(&mut s, &target, source);
                    let chunk = this.given_chunk(&target, amount, value, source);
                    if this.assume_at_most_one(&mut s, &target, amount)
                        && this.add_chunk(&mut s, chunk)
                    {
                        k(this, s);
                    }
                },
            );
        });
    }

    fn given_chunk(
        &mut self,
        target: &Place,
        amount: Term,
        value: Term,
        source: &PermissionSource,
    ) -> Chunk {
        Chunk {
            of_entry: source.of_entry,
            ..self.new_chunk(target, amount, value, source.origin.clone())
        }
    }

    /// The value of a produced location: projected from the snapshot, or fresh.
    fn given_value(&mut self, s: &mut State, target: &Place, source: &PermissionSource) -> Term {
        let sort = target.value_sort(self.ctx.program);
        let name = self.show_place(target);
        match source.snapshot {
            None => self.fresh_at(&name, source.origin.span, sort),
            Some(snapshot) => {
                let shape = self.session.terms.is_wrap(sort, snapshot);
                self.assume_new(s, shape, FactKind::Shape);
                let value = self.session.terms.unwrap_as(sort, snapshot);
                let hint = format!("{name}@{}", self.line(source.origin.span));
                self.session.terms.name_part(value, &hint);
                value
            }
        }
    }

    fn produce_instance(
        &mut self,
        s: State,
        instance: &'p PredInstance,
        source: &PermissionSource,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        let heap = s.heap.clone();
        self.eval_instance(s, instance, context, &mut |this, mut s, held| {
            let target = held.place();
            s.heap = heap.clone();
            this.eval_amount(
                s,
                &instance.amount,
                source.scale,
                context,
                &mut |this, mut s, amount| {
                    if !this.assume_positive(&mut s, amount) {
                        return;
                    }
                    let has_object = target.has_object(&mut this.session.terms);
                    this.assume_new(&mut s, has_object, FactKind::Fact);
                    let name = this.show_place(&target);
                    let value = match source.snapshot {
                        None => this.fresh_at(&name, source.origin.span, Sort::Snap),
                        Some(snapshot) => {
                            let hint = format!("{name}@{}", this.line(source.origin.span));
                            this.session.terms.name_part(snapshot, &hint);
                            snapshot
                        }
                    };
                    let chunk = this.given_chunk(&target, amount, value, source);
                    if this.add_chunk(&mut s, chunk) {
                        k(this, s);
                    }
                },
            );
        });
    }

    /// Evaluates a location to its place: resource and receiver.
    pub(crate) fn eval_location(
        &mut self,
        s: State,
        location: &'p Location,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Place),
    ) {
        match location {
            Location::Field(e, field) => {
                self.eval_inside(s, e, context, &mut |this, s, receiver| {
                    k(this, s, FieldPlace::new(*field, receiver));
                })
            }
            Location::Elems(e) => self.eval_inside(s, e, context, &mut |this, mut s, array| {
                if let Some(slice) = this.all_elements(&mut s, &e.ty, array) {
                    k(this, s, slice.place());
                }
            }),
            Location::Slice(e, lo, hi) => {
                let heap = s.heap.clone();
                self.eval_slice(
                    s,
                    e,
                    SliceRange {
                        lo: lo.as_deref(),
                        hi: hi.as_deref(),
                    },
                    context,
                    &mut |this, mut s, slice| {
                        s.heap = heap.clone();
                        k(this, s, slice.place());
                    },
                )
            }
            Location::Static(field) => {
                k(self, s, FieldPlace::of_static(*field));
            }
        }
    }

    /// Evaluates a predicate instance: its receiver and arguments.
    pub(crate) fn eval_instance(
        &mut self,
        s: State,
        instance: &'p PredInstance,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Instance),
    ) {
        match &instance.receiver {
            Some(e) => self.eval(s, e, context, &mut |this, s, receiver| {
                this.eval_instance_of(s, instance, Some((e, receiver)), context, k);
            }),
            None => self.eval_instance_of(s, instance, None, context, k),
        }
    }

    /// The same with the value of the receiver, if there is one.
    fn eval_instance_of(
        &mut self,
        s: State,
        instance: &'p PredInstance,
        receiver: Option<(&'p Expr, Term)>,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Instance),
    ) {
        let pred = self.ctx.program.hierarchy.preds().family(instance.pred);
        let evaluated = &mut |this: &mut Engine<'p>, mut s: State, mut args: Vec<Term>| {
            if let Some((e, receiver)) = receiver {
                let member = MemberId::Pred(instance.pred);
                let view = this.view_of(&s, e, instance.of);
                args.extend(this.definition_selector(&mut s, member, e, receiver, view));
            }
            let instance = Instance {
                pred,
                receiver: receiver.map(|(_, receiver)| receiver),
                args: args.into(),
            };
            k(this, s, instance);
        };
        self.eval_all(s, &instance.args, Vec::new(), context, evaluated);
    }

    /// Evaluates a produced amount. A wildcard is a fresh fraction in (0, 1].
    fn eval_amount(
        &mut self,
        s: State,
        amount: &'p Amount,
        scale: Term,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Term),
    ) {
        match amount {
            Amount::Write => k(self, s, scale),
            Amount::Fraction(e) => self.eval_inside(s, e, context, &mut |this, s, p| {
                let amount = this.session.terms.mul(p, scale);
                k(this, s, amount);
            }),
            Amount::Wildcard => {
                let part = self.session.terms.fresh("part", Sort::Perm);
                let (zero, one) = (self.zero_amount(), self.session.terms.write());
                let (positive, fits) = (
                    self.session.terms.lt(zero, part),
                    self.session.terms.le(part, one),
                );
                let mut s = s;
                s.assume(&self.session.terms, positive, FactKind::Fact);
                s.assume(&self.session.terms, fits, FactKind::Fact);
                let amount = self.session.terms.mul(part, scale);
                k(self, s, amount);
            }
        }
    }

    /// Whether an expression is the literal `true`.
    pub(crate) fn is_truth(e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Bool(true))
    }
}
