//! Bit operators: what arithmetic expresses (shifts by a constant, masks of low bits, `~`), the strict operators on
//! `boolean` values, and for all others functions of the library's class `veriframe.Bits`.

use super::evaluation_order::Lowered;
use super::fold;
use super::static_types::wrapped;
use crate::bits::BitOperation;
use crate::ir::{BinOp, Expr, ExprKind, Overflow, Type, UnOp, Width};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast::BinOp as Op;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

/// The class of the functions that stand for operators.
const FUNCTIONS: &str = "Bits";

impl Member<'_, '_> {
    /// `left op right` for `&`, `|`, `^`, `<<`, `>>`, `>>>`.
    pub(in crate::resolve) fn bits(
        &mut self,
        op: Op,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        if left.expr.ty == Type::Bool && right.expr.ty == Type::Bool {
            return self.strict_logic(op, left, right, span);
        }
        if !self.table().rules.has_machine_types {
            let what = format!("the bit operator `{}` on numbers is", op.sign());
            return self.unsupported(span, &what);
        }
        let whose = format!("an operand of `{}`", op.sign());
        let left = self.of_type(left, &Type::Int, &whose);
        let right = self.of_type(right, &Type::Int, &whose);
        let (left, right) = (left?, right?);
        let left = match op {
            // `(low + high) >>> 1`: the sum may wrap on purpose.
            Op::UShr if self.moves(&right.expr) => left.map(wrapping_sum),
            _ => left,
        };
        let shifts = matches!(op, Op::Shl | Op::Shr | Op::UShr);
        // In annotations of Java: the type of the result, to which the operands are converted.
        let annotated = !self.is_machine() && self.has_static_types();
        let stated = if annotated {
            self.type_of_bits(&left.expr, (!shifts).then_some(&right.expr))
        } else {
            None
        };
        let (left, right) = match stated {
            Some(width) if shifts => (left.map(|e| wrapped(e, width)), right),
            Some(width) => (
                left.map(|e| wrapped(e, width)),
                right.map(|e| wrapped(e, width)),
            ),
            None => (left, right),
        };
        let types = [left.expr.ty.clone(), right.expr.ty.clone()];
        // The type of a shift depends on its left operand only.
        let types = if shifts { &types[..1] } else { &types[..] };
        let (mut hoisted, left, right) = self.sequence_two(left, right);
        let known = |e: &Expr| match self.known(e) {
            Some(ExprKind::Int(n)) => Some(n),
            _ => None,
        };
        let both = self.constant(&left).zip(self.constant(&right));
        let (operand, constant) = match (known(&left), known(&right)) {
            (_, Some(n)) => (left, n),
            (Some(n), None) if !shifts => (right, n),
            _ => {
                let expr = self.by_function(op, [left, right], stated, span)?;
                return Some(Lowered { hoisted, expr });
            }
        };
        let is_constant = both.is_some();
        let operand = match (both, &operand.kind) {
            (Some((kind, _)), _) => Expr { kind, ..operand },
            (None, ExprKind::Var(_)) => operand,
            (None, _) if self.context.allows_hoisting() => self.save(operand, &mut hoisted),
            (None, _) => operand,
        };
        let width = operand.ty.width();
        let width = width.map_or(Width::I32, |width| width.promoted(Width::I32));
        if annotated && stated.is_none() && !is_without_type(op, &constant) {
            return self.without_type(op, operand.span);
        }
        let (expr, fits) = if shifts {
            let distance = &constant & BigInt::from(width.bits() - 1);
            let power = BigInt::one() << distance.to_u32()?;
            match op {
                Op::Shl => (binary(BinOp::Mul, operand, int(power, span)), false),
                Op::Shr => (floor(operand, power), true),
                _ if power.is_one() => (operand, true),
                _ => {
                    let raised = BigInt::one() << width.bits();
                    let raised = binary(BinOp::Add, operand.clone(), int(raised, span));
                    let shifted = binary(BinOp::Div, raised, int(power.clone(), span));
                    let natural = binary(BinOp::Div, operand.clone(), int(power, span));
                    (if_natural(operand, natural, shifted), true)
                }
            }
        } else if let Some(expr) = on_bits(op, operand.clone(), &constant) {
            (expr, true)
        } else {
            let expr = self.by_function(op, [operand, int(constant, span)], stated, span)?;
            return Some(Lowered { hoisted, expr });
        };
        let kind = if is_constant {
            fold::literal(&expr).unwrap_or(expr.kind)
        } else {
            expr.kind
        };
        let expr = Expr {
            kind,
            ty: expr.ty,
            span,
        };
        if let Some(width) = stated {
            let expr = if fits {
                Expr {
                    ty: Type::Machine(width),
                    ..expr
                }
            } else {
                wrapped(expr, width)
            };
            return Some(Lowered { hoisted, expr });
        }
        Some(self.result_of(Lowered { hoisted, expr }, types, fits))
    }

