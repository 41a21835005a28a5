//! The rules of the transition system. A step executes one instruction; where the domain cannot
//! decide, it leaves the configuration as it was.

mod caller;
mod calls;
mod contracts;
mod failure;
mod recursion;

pub use failure::{CallPlace, Violation};

use super::code::{CompiledProgram, Instruction, Operand, Operands, Routine};
use super::configuration::{Configuration, Frame, Scope, Thread};
use super::dispatch::Methods;
use super::domain::{Domain, HeapMark, Interrupt};
use smallvec::SmallVec;
use std::rc::Rc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_base::source::Span;
use veriframe_ir::{MemberId, MethodId, MethodKind, Program, Type};

/// The greatest number of frames.
const MAX_FRAMES: usize = 1_000_000;

/// How a sequence of steps ended.
#[derive(Clone, Debug)]
pub enum Status<C> {
    /// The number of steps is used up.
    Running,
    /// The first frame has returned.
    Done,
    /// Something that must hold does not.
    Violation(Box<Violation>),
    /// The next step depends on a choice.
    Undecided(C),
    /// The heap or the stack would exceed its bound.
    Bound(Bound),
    /// The next step is not supported; the place, and what it is.
    Unsupported(Span, String),
}

/// A bound of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The size of the heap.
    Memory,
    /// The number of frames.
    Depth,
}

/// The values of operands; usually few, so without allocation.
pub(super) type Values<V> = SmallVec<[V; 6]>;

/// What follows an instruction.
pub(super) enum Next {
    /// The next instruction.
    Follow,
    /// The instruction at this position.
    Goto(u32),
    /// Another frame is the current one.
    Frame,
    /// The first frame has returned.
    Done,
}

/// Why an instruction has no successor.
pub(super) enum Halt<C> {
    Interrupt(Interrupt<C>),
    /// A condition of an assertion is false; why.
    Fails(ErrorCode, String),
    /// A conjunct cannot be evaluated.
    Unevaluable(&'static str),
    /// The last step of this kind would exceed a bound.
    Bound(Bound),
    /// The member has no code.
    Missing,
}

impl<C> From<Interrupt<C>> for Halt<C> {
    fn from(interrupt: Interrupt<C>) -> Halt<C> {
        Halt::Interrupt(interrupt)
    }
}

/// What is the same for all instructions that are executed in a frame.
#[derive(Clone, Copy)]
struct Here<'p> {
    routine: &'p Routine,
    /// The first of its slots.
    base: usize,
    /// Whether it has no scope, so that accesses to the heap are unchecked and to the current one.
    is_plain: bool,
}

/// The result of an instruction.
pub(super) type Stepped<C> = Result<Next, Halt<C>>;

/// Executes the code of one program.
#[derive(Debug)]
pub struct Machine<'p, D: Domain> {
    program: &'p Program,
    code: &'p CompiledProgram,
    constants: Rc<[D::Value]>,
    methods: Methods,
    /// The work of the instruction beyond one step: locations that it demands, long numbers and
    /// collections.
    extra_steps: u64,
    /// Whether nothing has been executed before, so that each class is still to be begun.
    is_from_start: bool,
}

