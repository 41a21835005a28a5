//! The only modules that depend on Z3: its library, the translation of terms, queries,
//! and the interruption of a check.
//!
//! Z3 answers the rest. Every check is bounded by `rlimit`, never by seconds; after a long search
//! Z3 restarts. The limit is that of a query, shared equally by up to four attempts with different
//! seeds, two of them with short chains of instances: with less for some, verdicts depended on the seed. A check has its own terms and its own
//! Z3 context, so no answer depends on other members. What Z3 multiplies out it does not count:
//! products of a high degree or of many summands are uninterpreted
//! (`crates/logic/src/terms/products.rs`), and a model with one is no answer.

mod arithmetic;
pub mod backend;
pub mod bits;
mod complete;
mod identity;
pub mod instances;
pub(crate) mod interrupt;
pub mod library;
pub mod models;

pub use identity::{HashStore, solver_identity};
