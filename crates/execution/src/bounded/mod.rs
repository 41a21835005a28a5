//! The domain of bounded checking: values are formulas, references are numbers of objects, and a
//! branch that formulas do not decide is taken both ways without asking a solver. Configurations
//! that meet again are merged: their values become conditionals.
//!
//! Values are formulas of `logic::bits`, a hash-consed graph of Booleans and numbers with ranges; a
//! reference is the number of an object and the objects that it can be. No solver is asked on the
//! way: what constructors and known conditions do not decide, the unwinder
//! (`crates/execution/src/unwinding.rs`) takes both ways. It executes configurations in the order
//! of the program, so those that wait at a join are met, and their values become conditionals.
//! Where one side of a fork is wrong at once, the other forgets the condition, because a model in
//! which it does not hold shows the first error anyway. The ends of paths are collected as path
//! conditions: violations, bounds, what is not supported. `crates/execution/src/bmc.rs` asks for
//! each kind whether it can be, violations first; a model becomes an input, and is a bug only if
//! the concrete domain fails with it. In `crates/logic/src/z3/bits.rs` a number is a bit vector of
//! as many bits as its range needs, of what wraps around only the lowest; if some number has no
//! range, all are integers. The initial states (`crates/execution/src/bounded/initial.rs`) are as
//! many objects of each class as the scope allows, of which a prefix exists. The receiver is of a
//! class for which the member runs (`crates/execution/src/receivers.rs`); runs by `super` are
//! checked as the copies that stand for them. `src/driver/bmc_tests.rs` holds the answers against
//! concrete runs of all inputs in a scope.

mod arrays;
mod collections;
mod contracts;
mod footprint;
mod heap;
mod initial;
mod left_open;
mod merging;
mod operators;
mod path;
mod sequences;
mod unknowns;
pub mod value;

pub use initial::{Extent, Initial, Wanted};

use super::by_contract;
use super::code::{Constant, UnknownSite};
use super::compile::{default_of, initial_of};
use super::domain::{Demanded, Domain, HeapMark, Interrupt, LeftOut, Outcome};
use super::natives::Native;
use super::permission::{Fraction, Location, Locations};
use footprint::Footprint;
use heap::{Heap, Object, Shape};
use path::Path;
use std::cell::{Cell, RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;
use value::{NULL, ObjectId, Reference, Value, choose};
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{
    BinOp, ClassId, CollOp, FieldId, MemberId, Overflow, PredId, Program, Type, UnOp, UniqueId,
    Width,
};
use veriframe_logic::bits::{Formula, Formulas};

/// A condition that is not decided.
pub type Choice = Formula;

type Result<T> = Outcome<T, Choice>;

/// What all configurations of one check share.
#[derive(Debug)]
pub struct Shared<'p> {
    program: &'p Program,
    formulas: RefCell<Formulas>,
    /// The number of the next object.
    next: Cell<ObjectId>,
    /// The most elements of an array whose length is not known.
    elements: u32,
    /// What holds of the results of calls by contract.
    supposed: RefCell<Vec<Formula>>,
    /// The values of pure methods without code that do not depend on the heap.
    applications: RefCell<Vec<contracts::Application>>,
    /// The values that cells have from the start, by object, of those that contracts leave open.
    from_start: RefCell<BTreeMap<(ObjectId, u32), Value>>,
    /// The objects that calls by contract have made, with their classes.
    made: RefCell<BTreeMap<ObjectId, ClassId>>,
    /// Whether what the library returns of an erased type was given to it, or is a text.
    returns_given: bool,
    /// Whether the member that is called by its contract is one of the library.
    is_library: Cell<bool>,
    /// The values that nobody knows.
    unknowns: RefCell<unknowns::Unknowns>,
}

/// The most objects that are allocated.
const MAX_OBJECTS: ObjectId = 20_000;

/// The most elements of an array.
const MAX_ELEMENTS: u32 = 10_000;

/// The domain, with the heap and the path.
#[derive(Clone, Debug)]
pub struct Bounded<'p> {
    shared: Rc<Shared<'p>>,
    heap: Rc<Heap>,
    /// The heaps at the marked moments.
    marked_heaps: Vec<Rc<Heap>>,
    path: Path,
    /// The footprints that are collected, by depth.
    footprints: Vec<Footprint>,
}

