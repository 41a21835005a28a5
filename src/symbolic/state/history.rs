//! The permissions that a path has lost: chunks removed by rules, and heaps framed out by
//! constructs that keep only the heap of an assertion. Read by explanations of missing
//! permissions.

use super::chunk::{Chunk, Event};
use super::heap::Heap;
use super::symbolic_state::Frame;
use crate::source::Span;
use std::rc::Rc;

/// A chunk that a rule removed from the heap.
#[derive(Clone, Debug)]
pub struct Removed {
    /// The chunk before its removal.
    pub chunk: Rc<Chunk>,
    /// Where the chunk went.
    pub event: Event,
}

/// A construct that leaves a path only the heap of an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A loop, whose iterations hold its invariant.
    Loop {
        /// Whether an invariant is given.
        has_invariant: bool,
    },
    /// A `join`.
    Join,
}

/// A heap that a path no longer holds.
#[derive(Clone, Debug)]
pub struct FramedOut {
    /// The construct that framed it out.
    pub scope: Scope,
    /// The loop's header, or the `join`.
    pub at: Span,
    /// The frame of the loop, or the heap before the `join`.
    pub heap: Heap,
    /// The store at the construct.
    pub frame: Frame,
}

/// One loss of permissions.
#[derive(Clone, Debug)]
pub enum Loss {
    /// A rule removed a chunk.
    Removed(Removed),
    /// A construct framed out a heap.
    FramedOut(Rc<FramedOut>),
}
