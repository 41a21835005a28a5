//! Operations on sets, in a normal form up to associativity, commutativity and repetition: the
//! parts of a union are in canonical order, and so are the elements that are added to it. Two unions
//! that nest differently are one term, which no proof has to find.

use super::collections::{Coll, elem_of, element};
use super::term::{Elem, Term, Terms};
use crate::deep;

/// The most elements whose additions to a set are put in order: more stay in the order of the text.
const MAX_SORTED: usize = 64;

impl Terms {
    /// The empty set.
    pub fn set_empty(&mut self, elem: Elem) -> Term {
        self.coll_node(Coll::SetEmpty(elem), &[])
    }

    /// The set of one element.
    pub fn set_unit(&mut self, v: Term) -> Term {
        let empty = self.set_empty(elem_of(self.sort(v)));
        self.set_insert(empty, v)
    }

    /// The set with an element added: the elements that are added to a set are in canonical order.
    pub fn set_insert(&mut self, s: Term, v: Term) -> Term {
        let (mut inner, mut below) = (s, None);
        let mut above = Vec::new();
        while let Some((Coll::SetInsert, &[rest, other])) = self.as_coll(inner) {
            if other == v {
                return s;
            }
            if below.is_none() && other > v && above.len() < MAX_SORTED {
                above.push(other);
            } else {
                below = below.or(Some(inner));
            }
            inner = rest;
        }
        let mut below = below.unwrap_or(inner);
        if above.len() == MAX_SORTED {
            above.clear();
            below = s;
        }
        let added = self.coll_node(Coll::SetInsert, &[below, v]);
        let above = above.into_iter().rev();
        above.fold(added, |s, v| self.coll_node(Coll::SetInsert, &[s, v]))
    }

    /// A set without the elements that are added to it, and these, in the order of their addition.
    fn insertions(&self, s: Term) -> (Term, Vec<Term>) {
        let (mut values, mut inner) = (Vec::new(), s);
        while let Some((Coll::SetInsert, &[rest, v])) = self.as_coll(inner) {
            values.push(v);
            inner = rest;
        }
        values.reverse();
        (inner, values)
    }

    /// The elements of a set literal, in the order of their addition.
    fn literal_elements(&self, s: Term) -> Option<Vec<Term>> {
        let (base, values) = self.insertions(s);
        self.is_empty_coll(base).then_some(values)
    }

    /// The union of two sets: what is added to either is added to the union of the rest.
    pub fn set_union(&mut self, a: Term, b: Term) -> Term {
        let ((first, added), (second, more)) = (self.insertions(a), self.insertions(b));
        if self.is_empty_coll(second) {
            return more.into_iter().fold(a, |s, v| self.set_insert(s, v));
        }
        if self.is_empty_coll(first) {
            return added.into_iter().fold(b, |s, v| self.set_insert(s, v));
        }
        // Long chains are parts: to build them again and again would be too much.
        let split = |whole, base, added: Vec<Term>| match added.len() {
            0..=MAX_SORTED => (base, added),
            _ => (whole, Vec::new()),
        };
        let ((first, added), (second, more)) = (split(a, first, added), split(b, second, more));
        let mut parts = self.parts_of(Coll::SetUnion, first);
        parts.extend(self.parts_of(Coll::SetUnion, second));
        parts.sort();
        parts.dedup();
        let union = self.sorted(Coll::SetUnion, parts);
        let all = added.into_iter().chain(more);
        all.fold(union, |s, v| self.set_insert(s, v))
    }

    /// The intersection of two sets.
    pub fn set_intersect(&mut self, a: Term, b: Term) -> Term {
        if self.is_empty_coll(a) {
            return a;
        }
        if self.is_empty_coll(b) {
            return b;
        }
        let mut parts = self.parts_of(Coll::SetIntersect, a);
        parts.extend(self.parts_of(Coll::SetIntersect, b));
        parts.sort();
        parts.dedup();
        self.sorted(Coll::SetIntersect, parts)
    }

    /// The difference of two sets.
    pub fn set_minus(&mut self, a: Term, b: Term) -> Term {
        if self.is_empty_coll(a) || self.is_empty_coll(b) {
            return a;
        }
        if a == b {
            return self.default_of(self.sort(a));
        }
        self.coll_node(Coll::SetMinus, &[a, b])
    }

