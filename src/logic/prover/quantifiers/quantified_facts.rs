//! Quantifiers as wholes: each is an atom, and one that is known is also known with
//! parts exchanged for what equals them. Their instances are [`super::instances`]'.

use crate::logic::deep;
use crate::logic::prover::Decider;
use crate::logic::prover::congruence::Id;
use crate::logic::terms::term::{Node, Term, Terms};

/// Larger quantifiers are not compared part by part.
const MAX_SIZE: u32 = 400;

impl Decider {
    /// Whether a quantifier is known to hold but for parts that equal those of
    /// the goal. Inside of it stand variables, of which nothing is known.
    pub(in crate::logic) fn known_by_parts(&mut self, terms: &mut Terms, goal: Term) -> bool {
        if !matches!(terms.node(goal), Node::Forall(_)) || terms.size(goal) > MAX_SIZE {
            return false;
        }
        let known = self.closure.members(Id::TRUE);
        let mut facts: Vec<Term> = known
            .filter_map(|id| self.closure.term(id))
            .filter(|&fact| matches!(terms.node(fact), Node::Forall(_)))
            .collect();
        facts.sort();
        facts
            .into_iter()
            .any(|fact| terms.size(fact) == terms.size(goal) && self.alike(terms, fact, goal))
    }

    /// Whether two terms are equal whatever the variables that are bound outside
    /// of them stand for, as far as it shows part by part.
    fn alike(&mut self, terms: &mut Terms, a: Term, b: Term) -> bool {
        if a == b {
            return true;
        }
        if terms.sort(a) != terms.sort(b) {
            return false;
        }
        if !terms.has_bound(a) && !terms.has_bound(b) && !matches!(terms.node(a), Node::Forall(_)) {
            let same = terms.eq(a, b);
            return self.holds(terms, same);
        }
        let (mine, theirs) = (terms.children(a), terms.children(b));
        if mine.is_empty() || mine.len() != theirs.len() {
            return false;
        }
        // The same operation on the other's operands is the other.
        let mut others = theirs.clone().into_iter();
        let exchanged = terms.rebuild(a, &mut |_, part| others.next().unwrap_or(part));
        exchanged == b
            && mine
                .into_iter()
                .zip(theirs)
                .all(|(a, b)| deep(|| self.alike(terms, a, b)))
    }
}
