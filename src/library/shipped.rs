//! The specifications that are shipped with the program, and what of them a program needs: of classes with many
//! members those that it names, those that these name, and those that it uses without naming them.

use super::OF_OPERATORS;
use crate::source::SourceFile;
use std::collections::{BTreeSet, HashSet};

macro_rules! shipped {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../", $name)))),*] };
}

/// The specifications shipped with the program, one file per class: name and text.
pub(super) const SHIPPED: &[(&str, &str)] = shipped! {
    "library/java/lang/Object.java"
    "library/java/lang/String.java"
    "library/java/lang/Math.java"
    "library/java/lang/Boolean.java"
    "library/java/lang/Double.java"
    "library/java/lang/Integer.java"
    "library/java/lang/Long.java"
    "library/java/lang/Character.java"
    "library/java/lang/System.java"
    "library/java/io/PrintStream.java"
    "library/java/io/InputStream.java"
    "library/java/util/Scanner.java"
    "library/java/util/Iterator.java"
    "library/java/util/Optional.java"
    "library/java/util/List.java"
    "library/java/util/ArrayList.java"
    "library/java/util/Arrays.java"
    "library/java/util/Map.java"
    "library/java/util/HashMap.java"
    "library/java/util/Objects.java"
    "library/veriframe/Any.java"
    "library/veriframe/ByIdentity.java"
    "library/veriframe/RawComparable.java"
    "library/veriframe/RawComparator.java"
    "library/veriframe/Bits.java"
    "library/veriframe/FloatingPoint.java"
    "library/java/io/Closeable.java"
    "library/java/io/Serializable.java"
    "library/java/lang/AutoCloseable.java"
    "library/java/lang/Cloneable.java"
    "library/java/lang/Comparable.java"
    "library/java/lang/Iterable.java"
    "library/java/lang/Runnable.java"
    "library/java/util/Comparator.java"
    "library/java/util/concurrent/Callable.java"
    "library/java/util/function/BiConsumer.java"
    "library/java/util/function/BiFunction.java"
    "library/java/util/function/BinaryOperator.java"
    "library/java/util/function/Consumer.java"
    "library/java/util/function/Function.java"
    "library/java/util/function/IntBinaryOperator.java"
    "library/java/util/function/IntFunction.java"
    "library/java/util/function/IntPredicate.java"
    "library/java/util/function/IntUnaryOperator.java"
    "library/java/util/function/Predicate.java"
    "library/java/util/function/Supplier.java"
    "library/java/util/function/UnaryOperator.java"
    "library/java/lang/Throwable.java"
    "library/java/lang/Exception.java"
    "library/java/lang/Error.java"
    "library/java/lang/RuntimeException.java"
    "library/java/lang/IllegalArgumentException.java"
    "library/java/lang/IllegalStateException.java"
    "library/java/lang/UnsupportedOperationException.java"
    "library/java/lang/ArithmeticException.java"
    "library/java/lang/NullPointerException.java"
    "library/java/lang/ClassCastException.java"
    "library/java/lang/ArrayStoreException.java"
    "library/java/lang/NegativeArraySizeException.java"
    "library/java/lang/IndexOutOfBoundsException.java"
    "library/java/lang/ArrayIndexOutOfBoundsException.java"
    "library/java/lang/StringIndexOutOfBoundsException.java"
    "library/java/lang/NumberFormatException.java"
    "library/java/lang/CloneNotSupportedException.java"
    "library/java/lang/InterruptedException.java"
    "library/java/lang/AssertionError.java"
    "library/java/io/IOException.java"
    "library/java/io/FileNotFoundException.java"
    "library/java/util/NoSuchElementException.java"
    "library/java/util/InputMismatchException.java"
    "library/java/util/ConcurrentModificationException.java"
    "library/java/util/EmptyStackException.java"
};

/// Interfaces of which a program needs only some members: whoever implements one of them names all of its members.
/// Others are small, and lambdas are of those that have one member.
pub(super) const LARGE_INTERFACES: [&str; 2] = ["List", "Map"];

