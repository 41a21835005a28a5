//! Solved forms: what the equations of a path say about the collections that pure methods yield.
//!
//! An equation determines an application if it equals a collection that does not mention it. Later
//! values of the application are that collection, so that prefixes, suffixes, lengths and
//! membership are decided by the rules of the smart constructors, without a query. A path keeps
//! its solved forms: they hold where its facts do.
//!
//! Each derived fact follows from facts of the path in the standard model. The equations
//! themselves stay on the path.

use crate::deep;
use crate::path::Path;
use crate::terms::collections::Coll;
use crate::terms::term::{Node, Term, Terms};
use rustc_hash::FxHashSet;

/// What becomes of the equations among new facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equations {
    /// Those that determine an application give it a value.
    Solved,
    /// They are facts only. An equation with a body, which mentions other applications, says less than
    /// the contracts that are produced after it.
    Kept,
}

/// What a fact yields by the solved forms of its path.
#[derive(Debug, Default)]
pub(crate) struct Solved {
    /// An application and its value.
    pub values: Vec<(Term, Term)>,
    /// Facts that follow.
    pub facts: Vec<Term>,
}

impl Solved {
    /// What the equations among the conjuncts of a fact yield.
    pub fn of(terms: &mut Terms, path: &Path, fact: Term) -> Solved {
        let mut solved = Solved::default();
        if let Node::Or(parts) = terms.node(fact) {
            let parts = parts.clone();
            solved.facts.extend(hull(terms, &parts));
        }
        if !terms.is_rich(fact) {
            return solved;
        }
        match terms.node(fact) {
            Node::And(parts) => {
                for part in parts.clone() {
                    solved.add(terms, path, part);
                }
            }
            _ => solved.add(terms, path, fact),
        }
        solved
    }

    fn add(&mut self, terms: &mut Terms, path: &Path, fact: Term) {
        let &Node::Eq(a, b) = terms.node(fact) else {
            return;
        };
        if terms.has_bound(fact) {
            return;
        }
        if !terms.sort(a).is_collection() {
            let empty = is_empty(terms, a, b).or_else(|| is_empty(terms, b, a));
            self.facts.extend(empty);
            return;
        }
        if let Some(empty) = is_empty(terms, a, b).or_else(|| is_empty(terms, b, a)) {
            self.facts.push(empty);
        }
        let (left, right) = (resolved(terms, path, a), resolved(terms, path, b));
        if (left, right) != (a, b) {
            let same = terms.eq(left, right);
            let parts = match terms.node(same) {
                Node::And(parts) => parts.to_vec(),
                _ => vec![same],
            };
            // Others say no more than the equations that they follow from, and would be searched.
            let determines = |part: &Term| {
                !terms.is_bool(*part, true) && *part != fact && is_solved(terms, *part)
            };
            self.facts.extend(parts.into_iter().filter(determines));
            return;
        }
        // Of two applications the later one is the one that is determined.
        for (unknown, value) in [(b.max(a), b.min(a)), (b.min(a), b.max(a))] {
            if matches!(terms.node(unknown), Node::App(..))
                && !has_cases(terms, value)
                && !occurs(terms, unknown, value)
            {
                self.values.push((unknown, value));
                return;
            }
        }
    }
}

/// Whether a fact is no equation of collections that are both composed.
fn is_solved(terms: &Terms, fact: Term) -> bool {
    match *terms.node(fact) {
        Node::Eq(a, b) => !is_composed(terms, a) || !is_composed(terms, b),
        _ => true,
    }
}

/// The least range with the values that a number has by a disjunction, if it has one by each
/// disjunct.
fn hull(terms: &mut Terms, disjuncts: &[Term]) -> Option<Term> {
    let value = |terms: &Terms, disjunct: Term| match *terms.node(disjunct) {
        Node::Eq(a, b) if matches!(terms.node(a), Node::Int(_)) => Some((b, a)),
        Node::Eq(a, b) if matches!(terms.node(b), Node::Int(_)) => Some((a, b)),
        _ => None,
    };
    let (number, first) = value(terms, *disjuncts.first()?)?;
    let [mut least, mut most] = [first; 2];
    for &disjunct in disjuncts {
        let (other, value) = value(terms, disjunct)?;
        if other != number {
            return None;
        }
        if terms.surely_lt(value, least) {
            least = value;
        }
        if terms.surely_lt(most, value) {
            most = value;
        }
    }
    let range = [terms.le(least, number), terms.le(number, most)];
    Some(terms.and(range))
}

