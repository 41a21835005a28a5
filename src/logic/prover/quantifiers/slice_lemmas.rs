//! Laws of slices of contents read as sequences: of contents with an element
//! replaced, of contents by parts, and of slices that are beside one another.

use super::theory_lemmas::Laws;
use crate::logic::prover::Decider;
use crate::logic::prover::congruence::{Id, Op};
use crate::logic::prover::linear::Q;
use crate::logic::terms::collections::Coll;
use crate::logic::terms::term::{Term, Terms};
use num_traits::{One, Zero};

/// The most slices of a question that are looked at.
const MAX_SLICES: usize = 40;

/// A node that reads a slice of contents as a sequence.
#[derive(Clone, Copy)]
struct Slice {
    id: Id,
    t: Term,
    contents: Term,
    lo: Term,
    hi: Term,
}

impl Decider {
    /// The laws of the slices among some nodes that were not made before.
    pub(in crate::logic) fn laws_of_slices(
        &self,
        terms: &mut Terms,
        nodes: &[Id],
        laws: &mut Laws<'_>,
    ) {
        let asked = nodes.iter().filter_map(|&id| self.slice(id));
        let asked: Vec<Slice> = asked.take(MAX_SLICES).collect();
        if asked.is_empty() || laws.instances.is_full() {
            return;
        }
        let all = self.closure.nodes().filter_map(|id| self.slice(id));
        let all: Vec<Slice> = all.collect();
        for slice in asked {
            self.laws_of_made(terms, slice, laws);
            let others = all.iter().filter(|other| self.same_part(slice, **other, 0));
            let others: Vec<Slice> = others.copied().collect();
            for &first in &others {
                if self.same_part(slice, first, 1) {
                    self.laws_of_neighbours(terms, slice, first, &others, laws);
                }
            }
        }
    }

    fn slice(&self, id: Id) -> Option<Slice> {
        if self.closure.op(id) != Op::Coll(Coll::SeqOf) {
            return None;
        }
        let part = |at| self.closure.term(self.closure.arg(id, at));
        Some(Slice {
            id,
            t: self.closure.term(id)?,
            contents: part(0)?,
            lo: part(1)?,
            hi: part(2)?,
        })
    }

    /// Of contents that equal some that are made of others.
    fn laws_of_made(&self, terms: &mut Terms, slice: Slice, laws: &mut Laws<'_>) {
        let contents = self.closure.arg(slice.id, 0);
        for &made in &self.closure.class(contents).made {
            let Some(made) = self.closure.term(made).filter(|&t| t != slice.contents) else {
                continue;
            };
            if laws.instances.note(slice.t, vec![made]) {
                let same = terms.seq_of(made, slice.lo, slice.hi);
                laws.due.push(terms.eq(slice.t, same));
            }
        }
    }

    /// A slice is the one before its last element, with that; and two that are beside
    /// one another are one.
    fn laws_of_neighbours(
        &self,
        terms: &mut Terms,
        slice: Slice,
        first: Slice,
        slices: &[Slice],
        laws: &mut Laws<'_>,
    ) {
        if slice.id == first.id || laws.instances.is_full() {
            return;
        }
        if self.is_ahead(slice, first) && laws.instances.note(slice.t, vec![first.t]) {
            let last = terms.select(slice.contents, first.hi);
            let last = terms.seq_unit(last);
            laws.due.push(together(terms, slice, first, last));
        }
        for &second in slices {
            let beside = self.same_part(slice, second, 2)
                && self.closure.same(
                    self.closure.arg(first.id, 2),
                    self.closure.arg(second.id, 1),
                );
            if beside
                && second.id != slice.id
                && laws.instances.note(slice.t, vec![first.t, second.t])
            {
                let law = together(terms, slice, first, second.t);
                let within = terms.le(second.lo, second.hi);
                laws.due.push(terms.implies(within, law));
            }
        }
    }

    fn same_part(&self, a: Slice, b: Slice, at: usize) -> bool {
        self.closure
            .same(self.closure.arg(a.id, at), self.closure.arg(b.id, at))
    }

    /// Whether one slice ends one element behind the other.
    fn is_ahead(&self, a: Slice, b: Slice) -> bool {
        let (a, b) = (self.closure.arg(a.id, 2), self.closure.arg(b.id, 2));
        let rest = self.arithmetic.difference(a, b);
        let rest = rest.and_then(|difference| difference.shifted(-Q::one()));
        rest.and_then(|rest| rest.value())
            .is_some_and(|q| q.is_zero())
    }
}

/// A slice is another one that begins with it, with what comes then, if that one's
/// bounds are in order.
fn together(terms: &mut Terms, slice: Slice, first: Slice, then: Term) -> Term {
    let whole = terms.seq_concat(first.t, then);
    let (same, within) = (terms.eq(slice.t, whole), terms.le(first.lo, first.hi));
    terms.implies(within, same)
}
