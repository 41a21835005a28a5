//! Fields of objects and static fields.

use super::kind::{Content, Kind, Pair, Syntax, Writer, location_permission, points_to, same};
use super::{Place, Resource};
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{ClassId, FieldId, Program, Type};
use veriframe_logic::{Position, Sort, Term, Terms};

/// A field of an object, or a static field.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldPlace {
    /// The field.
    pub field: FieldId,
    /// The object; a static field has none.
    pub receiver: Option<Term>,
}

impl FieldPlace {
    /// The place of a field.
    #[must_use]
    #[allow(clippy::new_ret_no_self, reason = "places are used as one type")]
    pub fn new(field: FieldId, receiver: Term) -> Place {
        Place::Field(FieldPlace {
            field,
            receiver: Some(receiver),
        })
    }

    /// The place of a static field.
    #[must_use]
    pub fn of_static(field: FieldId) -> Place {
        Place::Field(FieldPlace {
            field,
            receiver: None,
        })
    }

    fn written(&self, program: &Program, receiver: &str, class: Option<ClassId>) -> String {
        match self.receiver {
            Some(_) => program.field_text(receiver, class, self.field),
            None => program.static_text(self.field),
        }
    }
}

impl Kind for FieldPlace {
    fn resource(&self) -> Resource {
        Resource::Field(self.field)
    }

    fn receiver(&self) -> Option<Term> {
        self.receiver
    }

    fn further_operands(&self) -> &[Term] {
        &[]
    }

    fn start(&self) -> Option<&Position> {
        None
    }

    fn with_operands(&self, _: &mut Terms, operands: &[Term]) -> Option<Place> {
        match (self.receiver, operands) {
            (Some(_), &[receiver]) => Some(FieldPlace::new(self.field, receiver)),
            (None, []) => Some(FieldPlace::of_static(self.field)),
            (Some(_) | None, _) => None,
        }
    }

    fn includes(&self, terms: &mut Terms, other: &FieldPlace) -> Term {
        same(self, other, terms)
    }

    fn empty(&self, terms: &mut Terms) -> Term {
        terms.bool(false)
    }

    fn facts_beside(&self, terms: &mut Terms, _: &FieldPlace, chunks: Pair<'_>) -> Vec<Term> {
        chunks.indivisible_facts(terms)
    }

    fn may_merge(&self, _: &FieldPlace) -> bool {
        true
    }

    fn value_sort(&self, program: &Program) -> Sort {
        sort_of(&program.field(self.field).ty)
    }

    fn value_type<'p>(&self, program: &'p Program) -> Option<&'p Type> {
        Some(&program.field(self.field).ty)
    }

    fn denotes_value(&self) -> bool {
        true
    }

    fn write(&self, writer: Writer<'_>, receiver: &str, out: &mut String) {
        out.push_str(&self.written(writer.program, receiver, None));
    }

    fn write_chunk(&self, writer: Writer<'_>, content: Content<'_>) -> String {
        points_to(self, writer, content)
    }

    fn text(
        &self,
        syntax: Syntax<'_>,
        receiver: &str,
        _: &mut dyn FnMut(Term) -> Option<String>,
    ) -> Option<String> {
        let Syntax { program, class, .. } = syntax;
        Some(self.written(program, receiver, class))
    }

    fn permission(&self, place: &str, amount: &str) -> String {
        location_permission(place, amount)
    }
}
