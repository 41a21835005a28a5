//! What terms mention: symbols younger than others, and subterms of quantifiers that Z3
//! needs as separate definitions (ground terms that only the quantifier mentions, parts
//! of triggers that Z3 does not accept).

use super::term::{Node, Sort, Term, Terms};
use rustc_hash::FxHashSet;

/// The subterms of a term, each once, itself first.
#[derive(Debug)]
pub struct Subterms<'t> {
    terms: &'t Terms,
    todo: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Terms {
    /// The subterms of a term, each once, itself first.
    #[must_use]
    pub fn subterms(&self, t: Term) -> Subterms<'_> {
        Subterms {
            terms: self,
            todo: vec![t],
            seen: FxHashSet::default(),
        }
    }

    /// Whether a term is a universally quantified formula.
    #[must_use]
    pub fn is_quantifier(&self, t: Term) -> bool {
        matches!(self.node(t), Node::Forall(_))
    }
}

impl Iterator for Subterms<'_> {
    type Item = Term;

    fn next(&mut self) -> Option<Term> {
        while let Some(t) = self.todo.pop() {
            if self.seen.insert(t) {
                self.todo.extend(self.terms.children(t));
                return Some(t);
            }
        }
        None
    }
}

/// The largest closed subterms of a body that a trigger may match, or whose elements it
/// may match.
pub(crate) fn closed_matches(terms: &Terms, body: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut todo = vec![body];
    while let Some(t) = todo.pop() {
        let sort = terms.sort(t);
        let has_elements = sort.is_collection() || matches!(sort, Sort::Elems(_));
        let applied = matches!(
            terms.node(t),
            Node::App(..) | Node::Select(..) | Node::Coll(..)
        );
        if !terms.has_bound(t) && (has_elements || applied) {
            if !matches!(terms.node(t), Node::Symbol(_)) && !found.contains(&t) {
                found.push(t);
            }
        } else {
            todo.extend(terms.children(t));
        }
    }
    found
}

/// The largest closed subterms of a term that are formulas or depend on one.
pub(crate) fn unfit_parts(terms: &Terms, t: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut todo = vec![t];
    while let Some(t) = todo.pop() {
        let unfit = matches!(
            terms.node(t),
            Node::Not(_)
                | Node::And(_)
                | Node::Or(_)
                | Node::Ite(..)
                | Node::Eq(..)
                | Node::Le(..)
                | Node::Lt(..)
                | Node::Forall(_)
                // Rounding toward zero is a case distinction.
                | Node::Div(..)
                | Node::Rem(..)
                | Node::IsCombine(_)
                | Node::IsWrap(..)
        );
        if !unfit {
            todo.extend(terms.children(t));
        } else if !terms.has_bound(t) && !found.contains(&t) {
            found.push(t);
        }
    }
    found
}

impl Terms {
    /// Whether a term mentions something that was made since `first` and is
    /// none of these symbols.
    #[must_use]
    pub fn depends_on_more(&self, t: Term, first: u32, symbols: &[Term]) -> bool {
        let mut todo = vec![t];
        let mut seen = FxHashSet::default();
        while let Some(t) = todo.pop() {
            // A symbol's own age is one more than its number.
            if self.youngest_symbol(t) <= first || !seen.insert(t) {
                continue;
            }
            if matches!(self.node(t), Node::Symbol(_)) && !symbols.contains(&t) {
                return true;
            }
            todo.extend(self.children(t));
        }
        false
    }
}
