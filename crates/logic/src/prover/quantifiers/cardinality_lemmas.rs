//! Theory lemmas for the cardinalities of differences, intersections and unions.
//!
//! Each defines a cardinality by those of smaller collections: of a difference by the
//! intersection, of an intersection by one with an element less.

use super::theory_lemmas::{Lemmas, MAX_MEMBERS};
use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::terms::collections::Coll;
use crate::terms::term::{Sort, Term, Terms};

impl Prover {
    /// The lemmas for the cardinality of a set or a multiset.
    pub(super) fn cardinality_lemmas(
        &self,
        terms: &mut Terms,
        id: Id,
        nodes: &[Id],
        lemmas: &mut Lemmas<'_>,
    ) {
        let Some(t) = self.closure.term(id) else {
            return;
        };
        let made = &self.closure.class(self.closure.arg(id, 0)).made;
        for &made in made.iter().take(MAX_MEMBERS) {
            let Some(term) = self.closure.term(made) else {
                continue;
            };
            let Some(lemma) = cardinality_of(terms, t, term) else {
                continue;
            };
            if lemmas.instances.note(t, vec![term]) {
                lemmas.due.push(lemma);
            }
            if let (Op::Coll(Coll::SetIntersect | Coll::MultisetIntersect), &[a, b]) =
                (self.closure.op(made), self.closure.args(made))
            {
                self.part_lemmas(terms, t, [(a, b), (b, a)], nodes, lemmas);
            }
        }
    }

    /// The cardinality `t` of an intersection with a part of the other operand.
    fn part_lemmas(
        &self,
        terms: &mut Terms,
        t: Term,
        operands: [(Id, Id); 2],
        nodes: &[Id],
        lemmas: &mut Lemmas<'_>,
    ) {
        for &node in nodes {
            if !matches!(
                self.closure.op(node),
                Op::Coll(Coll::SetSubset | Coll::MultisetSubset)
            ) {
                continue;
            }
            let [part, whole] = [0, 1].map(|at| self.closure.arg(node, at));
            for (a, b) in operands {
                if self.closure.same(part, a)
                    && self.closure.same(whole, b)
                    && let (Some(subset), Some(a)) = (self.closure.term(node), self.closure.term(a))
                    && lemmas.instances.note(t, vec![subset])
                {
                    let size = size(terms, a);
                    let same = terms.eq(t, size);
                    lemmas.due.push(terms.implies(subset, same));
                }
            }
        }
    }
}

/// The cardinality of a set or a multiset.
fn size(terms: &mut Terms, collection: Term) -> Term {
    match terms.sort(collection) {
        Sort::Set(_) => terms.set_size(collection),
        _ => terms.multiset_size(collection),
    }
}

/// Defines or bounds `t`, the cardinality of a collection that equals `made`.
fn cardinality_of(terms: &mut Terms, t: Term, made: Term) -> Option<Term> {
    let (op, parts) = terms.as_coll(made)?;
    let parts = parts.to_vec();
    let none = terms.int(0);
    match (op, parts.as_slice()) {
        (Coll::SetInsert, &[rest, v]) => {
            let (size, inside) = (terms.set_size(rest), terms.set_contains(rest, v));
            let one = terms.int(1);
            let more = terms.add(size, one);
            let size = terms.ite(inside, size, more);
            Some(terms.eq(t, size))
        }
        (Coll::SetUnion, &[a, b]) => {
            let both = terms.set_intersect(a, b);
            let sizes = [a, b, both].map(|s| terms.set_size(s));
            let (sum, all) = (terms.add(sizes[0], sizes[1]), terms.add(t, sizes[2]));
            Some(terms.eq(all, sum))
        }
        (Coll::SetMinus | Coll::MultisetMinus, &[a, b]) => {
            let both = match op {
                Coll::SetMinus => terms.set_intersect(a, b),
                _ => terms.multiset_intersect(a, b),
            };
            let (gone, whole) = (size(terms, both), size(terms, a));
            let all = terms.add(t, gone);
            Some(terms.eq(all, whole))
        }
        (Coll::SetIntersect | Coll::MultisetIntersect, &[a, b]) => {
            let sizes = [a, b].map(|s| size(terms, s));
            let mut facts = vec![terms.le(none, t)];
            facts.extend(sizes.map(|size| terms.le(t, size)));
            let value = [(a, b), (b, a)]
                .into_iter()
                .find_map(|(s, literal)| shared(terms, s, literal));
            facts.extend(value.map(|value| terms.eq(t, value)));
            Some(terms.and(facts))
        }
        _ => None,
    }
}

/// The number of elements that a collection shares with one to which an element was
/// added; `None` of other ones.
fn shared(terms: &mut Terms, s: Term, literal: Term) -> Option<Term> {
    let (op, parts) = terms.as_coll(literal)?;
    let parts = parts.to_vec();
    let one = terms.int(1);
    match (op, parts.as_slice()) {
        (Coll::SetInsert, &[rest, v]) => {
            let both = terms.set_intersect(s, rest);
            let size = terms.set_size(both);
            let (here, there) = (terms.set_contains(s, v), terms.set_contains(rest, v));
            let there = terms.not(there);
            let (counts, more) = (terms.and([here, there]), terms.add(size, one));
            Some(terms.ite(counts, more, size))
        }
        (Coll::MultisetUnit, &[v]) => {
            let (inside, none) = (terms.multiset_contains(s, v), terms.int(0));
            Some(terms.ite(inside, one, none))
        }
        (Coll::MultisetUnion, parts) => {
            let is_unit = |t: &&Term| matches!(terms.as_coll(**t), Some((Coll::MultisetUnit, _)));
            let &unit = parts.iter().find(is_unit)?;
            let (_, &[v]) = terms.as_coll(unit)? else {
                return None;
            };
            let rest = terms.multiset_minus(literal, unit);
            let both = terms.multiset_intersect(s, rest);
            let size = terms.multiset_size(both);
            let (here, there) = (terms.multiset_count(s, v), terms.multiset_count(rest, v));
            let (counts, more) = (terms.lt(there, here), terms.add(size, one));
            Some(terms.ite(counts, more, size))
        }
        _ => None,
    }
}
