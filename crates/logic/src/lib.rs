//! The logic that symbolic execution reasons in (the paper's §3.2): sorts, hash-consed
//! terms, path conditions, and the solver for entailment queries.
//!
//! Nothing here depends on programs: fields, methods and heaps belong in `symbolic`.

mod alignment;
mod answer;
mod attempts;
mod axioms;
pub mod bits;
mod cost;
mod countermodel;
mod definitions;
mod known_models;
mod known_terms;
mod models;
pub mod path;
pub mod prover;
mod solved_forms;
pub mod solver;
pub mod terms;
pub mod transcript;
pub mod z3;

pub use crate::z3::backend::has_started_here;
pub use crate::z3::bits::{BitsAnswer, Question};
pub use crate::z3::interrupt::{Watch, interruptible};
pub use crate::z3::models::ModelSearch;
pub(crate) use veriframe_base::stack::deep;

pub use answer::{Answer, Answered, AnsweredBy, Effort, Facts, ModelValue};
pub use cost::limit_of_attempt;
pub use definitions::Definitions;
pub use path::{FactKind, Path};
pub use solved_forms::Equations;
pub use solver::{ProverMode, Solver};
pub use terms::stores::Position;
pub use terms::term::{Coll, Elem, Func, Sort, Term, Terms};
