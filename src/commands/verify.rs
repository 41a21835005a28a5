//! `veriframe verify PATH…`: reads programs, verifies them, and writes the results.

use super::console;
use super::files::Inputs;
use super::fix::{self, Fix};
use super::memory::Limit;
use super::outputs::{OutputFormat, Outputs, Shown};
use super::progress::Progress;
use super::revision::{self, NoText, ProgramSource};
use super::watchdog::Watched;
use super::{Failure, files, output_file, programs, project, suggestions, watchdog};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use veriframe::debug::Recorder;
use veriframe::report::human::{Style, Verbosity};
use veriframe::report::overview::LEAST;
use veriframe::report::verification::{Detail, End, Further, Verification};
use veriframe::visible;
use veriframe::{
    Cache, Code, Costs, Diagnostic, Event, Exit, FileOptions, FileReport, Hints, LeftOut, Loaded,
    MemberOutcome, Options, QuantifierStats, Shard, ShardPlan, SourceMap, Span, Status, Stop,
    StopReason, TraceMode, Transcripts, Workspace, find_z3,
};

/// The output format of other commands.
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
pub struct VerifyCommand {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Folders with library specifications.
    pub specs: Vec<PathBuf>,
    /// Jars and folders of class files.
    pub class_path: Vec<PathBuf>,
    /// The format of standard output.
    pub format: OutputFormat,
    /// Files that get the results, too, with their formats.
    pub outputs: Vec<(OutputFormat, PathBuf)>,
    /// A git revision: only members whose results can differ from those in it are verified.
    pub since: Option<String>,
    /// The project file that the options come from.
    pub project_file: Option<PathBuf>,
    /// The part of the members that is verified, and the costs by which they are divided; `None`
    /// for all.
    pub shard: Option<(Shard, Costs)>,
    /// The paths that are shown with their states.
    pub trace: TraceMode,
    /// Whether text is coloured.
    pub color: bool,
    /// The width of the terminal; `None` if the output is not a terminal.
    pub width: Option<usize>,
    /// Whether traces show whole states instead of differences.
    pub full: bool,
    /// What becomes of hints besides being reported.
    pub fix: Option<Fix>,
    /// Whether statistics of each member are shown.
    pub stats: bool,
    /// Whether the run ends when a member fails; members unfinished by then are `unknown`.
    pub fail_fast: bool,
    /// What to leave out when folders are searched: patterns in the notation of `.gitignore`,
    /// with the folders to which they are relative.
    pub exclude: Vec<(PathBuf, Vec<String>)>,
    /// The options of the files in some folders, which are paths from the root, the innermost
    /// first.
    pub folders: Vec<(PathBuf, FileOptions)>,
    /// Whether it is an error that programs in the folders are not read.
    pub denies_ignored: bool,
    /// The name of the program on standard input, which the path `-` stands for.
    pub stdin_name: Option<String>,
    /// How much is said.
    pub verbosity: Verbosity,
    /// The time limit of the run; members unfinished by then are `unknown`.
    pub timeout: Option<Duration>,
    /// The memory limit, if it is not the default; members under verification when it is
    /// exceeded are `unknown`.
    pub memory: Option<Limit>,
    /// The transcripts of answered queries, which listen to the run; `None` writes none.
    pub transcripts: Option<Arc<Transcripts>>,
    /// What pages show of the run, which it listens to; `None` if no output is a page.
    pub recorder: Option<Arc<Recorder>>,
    /// The instances of quantified facts, which are counted while the run is listened to; `None`
    /// counts none.
    pub quantifiers: Option<Arc<QuantifierStats>>,
    /// Why nothing is verified, if what is asked for cannot be done.
    pub refused: Option<Failure>,
    /// The options that affect verdicts.
    pub options: Options,
}

impl VerifyCommand {
    /// Adds the files to a workspace, with the options of their folders.
    fn read(&self, workspace: &mut Workspace) -> Result<(), Failure> {
        if self.paths.is_empty() {
            return Err(Failure::new(programs::NO_PATHS));
        }
        let inputs = Inputs {
            paths: &self.paths,
            exclude: &self.exclude,
            specs: &self.specs,
            class_path: &self.class_path,
            stdin_name: self.stdin_name.as_deref(),
        };
        // Links that are not followed are told with what else is not read.
        let linked = inputs.read_silently(workspace)?;
        programs::refuse_two_options(&self.folders, &linked.aliases)?;
        self.tell_what_is_left_out(workspace, linked.left)?;
        programs::set_options_of_folders(&self.folders, workspace);
        Ok(())
    }

