//! Calls and returns. With contracts, a call first enters a frame that checks the callee's
//! contract, in which parameters keep their values; that frame runs the body.

use super::{Bound, Halt, MAX_FRAMES, Machine, Next, Stepped, Values, base};
use crate::code::{Instruction, Routine, RoutineId, Slot};
use crate::configuration::{Configuration, Counts, Frame, Role, Scope, Thread};
use crate::domain::{Demanded, Domain, Outcome, PureKey};
use crate::permission::{Fraction, Mask};
use veriframe_ir::dispatch::Dispatch;
use veriframe_ir::{ClassId, MemberId, MethodId, MethodKind, PredId};

/// A frame to enter, without its inputs.
pub(super) struct NewFrame {
    pub(super) routine: RoutineId,
    pub(super) to: Option<Slot>,
    pub(super) thrown: Option<Slot>,
    pub(super) view: Option<ClassId>,
    pub(super) scope: Option<Box<Scope>>,
}

/// The receiver of a call whose definition depends on its class.
struct Receiver<'v, V> {
    value: &'v V,
    /// The class whose definition is called, if it is named.
    of: Option<ClassId>,
    /// Whether it is `this`, so that a frame's view applies.
    is_this: bool,
}

impl<'p, D: Domain> Machine<'p, D> {
    /// The configuration that executes a method, with these values of receiver and parameters.
    pub fn start(
        &mut self,
        domain: D,
        method: MethodId,
        receiver: Option<D::Value>,
        args: Vec<D::Value>,
    ) -> Configuration<D> {
        self.start_member(domain, MemberId::Method(method), receiver, args)
    }

    /// The configuration that executes a member with a body, with these values of receiver and
    /// parameters.
    pub fn start_member(
        &mut self,
        domain: D,
        member: MemberId,
        receiver: Option<D::Value>,
        args: Vec<D::Value>,
    ) -> Configuration<D> {
        let mut c = self.empty(domain);
        let frame = self.frame_of(member);
        let inputs = receiver.into_iter().chain(args);
        // One frame fits.
        let _ = self.enter(&mut c, frame, inputs, 0);
        c
    }

    /// The frame that executes a member with its contract.
    pub(super) fn frame_of(&self, member: MemberId) -> NewFrame {
        let (routine, view, scope) = match member {
            MemberId::Method(method) => {
                let executed = self.program.method(method);
                let view = match executed.kind {
                    MethodKind::Constructor => executed.class,
                    _ => executed.view,
                };
                let routine = routine_of(&self.code.contracts, method.0);
                (routine, view, self.method_scope(method, method))
            }
            MemberId::Pure(pure) => {
                let view = self.program.pure_method(pure).view;
                let routine = routine_of(&self.code.checked, pure.0);
                (routine, view, self.pure_scope())
            }
            MemberId::Pred(pred) => {
                let routine = routine_of(&self.code.predicates, pred.0);
                (routine, None, self.pure_scope())
            }
        };
        NewFrame {
            routine,
            to: None,
            thrown: None,
            view,
            scope,
        }
    }

    /// The scope of a frame that checks the contract of a pure method, if it does.
    fn pure_scope(&self) -> Option<Box<Scope>> {
        let has_contract = self.code.has_contracts;
        has_contract.then(|| Box::new(Scope::new(Role::PureContract)))
    }

    /// Whether the precondition of the first frame has been evaluated, and the body is next.
    pub fn is_at_body(&self, c: &Configuration<D>) -> bool {
        let [only] = c.thread.frames.as_slice() else {
            return false;
        };
        let routine = super::routine(self.code, only);
        let checks = matches!(routine.member, MemberId::Method(_) | MemberId::Pure(_))
            && routine.code.iter().any(|i| matches!(i, Instruction::Body));
        let next = routine.code.get(only.at as usize);
        !checks || matches!(next, Some(Instruction::Body))
    }

