//! The outputs of a run: one on standard output, and any number in files, each in its format.

use super::output_file::{self, Pending};
use super::{Failure, suggestions};
use clap::ValueEnum;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use veriframe::debug::Recorder;
use veriframe::page;
use veriframe::report::human::{self, Style};
use veriframe::report::verification::{Detail, Verification};
use veriframe::report::{concise, events, github, json, junit, sarif};
use veriframe::visible::{self, Kind, Visible};
use veriframe::{Event, FileId, FileReport, MemberOutcome, SourceMap, Span, Status};

/// A format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Text for people
    #[default]
    Human,
    /// A line for each diagnostic: `FILE:LINE:COLUMN: CODE: MESSAGE`
    Concise,
    /// One JSON object
    Json,
    /// A JSON object for each event, one a line, while the run goes on
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML
    Junit,
    /// Annotations for GitHub Actions
    Github,
    /// One HTML page with the sources, the failing executions step by step, and their heaps
    Html,
}

impl OutputFormat {
    /// What is written in this format; `color` says whether text has colours.
    #[must_use]
    pub fn kind(self, color: bool) -> Kind {
        match self {
            OutputFormat::Human | OutputFormat::Concise => Kind::Text { color },
            OutputFormat::Github => Kind::Commands,
            OutputFormat::Junit | OutputFormat::Html => Kind::Markup,
            OutputFormat::Json | OutputFormat::Jsonl | OutputFormat::Sarif => Kind::Json,
        }
    }

    /// A file of this format: what is deceptive is visible in it as on standard output.
    fn file(self, file: File) -> Visible<BufWriter<File>> {
        Visible::new(BufWriter::new(file), self.kind(false))
    }
}

/// `FORMAT=FILE`
///
/// # Errors
/// If there is no `=`, or no such format.
pub fn format_and_file(text: &str) -> Result<(OutputFormat, PathBuf), String> {
    let (format, file) = text
        .split_once('=')
        .ok_or_else(|| "write FORMAT=FILE, such as `sarif=results.sarif`".to_owned())?;
    let names = OutputFormat::value_variants().iter();
    let names: Vec<String> = names
        .filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()))
        .collect();
    if file.is_empty() {
        return Err(format!("name a file: `{format}=FILE`"));
    }
    let known = OutputFormat::from_str(format, false).map_err(|_| {
        let close = suggestions::suggestions(format, names.iter().map(String::as_str));
        let offer = if close.is_empty() {
            format!("; the formats are {}", names.join(", "))
        } else {
            suggestions::did_you_mean(&close)
        };
        format!("there is no format `{format}`{offer}")
    })?;
    Ok((known, PathBuf::from(file)))
}

/// How results are shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    /// How text is shown on standard output; in files it has no colours.
    pub style: Style,
    /// The optional contents of reports for machines.
    pub detail: Detail,
    /// Whether failed members get hints, once all members of their program are verified.
    pub has_hints: bool,
}

/// All outputs of a run, shared by the threads that tell them results.
pub(super) struct Outputs<'a> {
    shown: Shown,
    sinks: Vec<Mutex<Sink<'a>>>,
}

/// One output.
struct Sink<'a> {
    format: OutputFormat,
    /// The file; `None` for standard output.
    file: Option<PathBuf>,
    out: Box<dyn Write + Send + 'a>,
    /// What takes its place at the end of the run.
    pending: Option<Pending>,
    style: Style,
    /// The files whose results have been written.
    files: BTreeSet<FileId>,
    /// The folder of the pages, if there is one for each file.
    folder: Option<PathBuf>,
    /// The members whose results have been written.
    members: BTreeSet<(Span, String)>,
    /// What was recorded of the run, for pages.
    recorder: Option<Arc<Recorder>>,
    /// Why it cannot be written.
    error: Option<io::Error>,
}