fn unsupported<T>(what: &str) -> Result<T> {
    Err(Interrupt::Unsupported(what.to_owned()))
}

impl<'p> Bounded<'p> {
    /// The domain before the program starts; arrays whose length is not known have at most this
    /// many elements. Of what the library returns of an erased type, the last parameter says
    /// whether it was given to it, or is a text.
    #[must_use]
    pub fn new(program: &'p Program, elements: u32, returns_given: bool) -> Bounded<'p> {
        let mut formulas = Formulas::default();
        let mut heap = Heap::default();
        let first = NULL + 1;
        // The first objects are those that exist from the start.
        for (id, unique) in (first..).zip(&program.uniques) {
            let object = Object {
                shape: Shape::Object(unique.class),
                exists: Formulas::TRUE,
                cells: BTreeMap::new(),
            };
            heap.objects.insert(id, Rc::new(object));
        }
        for (id, field) in veriframe_ir::ids::<FieldId>(program.fields.len()).zip(&program.fields) {
            if field.is_static {
                let value = constant_in(&mut formulas, &default_of(&field.ty));
                heap.statics.insert(id.0, value);
            }
        }
        let count = u32::try_from(program.uniques.len()).unwrap_or(u32::MAX);
        Bounded {
            shared: Rc::new(Shared {
                program,
                formulas: RefCell::new(formulas),
                next: Cell::new(first + count),
                elements,
                supposed: RefCell::default(),
                applications: RefCell::default(),
                from_start: RefCell::default(),
                made: RefCell::default(),
                returns_given,
                is_library: Cell::new(false),
                unknowns: RefCell::default(),
            }),
            heap: Rc::new(heap),
            marked_heaps: Vec::new(),
            path: Path::default(),
            footprints: Vec::new(),
        }
    }

    /// The formulas of this check.
    pub fn formulas(&self) -> RefMut<'_, Formulas> {
        self.shared.formulas.borrow_mut()
    }

    /// The path condition.
    #[must_use]
    pub fn condition(&self) -> Formula {
        self.path.condition(&mut self.formulas())
    }

    /// Assumes a condition, or its negation.
    pub fn assume(&mut self, condition: Formula, holds: bool) {
        let f = &mut *self.shared.formulas.borrow_mut();
        let condition = if holds { condition } else { f.not(condition) };
        self.path.assume(f, condition);
    }

    /// Leaves the last assumption out of the path condition, because wherever it does not hold,
    /// something else is wrong. It is still known.
    pub fn release_last(&mut self) {
        self.path.release_last();
    }

    fn decide(&self, condition: Formula) -> Result<bool> {
        let decided = self.path.decide(&mut self.formulas(), condition);
        decided.ok_or(Interrupt::Undecided(condition))
    }

    /// Refuses values for which a condition does not hold.
    fn check(&self, condition: Formula, code: ErrorCode, message: &str) -> Result<()> {
        if self.decide(condition)? {
            Ok(())
        } else {
            Err(Interrupt::fault(code, message))
        }
    }

    /// A value whose structure is known.
    fn structure(&self, value: &Value) -> Result<Value> {
        let mut value = value;
        while let Value::Either(condition, both) = value {
            value = if self.decide(*condition)? {
                &both.0
            } else {
                &both.1
            };
        }
        Ok(value.clone())
    }

    fn integer(&self, value: &Value) -> Result<Formula> {
        match value {
            Value::Int(n) => Ok(*n),
            _ => unsupported("arithmetic on these values"),
        }
    }

    fn boolean(&self, value: &Value) -> Result<Formula> {
        match value {
            Value::Bool(b) => Ok(*b),
            _ => unsupported("a condition without a value"),
        }
    }

    /// The reference; what has no value is null.
    fn reference(&self, value: &Value) -> Result<Reference> {
        match value {
            Value::Ref(reference) => Ok(reference.clone()),
            Value::Unset => Ok(Reference::to(&mut self.formulas(), NULL)),
            _ => unsupported("a reference to these values"),
        }
    }

