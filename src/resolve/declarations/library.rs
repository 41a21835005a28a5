//! Resolution of library classes: which class a name denotes in library and program files,
//! inherited members of `Object`, and notes about missing contracts.

use super::collect::Collector;
use super::lineage::{Lineages, supertypes_first};
use super::nested::Around;
use super::overloads::same_signature;
use super::table::{Callee, Table, TypeParam};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, ClassKind, Type, ids};
use crate::library::{DescribedKind, described};
use crate::resolve::notations::is_box;
use crate::source::Span;
use crate::syntax::tree::ast::{self, MemberKind};
use std::collections::BTreeSet;

/// The note for a method with a body in a file of contracts.
pub(in crate::resolve) const NO_BODY: &str =
    "write `;` instead of the body; what is to be verified belongs to the program";

/// The marker interface of classes whose objects are compared by identity. Contracts use it to tell
/// whether `equals` may run code of the program.
const BY_IDENTITY: &str = "ByIdentity";

/// How the interfaces begin that stand for generic ones without type arguments.
pub(super) const RAW: &str = "Raw";

/// The package of what only the library names.
pub(super) const OF_LIBRARY: &str = "veriframe";

/// The members of `Object` of which it is asked often whether classes have others.
pub(super) const OF_OBJECT: [(&str, usize); 3] = [("equals", 1), ("hashCode", 0), ("toString", 0)];

impl<'a> Table<'a> {
    /// The class that a simple name denotes at a place.
    pub(in crate::resolve) fn class_named(&self, name: &str, at: Span) -> Option<ClassId> {
        self.denoted(name, at).class()
    }

    /// The class of `java.lang` with this name, whatever the program means by it.
    pub(in crate::resolve) fn of_java_lang(&self, name: &str) -> Option<ClassId> {
        self.library_class("java.lang", name)
    }

    /// The library's class of a package with this name, whatever the program means by it.
    pub(in crate::resolve) fn library_class(&self, package: &str, name: &str) -> Option<ClassId> {
        let class = self.library_ids.get(name).copied()?;
        (self.class(class).package == package).then_some(class)
    }

    /// Whether this is the class by which input is read.
    pub(in crate::resolve) fn is_scanner(&self, class: ClassId) -> bool {
        let info = self.class(class);
        info.is_library && info.package == "java.util" && info.name.text == "Scanner"
    }

    /// Whether this is the root, or the marker of classes whose objects are compared by identity.
    pub(in crate::resolve) fn is_marker(&self, class: ClassId) -> bool {
        Some(class) == self.root || self.is_without_members(class)
    }

    /// Whether it is one of the library's own interfaces, which have no members.
    fn is_without_members(&self, class: ClassId) -> bool {
        let info = self.class(class);
        let name = info.name.text.as_str();
        info.is_library && (name == BY_IDENTITY || self.is_raw(class))
    }

    /// Whether this stands for a generic interface without type arguments.
    pub(in crate::resolve) fn is_raw(&self, class: ClassId) -> bool {
        let info = self.class(class);
        info.is_library && info.package == OF_LIBRARY && info.name.text.starts_with(RAW)
    }

    /// What a generic interface without type arguments is: one above it without members, as those would take what
    /// nobody has checked.
    pub(in crate::resolve) fn without_arguments(&self, class: ClassId) -> Option<ClassId> {
        let info = self.class(class);
        let name = format!("{RAW}{}", info.name.text);
        let raw = self.library_ids.get(name.as_str()).copied()?;
        (info.is_library && self.is_raw(raw) && self.is_below(class, raw)).then_some(raw)
    }

    /// The full name that a class has in Java: that of the generic class, without its type arguments.
    pub(in crate::resolve) fn name_in_java(&self, class: ClassId) -> String {
        let name = self.class(class).name.text.strip_prefix(RAW);
        let generic = name.filter(|_| self.is_raw(class));
        let generic = generic.and_then(|name| self.library_ids.get(name));
        self.full_name(generic.copied().unwrap_or(class))
    }

    /// Whether a name denotes a type parameter at a place.
    pub(in crate::resolve) fn is_type_param(&self, name: &str, at: Span) -> bool {
        self.type_param(name, at).is_some()
    }

