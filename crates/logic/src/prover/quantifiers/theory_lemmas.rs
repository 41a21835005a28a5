//! Theory lemmas: axiom instances of sequences, sets and multisets, for the terms of a
//! query.
//!
//! They define elements and lengths of constructed sequences, and give witnesses for
//! different collections. Each lemma is guarded by its conditions: it depends on nothing
//! but the equalities within a class.

use super::instances::{Instances, Scope};
use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::terms::collections::{Coll, element};
use crate::terms::term::{Sort, Term, Terms};

/// The most members of a class that are tried.
pub(super) const MAX_MEMBERS: usize = 6;

/// The pending lemmas, with the instances made before.
pub(crate) struct Lemmas<'i> {
    pub instances: &'i mut Instances,
    pub due: Vec<Term>,
}

impl Prover {
    /// The new lemmas for these nodes.
    pub(crate) fn lemmas(
        &mut self,
        terms: &mut Terms,
        nodes: &[Id],
        instances: &mut Instances,
    ) -> Vec<Term> {
        let mut lemmas = Lemmas {
            instances,
            due: Vec::new(),
        };
        let quantified = !self.closure.quantifiers(true).is_empty();
        self.slice_lemmas(terms, nodes, &mut lemmas);
        if lemmas.instances.scope == Scope::All {
            self.sequence_lemmas(terms, nodes, &mut lemmas);
            self.nonlinear_lemmas(terms, nodes, &mut lemmas);
        }
        for &id in nodes {
            let Some(t) = self.closure.term(id) else {
                continue;
            };
            match (self.closure.op(id), self.closure.truth(id)) {
                (Op::Coll(Coll::SetSize | Coll::MultisetSize), _) => {
                    self.cardinality_lemmas(terms, id, nodes, &mut lemmas);
                }
                (Op::Coll(Coll::SeqLen), _) => self.component_lemmas(terms, id, t, &mut lemmas),
                (Op::Coll(Coll::SeqIndex), _) => {
                    self.component_lemmas(terms, id, t, &mut lemmas);
                    if quantified {
                        self.containment_lemmas(terms, id, t, &mut lemmas);
                    }
                }
                (Op::Eq, Some(false)) => {
                    let [a, b] = [0, 1].map(|at| self.closure.term(self.closure.arg(id, at)));
                    if let (Some(a), Some(b)) = (a, b) {
                        let lemma = difference(terms, t, a, b, lemmas.instances);
                        lemmas.due.extend(lemma);
                    }
                }
                (Op::Coll(Coll::SetSubset), Some(false)) => {
                    let lemma = outside(terms, t, lemmas.instances);
                    lemmas.due.extend(lemma);
                }
                (Op::Coll(Coll::SeqContains), Some(true)) => {
                    let lemma = inside(terms, t, lemmas.instances);
                    lemmas.due.extend(lemma);
                }
                (Op::Coll(Coll::SeqContains), Some(false)) => {
                    self.non_member_lemmas(terms, id, nodes, &mut lemmas);
                }
                _ => {}
            }
        }
        lemmas.due
    }

    /// The element at an index, or the length, of a constructed sequence.
    fn component_lemmas(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let sequence = self.closure.arg(id, 0);
        let index = match self.closure.op(id) {
            Op::Coll(Coll::SeqIndex) => self.closure.term(self.closure.arg(id, 1)),
            _ => None,
        };
        let made = self.closure.class(sequence).made.iter();
        for made in made.take(MAX_MEMBERS) {
            let Some(made) = self.closure.term(*made) else {
                continue;
            };
            if lemmas.instances.has(t, vec![made]) {
                continue;
            }
            let lemma = match index {
                Some(index) => element_of(terms, t, index, made),
                None => length_of(terms, t, made),
            };
            if let Some(lemma) = lemma
                && lemmas.instances.note(t, vec![made])
            {
                lemmas.due.push(lemma);
            }
        }
    }

    /// The element of a component as an element of the constructed sequence, so that
    /// quantifiers over the latter apply to it.
    fn containment_lemmas(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let (sequence, index) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        let Some(index) = self.closure.term(index) else {
            return;
        };
        for user in self.closure.class(sequence).uses.clone() {
            if self.closure.op(user) != Op::Coll(Coll::SeqConcat) {
                continue;
            }
            // The simplifier rewrites an element of a concatenation to one of a component.
            let mut members = self.closure.members(user);
            let is_name = |id: &Id| !matches!(self.closure.op(*id), Op::Coll(_) | Op::Ite);
            let whole = members.find(is_name);
            let Some(whole) = whole.and_then(|whole| self.closure.term(whole)) else {
                continue;
            };
            let mut at = index;
            for &part in self.closure.args(user) {
                let Some(term) = self.closure.term(part) else {
                    break;
                };
                if self.closure.same(part, sequence) && lemmas.instances.note(t, vec![whole, at]) {
                    let there = terms.seq_index(whole, at);
                    let (within, same) = (within(terms, index, term), terms.eq(there, t));
                    lemmas.due.push(terms.implies(within, same));
                }
                let length = terms.seq_len(term);
                at = terms.add(at, length);
            }
        }
    }

    /// A value outside of a sequence differs from each element.
    fn non_member_lemmas(&self, terms: &mut Terms, id: Id, nodes: &[Id], lemmas: &mut Lemmas<'_>) {
        let (sequence, value) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        let (Some(t), Some(value)) = (self.closure.term(id), self.closure.term(value)) else {
            return;
        };
        for &other in nodes {
            if self.closure.op(other) != Op::Coll(Coll::SeqIndex)
                || !self.closure.same(self.closure.arg(other, 0), sequence)
            {
                continue;
            }
            let [s, index] = [0, 1].map(|at| self.closure.term(self.closure.arg(other, at)));
            if let (Some(s), Some(index), Some(found)) = (s, index, self.closure.term(other))
                && lemmas.instances.note(t, vec![found])
            {
                let within = within(terms, index, s);
                let differs = terms.ne(found, value);
                lemmas.due.push(terms.implies(within, differs));
            }
        }
    }
}

