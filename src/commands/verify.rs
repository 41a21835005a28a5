//! `veriframe verify PATH…`: reads programs, verifies them, and writes what
//! came of it.

use super::progress::Progress;
use super::{Failure, files, suggestions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use veriframe::report::human::Style;
use veriframe::report::json::Detail;
use veriframe::report::{human, json};
use veriframe::{
    Counts, Event, Exit, FileReport, Loaded, Options, Stop, StopReason, Workspace, find_z3,
};

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Text for people.
    #[default]
    Human,
    /// One JSON object.
    Json,
}

/// A command line, read.
#[derive(Clone, Debug)]
pub struct Request {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Folders with contracts of libraries.
    pub specs: Vec<PathBuf>,
    /// How results are written.
    pub format: Format,
    /// Whether text is coloured.
    pub color: bool,
    /// The number of columns of the terminal that text is written to, if it is one.
    pub width: Option<usize>,
    /// Whole states, not differences.
    pub full: bool,
    /// What each member took.
    pub stats: bool,
    /// How long the run may take; what is not verified by then is `unknown`.
    pub timeout: Option<Duration>,
    /// What decides verdicts.
    pub options: Options,
}

impl Request {
    fn style(&self) -> Style {
        Style {
            color: self.color,
            trace: self.options.trace,
            full: self.full,
            stats: self.stats,
            width: self.width,
        }
    }
}

/// Verifies what a request names and writes the results to `out`. Once it is
/// asked to stop, it writes what is known by then.
///
/// # Errors
/// If an option, a path or a member's name is wrong, if there is no Z3 that can be
/// used, or if `out` takes no more.
pub fn run(
    request: &Request,
    asked_to_stop: Arc<AtomicBool>,
    out: &mut (dyn Write + Send),
) -> Result<Exit, Failure> {
    let start = Instant::now();
    let options = &request.options;
    let stop = Stop::new(asked_to_stop, request.timeout);
    find_z3().map_err(|error| Failure::broken(error.to_string()))?;
    let mut workspace = Workspace::new(options.clone());
    files::read_all(&request.paths, &request.specs, &mut workspace)?;
    let loaded = workspace.load();
    refuse_unknown_members(&options.members, &loaded)?;

    let run = Run {
        request,
        loaded: &loaded,
        progress: Progress::start(),
        stop: &stop,
        start,
    };
    let exit = match request.format {
        Format::Human => run.human(out),
        Format::Json => run.json(out),
    }?;
    if let Some(trouble) = options.cache.as_ref().and_then(|c| c.trouble()) {
        // Where nobody can be warned, nothing is lost but time.
        let _ = run
            .progress
            .suspended(|| writeln!(io::stderr(), "warning: {trouble}"));
    }
    if let Some(trouble) = options.smt.as_ref().and_then(|smt| smt.trouble()) {
        return Err(Failure::new(trouble));
    }
    // A run is what the process is for: it ends faster than it takes apart what it read.
    std::mem::forget(loaded);
    if let Some(message) = stop.no_solver() {
        return Err(Failure::broken(message));
    }
    Ok(match stop.reason() {
        Some(StopReason::Requested) => exit.max(Exit::Stopped),
        _ => exit,
    })
}

/// A run, after its files are loaded.
struct Run<'a> {
    request: &'a Request,
    loaded: &'a Loaded,
    progress: Progress,
    stop: &'a Stop,
    start: Instant,
}

impl Run<'_> {
    /// Writes each file's results as soon as they and those of the files before
    /// it are there, then the summary.
    fn human(&self, out: &mut (dyn Write + Send)) -> Result<Exit, Failure> {
        let style = self.request.style();
        let sources = self.loaded.sources();
        let output = Mutex::new((&mut *out, Ok(())));
        let reports = self.loaded.check(self.stop, &|event| {
            self.progress.tell(event);
            if let Event::File(report) = event {
                let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
                let (out, written) = &mut *output;
                if written.is_ok() {
                    let text = human::file(sources, report, style);
                    *written = self.progress.suspended(|| write(*out, &text));
                }
            }
        });
        let (_, written) = output.into_inner().unwrap_or_else(PoisonError::into_inner);
        written?;
        if style.stats && reports.len() > 1 {
            let name = |report: &FileReport| sources.file(report.file).name().to_owned();
            let totals: Vec<_> = reports.iter().map(|r| (name(r), r.stats())).collect();
            write(out, &format!("{}\n", human::totals(&totals)))?;
        }
        let mut counts = Counts::default();
        for report in &reports {
            counts += report.counts();
        }
        let summary = human::summary(counts, self.start.elapsed(), style);
        self.progress.suspended(|| write(out, &summary))?;
        Ok(worst(&reports))
    }

    /// Writes one object when all is done.
    fn json(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let reports = self
            .loaded
            .check(self.stop, &|event| self.progress.tell(event));
        let detail = Detail {
            trace: self.request.options.trace,
            stats: self.request.stats,
        };
        let sources = self.loaded.sources();
        let text =
            json::render(sources, &reports, self.start.elapsed(), detail).map_err(|error| {
                Failure::new(format!("the results cannot be written as JSON: {error}"))
            })?;
        self.progress.suspended(|| write(out, &text))?;
        Ok(worst(&reports))
    }
}

/// The exit of a run with these reports.
fn worst(reports: &[FileReport]) -> Exit {
    reports.iter().map(Exit::of).max().unwrap_or(Exit::Verified)
}

fn write(out: &mut dyn Write, text: &str) -> Result<(), Failure> {
    let result: io::Result<()> = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    result.map_err(|error| Failure::new(format!("the results cannot be written: {error}")))
}

/// Refuses names that no program has, unless a program that could have them
/// was refused by the front end.
fn refuse_unknown_members(wanted: &[String], loaded: &Loaded) -> Result<(), Failure> {
    if wanted.is_empty() || !loaded.is_complete() {
        return Ok(());
    }
    let names: Vec<String> = loaded.member_names().flatten().collect();
    for name in wanted {
        if !names.contains(name) {
            let offer = suggestions::did_you_mean(&suggestions::suggestions(
                name,
                names.iter().map(String::as_str),
            ));
            return Err(Failure::new(format!("there is no member `{name}`{offer}")));
        }
    }
    Ok(())
}
