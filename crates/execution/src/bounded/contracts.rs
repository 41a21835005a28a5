//! Contracts in place of code: connectives are formulas, and state of which only pure methods tell
//! is a cell of the receiver for each of them. A collection of which nothing is known has no
//! structure, so what depends on it cannot be evaluated.

use super::Bounded;
use super::heap::STATES;
use super::sequences;
use super::value::{NULL, ObjectId, Reference, Value, choose};
use crate::by_contract::ContractDomain;
use crate::domain::HeapMark;
use std::rc::Rc;
use veriframe_ir::{BinOp, CollOp, FieldId, LogicOp, PureId, Type};
use veriframe_logic::bits::{Formula, Formulas, Range};

/// A pure method with its value for some inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    pure: PureId,
    inputs: Vec<Value>,
    value: Value,
    /// What was assumed where it was asked for.
    path: Formula,
}

fn state_of(pure: PureId) -> u32 {
    STATES.saturating_add(pure.0)
}

/// Whether a value has one structure. What has no value here can be a collection.
fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Either(..) | Value::Unknown | Value::Unset)
}

impl Bounded<'_> {
    /// What is known of results of calls by contract, on their paths: it holds in all states.
    #[must_use]
    pub fn supposed(&self) -> Vec<Formula> {
        self.shared.supposed.borrow().clone()
    }

    pub(super) fn add_fact(&self, fact: Formula) {
        let mut facts = self.shared.supposed.borrow_mut();
        if fact != Formulas::TRUE && !facts.contains(&fact) {
            facts.push(fact);
        }
    }

    /// A pure method has one value for equal inputs. Those that cannot be compared are left out.
    fn know_function(&self, known: &[Application], inputs: &[Value], value: &Value) {
        for other in known {
            let inputs = inputs.iter().zip(&other.inputs);
            let pairs = inputs.map(|(a, b)| self.equal(a, b));
            let same = pairs.collect::<super::Result<Vec<Formula>>>();
            if let (Ok(same), Ok(equal)) = (same, self.equal(value, &other.value)) {
                let f = &mut *self.formulas();
                // On a path that excludes this one, it can have had another value.
                let same = f.all(&[&[other.path], same.as_slice()].concat());
                let fact = f.implies(same, equal);
                self.add_fact(fact);
            }
        }
    }

    /// The object of a reference, if it is known which one.
    fn only_object(&self, value: &Value) -> Option<ObjectId> {
        let reference = self.reference(value).ok()?;
        match self.targets(&reference).as_slice() {
            [(_, only)] => Some(*only),
            _ => None,
        }
    }
}

