//! Diagnostics: their codes, reasons and data. Rendering is in [`crate::report`].

pub mod failure;
mod sentences;

use crate::source::Span;
use crate::trace::Trace;
use borsh::{BorshDeserialize, BorshSerialize};
use failure::{FailureKind, Note, Role};
use std::fmt::{self, Display, Formatter};

/// Declares [`Code`] with kebab-case names and one-line titles.
macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $title:literal;)*) => {
        /// The stable code of a diagnostic.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize,
        )]
        pub enum Code { $($(#[$doc])* #[doc = $title] $variant,)* }

        impl Code {
            /// All codes, in the order of the reference.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The code's name, as shown to users.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// A one-line description.
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
    InsufficientPermission = "insufficient-permission", "permission to a location is missing";
    NullDereference = "null-dereference", "a receiver might be null";
    IndexOutOfBounds = "index-out-of-bounds", "an index might be out of bounds";
    NegativeArraySize = "negative-array-size", "an array's length might be negative";
    DivisionByZero = "division-by-zero", "a divisor might be zero";
    Cast = "cast", "an object might not be of the class that it is cast to";
    NotSelfFraming = "not-self-framing", "a contract reads what it has no permission to";
    MayNotHold = "may-not-hold", "a condition might not hold";
    Assert = "assert", "an asserted conjunct might not hold";
    Precondition = "precondition", "a precondition might not hold";
    Postcondition = "postcondition", "a postcondition might not hold";
    Signals = "signals", "what a contract says of an exception might not hold";
    MissingPredicate = "missing-predicate", "a predicate is not held";
    Close = "close", "the body of a predicate to be closed is not there";
    UnknownPredicateBody = "unknown-predicate-body", "it depends on a dynamic type which body is meant";
    OverrideContract = "override-contract", "an override does not keep the contract that it overrides";
    InvariantEntry = "invariant-entry", "a loop's invariant might not hold on entry";
    InvariantPreserved = "invariant-preserved", "a loop's invariant might not hold after an iteration";
    Overflow = "overflow", "a result might not fit in its type";
    Termination = "termination", "a pure method, a lemma or a loop might not terminate";
    Join = "join", "a conjunct of a join might not hold";
    Unknown = "unknown", "Z3 found no answer within its resource limit";
    Assume = "assume", "a condition is assumed without proof";
    VacuousContract = "vacuous-contract", "no state satisfies a contract or a predicate";
    UnreachableCode = "unreachable-code", "no path reaches a statement";
    IgnoredContract = "ignored-contract", "a contract is in a comment that is not read";
    IdleOld = "idle-old", "`old` changes nothing: what it stands around reads no heap";
    IdleTrigger = "idle-trigger", "a trigger can match nothing";
    Uncontracted = "uncontracted", "a member has no contract";
    UncontractedLibrary = "uncontracted-library", "a library's member without contract is called";
    UnprovedTermination = "unproved-termination", "nothing shows that a loop or a recursion ends";
    Internal = "internal-error", "veriframe contradicts itself";
}

impl Code {
    /// The code with this name, if any.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|c| c.name() == name)
    }

    /// Whether it is reported only if it is denied.
    #[must_use]
    pub fn is_only_denied(self) -> bool {
        matches!(
            self,
            Code::Uncontracted | Code::UncontractedLibrary | Code::UnprovedTermination
        )
    }

    /// Whether it is a warning unless it is denied.
    #[must_use]
    pub fn is_warning(self) -> bool {
        matches!(
            self,
            Code::Assume
                | Code::VacuousContract
                | Code::UnreachableCode
                | Code::IgnoredContract
                | Code::IdleOld
                | Code::IdleTrigger
        ) || self.is_only_denied()
    }

    /// Whether it is reported by the front end. An error of such a code refuses a part
    /// of the program (exit code 2).
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
                | Code::IgnoredContract
                | Code::IdleOld
                | Code::IdleTrigger
        )
    }
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum Severity {
    /// An error: the program is refused, or a member fails.
    Error,
    /// A warning: it changes no verdict.
    Warning,
}

/// A secondary span of a diagnostic, with its relation to it.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// Its relation to the diagnostic.
    pub role: Role,
}

