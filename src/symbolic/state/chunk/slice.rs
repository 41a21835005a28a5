//! Slices of arrays. The value of a slice is the array's contents; they are meaningful
//! only within the bounds and are the default elsewhere. An empty slice carries no
//! permission, so its amount is unconstrained.

use super::{Place, WriteTerm};
use crate::logic::terms::term::Node;
use crate::logic::{Elem, Position, Term, Terms};
use num_traits::{One, Zero};

/// The elements of an array from one index up to another, exclusively.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slice {
    /// The sort of the elements.
    pub elem: Elem,
    /// The array.
    pub array: Term,
    /// The start of the slice, in the order of the heap's index.
    pub from: Position,
    /// The first index.
    pub lo: Term,
    /// The index after the last one.
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

    /// The equalities of the bounds with those of another slice.
    pub(super) fn same_bounds(&self, terms: &mut Terms, other: &Slice) -> [Term; 2] {
        [terms.eq(self.lo, other.lo), terms.eq(self.hi, other.hi)]
    }

    /// The condition that it contains another slice.
    pub fn contains(&self, terms: &mut Terms, other: &Slice) -> Term {
        let parts = [
            terms.eq(self.array, other.array),
            terms.le(self.lo, other.lo),
            terms.le(other.hi, self.hi),
        ];
        terms.and(parts)
    }

    /// The condition that an amount of it can be held: at most 1, unless it is empty.
    pub(super) fn at_most_one(&self, terms: &mut Terms, amount: Term) -> Term {
        let one = terms.write();
        let fits = terms.le(amount, one);
        let empty = terms.le(self.hi, self.lo);
        terms.or([empty, fits])
    }

    /// The condition that it shares no element with another slice of the same array.
    pub(super) fn disjoint(&self, terms: &mut Terms, other: &Slice) -> Term {
        let parts = [
            terms.le(self.hi, other.lo),
            terms.le(other.hi, self.lo),
            terms.le(self.hi, self.lo),
            terms.le(other.hi, other.lo),
        ];
        terms.or(parts)
    }

    /// Whether it ends syntactically at the end of the array.
    fn is_to_end(&self, terms: &Terms) -> bool {
        match terms.node(self.hi) {
            Node::App(f, args) => terms.function_name(*f) == "length" && **args == [self.array],
            _ => false,
        }
    }

    /// Whether it is syntactically the whole array.
    #[must_use]
    pub fn is_whole(&self, terms: &Terms) -> bool {
        let lo = terms.linear(self.lo);
        lo.parts.is_empty() && lo.constant.is_zero() && self.is_to_end(terms)
    }

    /// Whether it is syntactically a single element.
    #[must_use]
    pub fn is_element(&self, terms: &Terms) -> bool {
        let size = terms.difference(self.hi, self.lo);
        size.parts.is_empty() && size.constant.is_one()
    }

    /// Writes the slice without its array, for messages; `.elems` for the whole array.
    pub(super) fn write(&self, terms: &Terms, term: WriteTerm<'_>, out: &mut String) {
        if self.is_whole(terms) {
            return out.push_str(".elems");
        }
        out.push('[');
        term(self.lo, 0, out);
        if self.is_element(terms) {
            return out.push(']');
        }
        out.push_str("..");
        if !self.is_to_end(terms) {
            term(self.hi, 0, out);
        }
        out.push(']');
    }

    /// The slice in program syntax.
    pub(super) fn text(
        &self,
        terms: &Terms,
        array: &str,
        value: &mut dyn FnMut(Term) -> Option<String>,
    ) -> Option<String> {
        if self.is_whole(terms) {
            return Some(format!("{array}.elems"));
        }
        let lo = value(self.lo)?;
        let hi = match self.is_to_end(terms) {
            true => String::new(),
            false => value(self.hi)?,
        };
        Some(format!("{array}[{lo}..{hi}]"))
    }
}
