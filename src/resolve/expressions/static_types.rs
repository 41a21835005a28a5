//! The types that Java gives to numbers in annotations, whose values are mathematical. Casts,
//! shifts, operations on bits and the choice between overloads depend on them.

use super::fold;
use crate::ir::{CollOp, Expr, ExprKind, Named, Overflow, Type, UnOp, Width};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;
use num_bigint::BigInt;

impl Member<'_, '_> {
    /// Whether numbers have one of Java's types although they are not computed here.
    pub(in crate::resolve) fn has_static_types(&self) -> bool {
        self.table().rules.has_machine_types && self.table().integers.overflow().is_some()
    }

    /// The type of a literal outside of code: that of Java, if it holds the value.
    pub(in crate::resolve) fn literal_type(&self, n: &BigInt, width: Width) -> Type {
        if self.has_static_types() && !self.context.fraction && width.holds(n) {
            Type::Machine(width)
        } else {
            Type::Int
        }
    }

    /// The operand of a unary `+` in an annotation, which is at least an `int`.
    pub(in crate::resolve) fn promoted(&self, e: Expr) -> Expr {
        let annotated = !self.is_machine() && self.has_static_types();
        match self.java_type(&e) {
            Some(Width::I8 | Width::I16 | Width::U16) if annotated => wrapped(e, Width::I32),
            _ => e,
        }
    }

