//! Measures of recursive calls: the callee's must be smaller than the caller's.

use super::{Halt, Machine, Stepped, routine};
use crate::code::{Constant, Instruction, Routine};
use crate::configuration::{Configuration, Frame, Role};
use crate::domain::Domain;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{BinOp, MemberId, Type};

impl<D: Domain> Machine<'_, D> {
    /// Refuses a call whose measures are not smaller than those of the caller, if both are in one
    /// cycle, and the call stands in the caller's own code.
    pub(super) fn descends_from_caller(
        &mut self,
        c: &mut Configuration<D>,
        own: &Routine,
    ) -> Stepped<D::Choice> {
        let follow = Ok(super::Next::Follow);
        let (Some(caller), Some(measures)) = (self.caller(c), &own.measures) else {
            return follow;
        };
        let Some(frame) = c.thread.frames.get(caller) else {
            return follow;
        };
        let theirs = routine(self.code, frame);
        let is_annotation = c.thread.conjuncts.last();
        let is_annotation = is_annotation.is_some_and(|open| open.frames == caller + 1);
        let Some(before) = theirs.measures.as_ref().filter(|before| {
            before.cycle == measures.cycle && before.slots.len() == measures.slots.len()
        }) else {
            return follow;
        };
        if is_annotation || callee(theirs, frame) != Some(own.member) {
            return follow;
        }
        let value = |base: u32, slot: &u32| {
            let at = base.saturating_add(*slot) as usize;
            c.thread.slots.get(at).cloned().unwrap_or_default()
        };
        let base = super::base(&c.thread);
        let base = u32::try_from(base).unwrap_or(u32::MAX);
        let before: Vec<D::Value> = before.slots.iter().map(|s| value(frame.base, s)).collect();
        let after: Vec<D::Value> = measures.slots.iter().map(|s| value(base, s)).collect();
        match self.is_smaller(c, &before, &after)? {
            None => follow,
            Some(shown) => {
                let message = format!("the measure does not descend: {shown}");
                Err(Halt::Fails(ErrorCode::Termination, message))
            }
        }
    }

    /// The position of the frame that called the current one; those that check the callee's
    /// contract are left out.
    pub(super) fn caller(&self, c: &Configuration<D>) -> Option<usize> {
        let below = c.thread.frames.len().checked_sub(1)?;
        let is_caller = |frame: &&Frame| {
            let role = frame.scope.as_ref().map(|scope| scope.role);
            !matches!(role, Some(Role::Contract | Role::PureContract))
        };
        let frames = c.thread.frames.get(..below)?;
        let (at, _) = frames.iter().enumerate().rfind(|(_, f)| is_caller(f))?;
        Some(at)
    }

    /// Whether measures descend: the first that changes must become smaller, from a value that is
    /// not negative. If not, those that were compared.
    pub(super) fn is_smaller(
        &self,
        c: &mut Configuration<D>,
        before: &[D::Value],
        after: &[D::Value],
    ) -> Result<Option<String>, Halt<D::Choice>> {
        let zero = c.domain.constant(&Constant::Int(0.into()));
        let mut shown = Vec::new();
        for (before, after) in before.iter().zip(after) {
            let less = c.domain.binary(BinOp::Lt, after, before)?;
            let positive = c.domain.binary(BinOp::Le, &zero, before)?;
            if c.domain.truth(&less)? && c.domain.truth(&positive)? {
                return Ok(None);
            }
            let (before_shown, after_shown) = (
                c.domain.show(before, &Type::Int),
                c.domain.show(after, &Type::Int),
            );
            shown.push(format!("{before_shown} before and {after_shown} after"));
            let same = c.domain.binary(BinOp::Eq, after, before)?;
            if !c.domain.truth(&same)? {
                break;
            }
        }
        Ok(Some(shown.join("; ")))
    }
}

/// What the frame's last instruction calls, as it is written.
fn callee(routine: &Routine, frame: &Frame) -> Option<MemberId> {
    match routine.code.get(frame.at.checked_sub(1)? as usize)? {
        Instruction::Call(site) => {
            let site = routine.calls.get(*site as usize)?;
            Some(MemberId::Method(site.callee))
        }
        Instruction::Pure(site) => {
            let site = routine.pures.get(*site as usize)?;
            Some(MemberId::Pure(site.callee))
        }
        _ => None,
    }
}
