//! Element partition: which elements of the sequences and contents of a query are
//! equal, given values for all numbers. It follows from the construction of the
//! collections.

use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::prover::linear::Q;
use crate::terms::term::{Coll, Sort, Terms};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// Longer sequences are not enumerated.
const MAX_SEQUENCE_LENGTH: i128 = 40;
/// The nesting depth of multisets.
const MAX_DEPTH: usize = 20;
/// The most elements of a query.
const MAX_ELEMENTS: usize = 1500;
/// The most elements of a multiset that are enumerated.
const MAX_MEMBERS: usize = 100;
/// The most multiset operands visited in a query.
const MAX_PARTS: usize = 2000;

/// The element partition of a query.
#[derive(Debug, Default)]
pub(crate) struct ElementPartition {
    lengths: FxHashMap<Id, i128>,
    /// The element number, by class and index.
    places: BTreeMap<(Id, i128), usize>,
    /// Representative of the element's equivalence class.
    same: Vec<usize>,
    /// The node equal to the element, if there is one.
    nodes: Vec<Option<Id>>,
    /// Whether the element is the default of its sort.
    defaults: Vec<bool>,
    /// Nodes that must be equal.
    equal: Vec<(Id, Id)>,
    /// Elements whose collections are not yet visited.
    todo: VecDeque<(Id, i128)>,
    /// The number of multiset operands visited.
    parts: usize,
}

impl ElementPartition {
    /// The partition of the elements that formulas mention, given values for all numbers;
    /// `None` if there are too many.
    pub fn new(
        prover: &Prover,
        terms: &mut Terms,
        numbers: &FxHashMap<Id, Q>,
    ) -> Option<ElementPartition> {
        let mut partition = ElementPartition {
            lengths: prover.lengths(terms, numbers)?,
            ..ElementPartition::default()
        };
        let places = Places { prover, numbers };
        let nodes: Vec<Id> = prover.closure.nodes().collect();
        for &id in &nodes {
            partition.add_reads(places, id);
        }
        while let Some((root, at)) = partition.todo.pop_front() {
            if partition.same.len() > MAX_ELEMENTS {
                return None;
            }
            partition.make(places, root, at);
            partition.use_of(places, root, at);
        }
        for &id in &nodes {
            partition.place_member(prover, id);
        }
        for &id in &nodes {
            partition.permute(places, id);
        }
        Some(partition)
    }

    /// The length of a sequence, if it is short enough to enumerate.
    pub fn length(&self, root: Id) -> Option<i128> {
        let length = self.lengths.get(&root).copied();
        length.filter(|length| *length <= MAX_SEQUENCE_LENGTH)
    }

    /// The length of a sequence, of any size.
    pub fn full_length(&self, root: Id) -> Option<i128> {
        self.lengths.get(&root).copied()
    }

    /// The place of an element; `None` if no formula mentions it.
    pub fn place(&self, root: Id, at: i128) -> Option<usize> {
        self.places.get(&(root, at)).map(|&place| self.find(place))
    }

    /// The node equal to the element at a place.
    pub fn known(&self, place: usize) -> Option<Id> {
        self.nodes.get(place).copied().flatten()
    }

    /// Whether the element at a place is the default of its sort.
    pub fn is_default(&self, place: usize) -> bool {
        self.defaults.get(place) == Some(&true)
    }

    /// The indices of a class's elements, ascending.
    pub fn indices(&self, root: Id) -> Vec<i128> {
        let places = self.places.range((root, i128::MIN)..=(root, i128::MAX));
        places.map(|((_, at), _)| *at).collect()
    }

    /// Nodes that must be equal, and are not yet known to be.
    pub fn unequal(&self, prover: &Prover, numbers: &FxHashMap<Id, Q>) -> Vec<(Id, Id)> {
        let places = Places { prover, numbers };
        let pairs = self.equal.iter().copied();
        pairs.filter(|&(a, b)| !places.is_same(a, b)).collect()
    }

    fn find(&self, mut place: usize) -> usize {
        while let Some(&other) = self.same.get(place)
            && other != place
        {
            place = other;
        }
        place
    }

    /// The place of an element, created if it is new.
    fn at(&mut self, root: Id, at: i128) -> usize {
        let new = self.same.len();
        let place = *self.places.entry((root, at)).or_insert(new);
        if place == new {
            self.same.push(new);
            self.nodes.push(None);
            self.defaults.push(false);
            self.todo.push_back((root, at));
        }
        self.find(place)
    }

