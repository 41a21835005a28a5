//! Operations on sequences.

use super::collections::{Coll, element};
use super::term::{Elem, Term, Terms};
use crate::deep;

impl Terms {
    /// The empty sequence.
    pub fn seq_empty(&mut self, elem: Elem) -> Term {
        self.coll_node(Coll::SeqEmpty(elem), &[])
    }

    /// The sequence of one element.
    pub fn seq_unit(&mut self, v: Term) -> Term {
        self.coll_node(Coll::SeqUnit, &[v])
    }

    /// The sequence of these elements.
    pub fn seq_of_items(&mut self, elem: Elem, items: &[Term]) -> Term {
        let parts: Vec<Term> = items.iter().map(|&v| self.seq_unit(v)).collect();
        self.seq_of_parts(elem, &parts)
    }

    /// The concatenation of parts that are no concatenations.
    fn seq_of_parts(&mut self, elem: Elem, parts: &[Term]) -> Term {
        match parts {
            [] => self.seq_empty(elem),
            [one] => *one,
            _ => self.coll_node(Coll::SeqConcat, parts),
        }
    }

    /// The concatenation of two sequences.
    pub fn seq_concat(&mut self, a: Term, b: Term) -> Term {
        if self.is_empty_coll(a) {
            return b;
        }
        if self.is_empty_coll(b) {
            return a;
        }
        match self.all_parts(Coll::SeqConcat, a, b) {
            Some(parts) => self.coll_node(Coll::SeqConcat, &parts),
            None => {
                let (first, second) = (self.seq_len(a), self.seq_len(b));
                self.join(Coll::SeqJoin, [a, b], [first, second])
            }
        }
    }

    /// The length of a sequence.
    pub fn seq_len(&mut self, s: Term) -> Term {
        match self.as_coll(s) {
            Some((Coll::SeqEmpty(_), _)) => self.int(0),
            Some((Coll::SeqUnit, _)) => self.int(1),
            Some((Coll::SeqUpdate, &[inner, ..])) => deep(|| self.seq_len(inner)),
            Some((Coll::SeqJoin, _)) if let Some(&length) = self.joined.get(&s) => length,
            Some((Coll::SeqConcat, parts)) => {
                let is_unit = |part: &Term| matches!(self.as_coll(*part), Some((Coll::SeqUnit, _)));
                let others: Vec<Term> = parts.iter().copied().filter(|p| !is_unit(p)).collect();
                let units = self.int(parts.len() - others.len());
                let mut lengths: Vec<Term> = others.into_iter().map(|p| self.seq_len(p)).collect();
                lengths.push(units);
                self.sum(&lengths)
            }
            Some((Coll::SeqTake, &[inner, n])) => {
                let (none, length) = (self.int(0), deep(|| self.seq_len(inner)));
                if self.surely_le(none, n) && self.surely_le(n, length) {
                    return n;
                }
                self.coll_node(Coll::SeqLen, &[s])
            }
            Some((Coll::SeqDrop, &[inner, n])) => {
                let (none, length) = (self.int(0), deep(|| self.seq_len(inner)));
                if self.surely_le(none, n) && self.surely_le(n, length) {
                    return self.sub(length, n);
                }
                self.coll_node(Coll::SeqLen, &[s])
            }
            Some((Coll::SeqOf, &[_, lo, hi])) if self.surely_le(lo, hi) => self.sub(hi, lo),
            _ => self.coll_node(Coll::SeqLen, &[s]),
        }
    }

