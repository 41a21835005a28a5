//! Candidate models: values for terms, and the evaluation of formulas.
//!
//! A model in which every fact of a path is true and the goal is false shows that the
//! goal does not follow. The origin of the values does not matter, because formulas are
//! evaluated completely, by the semantics that Z3 uses. Unsupported terms (quantifiers
//! over large ranges, merged contents, division by zero, long numbers and collections)
//! have no value, and a formula with such a subterm is not known to be true.

use super::collection_values::{Base, Collection, CollectionId, CollectionTable};
use crate::deep;
use crate::prover::linear::{Q, inverse, plus, small, times};
use crate::terms::term::{Func, Linear, Mark, Node, Sort, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Fresh integers are above this one.
const FAR: i128 = 1_000_003;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Value {
    Bool(bool),
    /// An integer or a fraction, by the sort of the term.
    Number(Q),
    Ref(Object),
    Snap(Snap),
    /// The contents of an array or a collection.
    Collection(CollectionId),
}

/// A reference's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Object {
    Null,
    Unique(u32),
    Some(u32),
}

/// A snapshot's value: its index in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Snap(usize);

/// The shape of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    Unit,
    Combine(Snap, Snap),
    Wrap(Sort, Value),
}

/// An uninterpreted function. Selectors are included: they are applied to snapshots of
/// other shapes, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Function {
    App(Func),
    First,
    Second,
    Unwrap(Sort),
    Element,
}

/// An application to values.
type Application = (Function, SmallVec<[Value; 3]>);

/// When an object was allocated.
#[derive(Clone, Copy, Debug)]
struct Age {
    exactly: Option<i64>,
    at_most: i64,
}

/// A trail entry of a model.
#[derive(Debug)]
enum Change {
    Value(Term),
    Result(Application),
    Age(Object, Option<Age>),
}

/// Values for terms and functions. An unconstrained term gets a distinct value when it is
/// first evaluated.
#[derive(Debug, Default)]
pub(crate) struct Model {
    /// Preferred values of uninterpreted terms.
    preferred: FxHashMap<Term, Value>,
    values: FxHashMap<Term, Value>,
    results: FxHashMap<Application, Value>,
    ages: FxHashMap<Object, Age>,
    shapes: Vec<Shape>,
    snaps: FxHashMap<Shape, Snap>,
    pub(crate) collections: CollectionTable,
    /// The number of distinct values made.
    fresh: u32,
    changes: Vec<Change>,
    /// The values of bound variables under evaluation.
    pub(crate) bound: FxHashMap<Term, Value>,
    /// The number of body evaluations, weighted by size.
    pub(crate) bodies: u32,
}

impl Model {
    /// Sets the preferred value of a term; functional consistency takes precedence.
    pub fn prefer(&mut self, t: Term, value: Value) {
        self.preferred.insert(t, value);
    }

    /// Evaluates the terms with preferred values first, so that function tables contain
    /// these values when bodies of quantifiers are evaluated.
    pub fn evaluate_preferred(&mut self, terms: &Terms) {
        let mut preferred: Vec<Term> = self.preferred.keys().copied().collect();
        preferred.sort_unstable();
        for t in preferred {
            self.value(terms, t);
        }
    }

    /// Removes the values of terms created since a mark; the function tables stay.
    pub fn forget_since(&mut self, terms: &Terms, mark: Mark) {
        let mut preferred: Vec<Term> = self.preferred.keys().copied().collect();
        preferred.retain(|&t| mark.is_before(t));
        preferred.sort_unstable();
        for &t in &preferred {
            self.value(terms, t);
        }
        self.preferred.retain(|&t, _| !mark.is_before(t));
        self.values.retain(|&t, _| !mark.is_before(t));
    }

    /// A sample of the values of a sort.
    pub fn sample(&mut self, sort: Sort, terms: &Terms, count: usize) -> Vec<Value> {
        let mut values: Vec<(Term, Value)> =
            self.values.iter().map(|(t, value)| (*t, *value)).collect();
        values.retain(|(t, _)| terms.sort(*t) == sort);
        values.sort_unstable();
        let values = values.into_iter().map(|(_, value)| value);
        let others = [Some(self.default_value(sort)), self.fresh(sort)];
        let mut seen = FxHashSet::default();
        let values = values.chain(others.into_iter().flatten());
        values
            .filter(|value| seen.insert(*value))
            .take(count)
            .collect()
    }

