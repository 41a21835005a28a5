//! JSON reports: one object in the format of `docs/veriframe.schema.json`. Only times
//! differ between two runs.

use crate::diagnostics::{Counterexample, Diagnostic, Label, Replay, Severity};
use crate::driver::{Counts, FileReport};
use crate::source::{Position, SourceMap, Span};
use crate::trace::{StateView, Step, Trace};
use crate::verify::outcome::{MemberOutcome, Stats, Status, TraceMode};
use indexmap::IndexMap;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::time::Duration;

/// The version of the format, increased by incompatible changes.
const VERSION: u32 = 1;

/// Optional contents.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detail {
    /// The paths to include with their states.
    pub trace: TraceMode,
    /// Whether to include statistics per member.
    pub stats: bool,
}

/// The report on a run, indented, with a final newline.
///
/// # Errors
/// Only if serde_json fails, for which there is no reason.
pub fn render(
    sources: &SourceMap,
    files: &[FileReport],
    time: Duration,
    detail: Detail,
) -> Result<String, Box<dyn std::error::Error>> {
    let mut text = serde_json::to_string_pretty(&run(sources, files, time, detail))?;
    text.push('\n');
    Ok(text)
}

#[derive(serde::Serialize)]
struct Run<'a> {
    version: u32,
    members: Vec<MemberObject<'a>>,
    diagnostics: Vec<DiagnosticObject<'a>>,
    summary: Summary,
}

#[derive(serde::Serialize)]
struct Summary {
    verified: usize,
    failed: usize,
    unknown: usize,
    refused: usize,
    without_contract: usize,
    time_ms: f64,
}

#[derive(serde::Serialize)]
struct MemberObject<'a> {
    file: &'a str,
    name: &'a str,
    kind: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why_unknown: Option<&'a str>,
    time_ms: f64,
    paths: u64,
    queries: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<StatsObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    traces: Option<Vec<Vec<StepObject<'a>>>>,
}

#[derive(serde::Serialize)]
struct StatsObject {
    builtin: u64,
    z3_checks: u64,
    rlimit: u64,
    chunks: usize,
}

#[derive(serde::Serialize)]
struct DiagnosticObject<'a> {
    code: &'static str,
    reason: Option<&'static str>,
    severity: &'static str,
    message: &'a str,
    file: &'a str,
    start: Place,
    end: Place,
    member: Option<&'a str>,
    paths: usize,
    related: Vec<Related<'a>>,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<CounterexampleObject<'a>>,
    trace: Vec<StepObject<'a>>,
}

#[derive(serde::Serialize)]
struct CounterexampleObject<'a> {
    input: Store<'a>,
    values: Store<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
}

#[derive(serde::Serialize)]
struct Related<'a> {
    message: &'a str,
    file: &'a str,
    start: Place,
    end: Place,
}

#[derive(serde::Serialize)]
struct StepObject<'a> {
    line: usize,
    column: usize,
    step: String,
    state: StateObject<'a>,
}

#[derive(serde::Serialize)]
struct StateObject<'a> {
    heap: &'a [String],
    old: &'a [String],
    store: Store<'a>,
    path: &'a [String],
}

#[derive(serde::Serialize)]
struct Place {
    line: usize,
    column: usize,
}

/// A store as an object. Of several entries with the same name, the last is used.
struct Store<'a>(&'a [(String, String)]);

impl Serialize for Store<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values: IndexMap<&str, &str> = self
            .0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let mut map = serializer.serialize_map(Some(values.len()))?;
        for (name, value) in values {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

fn run<'a>(
    sources: &'a SourceMap,
    files: &'a [FileReport],
    time: Duration,
    detail: Detail,
) -> Run<'a> {
    let mut counts = Counts::default();
    for report in files {
        counts += report.counts();
    }
    let members = files.iter().flat_map(|report| {
        let file = sources.file(report.file).name();
        report
            .members
            .iter()
            .map(move |outcome| member(sources, file, outcome, detail))
    });
    let diagnostics = files.iter().flat_map(FileReport::all_diagnostics);
    Run {
        version: VERSION,
        members: members.collect(),
        diagnostics: diagnostics
            .map(|d| diagnostic(sources, d, detail))
            .collect(),
        summary: Summary {
            verified: counts.verified,
            failed: counts.failed,
            unknown: files
                .iter()
                .flat_map(|f| &f.members)
                .filter(|m| status(m.status) == "unknown")
                .count(),
            refused: counts.refused + counts.refused_files,
            without_contract: counts.bare,
            time_ms: milliseconds(time),
        },
    }
}

