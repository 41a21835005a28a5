//! Quantifiers, as loops over the bounds that their guards give: for integers a lower and an
//! upper one, for other values a collection. A quantifier without such bounds cannot be evaluated.

use super::Unguarded;
use super::body::{Builder, Label};
use crate::code::{Constant, Instruction, Operand, Slot};
use veriframe_base::source::Span;
use veriframe_ir::{BinOp, ClassId, CollOp, Expr, ExprKind, LogicOp, Quant, Type, VarId};

/// The values that a bound variable can have where its guards hold.
enum Range<'e> {
    /// Integers from the first bound to the second.
    Integers(Bound<'e>, Bound<'e>),
    /// Some of the integers that the guards allow: those near to the one bound that they give, or to 0.
    Part(Option<(Bound<'e>, Side)>, u32),
    /// The elements of a collection, which the guard at this position names.
    Elements(&'e Expr, usize),
    /// `false` and `true`.
    Booleans,
    /// The objects of a class, and null.
    Objects(ClassId),
}

/// On which side of a bound the integers are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

/// A bound: the value of an expression and a number more.
struct Bound<'e> {
    at: &'e Expr,
    plus: num_bigint::BigInt,
    /// The position of the last guard from which it follows.
    guard: usize,
}

impl Range<'_> {
    /// The position of the last guard from which it follows.
    fn guard(&self) -> usize {
        match self {
            Range::Integers(low, high) => low.guard.max(high.guard),
            Range::Part(bound, _) => bound.as_ref().map_or(0, |(bound, _)| bound.guard),
            Range::Elements(_, guard) => *guard,
            Range::Booleans | Range::Objects(_) => 0,
        }
    }
}

/// The loop over the values of a variable.
struct LoopHead {
    /// The position at which it tests whether there is another value.
    at: u32,
    /// The slot that counts.
    counter: Slot,
    /// The jumps that leave it.
    ends: Vec<Label>,
}

