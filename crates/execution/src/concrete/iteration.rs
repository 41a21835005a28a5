//! Iterators of built-in lists: the elements that the list had, and a position among them. Where
//! the list has changed since, Java throws an exception, or tells what the list has now.

use super::library::{Native1, nothing_built_in};
use super::value::Value;
use super::{Concrete, out_of_bounds};
use crate::domain::{Domain, HeapMark, Interrupt, Outcome};
use crate::natives::ListOp;
use std::convert::Infallible;
use std::rc::Rc;

/// The cells of an iterator after the elements.
const POSITION: u32 = 1;
const LIST: u32 = 2;

impl Concrete<'_> {
    /// A new iterator of a list with these elements.
    pub(super) fn iterator(&mut self, list: &Value, elements: Value) -> Native1 {
        let class = self.layout.iterator;
        let class = class.ok_or_else(|| nothing_built_in("an iterator"))?;
        let iterator = self.allocate(class)?;
        self.hold(&iterator, elements)?;
        self.heap.write(Self::id(&iterator)?, LIST, list.clone());
        Ok(iterator)
    }

    /// A member of an iterator.
    pub(super) fn iteration(
        &mut self,
        op: ListOp,
        iterator: &Value,
        at: Option<HeapMark>,
    ) -> Native1 {
        let held = self.held(iterator, at)?;
        let id = Self::id(iterator)?;
        let position = self.heap.read(id, POSITION, at).and_then(|at| at.index());
        let position = position.unwrap_or(0);
        let left = held.seq().get(position..).unwrap_or_default();
        if op == ListOp::Rest {
            return Ok(Value::Seq(Rc::new(left.to_vec())));
        }
        if at.is_none() {
            self.refuse_changed(id, &held)?;
        }
        match (op, left.first()) {
            (ListOp::HasNext, next) => Ok(Value::Bool(next.is_some())),
            (_, None) => Err(out_of_bounds(&Value::Int(0), 0)),
            (_, Some(next)) => {
                let after = i64::try_from(position + 1).unwrap_or(i64::MAX);
                self.heap.write(id, POSITION, Value::Int(after));
                Ok(next.clone())
            }
        }
    }

    /// Refuses an iterator whose list has other elements than at the start.
    fn refuse_changed(&self, iterator: u32, held: &Value) -> Outcome<(), Infallible> {
        let list = self.heap.read(iterator, LIST, None);
        let Some(list @ Value::Ref(_)) = list else {
            return Ok(());
        };
        let is_same = match (self.held(&list, None)?, held) {
            // A change of elements that are shared makes a copy.
            (Value::Seq(now), Value::Seq(then)) => Rc::ptr_eq(&now, then),
            _ => false,
        };
        if is_same {
            Ok(())
        } else {
            let what = "an iterator of a list that has changed";
            Err(Interrupt::Unsupported(what.to_owned()))
        }
    }
}
