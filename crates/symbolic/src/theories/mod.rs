//! Operations on values: collections, machine integers and dynamic types. Nothing here
//! reads or changes the heap.

pub mod collections;
pub(crate) mod dynamic_types;
pub mod machine_integers;
