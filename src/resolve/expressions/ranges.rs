//! The ranges of bound variables. In annotations of Java a variable that is declared with a machine
//! type ranges over the values of the type: its quantifier gets a guard, of which is left out what
//! follows from the comparisons that the quantifier has anyway.

use super::static_types::width_of;
use crate::ir::{BinOp, CollOp, Expr, ExprKind, LogicOp, Type, UnOp, VarId, Width};
use crate::resolve::scopes::member::Member;
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;

/// What is known of a number: a lower and an upper bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Interval {
    low: Option<BigInt>,
    high: Option<BigInt>,
}

impl Interval {
    fn of(width: Width) -> Interval {
        Interval {
            low: Some(width.least()),
            high: Some(width.greatest()),
        }
    }

    fn negated(self) -> Interval {
        Interval {
            low: self.high.map(|n| -n),
            high: self.low.map(|n| -n),
        }
    }

    fn plus(self, other: Interval) -> Interval {
        Interval {
            low: self.low.zip(other.low).map(|(a, b)| a + b),
            high: self.high.zip(other.high).map(|(a, b)| a + b),
        }
    }

    fn union(self, other: Interval) -> Interval {
        Interval {
            low: self.low.zip(other.low).map(|(a, b)| a.min(b)),
            high: self.high.zip(other.high).map(|(a, b)| a.max(b)),
        }
    }

    fn raise(&mut self, low: BigInt) {
        let low = self.low.take().map_or(low.clone(), |own| own.max(low));
        self.low = Some(low);
    }

    fn lower(&mut self, high: BigInt) {
        let high = self.high.take().map_or(high.clone(), |own| own.min(high));
        self.high = Some(high);
    }
}

impl Member<'_, '_> {
    /// Records that a bound variable ranges over its type only.
    pub(in crate::resolve) fn note_range(&mut self, variable: VarId) {
        let is_int = self.scope.var(variable).ty == Type::Int;
        if self.has_static_types()
            && is_int
            && let Some(width) = self.scope.written(variable).and_then(width_of)
        {
            self.scope.set_range(variable, width);
        }
    }

    /// The body of a quantifier, restricted to the values that the types of its variables have.
    pub(in crate::resolve) fn within_types(
        &self,
        universal: bool,
        vars: &[VarId],
        body: Expr,
    ) -> Expr {
        let typed = vars
            .iter()
            .filter_map(|var| Some((*var, self.scope.bound_type(*var)?)));
        let typed: Vec<(VarId, Width)> = typed.collect();
        if typed.is_empty() {
            return body;
        }
        let mut missing = Vec::new();
        let mut known: BTreeMap<VarId, Interval> = typed
            .iter()
            .map(|(var, _)| (*var, Interval::default()))
            .collect();
        let conditions = conditions(universal, &body);
        // A bound that follows from the range of another variable is used only once that range is
        // established: otherwise each of two could rest on the other.
        for (var, width) in typed.iter().rev() {
            self.narrow(&conditions, &mut known);
            let Some(found) = known.get_mut(var) else {
                continue;
            };
            if found.low.as_ref().is_none_or(|low| *low < width.least()) {
                missing.push(self.limit(*var, width.least(), true));
                found.raise(width.least());
            }
            if found
                .high
                .as_ref()
                .is_none_or(|high| *high > width.greatest())
            {
                missing.push(self.limit(*var, width.greatest(), false));
                found.lower(width.greatest());
            }
        }
        let guard = missing
            .into_iter()
            .reduce(|a, b| joined(LogicOp::And, a, b));
        match guard {
            None => body,
            Some(guard) => guarded(universal, guard, body),
        }
    }

    /// Narrows the intervals of variables by comparisons, until nothing changes.
    fn narrow(&self, conditions: &[&Expr], known: &mut BTreeMap<VarId, Interval>) {
        // Each round establishes the interval of one more variable at least.
        for _ in 0..=known.len() {
            let before = known.clone();
            for condition in conditions {
                self.narrow_by(condition, known);
            }
            if *known == before {
                return;
            }
        }
    }

    fn narrow_by(&self, condition: &Expr, known: &mut BTreeMap<VarId, Interval>) {
        let ExprKind::Binary(op, left, right) = &condition.kind else {
            return;
        };
        let Some(distance) = op.least_distance() else {
            return;
        };
        let distance = BigInt::from(distance);
        // `x + n ≤ e` and `e ≤ x + n`
        for (side, other, is_below) in [(left, right, true), (right, left, false)] {
            let Some((var, offset)) = offset(side) else {
                continue;
            };
            let bounds = self.interval(other, known);
            let Some(found) = known.get_mut(&var) else {
                continue;
            };
            if let (Some(high), true) = (bounds.high, is_below || *op == BinOp::Eq) {
                found.lower(high - &offset - &distance);
            }
            if let (Some(low), true) = (bounds.low, !is_below || *op == BinOp::Eq) {
                found.raise(low - &offset + &distance);
            }
        }
    }

