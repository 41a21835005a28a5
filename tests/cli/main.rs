//! The command line: sessions, formats, the page, what is said and what is refused.

mod formats;
mod hidden_fields;
mod hints;
mod json;
mod manners;
mod page;
mod project;
mod refused;
mod report;
mod sessions;
mod snapshots;
#[path = "../support/mod.rs"]
mod support;
mod unsupported;
mod visible;
mod watch;
