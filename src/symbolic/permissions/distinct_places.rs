//! Assumes that the places of an exclusive resource are distinct (Figure 6's
//! disequalities), pairwise or by the numbers of [`Numbers`].

use crate::logic::{FactKind, Sort};
use crate::symbolic::engine::Engine;
use crate::symbolic::state::chunk::{Chunk, Resource};
use crate::symbolic::state::distinctness::Numbers;
use crate::symbolic::state::heap::Heap;
use crate::symbolic::state::symbolic_state::State;
use std::rc::Rc;

/// The maximum number of chunks to which a place gets one disequality each.
pub(in crate::symbolic) const MAX_PAIRS: usize = 8;
/// The maximum number of released places that new ones are compared with.
const MAX_RELEASED: usize = 8;

impl<'p> Engine<'p> {
    /// Assumes the facts implied by a chunk of an exclusive resource beside the chunks of
    /// other places in the heap. `merged` is the chunk of the same place, if there is
    /// one. Returns whether the path continues.
    pub(in crate::symbolic) fn assume_distinct_places(
        &mut self,
        s: &mut State,
        chunk: &Chunk,
        merged: Option<&Rc<Chunk>>,
    ) -> bool {
        let (resource, receiver) = (chunk.resource(), chunk.receiver());
        let many = s
            .heap
            .more_may_be_of(&self.session.terms, resource, receiver, MAX_PAIRS);
        let others = if many && chunk.amount == self.session.terms.write() {
            self.number(s, chunk)
        } else {
            s.heap.may_be_of(&self.session.terms, resource, receiver)
        };
        for other in others {
            let same = self.same_place(&other, &chunk.place);
            let own = merged.is_some_and(|merged| merged.serial == other.serial);
            if !own
                && !self.session.terms.is_bool(same, false)
                && !self.assume_distinct(s, chunk, &other, same)
            {
                return false;
            }
        }
        true
    }

    /// Numbers the place of a chunk about to be added, and all places that the heap holds
    /// with full permission. Returns the chunks with less than full permission, which
    /// numbers do not distinguish.
    fn number(&mut self, s: &mut State, chunk: &Chunk) -> Vec<Rc<Chunk>> {
        let resource = chunk.resource();
        let mut numbers = match s.heap.numbers(resource) {
            Some(numbers) if self.is_whole(numbers) => numbers.clone(),
            _ => self.start(&s.heap, resource),
        };
        let own = chunk.place.clone();
        numbers.released.remove_mut(&own);
        if !numbers.numbered.contains(&own) {
            numbers.waiting.insert_mut(own.clone());
        }
        if !self.differ_from_released(s, &numbers) {
            numbers = self.start(&s.heap, resource);
            numbers.waiting.insert_mut(own);
        }
        for place in &std::mem::take(&mut numbers.waiting) {
            let operands = place.operands();
            let number = self.session.terms.app(numbers.function, operands);
            let next = self.session.terms.int(numbers.numbered.size());
            let fact = self.session.terms.eq(number, next);
            s.assume(&self.session.terms, fact, FactKind::Shape);
            numbers.numbered.insert_mut(place.clone());
        }
        self.session
            .functions
            .numbered
            .insert(numbers.function, numbers.numbered.size());
        let parts = numbers.parts.values().cloned().collect();
        s.heap.set_numbers(resource, numbers);
        parts
    }

    /// Whether a heap knows all places ever numbered by the function.
    fn is_whole(&self, numbers: &Numbers) -> bool {
        self.session.functions.numbered.get(&numbers.function) == Some(&numbers.numbered.size())
    }

    fn start(&mut self, heap: &Heap, resource: Resource) -> Numbers {
        let function = self.session.terms.function("number", Sort::Int);
        let whole = self.session.terms.write();
        Numbers::new(function, whole, heap.of_resource(resource))
    }

    /// Whether the places about to be numbered are known to differ from the released
    /// ones.
    fn differ_from_released(&mut self, s: &State, numbers: &Numbers) -> bool {
        if numbers.released.size() > MAX_RELEASED {
            return false;
        }
        numbers.waiting.iter().all(|waiting| {
            numbers.released.iter().all(|released| {
                let mut different = Vec::new();
                for (a, b) in waiting.operands().iter().zip(released.operands()) {
                    different.push(self.session.terms.ne(*a, b));
                }
                let differ = self.session.terms.or(different);
                self.is_known(s, differ)
            })
        })
    }
}