impl<'a> Outputs<'a> {
    /// Opens all outputs. An existing file is replaced.
    ///
    /// # Errors
    /// If a file is named twice or cannot be written.
    pub(super) fn open(
        format: OutputFormat,
        files: &[(OutputFormat, PathBuf)],
        shown: Shown,
        recorder: Option<&Arc<Recorder>>,
        out: &'a mut (dyn Write + Send),
    ) -> Result<Outputs<'a>, Failure> {
        let mut sinks = vec![Mutex::new(Sink::new(
            format,
            None,
            Box::new(out),
            shown.style,
        ))];
        for (at, (format, path)) in files.iter().enumerate() {
            let others = files.iter().take(at);
            if others.into_iter().any(|(_, other)| other == path) {
                let message = format!("{}: named by --output twice", visible::path(path));
                return Err(Failure::new(message));
            }
            let folder = (*format == OutputFormat::Html && is_folder(path)).then_some(path);
            let index = folder.map(|folder| folder.join("index.html"));
            let made = folder.map_or(Ok(()), fs::create_dir_all);
            let file = made.and_then(|()| output_file::create(index.as_ref().unwrap_or(path)));
            let (file, mut pending) = file.map_err(|error| cannot_write(path, &error))?;
            // Events are followed while the run goes on: their file is in its place at once.
            let streams = *format == OutputFormat::Jsonl;
            if let Some(beside) = pending.take_if(|_| streams) {
                beside
                    .finish()
                    .map_err(|error| cannot_write(path, &error))?;
            }
            let style = Style {
                color: false,
                width: None,
                ..shown.style
            };
            let out = Box::new(format.file(file));
            let mut sink = Sink::new(*format, Some(path.clone()), out, style);
            sink.folder = folder.cloned();
            sink.pending = pending;
            sinks.push(Mutex::new(sink));
        }
        for sink in &mut sinks {
            let sink = sink.get_mut().unwrap_or_else(PoisonError::into_inner);
            sink.recorder = recorder.cloned();
        }
        Ok(Outputs { shown, sinks })
    }

    /// Whether an output gets each member as soon as it is known.
    fn streams(&self) -> bool {
        let mut sinks = self.sinks.iter();
        sinks.any(|sink| lock(sink).format == OutputFormat::Jsonl)
    }

    /// Whether an output is a text for people.
    pub(super) fn have_text(&self) -> bool {
        let mut sinks = self.sinks.iter();
        sinks.any(|sink| lock(sink).format == OutputFormat::Human)
    }

    /// Whether an output is written before the end of the run for such an event.
    pub(super) fn concerns(&self, event: Event<'_>) -> bool {
        match event {
            Event::File(_) => true,
            Event::Begins(_) | Event::Member(_) => self.streams(),
            Event::CheckBegins(_) | Event::CheckEnds(_) => false,
        }
    }

    /// Writes the results of an event. Once `is_brief` says so, source lines are left out.
    pub(super) fn write(&self, sources: &SourceMap, event: Event<'_>, is_brief: &dyn Fn() -> bool) {
        let detail = self.shown.detail;
        match event {
            Event::Begins(members) => self.each(|sink| match sink.format {
                OutputFormat::Jsonl => events::started(&mut sink.out, members),
                _ => Ok(()),
            }),
            // It is written with its file then.
            Event::Member(outcome) if self.shown.has_hints && outcome.status == Status::Failed => {}
            Event::Member(outcome) => self.each(|sink| match sink.format {
                OutputFormat::Jsonl => sink.member(sources, outcome, detail),
                _ => Ok(()),
            }),
            Event::File(report) => self.file(sources, report, is_brief),
            Event::CheckBegins(_) | Event::CheckEnds(_) => {}
        }
    }

    /// Writes the results of a file, unless they have been written.
    pub(super) fn file(
        &self,
        sources: &SourceMap,
        report: &FileReport,
        is_brief: &dyn Fn() -> bool,
    ) {
        let detail = self.shown.detail;
        self.each(|sink| sink.file(sources, report, detail, is_brief));
    }

    /// Lets standard output, if it is a text for people, show failures by kinds at the end.
    pub(super) fn show_by_kinds(&self) {
        if let Some(sink) = self.sinks.first() {
            let mut sink = lock(sink);
            sink.style.by_kinds = sink.format == OutputFormat::Human;
        }
    }

    /// Writes a text for people behind the report on standard output, if that is one for people.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn append(&self, text: &str) -> Result<(), Failure> {
        let Some(sink) = self.sinks.first() else {
            return Ok(());
        };
        let mut sink = lock(sink);
        if !matches!(sink.format, OutputFormat::Human | OutputFormat::Concise) {
            return Ok(());
        }
        let written = sink.out.write_all(text.as_bytes());
        let written = written.and_then(|()| sink.out.flush());
        written.map_err(|error| Failure::new(format!("the results cannot be written: {error}")))
    }

    /// Writes the end of each output.
    ///
    /// # Errors
    /// If an output could not be written, now or before.
    pub(super) fn end(
        &self,
        verification: Verification<'_>,
        is_brief: &dyn Fn() -> bool,
    ) -> Result<(), Failure> {
        self.each(|sink| sink.end(verification, is_brief));
        let failed = self.sinks.iter().find_map(|sink| {
            let sink = lock(sink);
            let error = sink.error.as_ref()?;
            Some(match &sink.file {
                Some(path) => cannot_write(path, error),
                None => Failure::new(format!("the results cannot be written: {error}")),
            })
        });
        failed.map_or(Ok(()), Err)
    }

    /// Lets each output that can be written do so.
    fn each(&self, write: impl Fn(&mut Sink<'_>) -> io::Result<()>) {
        for sink in &self.sinks {
            let mut sink = lock(sink);
            if sink.error.is_none() {
                sink.error = write(&mut sink).err();
            }
        }
    }
}

