//! The input that a model describes: the objects, arrays and collections that its values are.

use super::Symbolic;
use super::contents::{Asked, Contents};
use super::heap::{Cell, Heap, Made};
use super::input::SHORT;
use super::structures::Entry;
use super::texts::ASKED;
use crate::input::{InputId, InputObject, InputValue};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use veriframe_ir::{ClassId, CollectionType, FieldId, Type, UniqueId, ValueKind};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{ModelValue, Term};

/// The greatest length of an array of an input.
const MAX_ELEMENTS: usize = 10_000;

/// What an object of an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// It was given.
    Given(Term),
    /// The model has it.
    Model(u32),
}

/// What a model says of each of its objects, by their numbers, each in the order in which the run
/// met it.
#[derive(Debug, Default)]
struct ModelObjects {
    fields: FxHashMap<u32, Vec<(FieldId, Term)>>,
    /// Indices and elements.
    elements: FxHashMap<u32, Vec<(Term, Term)>>,
    lengths: FxHashMap<u32, Term>,
    classes: FxHashMap<u32, ClassId>,
    /// The constants and texts that are one object.
    uniques: FxHashMap<u32, Vec<UniqueId>>,
}

impl ModelObjects {
    fn of(domain: &Symbolic<'_>, values: &FxHashMap<Term, ModelValue>) -> ModelObjects {
        let number = |t: &Term| match values.get(t) {
            Some(ModelValue::Ref(number)) => Some(*number),
            _ => None,
        };
        let mut objects = ModelObjects::default();
        for (cell, t) in domain.cells.iter() {
            let (Cell::Field(object, _)
            | Cell::Element(object, _)
            | Cell::Length(object)
            | Cell::Class(object)) = cell;
            let Some(object) = number(object) else {
                continue;
            };
            match cell {
                Cell::Field(_, field) => {
                    objects.fields.entry(object).or_default().push((*field, *t));
                }
                Cell::Element(_, index) => {
                    let elements = objects.elements.entry(object).or_default();
                    elements.push((*index, *t));
                }
                Cell::Length(_) => {
                    objects.lengths.insert(object, *t);
                }
                Cell::Class(_) => {
                    if let Some(class) = class_in(domain, values, *t) {
                        objects.classes.entry(object).or_insert(class);
                    }
                }
            }
        }
        for unique in veriframe_ir::ids::<UniqueId>(domain.program.uniques.len()) {
            let t = domain.terms().unique(unique.0);
            if let Some(object) = number(&t) {
                objects.uniques.entry(object).or_default().push(unique);
            }
        }
        objects
    }
}

/// The class whose number a term is.
fn class_in(
    domain: &Symbolic<'_>,
    values: &FxHashMap<Term, ModelValue>,
    t: Term,
) -> Option<ClassId> {
    match values.get(&t) {
        Some(ModelValue::Int(n)) => {
            let number = n.to_u32()?;
            let count = domain.program.classes.len();
            ((number as usize) < count).then_some(ClassId(number))
        }
        _ => None,
    }
}

/// An input under construction.
pub(super) struct Builder<'b, 'p> {
    domain: &'b Symbolic<'p>,
    contents: &'b Contents,
    /// Whether the contents of some collection are not known.
    is_open: bool,
    start: &'b Heap,
    values: FxHashMap<Term, ModelValue>,
    model: ModelObjects,
    ids: BTreeMap<Key, InputId>,
    /// The objects that have a number, and no contents yet.
    open: Vec<(InputId, Key, Type)>,
    objects: Vec<Option<InputObject>>,
}

impl<'b, 'p> Builder<'b, 'p> {
    /// Begins an input from the values of terms in a model.
    pub(super) fn new(
        domain: &'b Symbolic<'p>,
        contents: &'b Contents,
        start: &'b Heap,
        values: FxHashMap<Term, ModelValue>,
    ) -> Builder<'b, 'p> {
        Builder {
            domain,
            contents,
            is_open: false,
            start,
            model: ModelObjects::of(domain, &values),
            values,
            ids: BTreeMap::new(),
            open: Vec::new(),
            objects: Vec::new(),
        }
    }

    /// The number of the object that a term is in the model.
    pub(super) fn number(&self, t: Term) -> Option<u32> {
        match self.values.get(&t) {
            Some(ModelValue::Ref(number)) => Some(*number),
            _ => None,
        }
    }

