//! Contracts of Java's libraries: files without bodies, which are taken for
//! correct. A program is verified against those of the classes that it uses and
//! does not define.

use crate::source::{FileId, SourceMap};
use std::collections::BTreeSet;

/// The files that are shipped: the class that each declares, its name, its text.
const SHIPPED: &[(&str, &str, &str)] = &[
    (
        "String",
        "library/java/lang/String.java",
        include_str!("../library/java/lang/String.java"),
    ),
    (
        "Math",
        "library/java/lang/Math.java",
        include_str!("../library/java/lang/Math.java"),
    ),
    (
        "Integer",
        "library/java/lang/Integer.java",
        include_str!("../library/java/lang/Integer.java"),
    ),
    (
        "System",
        "library/java/lang/System.java",
        include_str!("../library/java/lang/System.java"),
    ),
    (
        "PrintStream",
        "library/java/io/PrintStream.java",
        include_str!("../library/java/io/PrintStream.java"),
    ),
    (
        "Iterator",
        "library/java/util/Iterator.java",
        include_str!("../library/java/util/Iterator.java"),
    ),
    (
        "Optional",
        "library/java/util/Optional.java",
        include_str!("../library/java/util/Optional.java"),
    ),
    (
        "ArrayList",
        "library/java/util/ArrayList.java",
        include_str!("../library/java/util/ArrayList.java"),
    ),
];

/// Adds the files that are shipped to a map with Java files.
pub fn add_to(sources: &mut SourceMap) {
    for (_, name, text) in SHIPPED {
        sources.add_library(*name, *text);
    }
}

/// The library files of the map that some files use, and those that these use: the
/// ones whose class is named somewhere. A class that the program declares itself
/// is not taken from a library.
#[must_use]
pub fn used(sources: &SourceMap, files: &[FileId]) -> Vec<FileId> {
    let libraries: Vec<(FileId, &str)> = sources
        .libraries()
        .map(|(file, source)| (file, class_of(source.name())))
        .collect();
    if libraries.is_empty() {
        return Vec::new();
    }
    let own: BTreeSet<&str> = files
        .iter()
        .flat_map(|file| declared(sources.file(*file).text()))
        .collect();
    // Of several files for a class the first counts: a user's before one that is shipped.
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    let mut found: BTreeSet<FileId> = BTreeSet::new();
    let mut todo: Vec<FileId> = files.to_vec();
    while let Some(file) = todo.pop() {
        let named: BTreeSet<&str> = words(sources.file(file).text()).collect();
        for &(library, class) in &libraries {
            let wanted = named.contains(class) && !own.contains(class);
            if wanted && taken.insert(class) && found.insert(library) {
                todo.push(library);
            }
        }
    }
    found.into_iter().collect()
}

/// The class that a file declares, by its name.
fn class_of(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".java").unwrap_or(file)
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    words.filter(|word| !word.is_empty())
}

/// The classes that a text declares, or seems to.
fn declared(text: &str) -> impl Iterator<Item = &str> {
    let following = words(text).skip(1);
    words(text)
        .zip(following)
        .filter_map(|(word, next)| matches!(word, "class" | "interface" | "enum").then_some(next))
}
