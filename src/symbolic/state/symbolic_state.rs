//! Symbolic states (Definition 2 of the paper): heap, old heap, store, path
//! condition. States are values: cheap to clone, never changed in place behind
//! another's back.

use super::chunk::{Chunk, Event};
use super::heap::Heap;
use super::history::{Loss, Removed};
use super::modes::{Modes, TerminationCheck};
use crate::ir::{ClassId, LabelId, MemberId, PureId, VarId};
use crate::logic::{FactKind, Path, Term, Terms};
use crate::source::Span;
use rpds::{HashTrieMap, HashTrieSet, List, Vector};
use std::rc::Rc;

/// The number of a state: 0 before the first event, and greater after each event
/// that changes the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub(in crate::symbolic) u64);

/// The values of the variables in scope: those of the member under
/// verification, or of a callee whose contract or body is evaluated.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Whose variables they are.
    pub member: MemberId,
    /// Their values; a variable without value is not read.
    values: Vector<Option<Term>>,
    /// 0 for the member under verification, more inside the contracts and
    /// bodies of others.
    pub level: u32,
    /// The class whose definitions unqualified predicates and pure methods of
    /// `this` mean; `None` where it is the dynamic type.
    pub view: Option<ClassId>,
}

impl Frame {
    /// A frame of `count` variables without values.
    #[must_use]
    pub fn new(member: MemberId, count: usize, level: u32) -> Frame {
        Frame {
            member,
            values: std::iter::repeat_n(None, count).collect(),
            level,
            view: None,
        }
    }

    /// A variable's value.
    #[must_use]
    pub fn get(&self, var: VarId) -> Option<Term> {
        self.values.get(var.index()).copied().flatten()
    }

    /// The variables that have another value in another frame of the same member.
    pub fn differing(&self, other: &Frame) -> impl Iterator<Item = VarId> {
        let pairs = self.values.iter().zip(other.values.iter());
        let changed = (0..).zip(pairs).filter(|(_, (a, b))| a != b);
        changed.map(|(number, _)| VarId(number))
    }

    /// Takes a variable's value away.
    pub fn unset(&mut self, var: VarId) {
        if self.get(var).is_some() {
            self.values.set_mut(var.index(), None);
        }
    }

    /// Gives a variable a value.
    pub fn set(&mut self, var: VarId, value: Term) {
        self.values.set_mut(var.index(), Some(value));
    }
}

/// One step of a path, with the state after it.
#[derive(Clone, Debug)]
pub struct StepRecord {
    /// What was executed, produced or consumed.
    pub span: Span,
    /// What was done.
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
    /// The method whose body it equals.
    pub callee: PureId,
    /// The receiver and the arguments.
    pub frame: Frame,
    /// The application itself.
    pub value: Term,
}

/// An application of a recursive pure method that was not unrolled.
#[derive(Clone, Debug)]
pub struct Deferred {
    /// The application.
    pub application: Rc<Application>,
    /// The branch condition under which it is defined.
    pub guard: Term,
}

/// Terms whose properties are in the path condition already.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The applications of pure methods that are known to equal their bodies.
    pub unrolled: HashTrieSet<Term>,
    /// The applications of pure methods whose postconditions are known.
    pub granted: HashTrieSet<Term>,
    /// The questions for classes of which it was said what follows from them.
    pub asked: HashTrieSet<Term>,
    /// Facts about the terms of the text that say nothing, for E-matching.
    pub mentioned: HashTrieSet<Term>,
    /// The applications that are unrolled once an instance that they read is opened,
    /// oldest first.
    pub deferred: Vector<Deferred>,
    /// The snapshots of the predicate instances that the member opened or closed.
    pub exchanged: HashTrieSet<Term>,
}

/// A symbolic state, with the history that explanations need.
#[derive(Clone, Debug)]
pub struct State {
    /// The heap, `H`.
    pub heap: Heap,
    /// The heap on entry, `G`.
    pub old: Heap,
    /// The heaps at the labels that the path passed.
    pub labels: HashTrieMap<LabelId, Heap>,
    /// The store, `Γ`.
    pub frame: Frame,
    /// The path condition, `Σ`.
    pub path: Path,
    /// The number of the state in the stream of events.
    pub id: StateId,
    /// The place of the last step of the member's own text or of inference.
    pub last_step: Option<Span>,
    /// The number of joins that the path went through: what was known before
    /// the last one may have been another path's.
    pub joins: u32,
    /// The losses of permissions so far, newest first.
    pub losses: List<Loss>,
    /// The terms whose properties are in the path condition.
    pub known: Known,
    /// The modes of evaluation.
    pub(in crate::symbolic) modes: Rc<Modes>,
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
            id: StateId::default(),
            last_step: None,
            joins: 0,
            losses: List::new(),
            known: Known::default(),
            modes: Rc::default(),
        }
    }

    /// Adds a formula to the path condition, unless it is `true` or stands
    /// there as the newest one.
    pub fn assume(&mut self, terms: &Terms, fact: Term, kind: FactKind) {
        let known = self.path.newest().is_some_and(|node| node.fact == fact);
        if !terms.is_bool(fact, true) && !known {
            self.path = self.path.with(fact, kind);
        }
    }

    /// The same state, knowing what a later one of the same path knows; heap
    /// and store stay.
    #[must_use]
    pub fn knowing(&self, later: State) -> State {
        State {
            path: later.path,
            known: later.known,
            ..self.clone()
        }
    }

    /// Records that a rule took a chunk out of the heap.
    pub fn record_removal(&mut self, chunk: Rc<Chunk>, event: Event) {
        let removed = Removed { chunk, event };
        self.losses.push_front_mut(Loss::Removed(removed));
    }

    /// The same state with modes changed.
    #[must_use]
    pub(in crate::symbolic) fn in_modes(mut self, change: impl FnOnce(&mut Modes)) -> State {
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

    /// The same state with another frame.
    #[must_use]
    pub fn with_frame(mut self, frame: Frame) -> State {
        self.frame = frame;
        self
    }
}
