//! Printing of types, which messages name.

use crate::stack::deep;
use crate::syntax::tree::ast::*;
use std::fmt::{self, Write};

/// The text of a type.
#[must_use]
pub fn pretty_type(t: &Type) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = ty(&mut out, t);
    out
}

/// Prints a type.
pub fn ty(out: &mut String, t: &Type) -> fmt::Result {
    deep(|| match &t.kind {
        TypeKind::Int => out.write_str("int"),
        TypeKind::Bool => out.write_str("boolean"),
        TypeKind::Perm => out.write_str("perm"),
        TypeKind::Long => out.write_str("long"),
        TypeKind::Short => out.write_str("short"),
        TypeKind::Byte => out.write_str("byte"),
        TypeKind::Char => out.write_str("char"),
        TypeKind::Floating(format) => out.write_str(format.name()),
        TypeKind::Bigint => out.write_str("\\bigint"),
        TypeKind::Infer => out.write_str("var"),
        TypeKind::Named(name) => out.write_str(name),
        TypeKind::Wildcard(None) => out.write_char('?'),
        TypeKind::Wildcard(Some((bound, of))) => {
            out.write_str(match bound {
                WildcardBound::Extends => "? extends ",
                WildcardBound::Super => "? super ",
            })?;
            ty(out, of)
        }
        TypeKind::Array(element) => {
            ty(out, element)?;
            out.write_str("[]")
        }
        TypeKind::Collection(applied) | TypeKind::Generic(applied) => {
            write!(out, "{}<", applied.name)?;
            types(out, &applied.args, ", ")?;
            out.write_char('>')
        }
    })
}

/// Prints types with a separator.
pub fn types(out: &mut String, types: &[Type], between: &str) -> fmt::Result {
    for (i, t) in types.iter().enumerate() {
        if i > 0 {
            out.write_str(between)?;
        }
        ty(out, t)?;
    }
    Ok(())
}
