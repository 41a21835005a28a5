//! Elements and cardinalities of contents and collections that are equal to constructed
//! ones. The rewrite rules are those of the smart constructors, applied to the members of a
//! class.

use super::congruence::{Id, Op};
use super::linear::{Form, Q};
use super::{Event, Prover};
use crate::terms::collections::Coll;
use crate::terms::term::{Node, Sort, Term, Terms};
use num_traits::{One, Zero};

/// Larger terms are not rewritten.
const MAX_SIZE: u32 = 400;
/// The most members of a class that are tried.
const MAX_MEMBERS: usize = 4;

impl Prover {
    /// An element of contents that are equal to constructed ones.
    pub(crate) fn check_select(&mut self, terms: &mut Terms, id: Id) {
        let (contents, index) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        for made in self.closure.class(contents).made.clone() {
            match self.closure.op(made) {
                Op::Fill(_) => {
                    let value = self.closure.arg(made, 0);
                    self.queue.push_back(Event::Merge(id, value));
                }
                Op::Store => self.check_update(terms, id, index, made),
                _ => self.rebuild(terms, id, made),
            }
        }
    }

    /// An element of contents with one element replaced.
    fn check_update(&mut self, terms: &mut Terms, id: Id, index: Id, made: Id) {
        let [inner, at, value] = [0, 1, 2].map(|n| self.closure.arg(made, n));
        if self.closure.same(index, at) {
            self.queue.push_back(Event::Merge(id, value));
        } else if self.are_distinct(index, at)
            && let (Some(inner), Some(index)) = (self.closure.term(inner), self.closure.term(index))
        {
            let other = terms.select(inner, index);
            let other = self.node(terms, other);
            self.queue.push_back(Event::Merge(id, other));
        }
    }

    /// An observer applied to a collection.
    pub(crate) fn check_collection(&mut self, terms: &mut Terms, id: Id, op: Coll) {
        match op {
            Coll::SeqLen | Coll::SetSize | Coll::MultisetSize | Coll::MultisetCount => {
                let form = self.arithmetic.form(id).as_ref().clone();
                self.arithmetic.at_least(form, false);
            }
            Coll::SeqIndex
            | Coll::SeqTake
            | Coll::SeqDrop
            | Coll::SeqContains
            | Coll::SetContains
            | Coll::MapLookup
            | Coll::SetOfSeq
            | Coll::MultisetOfSeq => {}
            _ if op.is_union() => return self.check_parts(terms, id),
            _ => return,
        }
        let collection = self.closure.arg(id, 0);
        let made = self.closure.class(collection).made.clone();
        for made in made.into_iter().take(MAX_MEMBERS) {
            let known = op == Coll::SeqLen && self.check_length(terms, id, made);
            // A collection that contains itself would be rewritten forever.
            if !known && made != collection && made != id {
                self.rebuild(terms, id, made);
            }
        }
    }

    /// A concatenation or a union equals that of its parts that are not equal to the empty one.
    fn check_parts(&mut self, terms: &mut Terms, id: Id) {
        let parts = self.closure.args(id).iter();
        let empty: Vec<(Term, Term)> = parts
            .filter_map(|&part| {
                let empty = self.closure.term(self.empty_member(part)?);
                self.closure.term(part).zip(empty)
            })
            .filter(|(part, empty)| part != empty)
            .collect();
        let Some(t) = self.closure.term(id).filter(|_| !empty.is_empty()) else {
            return;
        };
        if terms.size(t) > MAX_SIZE || self.fuel == 0 {
            return;
        }
        self.fuel -= 1;
        let new = terms.rebuild(t, &mut |_, part| {
            let equal = empty.iter().find(|(empty, _)| *empty == part);
            equal.map_or(part, |(_, empty)| *empty)
        });
        let new = self.node(terms, new);
        self.queue.push_back(Event::Merge(id, new));
    }

    /// The empty collection, if one is known to equal it.
    fn empty_member(&self, id: Id) -> Option<Id> {
        let mut made = self.closure.class(id).made.iter();
        let is_empty = |id: Id| matches!(self.closure.op(id), Op::Coll(op) if op.is_empty());
        made.find(|made| is_empty(**made)).copied()
    }

    /// Whether a collection is known to be empty.
    pub(crate) fn is_empty(&self, id: Id) -> bool {
        self.empty_member(id).is_some()
    }

