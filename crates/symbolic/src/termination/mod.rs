//! Termination: `decreases` measures, the well-founded order of derivations (§3.6), and
//! the function axioms that depend on it.

pub(crate) mod function_axioms;
pub mod measures;
