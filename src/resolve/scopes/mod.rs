//! Scopes and contexts of a member: its variables, the visible names, the constructs allowed at
//! each place, and the state shared by all members. Lowering happens elsewhere.

pub(in crate::resolve) mod around;
pub(in crate::resolve) mod constants;
pub(in crate::resolve) mod context;
pub(in crate::resolve) mod member;
pub(in crate::resolve) mod scope;
