//! The logic that symbolic execution reasons in (the paper's §3.2): sorts,
//! hash-consed terms, path conditions, and the solver that decides entailment.
//!
//! Nothing here knows of programs: fields, methods and heaps are `symbolic`'s.

mod axioms;
pub mod collections;
mod contents;
pub mod decider;
mod mentions;
pub mod path;
pub mod quantifier;
mod sequences;
pub mod simplify;
pub mod solver;
mod solver_identity;
pub mod sort;
mod stores;
pub mod term;
mod text;
mod triggers;
pub mod z3_backend;
mod z3_interrupt;

pub use self::solver_identity::solver_identity;
pub use self::z3_interrupt::{Watch, interruptible};
pub use path::{FactKind, Path};
pub use solver::{Answer, Counters, Deciding, Solver};
pub use stores::Position;
pub use term::{Coll, Elem, Func, Sort, Term, Terms};

/// Runs `f` with enough stack: native recursion must not limit the size of terms.
pub(crate) fn deep<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, f)
}
