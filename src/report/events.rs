//! The events of a run as JSON, one object a line, written while it runs: the format of
//! `docs/veriframe-events.schema.json`. The objects in it are those of [`super::json`].

use super::json;
use super::verification::{Detail, End, Verification};
use crate::driver::{Exit, FileReport};
use crate::source::SourceMap;
use crate::verify::outcome::MemberOutcome;
use std::io::{self, Write};
use std::time::Duration;

#[derive(serde::Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    Started {
        version: u32,
        members: usize,
    },
    Member {
        member: json::MemberObject<'a>,
        diagnostics: Vec<json::DiagnosticObject<'a>>,
    },
    File {
        file: &'a str,
        diagnostics: Vec<json::DiagnosticObject<'a>>,
    },
    Summary {
        summary: json::Summary,
        assumed: json::AssumedObject<json::AssumptionObject<'a>>,
        exit_code: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        since: Option<json::SinceObject<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        incomplete: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<&'a str>,
    },
}

/// Writes that the verification of this many members begins.
///
/// # Errors
/// If `out` cannot be written.
pub fn started(out: &mut dyn Write, members: usize) -> io::Result<()> {
    let version = json::VERSION;
    line(out, &Event::Started { version, members })
}

/// Writes the outcome of a member, with its diagnostics.
///
/// # Errors
/// If `out` cannot be written.
pub fn member(
    out: &mut dyn Write,
    sources: &SourceMap,
    outcome: &MemberOutcome,
    detail: Detail,
) -> io::Result<()> {
    let about = about(sources, detail);
    let file = sources.file(outcome.span.file).name();
    let diagnostics = outcome.diagnostics.iter();
    let event = Event::Member {
        member: json::member(about, file, outcome, false),
        diagnostics: diagnostics
            .map(|d| json::diagnostic(about, d, false))
            .collect(),
    };
    line(out, &event)
}

/// Writes that all members of a file have been reported, with the diagnostics of the front end.
///
/// # Errors
/// If `out` cannot be written.
pub fn file(
    out: &mut dyn Write,
    sources: &SourceMap,
    report: &FileReport,
    detail: Detail,
) -> io::Result<()> {
    let about = about(sources, detail);
    let diagnostics = report.diagnostics.iter();
    let event = Event::File {
        file: sources.file(report.file).name(),
        diagnostics: diagnostics
            .map(|d| json::diagnostic(about, d, false))
            .collect(),
    };
    line(out, &event)
}

/// Writes the last event: the counts, what was assumed, what was left out, and how the run ended.
///
/// # Errors
/// If `out` cannot be written.
pub fn summary(out: &mut dyn Write, verification: Verification<'_>) -> io::Result<()> {
    let event = Event::Summary {
        summary: json::summary(verification),
        assumed: json::assumed(verification),
        exit_code: verification.end.exit.code(),
        since: verification.left_out.map(json::since),
        incomplete: json::incomplete(verification),
        error: verification.end.failure,
    };
    line(out, &event)
}

/// What the objects of an event need to know of a run.
fn about(sources: &SourceMap, detail: Detail) -> Verification<'_> {
    Verification {
        sources,
        files: &[],
        time: Duration::ZERO,
        end: End::regular(Exit::Verified),
        detail,
        shard: None,
        left_out: None,
        further: None,
    }
}

/// Writes an event at once, so that a reader sees it while the run goes on.
fn line(out: &mut dyn Write, event: &Event<'_>) -> io::Result<()> {
    let mut text = serde_json::to_vec(event)?;
    text.push(b'\n');
    out.write_all(&text)?;
    out.flush()
}
