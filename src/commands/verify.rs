//! `veriframe verify PATH…`: reads programs, verifies them, and writes the results.

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
    Counts, Event, Exit, FileReport, Loaded, Options, Stop, StopReason, Transcripts, Workspace,
    find_z3,
};

/// The output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Text for people.
    #[default]
    Human,
    /// One JSON object.
    Json,
}

/// A parsed command line.
#[derive(Clone, Debug)]
pub struct Request {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Folders with library specifications.
    pub specs: Vec<PathBuf>,
    /// The output format.
    pub format: Format,
    /// Whether text is coloured.
    pub color: bool,
    /// The width of the terminal; `None` if the output is not a terminal.
    pub width: Option<usize>,
    /// Whether traces show whole states instead of differences.
    pub full: bool,
    /// Whether statistics of each member are shown.
    pub stats: bool,
    /// The time limit of the run; members unfinished by then are `unknown`.
    pub timeout: Option<Duration>,
    /// The transcripts of answered queries, which listen to the run; `None` writes none.
    pub transcripts: Option<Arc<Transcripts>>,
    /// The options that affect verdicts.
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

/// Verifies the requested programs and writes the results to `out`. After a stop request, it writes
/// the results so far.
///
/// # Errors
/// If an option, a path or the name of a member is wrong, if no usable Z3 is found, or if `out`
/// cannot be written.
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
    if let Some(error) = options.cache.as_ref().and_then(|c| c.first_error()) {
        // If the warning cannot be shown, only time is lost.
        let _ = run
            .progress
            .suspended(|| writeln!(io::stderr(), "warning: {error}"));
    }
    let transcripts = request.transcripts.as_ref();
    if let Some(error) = transcripts.and_then(|transcripts| transcripts.write_error()) {
        return Err(Failure::new(error));
    }
    // The process ends after the run; dropping the programs would only delay that.
    std::mem::forget(loaded);
    if let Some(message) = stop.no_solver() {
        return Err(Failure::broken(message));
    }
    Ok(match stop.reason() {
        Some(StopReason::Requested) => exit.max(Exit::Stopped),
        _ => exit,
    })
}

/// A run with loaded files.
struct Run<'a> {
    request: &'a Request,
    loaded: &'a Loaded,
    progress: Progress,
    stop: &'a Stop,
    start: Instant,
}

impl Run<'_> {
    /// Writes the results of each file as soon as they and those of all preceding files are
    /// available, then the summary.
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

    /// Writes one JSON object at the end of the run.
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

/// Refuses requested members that no program declares, unless the front end refused a program that
/// might declare them.
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
