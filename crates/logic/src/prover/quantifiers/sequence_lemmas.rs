//! Lemmas for constructed sequences: lengths of equal ones, prefixes and suffixes, updates,
//! and elements by their position in contents.
//!
//! They complement the lemmas of [`super::theory_lemmas`], which define components that a
//! query mentions: these create components, so they come second.

use super::theory_lemmas::{Lemmas, within};
use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::terms::collections::{Coll, element};
use crate::terms::term::{Node, Sort, Term, Terms};
use num_traits::Zero;

/// The most members of a class that are tried.
const MAX_MEMBERS: usize = 6;
/// Larger positions are not converted to indices of sequences.
const MAX_PLACE: u32 = 60;

/// The value of a sequence under a condition.
struct Case {
    condition: Term,
    value: Term,
}

impl Prover {
    /// The new lemmas for the sequences among some nodes.
    pub(crate) fn sequence_lemmas(&self, terms: &mut Terms, nodes: &[Id], lemmas: &mut Lemmas<'_>) {
        let indexed = self.triggers_index(terms);
        for &id in nodes {
            if lemmas.instances.is_full() {
                return;
            }
            let Some(t) = self.closure.term(id) else {
                continue;
            };
            match (self.closure.op(id), self.closure.truth(id)) {
                (Op::Coll(Coll::SeqTake | Coll::SeqDrop | Coll::SeqOf), _) => {
                    self.part_of_made(terms, id, t, lemmas);
                    if self.closure.op(id) == Op::Coll(Coll::SeqOf)
                        && (indexed || self.is_related(id))
                    {
                        self.elements_of_slice(terms, id, t, lemmas);
                    }
                }
                (Op::Coll(Coll::SeqUpdate | Coll::SeqConcat), _) => {
                    self.whole_lemmas(terms, id, t, lemmas);
                }
                (Op::Coll(Coll::SeqLen), _) => self.empty_lemma(terms, id, t, lemmas),
                (Op::Eq, _)
                    if matches!(self.closure.sort(self.closure.arg(id, 0)), Sort::Seq(_)) =>
                {
                    self.emptiness_lemma(terms, id, t, lemmas);
                }
                (Op::Coll(Coll::SeqContains), truth) => {
                    if truth == Some(false) {
                        self.non_member_positions(terms, id, t, lemmas);
                    }
                    self.membership_lemmas(terms, id, t, lemmas);
                }
                (Op::Coll(Coll::SeqIndex), _) => self.element_lemmas(terms, id, t, lemmas),
                (Op::Coll(Coll::MultisetCount), _) => self.count_lemmas(terms, id, t, lemmas),
                (Op::Select, _) => self.restriction_lemmas(terms, id, t, lemmas),
                _ => {}
            }
            if matches!(self.closure.sort(id), Sort::Seq(_)) {
                self.length_lemmas(terms, id, lemmas);
            }
        }
    }

    /// Whether a fact's trigger reads an element of a sequence.
    fn triggers_index(&self, terms: &Terms) -> bool {
        self.closure
            .quantifiers(true)
            .into_iter()
            .any(|t| match terms.node(t) {
                Node::Forall(quantified) => quantified
                    .triggers
                    .iter()
                    .flatten()
                    .any(|&part| matches!(terms.as_coll(part), Some((Coll::SeqIndex, _)))),
                _ => false,
            })
    }

    /// Whether a sequence, or the set of its elements, equals another constructed one.
    fn is_related(&self, id: Id) -> bool {
        let is_shared = |id: Id| self.closure.class(id).made.len() > 1;
        is_shared(id) || self.sets_of(id).any(is_shared)
    }

    /// The sets of a sequence's elements.
    fn sets_of(&self, sequence: Id) -> impl Iterator<Item = Id> {
        let users = self.closure.class(sequence).uses.iter().copied();
        users.filter(|&user| self.closure.op(user) == Op::Coll(Coll::SetOfSeq))
    }

    /// An element of a sequence is in the sets that equal the set of its elements.
    fn element_lemmas(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let [sequence, index] = [0, 1].map(|at| self.closure.arg(id, at));
        let (Some(s), Some(index)) = (self.closure.term(sequence), self.closure.term(index)) else {
            return;
        };
        for user in self.sets_of(sequence) {
            for made in self.made(user) {
                if terms.children(made).first() == Some(&s)
                    || !lemmas.instances.note(t, vec![made, s])
                {
                    continue;
                }
                let (inside, found) = (within(terms, index, s), terms.set_contains(made, t));
                lemmas.due.push(terms.implies(inside, found));
            }
        }
    }

