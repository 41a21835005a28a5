//! The losses of a path: which chunks rules took out of its heap, and where only
//! what an assertion states was kept. Explanations of missing permissions read them.

use super::chunk::{Chunk, Event};
use super::heap::Heap;
use super::symbolic_state::Frame;
use crate::source::Span;
use std::rc::Rc;

/// A chunk that a rule took out of the heap, and where.
#[derive(Clone, Debug)]
pub struct Removed {
    /// The chunk as it was.
    pub chunk: Rc<Chunk>,
    /// Where it went.
    pub event: Event,
}

/// A construct after which a path holds only what an assertion states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A loop, whose iterations hold its invariant.
    Loop {
        /// Whether an invariant is written.
        has_invariant: bool,
    },
    /// A `join`.
    Join,
}

/// A heap that a path does not hold any more.
#[derive(Clone, Debug)]
pub struct FramedOut {
    /// Because of what.
    pub scope: Scope,
    /// The loop's header, or the `join`.
    pub at: Span,
    /// The heap without what the assertion took.
    pub heap: Heap,
    /// The store there.
    pub frame: Frame,
}

/// One loss of permissions.
#[derive(Clone, Debug)]
pub enum Loss {
    /// A chunk was taken by a rule.
    Removed(Removed),
    /// A heap was set aside.
    FramedOut(Rc<FramedOut>),
}
