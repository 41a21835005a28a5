//! The contents of the collections of an input. A model has values for numbers, truth values and
//! references; what a path condition asks of a collection, whether a value is an element, the length, an
//! element, are such values. Of a collection of which more is asked nothing is known.

use super::Symbolic;
use super::structures::Entry;
use super::texts::AskedTexts;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Coll, Term};

/// What is asked of one collection.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// Of a set or multiset: a value, and the term that says whether, or how often, it is an element.
    pub(super) elements: Vec<(Term, Term)>,
    /// Of a sequence: an index, and the element.
    pub(super) indices: Vec<(Term, Term)>,
    /// Of a sequence: the length.
    pub(super) length: Option<Term>,
    /// All elements or entries, each with the term that says whether it is there, if the collection
    /// has a structure.
    pub(super) all: Option<Rc<Vec<Entry>>>,
}

impl Asked {
    /// Adds what is asked of the same collection by another name.
    pub(super) fn add(&mut self, other: Asked) {
        self.elements.extend(other.elements);
        self.indices.extend(other.indices);
        self.length = self.length.or(other.length);
        self.all = self.all.take().or(other.all);
    }
}

/// What is asked of the collections that a path condition mentions.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    asked: FxHashMap<Term, Asked>,
    /// Those of which more is asked.
    opaque: FxHashSet<Term>,
    /// What is asked of texts.
    pub(super) texts: AskedTexts,
}

impl Contents {
    /// What is asked of a collection; `None` if that is more than can be told.
    pub(super) fn of(&self, collection: Term) -> Option<Asked> {
        let is_structured = (self.asked.get(&collection)).is_some_and(|asked| asked.all.is_some());
        if self.opaque.contains(&collection) && !is_structured {
            return None;
        }
        Some(self.asked.get(&collection).cloned().unwrap_or_default())
    }

    /// The same, where collections have these structures.
    pub(super) fn with(&self, structures: &BTreeMap<Term, Rc<Vec<Entry>>>) -> Contents {
        let mut contents = self.clone();
        for (collection, all) in structures {
            let asked = Asked {
                all: Some(all.clone()),
                ..Asked::default()
            };
            contents.asked.insert(*collection, asked);
        }
        contents
    }

    /// The terms whose values say what is in the collections.
    pub(super) fn terms(&self) -> Vec<Term> {
        let mut all: Vec<Term> = Vec::new();
        for asked in self.asked.values() {
            for (value, says) in asked.elements.iter().chain(&asked.indices) {
                all.extend([*value, *says]);
            }
            all.extend(asked.length);
            for entry in asked.all.iter().flat_map(|all| all.iter()) {
                all_of(entry, &mut all);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn all_of(entry: &Entry, terms: &mut Vec<Term>) {
    terms.extend([entry.guard, entry.key, entry.value]);
}

impl Symbolic<'_> {
    /// What is asked of the collections that the path condition mentions.
    pub(super) fn contents(&self) -> Contents {
        let mut contents = Contents {
            texts: self.asked_texts(),
            ..Contents::default()
        };
        let terms = self.terms();
        let mut met: FxHashSet<Term> = FxHashSet::default();
        let mut todo: Vec<Term> = self.path.facts().map(|(fact, _)| fact).collect();
        while let Some(t) = todo.pop() {
            if !met.insert(t) {
                continue;
            }
            let children = terms.children(t);
            let is_symbol = |t: Term| !matches!(terms.node(t), Node::Coll(..) | Node::Ite(..));
            let operation = match terms.node(t) {
                Node::Coll(op, _) => Some(*op),
                _ => None,
            };
            match (operation, &*children) {
                (Some(Coll::SetContains | Coll::MultisetCount), &[of, value]) if is_symbol(of) => {
                    let asked = contents.asked.entry(of).or_default();
                    asked.elements.push((value, t));
                    todo.push(value);
                    todo.extend(terms.children(of).iter().copied());
                }
                (Some(Coll::SeqIndex), &[of, index]) if is_symbol(of) => {
                    let asked = contents.asked.entry(of).or_default();
                    asked.indices.push((index, t));
                    todo.push(index);
                    todo.extend(terms.children(of).iter().copied());
                }
                (Some(Coll::SeqLen), &[of]) if is_symbol(of) => {
                    let asked = contents.asked.entry(of).or_default();
                    asked.length = Some(t);
                    todo.extend(terms.children(of).iter().copied());
                }
                _ => {
                    if terms.sort(t).is_collection() && is_symbol(t) {
                        contents.opaque.insert(t);
                    }
                    todo.extend(children.iter().copied());
                }
            }
        }
        contents
    }
}
