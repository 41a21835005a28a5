//! What a failure is: its kind, notes and labels as data. Texts in them are parts in the user's
//! notation (an expression, a place, an instance), never sentences; [`super::sentences`] makes
//! these. Whatever decides something about a failure reads its kind.

use super::Code;
use crate::notation::Notation;
use borsh::{BorshDeserialize, BorshSerialize};

/// Why a proof fails, with the parts of the program that it concerns.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum FailureKind {
    /// A condition might not hold.
    MightNotHold {
        /// The condition.
        condition: String,
    },
    /// There is no permission to a place; its receiver might be null.
    NoPermission {
        /// The place.
        place: String,
        /// Its receiver, if it might be null.
        nullable: Option<String>,
    },
    /// There is permission to a place, but not enough.
    NotEnough {
        /// The place, or the instance.
        place: String,
        /// The fraction that is held, if it can be written.
        held: Option<String>,
        /// Whether it is needed for an assignment.
        writes: bool,
    },
    /// A predicate instance is not held and cannot be closed.
    NotHeld {
        /// The instance.
        instance: String,
    },
    /// An object might be null.
    Null {
        /// The expression.
        expression: String,
    },
    /// An index of an array might be out of bounds.
    OutOfBounds {
        /// Its value, if it can be written.
        index: Option<String>,
        /// The length's value, if it can be written.
        length: Option<String>,
    },
    /// The bounds of a slice might not be in order, or not within the array.
    BoundsOutOfOrder,
    /// An operand is not one for which an operation on collections is defined.
    Operand {
        /// The operand.
        operand: String,
        /// What it must be.
        demand: OperandDemand,
    },
    /// A divisor might be zero.
    DivisorZero {
        /// The divisor.
        divisor: String,
    },
    /// The length of a new array might be negative.
    NegativeLength {
        /// The length.
        length: String,
    },
    /// The value of an operation might not fit in its type.
    Overflow {
        /// The operation.
        operation: String,
        /// The value that must be in the range, if it can be written.
        value: Option<String>,
        /// The least number of the type.
        least: String,
        /// The greatest number of the type.
        greatest: String,
    },
    /// An object might not be of the class that it is cast to.
    Cast {
        /// The object.
        expression: String,
        /// The class.
        class: String,
    },
    /// A `throw` might be reached.
    Reached,
    /// What is thrown might be null.
    ThrownNull,
    /// An exception of a call, or of what a `try` tries, might not be caught.
    Uncaught,
    /// A fraction might not be positive.
    FractionNotPositive,
    /// The heap that an assertion describes might have changed since entry.
    Changed {
        /// The assertion.
        assertion: String,
    },
    /// A call in a cycle might not terminate.
    CallNotTerminating {
        /// The callee.
        callee: String,
        /// Whether it has a measure.
        measured: bool,
    },
    /// The measure of a loop might not go down.
    LoopNotTerminating,
    /// It depends on an unknown dynamic type which body a member has.
    UnknownBody {
        /// The member.
        member: String,
        /// Whether it is a predicate, or else a pure method.
        predicate: bool,
    },
    /// An amount in a quantifier has no fixed value.
    AmountNotFixed,
    /// Nothing is known any more of the heap at a label.
    LabelForgotten,
    /// A query about what would otherwise be proved has no answer.
    Undecided {
        /// What is not known to hold; `None` if it is whether what is held is what is needed.
        claim: Option<Box<FailureKind>>,
        /// Whether Z3 is not told the values of products of too many factors.
        products: bool,
    },
    /// veriframe contradicts itself.
    Unset,
}

/// A part of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field<'k> {
    /// A part of the program, a value, or a word of a fixed list.
    Text(&'k str),
    /// Whether something holds.
    Flag(bool),
    /// Another failure.
    Kind(&'k FailureKind),
}

type Named<'k> = Option<(&'static str, Field<'k>)>;

fn text<'k>(name: &'static str, text: &'k str) -> Named<'k> {
    Some((name, Field::Text(text)))
}

fn optional<'k>(name: &'static str, text: &'k Option<String>) -> Named<'k> {
    Some((name, Field::Text(text.as_deref()?)))
}

fn flag<'k>(name: &'static str, flag: &bool) -> Named<'k> {
    Some((name, Field::Flag(*flag)))
}

impl OperandDemand {
    /// Its name in formats for machines.
    fn name(self) -> &'static str {
        match self {
            OperandDemand::Index => "index",
            OperandDemand::Bound => "bound",
            OperandDemand::OrderedBound => "ordered-bound",
            OperandDemand::Key => "key",
        }
    }
}

