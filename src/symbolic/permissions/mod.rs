//! Permissions: chunk lookup and removal, inference of `open` and `close`, array slices,
//! and the causes of missing permissions. Chunks and heaps, without queries, are in
//! `state`.

pub mod causes;
pub(in crate::symbolic) mod closing;
pub(in crate::symbolic) mod distinct_places;
pub(in crate::symbolic) mod inference;
pub mod lookup;
pub(in crate::symbolic) mod losses;
pub mod slices;
