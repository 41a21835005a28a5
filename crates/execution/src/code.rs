//! Instructions: what the IR is compiled to. Operands are slots of a frame and constants, so
//! that a configuration between two instructions is plain data.
#![allow(
    missing_docs,
    reason = "the fields of an instruction are its operands, whose names say what they are"
)]

use super::dispatch::Declared;
use super::natives::Native;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::sync::{Arc, OnceLock};
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_base::source::Span;
use veriframe_ir::{
    BinOp, ClassId, CollOp, FieldId, LabelId, MemberId, MethodId, Overflow, PredId, PureId, Type,
    UnOp, UniqueId, Width,
};

/// A slot of a frame. The first slots are the member's variables.
pub type Slot = u32;

/// The position of an instruction in its routine.
pub type Target = u32;

/// What an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The value of a slot.
    Slot(Slot),
    /// A constant of the program, by its number.
    Constant(u32),
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// `null`
    Null,
    /// An integer.
    Int(BigInt),
    /// A Boolean.
    Bool(bool),
    /// A permission amount.
    Perm(BigRational),
    /// An object that exists from the start.
    Unique(UniqueId),
    /// The empty collection of this type.
    Empty(Type),
}

/// Operands in the list of their routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands {
    /// The position of the first.
    pub start: u32,
    /// Their number.
    pub count: u32,
}

/// The amount of permission that an assertion demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// 1
    Write,
    /// The value of an operand.
    Fraction(Operand),
    /// Some positive amount.
    Wildcard,
}

/// A location, or several, in an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessTarget {
    /// `e.f`
    Field(Operand, FieldId),
    /// `C.f`
    Static(FieldId),
    /// `a[lo..hi]`; a missing bound is the array's.
    Elements(Operand, Option<Operand>, Option<Operand>),
}

/// What an assertion is evaluated for, which decides whose permission it takes and what
/// becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A precondition: takes from the caller, gives to the callee.
    Requires,
    /// A precondition of a pure method: the callee may read what the caller may.
    Borrow,
    /// A postcondition: what it does not give to the caller is dropped.
    Ensures,
    /// The postcondition of a library's member: what it gives comes from nowhere.
    Given,
    /// A loop's invariant on entry: the rest is kept aside until the loop ends.
    Entry,
    /// The invariant after an iteration: the rest is dropped.
    Preserved,
    /// `join`: the rest is dropped.
    Join,
    /// `assert`, `open`, `close`: nothing changes.
    Assert,
}

