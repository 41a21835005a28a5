//! Text reports: diagnostics with source lines, the states of paths, one line per file,
//! and a summary.

use super::assumed::AssumptionKind;
use super::causes::by_cause;
use super::painted::Painted;
use super::text::{duration, plural};
use super::verification::{Verification, verdicts};
use super::{further, overview, snippet, states, table};
use crate::diagnostics::Diagnostic;
use crate::driver::{Counts, FileReport};
use crate::source::SourceMap;
use crate::stop::StopReason;
use crate::trace::Trace;
use crate::verify::outcome::{MemberOutcome, Stats, Status, TraceMode};
use crate::visible::on_one_line;
use codespan_reporting::term::termcolor::{Color, ColorSpec, WriteColor};
use std::io::{self, Write};
use std::time::Duration;

/// How much a text report says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verbosity {
    /// Diagnostics alone.
    Quiet,
    /// Besides, a line for each file in which not all members are verified, and a summary.
    /// Members that are unknown because the run ended are counted.
    Normal,
    /// A line for each file, each member that is unknown, and all that is assumed.
    #[default]
    Verbose,
}

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
    /// How much is said.
    pub verbosity: Verbosity,
    /// Whether failures are shown by kinds, at the end, and not one by one.
    pub by_kinds: bool,
    /// The width of the terminal that the report is written to, if it is one.
    pub width: Option<usize>,
}

/// The report on one file.
#[must_use]
pub fn file(sources: &SourceMap, report: &FileReport, style: Style) -> String {
    let mut text = Vec::new();
    let report = Report {
        sources,
        file: report,
    };
    match write(&mut text, report, style, &|| false) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) => not_rendered(&error),
    }
}

/// Writes the report on one file as [`file`] makes it, one member after the other. Once `is_brief`
/// says so, source lines and the paths with their states are left out: they are most of a large
/// report, and without them it soon ends.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut dyn Write,
    report: Report<'_>,
    style: Style,
    is_brief: &dyn Fn() -> bool,
) -> io::Result<()> {
    let mut buffer = buffer(style);
    let file = report.file;
    for diagnostic in &file.diagnostics {
        write_diagnostic(&mut buffer, report, diagnostic, style, is_brief())?;
        pass_on(&mut buffer, out, CHUNK)?;
    }
    for member in &file.members {
        let shown = match style.verbosity {
            Verbosity::Normal | Verbosity::Quiet if style.trace == TraceMode::Off => {
                by_cause(report.sources, member)
            }
            Verbosity::Normal | Verbosity::Quiet | Verbosity::Verbose => member.diagnostics.clone(),
        };
        for diagnostic in &shown {
            let is_brief = is_brief();
            write_diagnostic(&mut buffer, report, diagnostic, style, is_brief)?;
            if !is_brief {
                write_failing_path(&mut buffer, report.sources, member, diagnostic, style)?;
            }
            pass_on(&mut buffer, out, CHUNK)?;
        }
    }
    if style.trace == TraceMode::All {
        for member in &file.members {
            if is_brief() {
                break;
            }
            write_paths(&mut buffer, report.sources, member, style)?;
            pass_on(&mut buffer, out, CHUNK)?;
        }
    }
    write_end(&mut buffer, report, style)?;
    pass_on(&mut buffer, out, 0)
}

/// What the report on a file is about.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The files that its spans refer to.
    pub sources: &'a SourceMap,
    /// The results.
    pub file: &'a FileReport,
}

/// How many bytes are written at once.
const CHUNK: usize = 1 << 16;

/// Writes what has been rendered, if it is at least this much.
fn pass_on(buffer: &mut Painted, out: &mut dyn Write, least: usize) -> io::Result<()> {
    if buffer.len() >= least {
        out.write_all(buffer.as_slice())?;
        buffer.clear();
    }
    Ok(())
}

/// Writes a diagnostic, in brief without source lines.
fn write_diagnostic(
    out: &mut Painted,
    report: Report<'_>,
    diagnostic: &Diagnostic,
    style: Style,
    is_brief: bool,
) -> io::Result<()> {
    if is_brief {
        snippet::write_plain(out, report.sources, diagnostic, style.width)
    } else {
        snippet::write(out, report.sources, diagnostic, style.width)
    }
}