    /// The element at an index, which should be within bounds.
    pub fn seq_index(&mut self, s: Term, i: Term) -> Term {
        let none = self.int(0);
        match self.as_coll(s) {
            Some((Coll::SeqUnit, &[v])) if i == none => v,
            Some((Coll::SeqConcat, parts)) => {
                let parts = parts.to_vec();
                self.concat_index(&parts, s, i)
            }
            Some((Coll::SeqJoin, &[first, second])) => {
                let length = self.seq_len(first);
                if self.surely_le(none, i) && self.surely_lt(i, length) {
                    return deep(|| self.seq_index(first, i));
                }
                if self.surely_le(length, i) {
                    let at = self.sub(i, length);
                    return deep(|| self.seq_index(second, at));
                }
                self.coll_node(Coll::SeqIndex, &[s, i])
            }
            Some((Coll::SeqTake, &[inner, n])) if self.surely_lt(i, n) => {
                deep(|| self.seq_index(inner, i))
            }
            Some((Coll::SeqDrop, &[inner, n]))
                if self.surely_le(none, n) && self.surely_le(none, i) =>
            {
                let at = self.add(i, n);
                deep(|| self.seq_index(inner, at))
            }
            Some((Coll::SeqUpdate, &[inner, at, v])) => {
                if self.distinct(at, i) {
                    return deep(|| self.seq_index(inner, i));
                }
                let length = self.seq_len(inner);
                if at == i && self.surely_le(none, i) && self.surely_lt(i, length) {
                    return v;
                }
                self.coll_node(Coll::SeqIndex, &[s, i])
            }
            Some((Coll::SeqOf, &[contents, lo, hi])) => {
                let at = self.add(lo, i);
                if self.surely_le(none, i) && self.surely_lt(at, hi) {
                    return self.select(contents, at);
                }
                self.coll_node(Coll::SeqIndex, &[s, i])
            }
            _ => self.coll_node(Coll::SeqIndex, &[s, i]),
        }
    }

    /// The element of a concatenation: that of the part which syntactically contains
    /// the index.
    fn concat_index(&mut self, parts: &[Term], s: Term, i: Term) -> Term {
        let none = self.int(0);
        let mut at = i;
        let mut rest = parts;
        while let Some((&part, others)) = rest.split_first() {
            let length = self.seq_len(part);
            if others.is_empty() || (self.surely_le(none, at) && self.surely_lt(at, length)) {
                return if rest.len() == parts.len() && others.is_empty() {
                    self.coll_node(Coll::SeqIndex, &[s, i])
                } else {
                    deep(|| self.seq_index(part, at))
                };
            }
            if !self.surely_le(length, at) {
                break;
            }
            at = self.sub(at, length);
            rest = others;
        }
        let s = self.seq_of_parts(element(self.sort(s)), rest);
        self.coll_node(Coll::SeqIndex, &[s, at])
    }

    /// The first `n` elements; `n` is clamped to the bounds.
    pub fn seq_take(&mut self, s: Term, n: Term) -> Term {
        let (none, length, elem) = (self.int(0), self.seq_len(s), element(self.sort(s)));
        if self.surely_le(n, none) {
            return self.seq_empty(elem);
        }
        if self.surely_le(length, n) {
            return s;
        }
        match self.as_coll(s) {
            Some((Coll::SeqConcat, parts)) => {
                let parts = parts.to_vec();
                self.concat_take(&parts, s, n)
            }
            Some((Coll::SeqTake, &[inner, m])) => {
                if self.surely_le(n, m) {
                    return deep(|| self.seq_take(inner, n));
                }
                if self.surely_le(m, n) {
                    return s;
                }
                self.coll_node(Coll::SeqTake, &[s, n])
            }
            Some((Coll::SeqUpdate, &[inner, i, v])) => {
                if self.surely_le(n, i) {
                    return deep(|| self.seq_take(inner, n));
                }
                if self.surely_lt(i, n) {
                    let inner = deep(|| self.seq_take(inner, n));
                    return self.seq_update(inner, i, v);
                }
                self.coll_node(Coll::SeqTake, &[s, n])
            }
            Some((Coll::SeqOf, &[contents, lo, hi])) => {
                let end = self.add(lo, n);
                if self.surely_le(end, hi) {
                    return self.seq_of(contents, lo, end);
                }
                self.coll_node(Coll::SeqTake, &[s, n])
            }
            _ => self.coll_node(Coll::SeqTake, &[s, n]),
        }
    }

