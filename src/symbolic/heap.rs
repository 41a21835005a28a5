//! Symbolic heaps: persistent multisets of chunks, found by resource and
//! receiver.

use super::chunk::{Chunk, Resource};
use crate::logic::Term;
use rpds::RedBlackTreeMap;
use std::rc::Rc;

/// The place of a chunk: resource first, then receiver, then age.
type Key = (Resource, Term, u64);

/// A symbolic heap. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    chunks: RedBlackTreeMap<Key, Rc<Chunk>>,
    /// How many predicates were opened less how many were closed since the
    /// heap on entry: how much smaller the heap's derivation is (§3.6).
    pub opened: i64,
}

impl Heap {
    /// Adds a chunk beside those that are there.
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

    /// Puts a chunk in the place of the one with its resource, receiver and serial.
    pub fn replace(&mut self, chunk: Chunk) {
        self.insert(chunk);
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
