//! `instanceof`, casts between references, and conversions between integers.

use super::assertion::unwrapped;
use super::evaluation_order::Lowered;
use super::exceptional::{compared, null};
use super::static_types::wrapped;
use crate::ir::{BinOp, Expr, ExprKind, Type};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;

impl Member<'_, '_> {
    /// `e instanceof C`
    pub(in crate::resolve) fn instance_test(
        &mut self,
        e: &ast::Expr,
        ty: &ast::Type,
        span: Span,
    ) -> Option<Lowered> {
        let known = self.table().read_tested(ty, self.session.sink);
        let value = self.expr(e);
        let (known, value) = (known?, value?);
        self.may_be(&value.expr, &known, span, "`instanceof`")?;
        if known == Type::Object {
            return Some(value.map(|object| compared(BinOp::Ne, &object, null(span), span)));
        }
        let Some(class) = known.class() else {
            let what = format!("`instanceof` of the type `{}` is", self.type_name(&known));
            return self.unsupported(ty.span, &what);
        };
        Some(value.map(|object| Expr {
            kind: ExprKind::InstanceOf(Box::new(object), class),
            ty: Type::Bool,
            span,
        }))
    }

    /// `(C) e` for a reference; a no-op if its static type is already a subtype of `C`.
    pub(in crate::resolve) fn cast(
        &mut self,
        ty: &ast::Type,
        e: &ast::Expr,
        span: Span,
    ) -> Option<Lowered> {
        if let Some(length) = self.length_for_parameter(ty, e) {
            let element = ast::Type {
                kind: ast::TypeKind::Named("Object".into()),
                span: e.span,
            };
            let made = ast::Expr {
                kind: ast::ExprKind::NewArray(Box::new(element), Box::new(length.clone())),
                span,
            };
            return self.expr(&made);
        }
        let what = "a cast that Java's compiler cannot check is";
        let makes_rows = |e: &ast::Expr| {
            use ast::ExprKind::{NewArray, NewArrays};
            matches!(unwrapped(e).kind, NewArray(..) | NewArrays(..))
        };
        let has_known = has_known_arguments(ty.innermost());
        let is_array = matches!(ty.kind, ast::TypeKind::Array(_));
        if self.table().names_type_param(ty) || has_known && !(is_array && makes_rows(e)) {
            return self.unsupported(span, what);
        }
        let known = self.table().read_type(ty, self.session.sink);
        let value = self.expr(e);
        let (known, value) = (known?, value?);
        self.keeps_elements(e, &known, Some(ty))?;
        let table = self.table();
        let is_inner = known
            .class()
            .is_some_and(|class| table.generic_around(class).is_some());
        if is_inner && !table.assignable(&value.expr.ty, &known) {
            return self.unsupported(span, what);
        }
        if !known.is_ref() {
            return self.number_cast(ty, self.unboxed(value), span);
        }
        if !value.expr.ty.is_ref()
            && let Some(boxed) = self.boxed(&value.expr, &known)
        {
            return Some(value.map(|_| Expr { span, ..boxed }));
        }
        if self.table().assignable(&value.expr.ty, &known) {
            return Some(value.map(|object| Expr {
                ty: known,
                span,
                ..object
            }));
        }
        self.may_be(&value.expr, &known, span, "a cast")?;
        let Some(class) = known.class() else {
            let what = format!("a cast to `{}` is", self.type_name(&known));
            return self.unsupported(span, &what);
        };
        Some(value.map(|object| Expr {
            kind: ExprKind::Cast(Box::new(object), class),
            ty: known,
            span,
        }))
    }

    /// The length of `new E[length]`, if it is cast to an array of a type parameter and `E` is above all that this
    /// stands for: the cast goes well where it stands, and so does each assignment to an element. What Java takes
    /// for an array of a type argument elsewhere is refused there ([`Member::has_own_elements`]).
    fn length_for_parameter<'e>(&self, ty: &ast::Type, e: &'e ast::Expr) -> Option<&'e ast::Expr> {
        let (ast::TypeKind::Array(param), ast::ExprKind::NewArray(element, length)) =
            (&ty.kind, &unwrapped(e).kind)
        else {
            return None;
        };
        let (ast::TypeKind::Named(name), ast::TypeKind::Named(made)) = (&param.kind, &element.kind)
        else {
            return None;
        };
        let table = self.table();
        let param = table.type_param(name, param.span)?;
        let is_above = match table.bound_of(param) {
            None => made == "Object",
            Some(bound) => bound.is_some() && bound == table.class_written(element),
        };
        is_above.then_some(length)
    }

    /// `(byte) e` and other numeric conversions, which are checked where integers are machine
    /// integers.
    fn number_cast(&mut self, ty: &ast::Type, value: Lowered, span: Span) -> Option<Lowered> {
        let known = self
            .table()
            .declared(ty, !self.is_machine(), self.session.sink)?;
        let is_floating = value.expr.ty.format().is_some();
        if let Some(format) = known.format()
            && (is_floating || value.expr.ty.is_int())
        {
            let converted = value.try_map(|e| self.to_format(e, format));
            return converted.map(|value| value.map(|e| Expr { span, ..e }));
        }
        if is_floating && known.is_int() {
            let Type::Machine(width) = self.table().declared(ty, false, self.session.sink)? else {
                return self.unsupported(span, "this conversion of a floating-point number is");
            };
            let truncated = value.try_map(|e| self.truncated_to(e, width, span));
            return truncated.map(|value| value.map(|e| Expr { span, ..e }));
        }
        let integers = value.expr.ty.is_int() && known.is_int();
        if integers && !self.is_machine() && self.has_static_types() {
            let Type::Machine(width) = self.table().declared(ty, false, self.session.sink)? else {
                return Some(value);
            };
            return Some(value.map(|e| Expr {
                span,
                ..wrapped(e, width)
            }));
        }
        if value.expr.ty == known {
            return Some(value);
        }
        if !integers {
            let (from, to) = (self.type_name(&value.expr.ty), self.type_name(&known));
            let message = format!("a `{from}` cannot be converted to a `{to}`");
            return self.mismatch(span, message, "only numbers are converted");
        }
        let Some(width) = known.width() else {
            return Some(value);
        };
        Some(value.map(|e| Expr {
            span,
            ..self.convert(e, width)
        }))
    }

    /// Checks that an object could have both types.
    fn may_be(&self, object: &Expr, ty: &Type, span: Span, what: &str) -> Option<()> {
        if object.ty.is_ref() && ty.is_ref() && self.table().related(&object.ty, ty) {
            return Some(());
        }
        let (from, to) = (self.type_name(&object.ty), self.type_name(ty));
        let message = format!("no object is both a `{from}` and a `{to}`");
        self.mismatch(
            span,
            message,
            format!("{what} is between types of which one is above the other"),
        )
    }
}

/// Whether a type has type arguments other than `?`.
fn has_known_arguments(ty: &ast::Type) -> bool {
    let any = |arg: &ast::Type| matches!(arg.kind, ast::TypeKind::Wildcard(None));
    matches!(&ty.kind, ast::TypeKind::Generic(generic) if !generic.args.iter().all(any))
}
