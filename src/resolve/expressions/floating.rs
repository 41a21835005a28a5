//! Floating-point numbers: operations are functions of the library's class `veriframe.FloatingPoint`, of which
//! proofs know that equal operands give equal results. What is computed from literals is a literal.

use super::evaluation_order::Lowered;
use crate::floating::{Computed, Format, Operation};
use crate::ir::floating::operation;
use crate::ir::{BinOp, Expr, ExprKind, PureId, Type, UnOp, Width};
use crate::resolve::scopes::member::Member;
use crate::source::Span;

/// The class of the functions that stand for operations.
const FUNCTIONS: &str = "FloatingPoint";

impl Member<'_, '_> {
    /// The format in which Java computes with operands of these types; `None` if none is a floating-point
    /// number, or one is no number.
    pub(in crate::resolve) fn common_format(&self, left: &Type, right: &Type) -> Option<Format> {
        match (left.format(), right.format()) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (Some(format), None) => right.is_int().then_some(format),
            (None, Some(format)) => left.is_int().then_some(format),
            (None, None) => None,
        }
    }

    /// An operator on two numbers, one of them a floating-point number; `sign` is how it is written: `a > b` is `b < a`
    /// with the operands still evaluated from left to right.
    pub(in crate::resolve) fn floating_binary(
        &mut self,
        op: BinOp,
        sign: &str,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        let format = self.common_format(&left.expr.ty, &right.expr.ty);
        let (hoisted, left, right) = self.sequence_two(left, right);
        let operands = match sign.starts_with('>') {
            true => [right, left],
            false => [left, right],
        };
        let expr = self.floating(operation(op), format, operands.into(), span)?;
        let value = Lowered { hoisted, expr };
        if op == BinOp::Ne {
            return self.unary(UnOp::Not, value, span);
        }
        Some(value)
    }

    /// `-e`
    pub(in crate::resolve) fn floating_negation(&self, e: Expr, span: Span) -> Option<Expr> {
        let format = e.ty.format();
        self.floating(Operation::Negate, format, vec![e], span)
    }

    /// A number plus or minus one.
    pub(in crate::resolve) fn floating_step(
        &self,
        op: BinOp,
        e: Expr,
        format: Format,
        span: Span,
    ) -> Option<Expr> {
        let one = Expr::int(format.nearest(1), Type::Floating(format), span);
        self.floating(operation(op), Some(format), vec![e, one], span)
    }

    /// A number as one of this format, to which it is rounded.
    pub(in crate::resolve) fn to_format(&self, e: Expr, format: Format) -> Option<Expr> {
        if e.ty == Type::Floating(format) {
            return Some(e);
        }
        let op = match format {
            Format::Single => Operation::ToSingle,
            Format::Double => Operation::ToDouble,
        };
        let span = e.span;
        let from = e.ty.format();
        let e = match from {
            Some(_) => e,
            None => self.convert(e, Width::I64),
        };
        self.floating(op, from, vec![e], span)
    }

    /// A floating-point number as an integer, as a cast makes it.
    pub(in crate::resolve) fn truncated_to(
        &self,
        e: Expr,
        width: Width,
        span: Span,
    ) -> Option<Expr> {
        let op = match width {
            Width::I64 => Operation::ToLong,
            Width::I8 | Width::I16 | Width::U16 | Width::I32 => Operation::ToInt,
        };
        let format = e.ty.format();
        let whole = self.floating(op, format, vec![e], span)?;
        Some(match width {
            Width::I32 | Width::I64 => whole,
            Width::I8 | Width::I16 | Width::U16 => super::static_types::wrapped(whole, width),
        })
    }

    /// An operation on operands that take this format first; without one they are integers.
    fn floating(
        &self,
        op: Operation,
        format: Option<Format>,
        operands: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let operands = match format {
            Some(format) => {
                let all = operands.into_iter().map(|e| self.to_format(e, format));
                all.collect::<Option<Vec<Expr>>>()?
            }
            None => operands,
        };
        let Some(callee) = self.function_for(op, &operands) else {
            return self.unsupported(span, "floating-point numbers are");
        };
        let constant = self.of_constants(op, format, &operands);
        let value = self.applied(callee, None, None, operands, span)?;
        Some(match constant {
            Some(kind) => Expr { kind, ..value },
            None => value,
        })
    }

    /// Whether a function gives the bits of a floating-point number, by which this is known anyway.
    pub(in crate::resolve) fn is_bits(&self, callee: PureId) -> bool {
        let table = self.table();
        let header = &table.pure_method(callee).header;
        header.name == "bits"
            && header.class.is_some()
            && header.class == table.library_class("veriframe", FUNCTIONS)
    }

    /// The function for an operation on operands of these types.
    fn function_for(&self, op: Operation, operands: &[Expr]) -> Option<PureId> {
        let functions = self.table().library_class("veriframe", FUNCTIONS)?;
        let types: Vec<&Type> = operands.iter().map(|operand| &operand.ty).collect();
        self.function(functions, op.name(), &types)
    }

    /// The result for operands that are constants: then it is one, as Java defines them.
    fn of_constants(
        &self,
        op: Operation,
        format: Option<Format>,
        operands: &[Expr],
    ) -> Option<ExprKind> {
        let value = |e: &Expr| {
            let Some(ExprKind::Int(n)) = self.constant(e) else {
                return None;
            };
            i64::try_from(&n).ok()
        };
        let operands: Vec<i64> = operands.iter().map(value).collect::<Option<_>>()?;
        Some(match op.of(format, &operands)? {
            Computed::Bits(n) | Computed::Integer(n) => ExprKind::Int(n.into()),
            Computed::Truth(holds) => ExprKind::Bool(holds),
        })
    }
}
