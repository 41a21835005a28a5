//! Which names stand in a text, and which classes of the program a file could mean by them.

use super::hidden::{Neighbours, reachable};
use crate::ir::{ClassId, ids};
use crate::resolve::declarations::table::Table;
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::tree::ast;
use crate::syntax::{Tokens, raw_words};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The names of the program's texts.
pub(super) struct Sight<'s> {
    sources: &'s SourceMap,
    tokens: Rc<Tokens<'s>>,
    /// The packages of files.
    packages: BTreeMap<FileId, &'s str>,
    /// The names in files.
    names: BTreeMap<FileId, BTreeSet<&'s str>>,
    /// From where nested classes can be named.
    nested: BTreeMap<ClassId, Visibility>,
}

/// From where a nested class can be named: what is connected with it.
struct Visibility {
    files: BTreeSet<FileId>,
    names: BTreeSet<String>,
}

impl<'s> Sight<'s> {
    /// What these files name. Nested classes are taken for visible everywhere.
    pub(super) fn new(
        files: &'s [ast::File],
        sources: &'s SourceMap,
        tokens: Rc<Tokens<'s>>,
    ) -> Sight<'s> {
        let package = |file: &'s ast::File| Some((file.span?.file, file.package_name()));
        let packages: BTreeMap<FileId, &str> = files.iter().filter_map(package).collect();
        let names = |file: &FileId| {
            let names = tokens.names(*file);
            names.unwrap_or_else(|| raw_words(sources.file(*file).text()).collect())
        };
        Sight {
            sources,
            names: packages.keys().map(|file| (*file, names(file))).collect(),
            tokens,
            packages,
            nested: BTreeMap::new(),
        }
    }

    /// Notes from where nested classes can be named: from what is connected with them, and from files that
    /// name a class of that.
    pub(super) fn note_nested(&mut self, table: &Table<'_>, neighbours: &Neighbours) {
        for id in ids::<ClassId>(table.classes.len()) {
            if table.class(id).outer.is_none() || table.class(id).is_library {
                continue;
            }
            let connected = reachable(BTreeSet::from([id]), &[neighbours]);
            let connected = connected.into_iter().map(|other| table.class(other));
            let mut around = Visibility {
                files: BTreeSet::new(),
                names: BTreeSet::new(),
            };
            for info in connected {
                around.files.insert(info.source.span.file);
                if info.outer.is_none() {
                    around.names.insert(info.name.text.to_string());
                }
            }
            self.nested.insert(id, around);
        }
    }

    /// The words in a part of a file, those of comments included where its tokens are not what its text
    /// means.
    pub(super) fn words_in(&self, span: Span) -> Vec<&'s str> {
        let words = self.tokens.words_in(span);
        words.unwrap_or_else(|| raw_words(self.sources.text(span)).collect())
    }

    /// Whether a name might stand behind that of a class or a package somewhere in a part of a file.
    pub(super) fn might_be_qualified(&self, name: &str, span: Span) -> bool {
        self.tokens.might_be_qualified(name, span)
    }

    /// Whether names of a file can mean classes of a package: it is its own, or its words occur in
    /// the file, as in an import or before a name.
    pub(super) fn sees(&self, file: FileId, package: &str) -> bool {
        // What is in no file of the program is not known.
        let (Some(own), Some(names)) = (self.packages.get(&file), self.names.get(&file)) else {
            return true;
        };
        *own == package
            || !package.is_empty() && package.split('.').all(|part| names.contains(part))
    }

    /// Whether a file can name a class of the program by its simple name.
    pub(super) fn can_name(&self, file: FileId, table: &Table<'_>, class: ClassId) -> bool {
        if !self.sees(file, table.class(class).package) {
            return false;
        }
        let (Some(around), Some(names)) = (self.nested.get(&class), self.names.get(&file)) else {
            return true;
        };
        around.files.contains(&file) || around.names.iter().any(|name| names.contains(&**name))
    }
}
