//! Evaluation of expressions (Figure 5 of the paper).
//!
//! `eval(s, e, context, k)` evaluates `e` in the state `s` and passes the value to `k`.
//! The state passed on can have more facts, and predicates that inference opened in its
//! heap (§4.1). If `e` is not well-defined, the path ends with an error reported under
//! `context`. Callers: `produce`, `consume`, `exec`, and `eval` itself.

use crate::engine::{Engine, with_stack};
use crate::error_context::{ErrorContext, Failure};
use crate::explanation::failures::{Claim, Demanded};
use crate::judgements::{Judgements, ValueK};
use crate::permissions::inference::Aim;
use crate::permissions::lookup::LookupEffort;
use crate::permissions::slices::SliceRange;
use crate::rules::quantifiers::Binding;
use crate::state::chunk::field::FieldPlace;
use crate::state::chunk::{Chunk, Place};
use crate::state::modes::Modes;
use crate::state::symbolic_state::State;
use crate::theories::collections::Operation;
use crate::theories::dynamic_types::Cast;
use crate::theories::machine_integers::Conversion;
use num_bigint::BigInt;
use num_traits::Zero;
use std::rc::Rc;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_base::source::Span;
use veriframe_ir::{BinOp, Expr, ExprKind, FieldId, LogicOp, MethodId, Type, UnOp, VarId, Width};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{FactKind, Term};

/// A lazy connective whose left operand has been evaluated.
#[derive(Clone, Copy)]
struct Lazy<'p> {
    op: LogicOp,
    left: Term,
    right: &'p Expr,
}

/// A conditional expression whose condition has been evaluated.
#[derive(Clone, Copy)]
struct Conditional<'p> {
    condition: Term,
    then: &'p Expr,
    other: &'p Expr,
}

impl<'p> Engine<'p> {
    /// Like `eval`, for an expression in an assertion. The heap is restored afterwards,
    /// so that predicates opened for conditions do not change what the assertion produces
    /// or consumes.
    pub(crate) fn eval_inside(
        &mut self,
        s: State,
        e: &'p Expr,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let heap = s.heap.clone();
        self.eval(s, e, context, &mut |this, mut s, value| {
            s.heap = heap.clone();
            k(this, s, value);
        });
    }

