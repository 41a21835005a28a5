//! Laws of sequences and sets that a proof may need: formulas that hold by what
//! collections are, made for the nodes that call for them.
//!
//! They say of an element of a sequence that is made of others which element of
//! those it is, of a length which number, and of collections that differ, where.
//! Each is guarded by what it depends on, so that it holds whatever is assumed
//! besides the equality of a class's members.

use super::instances::Instances;
use crate::logic::prover::Decider;
use crate::logic::prover::congruence::{Id, Op};
use crate::logic::terms::collections::{Coll, element};
use crate::logic::terms::term::{Sort, Term, Terms};

/// How many members of a class are looked at.
const MAX_MEMBERS: usize = 6;

/// The laws that are due, besides what was made before.
pub(in crate::logic) struct Laws<'i> {
    pub instances: &'i mut Instances,
    pub due: Vec<Term>,
}

impl Decider {
    /// The laws that these nodes call for, and that were not made before.
    pub(in crate::logic) fn laws(
        &mut self,
        terms: &mut Terms,
        nodes: &[Id],
        instances: &mut Instances,
    ) -> Vec<Term> {
        let mut laws = Laws {
            instances,
            due: Vec::new(),
        };
        let quantified = !self.quantifiers(terms, true).is_empty();
        self.laws_of_slices(terms, nodes, &mut laws);
        for &id in nodes {
            let Some(t) = self.closure.term(id) else {
                continue;
            };
            match (self.closure.op(id), self.closure.truth(id)) {
                (Op::Coll(Coll::SeqLen), _) => self.laws_of_parts(terms, (id, t), &mut laws),
                (Op::Coll(Coll::SeqIndex), _) => {
                    self.laws_of_parts(terms, (id, t), &mut laws);
                    if quantified {
                        self.laws_of_wholes(terms, (id, t), &mut laws);
                    }
                }
                (Op::Eq, Some(false)) => {
                    let [a, b] = [0, 1].map(|at| self.closure.term(self.closure.arg(id, at)));
                    if let (Some(a), Some(b)) = (a, b) {
                        let law = difference(terms, t, (a, b), laws.instances);
                        laws.due.extend(law);
                    }
                }
                (Op::Coll(Coll::SetSubset), Some(false)) => {
                    let law = outside(terms, t, laws.instances);
                    laws.due.extend(law);
                }
                (Op::Coll(Coll::SeqContains), Some(true)) => {
                    let law = inside(terms, t, laws.instances);
                    laws.due.extend(law);
                }
                (Op::Coll(Coll::SeqContains), Some(false)) => {
                    self.laws_of_missing(terms, (id, t), nodes, &mut laws);
                }
                _ => {}
            }
        }
        laws.due
    }

    /// Of an element or the length of a sequence that is made of others.
    fn laws_of_parts(&self, terms: &mut Terms, (id, t): (Id, Term), laws: &mut Laws<'_>) {
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
            let law = match index {
                Some(index) => element_of(terms, (t, index), made),
                None => length_of(terms, t, made),
            };
            if let Some(law) = law
                && laws.instances.note(t, vec![made])
            {
                laws.due.push(law);
            }
        }
    }

    /// Of an element of a sequence that others are made of: what a quantifier says of
    /// the elements of those, it says of this one.
    fn laws_of_wholes(&self, terms: &mut Terms, (id, t): (Id, Term), laws: &mut Laws<'_>) {
        let (sequence, index) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        let Some(index) = self.closure.term(index) else {
            return;
        };
        for user in self.closure.class(sequence).uses.clone() {
            if self.closure.op(user) != Op::Coll(Coll::SeqConcat) {
                continue;
            }
            // An element of what is written as a concatenation is written as one of a part.
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
                if self.closure.same(part, sequence) && laws.instances.note(t, vec![whole, at]) {
                    let there = terms.seq_index(whole, at);
                    let (within, same) = (within(terms, index, term), terms.eq(there, t));
                    laws.due.push(terms.implies(within, same));
                }
                let length = terms.seq_len(term);
                at = terms.add(at, length);
            }
        }
    }

    /// A value that is not in a sequence is none of its elements.
    fn laws_of_missing(
        &self,
        terms: &mut Terms,
        (id, t): (Id, Term),
        nodes: &[Id],
        laws: &mut Laws<'_>,
    ) {
        let (sequence, value) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        let Some(value) = self.closure.term(value) else {
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
                && laws.instances.note(t, vec![found])
            {
                let within = within(terms, index, s);
                let differs = terms.ne(found, value);
                laws.due.push(terms.implies(within, differs));
            }
        }
    }
}

/// Whether an index is one of a sequence's elements.
pub(in crate::logic) fn within(terms: &mut Terms, index: Term, s: Term) -> Term {
    let (none, length) = (terms.int(0), terms.seq_len(s));
    let parts = [terms.le(none, index), terms.lt(index, length)];
    terms.and(parts)
}

/// Which element `t` is, the one at an index of a sequence that equals `made`.
fn element_of(terms: &mut Terms, (t, index): (Term, Term), made: Term) -> Option<Term> {
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

/// Which number the length `t` of a sequence is that equals `made`.
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

/// Where collections differ; `equation` says that they do not.
fn difference(
    terms: &mut Terms,
    equation: Term,
    (a, b): (Term, Term),
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

/// What is in the first set and not in the second; `subset` says that nothing is.
fn outside(terms: &mut Terms, subset: Term, instances: &mut Instances) -> Option<Term> {
    let &[a, b] = terms.children(subset).as_slice() else {
        return None;
    };
    let value = instances.witness(terms, subset, element(terms.sort(a)).sort())?;
    let (here, there) = (terms.set_contains(a, value), terms.set_contains(b, value));
    let not_there = terms.not(there);
    Some(terms.and([here, not_there]))
}

/// Where in a sequence a value is; `contains` says that it is there.
fn inside(terms: &mut Terms, contains: Term, instances: &mut Instances) -> Option<Term> {
    let &[s, value] = terms.children(contains).as_slice() else {
        return None;
    };
    let at = instances.witness(terms, contains, Sort::Int)?;
    let found = terms.seq_index(s, at);
    let parts = [within(terms, at, s), terms.eq(found, value)];
    Some(terms.and(parts))
}