    /// The type that Java gives to a number; `None` if the number is none of Java's, as the size of
    /// a sequence.
    pub(in crate::resolve) fn java_type(&self, e: &Expr) -> Option<Width> {
        crate::resolve::deep(|| match (&e.kind, &e.ty) {
            (_, Type::Machine(width)) => Some(*width),
            (ExprKind::Unary(UnOp::Neg, operand), Type::Int) => {
                // Only a negated literal can denote the least value of a type.
                if let (ExprKind::Int(n), Type::Int) = (&operand.kind, &operand.ty) {
                    let widths = [Width::I32, Width::I64];
                    return widths.into_iter().find(|width| width.holds(&-n));
                }
                Some(self.java_type(operand)?.promoted(Width::I32))
            }
            (ExprKind::Binary(op, left, right), Type::Int) if !op.compares() => {
                Some(self.java_type(left)?.promoted(self.java_type(right)?))
            }
            (ExprKind::Cond(_, then, other), Type::Int) => {
                let (a, b) = (self.java_type(then)?, self.java_type(other)?);
                Some(match (a, b) {
                    _ if a == b => a,
                    (Width::I8, Width::I16) | (Width::I16, Width::I8) => Width::I16,
                    _ if a == Width::I32 && self.narrow_constant(then, b).is_some() => b,
                    _ if b == Width::I32 && self.narrow_constant(other, a).is_some() => a,
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
            (_, Type::Int) => width_of(&self.stated(e)?),
            _ => None,
        })
    }

    /// The type with which a value is declared, or that of the collection from which it comes:
    /// ghost variables and elements of collections have mathematical values, but a type of Java.
    fn stated(&self, e: &Expr) -> Option<ast::Type> {
        if let Some(named) = e.named() {
            return match named {
                Named::Var(variable) => self.scope.written(variable).cloned(),
                Named::Field(field) => Some(self.table().field(field).written.clone()),
                Named::Pure(callee) => self.table().pure_method(callee).header.written.cloned(),
            };
        }
        crate::resolve::deep(|| {
            if let Some(inner) = e.scoped() {
                self.static_type(inner)
            } else if let ExprKind::Cond(_, then, other) = &e.kind {
                let (then, other) = (self.static_type(then)?, self.static_type(other)?);
                is_same(&then, &other).then_some(then)
            } else if let ExprKind::Elements(array, ..) = &e.kind {
                let elem = kind_of(array.ty.element()?.width()?);
                Some(collection("seq", vec![typed(elem, e.span)], e.span))
            } else if let ExprKind::Collection(op, operands) = &e.kind {
                self.stated_collection(*op, operands, e.span)
            } else {
                None
            }
        })
    }

    /// The type of the result of an operation on collections.
    fn stated_collection(&self, op: CollOp, operands: &[Expr], span: Span) -> Option<ast::Type> {
        let first = operands.first();
        let argument = |at: usize| {
            let ast::TypeKind::Collection(applied) = self.static_type(first?)?.kind else {
                return None;
            };
            applied.args.into_iter().nth(at)
        };
        match op {
            CollOp::Index => argument(0),
            CollOp::Lookup => argument(1),
            CollOp::Concat | CollOp::Union | CollOp::Intersect => {
                let second = operands.get(1)?;
                if is_empty(first?) {
                    return self.static_type(second);
                }
                let left = self.static_type(first?)?;
                (is_empty(second) || is_same(&self.static_type(second)?, &left)).then_some(left)
            }
            CollOp::Drop | CollOp::Take | CollOp::Range | CollOp::Minus => self.static_type(first?),
            CollOp::Update => {
                let own = self.static_type(first?)?;
                let ast::TypeKind::Collection(applied) = &own.kind else {
                    return None;
                };
                // The new element does not change the type if it is of the type of the others.
                let value = self.static_type(operands.last()?)?;
                is_same(applied.args.last()?, &value).then_some(own)
            }
            CollOp::Literal => {
                let mut kinds = operands.iter().map(|e| self.static_type(e));
                let elem = kinds.next()??;
                let same = kinds.all(|ty| ty.is_some_and(|ty| is_same(&ty, &elem)));
                same.then(|| collection("seq", vec![elem], span))
            }
            CollOp::MapLiteral
            | CollOp::Size
            | CollOp::In
            | CollOp::Subset
            | CollOp::Count
            | CollOp::Domain
            | CollOp::ToSet
            | CollOp::ToMultiset => None,
        }
    }

    /// The static type of a value as a written type; `None` if it is none of Java's.
    pub(in crate::resolve) fn static_type(&self, e: &Expr) -> Option<ast::Type> {
        match &e.ty {
            ty if ty.is_int() => Some(typed(kind_of(self.java_type(e)?), e.span)),
            ty if ty.is_collection() => self.stated(e),
            _ => None,
        }
    }
}

/// The machine type that a type is.
pub(in crate::resolve) fn width_of(ty: &ast::Type) -> Option<Width> {
    match &ty.kind {
        ast::TypeKind::Int => Some(Width::I32),
        ast::TypeKind::Long => Some(Width::I64),
        ast::TypeKind::Short => Some(Width::I16),
        ast::TypeKind::Byte => Some(Width::I8),
        ast::TypeKind::Char => Some(Width::U16),
        ast::TypeKind::Bool
        | ast::TypeKind::Perm
        | ast::TypeKind::Bigint
        | ast::TypeKind::Floating(_)
        | ast::TypeKind::Infer
        | ast::TypeKind::Named(_)
        | ast::TypeKind::Generic(_)
        | ast::TypeKind::Wildcard(_)
        | ast::TypeKind::Array(_)
        | ast::TypeKind::Collection(_) => None,
    }
}

/// Whether two types are the same machine type, or collections of the same.
fn is_same(a: &ast::Type, b: &ast::Type) -> bool {
    match (&a.kind, &b.kind) {
        (ast::TypeKind::Collection(a), ast::TypeKind::Collection(b)) => {
            let mut pairs = a.args.iter().zip(&b.args);
            a.args.len() == b.args.len() && pairs.all(|(a, b)| is_same(a, b))
        }
        _ => width_of(a).is_some() && width_of(a) == width_of(b),
    }
}

fn kind_of(width: Width) -> ast::TypeKind {
    match width {
        Width::I8 => ast::TypeKind::Byte,
        Width::I16 => ast::TypeKind::Short,
        Width::U16 => ast::TypeKind::Char,
        Width::I32 => ast::TypeKind::Int,
        Width::I64 => ast::TypeKind::Long,
    }
}

fn typed(kind: ast::TypeKind, span: Span) -> ast::Type {
    ast::Type { kind, span }
}

fn collection(name: &str, args: Vec<ast::Type>, span: Span) -> ast::Type {
    let applied = ast::Applied {
        name: name.into(),
        args,
    };
    typed(ast::TypeKind::Collection(Box::new(applied)), span)
}

/// Whether a collection is a literal without elements.
fn is_empty(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Collection(CollOp::Literal, operands) if operands.is_empty())
}

/// The value of a number converted to a type, as by a cast of Java.
pub(in crate::resolve) fn wrapped(e: Expr, width: Width) -> Expr {
    let ty = Type::Machine(width);
    if e.ty == ty {
        return e;
    }
    let span = e.span;
    // A value that is known is no constant yet: `?:` chooses its type by constants.
    let kind = match fold::constant(&e, &|_| None) {
        Some(ExprKind::Int(n)) => ExprKind::Int(width.wrap(&n)),
        _ => ExprKind::Convert(Overflow::Wrap, Box::new(e)),
    };
    Expr { kind, ty, span }
}