/// One diagnostic, with source lines.
#[must_use]
pub fn diagnostic(sources: &SourceMap, diagnostic: &Diagnostic, style: Style) -> String {
    rendered(style, |out| {
        snippet::write(out, sources, diagnostic, style.width)
    })
}

/// The end of a report on a run: statistics, counts of members by verdict, and what was assumed.
#[must_use]
pub fn end(verification: Verification<'_>, style: Style) -> String {
    if style.verbosity == Verbosity::Quiet {
        return String::new();
    }
    let further = verification.further.filter(|_| !style.by_kinds);
    let mut text = match further {
        Some(further) => rendered(style, |out| further::write(out, verification, further)),
        None if style.by_kinds => rendered(style, |out| overview::write(out, verification)),
        None => String::new(),
    };
    if style.stats && verification.files.len() > 1 {
        let name = |report: &FileReport| {
            verification
                .sources
                .file(report.file)
                .shown_name()
                .into_owned()
        };
        let files = verification.files.iter();
        let rows: Vec<_> = files.map(|r| (name(r), r.stats())).collect();
        text += &format!("{}\n", totals(&rows));
    }
    text += &summary(verification.counts(), verification.time, style);
    if !style.by_kinds {
        text += &recursive(verification);
    }
    if let Some(left_out) = verification.left_out {
        let members = plural(left_out.members.len(), "member");
        let revision = &left_out.revision;
        text += &format!(
            "left out {members} whose results cannot differ from those in {revision}{}\n",
            match style.verbosity {
                Verbosity::Normal if !left_out.members.is_empty() => "; -v lists them",
                _ => "",
            }
        );
        if style.verbosity == Verbosity::Verbose {
            for member in &left_out.members {
                text += &format!(
                    "  left out: {}: {}\n",
                    on_one_line(&member.file),
                    member.name
                );
            }
        }
    }
    if let Some(plan) = verification.shard {
        let members = verification.files.iter().map(|file| file.members.len());
        let (own, all) = (members.sum::<usize>(), plural(plan.total, "member"));
        text += &format!(
            "shard {}: {own} of {all}; veriframe merge joins the JSON results\n",
            plan.shard
        );
    }
    let members = verification.files.iter().flat_map(|file| &file.members);
    let unfinished = members.filter(|member| is_unfinished(member)).count();
    if style.verbosity == Verbosity::Normal
        && let Some(why) = verification.end.early
        && unfinished > 0
    {
        let (members, why) = (plural(unfinished, "member"), why.text());
        text += &format!("{members} unknown because the run ended ({why}); -v lists them\n");
    }
    let assumed = verification.assumed();
    match assumed.count(AssumptionKind::Assume) {
        0 => {}
        1 => text += "1 condition is assumed without proof\n",
        n => text += &format!("{n} conditions are assumed without proof\n"),
    }
    match assumed.count(AssumptionKind::Library) {
        0 => {}
        1 => text += "the contract of 1 library member is assumed\n",
        n => text += &format!("the contracts of {n} library members are assumed\n"),
    }
    match assumed.count(AssumptionKind::UncontractedLibrary) {
        0 => {}
        1 => text += "of 1 library member there is no contract: its result is any value\n",
        n => {
            text += &format!(
                "of {n} library members there is no contract: their results are any values\n"
            );
        }
    }
    if style.verbosity == Verbosity::Verbose {
        for assumption in assumed.all() {
            let (name, line) = (
                verification.sources.file(assumption.span.file).shown_name(),
                verification.sources.start(assumption.span).line,
            );
            text += &format!("  assumed: {name}:{line}: {}\n", assumption.text());
        }
    }
    text
}

/// The last line of a run: counts of members by verdict, and the time.
#[must_use]
pub fn summary(counts: Counts, time: Duration, style: Style) -> String {
    rendered(style, |out| {
        let good = counts
            == Counts {
                verified: counts.verified,
                bare: counts.bare,
                recursive: counts.recursive,
                ..Counts::default()
            };
        let color = if good { Color::Green } else { Color::Red };
        out.set_color(ColorSpec::new().set_bold(true).set_fg(Some(color)))?;
        write!(out, "{}", verdicts(counts))?;
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
            0 => {}
            1 => writeln!(
                out,
                "1 member has no contract: it promises nothing to its callers"
            )?,
            n => writeln!(
                out,
                "{n} members have no contract: they promise nothing to their callers"
            )?,
        }
        Ok(())
    })
}

