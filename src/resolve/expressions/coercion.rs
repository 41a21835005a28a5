//! Coercions: an empty literal takes the type expected by its context. A constant of type `int`
//! becomes a fraction where a fraction is expected, even as an element of a literal.
//!
//! Until its context is known, an empty literal has a type with open element types (see
//! [`crate::resolve::declarations::types::leaves_open`]). Only expressions built from such literals
//! have such types, and a resolved program contains none.

use super::evaluation_order::Lowered;
use super::fold;
use crate::diagnostics::{Code, Diagnostic};
use crate::floating::Format;
use crate::ir::{CollOp, CollectionType, Expr, ExprKind, Type, Width};
use crate::resolve::declarations::types::{is_array_of_objects, leaves_open, same_kind};
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::Member;
use crate::source::Span;

impl Member<'_, '_> {
    /// Coerces a value to the expected type `to`.
    pub(in crate::resolve) fn coerce(&self, value: Lowered, to: &Type) -> Option<Lowered> {
        value.try_map(|e| self.coerce_expr(e, to))
    }

    /// Coerces an expression to the expected type `to`.
    pub(in crate::resolve) fn coerce_expr(&self, e: Expr, to: &Type) -> Option<Expr> {
        if e.ty == *to || self.table().assignable(&e.ty, to) && !leaves_open(&e.ty) {
            return Some(e);
        }
        if let Type::Floating(format) = to
            && (e.ty.is_int() || e.ty == Type::Floating(Format::Single))
        {
            return self.to_format(e, *format);
        }
        if let (Type::Floating(from), Type::Floating(_) | Type::Machine(_)) = (&e.ty, to) {
            let (from, to) = (from.name(), self.type_name(to));
            let message = format!("this is of type `{from}`, and might not fit in a `{to}`");
            return self.mismatch(e.span, message, format!("convert it, as in `({to}) e`"));
        }
        if let (Type::Int, Type::Machine(width)) = (&e.ty, to) {
            return Some(self.convert(e, *width));
        }
        if let (Type::Machine(from), Type::Machine(width)) = (&e.ty, to) {
            if let Some(kind) = self.narrowed_implicitly(&e, *from, *width) {
                return Some(Expr {
                    kind,
                    ty: to.clone(),
                    span: e.span,
                });
            }
            let (from, to) = (from.name(), width.name());
            let message = format!("this is of type `{from}`, and might not fit in a `{to}`");
            let note = format!("convert it, as in `({to}) e`: it is checked that it fits");
            return self.mismatch(e.span, message, note);
        }
        if self.table().rules.has_boxes && to.is_ref() != e.ty.is_ref() {
            if let Some(boxed) = self.boxed(&e, to) {
                return Some(boxed);
            }
            let held = self.unboxed(Lowered::of(e.clone())).expr;
            if held.ty != e.ty {
                return self.coerce_expr(held, to);
            }
        }
        if let (Type::Object, Type::Class(_) | Type::Array(_)) = (&e.ty, to)
            && !self.table().type_params.is_empty()
        {
            return self.of_erased(e, to);
        }
        if same_kind(&e.ty, to) {
            return crate::resolve::deep(|| self.coerce_elements(e, to));
        }
        let span = e.span;
        let (from, to_name) = (self.type_name(&e.ty), self.type_name(to));
        if *to == Type::Perm && e.ty.is_int() {
            if let Some(fraction) = fold::as_fraction(&e) {
                return Some(fraction);
            }
            let message = "a fraction is expected here, but this `int` is not a constant";
            return self.mismatch(
                span,
                message,
                "use a variable of type `perm`, or a constant such as `1/2`",
            );
        }
        let message =
            format!("a value of type `{to_name}` is expected here, but this is of type `{from}`");
        self.wrong_type(message, &e.ty, to, span)
    }

    /// The value of a constant that a smaller type holds, so that it needs no cast. In Java that is
    /// a constant expression of at most the size of `int`, for a type smaller than `int`.
    fn narrowed_implicitly(&self, e: &Expr, from: Width, to: Width) -> Option<ExprKind> {
        if self.table().rules.has_constant_variables {
            return self.narrow_constant(e, to).filter(|_| from != Width::I64);
        }
        match fold::literal(e) {
            Some(ExprKind::Int(n)) if to.holds(&n) => Some(ExprKind::Int(n)),
            _ => None,
        }
    }

    /// Narrows a value of erased type to the expected type. In Java code the compiler has checked
    /// the narrowing, but of an array only that it is one of the type or of a subtype; in annotations, and in programs that are not Java, it becomes a cast to be
    /// verified.
    fn of_erased(&self, e: Expr, to: &Type) -> Option<Expr> {
        let checked = !self.table().rules.is_compiled
            || self.context.ghost
            || self.context.place != Place::Code;
        let ty = to.clone();
        if !checked && is_array_of_objects(to) {
            let what = "an array of objects as the value of a type parameter is";
            return self.unsupported(e.span, what);
        }
        if !checked {
            return Some(Expr { ty, ..e });
        }
        let Some(class) = to.class() else {
            let what = format!("a cast to `{}` is", self.type_name(to));
            return self.unsupported(e.span, &what);
        };
        Some(Expr {
            span: e.span,
            ty,
            kind: ExprKind::Cast(Box::new(e), class),
        })
    }

