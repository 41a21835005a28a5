//! Lemmas for slices of contents as sequences: over updates, over merged contents, and for
//! adjacent slices.

use super::theory_lemmas::Lemmas;
use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::prover::linear::Q;
use crate::terms::collections::Coll;
use crate::terms::term::{Term, Terms};
use num_traits::{One, Zero};

/// The most slices in one query.
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

impl Prover {
    /// Adds the new lemmas for the slices among some nodes.
    pub(crate) fn slice_lemmas(&self, terms: &mut Terms, nodes: &[Id], lemmas: &mut Lemmas<'_>) {
        let asked = nodes.iter().filter_map(|&id| self.slice(id));
        let asked: Vec<Slice> = asked.take(MAX_SLICES).collect();
        if asked.is_empty() || lemmas.instances.is_full() {
            return;
        }
        let all = self.closure.nodes().filter_map(|id| self.slice(id));
        let all: Vec<Slice> = all.collect();
        for slice in asked {
            self.construction_lemmas(terms, slice, lemmas);
            let others = all.iter().filter(|other| self.same_part(slice, **other, 0));
            let others: Vec<Slice> = others.copied().collect();
            for &first in &others {
                if self.same_part(slice, first, 1) {
                    self.adjacency_lemmas(terms, slice, first, &others, lemmas);
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

    /// A slice of constructed contents.
    fn construction_lemmas(&self, terms: &mut Terms, slice: Slice, lemmas: &mut Lemmas<'_>) {
        let contents = self.closure.arg(slice.id, 0);
        for &made in &self.closure.class(contents).made {
            let Some(made) = self.closure.term(made).filter(|&t| t != slice.contents) else {
                continue;
            };
            if lemmas.instances.note(slice.t, vec![made]) {
                let same = terms.seq_of(made, slice.lo, slice.hi);
                lemmas.due.push(terms.eq(slice.t, same));
            }
        }
    }

    /// A slice is its prefix followed by its last element; two adjacent slices
    /// concatenate to one.
    fn adjacency_lemmas(
        &self,
        terms: &mut Terms,
        slice: Slice,
        first: Slice,
        slices: &[Slice],
        lemmas: &mut Lemmas<'_>,
    ) {
        if slice.id == first.id || lemmas.instances.is_full() {
            return;
        }
        if self.is_ahead(slice, first) && lemmas.instances.note(slice.t, vec![first.t]) {
            let last = terms.select(slice.contents, first.hi);
            let last = terms.seq_unit(last);
            lemmas.due.push(together(terms, slice, first, last));
        }
        for &second in slices {
            let beside = self.same_part(slice, second, 2)
                && self.closure.same(
                    self.closure.arg(first.id, 2),
                    self.closure.arg(second.id, 1),
                );
            if beside
                && second.id != slice.id
                && lemmas.instances.note(slice.t, vec![first.t, second.t])
            {
                let lemma = together(terms, slice, first, second.t);
                let within = terms.le(second.lo, second.hi);
                lemmas.due.push(terms.implies(within, lemma));
            }
        }
    }

    fn same_part(&self, a: Slice, b: Slice, at: usize) -> bool {
        self.closure
            .same(self.closure.arg(a.id, at), self.closure.arg(b.id, at))
    }

    /// Whether one slice ends one element after the other.
    fn is_ahead(&self, a: Slice, b: Slice) -> bool {
        let (a, b) = (self.closure.arg(a.id, 2), self.closure.arg(b.id, 2));
        let rest = self.arithmetic.difference(a, b);
        let rest = rest.and_then(|difference| difference.shifted(-Q::one()));
        rest.and_then(|rest| rest.value())
            .is_some_and(|q| q.is_zero())
    }
}

/// A slice is the prefix slice followed by the rest, if the bounds of the prefix are
/// ordered.
fn together(terms: &mut Terms, slice: Slice, first: Slice, then: Term) -> Term {
    let whole = terms.seq_concat(first.t, then);
    let (same, within) = (terms.eq(slice.t, whole), terms.le(first.lo, first.hi));
    terms.implies(within, same)
}