fn member<'a>(
    sources: &'a SourceMap,
    file: &'a str,
    outcome: &'a MemberOutcome,
    detail: Detail,
) -> MemberObject<'a> {
    let traces = outcome
        .traces
        .iter()
        .map(|trace| steps(sources, trace))
        .collect();
    MemberObject {
        file,
        name: &outcome.name,
        kind: outcome.kind.name(),
        status: status(outcome.status),
        why_unknown: match outcome.status {
            Status::Internal => Some("internal error"),
            Status::Refused => None,
            _ => outcome.why_not_verified.as_deref(),
        },
        time_ms: milliseconds(outcome.stats.time),
        paths: outcome.stats.paths,
        queries: outcome.stats.queries,
        stats: detail.stats.then(|| stats(&outcome.stats)),
        traces: (detail.trace == TraceMode::All).then_some(traces),
    }
}

/// The name of a status. A member with an internal error is `unknown`; its diagnostic
/// `internal-error` and the exit code tell it from others.
fn status(status: Status) -> &'static str {
    match status {
        Status::Verified => "verified",
        Status::Failed => "failed",
        Status::Unknown | Status::Internal => "unknown",
        Status::Refused => "refused",
    }
}

fn stats(stats: &Stats) -> StatsObject {
    StatsObject {
        builtin: stats.builtin,
        z3_checks: stats.z3_checks,
        rlimit: stats.rlimit,
        chunks: stats.chunks,
    }
}

fn diagnostic<'a>(
    sources: &'a SourceMap,
    diagnostic: &'a Diagnostic,
    detail: Detail,
) -> DiagnosticObject<'a> {
    let (start, end) = places(sources, diagnostic.span);
    let trace = diagnostic
        .trace
        .as_ref()
        .filter(|_| detail.trace != TraceMode::Off);
    DiagnosticObject {
        code: diagnostic.code.name(),
        reason: diagnostic.reason.map(|reason| reason.name()),
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: &diagnostic.message,
        file: sources.file(diagnostic.span.file).name(),
        start,
        end,
        member: diagnostic.member.as_deref(),
        paths: diagnostic.paths,
        related: diagnostic
            .related
            .iter()
            .map(|label| related(sources, label))
            .collect(),
        notes: &diagnostic.notes,
        replay: diagnostic.counterexample.as_ref().map(|c| c.replay.name()),
        counterexample: diagnostic.counterexample.as_ref().map(counterexample),
        trace: trace.map(|trace| steps(sources, trace)).unwrap_or_default(),
    }
}

fn counterexample(counterexample: &Counterexample) -> CounterexampleObject<'_> {
    CounterexampleObject {
        input: Store(&counterexample.input),
        values: Store(&counterexample.values),
        why: match &counterexample.replay {
            Replay::Confirmed => None,
            Replay::NotConfirmed(why) | Replay::NotTried(why) => Some(why),
        },
    }
}

fn related<'a>(sources: &'a SourceMap, label: &'a Label) -> Related<'a> {
    let (start, end) = places(sources, label.span);
    Related {
        message: &label.message,
        file: sources.file(label.span.file).name(),
        start,
        end,
    }
}

fn steps<'a>(sources: &SourceMap, trace: &'a Trace) -> Vec<StepObject<'a>> {
    trace.steps.iter().map(|s| step(sources, s)).collect()
}

fn step<'a>(sources: &SourceMap, step: &'a Step) -> StepObject<'a> {
    let Position { line, column } = sources.start(step.span);
    let mark = if step.inferred { " (inferred)" } else { "" };
    let StateView {
        heap,
        old,
        store,
        path,
    } = &step.state;
    let state = StateObject {
        heap,
        old,
        store: Store(store),
        path,
    };
    StepObject {
        line,
        column,
        step: format!("{}{mark}", step.what),
        state,
    }
}

/// The positions of a span's first character and after its last.
fn places(sources: &SourceMap, span: Span) -> (Place, Place) {
    let place = |at: Position| Place {
        line: at.line,
        column: at.column,
    };
    (place(sources.start(span)), place(sources.end(span)))
}

/// Milliseconds, rounded to three decimals.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1000.0
}