    /// Whether a shift by this distance certainly leaves no number as it is.
    fn moves(&self, distance: &Expr) -> bool {
        let Some(ExprKind::Int(n)) = self.known(distance) else {
            return false;
        };
        (1..32).contains(&n.to_i64().unwrap_or_default())
    }

    /// The type of a shift, or of an operation on the bits of two numbers.
    fn type_of_bits(&self, left: &Expr, right: Option<&Expr>) -> Option<Width> {
        let left = self.java_type(left)?.promoted(Width::I32);
        Some(match right {
            Some(right) => left.promoted(self.java_type(right)?),
            None => left,
        })
    }

    fn without_type<T>(&self, op: Op, span: Span) -> Option<T> {
        let what = format!(
            "the operator `{}` on a number without a type of Java (a cast, as in `(long) e`, gives it one) is",
            op.sign()
        );
        self.unsupported(span, &what)
    }

    /// `~e`, which is `-e - 1`.
    pub(in crate::resolve) fn complement(
        &mut self,
        operand: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        let operand = self.of_type(operand, &Type::Int, "the operand of `~`")?;
        let annotated = !self.is_machine() && self.has_static_types();
        let stated = if annotated {
            self.type_of_bits(&operand.expr, None)
        } else {
            None
        };
        let operand = match stated {
            Some(width) => operand.map(|e| wrapped(e, width)),
            None => operand,
        };
        let ty = operand.expr.ty.clone();
        let value = operand.map(|e| {
            let negated = Expr {
                kind: ExprKind::Unary(UnOp::Neg, Box::new(e)),
                ty: Type::Int,
                span,
            };
            binary(BinOp::Sub, negated, int(BigInt::one(), span))
        });
        Some(match stated {
            Some(width) => value.map(|e| Expr {
                ty: Type::Machine(width),
                ..e
            }),
            None => self.result_of(value, &[ty], true),
        })
    }

    /// An operator that arithmetic does not express, by the function of the library that stands for it.
    fn by_function(
        &self,
        op: Op,
        [left, right]: [Expr; 2],
        stated: Option<Width>,
        span: Span,
    ) -> Option<Expr> {
        let shifts = matches!(op, Op::Shl | Op::Shr | Op::UShr);
        let of = |e: &Expr| e.ty.width().map(|width| width.promoted(Width::I32));
        let of_both = match shifts {
            true => of(&left),
            false => [&left, &right]
                .map(of)
                .into_iter()
                .flatten()
                .reduce(Width::promoted),
        };
        let width = stated.or(of_both).unwrap_or(Width::I32);
        let to = |e: Expr, width: Width| match stated {
            Some(_) => wrapped(e, width),
            None => self.convert(e, width),
        };
        let second = if shifts { Width::I32 } else { width };
        let has_long_distance = shifts && of(&right) == Some(Width::I64);
        let functions = self.table().library_class("veriframe", FUNCTIONS);
        let types = [width, second].map(Type::Machine);
        let operation = BitOperation::written(op.sign());
        let callee = functions.zip(operation).and_then(|(class, operation)| {
            self.function(class, operation.function(), &types.each_ref())
        });
        let is_known = self.has_static_types() && !has_long_distance;
        let Some(callee) = callee.filter(|_| is_known) else {
            return self.not_arithmetic(op, span);
        };
        let operands = vec![to(left, width), to(right, second)];
        self.applied(callee, None, None, operands, span)
    }

    fn not_arithmetic<T>(&self, op: Op, span: Span) -> Option<T> {
        let what = format!("the operator `{}` on numbers of these types is", op.sign());
        self.unsupported(span, &what)
    }