    /// The type parameter that a name denotes at a place.
    pub(in crate::resolve) fn type_param(&self, name: &str, at: Span) -> Option<TypeParam<'_>> {
        let all = self.type_params.get(name).into_iter().flatten();
        let at = self.nesting.place(at);
        let around = all.filter(|param| param.scope.contains(at));
        let nearest = around.min_by_key(|param| param.scope.end - param.scope.start);
        nearest
            .copied()
            .filter(|param| !self.hides_type_param(name, at, param.scope))
    }

    /// Whether a type is a type parameter or an array of one.
    pub(in crate::resolve) fn names_type_param(&self, ty: &ast::Type) -> bool {
        self.param_named(ty).is_some()
    }

    /// The type parameter that a type is, or an array of which it is.
    pub(super) fn param_named(&self, ty: &ast::Type) -> Option<TypeParam<'_>> {
        let inner = ty.innermost();
        let ast::TypeKind::Named(name) = &inner.kind else {
            return None;
        };
        self.type_param(name, inner.span)
    }

    /// The note on a missing library class: the file to add.
    pub(in crate::resolve) fn missing_library(&self, name: &str, at: Span) -> Option<String> {
        let mut imports = self.imports.iter().filter(|i| i.span.file == at.file);
        let imported = imports.find_map(|import| {
            let package = import.text.strip_suffix(name)?.strip_suffix('.')?;
            Some(package.replace('.', "/"))
        });
        let folder = match imported {
            Some(folder) => folder,
            None if (self.rules.sees_everywhere)(name) => "java/lang".to_owned(),
            None => return None,
        };
        Some(format!(
            "add a file `{folder}/{name}.java` with its contracts to a folder that `--spec` names"
        ))
    }

    /// Whether only the name and the supertypes of a class are known.
    pub(in crate::resolve) fn is_uncontracted(&self, class: ClassId) -> bool {
        self.class(class).source.span.file.is_uncontracted()
    }

    /// The error for a member that a class with contracts has in Java, and no contract describes.
    pub(in crate::resolve) fn undescribed(
        &self,
        class: ClassId,
        name: &ast::Name,
    ) -> Option<Diagnostic> {
        let info = self.class(class);
        let full = format!("{}.{}", info.package, info.name.text);
        if !info.is_library || !crate::library::has_member(&full, &name.text) {
            return None;
        }
        let what = format!("the member `{}`", name.text);
        Some(self.lacks_contract(class, &what, "which no contract describes", name.span))
    }

    /// Names with those of the members that the shipped contracts of a class of a library describe: the class has those of
    /// them that the program names.
    pub(in crate::resolve) fn with_described<'n>(
        &self,
        class: ClassId,
        kind: DescribedKind,
        known: impl Iterator<Item = &'n str>,
    ) -> BTreeSet<&'n str> {
        let info = self.class(class);
        let is_shipped = info.is_library && !self.specified.contains(&info.name.span.file);
        let full = is_shipped.then(|| self.full_name(class));
        let described = full.iter().flat_map(|full| described(full, kind));
        let described = described.map(|name| -> &'n str { name });
        known.chain(described).collect()
    }

    /// The error for a member, or a constructor if the name is empty, that a class with contracts has in Java with so many
    /// parameters, and no contract describes.
    pub(in crate::resolve) fn undescribed_with(
        &self,
        class: ClassId,
        name: &str,
        given: usize,
        span: Span,
    ) -> Option<Diagnostic> {
        if !self.class(class).is_library
            || !crate::library::takes(&self.full_name(class), name, given)
        {
            return None;
        }
        let what = match name {
            "" => "this constructor".to_owned(),
            name => format!("this `{name}`"),
        };
        Some(self.lacks_contract(class, &what, "which no contract describes", span))
    }

    /// Whether a type is Java's class of texts.
    pub(in crate::resolve) fn is_java_text(&self, ty: &Type) -> bool {
        let class = ty.class();
        class.is_some() && class == self.of_java_lang("String")
    }

    /// Whether a type is one of Java's classes whose objects hold numbers or truth values.
    pub(in crate::resolve) fn is_java_box(&self, ty: &Type) -> bool {
        ty.class().is_some_and(|class| {
            let info = self.class(class);
            info.package == "java.lang"
                && info.is_library
                && info.kind == ClassKind::Final
                && is_box(&info.name.text)
        })
    }

    /// The class of a library from which a class of the program might inherit a member of this name that no
    /// contract describes, in words.
    pub(in crate::resolve) fn might_inherit(&self, class: ClassId, name: &str) -> Option<String> {
        if !self.rules.is_compiled || self.class(class).is_library {
            return None;
        }
        let described = self
            .lineage(class)
            .filter(|above| self.class(*above).is_library && !self.is_without_members(*above));
        let of_enum = self.class(class).source.kind == ast::ClassKind::Enum;
        let implicit = of_enum.then_some("java.lang.Enum");
        let implicit = implicit.into_iter().chain(["java.lang.Object"]);
        let described = described.map(|above| self.full_name(above));
        let mut all = described.chain(implicit.map(str::to_owned));
        all.find(|class| {
            let above = crate::library::supertypes(class).into_iter();
            let mut all = above.chain([class.as_str()]);
            all.any(|class| crate::library::might_have(class, name))
        })
    }

    /// The error for something of a library class without contracts.
    pub(in crate::resolve) fn uncontracted(
        &self,
        class: ClassId,
        what: &str,
        span: Span,
    ) -> Diagnostic {
        self.lacks_contract(class, what, "a class without contracts", span)
    }

    /// The error for what a library's class has, and no contract describes for this reason.
    fn lacks_contract(&self, class: ClassId, what: &str, why: &str, span: Span) -> Diagnostic {
        let title = &self.class(class).title;
        let message = format!("{what} of `{title}`, {why}, is not supported yet");
        Diagnostic::error(Code::Unsupported, span, message).note(self.missing_member(class))
    }

    /// The note on a missing member of a library class.
    pub(in crate::resolve) fn missing_member(&self, class: ClassId) -> String {
        let info = self.class(class);
        let folder = info.package.replace('.', "/");
        let name = &info.name.text;
        if self.is_uncontracted(class) {
            return format!(
                "add a file `{folder}/{name}.java` with its contracts to a folder that `--spec` names"
            );
        }
        format!(
            "no contract of it is known: a file `{folder}/{name}.java` in a folder that `--spec` names \
             takes the place of the one that is shipped"
        )
    }

    /// Whether `Object` declares a member of this name.
    pub(in crate::resolve) fn is_of_object(&self, name: &ast::Name) -> bool {
        let root = self.root.map(|root| self.callees_named(root, &name.text));
        root.is_some_and(|callees| !callees.is_empty())
    }

    /// The members of `Object` that overload members of a class, such as `equals(Object)` and
    /// `equals(Point)`.
    pub(in crate::resolve) fn beside(
        &self,
        own: &[Callee],
        name: &str,
        arity: usize,
    ) -> Vec<Callee> {
        let mut of_object = match self.root {
            Some(root) => self.members(root, name, arity),
            None => Vec::new(),
        };
        of_object.retain(|callee| !own.iter().any(|own| self.same_signature(*own, *callee)));
        of_object
    }

    /// Whether a member is declared by `Object`.
    pub(in crate::resolve) fn is_of_root(&self, callee: Callee) -> bool {
        let class = self.header(callee).class;
        class.is_some() && class == self.root
    }

    /// Whether this is an instantiable library class other than `Object`.
    pub(in crate::resolve) fn is_librarys_class(&self, class: ClassId) -> bool {
        let info = self.class(class);
        info.is_library && info.kind.has_objects() && Some(class) != self.root
    }

    /// Whether a class may inherit undeclared members of a library: it has library supertypes
    /// besides `Object` and the marker interface.
    pub(in crate::resolve) fn has_unknown_members(&self, class: ClassId) -> bool {
        let is_known = |c: &ClassId| self.is_marker(*c);
        let mut above = self.lineage(class).filter(|c| !is_known(c));
        !self.class(class).is_library && above.any(|c| self.class(c).is_library)
    }

    /// Whether all objects of a program class inherit this member from `Object`: no class in its
    /// hierarchy declares another one. Only the given files count, as for bodies of predicates.
    pub(in crate::resolve) fn has_as_object(
        &self,
        class: ClassId,
        name: &str,
        count: usize,
    ) -> bool {
        let get = |all: &[bool]| all.get(class.index()).copied().unwrap_or(false);
        let known = OF_OBJECT.iter().position(|known| *known == (name, count));
        match known.and_then(|at| self.as_object.get(at)) {
            Some(known) => get(known.get_or_init(|| self.classes_with_object_s(name, count))),
            None => get(&self.classes_with_object_s(name, count)),
        }
    }

    /// By class: the result of [`Table::has_as_object`].
    fn classes_with_object_s(&self, name: &str, count: usize) -> Vec<bool> {
        let plain = |id: ClassId| {
            let info = self.class(id);
            let of_library = info.is_library && info.kind != ClassKind::Interface;
            !of_library && !info.incomplete && !info.callees.contains_key(&(name, count))
        };
        let order = supertypes_first(self);
        let mut has = vec![true; self.classes.len()];
        let get = |has: &[bool], id: ClassId| has.get(id.index()).copied().unwrap_or(true);
        let set = |has: &mut [bool], id: ClassId, value| {
            if let Some(slot) = has.get_mut(id.index()) {
                *slot = value;
            }
        };
        // First by the supertypes alone, then by the subtypes, too.
        for &id in &order {
            let mut supers = self.class(id).supers.iter();
            let value = plain(id) && supers.all(|above| get(&has, *above));
            set(&mut has, id, value);
        }
        for &id in order.iter().rev() {
            if !get(&has, id) {
                for &above in &self.class(id).supers {
                    set(&mut has, above, false);
                }
            }
        }
        for (id, has) in (0u32..).map(ClassId).zip(&mut has) {
            *has &= !self.class(id).is_library;
        }
        has
    }
}

