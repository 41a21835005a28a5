//! Which `int`s are machine integers, and where their results are converted.
//!
//! Where `int` is not mathematical, it has 32 bits in what a program is
//! compiled to: real variables, fields, parameters, results and all elements
//! of arrays. Everywhere else (annotations, ghost code, collections) it stays
//! mathematical, and so is the result of an operation on a mathematical operand.

use super::Sink;
use super::context::Place;
use super::effects::Lowered;
use super::member::Member;
use super::table::{Known, Table};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Expr, ExprKind, Overflow, Type, Width};
use crate::source::Span;
use crate::syntax::ast;
use num_bigint::BigInt;

impl Table<'_> {
    /// The type of real values that are declared with this one.
    pub(super) fn real(&self, ty: Type) -> Type {
        match (ty, self.integers.overflow()) {
            (Type::Int, Some(_)) => Type::Machine(Width::I32),
            (ty, _) => ty,
        }
    }

    /// The type of a variable, field or result as it is declared.
    pub(super) fn declared(&self, ty: &ast::Type, ghost: bool, sink: &Sink) -> Known {
        let ty = self.read_type(ty, sink)?;
        Some(if ghost { ty } else { self.real(ty) })
    }
}

impl Member<'_, '_> {
    /// What becomes of results here that are too large for a machine integer;
    /// `None` where integers are mathematical.
    fn machine(&self) -> Option<Overflow> {
        let code = matches!(
            self.context.place,
            Place::Code | Place::Constant | Place::PureBody
        );
        let computed = code && !self.context.ghost && !self.context.fraction;
        self.table().integers.overflow().filter(|_| computed)
    }

    /// An integer literal, with its sign.
    pub(super) fn literal(&self, n: BigInt, span: Span) -> Option<Lowered> {
        if self.machine().is_none() {
            return Some(Lowered::new(ExprKind::Int(n), Type::Int, span));
        }
        let width = Width::I32;
        if !width.holds(&n) {
            let message = format!("`{n}` does not fit in an `int`, which has 32 bits here");
            let note = format!(
                "an `int` is at least {} and at most {}; with `--int unbounded` it is any integer",
                width.least(),
                width.greatest()
            );
            return self.mismatch(span, message, note);
        }
        Some(Lowered::new(ExprKind::Int(n), Type::Machine(width), span))
    }

    /// Whether the operand is the literal of a negative number (which alone
    /// reaches the least one), and its value.
    pub(super) fn negative(&self, operand: &ast::Expr) -> Option<BigInt> {
        match &operand.kind {
            ast::ExprKind::Int(n) if self.machine().is_some() => Some(-n),
            _ => None,
        }
    }

    /// The result of an integer operation on such operands: of machine integers
    /// it is one, and where it may not fit that is part of the operation.
    pub(super) fn result_of(&self, value: Lowered, operands: &[Type], fits: bool) -> Lowered {
        let machine = |ty: &Type| matches!(ty, Type::Machine(_));
        match self.machine() {
            Some(_) if !operands.iter().all(machine) => value,
            Some(_) if fits => value.map(|e| Expr {
                ty: Type::Machine(Width::I32),
                ..e
            }),
            Some(overflow) => value.map(|e| converted(e, overflow)),
            None => value,
        }
    }

    /// A mathematical integer where a machine integer is expected.
    pub(super) fn convert(&self, e: Expr) -> Expr {
        let Some(overflow) = self.table().integers.overflow() else {
            return e;
        };
        match &e.kind {
            ExprKind::Int(n) if Width::I32.holds(n) => Expr {
                ty: Type::Machine(Width::I32),
                ..e
            },
            _ => converted(e, overflow),
        }
    }

    /// Says that a constant's value is too large.
    pub(super) fn too_large<T>(&self, span: Span) -> Option<T> {
        let message = "the value does not fit in an `int`, which has 32 bits here";
        let error = Diagnostic::error(Code::TypeMismatch, span, message);
        self.refuse(
            error.note("choose a smaller value; with `--int unbounded` an `int` is any integer"),
        )
    }
}

fn converted(e: Expr, overflow: Overflow) -> Expr {
    let span = e.span;
    Expr {
        kind: ExprKind::Convert(overflow, Box::new(e)),
        ty: Type::Machine(Width::I32),
        span,
    }
}