    fn refuse_outputs_that_are_inputs(&self) -> Result<(), Failure> {
        let outputs = self.outputs.iter().map(|(_, path)| path.as_path());
        let pages = outputs.clone().filter(|path| path.is_dir());
        let pages: Vec<PathBuf> = pages.map(|folder| folder.join("index.html")).collect();
        let inputs = || {
            let paths = [self.paths.as_slice(), &self.specs];
            let mut found = files::read_by(&paths, &self.exclude, &self.class_path);
            found.extend(self.project_file.clone());
            found
        };
        let outputs = outputs.chain(pages.iter().map(PathBuf::as_path));
        output_file::refuse_inputs(outputs, inputs)
    }

    fn tell_what_is_left_out(
        &self,
        workspace: &Workspace,
        links: Vec<PathBuf>,
    ) -> Result<(), Failure> {
        let read: Vec<&str> = workspace.files().map(|file| file.name()).collect();
        let mut left_out = files::left_out(&self.paths, &self.exclude, &read)?;
        left_out.extend(links);
        left_out.sort();
        left_out.dedup();
        if !self.denies_ignored {
            // Of links to nothing a warning has told.
            left_out.retain(|path| !path.is_symlink() || path.exists());
        }
        if left_out.is_empty() {
            return Ok(());
        }
        let said = files::said_of_left_out(&left_out);
        if self.denies_ignored {
            return Err(Failure::new(format!(
                "{said}; it is denied (`ignored`): leave out with `exclude` what is not meant"
            )));
        }
        if self.verbosity != Verbosity::Quiet {
            // If it cannot be shown, no verdict is another.
            let _ = writeln!(console::stderr(false), "note: {said}");
        }
        Ok(())
    }

    /// Restricts the verification to what a change since the older revision concerns, if one is named.
    fn select_changed(
        &self,
        workspace: &Workspace,
        loaded: &mut Loaded,
    ) -> Result<Option<LeftOut>, Failure> {
        let Some(since) = &self.since else {
            return Ok(None);
        };
        let empty = || {
            Workspace::new(Options {
                cache: None,
                ..self.options.clone()
            })
        };
        let mut older = empty();
        let place = ProgramSource::Revision(since.clone());
        if self
            .paths
            .iter()
            .any(|path| path == Path::new(files::STDIN))
        {
            return Err(Failure::new(
                "`--since` needs files, and `-` is standard input",
            ));
        }
        if revision::has_same_file(&place, self.project_file.as_deref(), project::NAME)? {
            for path in &self.paths {
                revision::read(&place, path, &self.exclude, NoText::LeftOut, &mut older)?;
            }
            if let Some(first) = self.paths.first() {
                let has_java = workspace.has_java();
                let found = revision::read_specs(&place, first, &self.specs, has_java, &mut older)?;
                let described = files::add_class_path(&self.class_path, &mut older);
                // Of contracts and classes that are not known, nothing is known to be the same.
                if described.is_err() || found.values().any(|mount| !mount.is_read()) {
                    older = empty();
                }
            }
        }
        programs::set_options_of_folders(&self.folders, &mut older);
        Ok(Some(loaded.select_changed(&older.load_part(), since)))
    }

    /// Whether nothing but the verdicts is asked for, of all members.
    fn is_plain(&self) -> bool {
        let options = &self.options;
        self.verbosity == Verbosity::Normal
            && self.trace == TraceMode::Off
            && self.fix.is_none()
            && !self.stats
            && options.members.is_empty()
    }

