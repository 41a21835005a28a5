//! Values of equivalence classes in a candidate model.

use super::arithmetic_values::Spread;
use super::collection_contents::Padding;
use super::collection_values::{Base, Collection};
use super::element_partition::ElementPartition;
use super::model::{Model, Object, Shape, Snap, Value};
use crate::deep;
use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::prover::linear::Q;
use crate::terms::collections::element;
use crate::terms::term::{Coll, Node, Sort, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rounds of merging elements that must be equal.
const MAX_SOLUTIONS: usize = 4;

impl Prover {
    /// Candidate models: values for all uninterpreted terms. Elements at equal
    /// positions and congruent applications are merged first.
    pub(crate) fn models(&mut self, terms: &mut Terms) -> Option<Vec<Model>> {
        for _ in 0..MAX_SOLUTIONS {
            let numbers = self.arithmetic.assignment(&self.numbers(), Spread::Yes)?;
            let partition = ElementPartition::new(self, terms, &numbers)?;
            let mut equal = partition.unequal(self, &numbers);
            if equal.is_empty() {
                let mut first = self.values(terms, &numbers, &partition, Padding::Distinct);
                equal = first.operands();
                if equal.is_empty() {
                    let second = || {
                        self.values(terms, &numbers, &partition, Padding::Shared)
                            .model
                    };
                    let second = first.padded.then(second);
                    return Some([first.model].into_iter().chain(second).collect());
                }
            }
            let changes = self.arithmetic.changes();
            for (a, b) in equal {
                self.queue.push_back(crate::prover::Event::Merge(a, b));
            }
            if !self.is_feasible(terms, changes) {
                return None;
            }
        }
        None
    }

    fn values<'d>(
        &'d self,
        terms: &'d Terms,
        numbers: &'d FxHashMap<Id, Q>,
        partition: &'d ElementPartition,
        padding: Padding,
    ) -> Values<'d> {
        let mut values = Values {
            prover: self,
            terms,
            model: Model::default(),
            numbers,
            partition,
            fresh: FxHashMap::default(),
            known: FxHashMap::default(),
            open: FxHashSet::default(),
            padding,
            padded: false,
            pools: FxHashMap::default(),
            max_nesting: self.closure.nodes().count(),
        };
        for id in self.closure.nodes() {
            let Some(t) = self.closure.term(id) else {
                continue;
            };
            let is_free = matches!(
                terms.node(t),
                Node::Symbol(_)
                    | Node::App(..)
                    | Node::Select(..)
                    | Node::First(_)
                    | Node::Second(_)
                    | Node::Unwrap(..)
            );
            if is_free && let Some(value) = values.value(id, 0) {
                values.model.prefer(t, value);
            }
        }
        values
    }
}

/// Values of classes.
pub(crate) struct Values<'d> {
    pub prover: &'d Prover,
    terms: &'d Terms,
    pub model: Model,
    numbers: &'d FxHashMap<Id, Q>,
    partition: &'d ElementPartition,
    /// The values of unconstrained elements, by place.
    fresh: FxHashMap<usize, Value>,
    /// The values of snapshots, collections and contents.
    known: FxHashMap<Id, Value>,
    /// The sets, multisets and maps under evaluation.
    pub open: FxHashSet<Id>,
    pub padding: Padding,
    /// The padding of collections with unconstrained elements.
    pub padded: bool,
    /// Padding elements shared between collections.
    pub pools: FxHashMap<Sort, Vec<Value>>,
    /// The nesting depth up to which snapshots and collections are evaluated: what is nested
    /// deeper than there are nodes contains itself.
    max_nesting: usize,
}

