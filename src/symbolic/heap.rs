//! Symbolic heaps: persistent multisets of chunks, found by resource and
//! receiver.

use super::chunk::{Chunk, Resource};
use crate::logic::Term;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedSub};
use rpds::RedBlackTreeMap;
use std::rc::Rc;

/// The place of a chunk: resource first, then receiver, then age.
type Key = (Resource, Term, u64);

/// A symbolic heap. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Heap {
    chunks: RedBlackTreeMap<Key, Rc<Chunk>>,
    /// How much smaller the heap's derivation is than that of the heap on
    /// entry (§3.6): the amounts of the predicates that were opened less those
    /// that were closed. `None` if that is not known.
    ///
    /// A derivation weighs, for each chunk, its amount times one more than what
    /// the predicate's body weighs. Only amounts that are literals count as
    /// opened; one that is closed and not a literal could be anything.
    descent: Option<Ratio<i64>>,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap {
            chunks: RedBlackTreeMap::default(),
            descent: Some(Ratio::from_integer(0)),
        }
    }
}

impl Heap {
    /// How much smaller the derivation is than on entry, if that is known.
    #[must_use]
    pub fn descent(&self) -> Option<Ratio<i64>> {
        self.descent
    }

    /// Notes how much smaller the derivation is than on entry, if that is known.
    pub fn weigh_as(&mut self, descent: Option<Ratio<i64>>) {
        self.descent = descent;
    }

    /// For each of the heaps, its chunks that are not in all of them, oldest
    /// first; `None` if the heaps have different numbers of chunks.
    #[must_use]
    pub fn differing(heaps: &[&Heap]) -> Option<Vec<Vec<Rc<Chunk>>>> {
        let (first, others) = heaps.split_first()?;
        let mut shared = vec![true; first.len()];
        for other in others {
            if other.len() != first.len() {
                return None;
            }
            let mut theirs = other.chunks.iter().peekable();
            for (shared, (key, chunk)) in shared.iter_mut().zip(first.chunks.iter()) {
                while theirs.next_if(|(other, _)| *other < key).is_some() {}
                *shared &= theirs
                    .peek()
                    .is_some_and(|(_, twin)| Rc::ptr_eq(twin, chunk));
            }
        }
        let own = heaps.iter().map(|heap| {
            let mut of_all = shared.iter().zip(first.chunks.values());
            let mut of_all = of_all.by_ref().filter(|(shared, _)| **shared).peekable();
            let mut own: Vec<Rc<Chunk>> = Vec::new();
            for chunk in heap.chunks.values() {
                if of_all
                    .next_if(|(_, twin)| Rc::ptr_eq(twin, chunk))
                    .is_none()
                {
                    own.push(chunk.clone());
                }
            }
            own.sort_by_key(|chunk| chunk.serial);
            own
        });
        Some(own.collect())
    }

    /// Whether the other heap has the very same chunks.
    #[must_use]
    pub fn is_same(&self, other: &Heap) -> bool {
        self.len() == other.len()
            && self.chunks.iter().zip(other.chunks.iter()).all(
                |((key, chunk), (other_key, other_chunk))| {
                    key == other_key && Rc::ptr_eq(chunk, other_chunk)
                },
            )
    }

    /// Notes that nothing is known any more of how large the derivation is.
    pub fn unweighed(&mut self) {
        self.descent = None;
    }

    /// Notes that an amount of a predicate was opened; `None` if it is no literal.
    pub fn opened_amount(&mut self, amount: Option<Ratio<i64>>) {
        if let Some(amount) = amount {
            self.descent = self.descent.and_then(|d| d.checked_add(&amount));
        }
    }

    /// Notes that an amount of a predicate was closed; `None` if it is no literal.
    pub fn closed_amount(&mut self, amount: Option<Ratio<i64>>) {
        self.descent = match (self.descent, amount) {
            (Some(d), Some(amount)) => d.checked_sub(&amount),
            _ => None,
        };
    }

    /// Adds a chunk beside those that are there; one with the same resource,
    /// receiver and serial takes its predecessor's place.
    pub fn insert(&mut self, chunk: Chunk) {
        self.chunks.insert_mut(
            (chunk.resource, chunk.receiver, chunk.serial),
            Rc::new(chunk),
        );
    }

    /// Takes a chunk out; does nothing where it is not there.
    pub fn remove(&mut self, chunk: &Chunk) {
        self.chunks
            .remove_mut(&(chunk.resource, chunk.receiver, chunk.serial));
    }

    /// Whether this very chunk is there, with the same amount.
    #[must_use]
    pub fn holds(&self, chunk: &Chunk) -> bool {
        self.chunks
            .get(&(chunk.resource, chunk.receiver, chunk.serial))
            .is_some_and(|c| c.amount == chunk.amount)
    }

    /// Whether there is a chunk of this resource with exactly this receiver.
    pub fn of_receiver(
        &self,
        resource: Resource,
        receiver: Term,
    ) -> impl Iterator<Item = &Rc<Chunk>> {
        self.chunks
            .range((resource, receiver, 0)..=(resource, receiver, u64::MAX))
            .map(|(_, chunk)| chunk)
    }

    /// The chunks of a resource, oldest first.
    #[must_use]
    pub fn of_resource(&self, resource: Resource) -> Vec<Rc<Chunk>> {
        let mut found: Vec<_> = self
            .chunks
            .range((resource, Term::MIN, 0)..=(resource, Term::MAX, u64::MAX))
            .map(|(_, chunk)| chunk.clone())
            .collect();
        found.sort_by_key(|chunk| chunk.serial);
        found
    }

    /// All chunks, oldest first.
    #[must_use]
    pub fn chunks(&self) -> Vec<Rc<Chunk>> {
        let mut all: Vec<_> = self.chunks.values().cloned().collect();
        all.sort_by_key(|chunk| chunk.serial);
        all
    }

    /// The number of chunks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chunks.size()
    }

    /// Whether there is no chunk.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }
}