    /// The number of parts that syntactically end at or before `n`, and the rest of
    /// `n`.
    fn whole_parts(&mut self, parts: &[Term], n: Term) -> (usize, Term) {
        let (mut count, mut left) = (0, n);
        for &part in parts {
            let length = self.seq_len(part);
            if !self.surely_le(length, left) {
                break;
            }
            left = self.sub(left, length);
            count += 1;
        }
        (count, left)
    }

    fn concat_take(&mut self, parts: &[Term], s: Term, n: Term) -> Term {
        let elem = element(self.sort(s));
        let (count, left) = self.whole_parts(parts, n);
        let (whole, rest) = parts.split_at_checked(count).unwrap_or((parts, &[]));
        let Some(&next) = rest.first() else { return s };
        let (none, length) = (self.int(0), self.seq_len(next));
        let last = if self.surely_le(left, none) {
            self.seq_empty(elem)
        } else if rest.len() == 1 || self.surely_le(left, length) {
            if rest.len() == parts.len() && rest.len() == 1 {
                return self.coll_node(Coll::SeqTake, &[s, n]);
            }
            deep(|| self.seq_take(next, left))
        } else {
            let rest = self.seq_of_parts(elem, rest);
            self.coll_node(Coll::SeqTake, &[rest, left])
        };
        let whole = self.seq_of_parts(elem, whole);
        self.seq_concat(whole, last)
    }

    /// All but the first `n` elements; `n` is clamped to the bounds.
    pub fn seq_drop(&mut self, s: Term, n: Term) -> Term {
        let (none, length, elem) = (self.int(0), self.seq_len(s), element(self.sort(s)));
        if self.surely_le(n, none) {
            return s;
        }
        if self.surely_le(length, n) {
            return self.seq_empty(elem);
        }
        match self.as_coll(s) {
            Some((Coll::SeqConcat, parts)) => {
                let parts = parts.to_vec();
                self.concat_drop(&parts, s, n)
            }
            Some((Coll::SeqDrop, &[inner, m]))
                if self.surely_le(none, m) && self.surely_le(none, n) =>
            {
                let both = self.add(m, n);
                deep(|| self.seq_drop(inner, both))
            }
            Some((Coll::SeqUpdate, &[inner, i, v])) => {
                if self.surely_lt(i, n) {
                    return deep(|| self.seq_drop(inner, n));
                }
                if self.surely_le(none, n) && self.surely_le(n, i) {
                    let inner = deep(|| self.seq_drop(inner, n));
                    let at = self.sub(i, n);
                    return self.seq_update(inner, at, v);
                }
                self.coll_node(Coll::SeqDrop, &[s, n])
            }
            Some((Coll::SeqOf, &[contents, lo, hi])) if self.surely_le(none, n) => {
                let start = self.add(lo, n);
                self.seq_of(contents, start, hi)
            }
            _ => self.coll_node(Coll::SeqDrop, &[s, n]),
        }
    }

    fn concat_drop(&mut self, parts: &[Term], s: Term, n: Term) -> Term {
        let elem = element(self.sort(s));
        let (count, left) = self.whole_parts(parts, n);
        let (_, rest) = parts.split_at_checked(count).unwrap_or((parts, &[]));
        let Some((&next, others)) = rest.split_first() else {
            return self.seq_empty(elem);
        };
        let (none, length) = (self.int(0), self.seq_len(next));
        if self.surely_le(left, none) {
            return self.seq_of_parts(elem, rest);
        }
        if others.is_empty() || self.surely_le(left, length) {
            let first = deep(|| self.seq_drop(next, left));
            let others = self.seq_of_parts(elem, others);
            return self.seq_concat(first, others);
        }
        let rest = self.seq_of_parts(elem, rest);
        self.coll_node(Coll::SeqDrop, &[rest, left])
    }

