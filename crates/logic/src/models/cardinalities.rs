//! Cardinalities of collections for candidate models: creates the atoms that they
//! depend on, then assigns small values.

use super::arithmetic_values::Spread;
use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::prover::linear::{Form, Q};
use crate::terms::collections::Coll;
use crate::terms::term::{Sort, Term, Terms};
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

/// The most updates of a collection to follow.
const MAX_UPDATES: usize = 6;
/// The most collections of a query.
const MAX_COLLECTIONS: usize = 150;

impl Prover {
    /// Creates the cardinality of every collection and the order atoms of its bounds.
    /// Returns whether there is no conflict and the number of collections is within the
    /// limit.
    pub(crate) fn create_cardinalities(&mut self, terms: &mut Terms) -> bool {
        let nodes: Vec<Id> = self.closure.nodes().collect();
        let mut first: FxHashMap<Id, Id> = FxHashMap::default();
        let mut lemmas = Vec::new();
        let mut count = 0;
        for &id in &nodes {
            let Some(t) = self.closure.term(id).filter(|&t| !terms.has_bound(t)) else {
                continue;
            };
            if let Some(size) = terms.cardinality(t) {
                count += 1;
                let size = self.node(terms, size);
                let one = *first.entry(self.closure.find(id)).or_insert(size);
                self.queue.push_back(crate::prover::Event::Merge(one, size));
                lemmas.extend(cardinality_lemmas(terms, t));
            }
            self.order_bounds(terms, id);
            self.compare_places(terms, id);
            lemmas.extend(multiplicity_lemma(terms, t));
        }
        if count > MAX_COLLECTIONS {
            return false;
        }
        self.propagate(terms);
        for lemma in lemmas {
            self.assume_as(terms, lemma, true);
        }
        !self.conflict
    }

    /// Creates the atoms that an element's position or a slice's bounds depend on.
    fn order_bounds(&mut self, terms: &mut Terms, id: Id) {
        let arg = |at| self.closure.term(self.closure.arg(id, at));
        let atoms = match (self.closure.op(id), arg(0), arg(1)) {
            (Op::Coll(Coll::SeqOf | Coll::Restrict), _, Some(lo)) => {
                arg(2).map(|hi| vec![terms.le(lo, hi)])
            }
            (Op::Coll(Coll::SeqTake | Coll::SeqDrop), Some(s), Some(at)) => {
                let (none, length) = (terms.int(0), terms.seq_len(s));
                Some(vec![terms.le(none, at), terms.le(at, length)])
            }
            (Op::Coll(Coll::SeqIndex | Coll::SeqUpdate), Some(s), Some(at)) => {
                let (none, length) = (terms.int(0), terms.seq_len(s));
                Some(vec![terms.le(none, at), terms.lt(at, length)])
            }
            // The sign determines the rounding.
            (Op::Div | Op::Rem, Some(dividend), _) => {
                let none = terms.int(0);
                Some(vec![terms.le(none, dividend)])
            }
            // Collections with different elements differ.
            (Op::Leaf | Op::App(_) | Op::Unwrap(_), ..) => {
                let size = self.closure.term(id).and_then(|t| terms.cardinality(t));
                let one = terms.int(1);
                size.map(|size| vec![terms.le(one, size)])
            }
            _ => None,
        };
        for atom in atoms.into_iter().flatten() {
            self.node(terms, atom);
        }
    }

    /// Creates the equality atoms between a read and the updates of its collection.
    fn compare_places(&mut self, terms: &mut Terms, id: Id) {
        if !matches!(
            self.closure.op(id),
            Op::Select | Op::Coll(Coll::SeqIndex | Coll::MapLookup)
        ) {
            return;
        }
        let (mut whole, place) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        for _ in 0..MAX_UPDATES {
            let made = self.closure.class(whole).made.iter().copied();
            let updates = |made: &Id| {
                let op = self.closure.op(*made);
                matches!(op, Op::Store | Op::Coll(Coll::SeqUpdate | Coll::MapUpdate))
            };
            let Some(update) = { made }.find(updates) else {
                return;
            };
            let other = self.closure.arg(update, 1);
            if let (Some(a), Some(b)) = (self.closure.term(place), self.closure.term(other)) {
                let same = terms.eq(a, b);
                self.node(terms, same);
            }
            whole = self.closure.arg(update, 0);
        }
    }

    /// Fixes all cardinalities and the widths of all slices to their values in one
    /// solution, which keeps them small. Returns whether that succeeded.
    pub(crate) fn assign_cardinalities(&mut self, terms: &mut Terms) -> bool {
        let nodes: Vec<Id> = self.closure.nodes().collect();
        let forms: Vec<Form> = nodes
            .iter()
            .filter_map(|&id| self.cardinality_form(id))
            .collect();
        let changes = self.arithmetic.changes();
        self.count_members(terms, &nodes);
        for &id in &nodes {
            if matches!(self.closure.op(id), Op::Div | Op::Rem) {
                self.queue.push_back(crate::prover::Event::Check(id));
            }
        }
        self.is_feasible(terms, changes)
            && (forms.is_empty() || self.fix(terms, &forms, Spread::No).is_some())
    }

    /// The lengths of sequences, by their classes; `None` if one is no integer.
    pub(crate) fn lengths(
        &self,
        terms: &mut Terms,
        numbers: &FxHashMap<Id, Q>,
    ) -> Option<FxHashMap<Id, i128>> {
        let mut lengths = FxHashMap::default();
        for id in self.closure.nodes() {
            let root = self.closure.find(id);
            if !matches!(self.closure.sort(id), Sort::Seq(_)) || lengths.contains_key(&root) {
                continue;
            }
            let Some(t) = self.closure.term(id).filter(|&t| !terms.has_bound(t)) else {
                continue;
            };
            let length = terms.seq_len(t);
            if let Some(length) = self.closure.lookup(terms, length) {
                let length = self.arithmetic.form(length).at(numbers)?;
                lengths.insert(root, length.is_integer().then(|| length.to_integer())?);
            }
        }
        Some(lengths)
    }

