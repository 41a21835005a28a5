//! The classes that have no contracts here: those of Java 17's own modules, and those of the class path that the
//! user names (`src/library/class_path/`). A program may name them as types, and call those of their members that
//! nothing but numbers, texts and such objects reach
//! (`src/resolve/expressions/handed.rs`).
//!
//! The index is made from a JDK's modules by `build/java/ClassIndex.java`, so that a verdict does not
//! depend on the JDK of the machine. What a program could name is declared in a library file like those
//! with contracts, but for its id ([`FileId::is_uncontracted`]); of some classes with contracts, such a file
//! declares further members. Left out are:
//!
//! * what Java puts above classes and values that do not say so: `Enum`, `Record`, the types of constants;
//! * a class whose simple name another library class has, or one of whose supertypes is left out;
//! * of the class path: what is in a package of the program, which would see more of it than is known here, and
//!   what is above a class with contracts, which need not say so.
//!
//! [`FileId::is_uncontracted`]: crate::source::FileId::is_uncontracted

use super::classes::{Classes, Entry, called, without_arguments};
use super::inherited::unclear_constants;
use super::members::{Context, Members, arguments_of};
use super::shipped::is_shipped;
use super::words::Words;
use crate::notation::Notation;
use crate::source::{SourceFile, SourceMap};
use crate::syntax::package_of;
use std::collections::{BTreeMap, BTreeSet};

/// Where the declarations of Java's classes seem to stand.
pub(super) const FOLDER: &str = "java-17/";

/// Where those of the classes of the class path do.
pub(super) const FOLDER_OF_PATH: &str = "class-path/";

/// The file of no class, by which a program knows that there is a class path.
pub(super) const OF_NO_CLASS: &str = "class-path/package-info.java";

/// What is below these without saying so.
const IMPLICIT: [&str; 2] = ["java.lang.Enum", "java.lang.Record"];

/// Classes with contracts of which further members are declared: their objects are values, or they have none, so
/// that these members change nothing that the contracts speak of.
const OF_VALUES: [&str; 9] = [
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Math",
    "java.lang.Short",
    "java.lang.String",
    "java.util.Arrays",
];

/// The classes without contracts that are above those of the shipped ones.
const ABOVE_SHIPPED: [&str; 13] = [
    "java.io.FilterOutputStream",
    "java.io.Flushable",
    "java.io.OutputStream",
    "java.lang.Appendable",
    "java.lang.CharSequence",
    "java.lang.Number",
    "java.lang.constant.Constable",
    "java.lang.constant.ConstantDesc",
    "java.util.AbstractCollection",
    "java.util.AbstractList",
    "java.util.AbstractMap",
    "java.util.Collection",
    "java.util.RandomAccess",
];

/// The package of what is below Java's constants.
const OF_CONSTANTS: &str = "java.lang.constant.";

/// The package of a class, and its simple name.
fn apart(full: &str) -> (&str, &str) {
    full.rsplit_once('.').unwrap_or(("", full))
}

/// Declarations of what the Java files of a source map could name and what is above it, unless there is a
/// library file for it: the names of their files, and their texts.
pub(super) fn declarations(sources: &SourceMap, classes: Classes<'_>) -> Vec<Declared> {
    let texts = java_texts(sources);
    let mut named = Named::default();
    for text in &texts {
        named.add(text);
    }
    let mut chosen = Chosen {
        classes,
        contracts: sources
            .libraries()
            .map(|(_, file)| (super::class_of(file.name()), file))
            .collect(),
        others: BTreeMap::new(),
        parts: BTreeMap::new(),
        packages: BTreeSet::new(),
        refused: BTreeSet::new(),
    };
    // Texts need no name.
    chosen.add("java.lang.String");
    for full in &named.full {
        chosen.add(full);
    }
    for package in &named.packages {
        let all = Classes::of_java_in(package);
        for full in all.filter(|full| named.words.contains(apart(full).1)) {
            chosen.add(full);
        }
    }
    for word in &named.words {
        chosen.add(&format!("java.lang.{word}"));
    }
    let words = Words::of(&texts);
    chosen.add_types(&words);
    if classes.have_path() {
        chosen.add_of_path(&texts);
    }
    let mut all = match chosen.others.is_empty() && chosen.parts.is_empty() {
        true => Vec::new(),
        false => chosen.declarations(&words),
    };
    all.extend(classes.have_path().then(Declared::of_no_class));
    all
}

/// The texts of the Java files.
pub(super) fn java_texts(sources: &SourceMap) -> Vec<&str> {
    let files = sources.files().map(|(_, file)| file);
    let files = files.filter(|file| file.notation() == Notation::Java);
    files.map(|file| file.text()).collect()
}

