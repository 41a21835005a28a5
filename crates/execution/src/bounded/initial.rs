//! The states in which a member can begin, within an extent: a number of objects of each class
//! with symbolic fields, and arrays up to a length. What a reference of a type can refer to is
//! null and each fitting object.

use super::heap::{Heap, Object, Shape};
use super::value::{Entry, NULL, ObjectId, Reference, Value};
use super::{Bounded, constant_in};
use crate::code::UnknownSite;
use crate::compile::{constant_of, default_of, initial_of};
use crate::input::{Input, InputId, InputObject, InputUnknown, InputValue};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use veriframe_ir::{ClassId, FieldId, MemberId, MethodKind, Program, Type, UniqueId, ids};
use veriframe_logic::bits::{Assignment, Formula, Formulas, Range, ValueOf};

/// How many objects there are at the beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The most objects of each class, and arrays of each type.
    pub objects: u32,
    /// The most elements of an array.
    pub elements: u32,
}

/// What initial states are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// How many objects there are.
    pub extent: Extent,
    /// The classes whose objects matter also if nothing refers to them.
    pub quantified: &'w [ClassId],
    /// Whether static fields have any values.
    pub statics: bool,
    /// The places that give values that nobody knows.
    pub unknowns: &'w [UnknownSite],
}

/// The states in which a member can begin.
#[derive(Debug)]
pub struct Initial {
    /// The receiver.
    pub receiver: Option<Value>,
    /// The parameters.
    pub args: Vec<Value>,
    /// What holds in all of them.
    pub constraints: Vec<Formula>,
    /// What is left out of them beyond the extent.
    pub restrictions: Vec<String>,
    heap: Rc<Heap>,
    statics: Vec<FieldId>,
    /// Whether objects matter that nothing refers to, because of quantifiers over objects.
    has_quantifiers: bool,
}

/// The initial states under construction.
struct Making<'d, 'p> {
    program: &'p Program,
    domain: &'d mut Bounded<'p>,
    extent: Extent,
    classes: BTreeSet<ClassId>,
    /// The element types of arrays.
    arrays: BTreeSet<Type>,
    objects: BTreeMap<ObjectId, Object>,
    constraints: Vec<Formula>,
    restrictions: BTreeSet<String>,
}

impl<'p> Bounded<'p> {
    /// Makes the initial states of a member with receivers of these classes.
    ///
    /// # Errors
    /// If there are none: a parameter's type has no values, or none that are supported.
    pub fn initial(
        &mut self,
        member: MemberId,
        receivers: &BTreeSet<ClassId>,
        wanted: Wanted<'_>,
    ) -> Result<Initial, String> {
        let Wanted {
            extent,
            quantified,
            statics,
            unknowns,
        } = wanted;
        let program = self.shared.program;
        let statics: Vec<FieldId> = ids::<FieldId>(program.fields.len())
            .filter(|field| statics && program.field(*field).is_static)
            .collect();
        let mut making = Making {
            program,
            domain: self,
            extent,
            classes: BTreeSet::new(),
            arrays: BTreeSet::new(),
            objects: BTreeMap::new(),
            constraints: Vec::new(),
            restrictions: BTreeSet::new(),
        };
        let vars = program.vars(member);
        let types = vars.inputs().map(|var| vars.get(var).ty.clone());
        let types = types.chain(statics.iter().map(|field| program.field(*field).ty.clone()));
        let types = types.chain(unknowns.iter().map(|site| site.ty.clone()));
        let quantified_types = quantified.iter().map(|class| Type::Class(*class));
        making.reach(types.chain(quantified_types).collect());
        making.add_objects();
        making.fill()?;
        let receiver = making.receiver(member, receivers)?;
        let params: Vec<Type> = vars.param_types().cloned().collect();
        let args = params.iter().map(|ty| making.value(ty));
        let args = args.collect::<Result<Vec<Value>, String>>()?;
        for &field in &statics {
            let value = making.value(&program.field(field).ty)?;
            let heap = Rc::make_mut(&mut making.domain.heap);
            heap.statics.insert(field.0, value);
        }
        let (constraints, restrictions) = (making.constraints, making.restrictions);
        let made = making.objects;
        self.begin_unknowns(unknowns, made, extent);
        Ok(Initial {
            receiver,
            args,
            constraints,
            restrictions: restrictions.into_iter().collect(),
            heap: self.heap.clone(),
            statics,
            has_quantifiers: !quantified.is_empty(),
        })
    }
}

