//! Distinctness of the places of an exclusive resource: the permissions to a location, or
//! to a predicate instance that cannot be held twice, add up to at most 1 (the
//! disequalities of Figure 6).
//!
//! A few places get one disequality per pair. Many places get a *number* each:
//! `number(r) = i` for an uninterpreted function `number`, so that equal places would
//! have two numbers. This takes one formula per place instead of one per pair.
//!
//! Soundness: all places numbered by one function denote different objects (or different
//! instances), so a function with these values exists. Places held with full permission
//! at the same time differ. But a place can equal a *released* one, which was numbered
//! earlier and is no longer held with full permission. Therefore a place gets a number of
//! the same function only if it is known to differ from all released ones; otherwise a
//! new function is used, and the places held now are numbered again. A new function is
//! also used unless the heap knows *all* places ever numbered by the old one: others can
//! have been numbered on another branch, or in a discarded heap (that of an `assert`),
//! and the path condition can mention them.
//!
//! Every chunk's amount is positive; where the remainder may be zero, the path forks. The sum of
//! fractions of a predicate instance is bounded by 1 only for *exclusive* predicates, which own a
//! location in full (`footprint.rs`): for others the bound would make closing twice inconsistent.
//!
//! New objects are newer than every reference from older symbols, hence distinct without
//! disequalities. Z3 is told by an `age` of references.

use super::chunk::{Chunk, Place};
use rpds::{RedBlackTreeMap, RedBlackTreeSet};
use std::rc::Rc;
use veriframe_logic::{Func, Term};

/// The numbered places of one resource. Updated with each change of the heap that it
/// belongs to. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Numbering {
    /// The function from places to numbers.
    pub(crate) function: Func,
    /// The amount of full permission: 1.
    full: Term,
    /// The places that have a number.
    pub(crate) numbered: RedBlackTreeSet<Place>,
    /// Numbered places that are not held with full permission now.
    pub(crate) released: RedBlackTreeSet<Place>,
    /// Places held with full permission that have no number yet.
    pub(crate) waiting: RedBlackTreeSet<Place>,
    /// The chunks with less than full permission, by serial.
    pub(crate) fractional: RedBlackTreeMap<u64, Rc<Chunk>>,
}

impl Numbering {
    /// An empty numbering for the chunks of a resource in a heap.
    pub(crate) fn new(function: Func, full: Term, held: Vec<Rc<Chunk>>) -> Numbering {
        let mut numbering = Numbering {
            function,
            full,
            numbered: RedBlackTreeSet::new(),
            released: RedBlackTreeSet::new(),
            waiting: RedBlackTreeSet::new(),
            fractional: RedBlackTreeMap::new(),
        };
        for chunk in held {
            numbering.gained(&chunk);
        }
        numbering
    }

    /// Records that a chunk was added to the heap or changed.
    pub fn gained(&mut self, chunk: &Rc<Chunk>) {
        let place = chunk.place.clone();
        if chunk.amount != self.full {
            self.lost(chunk);
            self.fractional.insert_mut(chunk.serial, chunk.clone());
            return;
        }
        self.fractional.remove_mut(&chunk.serial);
        if self.numbered.contains(&place) {
            self.released.remove_mut(&place);
        } else {
            self.waiting.insert_mut(place);
        }
    }

    /// Records that a chunk was removed from the heap.
    pub fn lost(&mut self, chunk: &Chunk) {
        let place = chunk.place.clone();
        self.fractional.remove_mut(&chunk.serial);
        self.waiting.remove_mut(&place);
        if self.numbered.contains(&place) {
            self.released.insert_mut(place);
        }
    }
}