    /// The configuration that initialises static fields, if any has an initialiser.
    pub fn initialisation(&mut self, domain: D) -> Configuration<D> {
        let mut c = self.empty(domain);
        if let Some(routine) = self.code.initialisation {
            let frame = NewFrame {
                routine,
                to: None,
                thrown: None,
                view: None,
                scope: None,
            };
            let _ = self.enter(&mut c, frame, [], 0);
        }
        c
    }

    pub(super) fn empty(&self, domain: D) -> Configuration<D> {
        Configuration {
            domain,
            thread: Thread {
                frames: Vec::new(),
                slots: Vec::new(),
                conjuncts: Vec::new(),
                footprints: Vec::new(),
                result: None,
            },
            counts: Counts::default(),
        }
    }

    /// The scope of a frame that checks the contract of a method, if it does.
    fn method_scope(&self, called: MethodId, target: MethodId) -> Option<Box<Scope>> {
        let contract = routine_of(&self.code.contracts, called.0);
        let body = routine_of(&self.code.bodies, called.0);
        if contract == body {
            let unchecked = || Box::new(Scope::new(Role::Unchecked));
            return self.code.has_contracts.then(unchecked);
        }
        let mut scope = Scope::new(Role::Contract);
        scope.target = Some(target);
        Some(Box::new(scope))
    }

    /// Enters a frame with these values of receiver and parameters, from which the current one, if
    /// there is one, goes on after the instruction at `at`.
    pub(super) fn enter(
        &mut self,
        c: &mut Configuration<D>,
        frame: NewFrame,
        inputs: impl IntoIterator<Item = D::Value>,
        at: u32,
    ) -> Stepped<D::Choice> {
        let (routine, base) = self.push_frame(c, frame, at)?;
        for (slot, value) in routine.inputs.iter().zip(inputs) {
            if let Some(place) = c.thread.slots.get_mut(base + *slot as usize) {
                *place = value;
            }
        }
        Ok(Next::Frame)
    }

    /// Adds a frame whose inputs have no values yet; its routine, and its first slot.
    fn push_frame(
        &mut self,
        c: &mut Configuration<D>,
        frame: NewFrame,
        at: u32,
    ) -> Result<(&'p Routine, usize), Halt<D::Choice>> {
        if c.thread.frames.len() >= MAX_FRAMES {
            return Err(Halt::Bound(Bound::Depth));
        }
        let Some(routine) = self.code.routines.get(frame.routine.0 as usize) else {
            return Err(Halt::Missing);
        };
        let base = c.thread.slots.len();
        let end = base + routine.slots as usize;
        c.thread.slots.resize_with(end, D::Value::default);
        let mut scope = frame.scope;
        if let Some(scope) = &mut scope
            && routine.needs_entry
            && scope.entry.is_none()
            && matches!(scope.role, Role::Contract | Role::Body | Role::Unchecked)
        {
            scope.entry = Some(c.domain.mark());
            scope.has_own_entry = true;
        }
        if let Some(caller) = c.thread.frames.last_mut() {
            caller.at = at + 1;
        }
        c.thread.frames.push(Frame {
            routine: frame.routine,
            at: 0,
            base: u32::try_from(base).unwrap_or(u32::MAX),
            to: frame.to,
            thrown: frame.thrown,
            view: frame.view,
            scope,
        });
        Ok((routine, base))
    }

