//! The path-independent state of one check: the term store, the solver, and the functions
//! that represent parts of the program. It only grows.

use super::context::Context;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use veriframe_base::source::Span;
use veriframe_ir::{ClassId, MemberId, PureId, VarId};
use veriframe_logic::{Func, Solver, Sort, Term, Terms};

/// The session of one check.
pub struct Session<'p> {
    /// The terms.
    pub terms: Terms,
    /// The solver.
    pub solver: Solver<'p>,
    /// The functions that represent parts of the program.
    pub(crate) functions: Functions,
    /// Where the text has the quantifiers that became these facts, for statistics.
    pub(crate) quantified: FxHashMap<Term, Span>,
    /// By the address of a loop: the variables that an iteration can assign.
    pub(crate) assigned: FxHashMap<usize, Rc<[VarId]>>,
    /// The last number given by [`Session::serial`].
    last_serial: u64,
}

/// The functions that represent parts of the program, created on demand.
#[derive(Default)]
pub(crate) struct Functions {
    /// By family of pure methods.
    pub methods: FxHashMap<PureId, Func>,
    /// The limited functions: equal to a pure method's function, but not unrolled.
    pub limited: FxHashMap<PureId, Func>,
    /// Axioms of recursive pure methods; `None` for those that have none.
    pub definitions: FxHashMap<PureId, Option<Term>>,
    /// Functions of dynamic types.
    pub type_functions: FxHashMap<TypeFunc, Func>,
    /// The number of places numbered by each function.
    pub numbered: FxHashMap<Func, usize>,
    /// Unsimplified reads of contents, by the sort of the elements.
    pub reads: FxHashMap<Sort, Func>,
    /// The unconstrained functions that keep ground terms in facts, by sort.
    pub ground_markers: FxHashMap<Sort, Func>,
    /// The length of an array.
    pub length: Option<Func>,
}

/// The functions that dynamic types need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TypeFunc {
    /// The class of an object.
    Class,
    /// The definition that a class selects from a family.
    Definition(MemberId),
    /// Whether a class is this one or below it.
    IsBelow(ClassId),
}

impl<'p> Session<'p> {
    /// A session without terms.
    #[must_use]
    pub fn new(ctx: &Context<'p>) -> Session<'p> {
        let config = &ctx.config;
        Session {
            terms: Terms::new(),
            solver: Solver::new(config.rlimit, ctx.sorts.to_vec())
                .for_member()
                .seeded(config.seed)
                .prover_mode(config.prover)
                .watched(ctx.watch),
            functions: Functions::default(),
            quantified: FxHashMap::default(),
            assigned: FxHashMap::default(),
            last_serial: 0,
        }
    }

    /// Where the text has the quantifier, or the recursive method, that a quantified fact comes from.
    #[must_use]
    pub fn origin(&self, fact: Term) -> Option<Span> {
        self.quantified.get(&fact).copied()
    }

    /// A number greater than all earlier ones.
    pub(crate) fn serial(&mut self) -> u64 {
        self.last_serial += 1;
        self.last_serial
    }
}
