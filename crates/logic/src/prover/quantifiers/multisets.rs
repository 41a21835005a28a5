//! Multisets as linear sums of elements and opaque multisets. A sequence update adds one
//! element and removes another.

use super::theory_lemmas::within;
use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::terms::collections::Coll;
use crate::terms::term::{Sort, Terms};
use rustc_hash::FxHashMap;

/// The most multisets that are expanded.
const MAX_STEPS: usize = 200;

/// An atom of a sum, by its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Summand {
    Element(Id),
    Multiset(Id),
}

/// A sum: integer coefficients of atoms.
#[derive(Debug, Default)]
struct Sum {
    parts: Vec<(Summand, i32)>,
    /// The multisets under expansion, outermost first.
    open: Vec<Id>,
    /// The number of expanded multisets.
    steps: usize,
}

impl Prover {
    /// Whether one of these disequalities has sides with the same sum.
    pub(crate) fn same_sum(&mut self, terms: &mut Terms, nodes: &[Id]) -> bool {
        nodes.iter().any(|&id| {
            self.disequality(id).is_some_and(|(a, b)| {
                matches!(self.closure.sort(a), Sort::Multiset(_)) && self.same_sums(terms, a, b)
            })
        })
    }

    fn same_sums(&mut self, terms: &mut Terms, a: Id, b: Id) -> bool {
        let mut sum = Sum::default();
        self.add_up(terms, a, 1, &mut sum);
        self.add_up(terms, b, -1, &mut sum);
        // Classes may have been merged meanwhile.
        let mut total: FxHashMap<Summand, i32> = FxHashMap::default();
        for (part, times) in sum.parts {
            let part = match part {
                Summand::Element(id) => Summand::Element(self.closure.find(id)),
                Summand::Multiset(id) => Summand::Multiset(self.closure.find(id)),
            };
            *total.entry(part).or_default() += times;
        }
        self.conflict || total.values().all(|&times| times == 0)
    }

    /// Adds the components of a multiset. A cyclic one is not expanded again: its other
    /// components must be empty.
    fn add_up(&mut self, terms: &mut Terms, id: Id, times: i32, sum: &mut Sum) {
        sum.steps += 1;
        let is_open = sum.open.iter().any(|&open| self.closure.same(open, id));
        sum.open.push(id);
        if is_open || sum.steps > MAX_STEPS || !self.expand(terms, id, times, sum) {
            sum.parts.push((Summand::Multiset(id), times));
        }
        sum.open.pop();
    }

    /// Adds the components of a constructed multiset.
    fn expand(&mut self, terms: &mut Terms, id: Id, times: i32, sum: &mut Sum) -> bool {
        for made in self.closure.class(id).made.clone() {
            let args = self.closure.args(made).to_vec();
            match (self.closure.op(made), args.as_slice()) {
                (Op::Coll(Coll::MultisetEmpty(_)), _) => return true,
                (Op::Coll(Coll::MultisetUnit), &[element]) => {
                    sum.parts.push((Summand::Element(element), times));
                    return true;
                }
                (Op::Coll(Coll::MultisetUnion), parts) => {
                    for &part in parts {
                        self.add_up(terms, part, times, sum);
                    }
                    return true;
                }
                (Op::Coll(Coll::MultisetOfSeq), &[sequence])
                    if self.add_sequence(terms, sequence, times, sum) =>
                {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// Adds the elements of a sequence that is an in-bounds update of another one.
    fn add_sequence(&mut self, terms: &mut Terms, sequence: Id, times: i32, sum: &mut Sum) -> bool {
        for made in self.closure.class(sequence).made.clone() {
            let &[inner, at, value] = self.closure.args(made) else {
                continue;
            };
            let (Some(whole), Some(index)) = (self.closure.term(inner), self.closure.term(at))
            else {
                continue;
            };
            if self.closure.op(made) != Op::Coll(Coll::SeqUpdate) {
                continue;
            }
            let inside = within(terms, index, whole);
            let (rest, old) = (terms.multiset_of_seq(whole), terms.seq_index(whole, index));
            let [inside, rest, old] = [inside, rest, old].map(|t| self.node(terms, t));
            self.propagate(terms);
            if self.closure.truth(inside) != Some(true) {
                continue;
            }
            sum.parts.push((Summand::Element(value), times));
            sum.parts.push((Summand::Element(old), -times));
            self.add_up(terms, rest, times, sum);
            return true;
        }
        false
    }
}
