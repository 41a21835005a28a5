//! Proofs with instances: E-matching, theory lemmas for collections, and the
//! bounded search that combines them with case splits. Ground reasoning belongs in
//! the parent folder.

mod cardinality_lemmas;
pub(crate) mod ematching;
pub(crate) mod instances;
pub(crate) mod multisets;
mod nonlinear_lemmas;
mod positions;
pub(crate) mod products;
pub(crate) mod proof;
mod sequence_lemmas;
mod slice_lemmas;
pub(crate) mod theory_lemmas;
pub(crate) mod word_equations;
