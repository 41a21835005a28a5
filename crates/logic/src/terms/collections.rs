//! Operations on multisets and maps (for sets see [`super::sets`], for sequences
//! [`super::sequences`]). All are total functions. The simplification rules hold in the standard
//! model, which fixes the results outside the domains.
//!
//! Collections are sorts with smart constructors. Operations are total; definedness is checked
//! where they are evaluated. Z3 gets axioms with hand-written triggers, only those that can have
//! instances. `docs/encoding.md` has the measurements against Z3's own theories.

use super::term::{Elem, Linear, Node, Sort, Term, Terms};
use crate::deep;
use num_traits::Signed;

/// The most parts of two collections that are listed as parts of their sum, if both have more than
/// a few: else a collection that is added to itself again and again would have more parts than
/// there is memory for.
const MAX_PARTS: usize = 1024;

/// The most parts that are always added to those of a sum. The number of all parts is then
/// proportional to the number of additions.
const MAX_ADDED: usize = 16;

/// An operation on collections or on the contents of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Coll {
    /// The empty sequence.
    SeqEmpty(Elem),
    /// The sequence of one element.
    SeqUnit,
    /// A concatenation of two or more sequences, none of them empty or a concatenation.
    SeqConcat,
    /// A concatenation of two sequences whose parts are too many to be listed: of these, only
    /// lengths and elements are simplified.
    SeqJoin,
    /// The number of elements.
    SeqLen,
    /// The element at an index; outside the bounds the default of the element sort.
    SeqIndex,
    /// The first `n` elements; `n` is clamped to the bounds.
    SeqTake,
    /// All but the first `n` elements; `n` is clamped to the bounds.
    SeqDrop,
    /// A sequence with one element replaced; unchanged if the index is out of bounds.
    SeqUpdate,
    /// Whether a value is an element.
    SeqContains,
    /// The empty set.
    SetEmpty(Elem),
    /// A set with one more element.
    SetInsert,
    /// The union of two or more sets, in canonical order.
    SetUnion,
    /// The intersection of two or more sets, in canonical order.
    SetIntersect,
    /// The difference of two sets.
    SetMinus,
    /// Whether one set is a subset of another.
    SetSubset,
    /// Whether a value is an element.
    SetContains,
    /// The cardinality.
    SetSize,
    /// The set of a sequence's elements.
    SetOfSeq,
    /// The empty multiset.
    MultisetEmpty(Elem),
    /// The multiset of one element.
    MultisetUnit,
    /// The sum of two or more multisets, in canonical order.
    MultisetUnion,
    /// A sum of two multisets whose parts are too many to be listed: of these, only sizes are
    /// simplified.
    MultisetJoin,
    /// The intersection of two or more multisets, in canonical order.
    MultisetIntersect,
    /// The difference of two multisets.
    MultisetMinus,
    /// Whether each multiplicity is at most that in the second multiset.
    MultisetSubset,
    /// The multiplicity of a value.
    MultisetCount,
    /// The cardinality, counting multiplicities.
    MultisetSize,
    /// The multiset of a sequence's elements.
    MultisetOfSeq,
    /// The empty map.
    MapEmpty(Elem, Elem),
    /// A map with the value at one key replaced or added.
    MapUpdate,
    /// The value at a key; outside the domain the default of the value sort.
    MapLookup,
    /// The set of keys.
    MapDomain,
    /// Merged contents: the first operand's below an index, the last one's from there
    /// on.
    Merge,
    /// Contents within bounds (upper exclusive), and a default outside.
    Restrict,
    /// The sequence of the contents within bounds (upper exclusive).
    SeqOf,
}

impl Coll {
    /// Whether it is an empty collection.
    pub(crate) fn is_empty(self) -> bool {
        matches!(
            self,
            Coll::SeqEmpty(_) | Coll::SetEmpty(_) | Coll::MultisetEmpty(_) | Coll::MapEmpty(..)
        )
    }

    /// Whether it makes a collection of one element, or with one more.
    pub(crate) fn adds_element(self) -> bool {
        matches!(
            self,
            Coll::SeqUnit | Coll::SetInsert | Coll::MultisetUnit | Coll::MapUpdate
        )
    }

    /// Whether it makes a collection with all elements of its operands.
    pub(crate) fn is_union(self) -> bool {
        matches!(self, Coll::SeqConcat | Coll::SetUnion | Coll::MultisetUnion)
    }
}

