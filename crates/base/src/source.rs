//! Source files, spans, and their lines and columns.
//!
//! A [`Span`] is a byte range in one file; it is converted to lines and columns for
//! display only.

use crate::notation::Notation;
use crate::visible;
use borsh::{BorshDeserialize, BorshSerialize};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The id of a file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub struct FileId(u32);

impl FileId {
    /// The id with this number, without a check that the file exists.
    pub fn numbered(number: u32) -> FileId {
        FileId(number)
    }

    /// The number of the id.
    pub fn number(self) -> u32 {
        self.0
    }

    /// Whether it is a library specification.
    pub fn is_library(self) -> bool {
        self.0 >= LIBRARIES
    }

    /// Whether it declares a class of a library of which there is no contract.
    pub fn is_uncontracted(self) -> bool {
        self.0 >= UNCONTRACTED
    }

    /// Whether it declares a class of the class path, of which there is no contract.
    pub fn is_of_class_path(self) -> bool {
        self.0 >= OF_CLASS_PATH
    }
}

impl fmt::Debug for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file{}", self.0)
    }
}

/// A half-open byte range in one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte; never less than `start`.
    pub end: u32,
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}:{}..{}", self.file, self.start, self.end)
    }
}

impl Span {
    /// The range `start..end` of `file`.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span {
            file,
            start: clamp(start),
            end: clamp(end.max(start)),
        }
    }

    /// The smallest span that covers both; `self` if the files differ.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Whether it covers another span.
    #[must_use]
    pub fn contains(self, inner: Span) -> bool {
        self.file == inner.file && self.start <= inner.start && inner.end <= self.end
    }
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A source file: its name as given by the user, its text, and its lines.
#[derive(Debug)]
pub struct SourceFile {
    name: String,
    notation: Notation,
    text: String,
    /// Computed on first use, because most runs need no positions.
    line_starts: OnceLock<Vec<usize>>,
}

impl SourceFile {
    /// A file of this name with this text.
    #[must_use]
    pub fn new(name: String, text: String) -> SourceFile {
        SourceFile {
            notation: Notation::of(&name),
            name,
            text,
            line_starts: OnceLock::new(),
        }
    }

    /// The notation of the text, decided once, by the name.
    #[must_use]
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The start offset of each line.
    fn line_starts(&self) -> &[usize] {
        self.line_starts.get_or_init(|| {
            let later = memchr::memchr_iter(b'\n', self.text.as_bytes()).map(|at| at + 1);
            std::iter::once(0).chain(later).collect()
        })
    }

    /// The name as given by the user.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name in one line, with characters made visible that would change how it is read.
    #[must_use]
    pub fn shown_name(&self) -> Cow<'_, str> {
        visible::on_one_line(&self.name)
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line (from 1) and column of a byte offset; offsets past the end count as the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.line_starts().partition_point(|&start| start <= offset);
        let start = self
            .line_starts()
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or(0);
        let column = self
            .text
            .get(start..offset)
            .map_or(0, |s| s.chars().count());
        Position {
            line: line.max(1),
            column: column + 1,
        }
    }

    /// The text of a line (from 1) without its line break; empty if there is no such
    /// line.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        let text = self.line_range(line).and_then(|range| self.text.get(range));
        text.unwrap_or("").trim_end_matches(['\n', '\r'])
    }

    /// The bytes of a line (from 1) and its line break; `None` if there is no such line.
    pub fn line_range(&self, line: usize) -> Option<Range<usize>> {
        let starts = self.line_starts();
        let start = *starts.get(line.checked_sub(1)?)?;
        Some(start..starts.get(line).copied().unwrap_or(self.text.len()))
    }
}

/// All files of a run, in the order of insertion. A clone shares their texts.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
    libraries: Vec<Arc<SourceFile>>,
    uncontracted: Vec<Arc<SourceFile>>,
    of_class_path: Vec<Arc<SourceFile>>,
}

/// The first id of library specifications.
const LIBRARIES: u32 = 1 << 31;
/// The first id of declarations of library classes without contracts.
const UNCONTRACTED: u32 = 3 << 30;
/// The first id of those of them that are classes of the class path.
const OF_CLASS_PATH: u32 = 7 << 29;

/// The maximum length of a quote, in characters.
const MAX_QUOTE: usize = 90;
/// The number of characters kept from the end of a longer text.
const MAX_END: usize = 30;

/// Puts a piece of a program's text on one line, as the front end of its notation reads it: without
/// comments and the markers of annotations.
pub type Quote = fn(&str, Notation) -> String;

impl SourceMap {
    /// The text of a span on one line, cut in the middle if it is long.
    #[must_use]
    pub fn on_one_line(&self, quote: Quote, span: Span) -> String {
        let text = quote(self.text(span), self.file(span.file).notation());
        // The text of an expression statement ends with characters outside of the expression.
        let text = text.trim_end_matches([' ', ';']);
        let length = text.chars().count();
        if length <= MAX_QUOTE {
            return text.to_owned();
        }
        let start: String = text.chars().take(MAX_QUOTE - MAX_END).collect();
        let end: String = text.chars().skip(length - MAX_END).collect();
        format!("{} … {}", start.trim_end(), end.trim_start())
    }