/// Whether an index is within the bounds of a sequence.
pub(crate) fn within(terms: &mut Terms, index: Term, s: Term) -> Term {
    let (none, length) = (terms.int(0), terms.seq_len(s));
    let parts = [terms.le(none, index), terms.lt(index, length)];
    terms.and(parts)
}

/// Defines `t`, the element at an index of a sequence that equals `made`.
fn element_of(terms: &mut Terms, t: Term, index: Term, made: Term) -> Option<Term> {
    let (op, parts) = terms.as_coll(made)?;
    let parts = parts.to_vec();
    let none = terms.int(0);
    let (guard, value) = match (op, parts.as_slice()) {
        (Coll::SeqUnit, &[v]) => (terms.eq(index, none), v),
        (Coll::SeqConcat, [first, rest @ ..]) => {
            let length = terms.seq_len(*first);
            let (here, below) = (terms.seq_index(*first, index), terms.lt(index, length));
            let (first, rest) = rest.split_first()?;
            let rest = rest.iter().fold(*first, |all, &s| terms.seq_concat(all, s));
            let at = terms.sub(index, length);
            let there = terms.seq_index(rest, at);
            (within(terms, index, made), terms.ite(below, here, there))
        }
        (Coll::SeqUpdate, &[inner, at, v]) => {
            let (same, other) = (terms.eq(index, at), terms.seq_index(inner, index));
            (within(terms, index, inner), terms.ite(same, v, other))
        }
        (Coll::SeqTake, &[inner, count]) => {
            let parts = [within(terms, index, inner), terms.lt(index, count)];
            (terms.and(parts), terms.seq_index(inner, index))
        }
        (Coll::SeqDrop, &[inner, count]) => {
            let at = terms.add(index, count);
            let parts = [
                terms.le(none, index),
                terms.le(none, count),
                within(terms, at, inner),
            ];
            (terms.and(parts), terms.seq_index(inner, at))
        }
        (Coll::SeqOf, &[contents, lo, hi]) => {
            let (width, at) = (terms.sub(hi, lo), terms.add(lo, index));
            let parts = [terms.le(none, index), terms.lt(index, width)];
            (terms.and(parts), terms.select(contents, at))
        }
        _ => return None,
    };
    let same = terms.eq(t, value);
    Some(terms.implies(guard, same))
}

/// Defines `t`, the length of a sequence that equals `made`.
fn length_of(terms: &mut Terms, t: Term, made: Term) -> Option<Term> {
    let (op, parts) = terms.as_coll(made)?;
    let parts = parts.to_vec();
    let none = terms.int(0);
    let length = match (op, parts.as_slice()) {
        (Coll::SeqTake, &[inner, count]) => {
            let whole = terms.seq_len(inner);
            let (nothing, all) = (terms.le(count, none), terms.le(whole, count));
            let some = terms.ite(all, whole, count);
            terms.ite(nothing, none, some)
        }
        (Coll::SeqDrop, &[inner, count]) => {
            let whole = terms.seq_len(inner);
            let rest = terms.sub(whole, count);
            let (all, nothing) = (terms.le(count, none), terms.le(whole, count));
            let some = terms.ite(nothing, none, rest);
            terms.ite(all, whole, some)
        }
        (Coll::SeqOf, &[_, lo, hi]) => {
            let (width, nothing) = (terms.sub(hi, lo), terms.le(hi, lo));
            terms.ite(nothing, none, width)
        }
        _ => return None,
    };
    Some(terms.eq(t, length))
}

/// A witness for different collections; `equation` is the false equality.
fn difference(
    terms: &mut Terms,
    equation: Term,
    a: Term,
    b: Term,
    instances: &mut Instances,
) -> Option<Term> {
    let sort = terms.sort(a);
    match sort {
        Sort::Seq(_) => {
            let at = instances.witness(terms, equation, Sort::Int)?;
            let lengths = [terms.seq_len(a), terms.seq_len(b)];
            let elements = [terms.seq_index(a, at), terms.seq_index(b, at)];
            let parts = [within(terms, at, a), terms.ne(elements[0], elements[1])];
            let (longer, other) = (terms.ne(lengths[0], lengths[1]), terms.and(parts));
            Some(terms.or([longer, other]))
        }
        Sort::Set(elem) => {
            let value = instances.witness(terms, equation, elem.sort())?;
            let (here, there) = (terms.set_contains(a, value), terms.set_contains(b, value));
            Some(terms.ne(here, there))
        }
        _ => None,
    }
}

/// A witness for a false `subset`.
fn outside(terms: &mut Terms, subset: Term, instances: &mut Instances) -> Option<Term> {
    let &[a, b] = terms.children(subset).as_slice() else {
        return None;
    };
    let value = instances.witness(terms, subset, element(terms.sort(a)).sort())?;
    let (here, there) = (terms.set_contains(a, value), terms.set_contains(b, value));
    let not_there = terms.not(there);
    Some(terms.and([here, not_there]))
}

/// The index of a member of a sequence; `contains` is the membership.
fn inside(terms: &mut Terms, contains: Term, instances: &mut Instances) -> Option<Term> {
    let &[s, value] = terms.children(contains).as_slice() else {
        return None;
    };
    let at = instances.witness(terms, contains, Sort::Int)?;
    let found = terms.seq_index(s, at);
    let parts = [within(terms, at, s), terms.eq(found, value)];
    Some(terms.and(parts))
}
