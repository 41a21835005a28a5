//! Violations: what is reported where a step has no successor.

use super::{Halt, Machine, Status, routine};
use crate::code::{Context, Instruction, Routine, Slot};
use crate::configuration::{Configuration, Frame, OpenConjunct, Role};
use crate::domain::{Domain, Fault, FaultValues, Interrupt};
use std::collections::BTreeSet;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_base::source::Span;
use veriframe_ir::{MemberId, MethodId, Vars};

/// Something that must hold and does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The code that `verify` reports.
    pub code: ErrorCode,
    /// The reason, if the code is that of a construct.
    pub reason: Option<ErrorCode>,
    /// The member whose failure it is: an override or an inherited member has texts of others.
    pub member: MemberId,
    /// The primary place.
    pub place: Span,
    /// The conjunct, if it is not the place.
    pub conjunct: Option<Span>,
    /// Why, with values.
    pub message: String,
    /// The values of the operation that is not defined.
    pub fault: FaultValues,
    /// The variables of the frame, with their values.
    pub values: Vec<(String, String)>,
    /// The calls under way, the innermost first.
    pub calls: Vec<CallPlace>,
}

impl Violation {
    /// Whether this is no failure: the path contradicts what an `assume` assumes.
    #[must_use]
    pub fn is_excluded(&self) -> bool {
        self.code == ErrorCode::Assume && self.reason.is_none()
    }
}

/// A call under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallPlace {
    /// The member that is executed.
    pub member: MemberId,
    /// The place in it.
    pub span: Span,
}

/// The code and the place of a failure.
struct Attribution {
    code: ErrorCode,
    reason: Option<ErrorCode>,
    place: Span,
    conjunct: Option<Span>,
    /// The member whose failure it is, if it is not that of the frame whose variables matter: of a
    /// precondition it is the caller's.
    member: Option<MemberId>,
    /// The number of frames below and including the one whose variables matter.
    frames: usize,
}

