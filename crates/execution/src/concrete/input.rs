//! Inputs are made: objects first, then what their fields and elements refer to.

use super::collections::literal;
use super::{Concrete, value_of};
use crate::compile::default_of;
use crate::domain::{Domain, Outcome};
use crate::input::{Input, InputObject, InputValue};
use std::convert::Infallible;
use std::rc::Rc;
use veriframe_ir::Type;

use super::value::Value;

/// The values of an input.
#[derive(Clone, Debug)]
pub struct Realised {
    /// The receiver.
    pub receiver: Option<Value>,
    /// The parameters.
    pub args: Vec<Value>,
    /// The objects, in the order of the input.
    pub objects: Vec<Value>,
}

impl Concrete<'_> {
    /// Makes the objects of an input, sets static fields, and returns the values of receiver and
    /// parameters of a method whose parameters have these types.
    ///
    /// # Errors
    /// If the heap would exceed its bound.
    pub fn realise(&mut self, input: &Input, params: &[Type]) -> Outcome<Realised, Infallible> {
        let mut objects = Vec::with_capacity(input.objects.len());
        self.first_of_input = self.heap.object_count();
        for object in &input.objects {
            let made = match object {
                InputObject::Object(class, _) => self.allocate(*class)?,
                InputObject::Array(elem, elements) => {
                    let length = Value::int(elements.len().into());
                    self.allocate_array(elem, &length)?
                }
                InputObject::Text(text) => self.text(text.clone()),
            };
            objects.push(made);
        }
        let made = self.heap.object_count() - self.first_of_input;
        self.given = self.given.saturating_add(made);
        for (object, made) in input.objects.iter().zip(&objects) {
            match object {
                InputObject::Object(_, fields) => {
                    for (field, value) in fields {
                        let ty = &self.program.field(*field).ty;
                        let value = realised(value, ty, &objects);
                        self.set_field(made, *field, value)?;
                    }
                }
                InputObject::Array(elem, elements) => {
                    for (index, value) in elements.iter().enumerate() {
                        let value = realised(value, elem, &objects);
                        self.set_element(made, &Value::int(index.into()), value)?;
                    }
                }
                InputObject::Text(_) => {}
            }
        }
        for (field, value) in &input.statics {
            let ty = &self.program.field(*field).ty;
            let value = realised(value, ty, &objects);
            self.set_static(*field, value);
        }
        let receiver = input.receiver.as_ref();
        let receiver = receiver.map(|value| realised(value, &Type::Object, &objects));
        let args = input.args.iter().zip(params);
        let args = args
            .map(|(value, ty)| realised(value, ty, &objects))
            .collect();
        self.give_unknowns(input, &objects);
        Ok(Realised {
            receiver,
            args,
            objects,
        })
    }
}

pub(crate) fn realised(value: &InputValue, ty: &Type, objects: &[Value]) -> Value {
    match value {
        InputValue::Null => Value::Null,
        InputValue::Bool(b) => Value::Bool(*b),
        InputValue::Int(n) => Value::int(n.clone()),
        InputValue::Perm(amount) => Value::Perm(Rc::new(amount.clone())),
        InputValue::Object(id) => objects.get(id.0 as usize).cloned().unwrap_or_default(),
        InputValue::Unique(id) => Value::Ref(id.0),
        InputValue::Empty => value_of(&default_of(ty)),
        InputValue::Entries(entries) => {
            let (of_key, of_value) = ty.entry().unwrap_or((ty, ty));
            let entries = entries.iter().map(|(key, value)| {
                let key = realised(key, of_key, objects);
                (key, realised(value, of_value, objects))
            });
            Value::Map(Rc::new(entries.collect()))
        }
        InputValue::List(elements) => {
            let elem = ty.element().unwrap_or(ty);
            let elements = elements.iter();
            let elements = elements.map(|element| realised(element, elem, objects));
            literal(elements.collect(), ty)
        }
    }
}