    /// The snapshot of a shape, interned.
    pub fn snap(&mut self, shape: Shape) -> Snap {
        let next = Snap(self.shapes.len());
        let snap = *self.snaps.entry(shape).or_insert(next);
        if snap == next {
            self.shapes.push(shape);
        }
        snap
    }

    /// An integer that no earlier call returned.
    pub fn fresh_number(&mut self) -> Q {
        self.fresh += 1;
        Q::from_integer(FAR + i128::from(self.fresh))
    }

    /// A fresh number for a reference or for contents. The candidate's own count up
    /// from zero, these down from the maximum.
    fn fresh_index(&mut self) -> u32 {
        self.fresh += 1;
        u32::MAX - self.fresh
    }

    /// Runs `step` and undoes its changes if it fails.
    pub fn attempt(&mut self, step: impl FnOnce(&mut Model) -> bool) -> bool {
        self.changes.clear();
        self.bodies = 0;
        let done = step(self);
        if !done {
            self.undo();
        }
        done
    }

    fn undo(&mut self) {
        while let Some(change) = self.changes.pop() {
            match change {
                Change::Value(t) => {
                    self.values.remove(&t);
                }
                Change::Result(application) => {
                    self.results.remove(&application);
                }
                Change::Age(object, Some(before)) => {
                    self.ages.insert(object, before);
                }
                Change::Age(object, None) => {
                    self.ages.remove(&object);
                }
            }
        }
    }

    /// The value of a term whose subterms have values.
    pub fn value(&mut self, terms: &Terms, t: Term) -> Option<Value> {
        if let Some(&value) = self.values.get(&t) {
            return Some(value);
        }
        let value = deep(|| self.evaluate(terms, t))?;
        let is_open = terms.has_bound(t);
        if let Value::Number(number) = value
            && terms.sort(t) == Sort::Int
            && !number.is_integer()
        {
            return None; // A preferred value or a function result may be a fraction.
        }
        if is_open {
            return Some(value);
        }
        if let Value::Ref(object) = value {
            self.note_age(terms, t, object)?;
        }
        self.values.insert(t, value);
        self.changes.push(Change::Value(t));
        Some(value)
    }

    fn evaluate(&mut self, terms: &Terms, t: Term) -> Option<Value> {
        Some(match terms.node(t) {
            Node::Bool(b) => Value::Bool(*b),
            Node::Int(n) => Value::Number(small(&n.clone().into())?),
            Node::Perm(q) => Value::Number(small(q)?),
            Node::Null => Value::Ref(Object::Null),
            Node::Unique(number) => Value::Ref(Object::Unique(*number)),
            Node::Symbol(_) => match self.preferred.get(&t) {
                Some(&value) => value,
                None => self.fresh(terms.sort(t))?,
            },
            Node::Not(a) => Value::Bool(!self.truth(terms, *a)?),
            Node::And(parts) => Value::Bool(self.junction(terms, parts, true)?),
            Node::Or(parts) => Value::Bool(self.junction(terms, parts, false)?),
            Node::Ite(c, a, b) => {
                let (a, b) = (self.value(terms, *a)?, self.value(terms, *b)?);
                if self.truth(terms, *c)? { a } else { b }
            }
            Node::Eq(a, b) => Value::Bool(self.value(terms, *a)? == self.value(terms, *b)?),
            Node::Le(a, b) => Value::Bool(self.number(terms, *a)? <= self.number(terms, *b)?),
            Node::Lt(a, b) => Value::Bool(self.number(terms, *a)? < self.number(terms, *b)?),
            Node::Sum(_, linear) => Value::Number(self.sum(terms, linear)?),
            Node::Mul(a, b) => {
                Value::Number(times(self.number(terms, *a)?, self.number(terms, *b)?)?)
            }
            Node::Div(a, b) => {
                let (x, y) = (self.number(terms, *a)?, self.number(terms, *b)?);
                let quotient = times(x, inverse(y)?)?;
                Value::Number(match terms.sort(t) {
                    Sort::Int => quotient.trunc(),
                    _ => quotient,
                })
            }
            Node::Rem(a, b) => {
                let (x, y) = (self.number(terms, *a)?, self.number(terms, *b)?);
                let whole = times(x, inverse(y)?)?.trunc();
                Value::Number(plus(x, -times(y, whole)?)?)
            }
            Node::Select(contents, index) => {
                let index = self.integer(terms, *index)?;
                let preferred = self.preferred.get(&t).copied();
                self.element(terms, *contents, index, preferred)?
            }
            Node::App(f, args) => {
                let args = args.iter().map(|&arg| self.value(terms, arg));
                let args = args.collect::<Option<_>>()?;
                self.result(terms, t, (Function::App(*f), args))?
            }
            Node::Unit
            | Node::Combine(..)
            | Node::First(_)
            | Node::Second(_)
            | Node::Wrap(_)
            | Node::Unwrap(..)
            | Node::IsCombine(_)
            | Node::IsWrap(..) => self.of_snapshots(terms, t)?,
            Node::Store(contents, index, value) => {
                let (index, value) = (self.integer(terms, *index)?, self.value(terms, *value)?);
                let contents = self.value(terms, *contents)?;
                self.updated(contents, terms.sort(t), index, value)?
            }
            Node::Fill(_, value) => {
                let base = Base::Same(self.value(terms, *value)?);
                self.intern_collection(Collection::Contents(base, Vec::new()))
            }
            Node::Coll(op, args) => self.operation(terms, *op, args)?,
            Node::Bound(..) => *self.bound.get(&t)?,
            Node::Forall(quantified) => Value::Bool(self.forall(terms, quantified)?),
        })
    }

