//! `veriframe test PATH…`: searches inputs with which members violate something.

use super::limits::{Ending, Limited};
use super::memory::Limit;
use super::programs::Programs;
use super::progress::Counting;
use super::verify::Format;
use super::{Failure, files, output_file, run};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use veriframe::report::human::{self, Style};
use veriframe::report::testing;
use veriframe::report::text::{counted, plural};
use veriframe::visible::{self, Kind};
use veriframe::{
    Diagnostic, Exit, FileCoverage, Loaded, RunRefusal, Stop, StopReason, TestFinding, TestMember,
    TestReport, TestRequest, find_z3,
};

/// A parsed command line.
#[derive(Clone, Debug)]
pub struct TestCommand {
    /// The programs.
    pub programs: Programs,
    /// What to test.
    pub test: TestRequest,
    /// The time for all members.
    pub timeout: Option<Duration>,
    /// The memory limit, if it is not the default.
    pub memory: Option<Limit>,
    /// The output format.
    pub format: Format,
    /// Whether the JSON output has the inputs of the search.
    pub tree: bool,
    /// The file that gets the coverage in the format of lcov.
    pub lcov: Option<PathBuf>,
    /// The folder that gets regression tests.
    pub out: Option<PathBuf>,
    /// Whether text is coloured.
    pub color: bool,
}

/// Tests members of the requested programs, and writes what is found to `out`. After a stop
/// request, it writes what was found until then.
///
/// # Errors
/// If an option or a path is wrong, if no usable Z3 is found, or if something cannot be written.
pub fn run(
    request: &TestCommand,
    asked_to_stop: Arc<AtomicBool>,
    out: &mut (dyn Write + Send),
) -> Result<Exit, Failure> {
    find_z3().map_err(|error| Failure::broken(error.to_string()))?;
    let programs = &request.programs;
    let inputs = || {
        let paths = [programs.paths.as_slice(), &programs.specs];
        files::read_by(&paths, &programs.exclude, &programs.class_path)
    };
    output_file::refuse_inputs(request.lcov.as_deref(), inputs)?;
    let limited = Limited::new(
        asked_to_stop,
        request.timeout,
        request.memory,
        Ending::Search,
    );
    let stop = limited.stop();
    let style = Style {
        color: request.color,
        ..Style::default()
    };
    let work = limited.run(|| {
        let loaded = request.programs.load()?;
        let progress = Counting::start();
        let tested = loaded.test(&request.test, stop, &|member, tally, found| {
            progress.update(member, tally.runs, found);
        });
        Ok((loaded, tested))
    });
    let (loaded, tested) = work?;
    let exit = match tested {
        Ok(report) => {
            let text = match request.format {
                Format::Human => human_text(&loaded, &report, stop, style),
                Format::Json => {
                    let rendered = testing::render(loaded.sources(), &report, request.tree);
                    rendered.map_err(|error| Failure::broken(error.to_string()))?
                }
            };
            // Results are written first: they are not lost if a file cannot be written.
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            written
                .map_err(|error| Failure::new(format!("the results cannot be written: {error}")))?;
            if let Some(path) = &request.lcov {
                write_lcov(path, &report.coverage)?;
            }
            if let Some(folder) = &request.out {
                write_regressions(folder, &report)?;
            }
            let exit = exit_of(&report, stop);
            match report.errors.as_slice() {
                [] => exit,
                errors => exit.max(run::not_well_formed(&loaded, errors, style)),
            }
        }
        Err(refusal) => {
            let entries = match &refusal {
                RunRefusal::Entry { entries, .. } => entries.as_slice(),
                RunRefusal::Errors(_) | RunRefusal::DependsOnErrors { .. } => &[],
            };
            let mut members = request.test.members.iter();
            let unknown = members.find(|name| !entries.contains(name));
            let unknown = unknown.map(String::as_str);
            run::refused(&loaded, refusal, unknown, style)?
        }
    };
    // The process ends after the run; dropping the programs would only delay that.
    std::mem::forget(loaded);
    Ok(exit)
}

fn exit_of(report: &TestReport, stop: &Stop) -> Exit {
    let has_violation = |member: &TestMember| !member.findings.is_empty();
    match report.members.iter().any(has_violation) {
        true => Exit::NotVerified,
        false if stop.reason() == Some(StopReason::Requested) => Exit::Stopped,
        false => Exit::Verified,
    }
}

fn write_lcov(path: &Path, files: &[FileCoverage]) -> Result<(), Failure> {
    let text: String = files.iter().map(FileCoverage::lcov).collect();
    let kind = Kind::Text { color: false };
    output_file::write_visible(path, &text, kind).map_err(|error| {
        let path = visible::path(path);
        Failure::new(format!("the file `{path}` cannot be written: {error}"))
    })
}

