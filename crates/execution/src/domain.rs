//! Value domains: what values are, how operations compute with them, and what the heap is.

use super::code::{Constant, RoutineId, UnknownSite};
use super::natives::Native;
use super::permission::{Fraction, Location, Locations};
use std::fmt::Debug;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_base::source::Span;
use veriframe_ir::{
    BinOp, ClassId, CollOp, FieldId, MemberId, Overflow, PredId, Type, UnOp, Width,
};

/// Why an operation has no result.
#[derive(Clone, Debug)]
pub enum Interrupt<C> {
    /// The operation is not defined for these values.
    Fault(Fault),
    /// It depends on what is not decided: the state is as it was, and the operation can be
    /// repeated under one of the choice's assumptions.
    Undecided(C),
    /// The domain has no such operation.
    Unsupported(String),
    /// The heap would exceed its bound.
    OutOfMemory,
}

/// An operation that is not defined for its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The code that `verify` reports.
    pub code: ErrorCode,
    /// What is wrong, with values.
    pub message: String,
    /// The values, if something depends on them.
    pub values: FaultValues,
}

/// The values with which an operation is not defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultValues {
    /// Nothing depends on them.
    Untold,
    /// An index, or the ends of a range, and the length that bounds it.
    Index(String, String),
    /// The length of an array.
    Length(String),
}

impl<C> Interrupt<C> {
    /// The fault of an index, or of the ends of a range, for a length.
    pub fn out_of_bounds(index: impl ToString, length: impl ToString) -> Interrupt<C> {
        let (index, length) = (index.to_string(), length.to_string());
        Interrupt::Fault(Fault {
            code: ErrorCode::IndexOutOfBounds,
            message: format!("index {index} is out of bounds for length {length}"),
            values: FaultValues::Index(index, length),
        })
    }

    /// The fault of a negative length.
    pub fn negative_length(length: impl ToString) -> Interrupt<C> {
        let length = length.to_string();
        Interrupt::Fault(Fault {
            code: ErrorCode::NegativeArraySize,
            message: format!("the length {length} is negative"),
            values: FaultValues::Length(length),
        })
    }

    /// The fault of a division by zero.
    pub fn by_zero() -> Interrupt<C> {
        Interrupt::fault(ErrorCode::DivisionByZero, "the divisor is 0")
    }

    /// A fault.
    pub fn fault(code: ErrorCode, message: impl Into<String>) -> Interrupt<C> {
        Interrupt::Fault(Fault {
            code,
            message: message.into(),
            values: FaultValues::Untold,
        })
    }
}

/// The result of an operation.
pub type Outcome<T, C> = Result<T, Interrupt<C>>;

/// A value domain, with the heap. Clones are independent.
///
/// Operations that return an error have changed nothing.
pub trait Domain: Clone {
    /// A value.
    type Value: Clone + Debug + Default;
    /// A question that the domain cannot decide.
    type Choice: Clone + Debug;

    /// The instruction at this position of a routine is executed next.
    #[inline]
    fn visit(&mut self, _routine: RoutineId, _at: u32) {}

    /// Replaces a value.
    #[inline]
    fn replace(place: &mut Self::Value, value: Self::Value) {
        *place = value;
    }

    /// The value of a constant.
    fn constant(&mut self, constant: &Constant) -> Self::Value;

    /// A prefix operator.
    ///
    /// # Errors
    /// If it is not defined for the operand.
    fn unary(&mut self, op: UnOp, operand: &Self::Value) -> Outcome<Self::Value, Self::Choice>;

    /// A strict binary operator.
    ///
    /// # Errors
    /// If the divisor is zero.
    fn binary(
        &mut self,
        op: BinOp,
        left: &Self::Value,
        right: &Self::Value,
    ) -> Outcome<Self::Value, Self::Choice>;

    /// The steps that a binary operator takes beyond one: with long numbers it is no single step.
    #[inline]
    fn extra_steps(&self, _op: BinOp, _left: &Self::Value, _right: &Self::Value) -> u64 {
        0
    }

