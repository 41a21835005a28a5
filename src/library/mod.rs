//! Library specifications: contracts of Java classes without bodies, which are trusted.
//! A program is verified against those of the classes that it uses and does not define, of which it needs the members
//! that it could use (`used`). Of Java's other classes, and of those of the class path, no contract is known (`index`).

#[cfg(feature = "cli")]
pub mod class_path;
mod classes;
mod index;
mod inherited;
mod members;
mod shipped;
mod used;
mod words;

pub(crate) use classes::{has_class, has_member, has_method, supertypes, takes};
pub(crate) use inherited::might_have;
pub(crate) use shipped::{DescribedKind, described};
pub use used::{Used, used};

use self::classes::Classes;
use self::shipped::{SHIPPED, is_shipped};
use crate::source::{FileId, SourceMap};

/// The classes of the functions that operators stand for. A class of the program of such a name has nothing to do with
/// operators.
const OF_OPERATORS: [&str; 2] = ["Bits", "FloatingPoint"];

/// What Java runs for a `for` over an object.
pub(crate) const OF_LOOPS: [&str; 3] = ["iterator", "hasNext", "next"];

/// The classes whose objects hold numbers and truth values.
pub(crate) const BOXES: [&str; 5] = ["Boolean", "Character", "Double", "Integer", "Long"];

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
    let others = libraries.filter(|(_, file)| !is_shipped(file));
    others.map(|(file, _)| file)
}

/// Whether all specifications of a source map are those that are shipped, unchanged.
#[must_use]
pub fn are_shipped(sources: &SourceMap) -> bool {
    specified(sources).next().is_none()
}

/// The name of the class that a file declares.
#[must_use]
pub fn class_of(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".java").unwrap_or(file)
}
