//! What contracts leave open: references to any object of a type, the objects of library classes that
//! calls make, and the values that cells have from the start.

use super::heap::{Heap, Object, STATES, Shape};
use super::value::{NULL, ObjectId, Reference, Value};
use super::{Bounded, Shared};
use crate::by_contract::ContractDomain;
use crate::domain::HeapMark;
use std::collections::BTreeMap;
use std::rc::Rc;
use veriframe_ir::{ClassId, FieldId, PureId, Type, ids};
use veriframe_logic::bits::{Formula, Formulas, Range};

impl Shared<'_> {
    /// Adds an object that a call has made to a heap that lacks it: in any heap there is one, as it
    /// is from the start until something changes it. Others are not added.
    pub(super) fn add_made(&self, heap: &mut Rc<Heap>, id: ObjectId) {
        let Some(class) = self.made.borrow().get(&id).copied() else {
            return;
        };
        let own = heap.get(id);
        if own.is_some_and(|own| own.exists == Formulas::TRUE) {
            return;
        }
        let objects = &mut Rc::make_mut(heap).objects;
        let own = objects.entry(id).or_insert_with(|| {
            Rc::new(Object {
                shape: Shape::Object(class),
                exists: Formulas::TRUE,
                cells: BTreeMap::new(),
            })
        });
        Rc::make_mut(own).exists = Formulas::TRUE;
    }

    /// Adds to each of two heaps what calls have made for the other one.
    pub(super) fn add_made_of(&self, a: &mut Rc<Heap>, b: &mut Rc<Heap>) {
        let made: Vec<ObjectId> = self.made.borrow().keys().copied().collect();
        for id in made {
            if a.get(id).is_some() || b.get(id).is_some() {
                self.add_made(a, id);
                self.add_made(b, id);
            }
        }
    }
}

