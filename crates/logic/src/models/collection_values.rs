//! Collection values of candidate models, array contents included, and the operations
//! on them. Their semantics is the standard model of the axioms of
//! [`crate::terms::collections`].

use super::model::{Model, Object, Shape, Value};
use crate::prover::linear::Q;
use crate::terms::collections::element;
use crate::terms::term::{Coll, Node, Sort, Term, Terms};
use num_traits::Zero;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::rc::Rc;

/// Longer collections have no value.
const MAX_LENGTH: usize = 200;

/// An interned collection value: equal values have equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct CollectionId(usize);

/// A collection value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Collection {
    /// An opaque value with an optional cardinality. It differs from all others.
    Opaque(u32, Option<i128>),
    Seq(Vec<Value>),
    /// Ascending, without duplicates.
    Set(Vec<Value>),
    /// Ascending, each element by its multiplicity.
    Multiset(Vec<Value>),
    /// Keys and values, by ascending key.
    Map(Vec<(Value, Value)>),
    /// Contents as a base with exceptions, by ascending index.
    Contents(Base, Vec<(i128, Value)>),
}

/// Contents without exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Base {
    /// Unconstrained contents: two with different numbers differ at an index that no
    /// formula mentions.
    Free(u32),
    /// Constant contents.
    Same(Value),
}

/// The interned collections of a model.
#[derive(Debug, Default)]
pub(crate) struct CollectionTable {
    all: Vec<Rc<Collection>>,
    numbers: FxHashMap<Rc<Collection>, CollectionId>,
}

impl CollectionTable {
    /// The id of a collection value, interned if it is new.
    pub fn intern(&mut self, collection: Collection) -> CollectionId {
        if let Some(&id) = self.numbers.get(&collection) {
            return id;
        }
        let (id, collection) = (CollectionId(self.all.len()), Rc::new(collection));
        self.all.push(collection.clone());
        self.numbers.insert(collection, id);
        id
    }
}

impl Model {
    /// The collection of a value.
    fn collection(&self, value: Value) -> Option<Rc<Collection>> {
        match value {
            Value::Collection(id) => self.collections.all.get(id.0).cloned(),
            _ => None,
        }
    }

    /// The elements of a sequence, set or multiset, in stored order.
    pub fn elements(&self, value: Value) -> Option<Vec<Value>> {
        match &*self.collection(value)? {
            Collection::Seq(values) | Collection::Set(values) | Collection::Multiset(values) => {
                Some(values.clone())
            }
            _ => None,
        }
    }

