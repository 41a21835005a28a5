//! Operations on concrete collections.

use super::value::Value;
use crate::domain::{Interrupt, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{CollOp, CollectionType, Type};

fn seq(elements: Vec<Value>) -> Value {
    Value::Seq(Rc::new(elements))
}

fn multiset(elements: &[Value]) -> Value {
    let mut counts: BTreeMap<Value, u64> = BTreeMap::new();
    for element in elements {
        *counts.entry(element.clone()).or_default() += 1;
    }
    Value::Multiset(Rc::new(counts))
}

fn out_of_bounds<C>(index: &Value, length: usize) -> Interrupt<C> {
    Interrupt::out_of_bounds(index.big().unwrap_or_default(), length)
}

fn unsupported<C>(op: CollOp) -> Interrupt<C> {
    Interrupt::Unsupported(format!("the operation {op:?} on these values"))
}

/// The number of elements or entries of a collection; 0 of another value.
pub(super) fn size_of(value: &Value) -> usize {
    match value {
        Value::Seq(elements) => elements.len(),
        Value::Set(elements) => elements.len(),
        Value::Multiset(counts) => counts.len(),
        Value::Map(entries) => entries.len(),
        _ => 0,
    }
}

/// The cells of a number or an entry in a set, a multiset or a map: trees have some room left.
const CELLS_PER_ENTRY: usize = 3;

/// At most how many cells the result of an operation needs.
pub(super) fn cells_of_result(op: CollOp, operands: &[Value]) -> usize {
    let first = operands.first().map_or(0, size_of);
    let elements = match op {
        CollOp::Size | CollOp::In | CollOp::Index | CollOp::Lookup | CollOp::Count => 0,
        CollOp::Subset => 0,
        CollOp::Literal | CollOp::MapLiteral => operands.len(),
        CollOp::Concat | CollOp::Union | CollOp::Intersect | CollOp::Minus => {
            let sizes = operands.iter().map(size_of);
            sizes.fold(0, usize::saturating_add)
        }
        CollOp::Update => first.saturating_add(1),
        CollOp::Drop | CollOp::Take | CollOp::Range => part(op, first, operands),
        CollOp::ToSet | CollOp::ToMultiset | CollOp::Domain => first,
    };
    let is_seq = match op {
        CollOp::ToSet | CollOp::ToMultiset | CollOp::Domain | CollOp::MapLiteral => false,
        CollOp::Literal => true,
        _ => matches!(operands.first(), Some(Value::Seq(_))),
    };
    if is_seq {
        elements
    } else {
        elements.saturating_mul(CELLS_PER_ENTRY)
    }
}

/// The length of a part of a sequence.
fn part(op: CollOp, length: usize, operands: &[Value]) -> usize {
    let index = |at: usize| operands.get(at).and_then(Value::index).unwrap_or(0);
    match op {
        CollOp::Drop => length.saturating_sub(index(1)),
        CollOp::Take => length.min(index(1)),
        _ => length.min(index(2)).saturating_sub(index(1)),
    }
}

/// How many elements an operation goes through.
pub(super) fn work(op: CollOp, operands: &[Value]) -> usize {
    match op {
        CollOp::Size | CollOp::Index | CollOp::Lookup | CollOp::Count => 0,
        // Those of a sequence are compared one by one; other collections are searched.
        CollOp::In => match operands {
            [_, Value::Seq(elements)] => elements.len(),
            _ => 0,
        },
        CollOp::Subset => operands.first().map_or(0, size_of),
        _ => cells_of_result(op, operands),
    }
}

/// The collection of a type with these elements; a map has none.
pub(super) fn literal(elements: Vec<Value>, ty: &Type) -> Value {
    match ty.collection() {
        Some(CollectionType::Set(_)) => Value::Set(Rc::new(elements.into_iter().collect())),
        Some(CollectionType::Multiset(_)) => multiset(&elements),
        Some(CollectionType::Map(..)) => Value::Map(Rc::default()),
        Some(CollectionType::Seq(_)) | None => seq(elements),
    }
}

/// An operation on collections; `ty` is the type of the result.
///
/// # Errors
/// If an index is out of bounds, or a key is not in the domain.
pub(super) fn apply<C>(op: CollOp, operands: &[Value], ty: &Type) -> Outcome<Value, C> {
    match (op, operands) {
        (CollOp::Literal, elements) => Ok(literal(elements.to_vec(), ty)),
        (CollOp::MapLiteral, entries) => {
            let mut map = BTreeMap::new();
            for entry in entries.chunks(2) {
                if let [key, value] = entry {
                    map.insert(key.clone(), value.clone());
                }
            }
            Ok(Value::Map(Rc::new(map)))
        }
        (_, [Value::Seq(s), rest @ ..]) => of_seq(op, s, rest),
        (_, [Value::Set(s), rest @ ..]) => of_set(op, s, rest),
        (_, [Value::Multiset(s), rest @ ..]) => of_multiset(op, s, rest),
        (_, [Value::Map(m), rest @ ..]) if op != CollOp::In => of_map(op, m, rest),
        (CollOp::In, [element, collection]) => Ok(Value::Bool(match collection {
            Value::Seq(s) => s.contains(element),
            Value::Set(s) => s.contains(element),
            Value::Multiset(s) => s.contains_key(element),
            Value::Map(m) => m.contains_key(element),
            _ => return Err(unsupported(op)),
        })),
        _ => Err(unsupported(op)),
    }
}

fn size(count: usize) -> Value {
    Value::Int(i64::try_from(count).unwrap_or(i64::MAX))
}

fn of_seq<C>(op: CollOp, s: &Rc<Vec<Value>>, rest: &[Value]) -> Outcome<Value, C> {
    let bound = |index: &Value| match index.index() {
        Some(n) if n <= s.len() => Ok(n),
        _ => Err(out_of_bounds(index, s.len())),
    };
    let slice = |from: usize, to: usize| seq(s.get(from..to).unwrap_or_default().to_vec());
    Ok(match (op, rest) {
        (CollOp::Size, []) => size(s.len()),
        (CollOp::In, [Value::Seq(outer)]) => {
            Value::Bool(outer.iter().any(|e| matches!(e, Value::Seq(e) if e == s)))
        }
        (CollOp::In, [Value::Set(outer)]) => Value::Bool(outer.contains(&Value::Seq(s.clone()))),
        (CollOp::Concat, [Value::Seq(t)]) => {
            let mut all = (**s).clone();
            all.extend(t.iter().cloned());
            seq(all)
        }
        (CollOp::Index, [index]) => {
            let element = index.index().and_then(|n| s.get(n));
            element
                .cloned()
                .ok_or_else(|| out_of_bounds(index, s.len()))?
        }
        (CollOp::Drop, [from]) => slice(bound(from)?, s.len()),
        (CollOp::Take, [to]) => slice(0, bound(to)?),
        (CollOp::Range, [from, to]) => {
            let end = bound(to)?;
            let start = bound(from)?;
            if start > end {
                return Err(out_of_bounds(from, end));
            }
            slice(start, end)
        }
        (CollOp::Update, [index, value]) => {
            let mut all = (**s).clone();
            let slot = index.index().and_then(|n| all.get_mut(n));
            *slot.ok_or_else(|| out_of_bounds(index, s.len()))? = value.clone();
            seq(all)
        }
        (CollOp::ToSet, []) => Value::Set(Rc::new(s.iter().cloned().collect())),
        (CollOp::ToMultiset, []) => multiset(s),
        _ => return Err(unsupported(op)),
    })
}

fn of_set<C>(op: CollOp, s: &Rc<BTreeSet<Value>>, rest: &[Value]) -> Outcome<Value, C> {
    let set = |elements: BTreeSet<Value>| Value::Set(Rc::new(elements));
    Ok(match (op, rest) {
        (CollOp::Size, []) => size(s.len()),
        (CollOp::Union, [Value::Set(t)]) => set(s.union(t).cloned().collect()),
        (CollOp::Intersect, [Value::Set(t)]) => set(s.intersection(t).cloned().collect()),
        (CollOp::Minus, [Value::Set(t)]) => set(s.difference(t).cloned().collect()),
        (CollOp::Subset, [Value::Set(t)]) => Value::Bool(s.is_subset(t)),
        (CollOp::In, [Value::Set(outer)]) => Value::Bool(outer.contains(&Value::Set(s.clone()))),
        (CollOp::In, [Value::Seq(outer)]) => Value::Bool(outer.contains(&Value::Set(s.clone()))),
        _ => return Err(unsupported(op)),
    })
}

fn of_multiset<C>(op: CollOp, s: &Rc<BTreeMap<Value, u64>>, rest: &[Value]) -> Outcome<Value, C> {
    let count = |m: &BTreeMap<Value, u64>, e: &Value| m.get(e).copied().unwrap_or(0);
    let by = |t: &BTreeMap<Value, u64>, f: &dyn Fn(u64, u64) -> u64| {
        let elements: BTreeSet<&Value> = s.keys().chain(t.keys()).collect();
        let counts = elements.into_iter().filter_map(|e| {
            let n = f(count(s, e), count(t, e));
            (n > 0).then(|| (e.clone(), n))
        });
        Value::Multiset(Rc::new(counts.collect()))
    };
    Ok(match (op, rest) {
        (CollOp::Size, []) => {
            let all: u64 = s.values().sum();
            Value::Int(i64::try_from(all).unwrap_or(i64::MAX))
        }
        (CollOp::Count, [element]) => {
            Value::Int(i64::try_from(count(s, element)).unwrap_or(i64::MAX))
        }
        (CollOp::Union, [Value::Multiset(t)]) => by(t, &|a, b| a.saturating_add(b)),
        (CollOp::Intersect, [Value::Multiset(t)]) => by(t, &u64::min),
        (CollOp::Minus, [Value::Multiset(t)]) => by(t, &u64::saturating_sub),
        (CollOp::Subset, [Value::Multiset(t)]) => {
            Value::Bool(s.iter().all(|(e, n)| *n <= count(t, e)))
        }
        _ => return Err(unsupported(op)),
    })
}

fn of_map<C>(op: CollOp, m: &Rc<BTreeMap<Value, Value>>, rest: &[Value]) -> Outcome<Value, C> {
    Ok(match (op, rest) {
        (CollOp::Size, []) => size(m.len()),
        (CollOp::Lookup | CollOp::Index, [key]) => m.get(key).cloned().ok_or_else(|| {
            let message = "the key is not in the domain of the map";
            Interrupt::fault(ErrorCode::IndexOutOfBounds, message)
        })?,
        (CollOp::Update, [key, value]) => {
            let mut all = (**m).clone();
            all.insert(key.clone(), value.clone());
            Value::Map(Rc::new(all))
        }
        (CollOp::Domain, []) => Value::Set(Rc::new(m.keys().cloned().collect())),
        _ => return Err(unsupported(op)),
    })
}
