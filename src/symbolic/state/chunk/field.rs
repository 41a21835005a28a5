//! Fields of objects and static fields.

use super::Place;
use crate::ir::{FieldId, Program};
use crate::logic::{Sort, Term};
use crate::symbolic::sorts::sort_of;

/// A field of an object, or a static field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldPlace {
    /// The field.
    pub field: FieldId,
    /// The object; of a static field, its class's owner.
    pub receiver: Term,
}

impl FieldPlace {
    /// The place of a field.
    #[must_use]
    #[allow(clippy::new_ret_no_self, reason = "places are used as one type")]
    pub fn new(field: FieldId, receiver: Term) -> Place {
        Place::Field(FieldPlace { field, receiver })
    }

    /// The sort of its value.
    #[must_use]
    pub fn value_sort(&self, program: &Program) -> Sort {
        sort_of(&program.field(self.field).ty)
    }

    /// Writes the place without its receiver, for messages.
    pub(super) fn write(&self, program: &Program, out: &mut String) {
        out.push('.');
        out.push_str(&program.field(self.field).name);
    }

    /// The place in program syntax.
    pub(super) fn text(&self, program: &Program, receiver: &str) -> String {
        format!("{receiver}.{}", program.field(self.field).name)
    }
}
