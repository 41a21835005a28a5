//! Symbolic execution (§3.3 and §3.4 of the paper): symbolic states and the judgements
//! `eval`, `produce`, `consume` and `exec` in continuation-passing style.
//!
//! Each judgement takes a state and a continuation for the rest of the path. A branch
//! calls the continuation once per feasible case. An error is recorded and ends its path
//! without calling the continuation. This module does no input or output.
//!
//! Layers, lowest first: `state`; the engine and its parts (the files of this folder);
//! `explanation`, the text of messages; `theories`; `permissions`; `termination`;
//! `rules`. The judgements called by the layers below `rules` are declared in
//! `judgements`.

pub mod context;
pub mod engine;
pub mod error_context;
pub mod events;
pub mod explanation;
pub mod footprint;
mod ground_terms;
mod joining;
pub mod judgements;
mod merging;
mod owners;
pub mod permissions;
mod queries;
pub mod refuter;
pub mod rules;
pub mod run;
pub mod session;
mod staged_lookup;
pub mod state;
pub mod termination;
pub mod theories;
mod unrolling;

pub use context::{Config, Context};
pub use engine::Engine;
pub use error_context::ErrorContext;
pub use refuter::Refuter;
pub use run::{Ended, Strategy};
pub use state::symbolic_state::{Frame, State};
