//! The index of a heap: a persistent B+ tree of chunks. A copy shares all nodes, and a change
//! copies those from the root to one leaf, so that states can be kept along a path whose heap
//! grows. Looking up neighbours, the most frequent operation, does not allocate.
//!
//! Chunks are ordered by resource, age of the receiver, receiver, start of a slice, bounds or
//! arguments. Lookup tries identical terms, then terms that the built-in prover knows to be equal,
//! then predicates of the same receiver, and only then queries about other chunks.

use super::chunk::{Age, Chunk, Place, Resource};
use std::rc::Rc;
use std::slice;
use veriframe_logic::{Position, Term};

/// The maximum number of chunks in a leaf, and of children of an inner node.
const WIDTH: usize = 32;

/// The position of a chunk in the index. Chunks of the same place are adjacent, and so
/// are chunks of a resource whose receivers have the same age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key<'k> {
    pub resource: Resource,
    pub age: Age,
    pub receiver: Option<Term>,
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
            receiver: None,
            from: None,
            operands: &[],
            serial: 0,
        }
    }

    /// An upper bound for the keys of the resource's chunks with this age or a smaller
    /// one. No receiver is `Term::MAX`.
    pub fn last(resource: Resource, age: Age) -> Key<'k> {
        Key {
            receiver: Some(Term::MAX),
            ..Key::first(resource, age)
        }
    }
}

/// Chunks by ascending key.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    root: Rc<Node>,
    len: usize,
}

/// A subtree. All leaves have the same depth. No node is empty, except a root without chunks.
#[derive(Clone, Debug)]
enum Node {
    Leaf(Vec<Rc<Chunk>>),
    Inner(Vec<Child>),
}

#[derive(Clone, Debug)]
struct Child {
    /// The last chunk of the subtree.
    last: Rc<Chunk>,
    node: Rc<Node>,
}

impl Default for Index {
    fn default() -> Index {
        Index {
            root: Rc::new(Node::Leaf(Vec::new())),
            len: 0,
        }
    }
}

impl Index {
    /// The number of chunks.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether one is a copy of the other and neither has changed since.
    pub fn is_copy_of(&self, other: &Index) -> bool {
        Rc::ptr_eq(&self.root, &other.root)
    }

    /// A number that differs from those of all indices that are not copies, while they exist.
    pub fn identity(&self) -> usize {
        Rc::as_ptr(&self.root).addr()
    }

    /// All chunks, in order.
    pub fn iter(&self) -> Iter<'_> {
        self.with(|_| false)
    }

    /// The chunks from a key on, in order.
    pub fn from(&self, key: &Key<'_>) -> Iter<'_> {
        self.with(|chunk| Key::of(chunk) < *key)
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
        let is_before = |chunk: &Rc<Chunk>| Key::of(chunk) < *key;
        let mut node = &self.root;
        let mut before = None;
        loop {
            match &**node {
                Node::Leaf(chunks) => {
                    let at = chunks.partition_point(is_before);
                    return at.checked_sub(1).and_then(|at| chunks.get(at)).or(before);
                }
                Node::Inner(children) => {
                    let at = children.partition_point(|child| is_before(&child.last));
                    let earlier = at.checked_sub(1).and_then(|at| children.get(at));
                    before = earlier.map(|child| &child.last).or(before);
                    match children.get(at) {
                        Some(child) => node = &child.node,
                        None => return before,
                    }
                }
            }
        }
    }

    /// The chunk with this key.
    pub fn get(&self, key: &Key<'_>) -> Option<&Rc<Chunk>> {
        let next = self.from(key).next();
        next.filter(|chunk| Key::of(chunk) == *key)
    }

    /// The chunks that follow those for which a condition holds, which precede all others.
    fn with(&self, is_before: impl Fn(&Rc<Chunk>) -> bool) -> Iter<'_> {
        Iter {
            root: &self.root,
            last: None,
            leaf: leaf(&self.root, is_before).iter(),
        }
    }

    /// Inserts a chunk. A chunk with the same key is replaced.
    pub fn insert(&mut self, chunk: Rc<Chunk>) {
        if self.get(&Key::of(&chunk)).is_none() {
            self.len += 1;
        }
        let Some(upper) = insert(&mut self.root, chunk) else {
            return;
        };
        let nodes = [self.root.clone(), upper];
        let children = nodes.into_iter().filter_map(Child::new).collect();
        self.root = Rc::new(Node::Inner(children));
    }

    /// Removes the chunk with this key, if there is one.
    pub fn remove(&mut self, key: &Key<'_>) {
        if self.get(key).is_none() {
            return;
        }
        self.len -= 1;
        remove(&mut self.root, key);
        if self.len == 0 {
            *self = Index::default();
        }
        while let Node::Inner(children) = &*self.root
            && let [only] = &**children
        {
            self.root = only.node.clone();
        }
    }
}

