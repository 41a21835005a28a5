//! Case splits: the relevant part of the Boolean structure of a query, unit propagation
//! modulo arithmetic, and bounded search.
//!
//! Connectives are nodes of the closure, which propagates truth values eagerly. Atoms
//! implied by ranges are propagated here on demand, and only those connected with the
//! query. All budgets count steps.

use super::congruence::{Id, IdSet, Op};
use super::{Event, Prover};
use crate::terms::term::{Sort, Terms};

/// The most nodes of a query that are considered.
const MAX_BELOW: usize = 60;
/// The most connected nodes that are considered.
const MAX_AROUND: usize = 240;
/// The most conditions to split on in a query.
const MAX_CONDITIONS: usize = 12;
/// The most cases of a query.
const MAX_CASES: usize = 40;
/// Rounds over the conditions of a query.
const ROUNDS: usize = 3;
/// The depth of nested splits.
const DEPTH: usize = 2;

/// The remaining budget of a query.
#[derive(Debug)]
pub(crate) struct Budget {
    cases: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { cases: MAX_CASES }
    }
}

impl Prover {
    /// Whether every case is in conflict.
    pub(crate) fn split(&mut self, terms: &mut Terms, goal: Id, budget: &mut Budget) -> bool {
        self.split_within(terms, goal, budget, DEPTH)
    }

    fn split_within(
        &mut self,
        terms: &mut Terms,
        goal: Id,
        budget: &mut Budget,
        depth: usize,
    ) -> bool {
        let mut conditions = Vec::new();
        // One condition may imply another.
        for _ in 0..ROUNDS {
            let changes = self.arithmetic.changes();
            let around = self.around(goal);
            for &id in &around {
                if self.is_open(id) {
                    self.queue.push_back(Event::Check(id));
                }
            }
            self.propagate(terms);
            if self.conflict || self.out_of_range(changes) {
                return true;
            }
            conditions = self.conditions(terms, &around);
            match self.learn(terms, &conditions, budget) {
                Some(true) => return true,
                Some(false) => {}
                None => break,
            }
        }
        if depth <= 1 {
            return false;
        }
        conditions.iter().any(|&condition| {
            self.closure.truth(condition).is_none()
                && budget.cases > 0
                && [true, false].into_iter().all(|value| {
                    budget.cases = budget.cases.saturating_sub(1);
                    self.case(terms, condition, value, &mut |prover, terms| {
                        prover.split_within(terms, goal, budget, depth - 1)
                    })
                })
        })
    }

    /// Whether the ranges may determine a node further than at its last check.
    pub(crate) fn is_open(&self, id: Id) -> bool {
        match self.closure.op(id) {
            Op::Le | Op::Lt | Op::Eq => self.closure.truth(id).is_none(),
            Op::Select | Op::Div | Op::Rem | Op::Coll(_) => true,
            _ => false,
        }
    }

    /// Propagates conditions with a single possible value. `None` if there are none;
    /// `Some(true)` on a conflict.
    fn learn(&mut self, terms: &mut Terms, conditions: &[Id], budget: &mut Budget) -> Option<bool> {
        let mut learned = None;
        for &condition in conditions {
            for value in [true, false] {
                if self.closure.truth(condition).is_some() {
                    break;
                }
                budget.cases = budget.cases.checked_sub(1)?;
                if !self.case(terms, condition, value, &mut |_, _| false) {
                    continue;
                }
                if self.conflicts_with(terms, condition, !value) {
                    return Some(true);
                }
                learned = Some(false);
            }
        }
        learned
    }

    /// Assigns a condition. Returns whether there is an immediate conflict.
    pub(crate) fn conflicts_with(&mut self, terms: &mut Terms, condition: Id, value: bool) -> bool {
        let changes = self.arithmetic.changes();
        self.set(condition, value);
        !self.is_feasible(terms, changes)
    }

    /// Propagates to a fixpoint. Returns whether there is no conflict and the ranges
    /// connected with the changes after the first `changes` are feasible.
    pub(crate) fn is_feasible(&mut self, terms: &mut Terms, changes: usize) -> bool {
        self.propagate(terms);
        !self.conflict && !self.out_of_range(changes)
    }

    /// Whether a value of a condition is in conflict, immediately or by `more`.
    pub(crate) fn case(
        &mut self,
        terms: &mut Terms,
        condition: Id,
        value: bool,
        more: &mut dyn FnMut(&mut Prover, &mut Terms) -> bool,
    ) -> bool {
        let mark = self.mark();
        let refuted = self.conflicts_with(terms, condition, value)
            || (!value && self.cannot_differ(terms, condition))
            || more(self, terms);
        self.undo_to(mark);
        refuted
    }

