//! The collection of diagnostics during resolution.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::instead;
use std::cell::RefCell;

/// A collection of diagnostics.
#[derive(Default)]
pub(in crate::resolve) struct Sink {
    found: RefCell<Vec<Diagnostic>>,
    /// The places of omitted constructs.
    left_out: RefCell<Vec<Span>>,
    /// Whether the texts or the declarations have errors, which may be the reason for omitted
    /// constructs.
    follows_errors: bool,
}

impl Sink {
    /// A sink for what may depend on text or declarations with errors, if there are `errors`.
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

    /// Removes and returns all diagnostics.
    pub fn take(&self) -> Vec<Diagnostic> {
        self.found.take()
    }

    /// Removes and returns the places of omitted constructs.
    pub fn take_left_out(&self) -> Vec<Span> {
        self.left_out.take()
    }

    /// The places of all errors.
    pub fn errors(&self) -> Vec<Span> {
        let found = self.found.borrow();
        let errors = found.iter().filter(|d| d.severity == Severity::Error);
        errors.map(|d| d.span).collect()
    }

    /// Whether nothing was reported.
    pub fn is_empty(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// Reports a diagnostic and returns `None`, which represents the ill-formed construct.
    pub fn refuse<T>(&self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    /// Reports an unsupported construct.
    pub fn unsupported<T>(&self, span: Span, what: &str) -> Option<T> {
        let error = Diagnostic::error(Code::Unsupported, span, format!("{what} not supported yet"));
        let name = what.strip_suffix(" is").unwrap_or(what);
        self.refuse(match instead(name) {
            Some(note) => error.note(note),
            None => error,
        })
    }

    /// Records the place of an omitted construct. An omission without a reported error is an
    /// internal error, since omitted code would not be verified.
    pub fn left_out(&self, span: Span) {
        self.left_out.borrow_mut().push(span);
        if self.is_empty() && !self.follows_errors {
            let message = "a part of the program was left out without a reason";
            self.report(Diagnostic::error(Code::Internal, span, message));
        }
    }

    /// All diagnostics sorted by place, without duplicates: initialisers of fields are resolved
    /// once per constructor.
    pub fn finish(self) -> Vec<Diagnostic> {
        let mut found = self.found.into_inner();
        found.sort_by_cached_key(|found| (found.span, found.code, found.what.to_string()));
        found.dedup_by(|a, b| (a.span, a.code, &a.what) == (b.span, b.code, &b.what));
        found
    }
}
