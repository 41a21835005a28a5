//! Calls one after the other by a caller that has no code: a frame that owns permission, which
//! preconditions take and postconditions give.

use super::{Machine, Status};
use crate::configuration::{Configuration, Frame, Role, Scope};
use crate::domain::Domain;
use crate::permission::{Fraction, Locations, Mask};
use veriframe_ir::{ClassId, FieldId, MemberId, MethodId, ids};

/// The caller's slot for results.
const RESULT: u32 = 0;

impl<D: Domain> Machine<'_, D> {
    /// The configuration of a caller that owns all static fields and has called nothing.
    pub(crate) fn no_calls(&self, domain: D) -> Configuration<D> {
        let mut owned = Mask::default();
        for field in ids::<FieldId>(self.program.fields.len()) {
            if self.program.field(field).is_static {
                owned.add(
                    &super::contracts::static_location(field).into(),
                    &Fraction::Full,
                );
            }
        }
        let mut scope = Scope::new(Role::Contract);
        scope.owned = Some(owned);
        let mut c = self.empty(domain);
        c.thread.slots.push(D::Value::default());
        c.thread.frames.push(Frame {
            // That of the last call, once there is one.
            routine: crate::code::RoutineId(0),
            at: 0,
            base: 0,
            to: None,
            thrown: None,
            view: None,
            scope: Some(Box::new(scope)),
        });
        c
    }

    /// Calls a member from the caller. Whether there was room for it.
    pub(crate) fn call_from(
        &mut self,
        c: &mut Configuration<D>,
        member: MemberId,
        receiver: Option<D::Value>,
        args: Vec<D::Value>,
    ) -> bool {
        let mut frame = self.frame_of(member);
        frame.to = Some(RESULT);
        if let Some(caller) = c.thread.frames.first_mut() {
            caller.routine = frame.routine;
        }
        if let Some(result) = c.thread.slots.first_mut() {
            *result = D::Value::default();
        }
        let inputs = receiver.into_iter().chain(args);
        self.enter(c, frame, inputs, 0).is_ok()
    }

    /// Executes at most this many steps of a call; it is done when the caller is back.
    pub(crate) fn run_call(&mut self, c: &mut Configuration<D>, steps: u64) -> Status<D::Choice> {
        self.run_above(c, steps, 1)
    }

    /// The result of the last call, if it has one.
    pub(crate) fn result(c: &Configuration<D>) -> Option<&D::Value> {
        c.thread.slots.first()
    }

    /// Gives the caller permission to what it has made.
    pub(crate) fn give(c: &mut Configuration<D>, locations: &Locations) {
        let scope = c.thread.frames.first_mut().and_then(|f| f.scope.as_mut());
        if let Some(owned) = scope.and_then(|scope| scope.owned.as_mut()) {
            owned.add(locations, &Fraction::Full);
        }
    }

    /// What the caller owns; `None` if that is not known any more.
    pub(crate) fn owned_by_caller(c: &Configuration<D>) -> Option<&Mask> {
        c.thread.frames.first()?.scope.as_ref()?.owned.as_ref()
    }

    /// The method that a call of this one executes on objects of a class.
    pub(crate) fn executed(&mut self, called: MethodId, class: ClassId) -> MethodId {
        self.methods.executed(self.program, called, class)
    }

    /// Whether the next step, which is refused, would go on if the frames that execute contracts and
    /// bodies lent one another what they own: then callers have the access that is missing. So they
    /// do where one of them states no contract.
    pub(crate) fn would_go_on_with_all(&mut self, c: &mut Configuration<D>) -> bool {
        let mut all = Mask::default();
        for scope in c.thread.frames.iter().filter_map(|f| f.scope.as_ref()) {
            if scope.role == Role::Unchecked {
                return true;
            }
            if matches!(scope.role, Role::Contract | Role::Body) {
                let masks = scope.owned.iter().chain(&scope.kept);
                masks.for_each(|mask| all.add_all(mask.clone()));
            }
        }
        let current = c.thread.frames.len().saturating_sub(1);
        let source = c.thread.footprints.last().and_then(|asked| asked.source);
        for frame in [Some(current), source].into_iter().flatten() {
            let frame = c.thread.frames.get_mut(frame);
            let scope = frame.and_then(|frame| frame.scope.as_mut());
            if let Some(owned) = scope.and_then(|scope| scope.owned.as_mut()) {
                owned.clone_from(&all);
            }
        }
        matches!(self.run(c, 1), Status::Running | Status::Done)
    }
}
