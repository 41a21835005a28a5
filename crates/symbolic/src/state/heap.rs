//! Symbolic heaps: persistent multisets of chunks, indexed by resource, receiver and
//! arguments, and by the age of the receiver.

use super::chunk::kind::are_distinct;
use super::chunk::{Age, Chunk, Place, Resource};
use super::distinctness::Numbering;
use super::index::{Index, Key};
use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedSub};
use rpds::RedBlackTreeMap;
use std::rc::Rc;
use veriframe_logic::{Position, Term, Terms};

/// The ranges of ages of the references that can equal one of age `of`: those of
/// references other than allocated objects, then those of allocated objects.
fn ages(of: Age) -> ((Age, Age), (Age, Age)) {
    let Age { exact, latest } = of;
    let age = |exact, latest| Age { exact, latest };
    // An allocated object can equal only symbols that are at least as young. A symbol can
    // equal any symbol, but only allocated objects that are at least as old.
    let from = if exact { latest } else { 0 };
    let others = (age(false, from), age(false, u32::MAX));
    (others, (age(true, from), age(true, latest)))
}

/// A symbolic heap. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Heap {
    chunks: Index,
    /// The numbered places of resources with many chunks.
    numbering: RedBlackTreeMap<Resource, Numbering>,
    /// The decrease of the derivation since entry (§3.6) by the amounts of the opened predicates
    /// minus those of the closed ones: what is left of it ([`Chunk::of_entry`]) and what was
    /// consumed of it are smaller together by so much. `None` if unknown.
    ///
    /// The size of a derivation is the sum over its chunks of the amount times one plus
    /// the size of the predicate's body. Only literal amounts count as opened. Closing an
    /// amount that is not a literal makes the decrease unknown.
    shrinkage: Option<Ratio<i64>>,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap {
            chunks: Index::default(),
            numbering: RedBlackTreeMap::default(),
            shrinkage: Some(Ratio::from_integer(0)),
        }
    }
}

impl Heap {
    /// The decrease of the derivation since entry, if known.
    #[must_use]
    pub fn shrinkage(&self) -> Option<Ratio<i64>> {
        self.shrinkage
    }

    /// Sets the decrease of the derivation since entry, if known.
    pub fn set_shrinkage(&mut self, shrinkage: Option<Ratio<i64>>) {
        self.shrinkage = shrinkage;
    }

    /// Discards the numbering of places.
    pub fn discard_numbering(&mut self) {
        self.numbering = RedBlackTreeMap::default();
    }

