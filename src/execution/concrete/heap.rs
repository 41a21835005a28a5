//! The concrete heap. Cells that change while some moment is marked keep their earlier values in
//! a history, so that the heap can be read as it was at that moment.

use super::value::{ObjectId, Value};
use crate::execution::domain::Moment;
use crate::ir::ClassId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What an object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An object of this class; its cells are the fields, superclasses' first.
    Object(ClassId),
    /// An array.
    Array,
    /// A string; its cells are empty.
    Text(Rc<[u16]>),
}

/// An object, an array or a string.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub shape: Shape,
    /// Its fields or elements.
    pub cells: Vec<Value>,
}

/// The number that stands for static fields in a location.
pub const STATICS: ObjectId = crate::execution::permission::STATIC;

/// The heap.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    objects: Vec<Object>,
    statics: Vec<Value>,
    /// The number of moments that were marked.
    marked: u32,
    /// The marked moments in use, in order.
    in_use: Vec<u32>,
    /// By cell: the moments after which it was written first, with the values before.
    history: FxHashMap<(ObjectId, u32), Vec<(u32, Value)>>,
    /// The number of changes.
    version: u64,
    /// The number of cells of all objects.
    size: usize,
}

impl Heap {
    /// A heap with these static fields.
    #[must_use]
    pub fn new(statics: Vec<Value>) -> Heap {
        Heap {
            statics,
            ..Heap::default()
        }
    }

    /// The number of changes so far.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The number of cells, with some for each object.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of objects.
    #[must_use]
    pub fn object_count(&self) -> ObjectId {
        u32::try_from(self.objects.len()).unwrap_or(u32::MAX)
    }

    /// Adds an object.
    pub fn add(&mut self, shape: Shape, cells: Vec<Value>) -> Value {
        let id = u32::try_from(self.objects.len()).unwrap_or(u32::MAX);
        self.size += cells.len() + 3;
        if let Shape::Text(text) = &shape {
            self.size += text.len() / 8;
        }
        self.objects.push(Object { shape, cells });
        Value::Ref(id)
    }

    /// Counts the elements that a built-in object has more, or less, than before.
    pub fn count(&mut self, before: usize, after: usize) {
        self.size = (self.size + after).saturating_sub(before);
    }

    /// The object; `None` for null.
    #[must_use]
    pub fn get(&self, value: &Value) -> Option<&Object> {
        match value {
            Value::Ref(id) => self.objects.get(*id as usize),
            _ => None,
        }
    }

    /// The value of a cell, now or at a moment.
    #[must_use]
    pub fn read(&self, id: ObjectId, part: u32, at: Option<Moment>) -> Option<&Value> {
        if let Some(at) = at
            && let Some(earlier) = self.history.get(&(id, part))
        {
            let next = earlier.partition_point(|(moment, _)| *moment < at.0);
            if let Some((_, value)) = earlier.get(next) {
                return Some(value);
            }
        }
        match id {
            STATICS => self.statics.get(part as usize),
            _ => self.objects.get(id as usize)?.cells.get(part as usize),
        }
    }

    /// Writes a cell. What does not exist is not written.
    pub fn write(&mut self, id: ObjectId, part: u32, value: Value) {
        self.version += 1;
        let cell = match id {
            STATICS => self.statics.get_mut(part as usize),
            _ => {
                let object = self.objects.get_mut(id as usize);
                object.and_then(|object| object.cells.get_mut(part as usize))
            }
        };
        let Some(cell) = cell else { return };
        let before = std::mem::replace(cell, value);
        if !self.in_use.is_empty() {
            self.keep(id, part, before);
        }
    }

    /// Keeps the value that a cell has before it is written, unless it was written since the last
    /// moment in use.
    fn keep(&mut self, id: ObjectId, part: u32, value: Value) {
        let Some((&last, before)) = self.in_use.split_last() else {
            return;
        };
        let earlier = self.history.entry((id, part)).or_default();
        if earlier.last().is_some_and(|(moment, _)| *moment >= last) {
            return;
        }
        // Of the values since the last but one moment in use, only the first can be read.
        let other = before.last().copied().unwrap_or(0);
        while let [.., (first, _), (second, _)] = earlier.as_slice()
            && *first > other
            && *second > other
        {
            earlier.pop();
        }
        earlier.push((last, value));
    }

    /// Marks this moment.
    pub fn mark(&mut self) -> Moment {
        self.marked += 1;
        self.in_use.push(self.marked);
        Moment(self.marked)
    }

    /// Ends the use of a moment, and of all later ones.
    pub fn release(&mut self, moment: Moment) {
        let left = self.in_use.partition_point(|marked| *marked < moment.0);
        self.in_use.truncate(left);
        if left == 0 {
            self.history.clear();
        }
    }

    /// Ends the use of one moment. What was kept for it may be read as of earlier ones.
    pub fn forget(&mut self, moment: Moment) {
        if let Ok(at) = self.in_use.binary_search(&moment.0) {
            self.in_use.remove(at);
        }
        if self.in_use.is_empty() {
            self.history.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A moment that is marked anew in each iteration of a loop, beside one on entry.
    #[test]
    fn moments_that_are_forgotten_leave_nothing() {
        let mut heap = Heap::new(Vec::new());
        heap.add(Shape::Array, vec![Value::Int(0); 2]);
        let entry = heap.mark();
        let mut label = heap.mark();
        for n in 1..100 {
            heap.forget(label);
            label = heap.mark();
            heap.write(0, 0, Value::Int(n));
            heap.write(0, 1, Value::Int(-n));
            assert_eq!(heap.read(0, 0, Some(label)), Some(&Value::Int(n - 1)));
            assert_eq!(heap.read(0, 1, Some(entry)), Some(&Value::Int(0)));
        }
        let kept: usize = heap.history.values().map(Vec::len).sum();
        assert!(kept <= 6, "{kept} earlier values are kept");
        assert_eq!(heap.in_use.len(), 2);
        heap.release(entry);
        assert!(heap.history.is_empty() && heap.in_use.is_empty());
    }
}
