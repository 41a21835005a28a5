//! The layout of objects: where their fields are.

use super::heap::{Cells, Heap, Shape};
use super::value::Value;
use super::value_of;
use crate::compile::{default_of, initial_of};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use veriframe_ir::{ClassId, ClassKind, FieldId, Program, ids};

/// The cells of objects by class: what a built-in object holds, then the fields, those of
/// superclasses first, so that a field has the same offset in all subclasses.
#[derive(Debug, Default)]
pub struct Layout {
    /// By field: its offset.
    offsets: Vec<u32>,
    /// By class: its fields.
    by_class: Vec<Vec<FieldId>>,
    /// By class: what its built-in objects hold, or those that its objects extend, at first.
    held: Vec<Vec<Value>>,
    /// By class: the first values of its cells.
    defaults: Vec<Vec<Value>>,
    /// The class of strings.
    pub(super) string: Option<ClassId>,
    /// The class of iterators of built-in lists.
    pub(super) iterator: Option<ClassId>,
    /// The class of optional values.
    pub(super) optional: Option<ClassId>,
    /// By class: whether it is built in.
    built_in: Vec<bool>,
    /// What all runs start with.
    pub(super) start: Start,
}

/// What all runs of a program start with, which is in proportion to its size.
#[derive(Debug, Default)]
pub(super) struct Start {
    /// The heap: static fields with their first values, and the objects that exist from the start.
    pub(super) heap: Heap,
    /// The strings among these, by their characters.
    pub(super) texts: FxHashMap<Rc<[u16]>, Value>,
}

impl Start {
    fn new(program: &Program) -> Start {
        let statics = program.fields.iter();
        let statics = statics.map(|field| value_of(&default_of(&field.ty)));
        let mut heap = Heap::new(statics.collect());
        let mut texts = FxHashMap::default();
        for unique in &program.uniques {
            let text: Option<Rc<[u16]>> = unique.text.as_ref().map(|text| text.as_slice().into());
            let shape = text
                .clone()
                .map_or(Shape::Object(unique.class), Shape::Text);
            let object = heap.add(shape, Cells::default());
            texts.extend(text.map(|text| (text, object)));
        }
        heap.share_objects();
        Start { heap, texts }
    }
}

impl Layout {
    /// The layout of the objects of a program.
    #[must_use]
    pub fn new(program: &Program) -> Layout {
        let mut layout = Layout {
            offsets: vec![0; program.fields.len()],
            by_class: vec![Vec::new(); program.classes.len()],
            held: vec![Vec::new(); program.classes.len()],
            defaults: vec![Vec::new(); program.classes.len()],
            string: None,
            iterator: None,
            optional: None,
            built_in: program
                .classes
                .iter()
                .map(|class| class.span.file.is_library())
                .collect(),
            start: Start::new(program),
        };
        let all: Vec<ClassId> = ids(program.classes.len()).collect();
        for class in program.hierarchy.order().with_subtypes(&all) {
            layout.add(program, class);
        }
        layout
    }

    fn add(&mut self, program: &Program, class: ClassId) {
        let declared = program.class(class);
        let in_library = declared.span.file.is_library();
        match declared.name.as_str() {
            "String" if in_library => self.string = Some(class),
            "Iterator" if in_library => self.iterator = Some(class),
            "Optional" if in_library => self.optional = Some(class),
            _ => {}
        }
        let held = self.held_by(program, class);
        // Interfaces have no fields: at most one direct supertype has some.
        let supers = declared.supers.iter();
        let inherited = supers.filter_map(|above| self.by_class.get(above.index()));
        let mut all: Vec<FieldId> = inherited.flatten().copied().collect();
        for &field in &declared.fields {
            if let Some(offset) = self.offsets.get_mut(field.index()) {
                *offset = u32::try_from(held.len() + all.len()).unwrap_or(u32::MAX);
            }
            all.push(field);
        }
        let initial = all.iter();
        let initial = initial.map(|field| value_of(&initial_of(program.field(*field))));
        if let Some(slot) = self.defaults.get_mut(class.index()) {
            *slot = held.iter().cloned().chain(initial).collect();
        }
        if let Some(slot) = self.held.get_mut(class.index()) {
            *slot = held;
        }
        if let Some(slot) = self.by_class.get_mut(class.index()) {
            *slot = all;
        }
    }

    /// The first values of the cells that objects of a class have as built-in ones: what it holds,
    /// and the position and the list of an iterator. A class of the program has those of the library
    /// class that it extends; interfaces hand down none.
    fn held_by(&self, program: &Program, class: ClassId) -> Vec<Value> {
        let declared = program.class(class);
        if declared.span.file.is_library() {
            let held = match declared.name.as_str() {
                "HashMap" => Value::Map(Rc::default()),
                _ => Value::Seq(Rc::default()),
            };
            return vec![held, Value::Int(0), Value::Null];
        }
        let is_class = |above: &&ClassId| program.class(**above).kind != ClassKind::Interface;
        let extended = declared.supers.iter().find(is_class);
        let inherited = extended.and_then(|above| self.held.get(above.index()));
        inherited.cloned().unwrap_or_default()
    }

    /// The number of cells before the fields of an object of this class.
    pub(super) fn held_cells(&self, class: ClassId) -> usize {
        self.held.get(class.index()).map_or(0, Vec::len)
    }

    #[inline]
    #[allow(clippy::indexing_slicing)] // there is an offset for each field
    pub(super) fn offset(&self, field: FieldId) -> u32 {
        self.offsets[field.index()]
    }

    pub(super) fn fields(&self, class: ClassId) -> &[FieldId] {
        self.by_class.get(class.index()).map_or(&[], Vec::as_slice)
    }

    pub(super) fn defaults(&self, class: ClassId) -> &[Value] {
        self.defaults.get(class.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether objects of a class hold a built-in collection.
    pub(super) fn is_built_in(&self, class: ClassId) -> bool {
        self.built_in.get(class.index()).copied().unwrap_or(false)
    }
}