    /// The reference is not null.
    fn is_object(&self, reference: &Reference) -> Formula {
        if !reference.may_be_null() {
            return Formulas::TRUE;
        }
        let f = &mut *self.formulas();
        let null = f.int(NULL);
        let is_null = f.eq(reference.id, null);
        f.not(is_null)
    }

    /// The objects that a reference can refer to on this path, each with the condition that it
    /// does; without null. The last one has the condition `true`: one of them is the object.
    fn targets(&self, reference: &Reference) -> Vec<(Formula, ObjectId)> {
        let f = &mut *self.formulas();
        let mut targets = Vec::new();
        for &object in reference.objects.iter().filter(|object| **object != NULL) {
            let number = f.int(object);
            let is_meant = f.eq(reference.id, number);
            match self.path.decide(f, is_meant) {
                Some(false) => {}
                Some(true) => return vec![(Formulas::TRUE, object)],
                None => targets.push((is_meant, object)),
            }
        }
        if let Some((condition, _)) = targets.last_mut() {
            *condition = Formulas::TRUE;
        }
        targets
    }

    /// Gives objects that a call has made a field, as by [`Bounded::complete`].
    fn completed(
        &mut self,
        targets: &[(Formula, ObjectId)],
        field: FieldId,
        at: Option<HeapMark>,
    ) -> Result<()> {
        let name = &self.shared.program.field(field).name;
        let completed = self.complete(targets, field.0, at);
        completed.ok_or_else(|| Interrupt::Unsupported(format!("the unknown value of `{name}`")))
    }

    /// Refuses null.
    fn object(&self, value: &Value) -> Result<Reference> {
        let reference = self.reference(value)?;
        let is_object = self.is_object(&reference);
        let message = "the receiver is null";
        self.check(is_object, ErrorCode::NullDereference, message)?;
        Ok(reference)
    }

    /// The conditional of the targets' values.
    fn of_targets(
        &self,
        targets: &[(Formula, ObjectId)],
        mut value: impl FnMut(&mut Formulas, ObjectId) -> Option<Value>,
    ) -> Value {
        let f = &mut *self.formulas();
        let mut found: Option<Value> = None;
        for (condition, object) in targets.iter().rev() {
            let Some(value) = value(f, *object) else {
                continue;
            };
            found = Some(match found {
                None => value,
                Some(other) => choose(f, *condition, &value, &other),
            });
        }
        found.unwrap_or_default()
    }

    /// The heap now or at a moment.
    fn heap_at(&self, at: Option<HeapMark>) -> &Heap {
        let earlier = at.and_then(|at| self.marked_heaps.get(position_of(at)?));
        earlier.unwrap_or(&self.heap)
    }

    /// The same, to change it.
    fn heap_at_mut(&mut self, at: Option<HeapMark>) -> &mut Rc<Heap> {
        let earlier = at.and_then(|at| self.marked_heaps.get_mut(position_of(at)?));
        earlier.unwrap_or(&mut self.heap)
    }

    /// Sets a cell of each target under its condition.
    fn set_cells(&mut self, targets: &[(Formula, ObjectId)], part: u32, value: &Value) {
        let shared = self.shared.clone();
        let f = &mut *shared.formulas.borrow_mut();
        let heap = Rc::make_mut(&mut self.heap);
        let mut others = Formulas::TRUE;
        for (condition, object) in targets {
            // The last target's condition stands for that of none of the others.
            let is_meant = f.and(others, *condition);
            let negation = f.not(*condition);
            others = f.and(others, negation);
            let before = heap.get(*object).and_then(|o| o.cells.get(&part)).cloned();
            if let Some(before) = before {
                let value = choose(f, is_meant, value, &before);
                heap.set(*object, part, value);
            }
        }
    }

    fn add_object(&mut self, shape: Shape, cells: BTreeMap<u32, Value>) -> Result<Value> {
        let id = self.shared.next.get();
        if id >= MAX_OBJECTS {
            return Err(Interrupt::OutOfMemory);
        }
        self.shared.next.set(id + 1);
        let object = Object {
            shape,
            exists: Formulas::TRUE,
            cells,
        };
        let heap = Rc::make_mut(&mut self.heap);
        heap.objects.insert(id, Rc::new(object));
        Ok(Value::Ref(Reference::to(&mut self.formulas(), id)))
    }

