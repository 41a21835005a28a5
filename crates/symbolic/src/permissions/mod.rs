//! Permissions: chunk lookup and removal, inference of `open` and `close`, array slices,
//! and the causes of missing permissions. Chunks and heaps, without queries, are in
//! `state`.

pub mod causes;
pub(crate) mod closing;
pub(crate) mod distinct_places;
pub(crate) mod inference;
pub mod lookup;
pub(crate) mod losses;
pub mod slices;
