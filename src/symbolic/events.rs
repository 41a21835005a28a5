//! The events of symbolic execution. Rules emit events; listeners turn them into traces
//! or an execution tree. Events do not influence verdicts. Query transcripts listen to the
//! solver instead (`src/logic/transcript/`): they need facts, and also the queries of lookups,
//! of which most leave no trace in the state.

use super::engine::Engine;
use super::error_context::Failure;
use super::state::symbolic_state::{State, StateId, StepRecord};
use crate::ir::{MemberId, PredId};
use crate::logic::{Answer, Term};
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A part of the execution outside of the member's own text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The precondition of a pure method is consumed.
    Precondition(MemberId),
    /// The postcondition of a pure method is assumed.
    Postcondition(MemberId),
    /// The body of a pure method is unrolled.
    Unrolling(MemberId),
    /// Inference opens a predicate.
    Opening(PredId),
    /// Inference closes a predicate.
    Closing(PredId),
    /// An arbitrary iteration of a loop is executed.
    Iteration(Span),
}

/// The kind of an event.
#[derive(Debug)]
pub enum EventKind<'e> {
    /// A scope was opened. It is closed on each path that leaves it.
    ScopeOpened(Scope),
    /// A scope was closed.
    ScopeClosed(Scope),
    /// A step of the member's own text: entry, statement or decision.
    Statement {
        /// The text that was executed.
        span: Span,
        /// A description of the step in the user's notation; empty if no listener needs
        /// it.
        what: &'e str,
    },
    /// A step that inference added: an `open` or a `close`.
    Inferred {
        /// The text that needs it.
        span: Span,
        /// The step in the user's notation.
        what: &'e str,
    },
    /// A feasible branch.
    Branch {
        /// The branch condition, assumed to hold.
        condition: Term,
    },
    /// States were merged into one.
    Merge {
        /// The merged states.
        from: &'e [StateId],
    },
    /// An entailment query.
    Query {
        /// The goal.
        goal: Term,
        /// Its answer.
        answer: Answer,
    },
    /// A failure, of the user's program or of an attempt of inference.
    Failure(&'e Failure),
    /// The end of a path without a failure.
    PathEnd,
}

/// An event, with the state after it.
#[derive(Debug)]
pub struct Event<'e> {
    /// The number of the state before it.
    pub before: StateId,
    /// The state after it; its number is `State::id`.
    pub state: &'e State,
    /// What happened.
    pub kind: EventKind<'e>,
}

/// An observer of the events of a check.
pub trait Listener {
    /// Handles an event. Events arrive in the order of execution.
    fn on_event(&mut self, event: &Event<'_>);
}

/// The listeners of a check.
#[derive(Default)]
pub struct Events {
    listeners: Vec<Rc<RefCell<dyn Listener>>>,
    last: u64,
}

impl Events {
    /// Adds a listener.
    pub fn listen(&mut self, listener: Rc<RefCell<dyn Listener>>) {
        self.listeners.push(listener);
    }

    /// Whether there are listeners.
    #[must_use]
    pub fn has_listeners(&self) -> bool {
        !self.listeners.is_empty()
    }

    fn send(&self, event: &Event<'_>) {
        for listener in &self.listeners {
            listener.borrow_mut().on_event(event);
        }
    }
}

impl Engine<'_> {
    /// Emits an event that changes the state: `s` gets a new number.
    pub(in crate::symbolic) fn emit(&mut self, s: &mut State, kind: EventKind<'_>) {
        if self.events.has_listeners() {
            self.events.last += 1;
            let before = std::mem::replace(&mut s.id, StateId(self.events.last));
            let state = &*s;
            self.events.send(&Event {
                before,
                state,
                kind,
            });
        }
    }

    /// Emits an event that does not change the state.
    pub(in crate::symbolic) fn note(&self, s: &State, kind: EventKind<'_>) {
        if self.events.has_listeners() {
            self.events.send(&Event {
                before: s.id,
                state: s,
                kind,
            });
        }
    }
}

/// Records the steps of all paths, for traces.
#[derive(Debug, Default)]
pub struct StepRecorder {
    /// By state number: the state before it, and the step if the event is one.
    nodes: FxHashMap<StateId, (StateId, Option<Rc<StepRecord>>)>,
}

impl StepRecorder {
    /// The steps that lead to a state, first to last.
    #[must_use]
    pub fn steps_to(&self, state: StateId) -> Vec<Rc<StepRecord>> {
        let mut steps = Vec::new();
        let mut at = state;
        while let Some((before, record)) = self.nodes.get(&at) {
            steps.extend(record.clone());
            at = *before;
        }
        steps.reverse();
        steps
    }
}

impl Listener for StepRecorder {
    fn on_event(&mut self, event: &Event<'_>) {
        let s = event.state;
        let (span, what, inferred) = match event.kind {
            EventKind::Statement { span, what } => (span, what, false),
            EventKind::Inferred { span, what } => (span, what, true),
            _ if s.id == event.before => return,
            _ => {
                self.nodes.insert(s.id, (event.before, None));
                return;
            }
        };
        let record = StepRecord {
            span,
            what: what.into(),
            inferred,
            heap: s.heap.clone(),
            old: s.old.clone(),
            frame: s.frame.clone(),
            path: s.path.clone(),
        };
        self.nodes
            .insert(s.id, (event.before, Some(Rc::new(record))));
    }
}