    fn class(&self, object: ObjectId) -> Option<ClassId> {
        match self.heap.get(object)?.shape {
            Shape::Object(class) => Some(class),
            Shape::Array(..) => None,
        }
    }

    /// The fields of a class, superclasses' first.
    fn fields(&self, class: ClassId) -> Vec<FieldId> {
        let program = self.shared.program;
        let declared = program.class(class);
        let supers = declared.supers.iter();
        let mut fields: Vec<FieldId> = supers.flat_map(|above| self.fields(*above)).collect();
        fields.extend(declared.fields.iter().copied());
        fields
    }

    /// The object of a reference is of a class or a subclass.
    fn is_below(&self, reference: &Reference, class: ClassId) -> Formula {
        let targets = self.targets(reference);
        let hierarchy = &self.shared.program.hierarchy;
        let below = self.of_targets(&targets, |_, object| {
            let own = self.class(object);
            let is_below = own.is_some_and(|own| hierarchy.is_below(own, class));
            Some(Value::Bool(Formulas::truth(is_below)))
        });
        match below {
            Value::Bool(below) => {
                let is_object = self.is_object(reference);
                self.formulas().and(is_object, below)
            }
            _ => Formulas::FALSE,
        }
    }
}

/// The position of the heap of a moment.
fn position_of(mark: HeapMark) -> Option<usize> {
    (mark.0 as usize).checked_sub(1)
}

/// The value of a constant.
fn constant_in(f: &mut Formulas, constant: &Constant) -> Value {
    match constant {
        Constant::Null => Value::Ref(Reference::to(f, NULL)),
        Constant::Int(n) => Value::Int(f.int(n.clone())),
        Constant::Bool(b) => Value::Bool(Formulas::truth(*b)),
        Constant::Perm(amount) => Value::Perm(Rc::new(amount.clone())),
        Constant::Unique(UniqueId(id)) => Value::Ref(Reference::to(f, NULL + 1 + id)),
        Constant::Empty(Type::Set(_)) => Value::Set(Rc::default()),
        Constant::Empty(Type::Seq(_)) => Value::Seq(Rc::default()),
        Constant::Empty(Type::Multiset(_)) => Value::Multiset(Rc::default()),
        Constant::Empty(Type::Map(..)) => Value::Map(Rc::default()),
        Constant::Empty(_) => Value::Unset,
    }
}

/// Locations have no numbers: the domain collects footprints itself.
const NO_LOCATION: Location = Location { object: 0, part: 0 };

