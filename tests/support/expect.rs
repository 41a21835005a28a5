//! Expectations in programs: `//~ CODE` or `//~ construct:reason` at the end of a line
//! expects a diagnostic with its primary span on this line. Expectations and
//! diagnostics must match one to one.

use super::Program;
use veriframe::{Code, Diagnostic, Exit, FileReport, MemberOutcome, Severity, SourceMap, Status};

/// One expected diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The line, from 1.
    pub line: usize,
    /// Its code.
    pub code: Code,
    /// Its reason; `None` matches any.
    pub reason: Option<Code>,
}

impl Mark {
    /// Its text in the program.
    pub fn text(&self) -> String {
        match self.reason {
            Some(reason) => format!("{}:{}", self.code.name(), reason.name()),
            None => self.code.name().to_owned(),
        }
    }

    /// Whether it expects an error, not only a warning.
    pub fn is_error(&self) -> bool {
        !matches!(self.code, Code::Assume | Code::IgnoredContract)
    }

    fn matches(&self, line: usize, diagnostic: &Diagnostic) -> bool {
        let reason_fits = self.reason.is_none() || self.reason == diagnostic.reason;
        self.line == line && self.code == diagnostic.code && reason_fits
    }
}

/// The marks of a program.
pub fn marks(program: &Program) -> Result<Vec<Mark>, String> {
    let mut marks = Vec::new();
    for (at, text) in program.text.lines().enumerate() {
        for word in text.split("//~").skip(1).map(str::trim) {
            let line = at + 1;
            let bad = || {
                format!(
                    "{}:{line}: `//~ {word}` names no diagnostic code",
                    program.name
                )
            };
            let (code, reason) = match word.split_once(':') {
                Some((code, reason)) => (code, Some(Code::from_name(reason).ok_or_else(bad)?)),
                None => (word, None),
            };
            marks.push(Mark {
                line,
                code: Code::from_name(code).ok_or_else(bad)?,
                reason,
            });
        }
    }
    Ok(marks)
}

/// Compares a program's outcome with its expectations. The message lists missing and
/// unexpected diagnostics, and verdicts that contradict them.
pub fn compare(
    program: &Program,
    marks: &[Mark],
    sources: &SourceMap,
    report: &FileReport,
) -> Result<(), String> {
    let mut lines = differences(program, marks, sources, report);
    lines.extend(report.members.iter().filter_map(contradiction));
    let errors_expected = marks.iter().any(Mark::is_error);
    let exit = Exit::of(report);
    if lines.is_empty() && !errors_expected && exit != Exit::Verified {
        lines.push(format!(
            "no error is expected, but the exit code is {}",
            exit.code()
        ));
        lines.extend(
            report
                .members
                .iter()
                .filter_map(|m| Some(format!("{}: {}", m.name, m.why_not_verified.as_ref()?))),
        );
    }
    if lines.is_empty() {
        Ok(())
    } else {
        Err(format!("{}\n  {}", program.name, lines.join("\n  ")))
    }
}

/// Expectations without a diagnostic and diagnostics without an expectation, by line.
fn differences(
    program: &Program,
    marks: &[Mark],
    sources: &SourceMap,
    report: &FileReport,
) -> Vec<String> {
    let mut found: Vec<(usize, &Diagnostic)> = report
        .all_diagnostics()
        .map(|d| (sources.start(d.span).line, d))
        .collect();
    let mut missing: Vec<&Mark> = marks.iter().collect();
    // Expectations with a reason match first, because the others match anything.
    missing.sort_by_key(|mark| mark.reason.is_none());
    missing.retain(
        |mark| match found.iter().position(|(line, d)| mark.matches(*line, d)) {
            Some(at) => {
                found.remove(at);
                false
            }
            None => true,
        },
    );
    let source = |line: usize| {
        program
            .text
            .lines()
            .nth(line - 1)
            .unwrap_or("")
            .trim()
            .to_owned()
    };
    let mut lines: Vec<(usize, String)> = missing
        .iter()
        .map(|mark| {
            (
                mark.line,
                format!(
                    "line {}: missing: {}\n      {}",
                    mark.line,
                    mark.text(),
                    source(mark.line)
                ),
            )
        })
        .collect();
    lines.extend(found.iter().map(|(line, d)| {
        let text = format!(
            "line {line}: not expected: {}: {}\n      {}",
            d.full_code(),
            d.message(),
            source(*line)
        );
        (*line, text)
    }));
    lines.sort();
    lines.into_iter().map(|(_, text)| text).collect()
}

/// A contradiction between a member's verdict and its diagnostics, if any.
fn contradiction(member: &MemberOutcome) -> Option<String> {
    let errors = |want: fn(&Diagnostic) -> bool| {
        member
            .diagnostics
            .iter()
            .any(|d| d.severity == Severity::Error && want(d))
    };
    let real = errors(|d| d.code != Code::Unknown && d.code != Code::Internal);
    let fits = match member.status {
        Status::Verified => !errors(|_| true),
        Status::Failed => real,
        Status::Unknown => {
            !real && (errors(|d| d.code == Code::Unknown) || member.why_not_verified.is_some())
        }
        Status::Refused => member.diagnostics.is_empty(),
        Status::Internal => errors(|d| d.code == Code::Internal),
    };
    (!fits).then(|| {
        format!(
            "{} is {:?}, which its diagnostics contradict",
            member.name, member.status
        )
    })
}
