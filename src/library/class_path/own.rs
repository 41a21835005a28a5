//! The classes of the program, and those of the class path in its packages. Java takes these for what the program
//! names, before those of packages of which all is imported, and even before packages of the same name; so there are
//! none but the program's own, of which the sources count.

use super::ClassPathError;
use super::places::Places;
use crate::notation::Notation;
use crate::source::SourceMap;
use crate::syntax::declared_in_package;
use std::collections::BTreeSet;
use std::path::Path;

/// The classes of a program that stand in no other one.
#[derive(Debug, Default)]
pub(super) struct OwnClasses {
    /// Their full names, with dots.
    names: BTreeSet<String>,
    /// The names of the classes in them.
    inner: BTreeSet<String>,
    packages: BTreeSet<String>,
}

impl OwnClasses {
    /// Those of these full names.
    #[cfg(test)]
    pub(super) fn of(names: &[&str]) -> OwnClasses {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        OwnClasses {
            names,
            ..OwnClasses::default()
        }
    }

    /// The class of the program of this full name, or around the one that class files call so.
    pub(super) fn find<'n>(&self, name: &'n str) -> Option<&'n str> {
        let ends = name.match_indices('$').map(|(at, _)| at);
        let mut parts = ends.chain([name.len()]).filter_map(|end| name.get(..end));
        parts.find(|part| self.names.contains(*part))
    }

    /// Whether the class that class files call so is one of the program: it is in one of its classes, and they
    /// declare all the classes between, but for those without a name.
    pub(super) fn has(&self, name: &str) -> bool {
        let within = self.find(name).and_then(|own| name.strip_prefix(own));
        let is_known = |part: &str| {
            let declared = part.trim_start_matches(|c: char| c.is_ascii_digit());
            // Those in methods have numbers before their names.
            declared.is_empty() && !part.is_empty() || self.inner.contains(declared)
        };
        within.is_some_and(|within| within.split('$').skip(1).all(is_known))
    }
}

/// The classes of the Java files of a source map.
pub(super) fn classes_of(sources: &SourceMap) -> OwnClasses {
    let mut found = OwnClasses::default();
    let files = sources.files();
    for (id, file) in files.filter(|(_, file)| file.notation() == Notation::Java) {
        let declared = declared_in_package(id, file.text());
        let prefix = match declared.package.is_empty() {
            true => String::new(),
            false => format!("{}.", declared.package),
        };
        let outer = declared.outer.into_iter();
        found
            .names
            .extend(outer.map(|name| format!("{prefix}{name}")));
        let inner = declared.inner.into_iter();
        found.inner.extend(inner.map(str::to_owned));
        found.packages.insert(declared.package);
    }
    found
}

/// Refuses a class of the class path in a package of the program that is none of the program's own.
pub(super) fn refuse_others(places: &Places, own: &OwnClasses) -> Result<(), ClassPathError> {
    for full in places.names() {
        let package = full.rsplit_once('.').map_or("", |(package, _)| package);
        if own.packages.contains(package) && !own.has(full) {
            let what = "the class is in a package of the program, which could mean it without saying so: \
                        verify its source with the program, or take it off the class path";
            return Err(ClassPathError::new(Path::new(full), what));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_classes_are_found_by_those_around_them() {
        let own = OwnClasses::of(&["a.b.C$d", "Plain"]);
        assert_eq!(own.find("a.b.C$d$In"), Some("a.b.C$d"));
        assert_eq!(own.find("Plain$1"), Some("Plain"));
        assert!(own.find("a.b.C").is_none() && own.find("a.b.In").is_none());
        assert!(own.has("Plain") && own.has("Plain$1") && own.has("Plain$1$2"));
        assert!(!own.has("Plain$Other") && !own.has("Plain$1Other") && !own.has("Plain$"));
    }
}
