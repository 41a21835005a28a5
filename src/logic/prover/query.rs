//! Questions: whether a formula follows from what was assumed.

use super::arithmetic::Arithmetic;
use super::case_split::Budget;
use super::simplex;
use super::{Decider, FUEL, Mark};
use crate::logic::deep;
use crate::logic::terms::term::{Node, Term, Terms};

/// How many ranges one question may look at.
const MAX_RANGES: usize = 100;

impl Decider {
    /// Takes a formula for true, unless it is known to hold without assuming its
    /// negation, and without a search: it was assumed, or it is true of the classes
    /// of its parts, or by one range. Cheaper than [`Decider::holds`]. The mark to
    /// return to; `None` if the formula is known.
    pub fn assume_new(&mut self, terms: &mut Terms, t: Term) -> Option<Mark> {
        if self.contradiction {
            return None;
        }
        let mark = self.mark();
        self.fuel = FUEL;
        let id = self.node(terms, t);
        self.settle(terms);
        if self.contradiction || self.closure.truth(id) == Some(true) {
            self.undo_to(mark);
            return None;
        }
        self.set(id, true);
        self.settle(terms);
        Some(mark)
    }

    /// Whether a formula is known to hold.
    pub fn holds(&mut self, terms: &mut Terms, goal: Term) -> bool {
        if self.contradiction || terms.is_bool(goal, true) {
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
        // Of a contradiction among all facts only what is new is looked at.
        let all = terms.is_bool(goal, false);
        let now = self.arithmetic.changes();
        let changes = if all { self.checked } else { now };
        if all && changes == now {
            return false;
        }
        self.assume_as(terms, goal, false);
        let refuted = self.contradiction || self.search(terms, goal, changes);
        self.undo_to(mark);
        if all && !refuted {
            self.checked = now;
        }
        refuted
    }

    /// Looks for a contradiction with what changed last.
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
        // Numbers that differ are one less or greater than the other.
        [(a, b), (b, a)].into_iter().all(|(low, high)| {
            self.less(terms, low, high, &mut |decider, terms| {
                decider.split(terms, goal, &mut budget)
            })
        })
    }

    /// Whether the ranges that are connected with the latest changes have no
    /// solution together.
    pub(in crate::logic) fn out_of_range(&self, changes: usize) -> bool {
        let seeds = Arithmetic::changed_since(&self.arithmetic, changes);
        !seeds.is_empty() && simplex::impossible(&self.arithmetic.connected(&seeds, MAX_RANGES))
    }
}
