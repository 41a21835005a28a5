//! Floating-point numbers: operations are functions of the library's class `veriframe.FloatingPoint`, of which
//! proofs know that equal operands give equal results. What is computed from literals is a literal.

use super::evaluation_order::Lowered;
use crate::floating::{Computed, Format, Operation};
use crate::ir::{BinOp, Expr, ExprKind, PureCall, PureId, Type, UnOp, Width};
use crate::resolve::declarations::table::Yields;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::Member;
use crate::source::Span;

/// The class of the functions that stand for operations.
const FUNCTIONS: &str = "FloatingPoint";

/// The operands of an operator, of which one is a floating-point number.
pub(in crate::resolve) struct Operands {
    /// The format in which Java computes.
    pub format: Format,
    /// The left one.
    pub left: Lowered,
    /// The right one.
    pub right: Lowered,
    /// The whole expression.
    pub span: Span,
}

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

    /// `+`, `-`, `*`, `/` and `%`
    pub(in crate::resolve) fn floating_arithmetic(
        &mut self,
        op: BinOp,
        operands: Operands,
    ) -> Option<Lowered> {
        let op = match op {
            BinOp::Add => Operation::Add,
            BinOp::Sub => Operation::Subtract,
            BinOp::Mul => Operation::Multiply,
            BinOp::Div => Operation::Divide,
            BinOp::Rem => Operation::Remainder,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => return None,
        };
        self.of_two(op, operands)
    }

    /// `<` and `<=`; `a > b` is `b < a` with the operands still evaluated from left to right.
    pub(in crate::resolve) fn floating_order(
        &mut self,
        op: BinOp,
        sign: &str,
        operands: Operands,
    ) -> Option<Lowered> {
        let op = if op == BinOp::Lt {
            Operation::Less
        } else {
            Operation::AtMost
        };
        let Operands {
            format,
            left,
            right,
            span,
        } = operands;
        let (hoisted, left, right) = self.sequence_two(left, right);
        let operands = match sign.starts_with('>') {
            true => [right, left],
            false => [left, right],
        };
        let expr = self.floating(op, Some(format), operands.into(), span)?;
        Some(Lowered { hoisted, expr })
    }

    /// `==` and `!=`
    pub(in crate::resolve) fn floating_equality(
        &mut self,
        op: BinOp,
        operands: Operands,
    ) -> Option<Lowered> {
        let span = operands.span;
        let same = self.of_two(Operation::Equal, operands)?;
        if op == BinOp::Ne {
            return self.unary(UnOp::Not, same, span);
        }
        Some(same)
    }

    fn of_two(&mut self, op: Operation, operands: Operands) -> Option<Lowered> {
        let Operands {
            format,
            left,
            right,
            span,
        } = operands;
        let (hoisted, left, right) = self.sequence_two(left, right);
        let expr = self.floating(op, Some(format), vec![left, right], span)?;
        Some(Lowered { hoisted, expr })
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
        let op = if op == BinOp::Sub {
            Operation::Subtract
        } else {
            Operation::Add
        };
        self.floating(op, Some(format), vec![e, one], span)
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
        let Some((callee, ty)) = self.function_for(op, &operands) else {
            return self.unsupported(span, "floating-point numbers are");
        };
        if let Some(kind) = self.of_constants(op, format, &operands) {
            return Some(Expr { kind, ty, span });
        }
        let is_code = matches!(self.context.place, Place::Code | Place::PureBody);
        let call = PureCall {
            receiver: None,
            callee,
            of: None,
            is_code: is_code && !self.context.ghost,
            args: operands,
            span,
        };
        let kind = ExprKind::Pure(Box::new(call));
        Some(Expr { kind, ty, span })
    }

    /// Whether a function gives the bits of a floating-point number, by which this is known anyway.
    pub(in crate::resolve) fn is_bits(&self, callee: PureId) -> bool {
        let table = self.table();
        let header = &table.pure_method(callee).header;
        header.name == "bits"
            && header.class.is_some()
            && header.class == table.library_class("veriframe", FUNCTIONS)
    }

    /// The function for an operation on operands of these types, and the type of its result.
    fn function_for(&self, op: Operation, operands: &[Expr]) -> Option<(PureId, Type)> {
        let table = self.table();
        let functions = table.library_class("veriframe", FUNCTIONS)?;
        let types: Vec<&Type> = operands.iter().map(|operand| &operand.ty).collect();
        let function = self.function(functions, op.name(), &types)?;
        let Yields::Value(ty) = &table.pure_method(function).header.yields else {
            return None;
        };
        Some((function, ty.clone()?))
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
