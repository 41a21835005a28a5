//! The indices of classes of which no contract is needed: that of Java 17's own modules, which is always the same,
//! and that of the classes of a class path which a program could name. Both have one class a line, in the order of
//! their names, as `build/java/ClassIndex.java` writes them. The first index goes before the second.

use super::members::split;
use memchr::{memchr, memchr2, memrchr};
use std::collections::BTreeSet;

/// One class a line, in the order of their names.
const OF_JAVA: &str = include_str!("../../library/java-17.txt");

/// A class of an index.
#[derive(Clone, Copy)]
pub(super) struct Entry<'c> {
    /// `class`, `abstract`, `final` or `interface`.
    pub kind: &'c str,
    /// The type parameters, in `<…>`.
    pub params: &'c str,
    /// The direct supertypes with their type arguments, but for `Object`; a superclass comes first.
    supers: &'c str,
    /// The members, each behind a tabulator.
    members: &'c str,
    /// Whether it is a class of the class path.
    pub is_of_path: bool,
}

impl<'c> Entry<'c> {
    /// The class of a line, which begins with its name.
    fn of_line(line: &'c str, is_of_path: bool) -> Option<Entry<'c>> {
        let (head, members) = line.split_once('\t').unwrap_or((line, ""));
        let mut parts = head.splitn(4, ' ').skip(1);
        Some(Entry {
            kind: parts.next()?,
            params: parts.next()?,
            supers: parts.next().unwrap_or_default(),
            members,
            is_of_path,
        })
    }

    /// The type parameters.
    pub(super) fn params(self) -> impl Iterator<Item = &'c str> {
        let all = self.params.trim_matches(['<', '>']).split(',');
        all.filter(|param| !param.is_empty())
    }

    /// The supertypes with their type arguments.
    pub(super) fn supers(self) -> impl Iterator<Item = &'c str> {
        self.supers.split(' ').filter(|above| !above.is_empty())
    }

    /// The members that it declares.
    pub(super) fn members(self) -> impl Iterator<Item = &'c str> {
        self.members.split('\t').filter(|member| !member.is_empty())
    }

    /// Whether the index has a member of this name that it declares.
    pub(super) fn has(self, name: &str) -> bool {
        self.members().any(|member| called(member) == name)
    }

    /// Whether the index has members of it.
    pub(super) fn has_members(self) -> bool {
        !self.members.is_empty()
    }
}

/// The types of a member's parameters in an index, and whether it declares exceptions; `None` for a constant.
pub(super) fn params_of(member: &str) -> Option<(&str, bool)> {
    let (_, rest) = member.split_once('(')?;
    let plain = rest.strip_suffix('!');
    let params = plain.unwrap_or(rest).strip_suffix(')')?;
    Some((params, plain.is_some()))
}

/// The name of a member of an index.
pub(super) fn called(member: &str) -> &str {
    let end = memchr2(b'(', b'=', member.as_bytes()).unwrap_or(member.len());
    let head = member.get(..end).unwrap_or(member);
    let start = memrchr(b' ', head.as_bytes()).map_or(0, |at| at + 1);
    head.get(start..).unwrap_or(head)
}

/// The classes that are known.
#[derive(Clone, Copy, Default)]
pub(super) struct Classes<'c> {
    /// The index of the class path.
    path: &'c str,
}

impl<'c> Classes<'c> {
    /// Those of Java, and those of an index of a class path.
    pub(super) fn new(path: &'c str) -> Classes<'c> {
        Classes { path }
    }

    /// Whether classes of a class path are known.
    pub(super) fn have_path(self) -> bool {
        !self.path.is_empty()
    }

    /// The class of this full name.
    pub(super) fn find(self, name: &str) -> Option<Entry<'c>> {
        let of = |text: &'c str| {
            let line = lines_from(text, name).next();
            line.filter(|line| name_of(line) == name)
        };
        match of(OF_JAVA) {
            Some(line) => Entry::of_line(line, false),
            None if self.have_path() => Entry::of_line(of(self.path)?, true),
            None => None,
        }
    }

    /// The full names of Java's classes of a package.
    pub(super) fn of_java_in(package: &str) -> impl Iterator<Item = &'static str> + use<> {
        in_package(OF_JAVA, package)
    }

    /// The full names of the class path's classes of a package.
    pub(super) fn of_path_in(self, package: &str) -> impl Iterator<Item = &'c str> + use<'c> {
        in_package(self.path, package)
    }

    /// The full names of the supertypes that a class has in Java, transitively and without `Object`: none if no
    /// index has the class.
    pub(super) fn supertypes(self, name: &str) -> BTreeSet<&'c str> {
        let mut found = BTreeSet::new();
        let mut todo: Vec<Entry<'c>> = self.find(name).into_iter().collect();
        while let Some(entry) = todo.pop() {
            let above = entry.supers().map(without_arguments);
            let new: Vec<&str> = above.filter(|above| found.insert(*above)).collect();
            todo.extend(new.into_iter().filter_map(|above| self.find(above)));
        }
        found
    }
}

/// The full names of the supertypes that Java gives one of its own classes, transitively and without `Object`.
pub(crate) fn supertypes(name: &str) -> BTreeSet<&'static str> {
    Classes::default().supertypes(name)
}

