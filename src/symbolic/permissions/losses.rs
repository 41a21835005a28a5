//! The loss of a missing permission: the rule that removed it, or the loop or `join` that
//! framed it out.

use crate::notation::Notation;
use crate::symbolic::engine::Engine;
use crate::symbolic::error_context::Failure;
use crate::symbolic::state::chunk::Chunk;
use crate::symbolic::state::chunk::Place;
use crate::symbolic::state::history::{FramedOut, Loss, Removed, Scope};
use crate::symbolic::state::symbolic_state::State;
use std::rc::Rc;

impl<'p> Engine<'p> {
    /// Explains a missing permission by its newest loss. Returns whether a loop or a
    /// `join` framed it out.
    pub(in crate::symbolic) fn explain_loss(
        &mut self,
        s: &State,
        target: &Place,
        failure: &mut Failure,
    ) -> bool {
        for loss in s.losses.iter() {
            match loss {
                Loss::Removed(removed) if self.is_for(s, &removed.chunk, target) => {
                    self.explain_removal(s, target, removed, failure);
                    return false;
                }
                Loss::Removed(_) => {}
                Loss::FramedOut(framed_out) => {
                    if let Some(chunk) = self.source_in(s, framed_out, target) {
                        self.explain_framed_out(s, target, framed_out, &chunk, failure);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether a chunk is known to have the target's place.
    fn is_for(&mut self, s: &State, chunk: &Chunk, target: &Place) -> bool {
        if chunk.resource() != target.resource() {
            return false;
        }
        let same = self.same_place(chunk, target);
        self.is_known(s, same)
    }

    /// The chunk of a framed-out heap that provides the target: one of its place, or one
    /// of a predicate of its receiver that may contain it.
    fn source_in(
        &mut self,
        s: &State,
        framed_out: &FramedOut,
        target: &Place,
    ) -> Option<Rc<Chunk>> {
        if let Some(chunk) = self.find(s, &framed_out.heap, target) {
            return Some(chunk);
        }
        framed_out.heap.chunks().into_iter().find(|chunk| {
            chunk.place.instance().is_some_and(|instance| {
                instance.receiver == target.receiver()
                    && self
                        .ctx
                        .footprints
                        .may_give(instance.pred, target.resource())
            })
        })
    }

    fn explain_removal(&self, s: &State, target: &Place, removed: &Removed, failure: &mut Failure) {
        let name = subject(target, self.place_text(s, target));
        let went = match removed.event.what.strip_prefix("by ") {
            Some(by) => format!("given up here by {by}, which does not give it back"),
            None => format!("{} here", removed.event.what),
        };
        let message = format!("{name} was {went}");
        failure.related.push((removed.event.span, message));
    }

    fn explain_framed_out(
        &self,
        s: &State,
        target: &Place,
        framed_out: &FramedOut,
        chunk: &Chunk,
        failure: &mut Failure,
    ) {
        let statable = self.permission_text(framed_out, chunk);
        let place_there = self.place_text_there(framed_out, &chunk.place);
        let held = subject(&chunk.place, place_there);
        let reason = match framed_out.scope {
            Scope::Loop {
                has_invariant: true,
            } => "the invariant of this loop does not give it to every iteration",
            Scope::Loop { .. } => {
                "this loop has no invariant, so its iterations hold no permission"
            }
            Scope::Join => "this `join` does not state it",
        };
        let notation = Notation::of(self.ctx.sources.file(framed_out.at.file).name());
        let (clause, place) = match (framed_out.scope, notation) {
            (Scope::Loop { .. }, Notation::Idf) => ("invariant", "behind the loop's header"),
            (Scope::Loop { .. }, Notation::Java) => ("//@ loop_invariant", "before the loop"),
            (Scope::Join, _) => ("join … *", "in place of it"),
        };
        let contains = match (
            chunk.resource().has_locations(),
            target.resource().has_locations(),
        ) {
            (false, true) => match self.place_text(s, target) {
                Some(name) => format!(" (it may contain `{name}`)"),
                None => " (it may contain what is missing)".to_owned(),
            },
            _ => String::new(),
        };
        let message = format!("{held}{contains} was held here, but {reason}");
        failure.related.push((framed_out.at, message));
        failure.notes.push(match statable {
            Some(text) => format!("write `{clause} {text};` {place}"),
            None => "it must be stated there".to_owned(),
        });
    }
}

/// A place as the subject of a message, by its name if it has one.
fn subject(place: &Place, name: Option<String>) -> String {
    match (place.resource().has_locations(), name) {
        (true, Some(name)) => format!("permission to `{name}`"),
        (true, None) => "permission to it".to_owned(),
        (false, Some(name)) => format!("`{name}`"),
        (false, None) => "it".to_owned(),
    }
}
