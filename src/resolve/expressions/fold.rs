//! Constant folding.

use crate::ir::{BinOp, CollOp, Expr, ExprKind, Overflow, Type, UnOp, Works};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Numbers with more bits are not folded; no realistic program needs them.
const MAX_BITS: u64 = 1 << 16;

/// Folds an expression to a literal; `None` if a subexpression is not constant or divides by zero.
pub(in crate::resolve) fn literal(e: &Expr) -> Option<ExprKind> {
    value(e, &|_| None, Rule::Value)
}

/// The value of a constant expression as Java defines it (JLS §15.29): a number, a Boolean or a
/// text, all of whose operands are constants. `variable` gives the values of constant variables and
/// fields, and of texts.
pub(in crate::resolve) fn constant(
    e: &Expr,
    variable: &dyn Fn(&Expr) -> Option<ExprKind>,
) -> Option<ExprKind> {
    value(e, variable, Rule::Constant)
}

/// What is folded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Whatever has a known value.
    Value,
    /// Java's constant expressions: the types of others do not depend on their values.
    Constant,
}

fn value(e: &Expr, variable: &dyn Fn(&Expr) -> Option<ExprKind>, rule: Rule) -> Option<ExprKind> {
    let literal = |e: &Expr| value(e, variable, rule);
    crate::resolve::deep(|| match &e.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) => Some(e.kind.clone()),
        ExprKind::Var(_) | ExprKind::Field(..) => variable(e),
        ExprKind::Unique(_) if rule == Rule::Constant => variable(e),
        ExprKind::Null | ExprKind::Perm(_) | ExprKind::Unique(_) => {
            (rule == Rule::Value).then(|| e.kind.clone())
        }
        ExprKind::Convert(overflow, operand) => {
            let ExprKind::Int(n) = literal(operand)? else {
                return None;
            };
            match (e.ty.width(), overflow) {
                (Some(width), Overflow::Error) if !width.holds(&n) => None,
                (Some(width), Overflow::Wrap) => Some(ExprKind::Int(width.wrap(&n))),
                (Some(_), Overflow::Error) | (None, _) => Some(ExprKind::Int(n)),
            }
        }
        ExprKind::Unary(op, operand) => unary(*op, &literal(operand)?),
        ExprKind::Binary(op, left, right) => binary(*op, literal(left)?, literal(right)?),
        ExprKind::Logic(op, left, right) => {
            let (ExprKind::Bool(left), ExprKind::Bool(right)) = (literal(left)?, literal(right)?)
            else {
                return None;
            };
            Some(ExprKind::Bool(op.of(left, right)))
        }
        ExprKind::Cond(condition, then, other) => {
            let ExprKind::Bool(holds) = literal(condition)? else {
                return None;
            };
            let (chosen, ignored) = if holds { (then, other) } else { (other, then) };
            if rule == Rule::Constant {
                literal(ignored)?;
            }
            literal(chosen)
        }
        ExprKind::Collection(op @ (CollOp::Literal | CollOp::MapLiteral), operands)
            if rule == Rule::Value =>
        {
            let folded = operands.iter().map(|e| {
                Some(Expr {
                    kind: literal(e)?,
                    ty: e.ty.clone(),
                    span: e.span,
                })
            });
            let folded: Option<Vec<Expr>> = folded.collect();
            Some(ExprKind::Collection(*op, folded?))
        }
        _ => None,
    })
}

/// Whether the expression converts a constant to a type in which it does not fit.
pub(in crate::resolve) fn overflows(e: &Expr) -> bool {
    crate::resolve::deep(|| {
        if let ExprKind::Convert(_, operand) = &e.kind
            && literal(operand).is_some()
        {
            return literal(e).is_none();
        }
        e.children().into_iter().any(overflows)
    })
}

fn unary(op: UnOp, operand: &ExprKind) -> Option<ExprKind> {
    match (op, operand) {
        (UnOp::Not, ExprKind::Bool(b)) => Some(ExprKind::Bool(!b)),
        (UnOp::Neg, ExprKind::Int(n)) => Some(ExprKind::Int(-n)),
        (UnOp::Neg, ExprKind::Perm(p)) => Some(ExprKind::Perm(Box::new(-&**p))),
        _ => None,
    }
}

fn binary(op: BinOp, left: ExprKind, right: ExprKind) -> Option<ExprKind> {
    let comparison = |same| Some(ExprKind::Bool(op.equality()? == same));
    match (left, right) {
        (ExprKind::Int(a), ExprKind::Int(b)) => integers(op, &a, &b),
        (ExprKind::Perm(a), ExprKind::Perm(b)) => fractions(op, &a, &b),
        (ExprKind::Bool(a), ExprKind::Bool(b)) => comparison(a == b),
        (ExprKind::Null, ExprKind::Null) => comparison(true),
        // Each constant of an `enum` is an object of its own, and so is each text.
        (ExprKind::Unique(a), ExprKind::Unique(b)) => comparison(a == b),
        _ => None,
    }
}

fn integers(op: BinOp, a: &BigInt, b: &BigInt) -> Option<ExprKind> {
    if op.multiplies() && a.bits() + b.bits() > MAX_BITS {
        return None;
    }
    Some(op.of_integers(a, b)?.either(ExprKind::Int, ExprKind::Bool))
}

fn fractions(op: BinOp, a: &BigRational, b: &BigRational) -> Option<ExprKind> {
    if !op.compares() && size(a) + size(b) > MAX_BITS {
        return None;
    }
    let amount = |amount| ExprKind::Perm(Box::new(amount));
    Some(op.of_amounts(a, b)?.either(amount, ExprKind::Bool))
}

fn size(p: &BigRational) -> u64 {
    p.numer().bits() + p.denom().bits()
}

/// A constant integer expression as a fraction: `1/2` is one half, not 0. `None` if it is not
/// constant.
pub(in crate::resolve) fn as_fraction(e: &Expr) -> Option<Expr> {
    crate::resolve::deep(|| {
        let kind = if let ExprKind::Cond(condition, then, other) = &e.kind {
            let branches = (Box::new(as_fraction(then)?), Box::new(as_fraction(other)?));
            ExprKind::Cond(condition.clone(), branches.0, branches.1)
        } else if e.ty == Type::Perm {
            return Some(e.clone());
        } else {
            ExprKind::Perm(Box::new(rational(e)?))
        };
        Some(Expr {
            kind,
            ty: Type::Perm,
            span: e.span,
        })
    })
}

fn rational(e: &Expr) -> Option<BigRational> {
    crate::resolve::deep(|| {
        if let ExprKind::Int(n) = &e.kind {
            return Some(BigRational::from_integer(n.clone()));
        }
        if let ExprKind::Convert(_, operand) = &e.kind {
            return rational(operand);
        }
        if let ExprKind::Unary(UnOp::Neg, operand) = &e.kind {
            return Some(-rational(operand)?);
        }
        let ExprKind::Binary(op, left, right) = &e.kind else {
            return None;
        };
        let (left, right) = (rational(left)?, rational(right)?);
        if op.row().works == Works::IntegerArithmetic {
            if !left.is_integer() || !right.is_integer() {
                return None;
            }
            let ExprKind::Int(n) = integers(*op, left.numer(), right.numer())? else {
                return None;
            };
            return Some(BigRational::from_integer(n));
        }
        let ExprKind::Perm(p) = fractions(*op, &left, &right)? else {
            return None;
        };
        Some(*p)
    })
}
