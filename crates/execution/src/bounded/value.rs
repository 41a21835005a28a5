//! Values of bounded checking: formulas, and collections of a known structure.

use num_rational::BigRational;
use std::rc::Rc;
use veriframe_logic::bits::{Formula, Formulas};

/// The number of an object. It is the same on all paths.
pub type ObjectId = u32;

/// The number of `null`.
pub const NULL: ObjectId = 0;

/// A value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// What has no value yet, or none that is read any more.
    #[default]
    Unset,
    /// A Boolean.
    Bool(Formula),
    /// An integer.
    Int(Formula),
    /// A permission amount.
    Perm(Rc<BigRational>),
    /// A reference.
    Ref(Reference),
    /// A sequence.
    Seq(Rc<Vec<Value>>),
    /// A set: its elements with the conditions under which they are in it; an element can be there
    /// several times.
    Set(Rc<Vec<(Formula, Value)>>),
    /// A multiset: its elements, each once for each time that it is in it, with the conditions
    /// under which that is so.
    Multiset(Rc<Vec<(Formula, Value)>>),
    /// A map: its entries with the conditions under which they are there; the last one of a key
    /// counts.
    Map(Rc<Vec<Entry>>),
    /// A collection of which nothing is known.
    Unknown,
    /// The first value if the condition holds, otherwise the second one.
    Either(Formula, Rc<(Value, Value)>),
}

/// An entry of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The condition under which it is there.
    pub guard: Formula,
    /// The key.
    pub key: Value,
    /// Its value.
    pub value: Value,
}

/// A reference: the number of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The number.
    pub id: Formula,
    /// The objects that it can refer to, in order.
    pub objects: Rc<[ObjectId]>,
}

impl Reference {
    /// The reference to one object.
    pub fn to(formulas: &mut Formulas, object: ObjectId) -> Reference {
        Reference {
            id: formulas.int(object),
            objects: [object].into(),
        }
    }

    /// Whether it can be null.
    pub(super) fn may_be_null(&self) -> bool {
        self.objects.first() == Some(&NULL)
    }
}

/// The first value if a condition holds, otherwise the second one. Values of different kinds are
/// those of a temporary that is not read any more.
pub(super) fn choose(f: &mut Formulas, condition: Formula, a: &Value, b: &Value) -> Value {
    if a == b || condition == Formulas::TRUE {
        return a.clone();
    }
    if condition == Formulas::FALSE {
        return b.clone();
    }
    let (a, b) = (
        &under(f, a, condition, true),
        &under(f, b, condition, false),
    );
    match (a, b) {
        (Value::Unset, other) | (other, Value::Unset) => other.clone(),
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(f.ite(condition, *a, *b)),
        (Value::Int(a), Value::Int(b)) => Value::Int(f.ite(condition, *a, *b)),
        (Value::Ref(a), Value::Ref(b)) => Value::Ref(choose_reference(f, condition, a, b)),
        (Value::Seq(x), Value::Seq(y)) if x.len() == y.len() => {
            let pairs = x.iter().zip(y.iter());
            let elements = pairs.map(|(x, y)| choose(f, condition, x, y));
            Value::Seq(Rc::new(elements.collect()))
        }
        (Value::Set(x), Value::Set(y)) => Value::Set(Rc::new(choose_elements(f, condition, x, y))),
        (Value::Multiset(x), Value::Multiset(y)) => {
            Value::Multiset(Rc::new(choose_elements(f, condition, x, y)))
        }
        (Value::Map(x), Value::Map(y)) => choose_entries(f, condition, x, y),
        (Value::Seq(_), Value::Seq(_)) | (Value::Perm(_), Value::Perm(_)) => {
            Value::Either(condition, Rc::new((a.clone(), b.clone())))
        }
        (Value::Either(..) | Value::Unknown, other)
        | (other, Value::Either(..) | Value::Unknown)
            if other.can_be_either() =>
        {
            Value::Either(condition, Rc::new((a.clone(), b.clone())))
        }
        _ => Value::Unset,
    }
}

impl Value {
    /// Whether it can be one of two values that have no common form.
    fn can_be_either(&self) -> bool {
        match self {
            Value::Perm(_)
            | Value::Seq(_)
            | Value::Set(_)
            | Value::Multiset(_)
            | Value::Map(_)
            | Value::Unknown
            | Value::Either(..) => true,
            Value::Unset | Value::Bool(_) | Value::Int(_) | Value::Ref(_) => false,
        }
    }
}

/// The alternative that is meant where a condition holds, or does not.
fn under(f: &mut Formulas, value: &Value, condition: Formula, holds: bool) -> Value {
    let mut value = value;
    while let Value::Either(own, both) = value {
        let is_first = match () {
            () if *own == condition => holds,
            () if *own == f.not(condition) => !holds,
            () => break,
        };
        value = if is_first { &both.0 } else { &both.1 };
    }
    value.clone()
}

fn choose_reference(
    f: &mut Formulas,
    condition: Formula,
    a: &Reference,
    b: &Reference,
) -> Reference {
    let mut objects: Vec<ObjectId> = a.objects.iter().chain(b.objects.iter()).copied().collect();
    objects.sort_unstable();
    objects.dedup();
    Reference {
        id: f.ite(condition, a.id, b.id),
        objects: objects.into(),
    }
}

/// Sets and multisets share the elements that were there before they differed.
fn choose_elements(
    f: &mut Formulas,
    condition: Formula,
    x: &[(Formula, Value)],
    y: &[(Formula, Value)],
) -> Vec<(Formula, Value)> {
    let common = x.iter().zip(y).take_while(|(a, b)| a.1 == b.1).count();
    let mut elements = Vec::new();
    for ((a, element), (b, _)) in x.iter().zip(y).take(common) {
        elements.push((f.ite(condition, *a, *b), element.clone()));
    }
    let otherwise = f.not(condition);
    for (rest, when) in [(x, condition), (y, otherwise)] {
        for (guard, element) in rest.iter().skip(common) {
            elements.push((f.and(*guard, when), element.clone()));
        }
    }
    elements
}

/// Maps share the entries that were there before they differed. Of those that follow, only those of
/// one map are there.
fn choose_entries(f: &mut Formulas, condition: Formula, x: &[Entry], y: &[Entry]) -> Value {
    let is_same = |(a, b): &(&Entry, &Entry)| a.key == b.key && a.value == b.value;
    let common = x.iter().zip(y).take_while(is_same).count();
    let mut entries = Vec::new();
    for (a, b) in x.iter().zip(y).take(common) {
        let guard = f.ite(condition, a.guard, b.guard);
        entries.push(Entry { guard, ..a.clone() });
    }
    let otherwise = f.not(condition);
    for (rest, when) in [(x, condition), (y, otherwise)] {
        for entry in rest.iter().skip(common) {
            let guard = f.and(entry.guard, when);
            entries.push(Entry {
                guard,
                ..entry.clone()
            });
        }
    }
    Value::Map(Rc::new(entries))
}
