//! Characters that change how a text is read, made visible: control characters, line ends where
//! there must be none, and those that turn the direction of text. Everything that people read
//! leaves the program through a [`Visible`] writer; names are put into lines with [`on_one_line`].

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// Whether a character is invisible and has an effect; tabs and line feeds are not among them.
#[must_use]
pub fn is_deceptive(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// Whether a text says something to people: it has a letter or digit that is shown.
#[must_use]
pub fn has_words(text: &str) -> bool {
    // Letters without a glyph of their own.
    let is_blank = |c| {
        matches!(
            c,
            '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{ffa0}'
        )
    };
    text.chars().any(|c| c.is_alphanumeric() && !is_blank(c))
}

/// A text of several lines, in which `\u{202e}` and its like stand for deceptive characters. What
/// ends a line as on Windows stays.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_deceptive) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\r' if rest.peek() == Some(&'\n') => shown.push(c),
            c if is_deceptive(c) => push_escaped(&mut shown, c),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// A text in one line, such as a name: line ends are made visible, too.
#[must_use]
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    let is_escaped = |c: char| c == '\n' || c == '\t' || is_deceptive(c);
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            c if is_escaped(c) => push_escaped(&mut shown, c),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// A text without what is behind so many characters, for which `…` stands.
#[must_use]
pub fn cut_after(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}

/// A path in one line.
#[must_use]
pub fn path(path: &Path) -> String {
    on_one_line(&path.to_string_lossy()).into_owned()
}

/// Adds what stands for a character.
pub(crate) fn push_escaped(text: &mut String, c: char) {
    match c {
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        // Writing to a string does not fail.
        c => drop(write!(text, "\\u{{{:x}}}", u32::from(c))),
    }
}

/// What is written, which determines how characters are made visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text for people: `\u{202e}`. With colours, their escape sequences are passed on. No line is
    /// a command for the runner of a CI service.
    Text {
        /// Whether colours are used.
        color: bool,
    },
    /// Commands for the runner of GitHub Actions, among text.
    Commands,
    /// JSON: `\u202e`, which means the character.
    Json,
    /// XML or HTML: `&#x202e;`, which means the character.
    Markup,
    /// What a program or a protocol writes: nothing is changed.
    Raw,
}

/// A writer that makes deceptive characters visible.
#[derive(Debug)]
pub struct Visible<W: Write> {
    inner: W,
    kind: Kind,
    /// The end of what was written, if more is needed to know what it is.
    pending: Vec<u8>,
    /// Whether only spaces were written since the last line end.
    at_line_start: bool,
}

/// The longest escape sequence of a colour.
const LONGEST_COLOR: usize = 24;

impl<W: Write> Visible<W> {
    /// Wraps `inner`.
    pub fn new(inner: W, kind: Kind) -> Visible<W> {
        Visible {
            inner,
            kind,
            pending: Vec::new(),
            at_line_start: true,
        }
    }

    /// Writes what is pending and `bytes`; `is_all` says that no more belongs to it.
    fn pass(&mut self, bytes: &[u8], is_all: bool) -> io::Result<()> {
        let mut all = std::mem::take(&mut self.pending);
        all.extend_from_slice(bytes);
        let complete = match std::str::from_utf8(&all) {
            Err(error) if error.error_len().is_none() && !is_all => error.valid_up_to(),
            _ => all.len(),
        };
        let (head, tail) = all.split_at(complete);
        let text = String::from_utf8_lossy(head);
        let (shown, used) = self.shown(&text, is_all);
        if let Some(rest) = text.get(used..) {
            self.pending.extend_from_slice(rest.as_bytes());
        }
        self.pending.extend_from_slice(tail);
        self.inner.write_all(shown.as_bytes())
    }

    /// What is written for a text, and how many of its bytes that is.
    fn shown(&mut self, text: &str, is_all: bool) -> (String, usize) {
        let mut shown = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let Some(c) = rest.chars().next() else { break };
            // What is needed of the text behind `c` might not have been written yet.
            let is_open =
                |needed: &str| !is_all && rest.len() < needed.len() && needed.starts_with(rest);
            if is_open("\r\n") || self.at_line_start && is_open("::") || is_open("##[") {
                break;
            }
            if let Kind::Text { color: true } = self.kind
                && c == '\u{1b}'
            {
                match color_of(rest) {
                    Ok(Some(length)) => {
                        shown.push_str(rest.get(..length).unwrap_or_default());
                        at += length;
                        continue;
                    }
                    Err(()) if !is_all => break,
                    _ => {}
                }
            }
            let guards = matches!(self.kind, Kind::Text { .. } | Kind::Markup);
            match c {
                '\r' if rest.starts_with("\r\n") => shown.push(c),
                ':' if guards && self.at_line_start && rest.starts_with("::") => {
                    self.push(&mut shown, c);
                }
                '#' if rest.starts_with("##[") => self.push(&mut shown, c),
                c if is_deceptive(c) => self.push(&mut shown, c),
                c => shown.push(c),
            }
            self.at_line_start = c == '\n' || self.at_line_start && c.is_whitespace();
            at += c.len_utf8();
        }
        (shown, at)
    }

    fn push(&self, shown: &mut String, c: char) {
        let code = u32::from(c);
        // Writing to a string does not fail.
        match self.kind {
            Kind::Text { .. } | Kind::Commands => push_escaped(shown, c),
            Kind::Json => drop(write!(shown, "\\u{code:04x}")),
            Kind::Markup => drop(write!(shown, "&#x{code:x};")),
            Kind::Raw => shown.push(c),
        }
    }
}