    #[allow(clippy::indexing_slicing)] // slots are made by the compiler
    pub(super) fn call(
        &mut self,
        c: &mut Configuration<D>,
        routine: &Routine,
        site: u32,
        at: u32,
    ) -> Stepped<D::Choice> {
        let Some(site) = routine.calls.get(site as usize) else {
            return Err(Halt::Missing);
        };
        let program = self.program;
        let callee = program.method(site.callee);
        let mut receiver = site.receiver.map(|receiver| self.value(c, receiver));
        let is_constructor = callee.kind == MethodKind::Constructor;
        let mut target = site.callee;
        if let Some(receiver) = &receiver {
            c.domain.require_object(receiver)?;
            if !is_constructor
                && site.of.is_none()
                && self.methods.is_overridden(program, site.callee)
            {
                let methods = &mut self.methods;
                let mut executed = |class| methods.executed(program, site.callee, class);
                let mut key = |class| Some(executed(class).0);
                let class = c.domain.class_for(receiver, &mut key)?;
                target = executed(class);
            }
        }
        let view = if is_constructor {
            callee.class
        } else {
            site.of
        };
        let mut to = site.to;
        // Written after the arguments are read: `n = new C(n)`.
        let mut created = None;
        if let Some(class) = site.new {
            let object = c.domain.allocate(class)?;
            created = to.take().map(|to| (to, object.clone()));
            receiver = Some(object);
        }
        // What is not checked has no contract between the call and the body.
        let contract = routine_of(&self.code.contracts, site.callee.0);
        let called = if contract == routine_of(&self.code.bodies, site.callee.0) {
            target
        } else {
            site.callee
        };
        let frame = NewFrame {
            routine: routine_of(&self.code.contracts, called.0),
            to,
            thrown: site.thrown,
            view,
            scope: self.method_scope(called, target),
        };
        let caller = base(&c.thread);
        let (entered, base) = self.push_frame(c, frame, at)?;
        let slots = &mut c.thread.slots;
        let mut inputs = entered.inputs.iter().map(|slot| base + *slot as usize);
        if let Some(receiver) = receiver
            && let Some(slot) = inputs.next()
        {
            slots[slot] = receiver;
        }
        for (slot, arg) in inputs.zip(routine.operands_of(site.args)) {
            let value = super::read(&self.constants, slots, caller, *arg).clone();
            slots[slot] = value;
        }
        if let Some((to, object)) = created {
            slots[caller + to as usize] = object;
        }
        Ok(Next::Frame)
    }

    /// The definition that a receiver has of a pure method or predicate; `None` if it has no body.
    fn definition<T: Copy + Ord + From<u32> + Into<u32>>(
        c: &mut Configuration<D>,
        dispatch: &Dispatch<T>,
        declared: T,
        receiver: &Receiver<'_, D::Value>,
    ) -> Outcome<Option<T>, D::Choice> {
        c.domain.require_object(receiver.value)?;
        let view = c.thread.frames.last().and_then(|frame| frame.view);
        let static_class = receiver.of.or(view.filter(|_| receiver.is_this));
        let class = match static_class {
            Some(class) => class,
            None if !dispatch.is_dispatched(declared) => ClassId(0),
            None => {
                let mut key = |class| dispatch.defined(declared, class).map(T::into);
                c.domain.class_for(receiver.value, &mut key)?
            }
        };
        Ok(dispatch.defined(declared, class))
    }

    pub(super) fn pure_call(
        &mut self,
        c: &mut Configuration<D>,
        routine: &Routine,
        site: u32,
        at: u32,
    ) -> Stepped<D::Choice> {
        let Some(site) = routine.pures.get(site as usize) else {
            return Err(Halt::Missing);
        };
        let receiver = site.receiver.map(|receiver| self.value(c, receiver));
        let mut target = site.callee;
        if let Some(receiver) = &receiver {
            let receiver = Receiver {
                value: receiver,
                of: site.of,
                is_this: site.is_this,
            };
            let pures = self.program.hierarchy.pures();
            let defined = Self::definition(c, pures, site.callee, &receiver)?;
            target = defined.unwrap_or(site.callee);
        }
        // Under `old`, permission is that of another state.
        let in_code =
            site.is_code && c.thread.conjuncts.is_empty() && super::past(&c.thread).is_none();
        let routines = if in_code {
            &self.code.checked
        } else {
            &self.code.stated
        };
        let called = routine_of(routines, target.0);
        let definition = routine_of(&self.code.definitions, target.0);
        let mut inputs: Values<D::Value> = receiver.into_iter().collect();
        inputs.extend(self.values(c, routine, site.args));
        let past = super::past(&c.thread);
        if !in_code && site.of.is_none() {
            let key = PureKey {
                routine: called.0,
                inputs: &inputs,
                at: past,
            };
            if let Some(result) = c.domain.remembered(&key) {
                super::set(&mut c.thread, site.to, result);
                return Ok(Next::Follow);
            }
        }
        let role = if in_code && called != definition {
            Role::PureContract
        } else {
            Role::Pure
        };
        let scope = c
            .thread
            .frames
            .last()
            .and_then(|frame| frame.scope.as_ref());
        let scope = scope.map(|_| {
            let mut scope = Scope::new(role);
            scope.past.extend(past);
            Box::new(scope)
        });
        let frame = NewFrame {
            routine: called,
            to: Some(site.to),
            thrown: None,
            view: site.of,
            scope,
        };
        self.enter(c, frame, inputs, at)
    }

