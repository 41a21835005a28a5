//! The index of a heap: a persistent sorted sequence of chunks, in blocks. A copy shares
//! the blocks, and a change copies one of them. Looking up neighbours, the most frequent
//! operation, does not allocate.

use super::chunk::{Age, Chunk, Place, Resource};
use crate::logic::{Position, Term};
use std::rc::Rc;

/// The maximum number of chunks in a block.
const BLOCK: usize = 32;

/// The position of a chunk in the index. Chunks of the same place are adjacent, and so
/// are chunks of a resource whose receivers have the same age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::symbolic) struct Key<'k> {
    pub resource: Resource,
    pub age: Age,
    pub receiver: Term,
    /// The position among the places of the receiver.
    pub from: Option<&'k Position>,
    /// The operands other than the receiver.
    pub operands: &'k [Term],
    pub serial: u64,
}

impl<'k> Key<'k> {
    /// The key of a chunk.
    pub fn of(chunk: &'k Chunk) -> Key<'k> {
        Key::at(&chunk.place, chunk.age, chunk.serial)
    }

    /// The key of a chunk with this place, age and serial.
    pub fn at(place: &'k Place, age: Age, serial: u64) -> Key<'k> {
        Key {
            resource: place.resource(),
            age,
            receiver: place.receiver(),
            from: place.start(),
            operands: place.further_operands(),
            serial,
        }
    }

    /// A lower bound for the keys of the resource's chunks with this age or a greater
    /// one.
    pub fn first(resource: Resource, age: Age) -> Key<'k> {
        Key {
            resource,
            age,
            receiver: Term::MIN,
            from: None,
            operands: &[],
            serial: 0,
        }
    }

    /// An upper bound for the keys of the resource's chunks with this age or a smaller
    /// one. No receiver is `Term::MAX`.
    pub fn last(resource: Resource, age: Age) -> Key<'k> {
        Key {
            receiver: Term::MAX,
            ..Key::first(resource, age)
        }
    }
}

/// Chunks by ascending key. No block is empty.
#[derive(Clone, Debug, Default)]
pub(in crate::symbolic) struct Index {
    blocks: Rc<Vec<Rc<Vec<Rc<Chunk>>>>>,
    len: usize,
}

impl Index {
    /// The number of chunks.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether one is a copy of the other and neither has changed since.
    pub fn is_copy_of(&self, other: &Index) -> bool {
        Rc::ptr_eq(&self.blocks, &other.blocks)
    }

    /// All chunks, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Rc<Chunk>> {
        self.blocks.iter().flat_map(|block| block.iter())
    }

    /// The chunks from a key on, in order.
    pub fn from<'i>(&'i self, key: &Key<'_>) -> impl Iterator<Item = &'i Rc<Chunk>> + use<'i> {
        let (block, at) = self.place(key);
        let rest = self.blocks.get(block..).unwrap_or_default();
        let (first, later) = match rest.split_first() {
            Some((first, later)) => (first.get(at..).unwrap_or_default(), later),
            None => (&[][..], rest),
        };
        first
            .iter()
            .chain(later.iter().flat_map(|block| block.iter()))
    }

    /// The chunks from one key up to another, exclusively.
    pub fn between<'i>(
        &'i self,
        first: &Key<'_>,
        end: Key<'i>,
    ) -> impl Iterator<Item = &'i Rc<Chunk>> + use<'i> {
        self.from(first)
            .take_while(move |chunk| Key::of(chunk) < end)
    }

    /// The last chunk before a key.
    pub fn before(&self, key: &Key<'_>) -> Option<&Rc<Chunk>> {
        let (block, at) = self.place(key);
        let here = at
            .checked_sub(1)
            .and_then(|at| self.blocks.get(block)?.get(at));
        here.or_else(|| self.blocks.get(block.checked_sub(1)?)?.last())
    }

    /// The chunk with this key.
    pub fn get(&self, key: &Key<'_>) -> Option<&Rc<Chunk>> {
        let (block, at) = self.place(key);
        self.at(block, at, key)
    }

    fn at(&self, block: usize, at: usize, key: &Key<'_>) -> Option<&Rc<Chunk>> {
        let found = self.blocks.get(block)?.get(at)?;
        (Key::of(found) == *key).then_some(found)
    }

    /// Inserts a chunk. A chunk with the same key is replaced.
    pub fn insert(&mut self, chunk: Rc<Chunk>) {
        let key = Key::of(&chunk);
        let (block, at) = self.place(&key);
        let replaces = self.at(block, at, &key).is_some();
        let blocks = Rc::make_mut(&mut self.blocks);
        // A key greater than all others belongs to the last block.
        let block = block.min(blocks.len().saturating_sub(1));
        let Some(place) = blocks.get_mut(block) else {
            blocks.push(Rc::new(vec![chunk]));
            self.len = 1;
            return;
        };
        let place = own(place);
        if replaces {
            if let Some(slot) = place.get_mut(at) {
                *slot = chunk;
            }
            return;
        }
        let at = at.min(place.len());
        place.insert(at, chunk);
        self.len += 1;
        if place.len() > BLOCK {
            let upper = place.split_off(BLOCK / 2);
            blocks.insert(block + 1, Rc::new(upper));
        }
    }

    /// Removes the chunk with this key, if there is one.
    pub fn remove(&mut self, key: &Key<'_>) {
        let (block, at) = self.place(key);
        if self.at(block, at, key).is_none() {
            return;
        }
        let blocks = Rc::make_mut(&mut self.blocks);
        let Some(place) = blocks.get_mut(block) else {
            return;
        };
        let place = own(place);
        place.remove(at);
        self.len -= 1;
        if place.is_empty() {
            blocks.remove(block);
        }
    }

    /// The block of the first chunk that is not less than a key, and its index in the
    /// block. Both are past the end if there is no such chunk.
    fn place(&self, key: &Key<'_>) -> (usize, usize) {
        let before = |chunk: &Rc<Chunk>| Key::of(chunk) < *key;
        let block = self
            .blocks
            .partition_point(|block| block.last().is_some_and(before));
        match self.blocks.get(block) {
            Some(chunks) => (block, chunks.partition_point(before)),
            None => (block, usize::MAX),
        }
    }
}

/// A block that is not shared, with room for one more chunk.
fn own(block: &mut Rc<Vec<Rc<Chunk>>>) -> &mut Vec<Rc<Chunk>> {
    if Rc::get_mut(block).is_none() {
        let mut copy = Vec::with_capacity(block.len() + 1);
        copy.extend(block.iter().cloned());
        *block = Rc::new(copy);
    }
    // The block is not shared now: this copies nothing.
    Rc::make_mut(block)
}
