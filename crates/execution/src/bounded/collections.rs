//! Sequences, sets, multisets and maps of a known structure, whose elements are formulas.

use super::value::{Entry, Value, choose};
use super::{Bounded, Result, unsupported};
use crate::domain::Interrupt;
use std::rc::Rc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{CollOp, CollectionType, Type};
use veriframe_logic::bits::{Formula, Formulas};

fn seq(elements: Vec<Value>) -> Value {
    Value::Seq(Rc::new(elements))
}

fn set(elements: Vec<(Formula, Value)>) -> Value {
    Value::Set(Rc::new(elements))
}

fn multiset(elements: Vec<(Formula, Value)>) -> Value {
    Value::Multiset(Rc::new(elements))
}

/// The keys of a map, as the elements of a set.
fn domain(entries: &[Entry]) -> Vec<(Formula, Value)> {
    let entries = entries.iter();
    entries
        .map(|entry| (entry.guard, entry.key.clone()))
        .collect()
}

impl Bounded<'_> {
    /// An operation on collections; `ty` is the type of the result.
    pub(super) fn collected_of(
        &mut self,
        op: CollOp,
        operands: &[Value],
        ty: &Type,
    ) -> Result<Value> {
        let operands = operands.iter().map(|operand| self.structure(operand));
        let operands = operands.collect::<Result<Vec<Value>>>()?;
        match (op, operands.as_slice()) {
            (CollOp::Literal, elements) => match ty.collection() {
                Some(CollectionType::Set(_)) => Ok(set(members(elements))),
                Some(CollectionType::Seq(_)) => Ok(seq(elements.to_vec())),
                Some(CollectionType::Multiset(_)) => Ok(multiset(members(elements))),
                Some(CollectionType::Map(..)) | None => unsupported("a literal of this type"),
            },
            (CollOp::MapLiteral, parts) => {
                let entries = parts.chunks(2).filter_map(|entry| match entry {
                    [key, value] => Some(Entry {
                        guard: Formulas::TRUE,
                        key: key.clone(),
                        value: value.clone(),
                    }),
                    _ => None,
                });
                Ok(Value::Map(Rc::new(entries.collect())))
            }
            (CollOp::In, [element, Value::Seq(s)]) => {
                Ok(Value::Bool(self.is_in(element, &members(s))?))
            }
            (CollOp::In, [element, Value::Set(s) | Value::Multiset(s)]) => {
                Ok(Value::Bool(self.is_in(element, s)?))
            }
            (CollOp::In, [key, Value::Map(entries)]) => {
                Ok(Value::Bool(self.is_in(key, &domain(entries))?))
            }
            (_, [Value::Seq(s), rest @ ..]) => self.of_seq(op, s, rest),
            (_, [Value::Set(s), rest @ ..]) => self.of_set(op, s, rest),
            (_, [Value::Multiset(s), rest @ ..]) => self.of_multiset(op, s, rest),
            (_, [Value::Map(entries), rest @ ..]) => self.of_map(op, entries, rest),
            _ => unsupported("an operation on this collection"),
        }
    }

    /// The element is one of these.
    fn is_in(&self, element: &Value, members: &[(Formula, Value)]) -> Result<Formula> {
        let mut any = Formulas::FALSE;
        for (guard, member) in members {
            let equal = self.equal(element, member)?;
            let f = &mut *self.formulas();
            let is_meant = f.and(*guard, equal);
            any = f.or(any, is_meant);
        }
        Ok(any)
    }

    /// Each element of the first set is in the second one.
    pub(super) fn subset_formula(
        &self,
        x: &[(Formula, Value)],
        y: &[(Formula, Value)],
    ) -> Result<Formula> {
        self.for_each_in(x, |element| self.is_in(element, y))
    }

    /// Each element that is there fits.
    fn for_each_in(
        &self,
        members: &[(Formula, Value)],
        fits: impl Fn(&Value) -> Result<Formula>,
    ) -> Result<Formula> {
        let mut all = Formulas::TRUE;
        for (guard, element) in members {
            let fits = fits(element)?;
            let f = &mut *self.formulas();
            let implied = f.implies(*guard, fits);
            all = f.and(all, implied);
        }
        Ok(all)
    }

    fn out_of_bounds<T>(&self) -> Result<T> {
        let message = "the index is out of bounds";
        Err(Interrupt::fault(ErrorCode::IndexOutOfBounds, message))
    }

    /// A bound of a subsequence, by a fork among the positions.
    fn position(&self, bound: &Value, length: usize) -> Result<usize> {
        let bound = self.integer(bound)?;
        for case in 0..=length {
            let is_case = {
                let f = &mut *self.formulas();
                let case = f.int(case);
                f.eq(bound, case)
            };
            if self.decide(is_case)? {
                return Ok(case);
            }
        }
        self.out_of_bounds()
    }

    fn of_seq(&self, op: CollOp, s: &Rc<Vec<Value>>, rest: &[Value]) -> Result<Value> {
        let slice = |from: usize, to: usize| seq(s.get(from..to).unwrap_or_default().to_vec());
        match (op, rest) {
            (CollOp::Size, []) => Ok(Value::Int(self.formulas().int(s.len()))),
            (CollOp::Concat, [Value::Seq(t)]) => {
                Ok(seq(s.iter().chain(t.iter()).cloned().collect()))
            }
            (CollOp::Index, [index]) => {
                let index = self.within(index, s.len())?;
                let f = &mut *self.formulas();
                let mut found = Value::Unset;
                for (at, element) in s.iter().enumerate().rev() {
                    let at = f.int(at);
                    let is_meant = f.eq(index, at);
                    found = choose(f, is_meant, element, &found);
                }
                Ok(found)
            }
            (CollOp::Drop, [from]) => Ok(slice(self.position(from, s.len())?, s.len())),
            (CollOp::Take, [to]) => Ok(slice(0, self.position(to, s.len())?)),
            (CollOp::Range, [from, to]) => {
                let end = self.position(to, s.len())?;
                let start = self.position(from, s.len())?;
                if start <= end {
                    Ok(slice(start, end))
                } else {
                    self.out_of_bounds()
                }
            }
            (CollOp::Update, [index, value]) => {
                let index = self.within(index, s.len())?;
                let f = &mut *self.formulas();
                let elements = s.iter().enumerate().map(|(at, element)| {
                    let at = f.int(at);
                    let is_meant = f.eq(index, at);
                    choose(f, is_meant, value, element)
                });
                Ok(seq(elements.collect()))
            }
            (CollOp::ToSet, []) => Ok(set(members(s))),
            (CollOp::ToMultiset, []) => Ok(multiset(members(s))),
            _ => unsupported("an operation on this sequence"),
        }
    }

    /// The index, which must be one of the positions.
    fn within(&self, index: &Value, length: usize) -> Result<Formula> {
        let index = self.integer(index)?;
        let within = {
            let f = &mut *self.formulas();
            let (zero, end) = (f.int(0), f.int(length));
            let (low, high) = (f.le(zero, index), f.lt(index, end));
            f.and(low, high)
        };
        let message = "the index is out of bounds";
        self.check(within, ErrorCode::IndexOutOfBounds, message)?;
        Ok(index)
    }

    fn of_set(&self, op: CollOp, s: &[(Formula, Value)], rest: &[Value]) -> Result<Value> {
        match (op, rest) {
            (CollOp::Size, []) => self.size_of(s),
            (CollOp::Union, [Value::Set(t)]) => {
                Ok(set(s.iter().chain(t.iter()).cloned().collect()))
            }
            (CollOp::Intersect | CollOp::Minus, [Value::Set(t)]) => {
                let mut left = Vec::new();
                for (guard, element) in s {
                    let is_in = self.is_in(element, t)?;
                    let f = &mut *self.formulas();
                    let stays = match op {
                        CollOp::Intersect => is_in,
                        _ => f.not(is_in),
                    };
                    left.push((f.and(*guard, stays), element.clone()));
                }
                Ok(set(left))
            }
            (CollOp::Subset, [Value::Set(t)]) => Ok(Value::Bool(self.subset_formula(s, t)?)),
            _ => unsupported("an operation on this set"),
        }
    }

    fn of_multiset(&self, op: CollOp, s: &[(Formula, Value)], rest: &[Value]) -> Result<Value> {
        match (op, rest) {
            (CollOp::Size, []) => {
                let f = &mut *self.formulas();
                let mut size = f.int(0);
                for (guard, _) in s {
                    size = plus_if(f, size, *guard);
                }
                Ok(Value::Int(size))
            }
            (CollOp::Count, [element]) => Ok(Value::Int(self.count_of(element, s)?)),
            (CollOp::Union, [Value::Multiset(t)]) => {
                Ok(multiset(s.iter().chain(t.iter()).cloned().collect()))
            }
            (CollOp::Intersect | CollOp::Minus, [Value::Multiset(t)]) => {
                let mut left = Vec::new();
                for (at, (guard, element)) in s.iter().enumerate() {
                    // Of the equal ones, the first are those that the other multiset has, too.
                    let earlier = self.count_of(element, s.get(..at).unwrap_or_default())?;
                    let theirs = self.count_of(element, t)?;
                    let f = &mut *self.formulas();
                    let is_shared = f.lt(earlier, theirs);
                    let stays = match op {
                        CollOp::Intersect => is_shared,
                        _ => f.not(is_shared),
                    };
                    left.push((f.and(*guard, stays), element.clone()));
                }
                Ok(multiset(left))
            }
            (CollOp::Subset, [Value::Multiset(t)]) => {
                Ok(Value::Bool(self.submultiset_formula(s, t)?))
            }
            _ => unsupported("an operation on this multiset"),
        }
    }

    /// How often an element is in a multiset.
    fn count_of(&self, element: &Value, s: &[(Formula, Value)]) -> Result<Formula> {
        let mut count = self.formulas().int(0);
        for (guard, other) in s {
            let equal = self.equal(element, other)?;
            let f = &mut *self.formulas();
            let counts = f.and(*guard, equal);
            count = plus_if(f, count, counts);
        }
        Ok(count)
    }

    /// Each element is in the second multiset at least as often as in the first one.
    pub(super) fn submultiset_formula(
        &self,
        x: &[(Formula, Value)],
        y: &[(Formula, Value)],
    ) -> Result<Formula> {
        self.for_each_in(x, |element| {
            let (own, theirs) = (self.count_of(element, x)?, self.count_of(element, y)?);
            Ok(self.formulas().le(own, theirs))
        })
    }

    fn of_map(&self, op: CollOp, entries: &Rc<Vec<Entry>>, rest: &[Value]) -> Result<Value> {
        match (op, rest) {
            (CollOp::Size, []) => self.size_of(&domain(entries)),
            (CollOp::Lookup | CollOp::Index, [key]) => {
                let is_there = self.is_in(key, &domain(entries))?;
                let message = "the key is not in the domain of the map";
                self.check(is_there, ErrorCode::IndexOutOfBounds, message)?;
                self.looked_up(key, entries)
            }
            (CollOp::Update, [key, value]) => {
                let mut all = (**entries).clone();
                all.push(Entry {
                    guard: Formulas::TRUE,
                    key: key.clone(),
                    value: value.clone(),
                });
                Ok(Value::Map(Rc::new(all)))
            }
            (CollOp::Domain, []) => Ok(set(domain(entries))),
            _ => unsupported("an operation on this map"),
        }
    }

    /// The value of a key that is in the domain: that of its last entry.
    fn looked_up(&self, key: &Value, entries: &[Entry]) -> Result<Value> {
        let mut found = Value::Unset;
        for entry in entries {
            let equal = self.equal(key, &entry.key)?;
            let f = &mut *self.formulas();
            let is_meant = f.and(entry.guard, equal);
            found = match found {
                Value::Unset => entry.value.clone(),
                found => choose(f, is_meant, &entry.value, &found),
            };
        }
        Ok(found)
    }

    /// The maps have the same keys, with the same values.
    pub(super) fn equal_maps(&self, x: &[Entry], y: &[Entry]) -> Result<Formula> {
        let (own, theirs) = (domain(x), domain(y));
        let below = self.subset_formula(&own, &theirs)?;
        let above = self.subset_formula(&theirs, &own)?;
        let mut all = self.formulas().and(below, above);
        for entry in x {
            if all == Formulas::FALSE || y.is_empty() {
                break;
            }
            let (a, b) = (
                self.looked_up(&entry.key, x)?,
                self.looked_up(&entry.key, y)?,
            );
            let equal = self.equal(&a, &b)?;
            let f = &mut *self.formulas();
            let implied = f.implies(entry.guard, equal);
            all = f.and(all, implied);
        }
        Ok(all)
    }

    /// The number of different elements.
    fn size_of(&self, s: &[(Formula, Value)]) -> Result<Value> {
        let mut size = self.formulas().int(0);
        for (at, (guard, element)) in s.iter().enumerate() {
            let earlier = self.is_in(element, s.get(..at).unwrap_or_default())?;
            let f = &mut *self.formulas();
            let is_new = f.not(earlier);
            let counts = f.and(*guard, is_new);
            size = plus_if(f, size, counts);
        }
        Ok(Value::Int(size))
    }
}

/// A number, or the next one if a condition holds.
fn plus_if(f: &mut Formulas, number: Formula, condition: Formula) -> Formula {
    let (one, zero) = (f.int(1), f.int(0));
    let more = f.ite(condition, one, zero);
    f.add(number, more)
}

/// The elements of a collection, all of which are there.
fn members(elements: &[Value]) -> Vec<(Formula, Value)> {
    let elements = elements.iter();
    elements
        .map(|element| (Formulas::TRUE, element.clone()))
        .collect()
}
