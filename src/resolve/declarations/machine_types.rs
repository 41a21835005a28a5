//! Which declared `int`s are machine integers.
//!
//! Where `int` is not mathematical, it has 32 bits in what a program is compiled to:
//! real variables, fields, parameters, results and all elements of arrays.

use super::table::{Known, Table};
use crate::ir::{Type, Width};
use crate::resolve::Sink;
use crate::syntax::tree::ast;

impl Table<'_> {
    /// The type of real values that are declared with this one.
    pub(in crate::resolve) fn real(&self, ty: Type) -> Type {
        match (ty, self.integers.overflow()) {
            (Type::Int, Some(_)) => Type::Machine(Width::I32),
            (ty, _) => ty,
        }
    }

    /// The type of machine integers of a width, where there are any.
    pub(in crate::resolve) fn of_width(&self, width: Width) -> Type {
        match self.integers.overflow() {
            Some(_) => Type::Machine(width),
            None => Type::Int,
        }
    }

    /// The type of a variable, field or result as it is declared.
    pub(in crate::resolve) fn declared(&self, ty: &ast::Type, ghost: bool, sink: &Sink) -> Known {
        let ty = self.read_written(ty, sink)?;
        Some(if ghost {
            mathematical(ty)
        } else {
            self.real(ty)
        })
    }
}

/// The type of such values as elements of a collection, which is mathematical.
pub(in crate::resolve) fn mathematical(ty: Type) -> Type {
    match ty {
        Type::Machine(_) => Type::Int,
        ty => ty,
    }
}
