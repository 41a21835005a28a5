//! Nested classes: their qualified names, and which class a name denotes at a place (JLS 6.3, 6.5.5
//! and 8.5). Two nested classes may have one simple name.

use super::library::{OF_LIBRARY, RAW};
use super::table::{ClassInfo, Table, Visibility};
use super::visibility::declared_visibility;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, ClassKind};
use crate::source::{FileId, Span};
use crate::syntax::tree::ast;
use std::collections::{BTreeMap, BTreeSet};

/// Where nested classes stand, and what a file says about names of classes.
#[derive(Debug, Default)]
pub(in crate::resolve) struct Nesting<'a> {
    /// The nested classes by simple name.
    nested: BTreeMap<&'a str, Vec<ClassId>>,
    /// All classes by the places where they begin.
    begins: BTreeMap<(FileId, u32), ClassId>,
    /// The imports of classes by file.
    imports: BTreeMap<FileId, Vec<&'a ast::Import>>,
    /// The imports of members by file.
    of_members: BTreeMap<FileId, Vec<&'a ast::Import>>,
    /// The packages of files.
    packages: BTreeMap<FileId, &'a str>,
    /// The places of the program where other texts stand.
    inserted: BTreeMap<FileId, Span>,
}

/// What stands around a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a, 'c> {
    /// The package.
    pub package: &'a str,
    /// The class around it, if it could be entered.
    pub outer: Option<ClassId>,
    /// The names of the classes around it, the innermost last.
    pub names: &'c [&'a str],
}

impl<'a> Around<'a, '_> {
    /// What stands around the classes of a file that are not nested.
    pub(super) fn file(file: &'a ast::File) -> Around<'a, 'a> {
        Around {
            package: file.package_name(),
            outer: None,
            names: &[],
        }
    }
}

/// What a name denotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum Denoted {
    /// No class.
    Nothing,
    /// This class.
    Class(ClassId),
    /// One of several, which the place does not tell apart.
    Several(Vec<ClassId>),
}

impl Denoted {
    fn of(found: BTreeSet<ClassId>) -> Denoted {
        let mut found: Vec<ClassId> = found.into_iter().collect();
        match (found.pop(), found.is_empty()) {
            (None, _) => Denoted::Nothing,
            (Some(only), true) => Denoted::Class(only),
            (Some(last), false) => {
                found.push(last);
                Denoted::Several(found)
            }
        }
    }

    /// The class, if there is exactly one.
    pub(in crate::resolve) fn class(&self) -> Option<ClassId> {
        match self {
            Denoted::Class(class) => Some(*class),
            Denoted::Nothing | Denoted::Several(_) => None,
        }
    }
}

impl<'a> Nesting<'a> {
    /// Enters a class.
    pub(super) fn enter(&mut self, id: ClassId, class: &'a ast::Class, is_nested: bool) {
        self.begins.insert((class.span.file, class.span.start), id);
        if is_nested {
            self.nested.entry(&class.name.text).or_default().push(id);
        }
    }

    /// Enters the imports of a file.
    pub(super) fn import(&mut self, file: &'a ast::File) {
        for import in &file.imports {
            let by_file = match import.is_static {
                true => &mut self.of_members,
                false => &mut self.imports,
            };
            by_file.entry(import.span.file).or_default().push(import);
        }
        let text = file.span.map(|span| span.file);
        self.packages
            .extend(text.map(|text| (text, file.package_name())));
        let inserted = file.inserted.iter();
        self.inserted
            .extend(inserted.map(|(text, place)| (text.file, *place)));
    }

    /// The place where names of a text have the meaning that they have in it.
    pub(super) fn place(&self, at: Span) -> Span {
        self.inserted.get(&at.file).copied().unwrap_or(at)
    }

    fn named(&self, name: &str) -> &[ClassId] {
        self.nested.get(name).map_or(&[], Vec::as_slice)
    }

    /// The simple names of nested classes.
    fn names(&self) -> impl Iterator<Item = &'a str> {
        self.nested.keys().copied()
    }
}

impl<'a> Table<'a> {
    /// What a simple name denotes as a class at a place. Where neither a scope nor an import tells,
    /// the name of the only one is clear.
    pub(in crate::resolve) fn denoted(&self, name: &str, at: Span) -> Denoted {
        match self.visible(name, at) {
            Some(found) => found,
            None => self.anywhere(self.nesting.named(name), self.nesting.place(at)),
        }
    }

