//! The classes of Java 17's own modules that have no contracts here. A program may name them as types, and
//! call those of their members that nothing but numbers, texts and such objects reach
//! (`src/resolve/expressions/handed.rs`).
//!
//! The index is made from a JDK's modules by `build/java/ClassIndex.java`, so that a verdict does not
//! depend on the JDK of the machine. What a program could name is declared in a library file like those
//! with contracts, but for its id ([`FileId::is_uncontracted`]); of some classes with contracts, such a file
//! declares further members. Left out are:
//!
//! * what Java puts above classes and values that do not say so: `Enum`, `Record`, the types of constants;
//! * a class whose simple name another library class has, or one of whose supertypes is left out.
//!
//! [`FileId::is_uncontracted`]: crate::source::FileId::is_uncontracted

use super::members::{Context, Members, arguments_of};
use crate::notation::Notation;
use crate::source::{SourceFile, SourceMap};
use crate::syntax::package_of;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// One class a line, in the order of their names.
const CLASSES: &str = include_str!("../../library/java-17.txt");

/// Where the declarations seem to stand.
pub(super) const FOLDER: &str = "java-17/";

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

/// The package of what is below Java's constants.
const OF_CONSTANTS: &str = "java.lang.constant.";

/// A class of the index.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// `class`, `abstract`, `final` or `interface`.
    pub kind: &'static str,
    /// The type parameters, in `<…>`.
    params: &'static str,
    /// The direct supertypes with their type arguments, but for `Object`; a superclass comes first.
    supers: &'static str,
    /// The members, each behind a tabulator.
    members: &'static str,
}

impl Entry {
    /// The type parameters.
    pub(super) fn params(self) -> impl Iterator<Item = &'static str> {
        let all = self.params.trim_matches(['<', '>']).split(',');
        all.filter(|param| !param.is_empty())
    }

    /// The supertypes with their type arguments.
    pub(super) fn supers(self) -> impl Iterator<Item = &'static str> {
        self.supers.split(' ').filter(|above| !above.is_empty())
    }

    /// The members that it declares.
    pub(super) fn members(self) -> impl Iterator<Item = &'static str> {
        self.members.split('\t').filter(|member| !member.is_empty())
    }
}

/// The lines from the first class whose name is not before this one.
fn lines_from(name: &str) -> std::str::Lines<'static> {
    let (mut low, mut high) = (0, CLASSES.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let before = CLASSES.get(low..middle).and_then(|text| text.rfind('\n'));
        let start = before.map_or(low, |at| low + at + 1);
        let line = CLASSES.get(start..).unwrap_or_default();
        let line = line.split('\n').next().unwrap_or_default();
        if name_of(line) < name {
            low = start + line.len() + 1;
        } else {
            high = start;
        }
    }
    CLASSES.get(low..).unwrap_or_default().lines()
}

fn name_of(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

/// The class of this full name.
pub(super) fn find(name: &str) -> Option<Entry> {
    let line = lines_from(name)
        .next()
        .filter(|line| name_of(line) == name)?;
    let (head, members) = line.split_once('\t').unwrap_or((line, ""));
    let mut parts = head.splitn(4, ' ').skip(1);
    Some(Entry {
        kind: parts.next()?,
        params: parts.next()?,
        supers: parts.next().unwrap_or_default(),
        members,
    })
}

/// The full names of the classes of a package.
fn in_package(package: &str) -> impl Iterator<Item = &'static str> + use<> {
    let prefix = format!("{package}.");
    let names = lines_from(&prefix).map(name_of);
    let within = names.map_while(move |name| Some((name, name.strip_prefix(&prefix)?)));
    within
        .filter(|(_, rest)| !rest.contains('.'))
        .map(|(name, _)| name)
}

/// The full names of the supertypes that Java gives a class, transitively and without `Object`: none
/// if the index does not have the class.
pub(crate) fn supertypes(name: &str) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut todo: Vec<Entry> = find(name).into_iter().collect();
    while let Some(entry) = todo.pop() {
        let above = entry.supers().map(without_arguments);
        let new: Vec<&str> = above.filter(|above| found.insert(*above)).collect();
        todo.extend(new.into_iter().filter_map(find));
    }
    found
}