/// What texts could name, whether or not they do: words and names with dots, comments included.
#[derive(Default)]
pub(super) struct Named<'t> {
    /// Whether names of all packages count, and not only those of Java's.
    of_all: bool,
    /// The words that begin as those of classes do.
    pub words: BTreeSet<&'t str>,
    /// Names with their packages, in the order of the texts.
    pub full: Vec<&'t str>,
    /// Packages of which all classes may be imported.
    pub packages: BTreeSet<&'t str>,
}

impl<'t> Named<'t> {
    /// What texts could name of any package.
    pub(super) fn of_all(texts: &[&'t str]) -> Named<'t> {
        let mut named = Named {
            of_all: true,
            ..Named::default()
        };
        texts.iter().for_each(|text| named.add(text));
        named
    }

    fn add(&mut self, text: &'t str) {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        for piece in text.split(|c| !is_part(c)) {
            let mut parts = piece.split('.').filter(|part| starts_a_class(part));
            if let Some(first) = parts.next() {
                self.words.insert(first);
                let is_qualified = self.of_all || piece.starts_with("java");
                if let Some(at) = piece.find(first).filter(|_| is_qualified) {
                    let full = piece.get(..at + first.len()).unwrap_or_default();
                    self.full.push(full);
                }
            } else if let Some(package) = piece.strip_suffix('.')
                && (self.of_all || piece.starts_with("java"))
            {
                self.packages.insert(package);
            }
        }
    }
}

fn starts_a_class(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_uppercase())
}

/// How often what members of an added class have as types is added.
const ROUNDS: usize = 2;

/// The full names in the types of a member.
fn types_in(member: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let names = member.split(move |c| !is_part(c));
    // Of `T...`, the dots belong to no name.
    names
        .map(|name| name.trim_end_matches('.'))
        .filter(|name| name.contains('.'))
}

/// The classes that are added.
struct Chosen<'s, 'c> {
    classes: Classes<'c>,
    /// The files with contracts, by simple name.
    contracts: BTreeMap<&'s str, &'s SourceFile>,
    /// The full names of the others and what the index has of them, by simple name.
    others: BTreeMap<String, (String, Entry<'c>)>,
    /// Those with contracts that have further members, by their full names.
    parts: BTreeMap<String, Entry<'c>>,
    /// The packages of the program.
    packages: BTreeSet<&'s str>,
    /// The full names of the class path's classes that are left out.
    refused: BTreeSet<String>,
}

impl<'s, 'c> Chosen<'s, 'c> {
    /// Adds the classes in the types of members that texts could name, and in those of members of these.
    fn add_types(&mut self, words: &Words<'_>) {
        for _ in 0..ROUNDS {
            let mut named = BTreeSet::new();
            let others = self.others.values().map(|(full, entry)| (full, *entry));
            let parts = self.parts.iter().map(|(full, entry)| (full, *entry));
            for (full, entry) in others.chain(parts) {
                let class = apart(full).1;
                let could_be_named = |member: &&str| words.could_name(called(member), class);
                for member in entry.members().filter(could_be_named) {
                    named.extend(types_in(member).filter(|ty| ty.starts_with("java")));
                }
            }
            // What the program names, and does not import, is a class of its own. A text that nobody knows would
            // make each text of the program one.
            let classes = self.classes;
            let is_added = |full: &&str| {
                let (package, name) = apart(full);
                let is_plain = ["java.lang", "java.util.regex"].contains(&package);
                let has_text = || classes.find(full).is_none_or(|entry| entry.has("toString"));
                !words.has(name) && (is_plain || !has_text())
            };
            let known = self.others.len() + self.parts.len();
            for full in named.into_iter().filter(is_added) {
                self.add(full);
            }
            if self.others.len() + self.parts.len() == known {
                break;
            }
        }
    }

