//! Definitions of symbols, which hold on every branch.
//!
//! Where branches meet, the path has what each of them defined. It shares their lists: of n nested
//! branches each would copy the definitions of all within it.

use super::terms::term::{Term, Terms};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// One or more definitions.
#[derive(Clone, Debug)]
pub enum Definitions {
    /// One definition.
    One(Term),
    /// Those of branches that met.
    Several(Rc<Several>),
}

/// The definitions of branches that met.
#[derive(Debug)]
pub struct Several {
    /// In the order in which they were assumed.
    parts: Vec<Definitions>,
    /// Whether one of them has quantifiers or collections.
    is_rich: bool,
}

impl Definitions {
    /// All these definitions; `None` if there are none.
    #[must_use]
    pub fn all(terms: &Terms, mut parts: Vec<Definitions>) -> Option<Definitions> {
        if parts.len() < 2 {
            return parts.pop();
        }
        let is_rich = parts.iter().any(|part| part.is_rich(terms));
        Some(Definitions::Several(Rc::new(Several { parts, is_rich })))
    }

    /// Whether one of them has quantifiers or collections.
    #[must_use]
    pub fn is_rich(&self, terms: &Terms) -> bool {
        match self {
            Definitions::One(fact) => terms.is_rich(*fact),
            Definitions::Several(several) => several.is_rich,
        }
    }

    /// The definitions in the order in which they were assumed, those of a shared list once.
    #[must_use]
    pub fn facts(&self) -> Vec<Term> {
        let (mut facts, mut todo) = (Vec::new(), vec![self]);
        // Branches that met can share what they had before.
        let mut met = FxHashSet::default();
        while let Some(next) = todo.pop() {
            match next {
                Definitions::One(fact) => facts.push(*fact),
                Definitions::Several(several) => {
                    if met.insert(Rc::as_ptr(several)) {
                        todo.extend(several.parts.iter().rev());
                    }
                }
            }
        }
        facts
    }
}

impl Drop for Several {
    /// Drops deep trees iteratively: recursion would need stack for each nested branch.
    fn drop(&mut self) {
        let mut todo = std::mem::take(&mut self.parts);
        while let Some(next) = todo.pop() {
            if let Definitions::Several(several) = next
                && let Some(mut last) = Rc::into_inner(several)
            {
                todo.append(&mut last.parts);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn nested_definitions_are_shared_and_each_is_a_fact_once() {
        const DEPTH: usize = 100_000;
        let mut terms = Terms::new();
        let [p, q] = ["p", "q"].map(|name| terms.fresh(name, Sort::Bool));
        let mut all = Definitions::One(p);
        for _ in 0..DEPTH {
            let parts = vec![all.clone(), Definitions::One(q), all];
            all = Definitions::all(&terms, parts).unwrap();
        }
        let facts = all.facts();
        // A single definition has no identity: that of the innermost meeting is there twice.
        assert_eq!(facts.len(), DEPTH + 2);
        assert!(!all.is_rich(&terms));
        assert!(Definitions::all(&terms, Vec::new()).is_none());
    }
}