    fn shown(&self) -> Shown {
        Shown {
            style: Style {
                color: self.color,
                trace: self.trace,
                full: self.full,
                stats: self.stats,
                width: self.width,
                verbosity: self.verbosity,
                by_kinds: false,
            },
            detail: Detail {
                trace: self.trace,
                stats: self.stats,
            },
            has_hints: self.options.hints != Hints::Off,
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
    request: &VerifyCommand,
    asked_to_stop: Arc<AtomicBool>,
    out: &mut (dyn Write + Send),
) -> Result<Exit, Failure> {
    request.refuse_outputs_that_are_inputs()?;
    let stop = Stop::new(asked_to_stop, request.timeout);
    let run = VerifyRun {
        request,
        stop: &stop,
        start: Instant::now(),
        sources: OnceLock::new(),
        loaded: OnceLock::new(),
        left_out: OnceLock::new(),
        shard: OnceLock::new(),
        outcomes: Mutex::default(),
        outputs: Outputs::open(
            request.format,
            &request.outputs,
            request.shown(),
            request.recorder.as_ref(),
            out,
        )?,
        is_reporting: AtomicBool::new(false),
        brevity: Brevity {
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

/// Writes the members of the requested programs, or of the shard, one a line: the place, the kind
/// and the name.
///
/// # Errors
/// If a path or the name of a member is wrong, if the front end refuses a program, or if `out`
/// cannot be written.
pub fn list(request: &VerifyCommand, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut workspace = Workspace::new(Options {
        // Programs whose reports are in the cache are not loaded.
        cache: None,
        ..request.options.clone()
    });
    request.read(&mut workspace)?;
    let mut loaded = workspace.load_part();
    refuse_unknown_members(&request.options.members, &loaded)?;
    request.select_changed(&workspace, &mut loaded)?;
    if let Some((shard, costs)) = &request.shard {
        loaded.select_shard(*shard, costs);
    }
    let sources = loaded.sources();
    let mut text = String::new();
    for member in loaded.members() {
        let file = sources.file(member.span.file).shown_name();
        let line = sources.start(member.span).line;
        text += &format!("{file}:{line}: {} {}\n", member.kind.name(), member.name);
    }
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::new(format!("the members cannot be written: {error}")))?;
    if loaded.is_complete() {
        Ok(Exit::Verified)
    } else {
        Err(Failure::new(
            "some files have errors, so that their members are not listed; verify them",
        ))
    }
}

/// A run, shared by the thread that verifies and the watchdog.
pub(super) struct VerifyRun<'a> {
    request: &'a VerifyCommand,
    /// The stop signal.
    pub(super) stop: &'a Stop,
    start: Instant,
    /// The files, once they are read.
    sources: OnceLock<SourceMap>,
    /// The programs, once they are loaded.
    loaded: OnceLock<Loaded>,
    /// What is left out because it is as in an older revision, once it is known.
    left_out: OnceLock<LeftOut>,
    /// What the shard is of the whole, once it is known.
    shard: OnceLock<ShardPlan>,
    /// The outcomes so far.
    outcomes: Mutex<Vec<MemberOutcome>>,
    outputs: Outputs<'a>,
    /// Whether the report on the end of the run is being written.
    is_reporting: AtomicBool,
    brevity: Brevity<'a>,
}

/// Whether the rest of a report is written in brief: the run has been asked to end, and a large
/// report could take much longer than it may.
struct Brevity<'a> {
    stop: &'a Stop,
    /// When the report was first found to be late.
    since: OnceLock<Instant>,
    /// Whether some of the report is in brief.
    is_brief: AtomicBool,
}

impl Brevity<'_> {
    /// How long a report goes on in full once the run has been asked to end. Most are complete
    /// by then.
    const PATIENCE: Duration = Duration::from_millis(50);

    fn is_brief(&self) -> bool {
        if self.is_brief.load(Ordering::Relaxed) {
            return true;
        }
        if !self.stop.reason().is_some_and(StopReason::ends_run) {
            return false;
        }
        let since = self.since.get_or_init(Instant::now);
        let is_brief = since.elapsed() >= Self::PATIENCE;
        self.is_brief.store(is_brief, Ordering::Relaxed);
        is_brief
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl VerifyRun<'_> {
    /// Reads, verifies, and writes the results. If it fails before there are results, the outputs
    /// say why.
    fn verify(&self) -> Result<Exit, Failure> {
        let result = self.verify_all();
        if let Err(failure) = &result
            && self.may_report()
        {
            let text = failure.to_string();
            let end = End {
                early: None,
                failure: Some(&text),
                exit: failure.exit(),
            };
            let no_sources = SourceMap::default();
            if let Err(other) = self.write_end(self.verification(&no_sources, &[], end)) {
                // The exit code says it, too.
                let _ = writeln!(console::stderr(false), "error: {other}");
            }
        }
        result
    }

    fn verify_all(&self) -> Result<Exit, Failure> {
        if let Some(failure) = &self.request.refused {
            return Err(failure.clone());
        }
        let options = &self.request.options;
        find_z3().map_err(|error| Failure::broken(error.to_string()))?;
        let mut workspace = Workspace::new(options.clone());
        self.request.read(&mut workspace)?;
        let _ = self.sources.set(workspace.sources());
        let loaded = self.load(&workspace)?;
        let loaded = self.loaded.get_or_init(|| loaded);
        refuse_conflict(loaded)?;
        refuse_unknown_members(&options.members, loaded)?;

        if self.request.is_plain() && loaded.bare_members().is_some_and(|count| count >= LEAST) {
            self.outputs.show_by_kinds();
        }
        let progress = Progress::start();
        let reports = loaded.check(self.stop, &|event| self.record(loaded, event, &progress));
        self.begin_report();
        let end = self.end(&reports);
        let mut exit = end.exit;
        let further = self.further(&workspace, loaded, &reports);
        let verification = Verification {
            further: further.as_ref(),
            ..self.verification(loaded.sources(), &reports, end)
        };
        progress.suspended(|| self.write_end(verification))?;
        if let Some(what) = self.request.fix {
            let fixed = fix::fixed(&workspace, loaded, &reports, self.stop);
            progress.suspended(|| self.outputs.append(&fixed.diff))?;
            if what == Fix::Apply {
                fix::apply(loaded.sources(), &fixed)?;
                if let Some(edited) = fixed.edited(&workspace) {
                    exit = self.verify_edited(&edited, &progress)?;
                }
            }
        }
        // The process ends after the run; dropping the reports would only delay that.
        std::mem::forget(reports);
        let cache = options.cache.as_deref();
        for warning in cache.map(Cache::finish).unwrap_or_default() {
            // If the warning cannot be shown, only time is lost.
            let _ = progress.suspended(|| writeln!(console::stderr(false), "warning: {warning}"));
        }
        if let Some(quantifiers) = &self.request.quantifiers {
            progress.suspended(|| self.outputs.append(&quantifiers.table()))?;
            if let Some(error) = quantifiers.error() {
                // If the warning cannot be shown, only statistics are lost.
                let _ = progress.suspended(|| {
                    writeln!(console::stderr(false), "warning: instances of Z3: {error}")
                });
            }
        }
        let transcripts = self.request.transcripts.as_ref();
        if let Some(error) = transcripts.and_then(|transcripts| transcripts.write_error()) {
            return Err(Failure::new(error));
        }
        match self.stop.no_solver() {
            Some(message) => Err(Failure::broken(message)),
            // The request to stop can come while the results are written.
            None if self.stop.reason() == Some(StopReason::Requested) => {
                Ok(exit.max(Exit::Stopped))
            }
            None => Ok(exit),
        }
    }

    /// Verifies the programs as edits leave them, and says what became of them.
    fn verify_edited(&self, edited: &Workspace, progress: &Progress) -> Result<Exit, Failure> {
        let loaded = self.load(edited)?;
        let reports = loaded.check(self.stop, &|_| ());
        progress.suspended(|| self.outputs.append(&fix::summary(&reports)))?;
        Ok(self.end(&reports).exit)
    }

    fn load(&self, workspace: &Workspace) -> Result<Loaded, Failure> {
        let VerifyCommand { since, shard, .. } = self.request;
        if since.is_none() && shard.is_none() {
            return Ok(workspace.load());
        }
        let mut loaded = workspace.load_part();
        if let Some(left_out) = self.request.select_changed(workspace, &mut loaded)? {
            let _ = self.left_out.set(left_out);
        }
        if let Some((shard, costs)) = shard {
            let _ = self.shard.set(loaded.select_shard(*shard, costs));
        }
        Ok(loaded)
    }

    /// How failed members are looked at further, for texts; `None` if that is not to be said.
    fn further(
        &self,
        workspace: &Workspace,
        loaded: &Loaded,
        reports: &[FileReport],
    ) -> Option<Further> {
        let request = self.request;
        let is_wanted = request.options.explain
            && request.trace == TraceMode::Off
            && request.verbosity != Verbosity::Quiet
            && self.outputs.have_text();
        let mut members = reports.iter().flat_map(|report| &report.members);
        let first = members.find(|member| member.failure().is_some());
        let first = first.filter(|_| is_wanted && self.stop.reason().is_none())?;
        let states = loaded.last_states(first, self.stop);
        // The report of its program was in the cache: it has not been parsed.
        let states = match states {
            None if first.from_cache => workspace.load_part().last_states(first, self.stop),
            states => states,
        };
        let programs = workspace.has_java().then(|| {
            let paths = request.paths.iter();
            paths.map(|path| path.display().to_string()).collect()
        });
        Some(Further { states, programs })
    }

    /// How a run with these results ended.
    fn end(&self, reports: &[FileReport]) -> End<'_> {
        let failure = self.stop.no_solver();
        let mut members = reports.iter().flat_map(|report| &report.members);
        let is_incomplete = members.any(|member| member.status == Status::Unknown);
        let early = match self.stop.reason() {
            Some(StopReason::Requested) => Some(StopReason::Requested),
            Some(why) if why.ends_run() && is_incomplete => Some(why),
            _ => None,
        };
        let worst = match (failure, early) {
            (Some(_), _) => Exit::Internal,
            (_, Some(StopReason::Requested)) => Exit::Stopped,
            _ => Exit::Verified,
        };
        End {
            early,
            failure,
            exit: exit_of(reports).max(worst),
        }
    }

    fn verification<'v>(
        &'v self,
        sources: &'v SourceMap,
        files: &'v [FileReport],
        end: End<'v>,
    ) -> Verification<'v> {
        Verification {
            sources,
            files,
            time: self.start.elapsed(),
            end,
            detail: self.request.shown().detail,
            shard: self.shard.get(),
            left_out: self.left_out.get(),
            further: None,
        }
    }

    /// Records an event, and writes its results. The results of a file are written as soon as
    /// they and those of all preceding files are available.
    fn record(&self, loaded: &Loaded, event: Event<'_>, progress: &Progress) {
        progress.update(event);
        if let Event::Member(outcome) = event {
            lock(&self.outcomes).push(outcome.clone());
            self.end_if_failed(&[outcome]);
        }
        if let Event::File(report) = event {
            self.end_if_failed(&report.members.iter().collect::<Vec<_>>());
        }
        if self.outputs.concerns(event) {
            let is_brief = || self.brevity.is_brief();
            progress.suspended(|| self.outputs.write(loaded.sources(), event, &is_brief));
        }
    }

    /// Ends the run if one of these members failed, and the run is to end then.
    fn end_if_failed(&self, members: &[&MemberOutcome]) {
        let mut members = members.iter();
        let is_failure = |status| matches!(status, Status::Failed | Status::Refused);
        if self.request.fail_fast && members.any(|member| is_failure(member.status)) {
            self.stop.fail();
        }
    }

    fn write_end(&self, verification: Verification<'_>) -> Result<(), Failure> {
        self.outputs
            .end(verification, &|| self.brevity.is_brief())?;
        self.tell_if_brief();
        Ok(())
    }

    /// Says on the error output that a report is in brief.
    fn tell_if_brief(&self) {
        if self.brevity.is_brief.load(Ordering::Relaxed) {
            let _ = writeln!(
                console::stderr(false),
                "warning: the run was ended while the report was written: the rest of it is \
                 without source lines, and without the states of paths"
            );
        }
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
}

