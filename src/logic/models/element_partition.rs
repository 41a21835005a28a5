//! Elements by their places: of all sequences and contents that a question is about,
//! once numbers have values, which elements are the same by how the collections are
//! made of one another.

use crate::logic::prover::Decider;
use crate::logic::prover::congruence::{Id, Op};
use crate::logic::prover::linear::Q;
use crate::logic::terms::term::{Coll, Sort, Terms};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// Longer sequences are not looked at.
const MAX_LISTED: i128 = 40;
/// Multisets within one another that are looked at.
const MAX_DEPTH: usize = 20;
/// The most elements of a question.
const MAX_CELLS: usize = 1500;
/// The most elements of a multiset that are listed.
const MAX_MEMBERS: usize = 100;
/// How many parts of multisets of a question are looked at.
const MAX_PARTS: usize = 2000;

/// The elements of a question's sequences and contents.
#[derive(Debug, Default)]
pub(in crate::logic) struct Cells {
    lengths: FxHashMap<Id, i128>,
    /// By the class and the index.
    places: BTreeMap<(Id, i128), usize>,
    /// What an element is the same as; itself if that is nothing else.
    same: Vec<usize>,
    /// What the element is known to be.
    nodes: Vec<Option<Id>>,
    /// Whether the element is the default of its sort.
    defaults: Vec<bool>,
    /// Nodes that must be equal.
    equal: Vec<(Id, Id)>,
    /// Elements whose collections are yet to be looked at.
    todo: VecDeque<(Id, i128)>,
    /// How many parts of multisets were looked at.
    parts: usize,
}

impl Cells {
    /// The elements that formulas ask for, with values for all numbers; `None` if there
    /// are too many.
    pub fn new(decider: &Decider, terms: &mut Terms, numbers: &FxHashMap<Id, Q>) -> Option<Cells> {
        let mut cells = Cells {
            lengths: decider.lengths(terms, numbers)?,
            ..Cells::default()
        };
        let places = Places { decider, numbers };
        let nodes: Vec<Id> = decider.closure.nodes().collect();
        for &id in &nodes {
            cells.ask(places, id);
        }
        while let Some((root, at)) = cells.todo.pop_front() {
            if cells.same.len() > MAX_CELLS {
                return None;
            }
            cells.make(places, root, at);
            cells.use_of(places, root, at);
        }
        for &id in &nodes {
            cells.put_inside(decider, id);
        }
        for &id in &nodes {
            cells.permute(places, id);
        }
        Some(cells)
    }

    /// The length of a sequence that is not too long.
    pub fn length(&self, root: Id) -> Option<i128> {
        let length = self.lengths.get(&root).copied();
        length.filter(|length| *length <= MAX_LISTED)
    }

    /// The length of a sequence, however long.
    pub fn vast(&self, root: Id) -> Option<i128> {
        self.lengths.get(&root).copied()
    }

    /// The place of an element; `None` if no formula asks for it.
    pub fn place(&self, root: Id, at: i128) -> Option<usize> {
        self.places.get(&(root, at)).map(|&place| self.find(place))
    }

    /// What the element at a place is known to be.
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
    pub fn unequal(&self, decider: &Decider, numbers: &FxHashMap<Id, Q>) -> Vec<(Id, Id)> {
        let places = Places { decider, numbers };
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

    /// The place of an element, which is made if it is new.
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

    /// Notes what the element at a place is.
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

    /// Makes two places one.
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

    /// Makes the places that a node asks for.
    fn ask(&mut self, places: Places<'_>, id: Id) -> Option<()> {
        let closure = &places.decider.closure;
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
                for at in lo..hi.min(lo.checked_add(MAX_LISTED)?) {
                    self.at(whole, at);
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Finds what an element is by how its collection is made of others.
    fn make(&mut self, places: Places<'_>, root: Id, at: i128) {
        for &made in &places.decider.closure.class(root).made {
            let place = self.at(root, at);
            match self.source(places, made, at) {
                Some(Source::Element(whole, at)) => {
                    let other = self.at(places.decider.closure.find(whole), at);
                    self.join(place, other);
                }
                Some(Source::Node(id)) => self.attach(place, id),
                Some(Source::Default) => self.attach_default(place),
                None => {}
            }
        }
    }

    /// Where an element of what is made of others comes from.
    fn source(&self, places: Places<'_>, made: Id, at: i128) -> Option<Source> {
        let closure = &places.decider.closure;
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

    /// Asks for the element of contents that are made of these, too.
    fn use_of(&mut self, places: Places<'_>, root: Id, at: i128) {
        let closure = &places.decider.closure;
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

    /// Puts what is said to be in a sequence at a place of which nothing is known.
    fn put_inside(&mut self, decider: &Decider, id: Id) {
        let closure = &decider.closure;
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

    /// Makes multisets equal that are known to be: elements of which nothing is known in
    /// one are those that the other has besides.
    fn permute(&mut self, places: Places<'_>, id: Id) {
        let closure = &places.decider.closure;
        if closure.find(id) != id || !matches!(closure.sort(id), Sort::Multiset(_)) {
            return;
        }
        let mut listed: Option<Vec<usize>> = None;
        for made in &closure.class(id).made {
            let mut places_of = Vec::new();
            if self.list(places, *made, &mut places_of, 0).is_none() {
                continue;
            }
            match &listed {
                Some(first) => self.pair(places, first.clone(), places_of),
                None => listed = Some(places_of),
            }
        }
    }

    /// The places of a multiset's elements, if they can be listed.
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
        let closure = &places.decider.closure;
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
                        let listed = self.list(places, part, all, depth + 1);
                        if listed.is_none() {
                            all.truncate(before);
                        }
                        listed
                    })?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Makes two lists of places the same in some order.
    fn pair(&mut self, places: Places<'_>, mut left: Vec<usize>, mut right: Vec<usize>) {
        let is_same = |cells: &Cells, a: usize, b: usize| {
            cells.find(a) == cells.find(b)
                || match (cells.known(cells.find(a)), cells.known(cells.find(b))) {
                    (Some(a), Some(b)) => places.is_same(a, b),
                    _ => false,
                }
        };
        left.retain(|&a| {
            let twin = right.iter().position(|&b| is_same(self, a, b));
            twin.map(|at| right.swap_remove(at)).is_none()
        });
        // What is known goes where nothing is.
        left.sort_by_key(|&place| self.known(self.find(place)).is_none());
        right.sort_by_key(|&place| self.known(self.find(place)).is_some());
        for (a, b) in left.into_iter().zip(right) {
            self.join(a, b);
        }
    }
}

/// Where an element comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// An element of another sequence or of other contents.
    Element(Id, i128),
    Node(Id),
    Default,
}

/// What is known of classes and numbers.
#[derive(Clone, Copy)]
struct Places<'d> {
    decider: &'d Decider,
    numbers: &'d FxHashMap<Id, Q>,
}

impl Places<'_> {
    fn number(self, id: Id) -> Option<Q> {
        self.decider.arithmetic.form(id).at(self.numbers)
    }

    fn integer(self, id: Id) -> Option<i128> {
        let value = self.number(id)?;
        value.is_integer().then(|| value.to_integer())
    }

    fn is_same(self, a: Id, b: Id) -> bool {
        self.decider.closure.same(a, b)
            || self.decider.closure.sort(a).is_number() && self.number(a) == self.number(b)
    }
}
