//! Arrays: indices are formulas, lengths too, within the bound of elements.

use super::heap::Shape;
use super::value::{ObjectId, Reference, Value, choose};
use super::{Bounded, MAX_ELEMENTS, Result, constant_in, unsupported};
use crate::compile::default_of;
use crate::domain::{Domain, HeapMark, Interrupt};
use num_traits::ToPrimitive;
use std::rc::Rc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::Type;
use veriframe_logic::bits::{Formula, Formulas};

/// The most values of a number among which paths are forked.
const MAX_CASES: i64 = 64;

impl Bounded<'_> {
    /// The length of an array that is not null.
    pub(super) fn length_of(&self, array: &Reference) -> Result<Formula> {
        let targets = self.targets(array);
        let length = self.of_targets(&targets, |_, object| match &self.heap.get(object)?.shape {
            Shape::Array(_, length) => Some(Value::Int(*length)),
            Shape::Object(_) => None,
        });
        self.integer(&length)
    }

    /// A new array. Of a length that is not known, it has at most the bound of elements.
    pub(super) fn new_array(&mut self, elem: &Type, length: &Value) -> Result<Value> {
        let length = self.integer(length)?;
        let (is_number, within, most) = {
            let f = &mut *self.formulas();
            let zero = f.int(0);
            let known = f.constant(length).and_then(ToPrimitive::to_u32);
            let limit = known.map_or(self.shared.elements, |n| n.min(MAX_ELEMENTS));
            let most = f.int(limit);
            (f.le(zero, length), f.le(length, most), limit)
        };
        let message = "the length is negative";
        self.check(is_number, ErrorCode::NegativeArraySize, message)?;
        if !self.decide(within)? {
            return Err(Interrupt::OutOfMemory);
        }
        let default = constant_in(&mut self.formulas(), &default_of(elem));
        let cells = (0..most).map(|index| (index, default.clone())).collect();
        self.add_object(Shape::Array(elem.clone(), length), cells)
    }

    /// Refuses an index out of bounds. Returns the objects and the index.
    fn indexed(&self, array: &Value, index: &Value) -> Result<(Vec<(Formula, ObjectId)>, Formula)> {
        let reference = self.object(array)?;
        let index = self.integer(index)?;
        let length = self.length_of(&reference)?;
        let within = {
            let f = &mut *self.formulas();
            let zero = f.int(0);
            let (low, high) = (f.le(zero, index), f.lt(index, length));
            f.and(low, high)
        };
        let message = "the index is out of bounds";
        self.check(within, ErrorCode::IndexOutOfBounds, message)?;
        Ok((self.targets(&reference), index))
    }

    pub(super) fn array_element(
        &self,
        array: &Value,
        index: &Value,
        at: Option<HeapMark>,
    ) -> Result<Value> {
        let (targets, index) = self.indexed(array, index)?;
        let heap = self.heap_at(at);
        Ok(self.of_targets(&targets, |f, object| {
            let object = heap.get(object).or_else(|| self.heap.get(object))?;
            let mut found: Option<Value> = None;
            let Shape::Array(elem, _) = &object.shape else {
                return None;
            };
            for (part, value) in object.cells.iter().rev() {
                let part = f.int(*part);
                let is_meant = f.eq(index, part);
                found = match found {
                    _ if is_meant == Formulas::FALSE => found,
                    None => Some(value.clone()),
                    Some(other) => Some(choose(f, is_meant, value, &other)),
                };
            }
            // No array is longer than its cells: such an index is out of bounds, and where a
            // condition excludes it, it does not matter what is there.
            found.or_else(|| Some(constant_in(f, &default_of(elem))))
        }))
    }

    pub(super) fn set_array_element(
        &mut self,
        array: &Value,
        index: &Value,
        value: &Value,
    ) -> Result<()> {
        let (targets, index) = self.indexed(array, index)?;
        let shared = self.shared.clone();
        let f = &mut *shared.formulas.borrow_mut();
        let heap = Rc::make_mut(&mut self.heap);
        let mut others = Formulas::TRUE;
        for (condition, object) in targets {
            // The last target's condition stands for that of none of the others.
            let is_meant = f.and(others, condition);
            let negation = f.not(condition);
            others = f.and(others, negation);
            let cells = heap.get(object).map(|object| object.cells.clone());
            for (part, before) in cells.unwrap_or_default() {
                let number = f.int(part);
                let is_index = f.eq(index, number);
                let is_written = f.and(is_meant, is_index);
                if is_written != Formulas::FALSE {
                    let value = choose(f, is_written, value, &before);
                    heap.set(object, part, value);
                }
            }
        }
        Ok(())
    }

    /// The number, by a fork among the values of its range.
    pub(super) fn known_number(&self, n: Formula) -> Result<i64> {
        let (known, range) = {
            let f = self.formulas();
            (f.constant(n).cloned(), f.range_of(n).cloned())
        };
        if let Some(known) = known {
            return known
                .to_i64()
                .map_or_else(|| unsupported("a huge index"), Ok);
        }
        let ends = range.and_then(|range| Some((range.low.to_i64()?, range.high.to_i64()?)));
        let Some((low, high)) = ends.filter(|(low, high)| high - low <= MAX_CASES) else {
            return unsupported("a symbolic bound of a sequence");
        };
        for case in low..high {
            let is_case = {
                let f = &mut *self.formulas();
                let case = f.int(case);
                f.eq(n, case)
            };
            if self.decide(is_case)? {
                return Ok(case);
            }
        }
        Ok(high)
    }

    /// The index, by a fork among its values.
    pub(super) fn known_index(&self, index: &Value) -> Result<usize> {
        let index = self.integer(index)?;
        let index = self.known_number(index)?;
        usize::try_from(index).map_or_else(|_| unsupported("a negative index"), Ok)
    }

    /// The bound of a slice, by a fork among the indices of the array.
    fn known_bound(&self, bound: &Value, length: i64) -> Result<i64> {
        let bound = self.integer(bound)?;
        let within = {
            let f = &mut *self.formulas();
            let (zero, end) = (f.int(0), f.int(length));
            let (low, high) = (f.le(zero, bound), f.le(bound, end));
            f.and(low, high)
        };
        let message = "the index is out of bounds";
        self.check(within, ErrorCode::IndexOutOfBounds, message)?;
        for case in 0..length {
            let is_case = {
                let f = &mut *self.formulas();
                let case = f.int(case);
                f.eq(bound, case)
            };
            if self.decide(is_case)? {
                return Ok(case);
            }
        }
        Ok(length)
    }

    /// The sequence of an array's elements within bounds.
    pub(super) fn array_elements(
        &mut self,
        array: &Value,
        from: Option<&Value>,
        until: Option<&Value>,
        at: Option<HeapMark>,
    ) -> Result<Value> {
        let reference = self.object(array)?;
        let length = self.length_of(&reference)?;
        let length = self.known_number(length)?;
        let end = match until {
            None => length,
            Some(until) => self.known_bound(until, length)?,
        };
        let start = match from {
            None => 0,
            Some(from) => self.known_bound(from, length)?,
        };
        if end < start {
            let message = format!("the bounds {start} and {end} are not in order");
            return Err(Interrupt::fault(ErrorCode::IndexOutOfBounds, message));
        }
        let mut elements = Vec::new();
        for index in start..end {
            let index = Value::Int(self.formulas().int(index));
            elements.push(self.element(array, &index, at)?);
        }
        Ok(Value::Seq(Rc::new(elements)))
    }
}
