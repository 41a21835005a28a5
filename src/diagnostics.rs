//! What can go wrong with a program: codes, reasons, and the data of one
//! diagnostic. How it is shown is the business of [`crate::report`].

use crate::source::Span;
use crate::trace::Trace;
use borsh::{BorshDeserialize, BorshSerialize};

/// Declares [`Code`] with its kebab-case names and one-line titles.
macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $title:literal;)*) => {
        /// The stable code of a diagnostic.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize,
        )]
        pub enum Code { $($(#[$doc])* #[doc = $title] $variant,)* }

        impl Code {
            /// Every code, in the order of the reference.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The code as users read and write it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// What the code means, in one line.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self { $(Code::$variant => $title,)* }
            }
        }
    };
}

codes! {
    Syntax = "syntax", "the text is not a program";
    UnknownName = "unknown-name", "a name is not declared";
    DuplicateName = "duplicate-name", "a name is declared twice";
    TypeMismatch = "type-mismatch", "a type does not fit";
    NotAllowedHere = "not-allowed-here", "a construct stands where it cannot";
    Unsupported = "unsupported", "a construct is not supported";
    InsufficientPermission = "insufficient-permission", "access to a location is missing";
    NullDereference = "null-dereference", "a receiver may be null";
    IndexOutOfBounds = "index-out-of-bounds", "an index may be out of bounds";
    NegativeArraySize = "negative-array-size", "an array's length may be negative";
    DivisionByZero = "division-by-zero", "a divisor may be zero";
    Cast = "cast", "an object might not be of the class that it is cast to";
    NotSelfFraming = "not-self-framing", "a contract reads what it has no access to";
    MayNotHold = "may-not-hold", "a condition might not hold";
    Assert = "assert", "an asserted conjunct might not hold";
    Precondition = "precondition", "a precondition might not hold";
    Postcondition = "postcondition", "a postcondition might not hold";
    MissingPredicate = "missing-predicate", "a predicate is not held";
    Close = "close", "the body of a predicate to be closed is not there";
    UnknownPredicateBody = "unknown-predicate-body", "it depends on a dynamic type which body is meant";
    OverrideContract = "override-contract", "an override does not keep the contract that it overrides";
    InvariantEntry = "invariant-entry", "a loop's invariant might not hold on entry";
    InvariantPreserved = "invariant-preserved", "a loop's invariant might not hold after an iteration";
    Overflow = "overflow", "a result might not fit in its type";
    Termination = "termination", "a pure method, a lemma or a loop might not terminate";
    Join = "join", "a conjunct of a join might not hold";
    Unknown = "unknown", "the solver gave up";
    Assume = "assume", "a condition is assumed without proof";
    Internal = "internal-error", "veriframe contradicts itself";
}

impl Code {
    /// The code with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|c| c.name() == name)
    }

    /// Whether the code says that the program is not well-formed (exit code 2).
    #[must_use]
    pub fn is_front_end(self) -> bool {
        matches!(
            self,
            Code::Syntax
                | Code::UnknownName
                | Code::DuplicateName
                | Code::TypeMismatch
                | Code::NotAllowedHere
                | Code::Unsupported
        )
    }
}

/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum Severity {
    /// The program is refused, or a member fails.
    Error,
    /// Worth knowing; changes no verdict.
    Warning,
}

/// A further place that belongs to a diagnostic, with what it has to do with it.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What it has to do with the diagnostic.
    pub message: String,
}

/// One thing to tell the user.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Diagnostic {
    /// What went wrong; for proof failures the construct that asserted something.
    pub code: Code,
    /// For constructs that assert something: why it failed.
    pub reason: Option<Code>,
    /// Error or warning.
    pub severity: Severity,
    /// One sentence in the user's notation.
    pub message: String,
    /// The primary place.
    pub span: Span,
    /// A short text at the primary place; may be empty.
    pub label: String,
    /// Further places.
    pub related: Vec<Label>,
    /// What the heap holds instead, what would help.
    pub notes: Vec<String>,
    /// The member under verification, such as `Cell.setX`; `None` for the front end.
    pub member: Option<String>,
    /// The number of paths on which the same error was found (0 for the front end).
    pub paths: usize,
    /// The failing path, where there is one.
    pub trace: Option<Trace>,
}

impl Diagnostic {
    /// An error with a message at a place, and nothing else yet.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            reason: None,
            severity: Severity::Error,
            message: message.into(),
            span,
            label: String::new(),
            related: Vec::new(),
            notes: Vec::new(),
            member: None,
            paths: 0,
            trace: None,
        }
    }

    /// A warning with a message at a place.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, span, message)
        }
    }

    /// The same with a reason.
    #[must_use]
    pub fn because(mut self, reason: Code) -> Diagnostic {
        self.reason = Some(reason);
        self
    }

    /// The same with a text at the primary place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// The same with a further place.
    #[must_use]
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.related.push(Label {
            span,
            message: message.into(),
        });
        self
    }

    /// The same with a further note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// The code with its reason: `postcondition:may-not-hold`, or `syntax`.
    #[must_use]
    pub fn full_code(&self) -> String {
        match self.reason {
            Some(reason) => format!("{}:{}", self.code.name(), reason.name()),
            None => self.code.name().to_owned(),
        }
    }
}
