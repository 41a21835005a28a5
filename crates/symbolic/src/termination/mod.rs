//! Termination: `decreases` measures, the well-founded order of derivations (§3.6), and
//! the function axioms that depend on it.
//!
//! Only calls that can return to the caller are checked (`src/verify/callgraph.rs`). A cycle
//! descends by `decreases` measures or by the paper's criterion, with derivations weighed by
//! literal fractions. Facts about a method of the cycle are used in other bodies only where the
//! call descends, and never in refinement checks: else a method could be proved from itself.

pub(crate) mod function_axioms;
pub mod measures;