    /// Runs the body whose contract the current frame checks.
    pub(super) fn body(
        &mut self,
        c: &mut Configuration<D>,
        routine: &Routine,
        at: u32,
    ) -> Stepped<D::Choice> {
        let Some(frame) = c.thread.frames.last_mut() else {
            return Ok(Next::Done);
        };
        let (view, base) = (frame.view, frame.base as usize);
        let inputs = routine.inputs.iter().filter_map(|slot| {
            let slots = &c.thread.slots;
            slots.get(base + *slot as usize).cloned()
        });
        let inputs: Values<D::Value> = inputs.collect();
        let Some(outer) = &mut frame.scope else {
            return Err(Halt::Missing);
        };
        let (called, scope) = match routine.member {
            MemberId::Method(declared) => {
                let target = outer.target.unwrap_or(declared);
                if target == declared {
                    let mut scope = Scope::new(Role::Body);
                    scope.owned = outer.owned.take();
                    scope.entry = outer.entry;
                    (routine_of(&self.code.bodies, declared.0), scope)
                } else {
                    let scope = self.method_scope(target, target);
                    let scope = scope.map_or_else(|| Scope::new(Role::Unchecked), |scope| *scope);
                    (routine_of(&self.code.contracts, target.0), scope)
                }
            }
            MemberId::Pure(declared) => {
                let mut scope = Scope::new(Role::Pure);
                scope.owned = outer.owned.clone();
                (routine_of(&self.code.definitions, declared.0), scope)
            }
            MemberId::Pred(_) => return Err(Halt::Missing),
        };
        let frame = NewFrame {
            routine: called,
            to: routine.result,
            thrown: routine.thrown,
            view,
            scope: Some(Box::new(scope)),
        };
        self.enter(c, frame, inputs, at)
    }

    /// Enters the body of a predicate instance, whose footprint is collected.
    pub(super) fn instance(
        &mut self,
        c: &mut Configuration<D>,
        routine: &Routine,
        site: u32,
        amount: Option<Fraction>,
        at: u32,
    ) -> Stepped<D::Choice> {
        let Some(site) = routine.instances.get(site as usize) else {
            return Err(Halt::Missing);
        };
        let receiver = site.receiver.map(|receiver| self.value(c, receiver));
        let preds = self.program.hierarchy.preds();
        let defined = match &receiver {
            Some(value) => {
                let (of, is_this) = (site.of, site.is_this);
                Self::definition(c, preds, site.pred, &Receiver { value, of, is_this })?
            }
            None => Some(site.pred),
        };
        let defined: Option<PredId> =
            defined.filter(|defined| self.program.pred(*defined).body.is_some());
        let mut operands: Values<D::Value> = receiver.into_iter().collect();
        operands.extend(self.values(c, routine, site.args));
        let scale = self.scaled(c, amount.as_ref());
        let Some(defined) = defined else {
            let family = preds.family(site.pred);
            if Self::collected(c, Demanded::Instance, scale.as_ref())? {
                return Ok(Next::Follow);
            }
            let location = c.domain.instance_location(family, &operands);
            self.demand(c, &location.into(), scale)?;
            return Ok(Next::Follow);
        };
        let mut scope = Scope::new(Role::Predicate);
        scope.past.extend(super::past(&c.thread));
        scope.scale = scale;
        let frame = NewFrame {
            routine: routine_of(&self.code.predicates, defined.0),
            to: None,
            thrown: None,
            view: site.of,
            scope: Some(Box::new(scope)),
        };
        self.enter(c, frame, operands, at)
    }

