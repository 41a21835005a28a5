//! Which construct an error is blamed on: rules know the reason, their callers
//! know the construct.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

/// On whose account an expression is evaluated or an assertion consumed.
#[derive(Clone, Copy, Debug)]
pub enum ErrorContext<'b> {
    /// Code under verification: errors stand at the expression, under their own codes.
    Code,
    /// A contract or predicate body that is checked for well-formedness:
    /// missing permission is `not-self-framing`.
    Contract,
    /// A construct that asserts something: `code:reason`.
    Asserted(Asserted),
    /// What a callee's contract gives, evaluated for a call.
    Given {
        /// The call.
        call: Span,
    },
    /// The precondition of a pure call.
    PureCall {
        /// Where the call stands.
        outer: &'b ErrorContext<'b>,
        /// The call.
        call: Span,
        /// The conjunct of the precondition that is consumed.
        conjunct: Span,
    },
}

/// A construct that asserts something.
#[derive(Clone, Copy, Debug)]
pub struct Asserted {
    /// The construct's code.
    pub code: Code,
    /// The primary place where it is not the conjunct: the call, the statement.
    pub place: Option<Span>,
    /// The conjunct that is consumed.
    pub conjunct: Span,
    /// A further place, and what it is.
    pub also: Option<(Span, &'static str)>,
}

impl Asserted {
    /// A construct whose errors stand at its conjuncts.
    #[must_use]
    pub fn at_conjunct(code: Code, conjunct: Span) -> Asserted {
        Asserted {
            code,
            place: None,
            conjunct,
            also: None,
        }
    }

    /// A construct whose errors stand at one place, with the conjunct as a secondary one.
    #[must_use]
    pub fn at(code: Code, place: Span, conjunct: Span) -> Asserted {
        Asserted {
            code,
            place: Some(place),
            conjunct,
            also: None,
        }
    }
}

/// What a rule knows of an error.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Why.
    pub reason: Code,
    /// The expression or conjunct where it happened.
    pub span: Span,
    /// One sentence.
    pub message: String,
    /// What the heap holds instead, what would help.
    pub notes: Vec<String>,
    /// Further places.
    pub related: Vec<(Span, String)>,
    /// Whether permission is what is missing, whatever the reason says.
    pub missing: bool,
}

impl Failure {
    /// A failure without notes.
    pub fn new(reason: Code, span: Span, message: impl Into<String>) -> Failure {
        Failure {
            reason,
            span,
            message: message.into(),
            notes: Vec::new(),
            related: Vec::new(),
            missing: matches!(
                reason,
                Code::InsufficientPermission | Code::MissingPredicate
            ),
        }
    }
}

/// The number of nested predicates whose missing parts a failure explains.
const MAX_LEVELS: usize = 3;
/// The beginning of the note about a predicate that cannot be closed.
pub const CLOSING_FAILS: &str = "closing it here fails: ";
/// The beginning of the label of what is missing to close a predicate.
pub const PART_OF_BODY: &str = "this part of its body ";

impl Failure {
    /// Drops notes and places that are repeated, and what is said of predicates that
    /// are nested too deeply.
    pub fn limit(&mut self) {
        let mut levels = 0;
        let mut notes: Vec<String> = Vec::new();
        for note in self.notes.drain(..) {
            levels += usize::from(note.starts_with(CLOSING_FAILS));
            let is_deep = note.starts_with(CLOSING_FAILS) && levels > MAX_LEVELS;
            if !is_deep && !notes.contains(&note) {
                notes.push(note);
            }
        }
        self.notes = notes;
        let mut levels = 0;
        let mut related: Vec<(Span, String)> = Vec::new();
        for place in self.related.drain(..) {
            let is_level = place.1.starts_with(PART_OF_BODY);
            levels += usize::from(is_level);
            let is_deep = is_level && levels > MAX_LEVELS;
            if !is_deep && !related.contains(&place) {
                related.push(place);
            }
        }
        self.related = related;
    }
}

impl ErrorContext<'_> {
    /// The same, for another conjunct of the construct.
    #[must_use]
    pub fn on(self, conjunct: Span) -> Self {
        match self {
            ErrorContext::Code | ErrorContext::Contract | ErrorContext::Given { .. } => self,
            ErrorContext::Asserted(asserted) => ErrorContext::Asserted(Asserted {
                conjunct,
                ..asserted
            }),
            ErrorContext::PureCall { outer, call, .. } => ErrorContext::PureCall {
                outer,
                call,
                conjunct,
            },
        }
    }

    /// The diagnostic of a failure on this account.
    #[must_use]
    pub fn diagnostic(&self, failure: &Failure) -> Diagnostic {
        let base = |code: Code, span: Span| {
            let mut diagnostic = Diagnostic::error(code, span, failure.message.clone());
            diagnostic.notes.clone_from(&failure.notes);
            for (place, message) in &failure.related {
                diagnostic = diagnostic.related(*place, message.clone());
            }
            diagnostic
        };
        // What the solver does not know is nobody's error.
        if failure.reason == Code::Unknown {
            return base(Code::Unknown, failure.span);
        }
        match *self {
            ErrorContext::Code => base(failure.reason, failure.span),
            ErrorContext::Contract => {
                let missing = failure.missing;
                base(
                    if missing {
                        Code::NotSelfFraming
                    } else {
                        failure.reason
                    },
                    failure.span,
                )
            }
            ErrorContext::Asserted(asserted) => {
                let place = asserted.place.unwrap_or(asserted.conjunct);
                let mut diagnostic = base(asserted.code, place).because(failure.reason);
                if asserted.place.is_some() && asserted.conjunct != place {
                    diagnostic = diagnostic.related(asserted.conjunct, "this conjunct");
                }
                if failure.span != asserted.conjunct && failure.span != place {
                    diagnostic = diagnostic.related(failure.span, "needed here");
                }
                match asserted.also {
                    Some((span, message)) => diagnostic.related(span, message),
                    None => diagnostic,
                }
            }
            ErrorContext::Given { call } => {
                base(failure.reason, call).related(failure.span, "needed here, in the contract")
            }
            ErrorContext::PureCall {
                outer,
                call,
                conjunct,
            } => pure_call(outer, call, conjunct, failure),
        }
    }
}

/// The precondition of a pure call fails: on its own account in code, as the
/// reason of the construct that contains the call elsewhere.
fn pure_call(
    outer: &ErrorContext<'_>,
    call: Span,
    conjunct: Span,
    failure: &Failure,
) -> Diagnostic {
    let reason = match outer {
        ErrorContext::Contract => failure.reason,
        _ => Code::Precondition,
    };
    let missing = failure.missing;
    let reason = if matches!(outer, ErrorContext::Contract) && !missing {
        Code::Precondition
    } else {
        reason
    };
    let mut lifted = failure.clone();
    lifted.reason = reason;
    lifted.span = call;
    lifted
        .related
        .push((conjunct, "this conjunct of the precondition".to_owned()));
    let diagnostic = outer.diagnostic(&lifted);
    match diagnostic.code {
        Code::Precondition if diagnostic.reason.is_none() => diagnostic.because(failure.reason),
        _ => diagnostic,
    }
}
