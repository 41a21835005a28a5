//! The concrete domain: numbers, objects, and what a program prints.

mod arithmetic;
mod collections;
mod fingerprint;
pub mod heap;
pub mod input;
mod iteration;
pub mod layout;
mod library;
mod show;
pub mod unknowns;
pub mod value;

use super::code::{Constant, UnknownSite};
use super::compile::default_of;
use super::domain::{Domain, HeapMark, Interrupt, Outcome, PureKey};
use super::natives::Native;
use super::permission::{ABSTRACT, Fraction, Location, Locations};
use heap::{Cells, Heap, STATICS, Shape};
use indexmap::IndexSet;
use layout::Layout;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::convert::Infallible;
use std::ops::Range;
use std::rc::Rc;
use value::{ObjectId, Value};
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{
    BinOp, ClassId, CollOp, FieldId, Overflow, PredId, Program, Type, UnOp, Unique, Width,
};

/// The concrete domain: nothing in it is undecided.
#[derive(Clone, Debug)]
pub struct Concrete<'p> {
    program: &'p Program,
    layout: Rc<Layout>,
    heap: Heap,
    /// The strings that do not exist from the start, by their characters.
    known_texts: FxHashMap<Rc<[u16]>, Value>,
    /// The strings that are several objects in Java, so that `==` of them cannot be told.
    several: FxHashSet<ObjectId>,
    /// What was printed and not yet taken.
    output: Vec<u8>,
    /// The first part of a character of two parts, whose second part was not printed yet.
    first_of_pair: Option<u16>,
    /// The greatest size of the heap, in cells.
    limit: usize,
    /// The number of the first object of the input; without one, of the first that the run makes.
    first_of_input: ObjectId,
    /// The number of objects that exist from the start, or are those of an input.
    given: ObjectId,
    /// The instances of predicates without a body, by number.
    instances: IndexSet<(PredId, Vec<Value>), FxBuildHasher>,
    /// The results of pure calls in annotations, for the heap as it is.
    results: Results,
    /// The elements and characters that operations went through since the machine asked last.
    work: usize,
    /// The values that nobody knows.
    unknowns: unknowns::Unknowns,
}

/// The elements or characters that are gone through in the time of a step.
const PER_STEP: usize = 32;

/// The characters that need as much space as a cell.
const UNITS_PER_CELL: usize = 8;

/// Results of pure calls.
#[derive(Clone, Debug, Default)]
struct Results {
    /// The heap for which they hold.
    version: u64,
    known: FxHashMap<(u32, Vec<Value>, Option<HeapMark>), Value>,
}

/// The most results that are remembered.
const MAX_RESULTS: usize = 100_000;