impl Terms {
    /// The sort of an operation's result.
    pub(crate) fn coll_sort(&self, op: Coll, args: &[Term]) -> Sort {
        let first = args.first().map_or(Sort::Ref, |&t| self.sort(t));
        match op {
            Coll::SeqEmpty(elem) => Sort::Seq(elem),
            Coll::SetEmpty(elem) => Sort::Set(elem),
            Coll::MultisetEmpty(elem) => Sort::Multiset(elem),
            Coll::MapEmpty(key, value) => Sort::Map(key, value),
            Coll::SeqUnit => Sort::Seq(elem_of(first)),
            Coll::MultisetUnit => Sort::Multiset(elem_of(first)),
            Coll::SetOfSeq => Sort::Set(element(first)),
            Coll::MultisetOfSeq => Sort::Multiset(element(first)),
            Coll::SeqOf => Sort::Seq(element(first)),
            Coll::SeqIndex => element(first).sort(),
            Coll::MapDomain | Coll::MapLookup => match (op, first) {
                (Coll::MapDomain, Sort::Map(key, _)) => Sort::Set(key),
                (_, Sort::Map(_, value)) => value.sort(),
                (_, other) => other,
            },
            Coll::SeqLen | Coll::SetSize | Coll::MultisetSize | Coll::MultisetCount => Sort::Int,
            Coll::SeqContains | Coll::SetContains | Coll::SetSubset | Coll::MultisetSubset => {
                Sort::Bool
            }
            Coll::SeqConcat
            | Coll::SeqJoin
            | Coll::SeqTake
            | Coll::SeqDrop
            | Coll::SeqUpdate
            | Coll::SetInsert
            | Coll::SetUnion
            | Coll::SetIntersect
            | Coll::SetMinus
            | Coll::MultisetUnion
            | Coll::MultisetJoin
            | Coll::MultisetIntersect
            | Coll::MultisetMinus
            | Coll::MapUpdate
            | Coll::Merge
            | Coll::Restrict => first,
        }
    }

    /// The term of an operation, simplified.
    pub(crate) fn coll(&mut self, op: Coll, args: &[Term]) -> Term {
        match (op, args) {
            (Coll::SeqEmpty(elem), []) => self.seq_empty(elem),
            (Coll::SetEmpty(elem), []) => self.set_empty(elem),
            (Coll::MultisetEmpty(elem), []) => self.multiset_empty(elem),
            (Coll::MapEmpty(key, value), []) => self.map_empty(key, value),
            (Coll::SeqUnit, &[v]) => self.seq_unit(v),
            (Coll::SeqLen, &[s]) => self.seq_len(s),
            (Coll::SeqIndex, &[s, i]) => self.seq_index(s, i),
            (Coll::SeqTake, &[s, n]) => self.seq_take(s, n),
            (Coll::SeqDrop, &[s, n]) => self.seq_drop(s, n),
            (Coll::SeqUpdate, &[s, i, v]) => self.seq_update(s, i, v),
            (Coll::SeqContains, &[s, v]) => self.seq_contains(s, v),
            (Coll::SetInsert, &[s, v]) => self.set_insert(s, v),
            (Coll::SetMinus, &[s, t]) => self.set_minus(s, t),
            (Coll::SetSubset, &[s, t]) => self.set_subset(s, t),
            (Coll::SetContains, &[s, v]) => self.set_contains(s, v),
            (Coll::SetSize, &[s]) => self.set_size(s),
            (Coll::SetOfSeq, &[s]) => self.set_of_seq(s),
            (Coll::MultisetUnit, &[v]) => self.multiset_unit(v),
            (Coll::MultisetMinus, &[s, t]) => self.multiset_minus(s, t),
            (Coll::MultisetSubset, &[s, t]) => self.multiset_subset(s, t),
            (Coll::MultisetCount, &[s, v]) => self.multiset_count(s, v),
            (Coll::MultisetSize, &[s]) => self.multiset_size(s),
            (Coll::MultisetOfSeq, &[s]) => self.multiset_of_seq(s),
            (Coll::MapUpdate, &[m, k, v]) => self.map_update(m, k, v),
            (Coll::MapLookup, &[m, k]) => self.map_lookup(m, k),
            (Coll::MapDomain, &[m]) => self.map_domain(m),
            (Coll::Merge, &[a, at, b]) => self.merge(a, at, b),
            (Coll::Restrict, &[c, lo, hi]) => self.restrict(c, lo, hi),
            (Coll::SeqOf, &[c, lo, hi]) => self.seq_of(c, lo, hi),
            (op, &[first, ref rest @ ..]) => rest.iter().fold(first, |all, &t| match op {
                Coll::SeqConcat | Coll::SeqJoin => self.seq_concat(all, t),
                Coll::SetUnion => self.set_union(all, t),
                Coll::SetIntersect => self.set_intersect(all, t),
                Coll::MultisetUnion | Coll::MultisetJoin => self.multiset_union(all, t),
                _ => self.multiset_intersect(all, t),
            }),
            _ => self.coll_node(op, args),
        }
    }