    /// The steps that the operations on collections and texts since the last call took beyond one
    /// each: long ones are no single step.
    #[inline]
    fn take_work(&mut self) -> u64 {
        0
    }

    /// The integer as a machine integer.
    ///
    /// # Errors
    /// If it is out of range and overflow is an error.
    fn convert(
        &mut self,
        overflow: Overflow,
        width: Width,
        operand: &Self::Value,
    ) -> Outcome<Self::Value, Self::Choice>;

    /// An operation on collections; `ty` is the type of the result.
    ///
    /// # Errors
    /// If an index is out of bounds, or a key is not in the domain.
    fn collection(
        &mut self,
        op: CollOp,
        operands: &[Self::Value],
        ty: &Type,
    ) -> Outcome<Self::Value, Self::Choice>;

    /// The truth value of a Boolean.
    ///
    /// # Errors
    /// If it is undecided.
    fn truth(&mut self, condition: &Self::Value) -> Outcome<bool, Self::Choice>;

    /// Decides a comparison.
    ///
    /// # Errors
    /// If it is undecided.
    fn compare(
        &mut self,
        op: BinOp,
        left: &Self::Value,
        right: &Self::Value,
    ) -> Outcome<bool, Self::Choice> {
        let condition = self.binary(op, left, right)?;
        self.truth(&condition)
    }

    /// The elements of a collection, each once, as a sequence; of a map, its keys.
    ///
    /// # Errors
    /// If the collection is undecided.
    fn enumerated(&mut self, domain: &Self::Value) -> Outcome<Self::Value, Self::Choice> {
        Ok(domain.clone())
    }

    /// The element of a sequence at a position; `None` after the last.
    ///
    /// # Errors
    /// If the collection is undecided.
    fn element_at(
        &mut self,
        domain: &Self::Value,
        position: &Self::Value,
    ) -> Outcome<Option<Self::Value>, Self::Choice>;

    /// A new object, its fields with default values.
    ///
    /// # Errors
    /// If the heap would exceed its bound.
    fn allocate(&mut self, class: ClassId) -> Outcome<Self::Value, Self::Choice>;

    /// A new array, its elements with default values.
    ///
    /// # Errors
    /// If the length is negative, or the heap would exceed its bound.
    fn allocate_array(
        &mut self,
        elem: &Type,
        length: &Self::Value,
    ) -> Outcome<Self::Value, Self::Choice>;

    /// Refuses null.
    ///
    /// # Errors
    /// If it is null.
    fn require_object(&mut self, object: &Self::Value) -> Outcome<(), Self::Choice>;

    /// The class of an object.
    ///
    /// # Errors
    /// If it is null.
    fn class_of(&mut self, object: &Self::Value) -> Outcome<ClassId, Self::Choice>;

    /// A class with the same key as the class of an object: dispatch needs no more.
    ///
    /// # Errors
    /// If it is null.
    fn class_for(
        &mut self,
        object: &Self::Value,
        _key: &mut dyn FnMut(ClassId) -> Option<u32>,
    ) -> Outcome<ClassId, Self::Choice> {
        self.class_of(object)
    }

    /// Whether an object is of a class or one of its subclasses.
    ///
    /// # Errors
    /// If it is undecided.
    fn instance_of(
        &mut self,
        object: &Self::Value,
        class: ClassId,
    ) -> Outcome<Self::Value, Self::Choice>;

    /// Refuses an object that is not null and not of the class.
    ///
    /// # Errors
    /// If it is of another class.
    fn cast(&mut self, object: &Self::Value, class: ClassId) -> Outcome<(), Self::Choice>;

    /// The value of a field.
    ///
    /// # Errors
    /// If the receiver is null.
    fn field(
        &mut self,
        receiver: &Self::Value,
        field: FieldId,
        at: Option<HeapMark>,
    ) -> Outcome<Self::Value, Self::Choice>;

    /// Writes a field.
    ///
    /// # Errors
    /// If the receiver is null.
    fn set_field(
        &mut self,
        receiver: &Self::Value,
        field: FieldId,
        value: Self::Value,
    ) -> Outcome<(), Self::Choice>;