    /// Adds what texts could name of the class path.
    fn add_of_path(&mut self, texts: &[&'s str]) {
        self.packages = texts.iter().filter_map(|text| package_of(text)).collect();
        let contracts = self.contracts.iter();
        let contracts = contracts.map(|(name, file)| full_name(name, file));
        let above = contracts.flat_map(|full| self.classes.supertypes(&full));
        self.refused = above.map(str::to_owned).collect();
        let named = Named::of_all(texts);
        for full in named.full.iter().filter(|full| full.contains('.')) {
            self.add(full);
        }
        for package in &named.packages {
            let all = self.classes.of_path_in(package);
            for full in all.filter(|full| named.words.contains(apart(full).1)) {
                self.add(full);
            }
        }
    }

    /// Adds a class of the class path unless it is left out.
    fn add_other(&mut self, full: &str, entry: Entry<'c>) -> bool {
        let is_added = !self.packages.contains(apart(full).0)
            && !self.refused.contains(full)
            && self.add_with_supertypes(full, entry);
        if !is_added {
            self.refused.insert(full.to_owned());
        }
        is_added
    }

    /// Adds a class and what is above it, and returns whether the name then denotes this class.
    fn add(&mut self, full: &str) -> bool {
        let (_, name) = apart(full);
        if let Some(file) = self.contracts.get(name) {
            let is_same = full_name(name, file) == full;
            let is_of_values = is_same && OF_VALUES.contains(&full);
            if let Some(entry) = self.classes.find(full).filter(|_| is_of_values) {
                self.parts.insert(full.to_owned(), entry);
            }
            return is_same;
        }
        if let Some((other, _)) = self.others.get(name) {
            return other == full;
        }
        if IMPLICIT.contains(&full) || full.starts_with(OF_CONSTANTS) {
            return false;
        }
        match self.classes.find(full) {
            Some(entry) if entry.is_of_path => self.add_other(full, entry),
            Some(entry) => self.add_with_supertypes(full, entry),
            None => false,
        }
    }

    fn add_with_supertypes(&mut self, full: &str, entry: Entry<'c>) -> bool {
        let (_, name) = apart(full);
        let above = entry.supers().map(without_arguments);
        let mut above = above.filter(|class| !class.starts_with(OF_CONSTANTS));
        if !above.all(|class| self.add(class)) {
            return false;
        }
        // What it inherits would have types that nobody can write.
        let is_written = |argument: &str| is_parameter(argument) || argument == "java.lang.Object";
        let has_unknown = |ty: &str| !arguments_of(ty).all(is_written);
        let gives_members = |ty: &str| {
            let above = self.classes.find(without_arguments(ty));
            above.is_some_and(Entry::has_members)
        };
        if entry
            .supers()
            .any(|ty| has_unknown(ty) && gives_members(ty))
        {
            return false;
        }
        // What is above it may have its simple name.
        if self.others.contains_key(name) {
            return false;
        }
        self.others
            .insert(name.to_owned(), (full.to_owned(), entry));
        true
    }

    /// The declarations, with the members that the texts could name.
    fn declarations(&self, words: &Words<'_>) -> Vec<Declared> {
        let contracts = self.contracts.iter();
        let contracts: BTreeSet<String> = contracts
            .map(|(name, file)| full_name(name, file))
            .collect();
        // Objects of these may have contracts.
        let specified = self.contracts.iter().filter(|(_, file)| !is_shipped(file));
        let specified = specified.map(|(name, file)| full_name(name, file));
        let above = specified.flat_map(|full| self.classes.supertypes(&full));
        let above: BTreeSet<&str> = above.chain(ABOVE_SHIPPED).collect();
        let others = || self.others.values().map(|(full, _)| full.as_str());
        let parts = || {
            self.parts
                .iter()
                .map(|(full, entry)| (full.as_str(), *entry))
        };
        let of_others = others().filter(|full| !above.contains(full));
        let declared: BTreeSet<&str> = of_others.chain(parts().map(|(full, _)| full)).collect();
        let known = others()
            .chain(contracts.iter().map(String::as_str))
            .collect();
        let entries = || {
            let others = self.others.values();
            let others = others.map(|(full, entry)| (full.as_str(), *entry));
            others.chain(parts())
        };
        let unclear_constants = unclear_constants(self.classes, entries());
        let context = Context {
            classes: self.classes,
            unclear_constants: &unclear_constants,
            words,
            known: &known,
            declared: &declared,
        };
        let all: BTreeMap<&str, Members<'_>> = entries()
            .filter(|(full, _)| declared.contains(full))
            .map(|(full, entry)| (full, Members::new(&context, full, entry)))
            .collect();
        let unclear = all.values().flat_map(Members::unclear).collect();
        let declared = |full: &str| {
            let members = all.get(full);
            let members = members.map(|members| members.declarations(&unclear, apart(full).1));
            members.unwrap_or_default()
        };
        let others = self.others.values();
        let others = others.map(|(full, entry)| {
            let head = self.head(full, *entry);
            Declared::new(full, *entry, &head, &declared(full))
        });
        let parts = parts().filter_map(|(full, entry)| {
            let members = declared(full);
            let begin = begin(full, entry);
            (!members.is_empty()).then(|| Declared::new(full, entry, &begin, &members))
        });
        others.chain(parts).collect()
    }

    /// The head of the declaration of a class.
    fn head(&self, full: &str, entry: Entry<'_>) -> String {
        let list = |word: &str, of_interfaces: bool| {
            let all = entry.supers().filter(|above| {
                let class = without_arguments(above);
                let is_interface = self
                    .classes
                    .find(class)
                    .is_none_or(|above| above.kind == "interface");
                is_interface == of_interfaces && !class.starts_with(OF_CONSTANTS)
            });
            let names: Vec<String> = all
                .map(|ty| {
                    let simple = apart(without_arguments(ty)).1;
                    // A type parameter is written, and what is not one is erased.
                    let erased = |ty| if is_parameter(ty) { ty } else { "Object" };
                    let arguments: Vec<&str> = arguments_of(ty).map(erased).collect();
                    match arguments.is_empty() {
                        true => simple.to_owned(),
                        false => format!("{simple}<{}>", arguments.join(", ")),
                    }
                })
                .collect();
            match names.is_empty() {
                true => String::new(),
                false => format!(" {word} {}", names.join(", ")),
            }
        };
        let supers = match entry.kind {
            "interface" => list("extends", true),
            _ => list("extends", false) + &list("implements", true),
        };
        begin(full, entry) + &supers
    }
}

/// The declaration of a class.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Declared {
    /// The name of its file.
    pub name: String,
    /// The text of its file.
    pub text: String,
    /// Whether it is a class of the class path.
    pub is_of_path: bool,
}

impl Declared {
    fn new(full: &str, entry: Entry<'_>, head: &str, members: &str) -> Declared {
        let is_of_path = entry.is_of_path;
        let folder = if is_of_path { FOLDER_OF_PATH } else { FOLDER };
        let with = |members: &str| Declared {
            name: format!("{folder}{}.java", full.replace('.', "/")),
            text: format!("{head} {{\n{members}}}\n"),
            is_of_path,
        };
        let whole = with(members);
        // Other compilers may give members names that a Java program cannot write.
        if is_of_path && !whole.is_readable() {
            return with("");
        }
        whole
    }

