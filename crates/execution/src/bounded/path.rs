//! Paths: the decisions that lead to a configuration, and what is known on it.

use rustc_hash::FxHashSet;
use std::rc::Rc;
use veriframe_logic::bits::{Formula, Formulas, Node};

/// A path condition. Paths that are under way at one time exclude one another.
#[derive(Clone, Debug, Default)]
pub struct Path {
    conjuncts: Vec<Formula>,
    /// What is left out of the path condition, because wherever it does not hold, something else is
    /// wrong.
    released: Vec<Formula>,
    /// What holds on the path, or else something that must hold does not, so that what is decided
    /// by it matters no more.
    known: Rc<FxHashSet<Formula>>,
}

impl Path {
    /// The truth value of a Boolean, if it is decided.
    pub(super) fn decide(&self, f: &mut Formulas, condition: Formula) -> Option<bool> {
        if condition == Formulas::TRUE || self.known.contains(&condition) {
            return Some(true);
        }
        let negation = f.not(condition);
        if condition == Formulas::FALSE || self.known.contains(&negation) {
            return Some(false);
        }
        let (parts, is_negated) = match (f.node(condition), f.node(negation)) {
            (Node::And(parts), _) => (parts.clone(), false),
            (_, Node::And(parts)) => (parts.clone(), true),
            _ => return None,
        };
        let mut all = true;
        for part in parts.iter() {
            let negation = f.not(*part);
            if self.known.contains(&negation) {
                return Some(is_negated);
            }
            all = all && self.known.contains(part);
        }
        all.then_some(!is_negated)
    }

    /// Adds a conjunct.
    pub(super) fn assume(&mut self, f: &mut Formulas, condition: Formula) {
        self.conjuncts.push(condition);
        self.learn(f, condition);
    }

    /// What is assumed is known.
    fn learn(&mut self, f: &mut Formulas, condition: Formula) {
        let known = Rc::make_mut(&mut self.known);
        known.insert(condition);
        if let Node::And(parts) = f.node(condition) {
            known.extend(parts.iter().copied());
        }
    }

    /// Leaves out the last conjunct, because wherever it does not hold, something else is wrong.
    /// It is still known.
    pub(super) fn release_last(&mut self) {
        self.released.extend(self.conjuncts.pop());
    }

    /// The path condition.
    pub(super) fn condition(&self, f: &mut Formulas) -> Formula {
        f.all(&self.conjuncts)
    }

    /// All that has been assumed: the path condition with what is left out of it.
    pub(super) fn assumptions(&self, f: &mut Formulas) -> Formula {
        f.all(&[self.conjuncts.as_slice(), &self.released].concat())
    }

    /// Makes this the path of both. Returns the condition under which it was this one.
    pub(super) fn merge(&mut self, f: &mut Formulas, other: &Path) -> Formula {
        let pairs = self.conjuncts.iter().zip(&other.conjuncts);
        let common = pairs.take_while(|(a, b)| a == b).count();
        let own = self.conjuncts.split_off(common);
        let theirs = other.conjuncts.get(common..).unwrap_or_default();
        let differs = match (own.first(), theirs.first()) {
            (Some(a), Some(b)) => f.not(*b) == *a,
            _ => false,
        };
        let (a, b) = (f.all(&own), f.all(theirs));
        let condition = match own.first() {
            Some(first) if differs => *first,
            None => f.not(b),
            _ => a,
        };
        let either = f.or(a, b);
        self.merge_released(f, &other.released, [a, b]);
        let mut known: FxHashSet<Formula> = FxHashSet::default();
        known.extend(self.known.intersection(&other.known));
        self.known = Rc::new(known);
        if either != Formulas::TRUE {
            self.conjuncts.push(either);
            self.learn(f, either);
        }
        condition
    }

    /// What either path has left out, of the two conditions on which they are taken.
    fn merge_released(&mut self, f: &mut Formulas, theirs: &[Formula], taken: [Formula; 2]) {
        let pairs = self.released.iter().zip(theirs);
        let common = pairs.take_while(|(a, b)| a == b).count();
        let own = self.released.split_off(common);
        let theirs = theirs.get(common..).unwrap_or_default();
        if own.is_empty() && theirs.is_empty() {
            return;
        }
        let [a, b] = taken;
        let a = [&[a], own.as_slice()].concat();
        let b = [&[b], theirs].concat();
        let (a, b) = (f.all(&a), f.all(&b));
        let either = f.or(a, b);
        if either != Formulas::TRUE {
            self.released.push(either);
        }
    }
}
