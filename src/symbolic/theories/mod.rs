//! Operations on values: collections, machine integers and dynamic types. Nothing here
//! reads or changes the heap.

pub mod collections;
pub(in crate::symbolic) mod dynamic_types;
pub mod machine_integers;
