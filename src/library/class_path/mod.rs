//! The class path: jars and folders of class files whose public classes a program may name. It describes them as the
//! index of Java's own classes does (`build/java/ClassIndex.java`), each in one line, so that the same holds for
//! them. Only class files of classes that the program could name, and of what is above them, are understood; of the
//! others, only which classes of the program they name (`knowing`).
//!
//! What is read is not trusted: all sizes are bounded, and what is wrong is an error that names the file.

mod class_file;
mod knowing;
mod lines;
mod own;
mod places;
mod signature;

use self::class_file::ClassFile;
use self::lines::Lines;
use self::places::Places;
use super::classes::Classes;
use super::index::{Named, full_name, java_texts};
use crate::source::SourceMap;
use crate::visible;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Why a class path cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassPathError(String);

impl ClassPathError {
    /// What is wrong with a file.
    fn new(file: &Path, what: impl fmt::Display) -> ClassPathError {
        ClassPathError(format!("{}: {what}", visible::path(file)))
    }
}

impl fmt::Display for ClassPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ClassPathError {}

/// Jars and folders of class files, in the order in which Java searches them.
#[derive(Debug)]
pub struct ClassPath {
    places: Places,
    /// The classes that were read, by their full names.
    read: BTreeMap<String, Rc<ClassFile>>,
}

impl ClassPath {
    /// Opens jars and folders, and lists their classes.
    ///
    /// # Errors
    /// If one cannot be read, or has too many classes.
    pub fn open(paths: &[PathBuf]) -> Result<ClassPath, ClassPathError> {
        Ok(ClassPath {
            places: Places::open(paths)?,
            read: BTreeMap::new(),
        })
    }

    /// The index of the classes that the Java files of a source map could name, and of what is above them: a line
    /// each, in the order of their names.
    ///
    /// # Errors
    /// If such a class cannot be read, or the class path knows a class of the program, or has one in its packages.
    pub(crate) fn index(&mut self, sources: &SourceMap) -> Result<String, ClassPathError> {
        let own = own::classes_of(sources);
        own::refuse_others(&self.places, &own)?;
        knowing::refuse(&mut self.places, &own)?;
        let named = self.named(sources);
        Ok(Lines::new(self, named)?.text())
    }

    /// The full names of the classes that the files of a source map could name, and that are not Java's.
    fn named(&self, sources: &SourceMap) -> BTreeSet<String> {
        let texts = java_texts(sources);
        let named = Named::of_all(&texts);
        let mut found: BTreeSet<String> = named.full.iter().map(|&full| full.to_owned()).collect();
        for package in &named.packages {
            let all = self.places.in_package(package);
            let all = all.filter(|(_, simple)| named.words.contains(simple));
            found.extend(all.map(|(full, _)| full.to_owned()));
        }
        let contracts = sources.libraries();
        let contracts = contracts.map(|(_, file)| full_name(super::class_of(file.name()), file));
        found.extend(contracts);
        found.retain(|full| self.places.has(full) && Classes::default().find(full).is_none());
        found
    }

    /// The class of a full name; `None` if the class path does not have it.
    fn class(&mut self, full: &str) -> Result<Option<Rc<ClassFile>>, ClassPathError> {
        if let Some(class) = self.read.get(full) {
            return Ok(Some(class.clone()));
        }
        let Some((file, bytes)) = self.places.read(full)? else {
            return Ok(None);
        };
        if self.places.is_versioned(full) {
            let what =
                "the jar has another one of it for some versions of Java (`META-INF/versions`)";
            return Err(ClassPathError::new(&file, what));
        }
        let class = ClassFile::read(&bytes).map_err(|what| ClassPathError::new(&file, what))?;
        if class.name != full {
            let name = visible::on_one_line(&class.name);
            let what = format!("the class in it is `{name}`");
            return Err(ClassPathError::new(&file, what));
        }
        let class = Rc::new(class);
        self.read.insert(full.to_owned(), class.clone());
        Ok(Some(class))
    }
}
