//! Parts of the verifier that its own tests and benchmarks use. They are no interface:
//! they change without notice.

pub use crate::driver::on_large_stack;

/// Programs in the core language.
pub mod ir {
    pub use crate::ir::{AssertKind, Assertion, FieldId, PredId, Program};
}

/// Terms, paths and what answers queries.
pub mod logic {
    pub use crate::logic::prover::{Mark, Prover};
    pub use crate::logic::terms::simplify::ceiling;
    pub use crate::logic::terms::sort::WRAPPED;
    pub use crate::logic::terms::term::{Node, Quantified};
    pub use crate::logic::{
        Answer, Coll, Effort, Elem, FactKind, Facts, Func, Path, Solver, Sort, Term, Terms,
    };
}

/// Z3 and its library.
pub mod z3 {
    pub use crate::logic::z3::backend::{Backend, Check, version};
    pub use crate::logic::z3::library;
}

/// Events of symbolic execution. Their listeners are the tests, besides the recorder of traces
/// and the transcripts.
pub mod events {
    pub use crate::logic::{Answered, AnsweredBy};
    pub use crate::symbolic::events::{Event, EventKind, Listener, Scope};
    pub use crate::symbolic::state::symbolic_state::StateId;
    pub use crate::verify::listeners::{CheckedMember, Listeners};
}

/// Symbolic heaps.
pub mod heap {
    pub use crate::symbolic::state::chunk::field::FieldPlace;
    pub use crate::symbolic::state::chunk::predicate::Instance;
    pub use crate::symbolic::state::chunk::slice::Slice;
    pub use crate::symbolic::state::chunk::{Age, Chunk, Event, Place, Resource};
    pub use crate::symbolic::state::heap::Heap;
}

/// Syntax trees.
pub mod syntax {
    pub use crate::notation::Notation;
    pub use crate::syntax::parse;
    #[cfg(any(test, feature = "testing"))]
    pub use crate::syntax::pretty;
    pub use crate::syntax::tree::ast;
    #[cfg(any(test, feature = "testing"))]
    pub use crate::syntax::tree::walk;
}