impl Label {
    /// Its words.
    #[must_use]
    pub fn message(&self) -> String {
        if cfg!(feature = "bare-messages") {
            return "label".to_owned();
        }
        self.role.to_string()
    }
}

/// What a diagnostic says in its sentence.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Message {
    /// What the front end or a report says.
    Text(String),
    /// A failed proof.
    Failure(FailureKind),
    /// Of a member whose text is that of another class: the member, and the rest.
    In(String, Box<Message>),
}

impl Message {
    /// The failure, if it is one of a proof.
    #[must_use]
    pub fn failure(&self) -> Option<&FailureKind> {
        match self {
            Message::Text(_) => None,
            Message::Failure(kind) => Some(kind),
            Message::In(_, rest) => rest.failure(),
        }
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message::Text(text)
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Message {
        Message::Text(text.to_owned())
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Message::Text(text) => f.write_str(text),
            Message::Failure(kind) => write!(f, "{kind}"),
            Message::In(member, rest) => write!(f, "in `{member}`: {rest}"),
        }
    }
}

/// The result of running the member with an input.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Replay {
    /// The run violates what could not be proved: the program or its contract is wrong.
    Confirmed,
    /// No run did; what was tried.
    NotConfirmed(String),
    /// No run tells; why.
    NotTried(String),
}

impl Replay {
    /// The name of the result in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Replay::Confirmed => "confirmed",
            Replay::NotConfirmed(_) => "not-confirmed",
            Replay::NotTried(_) => "not-tried",
        }
    }
}

/// What is known of the calls that lead to a failure which a run confirms.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum History {
    /// The main routine leads to it: its file and line, and the text there.
    Main(String),
    /// A caller can make these statements, the last of which fails.
    Made(Vec<String>),
    /// None of so many histories that were tried makes the state in which the run starts.
    Unreached(u64),
    /// Of so many histories that were tried, some lead to it, but in each of them a caller has the
    /// access that is missing: the contract does not ask for it.
    Held(u64),
}

impl History {
    /// Whether callers bring the failure about.
    #[must_use]
    pub fn is_of_callers(&self) -> bool {
        matches!(self, History::Main(_) | History::Made(_))
    }

    /// The statements of a caller that bring the failure about, if some do.
    #[must_use]
    pub fn statements(&self) -> Option<&[String]> {
        match self {
            History::Main(place) => Some(std::slice::from_ref(place)),
            History::Made(calls) => Some(calls),
            History::Unreached(_) | History::Held(_) => None,
        }
    }
}

impl Display for History {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            History::Main(place) => write!(f, "history: the main routine, {place}"),
            History::Made(calls) => write!(f, "history: {}", calls.join(" ")),
            History::Unreached(tried) => write!(
                f,
                "the run starts from a state that none of {tried} tried histories makes: a contract \
                 or a predicate may say too little"
            ),
            History::Held(tried) => write!(
                f,
                "a caller has the access that is missing, in each of {tried} tried histories that \
                 leads there: the contract does not ask for it"
            ),
        }
    }
}

/// Values with which a proof fails.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Counterexample {
    /// What a run showed.
    pub replay: Replay,
    /// Of a confirmed failure, whether callers can bring it about, as far as a search tells.
    pub history: Option<History>,
    /// The receiver and the parameters on entry, with the heap, in the user's notation: of the
    /// run if it is confirmed, else of a model. Empty if neither has been found.
    pub input: Vec<(String, String)>,
    /// The variables at the failure.
    pub values: Vec<(String, String)>,
    /// The statement after which the proof no longer knew what the condition depends on, if no
    /// run confirms the failure.
    pub forgotten: Option<Label>,
}

/// Named values as messages list them: `x = 3, y = 4`.
#[must_use]
pub fn assignments(values: &[(String, String)]) -> String {
    let values = values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    values.collect::<Vec<_>>().join(", ")
}

