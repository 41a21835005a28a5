//! What the built-in prover knows of terms without search.

use super::path::Path;
use super::solver::Solver;
use super::terms::term::{Term, Terms};
use num_rational::BigRational;

impl Solver<'_> {
    /// The other terms in the equivalence class of `t`, oldest first.
    pub fn equal_terms(&mut self, terms: &mut Terms, path: &Path, t: Term) -> Vec<Term> {
        self.prover
            .without_definitions(terms, path)
            .equal_terms(terms, t)
    }

    /// The bounds of a number that the built-in prover knows without search: the lower and the
    /// upper one.
    pub fn bounds(&mut self, terms: &mut Terms, path: &Path, t: Term) -> [Option<BigRational>; 2] {
        let prover = self.prover.without_definitions(terms, path);
        prover.bounds(terms, t).map(|bound| {
            let bound = bound?;
            Some(BigRational::new(
                (*bound.numer()).into(),
                (*bound.denom()).into(),
            ))
        })
    }
}