    /// Records the node equal to the element at a place.
    fn attach(&mut self, place: usize, id: Id) {
        if let Some(slot) = self.nodes.get_mut(place) {
            match *slot {
                Some(other) => self.equal.push((other, id)),
                None => *slot = Some(id),
            }
        }
    }

    fn attach_default(&mut self, place: usize) {
        if let Some(slot) = self.defaults.get_mut(place) {
            *slot = true;
        }
    }

    /// Merges two places.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        if let Some(same) = self.same.get_mut(b) {
            *same = a;
        }
        if let Some(id) = self.known(b) {
            self.attach(a, id);
        }
        if self.is_default(b) {
            self.attach_default(a);
        }
    }

    /// Creates the places that a node reads.
    fn add_reads(&mut self, places: Places<'_>, id: Id) -> Option<()> {
        let closure = &places.prover.closure;
        if matches!(closure.sort(id), Sort::Seq(_)) {
            let root = closure.find(id);
            for at in 0..self.length(root).unwrap_or(0) {
                self.at(root, at);
            }
        }
        let arg = |at| closure.arg(id, at);
        let whole = closure.find(arg(0));
        match closure.op(id) {
            Op::Coll(Coll::SeqIndex) => {
                let at = places.integer(arg(1))?;
                if (0..self.length(whole)?).contains(&at) {
                    let place = self.at(whole, at);
                    self.attach(place, id);
                }
            }
            Op::Select => {
                let place = self.at(whole, places.integer(arg(1))?);
                self.attach(place, id);
            }
            Op::Store => {
                self.at(closure.find(id), places.integer(arg(1))?);
            }
            Op::Coll(Coll::Restrict | Coll::SeqOf) => {
                let (lo, hi) = (places.integer(arg(1))?, places.integer(arg(2))?);
                for at in lo..hi.min(lo.checked_add(MAX_SEQUENCE_LENGTH)?) {
                    self.at(whole, at);
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Traces an element through the construction of its collection.
    fn make(&mut self, places: Places<'_>, root: Id, at: i128) {
        for &made in &places.prover.closure.class(root).made {
            let place = self.at(root, at);
            match self.source(places, made, at) {
                Some(Source::Element(whole, at)) => {
                    let other = self.at(places.prover.closure.find(whole), at);
                    self.join(place, other);
                }
                Some(Source::Node(id)) => self.attach(place, id),
                Some(Source::Default) => self.attach_default(place),
                None => {}
            }
        }
    }

    /// The source of an element of a constructed collection.
    fn source(&self, places: Places<'_>, made: Id, at: i128) -> Option<Source> {
        let closure = &places.prover.closure;
        let arg = |at| closure.arg(made, at);
        let integer = |at| places.integer(arg(at));
        Some(match closure.op(made) {
            Op::Fill(_) => Source::Node(arg(0)),
            Op::Store | Op::Coll(Coll::SeqUpdate) if integer(1)? == at => Source::Node(arg(2)),
            Op::Store | Op::Coll(Coll::SeqUpdate | Coll::SeqTake) => Source::Element(arg(0), at),
            Op::Coll(Coll::SeqUnit) => Source::Node(arg(0)),
            Op::Coll(Coll::SeqDrop) => Source::Element(arg(0), at.checked_add(integer(1)?.max(0))?),
            Op::Coll(Coll::SeqOf) => Source::Element(arg(0), at.checked_add(integer(1)?)?),
            Op::Coll(Coll::SeqConcat) => {
                let mut at = at;
                for &part in closure.args(made) {
                    let length = self.lengths.get(&closure.find(part))?;
                    if at < *length {
                        return Some(Source::Element(part, at));
                    }
                    at -= length;
                }
                return None;
            }
            Op::Coll(Coll::Merge) if at < integer(1)? => Source::Element(arg(0), at),
            Op::Coll(Coll::Merge) => Source::Element(arg(2), at),
            Op::Coll(Coll::Restrict) if (integer(1)?..integer(2)?).contains(&at) => {
                Source::Element(arg(0), at)
            }
            Op::Coll(Coll::Restrict) => Source::Default,
            _ => return None,
        })
    }

    /// Creates the corresponding places of contents built from this class.
    fn use_of(&mut self, places: Places<'_>, root: Id, at: i128) {
        let closure = &places.prover.closure;
        for &user in &closure.class(root).uses {
            let parts: &[usize] = match closure.op(user) {
                Op::Store | Op::Coll(Coll::Restrict) => &[0],
                Op::Coll(Coll::Merge) => &[0, 2],
                _ => continue,
            };
            let is_part = |&part: &usize| closure.same(closure.arg(user, part), root);
            if parts.iter().any(is_part) {
                self.at(closure.find(user), at);
            }
        }
    }

    /// Assigns a known member of a sequence to an unconstrained place.
    fn place_member(&mut self, prover: &Prover, id: Id) {
        let closure = &prover.closure;
        if closure.op(id) != Op::Coll(Coll::SeqContains) || closure.truth(id) != Some(true) {
            return;
        }
        let (root, value) = (closure.find(closure.arg(id, 0)), closure.arg(id, 1));
        let places: Vec<usize> = self
            .indices(root)
            .into_iter()
            .filter_map(|at| self.place(root, at))
            .collect();
        let is_there = |&place: &usize| self.known(place).is_some_and(|id| closure.same(id, value));
        if places.iter().any(is_there) {
            return;
        }
        let open = places.iter().find(|&&place| self.known(place).is_none());
        if let Some(&open) = open {
            self.attach(open, value);
        }
    }

    /// Enforces equalities of multisets: unconstrained elements of one become the remaining
    /// elements of the other.
    fn permute(&mut self, places: Places<'_>, id: Id) {
        let closure = &places.prover.closure;
        if closure.find(id) != id || !matches!(closure.sort(id), Sort::Multiset(_)) {
            return;
        }
        let mut enumerated: Option<Vec<usize>> = None;
        for made in &closure.class(id).made {
            let mut places_of = Vec::new();
            if self.list(places, *made, &mut places_of, 0).is_none() {
                continue;
            }
            match &enumerated {
                Some(first) => self.pair(places, first.clone(), places_of),
                None => enumerated = Some(places_of),
            }
        }
    }

    /// The places of a multiset's elements, if they can be enumerated.
    fn list(
        &mut self,
        places: Places<'_>,
        made: Id,
        all: &mut Vec<usize>,
        depth: usize,
    ) -> Option<()> {
        self.parts += 1;
        if self.parts > MAX_PARTS || all.len() > MAX_MEMBERS {
            return None;
        }
        let closure = &places.prover.closure;
        let arg = closure.arg(made, 0);
        match closure.op(made) {
            Op::Coll(Coll::MultisetEmpty(_)) => {}
            Op::Coll(Coll::MultisetUnit) => {
                let place = self.same.len();
                self.same.push(place);
                self.nodes.push(Some(arg));
                self.defaults.push(false);
                all.push(place);
            }
            Op::Coll(Coll::MultisetOfSeq) => {
                let root = closure.find(arg);
                for at in 0..self.length(root)? {
                    all.push(self.place(root, at)?);
                }
            }
            Op::Coll(Coll::MultisetUnion) if depth < MAX_DEPTH => {
                for &part in closure.args(made) {
                    let mut parts = closure.class(part).made.iter();
                    parts.find_map(|&part| {
                        let before = all.len();
                        let enumerated = self.list(places, part, all, depth + 1);
                        if enumerated.is_none() {
                            all.truncate(before);
                        }
                        enumerated
                    })?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Merges two lists of places up to permutation.
    fn pair(&mut self, places: Places<'_>, mut left: Vec<usize>, mut right: Vec<usize>) {
        let is_same = |partition: &ElementPartition, a: usize, b: usize| {
            partition.find(a) == partition.find(b)
                || match (
                    partition.known(partition.find(a)),
                    partition.known(partition.find(b)),
                ) {
                    (Some(a), Some(b)) => places.is_same(a, b),
                    _ => false,
                }
        };
        left.retain(|&a| {
            let partner = right.iter().position(|&b| is_same(self, a, b));
            partner.map(|at| right.swap_remove(at)).is_none()
        });
        // Known elements are matched with unconstrained places.
        left.sort_by_key(|&place| self.known(self.find(place)).is_none());
        right.sort_by_key(|&place| self.known(self.find(place)).is_some());
        for (a, b) in left.into_iter().zip(right) {
            self.join(a, b);
        }
    }
}

/// The source of an element.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// An element of another sequence or of other contents.
    Element(Id, i128),
    Node(Id),
    Default,
}

/// The classes and the values of numbers.
#[derive(Clone, Copy)]
struct Places<'d> {
    prover: &'d Prover,
    numbers: &'d FxHashMap<Id, Q>,
}

impl Places<'_> {
    fn number(self, id: Id) -> Option<Q> {
        self.prover.arithmetic.form(id).at(self.numbers)
    }

    fn integer(self, id: Id) -> Option<i128> {
        let value = self.number(id)?;
        value.is_integer().then(|| value.to_integer())
    }

    fn is_same(self, a: Id, b: Id) -> bool {
        self.prover.closure.same(a, b)
            || self.prover.closure.sort(a).is_number() && self.number(a) == self.number(b)
    }
}
