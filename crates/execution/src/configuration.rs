//! Configurations: the states of the transition system. They are plain data: they can be kept,
//! cloned, and resumed in any order.

use super::code::{RoutineId, Slot};
use super::domain::{Domain, HeapMark, LeftOut};
use super::permission::{Fraction, Mask};
use veriframe_base::source::Span;
use veriframe_ir::{ClassId, MemberId, MethodId};

/// A configuration: one thread, and the domain's part of the state.
#[derive(Clone, Debug)]
pub struct Configuration<D: Domain> {
    /// Values, heap, path condition.
    pub domain: D,
    /// The thread.
    pub thread: Thread<D::Value>,
    /// What was counted on the way.
    pub counts: Counts,
}

/// What a run counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Executed instructions.
    pub steps: u64,
    /// Checks whether a location may be accessed, or permission is held.
    pub permission_checks: u64,
    /// Conjuncts that were evaluated.
    pub conjuncts: u64,
    /// Conjuncts that could not be evaluated, in the order in which they were met first.
    pub unevaluated: Vec<Span>,
    /// Quantifiers without bounds that hold, or do not, for all integers within the scope.
    pub within_scope: Vec<Span>,
    /// What was left out of the contracts of members without code.
    pub left_out: LeftOut,
    /// The members that were called by their contracts, in the order of the first calls.
    pub by_contract: Vec<MemberId>,
}

/// A stack of closures: each has an environment and the rest of its statements.
#[derive(Clone, Debug)]
pub struct Thread<V> {
    /// The frames, the current one last.
    pub frames: Vec<Frame>,
    /// The slots of all frames.
    pub slots: Vec<V>,
    /// The conjuncts that are evaluated, the current one last.
    pub conjuncts: Vec<OpenConjunct>,
    /// The footprints that are collected, the current one last.
    pub footprints: Vec<Footprint>,
    /// The result of the first frame, once it has returned.
    pub result: Option<V>,
}

/// A frame: the environment of a routine, and where it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The routine.
    pub routine: RoutineId,
    /// The next instruction.
    pub at: u32,
    /// The first of its slots.
    pub base: u32,
    /// The caller's slot for the result.
    pub to: Option<Slot>,
    /// The caller's slot for the exception.
    pub thrown: Option<Slot>,
    /// The class whose definitions `this` has, if not the dynamic type.
    pub view: Option<ClassId>,
    /// What only contracts need.
    pub scope: Option<Box<Scope>>,
}

/// The part of a frame that contracts need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// What the frame is for.
    pub role: Role,
    /// The method that was called, after dynamic dispatch.
    pub target: Option<MethodId>,
    /// The permission that the frame owns; `None` if access is not checked.
    pub owned: Option<Mask>,
    /// The permission that is kept aside by enclosing loops, the innermost last.
    pub kept: Vec<Mask>,
    /// The heap on entry.
    pub entry: Option<HeapMark>,
    /// Whether the entry is the frame's own, to be released with it.
    pub has_own_entry: bool,
    /// The heaps at labels.
    pub labels: Vec<Option<HeapMark>>,
    /// The first moment that was marked for a label.
    pub first_label: Option<HeapMark>,
    /// The heaps that `old` reads, the innermost last.
    pub past: Vec<HeapMark>,
    /// The fraction of the predicate instance whose body is collected; `None` for some positive
    /// one.
    pub scale: Option<Fraction>,
}

/// What a frame is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It checks a contract around a body.
    Contract,
    /// It runs a body whose contract the frame below checks.
    Body,
    /// It runs a body that has no contract.
    Unchecked,
    /// It evaluates a pure method.
    Pure,
    /// It checks the contract of a pure method.
    PureContract,
    /// It collects the footprint of a predicate.
    Predicate,
}

/// A conjunct that is evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenConjunct {
    /// The number of frames below and including the one that evaluates it.
    pub frames: usize,
    /// The number of its context in the routine of that frame.
    pub context: u32,
    /// Where that frame goes on if it cannot be evaluated.
    pub resume: u32,
    /// The number of footprints that are collected.
    pub footprints: usize,
    /// The number of heaps that `old` reads in that frame.
    pub past: usize,
}

/// A footprint that is collected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// The frame whose permission is demanded; `None` if nothing is checked.
    pub source: Option<usize>,
    /// What has been collected.
    pub mask: Mask,
    /// Whether it is incomplete, because a conjunct could not be evaluated.
    pub is_incomplete: bool,
}