    /// A formula's truth; `None` if a part of it has no value.
    pub fn truth(&mut self, terms: &Terms, t: Term) -> Option<bool> {
        match self.value(terms, t)? {
            Value::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    fn number(&mut self, terms: &Terms, t: Term) -> Option<Q> {
        match self.value(terms, t)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// An integer's value.
    pub fn integer(&mut self, terms: &Terms, t: Term) -> Option<i128> {
        let number = self.number(terms, t)?;
        number.is_integer().then(|| number.to_integer())
    }

    /// The truth of a conjunction (`neutral` is true) or disjunction. Every operand is
    /// evaluated: the age constraints apply to all references mentioned.
    fn junction(&mut self, terms: &Terms, parts: &[Term], neutral: bool) -> Option<bool> {
        let mut result = neutral;
        for &part in parts {
            if self.truth(terms, part)? != neutral {
                result = !neutral;
            }
        }
        Some(result)
    }

    fn sum(&mut self, terms: &Terms, linear: &Linear) -> Option<Q> {
        let mut sum = small(&linear.constant)?;
        for (factor, part) in &linear.parts {
            sum = plus(sum, times(small(factor)?, self.number(terms, *part)?)?)?;
        }
        Some(sum)
    }

    fn shape(&self, snap: Snap) -> Option<Shape> {
        self.shapes.get(snap.0).copied()
    }

    /// The shape of a snapshot.
    fn shape_of(&mut self, terms: &Terms, t: Term) -> Option<(Value, Shape)> {
        match self.value(terms, t)? {
            value @ Value::Snap(snap) => Some((value, self.shape(snap)?)),
            _ => None,
        }
    }

    fn of_snapshots(&mut self, terms: &Terms, t: Term) -> Option<Value> {
        let snap = |value| match value {
            Value::Snap(snap) => Some(snap),
            _ => None,
        };
        Some(match terms.node(t) {
            Node::Unit => Value::Snap(self.snap(Shape::Unit)),
            Node::Combine(a, b) => {
                let parts = (snap(self.value(terms, *a)?)?, snap(self.value(terms, *b)?)?);
                Value::Snap(self.snap(Shape::Combine(parts.0, parts.1)))
            }
            Node::Wrap(a) => {
                let value = self.value(terms, *a)?;
                Value::Snap(self.snap(Shape::Wrap(terms.sort(*a), value)))
            }
            Node::First(s) => match self.shape_of(terms, *s)? {
                (_, Shape::Combine(first, _)) => Value::Snap(first),
                (of, _) => self.result(terms, t, (Function::First, SmallVec::from_slice(&[of])))?,
            },
            Node::Second(s) => match self.shape_of(terms, *s)? {
                (_, Shape::Combine(_, second)) => Value::Snap(second),
                (of, _) => {
                    self.result(terms, t, (Function::Second, SmallVec::from_slice(&[of])))?
                }
            },
            Node::Unwrap(sort, s) => match self.shape_of(terms, *s)? {
                (_, Shape::Wrap(of, value)) if of == *sort => value,
                (of, _) => {
                    let function = Function::Unwrap(*sort);
                    self.result(terms, t, (function, SmallVec::from_slice(&[of])))?
                }
            },
            Node::IsCombine(s) => {
                Value::Bool(matches!(self.shape_of(terms, *s)?.1, Shape::Combine(..)))
            }
            Node::IsWrap(sort, s) => {
                let shape = self.shape_of(terms, *s)?.1;
                Value::Bool(matches!(shape, Shape::Wrap(of, _) if of == *sort))
            }
            _ => return None,
        })
    }

    /// The value of an application: the recorded one, else the preferred one.
    fn result(&mut self, terms: &Terms, t: Term, application: Application) -> Option<Value> {
        if let Some(&value) = self.results.get(&application) {
            return Some(value);
        }
        let value = match self.preferred.get(&t) {
            Some(&value) => value,
            None => self.fresh(terms.sort(t))?,
        };
        self.set_result(application, value);
        Some(value)
    }

    fn set_result(&mut self, application: Application, value: Value) {
        self.results.insert(application.clone(), value);
        self.changes.push(Change::Result(application));
    }

    /// The element at an index of unconstrained contents: the recorded one, else the
    /// preferred one.
    pub fn free_element(
        &mut self,
        contents: u32,
        index: i128,
        sort: Sort,
        preferred: Option<Value>,
    ) -> Option<Value> {
        let operands = [i128::from(contents), index].map(|n| Value::Number(Q::from_integer(n)));
        let application = (Function::Element, SmallVec::from_slice(&operands));
        if let Some(&value) = self.results.get(&application) {
            return Some(value);
        }
        let value = match preferred {
            Some(value) => value,
            None => self.fresh(sort)?,
        };
        self.set_result(application, value);
        Some(value)
    }

    /// The interned value of a collection or of contents.
    pub fn intern_collection(&mut self, collection: Collection) -> Value {
        Value::Collection(self.collections.intern(collection))
    }

    /// A fresh value of a sort; `None` if the sort is too small.
    pub fn fresh(&mut self, sort: Sort) -> Option<Value> {
        Some(match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Number(self.fresh_number()),
            Sort::Perm => Value::Number(inverse(self.fresh_number())?),
            Sort::Ref => Value::Ref(Object::Some(self.fresh_index())),
            Sort::Snap => {
                let inside = Value::Number(self.fresh_number());
                Value::Snap(self.snap(Shape::Wrap(Sort::Int, inside)))
            }
            Sort::Elems(_) => {
                let base = Base::Free(self.fresh_index());
                self.intern_collection(Collection::Contents(base, Vec::new()))
            }
            Sort::Seq(elem) | Sort::Set(elem) | Sort::Multiset(elem) => {
                let values = vec![self.fresh(elem.sort())?];
                self.intern_collection(match sort {
                    Sort::Seq(_) => Collection::Seq(values),
                    Sort::Set(_) => Collection::Set(values),
                    _ => Collection::Multiset(values),
                })
            }
            Sort::Map(key, value) => {
                let entry = (self.fresh(key.sort())?, self.fresh(value.sort())?);
                self.intern_collection(Collection::Map(vec![entry]))
            }
        })
    }

    /// Records the age of the object that a term denotes: exact for a new object, an
    /// upper bound otherwise. `None` on a conflict.
    fn note_age(&mut self, terms: &Terms, t: Term, object: Object) -> Option<()> {
        let before = self.ages.get(&object).copied();
        let mut age = before.unwrap_or(Age {
            exactly: match object {
                Object::Null => Some(0),
                Object::Unique(number) => Some(-1 - i64::from(number)),
                Object::Some(_) => None,
            },
            at_most: i64::MAX,
        });
        match terms.birth(t).map(i64::from) {
            Some(birth) if age.exactly.is_some_and(|other| other != birth) => return None,
            Some(birth) => age.exactly = Some(birth),
            // Null and the constants have fixed ages.
            None if matches!(terms.node(t), Node::Null | Node::Unique(_)) => {}
            None => age.at_most = age.at_most.min(i64::from(terms.age(t))),
        }
        if age.exactly.is_some_and(|exactly| exactly > age.at_most) {
            return None;
        }
        self.ages.insert(object, age);
        self.changes.push(Change::Age(object, before));
        Some(())
    }
}
