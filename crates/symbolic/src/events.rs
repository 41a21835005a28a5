//! The events of symbolic execution. Rules emit events; listeners turn them into traces,
//! query transcripts or an execution tree. Events do not influence verdicts.

use super::context::Context;
use super::engine::Engine;
use super::error_context::Failure;
use super::state::symbolic_state::{State, StateId, StepRecord};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use veriframe_base::diagnostics::Diagnostic;
use veriframe_base::source::Span;
use veriframe_ir::{MemberId, PredId};
use veriframe_logic::{Answered, Effort, Term, Terms};

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

/// A description in the user's notation, made when a listener asks for it.
#[derive(Clone, Copy)]
pub struct Description<'e>(&'e dyn Fn() -> String);

impl fmt::Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.0)())
    }
}

impl fmt::Debug for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
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
        /// The step.
        what: Description<'e>,
    },
    /// A step that inference added: an `open` or a `close`.
    Inferred {
        /// The text that needs it.
        span: Span,
        /// The step.
        what: Description<'e>,
    },
    /// A feasible branch.
    Branch {
        /// The branch condition, assumed to hold.
        condition: Term,
    },
    /// States were merged into one.
    Merge {
        /// The merged states.
        from: &'e [&'e State],
    },
    /// An entailment query about the path condition of the state. Queries that are not
    /// counted are events only if they are answered.
    Query {
        /// The goal.
        goal: Term,
        /// The effort that it may cost.
        effort: Effort,
        /// Its answer.
        answered: Answered,
    },
    /// A failure, of the user's program or of an attempt of inference.
    Failure(&'e Failure),
    /// A failure of the user's program was reported; its path ends.
    Reported(&'e Diagnostic),
    /// The end of a path without a failure.
    PathEnd,
}

/// An event, with the state after it.
pub struct Event<'e> {
    /// The program, its text and the options.
    pub ctx: &'e Context<'e>,
    /// The terms of the check.
    pub terms: &'e Terms,
    /// The number of the state before it.
    pub before: StateId,
    /// The state after it; its number is `Progress::id`.
    pub state: &'e State,
    /// What happened.
    pub kind: EventKind<'e>,
}

/// An observer of the events of a check.
pub trait Listener {
    /// Handles an event. Events arrive in the order of execution.
    fn on_event(&mut self, event: &Event<'_>);

    /// The check is over; the engine still has its terms.
    fn on_end(&mut self, _engine: &Engine<'_>) {}
}

/// The listeners of a check.
#[derive(Default)]
pub struct Events {
    listeners: Vec<Rc<RefCell<dyn Listener>>>,
    /// The last number given to a state.
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

    /// Gives a state a new number and returns the one before, if there are listeners.
    fn number(&mut self, s: &mut State) -> Option<StateId> {
        if !self.has_listeners() {
            return None;
        }
        self.last += 1;
        Some(std::mem::replace(&mut s.progress.id, StateId(self.last)))
    }

    fn send(&self, event: &Event<'_>) {
        for listener in &self.listeners {
            listener.borrow_mut().on_event(event);
        }
    }
}

impl<'p> Engine<'p> {
    /// Emits an event that changes the state: `s` gets a new number.
    pub(crate) fn emit(&mut self, s: &mut State, kind: EventKind<'_>) {
        if let Some(before) = self.events.number(s) {
            self.send(before, s, kind);
        }
    }

    /// Emits a step of the member's own text with the state after it. Steps inside
    /// contracts of others are ignored.
    pub(crate) fn step(&mut self, s: &mut State, span: Span, what: impl Fn(&Engine<'p>) -> String) {
        if s.frame.level > 0 {
            return;
        }
        s.progress.last_step = Some(span);
        if let Some(before) = self.events.number(s) {
            let what = Description(&|| what(self));
            self.send(before, s, EventKind::Statement { span, what });
        }
    }

    /// Emits an inferred step with the state after it.
    pub(crate) fn inferred_step(
        &mut self,
        s: &mut State,
        span: Span,
        what: impl Fn(&Engine<'p>) -> String,
    ) {
        s.progress.last_step = Some(span);
        if let Some(before) = self.events.number(s) {
            let what = Description(&|| what(self));
            self.send(before, s, EventKind::Inferred { span, what });
        }
    }

    /// Emits an event that does not change the state.
    pub(crate) fn note(&self, s: &State, kind: EventKind<'_>) {
        if self.events.has_listeners() {
            self.send(s.progress.id, s, kind);
        }
    }

    fn send(&self, before: StateId, state: &State, kind: EventKind<'_>) {
        self.events.send(&Event {
            ctx: &self.ctx,
            terms: &self.session.terms,
            before,
            state,
            kind,
        });
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
            _ if s.progress.id == event.before => return,
            _ => {
                self.nodes.insert(s.progress.id, (event.before, None));
                return;
            }
        };
        let record = StepRecord {
            span,
            what: what.to_string().into(),
            inferred,
            heap: s.heap.clone(),
            old: s.old.clone(),
            frame: s.frame.clone(),
            path: s.path.clone(),
        };
        self.nodes
            .insert(s.progress.id, (event.before, Some(Rc::new(record))));
    }
}