impl FailureKind {
    /// The code of the failure, where no construct gives it another one.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            FailureKind::MightNotHold { .. }
            | FailureKind::Reached
            | FailureKind::ThrownNull
            | FailureKind::Uncaught
            | FailureKind::Changed { .. } => Code::MayNotHold,
            FailureKind::NoPermission { nullable: None, .. }
            | FailureKind::NotEnough { .. }
            | FailureKind::FractionNotPositive => Code::InsufficientPermission,
            FailureKind::NotHeld { .. } => Code::MissingPredicate,
            FailureKind::NoPermission { .. } | FailureKind::Null { .. } => Code::NullDereference,
            FailureKind::OutOfBounds { .. }
            | FailureKind::BoundsOutOfOrder
            | FailureKind::Operand { .. } => Code::IndexOutOfBounds,
            FailureKind::DivisorZero { .. } => Code::DivisionByZero,
            FailureKind::NegativeLength { .. } => Code::NegativeArraySize,
            FailureKind::Overflow { .. } => Code::Overflow,
            FailureKind::Cast { .. } => Code::Cast,
            FailureKind::CallNotTerminating { .. } | FailureKind::LoopNotTerminating => {
                Code::Termination
            }
            FailureKind::UnknownBody { .. } => Code::UnknownPredicateBody,
            FailureKind::AmountNotFixed | FailureKind::LabelForgotten => Code::Unsupported,
            FailureKind::Undecided { .. } => Code::Unknown,
            FailureKind::Unset => Code::Internal,
        }
    }

    /// Whether permission is missing, whatever the code is.
    #[must_use]
    pub fn is_missing_permission(&self) -> bool {
        matches!(
            self,
            FailureKind::NoPermission { .. }
                | FailureKind::NotEnough { .. }
                | FailureKind::FractionNotPositive
                | FailureKind::NotHeld { .. }
        )
    }

    /// Its name in formats for machines.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            FailureKind::MightNotHold { .. } => "might-not-hold",
            FailureKind::NoPermission { .. } => "no-permission",
            FailureKind::NotEnough { .. } => "not-enough",
            FailureKind::NotHeld { .. } => "not-held",
            FailureKind::Null { .. } => "null",
            FailureKind::OutOfBounds { .. } => "out-of-bounds",
            FailureKind::BoundsOutOfOrder => "bounds-out-of-order",
            FailureKind::Operand { .. } => "operand",
            FailureKind::DivisorZero { .. } => "divisor-zero",
            FailureKind::NegativeLength { .. } => "negative-length",
            FailureKind::Overflow { .. } => "overflow",
            FailureKind::Cast { .. } => "cast",
            FailureKind::Reached => "reached",
            FailureKind::ThrownNull => "thrown-null",
            FailureKind::Uncaught => "uncaught",
            FailureKind::FractionNotPositive => "fraction-not-positive",
            FailureKind::Changed { .. } => "changed",
            FailureKind::CallNotTerminating { .. } => "call-not-terminating",
            FailureKind::LoopNotTerminating => "loop-not-terminating",
            FailureKind::UnknownBody { .. } => "unknown-body",
            FailureKind::AmountNotFixed => "amount-not-fixed",
            FailureKind::LabelForgotten => "label-forgotten",
            FailureKind::Undecided { .. } => "undecided",
            FailureKind::Unset => "unset",
        }
    }

    /// Its parts, with their names in formats for machines; those that cannot be written are left
    /// out.
    #[must_use]
    pub fn fields(&self) -> Vec<(&'static str, Field<'_>)> {
        let fields = match self {
            FailureKind::MightNotHold { condition } => vec![text("condition", condition)],
            FailureKind::NoPermission { place, nullable } => {
                vec![text("place", place), optional("nullable", nullable)]
            }
            FailureKind::NotEnough {
                place,
                held,
                writes,
            } => vec![
                text("place", place),
                optional("held", held),
                flag("writes", writes),
            ],
            FailureKind::NotHeld { instance } => vec![text("instance", instance)],
            FailureKind::Null { expression } => vec![text("expression", expression)],
            FailureKind::OutOfBounds { index, length } => {
                vec![optional("index", index), optional("length", length)]
            }
            FailureKind::Operand { operand, demand } => vec![
                text("operand", operand),
                Some(("demand", Field::Text(demand.name()))),
            ],
            FailureKind::DivisorZero { divisor } => vec![text("divisor", divisor)],
            FailureKind::NegativeLength { length } => vec![text("length", length)],
            FailureKind::Overflow {
                operation,
                value,
                least,
                greatest,
            } => vec![
                text("operation", operation),
                optional("value", value),
                text("least", least),
                text("greatest", greatest),
            ],
            FailureKind::Cast { expression, class } => {
                vec![text("expression", expression), text("class", class)]
            }
            FailureKind::Changed { assertion } => vec![text("assertion", assertion)],
            FailureKind::CallNotTerminating { callee, measured } => {
                vec![text("callee", callee), flag("measured", measured)]
            }
            FailureKind::UnknownBody { member, predicate } => {
                vec![text("member", member), flag("predicate", predicate)]
            }
            FailureKind::Undecided { claim, products } => vec![
                claim.as_ref().map(|claim| ("claim", Field::Kind(claim))),
                flag("products", products),
            ],
            FailureKind::BoundsOutOfOrder
            | FailureKind::Reached
            | FailureKind::ThrownNull
            | FailureKind::Uncaught
            | FailureKind::FractionNotPositive
            | FailureKind::LoopNotTerminating
            | FailureKind::AmountNotFixed
            | FailureKind::LabelForgotten
            | FailureKind::Unset => Vec::new(),
        };
        fields.into_iter().flatten().collect()
    }

    /// The parts of the program that it names.
    #[must_use]
    pub fn parts(&self) -> Vec<&str> {
        let fields = self.fields().into_iter();
        fields
            .flat_map(|(_, field)| match field {
                Field::Text(text) => vec![text],
                Field::Flag(_) => Vec::new(),
                Field::Kind(kind) => kind.parts(),
            })
            .collect()
    }

    /// The notes that every failure of the kind has.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        match self {
            FailureKind::NotEnough { held, writes, .. } => {
                let held = Note::Held(held.clone());
                let writes = writes.then_some(Note::WritingNeedsAll);
                [held].into_iter().chain(writes).collect()
            }
            FailureKind::OutOfBounds {
                index: Some(index),
                length: Some(length),
            } => vec![Note::ToBeShown(Shown::Range {
                least: "0".to_owned(),
                value: index.clone(),
                bound: length.clone(),
                inclusive: false,
            })],
            FailureKind::Overflow {
                value: Some(value),
                least,
                greatest,
                ..
            } => vec![Note::ToBeShown(Shown::Range {
                least: least.clone(),
                value: value.clone(),
                bound: greatest.clone(),
                inclusive: true,
            })],
            FailureKind::Cast { expression, class } => vec![Note::Help(Help::TestBeforeCast {
                expression: expression.clone(),
                class: class.clone(),
            })],
            FailureKind::CallNotTerminating { measured, .. } => vec![Note::Help(if *measured {
                Help::Measure
            } else {
                Help::PartOrMeasure
            })],
            FailureKind::LoopNotTerminating => vec![Note::Help(Help::LoopMeasure)],
            FailureKind::UnknownBody { .. } => vec![Note::Help(Help::KnownBodies)],
            FailureKind::AmountNotFixed => vec![Note::Help(Help::NameFraction)],
            FailureKind::LabelForgotten => vec![Note::Help(Help::SetLabel)],
            FailureKind::Undecided { products, .. } => vec![Note::Help(if *products {
                Help::SplitProduct
            } else {
                Help::RaiseLimit
            })],
            FailureKind::MightNotHold { .. }
            | FailureKind::NoPermission { .. }
            | FailureKind::NotHeld { .. }
            | FailureKind::Null { .. }
            | FailureKind::OutOfBounds { .. }
            | FailureKind::BoundsOutOfOrder
            | FailureKind::Operand { .. }
            | FailureKind::DivisorZero { .. }
            | FailureKind::NegativeLength { .. }
            | FailureKind::Overflow { .. }
            | FailureKind::Reached
            | FailureKind::ThrownNull
            | FailureKind::Uncaught
            | FailureKind::FractionNotPositive
            | FailureKind::Changed { .. }
            | FailureKind::Unset => Vec::new(),
        }
    }
}

