//! A number for what is reached from some values, by which states are told apart.

use super::Concrete;
use super::heap::{STATICS, Shape};
use super::value::{ObjectId, Value};
use crate::permission::{Fraction, Mask};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Objects by the order in which they are met: their own numbers do not count.
struct Met<'d, 'p> {
    domain: &'d Concrete<'p>,
    numbers: FxHashMap<ObjectId, usize>,
    order: Vec<ObjectId>,
    hasher: FxHasher,
}

impl Concrete<'_> {
    /// A number that is the same if what is reached from these values and from static fields has
    /// the same shape and contents, and permission to it is the same.
    pub(crate) fn fingerprint(&self, roots: &[&Value], owned: Option<&Mask>) -> u64 {
        let mut met = Met {
            domain: self,
            numbers: FxHashMap::default(),
            order: Vec::new(),
            hasher: FxHasher::default(),
        };
        roots.iter().for_each(|root| met.value(root));
        let mut part = 0;
        while let Some(value) = self.heap.read(STATICS, part, None) {
            met.value(&value);
            part += 1;
        }
        let mut next = 0;
        while let Some(&id) = met.order.get(next) {
            met.object(id);
            next += 1;
        }
        for (locations, amount) in owned.map(Mask::all).unwrap_or_default() {
            // What is not reached cannot be passed to a call.
            if let Some(number) = met.numbers.get(&locations.object) {
                (number, &locations.parts).hash(&mut met.hasher);
                match amount {
                    Fraction::Full => 1_u8.hash(&mut met.hasher),
                    Fraction::Part(part) => part.hash(&mut met.hasher),
                }
            }
        }
        met.hasher.finish()
    }
}

impl Met<'_, '_> {
    fn object(&mut self, id: ObjectId) {
        let domain = self.domain;
        let Some(object) = domain.heap.get(&Value::Ref(id)) else {
            return;
        };
        match &object.shape {
            Shape::Object(class) => class.hash(&mut self.hasher),
            Shape::Array => 1_u8.hash(&mut self.hasher),
            Shape::Text(text) => text.hash(&mut self.hasher),
        }
        object.cells.count().hash(&mut self.hasher);
        object.cells.iter().for_each(|value| self.value(&value));
    }

    fn value(&mut self, value: &Value) {
        std::mem::discriminant(value).hash(&mut self.hasher);
        match value {
            Value::Ref(id) if *id >= self.domain.first_of_input => {
                let new = self.numbers.len();
                let number = *self.numbers.entry(*id).or_insert(new);
                if number == new {
                    self.order.push(*id);
                }
                number.hash(&mut self.hasher);
            }
            Value::Seq(elements) => {
                elements.len().hash(&mut self.hasher);
                elements.iter().for_each(|element| self.value(element));
            }
            Value::Set(elements) => {
                elements.len().hash(&mut self.hasher);
                elements.iter().for_each(|element| self.value(element));
            }
            Value::Multiset(elements) => {
                for (element, count) in elements.iter() {
                    self.value(element);
                    count.hash(&mut self.hasher);
                }
            }
            Value::Map(entries) => {
                for (key, value) in entries.iter() {
                    self.value(key);
                    self.value(value);
                }
            }
            plain => plain.hash(&mut self.hasher),
        }
    }
}
