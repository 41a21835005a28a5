//! Symbolic execution (the paper's §3.3 and §3.4): states, and the four
//! judgements `eval`, `produce`, `consume` and `exec` in continuation-passing
//! style.
//!
//! Each judgement takes a state and a continuation, the rest of the path. A
//! fork calls the continuation once for each feasible branch; an error is
//! recorded and ends its path without a call. Nothing here knows of files or
//! terminals.

pub mod context;
pub mod engine;
pub mod events;
pub mod explanation;
mod merging;
pub mod permissions;
pub mod rules;
pub mod run;
pub mod session;
pub mod sorts;
pub mod state;
pub mod termination;
pub mod theories;

#[cfg(test)]
mod tests;

pub use context::{Config, Context};
pub use engine::Engine;
pub use explanation::error_context::ErrorContext;
pub use run::{Ended, Strategy};
pub use state::symbolic_state::{Frame, State};