impl<'p, D: Domain> Machine<'p, D> {
    /// A machine for a program; the domain makes its constants.
    pub fn new(program: &'p Program, code: &'p CompiledProgram, domain: &mut D) -> Machine<'p, D> {
        let constants = code.constants.iter().map(|c| domain.constant(c));
        Machine::with_constants(program, code, constants.collect())
    }

    /// A machine for a program whose constants have these values.
    pub fn with_constants(
        program: &'p Program,
        code: &'p CompiledProgram,
        constants: Rc<[D::Value]>,
    ) -> Machine<'p, D> {
        Machine {
            program,
            code,
            constants,
            methods: Methods::new(code.declared.clone()),
            extra_steps: 0,
            is_from_start: false,
        }
    }

    /// Starts where a program starts, whatever is executed first. Where Java would run something because a class is
    /// first used, the run ends.
    #[must_use]
    pub fn from_start(mut self) -> Machine<'p, D> {
        self.is_from_start = true;
        self
    }

    /// Executes at most this many steps.
    pub fn run(&mut self, c: &mut Configuration<D>, steps: u64) -> Status<D::Choice> {
        self.run_above(c, steps, 0)
    }

    /// Executes at most this many steps, until so few frames are left.
    fn run_above(
        &mut self,
        c: &mut Configuration<D>,
        steps: u64,
        frames: usize,
    ) -> Status<D::Choice> {
        let mut left = steps;
        loop {
            match self.execute(c, &mut left) {
                Ok(Next::Done) => return Status::Done,
                Ok(Next::Frame) if c.thread.frames.len() <= frames => return Status::Done,
                Ok(_) if left == 0 => return Status::Running,
                Ok(_) => {}
                Err(halt) => {
                    if let Some(status) = self.halted(c, halt) {
                        return status;
                    }
                }
            }
        }
    }

    /// Executes instructions of the current frame until another one is the current frame.
    fn execute(&mut self, c: &mut Configuration<D>, left: &mut u64) -> Stepped<D::Choice> {
        let code = self.code;
        let Some(frame) = c.thread.frames.last() else {
            return Ok(Next::Done);
        };
        let id = frame.routine;
        let here = Here {
            routine: routine(code, frame),
            base: frame.base as usize,
            is_plain: frame.scope.is_none(),
        };
        let mut at = frame.at;
        let before = *left;
        let result = loop {
            if *left == 0 {
                break Ok(Next::Follow);
            }
            *left -= 1;
            c.domain.visit(id, at);
            match self.frequent(c, here, at) {
                Ok(Next::Follow) => {
                    at += 1;
                    if self.extra_steps > 0 {
                        let extra = std::mem::take(&mut self.extra_steps);
                        // One instruction can take more steps than are left.
                        c.counts.steps += extra.saturating_sub(*left);
                        *left = left.saturating_sub(extra);
                    }
                }
                Ok(Next::Goto(target)) => at = target,
                Ok(Next::Frame) => {
                    c.counts.steps += before - *left;
                    return Ok(Next::Frame);
                }
                other => break other,
            }
        };
        c.counts.steps += before - *left;
        if let Some(frame) = c.thread.frames.last_mut() {
            frame.at = at;
        }
        result
    }

    /// Executes the instruction at this position. Those of inner loops are inlined here, the
    /// accesses to the heap as long as no contract is checked.
    #[inline(always)]
    #[allow(clippy::indexing_slicing)] // positions are made by the compiler
    fn frequent(
        &mut self,
        c: &mut Configuration<D>,
        here: Here<'p>,
        at: u32,
    ) -> Stepped<D::Choice> {
        let base = here.base;
        match &here.routine.code[at as usize] {
            Instruction::Move { to, from } => {
                let value = read(&self.constants, &c.thread.slots, base, *from).clone();
                D::replace(&mut c.thread.slots[base + *to as usize], value);
            }
            Instruction::Binary {
                op,
                to,
                left,
                right,
            } => {
                let left = read(&self.constants, &c.thread.slots, base, *left);
                let right = read(&self.constants, &c.thread.slots, base, *right);
                self.extra_steps += c.domain.extra_steps(*op, left, right);
                let value = c.domain.binary(*op, left, right)?;
                D::replace(&mut c.thread.slots[base + *to as usize], value);
            }
            Instruction::Compare {
                op,
                left,
                right,
                when,
                target,
            } => {
                let left = read(&self.constants, &c.thread.slots, base, *left);
                let right = read(&self.constants, &c.thread.slots, base, *right);
                self.extra_steps += c.domain.extra_steps(*op, left, right);
                if c.domain.compare(*op, left, right)? == *when {
                    return Ok(Next::Goto(*target));
                }
            }
            Instruction::Branch {
                condition,
                when,
                target,
            } => {
                let condition = read(&self.constants, &c.thread.slots, base, *condition);
                if c.domain.truth(condition)? == *when {
                    return Ok(Next::Goto(*target));
                }
            }
            Instruction::Jump(target) => return Ok(Next::Goto(*target)),
            Instruction::Convert {
                overflow,
                width,
                to,
                operand,
            } => {
                let operand = read(&self.constants, &c.thread.slots, base, *operand);
                let value = c.domain.convert(*overflow, *width, operand)?;
                D::replace(&mut c.thread.slots[base + *to as usize], value);
            }
            Instruction::Field {
                to,
                receiver,
                field,
            } if here.is_plain => {
                let receiver = read(&self.constants, &c.thread.slots, base, *receiver);
                let value = c.domain.field(receiver, *field, None)?;
                D::replace(&mut c.thread.slots[base + *to as usize], value);
            }
            Instruction::SetField {
                receiver,
                field,
                value,
            } if here.is_plain => {
                let receiver = read(&self.constants, &c.thread.slots, base, *receiver);
                let value = read(&self.constants, &c.thread.slots, base, *value).clone();
                c.domain.set_field(receiver, *field, value)?;
            }
            Instruction::Element { to, array, index } if here.is_plain => {
                let array = read(&self.constants, &c.thread.slots, base, *array);
                let index = read(&self.constants, &c.thread.slots, base, *index);
                let value = c.domain.element(array, index, None)?;
                D::replace(&mut c.thread.slots[base + *to as usize], value);
            }
            Instruction::SetElement {
                array,
                index,
                value,
            } if here.is_plain => {
                let array = read(&self.constants, &c.thread.slots, base, *array);
                let index = read(&self.constants, &c.thread.slots, base, *index);
                let value = read(&self.constants, &c.thread.slots, base, *value).clone();
                c.domain.set_element(array, index, value)?;
            }
            other => return self.instruction(c, here.routine, other, at),
        }
        Ok(Next::Follow)
    }

    #[inline(never)]
    #[allow(clippy::too_many_lines)] // one arm an instruction
    #[allow(clippy::indexing_slicing)] // positions are made by the compiler
    fn instruction(
        &mut self,
        c: &mut Configuration<D>,
        routine: &'p Routine,
        instruction: &'p Instruction,
        at: u32,
    ) -> Stepped<D::Choice> {
        match instruction {
            Instruction::Unary { op, to, operand } => {
                let operand = self.value(c, *operand);
                let value = c.domain.unary(*op, &operand)?;
                set(&mut c.thread, *to, value);
            }
            Instruction::Collection {
                op,
                to,
                operands,
                ty,
            } => {
                let operands = self.values(c, routine, *operands);
                let ty = &self.code.types[*ty as usize];
                let value = c.domain.collection(*op, &operands, ty)?;
                self.extra_steps += c.domain.take_work();
                set(&mut c.thread, *to, value);
            }
            Instruction::Elements {
                to,
                array,
                from,
                until,
            } => {
                let past = past(&c.thread);
                let array = self.value(c, *array);
                let from = from.map(|operand| self.value(c, operand));
                let until = until.map(|operand| self.value(c, operand));
                let value = c
                    .domain
                    .elements(&array, from.as_ref(), until.as_ref(), past)?;
                self.extra_steps += c.domain.take_work();
                self.may_read_elements(c, &array, from.as_ref(), until.as_ref())?;
                set(&mut c.thread, *to, value);
            }
            Instruction::Length { to, array } => {
                let array = self.value(c, *array);
                let value = c.domain.length(&array)?;
                set(&mut c.thread, *to, value);
            }
            Instruction::Field {
                to,
                receiver,
                field,
            } => {
                let past = past(&c.thread);
                let base = base(&c.thread);
                let receiver = read(&self.constants, &c.thread.slots, base, *receiver);
                let value = c.domain.field(receiver, *field, past)?;
                if is_checked(&c.thread) {
                    let location = c.domain.field_location(receiver, *field)?;
                    self.may_access(c, &location.into(), false)?;
                }
                c.thread.slots[base + *to as usize] = value;
            }
            Instruction::Static { to, field } => {
                let past = past(&c.thread);
                if is_checked(&c.thread) {
                    self.may_access(c, &contracts::static_location(*field).into(), false)?;
                }
                let value = c.domain.static_field(*field, past);
                set(&mut c.thread, *to, value);
            }
            Instruction::Element { to, array, index } => {
                let past = past(&c.thread);
                let base = base(&c.thread);
                let array = read(&self.constants, &c.thread.slots, base, *array);
                let index = read(&self.constants, &c.thread.slots, base, *index);
                let value = c.domain.element(array, index, past)?;
                if is_checked(&c.thread) {
                    let element = c.domain.element_location(array, index)?;
                    self.may_access(c, &element, false)?;
                }
                D::replace(&mut c.thread.slots[base + *to as usize], value);
            }
            Instruction::SetField {
                receiver,
                field,
                value,
            } => {
                let (receiver, value) = (self.value(c, *receiver), self.value(c, *value));
                if is_checked(&c.thread) {
                    let location = c.domain.field_location(&receiver, *field)?;
                    self.may_access(c, &location.into(), true)?;
                }
                c.domain.set_field(&receiver, *field, value)?;
            }
            Instruction::SetStatic { field, value } => {
                if is_checked(&c.thread) {
                    self.may_access(c, &contracts::static_location(*field).into(), true)?;
                }
                let value = self.value(c, *value);
                c.domain.set_static(*field, value);
            }
            Instruction::SetElement {
                array,
                index,
                value,
            } => {
                let base = base(&c.thread);
                if is_checked(&c.thread) {
                    let array = read(&self.constants, &c.thread.slots, base, *array);
                    let index = read(&self.constants, &c.thread.slots, base, *index);
                    // First whether there is such an element.
                    c.domain.element(array, index, None)?;
                    let element = c.domain.element_location(array, index)?;
                    self.may_access(c, &element, true)?;
                }
                let array = read(&self.constants, &c.thread.slots, base, *array);
                let index = read(&self.constants, &c.thread.slots, base, *index);
                let value = read(&self.constants, &c.thread.slots, base, *value).clone();
                c.domain.set_element(array, index, value)?;
            }
            Instruction::InstanceOf { to, operand, class } => {
                let operand = self.value(c, *operand);
                let value = c.domain.instance_of(&operand, *class)?;
                set(&mut c.thread, *to, value);
            }
            Instruction::Cast { operand, class } => {
                let operand = self.value(c, *operand);
                c.domain.cast(&operand, *class)?;
            }
            Instruction::NewArray { to, elem, length } => {
                let length = self.value(c, *length);
                let elem: &Type = &self.code.types[*elem as usize];
                let array = c.domain.allocate_array(elem, &length)?;
                self.own_elements(c, &array)?;
                set(&mut c.thread, *to, array);
            }
            Instruction::Call(site) => return self.call(c, routine, *site, at),
            Instruction::Pure(site) => return self.pure_call(c, routine, *site, at),
            Instruction::Body => return self.body(c, routine, at),
            Instruction::Native {
                native,
                to,
                operands,
            } => {
                let past = past(&c.thread);
                let operands = self.values(c, routine, *operands);
                let value = if D::EXECUTES_CONTRACTS && self.program.is_specified(routine.member) {
                    Self::by_contract(c, routine.member, &operands, past)?
                } else {
                    match c.domain.native(*native, &operands, past) {
                        Err(Interrupt::Unsupported(_)) if D::EXECUTES_CONTRACTS => {
                            Self::by_contract(c, routine.member, &operands, past)?
                        }
                        other => other?,
                    }
                };
                self.extra_steps += c.domain.take_work();
                if let Some(to) = to {
                    set(&mut c.thread, *to, value);
                }
            }
            Instruction::Missing if D::EXECUTES_CONTRACTS => {
                if let MemberId::Pred(_) = routine.member {
                    return Err(Halt::Missing);
                }
                let inputs = routine.inputs.iter().map(|slot| Operand::Slot(*slot));
                let inputs = inputs.map(|operand| self.value(c, operand));
                let inputs: Values<D::Value> = inputs.collect();
                let past = past(&c.thread);
                let value = Self::by_contract(c, routine.member, &inputs, past)?;
                if let Some(to) = routine.result {
                    set(&mut c.thread, to, value);
                }
            }
            Instruction::Missing => return Err(Halt::Missing),
            Instruction::Unknown { to, site, receiver } => {
                let Some(site) = self.code.unknowns.get(*site as usize) else {
                    return Err(Halt::Missing);
                };
                if let Some(what) = site.reading.uncomputed() {
                    return Err(Halt::Interrupt(Interrupt::Unsupported(what.to_owned())));
                }
                if let Some(receiver) = receiver {
                    let receiver = self.value(c, *receiver);
                    c.domain.require_object(&receiver)?;
                }
                let value = c.domain.any_value(site)?;
                set(&mut c.thread, *to, value);
            }
            Instruction::Begins(class) => {
                let first = c.thread.frames.first();
                let started = first.map(|frame| self::routine(self.code, frame).member);
                let is_main = |id: MethodId| self.program.method(id).kind == MethodKind::Main;
                let starts = matches!(started, Some(MemberId::Method(id)) if is_main(id));
                if self.is_from_start || starts {
                    let class = &self.program.class(*class).name;
                    let what = format!("what Java runs when `{class}` is first used");
                    return Err(Halt::Interrupt(Interrupt::Unsupported(what)));
                }
            }
            Instruction::Withdrawn => {
                let name = self.program.member_name(routine.member);
                let what = format!("running `{name}`, which was refused,");
                return Err(Halt::Interrupt(Interrupt::Unsupported(what)));
            }
            Instruction::Return => return Ok(self.return_from(c, routine)),
            Instruction::Throw => {
                let message = "this `throw` is reached".to_owned();
                return Err(Halt::Fails(ErrorCode::Assert, message));
            }
            Instruction::Enumerate { to, domain } => {
                let domain = self.value(c, *domain);
                let value = c.domain.enumerated(&domain)?;
                set(&mut c.thread, *to, value);
            }
            Instruction::Next {
                to,
                at,
                domain,
                end,
            } => {
                let (at, domain) = (self.value(c, Operand::Slot(*at)), self.value(c, *domain));
                match c.domain.element_at(&domain, &at)? {
                    Some(element) => set(&mut c.thread, *to, element),
                    None => return Ok(Next::Goto(*end)),
                }
            }
            Instruction::Objects { to, class } => {
                let objects = c.domain.objects(*class)?;
                set(&mut c.thread, *to, objects);
            }
            other => return self.contract(c, routine, other, at),
        }
        Ok(Next::Follow)
    }

    /// Calls a member by its contract, a pure method also in an earlier heap.
    fn by_contract(
        c: &mut Configuration<D>,
        member: MemberId,
        inputs: &[D::Value],
        at: Option<HeapMark>,
    ) -> Result<D::Value, Halt<D::Choice>> {
        let value = (c.domain).by_contract(member, inputs, at, &mut c.counts.left_out)?;
        if !c.counts.by_contract.contains(&member) {
            c.counts.by_contract.push(member);
        }
        Ok(value)
    }

    /// The value of an operand of the current frame.
    fn value(&self, c: &Configuration<D>, operand: Operand) -> D::Value {
        read(&self.constants, &c.thread.slots, base(&c.thread), operand).clone()
    }

    /// The values of a list of operands.
    fn values(&self, c: &Configuration<D>, routine: &Routine, list: Operands) -> Values<D::Value> {
        let operands = routine.operands_of(list).iter();
        operands.map(|operand| self.value(c, *operand)).collect()
    }
}