    /// The value that a term of this type is.
    pub(super) fn value(&mut self, t: Term, ty: &Type) -> InputValue {
        if ty.is_collection() {
            return self.collection(&[t], ty).unwrap_or_else(|| {
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

    /// The value of a cell that the run has met by these terms: in the model they are one.
    fn cell(&mut self, met: &[Term], ty: &Type) -> InputValue {
        match met {
            [t, ..] if !ty.is_collection() => self.value(*t, ty),
            _ => self.collection(met, ty).unwrap_or_else(|| {
                self.is_open = true;
                InputValue::Empty
            }),
        }
    }

    /// The contents of the collection that these terms are; `None` if they are not known.
    fn collection(&mut self, met: &[Term], ty: &Type) -> Option<InputValue> {
        let mut asked = Asked::default();
        for t in met {
            if matches!(self.domain.terms().node(*t), Node::Coll(..) | Node::Ite(..)) {
                return None;
            }
            asked.add(self.contents.of(*t)?);
        }
        let Asked {
            elements,
            indices,
            length,
            all,
        } = asked;
        if let Some(all) = all {
            return self.structured(&all, ty);
        }
        let mut found = Vec::new();
        match ty.collection() {
            Some(CollectionType::Set(elem) | CollectionType::Multiset(elem)) => {
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
            Some(CollectionType::Seq(elem)) => {
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
            Some(CollectionType::Map(..)) | None => {
                if !elements.is_empty() || !indices.is_empty() {
                    return None;
                }
            }
        }
        Some(match found.is_empty() {
            true => InputValue::Empty,
            false => InputValue::List(found),
        })
    }

    /// The collection of these entries that are there; `None` if one is no value of its type.
    fn structured(&mut self, all: &[Entry], ty: &Type) -> Option<InputValue> {
        let there = |entry: &&Entry| self.values.get(&entry.guard) == Some(&ModelValue::Bool(true));
        let there: Vec<Entry> = all.iter().filter(there).copied().collect();
        let mut elements = Vec::new();
        let mut entries: Vec<(InputValue, InputValue)> = Vec::new();
        for entry in there {
            match ty.collection()? {
                CollectionType::Set(elem) => {
                    let element = self.fitting(entry.key, elem)?;
                    if !elements.contains(&element) {
                        elements.push(element);
                    }
                }
                CollectionType::Multiset(elem) | CollectionType::Seq(elem) => {
                    elements.push(self.fitting(entry.key, elem)?);
                }
                CollectionType::Map(key, value) => {
                    let key = self.fitting(entry.key, key)?;
                    let value = self.fitting(entry.value, value)?;
                    if entries.iter().any(|(known, _)| *known == key) {
                        return None;
                    }
                    entries.push((key, value));
                }
            }
        }
        Some(match (elements.is_empty(), entries.is_empty()) {
            (true, true) => InputValue::Empty,
            (true, false) => InputValue::Entries(entries),
            (false, _) => InputValue::List(elements),
        })
    }

    /// The value that a term of this type is, if it fits.
    fn fitting(&mut self, t: Term, ty: &Type) -> Option<InputValue> {
        let value = self.value(t, ty);
        match (&value, ty) {
            (InputValue::Int(n), Type::Machine(width)) => width.holds(n).then_some(value),
            _ => Some(value),
        }
    }

    /// The constant or text that a reference of this type is in the model. Where the types of two
    /// references have no value in common, the model can have one object for both.
    fn unique(&self, number: u32, ty: &Type) -> Option<UniqueId> {
        let program = self.domain.program;
        let class = self.model.classes.get(&number);
        let fits = |unique: &UniqueId| match (ty, program.uniques.get(unique.index())) {
            (Type::Class(class), Some(unique)) => program.hierarchy.is_below(unique.class, *class),
            (Type::Object, Some(unique)) => class.is_none_or(|class| *class == unique.class),
            _ => false,
        };
        let mut uniques = self.model.uniques.get(&number)?.iter().copied();
        uniques.find(fits)
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

    /// The objects; `None` if an array is too long or the contents of a collection are not known.
    pub(super) fn finished(mut self) -> Option<Vec<InputObject>> {
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
        if let Type::Array(elem) = ty {
            return self.array_of_model(number, elem);
        }
        let mut met: BTreeMap<FieldId, Vec<Term>> = BTreeMap::new();
        for (field, t) in self.model.fields.remove(&number).unwrap_or_default() {
            met.entry(field).or_default().push(t);
        }
        let fields = met.into_iter().map(|(field, met)| {
            let ty = &self.domain.program.field(field).ty;
            (field, self.cell(&met, ty))
        });
        let fields: BTreeMap<FieldId, InputValue> = fields.collect();
        let first = if *ty == Type::Object {
            self.domain.own_classes().first().copied()
        } else {
            let declared = ty.class();
            declared.and_then(|class| self.domain.classes_below(class).first().copied())
        };
        let class = self.model.classes.get(&number).copied().or(first)?;
        // No input has an object of a class that is not known.
        if self.domain.program.text_class() == Some(class) {
            return self.text_of_model(number).map(InputObject::Text);
        }
        if !self.domain.program.class(class).kind.has_objects() {
            return None;
        }
        Some(InputObject::Object(class, fields.into_iter().collect()))
    }

    /// The characters of a text that the model has; `None` if they are not known, or are those of
    /// another text.
    fn text_of_model(&self, number: u32) -> Option<Vec<u16>> {
        let texts = &self.contents.texts;
        let is_it = |t: &Term| self.number(*t) == Some(number);
        if texts.opaque.iter().any(is_it) {
            return None;
        }
        let whole = |t: &Term| match self.values.get(t) {
            Some(ModelValue::Int(n)) => Some(n),
            _ => None,
        };
        let asked = texts.texts.iter().find(|asked| is_it(&asked.text))?;
        let length = whole(&asked.length)?.to_usize();
        let limit = if texts.is_joined { ASKED } else { MAX_ELEMENTS };
        let length = length.filter(|length| *length <= limit)?;
        let mut text = vec![u16::from(b'a'); length];
        let first = asked.first.iter().enumerate();
        let mut known: Vec<(usize, &Term)> = first.collect();
        for [of, index, unit] in texts.characters.iter().filter(|[of, ..]| is_it(of)) {
            debug_assert!(is_it(of));
            let index = whole(index)?.to_usize().filter(|index| *index < length);
            known.extend(index.map(|index| (index, unit)));
        }
        for (index, unit) in known {
            if let Some(place) = text.get_mut(index) {
                *place = whole(unit)?.to_u16()?;
            }
        }
        let is_known = self.objects.iter().flatten().any(|object| match object {
            InputObject::Text(other) => *other == text,
            InputObject::Object(..) | InputObject::Array(..) => false,
        });
        (!is_known && !self.domain.is_literal(&text)).then_some(text)
    }

    fn array_of_model(&mut self, number: u32, elem: &Type) -> Option<InputObject> {
        let position = |this: &Self, t: &Term| match this.values.get(t) {
            Some(ModelValue::Int(n)) => n.to_usize(),
            _ => None,
        };
        let length = match self.model.lengths.get(&number) {
            Some(length) => position(self, length)?,
            None => 0,
        };
        if length > MAX_ELEMENTS {
            return None;
        }
        let mut met: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
        for (index, t) in self.model.elements.remove(&number).unwrap_or_default() {
            if let Some(index) = position(self, &index) {
                met.entry(index).or_default().push(t);
            }
        }
        let known = met
            .into_iter()
            .map(|(index, met)| (index, self.cell(&met, elem)));
        let known: BTreeMap<usize, InputValue> = known.collect();
        let elements = (0..length).map(|index| match known.get(&index) {
            Some(value) => value.clone(),
            None => default_input(elem),
        });
        Some(InputObject::Array(elem.clone(), elements.collect()))
    }
}

/// The default value of a type.
fn default_input(ty: &Type) -> InputValue {
    match ty.value_kind() {
        ValueKind::Integer | ValueKind::Floating => InputValue::Int(0.into()),
        ValueKind::Boolean => InputValue::Bool(false),
        ValueKind::Amount => InputValue::Perm(BigInt::from(0).into()),
        ValueKind::Collection => InputValue::Empty,
        ValueKind::Reference => InputValue::Null,
    }
}
