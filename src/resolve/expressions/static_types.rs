//! The types that Java gives to numbers in annotations, whose values are mathematical. Casts,
//! shifts, operations on bits and the choice between overloads depend on them.

use super::fold;
use crate::ir::{BinOp, Expr, ExprKind, Overflow, Type, UnOp, Width};
use crate::resolve::scopes::member::Member;
use crate::syntax::tree::ast;
use num_bigint::BigInt;

impl Member<'_, '_> {
    /// Whether numbers have one of Java's types although they are not computed here.
    pub(in crate::resolve) fn has_static_types(&self) -> bool {
        self.table().is_java && self.table().integers.overflow().is_some()
    }

    /// The type of a literal outside of code: that of Java, if it holds the value.
    pub(in crate::resolve) fn literal_type(&self, n: &BigInt, width: Width) -> Type {
        if self.has_static_types() && !self.context.fraction && width.holds(n) {
            Type::Machine(width)
        } else {
            Type::Int
        }
    }

    /// The type that Java gives to a number; `None` if the number is none of Java's, as an element
    /// of a sequence.
    pub(in crate::resolve) fn java_type(&self, e: &Expr) -> Option<Width> {
        crate::resolve::deep(|| match (&e.kind, &e.ty) {
            (_, Type::Machine(width)) => Some(*width),
            (ExprKind::Var(variable), Type::Int) => match self.scope.written(*variable)?.kind {
                ast::TypeKind::Int => Some(Width::I32),
                ast::TypeKind::Long => Some(Width::I64),
                ast::TypeKind::Short => Some(Width::I16),
                ast::TypeKind::Byte => Some(Width::I8),
                ast::TypeKind::Char => Some(Width::U16),
                _ => None,
            },
            (ExprKind::Unary(UnOp::Neg, operand), Type::Int) => match &operand.kind {
                // Only a negated literal can denote the least value of a type.
                ExprKind::Int(n) if operand.ty == Type::Int => {
                    let widths = [Width::I32, Width::I64];
                    widths.into_iter().find(|width| width.holds(&-n))
                }
                _ => Some(self.java_type(operand)?.promoted(Width::I32)),
            },
            (
                ExprKind::Binary(
                    BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem,
                    left,
                    right,
                ),
                Type::Int,
            ) => Some(self.java_type(left)?.promoted(self.java_type(right)?)),
            (ExprKind::Cond(_, then, other), Type::Int) => {
                let (a, b) = (self.java_type(then)?, self.java_type(other)?);
                Some(match (a, b) {
                    _ if a == b => a,
                    (Width::I8, Width::I16) | (Width::I16, Width::I8) => Width::I16,
                    _ if a == Width::I32 && is_small(then, b) => b,
                    _ if b == Width::I32 && is_small(other, a) => a,
                    _ => a.promoted(b),
                })
            }
            (
                ExprKind::Old(inner)
                | ExprKind::OldAt(_, inner)
                | ExprKind::Opening(_, inner)
                | ExprKind::Using(_, inner)
                | ExprKind::Let(_, _, inner),
                Type::Int,
            ) => self.java_type(inner),
            _ => None,
        })
    }
}

/// Whether an expression is a constant that fits in a type smaller than `int`.
pub(in crate::resolve) fn is_small(e: &Expr, width: Width) -> bool {
    let small = matches!(width, Width::I8 | Width::I16 | Width::U16);
    small && matches!(fold::literal(e), Some(ExprKind::Int(n)) if width.holds(&n))
}

/// The value of a number converted to a type, as by a cast of Java.
pub(in crate::resolve) fn wrapped(e: Expr, width: Width) -> Expr {
    let ty = Type::Machine(width);
    if e.ty == ty {
        return e;
    }
    let span = e.span;
    let kind = match fold::literal(&e) {
        Some(ExprKind::Int(n)) => ExprKind::Int(width.wrap(&n)),
        _ => ExprKind::Convert(Overflow::Wrap, Box::new(e)),
    };
    Expr { kind, ty, span }
}
