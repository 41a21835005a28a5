//! Symbolic states: chunks, heaps and their index, stores, and known disequalities of
//! receivers. There are no rules here.

pub mod chunk;
pub(crate) mod closed;
pub(crate) mod distinctness;
pub mod exchanges;
pub mod heap;
pub mod history;
pub(crate) mod index;
pub mod modes;
pub(crate) mod store;
pub mod symbolic_state;
