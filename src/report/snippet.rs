//! A diagnostic as text with source lines, rendered by codespan-reporting.

use super::windows::View;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::{FileId, SourceMap, Span};
use codespan_reporting::diagnostic as draw;
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::termcolor::WriteColor;
use codespan_reporting::term::{self, Config};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;

/// The width at which notes are wrapped if they are not written to a terminal.
const WIDTH: usize = 96;
/// The width to which source lines are cut if they are not written to a terminal.
const LINE_WIDTH: usize = 160;
/// The least width at which notes are wrapped.
const MIN_WIDTH: usize = 30;
/// The number of columns before a note, with four digits of line numbers.
const INDENT: usize = 7;

/// Writes a diagnostic with source lines, labels and notes, followed by an empty line.
pub(super) fn write(
    out: &mut dyn WriteColor,
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    terminal: Option<usize>,
) -> io::Result<()> {
    let width = width_of_notes(terminal);
    let mut drawing = drawing(sources, diagnostic, width);
    let line_width = terminal.map_or(LINE_WIDTH, |_| width);
    let source = Source::of(sources, &mut drawing, line_width);
    let mut out = out;
    match term::emit_to_write_style(&mut out, &Config::default(), &source, &drawing) {
        Ok(()) => Ok(()),
        Err(Error::Io(error)) => Err(error),
        Err(_) => write_plain(out, sources, diagnostic, terminal),
    }
}

/// The width at which notes are wrapped, given that of the terminal.
fn width_of_notes(terminal: Option<usize>) -> usize {
    terminal.map_or(WIDTH, |width| width.saturating_sub(INDENT).max(MIN_WIDTH))
}

/// Writes a diagnostic without source lines: in brief, or if rendering fails.
pub(super) fn write_plain(
    out: &mut dyn WriteColor,
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    terminal: Option<usize>,
) -> io::Result<()> {
    let width = width_of_notes(terminal);
    let at = sources.start(diagnostic.span);
    let name = sources.file(diagnostic.span.file).shown_name();
    let (code, message) = (diagnostic.full_code(), diagnostic.message());
    writeln!(out, "{name}:{}:{}: [{code}]: {message}", at.line, at.column)?;
    for note in notes(diagnostic, width) {
        writeln!(out, "  = {note}")?;
    }
    writeln!(out)
}

/// Converts a diagnostic to codespan-reporting's type.
fn drawing(sources: &SourceMap, diagnostic: &Diagnostic, width: usize) -> draw::Diagnostic<FileId> {
    let severity = match diagnostic.severity {
        Severity::Error => draw::Severity::Error,
        Severity::Warning => draw::Severity::Warning,
    };
    let primary = draw::Label::primary(diagnostic.span.file, range(sources, diagnostic.span))
        .with_message(&diagnostic.label);
    let mut drawing = draw::Diagnostic::new(severity)
        .with_code(diagnostic.full_code())
        .with_message(diagnostic.message())
        .with_label(primary);
    let counterexample = diagnostic.counterexample.as_ref();
    let forgotten = counterexample.and_then(|found| found.forgotten.as_ref());
    for label in diagnostic.related.iter().chain(forgotten) {
        drawing = drawing.with_label(
            draw::Label::secondary(label.span.file, range(sources, label.span))
                .with_message(label.message()),
        );
    }
    drawing.with_notes(notes(diagnostic, width))
}

/// The notes, and the number of failing paths if there are several, each wrapped at a
/// width.
fn notes(diagnostic: &Diagnostic, width: usize) -> Vec<String> {
    let mut notes = super::counterexample::all_notes(diagnostic);
    notes.extend(
        diagnostic
            .hint
            .as_ref()
            .map(|hint| format!("hint: {}", hint.message)),
    );
    if diagnostic.paths > 1 {
        notes.push(match &diagnostic.member {
            Some(member) => format!("on {} paths of `{member}`", diagnostic.paths),
            None => format!("on {} paths", diagnostic.paths),
        });
    }
    notes.iter().map(|note| wrapped(note, width)).collect()
}

/// A text wrapped at spaces to lines of `width` characters; longer words are not
/// broken.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + length <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// The byte range of a span, clamped to the file and to character boundaries.
fn range(sources: &SourceMap, span: Span) -> Range<usize> {
    let text = sources.file(span.file).text();
    let start = text.floor_char_boundary((span.start as usize).min(text.len()));
    let end = text.floor_char_boundary((span.end as usize).min(text.len()));
    start..end.max(start)
}

/// The files of a diagnostic, as codespan-reporting's database.
struct Source<'a> {
    sources: &'a SourceMap,
    files: BTreeMap<FileId, View>,
}

impl<'a> Source<'a> {
    /// The files of a drawing, whose labels are moved to their places in the views.
    fn of(
        sources: &'a SourceMap,
        drawing: &mut draw::Diagnostic<FileId>,
        width: usize,
    ) -> Source<'a> {
        let mut ranges: BTreeMap<FileId, Vec<Range<usize>>> = BTreeMap::new();
        for label in &drawing.labels {
            let of_file = ranges.entry(label.file_id).or_default();
            of_file.push(label.range.clone());
        }
        let view = |(id, labels): (FileId, Vec<Range<usize>>)| {
            (id, View::new(sources.file(id), &labels, width))
        };
        let files: BTreeMap<FileId, View> = ranges.into_iter().map(view).collect();
        for label in &mut drawing.labels {
            if let Some(view) = files.get(&label.file_id) {
                label.range = view.shown(label.range.start)..view.shown(label.range.end);
            }
        }
        Source { sources, files }
    }

    fn view(&self, id: FileId) -> Result<&View, Error> {
        self.files.get(&id).ok_or(Error::FileMissing)
    }
}

impl<'a> Files<'a> for Source<'_> {
    type FileId = FileId;
    type Name = Cow<'a, str>;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<Cow<'a, str>, Error> {
        Ok(self.sources.file(id).shown_name())
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(self.view(id)?.text())
    }

    fn line_index(&'a self, id: FileId, byte_index: usize) -> Result<usize, Error> {
        Ok(self.view(id)?.line_number(byte_index).saturating_sub(1))
    }

    fn column_number(
        &'a self,
        id: FileId,
        _line_index: usize,
        byte_index: usize,
    ) -> Result<usize, Error> {
        let original = self.view(id)?.original(byte_index);
        Ok(self.sources.file(id).position(original).column)
    }

    fn line_range(&'a self, id: FileId, line_index: usize) -> Result<Range<usize>, Error> {
        let range = self.view(id)?.line_range(line_index + 1);
        range.ok_or(Error::LineTooLarge {
            given: line_index,
            max: line_index,
        })
    }
}
