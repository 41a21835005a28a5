//! The text of messages: terms, places and symbolic states. Also the recording of
//! failures. Whether something fails is decided by the rules.

pub mod countermodel;
pub(in crate::symbolic) mod definitions;
pub(in crate::symbolic) mod display_names;
pub mod failures;
pub mod forgotten;
pub(in crate::symbolic) mod names;
pub mod quotes;
pub mod show;
pub(in crate::symbolic) mod show_collections;
pub(in crate::symbolic) mod snapshots;
