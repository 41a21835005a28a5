//! `veriframe verify PATH…`: reads programs, verifies them, and writes what
//! came of it. Each file is a program of its own.

use super::progress::Progress;
use super::{Exit, Failure, files, near};
use crate::driver::{self, Loaded};
use crate::ir::Program;
use crate::logic::z3::library;
use crate::report::human::{self, Style};
use crate::report::json::{self, Detail};
use crate::report::{Counts, FileReport};
use crate::source::SourceMap;
use crate::stop::{Stop, Why};
use crate::verify::{self, Options};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

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
    /// Whole states, not differences.
    pub full: bool,
    /// What each member took.
    pub stats: bool,
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
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let start = Instant::now();
    let options = &request.options;
    let stop = Stop::new(asked_to_stop, options.timeout);
    library::find().map_err(|error| Failure::broken(error.to_string()))?;
    let sources = files::read_all(&request.paths, &request.specs)?;
    let loaded = driver::load_all(&sources, options);
    refuse_unknown_members(&options.members, &loaded)?;

    let run = Run {
        request,
        sources: &sources,
        loaded: &loaded,
        progress: Progress::start(count_members(&options.members, &loaded)),
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
            .aside(|| writeln!(io::stderr(), "warning: {trouble}"));
    }
    if let Some(trouble) = options.smt.as_ref().and_then(|smt| smt.trouble()) {
        return Err(Failure::new(trouble));
    }
    // A run is what the process is for: it ends faster than it takes apart what it read.
    std::mem::forget(loaded);
    if let Some(message) = stop.no_solver() {
        return Err(Failure::broken(message));
    }
    Ok(match stop.why() {
        Some(Why::Asked) => exit.max(Exit::Stopped),
        _ => exit,
    })
}

/// A run, after its files are loaded.
struct Run<'a> {
    request: &'a Request,
    sources: &'a SourceMap,
    loaded: &'a [Loaded],
    progress: Progress,
    stop: &'a Stop,
    start: Instant,
}

impl Run<'_> {
    /// Writes each file's results as soon as they and those of the files before
    /// it are there, then the summary.
    fn human(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let style = self.request.style();
        let mut counts = Counts::default();
        let mut exit = Exit::Verified;
        let mut totals = Vec::new();
        let mut written = Ok(());
        self.verify(|report| {
            let text = human::file(self.sources, &report, style);
            if written.is_ok() {
                written = self.progress.aside(|| write(out, &text));
            }
            counts += report.counts();
            exit = exit.max(Exit::of(&report));
            let name = self.sources.file(report.file).name();
            totals.push((name.to_owned(), report.stats()));
        });
        written?;
        if style.stats && totals.len() > 1 {
            write(out, &format!("{}\n", human::totals(&totals)))?;
        }
        let summary = human::summary(counts, self.start.elapsed(), style);
        self.progress.aside(|| write(out, &summary))?;
        Ok(exit)
    }

    /// Writes one object when all is done.
    fn json(&self, out: &mut dyn Write) -> Result<Exit, Failure> {
        let mut reports: Vec<FileReport> = Vec::new();
        self.verify(|report| reports.push(report));
        let detail = Detail {
            trace: self.request.options.trace,
            stats: self.request.stats,
        };
        let text = json::render(self.sources, &reports, self.start.elapsed(), detail).map_err(
            |error| Failure::new(format!("the results cannot be written as JSON: {error}")),
        )?;
        self.progress.aside(|| write(out, &text))?;
        Ok(reports.iter().map(Exit::of).max().unwrap_or(Exit::Verified))
    }

    /// Verifies all files and hands over their reports in their order, but for
    /// those of files with nothing that was asked for.
    fn verify(&self, mut done: impl FnMut(FileReport)) {
        let options = &self.request.options;
        // What the front end refused is a file without members, and of what is
        // known there is nothing to verify.
        let nothing = Program::default();
        let programs = self.loaded.iter();
        let programs: Vec<&Program> = programs
            .map(|file| file.program.as_ref().unwrap_or(&nothing))
            .collect();
        let run = verify::Run {
            sources: self.sources,
            options,
            stop: self.stop,
            watcher: &|event| self.progress.tell(event),
        };
        verify::verify_all(&programs, run, |index, members| {
            let reports = self
                .loaded
                .get(index)
                .map(|program| program.report(members));
            let asked_for = |report: &FileReport| {
                options.members.is_empty()
                    || !report.members.is_empty()
                    || !report.diagnostics.is_empty()
            };
            let reports = reports.into_iter().flatten();
            reports.filter(asked_for).for_each(&mut done);
        });
    }
}

fn write(out: &mut dyn Write, text: &str) -> Result<(), Failure> {
    let result: io::Result<()> = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    result.map_err(|error| Failure::new(format!("the results cannot be written: {error}")))
}

/// Refuses names that no program has, unless a program that could have them
/// was refused by the front end.
fn refuse_unknown_members(wanted: &[String], loaded: &[Loaded]) -> Result<(), Failure> {
    if wanted.is_empty() || loaded.iter().any(|file| file.program.is_none()) {
        return Ok(());
    }
    let names: Vec<String> = loaded
        .iter()
        .filter_map(|file| file.program.as_ref())
        .flat_map(members)
        .flatten()
        .collect();
    for name in wanted {
        if !names.contains(name) {
            let offer = near::offer(&near::nearest(name, names.iter().map(String::as_str)));
            return Err(Failure::new(format!("there is no member `{name}`{offer}")));
        }
    }
    Ok(())
}

/// The names of a program's members: the full one, and that of all of its name.
fn members(program: &Program) -> impl Iterator<Item = [String; 2]> {
    program
        .members
        .iter()
        .map(|&member| [program.member_name(member), program.group_name(member)])
}

/// How many members a run is going to verify.
fn count_members(wanted: &[String], loaded: &[Loaded]) -> usize {
    let programs = loaded.iter().filter_map(|file| file.program.as_ref());
    if wanted.is_empty() {
        return programs.map(|program| program.members.len()).sum();
    }
    let is_wanted = |names: &[String; 2]| names.iter().any(|name| wanted.contains(name));
    programs.flat_map(members).filter(is_wanted).count()
}