/// A replacement of a part of the program's text.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Edit {
    /// What is replaced; empty if the text is inserted.
    pub span: Span,
    /// The text instead.
    pub text: String,
}

/// An edit of contracts and ghost code with which the member verifies, as trying it has shown.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Hint {
    /// What it changes, as the end of "it verifies with …".
    pub message: String,
    /// The replacements, by position and without overlap.
    pub edits: Vec<Edit>,
}

/// A diagnostic.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Diagnostic {
    /// The code; for proof failures, the construct whose assertion failed.
    pub code: Code,
    /// The reason of a proof failure.
    pub reason: Option<Code>,
    /// Error or warning.
    pub severity: Severity,
    /// What its sentence says.
    pub what: Message,
    /// The primary span.
    pub span: Span,
    /// A short label of the primary span; may be empty.
    pub label: String,
    /// Secondary spans.
    pub related: Vec<Label>,
    /// Additional notes and help.
    pub notes: Vec<Note>,
    /// The member under verification, or in whose text the front end found it, such as `Cell.setX`;
    /// `None` where it is about none.
    pub member: Option<String>,
    /// The number of paths on which the same error was found (0 for the front end).
    pub paths: usize,
    /// The failing path, if recorded.
    pub trace: Option<Trace>,
    /// Values with which a proof fails, if failures are explained.
    pub counterexample: Option<Counterexample>,
    /// An edit with which the member verifies, at the first of its errors, if one was found.
    pub hint: Option<Hint>,
}

impl Diagnostic {
    /// An error with a message and a primary span.
    pub fn error(code: Code, span: Span, message: impl Into<Message>) -> Diagnostic {
        Diagnostic {
            code,
            reason: None,
            severity: Severity::Error,
            what: message.into(),
            span,
            label: String::new(),
            related: Vec::new(),
            notes: Vec::new(),
            member: None,
            paths: 0,
            trace: None,
            counterexample: None,
            hint: None,
        }
    }

    /// A warning with a message and a primary span.
    pub fn warning(code: Code, span: Span, message: impl Into<Message>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, span, message)
        }
    }

    /// Sets the reason.
    #[must_use]
    pub fn because(mut self, reason: Code) -> Diagnostic {
        self.reason = Some(reason);
        self
    }

    /// Sets the label of the primary span.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Adds a secondary span.
    #[must_use]
    pub fn related(self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.with_role(span, Role::Text(message.into()))
    }

    /// Adds a secondary span of a failure.
    #[must_use]
    pub fn with_role(mut self, span: Span, role: Role) -> Diagnostic {
        self.related.push(Label { span, role });
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(Note::Text(note.into()));
        self
    }

    /// Its sentence, in the user's notation.
    #[must_use]
    pub fn message(&self) -> String {
        if cfg!(feature = "bare-messages") {
            return self.full_code();
        }
        self.what.to_string()
    }

    /// Whether a run has shown it.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        let found = self.counterexample.as_ref();
        found.is_some_and(|found| found.replay == Replay::Confirmed)
    }

    /// The sentences of its notes. What the solver did not find is no news where a run found it.
    #[must_use]
    pub fn note_texts(&self) -> Vec<String> {
        let is_news = |note: &&Note| {
            !self.is_confirmed() || !matches!(note, Note::Saturated(_) | Note::LookupSaturated)
        };
        let notes = self.notes.iter().filter(is_news);
        if cfg!(feature = "bare-messages") {
            return notes.map(|_| "note".to_owned()).collect();
        }
        notes.map(ToString::to_string).collect()
    }

    /// The parts of the program that its failure and its notes name.
    #[must_use]
    pub fn parts(&self) -> Vec<&str> {
        let mut all = self
            .what
            .failure()
            .map_or_else(Vec::new, FailureKind::parts);
        all.extend(self.notes.iter().flat_map(Note::parts));
        all
    }

    /// All texts of it, but for its trace.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let mut all = vec![self.what.to_string(), self.label.clone()];
        all.extend(self.related.iter().map(|label| label.role.to_string()));
        all.extend(self.notes.iter().map(ToString::to_string));
        all
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