    /// An operation that is not simplified further.
    pub(crate) fn coll_node(&mut self, op: Coll, args: &[Term]) -> Term {
        self.intern(Node::Coll(op, args.into()))
    }

    /// The operands of an operation; `None` for other terms.
    pub(crate) fn as_coll(&self, t: Term) -> Option<(Coll, &[Term])> {
        match self.node(t) {
            Node::Coll(op, args) => Some((*op, args)),
            _ => None,
        }
    }

    /// The operands if the term is this operation, else the term alone.
    pub(crate) fn parts_of(&self, op: Coll, t: Term) -> Vec<Term> {
        match self.as_coll(t) {
            Some((found, parts)) if found == op => parts.to_vec(),
            _ => vec![t],
        }
    }

    /// The parts of two collections, whose sum is to be this operation; `None` if they are too
    /// many to be listed.
    pub(crate) fn all_parts(&self, op: Coll, a: Term, b: Term) -> Option<Vec<Term>> {
        let (mut parts, more) = (self.parts_of(op, a), self.parts_of(op, b));
        let (sum, added) = (parts.len() + more.len(), parts.len().min(more.len()));
        if sum > MAX_PARTS && added > MAX_ADDED {
            return None;
        }
        parts.extend(more);
        Some(parts)
    }

    /// The sum of two collections of these cardinalities, whose parts are not listed.
    pub(crate) fn join(
        &mut self,
        op: Coll,
        operands: [Term; 2],
        [first, second]: [Term; 2],
    ) -> Term {
        // Before the collection, which it must outlive.
        let size = self.add(first, second);
        let joined = self.coll_node(op, &operands);
        if size < joined {
            self.joined.insert(joined, size);
        }
        joined
    }

    /// Whether a collection is syntactically empty.
    pub(crate) fn is_empty_coll(&self, t: Term) -> bool {
        self.as_coll(t).is_some_and(|(op, _)| op.is_empty())
    }

    /// Whether a collection syntactically has an element.
    pub(crate) fn has_element(&self, t: Term) -> bool {
        let adds = |t: &Term| self.as_coll(*t).is_some_and(|(op, _)| op.adds_element());
        match self.as_coll(t) {
            Some((op, parts)) if op.is_union() => parts.iter().any(adds),
            _ => adds(&t),
        }
    }

    /// Whether `a <= b` holds syntactically.
    pub(crate) fn surely_le(&self, a: Term, b: Term) -> bool {
        self.never_negative(&self.difference(b, a))
    }

    /// Whether `a < b` holds syntactically.
    pub(crate) fn surely_lt(&self, a: Term, b: Term) -> bool {
        let mut form = self.difference(b, a);
        form.constant -= num_rational::BigRational::from_integer(1.into());
        self.never_negative(&form)
    }

    /// Whether a linear form is syntactically non-negative: its terms are cardinalities
    /// or multiplicities with positive factors.
    pub(crate) fn never_negative(&self, form: &Linear) -> bool {
        !form.constant.is_negative()
            && form.parts.iter().all(|(factor, t)| {
                let size = matches!(
                    self.as_coll(*t),
                    Some((
                        Coll::SeqLen | Coll::SetSize | Coll::MultisetSize | Coll::MultisetCount,
                        _
                    ))
                );
                size && factor.is_positive()
            })
    }

    /// Whether the value is an object allocated after everything that the collection
    /// can contain.
    pub(crate) fn is_newer(&self, collection: Term, v: Term) -> bool {
        self.birth(v)
            .is_some_and(|birth| self.age(collection) < birth)
    }