#[allow(clippy::indexing_slicing)] // numbers of routines are made by the compiler
fn routine<'c>(code: &'c CompiledProgram, frame: &Frame) -> &'c Routine {
    &code.routines[frame.routine.0 as usize]
}

fn base<V>(thread: &Thread<V>) -> usize {
    thread.frames.last().map_or(0, |frame| frame.base as usize)
}

#[inline(always)]
#[allow(clippy::indexing_slicing)] // numbers of slots and constants are made by the compiler
fn read<'v, V>(constants: &'v [V], slots: &'v [V], base: usize, operand: Operand) -> &'v V {
    match operand {
        Operand::Slot(slot) => &slots[base + slot as usize],
        Operand::Constant(number) => &constants[number as usize],
    }
}

#[allow(clippy::indexing_slicing)] // numbers of slots are made by the compiler
fn set<V>(thread: &mut Thread<V>, slot: u32, value: V) {
    let base = base(thread);
    thread.slots[base + slot as usize] = value;
}

/// The heap that the current frame reads, unless it is the current one.
fn past<V>(thread: &Thread<V>) -> Option<HeapMark> {
    let scope = thread.frames.last()?.scope.as_ref()?;
    scope.past.last().copied()
}

/// Whether accesses of the current frame are checked: it is tracked and executes code.
fn is_checked<V>(thread: &Thread<V>) -> bool {
    let scope = thread.frames.last().and_then(|frame| frame.scope.as_ref());
    let is_tracked = |scope: &Scope| scope.owned.is_some() && scope.past.is_empty();
    scope.is_some_and(|scope| is_tracked(scope)) && thread.conjuncts.is_empty()
}