/// How many methods that nothing shows to end are named.
const NAMED: usize = 3;

/// The methods that can call themselves, and nothing shows that this ends; empty if there are none.
fn recursive(verification: Verification<'_>) -> String {
    let members = verification.files.iter().flat_map(|file| &file.members);
    let all = members.filter(|member| member.might_recur_for_ever);
    let names: Vec<String> = all.map(|member| format!("`{}`", member.name)).collect();
    let why = "and nothing shows that this ends";
    match names.as_slice() {
        [] => String::new(),
        [one] => format!("1 method can call itself, {why}: {one} has no `decreases`\n"),
        all => {
            let (named, others) = all.split_at(all.len().min(NAMED));
            let named = match (named, others.len()) {
                ([first @ .., last], 0) => format!("{} and {last}", first.join(", ")),
                (named, more) => format!("{} and {more} more", named.join(", ")),
            };
            let count = all.len();
            format!("{count} methods can call themselves, {why}: {named} have no `decreases`\n")
        }
    }
}

/// The statistics of a run, one row per file, with totals.
#[must_use]
pub fn totals(files: &[(String, Stats)]) -> String {
    table::of_files(files)
}

/// Runs a writer on a memory buffer, with or without colours.
fn rendered(style: Style, write: impl FnOnce(&mut Painted) -> io::Result<()>) -> String {
    let mut buffer = buffer(style);
    match write(&mut buffer) {
        Ok(()) => String::from_utf8_lossy(buffer.as_slice()).into_owned(),
        Err(error) => not_rendered(&error),
    }
}

/// An empty text, with or without colours.
fn buffer(style: Style) -> Painted {
    Painted::new(style.color)
}

/// Writing to memory does not fail; if it does, the error replaces the text.
fn not_rendered(error: &io::Error) -> String {
    format!("the report could not be written: {error}\n")
}

/// Whether a member is unknown only because the run ended.
fn is_unfinished(member: &MemberOutcome) -> bool {
    let why = member.why_not_verified.as_deref();
    let ends = [
        StopReason::Requested,
        StopReason::TimedOut,
        StopReason::Failed,
    ];
    member.status == Status::Unknown && ends.iter().any(|end| why == Some(&*end.text()))
}

/// Whether the line of a file is left out: it would say only what the summary says.
fn is_left_out(report: &FileReport, style: Style) -> bool {
    let is_plain = |m: &MemberOutcome| m.status == Status::Verified || is_unfinished(m);
    let is_plain = report.front_end_errors() == 0 && report.members.iter().all(is_plain);
    match style.verbosity {
        Verbosity::Quiet => true,
        Verbosity::Normal => is_plain && !style.stats,
        Verbosity::Verbose => false,
    }
}

/// The verdicts and statistics of a file.
fn write_end(out: &mut Painted, report: Report<'_>, style: Style) -> io::Result<()> {
    let name = &*report.sources.file(report.file.file).shown_name();
    let report = report.file;
    if is_left_out(report, style) {
        return Ok(());
    }
    write_verdict(out, name, report, style)?;
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
    out: &mut Painted,
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

/// All paths of a member, with their states.
fn write_paths(
    out: &mut Painted,
    sources: &SourceMap,
    member: &MemberOutcome,
    style: Style,
) -> io::Result<()> {
    for (at, trace) in member.traces.iter().enumerate() {
        let heading = format!("{}, path {}", member.name, at + 1);
        write_path(out, sources, &heading, trace, style)?;
    }
    Ok(())
}

fn write_path(
    out: &mut Painted,
    sources: &SourceMap,
    heading: &str,
    trace: &Trace,
    style: Style,
) -> io::Result<()> {
    states::write_heading(out, heading)?;
    writeln!(out)?;
    states::write(out, sources, trace, style.full)
}

/// One line per file, and one per unknown member.
fn write_verdict(
    out: &mut Painted,
    name: &str,
    report: &FileReport,
    style: Style,
) -> io::Result<()> {
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
            && (style.verbosity == Verbosity::Verbose || !is_unfinished(member))
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
