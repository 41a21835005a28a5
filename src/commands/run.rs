//! `veriframe run PATH…`: runs a program, and prints what it prints.

use super::console;
use super::limits::{Ending, Limited, ended_by};
use super::memory::Limit;
use super::programs::Programs;
use super::{Failure, suggestions};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use veriframe::report::human::{self, Style};
use veriframe::visible;
use veriframe::{
    Exit, FileReport, Loaded, RunEnd, RunRefusal, RunReport, RunRequest, RunStreams, Stop,
};

/// A parsed command line.
#[derive(Clone, Debug)]
pub struct RunCommand {
    /// The programs.
    pub programs: Programs,
    /// What to run. Its bound of memory is set from `memory`.
    pub run: RunRequest,
    /// Whether text is coloured.
    pub color: bool,
    /// Whether what was counted is shown.
    pub stats: bool,
    /// The time limit of the run.
    pub timeout: Option<Duration>,
    /// The memory limit, if it is not the default.
    pub memory: Option<Limit>,
}

/// Runs the requested program. What it prints goes to `out`, everything else to standard error.
///
/// # Errors
/// If an option or a path is wrong, or `out` cannot be written.
pub fn run(
    request: &RunCommand,
    asked_to_stop: Arc<AtomicBool>,
    out: &mut (dyn Write + Send),
) -> Result<Exit, Failure> {
    let limited = Limited::new(asked_to_stop, request.timeout, request.memory, Ending::Run);
    let stop = limited.stop();
    let limit = request.memory.unwrap_or_default();
    let wanted = RunRequest {
        memory: limit.in_bytes(),
        ..request.run.clone()
    };
    let mut written = Ok(());
    let mut print = |text: &[u8]| {
        written = out.write_all(text).and_then(|()| out.flush());
        written.is_ok()
    };
    let ended_run = limited.run(|| {
        let loaded = request.programs.load()?;
        let streams = RunStreams {
            print: &mut print,
            next_line: &mut || {
                let mut line = String::new();
                // What is no text is not read, as at the end.
                let read = std::io::stdin().read_line(&mut line).ok()?;
                (read > 0).then_some(line)
            },
        };
        let report = loaded.run_with(&wanted, stop, streams);
        Ok((loaded, report))
    });
    let (loaded, report) = ended_run?;
    written.map_err(|error| cannot_write(&error))?;
    if let Ok(report) = &report
        && let Some(result) = &report.result
    {
        let text = format!("returns {}\n", visible::on_one_line(result));
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        written.map_err(|error| cannot_write(&error))?;
    }
    let style = Style {
        color: request.color,
        ..Style::default()
    };
    let exit = match report {
        Ok(report) => ended(&loaded, &report, stop, request, style),
        Err(refusal) => refused(&loaded, refusal, request.run.entry.as_deref(), style)?,
    };
    // The process ends after the run; dropping the programs would only delay that.
    std::mem::forget(loaded);
    Ok(exit)
}

fn cannot_write(error: &std::io::Error) -> Failure {
    Failure::new(format!("the output cannot be written: {error}"))
}

/// Writes to standard error. If that is closed, the exit code still says how the run ended.
fn say(text: &str) {
    say_in(text, false);
}

/// The same, with colours or without.
fn say_in(text: &str, color: bool) {
    let _ = console::stderr(color).write_all(text.as_bytes());
}

/// Says why nothing was run or explored.
///
/// # Errors
/// If there is no such member.
pub(super) fn refused(
    loaded: &Loaded,
    refusal: RunRefusal,
    entry: Option<&str>,
    style: Style,
) -> Result<Exit, Failure> {
    match refusal {
        RunRefusal::Errors(reports) => Ok(not_well_formed(loaded, &reports, style)),
        RunRefusal::DependsOnErrors { message, reports } => {
            let exit = not_well_formed(loaded, &reports, style);
            say(&format!("error: {}\n", visible::on_one_line(&message)));
            Ok(exit)
        }
        RunRefusal::Entry { message, entries } => {
            let close = close_names(entry, &entries);
            let message = visible::on_one_line(&message);
            Err(Failure::new(format!("{message}{close}")))
        }
    }
}

/// Says what the front end found; if standard error is closed, the exit code still says it.
pub(super) fn not_well_formed(loaded: &Loaded, reports: &[FileReport], style: Style) -> Exit {
    for diagnostic in reports.iter().flat_map(|report| &report.diagnostics) {
        say_in(
            &human::diagnostic(loaded.sources(), diagnostic, style),
            style.color,
        );
    }
    let worst = reports.iter().map(Exit::of).max();
    worst.unwrap_or(Exit::Refused).max(Exit::Refused)
}

/// Which of the entries may be meant by another name.
pub(super) fn close_names(entry: Option<&str>, entries: &[String]) -> String {
    let close = entry.map(|entry| {
        let names = entries.iter().map(String::as_str);
        suggestions::did_you_mean(&suggestions::suggestions(entry, names))
    });
    close.unwrap_or_default()
}

fn ended(
    loaded: &Loaded,
    report: &RunReport,
    stop: &Stop,
    request: &RunCommand,
    style: Style,
) -> Exit {
    let sources = loaded.sources();
    let exit = match &report.end {
        RunEnd::Returned => Exit::Verified,
        RunEnd::Violation(diagnostic, exception) => {
            say_in(&human::diagnostic(sources, diagnostic, style), style.color);
            match (exception, &report.message) {
                (Some(exception), Some(message)) => say(&format!("{exception}: {message}\n")),
                (Some(exception), None) => say(&format!("{exception}\n")),
                (None, _) => {}
            }
            for call in &report.calls {
                say(&format!(
                    "  at {}:{} ({})\n",
                    visible::on_one_line(&call.file),
                    call.line,
                    call.member
                ));
            }
            Exit::NotVerified
        }
        RunEnd::Bound(message) => {
            say(&format!("error: the run ended: {message}\n"));
            Exit::NotVerified
        }
        RunEnd::Unsupported(diagnostic) => {
            say_in(&human::diagnostic(sources, diagnostic, style), style.color);
            Exit::NotVerified
        }
        RunEnd::Stopped => match stop.reason().and_then(ended_by) {
            Some(why) => {
                say(&format!("error: the run ended: {why}\n"));
                Exit::NotVerified
            }
            None => Exit::Stopped,
        },
    };
    if !report.unevaluated.is_empty() {
        let place = |span| {
            let at = sources.start(span);
            format!("{}:{}", sources.file(span.file).shown_name(), at.line)
        };
        let places: Vec<String> = report.unevaluated.iter().copied().map(place).collect();
        let count = places.len();
        let what = match count {
            1 => "1 conjunct could not be evaluated and was not checked".to_owned(),
            _ => format!("{count} conjuncts could not be evaluated and were not checked"),
        };
        say(&format!("warning: {what}: {}\n", places.join(", ")));
    }
    if request.stats {
        say(&format!(
            "{} steps, {} conjuncts, {} permission checks\n",
            report.steps, report.conjuncts, report.permission_checks
        ));
    }
    exit
}
