//! Proofs with instances: E-matching, theory lemmas for collections, and the
//! bounded search that combines them with case splits. Ground reasoning belongs in
//! the parent folder.

mod cardinality_lemmas;
pub(in crate::logic) mod ematching;
pub(in crate::logic) mod instances;
pub(in crate::logic) mod multisets;
mod nonlinear_lemmas;
mod positions;
pub(in crate::logic) mod products;
pub(in crate::logic) mod proof;
mod sequence_lemmas;
mod slice_lemmas;
pub(in crate::logic) mod theory_lemmas;
pub(in crate::logic) mod word_equations;
