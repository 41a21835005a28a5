//! Locations and predicate instances as source text, in terms of the program's variables.

use crate::ir::VarId;
use crate::logic::Term;
use crate::logic::terms::term::Node;
use crate::symbolic::engine::Engine;
use crate::symbolic::state::chunk::{Chunk, Place};
use crate::symbolic::state::heap::Heap;
use crate::symbolic::state::history::FramedOut;
use crate::symbolic::state::symbolic_state::Frame;
use num_traits::One;

/// The maximum number of field selections in a name.
const MAX_FIELDS: usize = 3;

impl<'p> Engine<'p> {
    /// A chunk's permission as an assertion that can be written at the construct that
    /// framed it out: `acc(s.n)`, `s.valid()`. `None` if a part has no name there.
    pub(in crate::symbolic) fn permission_text(
        &self,
        there: &FramedOut,
        chunk: &Chunk,
    ) -> Option<String> {
        let names = Names {
            frame: &there.frame,
            heap: &there.heap,
        };
        let place = self.place_text(&names, chunk)?;
        let amount = match self.session.terms.node(chunk.amount) {
            Node::Perm(p) if p.is_one() => String::new(),
            Node::Perm(p) => format!(", {p}"),
            _ => ", _".to_owned(),
        };
        match chunk.place {
            Place::Predicate(_) if amount.is_empty() => Some(place),
            _ => Some(format!("acc({place}{amount})")),
        }
    }

    fn place_text(&self, names: &Names<'_>, chunk: &Chunk) -> Option<String> {
        let mut value = |t: Term| self.value_text(names, t, MAX_FIELDS);
        let receiver = value(chunk.receiver())?;
        let (program, terms) = (self.ctx.program, &self.session.terms);
        chunk.place.text(program, terms, &receiver, &mut value)
    }

    /// A value as an expression: a constant, a variable with this value, or a field that
    /// has it in the heap.
    fn value_text(&self, names: &Names<'_>, value: Term, fields: usize) -> Option<String> {
        match self.session.terms.node(value) {
            Node::Int(_) | Node::Bool(_) | Node::Null | Node::Owner(_) => {
                return Some(self.show(value));
            }
            Node::App(f, args) => {
                if let ("length", [array]) = (self.session.terms.function_name(*f), &**args) {
                    let array = self.value_text(names, *array, fields)?;
                    return Some(format!("{array}.length"));
                }
            }
            _ => {}
        }
        if let Some(name) = self.variable_of(names.frame, value) {
            return Some(name);
        }
        let fields = fields.checked_sub(1)?;
        names.heap.chunks().iter().find_map(|chunk| {
            let Place::Field(place) = &chunk.place else {
                return None;
            };
            if chunk.value != value {
                return None;
            }
            let receiver = self.value_text(names, place.receiver, fields)?;
            chunk.place.text(
                self.ctx.program,
                &self.session.terms,
                &receiver,
                &mut |_| None,
            )
        })
    }

    /// The first variable of the source with this value.
    fn variable_of(&self, frame: &Frame, value: Term) -> Option<String> {
        let vars = self.vars(frame.member);
        let mut all = (0..).map(VarId).zip(&vars.all);
        all.find(|(id, var)| !var.is_temporary && frame.get(*id) == Some(value))
            .map(|(_, var)| var.name.clone())
    }
}

/// The store and the heap that give names to values.
struct Names<'a> {
    frame: &'a Frame,
    heap: &'a Heap,
}
