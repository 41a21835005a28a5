//! Inputs: values that the user gives, with symbols among them, and the input that a model of a
//! path condition describes.

use super::contents::{Asked, Contents};
use super::heap::{Cell, Heap, Made};
use super::{Symbolic, Value, formulas};
use crate::input::{Input, InputId, InputObject, InputUnknown, InputValue};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;
use veriframe_ir::{ClassId, FieldId, Type, UniqueId};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{FactKind, ModelSearch, ModelValue, Solver, Sort, Term, Terms};

/// A value that the user gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A number.
    Int(BigInt),
    /// A truth value.
    Bool(bool),
    /// `null`
    Null,
    /// An array.
    List(Vec<Given>),
    /// A symbol: a capitalised name. Equal names are equal values.
    Symbol(String),
    /// A sum, a difference or a product of numbers.
    Op(GivenOp, Box<Given>, Box<Given>),
}

/// An operator of given numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
}

impl GivenOp {
    fn sign(self) -> char {
        match self {
            GivenOp::Add => '+',
            GivenOp::Sub => '-',
            GivenOp::Mul => '*',
        }
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Int(n) => n.fmt(f),
            Given::Bool(b) => b.fmt(f),
            Given::Null => f.write_str("null"),
            Given::Symbol(name) => f.write_str(name),
            Given::Op(op, a, b) => write!(f, "({a} {} {b})", op.sign()),
            Given::List(elements) => {
                let elements: Vec<String> = elements.iter().map(Given::to_string).collect();
                write!(f, "[{}]", elements.join(", "))
            }
        }
    }
}

/// Why a given value does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenError(pub String);

/// The symbols that were given, by name.
pub type Symbols = BTreeMap<String, (Term, Type)>;

/// The greatest length of an array of an input.
const MAX_ELEMENTS: usize = 10_000;

/// The greatest number that an input has if it need not be greater.
const SMALL: u32 = 100;

/// The greatest length that an array of an input has if it need not be greater.
const SHORT: u32 = 8;