    /// What a simple name denotes as a class by scopes, imports and packages (JLS 6.4.1); `None` if
    /// these do not tell.
    fn visible(&self, name: &str, at: Span) -> Option<Denoted> {
        let at = self.nesting.place(at);
        if let Some((_, found)) = self.in_scope(name, at) {
            return Some(found);
        }
        if let Some(import) = self.imports(at).find(|import| import.name() == Some(name)) {
            let mut all = self.of_name(name);
            let is_meant = |id: &ClassId| self.full_name(*id) == *import.path.text;
            return Some(all.find(is_meant).map_or(Denoted::Nothing, Denoted::Class));
        }
        if let Some(found) = self.of_own_package(name, at) {
            return Some(Denoted::Class(found));
        }
        if let Some(found) = self.imported_on_demand(name, at) {
            return Some(found);
        }
        if let Some(class) = self.of_library(name, at) {
            return Some(Denoted::Class(class));
        }
        // Whatever else it means in Java is not here: a class of a package that is imported, or one of
        // `java.lang` or of the own package that nobody gave.
        if self.rules.is_compiled && !self.is_of_no_package(at) {
            return Some(Denoted::Nothing);
        }
        let is_unknown = self.nesting.named(name).is_empty();
        is_unknown.then(|| self.of_other_text(name, at))
    }

