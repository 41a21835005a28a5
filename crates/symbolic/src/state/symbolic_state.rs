//! Symbolic states (Definition 2 of the paper): heap, old heap, store and path condition.
//! States are values: cheap to clone, with no shared mutable parts.
//!
//! States are values and stand alone. Heap, store and path condition are persistent, so a fork
//! clones in constant time. What encloses a rule (unrolling, closing, quantifiers, termination) is
//! the state's `Modes`, set on a copy rather than pushed and popped: a state that was kept can be
//! resumed at any time, in any order. Only attempts, whose failures are not reported, the stage of
//! a lookup, and the recursive methods that a quantifier calls are scopes of the run, entered and
//! left within one call.

use super::chunk::{Chunk, Event, Place};
use super::exchanges::Exchanges;
use super::heap::Heap;
use super::history::{Loss, RecentHavocs, Removed};
use super::modes::{Modes, TerminationCheck};
use super::store::Store;
use rpds::{HashTrieMap, HashTrieSet, List, Vector};
use std::rc::Rc;
use veriframe_base::source::Span;
use veriframe_ir::{ClassId, LabelId, MemberId, PureId, VarId};
use veriframe_logic::{Definitions, FactKind, Path, Term, Terms};

/// The number of a state: 0 before the first event, and greater after each event
/// that changes the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub(crate) u64);

/// The values of the variables in scope: those of the member under
/// verification, or of a callee whose contract or body is evaluated.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The member that declares the variables.
    pub member: MemberId,
    /// The values. A variable without a value is never read.
    values: Store,
    /// The nesting depth: 0 for the member under verification, greater in the contracts
    /// and bodies of others.
    pub level: u32,
    /// The class whose definitions unqualified predicates and pure methods of `this`
    /// denote; `None` for the dynamic type.
    pub view: Option<ClassId>,
    /// The frame of the member under verification, inside the contracts and bodies of
    /// others: messages name values by its variables.
    own: Option<Rc<Frame>>,
}

impl Frame {
    /// A frame of `count` variables without values.
    #[must_use]
    pub fn new(member: MemberId, count: usize, level: u32) -> Frame {
        Frame {
            member,
            values: Store::new(count),
            level,
            view: None,
            own: None,
        }
    }

    /// A frame of `count` variables without values, one level below this one.
    #[must_use]
    pub fn below(&self, member: MemberId, count: usize) -> Frame {
        let own = self.own.clone();
        Frame {
            own: own.or_else(|| Some(Rc::new(self.clone()))),
            ..Frame::new(member, count, self.level + 1)
        }
    }

    /// A frame of `count` variables of another member without values, on this level.
    #[must_use]
    pub fn beside(&self, member: MemberId, count: usize) -> Frame {
        Frame {
            own: self.own.clone(),
            ..Frame::new(member, count, self.level)
        }
    }

    /// The frame of the member under verification.
    #[must_use]
    pub fn own(&self) -> &Frame {
        self.own.as_deref().unwrap_or(self)
    }

    /// The value of a variable.
    #[must_use]
    pub fn get(&self, var: VarId) -> Option<Term> {
        self.values.get(var.index())
    }

    /// The variables whose values differ in another frame of the same member.
    pub fn differing(&self, other: &Frame) -> impl Iterator<Item = VarId> + use<> {
        let changed = self.values.differing(&other.values).into_iter();
        changed.filter_map(|variable| u32::try_from(variable).ok().map(VarId))
    }

    /// Removes the value of a variable.
    pub fn unset(&mut self, var: VarId) {
        if self.get(var).is_some() {
            self.values.set(var.index(), None);
        }
    }

    /// Sets the value of a variable.
    pub fn set(&mut self, var: VarId, value: Term) {
        self.values.set(var.index(), Some(value));
    }
}

/// One step of a path, with the state after it.
#[derive(Clone, Debug)]
pub struct StepRecord {
    /// The text that was executed, produced or consumed.
    pub span: Span,
    /// A description of the step.
    pub what: Rc<str>,
    /// Whether the tool inferred it.
    pub inferred: bool,
    /// The heap after it.
    pub heap: Heap,
    /// The heap on entry.
    pub old: Heap,
    /// The store after it.
    pub frame: Frame,
    /// The path condition after it.
    pub path: Path,
}

/// An application of a pure method to known inputs.
#[derive(Clone, Debug)]
pub struct Application {
    /// The method whose body the application equals.
    pub callee: PureId,
    /// The receiver and the arguments.
    pub frame: Frame,
    /// The application itself.
    pub value: Term,
}

/// An application of a recursive pure method whose unrolling is deferred.
#[derive(Clone, Debug)]
pub struct Deferred {
    /// The application.
    pub application: Rc<Application>,
    /// The branch condition under which it is defined.
    pub guard: Term,
}

/// Terms whose properties are already in the path condition, and what is assumed in it.
#[derive(Clone, Debug, Default)]
pub struct KnownTerms {
    /// The applications of pure methods that are assumed to equal their bodies.
    pub unrolled: HashTrieSet<Term>,
    /// The applications of pure methods whose postconditions have been assumed.
    pub postconditions: HashTrieSet<Term>,
    /// The subclass tests whose consequences have been assumed.
    pub subclass_tests: HashTrieSet<Term>,
    /// Ground terms of the source as facts without content, for E-matching.
    pub ground_terms: HashTrieSet<Term>,
    /// The deferred applications, oldest first. Each is unrolled once an instance that it
    /// reads is opened or closed.
    pub deferred: Vector<Deferred>,
    /// The values and guards of the deferred applications.
    deferred_values: HashTrieSet<(Term, Term)>,
    /// The snapshots of the predicate instances that the member has opened or closed.
    pub exchanged: HashTrieSet<Term>,
    /// The instances that inference has exchanged for their bodies, and the other way round.
    pub exchanges: Exchanges,
    /// The diagnostics whose conditions are assumed, by their numbers: each counts the path once.
    pub failures: HashTrieSet<usize>,
}

