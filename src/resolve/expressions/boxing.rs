//! Boxing and unboxing: the conversions between numbers or truth values and the objects that hold them, which are calls
//! of `valueOf` and of `intValue` and its like. As texts, such objects are values for contracts; in code `==` of two
//! of them tells no more than of texts, and what a constructor of either gives is any value but `null`.

use super::evaluation_order::Lowered;
use super::exceptional::{assigned, compared, null};
use super::static_types::wrapped;
use crate::floating::Format;
use crate::ir::{
    BinOp, ClassId, Expr, ExprKind, PureId, Stmt, StmtKind, Type, ValueSource, VarId, Width,
};
use crate::resolve::declarations::table::Callee;
use crate::resolve::scopes::member::Member;
use crate::source::Span;

/// The classes of `java.lang` that hold values, and the functions that give these.
const BOXES: [(&str, &str); 5] = [
    ("Boolean", "booleanValue"),
    ("Character", "charValue"),
    ("Double", "doubleValue"),
    ("Integer", "intValue"),
    ("Long", "longValue"),
];

impl Member<'_, '_> {
    /// Whether objects of a class hold values.
    pub(in crate::resolve) fn is_box_class(&self, class: ClassId) -> bool {
        self.value_of(class).is_some()
    }

    /// For a new text or box: the variable for the object that is made, and the statements that then give another
    /// variable any value but `null`. For contracts the value need not differ from those that there were before, as a
    /// new object does: two objects may hold the same.
    pub(super) fn made_value(
        &mut self,
        ty: Type,
        to: VarId,
        span: Span,
    ) -> Option<(VarId, Vec<Stmt>)> {
        if !self.table().is_java_text(&ty) && !self.table().is_java_box(&ty) {
            return None;
        }
        let made = self.scope.temporary(ty.clone(), span);
        let any = self.scope.temporary(ty.clone(), span);
        let is_none = compared(BinOp::Eq, &self.read(any, span), null(span), span);
        let but_null = ExprKind::Cond(
            Box::new(is_none),
            Box::new(self.read(made, span)),
            Box::new(self.read(any, span)),
        );
        let but_null = Expr {
            kind: but_null,
            ty,
            span,
        };
        let unknown = StmtKind::Unknown(any, ValueSource::Library);
        let statements = vec![
            Stmt {
                kind: unknown,
                span,
            },
            assigned(to, but_null, span),
        ];
        Some((made, statements))
    }

    /// The function that gives what an object of a class holds.
    fn value_of(&self, class: ClassId) -> Option<&'static str> {
        let table = self.table();
        let is_one = |(name, _): &&(&str, &str)| table.of_java_lang(name) == Some(class);
        let found = BOXES.iter().find(is_one);
        found.map(|(_, value)| *value)
    }

    /// An object that holds a value, where one of this type is expected; `None` if none of those that are supported
    /// is one.
    pub(in crate::resolve) fn boxed(&self, e: &Expr, to: &Type) -> Option<Expr> {
        let e = match (&e.ty, self.java_type(e)) {
            (Type::Int, Some(width)) => wrapped(e.clone(), width),
            _ => e.clone(),
        };
        let name = if e.ty == Type::Bool {
            "Boolean"
        } else if let Some(format) = e.ty.format() {
            (format == Format::Double).then_some("Double")?
        } else {
            match e.ty.width()? {
                Width::U16 => "Character",
                Width::I32 => "Integer",
                Width::I64 => "Long",
                Width::I8 | Width::I16 => return None,
            }
        };
        let table = self.table();
        // Where there are no texts, `==` would tell more than it does in Java.
        table.string_class()?;
        let class = table.of_java_lang(name)?;
        let fits = *to == Type::Object || table.assignable(&Type::Class(class), to);
        let callee = self.function(class, "valueOf", &[&e.ty]).filter(|_| fits)?;
        let span = e.span;
        self.applied(callee, None, None, vec![e], span)
    }

    /// What an object holds; the value itself if it is none.
    pub(in crate::resolve) fn unboxed(&self, value: Lowered) -> Lowered {
        let held = |e: &Expr| {
            let class = e.ty.class()?;
            let callee = self.function(class, self.value_of(class)?, &[])?;
            self.applied(callee, None, Some(e.clone()), Vec::new(), e.span)
        };
        match held(&value.expr) {
            Some(expr) => value.map(|_| expr),
            None => value,
        }
    }

    /// Two operands, of which one is unboxed if the other is a number or a truth value.
    pub(in crate::resolve) fn unboxed_beside(
        &self,
        left: Lowered,
        right: Lowered,
    ) -> (Lowered, Lowered) {
        let is_plain = |value: &Lowered| !value.expr.ty.is_ref();
        // For annotations, what is in a collection is such an object, too.
        let beside_any = |plain: Lowered, other: &Lowered| {
            let is_any = other.expr.ty == Type::Object && !self.is_real_java();
            let boxed = || self.boxed(&plain.expr, &Type::Object);
            match is_any.then(boxed).flatten() {
                Some(boxed) => plain.map(|_| boxed),
                None => plain,
            }
        };
        match (is_plain(&left), is_plain(&right)) {
            (true, false) => (beside_any(left, &right), self.unboxed(right)),
            (false, true) => {
                let right = beside_any(right, &left);
                (self.unboxed(left), right)
            }
            _ => (left, right),
        }
    }

    /// The branches of `?:` (JLS 15.25): boxes of two kinds are unboxed, and so is one beside a number or truth value;
    /// beside `null` a value is boxed. What might be a box beside one is refused.
    pub(in crate::resolve) fn boxed_branches(
        &self,
        then: Lowered,
        other: Lowered,
    ) -> Option<(Lowered, Lowered)> {
        let is_box = |value: &Lowered| self.table().is_java_box(&value.expr.ty);
        let beside_null = |value: &Lowered, other: &Lowered| {
            let is_beside = other.expr.ty == Type::Null;
            let boxed = || self.boxed(&value.expr, &Type::Object);
            is_beside.then(boxed).flatten()
        };
        if let Some(boxed) = beside_null(&then, &other) {
            return Some((then.map(|_| boxed), other));
        }
        if let Some(boxed) = beside_null(&other, &then) {
            return Some((then, other.map(|_| boxed)));
        }
        let is_any = |value: &Lowered| value.expr.ty == Type::Object && self.is_real_java();
        if is_box(&then) && is_any(&other) || is_box(&other) && is_any(&then) {
            return self.unsupported(then.expr.span.to(other.expr.span), "boxing is");
        }
        if is_box(&then) && is_box(&other) && then.expr.ty != other.expr.ty {
            let (one, two) = (self.unboxed(then), self.unboxed(other));
            if is_box(&one) || is_box(&two) {
                return self.unsupported(one.expr.span.to(two.expr.span), "boxing is");
            }
            return Some((one, two));
        }
        Some(self.unboxed_beside(then, other))
    }

    /// The pure method of a class with a name and these types of parameters.
    pub(in crate::resolve) fn function(
        &self,
        class: ClassId,
        name: &str,
        types: &[&Type],
    ) -> Option<PureId> {
        let table = self.table();
        let all = table.members(class, name, types.len());
        all.iter().find_map(|callee| {
            let Callee::Pure(id) = *callee else {
                return None;
            };
            let mut pairs = table.params(*callee).iter().zip(types);
            let takes = pairs.all(|(param, ty)| param.ty.as_ref() == Some(*ty));
            takes.then_some(id)
        })
    }
}
