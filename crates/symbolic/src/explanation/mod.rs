//! The text of messages: terms, places and symbolic states. Also the recording of
//! failures. Whether something fails is decided by the rules.

pub mod countermodel;
pub(crate) mod definitions;
pub(crate) mod display_names;
pub mod failures;
pub mod floating;
pub mod forgotten;
pub(crate) mod names;
pub mod quotes;
pub mod show;
pub(crate) mod show_collections;
pub(crate) mod snapshots;
pub(crate) mod undecided;
