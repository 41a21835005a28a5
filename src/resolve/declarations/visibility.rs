//! Visibility: packages, imports, modifiers, and ghost fields that hide real ones.

use super::headers::Modifiers;
use super::table::{Slot, Table, Visibility};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, ClassKind};
use crate::resolve::Sink;
use crate::syntax::tree::ast;

/// The visibility of a member with these modifiers in a class of this kind.
pub(in crate::resolve) fn visibility_of(modifiers: Modifiers, kind: ClassKind) -> Visibility {
    match (
        modifiers.is_private,
        modifiers.is_public || kind == ClassKind::Interface,
    ) {
        (true, _) => Visibility::Private,
        (false, true) => Visibility::Public,
        (false, false) if modifiers.is_protected => Visibility::Protected,
        (false, false) => Visibility::Package,
    }
}

/// The visibility of a class with these modifiers in a class of this kind.
pub(in crate::resolve) fn declared_visibility(class: &ast::Class, outer: ClassKind) -> Visibility {
    let has = |word: &str| class.modifiers.iter().any(|name| name.text == word);
    match (has("private"), has("public"), has("protected")) {
        _ if outer == ClassKind::Interface => Visibility::Public,
        (true, ..) => Visibility::Private,
        (_, true, _) => Visibility::Public,
        (_, _, true) => Visibility::Protected,
        _ => Visibility::Package,
    }
}

/// Refuses imports of members of classes that are not here.
pub(in crate::resolve) fn check_imports(table: &Table<'_>, file: &ast::File, sink: &Sink) {
    let of_members = file.imports.iter().filter(|import| import.is_static);
    for import in of_members.filter(|import| table.class_of_import(import).is_none()) {
        let what = "a static import of a class that is not here is";
        let _: Option<()> = sink.unsupported(import.span, what);
    }
}

/// Refuses a ghost field that hides an inherited real field, since code refers to the real one.
pub(in crate::resolve) fn refuse_hiding(
    table: &Table<'_>,
    class: ClassId,
    member: &ast::Member,
    sink: &Sink,
) {
    let name = &member.name;
    let hidden = table.lineage(class).skip(1).find_map(|above| {
        let slot = table.class(above).slots.get(name.text.as_str())?;
        (!is_ghost_slot(table, *slot)).then_some(*slot)
    });
    if let Some(slot) = hidden {
        let message = format!("the ghost field `{}` hides a real one", name.text);
        let mut error = Diagnostic::error(Code::NotAllowedHere, name.span, message);
        if let Slot::Field(id) | Slot::Static(id) = slot {
            error = error.related(table.field(id).name.span, "this one");
        }
        sink.report(error.note("choose another name"));
    }
}

fn is_ghost_slot(table: &Table<'_>, slot: Slot) -> bool {
    match slot {
        Slot::Field(id) | Slot::Static(id) => table.field(id).is_ghost,
        Slot::Constant(_) | Slot::Unique(_) => false,
    }
}
