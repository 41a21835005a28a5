//! Finding and removing permission: lookup in the heap, inference of `open` and
//! `close`, footprints of predicates, and array slices.

pub(in crate::symbolic) mod distinct_places;
pub mod footprint;
pub(in crate::symbolic) mod inference;
pub mod lookup;
pub mod slices;
pub(in crate::symbolic) mod staged_lookup;