impl Symbolic<'_> {
    /// Makes the symbols of a given value of this type.
    ///
    /// # Errors
    /// If a symbol has two types.
    pub fn declare(
        &mut self,
        given: &Given,
        ty: &Type,
        symbols: &mut Symbols,
    ) -> Result<(), GivenError> {
        match (given, ty) {
            (Given::Symbol(name), _) => match symbols.get(name) {
                Some((_, known)) if known != ty => Err(GivenError(format!(
                    "`{name}` is a `{}` and a `{}`",
                    self.program.type_name(known),
                    self.program.type_name(ty)
                ))),
                Some(_) => Ok(()),
                None => {
                    let value = self.symbol(name, ty);
                    symbols.insert(name.clone(), (self.term(&value), ty.clone()));
                    Ok(())
                }
            },
            (Given::List(elements), Type::Array(elem)) => {
                let mut elements = elements.iter();
                elements.try_for_each(|element| self.declare(element, elem, symbols))
            }
            (Given::Op(_, a, b), Type::Int | Type::Machine(_)) => {
                self.declare(a, ty, symbols)?;
                self.declare(b, ty, symbols)
            }
            _ => Ok(()),
        }
    }

    /// The value of a given value of this type, whose symbols have been declared.
    ///
    /// # Errors
    /// If it is of another type.
    pub fn given(
        &mut self,
        given: &Given,
        ty: &Type,
        symbols: &Symbols,
    ) -> Result<Value, GivenError> {
        let t = match (given, ty) {
            (Given::Op(..), Type::Int | Type::Machine(_)) => {
                let t = self.given_number(given, symbols);
                // An input is a value of its type.
                let fits = match (t, ty) {
                    (Some(t), Type::Machine(width)) => {
                        formulas::in_range(&mut self.terms(), *width, t)
                    }
                    _ => self.terms().bool(true),
                };
                let can_fit = !self.terms().is_bool(fits, false);
                self.fact(fits);
                t.filter(|_| can_fit)
            }
            (Given::Symbol(name), _) => symbols.get(name).map(|(t, _)| *t),
            (Given::Int(n), Type::Int) => Some(self.terms().int(n.clone())),
            (Given::Int(n), Type::Machine(width)) if width.holds(n) => {
                Some(self.terms().int(n.clone()))
            }
            (Given::Int(n), Type::Perm) => Some(self.terms().perm(n.clone().into())),
            (Given::Bool(b), Type::Bool) => Some(self.terms().bool(*b)),
            (Given::Null, ty) if ty.is_ref() => Some(self.terms().null()),
            (Given::List(elements), Type::Array(elem)) => {
                let mut values = Vec::with_capacity(elements.len());
                for element in elements {
                    let value = self.given(element, elem, symbols)?;
                    values.push(self.term(&value));
                }
                Some(self.make_array(values))
            }
            _ => None,
        };
        let wrong = || {
            let ty = self.program.type_name(ty);
            GivenError(format!("`{given}` is no value of type `{ty}`"))
        };
        t.map(Value::of).ok_or_else(wrong)
    }

    /// The number that a term of numbers and symbols is.
    fn given_number(&self, given: &Given, symbols: &Symbols) -> Option<Term> {
        match given {
            Given::Int(n) => Some(self.terms().int(n.clone())),
            Given::Symbol(name) => symbols.get(name).map(|(t, _)| *t),
            Given::Op(op, a, b) => {
                let (a, b) = (
                    self.given_number(a, symbols)?,
                    self.given_number(b, symbols)?,
                );
                let mut terms = self.terms();
                Some(match op {
                    GivenOp::Add => terms.add(a, b),
                    GivenOp::Sub => terms.sub(a, b),
                    GivenOp::Mul => terms.mul(a, b),
                })
            }
            Given::Bool(_) | Given::Null | Given::List(_) => None,
        }
    }

    /// Gives a static field a value.
    pub fn set_static(&mut self, field: FieldId, value: &Value) {
        let value = self.term(value);
        Rc::make_mut(&mut self.heap).statics.insert(field, value);
    }

    /// A new object of exactly this class.
    pub fn object(&mut self, class: ClassId) -> Value {
        Value::of(self.make_object(class))
    }

    /// Assumes that a reference is not null.
    pub fn assume_not_null(&mut self, reference: &Value) {
        let is_null = self.is_null(self.term(reference));
        let not_null = self.terms().not(is_null);
        self.fact(not_null);
    }

    /// Searches an input that takes this path from a start, with values that are small if they can
    /// be. The search says `None` if no input does.
    pub fn find_input(
        &self,
        solver: &mut Solver<'_>,
        start: &Symbolic<'_>,
        roots: &Roots,
    ) -> InputSearch {
        let Roots { receiver, args } = roots;
        let all = receiver.iter().chain(args);
        let mut named: Vec<Term> = all.map(|(value, _)| self.term(value)).collect();
        named.extend(self.unknowns().iter().map(|(_, term)| *term));
        // An unknown reference can be to an object that the path has made, which no input has.
        if !self.unknowns().is_empty() {
            named.extend(self.made_since(start));
        }
        let contents = self.contents();
        named.extend(contents.terms());
        let wanted = self.wanted(&start.heap, &named);
        let mut is_possible = true;
        for preferred in self.preferences(start, &wanted) {
            let found = solver.find_model(&self.terms(), &self.path, preferred, &wanted);
            match (found, preferred) {
                (ModelSearch::Found(values), _) => {
                    // A model can have objects that no input has.
                    let found = InputModel {
                        contents: &contents,
                        wanted: &wanted,
                        values,
                    };
                    if let Some(input) = self.input_of(start, roots, found) {
                        return InputSearch::Input(Box::new(input));
                    }
                }
                (ModelSearch::None, None) => is_possible = false,
                (ModelSearch::None | ModelSearch::Unknown, _) => {}
            }
        }
        if !is_possible {
            return InputSearch::Impossible;
        }
        // Axioms of collections keep Z3 from models; what the built-in search finds is one.
        let falsity = self.terms().bool(false);
        let [small, ..] = self.preferences(start, &wanted);
        let small = small.map(|small| self.path.with(small, FactKind::Fact));
        for path in small.iter().chain([&self.path]) {
            let values = {
                let terms = &mut *self.terms.borrow_mut();
                solver.countermodel(terms, path, &[falsity], &wanted)
            };
            let input = values.and_then(|values| {
                let found = InputModel {
                    contents: &contents,
                    wanted: &wanted,
                    values,
                };
                self.input_of(start, roots, found)
            });
            if let Some(input) = input {
                return InputSearch::Input(Box::new(input));
            }
        }
        InputSearch::Unknown
    }

    /// The input that a model describes; `None` if no input is like that.
    fn input_of(
        &self,
        start: &Symbolic<'_>,
        roots: &Roots,
        found: InputModel<'_>,
    ) -> Option<Input> {
        let Roots { receiver, args } = roots;
        let InputModel {
            contents,
            wanted,
            values,
        } = found;
        let mut builder = Builder {
            domain: self,
            contents,
            is_open: false,
            start: &start.heap,
            values: wanted.iter().copied().zip(values).collect(),
            ids: BTreeMap::new(),
            open: Vec::new(),
            objects: Vec::new(),
        };
        let made: BTreeSet<u32> = self
            .made_since(start)
            .iter()
            .filter_map(|made| match builder.values.get(made) {
                Some(ModelValue::Ref(number)) => Some(*number),
                _ => None,
            })
            .collect();
        let is_made = |(_, term): &(InputUnknown, Term)| {
            let value = builder.values.get(term);
            matches!(value, Some(ModelValue::Ref(number)) if made.contains(number))
        };
        if self.unknowns().iter().any(is_made) {
            return None;
        }
        let receiver = receiver.as_ref();
        let receiver = receiver.map(|(value, ty)| builder.value(self.term(value), ty));
        let args = args.iter();
        let args = args.map(|(value, ty)| builder.value(self.term(value), ty));
        let args = args.collect();
        let statics = start.heap.statics.iter().filter_map(|(field, value)| {
            let info = self.program.field(*field);
            let is_ours = !info.span.file.is_library();
            is_ours.then(|| (*field, builder.value(*value, &info.ty)))
        });
        let statics = statics.collect();
        let unknowns = self.unknowns().iter();
        let unknowns = unknowns.map(|(unknown, term)| InputUnknown {
            value: builder.value(*term, &unknown.ty),
            ..unknown.clone()
        });
        let unknowns = unknowns.collect();
        Some(Input {
            receiver,
            args,
            statics,
            objects: builder.finished()?,
            unknowns,
        })
    }

    /// The terms whose values an input needs.
    fn wanted(&self, start: &Heap, roots: &[Term]) -> Vec<Term> {
        let mut wanted = roots.to_vec();
        wanted.extend(start.statics.values());
        let mut made: Vec<_> = start.made.iter().collect();
        made.sort_unstable_by_key(|(reference, _)| **reference);
        for (_, made) in made {
            match made {
                Made::Array(elements) => wanted.extend(elements),
                Made::Object(_, cells) => wanted.extend(cells.values()),
                Made::Open(..) => {}
            }
        }
        for (cell, value) in self.cells.iter() {
            wanted.push(*value);
            match cell {
                Cell::Field(receiver, _) | Cell::Length(receiver) | Cell::Class(receiver) => {
                    wanted.push(*receiver);
                }
                Cell::Element(array, index) => wanted.extend([*array, *index]),
            }
        }
        let mut terms = self.terms();
        for unique in 0..self.program.uniques.len() {
            let number = u32::try_from(unique).unwrap_or(u32::MAX);
            wanted.push(terms.unique(number));
        }
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// What an input should be like, the best first: with small numbers and short arrays, with short
    /// arrays, with objects of classes that can be made, any.
    fn preferences(&self, start: &Symbolic<'_>, wanted: &[Term]) -> [Option<Term>; 4] {
        let lengths: Vec<Term> = self
            .cells
            .iter()
            .filter(|(cell, _)| matches!(cell, Cell::Length(_)))
            .map(|(_, length)| *length)
            .collect();
        let mut terms = self.terms();
        let limit = terms.int(SHORT);
        let mut short: Vec<Term> = lengths.iter().map(|l| terms.le(*l, limit)).collect();
        let [least, greatest] = [-i64::from(SMALL), i64::from(SMALL)].map(|n| terms.int(n));
        let mut small = short.clone();
        let is_class = |t: Term, terms: &Terms| match terms.node(t) {
            Node::App(function, _) => *function == self.initial.class,
            _ => false,
        };
        for t in wanted {
            if terms.sort(*t) == Sort::Int && !is_class(*t, &terms) {
                let (low, high) = (terms.le(least, *t), terms.le(*t, greatest));
                small.extend([low, high]);
            }
        }
        drop(terms);
        let mut known = self.with_known_classes(wanted);
        known.extend(self.unknowns_not_made(start));
        small.extend(&known);
        short.extend(&known);
        let mut terms = self.terms();
        let [small, short, known] = [small, short, known].map(|all| terms.and(all));
        [Some(small), Some(short), Some(known), None]
    }

    /// The objects that the path has made since the start, in order.
    fn made_since(&self, start: &Symbolic<'_>) -> Vec<Term> {
        let made = self.heap.made.keys().copied();
        let mut made: Vec<Term> = made
            .filter(|made| !start.heap.made.contains_key(made))
            .collect();
        made.sort_unstable();
        made
    }

    /// The conditions that unknown references are not to objects that the path has made.
    fn unknowns_not_made(&self, start: &Symbolic<'_>) -> Vec<Term> {
        let made = self.made_since(start);
        let mut terms = self.terms();
        let mut conditions = Vec::new();
        for (_, term) in self.unknowns() {
            if terms.sort(*term) == Sort::Ref {
                for made in &made {
                    let same = terms.eq(*term, *made);
                    conditions.push(terms.not(same));
                }
            }
        }
        conditions
    }

    /// The program's classes of which an input can have objects.
    fn own_classes(&self) -> Vec<ClassId> {
        let is_made = |class: &ClassId| {
            let class = self.program.class(*class);
            class.kind.has_objects() && class.constants.is_empty() && !class.span.file.is_library()
        };
        let classes = veriframe_ir::ids::<ClassId>(self.program.classes.len());
        classes.filter(is_made).collect()
    }

    /// The conditions that references whose type says too little are null, or refer to objects that
    /// an input can have.
    fn with_known_classes(&self, wanted: &[Term]) -> Vec<Term> {
        let classes = self.own_classes();
        let mut terms = self.terms();
        let mut conditions = Vec::new();
        for t in wanted {
            if self.types.get(t) != Some(&Type::Object) {
                continue;
            }
            let null = terms.null();
            let own = terms.app(self.initial.class, vec![*t]);
            let mut cases = vec![terms.eq(*t, null)];
            for class in &classes {
                let class = terms.int(class.0);
                cases.push(terms.eq(own, class));
            }
            conditions.push(terms.or(cases));
        }
        conditions
    }
}

