//! Symbolic execution (the paper's §3.3 and §3.4): states, and the four
//! judgements `eval`, `produce`, `consume` and `exec` in continuation-passing
//! style.
//!
//! Each judgement takes a state and a continuation, the rest of the path. A
//! fork calls the continuation once for each feasible branch; an error is
//! recorded and ends its path without a call. Nothing here knows of files or
//! terminals.

mod apart;
pub mod blame;
pub mod branch;
pub mod calls;
pub mod chunk;
pub mod collections;
pub mod consume;
mod definitions;
pub mod descent;
mod dispatch;
pub mod elements;
pub mod engine;
pub mod eval;
pub mod exec;
pub mod explain;
pub mod footprint;
mod guess;
pub mod heap;
mod index;
mod infer;
pub mod lookup;
pub mod loops;
pub mod machine;
pub mod members;
mod merge;
pub mod produce;
pub mod pure_calls;
pub mod quantifiers;
pub mod show;
mod show_collections;
pub mod slices;
pub mod state;
mod words;

pub use blame::Blame;
pub use engine::{Config, Engine};
pub use state::{Frame, State};
