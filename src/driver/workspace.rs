//! The files of a workspace.
//!
//! The command line, the tests and editors use one interface: files are set and removed, in order
//! of insertion; checking (`src/driver/loaded.rs`) sends events and returns the reports in order. A
//! workspace keeps nothing between two checks: unchanged members are found in the proof cache, and
//! results cannot depend on earlier edits.

use super::loaded::Loaded;
use super::program::Reports;
use crate::library;
#[cfg(feature = "cli")]
use crate::library::class_path::{ClassPath, ClassPathError};
use crate::notation::Notation;
use crate::source::{SourceFile, SourceMap};
use crate::verify::{FileOptions, Options};
use indexmap::IndexMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Files by name, and the options for verifying them.
///
/// Files are in the order of insertion; a file that is removed and set again comes last.
/// Results depend on the files, their order and the options only, not on earlier edits.
/// Each `.idf` file is a program. All `.java` files with a package are one program, and so
/// are those without a package in the same folder, according to their names.
///
/// A clone shares the texts: it can be loaded and checked on another thread while the
/// original is edited.
///
/// ```
/// use veriframe::{Options, Stop, Workspace};
///
/// let mut workspace = Workspace::new(Options::default());
/// workspace.set("a.idf", "class A { int x; int get() requires acc(x); { return x; } }");
/// workspace.set("b.idf", "class B { void m() { undeclared := 1; } }");
/// let loaded = workspace.load();
/// let reports = loaded.check(&Stop::default(), &|_| ());
/// assert_eq!(reports[1].diagnostics[0].full_code(), "unknown-name");
///
/// workspace.remove("b.idf");
/// assert_eq!(workspace.load().check(&Stop::default(), &|_| ()).len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    options: Options,
    files: IndexMap<String, Arc<SourceFile>>,
    libraries: IndexMap<String, Arc<SourceFile>>,
    /// The options of files by name, where they differ from those of the workspace.
    own: BTreeMap<String, FileOptions>,
    /// The index of the class path: of the classes that the files could name.
    class_path: Arc<str>,
}

impl Workspace {
    /// A workspace without files.
    #[must_use]
    pub fn new(options: Options) -> Workspace {
        Workspace {
            options,
            ..Workspace::default()
        }
    }

    /// Adds a file or replaces the text of the file with this name. Returns whether there
    /// was one. The extension of the name decides the notation.
    pub fn set(&mut self, name: impl Into<String>, text: impl Into<String>) -> bool {
        set(&mut self.files, name.into(), text.into())
    }

    /// Removes the file with this name. Returns whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        self.files.shift_remove(name).is_some()
    }

    /// Sets the options in which the file with this name differs from the others. All files of a
    /// program must have the same ([`Loaded::conflict`]).
    pub fn set_options(&mut self, name: impl Into<String>, options: FileOptions) {
        if options == FileOptions::default() {
            self.own.remove(&name.into())
        } else {
            self.own.insert(name.into(), options)
        };
    }

    /// Adds a library specification for `.java` files, or replaces its text. Returns whether
    /// there was one. It takes precedence over the ones that are shipped, and over those
    /// that are set later.
    pub fn set_library(&mut self, name: impl Into<String>, text: impl Into<String>) -> bool {
        set(&mut self.libraries, name.into(), text.into())
    }

    /// Removes the library specification with this name. Returns whether there was one.
    pub fn remove_library(&mut self, name: &str) -> bool {
        self.libraries.shift_remove(name).is_some()
    }

    /// Describes the classes of a class path that the files, as they are now, could name.
    ///
    /// # Errors
    /// If a class that they could name cannot be read, or the class path knows a class of the program.
    #[cfg(feature = "cli")]
    pub fn set_class_path(&mut self, path: &mut ClassPath) -> Result<(), ClassPathError> {
        let mut sources = self.sources();
        for file in self.libraries.values() {
            sources.share_library(file.clone());
        }
        self.class_path = path.index(&sources)?.into();
        Ok(())
    }

    /// The index of the class path.
    pub(super) fn class_path(&self) -> &str {
        &self.class_path
    }

    /// The workspace with these texts of files, by name. Nothing listens to its verification.
    #[must_use]
    pub fn with_texts(&self, texts: &[(String, String)]) -> Workspace {
        let mut edited = self.clone();
        edited.options.listeners.clear();
        for (name, text) in texts {
            edited.set(name.clone(), text.clone());
        }
        edited
    }

    /// The files, in their order.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.values().map(Arc::as_ref)
    }

    /// Whether there is a `.java` file. Otherwise library specifications have no effect.
    #[must_use]
    pub fn has_java(&self) -> bool {
        let mut files = self.files();
        files.any(|file| file.notation() == Notation::Java)
    }

    /// The files as they are now, for reports on them without loading them.
    #[must_use]
    pub fn sources(&self) -> SourceMap {
        let mut sources = SourceMap::default();
        for file in self.files.values() {
            sources.share(file.clone());
        }
        sources
    }

    /// Adds the library specifications if there is a `.java` file, here or `elsewhere`.
    pub(super) fn add_libraries(&self, sources: &mut SourceMap, elsewhere: bool) {
        if self.has_java() || elsewhere {
            for file in self.libraries.values() {
                sources.share_library(file.clone());
            }
            library::add_to(sources, &self.class_path);
        }
    }

    /// The library specifications that were set.
    pub fn libraries(&self) -> impl Iterator<Item = Arc<SourceFile>> {
        self.libraries.values().cloned()
    }

    /// The options.
    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// Parses and resolves the files as they are now. A program whose report is in the cache
    /// is not parsed.
    #[must_use]
    pub fn load(&self) -> Loaded {
        self.load_for(Reports::Cached)
    }

    /// Parses and resolves all files as they are now, to verify a part of their members.
    #[must_use]
    pub fn load_part(&self) -> Loaded {
        self.load_for(Reports::Partial)
    }

    fn load_for(&self, reports: Reports) -> Loaded {
        let mut sources = self.sources();
        self.add_libraries(&mut sources, false);
        let own = sources.files().filter_map(|(id, file)| {
            let own = self.own.get(file.name())?;
            Some((id, own.clone()))
        });
        let own = own.collect();
        Loaded::new(sources, self.options.clone(), &own, reports)
    }
}

fn set(files: &mut IndexMap<String, Arc<SourceFile>>, name: String, text: String) -> bool {
    let file = SourceFile::new(name.clone(), text);
    files.insert(name, Arc::new(file)).is_some()
}
