//! Constant folding.

use crate::ir::{BinOp, CollOp, Expr, ExprKind, Overflow, Type, UnOp};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;

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
        ExprKind::Convert(overflow, operand) => match (literal(operand)?, overflow) {
            (ExprKind::Int(n), overflow) => match (&e.ty, overflow) {
                (Type::Machine(width), Overflow::Error) if !width.holds(&n) => None,
                (Type::Machine(width), Overflow::Wrap) => Some(ExprKind::Int(width.wrap(&n))),
                _ => Some(ExprKind::Int(n)),
            },
            _ => None,
        },
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
            let (chosen, ignored) = match literal(condition)? {
                ExprKind::Bool(true) => (then, other),
                ExprKind::Bool(false) => (other, then),
                _ => return None,
            };
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
    crate::resolve::deep(|| match &e.kind {
        ExprKind::Convert(_, operand) if literal(operand).is_some() => literal(e).is_none(),
        _ => e.children().into_iter().any(overflows),
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
    match (left, right) {
        (ExprKind::Int(a), ExprKind::Int(b)) => integers(op, &a, &b),
        (ExprKind::Perm(a), ExprKind::Perm(b)) => fractions(op, &a, &b),
        (ExprKind::Bool(a), ExprKind::Bool(b)) => match op {
            BinOp::Eq => Some(ExprKind::Bool(a == b)),
            BinOp::Ne => Some(ExprKind::Bool(a != b)),
            _ => None,
        },
        (ExprKind::Null, ExprKind::Null) => Some(ExprKind::Bool(op == BinOp::Eq)),
        // Each constant of an `enum` is an object of its own, and so is each text.
        (ExprKind::Unique(a), ExprKind::Unique(b)) => match op {
            BinOp::Eq => Some(ExprKind::Bool(a == b)),
            BinOp::Ne => Some(ExprKind::Bool(a != b)),
            _ => None,
        },
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
    crate::resolve::deep(|| match &e.kind {
        ExprKind::Cond(condition, then, other) => {
            let branches = (Box::new(as_fraction(then)?), Box::new(as_fraction(other)?));
            let kind = ExprKind::Cond(condition.clone(), branches.0, branches.1);
            Some(Expr {
                kind,
                ty: Type::Perm,
                span: e.span,
            })
        }
        _ if e.ty == Type::Perm => Some(e.clone()),
        _ => {
            let kind = ExprKind::Perm(Box::new(rational(e)?));
            Some(Expr {
                kind,
                ty: Type::Perm,
                span: e.span,
            })
        }
    })
}

fn rational(e: &Expr) -> Option<BigRational> {
    crate::resolve::deep(|| match &e.kind {
        ExprKind::Int(n) => Some(BigRational::from_integer(n.clone())),
        ExprKind::Convert(_, operand) => rational(operand),
        ExprKind::Unary(UnOp::Neg, operand) => Some(-rational(operand)?),
        ExprKind::Binary(BinOp::Rem, left, right) => {
            let (left, right) = (rational(left)?, rational(right)?);
            let whole = left.is_integer() && right.is_integer() && !right.is_zero();
            whole.then(|| BigRational::from_integer(left.numer().div_rem(right.numer()).1))
        }
        ExprKind::Binary(op, left, right) => {
            match fractions(*op, &rational(left)?, &rational(right)?)? {
                ExprKind::Perm(p) => Some(*p),
                _ => None,
            }
        }
        _ => None,
    })
}
