//! The names of what cannot be relied on: a text that can mean it by one of them depends on it.

use crate::source::{FileId, SourceMap, Span};
use crate::syntax::tree::ast;
use crate::syntax::{Tokens, raw_words};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a name stands for.
struct Broken {
    /// The package; `None` if it is seen everywhere.
    package: Option<String>,
    /// The refused declaration in words.
    reason: String,
}

/// The names of broken classes, of classes that were not parsed, and of constants of either.
pub(super) struct BrokenNames<'n> {
    sources: &'n SourceMap,
    tokens: Rc<Tokens<'n>>,
    all: BTreeMap<String, Vec<Broken>>,
    /// The packages of files.
    packages: BTreeMap<FileId, &'n str>,
    /// The words of files that were asked for.
    words: RefCell<BTreeMap<FileId, BTreeSet<&'n str>>>,
}

impl<'n> BrokenNames<'n> {
    /// No names yet.
    pub(super) fn new(
        files: &'n [ast::File],
        sources: &'n SourceMap,
        tokens: Rc<Tokens<'n>>,
    ) -> BrokenNames<'n> {
        let package = |file: &'n ast::File| Some((file.span?.file, file.package_name()));
        BrokenNames {
            sources,
            tokens,
            all: BTreeMap::new(),
            packages: files.iter().filter_map(package).collect(),
            words: RefCell::default(),
        }
    }

    /// Adds a name of a package, or of all, unless it is there.
    pub(super) fn add(&mut self, name: &str, package: Option<&str>, reason: &str) {
        let all = self.all.entry(name.to_owned()).or_default();
        if all.iter().any(|known| known.package.as_deref() == package) {
            return;
        }
        all.push(Broken {
            package: package.map(str::to_owned),
            reason: reason.to_owned(),
        });
    }

    /// Why a text cannot be relied on: what one of its words can mean.
    pub(super) fn reason_in(&self, span: Span) -> Option<String> {
        let words = raw_words(self.sources.text(span));
        let all = words.flat_map(|word| self.all.get(word).into_iter().flatten());
        let mut meant = all.filter(|broken| {
            let package = broken.package.as_deref();
            package.is_none_or(|package| self.sees(span.file, package))
        });
        meant.next().map(|broken| broken.reason.clone())
    }

    /// Whether names of a file can mean classes of a package: it is its own, or its words occur in
    /// the file, as in an import or before a name.
    pub(super) fn sees(&self, file: FileId, package: &str) -> bool {
        // What is in no file of the program is not known.
        let Some(own) = self.packages.get(&file) else {
            return true;
        };
        if *own == package {
            return true;
        }
        let mut words = self.words.borrow_mut();
        let words = words
            .entry(file)
            .or_insert_with(|| match self.tokens.names(file) {
                Some(names) => names,
                None => raw_words(self.sources.file(file).text()).collect(),
            });
        !package.is_empty() && package.split('.').all(|part| words.contains(part))
    }
}
