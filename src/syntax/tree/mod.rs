//! The syntax tree, its spans, and how deep it may be. It keeps all sugar; the resolver
//! removes it.

pub mod ast;
pub(in crate::syntax) mod deep;
pub mod operators;
#[cfg(test)]
pub(in crate::syntax) mod spans;
pub mod statements;
pub mod walk;
