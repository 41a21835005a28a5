//! Entailment queries: whether a formula follows from the assumptions.

use super::arithmetic::Arithmetic;
use super::case_split::Budget;
use super::linear::Q;
use super::simplex;
use super::{FUEL, Mark, Prover};
use crate::deep;
use crate::terms::term::{Node, Term, Terms};

/// The most ranges in the simplex check of a query that changes few numbers.
const MAX_RANGES: usize = 100;
/// The most ranges for each number of a query that changes many.
const RANGES_OF_NUMBER: usize = 2;

impl Prover {
    /// Assumes a formula, unless propagation alone implies it: it was assumed before,
    /// or follows by congruence or by one range. Cheaper than [`Prover::holds`].
    /// Returns the mark before the assumption; `None` if the formula already holds.
    pub fn assume_new(&mut self, terms: &mut Terms, t: Term) -> Option<Mark> {
        if self.conflict {
            return None;
        }
        let mark = self.mark();
        self.fuel = FUEL;
        let id = self.node(terms, t);
        self.propagate(terms);
        if self.conflict || self.closure.truth(id) == Some(true) {
            self.undo_to(mark);
            return None;
        }
        self.set(id, true);
        self.propagate(terms);
        Some(mark)
    }

    /// Whether a formula is proved without quantifier instances.
    pub fn holds(&mut self, terms: &mut Terms, goal: Term) -> bool {
        if self.conflict || terms.is_bool(goal, true) {
            return true;
        }
        if let Some(id) = self.closure.lookup(terms, goal)
            && self.closure.truth(id) == Some(true)
        {
            return true;
        }
        if let Node::And(parts) = terms.node(goal) {
            let parts = parts.clone();
            return parts.iter().all(|&part| deep(|| self.holds(terms, part)));
        }
        if self.known_by_parts(terms, goal) {
            return true;
        }
        let mark = self.mark();
        // A conflict among all facts is searched for incrementally, starting from the
        // new facts.
        let all = terms.is_bool(goal, false);
        let now = self.arithmetic.changes();
        let changes = if all { self.checked } else { now };
        if all && changes == now {
            return false;
        }
        self.assume_as(terms, goal, false);
        let refuted = self.conflict || self.search(terms, goal, changes);
        self.undo_to(mark);
        if all && !refuted {
            self.checked = now;
        }
        refuted
    }

    /// The bounds of a number that its range says: the lower and the upper one.
    pub fn bounds(&mut self, terms: &mut Terms, t: Term) -> [Option<Q>; 2] {
        let mark = self.mark();
        self.fuel = FUEL;
        let id = self.node(terms, t);
        self.propagate(terms);
        let bounds = self.arithmetic.bounds(id);
        self.undo_to(mark);
        bounds
    }

    /// Searches for a conflict with the latest changes.
    fn search(&mut self, terms: &mut Terms, goal: Term, changes: usize) -> bool {
        if self.out_of_range(changes) {
            return true;
        }
        let Some(goal) = self.closure.lookup(terms, goal) else {
            return false;
        };
        let mut budget = Budget::default();
        let Some((a, b)) = self.sides(goal) else {
            return self.split(terms, goal, &mut budget);
        };
        // A disequality of numbers: split into `<` and `>`.
        [(a, b), (b, a)].into_iter().all(|(low, high)| {
            self.less(terms, low, high, &mut |prover, terms| {
                prover.split(terms, goal, &mut budget)
            })
        })
    }

    /// Whether the ranges connected with the latest changes are infeasible.
    pub(crate) fn out_of_range(&self, changes: usize) -> bool {
        let seeds = Arithmetic::changed_since(&self.arithmetic, changes);
        let limit = MAX_RANGES.max(RANGES_OF_NUMBER * seeds.len());
        !seeds.is_empty() && simplex::impossible(&self.arithmetic.connected(&seeds, limit))
    }
}
