//! The interpreter: a transition system on configurations, beside the verifier's engine.
//!
//! `compile` translates the IR to instructions on slots (`code`). A `configuration` is plain
//! data: frames, slots, and the domain's part of the state. `machine` has the rules: one step
//! takes a configuration to its successor. Rules are generic in a value [`domain`]: `concrete`
//! has numbers and a heap, `concolic` terms over an input besides. Where a domain cannot decide
//! a branch, the step leaves the configuration as it was, so that it can be repeated under an
//! assumption. `testing` searches inputs of a member that violate something.
//!
//! With contracts, assertions are executed, too: an assertion collects the locations that it
//! demands (its footprint), predicates by unfolding, and each frame owns the locations that its
//! precondition gave it. Where a member has only a contract, domains with symbolic values execute
//! this instead (`by_contract`).

pub mod bmc;
pub mod bounded;
mod by_contract;
pub mod code;
pub mod compile;
pub mod concolic;
pub mod concrete;
pub mod configuration;
mod dispatch;
pub mod domain;
pub mod entry;
pub mod explore;
pub mod formulas;
pub use veriframe_ir::input;
pub mod machine;
mod natives;
mod permission;
pub mod receivers;
pub mod run;
mod steps;
pub mod symbolic;
pub mod testing;
mod unwinding;
pub mod unwound;
pub mod versions;
