//! Symbolic states: chunks, heaps and their index, stores, and which receivers
//! are known to be distinct. No rule stands here.

pub mod chunk;
pub(in crate::symbolic) mod distinctness;
pub mod heap;
pub mod history;
pub(in crate::symbolic) mod index;
pub mod modes;
pub mod symbolic_state;
