//! Collections with terms: the elements of a sequence that depend on the input, in order, and
//! those of sets and multisets, in any order. Their number does not depend on the input, as the
//! bounds that made them have been decided.

use super::{Concolic, Mixed, Result1, concrete_values, mixed, plain};
use crate::concrete::value::Value;
use crate::domain::{Domain, HeapMark};
use crate::permission::Location;
use std::ops::Range;
use veriframe_ir::{BinOp, CollOp, Type};
use veriframe_logic::Term;

/// The most elements with terms of a collection.
const MAX_PARTS: usize = 32;

/// The most elements of sets and multisets that are compared by a term.
const MAX_UNORDERED: usize = 8;

impl Concolic<'_> {
    /// The elements of a collection: as they are, if none depends on the input. For sets and
    /// multisets, elements can be listed several times. Of a map, keys and values by turns: its keys
    /// differ.
    fn parts(value: &Mixed) -> Option<Vec<Mixed>> {
        if let Some(parts) = &value.parts {
            return Some(parts.to_vec());
        }
        let all = |values: &mut dyn Iterator<Item = &Value>| -> Vec<Mixed> {
            values.take(MAX_PARTS + 1).cloned().map(plain).collect()
        };
        let parts = match &value.concrete {
            Value::Seq(elements) => all(&mut elements.iter()),
            Value::Set(elements) => all(&mut elements.iter()),
            Value::Multiset(counts) => {
                let each = counts.iter().flat_map(|(element, count)| {
                    let count = usize::try_from(*count).unwrap_or(usize::MAX);
                    std::iter::repeat_n(element, count)
                });
                all(&mut { each })
            }
            Value::Map(entries) => {
                let each = entries.iter().flat_map(|(key, value)| [key, value]);
                all(&mut { each })
            }
            _ => return None,
        };
        (parts.len() <= MAX_PARTS).then_some(parts)
    }

    /// Whether the elements of these collections are known.
    pub(super) fn have_known_parts(operands: &[Mixed]) -> bool {
        operands.iter().all(|operand| match operand.concrete {
            Value::Seq(_) | Value::Set(_) | Value::Multiset(_) | Value::Map(_) => {
                Self::parts(operand).is_some()
            }
            _ => true,
        })
    }

    /// The value of a collection with these elements.
    fn with_parts(concrete: Value, parts: Option<Vec<Mixed>>) -> Mixed {
        let depends = |part: &Mixed| part.term.is_some() || part.parts.is_some();
        let parts = parts.filter(|parts| parts.len() <= MAX_PARTS && parts.iter().any(depends));
        Mixed {
            concrete,
            term: None,
            parts: parts.map(Into::into),
        }
    }

    /// The elements of an array within bounds that have been decided.
    pub(super) fn read_elements(
        &mut self,
        concrete: Value,
        array: &Mixed,
        bounds: Range<u32>,
        at: Option<HeapMark>,
    ) -> Mixed {
        let (Value::Ref(object), Value::Seq(elements)) = (&array.concrete, &concrete) else {
            return plain(concrete);
        };
        let mut parts = Vec::new();
        for (element, part) in elements.iter().zip(bounds).take(MAX_PARTS + 1) {
            let cell = Location {
                object: *object,
                part,
            };
            let known = self.cells.read(cell, at);
            parts.push(self.known(element.clone(), known));
        }
        Self::with_parts(concrete, Some(parts))
    }

    /// An operation on collections.
    pub(super) fn collected(
        &mut self,
        op: CollOp,
        operands: &[Mixed],
        ty: &Type,
    ) -> Result1<Mixed> {
        let depends = |operand: &Mixed| operand.term.is_some() || operand.parts.is_some();
        let values = concrete_values(operands);
        if !operands.iter().any(depends) {
            return Ok(plain(self.concrete.collection(op, &values, ty)?));
        }
        let positions = match op {
            CollOp::Index | CollOp::Drop | CollOp::Take | CollOp::Range => operands.get(1..),
            CollOp::Update => operands.get(1..2),
            _ => None,
        };
        if let (Some(positions), Some(Value::Seq(elements))) = (positions, values.first()) {
            let length = i64::try_from(elements.len()).unwrap_or(i64::MAX);
            for position in positions {
                self.within(op, position, length);
            }
        }
        let concrete = self.concrete.collection(op, &values, ty)?;
        let at = |index: usize| values.get(index).and_then(Value::index);
        let parts = || operands.first().and_then(Self::parts);
        if let Some(known) = self.of_map(op, operands, &concrete) {
            return Ok(known);
        }
        let made = match (op, operands) {
            (CollOp::Literal, elements) => Some(elements.to_vec()),
            (CollOp::Size, [collection]) => {
                let term = parts().and_then(|parts| self.size_term(&collection.concrete, &parts));
                return Ok(mixed(concrete, term));
            }
            (CollOp::Count, [_, element]) => {
                let term = parts().and_then(|parts| self.count_term(element, &parts));
                return Ok(mixed(concrete, term));
            }
            (CollOp::Subset, [left, right]) => {
                let term = self.subset_term(left, right);
                return Ok(mixed(concrete, term));
            }
            (CollOp::Intersect | CollOp::Minus, [left, right])
                if matches!(left.concrete, Value::Set(_)) =>
            {
                self.parts_within(op, left, right)
            }
            (CollOp::Concat | CollOp::Union, [left, right]) => {
                let (left, right) = (Self::parts(left), Self::parts(right));
                left.zip(right).map(|(left, right)| [left, right].concat())
            }
            (CollOp::Index, _) => {
                let element = parts().zip(at(1));
                let element = element.and_then(|(parts, at)| parts.get(at).cloned());
                return Ok(element.unwrap_or_else(|| plain(concrete)));
            }
            (CollOp::Drop, _) => parts()
                .zip(at(1))
                .and_then(|(p, n)| p.get(n..).map(Into::into)),
            (CollOp::Take, _) => parts()
                .zip(at(1))
                .and_then(|(p, n)| p.get(..n).map(Into::into)),
            (CollOp::Range, _) => {
                let range = at(1).zip(at(2)).map(|(from, to)| from..to);
                parts()
                    .zip(range)
                    .and_then(|(p, r)| p.get(r).map(Into::into))
            }
            (
                CollOp::Update,
                [
                    Mixed {
                        concrete: Value::Seq(_),
                        ..
                    },
                    _,
                    value,
                ],
            ) => parts().zip(at(1)).map(|(mut parts, at)| {
                if let Some(part) = parts.get_mut(at) {
                    *part = value.clone();
                }
                parts
            }),
            (CollOp::ToSet | CollOp::ToMultiset, _) => parts(),
            (CollOp::In, [element, collection]) => {
                let term = Self::parts(collection).and_then(|all| self.is_one_of(element, &all));
                return Ok(Mixed {
                    concrete,
                    term,
                    parts: None,
                });
            }
            _ => None,
        };
        Ok(Self::with_parts(concrete, made))
    }

    /// Decides whether a position is within a sequence, and which one it is.
    fn within(&mut self, op: CollOp, position: &Mixed, length: i64) {
        let includes_end = !matches!(op, CollOp::Index | CollOp::Update);
        let end = plain(Value::Int(length + i64::from(includes_end)));
        let zero = plain(Value::Int(0));
        let low = self.binary_term(BinOp::Lt, position, &zero);
        let high = self.binary_term(BinOp::Lt, position, &end);
        let is_less = |left: &Mixed, right: &Mixed| left.concrete.big() < right.concrete.big();
        let is_negative = is_less(position, &zero);
        self.decide(low, is_negative);
        if !is_negative {
            self.decide(high, is_less(position, &end));
            self.fix(position);
        }
    }

    /// The condition that two values are equal; `None` if it does not depend on the input, or has
    /// no term.
    pub(super) fn equal_collections(&self, left: &Mixed, right: &Mixed) -> Option<Term> {
        let (a, b) = (Self::parts(left)?, Self::parts(right)?);
        match (&left.concrete, &right.concrete) {
            (Value::Seq(_), Value::Seq(_)) if a.len() == b.len() => {
                let each = a.iter().zip(&b).map(|(a, b)| self.equality(a, b));
                let each: Option<Vec<Term>> = each.collect();
                let each = each?;
                self.term(|terms| Some(terms.and(each)))
            }
            (Value::Multiset(_), Value::Multiset(_)) => self.equal_multisets(&a, &b),
            (Value::Set(_), Value::Set(_)) if a.len().max(b.len()) <= MAX_UNORDERED => {
                let all = a.iter().map(|element| self.membership(element, &b));
                let all = all.chain(b.iter().map(|element| self.membership(element, &a)));
                let all = all.collect::<Option<Vec<Term>>>()?;
                self.term(|terms| Some(terms.and(all)))
            }
            (Value::Map(_), Value::Map(_)) if a.len().max(b.len()) <= 2 * MAX_UNORDERED => {
                let all = self.entries_among(&a, &b)?;
                let all = [all, self.entries_among(&b, &a)?].concat();
                self.term(|terms| Some(terms.and(all)))
            }
            _ => None,
        }
    }

    /// For each entry of a map, the condition that it is one of another map.
    fn entries_among(&self, a: &[Mixed], b: &[Mixed]) -> Option<Vec<Term>> {
        let mut all = Vec::new();
        for own in a.chunks_exact(2) {
            let mut any = Vec::new();
            for theirs in b.chunks_exact(2) {
                let same = own.iter().zip(theirs).map(|(a, b)| self.equality(a, b));
                let same = same.collect::<Option<Vec<Term>>>()?;
                any.push(self.formulas.borrow_mut().terms.and(same));
            }
            all.push(self.formulas.borrow_mut().terms.or(any));
        }
        Some(all)
    }

    /// The condition that each element occurs as often in one list as in the other.
    fn equal_multisets(&self, a: &[Mixed], b: &[Mixed]) -> Option<Term> {
        if a.len() != b.len() || a.len() > MAX_UNORDERED {
            return None;
        }
        let mut all = Vec::new();
        for element in a {
            let (here, there) = (self.count(element, a)?, self.count(element, b)?);
            let terms = &mut self.formulas.borrow_mut().terms;
            all.push(terms.eq(here, there));
        }
        self.term(|terms| Some(terms.and(all)))
    }

    /// How often a value is among these.
    fn count(&self, element: &Mixed, all: &[Mixed]) -> Option<Term> {
        let each = all.iter().map(|other| self.equality(element, other));
        let each = each.collect::<Option<Vec<Term>>>()?;
        Some(self.number_of(each))
    }

    /// How many of these conditions hold.
    fn number_of(&self, conditions: Vec<Term>) -> Term {
        let terms = &mut self.formulas.borrow_mut().terms;
        let (zero, one) = (terms.int(0), terms.int(1));
        conditions.into_iter().fold(zero, |sum, condition| {
            let counted = terms.ite(condition, one, zero);
            terms.add(sum, counted)
        })
    }

    fn count_term(&self, element: &Mixed, all: &[Mixed]) -> Option<Term> {
        let count = self
            .count(element, all)
            .filter(|_| all.len() <= MAX_UNORDERED);
        self.term(|_| count)
    }

    /// The number of elements, where it depends on which of them are equal: that of a set.
    fn size_term(&self, collection: &Value, parts: &[Mixed]) -> Option<Term> {
        if !matches!(collection, Value::Set(_)) {
            return None;
        }
        let mut new = Vec::new();
        for (at, part) in parts.iter().enumerate().take(MAX_UNORDERED + 1) {
            let earlier = self.membership(part, parts.get(..at)?);
            let Some(earlier) = earlier.filter(|_| at < MAX_UNORDERED) else {
                return self.term(|_| None);
            };
            new.push(self.formulas.borrow_mut().terms.not(earlier));
        }
        let size = self.number_of(new);
        self.term(|_| Some(size))
    }

    /// The condition that a set or multiset is within another one.
    fn subset_term(&self, left: &Mixed, right: &Mixed) -> Option<Term> {
        let all = match (&left.concrete, &right.concrete) {
            (Value::Set(_), Value::Set(_)) => {
                let (own, theirs) = (Self::parts(left)?, Self::parts(right)?);
                let each = own.iter().map(|part| self.membership(part, &theirs));
                each.collect::<Option<Vec<Term>>>()
            }
            (Value::Multiset(_), Value::Multiset(_)) => {
                let (own, theirs) = (Self::parts(left)?, Self::parts(right)?);
                let each = own.iter().map(|part| {
                    let (here, there) = (self.count(part, &own)?, self.count(part, &theirs)?);
                    Some(self.formulas.borrow_mut().terms.le(here, there))
                });
                let is_small = own.len().max(theirs.len()) <= MAX_UNORDERED;
                each.collect::<Option<Vec<Term>>>().filter(|_| is_small)
            }
            _ => None,
        };
        self.term(|terms| Some(terms.and(all?)))
    }

    /// The elements of a set that are in another one, or are not: which ones is decided.
    fn parts_within(&mut self, op: CollOp, left: &Mixed, right: &Mixed) -> Option<Vec<Mixed>> {
        let (own, theirs) = (Self::parts(left)?, Self::parts(right)?);
        let mut kept = Vec::new();
        for part in own {
            let term = self.is_one_of(&part, &theirs);
            let is_in = theirs.iter().any(|other| other.concrete == part.concrete);
            self.decide(term, is_in);
            if is_in == (op == CollOp::Intersect) {
                kept.push(part);
            }
        }
        Some(kept)
    }

    /// An operation on a map; `None` of other collections. Which entry a key means is decided.
    fn of_map(&mut self, op: CollOp, operands: &[Mixed], concrete: &Value) -> Option<Mixed> {
        let keys = |entries: &[Mixed]| entries.iter().step_by(2).cloned().collect::<Vec<_>>();
        let is_map = |value: &Mixed| matches!(value.concrete, Value::Map(_));
        match (op, operands) {
            (CollOp::MapLiteral, parts) => {
                let mut entries = Some(Vec::new());
                for part in parts.chunks_exact(2) {
                    let [key, value] = part else { continue };
                    entries = entries.and_then(|entries| self.put(entries, key, value));
                }
                Some(Self::with_parts(concrete.clone(), entries))
            }
            (CollOp::In, [key, map]) if is_map(map) => {
                let keys = Self::parts(map).map(|entries| keys(&entries));
                let term = keys.and_then(|keys| self.is_one_of(key, &keys));
                Some(mixed(concrete.clone(), term))
            }
            (CollOp::Domain, [map]) if is_map(map) => {
                let keys = Self::parts(map).map(|entries| keys(&entries));
                Some(Self::with_parts(concrete.clone(), keys))
            }
            (CollOp::Lookup | CollOp::Index, [map, key]) if is_map(map) => {
                let entries = Self::parts(map)?;
                let at = self.entry(&entries, key);
                let value = at.and_then(|at| entries.get(at + 1).cloned());
                Some(value.unwrap_or_else(|| plain(concrete.clone())))
            }
            (CollOp::Update, [map, key, value]) if is_map(map) => {
                let entries = Self::parts(map);
                let entries = entries.and_then(|entries| self.put(entries, key, value));
                Some(Self::with_parts(concrete.clone(), entries))
            }
            _ => None,
        }
    }

    /// The position of the entry of a key; which one it is is decided.
    fn entry(&mut self, entries: &[Mixed], key: &Mixed) -> Option<usize> {
        for (at, known) in entries.iter().enumerate().step_by(2) {
            let same = self.binary_term(BinOp::Eq, key, known);
            let is_same = key.concrete == known.concrete;
            self.decide(same, is_same);
            if is_same {
                return Some(at);
            }
        }
        None
    }

    /// The entries with another one.
    fn put(&mut self, mut entries: Vec<Mixed>, key: &Mixed, value: &Mixed) -> Option<Vec<Mixed>> {
        if entries.len() > MAX_PARTS {
            return None;
        }
        match self.entry(&entries, key).map(|at| at + 1) {
            Some(at) => *entries.get_mut(at)? = value.clone(),
            None => entries.extend([key.clone(), value.clone()]),
        }
        Some(entries)
    }

    /// The condition that a value is one of these.
    fn is_one_of(&self, element: &Mixed, all: &[Mixed]) -> Option<Term> {
        let member = self.membership(element, all);
        self.term(|_| member)
    }

    /// The same, also if it does not depend on the input.
    fn membership(&self, element: &Mixed, all: &[Mixed]) -> Option<Term> {
        let each = all.iter().map(|other| self.equality(element, other));
        let each = each.collect::<Option<Vec<Term>>>()?;
        Some(self.formulas.borrow_mut().terms.or(each))
    }

    /// The condition that two values are equal, also if it does not depend on the input.
    fn equality(&self, left: &Mixed, right: &Mixed) -> Option<Term> {
        if let Some(term) = self.binary_term(BinOp::Eq, left, right) {
            return Some(term);
        }
        let depends = |value: &Mixed| value.term.is_some() || value.parts.is_some();
        let is_reference = |value: &Mixed| matches!(value.concrete, Value::Ref(_));
        // A term that is constant has been dropped: the values decide.
        let is_decided = !depends(left) && !depends(right)
            || left.term == right.term
            || is_reference(left) && is_reference(right)
            || left.term.is_some() && right.term.is_some();
        let same = left.concrete == right.concrete;
        is_decided.then(|| self.formulas.borrow_mut().terms.bool(same))
    }
}
