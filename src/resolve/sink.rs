//! Where the errors of resolution are put.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::instead;
use std::cell::RefCell;

/// Where errors are put.
#[derive(Default)]
pub(in crate::resolve) struct Sink {
    found: RefCell<Vec<Diagnostic>>,
    /// The places of what was left out.
    left_out: RefCell<Vec<Span>>,
    /// Whether there are errors in declarations: what is left out may be left out
    /// because of them.
    follows_errors: bool,
}

impl Sink {
    /// A sink for what follows the declarations, in which there may be errors.
    pub fn after(errors: bool) -> Sink {
        Sink {
            follows_errors: errors,
            ..Sink::default()
        }
    }

    /// Adds a diagnostic.
    pub fn report(&self, diagnostic: Diagnostic) {
        self.found.borrow_mut().push(diagnostic);
    }

    /// Adds the diagnostics of another sink.
    pub fn extend(&self, found: Vec<Diagnostic>) {
        self.found.borrow_mut().extend(found);
    }

    /// Takes out all diagnostics.
    pub fn take(&self) -> Vec<Diagnostic> {
        self.found.take()
    }

    /// Takes out the places of what was left out.
    pub fn take_left_out(&self) -> Vec<Span> {
        self.left_out.take()
    }

    /// The places of all errors.
    pub fn errors(&self) -> Vec<Span> {
        let found = self.found.borrow();
        let errors = found.iter().filter(|d| d.severity == Severity::Error);
        errors.map(|d| d.span).collect()
    }

    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// Adds a diagnostic and gives what stands for an ill-formed part.
    pub fn refuse<T>(&self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    /// Says that a construct is not supported.
    pub fn unsupported<T>(&self, span: Span, what: &str) -> Option<T> {
        let error = Diagnostic::error(Code::Unsupported, span, format!("{what} not supported yet"));
        let name = what.strip_suffix(" is").unwrap_or(what);
        self.refuse(match instead(name) {
            Some(note) => error.note(note),
            None => error,
        })
    }

    /// Holds what was left out against what was reported: nothing may be left
    /// out silently, since what is not there is not verified.
    pub fn left_out(&self, span: Span) {
        self.left_out.borrow_mut().push(span);
        if self.is_empty() && !self.follows_errors {
            let message = "a part of the program was left out without a reason";
            self.report(Diagnostic::error(Code::Internal, span, message));
        }
    }

    /// All diagnostics by place, each once: initialisers of fields are
    /// resolved for each constructor.
    pub fn finish(self) -> Vec<Diagnostic> {
        let mut found = self.found.into_inner();
        found.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
        found.dedup_by(|a, b| (a.span, a.code, &a.message) == (b.span, b.code, &b.message));
        found
    }
}
