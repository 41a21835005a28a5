//! The only modules that depend on Z3: its library, the translation of terms, queries,
//! and the interruption of a check.

mod arithmetic;
pub mod backend;
pub mod bits;
mod complete;
mod identity;
pub(crate) mod interrupt;
pub mod library;
pub mod models;

pub use identity::{HashStore, solver_identity};