    /// Coerces a collection to another element type by coercing its subexpressions.
    fn coerce_elements(&self, e: Expr, to: &Type) -> Option<Expr> {
        let mut e = e;
        if let ExprKind::Collection(op, operands) = &mut e.kind {
            let Some(wanted) = operand_types(*op, to, operands) else {
                return self.other_elements(&e.ty, to, e.span);
            };
            let fitted = std::mem::take(operands).into_iter().zip(&wanted);
            let fitted: Option<Vec<Expr>> = fitted.map(|(e, to)| self.coerce_expr(e, to)).collect();
            *operands = fitted?;
        } else if let ExprKind::Cond(_, then, other) = &mut e.kind {
            let coerce = |branch: &mut Expr| self.coerce_in_place(branch, to);
            let (then, other) = (coerce(then), coerce(other));
            then.and(other)?;
        } else if let Some(inner) = e.scoped_mut() {
            self.coerce_in_place(inner, to)?;
        } else {
            return self.other_elements(&e.ty, to, e.span);
        }
        e.ty = to.clone();
        Some(e)
    }

    fn coerce_in_place(&self, e: &mut Expr, to: &Type) -> Option<()> {
        let kind = std::mem::replace(&mut e.kind, ExprKind::Null);
        let (ty, span) = (e.ty.clone(), e.span);
        *e = self.coerce_expr(Expr { kind, ty, span }, to)?;
        Some(())
    }

    fn other_elements<T>(&self, from: &Type, to: &Type, span: Span) -> Option<T> {
        let (from_name, to_name) = (self.type_name(from), self.type_name(to));
        let message = format!(
            "a value of type `{to_name}` is expected here, but this is of type `{from_name}`"
        );
        self.wrong_type(message, from, to, span)
    }

    /// Coerces two collections of one kind to a common type; other values are returned unchanged.
    pub(in crate::resolve) fn unify(
        &self,
        left: Lowered,
        right: Lowered,
    ) -> Option<(Lowered, Lowered)> {
        if !same_kind(&left.expr.ty, &right.expr.ty) {
            return Some((left, right));
        }
        let Some(ty) = self.table().common(&left.expr.ty, &right.expr.ty) else {
            return Some((left, right));
        };
        Some((self.coerce(left, &ty)?, self.coerce(right, &ty)?))
    }

    /// Checks that the type of a value without a context has no open element types.
    pub(in crate::resolve) fn determined(&self, value: Lowered) -> Option<Lowered> {
        if !leaves_open(&value.expr.ty) {
            return Some(value);
        }
        let literal = open_literal(&value.expr);
        let (word, shape) = match literal.ty.collection() {
            Some(CollectionType::Set(_)) => ("a set", "set<T>()"),
            Some(CollectionType::Multiset(_)) => ("a multiset", "multiset<T>()"),
            Some(CollectionType::Map(..)) => ("a map", "map<K, V>()"),
            Some(CollectionType::Seq(_)) | None => ("a sequence", "seq<T>()"),
        };
        let message = format!("nothing here tells of which elements this is {word}");
        let error = Diagnostic::error(Code::TypeMismatch, literal.span, message);
        self.refuse(error.note(format!("write `{shape}`, with the type you mean")))
    }
}

/// The types expected of the operands if the operation is to have type `to`; `None` if `to` does
/// not determine them.
fn operand_types(op: CollOp, to: &Type, operands: &[Expr]) -> Option<Vec<Type>> {
    use CollOp::*;
    let whole = || to.clone();
    let own = |at: usize| operands.get(at).map(|e| e.ty.clone());
    Some(match (op, to) {
        (Literal, Type::Seq(e) | Type::Set(e) | Type::Multiset(e)) => {
            vec![(**e).clone(); operands.len()]
        }
        (MapLiteral, Type::Map(k, v)) => {
            let mut types = Vec::with_capacity(operands.len());
            for _ in 0..operands.len() / 2 {
                types.extend([(**k).clone(), (**v).clone()]);
            }
            types
        }
        (Concat | Union | Intersect | Minus, _) => vec![whole(), whole()],
        (Drop | Take, _) => vec![whole(), own(1)?],
        (Range, _) => vec![whole(), own(1)?, own(2)?],
        (Update, Type::Seq(e)) => vec![whole(), own(1)?, (**e).clone()],
        (Update, Type::Map(k, v)) => vec![whole(), (**k).clone(), (**v).clone()],
        (ToSet, Type::Set(e)) | (ToMultiset, Type::Multiset(e)) => vec![Type::Seq(e.clone())],
        _ => return None,
    })
}

/// The first empty literal in an expression whose element type is open.
fn open_literal(e: &Expr) -> &Expr {
    let mut rest = vec![e];
    while let Some(next) = rest.pop() {
        if let ExprKind::Collection(CollOp::Literal | CollOp::MapLiteral, operands) = &next.kind
            && operands.is_empty()
            && leaves_open(&next.ty)
        {
            return next;
        }
        rest.extend(next.children().into_iter().rev());
    }
    e
}