impl Builder<'_> {
    /// Evaluates a quantifier.
    pub(super) fn quantifier(&mut self, quant: &Quant, to: Slot, span: Span) {
        let found = Expr {
            kind: ExprKind::Bool(!quant.universal),
            ty: Type::Bool,
            span,
        };
        let none = self.constant(Constant::Bool(quant.universal));
        // The result is written at the end only: it can be one of the operands.
        let result = self.temporary();
        self.emit(
            Instruction::Move {
                to: result,
                from: none,
            },
            span,
        );
        let lists = alternatives(quant);
        let ranges = lists.iter().map(|guards| self.ranges(quant, guards));
        let Some(ranges) = ranges.collect::<Option<Vec<_>>>() else {
            let why = "a quantifier without bounds";
            self.emit(Instruction::Unevaluable(why), span);
            return;
        };
        let mut done = Vec::new();
        for (guards, ranges) in lists.iter().zip(&ranges) {
            self.alternative(quant, guards, ranges, &mut done);
        }
        let is_part = |range: &Range<'_>| matches!(range, Range::Part(..));
        if ranges.iter().flatten().any(is_part) {
            self.not_all_tried(span);
        }
        let end = self.jump(span);
        self.land_all(done);
        self.expr_to(&found, result);
        self.land(end);
        self.emit(
            Instruction::Move {
                to,
                from: Operand::Slot(result),
            },
            span,
        );
    }

    /// No value that was tried has decided a quantifier, and there are others.
    fn not_all_tried(&mut self, span: Span) {
        let instruction = match self.checking.unguarded {
            Unguarded::Scope(_) => Instruction::BeyondScope,
            Unguarded::Search(_) | Unguarded::NotEvaluated | Unguarded::Objects => {
                Instruction::Unevaluable("a quantifier without bounds")
            }
        };
        self.emit(instruction, span);
    }

    /// The ranges of all variables where these guards hold.
    fn ranges<'e>(&self, quant: &Quant, guards: &[&'e Expr]) -> Option<Vec<Range<'e>>> {
        let vars = quant.vars.iter().enumerate();
        let ranges = vars.map(|(position, &var)| {
            let later = quant.vars.get(position..).unwrap_or_default();
            self.range_of(var, later, guards)
        });
        ranges.collect()
    }

    /// Evaluates the body for the values that one list of guards allows; adds the jumps that are
    /// taken where it decides the result.
    fn alternative(
        &mut self,
        quant: &Quant,
        guards: &[&Expr],
        ranges: &[Range<'_>],
        done: &mut Vec<Label>,
    ) {
        let span = quant.body.span;
        // The jumps to where the innermost loop goes on, or to the end outside of all.
        let mut skips = Vec::new();
        let mut loops: Vec<(LoopHead, Vec<Label>)> = Vec::new();
        let mut checked = 0;
        for (position, (&var, range)) in quant.vars.iter().zip(ranges).enumerate() {
            let unbound = quant.vars.get(position..).unwrap_or_default();
            // A bound can be undefined unless the guards before it hold.
            let before = guards.get(checked..range.guard()).unwrap_or_default();
            for guard in before {
                if unbound.iter().all(|var| !guard.mentions(*var)) {
                    skips.extend(self.branch(guard, false));
                }
            }
            checked = checked.max(range.guard());
            let head = self.enter(var, range, span);
            loops.push((head, std::mem::take(&mut skips)));
        }
        done.extend(self.branch(&quant.body, !quant.universal));
        while let Some((head, outer)) = loops.pop() {
            self.land_all(std::mem::replace(&mut skips, outer));
            self.advance(head.counter, span);
            self.emit(Instruction::Jump(head.at), span);
            self.land_all(head.ends);
        }
        self.land_all(skips);
    }

    /// Begins the loop over a range.
    fn enter(&mut self, var: VarId, range: &Range<'_>, span: Span) -> LoopHead {
        match range {
            Range::Integers(low, high) => {
                let high = self.bound(high);
                let low = self.bound(low);
                self.count_integers(var, low, high, span)
            }
            Range::Part(bound, most) => {
                let (low, high) = self.part_of_integers(var, bound.as_ref(), *most);
                self.count_integers(var, low, high, span)
            }
            Range::Elements(collection, _) => {
                let domain = self.temporary();
                self.expr_to(collection, domain);
                let (to, domain) = (domain, Operand::Slot(domain));
                self.emit(Instruction::Enumerate { to, domain }, span);
                self.count_elements(var, domain, span)
            }
            Range::Objects(class) => self.enter_objects(var, *class, span),
            Range::Booleans => {
                let ty = Type::Seq(Box::new(Type::Bool));
                let both = [false, true].map(|b| self.constant(Constant::Bool(b)));
                let operands = self.operands(both.to_vec());
                let (domain, ty) = (self.temporary(), self.type_number(&ty));
                let op = CollOp::Literal;
                let literal = Instruction::Collection {
                    op,
                    to: domain,
                    operands,
                    ty,
                };
                self.emit(literal, span);
                self.count_elements(var, Operand::Slot(domain), span)
            }
        }
    }

    /// Begins the loop over the integers between two bounds.
    fn count_integers(&mut self, var: VarId, low: Operand, high: Operand, span: Span) -> LoopHead {
        self.emit(
            Instruction::Move {
                to: var.0,
                from: low,
            },
            span,
        );
        let head = self.here();
        let compare = Instruction::Compare {
            op: BinOp::Le,
            left: Operand::Slot(var.0),
            right: high,
            when: false,
            target: 0,
        };
        let end = self.emit_jump(compare, span);
        LoopHead {
            at: head,
            counter: var.0,
            ends: vec![end],
        }
    }

    /// The first and the last of the integers that are tried near to a bound, or to 0.
    fn part_of_integers(
        &mut self,
        var: VarId,
        bound: Option<&(Bound<'_>, Side)>,
        most: u32,
    ) -> (Operand, Operand) {
        let Some((bound, side)) = bound else {
            let most = num_bigint::BigInt::from(most);
            let (low, high) = match self.vars.get(var).ty.width() {
                Some(width) => ((-&most).max(width.least()), most.min(width.greatest())),
                None => (-&most, most),
            };
            return (
                self.constant(Constant::Int(low)),
                self.constant(Constant::Int(high)),
            );
        };
        let near = self.bound(bound);
        let far = |plus: num_bigint::BigInt| Bound {
            at: bound.at,
            plus,
            guard: bound.guard,
        };
        match side {
            Side::Above => (near, self.bound(&far(&bound.plus + most))),
            Side::Below => (self.bound(&far(&bound.plus - most)), near),
        }
    }

    /// Begins the loop over the objects of a class.
    fn enter_objects(&mut self, var: VarId, class: ClassId, span: Span) -> LoopHead {
        let to = self.temporary();
        self.emit(Instruction::Objects { to, class }, span);
        self.count_elements(var, Operand::Slot(to), span)
    }

    fn count_elements(&mut self, var: VarId, domain: Operand, span: Span) -> LoopHead {
        let at = self.temporary();
        self.reset(at, &Type::Int, span);
        let head = self.here();
        let next = Instruction::Next {
            to: var.0,
            at,
            domain,
            end: 0,
        };
        let end = self.emit_jump(next, span);
        LoopHead {
            at: head,
            counter: at,
            ends: vec![end],
        }
    }

    /// Adds 1 to the number in a slot.
    fn advance(&mut self, slot: Slot, span: Span) {
        let right = self.constant(Constant::Int(1.into()));
        let advance = Instruction::Binary {
            op: BinOp::Add,
            to: slot,
            left: Operand::Slot(slot),
            right,
        };
        self.emit(advance, span);
    }

    fn bound(&mut self, bound: &Bound<'_>) -> Operand {
        let left = self.expr(bound.at);
        let right = self.constant(Constant::Int(bound.plus.clone()));
        let to = self.temporary();
        let op = BinOp::Add;
        self.emit(
            Instruction::Binary {
                op,
                to,
                left,
                right,
            },
            bound.at.span,
        );
        Operand::Slot(to)
    }

    /// The range of a variable, given by guards that mention neither it nor later variables
    /// otherwise.
    fn range_of<'e>(&self, var: VarId, later: &[VarId], guards: &[&'e Expr]) -> Option<Range<'e>> {
        let is_known = |e: &Expr| later.iter().all(|var| !e.mentions(*var));
        let ty = &self.vars.get(var).ty;
        if *ty == Type::Bool {
            return Some(Range::Booleans);
        }
        let mut numbered = guards.iter().enumerate();
        let members = numbered.find_map(|(at, guard)| {
            if let ExprKind::Collection(CollOp::In, operands) = &guard.kind
                && let [element, collection] = operands.as_slice()
                && element.is_var(var)
                && is_known(collection)
            {
                return Some(Range::Elements(collection, at));
            }
            None
        });
        if members.is_some() {
            return members;
        }
        let has_objects = self.checking.unguarded != Unguarded::NotEvaluated;
        if let (Type::Class(class), true) = (ty, has_objects) {
            return Some(Range::Objects(*class));
        }
        if !ty.is_int() {
            return None;
        }
        let bounds = |far| {
            let low = bound_of(var, later, guards, true, far, MAX_STEPS)?;
            let high = bound_of(var, later, guards, false, far, MAX_STEPS)?;
            Some((low, high))
        };
        let far = || bounds(true).filter(|(low, high)| is_short(low, high));
        if let Some((low, high)) = bounds(false).or_else(far) {
            return Some(Range::Integers(low, high));
        }
        let most = self.checking.unguarded.integers()?;
        let low = bound_of(var, later, guards, true, false, MAX_STEPS);
        let high = || bound_of(var, later, guards, false, false, MAX_STEPS);
        let above = low.map(|low| (low, Side::Above));
        let bound = above.or_else(|| high().map(|high| (high, Side::Below)));
        Some(Range::Part(bound, most))
    }
}