/// Whether Java has a class of this full name, in no other class.
pub(crate) fn has_class(name: &str) -> bool {
    Classes::default().find(name).is_some()
}

/// Whether one of Java's own classes has a member of this name, its own or an inherited one; of a class that the index
/// does not have, it is not known.
pub(crate) fn has_member(class: &str, name: &str) -> bool {
    entries(class).any(|entry| entry.has(name))
}

/// One of Java's own classes, and those above it.
fn entries(class: &str) -> impl Iterator<Item = Entry<'static>> {
    let java = Classes::default();
    let all = std::iter::once(class).chain(java.supertypes(class));
    all.filter_map(move |class| java.find(class))
}

/// Whether one of Java's own classes has a member of this name, its own or an inherited one, with so many parameters; an
/// empty name is that of its constructors.
pub(crate) fn takes(class: &str, name: &str, count: usize) -> bool {
    // No constructor is inherited.
    let count_of_classes = if name.is_empty() { 1 } else { usize::MAX };
    let members = entries(class)
        .take(count_of_classes)
        .flat_map(Entry::members);
    let mut params = members
        .filter(|member| called(member) == name)
        .filter_map(params_of);
    params.any(|(types, _)| {
        let least = split(types).count();
        least == count || types.ends_with("...") && least <= count + 1
    })
}

/// Whether one of Java's own classes has a method that one with these types of parameters, without type arguments,
/// would override. A type that is a type parameter might be any.
pub(crate) fn has_method(class: &str, name: &str, params: &[String]) -> bool {
    let java = Classes::default();
    let above = java.supertypes(class);
    let all = std::iter::once(class).chain(above);
    all.into_iter().any(|class| match java.find(class) {
        Some(entry) if entry.has_members() => {
            let mut members = entry.members();
            members.any(|member| called(member) == name && might_take(member, params))
        }
        Some(_) => super::inherited::might_have(class, name),
        None => false,
    })
}

fn might_take(member: &str, params: &[String]) -> bool {
    let types = params_of(member).map(|(types, _)| types);
    let types: Vec<&str> = types.into_iter().flat_map(super::members::split).collect();
    let simple = |ty: &str| {
        let class = without_arguments(ty);
        class.rsplit('.').next().unwrap_or(class).to_owned()
    };
    let is_same = |(ty, param): (&&str, &String)| {
        let is_parameter =
            !ty.contains('.') && ty.starts_with(|c: char| c.is_ascii_uppercase() || c == '?');
        is_parameter || simple(ty) == *param
    };
    types.len() == params.len() && types.iter().zip(params).all(is_same)
}

/// The lines from the first class whose name is not before this one.
fn lines_from<'t>(text: &'t str, name: &str) -> std::str::Lines<'t> {
    let (mut low, mut high) = (0, text.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let before = text.get(low..middle).unwrap_or_default();
        let start = memrchr(b'\n', before.as_bytes()).map_or(low, |at| low + at + 1);
        let rest = text.get(start..).unwrap_or_default();
        if name_of(rest) < name {
            low = memchr(b'\n', rest.as_bytes()).map_or(text.len(), |at| start + at + 1);
        } else {
            high = start;
        }
    }
    text.get(low..).unwrap_or_default().lines()
}

/// The name of the class whose line begins a text.
fn name_of(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

/// The full names of the classes of a package in an index.
fn in_package<'t>(text: &'t str, package: &str) -> impl Iterator<Item = &'t str> + use<'t> {
    let prefix = format!("{package}.");
    let names = lines_from(text, &prefix).map(name_of);
    let within = names.map_while(move |name| Some((name, name.strip_prefix(&prefix)?)));
    within
        .filter(|(_, rest)| !rest.contains('.'))
        .map(|(name, _)| name)
}

/// The name of the class in a type.
pub(super) fn without_arguments(ty: &str) -> &str {
    ty.split('<').next().unwrap_or(ty)
}

/// The full names of all of Java's classes.
#[cfg(test)]
pub(super) fn names_of_java() -> impl Iterator<Item = &'static str> {
    OF_JAVA.lines().map(name_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_found_and_its_supertypes_are() {
        let java = Classes::default();
        for name in names_of_java() {
            assert!(java.find(name).is_some(), "{name}");
            for above in supertypes(name) {
                assert!(java.find(above).is_some(), "{above} above {name}");
            }
        }
        let is_unknown = |name| java.find(name).is_none();
        assert!(is_unknown("java.util.Nothing") && is_unknown("") && is_unknown("zzz"));
        assert!(supertypes("java.util.ArrayList").contains("java.lang.Iterable"));
    }

    #[test]
    fn java_s_own_classes_go_first() {
        let path = "a.B class <T> java.util.ArrayList<T>\tint m(T)\na.C final <>\njava.util.Date interface <>\n";
        let classes = Classes::new(path);
        let found = classes.find("a.B").unwrap();
        assert!(found.is_of_path && found.members().eq(["int m(T)"]));
        assert!(classes.supertypes("a.B").contains("java.lang.Iterable"));
        assert!(classes.of_path_in("a").eq(["a.B", "a.C"]));
        assert!(!classes.find("java.util.Date").unwrap().is_of_path);
        assert!(classes.find("a.D").is_none() && classes.find("a").is_none());
    }
}