    /// What a file imports of members.
    pub(super) fn imports_of_members(&self, at: Span) -> impl Iterator<Item = &'a ast::Import> {
        let at = self.nesting.place(at);
        let of_file = self.nesting.of_members.get(&at.file);
        of_file.into_iter().flatten().copied()
    }

    /// What a file imports of classes.
    fn imports(&self, at: Span) -> impl Iterator<Item = &&'a ast::Import> {
        self.nesting.imports.get(&at.file).into_iter().flatten()
    }

    /// Whether a file imports all that is directly around a class.
    fn is_around_imported(&self, class: ClassId, at: Span) -> bool {
        let info = self.class(class);
        let around = match info.outer {
            Some(outer) => self.full_name(outer),
            None => info.package.to_owned(),
        };
        let mut all = self.imports(at).filter(|import| import.star);
        all.any(|import| *import.path.text == around)
    }

    /// What a name denotes among the classes of the program that are imported with all others of their
    /// package or class.
    fn imported_on_demand(&self, name: &str, at: Span) -> Option<Denoted> {
        let nested = self.nesting.named(name).iter();
        let ours = nested.chain(self.class_ids.get(name).into_iter().flatten());
        let ours = ours.copied();
        let found: BTreeSet<ClassId> = ours.filter(|id| self.is_around_imported(*id, at)).collect();
        // Java imports only what may be used here, and something else in its place.
        if found.iter().any(|class| !self.is_open_to(*class, at)) {
            return Some(Denoted::Nothing);
        }
        (!found.is_empty()).then(|| Denoted::of(found))
    }

    /// The class of the library that a name denotes: one of `java.lang`, of the own package, or of one
    /// that is imported.
    fn of_library(&self, name: &str, at: Span) -> Option<ClassId> {
        let class = *self.library_ids.get(name)?;
        let package = self.class(class).package;
        let is_seen = self.is_of_no_package(at)
            || package == "java.lang"
            || self.nesting.packages.get(&at.file) == Some(&package)
            || self.is_around_imported(class, at);
        is_seen.then_some(class)
    }

    /// Whether a file may certainly use a class: it and those around it are public, or none of them is
    /// private in its own package.
    fn is_open_to(&self, class: ClassId, at: Span) -> bool {
        let is_near = self.nesting.packages.get(&at.file) == Some(&self.class(class).package);
        let mut next = Some(class);
        while let Some(class) = next {
            let info = self.class(class);
            next = info.outer;
            let around = next.map_or(ClassKind::Open, |outer| self.class(outer).kind);
            match declared_visibility(info.source, around) {
                Visibility::Public => {}
                Visibility::Package | Visibility::Protected if is_near => {}
                Visibility::Package | Visibility::Protected | Visibility::Private => return false,
            }
        }
        true
    }

    /// All classes of a simple name.
    pub(in crate::resolve) fn of_name(&self, name: &str) -> impl Iterator<Item = ClassId> {
        let nested = self.nesting.named(name).iter();
        let ours = self.class_ids.get(name).into_iter().flatten();
        nested
            .chain(ours)
            .chain(self.library_ids.get(name))
            .copied()
    }

    /// The class of no other class that a name denotes in the package of a place. In library files,
    /// library classes take precedence over those of the program.
    fn of_own_package(&self, name: &str, at: Span) -> Option<ClassId> {
        let of_library = || self.library_ids.get(name).copied();
        if at.file.is_library() && of_library().is_some() {
            return of_library();
        }
        let package = self.nesting.packages.get(&at.file)?;
        let mut ours = self.class_ids.get(name)?.iter().copied();
        ours.find(|class| self.class(*class).package == *package)
    }

    /// What a name denotes in a text that belongs to no package, such as a library's contracts: the
    /// only class of that name.
    fn of_other_text(&self, name: &str, at: Span) -> Denoted {
        if !self.is_of_no_package(at) {
            return Denoted::Nothing;
        }
        let ours = self.class_ids.get(name).into_iter().flatten();
        Denoted::of(ours.copied().collect())
    }

    /// Whether a text stands in no file of the program.
    fn is_of_no_package(&self, at: Span) -> bool {
        at.file.is_library() || !self.nesting.packages.contains_key(&at.file)
    }

    /// The imports that would give a name a meaning at a place: none where it is imported already, from
    /// a package that is not here.
    pub(in crate::resolve) fn not_imported(&self, name: &str, at: Span) -> Option<String> {
        if self.imports(at).any(|import| import.name() == Some(name)) {
            return None;
        }
        let ours = self.class_ids.get(name).into_iter().flatten();
        let all = ours.chain(self.library_ids.get(name));
        let all = all.filter(|class| !self.class(**class).package.is_empty());
        let all: Vec<String> = all
            .map(|class| format!("`import {};`", self.full_name(*class)))
            .collect();
        (!all.is_empty()).then(|| format!("write {}", all.join(" or ")))
    }

    /// The error for the name of one of Java's own classes of which nothing is declared: an `enum`, or a class inside of
    /// another one.
    pub(in crate::resolve) fn undeclared(&self, written: &str, at: Span) -> Option<Diagnostic> {
        if !self.rules.is_compiled {
            return None;
        }
        let (first, is_inner) = match written.split_once('.') {
            Some((first, _)) => (first, true),
            None => (written, false),
        };
        let is_library = |denoted: Denoted| matches!(denoted, Denoted::Class(class) if self.class(class).is_library);
        let is_of_java = match is_inner {
            true => is_library(self.denoted(first, at)),
            false => {
                let imported = self.imports(at).find(|import| import.name() == Some(first));
                imported.is_some_and(|import| crate::library::has_class(&import.path.text))
            }
        };
        let message = format!("the class `{written}` of Java's own is not supported yet");
        let note = "call a class of your own that does what is needed, and has a contract";
        is_of_java.then(|| Diagnostic::error(Code::Unsupported, at, message).note(note))
    }

    /// The class of texts.
    pub(in crate::resolve) fn string_class(&self) -> Option<ClassId> {
        let own = self.class_ids.get("String").and_then(|own| own.first());
        own.or_else(|| self.library_ids.get("String")).copied()
    }

    /// Where neither a scope nor an import tells, the name of the only one is clear. Those of the
    /// program hide those of libraries in its files, and the other way round.
    fn anywhere(&self, nested: &[ClassId], at: Span) -> Denoted {
        let is_near = |id: &ClassId| self.class(*id).is_library == at.file.is_library();
        let near: BTreeSet<ClassId> = nested.iter().copied().filter(is_near).collect();
        if near.is_empty() {
            Denoted::of(nested.iter().copied().collect())
        } else {
            Denoted::of(near)
        }
    }

    /// What a written type denotes, which may have qualifiers: enclosing classes or packages.
    pub(in crate::resolve) fn denoted_by(&self, written: &str, at: Span) -> Denoted {
        let Some((first, rest)) = written.split_once('.') else {
            return self.denoted(written, at);
        };
        match self.visible(first, at) {
            Some(Denoted::Class(class)) => return self.member_of(class, rest),
            Some(several @ Denoted::Several(_)) => return several,
            Some(Denoted::Nothing) | None => {}
        }
        if let Some((class, inner)) = self.of_package(written) {
            return match inner {
                Some(inner) => self.member_of(class, inner),
                None => Denoted::Class(class),
            };
        }
        match self.denoted(first, at) {
            Denoted::Class(class) => self.member_of(class, rest),
            found @ (Denoted::Several(_) | Denoted::Nothing) => found,
        }
    }

    /// The class that a name with its package denotes at a place, where the first name is visibly no
    /// class (JLS 6.5.2).
    pub(in crate::resolve) fn qualified_by_package(&self, name: &str, at: Span) -> Option<ClassId> {
        let (first, _) = name.split_once('.')?;
        let is_class = matches!(
            self.visible(first, at),
            Some(Denoted::Class(_) | Denoted::Several(_))
        );
        let (class, inner) = self.of_package(name).filter(|_| !is_class)?;
        inner.is_none().then_some(class)
    }

    /// The class of a package at the start of a name, and the names of member classes behind it.
    fn of_package<'w>(&self, written: &'w str) -> Option<(ClassId, Option<&'w str>)> {
        let dots = written.match_indices('.').map(|(at, _)| at);
        for dot in dots {
            let (package, rest) = (
                written.get(..dot).unwrap_or_default(),
                written.get(dot + 1..).unwrap_or_default(),
            );
            let (name, inner) = match rest.split_once('.') {
                Some((name, inner)) => (name, Some(inner)),
                None => (rest, None),
            };
            let ours = self.class_ids.get(name).into_iter().flatten();
            let mut known = ours.chain(self.library_ids.get(name)).copied();
            if let Some(class) = known.find(|class| self.class(*class).package == package) {
                return Some((class, inner));
            }
        }
        None
    }

    /// The class that a chain of names denotes within a class.
    fn member_of(&self, class: ClassId, names: &str) -> Denoted {
        let mut class = class;
        for name in names.split('.') {
            match self.member_class(class, name) {
                Denoted::Class(inner) => class = inner,
                other => return other,
            }
        }
        Denoted::Class(class)
    }

    /// The member class of this name that a class declares or inherits.
    pub(in crate::resolve) fn member_class(&self, class: ClassId, name: &str) -> Denoted {
        if self.nesting.named(name).is_empty() {
            return Denoted::Nothing;
        }
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut todo = vec![class];
        while let Some(next) = todo.pop() {
            if !seen.insert(next) {
                continue;
            }
            let info = self.class(next);
            match info.inner.get(name).copied() {
                // One that is not inherited hides those above it all the same (JLS 8.5).
                Some(own) => {
                    if next == class || self.inherits_class(class, next, own) {
                        found.insert(own);
                    }
                }
                None => todo.extend(&info.supers),
            }
        }
        Denoted::of(found)
    }

    fn inherits_class(&self, class: ClassId, above: ClassId, member: ClassId) -> bool {
        let member = self.class(member).source;
        let visibility = declared_visibility(member, self.class(above).kind);
        self.inherits(class, above, visibility)
    }

    /// The class in which a name is the name of a member class, going outward from a place, with
    /// what it denotes there.
    fn in_scope(&self, name: &str, at: Span) -> Option<(ClassId, Denoted)> {
        if self.nesting.named(name).is_empty() {
            return None;
        }
        let mut around = self.class_around(at);
        while let Some(class) = around {
            around = self.class(class).outer;
            // The head of a class does not see its members.
            if is_in_head(self.class(class), at) {
                continue;
            }
            match self.member_class(class, name) {
                Denoted::Nothing => {}
                found => return Some((class, found)),
            }
        }
        None
    }

    /// The class that a name means at a place because a class around declares or inherits it. `None` if it is none, or it is
    /// not known what the classes on the way inherit.
    pub(in crate::resolve) fn meant_around(&self, name: &str, at: Span) -> Option<ClassId> {
        let (declaring, denoted) = self.in_scope(name, at)?;
        let innermost = self.class_around(at);
        let around = innermost
            .into_iter()
            .flat_map(|class| std::iter::once(class).chain(self.around(class)));
        let mut nearer = around
            .take_while(|class| *class != declaring)
            .chain([declaring]);
        let is_known = nearer.all(|class| !self.is_incomplete(class));
        denoted.class().filter(|_| is_known)
    }

    /// The classes around a class, from the inside out.
    pub(in crate::resolve) fn around(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(self.class(class).outer, |class| self.class(*class).outer)
    }

    /// The innermost class around a place.
    fn class_around(&self, at: Span) -> Option<ClassId> {
        let before = self
            .nesting
            .begins
            .range((at.file, 0)..=(at.file, at.start));
        let (_, &last) = before.last()?;
        let mut around = Some(last);
        while let Some(class) = around {
            if self.class(class).source.span.contains(at) {
                return Some(class);
            }
            around = self.class(class).outer;
        }
        None
    }

    /// Whether a member class, rather than the type parameter with this scope, has a name.
    pub(super) fn hides_type_param(&self, name: &str, at: Span, scope: Span) -> bool {
        self.in_scope(name, at).is_some_and(|(class, _)| {
            let info = self.class(class);
            // One that the class of the type parameter inherits does not hide it.
            let is_own = info.source.span != scope || info.inner.contains_key(name);
            scope.contains(info.source.span) && is_own
        })
    }

    /// The name of a class with its package.
    pub(in crate::resolve) fn full_name(&self, class: ClassId) -> String {
        let info = self.class(class);
        if info.package.is_empty() {
            info.qualified.clone()
        } else {
            format!("{}.{}", info.package, info.qualified)
        }
    }

    /// Whether some class has this simple name.
    pub(in crate::resolve) fn is_class_name(&self, name: &str) -> bool {
        self.of_name(name).next().is_some()
    }

    /// The simple names of all classes, in order.
    pub(in crate::resolve) fn class_words(&self) -> BTreeSet<&'a str> {
        let nested = self.nesting.names();
        let alone = self.class_ids.keys().chain(self.library_ids.keys());
        alone.copied().chain(nested).collect()
    }

    /// Says that a name could be one of several classes.
    pub(in crate::resolve) fn ambiguous(
        &self,
        name: &str,
        at: Span,
        classes: &[ClassId],
    ) -> Diagnostic {
        let message = format!("there are several classes `{name}`");
        let mut error = Diagnostic::error(Code::UnknownName, at, message);
        for class in classes {
            error = error.related(self.class(*class).name.span, "one of them");
        }
        let names = classes.iter().map(|class| &self.class(*class).identity);
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        error.note(format!("write {}", names.join(" or ")))
    }

    /// Gives each class the name that tells it from all others, and that which messages use: the
    /// simple one, unless others have it, too. Those of the program do not hang on which classes of
    /// the library are used.
    pub(super) fn entitle(&mut self) {
        let mut counts: BTreeMap<(bool, &str), usize> = BTreeMap::new();
        let mut packages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for info in &self.classes {
            let name = info.name.text.as_str();
            *counts.entry((info.is_library, name)).or_default() += 1;
            if info.outer.is_none() && !info.is_library {
                packages.entry(name).or_default().insert(info.package);
            }
        }
        for info in &mut self.classes {
            let outermost = info.qualified.split('.').next().unwrap_or_default();
            let others = packages.get(outermost).map_or(0, BTreeSet::len);
            let is_clear = others <= usize::from(!info.is_library);
            info.identity = if info.package.is_empty() {
                info.qualified.clone()
            } else {
                format!("{}.{}", info.package, info.qualified)
            };
            let name = info.name.text.as_str();
            let is_alone = counts.get(&(info.is_library, name)) == Some(&1)
                && !(info.is_library && counts.contains_key(&(false, name)));
            let is_own = info.is_library && info.package == OF_LIBRARY;
            let raw = name.strip_prefix(RAW).filter(|_| is_own);
            info.title = if let Some(name) = raw {
                format!("raw {name}")
            } else if is_alone {
                info.name.text.to_string()
            } else if is_clear {
                info.qualified.clone()
            } else {
                info.identity.clone()
            };
        }
    }
}

/// Whether a place is in the head of a class: among its supertypes and type parameters.
fn is_in_head(info: &ClassInfo<'_>, at: Span) -> bool {
    let class = info.source;
    let supers = class.extends.iter().chain(&class.implements);
    supers.map(|ty| ty.span).any(|span| span.contains(at))
        || class.type_params.iter().any(|param| {
            let mut bounds = param.bounds.iter();
            bounds.any(|bound| bound.span.contains(at))
        })
}