    /// What is known of the value of an expression.
    fn interval(&self, e: &Expr, known: &BTreeMap<VarId, Interval>) -> Interval {
        crate::resolve::deep(|| match (&e.kind, &e.ty) {
            (ExprKind::Int(n), _) => Interval {
                low: Some(n.clone()),
                high: Some(n.clone()),
            },
            (_, Type::Machine(width)) => Interval::of(*width),
            (ExprKind::Var(var), _) => match (known.get(var), self.scope.bound_type(*var)) {
                (Some(found), _) => found.clone(),
                // Of an outer quantifier, which has a guard itself.
                (None, Some(width)) => Interval::of(width),
                (None, None) => Interval::default(),
            },
            (ExprKind::Unary(UnOp::Neg, inner), Type::Int) => self.interval(inner, known).negated(),
            (ExprKind::Binary(BinOp::Add, left, right), Type::Int) => {
                self.interval(left, known).plus(self.interval(right, known))
            }
            (ExprKind::Binary(BinOp::Sub, left, right), Type::Int) => {
                let right = self.interval(right, known).negated();
                self.interval(left, known).plus(right)
            }
            (ExprKind::Cond(_, then, other), Type::Int) => self
                .interval(then, known)
                .union(self.interval(other, known)),
            (ExprKind::Collection(CollOp::Size, _), _) => Interval {
                low: Some(BigInt::zero()),
                high: None,
            },
            (
                ExprKind::Old(inner) | ExprKind::Opening(_, inner) | ExprKind::Using(_, inner),
                Type::Int,
            ) => self.interval(inner, known),
            _ => Interval::default(),
        })
    }

    /// `n ≤ x`, or `x ≤ n`.
    fn limit(&self, var: VarId, n: BigInt, is_low: bool) -> Expr {
        let span = self.scope.var(var).span;
        let (limit, var) = (Expr::int(n, Type::Int, span), self.read(var, span));
        let (left, right) = if is_low { (limit, var) } else { (var, limit) };
        Expr {
            kind: ExprKind::Binary(BinOp::Le, Box::new(left), Box::new(right)),
            ty: Type::Bool,
            span,
        }
    }
}

/// What holds wherever the body of a quantifier matters, and before anything of it that might be
/// undefined is evaluated: the first conjuncts of the left operands of implications for `forall`, of
/// the body for `exists`.
fn conditions(universal: bool, body: &Expr) -> Vec<&Expr> {
    let mut todo = Vec::new();
    if !universal {
        todo.push(body)
    } else {
        let mut body = body;
        while let ExprKind::Logic(LogicOp::Implies, guard, rest) = &body.kind {
            todo.push(guard);
            body = rest;
        }
        todo.reverse();
    }
    let mut found = Vec::new();
    while let Some(e) = todo.pop() {
        if let ExprKind::Logic(LogicOp::And, left, right) = &e.kind {
            todo.extend([&**right, &**left]);
        } else if e.is_total() {
            found.push(e);
        } else {
            break;
        }
    }
    found
}

/// The body where the guard holds, too. The guard stands behind the conditions of the body, which say
/// more if they bound a variable, but before the first that might be undefined for a value that the
/// type does not have.
fn guarded(universal: bool, guard: Expr, body: Expr) -> Expr {
    let Expr { kind, ty, span } = body;
    match (universal, kind) {
        (true, ExprKind::Logic(LogicOp::Implies, range, rest)) => {
            let range = inserted(*range, guard);
            let kind = ExprKind::Logic(LogicOp::Implies, Box::new(range), rest);
            Expr { kind, ty, span }
        }
        (true, kind) => Expr {
            span,
            ..joined(LogicOp::Implies, guard, Expr { kind, ty, span })
        },
        (false, kind) => inserted(Expr { kind, ty, span }, guard),
    }
}

/// A conjunction with one more conjunct, behind the conjuncts that are always defined.
fn inserted(conjunction: Expr, guard: Expr) -> Expr {
    let mut operands = Vec::new();
    let mut first = conjunction;
    while let Expr {
        kind: ExprKind::Logic(LogicOp::And, left, right),
        ..
    } = first
    {
        operands.push(*right);
        first = *left;
    }
    operands.push(first);
    operands.reverse();
    let at = operands.iter().position(|operand| !operand.is_total());
    let partial = operands.split_off(at.unwrap_or(operands.len()));
    let and = |left, right| joined(LogicOp::And, left, right);
    let guarded = match operands.into_iter().reduce(and) {
        Some(total) => and(total, guard),
        None => guard,
    };
    partial.into_iter().fold(guarded, and)
}

fn joined(op: LogicOp, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    Expr {
        kind: ExprKind::Logic(op, Box::new(left), Box::new(right)),
        ty: Type::Bool,
        span,
    }
}

/// The variable and the number of `x`, `x + n` and `x - n`.
fn offset(e: &Expr) -> Option<(VarId, BigInt)> {
    if let ExprKind::Var(var) = &e.kind {
        return Some((*var, BigInt::zero()));
    }
    let ExprKind::Binary(op, left, right) = &e.kind else {
        return None;
    };
    match (op, &left.kind, &right.kind) {
        (BinOp::Add, ExprKind::Var(var), ExprKind::Int(n))
        | (BinOp::Add, ExprKind::Int(n), ExprKind::Var(var)) => Some((*var, n.clone())),
        (BinOp::Sub, ExprKind::Var(var), ExprKind::Int(n)) => Some((*var, -n)),
        _ => None,
    }
}
