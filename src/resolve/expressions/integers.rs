//! Machine integers and conversions between them. Only code computes with machine integers; in
//! annotations, ghost code and collections integers are mathematical. An operation with a
//! mathematical operand has a mathematical result.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::walk::Parts;
use crate::ir::{Expr, ExprKind, Named, Overflow, PureId, Type, Width};
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;
use num_bigint::BigInt;
use smallvec::smallvec;

impl Member<'_, '_> {
    /// The overflow rule for results in this context; `None` where integers are mathematical.
    pub(in crate::resolve) fn machine(&self) -> Option<Overflow> {
        let code = matches!(
            self.context.place,
            Place::Code | Place::Constant | Place::PureBody
        );
        let computed = code && !self.context.ghost && !self.context.fraction;
        self.table().integers.overflow().filter(|_| computed)
    }

    /// Whether integers are machine integers in this context.
    pub(in crate::resolve) fn is_machine(&self) -> bool {
        self.machine().is_some()
    }

    /// Whether a computed subexpression is ghost.
    pub(in crate::resolve) fn names_ghost(&self, e: &Expr) -> bool {
        let table = self.table();
        let mut rest = vec![e];
        while let Some(e) = rest.pop() {
            let ghost = match e.named() {
                Some(Named::Var(v)) => self.scope.var(v).is_ghost,
                Some(Named::Field(field)) => table.field(field).is_ghost,
                Some(Named::Pure(callee)) => table.pure_method(callee).is_ghost,
                None => matches!(e.kind, ExprKind::Quant(_)),
            };
            if ghost {
                return true;
            }
            let params = |callee| &table.pure_method(callee).header.params;
            let is_ghost = |callee, at: usize| params(callee).get(at).is_some_and(|p| p.is_ghost);
            rest.extend(computed(e, is_ghost));
        }
        false
    }

    /// An integer literal of a width, including its sign.
    pub(in crate::resolve) fn integer_literal(
        &self,
        n: BigInt,
        width: Width,
        span: Span,
    ) -> Option<Lowered> {
        if !self.is_machine() {
            let ty = self.literal_type(&n, width);
            return Some(Lowered::new(ExprKind::Int(n), ty, span));
        }
        if !width.holds(&n) {
            let (name, bits) = (width.name(), width.bits());
            let message = format!("`{n}` does not fit in an `{name}`, which has {bits} bits here");
            let note = format!(
                "an `{name}` is at least {} and at most {}; with `--int unbounded` it is any integer",
                width.least(),
                width.greatest()
            );
            return self.mismatch(span, message, note);
        }
        Some(Lowered::new(ExprKind::Int(n), Type::Machine(width), span))
    }

    /// The value of a negated literal. Only a negated literal can denote the least value of a
    /// width.
    pub(in crate::resolve) fn negative(&self, operand: &ast::Expr) -> Option<(BigInt, Width)> {
        let (n, width) = if let ast::ExprKind::Int(n) = &operand.kind {
            (n, Width::I32)
        } else if let ast::ExprKind::Long(n) = &operand.kind {
            (n, Width::I64)
        } else {
            return None;
        };
        self.is_machine().then(|| (-n, width))
    }

    /// The result of an integer operation on operands of these types. On machine integers the
    /// result is a machine integer; unless `fits`, the overflow rule is part of the operation.
    pub(in crate::resolve) fn result_of(
        &self,
        value: Lowered,
        operands: &[Type],
        fits: bool,
    ) -> Lowered {
        let widths = operands.iter().map(Type::width);
        let width = widths.collect::<Option<Vec<Width>>>().map(|widths| {
            let promoted = widths.into_iter();
            promoted.fold(Width::I32, Width::promoted)
        });
        match (self.machine(), width) {
            (None, _) | (_, None) => value,
            (Some(overflow), Some(width)) if fits => value.map(|e| match e.ty.width() {
                Some(from) if from == width => e,
                // An operand itself, as of `+`: it may be a conversion, to its own type.
                Some(_) => converted(e, width, overflow),
                None => Expr {
                    ty: Type::Machine(width),
                    ..e
                },
            }),
            (Some(overflow), Some(width)) => value.map(|e| converted(e, width, overflow)),
        }
    }

    /// Converts an integer to a machine integer of a width; the overflow rule applies if it might
    /// not fit.
    pub(in crate::resolve) fn convert(&self, e: Expr, width: Width) -> Expr {
        let Some(overflow) = self.table().integers.overflow() else {
            return e;
        };
        match (&e.kind, &e.ty) {
            (ExprKind::Int(n), _) if width.holds(n) => Expr {
                ty: Type::Machine(width),
                ..e
            },
            (_, Type::Machine(from)) if *from == width => e,
            (_, Type::Machine(from)) if from.fits_in(width) => Expr {
                kind: ExprKind::Convert(overflow, Box::new(e.clone())),
                ty: Type::Machine(width),
                ..e
            },
            _ => converted(e, width, overflow),
        }
    }

    /// Reports a constant that does not fit in its type.
    pub(in crate::resolve) fn too_large<T>(&self, span: Span) -> Option<T> {
        let message = "the value does not fit in its type, which has few bits here";
        let error = Diagnostic::error(Code::TypeMismatch, span, message);
        self.refuse(
            error.note("choose a smaller value; with `--int unbounded` an `int` is any integer"),
        )
    }
}

fn converted(e: Expr, width: Width, overflow: Overflow) -> Expr {
    let span = e.span;
    Expr {
        kind: ExprKind::Convert(overflow, Box::new(e)),
        ty: Type::Machine(width),
        span,
    }
}

/// The subexpressions whose values are needed at run time: excludes the arguments of `opening` and
/// `using` and those of ghost parameters. `is_ghost` says whether a parameter of a pure method is
/// ghost.
pub(in crate::resolve) fn computed(
    e: &Expr,
    is_ghost: impl Fn(PureId, usize) -> bool,
) -> Parts<'_, Expr> {
    if let ExprKind::Opening(_, body) | ExprKind::Using(_, body) = &e.kind {
        return smallvec![&**body];
    }
    if let ExprKind::Pure(call) = &e.kind {
        let args = call.args.iter().enumerate();
        let real = args.filter(|(at, _)| !is_ghost(call.callee, *at));
        let real = real.map(|(_, arg)| arg);
        return call.receiver.iter().chain(real).collect();
    }
    e.children()
}