/// The members that programs use without naming them: those of objects, what operators on texts stand for, what the
/// length and the characters of a text are to the logic, conversions to objects that hold numbers and back, the state
/// of collections, and the end of a `try` with resources. One has the name of an operator.
const UNNAMED: [&str; 17] = [
    "booleanValue",
    "charAt",
    "charValue",
    "close",
    "concatenated",
    "contents",
    "doubleValue",
    "equals",
    "hashCode",
    "in",
    "intValue",
    "length",
    "longValue",
    "same",
    "toString",
    "valid",
    "valueOf",
];

/// Whether a specification is one that is shipped, unchanged.
pub(super) fn is_shipped(file: &SourceFile) -> bool {
    SHIPPED.contains(&(file.name(), file.text()))
}

/// What a member of a specification is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DescribedKind {
    /// A method, a predicate or a constructor.
    Callee,
    /// A constant or another field.
    Field,
    /// A nested class.
    Class,
}

/// The members of a kind, but for constructors, that the shipped specification of a class of this full name describes.
pub(crate) fn described(full: &str, kind: DescribedKind) -> impl Iterator<Item = &'static str> {
    let path = full.replace('.', "/");
    let texts = SHIPPED.iter().filter(move |(name, _)| {
        let name = name.strip_prefix("library/");
        name.and_then(|name| name.strip_suffix(".java")) == Some(path.as_str())
    });
    texts.flat_map(move |(name, text)| {
        let class = super::class_of(name);
        let parts = parts(text, class, false).into_iter();
        let lines = parts.flat_map(|part| part.text.lines().filter_map(declared));
        let of_kind = lines.filter(move |(name, of)| *of == kind && *name != class);
        of_kind.map(|(name, _)| name)
    })
}

/// How an interface begins.
const INTERFACE: &str = "\npublic interface ";

/// The classes whose constructors a program might call.
#[derive(Default)]
pub(super) struct Made<'s> {
    /// Their names.
    pub names: BTreeSet<&'s str>,
    /// Whether there might be others.
    pub are_unclear: bool,
}

impl Made<'_> {
    fn has(&self, class: &str) -> bool {
        self.are_unclear || self.names.contains(class)
    }
}

/// A member of a specification, with its contract.
struct MemberText<'s> {
    /// Where it begins in the text.
    start: usize,
    text: &'s str,
    names: Vec<&'s str>,
    is_needed: bool,
}

/// What separates members.
const BETWEEN: &str = "\n\n";

impl<'s> MemberText<'s> {
    fn new(start: usize, text: &'s str, class: &str, is_made: bool) -> MemberText<'s> {
        let declared = text.lines().filter_map(declared);
        let names: Vec<&str> = declared.map(|(name, _)| name).collect();
        // The constructor without parameters makes what Java throws.
        let makes = |name: &str| name == class && (is_made || text.trim_end().ends_with("();"));
        let is_kept = |name: &&str| makes(name) || UNNAMED.contains(name);
        let is_needed = names.is_empty() || names.iter().any(is_kept);
        MemberText {
            start,
            text,
            names,
            is_needed,
        }
    }
}

/// A shipped specification, of which some members are needed.
pub(super) struct ByMembers<'s> {
    class: &'s str,
    text: &'s str,
    parts: Vec<MemberText<'s>>,
}

