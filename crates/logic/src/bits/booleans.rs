//! Booleans: constructors that simplify.

use super::{Formula, Formulas, Node, Sort};
use rustc_hash::FxHashSet;

/// The most conjuncts of one node: longer conjunctions are nested.
const MAX_CONJUNCTS: usize = 24;

impl Formulas {
    /// A Boolean constant.
    #[must_use]
    pub fn truth(value: bool) -> Formula {
        if value {
            Formulas::TRUE
        } else {
            Formulas::FALSE
        }
    }

    /// A new Boolean variable.
    pub fn condition(&mut self) -> Formula {
        self.conditions += 1;
        self.intern(Node::Condition(self.conditions - 1), Sort::Bool)
    }

    /// The negation.
    pub fn not(&mut self, a: Formula) -> Formula {
        match self.node(a) {
            Node::Not(inner) => *inner,
            _ => self.intern(Node::Not(a), Sort::Bool),
        }
    }

    /// The negation, if there is a formula for it already.
    fn known_negation(&self, a: Formula) -> Option<Formula> {
        match self.node(a) {
            Node::Not(inner) => Some(*inner),
            _ => self.known.get(&Node::Not(a)).copied(),
        }
    }

    /// The conjunction.
    pub fn and(&mut self, a: Formula, b: Formula) -> Formula {
        self.all(&[a, b])
    }

    /// The disjunction.
    pub fn or(&mut self, a: Formula, b: Formula) -> Formula {
        self.any(&[a, b])
    }

    /// The implication.
    pub fn implies(&mut self, a: Formula, b: Formula) -> Formula {
        let a = self.not(a);
        self.or(a, b)
    }

    /// The disjunction of several Booleans.
    pub fn any(&mut self, parts: &[Formula]) -> Formula {
        let parts: Vec<Formula> = parts.iter().map(|part| self.not(*part)).collect();
        let none = self.all(&parts);
        self.not(none)
    }

    /// The conjunction of several Booleans.
    pub fn all(&mut self, parts: &[Formula]) -> Formula {
        let mut members = Vec::new();
        for &part in parts {
            match self.node(part) {
                Node::And(inner) if members.len() + inner.len() <= MAX_CONJUNCTS => {
                    members.extend(inner.iter().copied());
                }
                _ => members.push(part),
            }
        }
        members.sort_unstable();
        members.dedup();
        members.retain(|member| *member != Formulas::TRUE);
        let set: FxHashSet<Formula> = members.iter().copied().collect();
        let contradicts = |member: &Formula| {
            let negation = self.known_negation(*member);
            negation.is_some_and(|negation| set.contains(&negation))
        };
        if set.contains(&Formulas::FALSE) || members.iter().any(contradicts) {
            return Formulas::FALSE;
        }
        let changed = self.absorb(&members, &set);
        if let Some(changed) = changed {
            return self.all(&changed);
        }
        match members.as_slice() {
            [] => Formulas::TRUE,
            [only] => *only,
            _ => self.intern(Node::And(members.into()), Sort::Bool),
        }
    }

    /// Simplifies negated conjunctions among conjuncts by the other conjuncts; `None` if nothing
    /// changes.
    fn absorb(&mut self, members: &[Formula], set: &FxHashSet<Formula>) -> Option<Vec<Formula>> {
        for (at, member) in members.iter().enumerate() {
            let Node::Not(inner) = self.node(*member) else {
                continue;
            };
            let Node::And(parts) = self.node(*inner) else {
                continue;
            };
            let parts = parts.clone();
            let is_false = |part: &Formula| {
                let negation = self.known_negation(*part);
                negation.is_some_and(|negation| set.contains(&negation))
            };
            let mut rest = members.to_vec();
            if parts.iter().any(is_false) {
                rest.remove(at);
                return Some(rest);
            }
            if parts.iter().any(|part| set.contains(part)) {
                let left = parts.iter().filter(|part| !set.contains(part));
                let left: Vec<Formula> = left.copied().collect();
                let left = self.all(&left);
                let replaced = self.not(left);
                if let Some(slot) = rest.get_mut(at) {
                    *slot = replaced;
                }
                return Some(rest);
            }
        }
        None
    }

    /// The Booleans are equal.
    pub fn iff(&mut self, a: Formula, b: Formula) -> Formula {
        let (a, b) = (a.min(b), a.max(b));
        let not_b = self.not(b);
        self.ite(a, b, not_b)
    }

    /// The second or the third operand, of one sort, by the truth value of the first.
    pub fn ite(&mut self, condition: Formula, then: Formula, other: Formula) -> Formula {
        if then == other || condition == Formulas::TRUE {
            return then;
        }
        if condition == Formulas::FALSE {
            return other;
        }
        if let Node::Not(inner) = self.node(condition) {
            let inner = *inner;
            return self.ite(inner, other, then);
        }
        let then = match self.node(then) {
            Node::Ite(same, first, _) if *same == condition => *first,
            _ => then,
        };
        let other = match self.node(other) {
            Node::Ite(same, _, second) if *same == condition => *second,
            _ => other,
        };
        if then == other {
            return then;
        }
        match self.sort(then) {
            Sort::Bool => self.boolean_ite(condition, then, other),
            Sort::Number(range) => {
                let range = match (range, self.range_of(other)) {
                    (Some(a), Some(b)) => Some(a.join(b)),
                    _ => None,
                };
                self.intern(Node::Ite(condition, then, other), Sort::Number(range))
            }
        }
    }

    fn boolean_ite(&mut self, condition: Formula, then: Formula, other: Formula) -> Formula {
        let negation = |formulas: &mut Formulas| formulas.not(condition);
        match (then, other) {
            (Formulas::TRUE, Formulas::FALSE) => condition,
            (Formulas::FALSE, Formulas::TRUE) => negation(self),
            (Formulas::FALSE, other) => {
                let negation = negation(self);
                self.and(negation, other)
            }
            (Formulas::TRUE, other) => self.or(condition, other),
            (then, Formulas::FALSE) => self.and(condition, then),
            (then, Formulas::TRUE) => {
                let negation = negation(self);
                self.or(negation, then)
            }
            _ if then == condition => self.or(condition, other),
            _ if other == condition => self.and(condition, then),
            _ => self.intern(Node::Ite(condition, then, other), Sort::Bool),
        }
    }
}