    /// Whether both orders of the sides of an equation are infeasible.
    pub(crate) fn cannot_differ(&mut self, terms: &mut Terms, equation: Id) -> bool {
        self.sides(equation).is_some_and(|(a, b)| {
            [(a, b), (b, a)]
                .into_iter()
                .all(|(low, high)| self.less(terms, low, high, &mut |_, _| false))
        })
    }

    /// Whether `low < high` is in conflict, immediately or by `more`.
    pub(crate) fn less(
        &mut self,
        terms: &mut Terms,
        low: Id,
        high: Id,
        more: &mut dyn FnMut(&mut Prover, &mut Terms) -> bool,
    ) -> bool {
        let mark = self.mark();
        let changes = self.arithmetic.changes();
        if let Some(difference) = self.arithmetic.difference(high, low) {
            self.arithmetic.at_least(difference, true);
        }
        self.propagate(terms);
        let refuted = self.conflict || self.out_of_range(changes) || more(self, terms);
        self.undo_to(mark);
        refuted
    }

    /// The sides of an equation of numbers.
    pub(crate) fn sides(&self, id: Id) -> Option<(Id, Id)> {
        let (a, b) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        let number = self.closure.sort(a).is_number();
        (self.closure.op(id) == Op::Eq && number).then_some((a, b))
    }

    /// The nodes of a query and the formulas and numbers connected with them, nearest
    /// first.
    pub(crate) fn around(&self, goal: Id) -> Vec<Id> {
        let mut seen = self.closure.no_nodes();
        let mut nodes = Vec::with_capacity(MAX_BELOW);
        nodes.push(goal);
        seen.insert(goal);
        let mut at = 0;
        while let Some(&id) = nodes.get(at)
            && nodes.len() < MAX_BELOW
        {
            at += 1;
            let args = self.closure.args(id).iter().copied();
            nodes.extend(args.filter(|&arg| seen.insert(arg)));
        }
        let mut at = 0;
        let mut classes = self.closure.no_nodes();
        while let Some(&id) = nodes.get(at) {
            at += 1;
            let root = self.closure.find(id);
            let class = self.closure.class(root);
            // A shared value does not connect nodes.
            if class.value.is_some() || !classes.insert(root) {
                continue;
            }
            for member in self.closure.members(root) {
                if self.closure.op(member) == Op::Ite && seen.insert(member) {
                    nodes.push(member);
                }
            }
            for &user in &class.uses {
                if nodes.len() >= MAX_AROUND {
                    return nodes;
                }
                let matters = match self.closure.op(user) {
                    Op::Sum | Op::Ite | Op::Select => true,
                    _ => self.closure.sort(user) == Sort::Bool,
                };
                if matters && seen.insert(user) {
                    nodes.push(user);
                }
            }
        }
        nodes
    }

    /// Unassigned formulas on which some of these nodes depend.
    pub(crate) fn conditions(&mut self, terms: &mut Terms, around: &[Id]) -> Vec<Id> {
        let mut conditions = Vec::new();
        for &id in around {
            let args = self.closure.args(id);
            match self.closure.op(id) {
                Op::Ite => conditions.extend(args.first()),
                op @ (Op::Or | Op::And) => {
                    let settled = Some(op == Op::Or);
                    if self.closure.truth(id) == settled
                        && !args.iter().any(|&arg| self.closure.truth(arg) == settled)
                    {
                        conditions.extend(args);
                    }
                }
                Op::Eq if self.closure.truth(id).is_some() => {
                    let formulas = |arg: &&Id| self.closure.sort(**arg) == Sort::Bool;
                    conditions.extend(args.iter().filter(formulas));
                }
                Op::Select => conditions.extend(self.indices(terms, id)),
                _ => {}
            }
        }
        let mut seen = IdSet::default();
        conditions
            .retain(|&c| self.closure.truth(c).is_none() && seen.insert(self.closure.find(c)));
        conditions.truncate(MAX_CONDITIONS);
        conditions
    }

    /// The equality of a read index and an update index.
    fn indices(&mut self, terms: &mut Terms, select: Id) -> Vec<Id> {
        let (contents, index) = (self.closure.arg(select, 0), self.closure.arg(select, 1));
        let mut equations = Vec::new();
        for made in self.closure.class(contents).made.clone() {
            let at = self.closure.arg(made, 1);
            if self.closure.op(made) != Op::Store
                || self.closure.same(at, index)
                || self.are_distinct(at, index)
            {
                continue;
            }
            if let (Some(at), Some(index)) = (self.closure.term(at), self.closure.term(index)) {
                let equation = terms.eq(at, index);
                equations.push(self.node(terms, equation));
            }
        }
        self.propagate(terms);
        equations
    }
}
