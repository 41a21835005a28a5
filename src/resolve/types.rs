//! Types as written, and which fit where.

use super::table::{Known, Table};
use super::{Sink, names};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, Type};
use crate::syntax::ast::{self, TypeKind};

impl Table<'_> {
    /// The type that is written there; `None` (reported) where it is none.
    pub(super) fn read_type(&self, ty: &ast::Type, sink: &Sink) -> Known {
        match &ty.kind {
            TypeKind::Int => Some(Type::Int),
            TypeKind::Bool => Some(Type::Bool),
            TypeKind::Perm => Some(Type::Perm),
            TypeKind::Named(name) => self.read_class(name, ty, sink),
            TypeKind::Array(elem) => {
                let elem = super::deep(|| self.read_type(elem, sink))?;
                Some(Type::Array(Box::new(self.real(elem))))
            }
            TypeKind::Collection(word, _) => {
                sink.unsupported(ty.span, &format!("the type `{word}<…>` is"))
            }
        }
    }

    fn read_class(&self, name: &str, ty: &ast::Type, sink: &Sink) -> Known {
        if let Some(id) = self.class_ids.get(name) {
            return Some(Type::Class(*id));
        }
        if name == "Object" {
            return Some(Type::Object);
        }
        let message = format!("there is no class `{name}`");
        let mut error = Diagnostic::error(Code::UnknownName, ty.span, message);
        if name == "String" {
            error = error.note("`String` stands only in `static void main(String[] args)`");
        } else if let Some(near) = names::nearest(name, self.type_words()) {
            error = error.note(format!("did you mean `{near}`?"));
        } else {
            error = error.note("declare the class");
        }
        sink.refuse(error)
    }

    fn type_words(&self) -> impl Iterator<Item = &str> {
        self.class_ids
            .keys()
            .copied()
            .chain(["int", "boolean", "bool", "perm", "Object"])
    }

    /// Whether a value of type `from` may be put where `to` is expected,
    /// constants of type `int` for fractions apart.
    pub(super) fn assignable(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Null, to) => to.is_ref(),
            (Type::Machine(_), Type::Int) => true,
            (from, Type::Object) => from.is_ref(),
            (Type::Class(a), Type::Class(b)) => a == b || self.open_ended(*a, *b),
            (from, to) => from == to,
        }
    }

    /// Whether some value could have both types, so that `=` makes sense.
    pub(super) fn related(&self, left: &Type, right: &Type) -> bool {
        self.assignable(left, right) || self.assignable(right, left)
    }

    /// The type of `c ? left : right`.
    pub(super) fn common(&self, left: &Type, right: &Type) -> Option<Type> {
        if self.assignable(left, right) {
            return Some(right.clone());
        }
        if self.assignable(right, left) {
            return Some(left.clone());
        }
        (left.is_ref() && right.is_ref()).then_some(Type::Object)
    }

    /// Whether one of the classes has supertypes that are not looked at.
    fn open_ended(&self, left: ClassId, right: ClassId) -> bool {
        self.class(left).incomplete || self.class(right).incomplete
    }
}
