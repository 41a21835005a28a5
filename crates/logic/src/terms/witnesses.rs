//! Witnesses of existential goals over one variable: the values and bounds that the goal itself gives.
//!
//! A solver instantiates the negated goal by triggers, and `0 <= v && v < n` has none. Each instance
//! implies the goal, so that a disjunction with instances is equivalent to it.

use super::term::{Node, Sort, Term, Terms};
use crate::deep;
use rustc_hash::FxHashMap;

/// The most values that are tried for one quantifier.
const MAX: usize = 12;

impl Terms {
    /// A goal equivalent to this one, in which each existential quantifier over one variable is a
    /// disjunction with its instances for what its variable is compared with, and for the integers next
    /// to that. Only quantifiers below conjunctions and disjunctions are visited.
    pub fn with_witnesses(&mut self, goal: Term) -> Term {
        self.widened(goal, &mut FxHashMap::default())
    }

    fn widened(&mut self, goal: Term, known: &mut FxHashMap<Term, Term>) -> Term {
        if !self.has_quantifier(goal) {
            return goal;
        }
        if let Some(&wider) = known.get(&goal) {
            return wider;
        }
        let wider = deep(|| match self.node(goal).clone() {
            Node::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(|&p| self.widened(p, known)).collect();
                self.and(parts)
            }
            Node::Or(parts) => {
                let parts: Vec<Term> = parts.iter().map(|&p| self.widened(p, known)).collect();
                self.or(parts)
            }
            Node::Not(never) => {
                let mut all = vec![goal];
                for instance in self.denied_instances(never) {
                    all.push(self.not(instance));
                }
                self.or(all)
            }
            _ => goal,
        });
        known.insert(goal, wider);
        wider
    }

    /// The instances of a universal quantifier over one variable for what it is compared with.
    fn denied_instances(&mut self, never: Term) -> Vec<Term> {
        let Node::Forall(quantified) = self.node(never) else {
            return Vec::new();
        };
        let ([variable], body) = (&*quantified.vars, quantified.body) else {
            return Vec::new();
        };
        let variable = *variable;
        let mut values = Vec::new();
        for (a, b) in self.comparisons(body) {
            self.push_bounds(a, b, variable, &mut values);
        }
        values.truncate(MAX);
        let instance = |value| self.substitute(body, &[(variable, value)]);
        values.into_iter().map(instance).collect()
    }

    /// The operands of the comparisons of a formula outside of inner quantifiers.
    fn comparisons(&self, formula: Term) -> Vec<(Term, Term)> {
        let mut found = Vec::new();
        let mut todo = vec![formula];
        while let Some(t) = todo.pop() {
            match self.node(t) {
                Node::And(parts) | Node::Or(parts) => todo.extend(parts.iter().rev()),
                Node::Not(part) => todo.push(*part),
                Node::Le(a, b) | Node::Lt(a, b) | Node::Eq(a, b) => found.push((*a, *b)),
                _ => {}
            }
        }
        found
    }

    /// The value of the variable for which two terms are equal, if it occurs once, and the numbers next to
    /// it.
    fn push_bounds(&mut self, a: Term, b: Term, variable: Term, values: &mut Vec<Term>) {
        if self.sort(a) != Sort::Int {
            let other = match (a == variable, b == variable) {
                (true, false) => b,
                (false, true) => a,
                _ => return,
            };
            if !self.has_bound(other) && !values.contains(&other) {
                values.push(other);
            }
            return;
        }
        if self.sort(variable) != Sort::Int {
            return;
        }
        let difference = self.sub(b, a);
        let (without, negated) = (
            self.add(difference, variable),
            self.sub(difference, variable),
        );
        let zero = self.int(0);
        let at = if !self.mentions(without, variable) {
            without
        } else if !self.mentions(negated, variable) {
            self.sub(zero, negated)
        } else {
            return;
        };
        if self.has_bound(at) {
            return;
        }
        for step in [0, 1, -1] {
            let step = self.int(step);
            let value = self.add(at, step);
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
}