/// Writes regression tests.
fn write_regressions(folder: &Path, report: &TestReport) -> Result<(), Failure> {
    let unwritten = |error: io::Error| {
        let folder = visible::path(folder);
        Failure::new(format!("the folder `{folder}` cannot be written: {error}"))
    };
    fs::create_dir_all(folder).map_err(unwritten)?;
    let findings = report.members.iter().flat_map(|member| &member.findings);
    for regression in findings.filter_map(|finding| finding.regression.as_ref()) {
        let path = folder.join(&regression.file);
        if let Some(own) = path.parent() {
            fs::create_dir_all(own).map_err(unwritten)?;
        }
        fs::write(path, &regression.text).map_err(unwritten)?;
    }
    Ok(())
}

fn human_text(loaded: &Loaded, report: &TestReport, stop: &Stop, style: Style) -> String {
    let mut text = String::new();
    for member in &report.members {
        for finding in &member.findings {
            let diagnostic = with_input(member, finding);
            text += &human::diagnostic(loaded.sources(), &diagnostic, style);
        }
        text += &line_of(member);
    }
    let mut counts = [0; 4];
    for file in &report.coverage {
        let own = file.counts();
        counts
            .iter_mut()
            .zip(own)
            .for_each(|(all, own)| *all += own);
    }
    let refused = report.untested.iter().filter_map(|m| m.why.as_ref());
    for why in refused {
        text += &format!("warning: not tested: {why}\n");
    }
    let stopped = || report.untested.iter().filter(|m| m.why.is_none());
    if let Some(first) = stopped().next() {
        let why = match stop.reason() {
            Some(StopReason::TimedOut) => "the time for all members ran out (--timeout)",
            Some(StopReason::OutOfMemory(_)) => "memory ran out (--memory)",
            _ => "stopped",
        };
        let untested = counted(
            stopped().count(),
            "member was not tested, which is",
            "members were not tested, the first of them",
        );
        text += &format!("warning: {untested} `{}`: {why}\n", first.name);
    }
    let violations: usize = report.members.iter().map(|m| m.findings.len()).sum();
    let [lines, of_lines, outcomes, of_outcomes] = counts;
    text += &format!(
        "{} in {}; {lines} of {of_lines} lines and {outcomes} of {of_outcomes} branches were \
         reached\n",
        plural(violations, "violation"),
        plural(report.members.len(), "member")
    );
    text
}

/// The diagnostic of a violation, with the input in its notes.
fn with_input(member: &TestMember, finding: &TestFinding) -> Diagnostic {
    let mut diagnostic = finding.diagnostic.clone();
    diagnostic.member = Some(member.name.clone());
    let shown = finding.shown.iter();
    let shown: Vec<String> = shown
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let diagnostic = if shown.is_empty() {
        diagnostic.note("it needs no input")
    } else {
        diagnostic.note(format!("with the input {}", shown.join(", ")))
    };
    match &finding.unwritten {
        Some(why) => diagnostic.note(format!("no regression test was written: {why}")),
        None => diagnostic,
    }
}

const UNCHECKED: &str = "with a precondition that cannot be evaluated";
const UNEVALUATED: &str = "left out a condition that cannot be evaluated";
const LONG: &str = "ended at the bound on steps";
const LARGE: &str = "ended at the bound on memory";
const DEEP: &str = "ended at the bound on calls under way";
const UNSUPPORTED: &str = "ended at what is not supported";
const OPAQUE: &str = "computed something from the input that is not followed";

/// What was counted for a member.
fn line_of(member: &TestMember) -> String {
    let tally = &member.tally;
    let mut parts = vec![counted(tally.runs, "input", "inputs")];
    let counts = [
        (
            tally.invalid,
            "violates the precondition",
            "violate the precondition",
        ),
        (tally.unchecked, UNCHECKED, UNCHECKED),
        (tally.unevaluated, UNEVALUATED, UNEVALUATED),
        (tally.long, LONG, LONG),
        (tally.large, LARGE, LARGE),
        (tally.deep, DEEP, DEEP),
        (tally.unsupported, UNSUPPORTED, UNSUPPORTED),
        (
            tally.undecided,
            "query was not decided",
            "queries were not decided",
        ),
        (
            tally.beyond,
            "input is beyond --depth or other bounds",
            "inputs are beyond --depth or other bounds",
        ),
        (tally.opaque, OPAQUE, OPAQUE),
    ];
    for (count, one, many) in counts {
        if count > 0 {
            parts.push(counted(count, one, many));
        }
    }
    match (member.is_exhausted, member.is_over) {
        (true, _) => parts.push("all within the bounds".to_owned()),
        (false, true) => parts.push("no others are left to try".to_owned()),
        (false, false) => {}
    }
    let mut text = format!(
        "{}: {}; {}\n",
        member.name,
        plural(member.findings.len(), "violation"),
        parts.join(", ")
    );
    if !member.restrictions.is_empty() {
        text += &format!("  note: in inputs, {}\n", member.restrictions.join("; "));
    }
    if member.has_no_valid_input() {
        text += &format!(
            "warning: no input of `{}` was found that meets its precondition\n",
            member.name
        );
    }
    text
}
