//! JSON reports: one object in the format of `docs/veriframe.schema.json`. Only times
//! differ between two runs.

use super::assumed::{Assumption, AssumptionKind};
use super::failure;
use super::shard::{self, ShardObject};
pub use super::verification::Detail;
use super::verification::{End, Verification, status};
use crate::diagnostics::{Counterexample, Diagnostic, Hint, History, Label, Replay, Severity};
use crate::driver::{Exit, FileReport, LeftOut};
use crate::source::{Position, SourceMap, Span};
use crate::trace::{StateView, Step, Trace};
use crate::verify::outcome::{MemberOutcome, Stats, Status, TraceMode};
use indexmap::IndexMap;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use std::io::{self, BufWriter, Write};
use std::time::Duration;

/// The version of the format, increased by incompatible changes.
pub(super) const VERSION: u32 = 1;

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
    let exit = files.iter().map(Exit::of).max();
    let report = Verification {
        sources,
        files,
        time,
        end: End::regular(exit.unwrap_or(Exit::Verified)),
        detail,
        shard: None,
        left_out: None,
        further: None,
    };
    let mut text = Vec::new();
    write(&mut text, report, &|| false)?;
    Ok(String::from_utf8(text)?)
}

/// Writes a report as [`render`] makes it, one member after the other. Once `is_brief` says so,
/// the paths with their states are left out: they are most of a large report, and without them
/// it soon ends.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut dyn Write,
    report: Verification<'_>,
    is_brief: &dyn Fn() -> bool,
) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(CHUNK, out);
    serde_json::to_writer_pretty(&mut out, &run(report, is_brief))?;
    out.write_all(b"\n")?;
    out.flush()
}

/// How many bytes are written at once.
const CHUNK: usize = 1 << 16;

#[derive(serde::Serialize)]
struct RunObject<'a> {
    version: u32,
    members: Members<'a>,
    diagnostics: Diagnostics<'a>,
    summary: Summary,
    assumed: AssumedObject<AssumptionObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<SinceObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<ShardObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// The members, each converted when it is written.
struct Members<'a>(Verification<'a>, &'a dyn Fn() -> bool);

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Members(report, is_brief) = *self;
        let files = report.files.iter();
        serializer.collect_seq(files.flat_map(|file| {
            let name = report.sources.file(file.file).name();
            let members = file.members.iter();
            members.map(move |outcome| member(report, name, outcome, is_brief()))
        }))
    }
}

/// The diagnostics, each converted when it is written.
struct Diagnostics<'a>(Verification<'a>, &'a dyn Fn() -> bool);

impl Serialize for Diagnostics<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Diagnostics(report, is_brief) = *self;
        let diagnostics = report.files.iter().flat_map(FileReport::all_diagnostics);
        serializer.collect_seq(diagnostics.map(|d| diagnostic(report, d, is_brief())))
    }
}

/// What was assumed: the total of each kind, and the list.
#[derive(serde::Deserialize, serde::Serialize)]
pub(super) struct AssumedObject<A> {
    total: usize,
    assume: usize,
    library: usize,
    #[serde(rename = "uncontracted-library")]
    uncontracted_library: usize,
    uncontracted: usize,
    vacuous: usize,
    pub list: Vec<A>,
}

impl<A> AssumedObject<A> {
    /// The assumptions in a list, with the kind of each.
    pub(super) fn of(all: Vec<(AssumptionKind, A)>) -> AssumedObject<A> {
        let count = |wanted| all.iter().filter(|(kind, _)| *kind == wanted).count();
        AssumedObject {
            total: all.len(),
            assume: count(AssumptionKind::Assume),
            library: count(AssumptionKind::Library),
            uncontracted_library: count(AssumptionKind::UncontractedLibrary),
            uncontracted: count(AssumptionKind::Uncontracted),
            vacuous: count(AssumptionKind::Vacuous),
            list: all.into_iter().map(|(_, assumption)| assumption).collect(),
        }
    }
}

