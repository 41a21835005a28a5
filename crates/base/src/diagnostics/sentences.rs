//! The writer of sentences about failures: of messages, notes and labels. Nothing reads them but
//! people; with the feature `bare-messages` they are left out, which tests that.

use super::failure::{
    ChangedBy, Contains, FailureKind, FramedBy, HeldChunk, Help, Note, OperandDemand,
    PermissionClause, Role, Shown, Statable, Subject,
};
use crate::notation::Notation;
use std::fmt::{self, Display, Formatter};

/// The sentence of a failure.
impl Display for FailureKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FailureKind::MightNotHold { condition } => {
                write!(f, "`{condition}` might not hold here")
            }
            FailureKind::NoPermission {
                place,
                nullable: None,
            } => write!(f, "there is no permission to access `{place}` here"),
            FailureKind::NoPermission {
                place,
                nullable: Some(receiver),
            } => write!(
                f,
                "`{receiver}` might be null here, and there is no permission to access `{place}`"
            ),
            FailureKind::NotEnough { place, .. } => {
                write!(f, "there is not enough permission to `{place}` here")
            }
            FailureKind::NotHeld { instance } => write!(f, "`{instance}` is not held here"),
            FailureKind::Null { expression } => write!(f, "`{expression}` might be null here"),
            FailureKind::OutOfBounds { .. } => f.write_str("the index might be out of bounds here"),
            FailureKind::BoundsOutOfOrder => {
                f.write_str("the bounds might not be in order or not within the array here")
            }
            FailureKind::Operand { operand, demand } => {
                let (before, after) = demand.words();
                write!(f, "{before} `{operand}` {after}")
            }
            FailureKind::DivisorZero { divisor } => {
                write!(f, "the divisor `{divisor}` might be zero here")
            }
            FailureKind::NegativeLength { length } => {
                write!(f, "the array's length `{length}` might be negative here")
            }
            FailureKind::Overflow { operation, .. } => {
                write!(f, "`{operation}` might overflow here")
            }
            FailureKind::Cast { expression, class } => {
                write!(f, "`{expression}` might not be a `{class}` here")
            }
            FailureKind::Reached => f.write_str("this `throw` might be reached"),
            FailureKind::ThrownNull => f.write_str("what is thrown might be null here"),
            FailureKind::Uncaught => {
                f.write_str("an exception might leave this, and nothing catches it")
            }
            FailureKind::FractionNotPositive => {
                f.write_str("the fraction might not be positive here")
            }
            FailureKind::Changed { assertion } => write!(
                f,
                "the heap that `{assertion}` describes might have changed since entry"
            ),
            FailureKind::CallNotTerminating { callee, .. } => {
                write!(f, "this call of `{callee}` might not terminate")
            }
            FailureKind::LoopNotTerminating => f.write_str(
                "this loop might not terminate: its `decreases` measure might not go down",
            ),
            FailureKind::UnknownBody { member, predicate } => {
                let what = if *predicate {
                    "the predicate"
                } else {
                    "the pure method"
                };
                write!(f, "which body {what} `{member}` has here is not known")
            }
            FailureKind::AmountNotFixed => f.write_str(
                "this depends on more than its variables: an amount `_` in it has no fixed value",
            ),
            FailureKind::LabelForgotten => f.write_str(
                "nothing is known any more of the heap at the label: a `join` lies between",
            ),
            FailureKind::Undecided { claim, products } => {
                f.write_str("it is unknown whether ")?;
                match claim {
                    Some(claim) => claim.write_claim(f)?,
                    None => f.write_str("something that is held is what is needed here")?,
                }
                f.write_str(if *products {
                    ": there are products of too many factors, whose values Z3 is not told"
                } else {
                    ": Z3 found no answer within its resource limit"
                })
            }
            FailureKind::Unset => f.write_str("a variable is read before it has a value"),
        }
    }
}