impl<'s> ByMembers<'s> {
    /// The members of a shipped specification; `None` if the program needs all of it.
    pub(super) fn new(file: &'s SourceFile, made: &Made<'_>) -> Option<ByMembers<'s>> {
        let class = super::class_of(file.name());
        let is_interface = file.text().contains(INTERFACE);
        let is_whole =
            is_interface && !LARGE_INTERFACES.contains(&class) || OF_OPERATORS.contains(&class);
        (!is_whole && is_shipped(file)).then(|| ByMembers {
            class,
            text: file.text(),
            parts: parts(file.text(), class, made.has(class)),
        })
    }

    /// What is not left out: the imports, the head of the class, and members that are used without being named.
    pub(super) fn rest(&self) -> impl Iterator<Item = &'s str> {
        let first = self
            .parts
            .first()
            .map_or(self.text.len(), |part| part.start);
        let head = self.text.get(..first);
        let made = self.parts.iter().filter(|part| part.is_needed);
        head.into_iter().chain(made.map(|part| part.text))
    }

    /// The members that were not needed so far and are if these names are.
    pub(super) fn need(&mut self, names: &HashSet<&str>) -> Vec<&'s str> {
        let class = self.class;
        let is_new = |part: &&mut MemberText<'_>| {
            let mut members = part.names.iter().filter(|name| **name != class);
            !part.is_needed && members.any(|name| names.contains(name))
        };
        let new = self.parts.iter_mut().filter(is_new);
        let new = new.map(|part| {
            part.is_needed = true;
            part.text
        });
        new.collect()
    }

    /// The names of all members.
    pub(super) fn names(&self) -> impl Iterator<Item = &'s str> {
        self.parts
            .iter()
            .flat_map(|part| part.names.iter().copied())
    }

    /// The text with what is needed at its places, and blanks instead of the other members.
    pub(super) fn needed(&self) -> String {
        let mut text = String::with_capacity(self.text.len());
        for part in self.parts.iter().filter(|part| !part.is_needed) {
            text.push_str(self.text.get(text.len()..part.start).unwrap_or_default());
            text.extend(std::iter::repeat_n(' ', part.text.len()));
        }
        text.push_str(self.text.get(text.len()..).unwrap_or_default());
        text
    }
}

/// The members in the text of a shipped class: each stands between empty lines, behind the line that begins the class.
fn parts<'s>(text: &'s str, class: &str, is_made: bool) -> Vec<MemberText<'s>> {
    let head = text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some((*at, line))
    });
    let mut begins = head.filter(|(_, line)| line.ends_with("{\n"));
    let mut start = begins.next().map_or(text.len(), |(end, _)| end);
    let end = text.rfind('}').unwrap_or(text.len());
    let mut found = Vec::new();
    while let Some(rest) = text.get(start..end).filter(|rest| !rest.is_empty()) {
        // A nested class may have empty lines of its own.
        let ends = rest.match_indices(BETWEEN).map(|(end, _)| end);
        let mut all = ends.filter_map(|end| rest.get(..end));
        let is_whole = |part: &&str| {
            !part.contains('{') || part.matches('{').count() == part.matches('}').count()
        };
        let part = all.find(is_whole).unwrap_or(rest);
        found.push(MemberText::new(start, part, class, is_made));
        start += part.len() + BETWEEN.len();
    }
    found
}