/// The longest chain of comparisons, such as `i < j < n`, that gives a bound.
const MAX_STEPS: u32 = 4;

/// A lower or an upper bound of a variable that mentions none of the later variables; `far` ones
/// only if they are asked for.
fn bound_of<'e>(
    var: VarId,
    later: &[VarId],
    guards: &[&'e Expr],
    is_low: bool,
    far: bool,
    steps: u32,
) -> Option<Bound<'e>> {
    let mut through = None;
    for (guard_at, guard) in guards.iter().enumerate() {
        let ExprKind::Binary(op, left, right) = &guard.kind else {
            continue;
        };
        let Some(distance) = op.least_distance() else {
            continue;
        };
        // `x + n ≤ e` and `e ≤ x + n`, for a number `n`.
        for (variable, at, bounds_below) in [(left, right, false), (right, left, true)] {
            if bounds_below != is_low && *op != BinOp::Eq {
                continue;
            }
            let Some(offset) = offset(variable, var) else {
                continue;
            };
            if !far && is_far(at) && *op != BinOp::Eq {
                continue;
            }
            let plus = if is_low {
                -offset + distance
            } else {
                -offset - distance
            };
            if later.iter().all(|var| !at.mentions(*var)) {
                return Some(Bound {
                    at,
                    plus,
                    guard: guard_at,
                });
            }
            // `x < y + m`: a bound of `y` gives one of `x`.
            let other = later.iter().filter(|other| **other != var);
            for &other in other {
                if let Some(more) = self::offset(at, other) {
                    through.get_or_insert((other, plus.clone() + more, guard_at));
                }
            }
        }
    }
    let ((other, plus, guard), steps) = (through?, steps.checked_sub(1)?);
    let bound = bound_of(other, later, guards, is_low, far, steps)?;
    Some(Bound {
        at: bound.at,
        plus: bound.plus + plus,
        guard: bound.guard.max(guard),
    })
}

