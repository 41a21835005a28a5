//! Memoised values of constants.

use crate::ir::{ExprKind, FieldId};
use std::cell::RefCell;
use std::collections::BTreeMap;

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
}

/// The values of all constants of a program.
pub(in crate::resolve) struct Constants {
    values: RefCell<Vec<Value>>,
    /// Those of `final` instance fields that are constants of Java.
    fields: RefCell<BTreeMap<FieldId, Value>>,
}

impl Constants {
    /// A table of `count` unevaluated constants.
    pub fn new(count: usize) -> Constants {
        Constants {
            values: RefCell::new(vec![Value::Unknown; count]),
            fields: RefCell::default(),
        }
    }

    /// A table of these values.
    pub fn of(values: Vec<Value>) -> Constants {
        Constants {
            values: RefCell::new(values),
            fields: RefCell::default(),
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

    /// A copy of what is known.
    pub fn copied(&self) -> Constants {
        Constants {
            values: self.values.clone(),
            fields: self.fields.clone(),
        }
    }

    /// A copy of all values.
    pub fn values(&self) -> Vec<Value> {
        self.values.borrow().clone()
    }

    /// The value of a constant in its current state.
    pub fn get(&self, at: usize) -> Value {
        self.values
            .borrow()
            .get(at)
            .cloned()
            .unwrap_or(Value::Done(None))
    }

    /// Stores the value of a constant.
    pub fn set(&self, at: usize, value: Value) {
        if let Some(slot) = self.values.borrow_mut().get_mut(at) {
            *slot = value;
        }
    }
}