/// The name of the member that a line declares, and what it is.
fn declared(line: &str) -> Option<(&str, DescribedKind)> {
    const CLAUSES: [&str; 3] = ["requires", "ensures", "signals"];
    let line = line.trim_start();
    let line = match line.strip_prefix("//@ ") {
        Some(ghost) if CLAUSES.iter().any(|clause| ghost.starts_with(clause)) => return None,
        Some(ghost) => ghost,
        None if ["//", "*", "/**", "}"]
            .iter()
            .any(|begin| line.starts_with(begin)) =>
        {
            return None;
        }
        None => line,
    };
    let head = line.split(['(', '=', ';', '{']).next()?;
    let of_class = ["class ", "interface "].into_iter();
    let mut of_class = of_class.filter_map(|word| head.split_once(word));
    if let Some((_, name)) = of_class.next() {
        return Some((name.split(['<', ' ']).next()?, DescribedKind::Class));
    }
    let kind = match line.get(head.len()..)?.starts_with('(') {
        true => DescribedKind::Callee,
        false => DescribedKind::Field,
    };
    Some((head.split_ascii_whitespace().next_back()?, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::source::SourceMap;
    use crate::syntax::tree::ast;
    use crate::syntax::{mentions, parse};

    /// The names of the members of the classes in a text.
    fn members_in(file: &SourceFile, text: &str) -> Vec<String> {
        let mut sources = SourceMap::default();
        let id = sources.add_library(file.name(), text);
        let (tree, found) = parse(id, text, Notation::Java);
        assert!(found.is_empty(), "{}: {found:?}", file.name());
        let [class] = tree.classes.as_slice() else {
            panic!("{} has one class", file.name());
        };
        let members = class
            .members
            .iter()
            .map(|member: &ast::Member| &member.name);
        let nested = class.classes.iter().map(|class| &class.name);
        members
            .chain(nested)
            .map(|name| name.text.to_string())
            .collect()
    }

    fn shipped() -> impl Iterator<Item = SourceFile> {
        let all = SHIPPED.iter();
        all.map(|(name, text)| SourceFile::new((*name).to_owned(), (*text).to_owned()))
    }

    #[test]
    fn members_of_a_class_are_described_by_kinds() {
        let callees = |full| described(full, DescribedKind::Callee).collect::<Vec<_>>();
        let of_list = callees("java.util.List");
        assert!(of_list.contains(&"giveBack") && of_list.contains(&"isEmpty"));
        assert!(callees("List").is_empty() && callees("java.util.Lis").is_empty());
        let of_system = callees("java.lang.System");
        assert!(of_system.contains(&"exit") && !of_system.contains(&"out"));
        let fields: Vec<&str> = described("java.lang.System", DescribedKind::Field).collect();
        assert_eq!(fields, ["in", "out", "err"]);
        let of_map = callees("java.util.HashMap");
        assert!(!of_map.contains(&"HashMap") && !of_map.contains(&"SimpleEntry"));
    }

    #[test]
    fn members_are_what_the_parser_finds() {
        let mut whole = Vec::new();
        for file in shipped() {
            let members = members_in(&file, file.text());
            let Some(class) = ByMembers::new(&file, &Made::default()) else {
                whole.push((
                    super::super::class_of(file.name()).to_owned(),
                    members.len(),
                ));
                continue;
            };
            // Somebody would have to implement it.
            let mut lines = file.text().lines().filter(|line| line.starts_with(' '));
            assert!(
                file.text().contains(INTERFACE) || !lines.any(|line| line.contains(" abstract "))
            );
            let names: BTreeSet<&str> = class.names().collect();
            let members: BTreeSet<&str> = members.iter().map(String::as_str).collect();
            assert_eq!(names, members, "{}", file.name());
        }
        let large = whole.into_iter().filter(|(_, members)| *members > 2);
        let large: Vec<String> = large.map(|(name, _)| name).collect();
        assert_eq!(large, ["Iterator", "Bits", "FloatingPoint"]);
    }

    /// Words of contracts are no names in code.
    #[test]
    fn what_names_a_member_is_a_name() {
        for file in shipped() {
            let class = ByMembers::new(&file, &Made::default());
            for name in class.iter().flat_map(ByMembers::names) {
                let text = format!("class A {{ void m(B b) {{ b.{name}(); }} }}");
                let mut sources = SourceMap::default();
                let id = sources.add("A.java", text.as_str());
                let is_name = mentions(id, &text, Notation::Java).names.contains_key(name);
                assert!(is_name || UNNAMED.contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn members_that_nobody_names_are_left_out_and_others_keep_their_places() {
        for file in shipped() {
            let Some(mut class) = ByMembers::new(&file, &Made::default()) else {
                continue;
            };
            let nothing = class.needed();
            assert_eq!(nothing.len(), file.text().len());
            let all: BTreeSet<&str> = class.names().collect();
            let left = members_in(&file, &nothing);
            let is_unnamed = |name: &&str| UNNAMED.contains(name);
            let unnamed: BTreeSet<&str> = all.iter().copied().filter(is_unnamed).collect();
            let left = left.iter().map(String::as_str);
            let left: BTreeSet<&str> = left.filter(|name| *name != class.class).collect();
            // These stand beside `in`.
            let beside = ["err", "out"];
            assert!(unnamed.is_subset(&left), "{}", file.name());
            assert!(left.difference(&unnamed).all(|name| beside.contains(name)));
            let others = all.difference(&left).filter(|name| **name != class.class);
            if let Some(named) = others.copied().next() {
                let named = HashSet::from([named]);
                let added = class.need(&named);
                assert!(!added.is_empty() && class.need(&named).is_empty());
                for text in added {
                    let at = file.text().find(text).unwrap();
                    assert!(class.needed().get(at..).unwrap().starts_with(text));
                }
            }
            let made = Made {
                names: BTreeSet::from([class.class]),
                are_unclear: false,
            };
            let mut class = ByMembers::new(&file, &made).unwrap();
            class.need(&all.into_iter().collect());
            assert_eq!(class.needed(), file.text());
        }
    }
}
