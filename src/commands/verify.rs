//! `veriframe verify PATH…`: reads programs, verifies them, and writes what
//! came of it. Each file is a program of its own.

use super::check::{self, Loaded};
use super::progress::Progress;
use super::{Exit, Failure, files, near};
use crate::ir::Program;
use crate::report::human::{self, Style};
use crate::report::json::{self, Detail};
use crate::report::{Counts, FileReport};
use crate::source::SourceMap;
use crate::verify::outcome::{MemberOutcome, Options};
use std::io::{self, Write};
use std::path::PathBuf;
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

/// Verifies what a request names and writes the results to `out`.
///
/// # Errors
/// If an option, a path or a member's name is wrong, or if `out` takes no more.
pub fn run(request: &Request, out: &mut dyn Write) -> Result<Exit, Failure> {
    let start = Instant::now();
    let sources = files::read_all(&request.paths)?;
    let loaded: Vec<Loaded> = sources
        .files()
        .map(|(id, _)| check::load(&sources, id, request.options.integers))
        .collect();
    refuse_unknown_members(&request.options.members, &loaded)?;

    let run = Run {
        request,
        sources: &sources,
        start,
    };
    let progress = Progress::start(count_members(&request.options.members, &loaded));
    let exit = match request.format {
        Format::Human => run.human(loaded, &progress, out),
        Format::Json => run.json(loaded, &progress, out),
    }?;
    if let Some(trouble) = request.options.cache.as_ref().and_then(|c| c.trouble()) {
        // Where nobody can be warned, nothing is lost but time.
        let _ = progress.aside(|| writeln!(io::stderr(), "warning: {trouble}"));
    }
    Ok(exit)
}

/// A run, after its files are loaded.
struct Run<'a> {
    request: &'a Request,
    sources: &'a SourceMap,
    start: Instant,
}

impl Run<'_> {
    /// Writes each file's results as soon as they are there, then the summary.
    fn human(
        &self,
        loaded: Vec<Loaded>,
        progress: &Progress,
        out: &mut dyn Write,
    ) -> Result<Exit, Failure> {
        let style = self.request.style();
        let mut counts = Counts::default();
        let mut exit = Exit::Verified;
        let mut totals = Vec::new();
        for file in loaded {
            let Some(report) = self.verify(file, progress) else {
                continue;
            };
            let text = human::file(self.sources, &report, style);
            progress.aside(|| write(out, &text))?;
            counts += report.counts();
            exit = exit.max(Exit::of(&report));
            totals.push((
                self.sources.file(report.file).name().to_owned(),
                report.stats(),
            ));
        }
        if style.stats && totals.len() > 1 {
            write(out, &format!("{}\n", human::totals(&totals)))?;
        }
        let summary = human::summary(counts, self.start.elapsed(), style);
        progress.aside(|| write(out, &summary))?;
        Ok(exit)
    }

    /// Writes one object when all is done.
    fn json(
        &self,
        loaded: Vec<Loaded>,
        progress: &Progress,
        out: &mut dyn Write,
    ) -> Result<Exit, Failure> {
        let reports: Vec<FileReport> = loaded
            .into_iter()
            .filter_map(|file| self.verify(file, progress))
            .collect();
        let detail = Detail {
            trace: self.request.options.trace,
            stats: self.request.stats,
        };
        let text = json::render(self.sources, &reports, self.start.elapsed(), detail).map_err(
            |error| Failure::new(format!("the results cannot be written as JSON: {error}")),
        )?;
        progress.aside(|| write(out, &text))?;
        Ok(reports.iter().map(Exit::of).max().unwrap_or(Exit::Verified))
    }

    /// Verifies a file in what is left of the time; `None` if there is nothing
    /// in it that was asked for.
    fn verify(&self, file: Loaded, progress: &Progress) -> Option<FileReport> {
        let mut options = self.request.options.clone();
        options.timeout = options
            .timeout
            .map(|limit| limit.saturating_sub(self.start.elapsed()));
        let done = |member: &MemberOutcome| progress.member(&member.name);
        let report =
            check::on_large_stack(|| check::verify_loaded(file, self.sources, &options, &done));
        let asked_for = options.members.is_empty() || !report.members.is_empty();
        (asked_for || !report.diagnostics.is_empty()).then_some(report)
    }
}

fn write(out: &mut dyn Write, text: &str) -> Result<(), Failure> {
    let result: io::Result<()> = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    result.map_err(|error| Failure::new(format!("the results cannot be written: {error}")))
}

/// Refuses names that no program has, unless a program that could have them
/// was refused by the front end.
fn refuse_unknown_members(wanted: &[String], loaded: &[Loaded]) -> Result<(), Failure> {
    if loaded.iter().any(|file| file.program.is_none()) {
        return Ok(());
    }
    let names: Vec<String> = loaded
        .iter()
        .filter_map(|file| file.program.as_ref())
        .flat_map(members)
        .collect();
    for name in wanted {
        if !names.contains(name) {
            let offer = near::offer(&near::nearest(name, names.iter().map(String::as_str)));
            return Err(Failure::new(format!("there is no member `{name}`{offer}")));
        }
    }
    Ok(())
}

/// The full names of a program's members.
fn members(program: &Program) -> impl Iterator<Item = String> {
    program
        .members
        .iter()
        .map(|&member| program.member_name(member))
}

/// How many members a run is going to verify.
fn count_members(wanted: &[String], loaded: &[Loaded]) -> usize {
    let programs = loaded.iter().filter_map(|file| file.program.as_ref());
    programs
        .flat_map(members)
        .filter(|name| wanted.is_empty() || wanted.contains(name))
        .count()
}