    /// The file by which a program knows that there is a class path.
    fn of_no_class() -> Declared {
        Declared {
            name: OF_NO_CLASS.to_owned(),
            text: String::new(),
            is_of_path: true,
        }
    }

    fn is_readable(&self) -> bool {
        let mut sources = SourceMap::default();
        let file = sources.add_uncontracted("", "");
        let (_, found) = crate::syntax::parse(file, &self.text, Notation::Java);
        found.is_empty()
    }

    /// Adds the declaration to a source map.
    pub(super) fn add_to(&self, sources: &mut SourceMap) {
        if self.is_of_path {
            sources.add_of_class_path(&*self.name, &*self.text);
        } else {
            sources.add_uncontracted(&*self.name, &*self.text);
        }
    }

    /// Adds nothing to a source map, in its place.
    pub(super) fn add_nothing_to(&self, sources: &mut SourceMap) {
        let nothing = Declared {
            name: String::new(),
            text: String::new(),
            is_of_path: self.is_of_path,
        };
        nothing.add_to(sources);
    }
}

/// Whether a type argument is a type parameter.
fn is_parameter(argument: &str) -> bool {
    argument != "?" && !argument.contains('.')
}

/// The full name of the class of a file with contracts.
pub(super) fn full_name(name: &str, file: &SourceFile) -> String {
    format!("{}.{name}", package_of(file.text()).unwrap_or_default())
}

/// The head of the declaration of a class without its supertypes.
fn begin(full: &str, entry: Entry<'_>) -> String {
    let (package, name) = apart(full);
    let word = match entry.kind {
        "interface" => "interface",
        "abstract" => "abstract class",
        "final" => "final class",
        _ => "class",
    };
    let params = match entry.params {
        "<>" => "",
        params => params,
    };
    format!("package {package};\n\npublic {word} {name}{params}")
}

#[cfg(test)]
mod tests {
    use super::super::classes::names_of_java;
    use super::*;

    #[test]
    fn what_is_above_shipped_classes_is_known() {
        let classes = Classes::default();
        let shipped = super::super::shipped::SHIPPED.iter();
        let full =
            shipped.filter_map(|(name, _)| name.strip_prefix("library/")?.strip_suffix(".java"));
        let shipped: BTreeSet<String> = full.map(|name| name.replace('/', ".")).collect();
        let above = shipped.iter().flat_map(|full| classes.supertypes(full));
        let above: BTreeSet<&str> = above.filter(|full| !shipped.contains(*full)).collect();
        assert!(above.into_iter().eq(ABOVE_SHIPPED));
    }

    /// Every class can be written, and read again.
    #[test]
    fn every_declaration_is_read() {
        for name in names_of_java() {
            let mut sources = SourceMap::default();
            sources.add("A.java", format!("import {name};"));
            super::super::add_to(&mut sources, "");
            for (id, file) in sources.uncontracted() {
                let (_, found) = crate::syntax::parse(id, file.text(), file.notation());
                assert!(found.is_empty(), "{}: {found:?}", file.text());
            }
        }
    }
}