/// The values that an input is searched for.
#[derive(Clone, Debug)]
pub struct Roots {
    /// The receiver.
    pub receiver: Option<(Value, Type)>,
    /// The parameters.
    pub args: Vec<(Value, Type)>,
}

/// The outcome of a search for an input.
#[derive(Clone, Debug)]
pub enum InputSearch {
    /// An input.
    Input(Box<Input>),
    /// The path condition is not satisfiable.
    Impossible,
    /// None was found.
    Unknown,
}

/// What an object of an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// It was given.
    Given(Term),
    /// The model has it.
    Model(u32),
}

/// A model, and what is asked of collections.
struct InputModel<'f> {
    contents: &'f Contents,
    wanted: &'f [Term],
    values: Vec<ModelValue>,
}

/// An input under construction.
struct Builder<'b, 'p> {
    domain: &'b Symbolic<'p>,
    contents: &'b Contents,
    /// Whether the contents of some collection are not known.
    is_open: bool,
    start: &'b Heap,
    values: FxHashMap<Term, ModelValue>,
    ids: BTreeMap<Key, InputId>,
    /// The objects that have a number, and no contents yet.
    open: Vec<(InputId, Key, Type)>,
    objects: Vec<Option<InputObject>>,
}

impl Builder<'_, '_> {
    fn value(&mut self, t: Term, ty: &Type) -> InputValue {
        if ty.is_collection() {
            return self.collection(t, ty).unwrap_or_else(|| {
                self.is_open = true;
                InputValue::Empty
            });
        }
        match (self.values.get(&t), ty) {
            (Some(ModelValue::Bool(b)), _) => InputValue::Bool(*b),
            (Some(ModelValue::Int(n)), _) => InputValue::Int(n.clone()),
            (Some(ModelValue::Perm(amount)), _) => InputValue::Perm(amount.clone()),
            _ if self.start.made.contains_key(&t) => self.object(Key::Given(t), ty),
            (Some(ModelValue::Ref(number)), _) => match self.unique(*number, ty) {
                Some(unique) => InputValue::Unique(unique),
                None => self.object(Key::Model(*number), ty),
            },
            _ => default_input(ty),
        }
    }

