//! Operations on values: collections, machine integers and dynamic types.

pub mod collections;
pub(in crate::symbolic) mod dynamic_types;
pub mod machine_integers;