    /// The cardinality of a collection; for a map that of its domain. `None` for other
    /// sorts.
    pub fn cardinality(&mut self, t: Term) -> Option<Term> {
        Some(match self.sort(t) {
            Sort::Seq(_) => self.seq_len(t),
            Sort::Set(_) => self.set_size(t),
            Sort::Multiset(_) => self.multiset_size(t),
            Sort::Map(..) => {
                let keys = self.map_domain(t);
                self.set_size(keys)
            }
            _ => return None,
        })
    }

    /// An associative and commutative operation, with its operands in canonical order.
    pub(super) fn sorted(&mut self, op: Coll, mut parts: Vec<Term>) -> Term {
        parts.sort();
        match parts.as_slice() {
            [one] => *one,
            _ => self.coll_node(op, &parts),
        }
    }

    /// The empty multiset.
    pub fn multiset_empty(&mut self, elem: Elem) -> Term {
        self.coll_node(Coll::MultisetEmpty(elem), &[])
    }

    /// The singleton multiset.
    pub fn multiset_unit(&mut self, v: Term) -> Term {
        self.coll_node(Coll::MultisetUnit, &[v])
    }

    /// The sum of two multisets: multiplicities add up.
    pub fn multiset_union(&mut self, a: Term, b: Term) -> Term {
        if self.is_empty_coll(a) {
            return b;
        }
        if self.is_empty_coll(b) {
            return a;
        }
        match self.all_parts(Coll::MultisetUnion, a, b) {
            Some(parts) => self.sorted(Coll::MultisetUnion, parts),
            None => {
                let sizes = [self.multiset_size(a), self.multiset_size(b)];
                self.join(Coll::MultisetJoin, [a.min(b), a.max(b)], sizes)
            }
        }
    }

    /// The intersection of two multisets: the minimum of the multiplicities.
    pub fn multiset_intersect(&mut self, a: Term, b: Term) -> Term {
        if self.is_empty_coll(a) {
            return a;
        }
        if self.is_empty_coll(b) {
            return b;
        }
        let mut parts = self.parts_of(Coll::MultisetIntersect, a);
        parts.extend(self.parts_of(Coll::MultisetIntersect, b));
        parts.sort();
        parts.dedup();
        self.sorted(Coll::MultisetIntersect, parts)
    }

    /// The difference of two multisets: multiplicities are subtracted, down to 0.
    pub fn multiset_minus(&mut self, a: Term, b: Term) -> Term {
        if self.is_empty_coll(a) || self.is_empty_coll(b) {
            return a;
        }
        // Common elements cancel out.
        let mut keep = self.parts_of(Coll::MultisetUnion, a);
        let mut gone = self.parts_of(Coll::MultisetUnion, b);
        keep.retain(|part| match gone.iter().position(|other| other == part) {
            Some(at) => {
                gone.remove(at);
                false
            }
            None => true,
        });
        let empty = self.default_of(self.sort(a));
        match (keep.is_empty(), gone.is_empty()) {
            (true, _) => empty,
            (false, true) => self.sorted(Coll::MultisetUnion, keep),
            (false, false) => {
                let a = self.sorted(Coll::MultisetUnion, keep);
                let b = self.sorted(Coll::MultisetUnion, gone);
                self.coll_node(Coll::MultisetMinus, &[a, b])
            }
        }
    }

    /// Whether every multiplicity in the first multiset is at most that in the second.
    pub fn multiset_subset(&mut self, a: Term, b: Term) -> Term {
        if a == b || self.is_empty_coll(a) {
            return self.bool(true);
        }
        if self.is_empty_coll(b) {
            return self.eq(a, b);
        }
        self.coll_node(Coll::MultisetSubset, &[a, b])
    }

    /// The multiplicity of a value in a multiset.
    pub fn multiset_count(&mut self, m: Term, v: Term) -> Term {
        if self.is_newer(m, v) {
            return self.int(0);
        }
        match self.as_coll(m) {
            Some((Coll::MultisetEmpty(_), _)) => self.int(0),
            Some((Coll::MultisetUnit, &[one])) => {
                let same = self.eq(one, v);
                let (once, never) = (self.int(1), self.int(0));
                self.ite(same, once, never)
            }
            Some((Coll::MultisetUnion, parts)) => {
                let parts = parts.to_vec();
                let none = self.int(0);
                parts.into_iter().fold(none, |sum, part| {
                    let count = deep(|| self.multiset_count(part, v));
                    self.add(sum, count)
                })
            }
            _ => self.coll_node(Coll::MultisetCount, &[m, v]),
        }
    }

