//! What a failure says: error contexts, causes of missing permissions, and
//! symbolic states as text. Nothing here decides a verdict.

pub mod causes;
pub(in crate::symbolic) mod display_names;
pub mod error_context;
pub(in crate::symbolic) mod losses;
pub(in crate::symbolic) mod place_names;
pub mod show;
pub(in crate::symbolic) mod show_collections;
