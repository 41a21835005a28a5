//! Assumes that the places of an exclusive resource are distinct (Figure 6's
//! disequalities), pairwise or by a [`Numbering`].

use crate::engine::Engine;
use crate::state::chunk::{Chunk, Resource};
use crate::state::distinctness::Numbering;
use crate::state::heap::Heap;
use crate::state::symbolic_state::State;
use std::rc::Rc;
use veriframe_logic::{FactKind, Sort};

/// The maximum number of chunks to which a place gets one disequality each.
pub(crate) const MAX_PAIRS: usize = 8;
/// The maximum number of released places that new ones are compared with.
const MAX_RELEASED: usize = 8;

impl<'p> Engine<'p> {
    /// Assumes the facts implied by a chunk of an exclusive resource beside the chunks of
    /// other places in the heap. `merged` is the chunk of the same place, if there is
    /// one. Returns whether the path continues.
    pub(crate) fn assume_distinct_places(
        &mut self,
        s: &mut State,
        chunk: &Chunk,
        merged: Option<&Rc<Chunk>>,
    ) -> bool {
        let (resource, receiver) = (chunk.resource(), chunk.receiver());
        let many =
            s.heap
                .has_more_possible_aliases(&self.session.terms, resource, receiver, MAX_PAIRS);
        let others = if many && chunk.amount == self.session.terms.write() {
            self.number(s, chunk)
        } else {
            s.heap
                .possible_aliases(&self.session.terms, resource, receiver)
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
        let mut numbering = match s.heap.numbering(resource) {
            Some(numbering) if self.is_complete(numbering) => numbering.clone(),
            _ => self.new_numbering(&s.heap, resource),
        };
        let own = chunk.place.clone();
        numbering.released.remove_mut(&own);
        if !numbering.numbered.contains(&own) {
            numbering.waiting.insert_mut(own.clone());
        }
        if !self.differ_from_released(s, &numbering) {
            numbering = self.new_numbering(&s.heap, resource);
            numbering.waiting.insert_mut(own);
        }
        for place in &std::mem::take(&mut numbering.waiting) {
            let operands = place.operands();
            let number = self.session.terms.app(numbering.function, operands);
            let next = self.session.terms.int(numbering.numbered.size());
            let fact = self.session.terms.eq(number, next);
            s.assume(&self.session.terms, fact, FactKind::Shape);
            numbering.numbered.insert_mut(place.clone());
        }
        self.session
            .functions
            .numbered
            .insert(numbering.function, numbering.numbered.size());
        let fractional = numbering.fractional.values().cloned().collect();
        s.heap.set_numbering(resource, numbering);
        fractional
    }

    /// Whether a numbering has all places ever numbered by its function.
    fn is_complete(&self, numbering: &Numbering) -> bool {
        self.session.functions.numbered.get(&numbering.function) == Some(&numbering.numbered.size())
    }

    fn new_numbering(&mut self, heap: &Heap, resource: Resource) -> Numbering {
        let function = self.session.terms.function("number", Sort::Int);
        let full = self.session.terms.write();
        Numbering::new(function, full, heap.of_resource(resource))
    }

    /// Whether the places about to be numbered are known to differ from the released
    /// ones.
    fn differ_from_released(&mut self, s: &State, numbering: &Numbering) -> bool {
        if numbering.released.size() > MAX_RELEASED {
            return false;
        }
        numbering.waiting.iter().all(|waiting| {
            numbering.released.iter().all(|released| {
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
