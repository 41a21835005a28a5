//! The names of what cannot be relied on: a text that can mean it by one of them depends on it.

use super::sight::Sight;
use crate::ir::ClassId;
use crate::resolve::declarations::table::Table;
use crate::source::{FileId, Span};
use std::collections::{BTreeMap, BTreeSet};
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
        let words: BTreeSet<&str> = self.sight.words_in(span).into_iter().collect();
        let known = words
            .into_iter()
            .filter_map(|word| Some((word, self.all.get(word)?)));
        for (word, all) in known {
            let around = self.meant_around(word, span);
            let is_meant = |place: Named<'_>| match place {
                Named::Anywhere => around.is_none(),
                Named::In(file) => span.file == file,
                Named::Within(package) => around.is_none() && self.sight.sees(span.file, package),
                Named::Class(class) => {
                    around.is_none_or(|around| around == class)
                        && self.sight.can_name(span.file, self.table, class)
                }
            };
            if let Some((_, reason)) = all.iter().find(|(place, _)| is_meant(*place)) {
                return Some(reason.clone());
            }
        }
        None
    }

    /// The class that a name means in a text because a class around declares or inherits it, if it stands alone.
    fn meant_around(&self, name: &str, span: Span) -> Option<ClassId> {
        let class = self.table.meant_around(name, span);
        class.filter(|_| !self.sight.might_be_qualified(name, span))
    }
}
