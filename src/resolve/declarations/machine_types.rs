//! Declared types that are machine integers.
//!
//! Unless `int` is mathematical, it has 32 bits in everything that is computed at run time: real
//! variables, fields, parameters, results and all elements of arrays.

use super::table::{Known, Table};
use crate::ir::{Type, Width};
use crate::resolve::Sink;
use crate::syntax::tree::ast;

impl Table<'_> {
    /// The type of a real variable that is declared with `ty`.
    pub(in crate::resolve) fn real(&self, ty: Type) -> Type {
        match (ty, self.integers.overflow()) {
            (Type::Int, Some(_)) => Type::Machine(Width::I32),
            (ty, _) => ty,
        }
    }

    /// The machine integer type of a width; `int` if integers are mathematical.
    pub(in crate::resolve) fn of_width(&self, width: Width) -> Type {
        match self.integers.overflow() {
            Some(_) => Type::Machine(width),
            None => Type::Int,
        }
    }

    /// The declared type of a variable, field or result.
    pub(in crate::resolve) fn declared(&self, ty: &ast::Type, ghost: bool, sink: &Sink) -> Known {
        if !ghost && ty.kind == ast::TypeKind::Bigint {
            let what = "the type `\\bigint` of what is computed at run time is";
            return sink.unsupported(ty.span, what);
        }
        let ty = self.read_written(ty, sink)?;
        Some(if ghost {
            mathematical(ty)
        } else {
            self.real(ty)
        })
    }
}

/// The type of a value as an element of a collection, whose integers are mathematical.
pub(in crate::resolve) fn mathematical(ty: Type) -> Type {
    if ty.is_int() { Type::Int } else { ty }
}