    /// Whether a collection is known to be made of an element and others.
    pub(crate) fn has_element(&self, id: Id) -> bool {
        let adds = |id: &Id| matches!(self.closure.op(*id), Op::Coll(op) if op.adds_element());
        let mut made = self.closure.class(id).made.iter();
        made.any(|made| match self.closure.op(*made) {
            Op::Coll(op) if op.is_union() => self.closure.args(*made).iter().any(adds),
            _ => adds(made),
        })
    }

    /// The length of a slice of contents or of another sequence, if its bounds are
    /// known to be ordered.
    fn check_length(&mut self, terms: &mut Terms, id: Id, made: Id) -> bool {
        let length = match self.closure.op(made) {
            Op::Coll(Coll::SeqOf) => self.width(made),
            Op::Coll(Coll::SeqTake | Coll::SeqDrop) => self.part_length(terms, made),
            _ => None,
        };
        let form = length.and_then(|length| length.minus(self.arithmetic.form(id)));
        if let Some(form) = form {
            self.arithmetic.zero(form);
            return true;
        }
        false
    }

    /// The length of a slice of contents.
    fn width(&self, made: Id) -> Option<Form> {
        let (lo, hi) = (self.closure.arg(made, 1), self.closure.arg(made, 2));
        let width = self.arithmetic.difference(hi, lo)?;
        if self.arithmetic.surely_at_least(&width, false) {
            return Some(width);
        }
        let opposite = width.times(-Q::one())?;
        let none = self.arithmetic.surely_at_least(&opposite, false);
        none.then(|| Form::constant(Q::zero()))
    }

    /// The length of a prefix or a suffix of a sequence.
    fn part_length(&mut self, terms: &mut Terms, made: Id) -> Option<Form> {
        let (whole, count) = (self.closure.arg(made, 0), self.closure.arg(made, 1));
        let whole = terms.seq_len(self.closure.term(whole)?);
        let whole = self.node(terms, whole);
        let (whole, count) = (self.arithmetic.form(whole), self.arithmetic.form(count));
        let rest = whole.minus(count)?;
        let fits = self.arithmetic.surely_at_least(count, false)
            && self.arithmetic.surely_at_least(&rest, false);
        if !fits {
            return None;
        }
        match self.closure.op(made) {
            Op::Coll(Coll::SeqTake) => Some(count.as_ref().clone()),
            _ => Some(rest),
        }
    }

    /// A sequence that differs from the empty one has elements.
    pub(crate) fn not_empty(&mut self, terms: &mut Terms, a: Id, b: Id) {
        if !matches!(self.closure.sort(a), Sort::Seq(_)) {
            return;
        }
        for (empty, other) in [(a, b), (b, a)] {
            if matches!(self.closure.op(empty), Op::Coll(Coll::SeqEmpty(_)))
                && let Some(t) = self.closure.term(other)
            {
                let length = terms.seq_len(t);
                let length = self.node(terms, length);
                let form = self.arithmetic.form(length).shifted(-Q::one());
                if let Some(form) = form {
                    self.arithmetic.at_least(form, false);
                }
            }
        }
    }

    /// Rewrites an observer with an equal collection, if that simplifies it.
    fn rebuild(&mut self, terms: &mut Terms, id: Id, made: Id) {
        let (Some(t), Some(by)) = (self.closure.term(id), self.closure.term(made)) else {
            return;
        };
        if terms.size(by) > MAX_SIZE || terms.size(t) > MAX_SIZE || self.fuel == 0 {
            return;
        }
        self.fuel -= 1;
        let Some(&old) = terms.children(t).first() else {
            return;
        };
        let mut first = true;
        let new = terms.rebuild(t, &mut |_, part| {
            if std::mem::take(&mut first) && part == old {
                by
            } else {
                part
            }
        });
        if !is_about(terms, new, by) {
            let new = self.node(terms, new);
            self.queue.push_back(Event::Merge(id, new));
        }
    }
}

/// Whether a term is still the observer of this collection, so that no rule applied.
fn is_about(terms: &Terms, t: Term, collection: Term) -> bool {
    matches!(terms.node(t), Node::Coll(..) | Node::Select(..))
        && terms.children(t).first() == Some(&collection)
}
