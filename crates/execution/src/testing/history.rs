//! Calls one after the other, as a caller makes them that has verified: each precondition is
//! evaluated, and takes permission that the caller has. States are kept, so that histories that
//! begin alike share their runs.

use super::runner::{MAX_CELLS, concrete_start};
use crate::code::CompiledProgram;
use crate::concrete::Concrete;
use crate::concrete::input::realised;
use crate::concrete::value::Value;
use crate::configuration::{Configuration, Counts};
use crate::domain::Domain;
use crate::input::{InputObject, InputValue};
use crate::machine::{Machine, Status, Violation};
use crate::permission::{Fraction, Location, STATIC};
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{ClassId, FieldId, MemberId, MethodId, MethodKind, Program, Type};

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A plain value, or one of the program's constants.
    Value(InputValue),
    /// An object that an earlier call gave, by its number.
    Made(usize),
    /// A new array or text.
    New(InputObject),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The member; of a constructor, the receiver is new.
    pub member: MemberId,
    /// The object that it is called on.
    pub receiver: Option<usize>,
    /// The arguments.
    pub args: Vec<Arg>,
}

/// An assignment to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The object; `None` for a static field.
    pub object: Option<usize>,
    /// The field.
    pub field: FieldId,
    /// The value.
    pub value: Arg,
}

/// A statement of a caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A call.
    Call(Call),
    /// An assignment.
    Write(Write),
}

/// The state of a caller.
#[derive(Clone, Debug)]
pub struct World<'p> {
    c: Configuration<Concrete<'p>>,
    /// The objects that calls gave, with their classes, in order.
    made: Vec<(Value, ClassId)>,
}

impl World<'_> {
    /// The classes of the objects that calls gave, in order.
    pub fn made(&self) -> impl Iterator<Item = ClassId> {
        self.made.iter().map(|(_, class)| *class)
    }

    /// A number that is the same for states that calls cannot tell apart.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let roots: Vec<&Value> = self.made.iter().map(|(object, _)| object).collect();
        let owned = Machine::owned_by_caller(&self.c);
        self.c.domain.fingerprint(&roots, owned)
    }
}

/// How a call ended.
#[derive(Clone, Debug)]
pub enum Called<'p> {
    /// It returned.
    Returned(Box<World<'p>>),
    /// Something that must hold does not.
    Violation(Box<Refused>),
    /// The precondition does not hold or cannot be evaluated, or the run reached a bound or what is
    /// not supported: no history goes on from here.
    Nothing,
}

/// A violation in a history.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The violation.
    pub violation: Violation,
    /// Whether a caller has the access that is missing.
    pub is_held: bool,
}

/// Makes calls.
#[derive(Debug)]
pub struct Caller<'p> {
    program: &'p Program,
    code: &'p CompiledProgram,
    machine: Machine<'p, Concrete<'p>>,
    /// The greatest number of steps of a call.
    steps: u64,
    /// The steps that are left for all calls.
    left: u64,
}

impl<'p> Caller<'p> {
    /// A caller of a program after its static initialisers; `None` if they cannot be run. A call
    /// has at most so many steps, and all calls together.
    pub fn new(
        program: &'p Program,
        code: &'p CompiledProgram,
        [steps, all_steps]: [u64; 2],
    ) -> Option<(Caller<'p>, World<'p>)> {
        let (mut domain, constants) = concrete_start(program, code, MAX_CELLS);
        domain.default_unknowns(true);
        let machine = Machine::with_constants(program, code, constants).from_start();
        let mut caller = Caller {
            program,
            code,
            machine,
            steps,
            left: all_steps,
        };
        let mut start = caller.machine.initialisation(domain);
        let status = caller.machine.run(&mut start, steps.min(all_steps));
        caller.left = caller.left.saturating_sub(start.counts.steps);
        if !matches!(status, Status::Done) {
            return None;
        }
        start.domain.take_output();
        let world = World {
            c: caller.machine.no_calls(start.domain),
            made: Vec::new(),
        };
        Some((caller, world))
    }

    /// Whether there are no steps left.
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Whether objects of a class run this text if the method is called.
    pub fn runs(&mut self, method: MethodId, class: ClassId) -> bool {
        self.machine.executed(method, class) == method
    }

    /// Runs the main routine. The violation that it meets.
    pub fn main(&mut self, world: &World<'p>, main: MethodId) -> Option<Refused> {
        let mut domain = world.c.domain.clone();
        let has_args = !self.program.method(main).vars.params.is_empty();
        let args = has_args.then(|| domain.texts(&[])).into_iter().collect();
        let mut c = self.machine.start(domain, main, None, args);
        let most = self.steps.saturating_mul(4).min(self.left);
        let status = self.machine.run(&mut c, most);
        self.left = self.left.saturating_sub(c.counts.steps);
        match status {
            Status::Violation(violation) => Some(self.refused(&mut c, *violation)),
            _ => None,
        }
    }

    /// Allows so many steps more.
    pub fn allow(&mut self, steps: u64) {
        self.left = self.left.saturating_add(steps);
    }

