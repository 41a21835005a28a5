//! Results as text for people: diagnostics with their source, the states of
//! paths, one line a file, and a summary.

use super::{Counts, FileReport, duration, plural, snippet, states, table};
use crate::diagnostics::Diagnostic;
use crate::source::SourceMap;
use crate::trace::Trace;
use crate::verify::outcome::{MemberOutcome, Stats, Status, TraceMode};
use codespan_reporting::term::termcolor::{Buffer, Color, ColorSpec, WriteColor};
use std::io::{self, Write};
use std::time::Duration;

/// What is shown, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether to use a terminal's colours.
    pub color: bool,
    /// Which paths are shown with their states.
    pub trace: TraceMode,
    /// Whole states, not differences.
    pub full: bool,
    /// A table of what each member took.
    pub stats: bool,
}

/// Everything there is to say about one file.
#[must_use]
pub fn file(sources: &SourceMap, report: &FileReport, style: Style) -> String {
    rendered(style, |out| write_file(out, sources, report, style))
}

/// The last line of a run: how many members came out how, and how long it took.
#[must_use]
pub fn summary(counts: Counts, time: Duration, style: Style) -> String {
    rendered(style, |out| {
        let good = counts
            == Counts {
                verified: counts.verified,
                bare: counts.bare,
                ..Counts::default()
            };
        let color = if good { Color::Green } else { Color::Red };
        out.set_color(ColorSpec::new().set_bold(true).set_fg(Some(color)))?;
        let verified = plural(counts.verified, "member");
        write!(
            out,
            "verified {verified}, {} failed, {} unknown",
            counts.failed, counts.unknown
        )?;
        if counts.refused > 0 {
            write!(out, ", {} refused", plural(counts.refused, "file"))?;
        }
        if counts.internal > 0 {
            write!(out, ", {}", plural(counts.internal, "internal error"))?;
        }
        write!(out, ", in {}", duration(time))?;
        out.reset()?;
        writeln!(out)?;
        match counts.bare {
            0 => Ok(()),
            1 => writeln!(
                out,
                "1 member has no contract: it promises nothing to its callers"
            ),
            n => writeln!(
                out,
                "{n} members have no contract: they promise nothing to their callers"
            ),
        }
    })
}

/// What the files of a run took, one row a file, and their total.
#[must_use]
pub fn totals(files: &[(String, Stats)]) -> String {
    table::of_files(files)
}

/// Runs a writer on a buffer in memory, with or without colours.
fn rendered(style: Style, write: impl FnOnce(&mut Buffer) -> io::Result<()>) -> String {
    let mut buffer = if style.color {
        Buffer::ansi()
    } else {
        Buffer::no_color()
    };
    match write(&mut buffer) {
        Ok(()) => String::from_utf8_lossy(buffer.as_slice()).into_owned(),
        // A buffer in memory takes everything; should it not, say so where the text would be.
        Err(error) => format!("the report could not be written: {error}\n"),
    }
}

fn write_file(
    out: &mut Buffer,
    sources: &SourceMap,
    report: &FileReport,
    style: Style,
) -> io::Result<()> {
    for diagnostic in &report.diagnostics {
        snippet::write(out, sources, diagnostic)?;
    }
    for member in &report.members {
        for diagnostic in &member.diagnostics {
            snippet::write(out, sources, diagnostic)?;
            write_failing_path(out, sources, (member, diagnostic), style)?;
        }
    }
    if style.trace == TraceMode::All {
        write_all_paths(out, sources, &report.members, style)?;
    }
    write_verdict(out, sources.file(report.file).name(), report)?;
    if style.stats && !report.members.is_empty() {
        write!(out, "\n{}", table::of_file(report))?;
        match report.members.iter().filter(|m| m.from_cache).count() {
            0 => {}
            known => {
                let all = plural(report.members.len(), "member");
                writeln!(out, "  from the cache: {known} of {all}")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The states of the path on which a diagnostic was found; only its number
/// where all paths are shown anyway.
fn write_failing_path(
    out: &mut Buffer,
    sources: &SourceMap,
    (member, diagnostic): (&MemberOutcome, &Diagnostic),
    style: Style,
) -> io::Result<()> {
    let Some(trace) = diagnostic
        .trace
        .as_ref()
        .filter(|_| style.trace != TraceMode::Off)
    else {
        return Ok(());
    };
    let shown_below = style.trace == TraceMode::All;
    match member
        .traces
        .iter()
        .position(|path| path == trace)
        .filter(|_| shown_below)
    {
        Some(at) => writeln!(
            out,
            "It is found on path {} of `{}`, below.\n",
            at + 1,
            member.name
        ),
        None => write_path(
            out,
            sources,
            &format!("{}, failing path", member.name),
            trace,
            style,
        ),
    }
}

fn write_all_paths(
    out: &mut Buffer,
    sources: &SourceMap,
    members: &[MemberOutcome],
    style: Style,
) -> io::Result<()> {
    for member in members {
        for (at, trace) in member.traces.iter().enumerate() {
            write_path(
                out,
                sources,
                &format!("{}, path {}", member.name, at + 1),
                trace,
                style,
            )?;
        }
    }
    Ok(())
}

fn write_path(
    out: &mut Buffer,
    sources: &SourceMap,
    heading: &str,
    trace: &Trace,
    style: Style,
) -> io::Result<()> {
    out.set_color(ColorSpec::new().set_bold(true))?;
    write!(out, "{heading}")?;
    out.reset()?;
    writeln!(out, "\n")?;
    states::write(out, sources, trace, style.full)
}

/// One line for a file, and one more for each member that is unknown.
fn write_verdict(out: &mut Buffer, name: &str, report: &FileReport) -> io::Result<()> {
    let counts = report.counts();
    if report.members.is_empty() {
        return match report.front_end_errors() {
            0 => writeln!(out, "{name}: nothing to verify"),
            errors => writeln!(
                out,
                "{name}: not verified because of {}",
                plural(errors, "error")
            ),
        };
    }
    write!(
        out,
        "{name}: {} verified",
        plural(counts.verified, "member")
    )?;
    for (count, status, word) in [
        (counts.failed, Status::Failed, "failed"),
        (counts.unknown, Status::Unknown, "unknown"),
        (
            counts.internal,
            Status::Internal,
            "not verified because of an internal error",
        ),
    ] {
        if count > 0 {
            write!(out, ", {count} {word} ({})", names(&report.members, status))?;
        }
    }
    writeln!(out)?;
    for member in &report.members {
        if let Some(why) = &member.why_unknown {
            writeln!(out, "  {} is unknown: {why}", member.name)?;
        }
    }
    Ok(())
}

/// The names of the members that came out so, at most five of them.
fn names(members: &[MemberOutcome], status: Status) -> String {
    const SHOWN: usize = 5;
    let names: Vec<&str> = members
        .iter()
        .filter(|m| m.status == status)
        .map(|m| m.name.as_str())
        .collect();
    let shown: Vec<&str> = names.iter().take(SHOWN).copied().collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
