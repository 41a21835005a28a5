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

use super::chunk::{Chunk, Resource};
use super::heap::Heap;
use super::symbolic_state::State;
use crate::logic::{FactKind, Func, Sort, Term};
use crate::symbolic::engine::Engine;
use crate::symbolic::permissions::lookup::Target;
use rpds::{RedBlackTreeMap, RedBlackTreeSet};
use std::rc::Rc;

/// To how many others a place gets a disequality.
pub(in crate::symbolic) const MAX_PAIRS: usize = 8;
/// From how many released places another must be known to differ.
const MAX_RELEASED: usize = 8;

/// A receiver and arguments.
type Place = (Term, Rc<[Term]>);

/// The places of one resource that are told apart by numbers. Follows the heap
/// that it belongs to. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The function from places to numbers.
    function: Func,
    /// The amount of a chunk that holds its place wholly: 1.
    whole: Term,
    /// The places that have a number.
    numbered: RedBlackTreeSet<Place>,
    /// Those of them that are not wholly held now.
    released: RedBlackTreeSet<Place>,
    /// Places that are wholly held and have no number yet.
    waiting: RedBlackTreeSet<Place>,
    /// The chunks that do not hold their places wholly, by age.
    parts: RedBlackTreeMap<u64, Rc<Chunk>>,
}

impl Numbers {
    /// No numbers yet, for the chunks of a resource that a heap holds.
    fn new(function: Func, whole: Term, held: Vec<Rc<Chunk>>) -> Numbers {
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
        let place = place(chunk);
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
        let place = place(chunk);
        self.parts.remove_mut(&chunk.serial);
        self.waiting.remove_mut(&place);
        if self.numbered.contains(&place) {
            self.released.insert_mut(place);
        }
    }
}

fn place(chunk: &Chunk) -> Place {
    (chunk.receiver, chunk.args.clone())
}

impl<'p> Engine<'p> {
    /// Assumes what follows for a chunk of an exclusive resource beside those of
    /// other places that the heap holds, but for `merged`, which is of its own.
    /// Returns whether the path goes on.
    pub(in crate::symbolic) fn tell_apart(
        &mut self,
        s: &mut State,
        chunk: &Chunk,
        merged: Option<&Rc<Chunk>>,
    ) -> bool {
        let (resource, receiver) = (chunk.resource, chunk.receiver);
        let many = s
            .heap
            .more_may_be_of(&self.session.terms, resource, receiver, MAX_PAIRS);
        let others = if many && chunk.amount == self.session.terms.write() {
            self.number(s, chunk)
        } else {
            s.heap.may_be_of(&self.session.terms, resource, receiver)
        };
        let target = Target {
            resource,
            receiver,
            args: chunk.args.clone(),
        };
        for other in others {
            let same = self.same_place(&other, &target);
            let own = merged.is_some_and(|merged| merged.serial == other.serial);
            if !own
                && !self.session.terms.is_bool(same, false)
                && !self.keep_apart(s, chunk, &other, same)
            {
                return false;
            }
        }
        true
    }

    /// Sees to it that the place of a chunk that is about to be added, and all
    /// that the heap holds wholly, have numbers. Returns the chunks that hold
    /// their places in part, which numbers say nothing of.
    fn number(&mut self, s: &mut State, chunk: &Chunk) -> Vec<Rc<Chunk>> {
        let resource = chunk.resource;
        let mut numbers = match s.heap.numbers(resource) {
            Some(numbers) if self.is_whole(numbers) => numbers.clone(),
            _ => self.start(&s.heap, resource),
        };
        let own = place(chunk);
        numbers.released.remove_mut(&own);
        if !numbers.numbered.contains(&own) {
            numbers.waiting.insert_mut(own.clone());
        }
        if !self.differ_from_released(s, &numbers) {
            numbers = self.start(&s.heap, resource);
            numbers.waiting.insert_mut(own);
        }
        for (receiver, args) in &std::mem::take(&mut numbers.waiting) {
            let operands = std::iter::once(*receiver).chain(args.iter().copied());
            let number = self.session.terms.app(numbers.function, operands.collect());
            let next = self.session.terms.int(numbers.numbered.size());
            let fact = self.session.terms.eq(number, next);
            s.assume(&self.session.terms, fact, FactKind::Shape);
            numbers.numbered.insert_mut((*receiver, args.clone()));
        }
        self.session
            .functions
            .numbered
            .insert(numbers.function, numbers.numbered.size());
        let parts = numbers.parts.values().cloned().collect();
        s.heap.set_numbers(resource, numbers);
        parts
    }

    /// Whether a heap knows all places that ever got a number of its function.
    fn is_whole(&self, numbers: &Numbers) -> bool {
        self.session.functions.numbered.get(&numbers.function) == Some(&numbers.numbered.size())
    }

    fn start(&mut self, heap: &Heap, resource: Resource) -> Numbers {
        let function = self.session.terms.function("number", Sort::Int);
        let whole = self.session.terms.write();
        Numbers::new(function, whole, heap.of_resource(resource))
    }

    /// Whether the places that are to get numbers are known to differ from the
    /// released ones.
    fn differ_from_released(&mut self, s: &State, numbers: &Numbers) -> bool {
        if numbers.released.size() > MAX_RELEASED {
            return false;
        }
        numbers.waiting.iter().all(|waiting| {
            numbers.released.iter().all(|released| {
                let mut different = vec![self.session.terms.ne(waiting.0, released.0)];
                for (a, b) in waiting.1.iter().zip(released.1.iter()) {
                    different.push(self.session.terms.ne(*a, *b));
                }
                let differ = self.session.terms.or(different);
                self.knows(s, differ)
            })
        })
    }
}