    /// The value of a static field.
    fn static_field(&mut self, field: FieldId, at: Option<HeapMark>) -> Self::Value;

    /// Writes a static field.
    fn set_static(&mut self, field: FieldId, value: Self::Value);

    /// The length of an array.
    ///
    /// # Errors
    /// If it is null.
    fn length(&mut self, array: &Self::Value) -> Outcome<Self::Value, Self::Choice>;

    /// An element of an array.
    ///
    /// # Errors
    /// If the array is null, or the index out of bounds.
    fn element(
        &mut self,
        array: &Self::Value,
        index: &Self::Value,
        at: Option<HeapMark>,
    ) -> Outcome<Self::Value, Self::Choice>;

    /// Writes an element of an array.
    ///
    /// # Errors
    /// If the array is null, or the index out of bounds.
    fn set_element(
        &mut self,
        array: &Self::Value,
        index: &Self::Value,
        value: Self::Value,
    ) -> Outcome<(), Self::Choice>;

    /// The sequence of an array's elements within bounds.
    ///
    /// # Errors
    /// If the array is null, or a bound out of bounds.
    fn elements(
        &mut self,
        array: &Self::Value,
        from: Option<&Self::Value>,
        until: Option<&Self::Value>,
        at: Option<HeapMark>,
    ) -> Outcome<Self::Value, Self::Choice>;

    /// Runs what is built in for a library's member.
    ///
    /// # Errors
    /// If its precondition does not hold, or it is not built in.
    fn native(
        &mut self,
        native: Native,
        operands: &[Self::Value],
        at: Option<HeapMark>,
    ) -> Outcome<Self::Value, Self::Choice>;

    /// A value that nobody knows, of the next execution of a place.
    ///
    /// # Errors
    /// If no input gives it, or the domain has no values of its type.
    fn any_value(&mut self, site: &UnknownSite) -> Outcome<Self::Value, Self::Choice>;

    /// Calls a member that has a contract and no code; a pure method can read an earlier heap. What
    /// is left out of its contract is added to `left_out`.
    ///
    /// # Errors
    /// If its precondition does not hold, or the domain does not execute contracts.
    fn by_contract(
        &mut self,
        _member: MemberId,
        _inputs: &[Self::Value],
        _at: Option<HeapMark>,
        _left_out: &mut LeftOut,
    ) -> Outcome<Self::Value, Self::Choice> {
        Err(Interrupt::Unsupported("a member without code".to_owned()))
    }

    /// Whether the domain executes contracts of members that have no code.
    const EXECUTES_CONTRACTS: bool = false;

    /// Marks this moment, so that the heap can be read as it is now.
    fn mark(&mut self) -> HeapMark;

    /// Ends the use of a moment; those marked later have been ended.
    fn release(&mut self, mark: HeapMark);

    /// Ends the use of one moment; others stay as they are. A domain may keep it nevertheless.
    fn forget(&mut self, _mark: HeapMark) {}

    /// The location of a field.
    ///
    /// # Errors
    /// If the receiver is null.
    fn field_location(
        &mut self,
        receiver: &Self::Value,
        field: FieldId,
    ) -> Outcome<Location, Self::Choice>;

    /// The location of an element that exists.
    ///
    /// # Errors
    /// If it is undecided whether it does.
    fn element_location(
        &mut self,
        array: &Self::Value,
        index: &Self::Value,
    ) -> Outcome<Locations, Self::Choice> {
        let one = self.constant(&Constant::Int(1.into()));
        let until = self.binary(BinOp::Add, index, &one)?;
        self.element_locations(array, Some(index), Some(&until))
    }

    /// The locations of elements of an array.
    ///
    /// # Errors
    /// If the array is null, or a bound out of bounds.
    fn element_locations(
        &mut self,
        array: &Self::Value,
        from: Option<&Self::Value>,
        until: Option<&Self::Value>,
    ) -> Outcome<Locations, Self::Choice>;

    /// The location that stands for an instance of a predicate without a body.
    fn instance_location(&mut self, pred: PredId, operands: &[Self::Value]) -> Location;