impl KnownTerms {
    /// Adds a deferred application, unless it is unrolled or deferred under this guard.
    pub fn defer(&mut self, deferred: Deferred) {
        let value = deferred.application.value;
        let key = (value, deferred.guard);
        if !self.unrolled.contains(&value) && !self.deferred_values.contains(&key) {
            self.deferred_values.insert_mut(key);
            self.deferred.push_back_mut(deferred);
        }
    }
}

/// The position of a state in the execution of its path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The number of the state in the stream of events.
    pub id: StateId,
    /// The statement, the clause or the body that is executed; `None` before the first.
    pub span: Option<Span>,
    /// The span of the last step of the member's own text or of inference.
    pub last_step: Option<Span>,
}

/// A symbolic state, with the history that explanations need.
#[derive(Clone, Debug)]
pub struct State {
    /// The heap, `H`.
    pub heap: Heap,
    /// The heap on entry, `G`.
    pub old: Heap,
    /// The heaps at the labels on the path.
    pub labels: HashTrieMap<LabelId, Heap>,
    /// The store, `Γ`.
    pub frame: Frame,
    /// The path condition, `Σ`.
    pub path: Path,
    /// The position in the execution.
    pub progress: Progress,
    /// The number of joins on the path. Knowledge from before the last join may be that
    /// of another path.
    pub joins: u32,
    /// The losses of permissions so far, newest first.
    pub losses: List<Loss>,
    /// The latest statements that replaced values by fresh ones.
    pub havocs: RecentHavocs,
    /// The terms whose properties are in the path condition.
    pub known: KnownTerms,
    /// Whether a conjunct of the assertion that is consumed contradicts the path. Its other
    /// conjuncts are checked, then the path ends.
    pub refuted: bool,
    /// The modes of evaluation.
    pub(crate) modes: Rc<Modes>,
}

impl State {
    /// The empty state with a frame.
    #[must_use]
    pub fn new(frame: Frame) -> State {
        State {
            heap: Heap::default(),
            old: Heap::default(),
            labels: HashTrieMap::new(),
            frame,
            path: Path::default(),
            progress: Progress::default(),
            joins: 0,
            losses: List::new(),
            havocs: RecentHavocs::default(),
            known: KnownTerms::default(),
            refuted: false,
            modes: Rc::default(),
        }
    }

    /// Adds a formula to the path condition, unless it is `true` or already the newest
    /// fact.
    pub fn assume(&mut self, terms: &Terms, fact: Term, kind: FactKind) {
        let known = self.path.newest().is_some_and(|node| node.is(fact));
        if !terms.is_bool(fact, true) && !known {
            self.path = self.path.with(fact, kind);
        }
    }

    /// Assumes definitions of symbols, which hold on every branch.
    pub fn define(&mut self, terms: &Terms, definitions: Vec<Definitions>) {
        if let Some(all) = Definitions::all(terms, definitions) {
            self.path = self.path.with_definitions(all);
        }
    }

    /// This state with the path condition and the known terms of a later state on the
    /// same path. Heap and store are unchanged.
    #[must_use]
    pub fn with_knowledge_of(&self, later: State) -> State {
        State {
            path: later.path,
            known: later.known,
            ..self.clone()
        }
    }

    /// Records that a rule removed a chunk from the heap.
    pub fn record_removal(&mut self, chunk: Rc<Chunk>, event: Event) {
        let removed = Removed {
            chunk,
            event,
            opened_by_inference: false,
        };
        self.losses.push_front_mut(Loss::Removed(removed));
    }

    /// Records the removal of a predicate's chunk that inference exchanged for its body.
    pub(crate) fn record_inferred_open(&mut self, chunk: Rc<Chunk>, event: Event) {
        let removed = Removed {
            chunk,
            event,
            opened_by_inference: true,
        };
        self.losses.push_front_mut(Loss::Removed(removed));
    }

    /// The places of the predicates that inference has opened in the heap of this state, the last
    /// one first.
    pub(crate) fn opened_by_inference(&self) -> impl Iterator<Item = &Place> {
        let of_heap = self.losses.iter().map_while(|loss| match loss {
            Loss::Removed(removed) => Some(removed),
            Loss::FramedOut(_) => None,
        });
        let opened = of_heap.filter(|removed| removed.opened_by_inference);
        opened.map(|removed| &removed.chunk.place)
    }

    /// This state with changed modes.
    #[must_use]
    pub(crate) fn in_modes(mut self, change: impl FnOnce(&mut Modes)) -> State {
        self.modes = self.modes.with(change);
        self
    }

    /// The termination check of the member under verification.
    #[must_use]
    pub fn termination_check(&self) -> Option<&TerminationCheck> {
        self.modes.termination.as_deref()
    }

    /// Sets the termination check of the member under verification.
    pub fn set_termination_check(&mut self, check: Option<TerminationCheck>) {
        self.modes = self
            .modes
            .with(|modes| modes.termination = check.map(Rc::new));
    }

    /// This state with another frame.
    #[must_use]
    pub fn with_frame(mut self, frame: Frame) -> State {
        self.frame = frame;
        self
    }
}