    /// Adds a file and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.share(Arc::new(SourceFile::new(name.into(), text.into())))
    }

    /// Adds a file that others use as well, and names it.
    pub fn share(&mut self, file: Arc<SourceFile>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(file);
        id
    }

    /// Adds a library specification, which is not one of the run's files, and returns
    /// its id.
    pub fn add_library(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.share_library(Arc::new(SourceFile::new(name.into(), text.into())))
    }

    /// Adds a library's file that others use as well, and names it.
    pub fn share_library(&mut self, file: Arc<SourceFile>) -> FileId {
        let number = u32::try_from(self.libraries.len()).unwrap_or(u32::MAX);
        self.libraries.push(file);
        FileId(LIBRARIES.saturating_add(number))
    }

    /// Adds the declaration of a library class of which there is no contract, and returns its id.
    pub fn add_uncontracted(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let number = u32::try_from(self.uncontracted.len()).unwrap_or(u32::MAX);
        let file = SourceFile::new(name.into(), text.into());
        self.uncontracted.push(Arc::new(file));
        FileId(UNCONTRACTED.saturating_add(number))
    }

    /// Adds the declaration of a class of the class path, of which there is no contract, and returns its id.
    pub fn add_of_class_path(
        &mut self,
        name: impl Into<String>,
        text: impl Into<String>,
    ) -> FileId {
        let number = u32::try_from(self.of_class_path.len()).unwrap_or(u32::MAX);
        let file = SourceFile::new(name.into(), text.into());
        self.of_class_path.push(Arc::new(file));
        FileId(OF_CLASS_PATH.saturating_add(number))
    }

    /// The declarations of library classes without contracts, with their ids, in order; those of the class path
    /// come last.
    pub fn uncontracted(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        let ids = (UNCONTRACTED..).map(FileId);
        let of_java = ids.zip(self.uncontracted.iter().map(Arc::as_ref));
        let ids = (OF_CLASS_PATH..).map(FileId);
        of_java.chain(ids.zip(self.of_class_path.iter().map(Arc::as_ref)))
    }

    /// The library specifications with their ids, in order.
    pub fn libraries(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        let ids = (LIBRARIES..).map(FileId);
        ids.zip(self.libraries.iter().map(Arc::as_ref))
    }

    /// The file with this id.
    ///
    /// # Panics
    /// If `id` comes from another map.
    #[must_use]
    #[allow(clippy::indexing_slicing)] // ids are made by `add` alone
    pub fn file(&self, id: FileId) -> &SourceFile {
        if let Some(class) = id.0.checked_sub(OF_CLASS_PATH) {
            return &self.of_class_path[class as usize];
        }
        if let Some(class) = id.0.checked_sub(UNCONTRACTED) {
            return &self.uncontracted[class as usize];
        }
        match id.0.checked_sub(LIBRARIES) {
            Some(library) => &self.libraries[library as usize],
            None => &self.files[id.0 as usize],
        }
    }

    /// The position of a span's first character.
    #[must_use]
    pub fn start(&self, span: Span) -> Position {
        self.file(span.file).position(span.start as usize)
    }

    /// The position after a span's last character.
    #[must_use]
    pub fn end(&self, span: Span) -> Position {
        self.file(span.file).position(span.end as usize)
    }

    /// The text of a span.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file)
            .text()
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// The place and the first line of a span's text, for messages.
    #[must_use]
    pub fn quoted(&self, span: Span) -> String {
        let (at, file) = (self.start(span), self.file(span.file).shown_name());
        let mut lines = self.text(span).lines();
        let first = visible::on_one_line(lines.next().unwrap_or_default().trim_end());
        let more = if lines.next().is_some() { " …" } else { "" };
        format!("{file}:{}:{}: `{first}{more}`", at.line, at.column)
    }

    /// The texts of all files, in order.
    pub fn shared(&self) -> impl Iterator<Item = Arc<SourceFile>> {
        self.files.iter().cloned()
    }

    /// The same files, with another text of one that is not a library specification.
    #[must_use]
    pub fn with_text(&self, id: FileId, text: String) -> SourceMap {
        let mut edited = self.clone();
        if let Some(file) = edited.files.get_mut(id.0 as usize) {
            *file = Arc::new(SourceFile::new(file.name.clone(), text));
        }
        edited
    }

    /// The size of all texts together, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.files.iter().map(|file| file.text().len()).sum()
    }

    /// All files with their ids, in order.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(i, f)| (FileId(u32::try_from(i).unwrap_or(u32::MAX)), f.as_ref()))
    }
}