    /// For each heap, its chunks that are not shared by all heaps, oldest first. `None`
    /// if the heaps have different numbers of chunks.
    #[must_use]
    pub fn differing(heaps: &[&Heap]) -> Option<Vec<Vec<Rc<Chunk>>>> {
        let (first, others) = heaps.split_first()?;
        let mut shared = vec![true; first.len()];
        for other in others {
            if other.len() != first.len() {
                return None;
            }
            let mut theirs = other.chunks.iter().peekable();
            for (shared, chunk) in shared.iter_mut().zip(first.chunks.iter()) {
                let key = Key::of(chunk);
                while theirs.next_if(|other| Key::of(other) < key).is_some() {}
                *shared &= theirs
                    .peek()
                    .is_some_and(|counterpart| Rc::ptr_eq(counterpart, chunk));
            }
        }
        let own = heaps.iter().map(|heap| {
            let mut of_all = shared.iter().zip(first.chunks.iter());
            let mut of_all = of_all.by_ref().filter(|(shared, _)| **shared).peekable();
            let mut own: Vec<Rc<Chunk>> = Vec::new();
            for chunk in heap.chunks.iter() {
                if of_all
                    .next_if(|(_, counterpart)| Rc::ptr_eq(counterpart, chunk))
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

    /// The resources of which there are chunks, with their numbers.
    #[must_use]
    pub fn held(&self) -> Vec<(Resource, usize)> {
        let mut held: Vec<(Resource, usize)> = Vec::new();
        for chunk in self.chunks.iter() {
            match held.last_mut() {
                Some((resource, count)) if *resource == chunk.resource() => *count += 1,
                _ => held.push((chunk.resource(), 1)),
            }
        }
        held
    }

    /// Whether both are unchanged copies of the same heap.
    #[must_use]
    pub fn is_copy_of(&self, other: &Heap) -> bool {
        self.chunks.is_copy_of(&other.chunks) && self.shrinkage == other.shrinkage
    }

    /// A number that is the same for unchanged copies, for hashing.
    #[must_use]
    pub fn identity(&self) -> usize {
        self.chunks.identity()
    }

    /// Whether both heaps have identical chunks.
    #[must_use]
    pub fn is_same(&self, other: &Heap) -> bool {
        self.len() == other.len()
            && self
                .chunks
                .iter()
                .zip(other.chunks.iter())
                .all(|(chunk, other)| Rc::ptr_eq(chunk, other))
    }

    /// Makes the decrease of the derivation unknown.
    pub fn forget_shrinkage(&mut self) {
        self.shrinkage = None;
    }

    /// Whether all that another heap has no longer of this one is part of the derivation on entry.
    #[must_use]
    pub fn lost_only_of_entry(&self, other: &Heap) -> bool {
        let mut chunks = self.chunks.iter();
        chunks.all(|chunk| chunk.of_entry || other.holds(chunk))
    }

    /// Records that an amount of a predicate's chunk was opened; `None` if it is not a literal.
    pub fn opened_amount(&mut self, chunk: &Chunk, amount: Option<Ratio<i64>>) {
        if let Some(amount) = amount.filter(|_| chunk.of_entry) {
            self.shrinkage = self.shrinkage.and_then(|d| d.checked_add(&amount));
        }
    }

    /// Records that an amount of a predicate was closed; `None` if it is not a literal.
    pub fn closed_amount(&mut self, amount: Option<Ratio<i64>>) {
        self.shrinkage = match (self.shrinkage, amount) {
            (Some(d), Some(amount)) => d.checked_sub(&amount),
            _ => None,
        };
    }

    /// Adds a chunk. A chunk with the same place and serial is replaced.
    pub fn insert(&mut self, chunk: Chunk) {
        let chunk = Rc::new(chunk);
        if let Some(numbering) = self.numbering.get_mut(&chunk.resource()) {
            numbering.gained(&chunk);
        }
        self.chunks.insert(chunk);
    }

    /// Removes a chunk, if it is in the heap.
    pub fn remove(&mut self, chunk: &Chunk) {
        if let Some(numbering) = self.numbering.get_mut(&chunk.resource()) {
            numbering.lost(chunk);
        }
        self.chunks.remove(&Key::of(chunk));
    }

    /// Whether the heap has this very chunk, with the same amount.
    #[must_use]
    pub fn holds(&self, chunk: &Chunk) -> bool {
        self.chunks
            .get(&Key::of(chunk))
            .is_some_and(|c| c.amount == chunk.amount)
    }

    /// The oldest chunk of a resource with exactly this receiver and these arguments. No
    /// other chunk is visited.
    #[must_use]
    pub fn at(&self, terms: &Terms, place: &Place) -> Option<&Rc<Chunk>> {
        let first = Key::at(place, Age::of(terms, place.receiver()), 0);
        let last = Key {
            serial: u64::MAX,
            ..first
        };
        let next = self.chunks.from(&first).next();
        next.filter(|chunk| Key::of(chunk) <= last)
    }

    /// The chunks of the same resource and receiver that start nearest to a place, at a
    /// constant distance: the last one that does not start after it, and the first one that
    /// does. None if the places have no order.
    #[must_use]
    pub fn nearest(&self, terms: &Terms, place: &Place) -> [Option<&Rc<Chunk>>; 2] {
        let Some(from) = place.start() else {
            return [None, None];
        };
        let (resource, receiver) = (place.resource(), place.receiver());
        // Chunks that start at the place or before it precede this key; chunks that start
        // after it do not.
        let begin = Position {
            at: &from.at + 1,
            ..from.clone()
        };
        let next = Key {
            receiver,
            from: Some(&begin),
            ..Key::first(resource, Age::of(terms, receiver))
        };
        let near = |chunk: &&Rc<Chunk>| {
            let start = chunk.place.start();
            chunk.resource() == resource
                && chunk.receiver() == receiver
                && start.is_some_and(|start| start.common == from.common)
        };
        [
            self.chunks.before(&next).filter(near),
            self.chunks.from(&next).next().filter(near),
        ]
    }

    /// The chunks of a resource with exactly this receiver, in a fixed order.
    pub fn of_receiver(
        &self,
        terms: &Terms,
        resource: Resource,
        receiver: Option<Term>,
    ) -> impl Iterator<Item = &Rc<Chunk>> {
        let age = Age::of(terms, receiver);
        let first = Key {
            receiver,
            ..Key::first(resource, age)
        };
        self.chunks
            .between(&first, Key::last(resource, age))
            .take_while(move |chunk| chunk.receiver() == receiver)
    }

    /// The chunks of a resource whose receivers can equal this one by form and age, in a
    /// fixed order. Allocated objects of other ages are not visited.
    fn possible_aliases_in_index_order(
        &self,
        terms: &Terms,
        resource: Resource,
        receiver: Option<Term>,
    ) -> impl Iterator<Item = &Rc<Chunk>> {
        let (others, objects) = ages(Age::of(terms, receiver));
        [others, objects]
            .into_iter()
            .flat_map(move |(from, to)| {
                self.chunks
                    .between(&Key::first(resource, from), Key::last(resource, to))
            })
            .filter(move |chunk| !are_distinct(terms, chunk.receiver(), receiver))
    }

    /// The same without the chunks of this very receiver, in a fixed order.
    #[must_use]
    pub fn other_possible_aliases(
        &self,
        terms: &Terms,
        resource: Resource,
        receiver: Option<Term>,
    ) -> Vec<Rc<Chunk>> {
        let age = Age::of(terms, receiver);
        let (others, objects) = ages(age);
        let first = |age| Key::first(resource, age);
        let last = |age| Key::last(resource, age);
        let own = Key {
            receiver,
            ..first(age)
        };
        let end = Position {
            common: Some(Term::MAX),
            at: BigInt::ZERO,
        };
        let behind_own = Key {
            from: Some(&end),
            ..own
        };
        let ranges = [
            (first(others.0), own),
            (behind_own, last(others.1)),
            (first(objects.0), last(objects.1)),
        ];
        // An allocated object differs from all other allocated objects.
        let all = [(first(others.0), last(others.1))];
        let ranges = if age.exact { &all[..] } else { &ranges[..] };
        let chunks = ranges
            .iter()
            .flat_map(|(first, last)| self.chunks.between(first, *last));
        chunks
            .filter(|chunk| !are_distinct(terms, chunk.receiver(), receiver))
            .cloned()
            .collect()
    }

    /// The chunks of a resource whose receivers can equal this one, oldest first.
    #[must_use]
    pub fn possible_aliases(
        &self,
        terms: &Terms,
        resource: Resource,
        receiver: Option<Term>,
    ) -> Vec<Rc<Chunk>> {
        let mut found: Vec<_> = self
            .possible_aliases_in_index_order(terms, resource, receiver)
            .cloned()
            .collect();
        found.sort_by_key(|chunk| chunk.serial);
        found
    }

    /// Whether there are more than `than` such chunks.
    #[must_use]
    pub fn has_more_possible_aliases(
        &self,
        terms: &Terms,
        resource: Resource,
        receiver: Option<Term>,
        than: usize,
    ) -> bool {
        self.possible_aliases_in_index_order(terms, resource, receiver)
            .nth(than)
            .is_some()
    }

    /// Whether there is any chunk of a resource.
    #[must_use]
    pub fn has(&self, resource: Resource) -> bool {
        self.all_of(resource).next().is_some()
    }

    /// All chunks of a resource, in a fixed order.
    #[must_use]
    pub fn of_resource(&self, resource: Resource) -> Vec<Rc<Chunk>> {
        self.all_of(resource).cloned().collect()
    }

    fn all_of(&self, resource: Resource) -> impl Iterator<Item = &Rc<Chunk>> {
        let youngest = Age {
            exact: false,
            latest: 0,
        };
        let first = Key::first(resource, youngest);
        let chunks = self.chunks.from(&first);
        chunks.take_while(move |chunk| chunk.resource() == resource)
    }

    /// The numbered places of a resource, if it has any.
    #[must_use]
    pub fn numbering(&self, resource: Resource) -> Option<&Numbering> {
        self.numbering.get(&resource)
    }

    /// Sets the numbered places of a resource.
    pub fn set_numbering(&mut self, resource: Resource, numbering: Numbering) {
        self.numbering.insert_mut(resource, numbering);
    }

    /// All chunks, oldest first.
    #[must_use]
    pub fn chunks(&self) -> Vec<Rc<Chunk>> {
        let mut all: Vec<_> = self.chunks.iter().cloned().collect();
        all.sort_by_key(|chunk| chunk.serial);
        all
    }

    /// The number of chunks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Whether there is no chunk.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.chunks.len() == 0
    }
}
