//! What a failure says: terms, places and symbolic states as text, and the record of
//! failures. Nothing here decides a verdict.

pub(in crate::symbolic) mod display_names;
pub mod failures;
pub(in crate::symbolic) mod place_names;
pub mod quotes;
pub mod show;
pub(in crate::symbolic) mod show_collections;
