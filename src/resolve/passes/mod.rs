//! Passes over the whole program: assembly of the IR, refusal of ill-formed parts, and ghost code.

pub(in crate::resolve) mod attribution;
mod broken_names;
pub(in crate::resolve) mod ghost;
mod headers;
mod hidden;
pub(in crate::resolve) mod idle_triggers;
mod placeholder;
mod places;
pub(in crate::resolve) mod program;
pub(in crate::resolve) mod refusal;
mod sight;
mod texts;