/// The length of the escape sequence of a colour at the start of a text; an error if it might go on
/// behind the text.
fn color_of(text: &str) -> Result<Option<usize>, ()> {
    let Some(parameters) = text.strip_prefix("\u{1b}[") else {
        return if text.len() == 1 { Err(()) } else { Ok(None) };
    };
    let is_parameter = |c: char| c.is_ascii_digit() || c == ';';
    let end = parameters.find(|c| !is_parameter(c));
    match end {
        Some(end) if parameters.get(end..).is_some_and(|e| e.starts_with('m')) => {
            Ok(Some(2 + end + 1))
        }
        None if text.len() < LONGEST_COLOR => Err(()),
        _ => Ok(None),
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.kind {
            Kind::Raw => self.inner.write(bytes),
            _ => self.pass(bytes, false).map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.pending.is_empty() {
            self.pass(&[], true)?;
        }
        self.inner.flush()
    }
}

impl<W: Write> Drop for Visible<W> {
    fn drop(&mut self) {
        // What cannot be written here could not be written before.
        drop(self.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(kind: Kind, parts: &[&[u8]]) -> String {
        let mut out = Visible::new(Vec::new(), kind);
        for part in parts {
            out.write_all(part).unwrap();
        }
        out.flush().unwrap();
        String::from_utf8(out.inner.clone()).unwrap()
    }

    const PLAIN: Kind = Kind::Text { color: false };
    const COLOR: Kind = Kind::Text { color: true };

    #[test]
    fn deceptive_characters_are_visible_however_they_are_split() {
        let text = "a\u{1b}[31mb\u{7}\r\u{85}\u{2028}\u{202e}\u{2069}\u{200f}c\r\n\td ä";
        let shown = "a\\u{1b}[31mb\\u{7}\\r\\u{85}\\u{2028}\\u{202e}\\u{2069}\\u{200f}c\r\n\td ä";
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(written(PLAIN, &[text.as_bytes()]), shown);
        assert_eq!(written(PLAIN, &bytes), shown);
        assert_eq!(visible(text), shown);
        assert_eq!(on_one_line("a\n\u{1b}"), "a\\n\\u{1b}");
    }

    #[test]
    fn words_have_letters_or_digits_that_are_shown() {
        for text in ["a", " é", "理由", "#7", "\u{200b}x"] {
            assert!(has_words(text), "{text:?}");
        }
        let blank = [
            "",
            " \t\n",
            "\u{a0}",
            "\u{200b}\u{2060}\u{feff}",
            "\u{ad}",
            "\u{3164}",
        ];
        for text in blank
            .into_iter()
            .chain(["\u{ffa0}", "\u{2800}", "\u{e0041}", "...", "-"])
        {
            assert!(!has_words(text), "{text:?}");
        }
    }

    #[test]
    fn colours_are_passed_on_and_nothing_else() {
        let text = "\u{1b}[1m\u{1b}[38;5;9merror\u{1b}[0m\u{1b}]0;title\u{7}\u{1b}[2J";
        let shown = "\u{1b}[1m\u{1b}[38;5;9merror\u{1b}[0m\\u{1b}]0;title\\u{7}\\u{1b}[2J";
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(written(COLOR, &[text.as_bytes()]), shown);
        assert_eq!(written(COLOR, &bytes), shown);
    }

    #[test]
    fn no_line_of_text_is_a_command() {
        let text = "a :: b\n  ::stop-commands::x\n##[error]y\n:";
        let shown = "a :: b\n  \\u{3a}:stop-commands::x\n\\u{23}#[error]y\n:";
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(written(PLAIN, &[text.as_bytes()]), shown);
        assert_eq!(written(PLAIN, &bytes), shown);
        assert_eq!(
            written(Kind::Commands, &[b"::notice::x\n"]),
            "::notice::x\n"
        );
    }

    #[test]
    fn formats_keep_the_meaning_of_characters() {
        let text = "\"\u{202e}\u{85}\"";
        assert_eq!(
            written(Kind::Json, &[text.as_bytes()]),
            "\"\\u202e\\u0085\""
        );
        assert_eq!(
            written(Kind::Markup, &[text.as_bytes()]),
            "\"&#x202e;&#x85;\""
        );
        assert_eq!(written(Kind::Raw, &[text.as_bytes()]), text);
        assert_eq!(
            written(Kind::Json, &[b"\"##[error]\""]),
            "\"\\u0023#[error]\""
        );
        assert_eq!(written(Kind::Markup, &[b"\n::x"]), "\n&#x3a;:x");
    }
}