    /// The constructed members of a node's class, as terms.
    fn made(&self, id: Id) -> impl Iterator<Item = Term> {
        let made = self.closure.class(id).made.iter().take(MAX_MEMBERS);
        made.filter_map(|&made| self.closure.term(made))
    }

    /// Equal sequences have equal lengths.
    fn length_lemmas(&self, terms: &mut Terms, id: Id, lemmas: &mut Lemmas<'_>) {
        let mut made = self.made(id);
        let Some(first) = made.next() else {
            return;
        };
        for other in made {
            if lemmas.instances.note(other, vec![first]) {
                let lengths = [terms.seq_len(first), terms.seq_len(other)];
                lemmas.due.push(terms.eq(lengths[0], lengths[1]));
            }
        }
        let composed: Vec<Term> = self
            .made(id)
            .filter(|&made| is_composed(terms, made))
            .collect();
        for (at, &other) in composed.iter().enumerate() {
            for &first in composed.iter().take(at) {
                if lemmas.instances.note(other, vec![first, other]) {
                    cancellation_lemmas(terms, first, other, &mut lemmas.due);
                }
            }
        }
    }

    /// A sequence of length zero is empty.
    fn empty_lemma(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let is_zero = self
            .arithmetic
            .form(id)
            .value()
            .is_some_and(|q| q.is_zero());
        let sequence = self.closure.term(self.closure.arg(id, 0));
        if is_zero
            && let Some(sequence) = sequence
            && lemmas.instances.note(t, vec![t])
        {
            let none = terms.int(0);
            let empty = terms.seq_empty(element(terms.sort(sequence)));
            let (is_zero, same) = (terms.eq(t, none), terms.eq(sequence, empty));
            lemmas.due.push(terms.implies(is_zero, same));
        }
    }

    /// A sequence equals the empty one exactly if its length is zero.
    fn emptiness_lemma(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        for (side, other) in [(0, 1), (1, 0)] {
            let [side, other] = [side, other].map(|at| self.closure.arg(id, at));
            if self.closure.op(side) == Op::Coll(Coll::SeqEmpty(element(self.closure.sort(side))))
                && let Some(other) = self.closure.term(other)
                && lemmas.instances.note(t, vec![t])
            {
                let (length, none) = (terms.seq_len(other), terms.int(0));
                let is_zero = terms.eq(length, none);
                lemmas.due.push(terms.eq(t, is_zero));
            }
        }
    }

    /// A prefix, a suffix or a slice of something constructed.
    fn part_of_made(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let Some((op, parts)) = terms.as_coll(t) else {
            return;
        };
        let parts = parts.to_vec();
        if lemmas.instances.note(t, Vec::from([t])) {
            let due = clamped(terms, op, t, &parts);
            lemmas.due.extend(due);
        }
        let whole = self.closure.arg(id, 0);
        let made: Vec<Term> = self.made(whole).collect();
        for made in made {
            let Some((by, inside)) = terms.as_coll(made) else {
                continue;
            };
            let inside = inside.to_vec();
            if !lemmas.instances.note(t, vec![made, t]) {
                continue;
            }
            let cases = match (op, parts.as_slice()) {
                (Coll::SeqTake, &[_, n]) => prefix_of(terms, n, made, by, &inside),
                (Coll::SeqDrop, &[_, n]) => suffix_of(terms, n, by, &inside),
                (Coll::SeqOf, &[_, lo, hi]) => slice_of(terms, lo, hi, by, &inside),
                _ => Vec::new(),
            };
            for Case { condition, value } in cases {
                let same = terms.eq(t, value);
                lemmas.due.push(terms.implies(condition, same));
            }
        }
    }

    /// The updated element of a sequence, and a concatenation without its empty parts.
    fn whole_lemmas(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let Some((op, parts)) = terms.as_coll(t) else {
            return;
        };
        let parts = parts.to_vec();
        if let (Coll::SeqUpdate, &[inner, at, v]) = (op, parts.as_slice()) {
            if lemmas.instances.note(t, vec![t]) {
                let (inside, found) = (within(terms, at, inner), terms.seq_index(t, at));
                let (outside, same) = (terms.not(inside), terms.eq(t, inner));
                let updated = terms.eq(found, v);
                lemmas.due.push(terms.implies(inside, updated));
                lemmas.due.push(terms.implies(outside, same));
            }
            return;
        }
        let elem = element(terms.sort(t));
        let is_empty = |part: &Id| {
            let made = &self.closure.class(*part).made;
            made.iter()
                .any(|&made| self.closure.op(made) == Op::Coll(Coll::SeqEmpty(elem)))
        };
        let args = self.closure.args(id);
        if args.iter().any(is_empty) && lemmas.instances.note(t, vec![t]) {
            let mut rest = terms.seq_empty(elem);
            for part in args.iter().filter(|part| !is_empty(part)) {
                if let Some(part) = self.closure.term(*part) {
                    rest = terms.seq_concat(rest, part);
                }
            }
            lemmas.due.push(terms.eq(t, rest));
        }
    }

