//! Path conditions for readers: without conditions that follow from others.

use super::Symbolic;
use super::shortening::shortened;
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Answer, Effort, FactKind, Path, Solver, Term, Terms};

/// The greatest number of conditions that are compared with one another.
const MAX_COMPARED: usize = 64;

impl Symbolic<'_> {
    /// The conditions at the forks, with their outcomes.
    #[must_use]
    pub fn branches(&self) -> Vec<Term> {
        let decisions = self.decisions.iter();
        let branches = decisions.map(|decision| {
            if decision.outcome {
                decision.condition
            } else {
                self.negated(decision.condition)
            }
        });
        branches.collect()
    }

    /// Whether a condition can be true on this path, and whether it can be false. What the solver
    /// leaves open is possible.
    pub fn sides(&self, solver: &mut Solver<'_>, condition: Term) -> (bool, bool) {
        let mut terms = self.terms();
        let mut follows = |goal: Term, terms: &mut Terms| {
            let answered = solver.query(terms, &self.path, goal, Effort::Full);
            answered.answer == Answer::Yes
        };
        if follows(condition, &mut terms) {
            return (true, false);
        }
        let negated = terms.not(condition);
        (!follows(negated, &mut terms), true)
    }

    /// The negation: of a conjunction, the disjunction of what can be false.
    #[must_use]
    pub fn negated(&self, condition: Term) -> Term {
        let mut terms = self.terms();
        match terms.node(condition).clone() {
            Node::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(|part| terms.not(*part)).collect();
                terms.or(parts)
            }
            _ => terms.not(condition),
        }
    }

    /// The same path condition with fewer and simpler conditions, in the order of the branches.
    #[must_use]
    pub fn path_condition(&self, solver: &mut Solver<'_>, branches: &[Term]) -> Vec<Term> {
        let mut left = branches.to_vec();
        if left.len() > MAX_COMPARED {
            return left;
        }
        for position in 0..left.len() {
            if let Some(strict) = left.get(position).and_then(|t| self.strict(*t, &left))
                && let Some(place) = left.get_mut(position)
            {
                *place = strict;
            }
        }
        for position in 0..left.len() {
            if let Some(&condition) = left.get(position) {
                let shorter = self.without_excluded(condition, &left);
                if let Some(place) = left.get_mut(position) {
                    *place = shorter;
                }
            }
        }
        for position in 0..left.len() {
            let path = without(&left, position);
            if let Some(place) = left.get_mut(position) {
                *place = self.on(solver, &path, *place);
            }
        }
        let mut position = 0;
        while let Some(&condition) = left.get(position) {
            let path = without(&left, position);
            let mut terms = self.terms();
            if follows_plainly(solver, &mut terms, &path, condition) {
                left.remove(position);
            } else {
                position += 1;
            }
        }
        shortened(&mut self.terms(), left)
    }

    /// A disjunction without what the others say is false.
    fn without_excluded(&self, condition: Term, others: &[Term]) -> Term {
        let mut terms = self.terms();
        let Node::Or(parts) = terms.node(condition).clone() else {
            return condition;
        };
        let mut possible = Vec::new();
        for part in parts.iter() {
            let negated = terms.not(*part);
            if !others.contains(&negated) {
                possible.push(*part);
            }
        }
        terms.or(possible)
    }

    /// `a < b`, if the condition is `a <= b` and the others say that `a` and `b` differ.
    fn strict(&self, condition: Term, others: &[Term]) -> Option<Term> {
        let mut terms = self.terms();
        let Node::Le(a, b) = *terms.node(condition) else {
            return None;
        };
        let differ = terms.ne(a, b);
        others.contains(&differ).then(|| terms.lt(a, b))
    }
}

/// The path of all conditions but one.
fn without(conditions: &[Term], position: usize) -> Path {
    let others = conditions.iter().enumerate();
    let others = others.filter(|(other, _)| *other != position);
    others.fold(Path::default(), |path, (_, t)| {
        path.with(*t, FactKind::Branch)
    })
}

/// Whether a condition follows from the plain facts of a path.
pub(super) fn follows_plainly(
    solver: &mut Solver<'_>,
    terms: &mut Terms,
    path: &Path,
    condition: Term,
) -> bool {
    let answered = solver.query(terms, path, condition, Effort::Plain);
    answered.answer == Answer::Yes
}
