//! `veriframe verify PATH…`: reads programs, verifies them, and writes the results.

use super::memory::Limit;
use super::progress::Progress;
use super::{Failure, files, suggestions, watchdog};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use veriframe::report::human::Style;
use veriframe::report::json::Detail;
use veriframe::report::{human, json};
use veriframe::{
    Code, Counts, Diagnostic, Event, Exit, FileId, FileReport, Loaded, MemberOutcome, Options,
    SourceMap, Span, Stop, StopReason, TraceMode, Transcripts, Workspace, find_z3,
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
    /// The memory limit, if it is not the default; members under verification when it is
    /// exceeded are `unknown`.
    pub memory: Option<Limit>,
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
    let stop = Stop::new(asked_to_stop, request.timeout);
    let run = Run {
        request,
        stop: &stop,
        start: Instant::now(),
        sources: OnceLock::new(),
        loaded: OnceLock::new(),
        outcomes: Mutex::default(),
        output: Mutex::new(Output {
            out,
            files: BTreeSet::new(),
        }),
        is_reporting: AtomicBool::new(false),
        haste: Haste {
            stop: &stop,
            since: OnceLock::new(),
            is_brief: AtomicBool::new(false),
        },
    };
    let result = watchdog::watch(&run, request.memory, || run.verify());
    // The process ends after the run; dropping the programs would only delay that.
    std::mem::forget(run);
    result
}

/// A run, shared by the thread that verifies and the watchdog.
pub(super) struct Run<'a> {
    request: &'a Request,
    /// The stop signal.
    pub(super) stop: &'a Stop,
    start: Instant,
    /// The files, once they are read.
    sources: OnceLock<SourceMap>,
    /// The programs, once they are loaded.
    loaded: OnceLock<Loaded>,
    /// The outcomes so far.
    outcomes: Mutex<Vec<MemberOutcome>>,
    output: Mutex<Output<'a>>,
    /// Whether the report on the end of the run is being written.
    is_reporting: AtomicBool,
    haste: Haste<'a>,
}

/// The output of a run.
struct Output<'a> {
    out: &'a mut (dyn Write + Send),
    /// The files whose results have been written.
    files: BTreeSet<FileId>,
}

impl Output<'_> {
    /// Writes what `write` renders.
    fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let result = write(&mut self.out).and_then(|()| self.out.flush());
        result.map_err(|error| Failure::new(format!("the results cannot be written: {error}")))
    }
}

/// Whether the rest of a report is written in brief: the run has been asked to end, and a large
/// report could take much longer than it may.
struct Haste<'a> {
    stop: &'a Stop,
    /// When the report was first found to be late.
    since: OnceLock<Instant>,
    /// Whether some of the report is in brief.
    is_brief: AtomicBool,
}

impl Haste<'_> {
    /// How long a report goes on in full once the run has been asked to end. Most are complete
    /// by then.
    const PATIENCE: Duration = Duration::from_millis(50);

    fn is_brief(&self) -> bool {
        if self.is_brief.load(Ordering::Relaxed) {
            return true;
        }
        if !is_end(self.stop.reason()) {
            return false;
        }
        let since = self.since.get_or_init(Instant::now);
        let is_brief = since.elapsed() >= Self::PATIENCE;
        self.is_brief.store(is_brief, Ordering::Relaxed);
        is_brief
    }
}