impl Making<'_, '_> {
    /// Finds the classes and array types of values that can be reached from these types.
    fn reach(&mut self, mut types: Vec<Type>) {
        while let Some(ty) = types.pop() {
            match ty {
                Type::Object => {
                    let classes = ids::<ClassId>(self.program.classes.len());
                    let new = classes.filter(|class| !self.classes.contains(class));
                    types.extend(new.filter(|class| self.is_made(*class)).map(Type::Class));
                    let what = "references to `Object` of the input are null, or to objects of \
                                the program's classes or arrays of types that it names";
                    self.restrictions.insert(what.to_owned());
                }
                Type::Array(elem) => {
                    if self.arrays.insert((*elem).clone()) {
                        types.push(*elem);
                    }
                }
                Type::Seq(elem) | Type::Set(elem) | Type::Multiset(elem) => types.push(*elem),
                Type::Map(key, value) => types.extend([*key, *value]),
                Type::Class(class) => {
                    let order = self.program.hierarchy.order();
                    for class in order.with_subtypes(&[class]) {
                        if self.is_made(class) && self.classes.insert(class) {
                            let fields = self.domain.fields(class).into_iter();
                            types.extend(fields.map(|f| self.program.field(f).ty.clone()));
                        }
                    }
                }
                Type::Int
                | Type::Machine(_)
                | Type::Floating(_)
                | Type::Bool
                | Type::Perm
                | Type::Null => {}
            }
        }
    }

    /// Whether objects of exactly this class are made: not of library classes and enums.
    fn is_made(&self, class: ClassId) -> bool {
        let class = self.program.class(class);
        class.kind.has_objects() && class.constants.is_empty() && !class.span.file.is_library()
    }

    /// Adds the objects, without their cells. That one exists implies that the one before it does:
    /// objects of a class do not differ.
    fn add_objects(&mut self) {
        let classes = self.classes.iter().copied().map(Shape::Object);
        let most = i64::from(self.extent.elements);
        let mut shapes: Vec<Shape> = classes.collect();
        let placeholder = self.domain.formulas().int(0);
        shapes.extend(
            self.arrays
                .iter()
                .map(|elem| Shape::Array(elem.clone(), placeholder)),
        );
        for shape in shapes {
            let mut before = Formulas::TRUE;
            for _ in 0..self.extent.objects {
                let id = self.domain.shared.next.get();
                self.domain.shared.next.set(id + 1);
                let f = &mut *self.domain.formulas();
                let exists = f.condition();
                self.constraints.push(f.implies(exists, before));
                before = exists;
                let shape = match &shape {
                    Shape::Array(elem, _) => {
                        Shape::Array(elem.clone(), f.number(Some(Range::new(0, most))))
                    }
                    shape => shape.clone(),
                };
                let cells = BTreeMap::new();
                self.objects.insert(
                    id,
                    Object {
                        shape,
                        exists,
                        cells,
                    },
                );
            }
        }
    }

    /// Gives fields and elements their values.
    fn fill(&mut self) -> Result<(), String> {
        let shapes = self
            .objects
            .iter()
            .map(|(id, object)| (*id, object.shape.clone()));
        for (id, shape) in shapes.collect::<Vec<_>>() {
            let mut cells = BTreeMap::new();
            match shape {
                Shape::Object(class) => {
                    for field in self.domain.fields(class) {
                        let declared = self.program.field(field);
                        let value = match constant_of(declared) {
                            Some(known) => constant_in(&mut self.domain.formulas(), &known),
                            None => self.value(&declared.ty)?,
                        };
                        cells.insert(field.0, value);
                    }
                }
                Shape::Array(elem, _) => {
                    for index in 0..self.extent.elements {
                        cells.insert(index, self.value(&elem)?);
                    }
                }
            }
            if let Some(object) = self.objects.get_mut(&id) {
                object.cells = cells;
            }
        }
        let heap = Rc::make_mut(&mut self.domain.heap);
        let objects = self.objects.iter();
        let objects = objects.map(|(id, object)| (*id, Rc::new(object.clone())));
        heap.objects.extend(objects);
        Ok(())
    }

