//! Slices of array contents: merged, restricted, and read as sequences.

use super::collections::{Coll, element};
use super::term::{Node, Sort, Term, Terms};

impl Terms {
    /// Contents that equal `below` at indices below `at`, and `above` from there on.
    pub fn merge(&mut self, below: Term, at: Term, above: Term) -> Term {
        let (mut below, mut above) = (below, above);
        while let Some((Coll::Merge, &[inner, mid, _])) = self.as_coll(below) {
            if !self.surely_le(at, mid) {
                break;
            }
            below = inner;
        }
        while let Some((Coll::Merge, &[_, mid, inner])) = self.as_coll(above) {
            if !self.surely_le(mid, at) {
                break;
            }
            above = inner;
        }
        if below == above {
            return below;
        }
        self.coll_node(Coll::Merge, &[below, at, above])
    }

    /// Contents that equal `c` from `lo` (inclusive) to `hi` (exclusive), and the
    /// default elsewhere. Contents that agree within the bounds have equal
    /// restrictions.
    pub fn restrict(&mut self, c: Term, lo: Term, hi: Term) -> Term {
        let default = self.default_of(self.sort(c));
        if self.surely_le(hi, lo) {
            return default;
        }
        let outer = self.skip_updates_outside(c, lo, hi);
        match self.node(c) {
            Node::Store(..) if let Some(inner) = outer => self.restrict(inner, lo, hi),
            &Node::Store(inner, i, _) if self.surely_lt(i, lo) || self.surely_le(hi, i) => {
                self.restrict(inner, lo, hi)
            }
            Node::Fill(..) if c == default => c,
            Node::Coll(Coll::Restrict, args) => match **args {
                [_, from, to] if from == lo && to == hi => c,
                [inner, from, to] if self.surely_le(from, lo) && self.surely_le(hi, to) => {
                    self.restrict(inner, lo, hi)
                }
                _ => self.coll_node(Coll::Restrict, &[c, lo, hi]),
            },
            Node::Coll(Coll::Merge, args) => match **args {
                [below, at, _] if self.surely_le(hi, at) => self.restrict(below, lo, hi),
                [_, at, above] if self.surely_le(at, lo) => self.restrict(above, lo, hi),
                _ => self.coll_node(Coll::Restrict, &[c, lo, hi]),
            },
            _ => self.coll_node(Coll::Restrict, &[c, lo, hi]),
        }
    }

    /// The sequence of the elements from `lo` (inclusive) to `hi` (exclusive); empty if
    /// `hi <= lo`.
    pub fn seq_of(&mut self, c: Term, lo: Term, hi: Term) -> Term {
        if self.surely_le(hi, lo) {
            return self.seq_empty(element(self.sort(c)));
        }
        let one = self.int(1);
        if self.sub(hi, lo) == one {
            let only = self.select(c, lo);
            return self.seq_unit(only);
        }
        match self.node(c) {
            // An update outside the bounds changes nothing.
            &Node::Store(inner, i, v) => {
                let (all, at) = (self.seq_of(inner, lo, hi), self.sub(i, lo));
                self.seq_update(all, at, v)
            }
            Node::Coll(Coll::Restrict, args) => match **args {
                [inner, from, to] if self.surely_le(from, lo) && self.surely_le(hi, to) => {
                    self.seq_of(inner, lo, hi)
                }
                _ => self.coll_node(Coll::SeqOf, &[c, lo, hi]),
            },
            Node::Coll(Coll::Merge, args) => match **args {
                [below, at, _] if self.surely_le(hi, at) => self.seq_of(below, lo, hi),
                [_, at, above] if self.surely_le(at, lo) => self.seq_of(above, lo, hi),
                [below, at, above] if self.surely_le(lo, at) && self.surely_le(at, hi) => {
                    let (left, right) = (self.seq_of(below, lo, at), self.seq_of(above, at, hi));
                    self.seq_concat(left, right)
                }
                _ => self.coll_node(Coll::SeqOf, &[c, lo, hi]),
            },
            _ => self.coll_node(Coll::SeqOf, &[c, lo, hi]),
        }
    }

    /// An element of merged or restricted contents.
    pub(crate) fn select_part(&mut self, c: Term, i: Term) -> Term {
        match self.as_coll(c) {
            Some((Coll::Merge, &[below, at, above])) => {
                if self.surely_lt(i, at) {
                    return self.select(below, i);
                }
                if self.surely_le(at, i) {
                    return self.select(above, i);
                }
                let (first, last) = (self.select(below, i), self.select(above, i));
                let is_below = self.lt(i, at);
                self.ite(is_below, first, last)
            }
            Some((Coll::Restrict, &[inner, lo, hi])) => {
                if self.surely_le(lo, i) && self.surely_lt(i, hi) {
                    return self.select(inner, i);
                }
                if self.surely_lt(i, lo) || self.surely_le(hi, i) {
                    return self.default_element(c);
                }
                self.intern(Node::Select(c, i))
            }
            _ => self.intern(Node::Select(c, i)),
        }
    }

    fn default_element(&mut self, c: Term) -> Term {
        match self.sort(c) {
            Sort::Elems(elem) => self.default_of(elem.sort()),
            other => self.default_of(other),
        }
    }
}