    /// Returns from the current frame.
    #[allow(clippy::indexing_slicing)] // slots are made by the compiler
    pub(super) fn return_from(&mut self, c: &mut Configuration<D>, routine: &Routine) -> Next {
        let base = base(&c.thread);
        let result = routine
            .result
            .map(|slot| std::mem::take(&mut c.thread.slots[base + slot as usize]));
        if let (MemberId::Pure(_), Some(result)) = (routine.member, &result) {
            self.remember(c, routine, base, result);
        }
        let thrown = routine
            .thrown
            .map(|slot| std::mem::take(&mut c.thread.slots[base + slot as usize]));
        let Some(frame) = c.thread.frames.pop() else {
            return Next::Done;
        };
        c.thread.slots.truncate(base);
        if let Some(scope) = frame.scope {
            self.hand_back(c, routine, *scope);
        }
        if c.thread.frames.is_empty() {
            c.thread.result = result;
            return Next::Done;
        }
        if let (Some(to), Some(result)) = (frame.to, result) {
            super::set(&mut c.thread, to, result);
        }
        if let (Some(to), Some(thrown)) = (frame.thrown, thrown) {
            super::set(&mut c.thread, to, thrown);
        }
        Next::Frame
    }

    /// Remembers the result of a pure call in an annotation.
    fn remember(
        &self,
        c: &mut Configuration<D>,
        routine: &Routine,
        base: usize,
        result: &D::Value,
    ) {
        let Some(frame) = c.thread.frames.last() else {
            return;
        };
        let is_pure = frame
            .scope
            .as_ref()
            .is_some_and(|scope| scope.role == Role::Pure);
        if c.thread.conjuncts.is_empty() || !is_pure || frame.view.is_some() {
            return;
        }
        let slots = &c.thread.slots;
        let inputs = routine.inputs.iter();
        let inputs = inputs.filter_map(|slot| slots.get(base + *slot as usize).cloned());
        let inputs: Values<D::Value> = inputs.collect();
        let key = PureKey {
            routine: frame.routine.0,
            inputs: &inputs,
            at: super::past(&c.thread),
        };
        c.domain.remember(&key, result);
    }

    /// Gives the permission of a frame that returns to the frame below.
    fn hand_back(&self, c: &mut Configuration<D>, routine: &Routine, scope: Scope) {
        if let Some(label) = scope.first_label {
            c.domain.release(label);
        }
        if scope.has_own_entry
            && let Some(entry) = scope.entry
        {
            c.domain.release(entry);
        }
        let Some(below) = c.thread.frames.last_mut().and_then(|f| f.scope.as_mut()) else {
            return;
        };
        let mut owned = scope.owned;
        if let Some(owned) = &mut owned {
            // A `return` in a loop leaves it.
            scope.kept.into_iter().for_each(|kept| owned.add_all(kept));
        }
        match scope.role {
            Role::Body => below.owned = owned,
            Role::Contract => match (owned, &mut below.owned) {
                (Some(owned), Some(below)) => below.add_all(owned),
                // What it gave back is not known.
                (None, owned) if routine.is_tracked => *owned = None,
                _ => {}
            },
            Role::Pure | Role::PureContract | Role::Predicate | Role::Unchecked => {}
        }
    }
}

impl Scope {
    /// The scope of a frame that owns nothing and is not checked.
    pub(super) fn new(role: Role) -> Scope {
        Scope {
            role,
            target: None,
            owned: None,
            kept: Vec::<Mask>::new(),
            entry: None,
            has_own_entry: false,
            labels: Vec::new(),
            first_label: None,
            past: Vec::new(),
            scale: Some(Fraction::Full),
        }
    }
}

#[allow(clippy::indexing_slicing)] // there is a routine for each member
fn routine_of(routines: &[RoutineId], member: u32) -> RoutineId {
    routines[member as usize]
}
