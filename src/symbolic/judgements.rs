//! The judgements of symbolic execution, as far as the folders below the rules need
//! them: the rules for predicates, collections and termination evaluate expressions,
//! produce what opening a predicate gives and consume what closing one needs, and are
//! themselves parts of the judgements. This recursion is the paper's; here it is
//! declared, and `rules/` implements it.

use super::engine::Engine;
use super::error_context::ErrorContext;
use super::state::chunk::Event;
use super::state::heap::Heap;
use super::state::symbolic_state::State;
use crate::ir::{Amount, Assertion, Expr, Location};
use crate::logic::Term;

/// The rest of a path.
pub(in crate::symbolic) type StateK<'k, 'p> = &'k mut dyn FnMut(&mut Engine<'p>, State);

/// The rest of a path, for a value.
pub(in crate::symbolic) type ValueK<'k, 'p> = &'k mut dyn FnMut(&mut Engine<'p>, State, Term);

/// The rest of a path, with the snapshot of what was consumed (`None` for
/// assertions without permission).
pub(in crate::symbolic) type ConsumeK<'k, 'p> =
    &'k mut dyn FnMut(&mut Engine<'p>, Remainder, Option<Term>);

/// The rest of a path after statements.
pub type FlowK<'k, 'p> = &'k mut dyn FnMut(&mut Engine<'p>, State, Flow);

/// How control goes on after a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With the next statement.
    Next,
    /// With the method's end; the result is in the frame.
    Return,
    /// After the innermost loop.
    Break,
    /// With the step of the innermost loop.
    Continue,
}

/// What is given, besides the assertion itself.
#[derive(Clone, Debug)]
pub(in crate::symbolic) struct PermissionSource {
    /// The snapshot that determines the values; `None` makes them fresh.
    pub snapshot: Option<Term>,
    /// The fraction that all amounts are multiplied with.
    pub scale: Term,
    /// Where the chunks come from.
    pub origin: Event,
}

/// A state whose assertion is partly consumed.
#[derive(Clone, Debug)]
pub(in crate::symbolic) struct Remainder {
    /// The state; its heap is `H`, in which expressions are evaluated.
    pub state: State,
    /// `H2`: what was not consumed yet.
    pub heap: Heap,
}

/// What consumption is for, besides the assertion itself.
#[derive(Clone, Debug)]
pub(in crate::symbolic) struct Purpose {
    /// The fraction that all amounts are multiplied with.
    pub scale: Term,
    /// Where the chunks go.
    pub event: Event,
}

/// The values that a call passes.
#[derive(Clone, Copy)]
pub(in crate::symbolic) struct Inputs<'i> {
    /// The receiver, if there is one.
    pub receiver: Option<Term>,
    /// The arguments.
    pub args: &'i [Term],
}

/// Permission to a location, as an assertion says it.
#[derive(Clone, Copy)]
pub(in crate::symbolic) struct Permission<'p> {
    /// The location.
    pub location: &'p Location,
    /// How much.
    pub amount: &'p Amount,
}

/// The judgements that rules for predicates, collections and termination use.
pub(in crate::symbolic) trait Judgements<'p> {
    /// Figure 5, `eval`: hands the value of an expression to the continuation.
    fn eval(&mut self, s: State, e: &'p Expr, context: ErrorContext<'_>, k: ValueK<'_, 'p>);

    /// The value of an expression that neither forks nor fails nor needs
    /// anything but an identical chunk; `None` if that is not so.
    fn direct(&mut self, s: &State, e: &Expr) -> Option<Term>;

    /// Figure 6, `produce'`: the state's heap is what `φ` gave so far.
    fn produce_given(
        &mut self,
        s: State,
        a: &'p Assertion,
        source: &PermissionSource,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    );

    /// Figure 7, `consume'`: the continuation gets the rest and the snapshot.
    fn consume_rest(
        &mut self,
        rest: Remainder,
        a: &'p Assertion,
        purpose: &Purpose,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    );
}

impl<'p> Engine<'p> {
    /// Expressions from left to right.
    pub(in crate::symbolic) fn eval_all(
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

    /// A giver of everything, with fresh values.
    pub(in crate::symbolic) fn fresh_source(&mut self, origin: Event) -> PermissionSource {
        PermissionSource {
            snapshot: None,
            scale: self.session.terms.write(),
            origin,
        }
    }
}