/// Whether the run has been asked to end.
fn is_end(why: Option<StopReason>) -> bool {
    matches!(why, Some(StopReason::Requested | StopReason::TimedOut))
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run<'_> {
    /// Reads, verifies, and writes the results.
    fn verify(&self) -> Result<Exit, Failure> {
        let options = &self.request.options;
        find_z3().map_err(|error| Failure::broken(error.to_string()))?;
        let mut workspace = Workspace::new(options.clone());
        files::read_all(&self.request.paths, &self.request.specs, &mut workspace)?;
        let _ = self.sources.set(workspace.sources());
        let loaded = self.loaded.get_or_init(|| workspace.load());
        refuse_unknown_members(&options.members, loaded)?;

        let progress = Progress::start();
        let exit = match self.request.format {
            Format::Human => self.human(loaded, &progress),
            Format::Json => self.json(loaded, &progress),
        }?;
        if let Some(error) = options.cache.as_ref().and_then(|c| c.first_error()) {
            // If the warning cannot be shown, only time is lost.
            let _ = progress.suspended(|| writeln!(io::stderr(), "warning: {error}"));
        }
        let transcripts = self.request.transcripts.as_ref();
        if let Some(error) = transcripts.and_then(|transcripts| transcripts.write_error()) {
            return Err(Failure::new(error));
        }
        if let Some(message) = self.stop.no_solver() {
            return Err(Failure::broken(message));
        }
        Ok(match self.stop.reason() {
            Some(StopReason::Requested) => exit.max(Exit::Stopped),
            _ => exit,
        })
    }

    /// Writes the results of each file as soon as they and those of all preceding files are
    /// available, then the summary.
    fn human(&self, loaded: &Loaded, progress: &Progress) -> Result<Exit, Failure> {
        let written = Mutex::new(Ok(()));
        let reports = loaded.check(self.stop, &|event| {
            self.tell(event, progress);
            if let Event::File(report) = event {
                let mut written = lock(&written);
                if written.is_ok() {
                    *written = progress.suspended(|| self.write_file(loaded.sources(), report));
                }
            }
        });
        written
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)?;
        self.begin_report();
        progress.suspended(|| self.write_summary(loaded.sources(), &reports))?;
        Ok(exit_with(reports))
    }

    /// Writes one JSON object at the end of the run.
    fn json(&self, loaded: &Loaded, progress: &Progress) -> Result<Exit, Failure> {
        let reports = loaded.check(self.stop, &|event| self.tell(event, progress));
        self.begin_report();
        progress.suspended(|| self.write_json(loaded.sources(), &reports))?;
        Ok(exit_with(reports))
    }

    /// Records an event.
    fn tell(&self, event: Event<'_>, progress: &Progress) {
        progress.tell(event);
        if let Event::Member(outcome) = event {
            lock(&self.outcomes).push(outcome.clone());
        }
    }

    /// Writes the results of a file, unless they have been written.
    fn write_file(&self, sources: &SourceMap, file: &FileReport) -> Result<(), Failure> {
        let mut output = lock(&self.output);
        let (report, style) = (human::Report { sources, file }, self.request.style());
        match output.files.insert(file.file) {
            true => output.write(|out| human::write(out, report, style, &|| self.haste.is_brief())),
            false => Ok(()),
        }
    }

    fn write_summary(&self, sources: &SourceMap, reports: &[FileReport]) -> Result<(), Failure> {
        let style = self.request.style();
        let mut text = String::new();
        if style.stats && reports.len() > 1 {
            let name = |report: &FileReport| sources.file(report.file).name().to_owned();
            let totals: Vec<_> = reports.iter().map(|r| (name(r), r.stats())).collect();
            text = format!("{}\n", human::totals(&totals));
        }
        let mut counts = Counts::default();
        for report in reports {
            counts += report.counts();
        }
        text += &human::summary(counts, self.start.elapsed(), style);
        lock(&self.output).write(|out| out.write_all(text.as_bytes()))?;
        self.tell_if_brief("source lines and the states of paths");
        Ok(())
    }

    fn write_json(&self, sources: &SourceMap, reports: &[FileReport]) -> Result<(), Failure> {
        let report = json::Report {
            sources,
            files: reports,
            time: self.start.elapsed(),
            detail: Detail {
                trace: self.request.options.trace,
                stats: self.request.stats,
            },
        };
        lock(&self.output).write(|out| json::write(out, report, &|| self.haste.is_brief()))?;
        if report.detail.trace != TraceMode::Off {
            self.tell_if_brief("the states of paths");
        }
        Ok(())
    }

    /// Says on the error output what a report in brief lacks.
    fn tell_if_brief(&self, lacks: &str) {
        if self.haste.is_brief.load(Ordering::Relaxed) {
            let _ = writeln!(
                io::stderr(),
                "warning: the run was ended while the report was written: the rest of it is without {lacks}"
            );
        }
    }

    /// Whether the programs are loaded, so that there are members to verify.
    pub(super) fn is_loaded(&self) -> bool {
        self.loaded.get().is_some()
    }

    /// Whether the caller is the first to report the end of the run.
    fn may_report(&self) -> bool {
        !self.is_reporting.swap(true, Ordering::AcqRel)
    }

    /// Claims the report on the end of the run. Does not return if the watchdog has: it is
    /// about to end the process.
    fn begin_report(&self) {
        if !self.may_report() {
            loop {
                thread::park();
            }
        }
    }

    /// Writes the results so far, with all other members `unknown` for this reason; `None` if
    /// the report is being written already. Called by the watchdog, while another thread
    /// still verifies; then the process has to end.
    pub(super) fn report_so_far(&self, why: StopReason) -> Option<Exit> {
        if !self.may_report() {
            return None;
        }
        let no_sources = SourceMap::default();
        let outcomes = std::mem::take(&mut *lock(&self.outcomes));
        if self.sources.get().is_none() {
            let why = why.text();
            let _ = writeln!(
                io::stderr(),
                "error: no member was verified: {why}, while the files were read"
            );
        }
        let (sources, reports) = match (self.loaded.get(), self.sources.get()) {
            (Some(loaded), _) => (loaded.sources(), loaded.stopped(outcomes, why)),
            (None, Some(sources)) => (sources, unread(sources, why)),
            (None, None) => (&no_sources, Vec::new()),
        };
        let written = match self.request.format {
            Format::Json => self.write_json(sources, &reports),
            Format::Human => {
                let mut files = reports.iter();
                let written = files.try_for_each(|report| self.write_file(sources, report));
                written.and_then(|()| self.write_summary(sources, &reports))
            }
        };
        if let Err(failure) = written {
            // The exit code says it, too.
            let _ = writeln!(io::stderr(), "error: {failure}");
        }
        let least = match why {
            StopReason::Requested => Exit::Stopped,
            _ => Exit::NotVerified,
        };
        Some(exit_with(reports).max(least))
    }
}

/// The reports on files that were not loaded when the run ended.
fn unread(sources: &SourceMap, why: StopReason) -> Vec<FileReport> {
    let message = format!("no member was verified: {}", why.text());
    let report = |file| FileReport {
        diagnostics: vec![
            Diagnostic::error(Code::Unknown, Span::new(file, 0, 0), message.clone())
                .note("the run ended while the programs were read"),
        ],
        ..FileReport::of(file)
    };
    sources.files().map(|(file, _)| report(file)).collect()
}

/// The exit of a run with these reports. The process ends after it; dropping them would only
/// delay that.
fn exit_with(reports: Vec<FileReport>) -> Exit {
    let worst = reports.iter().map(Exit::of).max();
    std::mem::forget(reports);
    worst.unwrap_or(Exit::Verified)
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
