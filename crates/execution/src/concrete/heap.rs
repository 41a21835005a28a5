//! The concrete heap. Cells that change while some moment is marked keep their earlier values in
//! a history, so that the heap can be read as it was at that moment.

use super::value::{ObjectId, Value};
use crate::domain::HeapMark;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use veriframe_ir::ClassId;

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
    pub cells: Cells,
}

/// The cells of an object or array. Elements that are all numbers, or all Booleans, are kept
/// without their kind: they take half of the space, or a sixteenth.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Any values.
    Values(Vec<Value>),
    /// Integers of 64 bits.
    Ints(Vec<i64>),
    /// Booleans.
    Bools(Vec<bool>),
}

impl Default for Cells {
    fn default() -> Cells {
        Cells::Values(Vec::new())
    }
}

impl Cells {
    /// So many cells of this value.
    #[must_use]
    pub fn filled(value: &Value, count: usize) -> Cells {
        match value {
            Value::Int(n) => Cells::Ints(vec![*n; count]),
            Value::Bool(b) => Cells::Bools(vec![*b; count]),
            other => Cells::Values(vec![other.clone(); count]),
        }
    }

    /// Their number.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Cells::Values(cells) => cells.len(),
            Cells::Ints(cells) => cells.len(),
            Cells::Bools(cells) => cells.len(),
        }
    }

    /// The value of a cell; `None` if there is no such cell.
    #[inline]
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Value> {
        match self {
            Cells::Values(cells) => cells.get(at).cloned(),
            Cells::Ints(cells) => cells.get(at).map(|n| Value::Int(*n)),
            Cells::Bools(cells) => cells.get(at).map(|b| Value::Bool(*b)),
        }
    }

    /// The values, in order.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.count()).filter_map(|at| self.get(at))
    }

    /// Replaces the value of a cell; the value before, or `None` if there is no such cell.
    #[inline]
    pub fn replace(&mut self, at: usize, value: Value) -> Option<Value> {
        match (&mut *self, value) {
            (Cells::Ints(cells), Value::Int(n)) => {
                let cell = cells.get_mut(at)?;
                Some(Value::Int(std::mem::replace(cell, n)))
            }
            (Cells::Bools(cells), Value::Bool(b)) => {
                let cell = cells.get_mut(at)?;
                Some(Value::Bool(std::mem::replace(cell, b)))
            }
            (Cells::Values(cells), value) => {
                let cell = cells.get_mut(at)?;
                Some(std::mem::replace(cell, value))
            }
            (_, value) => {
                let mut cells: Vec<Value> = self.iter().collect();
                let before = std::mem::replace(cells.get_mut(at)?, value);
                *self = Cells::Values(cells);
                Some(before)
            }
        }
    }
}

/// The number that stands for static fields in a location.
pub const STATICS: ObjectId = crate::permission::STATIC;