/// One instruction. Results go to the slot `to`.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// Copies a value.
    Move { to: Slot, from: Operand },
    /// A value that nobody knows, of the place with this number.
    Unknown {
        to: Slot,
        site: u32,
        /// The object of which a call gives it.
        receiver: Option<Operand>,
    },
    /// A prefix operator.
    Unary {
        op: UnOp,
        to: Slot,
        operand: Operand,
    },
    /// A strict binary operator.
    Binary {
        op: BinOp,
        to: Slot,
        left: Operand,
        right: Operand,
    },
    /// The integer as a machine integer.
    Convert {
        overflow: Overflow,
        width: Width,
        to: Slot,
        operand: Operand,
    },
    /// An operation on collections; the number of the result's type.
    Collection {
        op: CollOp,
        to: Slot,
        operands: Operands,
        ty: u32,
    },
    /// The sequence of an array's elements; bounds are null if they are the array's.
    Elements {
        to: Slot,
        array: Operand,
        from: Option<Operand>,
        until: Option<Operand>,
    },
    /// `a.length`
    Length { to: Slot, array: Operand },
    /// `e.f`
    Field {
        to: Slot,
        receiver: Operand,
        field: FieldId,
    },
    /// `C.f`
    Static { to: Slot, field: FieldId },
    /// `a[i]`
    Element {
        to: Slot,
        array: Operand,
        index: Operand,
    },
    /// `e.f := e`
    SetField {
        receiver: Operand,
        field: FieldId,
        value: Operand,
    },
    /// `C.f := e`
    SetStatic { field: FieldId, value: Operand },
    /// `a[i] := e`
    SetElement {
        array: Operand,
        index: Operand,
        value: Operand,
    },
    /// `e instanceof C`
    InstanceOf {
        to: Slot,
        operand: Operand,
        class: ClassId,
    },
    /// Refuses an object of another class.
    Cast { operand: Operand, class: ClassId },
    /// `new T[n]`; the number of the element type.
    NewArray {
        to: Slot,
        elem: u32,
        length: Operand,
    },
    /// Goes on elsewhere.
    Jump(Target),
    /// Goes on elsewhere if the condition has this truth value.
    Branch {
        condition: Operand,
        when: bool,
        target: Target,
    },
    /// Goes on elsewhere if a comparison has this truth value.
    Compare {
        op: BinOp,
        left: Operand,
        right: Operand,
        when: bool,
        target: Target,
    },
    /// A call of a mutator, a lemma or a constructor, by its number in the routine.
    Call(u32),
    /// A call of a pure method, by its number in the routine.
    Pure(u32),
    /// In the routine that checks a contract: runs the body.
    Body,
    /// Runs what is built in for a library's member.
    Native {
        native: Native,
        to: Option<Slot>,
        operands: Operands,
    },
    /// There is no code: the member is abstract, or not built in.
    Missing,
    /// Uses a class of which something is run when it is first used. Nothing of that is compiled, so a run from
    /// the start of a program ends here.
    Begins(ClassId),
    /// The code was withdrawn because of an error in it or in what it depends on.
    Withdrawn,
    /// Ends the routine.
    Return,
    /// `throw`
    Throw,
    /// The elements of a collection as a sequence, in the order in which they are visited.
    Enumerate { to: Slot, domain: Operand },
    /// The next element of a sequence: `at` counts, `to` gets the element;
    /// goes to `end` after the last.
    Next {
        to: Slot,
        at: Slot,
        domain: Operand,
        end: Target,
    },

    /// The objects of a class, and null, as a sequence.
    Objects { to: Slot, class: ClassId },

    /// Begins an assertion.
    Begin(Purpose),
    /// Ends an assertion.
    End(Purpose),
    /// Begins a conjunct, which gives failures their context; if it cannot be evaluated, it is
    /// left out.
    Conjunct { context: u32, resume: Target },
    /// Ends the conjunct.
    EndConjunct,
    /// A condition that must hold.
    Check { condition: Operand },
    /// Permission that must be held.
    Access { place: AccessTarget, demand: Demand },
    /// A predicate instance, by its number in the routine: its body.
    Instance { site: u32, demand: Demand },
    /// What cannot be evaluated.
    Unevaluable(&'static str),
    /// A quantifier without bounds that none of the integers within the scope decides.
    BeyondScope,
    /// The loop ends: permission that was kept aside is there again.
    EndLoop,
    /// Measures before and after an iteration.
    Measure { before: Operands, after: Operands },
    /// Compares the measures of the routine with those of its caller.
    Descend,
    /// Begins `old(e)`, or `old[l](e)`.
    BeginOld(Option<LabelId>),
    /// Ends it.
    EndOld,
    /// Saves the heap at a label.
    Label(LabelId),
    /// Begins the comparison of `untouched`: what follows collects into a footprint of its own.
    BeginUntouched,
    /// Ends it: of the two footprints collected last, the second is that on entry.
    EndUntouched,
}

impl Instruction {
    /// The slot to which the result goes, in this routine.
    #[must_use]
    pub fn assigned(&self, routine: &Routine) -> Option<Slot> {
        match self {
            Instruction::Move { to, .. }
            | Instruction::Unknown { to, .. }
            | Instruction::Unary { to, .. }
            | Instruction::Binary { to, .. }
            | Instruction::Convert { to, .. }
            | Instruction::Collection { to, .. }
            | Instruction::Elements { to, .. }
            | Instruction::Length { to, .. }
            | Instruction::Field { to, .. }
            | Instruction::Static { to, .. }
            | Instruction::Element { to, .. }
            | Instruction::InstanceOf { to, .. }
            | Instruction::NewArray { to, .. }
            | Instruction::Enumerate { to, .. }
            | Instruction::Next { to, .. }
            | Instruction::Objects { to, .. } => Some(*to),
            Instruction::Native { to, .. } => *to,
            Instruction::Call(site) => routine.calls.get(*site as usize)?.to,
            Instruction::Pure(site) => Some(routine.pures.get(*site as usize)?.to),
            Instruction::SetField { .. }
            | Instruction::SetStatic { .. }
            | Instruction::SetElement { .. }
            | Instruction::Cast { .. }
            | Instruction::Jump(..)
            | Instruction::Branch { .. }
            | Instruction::Compare { .. }
            | Instruction::Body
            | Instruction::Missing
            | Instruction::Begins(_)
            | Instruction::Withdrawn
            | Instruction::Return
            | Instruction::Throw
            | Instruction::Begin(..)
            | Instruction::End(..)
            | Instruction::Conjunct { .. }
            | Instruction::EndConjunct
            | Instruction::Check { .. }
            | Instruction::Access { .. }
            | Instruction::Instance { .. }
            | Instruction::Unevaluable(..)
            | Instruction::BeyondScope
            | Instruction::EndLoop
            | Instruction::Measure { .. }
            | Instruction::Descend
            | Instruction::BeginOld(..)
            | Instruction::EndOld
            | Instruction::Label(..)
            | Instruction::BeginUntouched
            | Instruction::EndUntouched => None,
        }
    }
}

