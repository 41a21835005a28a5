//! Which values of static fields might end the first use of their class with an exception of Java's, as a `null` or a
//! division does.

use super::table::Table;
use super::written_kinds::is_number;
use crate::resolve::notations::is_box;
use crate::syntax::tree::ast::{self, ExprKind, MemberKind};
use crate::syntax::tree::walk;
use ecow::EcoString;
use std::collections::BTreeSet;

/// Which fields of the program hold references, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldTypes {
    /// Those that hold boxed numbers.
    boxed: BTreeSet<EcoString>,
    /// Those that hold any objects, which might be null.
    objects: BTreeSet<EcoString>,
}

impl FieldTypes {
    /// Those of a program.
    pub(super) fn of(table: &Table<'_>) -> FieldTypes {
        let classes = table.classes.iter().filter(|info| !info.is_library);
        let mut found = FieldTypes::default();
        for member in classes.flat_map(|info| &info.source.members) {
            let MemberKind::Field { ty, .. } = &*member.kind else {
                continue;
            };
            let class = ty.class_name();
            let simple = class.and_then(|name| name.rsplit('.').next());
            if simple.is_some_and(is_box) {
                found.boxed.insert(member.name.text.clone());
            }
            if !is_number(ty) {
                found.objects.insert(member.name.text.clone());
            }
        }
        found
    }

    /// Whether what a name or the last name of a path denotes might be a field that is null.
    fn might_be_null(&self, receiver: &ast::Expr) -> bool {
        if let ExprKind::Paren(inner) = &receiver.kind {
            self.might_be_null(inner)
        } else if let ExprKind::Name(name) = &receiver.kind {
            self.objects.contains(&**name)
        } else if let ExprKind::Field(_, name) = &receiver.kind {
            self.objects.contains(&*name.text)
        } else {
            true
        }
    }
}

/// Whether the evaluation of a static field's value might end with an exception of Java's: only of arithmetic
/// without division, and of arrays of known lengths, it is known that it does not.
pub(super) fn might_fail(init: &ast::Expr, fields: &FieldTypes) -> bool {
    let mut found = false;
    walk::exprs(init, &mut |e| {
        if let ExprKind::Field(of, name) = &e.kind {
            // A class, or an array that might be null.
            found |= name.text == "length" || fields.boxed.contains(&*name.text);
            found |= fields.might_be_null(of);
        } else if let ExprKind::Name(name) = &e.kind {
            found |= fields.boxed.contains(&**name);
        } else if let ExprKind::Cast(ty, _) = &e.kind {
            found |= !is_number(ty);
        } else if let ExprKind::Chain(_, rest) = &e.kind {
            found |= rest.iter().any(|(op, ..)| op.divides());
        } else if let ExprKind::NewArray(_, length) = &e.kind {
            found |= !matches!(length.kind, ExprKind::Int(_));
        } else {
            let is_harmless = matches!(
                e.kind,
                ExprKind::Paren(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Cond(..)
                    | ExprKind::NewArrayOf(..)
                    | ExprKind::ArrayInit(_)
            );
            found |= !is_harmless && !e.is_literal();
        }
        !found
    });
    found
}