    /// The receiver, of one of these classes. Objects of a class do not differ, so it is the first
    /// one of its class; a constructor's is a new one.
    fn receiver(
        &mut self,
        member: MemberId,
        receivers: &BTreeSet<ClassId>,
    ) -> Result<Option<Value>, String> {
        let program = self.program;
        let vars = program.vars(member);
        let Some(this) = vars.this else {
            return Ok(None);
        };
        let ty = &vars.get(this).ty;
        if let Some(class) = constructed(program, member) {
            let fields = self.domain.fields(class).into_iter();
            let fields = fields.map(|field| {
                let default = initial_of(program.field(field));
                (field.0, constant_in(&mut self.domain.formulas(), &default))
            });
            let cells = fields.collect();
            let made = self.domain.add_object(Shape::Object(class), cells);
            return made
                .map(Some)
                .map_err(|_| "no object can be made".to_owned());
        }
        let mut classes = BTreeSet::new();
        let mut objects = self.fitting(ty);
        objects.retain(|object| match self.objects.get(object).map(|o| &o.shape) {
            Some(Shape::Object(class)) => receivers.contains(class) && classes.insert(*class),
            Some(Shape::Array(..)) => false,
            None => unique(program, *object).is_some_and(|class| receivers.contains(&class)),
        });
        if objects.is_empty() {
            let name = program.type_name(ty);
            return Err(format!(
                "there are no objects of `{name}` that can be the receiver"
            ));
        }
        Ok(Some(Value::Ref(self.reference(objects))))
    }

    /// What a reference of a type can refer to, in order.
    fn fitting(&mut self, ty: &Type) -> Vec<ObjectId> {
        let program = self.program;
        let mut fitting = vec![NULL];
        if let Type::Class(class) = ty {
            let uniques = (NULL + 1..).zip(&program.uniques);
            let uniques =
                uniques.filter(|(_, unique)| program.hierarchy.is_below(unique.class, *class));
            fitting.extend(uniques.map(|(id, _)| id));
            let declared = program.class(*class);
            if declared.span.file.is_library() {
                let name = &declared.name;
                self.restrictions.insert(match name.as_str() {
                    "String" => "strings of the input are null or literals of the program".into(),
                    _ => format!("references to `{name}` of the input are null"),
                });
            } else if program.hierarchy.lacks_implementation(program, *class) {
                self.restrictions.insert(format!(
                    "references to `{}` of the input are null, because no class implements it",
                    declared.name
                ));
            }
        }
        for (id, object) in &self.objects {
            if object.shape.fits(ty, program) {
                fitting.push(*id);
            }
        }
        fitting
    }

    /// A reference to one of these objects.
    fn reference(&mut self, objects: Vec<ObjectId>) -> Reference {
        let exists = |id: &ObjectId| {
            let object = self.objects.get(id);
            object.map_or(Formulas::TRUE, |object| object.exists)
        };
        let f = &mut *self.domain.formulas();
        let id = match objects.as_slice() {
            [only] => f.int(*only),
            _ => {
                let (low, high) = (objects.first(), objects.last());
                let (low, high) = (low.copied().unwrap_or(NULL), high.copied().unwrap_or(NULL));
                f.number(Some(Range::new(low, high)))
            }
        };
        let cases = objects.iter().map(|object| {
            let number = f.int(*object);
            let is_meant = f.eq(id, number);
            f.and(is_meant, exists(object))
        });
        let cases: Vec<Formula> = cases.collect();
        self.constraints.push(f.any(&cases));
        Reference {
            id,
            objects: objects.into(),
        }
    }