    /// The contents of a collection; `None` if they are not known.
    fn collection(&mut self, t: Term, ty: &Type) -> Option<InputValue> {
        if matches!(self.domain.terms().node(t), Node::Coll(..) | Node::Ite(..)) {
            return None;
        }
        let Asked {
            elements,
            indices,
            length,
        } = self.contents.of(t)?;
        let mut found = Vec::new();
        match ty {
            Type::Set(elem) | Type::Multiset(elem) => {
                for (value, says) in elements {
                    let count = match self.values.get(&says) {
                        Some(ModelValue::Bool(holds)) => usize::from(*holds),
                        Some(ModelValue::Int(n)) => n.to_usize()?,
                        _ => return None,
                    };
                    let value = self.value(value, elem);
                    if count > SHORT as usize {
                        return None;
                    }
                    if !found.contains(&value) {
                        found.extend(std::iter::repeat_n(value, count));
                    }
                }
            }
            Type::Seq(elem) => {
                let index = |this: &Self, t: &Term| match this.values.get(t) {
                    Some(ModelValue::Int(n)) => n.to_usize(),
                    _ => None,
                };
                let length = match length {
                    Some(length) => index(self, &length)?,
                    None => 0,
                };
                if length > MAX_ELEMENTS {
                    return None;
                }
                found = vec![default_input(elem); length];
                for (at, element) in indices {
                    let at = index(self, &at);
                    let value = self.value(element, elem);
                    if let Some(place) = at.and_then(|at| found.get_mut(at)) {
                        *place = value;
                    }
                }
            }
            // What is asked of a map is more.
            _ if elements.is_empty() && indices.is_empty() => {}
            _ => return None,
        }
        Some(match found.is_empty() {
            true => InputValue::Empty,
            false => InputValue::List(found),
        })
    }