    /// The default value of a sort.
    pub fn default_value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int | Sort::Perm => Value::Number(Q::zero()),
            Sort::Ref => Value::Ref(Object::Null),
            Sort::Snap => Value::Snap(self.snap(Shape::Unit)),
            Sort::Elems(elem) => {
                let base = Base::Same(self.default_value(elem.sort()));
                self.intern_collection(Collection::Contents(base, Vec::new()))
            }
            Sort::Seq(_) => self.intern_collection(Collection::Seq(Vec::new())),
            Sort::Set(_) => self.intern_collection(Collection::Set(Vec::new())),
            Sort::Multiset(_) => self.intern_collection(Collection::Multiset(Vec::new())),
            Sort::Map(..) => self.intern_collection(Collection::Map(Vec::new())),
        }
    }

    /// The element of contents at an index. Unconstrained elements get the preferred
    /// value.
    pub fn element(
        &mut self,
        terms: &Terms,
        contents: Term,
        index: i128,
        preferred: Option<Value>,
    ) -> Option<Value> {
        // Merged contents have no single value.
        if let Node::Coll(Coll::Merge, args) = terms.node(contents)
            && let &[below, at, above] = &**args
        {
            let part = if index < self.integer(terms, at)? {
                below
            } else {
                above
            };
            return self.element(terms, part, index, preferred);
        }
        let value = self.value(terms, contents)?;
        self.element_of(
            value,
            element(terms.sort(contents)).sort(),
            index,
            preferred,
        )
    }

    fn element_of(
        &mut self,
        contents: Value,
        sort: Sort,
        index: i128,
        preferred: Option<Value>,
    ) -> Option<Value> {
        let collection = self.collection(contents)?;
        let Collection::Contents(base, changed) = &*collection else {
            return None;
        };
        match (changed.binary_search_by_key(&index, |(at, _)| *at), base) {
            (Ok(at), _) => changed.get(at).map(|(_, value)| *value),
            (Err(_), Base::Same(value)) => Some(*value),
            (Err(_), Base::Free(number)) => self.free_element(*number, index, sort, preferred),
        }
    }

    /// Contents with the element at an index replaced.
    pub fn updated(
        &mut self,
        contents: Value,
        sort: Sort,
        index: i128,
        value: Value,
    ) -> Option<Value> {
        let collection = self.collection(contents)?;
        let Collection::Contents(base, changed) = &*collection else {
            return None;
        };
        let mut changed = changed.clone();
        changed.retain(|(at, _)| *at != index);
        let bare = self.intern_collection(Collection::Contents(*base, Vec::new()));
        if self.element_of(bare, element(sort).sort(), index, Some(value))? != value {
            let place = changed.partition_point(|(at, _)| *at < index);
            changed.insert(place, (index, value));
        }
        (changed.len() <= MAX_LENGTH)
            .then(|| self.intern_collection(Collection::Contents(*base, changed)))
    }

    /// The elements of contents from one index (inclusive) to another (exclusive), with
    /// the first index.
    fn slice(&mut self, terms: &Terms, args: &[Term]) -> Option<(i128, Vec<Value>)> {
        let &[contents, lo, hi] = args else {
            return None;
        };
        let (lo, hi) = (self.integer(terms, lo)?, self.integer(terms, hi)?);
        if hi - lo > i128::try_from(MAX_LENGTH).ok()? {
            return None;
        }
        let values = (lo..hi).map(|at| self.element(terms, contents, at, None));
        let values = values.collect::<Option<_>>()?;
        Some((lo, values))
    }

    /// Evaluates an operation on terms.
    pub fn operation(&mut self, terms: &Terms, op: Coll, args: &[Term]) -> Option<Value> {
        match op {
            Coll::Merge => return None,
            Coll::SeqOf => {
                let (_, values) = self.slice(terms, args)?;
                return Some(self.intern_collection(Collection::Seq(values)));
            }
            Coll::Restrict => {
                let sort = terms.sort(*args.first()?);
                let (lo, values) = self.slice(terms, args)?;
                let nothing = self.default_value(sort);
                return (lo..)
                    .zip(values)
                    .try_fold(nothing, |contents, (at, value)| {
                        self.updated(contents, sort, at, value)
                    });
            }
            _ => {}
        }
        let values = args.iter().map(|&arg| self.value(terms, arg));
        let values: Vec<Value> = values.collect::<Option<_>>()?;
        let sort = args.first().map(|&first| terms.sort(first));
        self.apply(op, sort, &values)
    }

    /// Evaluates an operation on values; `sort` is the sort of the first.
    pub fn apply(&mut self, op: Coll, sort: Option<Sort>, values: &[Value]) -> Option<Value> {
        if let (Coll::SeqLen | Coll::SetSize | Coll::MultisetSize, &[id]) = (op, values)
            && let Collection::Opaque(_, size) = &*self.collection(id)?
        {
            return size.map(|size| Value::Number(Q::from_integer(size)));
        }
        match op {
            Coll::SeqEmpty(_)
            | Coll::SeqUnit
            | Coll::SeqConcat
            | Coll::SeqJoin
            | Coll::SeqLen
            | Coll::SeqIndex
            | Coll::SeqTake
            | Coll::SeqDrop
            | Coll::SeqUpdate
            | Coll::SeqContains => self.of_sequences(op, sort, values),
            Coll::MapEmpty(..) | Coll::MapUpdate | Coll::MapLookup | Coll::MapDomain => {
                self.of_maps(op, sort, values)
            }
            _ => self.of_sets(op, values),
        }
    }

    fn of_sequences(&mut self, op: Coll, sort: Option<Sort>, values: &[Value]) -> Option<Value> {
        let mut all = match (op, values) {
            (Coll::SeqEmpty(_), _) => Vec::new(),
            (Coll::SeqUnit, _) => values.to_vec(),
            (Coll::SeqConcat | Coll::SeqJoin, _) => {
                let parts = values.iter().map(|&part| self.elements(part));
                parts.collect::<Option<Vec<_>>>()?.concat()
            }
            (_, [first, ..]) => self.elements(*first)?,
            _ => return None,
        };
        let place = |all: &[Value], index: Value| {
            let index = usize::try_from(integer_value(index)?).ok()?;
            (index < all.len()).then_some(index)
        };
        match (op, values) {
            (Coll::SeqLen, _) => return Some(size(all.len())),
            (Coll::SeqContains, [_, value]) => return Some(Value::Bool(all.contains(value))),
            (Coll::SeqIndex, [_, index]) => {
                let found = place(&all, *index).and_then(|at| all.get(at));
                let sort = element(sort?).sort();
                return Some(found.copied().unwrap_or_else(|| self.default_value(sort)));
            }
            (Coll::SeqTake, [_, count]) => all.truncate(bound(*count, all.len())?),
            (Coll::SeqDrop, [_, count]) => {
                all.drain(..bound(*count, all.len())?);
            }
            (Coll::SeqUpdate, [_, index, value]) => {
                if let Some(slot) = place(&all, *index).and_then(|at| all.get_mut(at)) {
                    *slot = *value;
                }
            }
            _ => {}
        }
        (all.len() <= MAX_LENGTH).then(|| self.intern_collection(Collection::Seq(all)))
    }

    fn of_maps(&mut self, op: Coll, sort: Option<Sort>, values: &[Value]) -> Option<Value> {
        let Some(&first) = values.first() else {
            return Some(self.intern_collection(Collection::Map(Vec::new())));
        };
        let collection = self.collection(first)?;
        let Collection::Map(entries) = &*collection else {
            return None;
        };
        let mut entries = entries.clone();
        match values {
            [_, key, value] => {
                let (key, value) = (*key, *value);
                entries.retain(|(other, _)| *other != key);
                let place = entries.partition_point(|(other, _)| *other < key);
                entries.insert(place, (key, value));
                (entries.len() <= MAX_LENGTH)
                    .then(|| self.intern_collection(Collection::Map(entries)))
            }
            [_, key] => {
                let found = entries.iter().find(|(other, _)| other == key);
                let sort = match (op, sort?) {
                    (Coll::MapLookup, Sort::Map(_, value)) => value.sort(),
                    _ => return None,
                };
                Some(found.map_or_else(|| self.default_value(sort), |(_, value)| *value))
            }
            _ => {
                let keys = entries.iter().map(|(key, _)| *key).collect();
                Some(self.intern_collection(Collection::Set(keys)))
            }
        }
    }

    /// Evaluates an operation on sets or multisets, both represented as ascending
    /// lists.
    fn of_sets(&mut self, op: Coll, values: &[Value]) -> Option<Value> {
        match (op, values) {
            (Coll::SetEmpty(_), _) => {
                return Some(self.intern_collection(Collection::Set(Vec::new())));
            }
            (Coll::MultisetEmpty(_), _) => {
                return Some(self.intern_collection(Collection::Multiset(Vec::new())));
            }
            (Coll::MultisetUnit, [value]) => {
                return Some(self.intern_collection(Collection::Multiset(vec![*value])));
            }
            _ => {}
        }
        let (first, rest) = values.split_first()?;
        let first = self.elements(*first)?;
        if let (Coll::SetContains | Coll::MultisetCount | Coll::SetInsert, [value]) = (op, rest) {
            let count = first.iter().filter(|other| *other == value).count();
            return Some(match op {
                Coll::SetContains => Value::Bool(count > 0),
                Coll::MultisetCount => size(count),
                _ => self.set(union(first, vec![*value]))?,
            });
        }
        if let Coll::SetSize | Coll::MultisetSize = op {
            return Some(size(first.len()));
        }
        let rest = rest.iter().map(|&value| self.elements(value));
        let rest = rest.collect::<Option<Vec<_>>>()?;
        let all = rest.into_iter().fold(first, |all, other| match op {
            Coll::SetUnion | Coll::MultisetUnion | Coll::MultisetJoin => union(all, other),
            Coll::SetIntersect | Coll::MultisetIntersect => shared(&all, &other).0,
            _ => shared(&all, &other).1,
        });
        match op {
            Coll::SetSubset | Coll::MultisetSubset => Some(Value::Bool(all.is_empty())),
            Coll::SetUnion | Coll::SetIntersect | Coll::SetMinus | Coll::SetOfSeq => self.set(all),
            _ => self.multiset(all),
        }
    }

    /// The set of these values.
    pub fn set(&mut self, mut values: Vec<Value>) -> Option<Value> {
        values.sort_unstable();
        values.dedup();
        (values.len() <= MAX_LENGTH).then(|| self.intern_collection(Collection::Set(values)))
    }

    /// The multiset of these values.
    pub fn multiset(&mut self, mut values: Vec<Value>) -> Option<Value> {
        values.sort_unstable();
        (values.len() <= MAX_LENGTH).then(|| self.intern_collection(Collection::Multiset(values)))
    }
}

fn size(count: usize) -> Value {
    Value::Number(Q::from_integer(i128::try_from(count).unwrap_or(i128::MAX)))
}

fn integer_value(value: Value) -> Option<i128> {
    match value {
        Value::Number(number) if number.is_integer() => Some(number.to_integer()),
        _ => None,
    }
}

/// An element count, clamped to the length.
fn bound(count: Value, length: usize) -> Option<usize> {
    let count = integer_value(count)?.max(0);
    Some(usize::try_from(count).map_or(length, |count| count.min(length)))
}

fn union(mut all: Vec<Value>, other: Vec<Value>) -> Vec<Value> {
    all.extend(other);
    all.sort_unstable();
    all
}

/// The intersection and the difference of two ascending lists.
fn shared(all: &[Value], other: &[Value]) -> (Vec<Value>, Vec<Value>) {
    let (mut both, mut only) = (Vec::new(), Vec::new());
    let mut other = other.iter().peekable();
    for value in all {
        while other.next_if(|next| *next < value).is_some() {}
        match other.peek().map(|next| (*next).cmp(value)) {
            Some(Ordering::Equal) => {
                other.next();
                both.push(*value);
            }
            _ => only.push(*value),
        }
    }
    (both, only)
}
