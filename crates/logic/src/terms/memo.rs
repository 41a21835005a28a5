//! Results of the smart constructors that are kept, because computing them again would look through
//! whole collections.

use super::term::Term;
use rustc_hash::FxHashMap;

/// Results by the terms that they belong to, in the order in which they were entered.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    results: FxHashMap<Term, Term>,
    entered: Vec<Term>,
}

impl Memo {
    /// The result that belongs to a term, if there is one.
    pub fn get(&self, t: Term) -> Option<Term> {
        self.results.get(&t).copied()
    }

    /// Enters a result. The term has none yet.
    pub fn enter(&mut self, t: Term, result: Term) {
        if self.results.insert(t, result).is_none() {
            self.entered.push(t);
        }
    }

    /// The number of results.
    pub fn len(&self) -> usize {
        self.entered.len()
    }

    /// Removes the results entered after the first `len`: their terms may be forgotten.
    pub fn truncate(&mut self, len: usize) {
        for t in self.entered.drain(len.min(self.entered.len())..) {
            self.results.remove(&t);
        }
    }
}