/// Whether a bound is that of all `int`s, or farther away: a loop from or to there is too long, unless
/// its other end is as far.
fn is_far(bound: &Expr) -> bool {
    let far = num_bigint::BigUint::from(i32::MAX.unsigned_abs());
    matches!(&bound.kind, ExprKind::Int(n) if *n.magnitude() >= far)
}

/// The most values between two far numbers that a loop runs through.
const SHORT: u32 = 1 << 20;

/// Whether the numbers between two bounds are few, as far as that is known.
fn is_short(low: &Bound<'_>, high: &Bound<'_>) -> bool {
    match (&low.at.kind, &high.at.kind) {
        (ExprKind::Int(from), ExprKind::Int(to)) => {
            (to + &high.plus) - (from + &low.plus) < SHORT.into()
        }
        _ => false,
    }
}

/// The number `n` if an expression is the variable plus `n`.
fn offset(e: &Expr, var: VarId) -> Option<num_bigint::BigInt> {
    if e.is_var(var) {
        return Some(0.into());
    }
    let ExprKind::Binary(op, left, right) = &e.kind else {
        return None;
    };
    match (op, &left.kind, &right.kind) {
        (BinOp::Add, _, ExprKind::Int(n)) if left.is_var(var) => Some(n.clone()),
        (BinOp::Add, ExprKind::Int(n), _) if right.is_var(var) => Some(n.clone()),
        (BinOp::Sub, _, ExprKind::Int(n)) if left.is_var(var) => Some(-n.clone()),
        _ => None,
    }
}

/// The most lists of guards of one quantifier.
const MAX_ALTERNATIVES: usize = 8;

/// Lists of guards, of which one holds wherever the body of a quantifier matters: the conjuncts of
/// the left operands of implications for `forall`, of the body for `exists`, with one list for each
/// operand of a disjunction.
fn alternatives(quant: &Quant) -> Vec<Vec<&Expr>> {
    let mut lists: Vec<Vec<&Expr>> = vec![Vec::new()];
    for guard in guards(quant) {
        let operands = guard.operands_of(LogicOp::Or);
        if operands.len() < 2 || lists.len() * operands.len() > MAX_ALTERNATIVES {
            lists.iter_mut().for_each(|list| list.push(guard));
            continue;
        }
        let parts = operands.iter().map(|e| e.operands_of(LogicOp::And));
        let parts: Vec<Vec<&Expr>> = parts.collect();
        let extended = lists.iter().flat_map(|list| {
            parts
                .iter()
                .map(|parts| list.iter().chain(parts).copied().collect())
        });
        lists = extended.collect();
    }
    lists
}

fn guards(quant: &Quant) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut body = &quant.body;
    if quant.universal {
        while let ExprKind::Logic(LogicOp::Implies, guard, rest) = &body.kind {
            found.extend(guard.operands_of(LogicOp::And));
            body = rest;
        }
    } else {
        found = body.operands_of(LogicOp::And);
    }
    found
}