/// A call in a routine.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// The callee as declared by the receiver's static type.
    pub callee: MethodId,
    /// The slot for the exception with which it ends, or null.
    pub thrown: Option<Slot>,
    /// The receiver.
    pub receiver: Option<Operand>,
    /// The class whose body is called: `super.m(…)`.
    pub of: Option<ClassId>,
    /// The class of the new object, if it creates one.
    pub new: Option<ClassId>,
    /// The arguments.
    pub args: Operands,
    /// Where the result, or the new object, goes.
    pub to: Option<Slot>,
}

/// A call of a pure method in a routine.
#[derive(Clone, Debug)]
pub struct PureSite {
    /// The callee as declared by the receiver's static type.
    pub callee: PureId,
    /// The receiver.
    pub receiver: Option<Operand>,
    /// Whether the receiver is `this`, so that a frame's view applies.
    pub is_this: bool,
    /// The class whose definition is called.
    pub of: Option<ClassId>,
    /// Whether it stands in code, not in an annotation.
    pub is_code: bool,
    /// The arguments.
    pub args: Operands,
    /// Where the result goes.
    pub to: Slot,
}

/// A predicate instance in a routine.
#[derive(Clone, Debug)]
pub struct InstanceSite {
    /// The predicate as declared by the receiver's static type.
    pub pred: PredId,
    /// The receiver, if the predicate belongs to a class.
    pub receiver: Option<Operand>,
    /// Whether the receiver is `this`, so that a frame's view applies.
    pub is_this: bool,
    /// The class whose definition is meant.
    pub of: Option<ClassId>,
    /// The arguments.
    pub args: Operands,
}

/// The construct whose conjunct is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The construct's code.
    pub code: ErrorCode,
    /// Whether the error is reported at the caller's call.
    pub at_call: bool,
    /// The primary place if it is neither the call nor the conjunct.
    pub place: Option<Span>,
    /// The conjunct.
    pub conjunct: Span,
    /// Whether it demands permission.
    pub has_access: bool,
}

/// The measures of a recursive member.
#[derive(Clone, Debug)]
pub struct Measures {
    /// The number of its cycle.
    pub cycle: u32,
    /// The slots that have their values on entry.
    pub slots: Vec<Slot>,
}

/// A loop of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopCode {
    /// Where an iteration begins: the condition, with what belongs to it.
    pub head: Target,
    /// Where the body begins.
    pub body: Target,
    /// The jump to the head.
    pub end: Target,
}

/// The instructions of one routine.
#[derive(Clone, Debug)]
pub struct Routine {
    /// The member it belongs to.
    pub member: MemberId,
    /// The number of slots of its frames.
    pub slots: u32,
    /// The slot of the result.
    pub result: Option<Slot>,
    /// The slot of the exception with which it ends.
    pub thrown: Option<Slot>,
    /// The slots of receiver and parameters, in order.
    pub inputs: Vec<Slot>,
    /// The instructions.
    pub code: Vec<Instruction>,
    /// The source span of each instruction.
    pub spans: Vec<Span>,
    /// Lists of operands.
    pub operands: Vec<Operand>,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// Calls of pure methods.
    pub pures: Vec<PureSite>,
    /// Predicate instances.
    pub instances: Vec<InstanceSite>,
    /// Contexts of conjuncts.
    pub contexts: Vec<Context>,
    /// What must become smaller with each call in a cycle.
    pub measures: Option<Measures>,
    /// The loops of the program; loops over the range of a quantifier are none.
    pub loops: Vec<LoopCode>,
    /// Whether it reads the heap on entry.
    pub needs_entry: bool,
    /// Whether its frames own permission, so that access is checked.
    pub is_tracked: bool,
}