impl Watched for VerifyRun<'_> {
    fn stop(&self) -> &Stop {
        self.stop
    }

    /// Whether the programs are loaded, so that there are members to verify.
    fn yields_memory(&self) -> bool {
        self.loaded.get().is_some()
    }

    /// Writes the results so far, with all other members `unknown` for this reason; `None` if
    /// the report is being written already.
    fn report_so_far(&self, why: StopReason) -> Option<Exit> {
        if !self.may_report() {
            return None;
        }
        let no_sources = SourceMap::default();
        let outcomes = std::mem::take(&mut *lock(&self.outcomes));
        if self.sources.get().is_none() {
            let why = why.text();
            let _ = writeln!(
                console::stderr(false),
                "error: no member was verified: {why}, while the files were read"
            );
        }
        let (sources, reports) = match (self.loaded.get(), self.sources.get()) {
            (Some(loaded), _) => (loaded.sources(), loaded.stopped(outcomes, why)),
            (None, Some(sources)) => (sources, unread(sources, why)),
            (None, None) => (&no_sources, Vec::new()),
        };
        let is_brief = || self.brevity.is_brief();
        for report in &reports {
            self.outputs.file(sources, report, &is_brief);
        }
        let least = match why {
            StopReason::Requested => Exit::Stopped,
            _ => Exit::NotVerified,
        };
        let exit = exit_of(&reports).max(least);
        let end = End {
            early: Some(why),
            failure: None,
            exit,
        };
        if let Err(failure) = self.write_end(self.verification(sources, &reports, end)) {
            // The exit code says it, too.
            let _ = writeln!(console::stderr(false), "error: {failure}");
        }
        std::mem::forget(reports);
        Some(exit)
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

/// The worst exit of some reports.
fn exit_of(reports: &[FileReport]) -> Exit {
    let worst = reports.iter().map(Exit::of).max();
    worst.unwrap_or(Exit::Verified)
}

/// Refuses programs whose files are in folders with different options.
fn refuse_conflict(loaded: &Loaded) -> Result<(), Failure> {
    loaded.conflict().map_or(Ok(()), |[one, other]| {
        let (one, other) = (one.name(), other.name());
        Err(Failure::new(format!(
            "{one} and {other} are one program, but their folders have different options in the \
             project file"
        )))
    })
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
            return Err(Failure::new(format!(
                "there is no member `{}`{offer}",
                visible::on_one_line(name)
            )));
        }
    }
    Ok(())
}