    /// The values at a location now and at a moment are equal.
    ///
    /// # Errors
    /// If it is undecided.
    fn is_unchanged(&mut self, location: Location, since: HeapMark) -> Outcome<bool, Self::Choice>;

    /// A permission amount; `None` if it is not positive.
    ///
    /// # Errors
    /// If it is undecided.
    fn fraction(&mut self, amount: &Self::Value) -> Outcome<Option<Fraction>, Self::Choice>;

    /// Notes that some positive amount is chosen.
    fn any_amount(&mut self) {}

    /// The objects of a class, and null, as a sequence.
    ///
    /// # Errors
    /// If the domain cannot enumerate them.
    fn objects(&mut self, _class: ClassId) -> Outcome<Self::Value, Self::Choice> {
        Err(Interrupt::Unsupported(
            "a quantifier over objects".to_owned(),
        ))
    }

    /// Begins a footprint, the `depth`th of those under way.
    fn begin_footprint(&mut self, _depth: usize) {}

    /// Adds a demand to the footprint under way, if the domain collects footprints itself, because
    /// its locations have no numbers: whether no location is demanded more than wholly. A missing
    /// amount is some positive one.
    ///
    /// # Errors
    /// If the place is none.
    fn collect(
        &mut self,
        _depth: usize,
        _place: Demanded<'_, Self::Value>,
        _amount: Option<&Fraction>,
    ) -> Outcome<Option<bool>, Self::Choice> {
        Ok(None)
    }

    /// Whether the last two footprints, the second one that of a moment, are equal, and their
    /// values have not changed since; `None` if the domain collects no footprints.
    ///
    /// # Errors
    /// If it is undecided.
    fn untouched(
        &mut self,
        _depth: usize,
        _since: HeapMark,
    ) -> Outcome<Option<bool>, Self::Choice> {
        Ok(None)
    }

    /// A value in the user's notation, shortened.
    fn show(&self, value: &Self::Value, ty: &Type) -> String;

    /// Values that can refer to the same objects in the user's notation, shortened.
    fn show_all(&self, values: &[(&Self::Value, &Type)]) -> Vec<String> {
        let values = values.iter();
        values.map(|(value, ty)| self.show(value, ty)).collect()
    }

    /// The result of a pure call remembered for the heap as it is, if any.
    fn remembered(&self, _call: &PureKey<'_, Self::Value>) -> Option<Self::Value> {
        None
    }

    /// Remembers the result of a pure call until the heap changes.
    fn remember(&mut self, _call: &PureKey<'_, Self::Value>, _result: &Self::Value) {}
}

/// What was left out of contracts, because it cannot be evaluated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The conjuncts of preconditions, which were not checked.
    pub unchecked: Vec<Span>,
    /// The conjuncts of postconditions, which were not assumed.
    pub unassumed: Vec<Span>,
}

impl LeftOut {
    /// Adds what another one has.
    pub fn add(&mut self, other: &LeftOut) {
        for (own, theirs) in [
            (&mut self.unchecked, &other.unchecked),
            (&mut self.unassumed, &other.unassumed),
        ] {
            for span in theirs {
                if !own.contains(span) {
                    own.push(*span);
                }
            }
        }
    }
}

/// A place whose permission an assertion demands.
#[derive(Clone, Copy, Debug)]
pub enum Demanded<'v, V> {
    /// A field of an object.
    Field(&'v V, FieldId),
    /// A static field.
    Static(FieldId),
    /// Elements of an array; a missing bound is the array's.
    Elements(&'v V, Option<&'v V>, Option<&'v V>),
    /// An instance of a predicate without a body.
    Instance,
}

/// A pure call, whose result depends on nothing else but the heap.
#[derive(Clone, Copy, Debug)]
pub struct PureKey<'v, V> {
    /// The number of the routine.
    pub routine: u32,
    /// Receiver and arguments.
    pub inputs: &'v [V],
    /// The heap that it reads.
    pub at: Option<HeapMark>,
}

/// A marked moment of a run, at which the heap can be read later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HeapMark(pub u32);