/// The heap.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    /// The first objects, which most runs do not write: copies share them until one does.
    first: Rc<Vec<Object>>,
    /// The others.
    objects: Vec<Object>,
    /// Copies share them until one writes: a program has many fields, and a search many runs.
    statics: Rc<Cells>,
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
            statics: Rc::new(Cells::Values(statics)),
            ..Heap::default()
        }
    }

    /// Makes the objects that there are the first ones.
    pub fn share_objects(&mut self) {
        Rc::make_mut(&mut self.first).append(&mut self.objects);
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
        let count = self.first.len().saturating_add(self.objects.len());
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Adds an object.
    pub fn add(&mut self, shape: Shape, cells: Cells) -> Value {
        let id = self.object_count();
        self.size += cells.count() + 3;
        if let Shape::Text(text) = &shape {
            self.size += text.len() / super::UNITS_PER_CELL;
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
            Value::Ref(id) => self.object(*id),
            _ => None,
        }
    }

    fn object(&self, id: ObjectId) -> Option<&Object> {
        let at = id as usize;
        match at.checked_sub(self.first.len()) {
            Some(at) => self.objects.get(at),
            None => self.first.get(at),
        }
    }

    fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let at = id as usize;
        match at.checked_sub(self.first.len()) {
            Some(at) => self.objects.get_mut(at),
            None => Rc::make_mut(&mut self.first).get_mut(at),
        }
    }

    /// The value of a cell, now or at a moment.
    #[inline]
    #[must_use]
    pub fn read(&self, id: ObjectId, part: u32, at: Option<HeapMark>) -> Option<Value> {
        if let Some(at) = at
            && let Some(earlier) = self.history.get(&(id, part))
        {
            let next = earlier.partition_point(|(mark, _)| *mark < at.0);
            if let Some((_, value)) = earlier.get(next) {
                return Some(value.clone());
            }
        }
        let cells = match id {
            STATICS => &*self.statics,
            _ => &self.object(id)?.cells,
        };
        cells.get(part as usize)
    }

    /// Writes a cell; whether there is such a cell.
    #[inline]
    pub fn write(&mut self, id: ObjectId, part: u32, value: Value) -> bool {
        self.version += 1;
        let cells = match id {
            STATICS => Some(Rc::make_mut(&mut self.statics)),
            _ => self.object_mut(id).map(|o| &mut o.cells),
        };
        let before = cells.and_then(|cells| cells.replace(part as usize, value));
        let Some(before) = before else {
            return false;
        };
        if !self.in_use.is_empty() {
            self.keep(id, part, before);
        }
        true
    }

    /// Keeps the value that a cell has before it is written, unless it was written since the last
    /// moment in use.
    fn keep(&mut self, id: ObjectId, part: u32, value: Value) {
        let Some((&last, before)) = self.in_use.split_last() else {
            return;
        };
        let earlier = self.history.entry((id, part)).or_default();
        if earlier.last().is_some_and(|(mark, _)| *mark >= last) {
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
    pub fn mark(&mut self) -> HeapMark {
        self.marked += 1;
        self.in_use.push(self.marked);
        HeapMark(self.marked)
    }

    /// Ends the use of a moment, and of all later ones.
    pub fn release(&mut self, mark: HeapMark) {
        let left = self.in_use.partition_point(|marked| *marked < mark.0);
        self.in_use.truncate(left);
        if left == 0 {
            self.history.clear();
        }
    }

    /// Ends the use of one moment. What was kept for it may be read as of earlier ones.
    pub fn forget(&mut self, mark: HeapMark) {
        if let Ok(at) = self.in_use.binary_search(&mark.0) {
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

    /// Numbers beyond 64 bits in an array of integers.
    #[test]
    fn elements_change_their_kind() {
        let mut cells = Cells::filled(&Value::Int(3), 2);
        let large = Value::int(num_bigint::BigInt::from(1) << 70);
        assert_eq!(cells.replace(2, large.clone()), None);
        assert!(matches!(cells, Cells::Ints(_)));
        assert_eq!(cells.replace(1, large.clone()), Some(Value::Int(3)));
        assert_eq!(cells.replace(0, Value::Null), Some(Value::Int(3)));
        let all: Vec<Value> = cells.iter().collect();
        assert_eq!(all, [Value::Null, large]);
    }

    /// A moment that is marked anew in each iteration of a loop, beside one on entry.
    #[test]
    fn moments_that_are_forgotten_leave_nothing() {
        let mut heap = Heap::new(Vec::new());
        heap.add(Shape::Array, Cells::filled(&Value::Int(0), 2));
        let entry = heap.mark();
        let mut label = heap.mark();
        for n in 1..100 {
            heap.forget(label);
            label = heap.mark();
            heap.write(0, 0, Value::Int(n));
            heap.write(0, 1, Value::Int(-n));
            assert_eq!(heap.read(0, 0, Some(label)), Some(Value::Int(n - 1)));
            assert_eq!(heap.read(0, 1, Some(entry)), Some(Value::Int(0)));
        }
        let kept: usize = heap.history.values().map(Vec::len).sum();
        assert!(kept <= 6, "{kept} earlier values are kept");
        assert_eq!(heap.in_use.len(), 2);
        heap.release(entry);
        assert!(heap.history.is_empty() && heap.in_use.is_empty());
    }
}