/// Chunks of an index, in order. Each leaf is found by the last chunk of the leaf before.
pub(crate) struct Iter<'i> {
    root: &'i Rc<Node>,
    /// The last chunk that was returned.
    last: Option<&'i Rc<Chunk>>,
    /// The rest of its leaf.
    leaf: slice::Iter<'i, Rc<Chunk>>,
}

impl<'i> Iterator for Iter<'i> {
    type Item = &'i Rc<Chunk>;

    fn next(&mut self) -> Option<&'i Rc<Chunk>> {
        if self.leaf.as_slice().is_empty()
            && let Some(last) = self.last
            && let Node::Inner(_) = **self.root
        {
            let last = Key::of(last);
            self.leaf = leaf(self.root, |chunk| Key::of(chunk) <= last).iter();
        }
        self.last = self.leaf.next();
        self.last
    }
}

/// The first chunks of a tree for which a condition does not hold, up to the end of their leaf.
/// It holds for all chunks before them.
fn leaf(root: &Rc<Node>, is_before: impl Fn(&Rc<Chunk>) -> bool) -> &[Rc<Chunk>] {
    let mut node = root;
    loop {
        match &**node {
            Node::Leaf(chunks) => {
                let at = chunks.partition_point(is_before);
                return chunks.get(at..).unwrap_or_default();
            }
            Node::Inner(children) => {
                let at = children.partition_point(|child| is_before(&child.last));
                match children.get(at) {
                    Some(child) => node = &child.node,
                    None => return &[],
                }
            }
        }
    }
}

impl Child {
    /// A child; `None` if the node is empty.
    fn new(node: Rc<Node>) -> Option<Child> {
        let last = node.last()?.clone();
        Some(Child { last, node })
    }
}

impl Node {
    /// The last chunk.
    fn last(&self) -> Option<&Rc<Chunk>> {
        match self {
            Node::Leaf(chunks) => chunks.last(),
            Node::Inner(children) => children.last().map(|child| &child.last),
        }
    }
}

/// Inserts a chunk into a subtree, or replaces the one with its key. If the root of the subtree
/// becomes too wide, its upper half is removed and returned.
fn insert(node: &mut Rc<Node>, chunk: Rc<Chunk>) -> Option<Rc<Node>> {
    let is_before = |other: &Rc<Chunk>| Key::of(other) < Key::of(&chunk);
    match own(node) {
        Node::Leaf(chunks) => {
            let at = chunks.partition_point(is_before);
            match chunks.get_mut(at) {
                Some(slot) if Key::of(slot) == Key::of(&chunk) => *slot = chunk,
                _ => chunks.insert(at, chunk),
            }
            split_if_full(chunks).map(|chunks| Rc::new(Node::Leaf(chunks)))
        }
        Node::Inner(children) => {
            let at = children.partition_point(|child| is_before(&child.last));
            // A key greater than all others belongs to the last child.
            let at = at.min(children.len().saturating_sub(1));
            let child = children.get_mut(at)?;
            let upper = insert(&mut child.node, chunk);
            if let Some(last) = child.node.last() {
                child.last = last.clone();
            }
            if let Some(upper) = upper.and_then(Child::new) {
                children.insert(at + 1, upper);
            }
            split_if_full(children).map(|children| Rc::new(Node::Inner(children)))
        }
    }
}

/// Removes the chunk with this key, which is in the subtree.
fn remove(node: &mut Rc<Node>, key: &Key<'_>) {
    let is_before = |other: &Rc<Chunk>| Key::of(other) < *key;
    match own(node) {
        Node::Leaf(chunks) => {
            let at = chunks.partition_point(is_before);
            if at < chunks.len() {
                chunks.remove(at);
            }
        }
        Node::Inner(children) => {
            let at = children.partition_point(|child| is_before(&child.last));
            let Some(child) = children.get_mut(at) else {
                return;
            };
            remove(&mut child.node, key);
            match child.node.last() {
                Some(last) => child.last = last.clone(),
                None => drop(children.remove(at)),
            }
        }
    }
}

/// Removes the upper half of the entries of a node that has too many.
fn split_if_full<T>(all: &mut Vec<T>) -> Option<Vec<T>> {
    (all.len() > WIDTH).then(|| all.split_off(WIDTH / 2))
}

/// A node that is not shared, with room for one more entry.
fn own(node: &mut Rc<Node>) -> &mut Node {
    if Rc::get_mut(node).is_none() {
        *node = Rc::new(match &**node {
            Node::Leaf(chunks) => Node::Leaf(copy(chunks)),
            Node::Inner(children) => Node::Inner(copy(children)),
        });
    }
    // The node is not shared now: this copies nothing.
    Rc::make_mut(node)
}

