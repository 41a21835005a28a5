//! Memoised values of constants.

use crate::ir::ExprKind;
use std::cell::RefCell;

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
}

impl Constants {
    /// A table of `count` unevaluated constants.
    pub fn new(count: usize) -> Constants {
        Constants {
            values: RefCell::new(vec![Value::Unknown; count]),
        }
    }

    /// A table of these values.
    pub fn of(values: Vec<Value>) -> Constants {
        Constants {
            values: RefCell::new(values),
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
