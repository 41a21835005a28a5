//! Annotations for GitHub Actions: workflow commands on standard output, which the runner shows
//! beside the lines of a change.

use super::concise::in_words;
use super::contracts::{Ruling, counts_in_words};
use super::counterexample;
use super::text::plural;
use super::verification::Verification;
use crate::diagnostics::{Diagnostic, Severity};
use crate::driver::ContractChanges;
use crate::source::{SourceMap, Span};
use crate::verify::outcome::{MemberOutcome, Status};
use std::io::{self, Write};

/// How many annotations of one kind the runner shows for a step; it drops the others silently.
const SHOWN: usize = 10;

/// Writes the annotations of a run, those that would not be shown as plain lines, and a summary.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut dyn Write, verification: Verification<'_>) -> io::Result<()> {
    write_all(out, verification.sources, &annotations(verification))?;
    let assumed = verification.assumed();
    if let Some(totals) = assumed.totals() {
        let list = assumed.all().iter().map(|assumption| {
            let place = place(verification.sources, assumption.span);
            format!("\n{place}: {}", assumption.text())
        });
        let text = format!("{totals}{}", list.collect::<String>());
        writeln!(out, "::notice title=assumed::{}", data(&text))?;
    }
    let summary = in_words(verification.counts());
    writeln!(out, "::notice title=veriframe::{}", data(&summary))
}

/// Writes the annotations of contracts that changed: an error for what is denied, a warning for what is
/// marked, and a summary. There is a ruling for each member.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_changes(
    out: &mut dyn Write,
    changes: &ContractChanges,
    rulings: &[Ruling],
) -> io::Result<()> {
    let members = changes.members.iter().zip(rulings);
    let found = members.filter_map(|(member, ruling)| {
        let (level, accepted) = match ruling {
            Ruling::Denied => (Level::Error, String::new()),
            Ruling::Warned => (Level::Warning, String::new()),
            // A change may have brought the entry, and is seen by those who review it.
            Ruling::Accepted(reason) => (Level::Warning, format!("\naccepted: {reason}")),
            Ruling::Allowed => return None,
        };
        let change = member.change.name();
        Some(Annotation {
            level,
            title: format!("contract {change}"),
            message: format!("{} {change}: {}{accepted}", member.member, member.why),
            span: Some(member.span),
        })
    });
    write_all(out, &changes.sources, &found.collect::<Vec<_>>())?;
    let counts = counts_in_words(changes);
    writeln!(out, "::notice title=contracts::{}", data(&counts))
}

/// Writes annotations, and those that would not be shown as plain lines.
fn write_all(out: &mut dyn Write, sources: &SourceMap, found: &[Annotation]) -> io::Result<()> {
    for level in [Level::Error, Level::Warning] {
        let of_level: Vec<&Annotation> = found.iter().filter(|a| a.level == level).collect();
        let (shown, rest) = of_level.split_at(of_level.len().min(SHOWN));
        for annotation in shown {
            writeln!(out, "{}", annotation.command(sources))?;
        }
        if !rest.is_empty() {
            let more = plural(rest.len(), &format!("more {}", level.name()));
            writeln!(out, "{more}, which GitHub does not show as annotations:")?;
        }
        for annotation in rest {
            writeln!(out, "  {}", annotation.line(sources))?;
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Error,
    Warning,
}

impl Level {
    fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
        }
    }
}

struct Annotation {
    level: Level,
    title: String,
    message: String,
    /// The place; `None` for the whole run.
    span: Option<Span>,
}

/// All annotations: those of the whole run, then those of its files in their order. Members that
/// are unknown because the run ended are only counted.
fn annotations(verification: Verification<'_>) -> Vec<Annotation> {
    let of_run = |message: String| Annotation {
        level: Level::Error,
        title: "incomplete run".to_owned(),
        message,
        span: None,
    };
    let mut found = Vec::new();
    found.extend(verification.end.failure.map(|why| of_run(why.to_owned())));
    found.extend(
        verification
            .end
            .early
            .map(|why| of_run(why.text().into_owned())),
    );
    for file in verification.files {
        found.extend(file.all_diagnostics().map(of_diagnostic));
        if verification.end.early.is_none() {
            found.extend(file.members.iter().filter_map(of_unknown));
        }
    }
    found
}

fn of_diagnostic(diagnostic: &Diagnostic) -> Annotation {
    let mut message = diagnostic.message();
    for note in counterexample::all_notes(diagnostic) {
        message += &format!("\n{note}");
    }
    Annotation {
        level: match diagnostic.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
        },
        title: diagnostic.full_code(),
        message,
        span: Some(diagnostic.span),
    }
}

/// The annotation of a member that is unknown without a diagnostic.
fn of_unknown(member: &MemberOutcome) -> Option<Annotation> {
    let is_told = member.status != Status::Unknown || !member.diagnostics.is_empty();
    let why = member.why_not_verified.as_ref().filter(|_| !is_told)?;
    Some(Annotation {
        level: Level::Error,
        title: "unknown".to_owned(),
        message: format!("`{}` is unknown: {why}", member.name),
        span: Some(member.span),
    })
}

impl Annotation {
    /// The workflow command.
    fn command(&self, sources: &SourceMap) -> String {
        let place = self.span.map(|span| properties(sources, span));
        let place = place.unwrap_or_default();
        let (level, title) = (self.level.name(), property(&self.title));
        format!("::{level} {place}title={title}::{}", data(&self.message))
    }

    /// A line of the log, which the runner must not take for a command.
    fn line(&self, sources: &SourceMap) -> String {
        let place = self.span.map(|span| place(sources, span));
        let message = self.message.lines().next().unwrap_or_default();
        let place = place.unwrap_or_default();
        let line = format!("{place}: {}: {message}", self.title).replace("##[", "## [");
        // A name that begins as a command does.
        match line.strip_prefix("::") {
            Some(rest) => format!("\\u{{3a}}:{rest}"),
            None => line,
        }
    }
}

/// The properties of a place, each with a comma. Columns are shown only within one line.
fn properties(sources: &SourceMap, span: Span) -> String {
    let (start, end) = (sources.start(span), sources.end(span));
    let name = sources.file(span.file).name();
    let file = property(name.strip_prefix("./").unwrap_or(name));
    let columns = if start.line == end.line && start.column < end.column {
        format!("col={},endColumn={},", start.column, end.column)
    } else {
        String::new()
    };
    format!(
        "file={file},line={},endLine={},{columns}",
        start.line, end.line
    )
}

fn place(sources: &SourceMap, span: Span) -> String {
    format!(
        "{}:{}",
        sources.file(span.file).shown_name(),
        sources.start(span).line
    )
}

/// A message, escaped as the runner demands.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property, escaped as the runner demands.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
