//! Names that a file imports of members of classes: `import static a.b.C.m;` and `import static a.b.C.*;` (JLS 7.5.3
//! and 7.5.4).

use super::table::Table;
use crate::ir::ClassId;
use crate::source::Span;
use crate::syntax::tree::ast;

/// What a simple name means that is imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum Imported {
    /// Nothing.
    Nothing,
    /// The members of this name of a class.
    Of(ClassId),
    /// Those of several classes, perhaps.
    Unclear,
    /// Perhaps those of a class that is not here.
    Unknown,
}

impl<'a> Table<'a> {
    /// The class whose members an import is of.
    pub(in crate::resolve) fn class_of_import(&self, import: &ast::Import) -> Option<ClassId> {
        let path = import.path.text.as_str();
        let class = match import.star {
            true => path,
            false => path.rsplit_once('.')?.0,
        };
        let simple = class.rsplit('.').next()?;
        let mut all = self.of_name(simple);
        all.find(|id| self.full_name(*id) == class)
    }

    /// The classes of whose members a file imports some.
    pub(super) fn imported_of(&self, at: Span) -> impl Iterator<Item = ClassId> {
        self.imports_of_members(at)
            .filter_map(|import| self.class_of_import(import))
    }

    /// What a simple name, which no scope gives a meaning, means as a member that is imported: an import of it goes
    /// before those of all members.
    pub(in crate::resolve) fn statically_imported(&self, name: &str, at: Span) -> Imported {
        let all = || self.imports_of_members(at);
        let by_name: Vec<&ast::Import> = all().filter(|i| i.name() == Some(name)).collect();
        let stars = || all().filter(|import| import.star);
        let imports = match by_name.is_empty() {
            true => stars().collect(),
            false => by_name,
        };
        let mut found = Vec::new();
        for import in imports {
            match self.class_of_import(import) {
                None => return Imported::Unknown,
                Some(class) if self.might_have_member(class, name) => found.push(class),
                Some(_) => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        match found.as_slice() {
            [] => Imported::Nothing,
            [only] => Imported::Of(*only),
            _ => Imported::Unclear,
        }
    }

    /// Whether a class has a member of a name, or might inherit one.
    fn might_have_member(&self, class: ClassId, name: &str) -> bool {
        let info = self.class(class);
        let is_known =
            self.slot(class, name, true).is_some() || !self.callees_named(class, name).is_empty();
        is_known
            || self.might_inherit(class, name).is_some()
            || info.is_library && crate::library::has_member(&self.full_name(class), name)
    }
}
