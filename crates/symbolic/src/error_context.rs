//! The construct to which an error is attributed: rules know the reason, their callers
//! the construct.
//!
//! A code is both: `postcondition:may-not-hold`.

use veriframe_base::diagnostics::failure::{FailureKind, Note, Role};
use veriframe_base::diagnostics::{Code, Diagnostic, Message};
use veriframe_base::source::Span;
use veriframe_logic::Term;

/// The construct for which an expression is evaluated or an assertion consumed.
#[derive(Clone, Copy, Debug)]
pub enum ErrorContext<'b> {
    /// Code under verification: errors are reported at the expression, with their own
    /// codes.
    Code,
    /// A contract or predicate body checked for well-formedness: missing permission is
    /// `not-self-framing`.
    Contract,
    /// A construct that asserts something: errors are `code:reason`.
    Asserted(Asserted),
    /// A callee's postcondition, evaluated for a call.
    Given {
        /// The call.
        call: Span,
    },
    /// The precondition of a pure call.
    PureCall {
        /// The context of the call.
        outer: &'b ErrorContext<'b>,
        /// The call.
        call: Span,
        /// The consumed conjunct of the precondition.
        conjunct: Span,
    },
}

/// A construct that asserts something.
#[derive(Clone, Copy, Debug)]
pub struct Asserted {
    /// The construct's code.
    pub code: Code,
    /// The primary span if it is not the conjunct: the call, or the statement.
    pub place: Option<Span>,
    /// The consumed conjunct.
    pub conjunct: Span,
    /// A further span with its label.
    pub also: Option<(Span, AlsoShown)>,
}

impl Asserted {
    /// A construct whose errors are reported at its conjuncts.
    #[must_use]
    pub fn at_conjunct(code: Code, conjunct: Span) -> Asserted {
        Asserted {
            code,
            place: None,
            conjunct,
            also: None,
        }
    }

    /// A construct whose errors are reported at one span, with the conjunct as a
    /// secondary one.
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

/// What a further span of a construct shows.
#[derive(Clone, Copy, Debug)]
pub enum AlsoShown {
    /// Where the path ends.
    PathEnds,
    /// Where an iteration ends.
    IterationEnds,
    /// Where the value of a pure method is computed.
    ValueComputed,
}

impl AlsoShown {
    fn role(self) -> Role {
        match self {
            AlsoShown::PathEnds => Role::PathEnds,
            AlsoShown::IterationEnds => Role::IterationEnds,
            AlsoShown::ValueComputed => Role::ValueComputed,
        }
    }
}

/// A failure as reported by a rule.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The reason.
    pub reason: Code,
    /// The expression or conjunct at fault.
    pub span: Span,
    /// What fails.
    pub kind: FailureKind,
    /// For a predicate that cannot be closed: what its body lacks, then what the body of
    /// that lacks, and so on.
    pub lacking: Vec<FailureKind>,
    /// Notes: what the heap holds instead, or what would help.
    pub notes: Vec<Note>,
    /// Secondary spans with their labels.
    pub related: Vec<(Span, Role)>,
    /// The condition that might not hold, if it is one.
    pub goal: Option<Term>,
    /// Whether a run violates the condition, so that no proof of it was searched for.
    pub is_run: bool,
}

impl Failure {
    /// The notes, and first why a predicate cannot be closed.
    fn all_notes(&self) -> Vec<Note> {
        let closing = (!self.lacking.is_empty()).then(|| Note::Closing(self.lacking.clone()));
        closing
            .into_iter()
            .chain(self.notes.iter().cloned())
            .collect()
    }

    /// A failure with the notes that follow from its kind.
    pub fn new(span: Span, kind: FailureKind) -> Failure {
        Failure {
            reason: kind.code(),
            span,
            notes: kind.notes(),
            kind,
            lacking: Vec::new(),
            related: Vec::new(),
            goal: None,
            is_run: false,
        }
    }
}

/// The maximum number of nested predicates whose missing parts a failure explains.
const MAX_LEVELS: usize = 3;

impl Failure {
    /// Drops repeated notes and spans, and those about predicates that are nested too
    /// deeply.
    pub fn limit(&mut self) {
        self.lacking.truncate(MAX_LEVELS);
        let mut notes: Vec<Note> = Vec::new();
        for note in self.notes.drain(..) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        self.notes = notes;
        let mut levels = 0;
        let mut related: Vec<(Span, Role)> = Vec::new();
        for place in self.related.drain(..) {
            let is_level = place.1.is_part_of_body();
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
    /// The same context, for another conjunct of the construct.
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

    /// The diagnostic for a failure in this context.
    #[must_use]
    pub fn diagnostic(&self, failure: &Failure) -> Diagnostic {
        let base = |code: Code, span: Span| {
            let message = Message::Failure(failure.kind.clone());
            let mut diagnostic = Diagnostic::error(code, span, message);
            diagnostic.notes = failure.all_notes();
            for (place, role) in &failure.related {
                diagnostic = diagnostic.with_role(*place, role.clone());
            }
            diagnostic
        };
        // If a query has no answer, no construct is at fault.
        if failure.reason == Code::Unknown {
            return base(Code::Unknown, failure.span);
        }
        match *self {
            ErrorContext::Code => base(failure.reason, failure.span),
            ErrorContext::Contract => {
                let missing = failure.kind.is_missing_permission();
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
                    diagnostic = diagnostic.with_role(asserted.conjunct, Role::Conjunct);
                }
                if failure.span != asserted.conjunct && failure.span != place {
                    diagnostic = diagnostic.with_role(failure.span, Role::NeededHere);
                }
                match asserted.also {
                    Some((span, also)) => diagnostic.with_role(span, also.role()),
                    None => diagnostic,
                }
            }
            ErrorContext::Given { call } => {
                base(failure.reason, call).with_role(failure.span, Role::NeededInContract)
            }
            ErrorContext::PureCall {
                outer,
                call,
                conjunct,
            } => pure_call(outer, call, conjunct, failure),
        }
    }
}

/// The diagnostic for a failed precondition of a pure call: an error of its own in code,
/// else the reason of the enclosing construct.
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
    let missing = failure.kind.is_missing_permission();
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
        .push((conjunct, Role::ConjunctOfPrecondition));
    let diagnostic = outer.diagnostic(&lifted);
    match diagnostic.code {
        Code::Precondition if diagnostic.reason.is_none() => diagnostic.because(failure.reason),
        _ => diagnostic,
    }
}
