//! Quantifiers as atoms: a quantified goal follows from a quantified fact that is equal up
//! to congruent subterms. Instances are in [`super::quantifiers`].

use crate::deep;
use crate::prover::Prover;
use crate::prover::congruence::Op;
use crate::terms::term::{Node, Term, Terms};

/// Larger quantifiers are not compared part by part.
const MAX_SIZE: u32 = 400;

impl Prover {
    /// Whether a true quantifier equals the goal up to congruent ground subterms.
    pub(crate) fn known_by_parts(&mut self, terms: &mut Terms, goal: Term) -> bool {
        if !matches!(terms.node(goal), Node::Forall(_)) || terms.size(goal) > MAX_SIZE {
            return false;
        }
        let mut facts = self.closure.quantifiers(true).into_iter();
        facts.any(|fact| {
            terms.size(fact) == terms.size(goal)
                && similar(terms, fact, goal)
                && self.alike(terms, fact, goal)
        })
    }

    /// Whether two terms are equal subterm by subterm, for all values of their bound
    /// variables.
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
        // Rebuilding with the other's operands yields the other: same operator.
        let mut others = theirs.clone().into_iter();
        let exchanged = terms.rebuild(a, &mut |_, part| others.next().unwrap_or(part));
        exchanged == b
            && mine
                .into_iter()
                .zip(theirs)
                .all(|(a, b)| deep(|| self.alike(terms, a, b)))
    }
}

/// Whether two terms have the same operators above ground subterms, and no different values
/// among these. Otherwise they are not alike.
fn similar(terms: &Terms, a: Term, b: Term) -> bool {
    if a == b {
        return true;
    }
    let (op, other) = (Op::made_by(terms, a), Op::made_by(terms, b));
    if !terms.has_bound(a) && !terms.has_bound(b) && !matches!(terms.node(a), Node::Forall(_)) {
        return op != Op::Value || other != Op::Value;
    }
    let (mine, theirs) = (terms.children(a), terms.children(b));
    let mut parts = mine.iter().zip(&theirs);
    op == other
        && mine.len() == theirs.len()
        && !mine.is_empty()
        && parts.all(|(&a, &b)| deep(|| similar(terms, a, b)))
}
