//! Modifiers: which are allowed where, and which are unsupported.

use super::table::Yields;
use crate::diagnostics::{Code, Diagnostic};
use crate::resolve::Sink;
use crate::syntax::tree::ast::{self, Name, TypeKind};

/// The modifiers that affect verification.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::resolve) struct Modifiers {
    /// `static`
    pub is_static: bool,
    /// `pure`
    pub is_pure: bool,
    /// `final`
    pub is_final: bool,
    /// `ghost`
    pub is_ghost: bool,
    /// `abstract`
    pub is_abstract: bool,
    /// `default`
    pub is_default: bool,
    /// `private`
    pub is_private: bool,
    /// `public`
    pub is_public: bool,
    /// `protected`
    pub is_protected: bool,
    /// Whether an unsupported modifier was refused.
    pub refused: bool,
}

/// Reads modifiers. `allowed` names those permitted before `what`, besides modifiers without effect
/// on verification.
pub(in crate::resolve) fn read(
    modifiers: &[Name],
    allowed: &[&str],
    what: &str,
    sink: &Sink,
) -> Modifiers {
    let mut read = Modifiers::default();
    for modifier in modifiers {
        let word = modifier.text.trim_start_matches('@');
        match word {
            "public" => read.is_public = true,
            "protected" => read.is_protected = true,
            "private" => read.is_private = true,
            "Override" | "spec_public" | "nullable" | "non_null" => {}
            "default" if allowed.contains(&word) => read.is_default = true,
            "static" | "pure" | "final" | "ghost" | "abstract" if allowed.contains(&word) => {
                match word {
                    "static" => read.is_static = true,
                    "pure" => read.is_pure = true,
                    "final" => read.is_final = true,
                    "abstract" => read.is_abstract = true,
                    _ => read.is_ghost = true,
                }
            }
            "static" | "pure" | "final" | "ghost" | "abstract" => {
                let message = format!("`{word}` cannot stand before {what}");
                sink.report(
                    Diagnostic::error(Code::NotAllowedHere, modifier.span, message)
                        .note(format!("remove `{word}`")),
                );
            }
            _ => {
                read.refused = true;
                let _: Option<()> = sink.unsupported(modifier.span, &format!("`{word}` is"));
            }
        }
    }
    read
}

/// Whether a method is Java's `static void main(String[] args)`.
pub(super) fn is_main(
    name: &Name,
    modifiers: Modifiers,
    yields: &Yields,
    callable: &ast::Callable,
) -> bool {
    let args = match callable.params.as_slice() {
        [args] => is_string_array(&args.ty),
        _ => false,
    };
    let is_void = matches!(yields, Yields::Nothing);
    modifiers.is_static && !modifiers.is_pure && is_void && name.text == "main" && args
}

fn is_string_array(ty: &ast::Type) -> bool {
    let TypeKind::Array(elem) = &ty.kind else {
        return false;
    };
    matches!(&elem.kind, TypeKind::Named(name) if name == "String")
}