/// That a collection is empty, if the first term is its cardinality, or its domain, and the second
/// one 0 or the empty set.
fn is_empty(terms: &mut Terms, measure: Term, none: Term) -> Option<Term> {
    let (op, &[collection]) = terms.as_coll(measure)? else {
        return None;
    };
    let measures = match op {
        Coll::SeqLen | Coll::SetSize | Coll::MultisetSize => none == terms.int(0),
        Coll::MapDomain => terms.is_empty_coll(none),
        _ => false,
    };
    if !measures {
        return None;
    }
    let empty = terms.default_of(terms.sort(collection));
    Some(terms.eq(collection, empty))
}

impl Path {
    /// A collection as the facts determine it: with the values of the applications that it is made
    /// of. Other terms are unchanged.
    #[must_use]
    pub fn resolved(&self, terms: &mut Terms, t: Term) -> Term {
        resolved(terms, self, t)
    }
}

fn resolved(terms: &mut Terms, path: &Path, t: Term) -> Term {
    if !path.has_values() || !terms.sort(t).is_collection() {
        return t;
    }
    match terms.node(t) {
        Node::App(..) => match path.value_of(t) {
            Some(value) => deep(|| resolved(terms, path, value)),
            None => t,
        },
        Node::Coll(op, parts) => {
            let may_change = |part: &Term| {
                matches!(terms.node(*part), Node::App(..)) || is_composed(terms, *part)
            };
            if !parts.iter().any(may_change) {
                return t;
            }
            let (op, parts) = (*op, parts.clone());
            match op {
                Coll::MapUpdate | Coll::SetInsert => resolved_chain(terms, path, t),
                Coll::SeqConcat
                | Coll::SetUnion
                | Coll::SetIntersect
                | Coll::MultisetUnion
                | Coll::MultisetIntersect
                | Coll::SetMinus
                | Coll::MultisetMinus
                | Coll::SeqTake
                | Coll::SeqDrop
                | Coll::SeqUpdate
                | Coll::MapDomain
                | Coll::SetOfSeq
                | Coll::MultisetOfSeq => {
                    let by: Vec<Term> = parts
                        .iter()
                        .map(|&part| deep(|| resolved(terms, path, part)))
                        .collect();
                    if *by == *parts {
                        return t;
                    }
                    terms.coll(op, &by)
                }
                _ => t,
            }
        }
        _ => t,
    }
}

/// Updates of a map, or insertions into a set: only what they start from can have a solved form.
fn resolved_chain(terms: &mut Terms, path: &Path, t: Term) -> Term {
    let (mut updates, mut inner) = (Vec::new(), t);
    while let Some((op @ (Coll::MapUpdate | Coll::SetInsert), &[rest, ..])) = terms.as_coll(inner) {
        updates.push((op, inner));
        inner = rest;
    }
    let base = deep(|| resolved(terms, path, inner));
    if base == inner {
        return t;
    }
    updates.into_iter().rev().fold(base, |all, (op, update)| {
        let mut operands = terms.children(update);
        if let Some(first) = operands.first_mut() {
            *first = all;
        }
        terms.coll(op, &operands)
    })
}

/// Whether a collection is made of others of which one depends on a condition. Such a value says
/// less than equations to come, which may determine the application without conditions.
fn has_cases(terms: &Terms, t: Term) -> bool {
    let mut todo = vec![t];
    while let Some(t) = todo.pop() {
        match terms.node(t) {
            Node::Ite(..) => return true,
            Node::Coll(..) => {
                let parts = terms.children(t).into_iter();
                todo.extend(parts.filter(|&part| is_composed(terms, part)));
            }
            _ => {}
        }
    }
    false
}

/// Whether a term is a collection that is more than a single element or a name.
fn is_composed(terms: &Terms, t: Term) -> bool {
    match terms.node(t) {
        Node::Coll(Coll::SeqUnit | Coll::MultisetUnit, _) => false,
        Node::Coll(..) | Node::Ite(..) => terms.sort(t).is_collection(),
        _ => false,
    }
}

/// Whether a term is a subterm of another one: subterms are older.
fn occurs(terms: &Terms, part: Term, whole: Term) -> bool {
    let (mut todo, mut seen) = (vec![whole], FxHashSet::default());
    while let Some(t) = todo.pop() {
        if t == part {
            return true;
        }
        if t > part && seen.insert(t) {
            todo.extend(terms.children(t));
        }
    }
    false
}