/// Whether a class of the JDK has a member of this name, its own or an inherited one; of a class that the index does
/// not have, it is not known.
pub(crate) fn has_member(class: &str, name: &str) -> bool {
    let above = supertypes(class);
    let entries = std::iter::once(class).chain(above).filter_map(find);
    entries.flat_map(Entry::members).any(|member| {
        let head = member.split('(').next().unwrap_or(member);
        head.rsplit(' ').next() == Some(name)
    })
}

/// The name of the class in a type.
pub(super) fn without_arguments(ty: &str) -> &str {
    ty.split('<').next().unwrap_or(ty)
}

/// The package of a class, and its simple name.
fn apart(full: &str) -> (&str, &str) {
    full.rsplit_once('.').unwrap_or(("", full))
}

/// Declarations of what the Java files of a source map could name and what is above it, unless there is a
/// library file for it: the names of their files, and their texts.
pub(super) fn declarations(sources: &SourceMap) -> Vec<(String, String)> {
    let files = sources.files().map(|(_, file)| file);
    let files = files.filter(|file| file.notation() == Notation::Java);
    let texts: Vec<&str> = files.map(|file| file.text()).collect();
    let mut named = Named::default();
    for text in &texts {
        named.add(text);
    }
    let mut chosen = Chosen {
        contracts: sources
            .libraries()
            .map(|(_, file)| (super::class_of(file.name()), file))
            .collect(),
        others: BTreeMap::new(),
        parts: BTreeMap::new(),
    };
    // Texts need no name.
    chosen.add("java.lang.String");
    for full in &named.full {
        chosen.add(full);
    }
    for package in &named.packages {
        let all = in_package(package);
        for full in all.filter(|full| named.words.contains(apart(full).1)) {
            chosen.add(full);
        }
    }
    for word in &named.words {
        chosen.add(&format!("java.lang.{word}"));
    }
    if chosen.others.is_empty() && chosen.parts.is_empty() {
        return Vec::new();
    }
    chosen.declarations(&texts)
}

/// What texts could name, whether or not they do: words and names with dots, comments included.
#[derive(Default)]
struct Named<'t> {
    /// The words that begin as those of classes do.
    words: BTreeSet<&'t str>,
    /// Names with their packages, in the order of the texts.
    full: Vec<&'t str>,
    /// Packages of which all classes may be imported.
    packages: BTreeSet<&'t str>,
}

impl<'t> Named<'t> {
    fn add(&mut self, text: &'t str) {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        for piece in text.split(|c| !is_part(c)) {
            let mut parts = piece.split('.').filter(|part| starts_a_class(part));
            if let Some(first) = parts.next() {
                self.words.insert(first);
                let is_qualified = piece.starts_with("java");
                if let Some(at) = piece.find(first).filter(|_| is_qualified) {
                    let full = piece.get(..at + first.len()).unwrap_or_default();
                    self.full.push(full);
                }
            } else if let Some(package) = piece.strip_suffix('.')
                && piece.starts_with("java")
            {
                self.packages.insert(package);
            }
        }
    }
}

fn starts_a_class(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_uppercase())
}

/// The classes that are added.
struct Chosen<'s> {
    /// The files with contracts, by simple name.
    contracts: BTreeMap<&'s str, &'s SourceFile>,
    /// The full names of the others and what the index has of them, by simple name.
    others: BTreeMap<String, (String, Entry)>,
    /// Those with contracts that have further members, by their full names.
    parts: BTreeMap<String, Entry>,
}