    /// The terms of the known positions of contents.
    fn places(&self, contents: Id) -> Vec<Term> {
        let positions = self.known_positions(contents).into_iter();
        positions.filter_map(|id| self.closure.term(id)).collect()
    }

    /// The elements of a slice at the known positions of its contents.
    fn elements_of_slice(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let Some((_, &[contents, lo, hi])) = terms.as_coll(t) else {
            return;
        };
        for place in self.places(self.closure.arg(id, 0)) {
            if terms.size(place) <= MAX_PLACE && lemmas.instances.note(t, vec![place, lo]) {
                let (at, there) = (terms.sub(place, lo), terms.select(contents, place));
                let found = terms.seq_index(t, at);
                let inside = [terms.le(lo, place), terms.lt(place, hi)];
                let (inside, same) = (terms.and(inside), terms.eq(found, there));
                lemmas.due.push(terms.implies(inside, same));
            }
        }
    }

    /// A value outside of a sequence differs from the updated element, and from the elements
    /// at the known positions of the contents that it reads.
    fn non_member_positions(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let (sequence, v) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        let Some(v) = self.closure.term(v) else {
            return;
        };
        for &made in self.closure.class(sequence).made.iter().take(MAX_MEMBERS) {
            let Some(whole) = self.closure.term(made) else {
                continue;
            };
            let Some((op, parts)) = terms.as_coll(whole) else {
                continue;
            };
            let parts = parts.to_vec();
            match (op, parts.as_slice()) {
                (Coll::SeqUpdate, &[inner, at, value]) => {
                    if lemmas.instances.note(t, vec![whole, whole]) {
                        let (inside, differs) = (within(terms, at, inner), terms.ne(value, v));
                        lemmas.due.push(terms.implies(inside, differs));
                    }
                    self.unchanged_elements(terms, t, v, whole, lemmas);
                }
                (Coll::SeqOf, &[contents, lo, hi]) => {
                    for place in self.places(self.closure.arg(made, 0)) {
                        if lemmas.instances.note(t, vec![whole, place]) {
                            let there = terms.select(contents, place);
                            let inside = [terms.le(lo, place), terms.lt(place, hi)];
                            let (inside, differs) = (terms.and(inside), terms.ne(there, v));
                            lemmas.due.push(terms.implies(inside, differs));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// A value outside of an updated slice differs from the elements at the known positions
    /// that are not updated.
    fn unchanged_elements(
        &self,
        terms: &mut Terms,
        t: Term,
        v: Term,
        updated: Term,
        lemmas: &mut Lemmas<'_>,
    ) {
        let (mut inner, mut changed) = (updated, Vec::new());
        while let Some((Coll::SeqUpdate, &[rest, at, _])) = terms.as_coll(inner) {
            changed.push(at);
            inner = rest;
        }
        let Some((Coll::SeqOf, &[contents, lo, hi])) = terms.as_coll(inner) else {
            return;
        };
        let Some(known) = self.closure.lookup(terms, contents) else {
            return;
        };
        for place in self.places(known) {
            if lemmas.instances.note(t, vec![updated, place]) {
                let there = terms.select(contents, place);
                let at = terms.sub(place, lo);
                let mut inside = vec![terms.le(lo, place), terms.lt(place, hi)];
                inside.extend(changed.iter().map(|&other| terms.ne(other, at)));
                let (inside, differs) = (terms.and(inside), terms.ne(there, v));
                lemmas.due.push(terms.implies(inside, differs));
            }
        }
    }

    /// Sequences with equal sets of elements have the same members.
    fn membership_lemmas(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let (sequence, v) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        let Some(v) = self.closure.term(v) else {
            return;
        };
        for user in self.sets_of(sequence) {
            for made in self.made(user) {
                if lemmas.instances.note(t, vec![made, made]) {
                    let inside = terms.set_contains(made, v);
                    lemmas.due.push(terms.eq(t, inside));
                }
            }
        }
    }

    /// The multiplicity of a value among the elements of a sequence.
    fn count_lemmas(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let (multiset, v) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        let Some(v) = self.closure.term(v) else {
            return;
        };
        for &made in self.closure.class(multiset).made.iter().take(MAX_MEMBERS) {
            if self.closure.op(made) != Op::Coll(Coll::MultisetOfSeq) {
                continue;
            }
            let sequence = self.closure.arg(made, 0);
            let Some(s) = self.closure.term(sequence) else {
                continue;
            };
            if lemmas.instances.note(t, vec![s]) {
                let (none, inside) = (terms.int(0), terms.seq_contains(s, v));
                let some = terms.lt(none, t);
                lemmas.due.push(terms.eq(some, inside));
            }
            let updates: Vec<Term> = self.made(sequence).collect();
            for update in updates {
                let Some((Coll::SeqUpdate, &[inner, at, value])) = terms.as_coll(update) else {
                    continue;
                };
                if lemmas.instances.note(t, vec![update]) {
                    let (one, none) = (terms.int(1), terms.int(0));
                    let (before, old) = (terms.multiset_of_seq(inner), terms.seq_index(inner, at));
                    let (was, is) = (terms.eq(old, v), terms.eq(value, v));
                    let (less, more) = (terms.ite(was, one, none), terms.ite(is, one, none));
                    let count = terms.multiset_count(before, v);
                    let (sum, all) = (terms.add(count, more), terms.add(t, less));
                    let (inside, same) = (within(terms, at, inner), terms.eq(all, sum));
                    lemmas.due.push(terms.implies(inside, same));
                }
            }
        }
    }

    /// An element of restricted contents.
    fn restriction_lemmas(&self, terms: &mut Terms, id: Id, t: Term, lemmas: &mut Lemmas<'_>) {
        let Some(index) = self.closure.term(self.closure.arg(id, 1)) else {
            return;
        };
        let made: Vec<Term> = self.made(self.closure.arg(id, 0)).collect();
        for made in made {
            let Some((Coll::Restrict, &[inner, lo, hi])) = terms.as_coll(made) else {
                continue;
            };
            if lemmas.instances.note(t, vec![made]) {
                let inside = [terms.le(lo, index), terms.lt(index, hi)];
                let inside = terms.and(inside);
                let there = terms.select(inner, index);
                let default = terms.default_of(terms.sort(t));
                let value = terms.ite(inside, there, default);
                lemmas.due.push(terms.eq(t, value));
            }
        }
    }
}

/// Whether a sequence is a concatenation or a singleton.
fn is_composed(terms: &Terms, t: Term) -> bool {
    matches!(terms.as_coll(t), Some((Coll::SeqConcat | Coll::SeqUnit, _)))
}

/// Equal concatenations whose first parts have the same length have equal first parts and
/// equal rests; and so for their last parts.
fn cancellation_lemmas(terms: &mut Terms, a: Term, b: Term, due: &mut Vec<Term>) {
    let sort = terms.sort(a);
    let (left, right) = (components(terms, a), components(terms, b));
    let firsts = left.split_first().zip(right.split_first());
    let lasts = left.split_last().zip(right.split_last());
    for ends in [firsts, lasts] {
        let Some(((&x, xs), (&y, ys))) = ends else {
            continue;
        };
        let lengths = [terms.seq_len(x), terms.seq_len(y)];
        let rests = [concatenated(terms, sort, xs), concatenated(terms, sort, ys)];
        let fits = terms.eq(lengths[0], lengths[1]);
        let same = [terms.eq(x, y), terms.eq(rests[0], rests[1])];
        let same = terms.and(same);
        due.push(terms.implies(fits, same));
    }
}

/// The parts of a concatenation; a sequence that is none is its only part.
fn components(terms: &Terms, t: Term) -> Vec<Term> {
    match terms.as_coll(t) {
        Some((Coll::SeqConcat, parts)) => parts.to_vec(),
        _ => vec![t],
    }
}

/// A prefix or a suffix that is the whole, and an empty slice.
fn clamped(terms: &mut Terms, op: Coll, t: Term, parts: &[Term]) -> Option<Term> {
    let none = terms.int(0);
    let (condition, value) = match (op, parts) {
        (Coll::SeqTake, &[s, n]) => {
            let length = terms.seq_len(s);
            (terms.le(length, n), s)
        }
        (Coll::SeqDrop, &[s, n]) => (terms.le(n, none), s),
        (Coll::SeqOf, &[_, lo, hi]) => (terms.le(hi, lo), terms.seq_empty(element(terms.sort(t)))),
        _ => return None,
    };
    let same = terms.eq(t, value);
    Some(terms.implies(condition, same))
}

fn case(condition: Term, value: Term) -> Case {
    Case { condition, value }
}

/// The first `n` elements of a sequence `made` by an operation.
fn prefix_of(terms: &mut Terms, n: Term, made: Term, by: Coll, inside: &[Term]) -> Vec<Case> {
    match (by, inside) {
        (Coll::SeqUpdate, &[inner, i, v]) => {
            let rest = terms.seq_take(inner, n);
            let updated = terms.seq_update(rest, i, v);
            vec![case(terms.le(n, i), rest), case(terms.lt(i, n), updated)]
        }
        (Coll::SeqConcat, [first, rest @ ..]) => {
            let length = terms.seq_len(*first);
            let (part, left) = (terms.seq_take(*first, n), terms.sub(n, length));
            let rest = concatenated(terms, terms.sort(made), rest);
            let rest = terms.seq_take(rest, left);
            let both = terms.seq_concat(*first, rest);
            vec![
                case(terms.le(n, length), part),
                case(terms.le(length, n), both),
            ]
        }
        (Coll::SeqTake, &[inner, k]) => {
            let part = terms.seq_take(inner, n);
            vec![case(terms.le(n, k), part), case(terms.le(k, n), made)]
        }
        (Coll::SeqOf, &[contents, lo, hi]) => {
            let (width, end) = (terms.sub(hi, lo), terms.add(lo, n));
            let part = terms.seq_of(contents, lo, end);
            vec![case(terms.le(n, width), part)]
        }
        _ => Vec::new(),
    }
}

/// All but the first `n` elements of a sequence made by an operation.
fn suffix_of(terms: &mut Terms, n: Term, by: Coll, inside: &[Term]) -> Vec<Case> {
    let none = terms.int(0);
    match (by, inside) {
        (Coll::SeqUpdate, &[inner, i, v]) => {
            let (rest, at) = (terms.seq_drop(inner, n), terms.sub(i, n));
            let updated = terms.seq_update(rest, at, v);
            let kept = [terms.le(none, n), terms.le(n, i)];
            vec![case(terms.lt(i, n), rest), case(terms.and(kept), updated)]
        }
        (Coll::SeqConcat, [first, rest @ ..]) => {
            let length = terms.seq_len(*first);
            let (part, left) = (terms.seq_drop(*first, n), terms.sub(n, length));
            let rest = concatenated(terms, terms.sort(*first), rest);
            let both = terms.seq_concat(part, rest);
            let later = terms.seq_drop(rest, left);
            vec![
                case(terms.le(n, length), both),
                case(terms.le(length, n), later),
            ]
        }
        (Coll::SeqDrop, &[inner, k]) => {
            let (all, valid) = (terms.add(k, n), [terms.le(none, k), terms.le(none, n)]);
            let rest = terms.seq_drop(inner, all);
            vec![case(terms.and(valid), rest)]
        }
        (Coll::SeqOf, &[contents, lo, hi]) => {
            let start = terms.add(lo, n);
            let rest = terms.seq_of(contents, start, hi);
            vec![case(terms.le(none, n), rest)]
        }
        _ => Vec::new(),
    }
}

/// A slice of contents made by an operation.
fn slice_of(terms: &mut Terms, lo: Term, hi: Term, by: Coll, inside: &[Term]) -> Vec<Case> {
    match (by, inside) {
        (Coll::Restrict, &[inner, from, to]) => {
            let part = terms.seq_of(inner, lo, hi);
            let covered = [terms.le(from, lo), terms.le(hi, to)];
            vec![case(terms.and(covered), part)]
        }
        (Coll::Merge, &[below, at, above]) => {
            let (first, last) = (terms.seq_of(below, lo, hi), terms.seq_of(above, lo, hi));
            let (left, right) = (terms.seq_of(below, lo, at), terms.seq_of(above, at, hi));
            let both = terms.seq_concat(left, right);
            let across = [terms.le(lo, at), terms.le(at, hi)];
            vec![
                case(terms.le(hi, at), first),
                case(terms.le(at, lo), last),
                case(terms.and(across), both),
            ]
        }
        _ => Vec::new(),
    }
}

/// The concatenation of some parts.
fn concatenated(terms: &mut Terms, sort: Sort, parts: &[Term]) -> Term {
    let empty = terms.seq_empty(element(sort));
    parts
        .iter()
        .fold(empty, |all, &part| terms.seq_concat(all, part))
}