impl<'p> Concrete<'p> {
    /// The domain of a program before it starts, with a heap of at most `limit` cells.
    #[must_use]
    pub fn new(program: &'p Program, limit: usize) -> Concrete<'p> {
        Concrete::with_layout(program, Rc::new(Layout::new(program)), limit)
    }

    /// The same, where the layout of the program's objects is known.
    #[must_use]
    pub fn with_layout(program: &'p Program, layout: Rc<Layout>, limit: usize) -> Concrete<'p> {
        let heap = layout.start.heap.clone();
        let first_of_input = heap.object_count();
        Concrete {
            program,
            layout,
            heap,
            known_texts: FxHashMap::default(),
            several: FxHashSet::default(),
            output: Vec::new(),
            first_of_pair: None,
            limit,
            first_of_input,
            given: first_of_input,
            instances: IndexSet::default(),
            results: Results::default(),
            work: 0,
            unknowns: unknowns::Unknowns::default(),
        }
    }

    /// The value of a field of an object; `None` if it is none, or has no such field.
    #[must_use]
    pub fn field_of(&self, receiver: &Value, field: FieldId) -> Option<Value> {
        let object = self.heap.get(receiver)?;
        let Shape::Object(class) = object.shape else {
            return None;
        };
        let is_its = self.layout.fields(class).contains(&field);
        let at = is_its.then(|| self.layout.offset(field))?;
        object.cells.get(at as usize)
    }

    /// The value of a static field.
    #[must_use]
    pub fn static_of(&self, field: FieldId) -> Option<Value> {
        self.heap.read(STATICS, field.0, None)
    }

    /// The elements of an array; `None` if it is none.
    #[must_use]
    pub fn elements_of(&self, array: &Value) -> Option<&Cells> {
        let object = self.heap.get(array)?;
        (object.shape == Shape::Array).then_some(&object.cells)
    }

    /// Takes what has been printed since the last call.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    /// An array of strings: the arguments of `main`.
    pub fn texts(&mut self, texts: &[String]) -> Value {
        let texts = texts.iter();
        let texts: Vec<Value> = texts
            .map(|text| self.text(text.encode_utf16().collect()))
            .collect();
        self.heap.add(Shape::Array, Cells::Values(texts))
    }

    /// A new string of these characters. Equal strings are one object here.
    pub(crate) fn text(&mut self, text: Vec<u16>) -> Value {
        let text: Rc<[u16]> = text.into();
        let first = self.layout.start.texts.get(&text);
        if let Some(known) = first.or_else(|| self.known_texts.get(&text)) {
            if let Value::Ref(id) = known {
                self.several.insert(*id);
            }
            return known.clone();
        }
        let object = self.heap.add(Shape::Text(text.clone()), Cells::default());
        self.known_texts.insert(text, object.clone());
        object
    }

    /// The object that exists from the start, if it is one.
    fn unique(&self, value: &Value) -> Option<&'p Unique> {
        match value {
            Value::Ref(id) => self.program.uniques.get(*id as usize),
            _ => None,
        }
    }

    fn id(value: &Value) -> Outcome<ObjectId, Infallible> {
        match value {
            Value::Ref(id) => Ok(*id),
            _ => Err(null()),
        }
    }

    /// Whether the run has made objects, those of initialisers and of new texts included.
    pub(crate) fn has_made_objects(&self) -> bool {
        self.heap.object_count() > self.given
    }

    /// The characters of a string.
    pub(crate) fn characters(&self, value: &Value) -> Option<Rc<[u16]>> {
        match &self.heap.get(value)?.shape {
            Shape::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn room(&self, cells: usize) -> Outcome<(), Infallible> {
        if self.heap.size().saturating_add(cells) <= self.limit {
            Ok(())
        } else {
            Err(Interrupt::OutOfMemory)
        }
    }

    fn cells(&self, array: &Value) -> Outcome<&Cells, Infallible> {
        let object = self.heap.get(array).ok_or_else(null)?;
        Ok(&object.cells)
    }

    fn class(&self, object: &Value) -> Option<ClassId> {
        if let Some(unique) = self.unique(object) {
            return Some(unique.class);
        }
        match &self.heap.get(object)?.shape {
            Shape::Object(class) => Some(*class),
            Shape::Text(_) => self.layout.string,
            Shape::Array => None,
        }
    }

    fn is_below(&self, object: &Value, class: ClassId) -> bool {
        let own = self.class(object);
        own.is_some_and(|own| self.program.hierarchy.is_below(own, class))
    }

    /// The bounds of a slice of an array.
    fn slice(
        &self,
        array: &Value,
        from: Option<&Value>,
        until: Option<&Value>,
    ) -> Outcome<Range<usize>, Infallible> {
        let length = self.cells(array)?.count();
        let end = match until {
            None => length,
            Some(until) => bound(until, length)?,
        };
        let start = match from {
            None => 0,
            Some(from) => bound(from, length)?,
        };
        if start <= end {
            Ok(start..end)
        } else {
            let message = format!("the bounds {start} and {end} are not in order");
            Err(Interrupt::fault(ErrorCode::IndexOutOfBounds, message))
        }
    }
}

fn bound(index: &Value, length: usize) -> Outcome<usize, Infallible> {
    let within = index.index().filter(|index| *index <= length);
    within.ok_or_else(|| out_of_bounds(index, length))
}

fn out_of_bounds(index: &Value, length: usize) -> Interrupt<Infallible> {
    Interrupt::out_of_bounds(index.big().unwrap_or_default(), length)
}

fn null() -> Interrupt<Infallible> {
    Interrupt::fault(ErrorCode::NullDereference, "the receiver is null")
}

fn position(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The value of a constant.
fn value_of(constant: &Constant) -> Value {
    match constant {
        Constant::Null => Value::Null,
        Constant::Int(n) => Value::int(n.clone()),
        Constant::Bool(b) => Value::Bool(*b),
        Constant::Perm(amount) => Value::Perm(Rc::new(amount.clone())),
        Constant::Unique(id) => Value::Ref(id.0),
        Constant::Empty(ty) => collections::literal(Vec::new(), ty),
    }
}

impl Domain for Concrete<'_> {
    type Value = Value;
    type Choice = Infallible;

    fn constant(&mut self, constant: &Constant) -> Value {
        value_of(constant)
    }

    fn unary(&mut self, op: UnOp, operand: &Value) -> Outcome<Value, Infallible> {
        match (op, operand) {
            (UnOp::Not, Value::Bool(b)) => Ok(Value::Bool(!b)),
            (UnOp::Neg, operand) => arithmetic::binary(BinOp::Sub, &Value::Int(0), operand),
            _ => Err(Interrupt::Unsupported("this operation".to_owned())),
        }
    }

    #[inline(always)]
    fn replace(place: &mut Value, value: Value) {
        let before = std::mem::replace(place, value);
        // Most values have nothing to drop, which is quicker to find out here.
        match before {
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Ref(_) => {
                std::mem::forget(before);
            }
            _ => drop(before),
        }
    }

    #[inline(always)]
    fn binary(&mut self, op: BinOp, left: &Value, right: &Value) -> Outcome<Value, Infallible> {
        arithmetic::binary(op, left, right)
    }

    #[inline(always)]
    fn compare(&mut self, op: BinOp, left: &Value, right: &Value) -> Outcome<bool, Infallible> {
        arithmetic::compare(op, left, right)
    }

    #[inline]
    fn extra_steps(&self, op: BinOp, left: &Value, right: &Value) -> u64 {
        arithmetic::extra_steps(op, left, right)
    }

    #[inline]
    fn convert(
        &mut self,
        overflow: Overflow,
        width: Width,
        operand: &Value,
    ) -> Outcome<Value, Infallible> {
        arithmetic::convert(overflow, width, operand)
    }

    fn collection(
        &mut self,
        op: CollOp,
        operands: &[Value],
        ty: &Type,
    ) -> Outcome<Value, Infallible> {
        // What doubles in each iteration must reach a bound before it is made.
        self.room(collections::cells_of_result(op, operands))?;
        self.work += collections::work(op, operands);
        collections::apply(op, operands, ty)
    }

    #[inline]
    fn take_work(&mut self) -> u64 {
        let steps = std::mem::take(&mut self.work) / PER_STEP;
        u64::try_from(steps).unwrap_or(u64::MAX)
    }

    #[inline(always)]
    fn truth(&mut self, condition: &Value) -> Outcome<bool, Infallible> {
        Ok(matches!(condition, Value::Bool(true)))
    }

    fn enumerated(&mut self, domain: &Value) -> Outcome<Value, Infallible> {
        self.room(collections::size_of(domain))?;
        let elements: Vec<Value> = match domain {
            Value::Set(elements) => elements.iter().cloned().collect(),
            Value::Multiset(counts) => counts.keys().cloned().collect(),
            Value::Map(entries) => entries.keys().cloned().collect(),
            _ => return Ok(domain.clone()),
        };
        Ok(Value::Seq(Rc::new(elements)))
    }

    fn element_at(
        &mut self,
        domain: &Value,
        position: &Value,
    ) -> Outcome<Option<Value>, Infallible> {
        let at = position.index().unwrap_or(usize::MAX);
        Ok(domain.seq().get(at).cloned())
    }

    fn allocate(&mut self, class: ClassId) -> Outcome<Value, Infallible> {
        let cells = self.layout.defaults(class);
        self.room(cells.len() + 3)?;
        let cells = Cells::Values(cells.to_vec());
        Ok(self.heap.add(Shape::Object(class), cells))
    }

    fn allocate_array(&mut self, elem: &Type, length: &Value) -> Outcome<Value, Infallible> {
        let Some(length) = length.index() else {
            let length = length.big().unwrap_or_default();
            if length.sign() == num_bigint::Sign::Minus {
                return Err(Interrupt::negative_length(length));
            }
            return Err(Interrupt::OutOfMemory);
        };
        self.room(length.saturating_add(3))?;
        let cells = Cells::filled(&value_of(&default_of(elem)), length);
        Ok(self.heap.add(Shape::Array, cells))
    }

    fn require_object(&mut self, object: &Value) -> Outcome<(), Infallible> {
        match object {
            Value::Null => Err(null()),
            _ => Ok(()),
        }
    }

    fn class_of(&mut self, object: &Value) -> Outcome<ClassId, Infallible> {
        if *object == Value::Null {
            return Err(null());
        }
        let class = self.class(object);
        class.ok_or_else(|| Interrupt::Unsupported("a member of an array".to_owned()))
    }

    fn instance_of(&mut self, object: &Value, class: ClassId) -> Outcome<Value, Infallible> {
        Ok(Value::Bool(self.is_below(object, class)))
    }

    fn cast(&mut self, object: &Value, class: ClassId) -> Outcome<(), Infallible> {
        if *object == Value::Null || self.is_below(object, class) {
            return Ok(());
        }
        let name = |class: ClassId| self.program.class(class).name.clone();
        let own = self.class(object).map_or_else(|| "array".to_owned(), name);
        let message = format!("an object of `{own}` is no `{}`", name(class));
        Err(Interrupt::fault(ErrorCode::Cast, message))
    }

    #[inline]
    fn field(
        &mut self,
        receiver: &Value,
        field: FieldId,
        at: Option<HeapMark>,
    ) -> Outcome<Value, Infallible> {
        let id = Self::id(receiver)?;
        let value = self.heap.read(id, self.layout.offset(field), at);
        Ok(value.unwrap_or_default())
    }

    #[inline]
    fn set_field(
        &mut self,
        receiver: &Value,
        field: FieldId,
        value: Value,
    ) -> Outcome<(), Infallible> {
        let id = Self::id(receiver)?;
        self.heap.write(id, self.layout.offset(field), value);
        Ok(())
    }

    fn static_field(&mut self, field: FieldId, at: Option<HeapMark>) -> Value {
        self.heap.read(STATICS, field.0, at).unwrap_or_default()
    }

    fn set_static(&mut self, field: FieldId, value: Value) {
        self.heap.write(STATICS, field.0, value);
    }

    fn length(&mut self, array: &Value) -> Outcome<Value, Infallible> {
        let length = self.cells(array)?.count();
        Ok(Value::Int(i64::try_from(length).unwrap_or(i64::MAX)))
    }

    #[inline]
    fn element(
        &mut self,
        array: &Value,
        index: &Value,
        at: Option<HeapMark>,
    ) -> Outcome<Value, Infallible> {
        let id = Self::id(array)?;
        let known = index.index();
        let value = known.and_then(|index| self.heap.read(id, position(index), at));
        match value {
            Some(value) => Ok(value),
            None => Err(out_of_bounds(index, self.cells(array)?.count())),
        }
    }

    #[inline]
    fn set_element(
        &mut self,
        array: &Value,
        index: &Value,
        value: Value,
    ) -> Outcome<(), Infallible> {
        let id = Self::id(array)?;
        let known = index.index();
        if known.is_some_and(|index| self.heap.write(id, position(index), value)) {
            Ok(())
        } else {
            Err(out_of_bounds(index, self.cells(array)?.count()))
        }
    }

    fn elements(
        &mut self,
        array: &Value,
        from: Option<&Value>,
        until: Option<&Value>,
        at: Option<HeapMark>,
    ) -> Outcome<Value, Infallible> {
        let slice = self.slice(array, from, until)?;
        self.room(slice.len())?;
        self.work += slice.len();
        let id = Self::id(array)?;
        let elements =
            slice.map(|index| self.heap.read(id, position(index), at).unwrap_or_default());
        Ok(Value::Seq(Rc::new(elements.collect())))
    }

    fn any_value(&mut self, site: &UnknownSite) -> Outcome<Value, Infallible> {
        self.next_unknown(site)
    }

    fn native(
        &mut self,
        native: Native,
        operands: &[Value],
        at: Option<HeapMark>,
    ) -> Outcome<Value, Infallible> {
        self.run_native(native, operands, at)
    }

    fn objects(&mut self, class: ClassId) -> Outcome<Value, Infallible> {
        self.room(self.heap.object_count() as usize)?;
        let all = (0..self.heap.object_count()).map(Value::Ref);
        let objects = all.filter(|object| self.is_below(object, class));
        let with_null = std::iter::once(Value::Null).chain(objects);
        Ok(Value::Seq(Rc::new(with_null.collect())))
    }

    fn mark(&mut self) -> HeapMark {
        self.heap.mark()
    }

    fn release(&mut self, mark: HeapMark) {
        self.heap.release(mark);
    }

    fn forget(&mut self, mark: HeapMark) {
        self.heap.forget(mark);
    }

    fn field_location(
        &mut self,
        receiver: &Value,
        field: FieldId,
    ) -> Outcome<Location, Infallible> {
        let object = Self::id(receiver)?;
        let part = self.layout.offset(field);
        Ok(Location { object, part })
    }

    #[inline]
    fn element_location(&mut self, array: &Value, index: &Value) -> Outcome<Locations, Infallible> {
        let object = Self::id(array)?;
        let part = position(index.index().unwrap_or(usize::MAX));
        Ok(Location { object, part }.into())
    }

    fn element_locations(
        &mut self,
        array: &Value,
        from: Option<&Value>,
        until: Option<&Value>,
    ) -> Outcome<Locations, Infallible> {
        let slice = self.slice(array, from, until)?;
        let object = Self::id(array)?;
        let parts = position(slice.start)..position(slice.end);
        Ok(Locations { object, parts })
    }

    fn instance_location(&mut self, pred: PredId, operands: &[Value]) -> Location {
        let instance = (pred, operands.to_vec());
        let (number, _) = self.instances.insert_full(instance);
        Location {
            object: ABSTRACT,
            part: position(number),
        }
    }

    fn is_unchanged(&mut self, location: Location, since: HeapMark) -> Outcome<bool, Infallible> {
        let Location { object, part } = location;
        if object != ABSTRACT {
            let then = self.heap.read(object, part, Some(since));
            return Ok(self.heap.read(object, part, None) == then);
        }
        // What a built-in object holds is in its first cells.
        let instance = self.instances.get_index(part as usize);
        let receiver = instance.and_then(|(_, values)| values.first());
        Ok(match receiver {
            Some(Value::Ref(id)) => {
                let same = |part| {
                    let then = self.heap.read(*id, part, Some(since));
                    self.heap.read(*id, part, None) == then
                };
                same(0) && same(1)
            }
            _ => true,
        })
    }

    fn fraction(&mut self, amount: &Value) -> Outcome<Option<Fraction>, Infallible> {
        Ok(amount.perm().and_then(Fraction::new))
    }

    fn show(&self, value: &Value, ty: &Type) -> String {
        self.shown(&[(value, ty)]).pop().unwrap_or_default()
    }

    fn show_all(&self, values: &[(&Value, &Type)]) -> Vec<String> {
        self.shown(values)
    }

    fn remembered(&self, call: &PureKey<'_, Value>) -> Option<Value> {
        if self.results.version != self.heap.version() {
            return None;
        }
        let key = (call.routine, call.inputs.to_vec(), call.at);
        self.results.known.get(&key).cloned()
    }

    fn remember(&mut self, call: &PureKey<'_, Value>, result: &Value) {
        let results = &mut self.results;
        if results.version != self.heap.version() || results.known.len() >= MAX_RESULTS {
            results.known.clear();
            results.version = self.heap.version();
        }
        let key = (call.routine, call.inputs.to_vec(), call.at);
        results.known.insert(key, result.clone());
    }
}
