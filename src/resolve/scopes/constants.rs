//! The values of constants, as far as they are known.

use crate::ir::ExprKind;
use std::cell::RefCell;

/// How far a constant's value is known.
#[derive(Clone, Debug, Default)]
pub(in crate::resolve) enum Value {
    /// Not needed yet.
    #[default]
    Unknown,
    /// Being computed.
    Open,
    /// Computed; `None` if it is ill-formed (and that is reported).
    Done(Option<ExprKind>),
}

/// The values of all constants of a program.
pub(in crate::resolve) struct Constants {
    values: RefCell<Vec<Value>>,
}

impl Constants {
    /// Room for so many constants.
    pub fn new(count: usize) -> Constants {
        Constants {
            values: RefCell::new(vec![Value::Unknown; count]),
        }
    }

    /// Constants with these values.
    pub fn of(values: Vec<Value>) -> Constants {
        Constants {
            values: RefCell::new(values),
        }
    }

    /// The values as far as they are known.
    pub fn values(&self) -> Vec<Value> {
        self.values.borrow().clone()
    }

    /// The value of a constant, as far as it is known.
    pub fn get(&self, at: usize) -> Value {
        self.values
            .borrow()
            .get(at)
            .cloned()
            .unwrap_or(Value::Done(None))
    }

    /// Notes the value of a constant.
    pub fn set(&self, at: usize, value: Value) {
        if let Some(slot) = self.values.borrow_mut().get_mut(at) {
            *slot = value;
        }
    }
}
