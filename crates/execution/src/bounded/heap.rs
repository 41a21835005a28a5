//! The heap of bounded checking: a cell has one value on each path, a conditional once paths have
//! been merged. Heaps of earlier moments are kept whole; they share what has not changed.

use super::contracts::Application;
use super::value::{ObjectId, Value, choose};
use std::collections::BTreeMap;
use std::rc::Rc;
use veriframe_ir::{ClassId, Program, Type};
use veriframe_logic::bits::{Formula, Formulas};

/// The first number of cells that stand for pure methods, of which only contracts tell; fields
/// have lower ones.
pub(super) const STATES: u32 = 1 << 31;

/// What an object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An object of a class; its cells are fields, by number.
    Object(ClassId),
    /// An array of this element type and length; its cells are elements, by index.
    Array(Type, Formula),
}

impl Shape {
    /// Whether a reference of this type can lead to it.
    #[must_use]
    pub fn fits(&self, ty: &Type, program: &Program) -> bool {
        match (self, ty) {
            (_, Type::Object) => true,
            (Shape::Object(own), Type::Class(class)) => program.hierarchy.is_below(*own, *class),
            (Shape::Array(own, _), Type::Array(elem)) => own == &**elem,
            _ => false,
        }
    }
}

/// An object or array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// What it is.
    pub shape: Shape,
    /// The condition under which it exists.
    pub exists: Formula,
    /// Its fields or elements.
    pub cells: BTreeMap<u32, Value>,
}

/// The heap.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    /// The objects.
    pub objects: BTreeMap<ObjectId, Rc<Object>>,
    /// The static fields, by number.
    pub statics: BTreeMap<u32, Value>,
    /// The values of pure methods with parameters that read state of which only contracts tell.
    pub notes: Vec<Application>,
}

impl Heap {
    /// The object of a number.
    #[must_use]
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(&id).map(Rc::as_ref)
    }

    /// Sets a cell of an object.
    pub(super) fn set(&mut self, id: ObjectId, part: u32, value: Value) {
        if let Some(object) = self.objects.get_mut(&id) {
            Rc::make_mut(object).cells.insert(part, value);
        }
    }

    /// This heap if a condition holds, otherwise the other one.
    pub(super) fn merge(&mut self, f: &mut Formulas, condition: Formula, other: &Heap) {
        for (id, theirs) in &other.objects {
            match self.objects.get_mut(id) {
                Some(own) if Rc::ptr_eq(own, theirs) || own == theirs => {}
                Some(own) => Rc::make_mut(own).merge(f, condition, theirs),
                None => {
                    let mut object = theirs.clone();
                    let not_here = f.not(condition);
                    Rc::make_mut(&mut object).exists = f.and(not_here, theirs.exists);
                    self.objects.insert(*id, object);
                }
            }
        }
        let absent = |id: &ObjectId| !other.objects.contains_key(id);
        for (id, own) in &mut self.objects {
            if absent(id) {
                let exists = f.and(condition, own.exists);
                Rc::make_mut(own).exists = exists;
            }
        }
        for (field, theirs) in &other.statics {
            if let Some(own) = self.statics.get_mut(field) {
                *own = choose(f, condition, own, theirs);
            }
        }
        self.notes.retain(|note| other.notes.contains(note));
    }
}

impl Object {
    fn merge(&mut self, f: &mut Formulas, condition: Formula, other: &Object) {
        self.exists = f.ite(condition, self.exists, other.exists);
        // What one side has not asked for can be anything.
        (self.cells).retain(|part, _| *part < STATES || other.cells.contains_key(part));
        for (part, theirs) in &other.cells {
            if let Some(own) = self.cells.get_mut(part) {
                *own = choose(f, condition, own, theirs);
            }
        }
    }
}
