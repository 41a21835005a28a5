//! Operations on values: collections, array elements, machine integers and
//! dynamic types.

pub mod collections;
pub(in crate::symbolic) mod dynamic_types;
pub mod elements;
pub mod machine_integers;