    pub(super) fn eval_stepwise(
        &mut self,
        s: State,
        e: &'p Expr,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        match &e.kind {
            ExprKind::Var(v) if s.frame.get(*v).is_some() => {
                let mut s = s;
                if let Some(value) = s.frame.get(*v) {
                    self.assume_type_facts(&mut s, &e.ty, value);
                    k(self, s, value);
                }
            }
            ExprKind::Null
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Perm(_)
            | ExprKind::Var(_) => {
                self.fail(&s, context, Failure::new(e.span, FailureKind::Unset));
            }
            ExprKind::Field(receiver, field) => {
                self.eval(s, receiver, context, &mut |this, s, t| {
                    this.read(s, e, &FieldPlace::new(*field, t), context, k);
                })
            }
            ExprKind::Static(field) => {
                self.read(s, e, &FieldPlace::of_static(*field), context, k);
            }
            ExprKind::Length(array) => self.eval(s, array, context, &mut |this, mut s, t| {
                if this.check_not_null(&mut s, t, array, context) {
                    let length = this.length_value(&mut s, t);
                    this.assume_type_facts(&mut s, &e.ty, length);
                    k(this, s, length);
                }
            }),
            ExprKind::Index(array, index) => self.eval(s, array, context, &mut |this, s, a| {
                this.eval(s, index, context, &mut |this, s, i| {
                    if let Some(element) = this.element(&array.ty, a, i) {
                        this.read_element(s, e, &element, context, k);
                    }
                });
            }),
            ExprKind::Pure(call)
                if self.is_narrowed(&e.ty, &self.ctx.program.pure_method(call.callee).ty) =>
            {
                self.eval_pure_call(s, call, context, &mut |this, mut s, value| {
                    this.assume_type_facts(&mut s, &e.ty, value);
                    k(this, s, value);
                });
            }
            ExprKind::Pure(call) => {
                self.eval_pure_call(s, call, context, &mut |this, s, value| {
                    let value = s.path.resolved(&mut this.session.terms, value);
                    k(this, s, value);
                });
            }
            ExprKind::Unary(op, operand) => self.eval(s, operand, context, &mut |this, s, t| {
                let value = match op {
                    UnOp::Not => this.session.terms.not(t),
                    UnOp::Neg => this.session.terms.neg(t),
                };
                k(this, s, value);
            }),
            ExprKind::Binary(BinOp::Add, ..) if is_long_sum(e) => {
                let summands = summands(e);
                self.eval_sum(s, &summands, &mut Vec::new(), context, k);
            }
            ExprKind::Binary(op, left, right) => self.eval(s, left, context, &mut |this, s, l| {
                this.eval(s, right, context, &mut |this, mut s, r| {
                    if this.check_divisor(&mut s, *op, r, right, context) {
                        let value = this.binary(*op, l, r);
                        k(this, s, value);
                    }
                });
            }),
            ExprKind::Logic(op, left, right) => self.eval(s, left, context, &mut |this, s, l| {
                let lazy = Lazy {
                    op: *op,
                    left: l,
                    right,
                };
                this.eval_lazily(s, lazy, context, k);
            }),
            ExprKind::Cond(condition, then, other) => {
                self.eval(s, condition, context, &mut |this, s, c| {
                    let conditional = Conditional {
                        condition: c,
                        then,
                        other,
                    };
                    this.eval_conditional(s, conditional, context, k);
                })
            }
            ExprKind::Old(inner) => self.eval_old(s, inner, context, k),
            ExprKind::Opening(instance, inner) => self.eval_opening(s, instance, inner, context, k),
            ExprKind::OldAt(label, inner) => self.eval_at_label(s, *label, inner, context, k),
            ExprKind::Let(var, bound, body) => {
                let binding = Binding {
                    var: *var,
                    bound,
                    body,
                };
                self.eval_let(s, binding, context, k)
            }
            ExprKind::Quant(quant) => self.eval_quantifier(s, e, quant, context, k),
            ExprKind::Convert(overflow, inner) => {
                let conversion = Conversion {
                    overflow: *overflow,
                    inner,
                };
                self.eval_convert(s, e, conversion, context, k)
            }
            ExprKind::Collection(op, operands) => self.eval_collection(
                s,
                Operation {
                    e,
                    op: *op,
                    operands,
                },
                context,
                k,
            ),
            ExprKind::Elements(array, lo, hi) => {
                let range = SliceRange {
                    lo: lo.as_deref(),
                    hi: hi.as_deref(),
                };
                self.eval_slice(s, array, range, context, &mut |this, s, slice| {
                    this.read_elements(s, e, &slice, context, k);
                })
            }
            ExprKind::Using(call, inner) => {
                self.eval_pure_call(s, call, context, &mut |this, s, t| {
                    if let Some(s) = this.assume_body(s, call, t, context) {
                        this.eval(s, inner, context, k);
                    }
                })
            }
            ExprKind::Unique(id) => {
                let (value, s) = self.unique(s, *id);
                k(self, s, value);
            }
            ExprKind::InstanceOf(object, class) => {
                self.eval(s, object, context, &mut |this, mut s, t| {
                    let value = this.instance_test(&mut s, object, t, *class);
                    k(this, s, value);
                })
            }
            ExprKind::Cast(object, class) => {
                self.eval(s, object, context, &mut |this, mut s, t| {
                    let cast = Cast {
                        inner: object,
                        object: t,
                        class: *class,
                    };
                    if this.check_cast(&mut s, e, cast, context) {
                        k(this, s, t);
                    }
                })
            }
        }
    }

    /// Evaluates the rest of the summands of a long sum, which is built at once: each sum of some of
    /// them would be a term that nobody needs.
    fn eval_sum(
        &mut self,
        s: State,
        rest: &[&'p Expr],
        values: &mut Vec<Term>,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        if self.attempt_failed() {
            return;
        }
        let before = values.len();
        let mut left = rest.iter();
        while let Some(summand) = left.next() {
            if let Some(value) = self.direct(&s, summand) {
                values.push(value);
                continue;
            }
            let rest = left.as_slice();
            self.eval(s, summand, context, &mut |this, s, value| {
                values.push(value);
                with_stack(|| this.eval_sum(s, rest, values, context, k));
                values.pop();
            });
            return values.truncate(before);
        }
        let sum = self.session.terms.sum(values);
        k(self, s, sum);
        values.truncate(before);
    }

    /// The value of an expression whose evaluation cannot branch or fail and reads only
    /// chunks with a syntactically identical receiver; `None` for other expressions.
    pub(super) fn direct_value(&mut self, s: &State, e: &Expr) -> Option<Term> {
        with_stack(|| {
            Some(match &e.kind {
                ExprKind::Null => self.session.terms.null(),
                ExprKind::Int(n) => self.session.terms.int(n.clone()),
                ExprKind::Bool(b) => self.session.terms.bool(*b),
                ExprKind::Perm(p) => self.session.terms.perm((**p).clone()),
                ExprKind::Var(v) => {
                    if self.is_narrowed(&e.ty, &self.vars(s.frame.member).get(*v).ty) {
                        return None;
                    }
                    s.frame.get(*v)?
                }
                // `read` adds the range or class assumption.
                ExprKind::Field(..) | ExprKind::Static(_)
                    if matches!(e.ty, Type::Machine(_)) || self.has_class_assumption(&e.ty) =>
                {
                    return None;
                }
                ExprKind::Field(receiver, field) => {
                    let receiver = self.direct(s, receiver)?;
                    self.identical_chunk(s, Some(receiver), *field)?
                }
                ExprKind::Static(field) => self.identical_chunk(s, None, *field)?,
                ExprKind::Unary(op, operand) => {
                    let operand = self.direct(s, operand)?;
                    op.term(&mut self.session.terms, operand)
                }
                ExprKind::Binary(BinOp::Add, ..) if is_long_sum(e) => {
                    let summands = summands(e).into_iter();
                    let values: Option<Vec<Term>> = summands.map(|e| self.direct(s, e)).collect();
                    self.session.terms.sum(&values?)
                }
                ExprKind::Binary(op, left, right) => {
                    let (l, r) = (self.direct(s, left)?, self.direct(s, right)?);
                    if op.divides() && !self.is_nonzero_constant(r) {
                        return None;
                    }
                    self.binary(*op, l, r)
                }
                ExprKind::Logic(op, left, right) => {
                    let (l, r) = (self.direct(s, left)?, self.direct(s, right)?);
                    self.connect(*op, l, r)
                }
                ExprKind::Cond(condition, then, other) => {
                    let c = self.direct(s, condition)?;
                    let (t, o) = (self.direct(s, then)?, self.direct(s, other)?);
                    self.session.terms.ite(c, t, o)
                }
                ExprKind::Length(_)
                | ExprKind::Index(..)
                | ExprKind::Pure(_)
                | ExprKind::Old(_)
                | ExprKind::Opening(..)
                | ExprKind::Using(..)
                | ExprKind::OldAt(..)
                | ExprKind::Let(..)
                | ExprKind::Quant(_)
                | ExprKind::Convert(..)
                | ExprKind::Collection(..)
                | ExprKind::Elements(..)
                | ExprKind::Unique(_)
                | ExprKind::InstanceOf(..)
                | ExprKind::Cast(..) => return None,
            })
        })
    }

    /// Whether Java's compiler infers a narrower type, `found`, than the declared one:
    /// type arguments say more than the erased type.
    fn is_narrowed(&self, found: &Type, declared: &Type) -> bool {
        *declared == Type::Object && self.has_class_assumption(found)
    }

    /// Assumes the class of a call's result if the assigned variable has a narrower type
    /// than the method's result.
    pub(crate) fn assume_narrowed_type(
        &mut self,
        s: &mut State,
        var: VarId,
        callee: MethodId,
        value: Term,
    ) {
        let callee = &self.ctx.program.method(callee).vars;
        let declared = callee.result.map(|var| &callee.get(var).ty);
        let found = &self.vars(s.frame.member).get(var).ty;
        if declared.is_some_and(|declared| self.is_narrowed(found, declared)) {
            let found = found.clone();
            self.assume_type_facts(s, &found, value);
        }
    }

    /// Whether reading a value of this type adds an assumption about its class.
    fn has_class_assumption(&self, ty: &Type) -> bool {
        let Type::Class(class) = ty else { return false };
        let class = self.ctx.program.classes.get(class.index());
        let constants = class.is_some_and(|class| !class.constants.is_empty());
        constants || self.ctx.reach.has_dynamic_types()
    }

    fn identical_chunk(
        &mut self,
        s: &State,
        receiver: Option<Term>,
        field: FieldId,
    ) -> Option<Term> {
        let chunk = s
            .heap
            .of_receiver(
                &self.session.terms,
                crate::state::chunk::Resource::Field(field),
                receiver,
            )
            .next()?
            .clone();
        matches!(self.session.terms.node(chunk.amount), Node::Perm(_)).then_some(chunk.value)
    }

    fn is_nonzero_constant(&self, t: Term) -> bool {
        match self.session.terms.node(t) {
            Node::Int(n) => *n != BigInt::ZERO,
            Node::Perm(p) => !p.is_zero(),
            _ => false,
        }
    }

    pub(crate) fn binary(&mut self, op: BinOp, l: Term, r: Term) -> Term {
        op.term(&mut self.session.terms, l, r)
    }

    fn connect(&mut self, op: LogicOp, l: Term, r: Term) -> Term {
        op.term(&mut self.session.terms, l, r)
    }

    /// The value at a location: that of a matching chunk, else that of a chunk provided
    /// by opening a predicate (§4.1, third rule).
    pub(crate) fn read(
        &mut self,
        s: State,
        e: &'p Expr,
        target: &Place,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let Some(found) =
            self.staged_lookup(Option::is_some, |this| this.chunks_for(&s, e.span, target))
        else {
            return self.no_access(&s, e, target, context);
        };
        for (mut s, chunk) in found {
            match chunk {
                Some(chunk) => {
                    self.assume_type_facts(&mut s, &e.ty, chunk.value);
                    k(self, s, chunk.value);
                }
                None => self.no_access(&s, e, target, context),
            }
        }
    }

    /// The chunk to read at a location, for each state after opening predicates.
    fn chunks_for(
        &mut self,
        s: &State,
        span: Span,
        target: &Place,
    ) -> Option<Vec<(State, Option<Rc<Chunk>>)>> {
        for effort in LookupEffort::ALL {
            let found = self.find_with(s, &s.heap, target, effort);
            if let Some(chunk) = found
                && self.readable(s, &chunk)
            {
                return Some(vec![(s.clone(), Some(chunk))]);
            }
            if let Some(leaves) = self.open_for(s, target, Aim::Read, span, effort) {
                let mut all = Vec::with_capacity(leaves.len());
                for opened in leaves {
                    let chunk = self.find(&opened, &opened.heap, target);
                    all.push((opened, chunk));
                }
                return Some(all);
            }
        }
        None
    }

    /// Checks that a receiver is not null. Returns whether the path goes on.
    pub(crate) fn check_not_null(
        &mut self,
        s: &mut State,
        t: Term,
        e: &Expr,
        context: ErrorContext<'_>,
    ) -> bool {
        let null = self.session.terms.null();
        let goal = self.session.terms.ne(t, null);
        let kind = |this: &mut Engine<'p>, s: &State| FailureKind::Null {
            expression: this.expr_text(s, e),
        };
        self.demand(s, goal, Claim::new(context, e.span), kind, |_, _, _| {})
            .goes_on()
    }

    /// Checks that an index is within bounds.
    pub(crate) fn check_index(
        &mut self,
        s: &mut State,
        array: Term,
        index: Term,
        e: &Expr,
        context: ErrorContext<'_>,
    ) -> Demanded {
        let span = e.span;
        let length = self.length_value(s, array);
        let zero = self.session.terms.int(0);
        let low = self.session.terms.le(zero, index);
        let high = self.session.terms.lt(index, length);
        let within = self.session.terms.and([low, high]);
        let kind = |this: &mut Engine<'p>, s: &State| FailureKind::OutOfBounds {
            index: this.value_text(s, index),
            length: this.value_text(s, length),
        };
        let demanded = self.demand(s, within, Claim::new(context, span), kind, |_, _, _| {});
        if let (Demanded::Assumed, Type::Machine(_)) = (demanded, &e.ty) {
            // So what is computed from the index does not overflow.
            self.assume_type_facts(s, &Type::Machine(Width::I32), length);
        }
        demanded
    }

    fn check_divisor(
        &mut self,
        s: &mut State,
        op: BinOp,
        divisor: Term,
        e: &Expr,
        context: ErrorContext<'_>,
    ) -> bool {
        if !op.divides() || self.is_nonzero_constant(divisor) {
            return true;
        }
        let zero = self
            .session
            .terms
            .default_of(self.session.terms.sort(divisor));
        let goal = self.session.terms.ne(divisor, zero);
        let kind = |this: &mut Engine<'p>, s: &State| FailureKind::DivisorZero {
            divisor: this.expr_text(s, e),
        };
        self.demand(s, goal, Claim::new(context, e.span), kind, |_, _, _| {})
            .goes_on()
    }

    /// `&&`, `||`, `==>`: the right operand is evaluated only if the left one does not
    /// decide.
    fn eval_lazily(
        &mut self,
        s: State,
        lazy: Lazy<'p>,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let Lazy { op, left: l, right } = lazy;
        let needed = if op == LogicOp::Or {
            self.session.terms.not(l)
        } else {
            l
        };
        let decided = match op {
            LogicOp::And => self.session.terms.bool(false),
            LogicOp::Or | LogicOp::Implies => self.session.terms.bool(true),
        };
        let skipped = self.session.terms.not(needed);
        if self.is_known(&s, skipped) {
            return k(self, s, decided);
        }
        if let Some((s, r)) = self.eval_under(&s, needed, right, context) {
            let value = self.connect(op, l, r);
            return k(self, s, value);
        }
        // The right operand is unreachable, or its evaluation failed on every path.
        let mut s = s;
        s.assume(&self.session.terms, skipped, FactKind::Branch);
        if !self.known_contradiction(&s) {
            k(self, s, decided);
        }
    }

    /// Evaluates `e` under `condition`. Facts learned by the evaluation are guarded by
    /// `condition`. `None` if no path succeeds.
    fn eval_under(
        &mut self,
        s: &State,
        condition: Term,
        e: &'p Expr,
        context: ErrorContext<'_>,
    ) -> Option<(State, Term)> {
        if self.is_known(s, condition) {
            let leaves = self.collect(|this, k| this.eval(s.clone(), e, context, k));
            return self.join_leaves(s, leaves);
        }
        let mut inside = s.clone();
        inside.assume(&self.session.terms, condition, FactKind::Branch);
        if self.known_contradiction(&inside) {
            return None;
        }
        // The feasibility of `condition` matters only if the evaluation fails.
        let leaves = match self.collect_quietly(|this, k| this.eval(inside.clone(), e, context, k))
        {
            Ok(leaves) => leaves,
            Err(_) if self.infeasible(&inside) => return None,
            Err(failures) => {
                if self.run.fail_attempt(failures) {
                    return None;
                }
                self.collect(|this, k| this.eval(inside.clone(), e, context, k))
            }
        };
        let (under, value) = self.join_leaves(&inside, leaves)?;
        let mut joined = s.clone();
        self.keep_deferred(&mut joined, &inside, &under, condition);
        for (fact, kind) in under.path.facts_since(&inside.path) {
            let guarded = self.session.terms.implies(condition, fact);
            joined.assume(&self.session.terms, guarded, kind);
        }
        Some((joined, value))
    }

    /// `c ? e1 : e2`, given the value of `c`.
    fn eval_conditional(
        &mut self,
        s: State,
        conditional: Conditional<'p>,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let Conditional {
            condition: c,
            then: on_true,
            other: on_false,
        } = conditional;
        let not_c = self.session.terms.not(c);
        if self.is_known(&s, c) {
            return self.eval(s, on_true, context, k);
        }
        if self.is_known(&s, not_c) {
            return self.eval(s, on_false, context, k);
        }
        let then = self.eval_under(&s, c, on_true, context);
        let base = then.as_ref().map_or_else(|| s.clone(), |(s, _)| s.clone());
        let other = self.eval_under(&base, not_c, on_false, context);
        match (then, other) {
            (Some((_, t)), Some((s, o))) => {
                let value = self.session.terms.ite(c, t, o);
                k(self, s, value);
            }
            (Some((mut s, t)), None) => {
                s.assume(&self.session.terms, c, FactKind::Branch);
                k(self, s, t);
            }
            (None, Some((mut s, o))) => {
                s.assume(&self.session.terms, not_c, FactKind::Branch);
                k(self, s, o);
            }
            (None, None) => {}
        }
    }

    /// `old(e)`: evaluates `e` in the heap on entry.
    fn eval_old(&mut self, s: State, e: &'p Expr, context: ErrorContext<'_>, k: ValueK<'_, 'p>) {
        let then = s.old.clone();
        self.eval_in_heap(s, then, e, context, k);
    }

    /// Evaluates `e` in another heap.
    pub(crate) fn eval_in_heap(
        &mut self,
        s: State,
        heap: crate::state::heap::Heap,
        e: &'p Expr,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let mut then = s.clone().in_modes(Modes::leave_assertion);
        then.heap = heap;
        let leaves = self.collect(|this, k| this.eval(then.clone(), e, context, k));
        if let Some((known, value)) = self.join_leaves(&s, leaves) {
            k(self, known, value);
        }
    }
}

/// The number of summands from which a sum is long.
const LONG_SUM: usize = 8;

/// Whether a sum has many summands.
fn is_long_sum(e: &Expr) -> bool {
    let mut e = e;
    for _ in 1..LONG_SUM {
        let ExprKind::Binary(BinOp::Add, left, _) = &e.kind else {
            return false;
        };
        e = left;
    }
    true
}

/// The summands of a sum, from left to right.
fn summands(e: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut e = e;
    while let ExprKind::Binary(BinOp::Add, left, right) = &e.kind {
        found.push(&**right);
        e = left;
    }
    found.push(e);
    found.reverse();
    found
}
