//! Slices of arrays. The value of a slice is the array's contents; they are meaningful
//! only within the bounds and are the default elsewhere. An empty slice carries no
//! permission, so its amount is unconstrained.

use super::kind::{Content, Kind, Pair, Syntax, Usage, Writer, location_permission, points_to};
use super::{Place, Resource};
use num_traits::{One, Zero};
use veriframe_ir::{Program, Type};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Elem, Position, Sort, Term, Terms};

/// The elements of an array from one index up to another, exclusively.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slice {
    /// The sort of the elements.
    pub elem: Elem,
    /// The array.
    pub array: Term,
    /// The start of the slice, in the order of the heap's index.
    from: Position,
    /// The first index, and the index after the last one.
    bounds: [Term; 2],
}

impl Slice {
    /// The slice of an array with these bounds.
    #[must_use]
    pub fn new(terms: &mut Terms, elem: Elem, array: Term, lo: Term, hi: Term) -> Slice {
        Slice {
            elem,
            array,
            from: terms.position(lo),
            bounds: [lo, hi],
        }
    }

    /// The place of the slice.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::Slice(self.clone())
    }

    /// The first index.
    #[must_use]
    pub fn lo(&self) -> Term {
        let [lo, _] = self.bounds;
        lo
    }

    /// The index after the last one.
    #[must_use]
    pub fn hi(&self) -> Term {
        let [_, hi] = self.bounds;
        hi
    }

    /// The bounds.
    #[must_use]
    pub fn bounds(&self) -> (Term, Term) {
        (self.lo(), self.hi())
    }

    /// Another slice of the same array.
    #[must_use]
    pub fn with_bounds(&self, terms: &mut Terms, lo: Term, hi: Term) -> Slice {
        Slice::new(terms, self.elem, self.array, lo, hi)
    }

    /// What is left of the slice below and above one that it contains. Either can be
    /// empty.
    pub fn without(&self, terms: &mut Terms, inner: &Slice) -> [Slice; 2] {
        [
            self.with_bounds(terms, self.lo(), inner.lo()),
            self.with_bounds(terms, inner.hi(), self.hi()),
        ]
    }

    /// The condition that the bounds are in order and within an array of this length.
    pub fn is_proper(&self, terms: &mut Terms, length: Term) -> Term {
        let zero = terms.int(0);
        let parts = [
            terms.le(zero, self.lo()),
            terms.le(self.lo(), self.hi()),
            terms.le(self.hi(), length),
        ];
        terms.and(parts)
    }

    /// The condition that it has the element at an index.
    pub fn has_index(&self, terms: &mut Terms, index: Term) -> Term {
        let parts = [terms.le(self.lo(), index), terms.lt(index, self.hi())];
        terms.and(parts)
    }

    /// The condition that an index separates it into two slices, each possibly empty.
    pub fn is_split_by(&self, terms: &mut Terms, index: Term) -> Term {
        let sides = [terms.le(self.lo(), index), terms.le(index, self.hi())];
        terms.and(sides)
    }

    /// The condition that an index is one of the bounds.
    pub fn is_bound(&self, terms: &mut Terms, index: Term) -> Term {
        let ends = [terms.eq(self.lo(), index), terms.eq(index, self.hi())];
        terms.or(ends)
    }

    /// The contents of a slice without elements.
    pub fn no_contents(&self, terms: &mut Terms) -> Term {
        let default = terms.default_of(self.elem.sort());
        terms.fill(self.elem, default)
    }

    /// The condition that it shares no element with another slice of the same array.
    fn disjoint(&self, terms: &mut Terms, other: &Slice) -> Term {
        let parts = [
            terms.le(self.hi(), other.lo()),
            terms.le(other.hi(), self.lo()),
            terms.le(self.hi(), self.lo()),
            terms.le(other.hi(), other.lo()),
        ];
        terms.or(parts)
    }

    /// Whether it ends syntactically at the end of the array.
    fn is_to_end(&self, terms: &Terms) -> bool {
        match terms.node(self.hi()) {
            Node::App(f, args) => terms.function_name(*f) == "length" && **args == [self.array],
            _ => false,
        }
    }

    /// Whether it is syntactically the whole array.
    #[must_use]
    pub fn is_whole(&self, terms: &Terms) -> bool {
        let lo = terms.linear(self.lo());
        lo.parts.is_empty() && lo.constant.is_zero() && self.is_to_end(terms)
    }

    /// Whether it is syntactically a single element.
    fn is_element(&self, terms: &Terms) -> bool {
        let size = terms.difference(self.hi(), self.lo());
        size.parts.is_empty() && size.constant.is_one()
    }
}