    /// Executes a statement.
    pub fn execute(&mut self, world: &World<'p>, act: &Act) -> Called<'p> {
        match act {
            Act::Call(call) => self.call(world, call),
            Act::Write(write) => {
                self.left = self.left.saturating_sub(1);
                let written = self.written(world, write);
                written.map_or(Called::Nothing, |after| Called::Returned(Box::new(after)))
            }
        }
    }

    /// The state after an assignment; `None` if the caller has no permission for it.
    fn written(&self, world: &World<'p>, write: &Write) -> Option<World<'p>> {
        let mut after = world.clone();
        let ty = &self.program.field(write.field).ty;
        let object = match write.object {
            Some(at) => Some(after.made.get(at)?.0.clone()),
            None => None,
        };
        let location = match &object {
            Some(object) => after.c.domain.field_location(object, write.field).ok()?,
            None => Location {
                object: STATIC,
                part: write.field.0,
            },
        };
        let owned = Machine::owned_by_caller(&after.c)?;
        let owns = owned
            .runs(&location.into())
            .all(|(_, amount)| amount == Some(&Fraction::Full));
        if !owns {
            return None;
        }
        let value = after.value(&write.value, ty)?;
        let domain = &mut after.c.domain;
        match &object {
            Some(object) => domain.set_field(object, write.field, value).ok()?,
            None => domain.set_static(write.field, value),
        }
        Some(after)
    }

    /// Makes a call.
    fn call(&mut self, world: &World<'p>, call: &Call) -> Called<'p> {
        let mut after = world.clone();
        after.c.counts = Counts::default();
        let created = self.created(call.member);
        let new = created.map(|class| after.c.domain.allocate(class));
        let receiver = match (new, call.receiver) {
            (Some(Ok(new)), _) => Some(new),
            (Some(Err(_)), _) => return Called::Nothing,
            (None, Some(at)) => after.made.get(at).map(|(object, _)| object.clone()),
            (None, None) => None,
        };
        let types = self.program.vars(call.member).param_types();
        let values = call.args.iter().zip(types);
        let values = values.map(|(arg, ty)| after.value(arg, ty));
        let Some(args) = values.collect() else {
            return Called::Nothing;
        };
        let c = &mut after.c;
        if !self
            .machine
            .call_from(c, call.member, receiver.clone(), args)
        {
            return Called::Nothing;
        }
        let status = self.run(c, call.member);
        self.left = self.left.saturating_sub(c.counts.steps);
        c.domain.take_output();
        match status {
            Some(Status::Done) if Machine::owned_by_caller(c).is_some() => {
                let result = Machine::result(c).cloned();
                let given = receiver.filter(|_| created.is_some()).or(result);
                after.add(given);
                Called::Returned(Box::new(after))
            }
            // A condition that was not evaluated might be assumed, or be what fails.
            Some(Status::Violation(_)) if !c.counts.unevaluated.is_empty() => Called::Nothing,
            Some(Status::Violation(violation)) => {
                Called::Violation(Box::new(self.refused(c, *violation)))
            }
            _ => Called::Nothing,
        }
    }

    /// The class of the object that a member makes.
    fn created(&self, member: MemberId) -> Option<ClassId> {
        let MemberId::Method(method) = member else {
            return None;
        };
        let method = self.program.method(method);
        method
            .class
            .filter(|_| method.kind == MethodKind::Constructor)
    }

    /// Runs a call; `None` if its precondition does not hold, or not all of it can be evaluated. It is
    /// executed step by step, so that its end is noticed.
    fn run(
        &mut self,
        c: &mut Configuration<Concrete<'p>>,
        member: MemberId,
    ) -> Option<Status<std::convert::Infallible>> {
        let routine = match member {
            MemberId::Method(id) => self.code.contracts.get(id.index()),
            MemberId::Pure(id) => self.code.checked.get(id.index()),
            MemberId::Pred(_) => None,
        };
        let body = routine.and_then(|routine| self.code.body_of_contract(*routine));
        let most = self.steps.min(self.left);
        loop {
            let is_within = c.thread.frames.get(1).is_some_and(|f| Some(f.at) <= body);
            if !is_within {
                break;
            }
            match self.machine.run_call(c, 1) {
                Status::Running if c.counts.steps < most => {}
                // It may have no body that is executed after it.
                Status::Done => return Some(Status::Done),
                _ => return None,
            }
        }
        if !c.counts.unevaluated.is_empty() {
            return None;
        }
        let left = most.saturating_sub(c.counts.steps);
        Some(self.machine.run_call(c, left))
    }

    fn refused(&mut self, c: &mut Configuration<Concrete<'p>>, violation: Violation) -> Refused {
        let reason = violation.reason.unwrap_or(violation.code);
        let is_about_access = matches!(
            reason,
            ErrorCode::InsufficientPermission | ErrorCode::MissingPredicate
        );
        Refused {
            is_held: is_about_access && self.machine.would_go_on_with_all(c),
            violation,
        }
    }
}

impl World<'_> {
    /// The value of an argument; `None` if there is no room for it.
    fn value(&mut self, arg: &Arg, ty: &Type) -> Option<Value> {
        let domain = &mut self.c.domain;
        match arg {
            Arg::Value(value) => Some(realised(value, ty, &[])),
            Arg::Made(at) => self.made.get(*at).map(|(object, _)| object.clone()),
            Arg::New(InputObject::Text(text)) => Some(domain.text(text.clone())),
            Arg::New(InputObject::Array(elem, elements)) => {
                let length = Value::int(elements.len().into());
                let array = domain.allocate_array(elem, &length).ok()?;
                for (index, element) in elements.iter().enumerate() {
                    let element = realised(element, elem, &[]);
                    let index = Value::int(index.into());
                    domain.set_element(&array, &index, element).ok()?;
                }
                let all = domain.element_locations(&array, None, None).ok()?;
                Machine::give(&mut self.c, &all);
                Some(array)
            }
            Arg::New(InputObject::Object(..)) => None,
        }
    }

    /// Adds what a call gave, if it is an object of the program that no call gave before.
    fn add(&mut self, given: Option<Value>) {
        let Some(object) = given.filter(|given| matches!(given, Value::Ref(_))) else {
            return;
        };
        if self.made.iter().all(|(known, _)| *known != object)
            && let Ok(class) = self.c.domain.class_of(&object)
        {
            self.made.push((object, class));
        }
    }
}
