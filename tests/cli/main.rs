//! The command line: sessions, formats, the page, what is said and what is refused.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod broken;
mod class_path;
mod class_path_meaning;
mod formats;
mod found;
mod hidden_fields;
mod hints;
mod json;
mod library_members;
mod literature;
mod manners;
mod packages;
mod page;
mod project;
mod refused;
mod report;
mod sessions;
mod snapshots;
mod specified_members;
mod states;
#[path = "../support/mod.rs"]
mod support;
mod unsupported;
mod visible;
mod watch;