/// What an operand of an operation on collections must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum OperandDemand {
    /// An index of the sequence.
    Index,
    /// A number of elements of the sequence.
    Bound,
    /// The end of a part of the sequence, not before its start.
    OrderedBound,
    /// A key of the map.
    Key,
}

/// An addition to the sentence of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Note {
    /// What the front end or a report says.
    Text(String),
    /// Why a predicate cannot be closed: what its body lacks, then what the body of that lacks,
    /// and so on.
    Closing(Vec<FailureKind>),
    /// The fraction of a place that the heap holds, if it can be written.
    Held(Option<String>),
    /// An assignment needs the whole permission.
    WritingNeedsAll,
    /// A condition is false.
    False,
    /// What had to be proved, in values on entry.
    ToBeShown(Shown),
    /// Expressions with their values.
    Values(Vec<(String, String)>),
    /// The inputs of a callee with their values.
    Inputs(Vec<(String, String)>),
    /// Facts about the values in a condition.
    Known(Vec<String>),
    /// What the heap holds.
    Heap {
        /// The chunks that have a name, some of them.
        listed: Vec<HeldChunk>,
        /// How many are not listed.
        more: u64,
    },
    /// An instance is held that has what is missing; whether its body is known.
    Folded {
        /// The instance.
        instance: String,
        /// Whether opening it helps, or else its body is not known.
        opens: bool,
    },
    /// An earlier conjunct takes a place already; its name if it has one.
    TakenBefore(Option<String>),
    /// A clause that would keep permission over a loop or a `join`, or a value over a loop.
    State(Statable),
    /// The solver ran out of instances while chunks were compared with a place.
    LookupSaturated,
    /// The solver found neither a proof nor a countermodel. If the condition calls a recursive pure
    /// method, its name.
    Saturated(Option<String>),
    /// The cost of a query without an answer, in units of Z3, and the limit.
    Cost {
        /// What it cost.
        units: u64,
        /// In how many attempts.
        attempts: u64,
        /// The limit of all attempts together.
        limit: u64,
        /// Whether this is most of the limit of a query: the member had not spent what it may.
        is_whole: bool,
    },
    /// What ends that a quantified fact feeds itself ([`Role::FeedsItself`]): a trigger, if a term of
    /// the body is one.
    EndsLoop(Option<String>),
    /// What helps with a kind of failure.
    Help(Help),
    /// What is reported if the query would have an answer.
    Else(FailureKind),
    /// A member has too many paths to check them one by one.
    MergedPaths,
    /// Conjuncts of which each gives what the one before reads, and the last one what the first reads.
    WaitFor(Vec<String>),
}