impl<D: Domain> Machine<'_, D> {
    /// What becomes of a step without a successor; `None` if the run goes on, because a conjunct
    /// that cannot be evaluated was left out.
    pub(super) fn halted(
        &self,
        c: &mut Configuration<D>,
        halt: Halt<D::Choice>,
    ) -> Option<Status<D::Choice>> {
        let fault = match halt {
            Halt::Interrupt(Interrupt::Fault(fault)) => fault,
            Halt::Fails(code, message) => Fault {
                code,
                message,
                values: FaultValues::Untold,
            },
            Halt::Interrupt(Interrupt::Undecided(choice)) => {
                return Some(Status::Undecided(choice));
            }
            Halt::Interrupt(Interrupt::OutOfMemory) => {
                return Some(Status::Bound(super::Bound::Memory));
            }
            Halt::Bound(bound) => return Some(Status::Bound(bound)),
            Halt::Interrupt(Interrupt::Unsupported(what)) => return self.left_out(c, what),
            Halt::Unevaluable(what) => return self.left_out(c, what.to_owned()),
            Halt::Missing => {
                let member = c.thread.frames.last().map(|f| routine(self.code, f).member);
                let name = member.map(|member| self.program.member_name(member));
                let name = name.unwrap_or_default();
                return self.left_out(c, format!("running `{name}`, which has no body,"));
            }
        };
        let attribution = self.attribution(c, fault.code)?;
        let values = self.values_of(c, attribution.frames);
        let at = attribution.frames.checked_sub(1)?;
        let own = routine(self.code, c.thread.frames.get(at)?).member;
        let member = attribution.member.unwrap_or(own);
        Some(Status::Violation(Box::new(Violation {
            code: attribution.code,
            reason: attribution.reason,
            member,
            place: attribution.place,
            conjunct: attribution.conjunct,
            message: fault.message,
            fault: fault.values,
            values,
            calls: self.calls(c),
        })))
    }

    /// Leaves out the conjunct that is evaluated. Without one, the run cannot go on.
    fn left_out(&self, c: &mut Configuration<D>, what: String) -> Option<Status<D::Choice>> {
        let Some(conjunct) = c.thread.conjuncts.pop() else {
            let place = c.thread.frames.last().map(|frame| self.span(frame, true))?;
            return Some(Status::Unsupported(place, what));
        };
        let context = self.context(c, &conjunct);
        while c.thread.frames.len() > conjunct.frames {
            if let Some(frame) = c.thread.frames.pop() {
                c.thread.slots.truncate(frame.base as usize);
            }
        }
        c.thread.footprints.truncate(conjunct.footprints);
        if let Some(frame) = c.thread.frames.last_mut() {
            frame.at = conjunct.resume;
            if let Some(scope) = &mut frame.scope {
                scope.past.truncate(conjunct.past);
            }
        }
        if let Some(context) = context {
            if context.has_access
                && let Some(footprint) = c.thread.footprints.last_mut()
            {
                footprint.is_incomplete = true;
            }
            if !c.counts.unevaluated.contains(&context.conjunct) {
                c.counts.unevaluated.push(context.conjunct);
            }
        }
        None
    }

    /// Counts a quantifier that some of its values have not decided, and that has others.
    pub(super) fn beyond_scope(&self, c: &mut Configuration<D>) {
        let Some(frame) = c.thread.frames.last() else {
            return;
        };
        // The frame is at the next instruction already.
        let quantifier = self.span(frame, false);
        if !c.counts.within_scope.contains(&quantifier) {
            c.counts.within_scope.push(quantifier);
        }
    }

    fn context(&self, c: &Configuration<D>, conjunct: &OpenConjunct) -> Option<Context> {
        let frame = c.thread.frames.get(conjunct.frames.checked_sub(1)?)?;
        let contexts = &routine(self.code, frame).contexts;
        contexts.get(conjunct.context as usize).copied()
    }

    /// The span of a frame's instruction: of the current frame the next one, of others the call.
    fn span(&self, frame: &Frame, is_current: bool) -> Span {
        let at = if is_current {
            frame.at
        } else {
            frame.at.saturating_sub(1)
        };
        let routine = routine(self.code, frame);
        let span = routine.spans.get(at as usize).copied();
        span.unwrap_or_else(|| self.program.member_span(routine.member))
    }

    /// The instruction at which a frame is.
    fn next(&self, frame: &Frame) -> Option<&Instruction> {
        routine(self.code, frame).code.get(frame.at as usize)
    }

    fn attribution(&self, c: &Configuration<D>, code: ErrorCode) -> Option<Attribution> {
        let current = c.thread.frames.last()?;
        if let (ErrorCode::Termination, Some(Instruction::Descend)) = (code, self.next(current)) {
            let caller = self.caller(c)?;
            return Some(Attribution {
                code,
                reason: None,
                place: self.span(c.thread.frames.get(caller)?, false),
                conjunct: None,
                member: None,
                frames: caller + 1,
            });
        }
        let is_called_by_contract = matches!(
            self.next(current),
            Some(Instruction::Native { .. } | Instruction::Missing)
        );
        if code == ErrorCode::Precondition && is_called_by_contract && c.thread.conjuncts.is_empty()
        {
            let below = c.thread.frames.len().checked_sub(2)?;
            return Some(Attribution {
                code,
                reason: Some(ErrorCode::MayNotHold),
                place: self.span(c.thread.frames.get(below)?, false),
                conjunct: None,
                member: None,
                frames: below + 1,
            });
        }
        let Some(conjunct) = c.thread.conjuncts.last() else {
            let below = c.thread.frames.len().checked_sub(2);
            let below = below.and_then(|below| c.thread.frames.get(below));
            let is_pure = current.scope.as_ref().is_some_and(|s| s.role == Role::Pure);
            if let (ErrorCode::MayNotHold, true, Some(below)) = (code, is_pure, below) {
                return Some(Attribution {
                    code: ErrorCode::Precondition,
                    reason: Some(code),
                    place: self.span(below, false),
                    conjunct: Some(self.span(current, true)),
                    member: Some(routine(self.code, below).member),
                    frames: c.thread.frames.len(),
                });
            }
            let reason = (code == ErrorCode::Assert).then_some(ErrorCode::MayNotHold);
            return Some(Attribution {
                code,
                reason,
                place: self.span(current, true),
                conjunct: None,
                member: None,
                frames: c.thread.frames.len(),
            });
        };
        let context = self.context(c, conjunct)?;
        let role = |frame: &Frame| frame.scope.as_ref().map(|scope| scope.role);
        let in_pure = c.thread.frames.len() > conjunct.frames && role(current) == Some(Role::Pure);
        let reason = match (context.code, code) {
            (ErrorCode::MissingPredicate, _) => None,
            // What is assumed is false; that it has no value is another failure.
            (ErrorCode::Assume, ErrorCode::MayNotHold) => None,
            (_, ErrorCode::MayNotHold) if in_pure => Some(ErrorCode::Precondition),
            (_, reason) => Some(reason),
        };
        let index = conjunct.frames.checked_sub(1)?;
        let frame = c.thread.frames.get(index)?;
        let below = index
            .checked_sub(1)
            .and_then(|below| c.thread.frames.get(below));
        let overriding = self.overriding(frame, below, context);
        let (code, place, member) = match (overriding, below, context.at_call) {
            (Some(target), ..) => {
                let place = self.program.method(target).name_span;
                let member = MemberId::Method(target);
                (ErrorCode::OverrideContract, place, Some(member))
            }
            (None, Some(below), true) => {
                let caller = routine(self.code, below).member;
                (context.code, self.span(below, false), Some(caller))
            }
            _ => (
                context.code,
                context.place.unwrap_or(context.conjunct),
                None,
            ),
        };
        Some(Attribution {
            code,
            reason,
            place,
            conjunct: Some(context.conjunct).filter(|conjunct| *conjunct != place),
            member,
            frames: conjunct.frames,
        })
    }

    /// The overriding method, if it is to blame: its precondition fails although that of the
    /// overridden method held, or its postcondition did not give that of the overridden one.
    fn overriding(
        &self,
        frame: &Frame,
        below: Option<&Frame>,
        context: Context,
    ) -> Option<MethodId> {
        let own = routine(self.code, frame).member;
        let scope = frame
            .scope
            .as_ref()
            .filter(|scope| scope.role == Role::Contract)?;
        let target = scope.target?;
        let is_called = |frame: &Frame| {
            let scope = frame.scope.as_ref();
            scope.is_some_and(|scope| scope.role == Role::Contract)
        };
        if context.at_call {
            below.filter(|below| is_called(below)).map(|_| target)
        } else {
            (own != MemberId::Method(target) && context.code == ErrorCode::Postcondition)
                .then_some(target)
        }
    }

    /// The named variables of a frame, with their values.
    fn values_of(&self, c: &Configuration<D>, frames: usize) -> Vec<(String, String)> {
        let Some(frame) = frames.checked_sub(1).and_then(|at| c.thread.frames.get(at)) else {
            return Vec::new();
        };
        let member = routine(self.code, frame).member;
        let vars = self.program.vars(member);
        let slots = c
            .thread
            .slots
            .get(frame.base as usize..)
            .unwrap_or_default();
        let with_values = slots_with_values(routine(self.code, frame), frame, vars);
        let named = (0..).zip(&vars.all).zip(slots);
        let named = named.filter(|((slot, var), _)| var.is_named() && with_values.contains(slot));
        let named: Vec<_> = named.map(|((_, var), value)| (var, value)).collect();
        let typed = named.iter().map(|(var, value)| (*value, &var.ty));
        let shown = c.domain.show_all(&typed.collect::<Vec<_>>());
        let named = named.iter().map(|(var, _)| var).zip(shown);
        // Other values that are not there are shown as `null`, too.
        let named = named.filter(|(var, text)| var.ty.is_ref() || text != "null");
        let mut values: Vec<(String, String)> = Vec::new();
        for (var, text) in named {
            // Of several variables of one name, the last one is that of the innermost scope.
            values.retain(|(name, _)| *name != var.name);
            values.push((var.name.clone(), text));
        }
        values
    }

    /// Where a member is declared.
    pub(crate) fn member_span(&self, member: veriframe_ir::MemberId) -> Span {
        self.program.member_span(member)
    }

    /// The calls under way, the innermost first. Frames that check contracts are no calls.
    #[must_use]
    pub fn calls(&self, c: &Configuration<D>) -> Vec<CallPlace> {
        let mut calls = Vec::new();
        let last = c.thread.frames.len().saturating_sub(1);
        for (position, frame) in c.thread.frames.iter().enumerate().rev() {
            let role = frame.scope.as_ref().map(|scope| scope.role);
            let is_call = matches!(role, None | Some(Role::Body | Role::Pure | Role::Unchecked));
            if is_call || position == 0 && calls.is_empty() {
                calls.push(CallPlace {
                    member: routine(self.code, frame).member,
                    span: self.span(frame, position == last),
                });
            }
        }
        calls
    }

    /// The innermost call under way, in a run without contracts.
    #[must_use]
    pub fn innermost_call(&self, c: &Configuration<D>) -> Option<CallPlace> {
        let frame = c.thread.frames.last()?;
        Some(CallPlace {
            member: routine(self.code, frame).member,
            span: self.span(frame, true),
        })
    }
}

/// The slots of variables that have a value where a frame is: those of inputs, and those that an earlier
/// instruction of the routine assigns. The frame that checks a contract has none of the body's.
fn slots_with_values(routine: &Routine, frame: &Frame, vars: &Vars) -> BTreeSet<Slot> {
    let before = routine.code.iter().take(frame.at as usize);
    // A bound variable has a value where its quantifier is evaluated, and is none of the body's.
    let assigned = before.filter(|instruction| !matches!(instruction, Instruction::Next { .. }));
    let assigned = assigned.filter_map(|instruction| instruction.assigned(routine));
    let role = frame.scope.as_ref().map(|scope| scope.role);
    let is_contract = matches!(role, Some(Role::Contract | Role::PureContract));
    let result = vars.result.filter(|_| is_contract);
    let inputs = vars.inputs().chain(result).map(|var| var.0);
    inputs.chain(assigned).collect()
}