impl Bounded<'_> {
    /// Any reference of a type: null, an object that there is, one of these, or a new one of a
    /// library's class.
    pub(super) fn any_reference(&mut self, ty: &Type, also: &[ObjectId]) -> Option<Value> {
        let program = self.shared.program;
        let mut objects = vec![NULL];
        objects.extend(also);
        for (id, object) in &self.heap.objects {
            if object.shape.fits(ty, program) && !also.contains(id) {
                objects.push(*id);
            }
        }
        let is_library = |class: ClassId| program.class(class).span.file.is_library();
        match ty {
            // It can be of each class below, or of one that is not known.
            Type::Class(class) if is_library(*class) => {
                // A contract of one's own can lead back to the program, which makes objects.
                let order = program.hierarchy.order().with_subtypes(&[*class]);
                let is_ours =
                    |own: &ClassId| program.class(*own).kind.has_objects() && !is_library(*own);
                if !self.shared.returns_given && order.iter().any(is_ours) {
                    return None;
                }
                let below = ids::<ClassId>(program.classes.len())
                    .filter(|own| is_library(*own) && program.hierarchy.is_below(*own, *class));
                for own in below {
                    objects.push(self.made(own)?);
                }
            }
            // Of an erased type: what a library keeps was given to it, or is a text. What others
            // return can be a new object with any values.
            Type::Object if self.shared.returns_given && self.shared.is_library.get() => {
                if let Some(string) = self.shared.program.text_class() {
                    objects.push(self.made(string)?);
                }
            }
            Type::Null => {}
            // It could be a new object with any values.
            Type::Int
            | Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Class(_)
            | Type::Object
            | Type::Array(_)
            | Type::Seq(_)
            | Type::Set(_)
            | Type::Multiset(_)
            | Type::Map(..) => return None,
        }
        objects.sort_unstable();
        let exists: Vec<(ObjectId, Formula)> = objects
            .iter()
            .map(|id| {
                let object = self.heap.get(*id).filter(|_| !also.contains(id));
                (*id, object.map_or(Formulas::TRUE, |object| object.exists))
            })
            .collect();
        let f = &mut *self.shared.formulas.borrow_mut();
        let (low, high) = (NULL, objects.last().copied().unwrap_or(NULL));
        let id = f.number(Some(Range::new(low, high)));
        let cases = exists.into_iter().map(|(object, exists)| {
            let number = f.int(object);
            let is_meant = f.eq(id, number);
            f.and(is_meant, exists)
        });
        let cases: Vec<Formula> = cases.collect();
        let one = f.any(&cases);
        self.add_fact(one);
        let objects = objects.into();
        Some(Value::Ref(Reference { id, objects }))
    }

    /// A new object of a library's class.
    pub(super) fn made(&mut self, class: ClassId) -> Option<ObjectId> {
        match self
            .add_object(Shape::Object(class), BTreeMap::new())
            .ok()?
        {
            Value::Ref(reference) => {
                let made = reference.objects.first().copied()?;
                self.shared.made.borrow_mut().insert(made, class);
                Some(made)
            }
            _ => None,
        }
    }

    /// Whether this heap has the objects that a value can refer to. Those of the library's classes
    /// that another path has made are added.
    pub(super) fn knows(&mut self, value: &Value) -> bool {
        let Value::Ref(reference) = value else {
            return true;
        };
        let objects = reference.objects.iter();
        objects.fold(true, |all, id| {
            self.shared.add_made(&mut self.heap, *id);
            all && (*id == NULL || self.heap.get(*id).is_some())
        })
    }

    /// Gives these objects a cell in the heap now or at a moment if they lack it: what a heap does
    /// not have of the state of an object, or of the fields of one that a call has made, is as it
    /// was from the start. `None` if it has no value.
    pub(super) fn complete(
        &mut self,
        targets: &[(Formula, ObjectId)],
        part: u32,
        at: Option<HeapMark>,
    ) -> Option<()> {
        for (_, object) in targets {
            let shared = self.shared.clone();
            shared.add_made(&mut self.heap, *object);
            shared.add_made(self.heap_at_mut(at), *object);
            // What was allocated later is read as it is now.
            let at = at.filter(|_| self.heap_at(at).get(*object).is_some());
            if self.lacks(self.heap_at(at), *object, part) {
                let value = self.value_from_start(*object, part)?;
                Rc::make_mut(self.heap_at_mut(at)).set(*object, part, value);
            }
        }
        Some(())
    }

    /// Whether an object of a heap lacks a cell that it could have.
    pub(super) fn lacks(&self, heap: &Heap, object: ObjectId, part: u32) -> bool {
        let Some(own) = heap
            .get(object)
            .filter(|own| !own.cells.contains_key(&part))
        else {
            return false;
        };
        if part >= STATES {
            return true;
        }
        let made = self.shared.made.borrow();
        let field = self.shared.program.fields.get(part as usize);
        match (&own.shape, field) {
            (Shape::Object(class), Some(field)) => {
                let hierarchy = &self.shared.program.hierarchy;
                made.contains_key(&object)
                    && field
                        .class
                        .is_some_and(|above| hierarchy.is_below(*class, above))
            }
            _ => false,
        }
    }

    /// The value that a cell has from the start.
    pub(super) fn value_from_start(&mut self, object: ObjectId, part: u32) -> Option<Value> {
        let known = self
            .shared
            .from_start
            .borrow()
            .get(&(object, part))
            .cloned();
        if let Some(value) = known.clone().filter(|value| self.knows(value)) {
            return Some(value);
        }
        let program = self.shared.program;
        let ty = match part.checked_sub(STATES) {
            Some(pure) => program.pure_method(PureId(pure)).ty.clone(),
            None => program.field(FieldId(part)).ty.clone(),
        };
        let value = self.unknown("", &ty)?;
        if known.is_none() {
            let mut values = self.shared.from_start.borrow_mut();
            values.insert((object, part), value.clone());
        }
        Some(value)
    }
}