impl<'a> Sink<'a> {
    fn new(
        format: OutputFormat,
        file: Option<PathBuf>,
        out: Box<dyn Write + Send + 'a>,
        style: Style,
    ) -> Sink<'a> {
        Sink {
            format,
            file,
            out,
            pending: None,
            style,
            files: BTreeSet::new(),
            folder: None,
            members: BTreeSet::new(),
            recorder: None,
            error: None,
        }
    }

    /// Writes the event of a member, once.
    fn member(
        &mut self,
        sources: &SourceMap,
        outcome: &MemberOutcome,
        detail: Detail,
    ) -> io::Result<()> {
        if self.members.insert((outcome.span, outcome.name.clone())) {
            events::member(&mut self.out, sources, outcome, detail)
        } else {
            Ok(())
        }
    }

    /// Writes the results of a file, once.
    fn file(
        &mut self,
        sources: &SourceMap,
        report: &FileReport,
        detail: Detail,
        is_brief: &dyn Fn() -> bool,
    ) -> io::Result<()> {
        if !self.files.insert(report.file) {
            return Ok(());
        }
        match self.format {
            OutputFormat::Human if self.style.by_kinds => return Ok(()),
            OutputFormat::Human => {
                let file = human::Report {
                    sources,
                    file: report,
                };
                human::write(&mut self.out, file, self.style, is_brief)?;
            }
            OutputFormat::Concise => concise::write_file(&mut self.out, sources, report)?,
            OutputFormat::Jsonl => {
                // Members of reports in the cache have had no events.
                for outcome in &report.members {
                    self.member(sources, outcome, detail)?;
                }
                events::file(&mut self.out, sources, report, detail)?;
            }
            OutputFormat::Json
            | OutputFormat::Sarif
            | OutputFormat::Junit
            | OutputFormat::Github
            | OutputFormat::Html => return Ok(()),
        }
        self.out.flush()
    }

    /// Writes the end of the output.
    fn end(
        &mut self,
        verification: Verification<'_>,
        is_brief: &dyn Fn() -> bool,
    ) -> io::Result<()> {
        let out = &mut self.out;
        match self.format {
            // On standard error, the command says why there are no results.
            OutputFormat::Human | OutputFormat::Concise
                if verification.files.is_empty() && verification.end.failure.is_some() =>
            {
                let failure = verification.end.failure.filter(|_| self.file.is_some());
                failure.map_or(Ok(()), |failure| writeln!(out, "error: {failure}"))
            }
            OutputFormat::Human => out.write_all(human::end(verification, self.style).as_bytes()),
            OutputFormat::Concise => concise::write_end(out, verification),
            OutputFormat::Json => json::write(out, verification, is_brief),
            OutputFormat::Jsonl => events::summary(out, verification),
            OutputFormat::Sarif => sarif::write(out, verification, is_brief),
            OutputFormat::Junit => junit::write(out, verification, is_brief),
            OutputFormat::Github => github::write(out, verification),
            OutputFormat::Html => match &self.folder {
                None => page::write(out, verification, self.recorder.as_deref()),
                Some(folder) => {
                    let mut pages = Vec::new();
                    let mut create = |name: &str| -> io::Result<Box<dyn Write>> {
                        let (file, pending) = output_file::create(&folder.join(name))?;
                        pages.extend(pending);
                        Ok(Box::new(OutputFormat::Html.file(file)))
                    };
                    let recorder = self.recorder.as_deref();
                    page::write_pages(out, &mut create, verification, recorder)?;
                    pages.into_iter().try_for_each(Pending::finish)
                }
            },
        }?;
        self.out.flush()?;
        self.pending.take().map_or(Ok(()), Pending::finish)
    }
}

/// Whether a path names a folder: it is one, or ends as one.
fn is_folder(path: &Path) -> bool {
    let text = path.to_string_lossy();
    path.is_dir() || text.ends_with(['/', std::path::MAIN_SEPARATOR])
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!(
        "{}: cannot be written: {error}",
        visible::path(path)
    ))
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
