//! Symbolic execution (the paper's §3.3 and §3.4): states, and the four
//! judgements `eval`, `produce`, `consume` and `exec` in continuation-passing
//! style.
//!
//! Each judgement takes a state and a continuation, the rest of the path. A
//! fork calls the continuation once for each feasible branch; an error is
//! recorded and ends its path without a call. Nothing here knows of files or
//! terminals.
//!
//! From below: states (`state`); the engine and its parts (the files of this folder);
//! text for messages (`explanation`); `theories`; `permissions`; `termination`; `rules`.
//! The judgements that folders below the rules call are declared in `judgements`.

pub mod context;
pub mod engine;
pub mod error_context;
pub mod events;
pub mod explanation;
pub mod footprint;
mod joining;
mod judgements;
mod mentions;
mod merging;
pub mod permissions;
pub mod rules;
pub mod run;
pub mod session;
pub mod sorts;
mod staged_lookup;
pub mod state;
pub mod termination;
pub mod theories;
mod unrolling;

#[cfg(test)]
mod tests;

pub use context::{Config, Context};
pub use engine::Engine;
pub use error_context::ErrorContext;
pub use run::{Ended, Strategy};
pub use state::symbolic_state::{Frame, State};