    /// Any sequence of at most as many elements as an array has.
    fn sequence(&mut self, elem: &Type) -> Result<Value, String> {
        let most = self.extent.elements;
        let mut elements = Vec::new();
        for _ in 0..most {
            elements.push(self.value(elem)?);
        }
        let range = Range::new(0, i64::from(most));
        let f = &mut *self.domain.formulas();
        let length = f.number(Some(range));
        let mut value = Value::Seq(Rc::new(elements.clone()));
        while elements.pop().is_some() {
            let shorter = Value::Seq(Rc::new(elements.clone()));
            let this = f.int(elements.len());
            let is_shorter = f.le(length, this);
            value = Value::Either(is_shorter, Rc::new((shorter, value)));
        }
        Ok(value)
    }

    /// As many values as an array has elements, each with the condition that it is there.
    fn elements(&mut self, elem: &Type) -> Result<Vec<(Formula, Value)>, String> {
        let mut elements = Vec::new();
        for _ in 0..self.extent.elements {
            let is_in = self.domain.formulas().condition();
            elements.push((is_in, self.value(elem)?));
        }
        Ok(elements)
    }

    /// Any value of a type.
    fn value(&mut self, ty: &Type) -> Result<Value, String> {
        Ok(match ty {
            Type::Int | Type::Machine(_) | Type::Floating(_) => {
                let range = ty.stored_width();
                let range = range.map(|width| Range::new(width.least(), width.greatest()));
                Value::Int(self.domain.formulas().number(range))
            }
            Type::Bool => Value::Bool(self.domain.formulas().condition()),
            Type::Class(_) | Type::Object | Type::Array(_) | Type::Null => {
                let objects = self.fitting(ty);
                Value::Ref(self.reference(objects))
            }
            Type::Seq(elem) if has_elements(elem) => self.sequence(elem)?,
            Type::Set(elem) if has_elements(elem) => Value::Set(Rc::new(self.elements(elem)?)),
            Type::Multiset(elem) if has_elements(elem) => {
                Value::Multiset(Rc::new(self.elements(elem)?))
            }
            Type::Map(key, value) if has_elements(key) && has_elements(value) => {
                let mut entries = Vec::new();
                for (guard, key) in self.elements(key)? {
                    let value = self.value(value)?;
                    entries.push(Entry { guard, key, value });
                }
                Value::Map(Rc::new(entries))
            }
            Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => {
                self.restrictions
                    .insert("collections of collections of the input are empty".to_owned());
                constant_in(&mut self.domain.formulas(), &default_of(ty))
            }
            Type::Perm => {
                let name = self.program.type_name(ty);
                return Err(format!("an input of type `{name}` is not supported"));
            }
        })
    }
}

impl Initial {
    /// The input that values of variables describe.
    #[must_use]
    pub fn input(&self, domain: &Bounded<'_>, values: &Assignment) -> Input {
        let (program, formulas) = (domain.shared.program, &*domain.formulas());
        let unknowns = domain.unknown_values();
        let mut roots = Vec::new();
        let statics = self.statics.iter().filter_map(|field| {
            let value = self.heap.statics.get(&field.0)?;
            Some((*field, value))
        });
        let statics: Vec<(FieldId, &Value)> = statics.collect();
        let named = self.receiver.iter().chain(&self.args);
        let named = named.chain(statics.iter().map(|(_, value)| *value));
        let named = named.chain(unknowns.iter().map(|(_, value)| value));
        let cells = self.heap.objects.values().flat_map(|o| o.cells.values());
        for value in named.chain(cells) {
            add_formulas(value, &mut roots);
        }
        for object in self.heap.objects.values() {
            roots.push(object.exists);
            if let Shape::Array(_, length) = &object.shape {
                roots.push(*length);
            }
        }
        let found = formulas.evaluate(values, &roots);
        let mut reading = Reading {
            program,
            heap: &self.heap,
            values: roots.into_iter().zip(found).collect(),
            numbers: BTreeMap::new(),
            todo: Vec::new(),
        };
        let receiver = self.receiver.as_ref().map(|value| reading.value(value));
        let args = self.args.iter().map(|value| reading.value(value)).collect();
        let statics = statics
            .iter()
            .map(|(field, value)| (*field, reading.value(value)));
        let statics = statics.collect();
        let unknowns = unknowns.iter().map(|(unknown, value)| InputUnknown {
            value: reading.value(value),
            ..unknown.clone()
        });
        let unknowns = unknowns.collect();
        if self.has_quantifiers {
            for (id, object) in &self.heap.objects {
                if reading.truth(object.exists) {
                    reading.object(*id);
                }
            }
        }
        let objects = reading.objects();
        Input {
            receiver,
            args,
            statics,
            objects,
            unknowns,
        }
    }
}

