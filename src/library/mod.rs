//! Library specifications: contracts of Java classes without bodies, which are trusted.
//! A program is verified against those of the classes that it uses and does not define. Of Java's
//! other classes, and of those of the class path, no contract is known (`index`).

#[cfg(feature = "cli")]
pub mod class_path;
mod classes;
mod index;
mod inherited;
mod members;

pub(crate) use classes::{has_class, has_member, has_method, supertypes, takes};
pub(crate) use inherited::might_have;

use self::classes::Classes;
use crate::notation::Notation;
use crate::source::{FileId, SourceMap};
use crate::syntax::{self, Mentions};
use std::collections::{BTreeMap, BTreeSet};

macro_rules! shipped {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../", $name)))),*] };
}

/// The specifications shipped with the program, one file per class: name and text.
const SHIPPED: &[(&str, &str)] = shipped! {
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

/// Adds the shipped specifications to a source map with Java files, and declarations of the classes
/// without contracts that its files could name: those of Java, and those of the index of a class path.
pub fn add_to(sources: &mut SourceMap, class_path: &str) {
    add_shipped(sources);
    for declared in index::declarations(sources, Classes::new(class_path)) {
        declared.add_to(sources);
    }
}

/// Adds to a source map, and to two views of it with other specifications, what [`add_to`] adds. What
/// the views have has the same ids in all of them, with nothing in the place of what only the other has.
pub fn add_to_views(sources: &mut SourceMap, views: [&mut SourceMap; 2], class_paths: [&str; 2]) {
    let [before, after] = views;
    for all in [&mut *sources, &mut *before, &mut *after] {
        add_shipped(all);
    }
    let [of_before, of_after] = class_paths.map(Classes::new);
    let of_before = index::declarations(before, of_before);
    let of_after = index::declarations(after, of_after);
    let are_same = of_before == of_after;
    for declared in &of_before {
        declared.add_to(sources);
        declared.add_to(before);
        match are_same {
            true => declared.add_to(after),
            false => declared.add_nothing_to(after),
        }
    }
    for declared in of_after.iter().filter(|_| !are_same) {
        declared.add_to(sources);
        declared.add_nothing_to(before);
        declared.add_to(after);
    }
}

fn add_shipped(sources: &mut SourceMap) {
    for (name, text) in SHIPPED {
        sources.add_library(*name, *text);
    }
}

/// The specifications of a source map that are not those that are shipped, unchanged.
pub fn specified(sources: &SourceMap) -> impl Iterator<Item = FileId> {
    let libraries = sources.libraries();
    let others = libraries.filter(|(_, file)| !SHIPPED.contains(&(file.name(), file.text())));
    others.map(|(file, _)| file)
}

/// Whether all specifications of a source map are those that are shipped, unchanged.
#[must_use]
pub fn are_shipped(sources: &SourceMap) -> bool {
    specified(sources).next().is_none()
}

/// The methods that every object has. Their contracts are those of `Object`, which
/// programs use without naming it.
const OF_OBJECT: [&str; 3] = ["equals", "hashCode", "toString"];

/// The classes of the functions that operators stand for. A class of the program of such a name has nothing to do with
/// operators.
const OF_OPERATORS: [&str; 2] = ["Bits", "FloatingPoint"];

/// The classes whose objects hold numbers and truth values.
pub(crate) const BOXES: [&str; 5] = ["Boolean", "Character", "Double", "Integer", "Long"];

/// The classes and interfaces above them, as which programs use them without naming them.
const BOXED: [&str; 4] = ["Object", "Number", "Comparable", "Serializable"];

/// The classes of values whose contracts name objects, as that of `equals` does. A number is handed to them as an object
/// only where a program calls such a member.
const OF_VALUES: [&str; 7] = [
    "Boolean",
    "Character",
    "Double",
    "Integer",
    "Long",
    "Object",
    "String",
];

/// The members of these that are given any objects.
const GIVEN_OBJECTS: [&str; 2] = ["equals", "format"];

/// What the texts read so far might do with numbers.
#[derive(Clone, Copy, Default)]
struct Numbers {
    /// They might hand them over as objects.
    are_boxed: bool,
    /// They might compute with floating-point numbers.
    are_floating: bool,
}

impl Numbers {
    /// Adds what a text might do: one of the program, or of a shipped class of this name. `gives_objects` says whether the
    /// program might give objects to a class of values.
    fn add(&mut self, text: &Mentions<'_>, class: Option<&str>, gives_objects: bool) {
        let is_value = class.is_some_and(|class| OF_VALUES.contains(&class));
        let names_objects = BOXED.iter().any(|name| text.names.contains_key(name));
        self.are_boxed |= names_objects && (!is_value || gives_objects);
        // That has members that make texts of all numbers.
        self.are_floating |= text.floating && class != Some("String");
    }

    /// Whether a class belongs to them.
    fn need(self, class: &str) -> bool {
        match class {
            "FloatingPoint" => self.are_floating,
            "Double" => self.are_boxed && self.are_floating,
            _ => self.are_boxed && BOXES.contains(&class),
        }
    }
}

/// The specification files that some files use, transitively: those whose class is
/// named. A class that the program declares itself replaces the library's, unless a
/// specification file names it, or a file of the program names it with its package or imports that.
#[must_use]
pub fn used(sources: &SourceMap, files: &[FileId]) -> Vec<FileId> {
    let all = sources.libraries().chain(sources.uncontracted());
    let libraries: Vec<(FileId, &str)> = all
        .map(|(file, source)| (file, class_of(source.name())))
        .collect();
    if libraries.is_empty() {
        return Vec::new();
    }
    let mentions = |file: FileId| {
        let source = sources.file(file);
        syntax::mentions(file, source.text(), source.notation())
    };
    let texts: Vec<Mentions<'_>> = files.iter().map(|file| mentions(*file)).collect();
    let own: BTreeSet<&str> = texts.iter().flat_map(|t| &t.declared).copied().collect();
    // If there are several files for a class, the first one is used: the user's before
    // the shipped one.
    // Further members of it stand in a file without contracts.
    let mut taken: BTreeSet<(&str, bool)> = BTreeSet::new();
    let mut found: BTreeSet<FileId> = BTreeSet::new();
    let mut hidden: BTreeMap<FileId, bool> = BTreeMap::new();
    let gives_objects = texts.iter().any(|text| {
        text.type_arguments || GIVEN_OBJECTS.iter().any(|m| text.names.contains_key(m))
    });
    let mut numbers = Numbers::default();
    let mut todo: Vec<(Mentions<'_>, Option<FileId>)> =
        texts.into_iter().map(|text| (text, None)).collect();
    while let Some((text, from)) = todo.pop() {
        let of_program = from.is_none();
        let shipped = from.filter(|file| !file.is_uncontracted());
        let shipped = shipped.map(|file| class_of(sources.file(file).name()));
        numbers.add(&text, shipped, gives_objects);
        for &(library, class) in &libraries {
            let named = text.names.contains_key(class)
                || class == "String" && text.strings
                || class == "Bits" && text.bits
                || numbers.need(class)
                || class == "Object" && OF_OBJECT.iter().any(|m| text.names.contains_key(m));
            let is_new = !taken.contains(&(class, library.is_uncontracted()));
            if !named || found.contains(&library) || !is_new {
                continue;
            }
            let mut is_hidden = || {
                own.contains(class)
                    && !OF_OPERATORS.contains(&class)
                    && *hidden
                        .entry(library)
                        .or_insert_with(|| !is_imported(sources, files, library))
            };
            if of_program && is_hidden() {
                continue;
            }
            if taken.insert((class, library.is_uncontracted())) && found.insert(library) {
                todo.push((mentions(library), Some(library)));
            }
        }
    }
    let is_java = |file: &FileId| sources.file(*file).notation() == Notation::Java;
    let mut of_path = sources.uncontracted();
    let class_path = of_path.find(|(_, file)| file.name() == index::OF_NO_CLASS);
    let class_path = class_path.filter(|_| files.iter().any(is_java));
    found.extend(class_path.map(|(file, _)| file));
    found.into_iter().collect()
}

/// Whether a file has the name of a shipped class with its package, or imports the package.
fn is_imported(sources: &SourceMap, files: &[FileId], library: FileId) -> bool {
    let name = sources.file(library).name();
    let mut folders = ["library/", index::FOLDER, index::FOLDER_OF_PATH].into_iter();
    let path = folders.find_map(|folder| name.strip_prefix(folder));
    let path = path.unwrap_or(name);
    let path = path.strip_suffix(".java").unwrap_or(path).replace('/', ".");
    let package = path.rsplit_once('.').map_or("", |(package, _)| package);
    let all = format!("{package}.*");
    files.iter().any(|file| {
        let text = sources.file(*file).text();
        text.contains(&path) || text.contains(&all)
    })
}

/// The name of the class that a file declares.
#[must_use]
pub fn class_of(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".java").unwrap_or(file)
}