impl Note {
    /// The parts of the program that it names.
    #[must_use]
    pub fn parts(&self) -> Vec<&str> {
        match self {
            Note::Closing(lacking) => lacking.iter().flat_map(FailureKind::parts).collect(),
            Note::Held(part) | Note::TakenBefore(part) | Note::EndsLoop(part) => {
                part.as_deref().into_iter().collect()
            }
            Note::ToBeShown(Shown::Condition(condition)) => vec![condition],
            Note::ToBeShown(Shown::Range { value, bound, .. }) => vec![value, bound],
            Note::Values(values) | Note::Inputs(values) => {
                let each = values.iter();
                each.flat_map(|(name, value)| [name.as_str(), value.as_str()])
                    .collect()
            }
            Note::Known(texts) | Note::WaitFor(texts) => texts.iter().map(String::as_str).collect(),
            Note::Heap { listed, .. } => listed
                .iter()
                .map(|chunk| chunk.permission.as_str())
                .collect(),
            Note::Folded { instance, .. } => vec![instance],
            Note::State(statable) => statable.permission.as_deref().into_iter().collect(),
            Note::Else(kind) => kind.parts(),
            Note::Text(_)
            | Note::WritingNeedsAll
            | Note::False
            | Note::LookupSaturated
            | Note::Saturated(_)
            | Note::Cost { .. }
            | Note::Help(_)
            | Note::MergedPaths => Vec::new(),
        }
    }
}

/// What had to be proved.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Shown {
    /// A condition.
    Condition(String),
    /// A value in a range.
    Range {
        /// The least value.
        least: String,
        /// The value.
        value: String,
        /// The bound above.
        bound: String,
        /// Whether the bound is in the range.
        inclusive: bool,
    },
}

/// A chunk as a summary of the heap lists it.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct HeldChunk {
    /// The permission, with the value if it is known.
    pub permission: String,
    /// The class whose definition a predicate instance has, if it is told.
    pub class: Option<String>,
    /// The line that made it.
    pub line: u64,
}

/// A clause that states permission.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Statable {
    /// The clause.
    pub clause: PermissionClause,
    /// What it states, if that can be written.
    pub permission: Option<String>,
}

/// Where permission is stated that is otherwise framed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum PermissionClause {
    /// The invariant of a loop.
    Invariant(Notation),
    /// A `join`.
    Join,
}

