//! What a path has lost: chunks removed by rules, heaps framed out by constructs that keep only
//! the heap of an assertion, and values that statements replaced by fresh ones, of which only an
//! assertion is known. Read by explanations.

use super::chunk::{Chunk, Event};
use super::heap::Heap;
use super::symbolic_state::Frame;
use rpds::Queue;
use std::ops::Range;
use std::rc::Rc;
use veriframe_base::source::Span;
use veriframe_ir::MethodId;
use veriframe_logic::{Path, Term};

/// A chunk that a rule removed from the heap.
#[derive(Clone, Debug)]
pub struct Removed {
    /// The chunk before its removal.
    pub chunk: Rc<Chunk>,
    /// Where the chunk went.
    pub event: Event,
    /// Whether inference opened it.
    pub opened_by_inference: bool,
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

/// A statement after which only an assertion is known of some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summary {
    /// A loop: its invariant.
    Loop,
    /// A call: the callee's postcondition.
    Call(MethodId),
    /// A `join`: what it states.
    Join,
}

/// Values that a statement replaced by fresh ones.
#[derive(Clone, Debug)]
pub struct Havocked {
    /// The statement.
    pub by: Summary,
    /// The loop's header, the call or the `join`.
    pub at: Span,
    /// The numbers of the fresh symbols.
    pub symbols: Range<u32>,
    /// The path condition before the assertion was assumed.
    pub before: Path,
    /// The path condition after that.
    pub after: Path,
    /// The store after that.
    pub frame: Frame,
    /// The heap after that; of a loop, that of the invariant.
    pub heap: Heap,
    /// The result of the call, or the new object.
    pub result: Option<Term>,
}

/// The most recent statements of a path that replaced values by fresh ones. Earlier ones are
/// dropped, with the states that they keep: explanations look at no more.
#[derive(Clone, Debug, Default)]
pub struct RecentHavocs {
    newest_last: Queue<Rc<Havocked>>,
}

impl RecentHavocs {
    /// The number of statements that are kept.
    const MAX: usize = 12;

    /// Adds the newest statement.
    pub fn push(&mut self, havocked: Havocked) {
        self.newest_last.enqueue_mut(Rc::new(havocked));
        if self.newest_last.len() > RecentHavocs::MAX {
            self.newest_last.dequeue_mut();
        }
    }

    /// The statements, the first one first.
    pub fn iter(&self) -> impl Iterator<Item = &Rc<Havocked>> {
        self.newest_last.iter()
    }
}

/// One loss of permissions.
#[derive(Clone, Debug)]
pub enum Loss {
    /// A rule removed a chunk.
    Removed(Removed),
    /// A construct framed out a heap.
    FramedOut(Rc<FramedOut>),
}
