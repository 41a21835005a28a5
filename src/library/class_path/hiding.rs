//! Classes of the class path in a package of the program. Java takes them for the classes that the program names,
//! before those of packages of which all is imported; here, nothing is known of them.

use super::places::Places;
use super::{ClassPath, ClassPathError};
use crate::library::class_of;
use crate::library::classes::Classes;
use crate::library::index::{Named, full_name, java_texts};
use crate::source::SourceMap;
use crate::syntax::package_of;
use std::collections::BTreeSet;
use std::path::Path;

impl ClassPath {
    /// Refuses a class of the class path that hides one which is known here.
    pub(super) fn refuse_hiding(&self, sources: &SourceMap) -> Result<(), ClassPathError> {
        let texts = java_texts(sources);
        let own: BTreeSet<String> = super::knowing::classes_of(sources);
        let named = Named::of_all(&texts);
        let contracts = sources.libraries();
        let contracts = contracts.map(|(_, file)| full_name(class_of(file.name()), file));
        let contracts: BTreeSet<String> = contracts.collect();
        let packages: BTreeSet<&str> = texts.iter().filter_map(|text| package_of(text)).collect();
        let is_known = |full: &str| is_known(&self.places, &contracts, full);
        for package in packages {
            for (full, simple) in self.places.in_package(package) {
                let is_own = || own.contains(&full.replace('.', "/"));
                if !named.words.contains(simple) || is_own() {
                    continue;
                }
                let others = named.packages.iter().filter(|other| **other != package);
                let mut others = others.chain([&"java.lang"]);
                if let Some(other) = others.find(|other| is_known(&format!("{other}.{simple}"))) {
                    let what = format!(
                        "the class is in a package of the program, which could mean it by `{simple}`, and not \
                         that of `{other}`: verify its source with the program"
                    );
                    return Err(ClassPathError::new(Path::new(full), what));
                }
            }
        }
        Ok(())
    }
}

/// Whether a full name denotes a class that the program could use.
fn is_known(places: &Places, contracts: &BTreeSet<String>, full: &str) -> bool {
    contracts.contains(full) || Classes::default().find(full).is_some() || places.has(full)
}