    /// The sequence with the element at an index replaced; unchanged if the index is
    /// out of bounds.
    pub fn seq_update(&mut self, s: Term, i: Term, v: Term) -> Term {
        let (none, length) = (self.int(0), self.seq_len(s));
        if self.surely_lt(i, none) || self.surely_le(length, i) {
            return s;
        }
        match self.as_coll(s) {
            Some((Coll::SeqUpdate, &[inner, at, _])) if at == i => self.seq_update(inner, i, v),
            Some((Coll::SeqUnit, _)) if i == none => self.seq_unit(v),
            _ => self.coll_node(Coll::SeqUpdate, &[s, i, v]),
        }
    }

    /// Whether a value is in a sequence.
    pub fn seq_contains(&mut self, s: Term, v: Term) -> Term {
        if self.is_newer(s, v) {
            return self.bool(false);
        }
        match self.as_coll(s) {
            Some((Coll::SeqEmpty(_), _)) => self.bool(false),
            Some((Coll::SeqUnit, &[one])) => self.eq(one, v),
            Some((Coll::SeqConcat, parts)) => {
                let parts = parts.to_vec();
                let inside: Vec<Term> = parts
                    .into_iter()
                    .map(|part| self.seq_contains(part, v))
                    .collect();
                self.or(inside)
            }
            _ => self.coll_node(Coll::SeqContains, &[s, v]),
        }
    }

    /// Equality of sequences: false for different lengths; common prefixes and suffixes
    /// cancel out, and elements at the same distance from an end are compared.
    pub(crate) fn eq_seqs(&mut self, a: Term, b: Term) -> Term {
        let (left, right) = (self.seq_len(a), self.seq_len(b));
        if self.surely_lt(left, right) || self.surely_lt(right, left) {
            return self.bool(false);
        }
        let elem = element(self.sort(a));
        let (xs, ys) = (
            self.parts_of(Coll::SeqConcat, a),
            self.parts_of(Coll::SeqConcat, b),
        );
        let mut pairs = Vec::new();
        let front = self.matching(xs.iter().zip(&ys), &mut pairs);
        let (xs, ys) = (xs.get(front..), ys.get(front..));
        let (xs, ys) = (xs.unwrap_or_default(), ys.unwrap_or_default());
        let back = self.matching(xs.iter().rev().zip(ys.iter().rev()), &mut pairs);
        let rest = |parts: &[Term]| parts.get(..parts.len() - back).map(<[Term]>::to_vec);
        let (xs, ys) = (rest(xs).unwrap_or_default(), rest(ys).unwrap_or_default());
        let mut same: Vec<Term> = Vec::with_capacity(pairs.len() + 1);
        for (u, v) in pairs {
            let equal = self.eq(u, v);
            if self.is_bool(equal, false) {
                return equal;
            }
            same.push(equal);
        }
        if !xs.is_empty() || !ys.is_empty() {
            let (x, y) = (self.seq_of_parts(elem, &xs), self.seq_of_parts(elem, &ys));
            same.push(if (x, y) == (a, b) {
                self.eq_node(a, b)
            } else {
                self.eq(x, y)
            });
        }
        self.and(same)
    }

    /// The number of leading pairs of parts that are equal, or that are single elements: these are
    /// added to `elements`.
    fn matching<'t>(
        &self,
        pairs: impl Iterator<Item = (&'t Term, &'t Term)>,
        elements: &mut Vec<(Term, Term)>,
    ) -> usize {
        let mut count = 0;
        for (&x, &y) in pairs {
            if x != y {
                let (Some((Coll::SeqUnit, &[u])), Some((Coll::SeqUnit, &[v]))) =
                    (self.as_coll(x), self.as_coll(y))
                else {
                    break;
                };
                elements.push((u, v));
            }
            count += 1;
        }
        count
    }
}
