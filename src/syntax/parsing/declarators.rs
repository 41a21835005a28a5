//! Names that are declared, with brackets of arrays behind them: `int a[], b`.

use crate::syntax::tree::ast::{Expr, Name, Type, TypeKind};

/// A declared name with its initial value.
pub struct Declarator {
    /// The name.
    pub name: Name,
    /// The number of `[]` behind the name.
    pub brackets: usize,
    /// The initial value, if there is one.
    pub init: Option<Box<Expr>>,
}

/// The type of arrays of a type, of so many dimensions.
pub fn array(ty: Type, dimensions: usize) -> Type {
    (0..dimensions).fold(ty, |element, _| {
        let span = element.span;
        Type {
            kind: TypeKind::Array(Box::new(element)),
            span,
        }
    })
}

/// Whether the brackets of an array's type stand behind the name.
pub fn has_brackets_behind(ty: &Type) -> bool {
    matches!(&ty.kind, TypeKind::Array(element) if element.span == ty.span)
}