impl ContractDomain for Bounded<'_> {
    fn unknown(&mut self, _name: &str, ty: &Type) -> Option<Value> {
        if ty.is_ref() {
            return self.any_reference(ty, &[]);
        }
        let f = &mut *self.shared.formulas.borrow_mut();
        Some(match ty {
            Type::Int | Type::Machine(_) | Type::Floating(_) => {
                let range = ty.stored_width();
                let range = range.map(|width| Range::new(width.least(), width.greatest()));
                Value::Int(f.number(range))
            }
            Type::Bool => Value::Bool(f.condition()),
            Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => Value::Unknown,
            Type::Perm | Type::Class(_) | Type::Object | Type::Array(_) | Type::Null => {
                return None;
            }
        })
    }

    fn bound(&mut self, _name: &str, _ty: &Type) -> Option<Value> {
        None
    }

    fn quantified(&mut self, _universal: bool, _vars: &[Value], _body: &Value) -> Option<Value> {
        None
    }

    fn term_of_binary(&mut self, op: BinOp, left: &Value, right: &Value) -> Option<Value> {
        if !is_plain(left) || !is_plain(right) {
            return None;
        }
        match (left, right) {
            // What the divisor is, the evaluation of the contract has asked.
            (Value::Int(a), Value::Int(b)) if op.divides() => Some(self.computed(op, *a, *b)),
            _ => self.operator(op, left, right).ok(),
        }
    }

    fn connective(&mut self, op: LogicOp, left: &Value, right: &Value) -> Option<Value> {
        let (Value::Bool(a), Value::Bool(b)) = (left, right) else {
            return None;
        };
        Some(Value::Bool(op.formula(&mut self.formulas(), *a, *b)))
    }

    fn chosen(&mut self, condition: &Value, then: &Value, other: &Value) -> Option<Value> {
        let Value::Bool(condition) = condition else {
            return None;
        };
        Some(choose(&mut self.formulas(), *condition, then, other))
    }

    fn term_of_collection(
        &mut self,
        op: CollOp,
        operands: &[Value],
        _operand: Option<&Type>,
        ty: &Type,
    ) -> Option<Value> {
        let f = &mut *self.shared.formulas.borrow_mut();
        match (op, operands) {
            (CollOp::Literal, elements) if matches!(ty, Type::Seq(_)) => {
                Some(Value::Seq(Rc::new(elements.to_vec())))
            }
            _ => sequences::operation(f, op, operands),
        }
    }

    fn cell(&mut self, receiver: &Value, field: FieldId, at: Option<HeapMark>) -> Option<Value> {
        let reference = self.reference(receiver).ok()?;
        let targets = self.targets(&reference);
        self.complete(&targets, field.0, at)?;
        let heap = self.heap_at(at);
        let cell = |object: ObjectId| heap.get(object)?.cells.get(&field.0).cloned();
        let known = targets.iter().all(|(_, object)| cell(*object).is_some());
        (known && !targets.is_empty()).then(|| self.of_targets(&targets, |_, object| cell(object)))
    }

    fn forget_elements(
        &mut self,
        array: &Value,
        elem: &Type,
        from: Option<&Value>,
        until: Option<&Value>,
    ) -> Option<()> {
        let reference = self.reference(array).ok()?;
        let bound = |bound: Option<&Value>| match bound {
            Some(bound) => self.integer(bound).ok().map(Some),
            None => Some(None),
        };
        let (from, until) = (bound(from)?, bound(until)?);
        for (is_meant, object) in self.exclusive(&self.targets(&reference)) {
            let cells = self.heap.get(object)?.cells.clone();
            for (part, before) in cells {
                let any = self.unknown("", elem)?;
                let shared = self.shared.clone();
                let f = &mut *shared.formulas.borrow_mut();
                let index = f.int(part);
                let above = from.map_or(Formulas::TRUE, |from| f.le(from, index));
                let below = until.map_or(Formulas::TRUE, |until| f.lt(index, until));
                let is_forgotten = f.all(&[is_meant, above, below]);
                let value = choose(f, is_forgotten, &any, &before);
                Rc::make_mut(&mut self.heap).set(object, part, value);
            }
        }
        Some(())
    }

    fn set_cell(&mut self, receiver: &Value, field: FieldId, value: &Value) {
        if let Ok(reference) = self.reference(receiver) {
            let targets = self.targets(&reference);
            // What cannot be completed cannot be read either.
            let _ = self.complete(&targets, field.0, None);
            self.set_cells(&targets, field.0, value);
        }
    }

    fn state(&mut self, receiver: &Value, pure: PureId, at: Option<HeapMark>) -> Option<Value> {
        let reference = self.reference(receiver).ok()?;
        let targets = self.targets(&reference);
        if targets.is_empty() {
            return None;
        }
        let part = state_of(pure);
        self.complete(&targets, part, at)?;
        let heap = self.heap_at(at);
        let cell = |object: ObjectId| {
            let object = heap.get(object).or_else(|| self.heap.get(object))?;
            object.cells.get(&part).cloned()
        };
        Some(self.of_targets(&targets, |_, object| cell(object)))
    }

    fn set_state(&mut self, receiver: &Value, pure: PureId, value: &Value) {
        let part = state_of(pure);
        if let Some(object) = self.only_object(receiver) {
            let heap = Rc::make_mut(&mut self.heap);
            heap.set(object, part, value.clone());
            return;
        }
        // Each object has a value to choose from.
        let _ = self.state(receiver, pure, None);
        if let Ok(reference) = self.reference(receiver) {
            let targets = self.targets(&reference);
            self.set_cells(&targets, part, value);
        }
    }

    fn noted(
        &mut self,
        pure: PureId,
        inputs: &[Value],
        at: Option<HeapMark>,
        ty: &Type,
    ) -> Option<Value> {
        let notes = &self.heap_at(at).notes;
        let same = notes.iter().find(|a| a.pure == pure && a.inputs == inputs);
        if let Some(same) = same {
            return Some(same.value.clone());
        }
        let value = self.unknown("", ty)?;
        if !ty.is_ref() {
            let notes = self.heap_at(at).notes.iter();
            let known: Vec<Application> = notes.filter(|note| note.pure == pure).cloned().collect();
            self.know_function(&known, inputs, &value);
        }
        let note = Application {
            pure,
            inputs: inputs.to_vec(),
            value: value.clone(),
            path: Formulas::TRUE,
        };
        Rc::make_mut(self.heap_at_mut(at)).notes.push(note);
        Some(value)
    }

    fn forget_notes(&mut self, receiver: &Value) {
        let is_other = |note: &Application| {
            let other = note.inputs.first();
            let equal = other.and_then(|other| self.equal(other, receiver).ok());
            equal.is_some_and(|equal| self.path.decide(&mut self.formulas(), equal) == Some(false))
        };
        let notes: Vec<Application> = self
            .heap
            .notes
            .iter()
            .filter(|note| is_other(note))
            .cloned()
            .collect();
        if notes.len() < self.heap.notes.len() {
            Rc::make_mut(&mut self.heap).notes = notes;
        }
    }

    fn application(&mut self, pure: PureId, inputs: &[Value], ty: &Type) -> Option<Value> {
        if inputs.iter().any(|input| !is_plain(input)) {
            return self.unknown("", ty);
        }
        let mut known = self.shared.applications.borrow().clone();
        known.retain(|other| other.pure == pure);
        // A reference is one of the objects of its own path.
        let is_here = |other: &&Application| {
            let decided = self.path.decide(&mut self.formulas(), other.path);
            !ty.is_ref() || decided == Some(true)
        };
        let mut same = known.iter().filter(|other| other.inputs == inputs);
        let same = same.find(is_here).cloned();
        if let Some(same) = same.filter(|same| self.knows(&same.value)) {
            return Some(same.value);
        }
        // The value can be that of the other applications, also of those on other paths.
        let mut also = Vec::new();
        known.retain(|other| self.knows(&other.value));
        for other in &known {
            if let Value::Ref(reference) = &other.value {
                let others = reference.objects.iter();
                also.extend(others.filter(|id| **id != NULL).copied());
            }
        }
        also.sort_unstable();
        also.dedup();
        let value = if ty.is_ref() {
            self.any_reference(ty, &also)?
        } else {
            self.unknown("", ty)?
        };
        self.know_function(&known, inputs, &value);
        let application = Application {
            pure,
            inputs: inputs.to_vec(),
            value: value.clone(),
            path: self.path.assumptions(&mut self.formulas()),
        };
        self.shared.applications.borrow_mut().push(application);
        Some(value)
    }

    fn literals(&mut self) -> Vec<(Value, Rc<[u16]>)> {
        let uniques = (NULL + 1..).zip(&self.shared.program.uniques);
        let texts = uniques.filter_map(|(id, unique)| Some((id, unique.text.as_ref()?)));
        let f = &mut *self.shared.formulas.borrow_mut();
        let literals = texts.map(|(id, text)| (Value::Ref(Reference::to(f, id)), text[..].into()));
        literals.collect()
    }

    /// The path is not that of all states: what another path assumes holds there alone.
    fn suppose(&mut self, condition: &Value) {
        if let Value::Bool(condition) = condition {
            let fact = {
                let f = &mut *self.shared.formulas.borrow_mut();
                let path = self.path.assumptions(f);
                f.implies(path, *condition)
            };
            self.add_fact(fact);
        }
    }
}
