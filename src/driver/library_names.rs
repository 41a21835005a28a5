//! What library contracts name of the program itself: a change there changes what is assumed without a
//! change of the contract.

use crate::notation::Notation;
use crate::source::{FileId, SourceMap};
use crate::syntax;
use std::collections::{BTreeMap, BTreeSet};

/// The files of a revision's Java programs, by what they declare and name.
pub(super) struct ProgramNames<'s> {
    files: Vec<ProgramFile<'s>>,
    /// By class: the files that declare one of this name.
    declared: BTreeMap<&'s str, Vec<usize>>,
}

struct ProgramFile<'s> {
    id: FileId,
    text: &'s str,
    names: BTreeSet<&'s str>,
}

impl ProgramFile<'_> {
    /// Its tokens, each on a line.
    fn words(&self) -> String {
        let parts = syntax::outline::parts(self.id, self.text).into_iter();
        let words = parts.flat_map(|part| part.words);
        words.map(|(_, word)| format!("{word}\n")).collect()
    }
}

impl<'s> ProgramNames<'s> {
    pub fn new(sources: &'s SourceMap, programs: &[Vec<FileId>]) -> ProgramNames<'s> {
        let mut found = ProgramNames {
            files: Vec::new(),
            declared: BTreeMap::new(),
        };
        for &id in programs.iter().flatten() {
            let file = sources.file(id);
            if file.notation() != Notation::Java {
                continue;
            }
            let mentions = syntax::mentions(id, file.text(), Notation::Java);
            for class in &mentions.declared {
                let files = found.declared.entry(class).or_default();
                files.push(found.files.len());
            }
            found.files.push(ProgramFile {
                id,
                text: file.text(),
                names: mentions.names.into_keys().collect(),
            });
        }
        found
    }

    /// The classes of the program that a library file names, and the texts of the files that declare them
    /// and what those name in turn.
    pub fn of(&self, library: FileId, text: &str) -> (BTreeSet<&'s str>, BTreeSet<String>) {
        let mentions = syntax::mentions(library, text, Notation::Java);
        let own = mentions.declared;
        let names = mentions.names.into_keys();
        let classes = names.filter(|name| !own.contains(name));
        let classes: BTreeSet<&'s str> = classes
            .filter_map(|name| self.declared.get_key_value(name).map(|(name, _)| *name))
            .collect();
        let mut todo: Vec<&str> = classes.iter().copied().collect();
        let mut seen: BTreeSet<&str> = classes.clone();
        let mut files = BTreeSet::new();
        while let Some(name) = todo.pop() {
            for &at in self.declared.get(name).into_iter().flatten() {
                let Some(file) = self.files.get(at).filter(|_| files.insert(at)) else {
                    continue;
                };
                todo.extend(file.names.iter().filter(|name| seen.insert(name)));
            }
        }
        let texts = files.iter().filter_map(|at| self.files.get(*at));
        (classes, texts.map(ProgramFile::words).collect())
    }
}
