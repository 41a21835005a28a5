//! The loss of a missing permission: the rule that removed it, or the loop or `join` that
//! framed it out.

use crate::engine::Engine;
use crate::error_context::Failure;
use crate::state::chunk::Chunk;
use crate::state::chunk::Place;
use crate::state::history::{FramedOut, Loss, Removed, Scope};
use crate::state::symbolic_state::State;
use std::rc::Rc;
use veriframe_base::diagnostics::failure::{
    Contains, FramedBy, Note, PermissionClause, Role, Statable, Subject,
};

impl<'p> Engine<'p> {
    /// Explains a missing permission by its newest loss. Returns whether a loop or a
    /// `join` framed it out.
    pub(crate) fn explain_loss(
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

    /// Whether a chunk is known to have the target's place, or that of the elements where the target begins.
    fn is_for(&mut self, s: &State, chunk: &Chunk, target: &Place) -> bool {
        if chunk.resource() != target.resource() {
            return false;
        }
        let same = self.same_place(chunk, target);
        if self.is_known(s, same) {
            return true;
        }
        let Some((held, wanted)) = chunk.place.slice().zip(target.slice()) else {
            return false;
        };
        let terms = &mut self.session.terms;
        let conditions = [
            chunk.place.same_receiver(terms, target),
            held.has_index(terms, wanted.lo()),
        ];
        conditions.into_iter().all(|it| self.is_known(s, it))
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
                chunk.receiver() == target.receiver()
                    && self
                        .ctx
                        .footprints
                        .may_give(instance.pred, target.resource())
            })
        })
    }

    fn explain_removal(&self, s: &State, target: &Place, removed: &Removed, failure: &mut Failure) {
        let role = Role::Removed {
            subject: subject(target, self.place_text(s, target)),
            by: removed.event.what.to_string(),
        };
        failure.related.push((removed.event.span, role));
    }

    fn explain_framed_out(
        &self,
        s: &State,
        target: &Place,
        framed_out: &FramedOut,
        chunk: &Chunk,
        failure: &mut Failure,
    ) {
        let place_there = self.place_text_there(framed_out, &chunk.place);
        let held = subject(&chunk.place, place_there);
        let notation = self.ctx.sources.file(framed_out.at.file).notation();
        let (by, clause) = match framed_out.scope {
            Scope::Loop {
                has_invariant: true,
            } => (FramedBy::Invariant, PermissionClause::Invariant(notation)),
            Scope::Loop { .. } => (FramedBy::NoInvariant, PermissionClause::Invariant(notation)),
            Scope::Join => (FramedBy::Join, PermissionClause::Join),
        };
        let contains = match (
            chunk.resource().has_locations(),
            target.resource().has_locations(),
        ) {
            (false, true) => Contains::Missing(self.place_text(s, target)),
            _ => Contains::Itself,
        };
        let role = Role::FramedOut { held, contains, by };
        failure.related.push((framed_out.at, role));
        failure.notes.push(Note::State(Statable {
            clause,
            permission: self.permission_text(framed_out, chunk),
        }));
    }
}

/// A place as the subject of a message, by its name if it has one.
fn subject(place: &Place, name: Option<String>) -> Subject {
    let permission = place.resource().has_locations();
    Subject { permission, name }
}
