//! What users of a declaration see of it besides its contract: how far it is visible, and what it
//! says of types that are erased. No proof depends on it.

use super::{ClassId, Expr, FieldId, MemberId};
use std::collections::BTreeMap;
use veriframe_base::source::Span;

/// From where a declaration can be named, ordered as in Java.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// In its class only.
    Private,
    /// In its package.
    Package,
    /// In its package and in all subclasses.
    Protected,
    /// Everywhere.
    Public,
}

impl Visibility {
    /// As it is written, or called if it is not written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Visibility::Private => "private",
            Visibility::Package => "visible in its package",
            Visibility::Protected => "protected",
            Visibility::Public => "public",
        }
    }
}

/// What users of a declaration see of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// From where it can be named.
    pub visibility: Visibility,
    /// Whether it is `final`.
    pub is_final: bool,
    /// Its type parameters with their bounds; they have numbers in place of names.
    pub bounds: String,
    /// Its types with their arguments: of a member the result and the parameters, of a class the
    /// supertypes.
    pub types: Vec<String>,
}

/// A constant that a class of the program declares: a `static final` field, a field of an interface,
/// or a constant of an `enum`. Expressions have its value in place of it.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The span of the name.
    pub span: Span,
    /// What users see of the declaration.
    pub header: Header,
    /// The value, without variables; that of a constant of an `enum` is its own object.
    pub value: Expr,
}

/// The headers of the declarations of a program.
#[derive(Clone, Debug, Default)]
pub struct Headers {
    /// Whether modifiers decide who can name a declaration, and classes inherit no static methods of
    /// interfaces, as in Java.
    pub has_visibility: bool,
    /// Those of the members that are declared.
    pub members: BTreeMap<MemberId, Header>,
    /// Those of classes.
    pub classes: BTreeMap<ClassId, Header>,
    /// The packages of classes.
    pub packages: BTreeMap<ClassId, String>,
    /// Those of fields that are locations.
    pub fields: BTreeMap<FieldId, Header>,
    /// Constants by class and name.
    pub constants: BTreeMap<(ClassId, String), Constant>,
}