impl Bounded<'_> {
    /// Any value of a type, of an execution that asks for one: references are null, or to objects of
    /// the initial states.
    pub(super) fn new_unknown(&mut self, ty: &Type) -> Result<Value, String> {
        let (objects, extent) = {
            let unknowns = self.shared.unknowns.borrow();
            (unknowns.objects.clone(), unknowns.extent)
        };
        let mut making = Making {
            program: self.shared.program,
            extent,
            classes: BTreeSet::new(),
            arrays: BTreeSet::new(),
            objects,
            constraints: Vec::new(),
            restrictions: BTreeSet::new(),
            domain: self,
        };
        let value = making.value(ty)?;
        let (constraints, restrictions) = (making.constraints, making.restrictions);
        for constraint in constraints {
            self.add_fact(constraint);
        }
        let mut unknowns = self.shared.unknowns.borrow_mut();
        unknowns.restrictions.extend(restrictions);
        Ok(value)
    }
}

/// The class of a constant or a text, by the number of the object.
fn unique(program: &Program, object: ObjectId) -> Option<ClassId> {
    let number = object.checked_sub(NULL + 1)?;
    let unique = program.uniques.get(usize::try_from(number).ok()?)?;
    Some(unique.class)
}

/// The class of which a constructor makes an object.
fn constructed(program: &Program, member: MemberId) -> Option<ClassId> {
    match member {
        MemberId::Method(id) => {
            let method = program.method(id);
            let is_constructor = method.kind == MethodKind::Constructor;
            method.class.filter(|_| is_constructor)
        }
        MemberId::Pure(_) | MemberId::Pred(_) => None,
    }
}

/// Whether inputs have collections of elements of this type that are not empty.
fn has_elements(elem: &Type) -> bool {
    !elem.is_collection() && *elem != Type::Perm
}

/// Adds the formulas of a value.
fn add_formulas(value: &Value, found: &mut Vec<Formula>) {
    match value {
        Value::Bool(f) | Value::Int(f) => found.push(*f),
        Value::Ref(reference) => found.push(reference.id),
        Value::Seq(elements) => elements.iter().for_each(|e| add_formulas(e, found)),
        Value::Set(elements) | Value::Multiset(elements) => {
            for (guard, element) in elements.iter() {
                found.push(*guard);
                add_formulas(element, found);
            }
        }
        Value::Map(entries) => {
            for Entry { guard, key, value } in entries.iter() {
                found.push(*guard);
                add_formulas(key, found);
                add_formulas(value, found);
            }
        }
        Value::Either(condition, both) => {
            found.push(*condition);
            add_formulas(&both.0, found);
            add_formulas(&both.1, found);
        }
        Value::Unset | Value::Perm(_) | Value::Unknown => {}
    }
}

/// The elements of a collection.
fn list(elements: Vec<InputValue>) -> InputValue {
    if elements.is_empty() {
        InputValue::Empty
    } else {
        InputValue::List(elements)
    }
}

/// An input that is read from a model.
struct Reading<'i> {
    program: &'i Program,
    heap: &'i Heap,
    values: FxHashMap<Formula, ValueOf>,
    /// The numbers of objects that are needed.
    numbers: BTreeMap<ObjectId, InputId>,
    /// The needed objects, in the order of their numbers.
    todo: Vec<ObjectId>,
}

