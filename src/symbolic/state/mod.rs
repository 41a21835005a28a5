//! Symbolic states: chunks, heaps and their index, stores, and known disequalities of
//! receivers. There are no rules here.

pub mod chunk;
pub(in crate::symbolic) mod closed;
pub(in crate::symbolic) mod distinctness;
pub mod heap;
pub mod history;
pub(in crate::symbolic) mod index;
pub mod modes;
pub(in crate::symbolic) mod store;
pub mod symbolic_state;