impl FailureKind {
    /// Writes what would be proved otherwise, to follow "whether".
    fn write_claim(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FailureKind::MightNotHold { condition } => write!(f, "`{condition}` holds"),
            FailureKind::NoPermission { place, .. } => {
                write!(f, "there is permission to access `{place}`")
            }
            FailureKind::NotEnough { place, .. } => {
                write!(f, "there is enough permission to `{place}`")
            }
            FailureKind::NotHeld { instance } => write!(f, "`{instance}` is held"),
            FailureKind::Null { expression } => write!(f, "`{expression}` is not null"),
            FailureKind::OutOfBounds { .. } => f.write_str("the index is within bounds"),
            FailureKind::BoundsOutOfOrder => {
                f.write_str("the bounds are in order and within the array")
            }
            FailureKind::Operand { .. } => write!(f, "{self}"),
            FailureKind::DivisorZero { divisor } => write!(f, "`{divisor}` is not zero"),
            FailureKind::NegativeLength { length } => write!(f, "`{length}` is not negative"),
            FailureKind::Overflow { operation, .. } => {
                write!(f, "`{operation}` does not overflow")
            }
            FailureKind::Cast { expression, class } => write!(f, "`{expression}` is a `{class}`"),
            FailureKind::Reached => f.write_str("this `throw` is not reached"),
            FailureKind::ThrownNull => f.write_str("what is thrown is not null"),
            FailureKind::Uncaught => f.write_str("no exception leaves this"),
            FailureKind::FractionNotPositive => f.write_str("the fraction is positive"),
            FailureKind::Changed { assertion } => write!(f, "`{assertion}` is untouched"),
            FailureKind::CallNotTerminating { callee, .. } => {
                write!(f, "the call of `{callee}` descends")
            }
            FailureKind::LoopNotTerminating => f.write_str("the loop's measure goes down"),
            FailureKind::UnknownBody { member, .. } => {
                write!(f, "the body of `{member}` is known")
            }
            FailureKind::AmountNotFixed => f.write_str("the amount has a fixed value"),
            FailureKind::LabelForgotten => f.write_str("the heap at the label is known"),
            FailureKind::Undecided { claim, .. } => match claim {
                Some(claim) => claim.write_claim(f),
                None => f.write_str("something that is held is what is needed here"),
            },
            FailureKind::Unset => f.write_str("the variable has a value"),
        }
    }
}

impl OperandDemand {
    /// The words around an operand that is none.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            OperandDemand::Index => ("the index", "might be out of bounds here"),
            OperandDemand::Bound => ("the bound", "might be outside of the sequence here"),
            OperandDemand::OrderedBound => (
                "the bound",
                "might be out of order or outside of the sequence here",
            ),
            OperandDemand::Key => ("the key", "might not be in the map here"),
        }
    }
}

