//! Text reports: diagnostics with source lines, the states of paths, one line per file,
//! and a summary.

use super::text::{duration, plural};
use super::{snippet, states, table};
use crate::diagnostics::Diagnostic;
use crate::driver::{Counts, FileReport};
use crate::source::SourceMap;
use crate::trace::Trace;
use crate::verify::outcome::{MemberOutcome, Stats, Status, TraceMode};
use codespan_reporting::term::termcolor::{Buffer, Color, ColorSpec, WriteColor};
use std::io::{self, Write};
use std::time::Duration;

/// The contents and format of a text report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether to use terminal colours.
    pub color: bool,
    /// The paths to show with their states.
    pub trace: TraceMode,
    /// Whether to show complete states instead of differences.
    pub full: bool,
    /// Whether to show statistics per member.
    pub stats: bool,
    /// The width of the terminal that the report is written to, if it is one.
    pub width: Option<usize>,
}

/// The report on one file.
#[must_use]
pub fn file(sources: &SourceMap, report: &FileReport, style: Style) -> String {
    rendered(style, |out| write_file(out, sources, report, style))
}

/// One diagnostic, with source lines.
#[must_use]
pub fn diagnostic(sources: &SourceMap, diagnostic: &Diagnostic, style: Style) -> String {
    rendered(style, |out| {
        snippet::write(out, sources, diagnostic, style.width)
    })
}

/// The last line of a run: counts of members by verdict, and the time.
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
            write!(out, ", {} refused", counts.refused)?;
        }
        match counts.refused_files {
            0 => {}
            1 => write!(out, ", 1 file with errors")?,
            n => write!(out, ", {n} files with errors")?,
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

/// The statistics of a run, one row per file, with totals.
#[must_use]
pub fn totals(files: &[(String, Stats)]) -> String {
    table::of_files(files)
}

/// Runs a writer on a memory buffer, with or without colours.
fn rendered(style: Style, write: impl FnOnce(&mut Buffer) -> io::Result<()>) -> String {
    let mut buffer = if style.color {
        Buffer::ansi()
    } else {
        Buffer::no_color()
    };
    match write(&mut buffer) {
        Ok(()) => String::from_utf8_lossy(buffer.as_slice()).into_owned(),
        // Writing to memory does not fail; if it does, the error replaces the text.
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
        snippet::write(out, sources, diagnostic, style.width)?;
    }
    for member in &report.members {
        for diagnostic in &member.diagnostics {
            snippet::write(out, sources, diagnostic, style.width)?;
            write_failing_path(out, sources, member, diagnostic, style)?;
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

/// The states of the failing path of a diagnostic; only the number of the path if all
/// paths are shown anyway.
fn write_failing_path(
    out: &mut Buffer,
    sources: &SourceMap,
    member: &MemberOutcome,
    diagnostic: &Diagnostic,
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

/// One line per file, and one per unknown member.
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
    let refused = report.members.iter();
    let refused = refused.filter(|m| m.status == Status::Refused).count();
    write!(
        out,
        "{name}: {} verified",
        plural(counts.verified, "member")
    )?;
    for (count, status, word) in [
        (counts.failed, Status::Failed, "failed"),
        (counts.unknown, Status::Unknown, "unknown"),
        (refused, Status::Refused, "refused"),
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
        if let Some(why) = &member.why_not_verified
            && member.status != Status::Refused
        {
            writeln!(out, "  {} is unknown: {why}", member.name)?;
        }
    }
    let mut refused = report.members.iter();
    let whole = refused.find(|m| m.status == Status::Refused && m.why_not_verified.is_some());
    if let Some(why) = whole.and_then(|member| member.why_not_verified.as_ref()) {
        writeln!(out, "  all members of the file are refused: {why}")?;
    }
    Ok(())
}

/// The names of the members with a status, at most five.
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
