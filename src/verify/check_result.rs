//! The result of one check of a member, and its conversion to a form for the cache:
//! with spans that do not depend on whitespace and comments.

use crate::diagnostics::{Code, Diagnostic, Replay, Severity};
use crate::source::{FileId, Span};
use crate::stop::StopReason;
use crate::symbolic::explanation::countermodel::CounterModel;
use crate::trace::Trace;
use crate::verify::outcome::Stats;
use borsh::{BorshDeserialize, BorshSerialize};

/// The result of one check of a member.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub struct CheckResult {
    /// The diagnostics, in the order of detection.
    pub diagnostics: Vec<Diagnostic>,
    /// The pieces of the source text that the diagnostics quote.
    pub(super) quotes: Vec<(Span, String)>,
    /// Models of failing paths, by the positions of their diagnostics.
    #[borsh(skip)]
    pub(super) models: Vec<(usize, CounterModel)>,
    /// The traces of all paths, if all are recorded.
    pub traces: Vec<Trace>,
    /// The statistics.
    pub stats: Stats,
    /// The ill-formed member that a path depended on and was cut at, by name.
    pub cut: Option<String>,
    /// The reason why the check stopped early, if it did.
    #[borsh(skip)]
    pub stopped: Option<StopReason>,
    /// Whether it comes from the cache.
    #[borsh(skip)]
    pub from_cache: bool,
    /// Whether Z3 started.
    #[borsh(skip)]
    pub(super) used_z3: bool,
    /// Whether the attempt was abandoned, so that the check must be repeated.
    #[borsh(skip)]
    pub(super) abandoned: bool,
    /// The number of the prover's propagation steps.
    #[borsh(skip)]
    pub(super) steps: u64,
    /// Whether paths were omitted because there were too many.
    #[borsh(skip)]
    pub(super) exhausted: bool,
}

impl CheckResult {
    /// Whether there is no error and no path was cut.
    pub(super) fn is_verified(&self) -> bool {
        self.cut.is_none() && !self.has_error()
    }

    /// Whether the check verified the member, and there is nothing else to say of it: none of the
    /// result is text of the program.
    pub(super) fn is_plain(&self) -> bool {
        let CheckResult {
            diagnostics,
            quotes,
            models: _,
            traces,
            stats: _,
            cut,
            stopped: _,
            from_cache: _,
            used_z3: _,
            abandoned: _,
            steps: _,
            exhausted: _,
        } = self;
        diagnostics.is_empty() && quotes.is_empty() && traces.is_empty() && cut.is_none()
    }

    /// The result of repeating the check, with the cost of both.
    pub(super) fn and_then(self, mut next: CheckResult) -> CheckResult {
        let paths = next.stats.paths;
        next.used_z3 |= self.used_z3;
        next.stats += self.stats;
        next.stats.paths = paths;
        next
    }

    /// Whether runs of the member, hence the bodies of all that it calls, decide what is shown: which
    /// errors there are, and how they are explained.
    pub(super) fn shows_runs(&self) -> bool {
        self.has_error()
    }

    /// Whether there is an error among the diagnostics.
    #[must_use]
    pub fn has_error(&self) -> bool {
        let mut found = self.diagnostics.iter();
        found.any(|d| d.severity == Severity::Error)
    }

    /// Whether the check of a contract found it ill-formed. If inference ended the check, that
    /// is open, as after any other stop: others would fail where they cannot open a predicate.
    pub(super) fn is_ill_formed(&self) -> bool {
        let mut found = self.diagnostics.iter();
        match self.stopped {
            Some(StopReason::Inference(_)) => {
                found.any(|d| d.severity == Severity::Error && d.code != Code::Unknown)
            }
            _ => self.has_error(),
        }
    }

    /// Whether the check may have left state on its thread: Z3 started, or the check
    /// ended in an internal error.
    #[must_use]
    pub fn used_thread(&self) -> bool {
        let mut found = self.diagnostics.iter();
        self.used_z3 || found.any(|d| d.code == Code::Internal)
    }

    /// Whether repeating the check would give the same result.
    pub(super) fn is_final(&self) -> bool {
        let broke_down = |d: &Diagnostic| d.code == Code::Internal;
        self.stopped.is_none() && !self.diagnostics.iter().any(broke_down)
    }

    /// Whether its texts may depend on the source layout: traces, texts with numbers, which may be lines,
    /// and inputs that are named by their lines. What diagnostics quote is compared on its own.
    pub(super) fn depends_on_layout(&self) -> bool {
        let has_number = |text: &str| text.bytes().any(|b| b.is_ascii_digit());
        let has_unknown = |d: &Diagnostic| {
            let input = d.counterexample.iter().flat_map(|found| &found.input);
            input.into_iter().any(|(name, _)| name.contains('@'))
        };
        // Where a run ends.
        let has_line = |d: &Diagnostic| {
            let replay = d.counterexample.as_ref().map(|found| &found.replay);
            matches!(replay, Some(Replay::NotConfirmed(what)) if what.contains(" in line "))
        };
        let depends = |d: &Diagnostic| {
            d.trace.is_some()
                || has_unknown(d)
                || has_line(d)
                || d.texts().iter().any(|text| has_number(text))
        };
        !self.traces.is_empty() || self.diagnostics.iter().any(depends)
    }

    /// The result with all spans mapped; `None` if one cannot be mapped.
    pub(super) fn map_spans(mut self, place: &dyn Fn(Span) -> Option<Span>) -> Option<CheckResult> {
        map_diagnostics(&mut self.diagnostics, place)?;
        map_traces(&mut self.traces, place)?;
        for (span, _) in &mut self.quotes {
            *span = place(*span)?;
        }
        Some(self)
    }
}

/// Maps the spans of diagnostics; `None` if one cannot be mapped.
pub(super) fn map_diagnostics(
    diagnostics: &mut [Diagnostic],
    place: &dyn Fn(Span) -> Option<Span>,
) -> Option<()> {
    for diagnostic in diagnostics {
        diagnostic.span = place(diagnostic.span)?;
        for label in &mut diagnostic.related {
            label.span = place(label.span)?;
        }
        let counterexample = diagnostic.counterexample.as_mut();
        if let Some(label) = counterexample.and_then(|found| found.forgotten.as_mut()) {
            label.span = place(label.span)?;
        }
        map_traces(diagnostic.trace.as_mut_slice(), place)?;
        for edit in diagnostic.hint.iter_mut().flat_map(|hint| &mut hint.edits) {
            edit.span = place(edit.span)?;
        }
    }
    Some(())
}

/// Maps the spans of traces; `None` if one cannot be mapped.
pub(super) fn map_traces(traces: &mut [Trace], place: &dyn Fn(Span) -> Option<Span>) -> Option<()> {
    traces.iter_mut().try_for_each(|t| map_trace(t, place))
}

fn map_trace(trace: &mut Trace, place: &dyn Fn(Span) -> Option<Span>) -> Option<()> {
    for step in &mut trace.steps {
        step.span = place(step.span)?;
    }
    Some(())
}

/// A position in a cache entry: the index of a part of the program, and two ordinals in
/// it. It is represented as a span, so that cached results need no types of their own.
pub(super) fn numbered(part: usize, start: u32, end: u32) -> Option<Span> {
    Some(Span {
        file: FileId::numbered(u32::try_from(part).ok()?),
        start,
        end,
    })
}