    /// The constant or text that a reference of this type is in the model. Where the types of two
    /// references have no value in common, the model can have one object for both.
    fn unique(&self, number: u32, ty: &Type) -> Option<UniqueId> {
        let terms = self.domain.terms();
        let program = self.domain.program;
        let class = self.class_of(number);
        let fits = |unique: &UniqueId| match (ty, program.uniques.get(unique.index())) {
            (Type::Class(class), Some(unique)) => program.hierarchy.is_below(unique.class, *class),
            (Type::Object, Some(unique)) => class.is_none_or(|class| class == unique.class),
            _ => false,
        };
        let all = self.values.iter().filter_map(|(t, value)| {
            let Node::Unique(unique) = terms.node(*t) else {
                return None;
            };
            (*value == ModelValue::Ref(number)).then_some(UniqueId(*unique))
        });
        all.filter(fits).min()
    }

    fn object(&mut self, key: Key, ty: &Type) -> InputValue {
        if let Some(id) = self.ids.get(&key) {
            return InputValue::Object(*id);
        }
        let id = InputId(u32::try_from(self.objects.len()).unwrap_or(u32::MAX));
        self.ids.insert(key, id);
        self.objects.push(None);
        self.open.push((id, key, ty.clone()));
        InputValue::Object(id)
    }

    /// The objects, or none if an array is too long.
    fn finished(mut self) -> Option<Vec<InputObject>> {
        while let Some((id, key, ty)) = self.open.pop() {
            let object = match key {
                Key::Given(t) => self.given(t, &ty),
                Key::Model(number) => self.of_model(number, &ty)?,
            };
            if let Some(place) = self.objects.get_mut(id.0 as usize) {
                *place = Some(object);
            }
        }
        match self.is_open {
            true => None,
            false => self.objects.into_iter().collect(),
        }
    }