    /// Whether a value has a positive multiplicity.
    pub fn multiset_contains(&mut self, m: Term, v: Term) -> Term {
        let (none, count) = (self.int(0), self.multiset_count(m, v));
        self.lt(none, count)
    }

    /// The cardinality of a multiset, counting multiplicities.
    pub fn multiset_size(&mut self, m: Term) -> Term {
        match self.as_coll(m) {
            Some((Coll::MultisetEmpty(_), _)) => self.int(0),
            Some((Coll::MultisetUnit, _)) => self.int(1),
            Some((Coll::MultisetJoin, _)) if let Some(&size) = self.joined.get(&m) => size,
            Some((Coll::MultisetOfSeq, &[s])) => self.seq_len(s),
            Some((Coll::MultisetUnion, parts)) => {
                let parts = parts.to_vec();
                let none = self.int(0);
                parts.into_iter().fold(none, |sum, part| {
                    let size = self.multiset_size(part);
                    self.add(sum, size)
                })
            }
            _ => self.coll_node(Coll::MultisetSize, &[m]),
        }
    }

    /// The multiset of a sequence's elements.
    pub fn multiset_of_seq(&mut self, s: Term) -> Term {
        match self.as_coll(s) {
            Some((Coll::SeqEmpty(elem), _)) => self.multiset_empty(elem),
            Some((Coll::SeqUnit, &[v])) => self.multiset_unit(v),
            Some((Coll::SeqConcat, parts)) => {
                let parts = parts.to_vec();
                let empty = self.multiset_empty(element(self.sort(s)));
                parts.into_iter().fold(empty, |all, part| {
                    let part = self.multiset_of_seq(part);
                    self.multiset_union(all, part)
                })
            }
            _ => self.coll_node(Coll::MultisetOfSeq, &[s]),
        }
    }

    /// The empty map.
    pub fn map_empty(&mut self, key: Elem, value: Elem) -> Term {
        self.coll_node(Coll::MapEmpty(key, value), &[])
    }

    /// The map with the value at a key replaced or added.
    pub fn map_update(&mut self, m: Term, k: Term, v: Term) -> Term {
        match self.as_coll(m) {
            Some((Coll::MapUpdate, &[inner, key, _])) if key == k => self.map_update(inner, k, v),
            _ => self.coll_node(Coll::MapUpdate, &[m, k, v]),
        }
    }

    /// The value at a key, which should be in the domain.
    pub fn map_lookup(&mut self, m: Term, k: Term) -> Term {
        let mut inner = m;
        while let Some((Coll::MapUpdate, &[rest, key, v])) = self.as_coll(inner) {
            if key == k {
                return v;
            }
            if !self.distinct(key, k) {
                break;
            }
            inner = rest;
        }
        self.coll_node(Coll::MapLookup, &[inner, k])
    }

    /// The set of a map's keys.
    pub fn map_domain(&mut self, m: Term) -> Term {
        let (mut updates, mut inner) = (Vec::new(), m);
        let mut keys = loop {
            if let Some(known) = self.domains.get(inner) {
                break known;
            }
            match self.as_coll(inner) {
                Some((Coll::MapUpdate, &[rest, key, _])) => {
                    updates.push((inner, key));
                    inner = rest;
                }
                Some((Coll::MapEmpty(key, _), _)) => break self.set_empty(key),
                _ => break self.coll_node(Coll::MapDomain, &[inner]),
            }
        };
        for (map, key) in updates.into_iter().rev() {
            keys = self.set_insert(keys, key);
            self.domains.enter(map, keys);
        }
        keys
    }
}

/// The element description of a sort that collections can contain.
pub(crate) fn elem_of(sort: Sort) -> Elem {
    let elem = Elem::of(sort);
    debug_assert!(elem.is_some(), "{sort:?} is no sort of elements");
    elem.unwrap_or(Elem::INT)
}

/// The element sort of a collection or of contents; for maps, the key sort.
pub(crate) fn element(sort: Sort) -> Elem {
    match sort {
        Sort::Elems(elem)
        | Sort::Seq(elem)
        | Sort::Set(elem)
        | Sort::Multiset(elem)
        | Sort::Map(elem, _) => elem,
        other => elem_of(other),
    }
}