/// What is left out because it is as in an older revision.
#[derive(serde::Serialize)]
pub(super) struct SinceObject<'a> {
    revision: &'a str,
    left_out: Vec<LeftOutObject<'a>>,
}

#[derive(serde::Serialize)]
struct LeftOutObject<'a> {
    file: &'a str,
    name: &'a str,
}

#[derive(serde::Serialize)]
pub(super) struct AssumptionObject<'a> {
    kind: &'static str,
    member: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<&'a str>,
    file: &'a str,
    start: PositionObject,
}

#[derive(serde::Deserialize, serde::Serialize)]
pub(super) struct Summary {
    pub verified: usize,
    pub failed: usize,
    pub unknown: usize,
    pub refused: usize,
    pub without_contract: usize,
    pub time_ms: f64,
}

#[derive(serde::Serialize)]
pub(super) struct MemberObject<'a> {
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
pub(super) struct DiagnosticObject<'a> {
    code: &'static str,
    reason: Option<&'static str>,
    severity: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Value>,
    file: &'a str,
    start: PositionObject,
    end: PositionObject,
    member: Option<&'a str>,
    paths: usize,
    related: Vec<Related<'a>>,
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<ReplayObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<CounterexampleObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<HintObject<'a>>,
    trace: Vec<StepObject<'a>>,
}

#[derive(serde::Serialize)]
pub(super) struct ReplayObject<'a> {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreached: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    held: bool,
}

#[derive(serde::Serialize)]
struct CounterexampleObject<'a> {
    input: Store<'a>,
    values: Store<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forgotten: Option<Related<'a>>,
}

#[derive(serde::Serialize)]
struct HintObject<'a> {
    message: &'a str,
    edits: Vec<EditObject<'a>>,
}

#[derive(serde::Serialize)]
struct EditObject<'a> {
    file: &'a str,
    start: PositionObject,
    end: PositionObject,
    text: &'a str,
}

#[derive(serde::Serialize)]
struct Related<'a> {
    message: String,
    file: &'a str,
    start: PositionObject,
    end: PositionObject,
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
struct PositionObject {
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

fn run<'a>(report: Verification<'a>, is_brief: &'a dyn Fn() -> bool) -> RunObject<'a> {
    RunObject {
        version: VERSION,
        members: Members(report, is_brief),
        diagnostics: Diagnostics(report, is_brief),
        summary: summary(report),
        assumed: assumed(report),
        since: report.left_out.map(since),
        shard: shard::object(report),
        incomplete: incomplete(report),
        error: report.end.failure,
    }
}

pub(super) fn since(left_out: &LeftOut) -> SinceObject<'_> {
    let members = left_out.members.iter();
    SinceObject {
        revision: &left_out.revision,
        left_out: members
            .map(|member| LeftOutObject {
                file: &member.file,
                name: &member.name,
            })
            .collect(),
    }
}

/// Why not all members were verified, if the run ended early.
pub(super) fn incomplete(report: Verification<'_>) -> Option<String> {
    report.end.early.map(|why| why.text().into_owned())
}

pub(super) fn summary(report: Verification<'_>) -> Summary {
    let counts = report.counts();
    Summary {
        verified: counts.verified,
        failed: counts.failed,
        unknown: report
            .files
            .iter()
            .flat_map(|f| &f.members)
            .filter(|m| status(m.status) == "unknown")
            .count(),
        refused: counts.refused + counts.refused_files,
        without_contract: counts.bare,
        time_ms: milliseconds(report.time),
    }
}

