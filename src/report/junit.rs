//! JUnit XML, which every CI service shows: a suite for each file, a case for each member.

use super::concise::in_words;
use super::human::{self, Style};
use super::verification::Verification;
use crate::diagnostics::{Diagnostic, Severity};
use crate::driver::FileReport;
use crate::source::SourceMap;
use crate::verify::outcome::{MemberOutcome, Status};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

/// The name of the case that stands for a whole file, and of the suite for the whole run.
const WHOLE: &str = "veriframe";

/// Writes the report. Once `is_brief` says so, source lines are left out.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut dyn Write,
    verification: Verification<'_>,
    is_brief: &dyn Fn() -> bool,
) -> io::Result<()> {
    let mut report = Report::new(WHOLE);
    report.set_time(verification.time);
    let lists = assumed_by_file(verification);
    for file in verification.files {
        let mut suite = suite(verification.sources, file, is_brief);
        let list = lists.get(&file.file).into_iter().flatten();
        for text in list {
            suite.add_property(("assumed", text.as_str()));
        }
        report.add_test_suite(suite);
    }
    report.add_test_suite(of_run(verification));
    out.write_all(as_text(&report)?.as_bytes())
}

/// A report as XML.
///
/// # Errors
/// Only if quick-junit fails, for which there is no reason.
pub(super) fn as_text(report: &Report) -> io::Result<String> {
    let text = report.to_string().map_err(io::Error::other)?;
    // The schema does not know this attribute of the root, which quick-junit writes.
    Ok(text.replacen(" skipped=\"0\"", "", 1))
}

/// What was assumed, in words, by the file where it was.
fn assumed_by_file(verification: Verification<'_>) -> BTreeMap<crate::source::FileId, Vec<String>> {
    let mut lists: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for assumption in verification.assumed().all() {
        let line = verification.sources.start(assumption.span).line;
        let text = format!("line {line}: {}", assumption.text());
        lists.entry(assumption.span.file).or_default().push(text);
    }
    lists
}

/// The suite of a file.
fn suite(sources: &SourceMap, file: &FileReport, is_brief: &dyn Fn() -> bool) -> TestSuite {
    let name = sources.file(file.file).name();
    let mut suite = TestSuite::new(name);
    suite.set_time(file.stats().time);
    let texts = Texts {
        sources,
        is_brief: is_brief(),
    };
    if file.front_end_errors() > 0 {
        let errors = file.diagnostics.iter();
        let errors = errors.filter(|d| d.severity == Severity::Error);
        let status = texts.status(NonSuccessKind::Error, "refused", errors);
        suite.add_test_case(case(WHOLE, name, Duration::ZERO, status));
    }
    for member in &file.members {
        let time = member.stats.time;
        suite.add_test_case(case(&member.name, name, time, texts.of_member(member)));
    }
    suite
}

/// The suite of the whole run: how it ended, what was assumed, and what was left out.
fn of_run(verification: Verification<'_>) -> TestSuite {
    let end = verification.end;
    let mut status = TestCaseStatus::success();
    let why = end.failure.map(str::to_owned);
    if let Some(why) = why.or_else(|| Some(end.early?.text().into_owned())) {
        status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_type("incomplete").set_message(why);
    }
    let mut suite = TestSuite::new(WHOLE);
    suite.set_time(verification.time);
    suite.add_property(("exit-code", end.exit.code().to_string().as_str()));
    let totals = verification.assumed().totals();
    suite.add_property(("assumed", totals.as_deref().unwrap_or("nothing")));
    if let Some(left_out) = verification.left_out {
        suite.add_property(("since", left_out.revision.as_str()));
        for member in &left_out.members {
            let text = format!("{}: {}", member.file, member.name);
            suite.add_property(("left-out", text.as_str()));
        }
    }
    suite.add_test_case(case("run", WHOLE, verification.time, status));
    suite.set_system_out(in_words(verification.counts()));
    suite
}

fn case(name: &str, class: &str, time: Duration, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(class).set_time(time);
    case
}

/// How diagnostics become texts.
struct Texts<'a> {
    sources: &'a SourceMap,
    is_brief: bool,
}

impl Texts<'_> {
    fn of_member(&self, member: &MemberOutcome) -> TestCaseStatus {
        let errors = member.diagnostics.iter();
        let errors = errors.filter(|d| d.severity == Severity::Error);
        let (kind, type_) = match member.status {
            Status::Verified => return TestCaseStatus::success(),
            Status::Failed => (NonSuccessKind::Failure, None),
            Status::Unknown => (NonSuccessKind::Error, Some("unknown")),
            Status::Refused => (NonSuccessKind::Error, Some("refused")),
            Status::Internal => (NonSuccessKind::Error, Some("internal-error")),
        };
        let first = member
            .diagnostics
            .iter()
            .find(|d| d.severity == Severity::Error);
        let code = first.map_or_else(|| "unknown".to_owned(), Diagnostic::full_code);
        let mut status = self.status(kind, type_.unwrap_or(&code), errors);
        let why = member.why_not_verified.as_deref();
        if let (None, Some(why)) = (first, why.or(type_)) {
            status.set_message(why);
        }
        status
    }

    /// A case that fails with these errors: the first one as its message, all with source lines
    /// as its text.
    fn status<'d>(
        &self,
        kind: NonSuccessKind,
        type_: &str,
        errors: impl Iterator<Item = &'d Diagnostic> + Clone,
    ) -> TestCaseStatus {
        let mut status = TestCaseStatus::non_success(kind);
        status.set_type(type_);
        if let Some(first) = errors.clone().next() {
            status.set_message(first.message());
        }
        let texts = errors.map(|error| {
            if self.is_brief {
                format!("{}\n", error.message())
            } else {
                human::diagnostic(self.sources, error, Style::default())
            }
        });
        let text: String = texts.collect();
        if !text.is_empty() {
            status.set_description(text);
        }
        status
    }
}
