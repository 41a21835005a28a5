//! Telling apart the places of one exclusive resource: of a location, or of a
//! predicate instance that cannot be held twice, there is no more than 1
//! (Figure 6's disequalities).
//!
//! Few places get a disequality for each pair. Of many, each gets a *number* of
//! its own: `number(r) = i` for an uninterpreted function `number`, so that what
//! is equal would have two numbers. That is one formula for each place, not one
//! for each pair.
//!
//! Why this is sound: all places with a number of one function denote different
//! objects (or different instances), so there is a function that gives them
//! those numbers. Places that are wholly held together differ. A place may be
//! the same as one that was *released*: that got its number before, and is not
//! wholly held any more. So a place gets a number of the same function only if
//! it is known to differ from all released ones; else a new function is taken,
//! and the places held now are numbered once more. And it gets one only where
//! the heap knows of *all* places that ever got a number of the function: on
//! another branch, or in a heap that was given up (that of an `assert`), others
//! may have got one, which the path may remember.

use super::chunk::{Chunk, Place};
use crate::logic::{Func, Term};
use rpds::{RedBlackTreeMap, RedBlackTreeSet};
use std::rc::Rc;

/// The places of one resource that are told apart by numbers. Follows the heap
/// that it belongs to. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The function from places to numbers.
    pub(in crate::symbolic) function: Func,
    /// The amount of a chunk that holds its place wholly: 1.
    whole: Term,
    /// The places that have a number.
    pub(in crate::symbolic) numbered: RedBlackTreeSet<Place>,
    /// Those of them that are not wholly held now.
    pub(in crate::symbolic) released: RedBlackTreeSet<Place>,
    /// Places that are wholly held and have no number yet.
    pub(in crate::symbolic) waiting: RedBlackTreeSet<Place>,
    /// The chunks that do not hold their places wholly, by age.
    pub(in crate::symbolic) parts: RedBlackTreeMap<u64, Rc<Chunk>>,
}

impl Numbers {
    /// No numbers yet, for the chunks of a resource that a heap holds.
    pub(in crate::symbolic) fn new(function: Func, whole: Term, held: Vec<Rc<Chunk>>) -> Numbers {
        let mut numbers = Numbers {
            function,
            whole,
            numbered: RedBlackTreeSet::new(),
            released: RedBlackTreeSet::new(),
            waiting: RedBlackTreeSet::new(),
            parts: RedBlackTreeMap::new(),
        };
        for chunk in held {
            numbers.gained(&chunk);
        }
        numbers
    }

    /// Notes that a chunk came into the heap, or changed there.
    pub fn gained(&mut self, chunk: &Rc<Chunk>) {
        let place = chunk.place.clone();
        if chunk.amount != self.whole {
            self.lost(chunk);
            self.parts.insert_mut(chunk.serial, chunk.clone());
            return;
        }
        self.parts.remove_mut(&chunk.serial);
        if self.numbered.contains(&place) {
            self.released.remove_mut(&place);
        } else {
            self.waiting.insert_mut(place);
        }
    }

    /// Notes that a chunk left the heap.
    pub fn lost(&mut self, chunk: &Chunk) {
        let place = chunk.place.clone();
        self.parts.remove_mut(&chunk.serial);
        self.waiting.remove_mut(&place);
        if self.numbered.contains(&place) {
            self.released.insert_mut(place);
        }
    }
}