pub(super) fn assumed(report: Verification<'_>) -> AssumedObject<AssumptionObject<'_>> {
    let assumed = report.assumed();
    let all = assumed.all().iter();
    AssumedObject::of(all.map(|a| (a.kind, assumption(report, *a))).collect())
}

fn assumption<'a>(report: Verification<'a>, assumption: Assumption<'a>) -> AssumptionObject<'a> {
    let sources = report.sources;
    AssumptionObject {
        kind: assumption.kind.name(),
        member: assumption.member,
        library: assumption.library,
        file: sources.file(assumption.span.file).name(),
        start: place(sources.start(assumption.span)),
    }
}

pub(super) fn member<'a>(
    report: Verification<'a>,
    file: &'a str,
    outcome: &'a MemberOutcome,
    is_brief: bool,
) -> MemberObject<'a> {
    let Verification {
        sources, detail, ..
    } = report;
    let traces = outcome.traces.iter().filter(|_| !is_brief);
    let traces = traces.map(|trace| steps(sources, trace)).collect();
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

fn stats(stats: &Stats) -> StatsObject {
    StatsObject {
        builtin: stats.builtin,
        z3_checks: stats.z3_checks,
        rlimit: stats.rlimit,
        chunks: stats.chunks,
    }
}

pub(super) fn diagnostic<'a>(
    report: Verification<'a>,
    diagnostic: &'a Diagnostic,
    is_brief: bool,
) -> DiagnosticObject<'a> {
    let Verification {
        sources, detail, ..
    } = report;
    let (start, end) = places(sources, diagnostic.span);
    let trace = diagnostic
        .trace
        .as_ref()
        .filter(|_| detail.trace != TraceMode::Off && !is_brief);
    DiagnosticObject {
        code: diagnostic.code.name(),
        reason: diagnostic.reason.map(|reason| reason.name()),
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: diagnostic.message(),
        failure: diagnostic.what.failure().map(failure::object),
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
        notes: diagnostic.note_texts(),
        replay: diagnostic.counterexample.as_ref().map(replay),
        counterexample: diagnostic
            .counterexample
            .as_ref()
            .map(|found| counterexample(sources, found)),
        hint: diagnostic.hint.as_ref().map(|found| hint(sources, found)),
        trace: trace.map(|trace| steps(sources, trace)).unwrap_or_default(),
    }
}

/// What runs showed.
pub(super) fn replay(found: &Counterexample) -> ReplayObject<'_> {
    let history = found.history.as_ref();
    ReplayObject {
        verdict: found.replay.name(),
        history: history.and_then(History::statements),
        unreached: match history {
            Some(History::Unreached(tried) | History::Held(tried)) => Some(*tried),
            Some(History::Main(_) | History::Made(_)) | None => None,
        },
        held: matches!(history, Some(History::Held(_))),
    }
}

fn counterexample<'a>(
    sources: &'a SourceMap,
    counterexample: &'a Counterexample,
) -> CounterexampleObject<'a> {
    let forgotten = counterexample.forgotten.as_ref();
    CounterexampleObject {
        forgotten: forgotten.map(|label| related(sources, label)),
        input: Store(&counterexample.input),
        values: Store(&counterexample.values),
        why: match &counterexample.replay {
            Replay::Confirmed => None,
            Replay::NotConfirmed(why) | Replay::NotTried(why) => Some(why),
        },
    }
}

fn hint<'a>(sources: &'a SourceMap, hint: &'a Hint) -> HintObject<'a> {
    let edits = hint.edits.iter().map(|edit| {
        let (start, end) = places(sources, edit.span);
        EditObject {
            file: sources.file(edit.span.file).name(),
            start,
            end,
            text: &edit.text,
        }
    });
    HintObject {
        message: &hint.message,
        edits: edits.collect(),
    }
}

fn related<'a>(sources: &'a SourceMap, label: &'a Label) -> Related<'a> {
    let (start, end) = places(sources, label.span);
    Related {
        message: label.message(),
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
fn places(sources: &SourceMap, span: Span) -> (PositionObject, PositionObject) {
    (place(sources.start(span)), place(sources.end(span)))
}

fn place(at: Position) -> PositionObject {
    PositionObject {
        line: at.line,
        column: at.column,
    }
}

/// Milliseconds, rounded to three decimals.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1000.0
}