/// A copy with room for one more entry.
fn copy<T: Clone>(all: &[T]) -> Vec<T> {
    let mut copy = Vec::with_capacity(all.len() + 1);
    copy.extend_from_slice(all);
    copy
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::chunk::Event;
    use crate::state::chunk::field::FieldPlace;
    use std::collections::BTreeSet;
    use veriframe_base::source::{SourceMap, Span};
    use veriframe_ir::FieldId;
    use veriframe_logic::Terms;

    /// Makes chunks of one place, whose order is that of their serials.
    fn maker() -> impl Fn(u64) -> Rc<Chunk> {
        let mut terms = Terms::default();
        let receiver = terms.null();
        let span = Span::new(SourceMap::default().add("test.idf", ""), 0, 0);
        let what = "test".into();
        let chunk = Chunk {
            place: FieldPlace::new(FieldId(0), receiver),
            age: Age::of(&terms, Some(receiver)),
            amount: terms.write(),
            value: receiver,
            origin: Event { span, what },
            closed_here: false,
            of_entry: true,
            serial: 0,
        };
        move |serial| {
            let chunk = chunk.clone();
            Rc::new(Chunk { serial, ..chunk })
        }
    }

    /// The numbers below a bound in an order without a pattern.
    fn mixed(count: u64) -> impl Iterator<Item = u64> {
        assert_ne!(count % 7919, 0, "a common factor");
        (0..count).map(move |at| at * 7919 % count)
    }

    fn serials<'c>(chunks: impl Iterator<Item = &'c Rc<Chunk>>) -> Vec<u64> {
        chunks.map(|chunk| chunk.serial).collect()
    }

    /// What the index finds is what a sorted set has, at all sizes up to one with three levels.
    #[test]
    fn the_index_is_a_sorted_set() {
        const COUNT: u64 = 3000;
        let chunk = maker();
        let (mut index, mut set) = (Index::default(), BTreeSet::new());
        let check = |index: &Index, set: &BTreeSet<u64>, near: u64| {
            assert_eq!(index.len(), set.len());
            let at = chunk(near);
            let key = Key::of(&at);
            assert_eq!(index.get(&key).is_some(), set.contains(&near));
            let before = index.before(&key).map(|chunk| chunk.serial);
            assert_eq!(before, set.range(..near).next_back().copied());
            let next = serials(index.from(&key).take(40));
            let expected: Vec<u64> = set.range(near..).take(40).copied().collect();
            assert_eq!(next, expected);
        };
        for serial in mixed(COUNT) {
            index.insert(chunk(serial));
            index.insert(chunk(serial));
            set.insert(serial);
            check(&index, &set, serial);
            check(&index, &set, serial + 1);
        }
        assert_eq!(serials(index.iter()), Vec::from_iter(0..COUNT));
        let full = index.clone();
        assert!(index.is_copy_of(&full));
        for serial in mixed(COUNT) {
            let serial = COUNT - 1 - serial;
            index.remove(&Key::of(&chunk(serial)));
            index.remove(&Key::of(&chunk(serial)));
            set.remove(&serial);
            check(&index, &set, serial);
            check(&index, &set, serial + 1);
        }
        assert!(!index.is_copy_of(&full));
        assert_eq!(serials(full.iter()), Vec::from_iter(0..COUNT));
    }

    /// The nodes of a subtree that are not in another index.
    fn own_nodes(node: &Rc<Node>, shared: &[*const Node]) -> usize {
        if shared.contains(&Rc::as_ptr(node)) {
            return 0;
        }
        match &**node {
            Node::Leaf(_) => 1,
            Node::Inner(children) => {
                let own = children.iter().map(|child| own_nodes(&child.node, shared));
                1 + own.sum::<usize>()
            }
        }
    }

    fn nodes(node: &Rc<Node>, found: &mut Vec<*const Node>) {
        found.push(Rc::as_ptr(node));
        if let Node::Inner(children) = &**node {
            children.iter().for_each(|child| nodes(&child.node, found));
        }
    }

    /// A change to a copy costs as many nodes as the tree has levels, however large it is.
    #[test]
    fn a_copy_shares_what_it_does_not_change() {
        let chunk = maker();
        let mut index = Index::default();
        (0..20_000).for_each(|serial| index.insert(chunk(serial)));
        let mut shared = Vec::new();
        nodes(&index.root, &mut shared);
        let mut copy = index.clone();
        assert_eq!(own_nodes(&copy.root, &shared), 0);
        copy.remove(&Key::of(&chunk(12_345)));
        assert_eq!(own_nodes(&copy.root, &shared), 4);
        let mut copy = index.clone();
        copy.insert(chunk(12_345));
        assert_eq!(own_nodes(&copy.root, &shared), 4);
    }
}