    fn given(&mut self, t: Term, ty: &Type) -> InputObject {
        match (self.start.made.get(&t), ty) {
            (Some(Made::Object(class, cells)), _) => {
                let class = *class;
                let cells = cells.iter().map(|(field, value)| {
                    let ty = &self.domain.program.field(*field).ty;
                    (*field, *value, ty)
                });
                let cells: Vec<_> = cells.collect();
                let cells = cells.into_iter();
                let cells = cells.map(|(field, value, ty)| (field, self.value(value, ty)));
                InputObject::Object(class, cells.collect())
            }
            (Some(Made::Array(elements)), Type::Array(elem)) => {
                let elements = elements.iter().map(|element| self.value(*element, elem));
                InputObject::Array((**elem).clone(), elements.collect())
            }
            _ => InputObject::Array(Type::Int, Vec::new()),
        }
    }

    /// An object that the model has.
    fn of_model(&mut self, number: u32, ty: &Type) -> Option<InputObject> {
        let is_it = |values: &FxHashMap<Term, ModelValue>, t: &Term| {
            values.get(t) == Some(&ModelValue::Ref(number))
        };
        let cells = self.domain.cells.clone();
        if let Type::Array(elem) = ty {
            return self.array_of_model(number, elem);
        }
        let mut fields: BTreeMap<FieldId, InputValue> = BTreeMap::new();
        for (cell, t) in cells.iter() {
            if let Cell::Field(receiver, field) = cell
                && is_it(&self.values, receiver)
            {
                let ty = &self.domain.program.field(*field).ty;
                let value = self.value(*t, ty);
                fields.entry(*field).or_insert(value);
            }
        }
        let first = match ty {
            Type::Class(class) => self.domain.classes_below(*class).first().copied(),
            Type::Object => self.domain.own_classes().first().copied(),
            _ => None,
        };
        let class = self.class_of(number).or(first)?;
        Some(InputObject::Object(class, fields.into_iter().collect()))
    }

    /// The class of an object that the model has, if something depends on it.
    fn class_of(&self, number: u32) -> Option<ClassId> {
        self.domain.cells.iter().find_map(|(cell, t)| match cell {
            Cell::Class(object) if self.values.get(object) == Some(&ModelValue::Ref(number)) => {
                self.class(*t)
            }
            _ => None,
        })
    }

    fn class(&self, t: Term) -> Option<ClassId> {
        match self.values.get(&t) {
            Some(ModelValue::Int(n)) => {
                let number = n.to_u32()?;
                let count = self.domain.program.classes.len();
                ((number as usize) < count).then_some(ClassId(number))
            }
            _ => None,
        }
    }

    fn array_of_model(&mut self, number: u32, elem: &Type) -> Option<InputObject> {
        let cells = self.domain.cells.clone();
        let is_it = |this: &Self, t: &Term| this.values.get(t) == Some(&ModelValue::Ref(number));
        let position = |this: &Self, t: &Term| match this.values.get(t) {
            Some(ModelValue::Int(n)) => n.to_usize(),
            _ => None,
        };
        let mut length = 0;
        let mut known = BTreeMap::new();
        for (cell, t) in cells.iter() {
            match cell {
                Cell::Length(array) if is_it(self, array) => length = position(self, t)?,
                Cell::Element(array, index) if is_it(self, array) => {
                    if let Some(index) = position(self, index) {
                        let value = self.value(*t, elem);
                        known.entry(index).or_insert(value);
                    }
                }
                _ => {}
            }
        }
        if length > MAX_ELEMENTS {
            return None;
        }
        let elements = (0..length).map(|index| match known.get(&index) {
            Some(value) => value.clone(),
            None => default_input(elem),
        });
        Some(InputObject::Array(elem.clone(), elements.collect()))
    }
}

/// The default value of a type.
fn default_input(ty: &Type) -> InputValue {
    match ty {
        Type::Int | Type::Machine(_) => InputValue::Int(0.into()),
        Type::Bool => InputValue::Bool(false),
        Type::Perm => InputValue::Perm(BigInt::from(0).into()),
        ty if ty.is_collection() => InputValue::Empty,
        _ => InputValue::Null,
    }
}
