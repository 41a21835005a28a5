//! The judgements of symbolic execution: `eval`, `produce`, `consume` and `exec`,
//! with calls, loops, branches and quantifiers.

pub mod branch;
pub mod calls;
pub mod consume;
pub mod contracts;
pub mod eval;
pub mod exec;
pub mod loops;
pub mod produce;
pub mod pure_calls;
pub mod quantifiers;