    /// The linear form of a cardinality or of the width of a slice.
    fn cardinality_form(&self, id: Id) -> Option<Form> {
        match self.closure.op(id) {
            Op::Coll(Coll::SeqLen | Coll::SetSize | Coll::MultisetSize | Coll::MultisetCount) => {
                Some(self.arithmetic.form(id).as_ref().clone())
            }
            Op::Coll(Coll::SeqOf | Coll::Restrict) => {
                let (lo, hi) = (self.closure.arg(id, 1), self.closure.arg(id, 2));
                self.arithmetic.difference(hi, lo)
            }
            _ => None,
        }
    }

    /// The cardinality of a collection is at least the number of its known members.
    fn count_members(&mut self, terms: &mut Terms, nodes: &[Id]) {
        let mut members: FxHashMap<Id, Vec<Id>> = FxHashMap::default();
        let mut counts: FxHashMap<Id, Form> = FxHashMap::default();
        for &id in nodes {
            let (whole, value) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
            let (root, value_root) = (self.closure.find(whole), self.closure.find(value));
            let more = match self.closure.op(id) {
                Op::Coll(Coll::SetContains) if self.closure.truth(id) == Some(true) => {
                    Form::constant(Q::one())
                }
                Op::Coll(Coll::MultisetCount) => self.arithmetic.form(id).as_ref().clone(),
                Op::Coll(Coll::SetSubset | Coll::MultisetSubset)
                    if self.closure.truth(id) == Some(true) =>
                {
                    if let (Some(small), Some(large)) = (
                        self.cardinality(terms, whole),
                        self.cardinality(terms, value),
                    ) && let Some(form) = self.arithmetic.difference(large, small)
                    {
                        self.arithmetic.at_least(form, false);
                    }
                    continue;
                }
                _ => continue,
            };
            let seen = members.entry(root).or_default();
            if !seen.contains(&value_root) {
                seen.push(value_root);
                let sum = counts
                    .remove(&root)
                    .unwrap_or_else(|| Form::constant(Q::zero()));
                counts.extend(sum.plus(&more, Q::one()).map(|sum| (root, sum)));
            }
        }
        for &id in nodes {
            if let Some(sum) = counts.remove(&id)
                && let Some(size) = self.cardinality(terms, id)
                && let Some(form) = self.arithmetic.form(size).minus(&sum)
            {
                self.arithmetic.at_least(form, false);
            }
        }
    }

    /// The node of a collection's cardinality.
    fn cardinality(&mut self, terms: &mut Terms, id: Id) -> Option<Id> {
        let size = terms.cardinality(self.closure.term(id)?)?;
        Some(self.node(terms, size))
    }
}

/// The multiplicity of a value in an intersection or difference of multisets.
fn multiplicity_lemma(terms: &mut Terms, t: Term) -> Option<Term> {
    let Some((Coll::MultisetCount, &[whole, value])) = terms.as_coll(t) else {
        return None;
    };
    let (op, &[first, second]) = terms.as_coll(whole)? else {
        return None;
    };
    let [first, second] = [first, second].map(|part| terms.multiset_count(part, value));
    let fewer = terms.le(first, second);
    let count = match op {
        Coll::MultisetIntersect => terms.ite(fewer, first, second),
        Coll::MultisetMinus => {
            let (none, rest) = (terms.int(0), terms.sub(first, second));
            terms.ite(fewer, none, rest)
        }
        _ => return None,
    };
    Some(terms.eq(t, count))
}

/// Cardinality lemmas of a constructed collection.
fn cardinality_lemmas(terms: &mut Terms, t: Term) -> Vec<Term> {
    let Some((op, parts)) = terms.as_coll(t).map(|(op, parts)| (op, parts.to_vec())) else {
        return Vec::new();
    };
    let Some(all) = terms.cardinality(t) else {
        return Vec::new();
    };
    let sizes = parts.iter();
    let sizes: Vec<Term> = sizes.filter_map(|&part| terms.cardinality(part)).collect();
    match (op, sizes.as_slice()) {
        (Coll::SetInsert, &[inner, ..]) => {
            let (Some(&set), Some(&value)) = (parts.first(), parts.get(1)) else {
                return Vec::new();
            };
            let (one, inside) = (terms.int(1), terms.set_contains(set, value));
            let larger = terms.add(inner, one);
            let size = terms.ite(inside, inner, larger);
            vec![terms.eq(all, size)]
        }
        (Coll::SetUnion, _) => {
            let mut lemmas: Vec<Term> = sizes.iter().map(|&part| terms.le(part, all)).collect();
            let none = terms.int(0);
            let sum = sizes.iter().fold(none, |sum, &part| terms.add(sum, part));
            lemmas.push(terms.le(all, sum));
            lemmas
        }
        (Coll::SetIntersect | Coll::MultisetIntersect, _) => {
            sizes.iter().map(|&part| terms.le(all, part)).collect()
        }
        (Coll::SetMinus | Coll::MultisetMinus, &[first, second]) => {
            let least = terms.sub(first, second);
            vec![terms.le(all, first), terms.le(least, all)]
        }
        (Coll::SetOfSeq, &[length]) => {
            let one = terms.int(1);
            let (some, any) = (terms.le(one, length), terms.le(one, all));
            vec![terms.le(all, length), terms.implies(some, any)]
        }
        _ => Vec::new(),
    }
}