    /// A strict connective: both operands are always evaluated.
    fn strict_logic(
        &mut self,
        op: Op,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        if op == Op::BitXor {
            return Some(self.strict(BinOp::Ne, left, right, Type::Bool, span));
        }
        let (hoisted, left, right) = self.sequence_two(left, right);
        let decided = |op: BinOp, right: &Expr| Expr {
            kind: ExprKind::Binary(op, Box::new(right.clone()), Box::new(right.clone())),
            ty: Type::Bool,
            span,
        };
        let (then, other) = match op {
            Op::BitAnd => (right.clone(), decided(BinOp::Ne, &right)),
            Op::BitOr => (decided(BinOp::Eq, &right), right),
            _ => return self.mismatch(span, "a `boolean` cannot be shifted", "shift a number"),
        };
        let kind = ExprKind::Cond(Box::new(left), Box::new(then), Box::new(other));
        let expr = Expr {
            kind,
            ty: Type::Bool,
            span,
        };
        Some(Lowered { hoisted, expr })
    }
}

/// Whether an operation with this constant has one meaning for all types of Java that hold the
/// other operand.
fn is_without_type(op: Op, constant: &BigInt) -> bool {
    match op {
        Op::Shr => !constant.is_negative() && *constant < BigInt::from(32),
        Op::BitAnd => !constant.is_negative(),
        _ => false,
    }
}

fn int(n: BigInt, span: Span) -> Expr {
    Expr::int(n, Type::Int, span)
}

fn binary(op: BinOp, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    Expr {
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
        ty: Type::Int,
        span,
    }
}

/// `0 <= e ? natural : negative`
fn if_natural(e: Expr, natural: Expr, negative: Expr) -> Expr {
    let span = e.span;
    let zero = int(BigInt::ZERO, span);
    let condition = Expr {
        ty: Type::Bool,
        ..binary(BinOp::Le, zero, e)
    };
    Expr {
        kind: ExprKind::Cond(Box::new(condition), Box::new(natural), Box::new(negative)),
        ty: Type::Int,
        span,
    }
}

/// The quotient by a positive number, rounded down; for a negative `e` it is `-((-e - 1) / n) - 1`.
fn floor(e: Expr, by: BigInt) -> Expr {
    let span = e.span;
    let minus = |e: Expr| Expr {
        kind: ExprKind::Unary(UnOp::Neg, Box::new(e)),
        ty: Type::Int,
        span,
    };
    let one = || int(BigInt::one(), span);
    let natural = binary(BinOp::Div, e.clone(), int(by.clone(), span));
    let mirrored = binary(BinOp::Sub, minus(e.clone()), one());
    let quotient = binary(BinOp::Div, mirrored, int(by, span));
    let negative = binary(BinOp::Sub, minus(quotient), one());
    if_natural(e, natural, negative)
}

/// `e op n` for `&`, `|` and `^`, where that is arithmetic: of constants, and for masks.
fn on_bits(op: Op, e: Expr, n: &BigInt) -> Option<Expr> {
    let ExprKind::Int(m) = &e.kind else {
        return mask(op, e, n);
    };
    let value = match op {
        Op::BitAnd => m & n,
        Op::BitOr => m | n,
        _ => m ^ n,
    };
    Some(int(value, e.span))
}

/// `e & n` for a mask `n` of low bits: the non-negative remainder.
fn mask(op: Op, e: Expr, n: &BigInt) -> Option<Expr> {
    let count: BigInt = n + 1;
    let low = !n.is_negative() && (&count & n) == BigInt::ZERO;
    if op != Op::BitAnd || !low {
        return None;
    }
    let span = e.span;
    let rest = |e: Expr| binary(BinOp::Rem, e, int(count.clone(), span));
    let raised = binary(BinOp::Add, rest(e.clone()), int(count.clone(), span));
    Some(if_natural(e.clone(), rest(e), rest(raised)))
}

/// A sum whose overflow is no error: it wraps around.
fn wrapping_sum(e: Expr) -> Expr {
    let kind = match e.kind {
        ExprKind::Convert(Overflow::Error, sum)
            if matches!(sum.kind, ExprKind::Binary(BinOp::Add, ..)) =>
        {
            ExprKind::Convert(Overflow::Wrap, sum)
        }
        kind => kind,
    };
    Expr { kind, ..e }
}