impl Chosen<'_> {
    /// Adds a class and what is above it, and returns whether the name then denotes this class.
    fn add(&mut self, full: &str) -> bool {
        let (_, name) = apart(full);
        if let Some(file) = self.contracts.get(name) {
            let is_same = full_name(name, file) == full;
            if let Some(entry) = find(full).filter(|_| is_same && OF_VALUES.contains(&full)) {
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
        let Some(entry) = find(full) else {
            return false;
        };
        let above = entry.supers().map(without_arguments);
        let mut above = above.filter(|class| !class.starts_with(OF_CONSTANTS));
        if !above.all(|class| self.add(class)) {
            return false;
        }
        // What it inherits would have types that nobody can write.
        let is_written = |argument: &str| is_parameter(argument) || argument == "java.lang.Object";
        let has_unknown = |ty: &str| !arguments_of(ty).all(is_written);
        let gives_members =
            |ty: &str| find(without_arguments(ty)).is_some_and(|above| !above.members.is_empty());
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
    fn declarations(&self, texts: &[&str]) -> Vec<(String, String)> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words = texts.iter().flat_map(|text| text.split(|c| !is_part(c)));
        let words: HashSet<&str> = words.collect();
        let contracts = self.contracts.iter();
        let contracts: BTreeSet<String> = contracts
            .map(|(name, file)| full_name(name, file))
            .collect();
        // Objects of these may have contracts.
        let above = contracts.iter().flat_map(|full| supertypes(full));
        let above: BTreeSet<&str> = above.collect();
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
        let context = Context {
            words: &words,
            known: &known,
            declared: &declared,
        };
        let entries = self
            .others
            .values()
            .map(|(full, entry)| (full.as_str(), *entry));
        let all: BTreeMap<&str, Members<'_>> = entries
            .chain(parts())
            .filter(|(full, _)| declared.contains(full))
            .map(|(full, entry)| (full, Members::new(&context, full, entry)))
            .collect();
        let unclear = all.values().flat_map(Members::unclear).collect();
        let declared = |full: &str| {
            let members = all.get(full);
            let members = members.map(|members| members.declarations(&unclear, apart(full).1));
            members.unwrap_or_default()
        };
        let file = |full: &str, head: String, members: String| {
            let name = format!("{FOLDER}{}.java", full.replace('.', "/"));
            (name, format!("{head} {{\n{members}}}\n"))
        };
        let others = self.others.values();
        let others = others.map(|(full, entry)| file(full, head(full, *entry), declared(full)));
        let parts = parts().filter_map(|(full, entry)| {
            let members = declared(full);
            let begin = begin(full, entry);
            (!members.is_empty()).then(|| file(full, begin, members))
        });
        others.chain(parts).collect()
    }
}

/// Whether a type argument is a type parameter.
fn is_parameter(argument: &str) -> bool {
    argument != "?" && !argument.contains('.')
}

/// The full name of the class of a file with contracts.
fn full_name(name: &str, file: &SourceFile) -> String {
    format!("{}.{name}", package_of(file.text()).unwrap_or_default())
}

/// The head of the declaration of a class without its supertypes.
fn begin(full: &str, entry: Entry) -> String {
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

/// The head of the declaration of a class.
fn head(full: &str, entry: Entry) -> String {
    let list = |word: &str, of_interfaces: bool| {
        let all = entry.supers().filter(|above| {
            let class = without_arguments(above);
            let is_interface = find(class).is_none_or(|above| above.kind == "interface");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_found_and_its_supertypes_are() {
        for line in CLASSES.lines() {
            let name = line.split(' ').next().unwrap_or_default();
            assert!(find(name).is_some(), "{name}");
            for above in supertypes(name) {
                assert!(find(above).is_some(), "{above} above {name}");
            }
        }
        assert!(find("java.util.Nothing").is_none() && find("").is_none() && find("zzz").is_none());
        assert!(supertypes("java.util.ArrayList").contains("java.lang.Iterable"));
    }

    /// Every class can be written, and read again.
    #[test]
    fn every_declaration_is_read() {
        for line in CLASSES.lines() {
            let name = line.split(' ').next().unwrap_or_default();
            let mut sources = SourceMap::default();
            sources.add("A.java", format!("import {name};"));
            super::super::add_to(&mut sources);
            for (id, file) in sources.uncontracted() {
                let (_, found) = crate::syntax::parse(id, file.text(), file.notation());
                assert!(found.is_empty(), "{}: {found:?}", file.text());
            }
        }
    }
}
