//! Operations on values: collections, machine integers and dynamic types. Nothing here
//! reads or changes the heap.
//!
//! What a new type or kind of class means here must be said: matches name all of them.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod collections;
pub(crate) mod dynamic_types;
mod floating;
pub mod machine_integers;