impl Routine {
    /// A list of operands.
    #[must_use]
    pub fn operands_of(&self, list: Operands) -> &[Operand] {
        let end = list.start.saturating_add(list.count);
        let range = list.start as usize..end as usize;
        self.operands.get(range).unwrap_or_default()
    }
}

/// The number of a routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoutineId(pub u32);

/// A place that gives values that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSite {
    /// The name of its values in inputs, with the line: `x@17`.
    pub label: String,
    /// Their type.
    pub ty: Type,
    /// How a run reads one.
    pub reading: Reading,
}

/// How a run reads a value that nobody knows from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The next word.
    Word,
    /// The rest of the line.
    Line,
    /// Whether there is another word, one that is a value of this type if there is one.
    HasWord(Option<Type>),
    /// Whether there is another line.
    HasLine,
    /// Whether assertions are evaluated: a run evaluates them.
    Asserts,
    /// Not at all: it is computed when a class is first used, which no run does.
    AtFirstUse,
    /// Not at all: a library computes it, and no contract tells how.
    OfLibrary,
}

impl Reading {
    /// What it is, if it is no input and no run computes it.
    pub fn uncomputed(&self) -> Option<&'static str> {
        match self {
            Reading::AtFirstUse => Some("a value that Java computes when a class is first used"),
            Reading::OfLibrary => Some("the value of a new object of a library"),
            Reading::Word
            | Reading::Line
            | Reading::HasWord(_)
            | Reading::HasLine
            | Reading::Asserts => None,
        }
    }
}

/// A compiled program.
#[derive(Debug, Default)]
pub struct CompiledProgram {
    /// Whether contracts are checked.
    pub has_contracts: bool,
    /// All routines.
    pub routines: Vec<Routine>,
    /// By method: its body.
    pub bodies: Vec<RoutineId>,
    /// By method: its contract around the body; the body itself if nothing is checked.
    pub contracts: Vec<RoutineId>,
    /// By pure method: its definition.
    pub definitions: Vec<RoutineId>,
    /// By pure method: its contract around the definition, for calls in code.
    pub checked: Vec<RoutineId>,
    /// By pure method: the conditions of its precondition, then the definition, for calls in
    /// annotations.
    pub stated: Vec<RoutineId>,
    /// By predicate: its body.
    pub predicates: Vec<RoutineId>,
    /// The initialisation of static fields.
    pub initialisation: Option<RoutineId>,
    /// The constants.
    pub constants: Vec<Constant>,
    /// The types that instructions mention.
    pub types: Vec<Type>,
    /// The places that give values that nobody knows.
    pub unknowns: Vec<UnknownSite>,
    /// By routine: the number of its first instruction among those of the whole program.
    pub starts: Arc<[u32]>,
    /// The number of instructions of the whole program.
    pub length: u32,
    /// The methods that the program declares, for dynamic dispatch, once they are asked for.
    pub declared: Arc<OnceLock<Declared>>,
}

impl CompiledProgram {
    /// Numbers the instructions of all routines.
    pub fn number(&mut self) {
        let mut count = 0u32;
        let starts = self.routines.iter().map(|routine| {
            let start = count;
            let length = u32::try_from(routine.code.len()).unwrap_or(u32::MAX);
            count = count.saturating_add(length);
            start
        });
        self.starts = starts.collect();
        self.length = count;
    }

    /// The position of the instruction that runs the body whose contract a routine checks; `None`
    /// of other routines.
    #[must_use]
    pub fn body_of_contract(&self, routine: RoutineId) -> Option<Target> {
        let code = (0..).zip(&self.routines.get(routine.0 as usize)?.code);
        let mut bodies = code.filter(|(_, instruction)| matches!(instruction, Instruction::Body));
        bodies.next().map(|(at, _)| at)
    }
}