/// The sentence of a note.
impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Note::Text(text) => f.write_str(text),
            Note::Closing(lacking) => {
                let lacking: Vec<String> = lacking.iter().map(ToString::to_string).collect();
                write!(f, "closing it here fails: {}", lacking.join(", because "))
            }
            Note::Held(Some(held)) => write!(f, "the heap holds the fraction {held} of it"),
            Note::Held(None) => f.write_str("the heap holds a fraction of it"),
            Note::WritingNeedsAll => f.write_str("writing needs the whole permission, 1"),
            Note::False => f.write_str("it is false here"),
            Note::ToBeShown(shown) => write!(f, "to be shown: {shown}"),
            Note::Values(values) => {
                let each = |(text, value): &(String, String)| format!("`{text}` is {value}");
                let values: Vec<String> = values.iter().map(each).collect();
                write!(f, "{} here", values.join(" and "))
            }
            Note::Inputs(values) => {
                let each = |(name, value): &(String, String)| format!("`{name}` is `{value}`");
                let values: Vec<String> = values.iter().map(each).collect();
                write!(f, "here {}", values.join(", "))
            }
            Note::Known(facts) => write!(f, "known of these values: {}", facts.join(", ")),
            Note::Heap { listed, more } => write_heap(f, listed, *more),
            Note::Folded {
                instance,
                opens: true,
            } => write!(
                f,
                "`{instance}` is held folded here: `open {instance};` gives it"
            ),
            Note::Folded {
                instance,
                opens: false,
            } => write!(
                f,
                "`{instance}` is held folded here, but which body it has is not known: subclasses \
                 may define it"
            ),
            Note::TakenBefore(Some(name)) => write!(
                f,
                "an earlier conjunct takes `{name}` already: `*` demands it twice"
            ),
            Note::TakenBefore(None) => {
                f.write_str("an earlier conjunct takes it already: `*` demands it twice")
            }
            Note::State(statable) => write!(f, "{statable}"),
            Note::LookupSaturated => f.write_str(
                "the solver could not decide whether what is held is what is needed here: it ran \
                 out of instances of quantified facts; `assert` before that the two are the same, \
                 or the instance that says so",
            ),
            Note::Saturated(None) => f.write_str(
                "the solver found neither a proof nor a counterexample: too little is known of these \
                 values (of an invariant, a precondition, a predicate), or an instance of a quantified \
                 fact is missing, which an `assert` of it before gives",
            ),
            Note::Saturated(Some(recursive)) => write!(
                f,
                "the solver found neither a proof nor a counterexample: `{recursive}` is recursive, and \
                 only some calls of it are unfolded; what holds by induction is shown by a `lemma`"
            ),
            Note::Cost {
                units,
                attempts,
                limit,
                is_whole,
            } => {
                write!(f, "the query cost {units} units in ")?;
                match attempts {
                    1 => f.write_str("one attempt")?,
                    more => write!(f, "{more} attempts")?,
                }
                write!(f, ", at a limit of {limit}")?;
                if !is_whole {
                    f.write_str(": other queries of the member have used up what it may cost")?;
                }
                Ok(())
            }
            Note::EndsLoop(Some(trigger)) => write!(
                f,
                "each instance of a quantified fact makes the next one; the trigger `{{{trigger}}}` behind \
                 its `::` would end this"
            ),
            Note::EndsLoop(None) => f.write_str(
                "each instance of a quantified fact makes the next one; state it with a variable of its \
                 own for each of the two terms",
            ),
            Note::Help(help) => write!(f, "{help}"),
            Note::Else(kind) => write!(f, "else: {kind}"),
            Note::WaitFor(conjuncts) => {
                let quoted: Vec<String> =
                    conjuncts.iter().map(|text| format!("`{text}`")).collect();
                write!(
                    f,
                    "{} wait for each other: each reads what another one gives permission to, so that \
                     none can be first; give the permission to one of the places without a condition",
                    quoted.join(" and ")
                )
            }
            Note::MergedPaths => f.write_str(
                "there are too many paths to follow each: those that end with the same chunks were \
                 verified as one, which can be harder; split the method, or use `join`",
            ),
        }
    }
}

/// What the heap holds, in one line.
fn write_heap(f: &mut Formatter<'_>, listed: &[HeldChunk], more: u64) -> fmt::Result {
    match (listed, more) {
        ([], 0) => f.write_str("the heap holds nothing here"),
        ([], _) => f.write_str("the heap holds only what has no name here"),
        (listed, more) => {
            let listed: Vec<String> = listed.iter().map(ToString::to_string).collect();
            write!(f, "the heap holds: {}", listed.join(", "))?;
            if more > 0 {
                write!(f, ", and {more} more")?;
            }
            Ok(())
        }
    }
}

impl Display for HeldChunk {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} (", self.permission)?;
        if let Some(class) = &self.class {
            write!(f, "as `{class}` defines it, ")?;
        }
        write!(f, "since line {})", self.line)
    }
}

impl Display for Shown {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Condition(condition) => f.write_str(condition),
            Shown::Range {
                least,
                value,
                bound,
                inclusive,
            } => {
                let sign = if *inclusive { "<=" } else { "<" };
                write!(f, "{least} <= {value} {sign} {bound}")
            }
        }
    }
}

impl Display for Statable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(permission) = &self.permission else {
            return f.write_str("it must be stated there");
        };
        let (clause, place) = match self.clause {
            PermissionClause::Invariant(Notation::Idf) => ("invariant", "behind the loop's header"),
            PermissionClause::Invariant(Notation::Java) => {
                ("//@ loop_invariant", "before the loop")
            }
            PermissionClause::Join => ("join … *", "in place of it"),
        };
        write!(f, "write `{clause} {permission};` {place}")
    }
}

