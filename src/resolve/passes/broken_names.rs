//! The names of what cannot be relied on: a text that can mean it by one of them depends on it.

use super::sight::Sight;
use crate::ir::ClassId;
use crate::resolve::declarations::table::Table;
use crate::source::{FileId, Span};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where a name stands for what cannot be relied on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named<'n> {
    /// Everywhere.
    Anywhere,
    /// In a file.
    In(FileId),
    /// Where a package is seen.
    Within(&'n str),
    /// Where a class can be named.
    Class(ClassId),
}

/// The names of broken classes, of classes that were not parsed, and of constants of either.
pub(super) struct BrokenNames<'n, 'a> {
    table: &'n Table<'a>,
    sight: Rc<Sight<'n>>,
    /// Where each name stands for what, with the refused declaration in words.
    all: BTreeMap<String, Vec<(Named<'n>, String)>>,
}

impl<'n, 'a> BrokenNames<'n, 'a> {
    /// No names yet.
    pub(super) fn new(table: &'n Table<'a>, sight: Rc<Sight<'n>>) -> BrokenNames<'n, 'a> {
        BrokenNames {
            table,
            sight,
            all: BTreeMap::new(),
        }
    }

    /// Adds a name, unless it is there.
    pub(super) fn add(&mut self, name: &str, place: Named<'n>, reason: &str) {
        let all = self.all.entry(name.to_owned()).or_default();
        if all.iter().all(|(known, _)| *known != place) {
            all.push((place, reason.to_owned()));
        }
    }

    /// Adds the name of a class.
    pub(super) fn add_class(&mut self, class: ClassId, reason: &str) {
        let name = &self.table.class(class).name.text;
        self.add(name, Named::Class(class), reason);
    }

    /// Why a text cannot be relied on: what one of its words can mean.
    pub(super) fn reason_in(&self, span: Span) -> Option<String> {
        let words = self.sight.words_in(span).into_iter();
        let all = words.flat_map(|word| {
            let all = self.all.get(word).into_iter().flatten();
            all.map(move |(place, reason)| (word, place, reason))
        });
        let mut meant = all.filter(|(word, place, _)| match place {
            Named::Anywhere => !self.is_of_class_around(word, span),
            Named::In(file) => span.file == *file,
            Named::Within(package) => {
                self.sight.sees(span.file, package) && !self.is_of_class_around(word, span)
            }
            Named::Class(class) => {
                let is_meant = self.is_around(*class, span) || !self.is_of_class_around(word, span);
                is_meant && self.sight.can_name(span.file, self.table, *class)
            }
        });
        meant.next().map(|(_, _, reason)| reason.clone())
    }

    /// Whether a name in a text is that of a class in a class around, and stands alone: then it means no other class.
    fn is_of_class_around(&self, name: &str, span: Span) -> bool {
        let mut all = self.table.of_name(name);
        all.any(|class| self.is_around(class, span)) && !self.sight.might_be_qualified(name, span)
    }

    /// Whether a class is in a class around a text.
    fn is_around(&self, class: ClassId, span: Span) -> bool {
        let outer = self.table.class(class).outer;
        outer.is_some_and(|outer| self.table.class(outer).source.span.contains(span))
    }
}