/// What helps with a kind of failure.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Help {
    /// To test an object before a cast.
    TestBeforeCast {
        /// The object.
        expression: String,
        /// The class.
        class: String,
    },
    /// To have measures that go down.
    Measure,
    /// To call on a part of the heap, or to have measures.
    PartOrMeasure,
    /// To have a loop's measure that goes down.
    LoopMeasure,
    /// Where the body of a member is known.
    KnownBodies,
    /// To name a fraction.
    NameFraction,
    /// To set another label.
    SetLabel,
    /// To let a method compute a part of a product.
    SplitProduct,
    /// To raise the limit or assert facts.
    RaiseLimit,
}

/// What a secondary span has to do with a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Role {
    /// What the front end or a report says.
    Text(String),
    /// The conjunct that fails.
    Conjunct,
    /// The conjunct of a precondition of a pure method that fails.
    ConjunctOfPrecondition,
    /// A part of the body of a predicate that is missing.
    PartMissing,
    /// A part of the body of a predicate that does not hold.
    PartFalse,
    /// Where the failure is met.
    NeededHere,
    /// Where the failure is met, in the contract of a callee.
    NeededInContract,
    /// Where the path ends.
    PathEnds,
    /// Where an iteration ends.
    IterationEnds,
    /// Where the value of a pure method is computed.
    ValueComputed,
    /// Where permission was lost.
    Removed {
        /// What was lost.
        subject: Subject,
        /// The rule that removed it, as a description of its event.
        by: String,
    },
    /// Where permission was framed out.
    FramedOut {
        /// What was held.
        held: Subject,
        /// What it might contain, if it is an instance.
        contains: Contains,
        /// What framed it out.
        by: FramedBy,
    },
    /// A statement that may have changed what must be as on entry.
    MayChange(ChangedBy),
    /// A statement after which only its assertion is known of a value that nothing changes.
    Forgets {
        /// The statement.
        by: ChangedBy,
        /// The value.
        value: String,
        /// What it still is.
        old: String,
    },
    /// A quantified fact of which each instance makes a term that starts the next one.
    FeedsItself {
        /// Its variable.
        variable: String,
        /// The term for which there is an instance.
        starts: String,
        /// The term that the instance makes.
        makes: String,
    },
}

/// What was lost.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Subject {
    /// Whether it is permission to locations, or else an instance.
    pub permission: bool,
    /// Its name, if it has one.
    pub name: Option<String>,
}

/// What an instance that was framed out might contain.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Contains {
    /// It is itself what is missing.
    Itself,
    /// The missing place; its name if it has one.
    Missing(Option<String>),
}

/// What frames permission out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum FramedBy {
    /// A loop with an invariant.
    Invariant,
    /// A loop without one.
    NoInvariant,
    /// A `join`.
    Join,
}

/// A statement that replaces values by others, of which only an assertion is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum ChangedBy {
    /// A call.
    Call,
    /// A loop.
    Loop,
    /// A `join`.
    Join,
}

impl Role {
    /// Whether the span is that of the conjunct that fails.
    #[must_use]
    pub fn is_conjunct(&self) -> bool {
        matches!(self, Role::Conjunct | Role::ConjunctOfPrecondition)
    }

    /// The parts of the program that it names.
    #[must_use]
    pub fn parts(&self) -> Vec<&str> {
        match self {
            Role::Removed { subject, by } => {
                let name = subject.name.as_deref();
                name.into_iter().chain([by.as_str()]).collect()
            }
            Role::FramedOut { held, contains, .. } => {
                let contains = match contains {
                    Contains::Missing(name) => name.as_deref(),
                    Contains::Itself => None,
                };
                held.name.as_deref().into_iter().chain(contains).collect()
            }
            Role::Forgets { value, old, .. } => vec![value, old],
            Role::FeedsItself { starts, makes, .. } => vec![starts, makes],
            Role::Text(_)
            | Role::MayChange(_)
            | Role::Conjunct
            | Role::ConjunctOfPrecondition
            | Role::PartMissing
            | Role::PartFalse
            | Role::NeededHere
            | Role::NeededInContract
            | Role::PathEnds
            | Role::IterationEnds
            | Role::ValueComputed => Vec::new(),
        }
    }

    /// Whether the span is that of a part missing to close a predicate.
    #[must_use]
    pub fn is_part_of_body(&self) -> bool {
        matches!(self, Role::PartMissing | Role::PartFalse)
    }
}