impl Display for Help {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Help::TestBeforeCast { expression, class } => write!(
                f,
                "test it before, as in `if ({expression} instanceof {class})`"
            ),
            Help::Measure => f.write_str(
                "the callee's `decreases` measure must be smaller than the caller's, which must \
                 not be negative",
            ),
            Help::PartOrMeasure => f.write_str(
                "a recursive call must leave a part of the heap that the precondition gives: open \
                 a predicate and call on what is inside it, or give both methods `decreases` \
                 measures",
            ),
            Help::LoopMeasure => f.write_str(
                "each iteration must make the measure smaller, and it must not be negative before",
            ),
            Help::KnownBodies => f.write_str(
                "it depends on the dynamic type of the receiver: the body is known after `new`, \
                 in the methods of a class that is not abstract for `this`, and of a static type \
                 whose definition no subclass overrides",
            ),
            Help::NameFraction => f.write_str("name the fraction by a variable of type `perm`"),
            Help::SetLabel => f.write_str("set another label after the `join`"),
            Help::SplitProduct => f.write_str(
                "let a method compute a part of the product, with a postcondition that says what \
                 is needed",
            ),
            Help::RaiseLimit => f.write_str(
                "raise the limit with --rlimit, or assert intermediate facts to make the query \
                 easier",
            ),
        }
    }
}

/// The words of a label.
impl Display for Role {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Text(text) => text,
            Role::Conjunct => "this conjunct",
            Role::ConjunctOfPrecondition => "this conjunct of the precondition",
            Role::PartMissing => "this part of its body is missing",
            Role::PartFalse => "this part of its body does not hold",
            Role::NeededHere => "needed here",
            Role::NeededInContract => "needed here, in the contract",
            Role::PathEnds => "the path ends here",
            Role::IterationEnds => "the iteration ends here",
            Role::ValueComputed => "the value is computed here",
            Role::MayChange(ChangedBy::Call) => {
                "this call may have changed it: its postcondition does not say that it is as before"
            }
            Role::MayChange(ChangedBy::Loop) => {
                "this loop may have changed it: its invariant does not say that it is as before"
            }
            Role::MayChange(ChangedBy::Join) => "this `join` does not say that it is as before",
            Role::Forgets { by, value, old } => {
                let (statement, assertion) = match by {
                    ChangedBy::Loop => ("loop", "its invariant"),
                    ChangedBy::Call => ("call", "the callee's contract"),
                    ChangedBy::Join => ("`join`", "it"),
                };
                return write!(
                    f,
                    "this {statement} forgets that `{value}` is `{old}`: {assertion} takes all that is \
                     held of it, and does not say so"
                );
            }
            Role::FeedsItself {
                variable,
                starts,
                makes,
            } => {
                return write!(
                    f,
                    "an instance of this, for `{variable}` by `{starts}`, makes `{makes}`, which starts \
                     the next"
                );
            }
            Role::Removed { subject, by } => {
                return match by.strip_prefix("by ") {
                    Some(by) => write!(
                        f,
                        "{subject} was given up here by {by}, which does not give it back"
                    ),
                    None => write!(f, "{subject} was {by} here"),
                };
            }
            Role::FramedOut { held, contains, by } => {
                return write!(f, "{held}{contains} was held here, but {by}");
            }
        })
    }
}

impl Display for Subject {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.permission {
            f.write_str("permission to ")?;
        }
        match &self.name {
            Some(name) => write!(f, "`{name}`"),
            None => f.write_str("it"),
        }
    }
}

impl Display for Contains {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Contains::Itself => Ok(()),
            Contains::Missing(Some(name)) => write!(f, " (it may contain `{name}`)"),
            Contains::Missing(None) => f.write_str(" (it may contain what is missing)"),
        }
    }
}

impl Display for FramedBy {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FramedBy::Invariant => "the invariant of this loop does not give it to every iteration",
            FramedBy::NoInvariant => {
                "this loop has no invariant, so its iterations hold no permission"
            }
            FramedBy::Join => "this `join` does not state it",
        })
    }
}