impl Kind for Slice {
    fn resource(&self) -> Resource {
        Resource::Elems(self.elem)
    }

    fn receiver(&self) -> Option<Term> {
        Some(self.array)
    }

    fn further_operands(&self) -> &[Term] {
        &self.bounds
    }

    fn start(&self) -> Option<&Position> {
        Some(&self.from)
    }

    fn with_operands(&self, terms: &mut Terms, operands: &[Term]) -> Option<Place> {
        let &[array, lo, hi] = operands else {
            return None;
        };
        Some(Slice::new(terms, self.elem, array, lo, hi).place())
    }

    fn includes(&self, terms: &mut Terms, other: &Slice) -> Term {
        let parts = [
            terms.eq(self.array, other.array),
            terms.le(self.lo(), other.lo()),
            terms.le(other.hi(), self.hi()),
        ];
        terms.and(parts)
    }

    fn empty(&self, terms: &mut Terms) -> Term {
        terms.le(self.hi(), self.lo())
    }

    /// Amounts that exceed 1 together belong to slices that share no element.
    fn facts_beside(&self, terms: &mut Terms, other: &Slice, chunks: Pair<'_>) -> Vec<Term> {
        let disjoint = self.disjoint(terms, other);
        let same_array = terms.eq(self.array, other.array);
        let bound = chunks.amount_bound(terms);
        let sound = terms.or([disjoint, bound]);
        let mut facts = vec![terms.implies(same_array, sound)];
        let agree = chunks.agree(terms);
        let fact = terms.implies(chunks.same, agree);
        if !terms.is_bool(bound, false) {
            facts.push(fact);
        }
        facts
    }

    /// The bounds determine which elements there are: they must not depend on the path.
    fn may_merge(&self, _: &Slice) -> bool {
        false
    }

    fn value_sort(&self, _: &Program) -> Sort {
        Sort::Elems(self.elem)
    }

    fn value_type<'p>(&self, _: &'p Program) -> Option<&'p Type> {
        None
    }

    fn denotes_value(&self) -> bool {
        false
    }

    /// `.elems` for the whole array.
    fn write(&self, writer: Writer<'_>, receiver: &str, out: &mut String) {
        let Writer { terms, term, .. } = writer;
        out.push_str(receiver);
        if self.is_whole(terms) {
            return out.push_str(".elems");
        }
        out.push('[');
        term(self.lo(), 0, out);
        if self.is_element(terms) {
            return out.push(']');
        }
        out.push_str("..");
        if !self.is_to_end(terms) {
            term(self.hi(), 0, out);
        }
        out.push(']');
    }

    fn write_chunk(&self, writer: Writer<'_>, content: Content<'_>) -> String {
        points_to(self, writer, content)
    }

    /// Permission is to slices, but statements read and write elements: `a[i]`.
    fn text(
        &self,
        syntax: Syntax<'_>,
        array: &str,
        value: &mut dyn FnMut(Term) -> Option<String>,
    ) -> Option<String> {
        let Syntax { terms, usage, .. } = syntax;
        if usage == Usage::Statement && self.is_element(terms) {
            return Some(format!("{array}[{}]", value(self.lo())?));
        }
        if self.is_whole(terms) {
            return Some(format!("{array}.elems"));
        }
        let lo = value(self.lo())?;
        let hi = if self.is_to_end(terms) {
            String::new()
        } else {
            value(self.hi())?
        };
        Some(format!("{array}[{lo}..{hi}]"))
    }

    fn permission(&self, place: &str, amount: &str) -> String {
        location_permission(place, amount)
    }
}