impl Domain for Bounded<'_> {
    type Value = Value;
    type Choice = Choice;

    const EXECUTES_CONTRACTS: bool = true;

    fn constant(&mut self, constant: &Constant) -> Value {
        constant_in(&mut self.formulas(), constant)
    }

    fn unary(&mut self, op: UnOp, operand: &Value) -> Result<Value> {
        match op {
            UnOp::Not => {
                let operand = self.boolean(operand)?;
                Ok(Value::Bool(self.formulas().not(operand)))
            }
            UnOp::Neg => {
                let operand = self.integer(operand)?;
                let f = &mut *self.formulas();
                let zero = f.int(0);
                Ok(Value::Int(f.sub(zero, operand)))
            }
        }
    }

    fn binary(&mut self, op: BinOp, left: &Value, right: &Value) -> Result<Value> {
        self.operator(op, left, right)
    }

    fn convert(&mut self, overflow: Overflow, width: Width, operand: &Value) -> Result<Value> {
        self.converted(overflow, width, operand)
    }

    fn collection(&mut self, op: CollOp, operands: &[Value], ty: &Type) -> Result<Value> {
        self.collected_of(op, operands, ty)
    }

    fn truth(&mut self, condition: &Value) -> Result<bool> {
        let condition = self.boolean(condition)?;
        self.decide(condition)
    }

    fn element_at(&mut self, domain: &Value, position: &Value) -> Result<Option<Value>> {
        let at = self.known_index(position)?;
        Ok(match self.structure(domain)? {
            Value::Seq(elements) => elements.get(at).cloned(),
            // What is not in the collection does no harm: the guard that names the set is a part of the
            // quantifier's body.
            Value::Set(elements) | Value::Multiset(elements) => {
                elements.get(at).map(|(_, element)| element.clone())
            }
            Value::Map(entries) => entries.get(at).map(|entry| entry.key.clone()),
            _ => return unsupported("a quantifier over this collection"),
        })
    }

    fn allocate(&mut self, class: ClassId) -> Result<Value> {
        let program = self.shared.program;
        let fields = self.fields(class).into_iter();
        let fields = fields.map(|field| {
            let value = constant_in(&mut self.formulas(), &initial_of(program.field(field)));
            (field.0, value)
        });
        let fields = fields.collect();
        self.add_object(Shape::Object(class), fields)
    }

    fn allocate_array(&mut self, elem: &Type, length: &Value) -> Result<Value> {
        self.new_array(elem, length)
    }

    fn require_object(&mut self, object: &Value) -> Result<()> {
        self.object(object).map(|_| ())
    }

    fn class_of(&mut self, object: &Value) -> Result<ClassId> {
        self.class_for(object, &mut |class| Some(class.0))
    }

    fn class_for(
        &mut self,
        object: &Value,
        key: &mut dyn FnMut(ClassId) -> Option<u32>,
    ) -> Result<ClassId> {
        let reference = self.object(object)?;
        let targets = self.targets(&reference);
        let classes = targets.iter().map(|(_, object)| self.class(*object));
        let Some(mut classes) = classes.collect::<Option<Vec<ClassId>>>() else {
            return unsupported("a member of an array");
        };
        classes.sort_unstable();
        classes.dedup();
        // One class for each key.
        let mut keys = Vec::new();
        classes.retain(|class| {
            let key = key(*class);
            let is_new = !keys.contains(&key);
            keys.push(key);
            is_new
        });
        let Some((last, others)) = classes.split_last() else {
            return unsupported("a receiver that cannot be");
        };
        for class in others {
            let own = key(*class);
            let is_meant = self.of_targets(&targets, |_, object| {
                let is_meant = self.class(object).is_some_and(|class| key(class) == own);
                Some(Value::Bool(Formulas::truth(is_meant)))
            });
            if self.truth(&is_meant)? {
                return Ok(*class);
            }
        }
        Ok(*last)
    }

    fn instance_of(&mut self, object: &Value, class: ClassId) -> Result<Value> {
        let reference = self.reference(object)?;
        Ok(Value::Bool(self.is_below(&reference, class)))
    }

    fn cast(&mut self, object: &Value, class: ClassId) -> Result<()> {
        let reference = self.reference(object)?;
        let (below, is_object) = (self.is_below(&reference, class), self.is_object(&reference));
        let fits = self.formulas().implies(is_object, below);
        self.check(fits, ErrorCode::Cast, "the object is of another class")
    }

    fn field(&mut self, receiver: &Value, field: FieldId, at: Option<HeapMark>) -> Result<Value> {
        let reference = self.object(receiver)?;
        let targets = self.targets(&reference);
        self.completed(&targets, field, at)?;
        let heap = self.heap_at(at);
        // What was allocated later had no value then; it has that of now.
        let cell = |object: ObjectId| {
            let object = heap.get(object).or_else(|| self.heap.get(object))?;
            object.cells.get(&field.0).cloned()
        };
        Ok(self.of_targets(&targets, |_, object| cell(object)))
    }

    fn set_field(&mut self, receiver: &Value, field: FieldId, value: Value) -> Result<()> {
        let reference = self.object(receiver)?;
        let targets = self.targets(&reference);
        self.completed(&targets, field, None)?;
        self.set_cells(&targets, field.0, &value);
        Ok(())
    }

    fn static_field(&mut self, field: FieldId, at: Option<HeapMark>) -> Value {
        let value = self.heap_at(at).statics.get(&field.0);
        value.cloned().unwrap_or_default()
    }

    fn set_static(&mut self, field: FieldId, value: Value) {
        Rc::make_mut(&mut self.heap).statics.insert(field.0, value);
    }

    fn length(&mut self, array: &Value) -> Result<Value> {
        let reference = self.object(array)?;
        Ok(Value::Int(self.length_of(&reference)?))
    }

    fn element(&mut self, array: &Value, index: &Value, at: Option<HeapMark>) -> Result<Value> {
        self.array_element(array, index, at)
    }

    fn set_element(&mut self, array: &Value, index: &Value, value: Value) -> Result<()> {
        self.set_array_element(array, index, &value)
    }

    fn elements(
        &mut self,
        array: &Value,
        from: Option<&Value>,
        until: Option<&Value>,
        at: Option<HeapMark>,
    ) -> Result<Value> {
        self.array_elements(array, from, until, at)
    }

    fn any_value(&mut self, site: &UnknownSite) -> Result<Value> {
        self.next_unknown(site)
    }

    fn native(
        &mut self,
        native: Native,
        operands: &[Value],
        _at: Option<HeapMark>,
    ) -> Result<Value> {
        self.native_call(native, operands)
    }

    fn by_contract(
        &mut self,
        member: MemberId,
        inputs: &[Value],
        at: Option<HeapMark>,
        left_out: &mut LeftOut,
    ) -> Result<Value> {
        let program = self.shared.program;
        let is_library = program.member_span(member).file.is_library();
        self.shared.is_library.set(is_library);
        by_contract::call(self, program, member, at, inputs, left_out)
    }

    fn objects(&mut self, class: ClassId) -> Result<Value> {
        let f = &mut *self.shared.formulas.borrow_mut();
        let null = Reference::to(f, NULL);
        let mut all = vec![Value::Ref(null.clone())];
        let hierarchy = &self.shared.program.hierarchy;
        for (id, object) in &self.heap.objects {
            let Shape::Object(own) = object.shape else {
                continue;
            };
            if hierarchy.is_below(own, class) {
                let there = Value::Ref(Reference::to(f, *id));
                let absent = Value::Ref(null.clone());
                all.push(choose(f, object.exists, &there, &absent));
            }
        }
        Ok(Value::Seq(Rc::new(all)))
    }

    fn mark(&mut self) -> HeapMark {
        self.marked_heaps.push(self.heap.clone());
        HeapMark(u32::try_from(self.marked_heaps.len()).unwrap_or(u32::MAX))
    }

    fn release(&mut self, mark: HeapMark) {
        let before = (mark.0 as usize).saturating_sub(1);
        self.marked_heaps.truncate(before);
    }

    fn begin_footprint(&mut self, depth: usize) {
        self.footprints.truncate(depth.saturating_sub(1));
        self.footprints.resize_with(depth, Footprint::default);
    }

    fn collect(
        &mut self,
        depth: usize,
        place: Demanded<'_, Value>,
        amount: Option<&Fraction>,
    ) -> Result<Option<bool>> {
        self.demand(depth, place, amount).map(Some)
    }

    fn untouched(&mut self, depth: usize, since: HeapMark) -> Result<Option<bool>> {
        self.is_untouched(depth, since).map(Some)
    }

    fn field_location(&mut self, _receiver: &Value, _field: FieldId) -> Result<Location> {
        Ok(NO_LOCATION)
    }

    fn element_locations(
        &mut self,
        _array: &Value,
        _from: Option<&Value>,
        _until: Option<&Value>,
    ) -> Result<Locations> {
        let (object, parts) = (0, 0..0);
        Ok(Locations { object, parts })
    }

    fn instance_location(&mut self, _: PredId, _: &[Value]) -> Location {
        NO_LOCATION
    }

    fn is_unchanged(&mut self, _location: Location, _since: HeapMark) -> Result<bool> {
        Ok(true)
    }

    fn fraction(&mut self, amount: &Value) -> Result<Option<Fraction>> {
        match self.structure(amount)? {
            Value::Perm(amount) => Ok(Fraction::new((*amount).clone())),
            Value::Int(n) => match self.formulas().constant(n) {
                Some(n) => Ok(Fraction::new(num_rational::BigRational::from(n.clone()))),
                None => unsupported("a symbolic permission amount"),
            },
            _ => unsupported("a symbolic permission amount"),
        }
    }

    fn show(&self, value: &Value, _ty: &Type) -> String {
        let f = self.formulas();
        match value {
            Value::Int(n) => f
                .constant(*n)
                .map_or_else(|| "?".to_owned(), ToString::to_string),
            Value::Bool(Formulas::TRUE) => "true".to_owned(),
            Value::Bool(Formulas::FALSE) => "false".to_owned(),
            _ => "?".to_owned(),
        }
    }
}
