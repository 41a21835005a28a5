//! Chains of updates of contents, and reads over them.
//!
//! A chain of `n` updates is a nested term, and a read would traverse all later
//! updates. Therefore each update has a table of the preceding ones whose indices
//! differ from its own by constants, keyed by that offset.

use super::term::{Node, Term, Terms};
use num_bigint::BigInt;
use num_traits::Zero;
use rpds::RedBlackTreeMap;

/// An integer as a base term and a constant offset.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The term without its constant; `None` for literals.
    pub common: Option<Term>,
    /// The constant.
    pub at: BigInt,
}

/// The latest updates of contents whose indices differ from each other by constants:
/// `i`, `i + 1`, `i - 7`, or literals.
#[derive(Clone, Debug)]
pub(crate) struct UpdateRun {
    /// The common term of the indices; `None` for literals.
    common: Option<Term>,
    /// The contents before the first update of the run.
    base: Term,
    /// The last value stored at each constant offset.
    values: RedBlackTreeMap<BigInt, Term>,
}

impl Terms {
    /// Contents with one element replaced.
    pub fn store(&mut self, elems: Term, index: Term, value: Term) -> Term {
        if let Node::Store(inner, i, _) = *self.node(elems)
            && i == index
        {
            return self.store(inner, index, value);
        }
        let updated = self.intern(Node::Store(elems, index, value));
        if !self.runs.contains_key(&updated) {
            let Position { common, at } = self.position(index);
            let mut run = match self.runs.get(&elems) {
                Some(run) if run.common == common => run.clone(),
                _ => UpdateRun {
                    common,
                    base: elems,
                    values: RedBlackTreeMap::new(),
                },
            };
            run.values.insert_mut(at, value);
            self.runs.insert(updated, run);
        }
        updated
    }

    /// An element of updated contents: reads through the updates whose indices differ
    /// by a constant.
    pub(crate) fn select_stored(&mut self, elems: Term, index: Term) -> Term {
        if let Some(value) = self.stored(elems, index) {
            return value;
        }
        let common = self.position(index).common;
        match self.runs.get(&elems) {
            Some(run) if run.common == common => {
                let base = run.base;
                self.select(base, index)
            }
            _ => self.intern(Node::Select(elems, index)),
        }
    }

    /// The value that the latest updates stored at an index, if the table has it.
    pub fn stored(&mut self, elems: Term, index: Term) -> Option<Term> {
        self.runs.get(&elems)?;
        let place = self.position(index);
        let run = self.runs.get(&elems)?;
        let found = run.values.get(&place.at).copied();
        found.filter(|_| run.common == place.common)
    }

    /// The contents before a run of updates, if the index of each update is
    /// syntactically out of bounds.
    pub fn skip_updates_outside(&mut self, elems: Term, lo: Term, hi: Term) -> Option<Term> {
        self.runs.get(&elems)?;
        let (lo, hi) = (self.position(lo), self.position(hi));
        let run = self.runs.get(&elems)?;
        let comparable = run.common == lo.common && run.common == hi.common && lo.at <= hi.at;
        let inside = || run.values.range(lo.at..hi.at).next().is_some();
        (comparable && !inside()).then_some(run.base)
    }

    /// An integer as a base term and a constant offset.
    pub fn position(&mut self, t: Term) -> Position {
        let (common, at) = match self.node(t) {
            Node::Int(n) => (None, n.clone()),
            Node::Sum(sort, linear) if linear.constant.is_integer() => {
                let (sort, mut parts) = (*sort, (**linear).clone());
                let at = parts.constant.to_integer();
                parts.constant.set_zero();
                (Some(self.from_linear(sort, parts)), at)
            }
            _ => (Some(t), BigInt::ZERO),
        };
        Position { common, at }
    }
}
