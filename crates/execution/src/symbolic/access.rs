//! Reading and writing: objects that the run has made by cell, others by conditionals.

use super::choices::{Known, decided};
use super::heap::{Cell, ElementWrite, FieldWrite, Heap, Made};
use super::{MAX_LENGTH, Symbolic};
use crate::compile::{constant_of, initial_of};
use crate::domain::{HeapMark, Interrupt, Outcome};
use crate::formulas::integer;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{ClassId, FieldId, Type};
use veriframe_logic::Term;
use veriframe_logic::terms::term::Node;

/// A reference without cases, and the condition under which it is meant.
#[derive(Clone, Copy)]
struct Case {
    guard: Term,
    reference: Term,
}

impl Symbolic<'_> {
    /// The heap as it was at a moment, or as it is.
    pub(super) fn heap_at(&self, at: Option<HeapMark>) -> Rc<Heap> {
        let marked = at.and_then(|at| self.marked_heaps.get(at.0 as usize));
        marked.unwrap_or(&self.heap).clone()
    }

    /// The value that a reference leads to, by the cases of a conditional reference. Null, which
    /// the path excludes, has none.
    fn by_cases(&mut self, reference: Term, read: &mut dyn FnMut(&mut Self, Term) -> Term) -> Term {
        self.each_case(reference, false, read, &mut FxHashMap::default())
    }

    /// The same, of a reference that can be null.
    fn by_cases_with_null(
        &mut self,
        reference: Term,
        read: &mut dyn FnMut(&mut Self, Term) -> Term,
    ) -> Term {
        self.each_case(reference, true, read, &mut FxHashMap::default())
    }

    /// The value of each case. References share their cases: what was read is kept, as the number
    /// of ways to a case can be exponential.
    fn each_case(
        &mut self,
        reference: Term,
        has_null: bool,
        read: &mut dyn FnMut(&mut Self, Term) -> Term,
        found: &mut FxHashMap<Term, Term>,
    ) -> Term {
        if let Some(known) = found.get(&reference) {
            return *known;
        }
        let case = match *self.terms().node(reference) {
            Node::Ite(condition, yes, no) => Some((condition, yes, no)),
            _ => None,
        };
        let value = match case {
            None => read(self, reference),
            Some((condition, yes, no)) => veriframe_base::stack::deep(|| {
                let null = self.terms().null();
                if yes == null && !has_null {
                    return self.each_case(no, has_null, read, found);
                }
                if no == null && !has_null {
                    return self.each_case(yes, has_null, read, found);
                }
                let yes = self.each_case(yes, has_null, read, found);
                let no = self.each_case(no, has_null, read, found);
                self.terms().ite(condition, yes, no)
            }),
        };
        found.insert(reference, value);
        value
    }

    /// The references without cases that a reference can be, with their conditions.
    fn cases(&self, reference: Term) -> Vec<Case> {
        let mut terms = self.terms();
        let (truth, null) = (terms.truth(), terms.null());
        // A term is newer than its parts: from the newest, all ways to a reference are known when
        // it is looked at.
        let mut open = BTreeMap::from([(reference, truth)]);
        let mut cases = Vec::new();
        while let Some((reference, guard)) = open.pop_last() {
            match *terms.node(reference) {
                Node::Ite(c, a, b) => {
                    let not = terms.not(c);
                    for (condition, reference) in [(c, a), (not, b)] {
                        let way = terms.and([guard, condition]);
                        let other = open.get(&reference).copied();
                        let guard = other.map_or(way, |other| terms.or([other, way]));
                        open.insert(reference, guard);
                    }
                }
                _ if reference == null => {}
                _ => cases.push(Case { guard, reference }),
            }
        }
        cases
    }

    /// The value of a field of an object that is not null.
    pub(super) fn read_field(&mut self, receiver: Term, field: FieldId, heap: &Heap) -> Term {
        self.by_cases(receiver, &mut |this, receiver| {
            this.read_field_of(receiver, field, heap)
        })
    }

    fn read_field_of(&mut self, receiver: Term, field: FieldId, heap: &Heap) -> Term {
        if let Some(Made::Object(_, cells)) = heap.made.get(&receiver) {
            let declared = self.program.fields.get(field.index());
            return match (cells.get(&field), declared) {
                (Some(value), _) => *value,
                (None, Some(declared)) => self.constant_term(&initial_of(declared)),
                (None, None) => self.initial_field(receiver, field),
            };
        }
        let declared = self.program.fields.get(field.index());
        if let Some(constant) = declared.and_then(constant_of) {
            return self.constant_term(&constant);
        }
        let writes = heap.fields.get(&field).map_or(&[][..], Vec::as_slice);
        // From the newest: those after an equal reference decide.
        let mut open: Vec<FieldWrite> = Vec::new();
        let mut value = None;
        for write in writes.iter().rev() {
            let same = self.same(receiver, write.receiver);
            match self.decide(same) {
                Ok(true) => {
                    value = Some(write.value);
                    break;
                }
                Ok(false) => {}
                Err(_) => open.push(*write),
            }
        }
        let mut value = value.unwrap_or_else(|| self.initial_field(receiver, field));
        for write in open.into_iter().rev() {
            let same = self.same(receiver, write.receiver);
            value = self.terms().ite(same, write.value, value);
        }
        value
    }

    fn initial_field(&mut self, receiver: Term, field: FieldId) -> Term {
        let Some(&function) = self.initial.fields.get(field.index()) else {
            return receiver;
        };
        let value = self.terms().app(function, vec![receiver]);
        let ty = match self.program.fields.get(field.index()) {
            Some(declared) => {
                self.meet(Cell::Field(receiver, field), value);
                declared.ty.clone()
            }
            None => match self.pure_of(field) {
                Some(pure) => self.program.pure_method(pure).ty.clone(),
                None => return value,
            },
        };
        // What a call has given can refer to what the run has made.
        let is_given =
            self.adopted.contains_key(&receiver) || self.heap.made.contains_key(&receiver);
        if ty.is_ref() && is_given {
            return self.adopted(value, &ty);
        }
        self.assume_type(value, &ty);
        value
    }

    /// Writes a field of an object that is not null.
    pub(super) fn write_field(&mut self, receiver: Term, field: FieldId, value: Term) {
        for Case { guard, reference } in self.cases(receiver) {
            let heap = self.heap.clone();
            let before = self.read_field_of(reference, field, &heap);
            let value = self.terms().ite(guard, value, before);
            let heap = Rc::make_mut(&mut self.heap);
            match heap.made.get_mut(&reference) {
                Some(Made::Object(_, cells)) => {
                    cells.insert(field, value);
                }
                _ => {
                    let receiver = reference;
                    let writes = heap.fields.entry(field).or_default();
                    let write = FieldWrite { receiver, value };
                    match writes.last_mut().filter(|last| last.receiver == receiver) {
                        Some(last) => *last = write,
                        None => writes.push(write),
                    }
                }
            }
        }
    }

    /// The length of an array that is not null.
    pub(super) fn length_of(&mut self, array: Term) -> Term {
        self.by_cases(array, &mut |this, array| {
            let known = match this.heap.made.get(&array) {
                Some(Made::Array(elements)) => Some(Err(elements.len())),
                Some(Made::Open(length, ..)) => Some(Ok(*length)),
                _ => None,
            };
            match known {
                Some(Ok(length)) => length,
                Some(Err(length)) => this.terms().int(length),
                None => {
                    let length = this.terms().app(this.initial.length, vec![array]);
                    this.meet(Cell::Length(array), length);
                    let not_negative = {
                        let mut terms = this.terms();
                        let zero = terms.int(0);
                        terms.le(zero, length)
                    };
                    this.fact(not_negative);
                    length
                }
            }
        })
    }

    /// Refuses an index outside an array that is not null.
    pub(super) fn require_index(&mut self, array: Term, index: Term) -> Outcome<(), Term> {
        let length = self.length_of(array);
        let within = {
            let mut terms = self.terms();
            let zero = terms.int(0);
            let (low, high) = (terms.le(zero, index), terms.lt(index, length));
            terms.and([low, high])
        };
        if self.decide(within)? {
            Ok(())
        } else {
            Err(Interrupt::out_of_bounds(
                self.text(index),
                self.text(length),
            ))
        }
    }

    /// The element at an index that is within bounds.
    pub(super) fn read_element(&mut self, array: Term, index: Term, heap: &Heap) -> Term {
        self.by_cases(array, &mut |this, array| {
            this.read_element_of(array, index, heap)
        })
    }

    fn read_element_of(&mut self, array: Term, index: Term, heap: &Heap) -> Term {
        match heap.made.get(&array) {
            Some(Made::Array(elements)) => {
                let position = self.position(index);
                if let Some(element) = position.and_then(|at| elements.get(at)) {
                    return *element;
                }
                self.chosen(elements, index)
            }
            Some(Made::Open(_, default, writes)) => {
                let mut value = *default;
                for (at, written) in writes {
                    let mut terms = self.terms();
                    let same = terms.eq(index, *at);
                    value = terms.ite(same, *written, value);
                }
                value
            }
            _ => {
                let mut value = self.initial_element(array, index);
                let sort = self.terms().sort(value);
                let writes = heap.elements.get(&sort).map_or(&[][..], Vec::as_slice);
                for write in writes {
                    let same_array = self.same(array, write.array);
                    let mut terms = self.terms();
                    let same_index = terms.eq(index, write.index);
                    let same = terms.and([same_array, same_index]);
                    value = terms.ite(same, write.value, value);
                }
                value
            }
        }
    }

    /// The element of a list at an index that is not constant.
    fn chosen(&mut self, elements: &[Term], index: Term) -> Term {
        let mut terms = self.terms();
        let Some((last, others)) = elements.split_last() else {
            // No index is within bounds.
            return index;
        };
        // The index is within bounds.
        let mut value = decided(&mut terms, *last, index, Known::Is(others.len()));
        for (position, element) in others.iter().enumerate().rev() {
            let element = decided(&mut terms, *element, index, Known::Is(position));
            let position = terms.int(position);
            let same = terms.eq(index, position);
            value = terms.ite(same, element, value);
        }
        value
    }

    fn initial_element(&mut self, array: Term, index: Term) -> Term {
        let elem = match self.types.get(&array) {
            Some(Type::Array(elem)) => (**elem).clone(),
            _ => Type::Object,
        };
        let Some(&function) = self.initial.elements.get(&sort_of(&elem)) else {
            return self.default_value(&elem);
        };
        let value = self.terms().app(function, vec![array, index]);
        self.meet(Cell::Element(array, index), value);
        if elem.is_ref() && self.adopted.contains_key(&array) {
            return self.adopted(value, &elem);
        }
        self.assume_type(value, &elem);
        value
    }

    /// Writes the element at an index that is within bounds.
    pub(super) fn write_element(&mut self, array: Term, index: Term, value: Term) {
        let sort = self.terms().sort(value);
        for Case { guard, reference } in self.cases(array) {
            let heap = self.heap.clone();
            let before = self.read_element_of(reference, index, &heap);
            let value = self.terms().ite(guard, value, before);
            let position = self.position(index);
            let made = heap.made.get(&reference).cloned();
            let made = match made {
                Some(Made::Array(mut elements)) => {
                    match position.and_then(|at| elements.get_mut(at)) {
                        Some(element) => *element = value,
                        None => self.write_somewhere(&mut elements, index, value),
                    }
                    Some(Made::Array(elements))
                }
                Some(Made::Open(length, default, mut writes)) => {
                    writes.push((index, value));
                    Some(Made::Open(length, default, writes))
                }
                _ => None,
            };
            let heap = Rc::make_mut(&mut self.heap);
            match made {
                Some(made) => {
                    heap.made.insert(reference, made);
                }
                None => heap.elements.entry(sort).or_default().push(ElementWrite {
                    array: reference,
                    index,
                    value,
                }),
            }
        }
    }

    /// Writes at an index that is not constant.
    fn write_somewhere(&self, elements: &mut [Term], index: Term, value: Term) {
        let mut terms = self.terms();
        for (position, element) in elements.iter_mut().enumerate() {
            let written = decided(&mut terms, value, index, Known::Is(position));
            let kept = decided(&mut terms, *element, index, Known::IsNot(position));
            let position = terms.int(position);
            let same = terms.eq(index, position);
            *element = terms.ite(same, written, kept);
        }
    }

    /// The number, if the term is a constant.
    pub(super) fn position(&self, index: Term) -> Option<usize> {
        integer(&self.terms(), index)?.to_usize()
    }

    /// A new object.
    pub(super) fn make_object(&mut self, class: ClassId) -> Term {
        let name = &self.program.class(class).name;
        let object = self.terms().allocate(name);
        let heap = Rc::make_mut(&mut self.heap);
        heap.made
            .insert(object, Made::Object(class, Default::default()));
        object
    }

    /// A new array with these elements.
    pub(super) fn make_array(&mut self, elements: Vec<Term>) -> Term {
        let array = self.terms().allocate("array");
        let heap = Rc::make_mut(&mut self.heap);
        heap.made.insert(array, Made::Array(elements));
        array
    }

    /// A new array of this length, its elements with default values.
    pub(super) fn make_default_array(&mut self, elem: &Type, length: Term) -> Outcome<Term, Term> {
        let default = self.default_value(elem);
        let known = integer(&self.terms(), length);
        match known {
            Some(length) => {
                let length = length.to_usize().filter(|length| *length <= MAX_LENGTH);
                let length = length.ok_or(Interrupt::OutOfMemory)?;
                Ok(self.make_array(vec![default; length]))
            }
            None => {
                let array = self.terms().allocate("array");
                let heap = Rc::make_mut(&mut self.heap);
                let made = Made::Open(length, default, Vec::new());
                heap.made.insert(array, made);
                Ok(array)
            }
        }
    }

    /// A class with the same key as the class of an object that is not null.
    pub(super) fn class_by_cases(
        &mut self,
        object: Term,
        key: &mut dyn FnMut(ClassId) -> Option<u32>,
    ) -> Outcome<ClassId, Term> {
        let case = match *self.terms().node(object) {
            Node::Ite(c, a, b) => Some((c, a, b)),
            _ => None,
        };
        if let Some((condition, yes, no)) = case {
            let chosen = if self.decide(condition)? { yes } else { no };
            return self.class_by_cases(chosen, key);
        }
        if let Some(unique) = self.unique(object) {
            let unique = self.program.uniques.get(unique.index());
            let class = unique.map(|unique| unique.class);
            return class.ok_or_else(|| Interrupt::Unsupported("this object".to_owned()));
        }
        if let Some(Made::Object(class, _)) = self.heap.made.get(&object) {
            return Ok(*class);
        }
        let mut groups: BTreeMap<Option<u32>, Vec<ClassId>> = BTreeMap::new();
        for class in self.candidates(object) {
            groups.entry(key(class)).or_default().push(class);
        }
        let mut groups: Vec<Vec<ClassId>> = groups.into_values().collect();
        // An object of a library's class can be of others below.
        groups.sort_by_key(|classes| classes.iter().any(|class| self.is_library(*class)));
        let last = groups.len().saturating_sub(1);
        for (position, classes) in groups.iter().enumerate() {
            let Some(first) = classes.first() else {
                continue;
            };
            if position == last {
                return Ok(*first);
            }
            let own = self.class_term(object);
            let is_one = {
                let mut terms = self.terms();
                let equal = classes.iter().map(|class| {
                    let number = terms.int(class.0);
                    terms.eq(own, number)
                });
                let equal: Vec<Term> = equal.collect();
                terms.or(equal)
            };
            if self.decide(is_one)? {
                return Ok(*first);
            }
        }
        Err(Interrupt::Unsupported(
            "an object of a class without objects".to_owned(),
        ))
    }

    fn is_library(&self, class: ClassId) -> bool {
        self.program.class(class).span.file.is_library()
    }

    /// The classes that an object of the initial heap can be of.
    fn candidates(&self, object: Term) -> Vec<ClassId> {
        match self.types.get(&object) {
            Some(Type::Class(class)) if self.is_library(*class) => {
                // All of the library's classes are executed as this one is.
                let mut classes = self.classes_below(*class);
                classes.retain(|below| !self.is_library(*below));
                classes.push(*class);
                classes
            }
            Some(Type::Class(class)) => self.classes_below(*class),
            _ => {
                let classes = veriframe_ir::ids::<ClassId>(self.program.classes.len());
                let ours = classes.filter(|class| {
                    let class = self.program.class(*class);
                    class.kind.has_objects() && !class.span.file.is_library()
                });
                ours.collect()
            }
        }
    }

    /// The condition that an object is of a class or a subclass.
    pub(super) fn instance_term(&mut self, object: Term, class: ClassId) -> Term {
        self.by_cases_with_null(object, &mut |this, object| {
            if object == this.terms().null() {
                return this.terms().bool(false);
            }
            let known = match this.heap.made.get(&object) {
                Some(Made::Object(own, _)) => Some(Some(*own)),
                Some(_) => Some(None),
                None => this.unique(object).map(|unique| {
                    let unique = this.program.uniques.get(unique.index());
                    unique.map(|unique| unique.class)
                }),
            };
            if let Some(own) = known {
                let hierarchy = &this.program.hierarchy;
                let is_below = own.is_some_and(|own| hierarchy.is_below(own, class));
                return this.terms().bool(is_below);
            }
            let is_null = this.is_null(object);
            let fits = this.is_of(object, class);
            let mut terms = this.terms();
            let not_null = terms.not(is_null);
            terms.and([not_null, fits])
        })
    }
}