impl Values<'_> {
    /// The value of a node's class; `depth` is the nesting depth.
    pub fn value(&mut self, id: Id, depth: usize) -> Option<Value> {
        let prover = self.prover;
        let root = prover.closure.find(id);
        Some(match prover.closure.sort(id) {
            Sort::Bool => Value::Bool(prover.closure.truth(root) == Some(true)),
            Sort::Int | Sort::Perm => Value::Number(self.number(root)?),
            Sort::Ref => Value::Ref(self.object(root)),
            sort => {
                if let Some(&value) = self.known.get(&root) {
                    return Some(value);
                }
                if depth > self.max_nesting {
                    return None;
                }
                let value = deep(|| match sort {
                    Sort::Snap => Some(Value::Snap(self.snap(root, depth)?)),
                    _ => self.collection(root, sort, depth + 1),
                })?;
                self.known.insert(root, value);
                value
            }
        })
    }

    pub fn number(&self, root: Id) -> Option<Q> {
        self.prover.arithmetic.form(root).at(self.numbers)
    }

    /// Pairs of operands in different classes with equal values, for which a function
    /// would otherwise need two results.
    fn operands(&mut self) -> Vec<(Id, Id)> {
        let closure = &self.prover.closure;
        let mut yields: FxHashMap<(Op, Vec<Value>), Id> = FxHashMap::default();
        for id in closure.nodes() {
            let op = closure.op(id);
            if !matches!(op, Op::App(_)) {
                continue;
            }
            let args = closure.args(id).iter().map(|&arg| self.value(arg, 0));
            let Some(args) = args.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let other = *yields.entry((op, args)).or_insert(id);
            if self.value(other, 0) != self.value(id, 0) {
                let pairs = closure.args(other).iter().zip(closure.args(id));
                let pairs = pairs.map(|(&a, &b)| (a, b));
                return pairs.filter(|&(a, b)| !closure.same(a, b)).collect();
            }
        }
        Vec::new()
    }

    fn object(&self, root: Id) -> Object {
        let value = self.prover.closure.class(root).value;
        let term = value.and_then(|value| self.prover.closure.term(value));
        match term.map(|t| self.terms.node(t)) {
            Some(Node::Null) => Object::Null,
            Some(Node::Unique(number)) => Object::Unique(*number),
            _ => Object::Some(u32::try_from(root.index()).unwrap_or(u32::MAX)),
        }
    }

    fn snap(&mut self, root: Id, depth: usize) -> Option<Snap> {
        let prover = self.prover;
        let shape = match prover.closure.class(root).constructor {
            Some(constructor) => {
                let part = |at| prover.closure.arg(constructor, at);
                match prover.closure.op(constructor) {
                    Op::Unit => Shape::Unit,
                    Op::Combine => Shape::Combine(
                        self.part(part(0), depth + 1)?,
                        self.part(part(1), depth + 1)?,
                    ),
                    _ => Shape::Wrap(
                        prover.closure.sort(part(0)),
                        self.value(part(0), depth + 1)?,
                    ),
                }
            }
            None => Shape::Wrap(Sort::Int, Value::Number(self.model.fresh_number())),
        };
        Some(self.model.snap(shape))
    }

    fn part(&mut self, id: Id, depth: usize) -> Option<Snap> {
        match self.value(id, depth)? {
            Value::Snap(snap) => Some(snap),
            _ => None,
        }
    }

    /// The value of a collection or of contents.
    fn collection(&mut self, root: Id, sort: Sort, depth: usize) -> Option<Value> {
        let number = u32::try_from(root.index()).ok()?;
        let collection = match sort {
            Sort::Seq(elem) => match self.partition.length(root) {
                Some(length) => {
                    let values = (0..length).map(|at| self.element(root, at, elem.sort(), depth));
                    Collection::Seq(values.collect::<Option<_>>()?)
                }
                None => Collection::Opaque(number, self.partition.full_length(root)),
            },
            Sort::Elems(_) => return self.contents(root, sort, depth),
            _ => match self.members(root, sort, depth) {
                Some(value) => return Some(value),
                None if self.open.contains(&root) => return None,
                None => Collection::Opaque(number, None),
            },
        };
        Some(self.model.intern_collection(collection))
    }

    /// The value of an element of a sequence or of contents.
    fn element(&mut self, root: Id, at: i128, sort: Sort, depth: usize) -> Option<Value> {
        let place = self.partition.place(root, at)?;
        if let Some(id) = self.partition.known(place) {
            return self.value(id, depth + 1);
        }
        if let Some(&value) = self.fresh.get(&place) {
            return Some(value);
        }
        let value = match self.padding {
            _ if self.partition.is_default(place) => self.model.default_value(sort),
            Padding::Distinct => {
                self.padded = true;
                self.model.fresh(sort)?
            }
            Padding::Shared => self.shared(sort, 0)?,
        };
        self.fresh.insert(place, value);
        Some(value)
    }

    fn contents(&mut self, root: Id, sort: Sort, depth: usize) -> Option<Value> {
        let base = self.base(root, sort, depth)?;
        let bare = self
            .model
            .intern_collection(Collection::Contents(base, Vec::new()));
        let elem = element(sort).sort();
        self.partition
            .indices(root)
            .into_iter()
            .try_fold(bare, |contents, at| {
                let value = self.element(root, at, elem, depth)?;
                self.model.updated(contents, sort, at, value)
            })
    }

    /// The base of contents: their value at all other indices.
    fn base(&mut self, root: Id, sort: Sort, depth: usize) -> Option<Base> {
        let prover = self.prover;
        let Some(&made) = prover.closure.class(root).made.first() else {
            return Some(Base::Free(u32::try_from(root.index()).ok()?));
        };
        if depth > self.max_nesting {
            return None;
        }
        let first = prover.closure.arg(made, 0);
        match prover.closure.op(made) {
            Op::Fill(_) => Some(Base::Same(self.value(first, depth + 1)?)),
            Op::Store => {
                let first = prover.closure.find(first);
                deep(|| self.base(first, sort, depth + 1))
            }
            Op::Coll(Coll::Restrict) => {
                Some(Base::Same(self.model.default_value(element(sort).sort())))
            }
            _ => None,
        }
    }
}