impl Reading<'_> {
    fn truth(&self, formula: Formula) -> bool {
        self.values.get(&formula) == Some(&ValueOf::Bool(true))
    }

    fn number(&self, formula: Formula) -> num_bigint::BigInt {
        match self.values.get(&formula) {
            Some(ValueOf::Int(n)) => n.clone(),
            _ => 0.into(),
        }
    }

    /// The object of a number, which is read later.
    fn object(&mut self, id: ObjectId) -> InputValue {
        if id == NULL {
            return InputValue::Null;
        }
        let unique = (id - NULL - 1) as usize;
        if unique < self.program.uniques.len() {
            return InputValue::Unique(UniqueId(id - NULL - 1));
        }
        let next = InputId(u32::try_from(self.todo.len()).unwrap_or(u32::MAX));
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.todo.push(id);
        }
        InputValue::Object(number)
    }

    fn value(&mut self, value: &Value) -> InputValue {
        match value {
            Value::Bool(b) => InputValue::Bool(self.truth(*b)),
            Value::Int(n) => InputValue::Int(self.number(*n)),
            Value::Ref(reference) => {
                let id = self.number(reference.id).to_u32().unwrap_or(NULL);
                self.object(id)
            }
            Value::Set(elements) => {
                let mut found = Vec::new();
                for (guard, element) in elements.iter() {
                    if self.truth(*guard) {
                        let element = self.value(element);
                        if !found.contains(&element) {
                            found.push(element);
                        }
                    }
                }
                list(found)
            }
            Value::Multiset(elements) => {
                let there = elements.iter().filter(|(guard, _)| self.truth(*guard));
                let there: Vec<&Value> = there.map(|(_, element)| element).collect();
                list(
                    there
                        .into_iter()
                        .map(|element| self.value(element))
                        .collect(),
                )
            }
            Value::Map(entries) => self.map(entries),
            Value::Seq(elements) => {
                list(elements.iter().map(|element| self.value(element)).collect())
            }
            Value::Either(condition, both) => match self.truth(*condition) {
                true => self.value(&both.0),
                false => self.value(&both.1),
            },
            Value::Unset | Value::Perm(_) | Value::Unknown => InputValue::Empty,
        }
    }

    fn map(&mut self, entries: &[Entry]) -> InputValue {
        let mut found: Vec<(InputValue, InputValue)> = Vec::new();
        for entry in entries {
            if self.truth(entry.guard) {
                let (key, value) = (self.value(&entry.key), self.value(&entry.value));
                // The last entry of a key counts.
                found.retain(|(known, _)| *known != key);
                found.push((key, value));
            }
        }
        if found.is_empty() {
            InputValue::Empty
        } else {
            InputValue::Entries(found)
        }
    }

    /// The needed objects, with those that they need.
    fn objects(&mut self) -> Vec<InputObject> {
        let mut objects = Vec::new();
        while let Some(&id) = self.todo.get(objects.len()) {
            let heap = self.heap;
            let object = heap.get(id).map(|object| match &object.shape {
                Shape::Object(class) => {
                    let cells = object.cells.iter();
                    let cells = cells.map(|(field, value)| (FieldId(*field), value));
                    let is_open = |field| constant_of(self.program.field(field)).is_none();
                    let cells: Vec<_> = cells.filter(|(field, _)| is_open(*field)).collect();
                    let fields = cells.into_iter();
                    let fields = fields.map(|(field, value)| (field, self.value(value)));
                    InputObject::Object(*class, fields.collect())
                }
                Shape::Array(elem, length) => {
                    let length = self.number(*length).to_usize().unwrap_or(0);
                    let elements = object.cells.values().take(length);
                    let elements = elements.map(|value| self.value(value));
                    InputObject::Array(elem.clone(), elements.collect())
                }
            });
            objects.push(object.unwrap_or(InputObject::Array(Type::Object, Vec::new())));
        }
        objects
    }
}
