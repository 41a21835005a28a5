//! The judgements of symbolic execution, as needed by the layers below the rules. The
//! rules for predicates, collections and termination evaluate expressions, produce the
//! bodies of opened predicates and consume those of closed ones, and are themselves used
//! by the judgements. The paper has the same recursion. The judgements are declared here
//! and implemented in `rules/`.
//!
//! They are in continuation-passing style: each takes a state and a continuation `k: &mut dyn
//! FnMut(&mut Engine, State, …)`. A fork calls `k` once for each feasible branch; an error is
//! recorded and ends its path. Continuations are `dyn`: generic ones would instantiate themselves
//! without end. Judgements run under `stacker`, so that native stack does not limit programs.

use super::engine::Engine;
use super::error_context::ErrorContext;
use super::state::chunk::Event;
use super::state::heap::Heap;
use super::state::symbolic_state::State;
use veriframe_ir::{Amount, Assertion, BlockId, Expr, Location};
use veriframe_logic::Term;

/// The continuation of a path.
pub(crate) type StateK<'k, 'p> = &'k mut dyn FnMut(&mut Engine<'p>, State);

/// The continuation of a path with a value.
pub(crate) type ValueK<'k, 'p> = &'k mut dyn FnMut(&mut Engine<'p>, State, Term);

/// The continuation of a path with the snapshot of the consumed chunks (`None` for
/// assertions without permission).
pub(crate) type ConsumeK<'k, 'p> = &'k mut dyn FnMut(&mut Engine<'p>, Remainder, Option<Term>);

/// The continuation of a path after statements.
pub type FlowK<'k, 'p> = &'k mut dyn FnMut(&mut Engine<'p>, State, Flow);

/// The control flow after a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// To the next statement.
    Next,
    /// To the end of the method; the result is in the frame.
    Return,
    /// To the end of the innermost loop.
    Break,
    /// To the step of the innermost loop.
    Continue,
    /// To the end of a block.
    Exit(BlockId),
}

/// The parameters of a production.
#[derive(Clone, Debug)]
pub(crate) struct PermissionSource {
    /// The snapshot that determines the values; `None` for fresh values.
    pub snapshot: Option<Term>,
    /// The fraction by which all amounts are multiplied.
    pub scale: Term,
    /// Where the chunks come from.
    pub origin: Event,
    /// Whether they are a part of the derivation on entry: see [`Chunk::of_entry`].
    pub of_entry: bool,
}

/// A state in which an assertion is partly consumed.
#[derive(Clone, Debug)]
pub(crate) struct Remainder {
    /// The state; its heap is `H`, in which expressions are evaluated.
    pub state: State,
    /// `H2`: the heap that remains to be consumed from.
    pub heap: Heap,
}

/// The parameters of a consumption.
#[derive(Clone, Debug)]
pub struct Purpose {
    /// The fraction by which all amounts are multiplied.
    pub scale: Term,
    /// Where the chunks go.
    pub event: Event,
}

/// The inputs of a call.
#[derive(Clone, Copy)]
pub(crate) struct Inputs<'i> {
    /// The receiver, if there is one.
    pub receiver: Option<Term>,
    /// The arguments.
    pub args: &'i [Term],
}

/// Permission to a location, as stated by an assertion.
#[derive(Clone, Copy)]
pub(crate) struct Permission<'p> {
    /// The location.
    pub location: &'p Location,
    /// The amount.
    pub amount: &'p Amount,
}

/// The judgements used by the rules for predicates, collections and termination.
pub(crate) trait Judgements<'p> {
    /// Figure 5, `eval`: passes the value of an expression to the continuation.
    fn eval(&mut self, s: State, e: &'p Expr, context: ErrorContext<'_>, k: ValueK<'_, 'p>);

    /// The value of an expression whose evaluation cannot branch or fail and reads only
    /// chunks with a syntactically identical receiver; `None` for other expressions.
    fn direct(&mut self, s: &State, e: &Expr) -> Option<Term>;

    /// Figure 6, `produce'`: the heap of `s` holds what `φ` has produced so far.
    fn produce_given(
        &mut self,
        s: State,
        a: &'p Assertion,
        source: &PermissionSource,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    );

    /// Figure 7, `consume'`: passes the remainder and the snapshot to the continuation.
    fn consume_from(
        &mut self,
        remainder: Remainder,
        a: &'p Assertion,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    );
}

impl<'p> Engine<'p> {
    /// Evaluates expressions from left to right.
    pub(crate) fn eval_all(
        &mut self,
        s: State,
        exprs: &'p [Expr],
        values: Vec<Term>,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Vec<Term>),
    ) {
        let (mut values, mut rest) = (values, exprs);
        while let Some((first, others)) = rest.split_first() {
            let Some(value) = self.direct(&s, first) else {
                return self.eval(s, first, context, &mut |this, s, value| {
                    let mut values = values.clone();
                    values.push(value);
                    this.eval_all(s, others, values, context, k);
                });
            };
            values.push(value);
            rest = others;
        }
        k(self, s, values);
    }

    /// A source of full permission with fresh values.
    pub(crate) fn fresh_source(&mut self, origin: Event) -> PermissionSource {
        PermissionSource {
            snapshot: None,
            scale: self.session.terms.write(),
            origin,
            of_entry: true,
        }
    }
}
