//! The logic that symbolic execution reasons in (the paper's §3.2): sorts,
//! hash-consed terms, path conditions, and the solver that decides entailment.
//!
//! Nothing here knows of programs: fields, methods and heaps are `symbolic`'s.

pub mod builtin;
pub mod path;
pub mod simplify;
pub mod solver;
pub mod term;
pub mod z3_backend;

pub use path::{FactKind, Path};
pub use solver::{Answer, Counters, Solver};
pub use term::{Elem, Func, Sort, Term, Terms};
