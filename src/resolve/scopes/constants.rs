//! Memoised values of constants.

use crate::ir::{ExprKind, FieldId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The state of a constant's evaluation.
#[derive(Clone, Debug, Default)]
pub(in crate::resolve) enum Value {
    /// Not needed yet.
    #[default]
    Unknown,
    /// Under evaluation; a second demand is a cycle.
    Open,
    /// Evaluated; `None` if ill-formed (the error is already reported).
    Done(Option<ExprKind>),
    /// Computed by Java when the class is first used.
    Late,
}

/// The values of all constants of a program.
pub(in crate::resolve) struct Constants {
    values: Rc<RefCell<Vec<Value>>>,
    /// What has become known since the layer began; `None` of the whole table.
    layer: Option<RefCell<BTreeMap<usize, Value>>>,
    /// Those of `final` instance fields that are constants of Java. What is wrong with a field is
    /// never reported by its evaluation, so all layers share them.
    fields: Rc<RefCell<BTreeMap<FieldId, Value>>>,
}

impl Constants {
    /// A table of `count` unevaluated constants.
    pub fn new(count: usize) -> Constants {
        Constants::of(vec![Value::Unknown; count])
    }

    /// A table of these values.
    pub fn of(values: Vec<Value>) -> Constants {
        Constants {
            values: Rc::new(RefCell::new(values)),
            layer: None,
            fields: Rc::default(),
        }
    }

    /// The value of an instance field in its current state.
    pub fn field(&self, field: FieldId) -> Value {
        let known = self.fields.borrow();
        known.get(&field).cloned().unwrap_or_default()
    }

    /// Stores the value of an instance field.
    pub fn set_field(&self, field: FieldId, value: Value) {
        self.fields.borrow_mut().insert(field, value);
    }

    /// What is known, for an evaluation whose errors nobody sees: of the constants that it evaluates
    /// the table learns nothing, so that their errors are reported where they are needed.
    pub fn layered(&self) -> Constants {
        Constants {
            values: Rc::clone(&self.values),
            layer: Some(self.layer.clone().unwrap_or_default()),
            fields: Rc::clone(&self.fields),
        }
    }

    /// A copy of all values.
    pub fn values(&self) -> Vec<Value> {
        self.values.borrow().clone()
    }

    /// The value of a constant in its current state.
    pub fn get(&self, at: usize) -> Value {
        let layer = self.layer.as_ref().map(RefCell::borrow);
        if let Some(value) = layer.and_then(|layer| layer.get(&at).cloned()) {
            return value;
        }
        let values = self.values.borrow();
        values.get(at).cloned().unwrap_or(Value::Done(None))
    }

    /// Stores the value of a constant.
    pub fn set(&self, at: usize, value: Value) {
        if let Some(layer) = &self.layer {
            layer.borrow_mut().insert(at, value);
        } else if let Some(slot) = self.values.borrow_mut().get_mut(at) {
            *slot = value;
        }
    }
}
