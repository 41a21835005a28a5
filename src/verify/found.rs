//! What one check of a member found, and the form in which it can be kept: with
//! places that do not depend on whitespace and comments.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::{FileId, Span};
use crate::stop::StopReason;
use crate::trace::Trace;
use crate::verify::outcome::Stats;
use borsh::{BorshDeserialize, BorshSerialize};

/// What one check of a member found.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub struct Found {
    /// In the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// Every path's steps, where all are recorded.
    pub traces: Vec<Trace>,
    /// What it took.
    pub stats: Stats,
    /// The name of the ill-formed member on whose account a path was cut.
    pub cut: Option<String>,
    /// Why the check came to no end, if it did not.
    #[borsh(skip)]
    pub stopped: Option<StopReason>,
    /// Whether it was found by an earlier run.
    #[borsh(skip)]
    pub from_cache: bool,
    /// Whether Z3 started.
    #[borsh(skip)]
    pub(super) used_z3: bool,
    /// Whether the check ended early because it is to be made in another way.
    #[borsh(skip)]
    pub(super) abandoned: bool,
    /// Whether paths were left out because there were too many.
    #[borsh(skip)]
    pub(super) exhausted: bool,
}

impl Found {
    /// Whether nothing was found that keeps the member from being verified.
    pub(super) fn is_verified(&self) -> bool {
        self.cut.is_none() && !self.has_error()
    }

    /// What the next check of the same found, with the cost of this one.
    pub(super) fn and_then(self, mut next: Found) -> Found {
        let paths = next.stats.paths;
        next.used_z3 |= self.used_z3;
        next.stats += self.stats;
        next.stats.paths = paths;
        next
    }

    /// Whether there is an error among what was found.
    #[must_use]
    pub fn has_error(&self) -> bool {
        let mut found = self.diagnostics.iter();
        found.any(|d| d.severity == Severity::Error)
    }

    /// Whether the check may have left something behind on its thread: Z3 started,
    /// or nobody knows because the tool broke down.
    #[must_use]
    pub fn used_thread(&self) -> bool {
        let mut found = self.diagnostics.iter();
        self.used_z3 || found.any(|d| d.code == Code::Internal)
    }

    /// Whether a further check of the same would find the same.
    pub(super) fn is_final(&self) -> bool {
        let broke_down = |d: &Diagnostic| d.code == Code::Internal;
        self.stopped.is_none() && !self.diagnostics.iter().any(broke_down)
    }

    /// Whether its texts may tell where in the file something stands, or quote
    /// the file. What quotes it is only the steps of paths; the other texts are
    /// printed from the IR, and the lines in them are numbers.
    pub(super) fn depends_on_layout(&self) -> bool {
        let has_number = |text: &String| text.bytes().any(|b| b.is_ascii_digit());
        let depends = |d: &Diagnostic| {
            let related = d.related.iter().map(|r| &r.message);
            let texts = [&d.message, &d.label].into_iter();
            d.trace.is_some() || texts.chain(related).chain(&d.notes).any(has_number)
        };
        !self.traces.is_empty() || self.diagnostics.iter().any(depends)
    }

    /// The same with other places; `None` if one has no counterpart.
    pub(super) fn moved(mut self, place: &dyn Fn(Span) -> Option<Span>) -> Option<Found> {
        move_diagnostics(&mut self.diagnostics, place)?;
        move_traces(&mut self.traces, place)?;
        Some(self)
    }
}

/// Gives diagnostics other places; `None` if one has no counterpart.
pub(super) fn move_diagnostics(
    diagnostics: &mut [Diagnostic],
    place: &dyn Fn(Span) -> Option<Span>,
) -> Option<()> {
    for diagnostic in diagnostics {
        diagnostic.span = place(diagnostic.span)?;
        for label in &mut diagnostic.related {
            label.span = place(label.span)?;
        }
        move_traces(diagnostic.trace.as_mut_slice(), place)?;
    }
    Some(())
}

/// Gives the steps of traces other places; `None` if one has no counterpart.
pub(super) fn move_traces(
    traces: &mut [Trace],
    place: &dyn Fn(Span) -> Option<Span>,
) -> Option<()> {
    traces.iter_mut().try_for_each(|t| move_trace(t, place))
}

fn move_trace(trace: &mut Trace, place: &dyn Fn(Span) -> Option<Span>) -> Option<()> {
    for step in &mut trace.steps {
        step.span = place(step.span)?;
    }
    Some(())
}

/// A place in a kept result: the number of a part of the program, and two numbers
/// in it. It is written as a span, so that results need no second set of types.
pub(super) fn numbered(part: usize, numbers: (u32, u32)) -> Option<Span> {
    Some(Span {
        file: FileId::numbered(u32::try_from(part).ok()?),
        start: numbers.0,
        end: numbers.1,
    })
}
