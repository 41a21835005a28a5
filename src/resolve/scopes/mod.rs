//! A member while it is resolved: its variables and visible names, what may stand
//! where, and what all members share. No construct is lowered here.

pub(in crate::resolve) mod constants;
pub(in crate::resolve) mod context;
pub(in crate::resolve) mod member;
pub(in crate::resolve) mod scope;