/// Adds the marker interface to the classes of the program whose objects are compared by identity,
/// if a contract uses it, and to those of boxes, which are values.
pub(in crate::resolve) fn note_identity(table: &mut Table<'_>) {
    let Some(&marker) = table.library_ids.get(BY_IDENTITY) else {
        return;
    };
    let equals = table.classes_with_object_s("equals", 1);
    let hash = table.classes_with_object_s("hashCode", 0);
    let both = equals.into_iter().zip(hash).map(|(a, b)| a && b);
    let both: Vec<bool> = both.collect();
    let is_box = |id: ClassId| table.is_java_box(&Type::Class(id));
    let boxes: Vec<bool> = ids(table.classes.len()).map(is_box).collect();
    let all = both.into_iter().zip(boxes);
    for (info, (by_identity, is_box)) in table.classes.iter_mut().zip(all) {
        if by_identity || is_box {
            info.supers.push(marker);
        }
    }
    table.lineages = Lineages::new(table);
}

impl<'a> Collector<'a, '_> {
    /// The class with contracts of which a file without contracts declares further members.
    pub(super) fn described(&self, class: &ast::Class, around: Around<'_, '_>) -> Option<ClassId> {
        let is_uncontracted = class.span.file.is_uncontracted();
        is_uncontracted.then(|| self.earlier(class, around, &class.name.text))?
    }

    /// Whether a member of such a file has a contract elsewhere.
    pub(super) fn is_described(&self, class: ClassId, member: &'a ast::Member) -> bool {
        let info = self.table.class(class);
        if !member.span.file.is_uncontracted() || self.table.is_uncontracted(class) {
            return false;
        }
        let (callable, others) = match &*member.kind {
            MemberKind::Field { .. } => return info.slots.contains_key(&*member.name.text),
            MemberKind::Constructor(callable) => {
                let all = info.constructors.iter();
                (callable, all.copied().map(Callee::Method).collect())
            }
            MemberKind::Method { callable, .. } => {
                let arity = callable.params.len();
                let all = info.callees.get(&(&*member.name.text, arity));
                (callable, all.cloned().unwrap_or_default())
            }
            MemberKind::Predicate(_) | MemberKind::Lemma(_) | MemberKind::Initialiser(_) => {
                return false;
            }
        };
        let count = callable.params.len();
        let same_count = |other: &&Callee| self.table.header(**other).params.len() == count;
        let others: Vec<Callee> = others.iter().filter(same_count).copied().collect();
        let params = callable.params.iter().map(|param| self.param(param, false));
        same_signature(&self.table, &others, &params.collect::<Vec<_>>()).is_some()
    }
}