    /// Whether the first set is a subset of the second (or equal to it).
    pub fn set_subset(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.bool(true);
        }
        if self.is_empty_coll(b) {
            return self.eq(a, b);
        }
        if let Some(values) = self.literal_elements(a) {
            let inside: Vec<Term> = values
                .into_iter()
                .map(|v| self.set_contains(b, v))
                .collect();
            return self.and(inside);
        }
        if self.is_visibly_part(a, b) {
            return self.bool(true);
        }
        self.coll_node(Coll::SetSubset, &[a, b])
    }

    /// Whether all parts of one union, and the elements that are added to it, are parts of another
    /// set, or added to it.
    fn is_visibly_part(&self, a: Term, b: Term) -> bool {
        let mut inner = b;
        while let Some((Coll::SetInsert, &[rest, _])) = self.as_coll(inner) {
            if rest == a {
                return true;
            }
            inner = rest;
        }
        let ((part, values), (whole, others)) = (self.insertions(a), self.insertions(b));
        if values.len() > MAX_SORTED || values.iter().any(|v| !others.contains(v)) {
            return false;
        }
        // The parts of a union are sorted.
        match (self.as_coll(part), self.as_coll(whole)) {
            _ if part == whole => true,
            (Some((Coll::SetUnion, parts)), Some((Coll::SetUnion, whole))) => {
                parts.iter().all(|part| whole.binary_search(part).is_ok())
            }
            (_, Some((Coll::SetUnion, whole))) => whole.binary_search(&part).is_ok(),
            _ => false,
        }
    }

    /// Whether a value is in a set.
    pub fn set_contains(&mut self, s: Term, v: Term) -> Term {
        if self.is_newer(s, v) {
            return self.bool(false);
        }
        // Chains of insertions are long: iterate instead of recursing.
        let mut among = Vec::new();
        let mut inner = s;
        while let Some((Coll::SetInsert, &[rest, other])) = self.as_coll(inner) {
            if other == v {
                return self.bool(true);
            }
            if !self.distinct(other, v) {
                among.push(self.eq(other, v));
            }
            inner = rest;
        }
        let base = deep(|| self.base_contains(inner, v));
        among.push(base);
        self.or(among)
    }

    /// Whether a value is in a set that is not an insertion.
    fn base_contains(&mut self, s: Term, v: Term) -> Term {
        let Some((op, args)) = self.as_coll(s) else {
            return self.coll_node(Coll::SetContains, &[s, v]);
        };
        let args = args.to_vec();
        let inside = |terms: &mut Terms| -> Vec<Term> {
            args.iter()
                .map(|&part| terms.set_contains(part, v))
                .collect()
        };
        match op {
            Coll::SetEmpty(_) => self.bool(false),
            Coll::SetUnion => {
                let inside = inside(self);
                self.or(inside)
            }
            Coll::SetIntersect => {
                let inside = inside(self);
                self.and(inside)
            }
            Coll::SetMinus => match inside(self)[..] {
                [a, b] => {
                    let not_b = self.not(b);
                    self.and([a, not_b])
                }
                _ => self.coll_node(Coll::SetContains, &[s, v]),
            },
            Coll::SetOfSeq => match args[..] {
                [seq] => self.seq_contains(seq, v),
                _ => self.coll_node(Coll::SetContains, &[s, v]),
            },
            _ => self.coll_node(Coll::SetContains, &[s, v]),
        }
    }

    /// The cardinality of a set.
    pub fn set_size(&mut self, s: Term) -> Term {
        match self.as_coll(s) {
            Some((Coll::SetEmpty(_), _)) => self.int(0),
            Some((Coll::SetInsert, &[inner, _])) if self.is_empty_coll(inner) => self.int(1),
            Some((Coll::SetInsert, _)) => self.inserted_size(s),
            _ => self.coll_node(Coll::SetSize, &[s]),
        }
    }

    /// The cardinality of a set with insertions: one more for each element that is visibly new.
    fn inserted_size(&mut self, s: Term) -> Term {
        let (mut insertions, mut inner) = (Vec::new(), s);
        let mut size = loop {
            if let Some(known) = self.sizes.get(inner) {
                break known;
            }
            let Some((Coll::SetInsert, &[rest, v])) = self.as_coll(inner) else {
                break self.set_size(inner);
            };
            insertions.push((inner, v));
            inner = rest;
        };
        let one = self.int(1);
        while let Some((set, v)) = insertions.pop() {
            let inside = self.set_contains(inner, v);
            size = if self.is_bool(inside, false) {
                self.add(size, one)
            } else {
                self.coll_node(Coll::SetSize, &[set])
            };
            self.sizes.enter(set, size);
            inner = set;
        }
        size
    }

    /// The set of a sequence's elements.
    pub fn set_of_seq(&mut self, s: Term) -> Term {
        match self.as_coll(s) {
            Some((Coll::SeqEmpty(elem), _)) => self.set_empty(elem),
            Some((Coll::SeqUnit, &[v])) => self.set_unit(v),
            Some((Coll::SeqConcat, parts)) => {
                let parts = parts.to_vec();
                let empty = self.set_empty(element(self.sort(s)));
                parts.into_iter().fold(empty, |all, part| {
                    let part = self.set_of_seq(part);
                    self.set_union(all, part)
                })
            }
            _ => self.coll_node(Coll::SetOfSeq, &[s]),
        }
    }
}
