//! Slices of arrays: what is known of one are the array's contents. Of contents only
//! what is within the bounds means anything; they are the default elsewhere. A slice
//! without elements is no memory: nothing is known of amounts of it.

use super::{Place, WriteTerm};
use crate::logic::terms::term::Node;
use crate::logic::{Elem, Position, Term, Terms};
use num_traits::{One, Zero};

/// The elements of an array from one index on, before another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slice {
    /// The sort of the elements.
    pub elem: Elem,
    /// The array.
    pub array: Term,
    /// Where it begins, as the heap's index orders slices.
    pub from: Position,
    /// The first index.
    pub lo: Term,
    /// The index behind the last one.
    pub hi: Term,
}

impl Slice {
    /// The place of a slice, by its bounds.
    #[must_use]
    #[allow(clippy::new_ret_no_self, reason = "places are used as one type")]
    pub fn new(terms: &mut Terms, elem: Elem, array: Term, lo: Term, hi: Term) -> Place {
        let from = terms.position(lo);
        Place::Slice(Slice {
            elem,
            array,
            from,
            lo,
            hi,
        })
    }

    /// The bounds.
    #[must_use]
    pub fn bounds(&self) -> (Term, Term) {
        (self.lo, self.hi)
    }

    /// Another slice of the same array.
    #[must_use]
    pub fn with_bounds(&self, terms: &mut Terms, lo: Term, hi: Term) -> Place {
        Slice::new(terms, self.elem, self.array, lo, hi)
    }

    /// That the bounds are those of another slice.
    pub(super) fn same_bounds(&self, terms: &mut Terms, other: &Slice) -> [Term; 2] {
        [terms.eq(self.lo, other.lo), terms.eq(self.hi, other.hi)]
    }

    /// That it contains another slice of the same array.
    pub fn contains(&self, terms: &mut Terms, other: &Slice) -> Term {
        let parts = [
            terms.eq(self.array, other.array),
            terms.le(self.lo, other.lo),
            terms.le(other.hi, self.hi),
        ];
        terms.and(parts)
    }

    /// That an amount of it can be held: at most 1, or it has no elements.
    pub(super) fn at_most_one(&self, terms: &mut Terms, amount: Term) -> Term {
        let one = terms.write();
        let fits = terms.le(amount, one);
        let empty = terms.le(self.hi, self.lo);
        terms.or([empty, fits])
    }

    /// That it has no element in common with another slice of the same array.
    pub(super) fn disjoint(&self, terms: &mut Terms, other: &Slice) -> Term {
        let parts = [
            terms.le(self.hi, other.lo),
            terms.le(other.hi, self.lo),
            terms.le(self.hi, self.lo),
            terms.le(other.hi, other.lo),
        ];
        terms.or(parts)
    }

    /// Whether it ends where the array does, as far as its form tells.
    fn is_to_end(&self, terms: &Terms) -> bool {
        match terms.node(self.hi) {
            Node::App(f, args) => terms.function_name(*f) == "length" && **args == [self.array],
            _ => false,
        }
    }

    /// Whether it is all of the array, as far as its form tells.
    fn is_whole(&self, terms: &Terms) -> bool {
        let lo = terms.linear(self.lo);
        lo.parts.is_empty() && lo.constant.is_zero() && self.is_to_end(terms)
    }

    /// Writes what stands behind the array in messages; `.elems` where it is all of it.
    pub(super) fn write(&self, terms: &Terms, term: WriteTerm<'_>, out: &mut String) {
        if self.is_whole(terms) {
            return out.push_str(".elems");
        }
        out.push('[');
        term(self.lo, 0, out);
        let size = terms.difference(self.hi, self.lo);
        if size.parts.is_empty() && size.constant.is_one() {
            return out.push(']');
        }
        out.push_str("..");
        if !self.is_to_end(terms) {
            term(self.hi, 0, out);
        }
        out.push(']');
    }

    /// The slice as a program writes it.
    pub(super) fn text(
        &self,
        terms: &Terms,
        array: &str,
        value: &mut dyn FnMut(Term) -> Option<String>,
    ) -> Option<String> {
        if self.is_whole(terms) {
            return Some(format!("{array}.elems"));
        }
        let (lo, hi) = (value(self.lo)?, value(self.hi)?);
        Some(format!("{array}[{lo}..{hi}]"))
    }
}
