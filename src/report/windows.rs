//! The source lines of a diagnostic, long ones cut to windows around its labels.
//!
//! A [`View`] is the text that is drawn instead of the file's: it has the lines of the labels and
//! those next to them, so its size does not depend on that of the file. Each long line
//! keeps what is near the ends of labels, and `…` replaces the rest. Positions of the file are
//! converted to positions of the view and back. Lines keep their numbers.

use crate::source::SourceFile;
use crate::visible::{is_deceptive, on_one_line};
use std::collections::BTreeSet;
use std::ops::Range;

/// The replacement of the characters that were cut.
const CUT: &str = "…";

/// A stretch of the file that the view has unchanged.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Its start in the file.
    original: usize,
    /// Its start in the view.
    shown: usize,
    /// Its length in bytes.
    length: usize,
}

/// A line of a view.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Its number in the file, from 1.
    number: usize,
    /// Its start in the view.
    start: usize,
}

/// The part of a file that is drawn, with long lines cut.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    text: String,
    pieces: Vec<Piece>,
    lines: Vec<Line>,
}

impl View {
    /// The view of the lines of some labels and of those next to them, in which no line is much
    /// longer than `width` characters for each of the labels on it.
    pub(super) fn new(file: &SourceFile, labels: &[Range<usize>], width: usize) -> View {
        let mut numbers = BTreeSet::new();
        for label in labels {
            let [first, last] = [label.start, label.end].map(|end| file.position(end).line);
            numbers.extend(first.saturating_sub(1)..=last + 1);
        }
        let mut view = View::default();
        for number in numbers {
            let Some(range) = file.line_range(number) else {
                continue;
            };
            let start = view.text.len();
            view.lines.push(Line { number, start });
            let line = file.text().get(range.clone()).unwrap_or_default();
            view.line(line, range.start, labels, width);
        }
        view
    }

    /// The number in the file, from 1, of the line with a byte of the view.
    pub(super) fn line_number(&self, shown: usize) -> usize {
        let after = self.lines.partition_point(|line| line.start <= shown);
        let line = after.checked_sub(1).and_then(|at| self.lines.get(at));
        line.map_or(1, |line| line.number)
    }

    /// The bytes in the view of a line of the file, by its number from 1; `None` if the view does
    /// not have it.
    pub(super) fn line_range(&self, number: usize) -> Option<Range<usize>> {
        let at = self.lines.binary_search_by_key(&number, |line| line.number);
        let at = at.ok()?;
        let end = self.lines.get(at + 1).map(|next| next.start);
        Some(self.lines.get(at)?.start..end.unwrap_or(self.text.len()))
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The place in the view of a byte of the file; that of the cut if it was cut.
    pub(super) fn shown(&self, original: usize) -> usize {
        self.converted(original, |p| p.original, |p| p.shown)
    }

    /// The place in the file of a byte of the view; the start of what was cut for `…`.
    pub(super) fn original(&self, shown: usize) -> usize {
        self.converted(shown, |p| p.shown, |p| p.original)
    }

    /// A place of one text in the other one; the end of the piece before it if it has none.
    fn converted(
        &self,
        place: usize,
        from: impl Fn(&Piece) -> usize,
        to: impl Fn(&Piece) -> usize,
    ) -> usize {
        let after = self.pieces.partition_point(|p| from(p) <= place);
        let piece = after.checked_sub(1).and_then(|at| self.pieces.get(at));
        piece.map_or(0, |p| to(p) + (place - from(p)).min(p.length))
    }

    /// Adds a line that starts at a byte of the file.
    fn line(&mut self, line: &str, start: usize, labels: &[Range<usize>], width: usize) {
        if line.chars().count() <= width {
            return self.keep(line, start);
        }
        let ends = labels.iter().flat_map(|label| [label.start, label.end]);
        let places: Vec<usize> = ends
            .filter(|end| (start..=start + line.len()).contains(end))
            .map(|end| end - start)
            .collect();
        let content = line.trim_end_matches(['\n', '\r']);
        let mut end = 0;
        for kept in windows(content, &places, width) {
            if end < kept.start {
                self.text.push_str(CUT);
            }
            end = kept.end;
            if let Some(part) = content.get(kept.clone()) {
                self.keep(part, start + kept.start);
            }
        }
        if end < content.len() {
            self.text.push_str(CUT);
        }
        if let Some(line_end) = line.get(content.len()..) {
            self.keep(line_end, start + content.len());
        }
    }

    /// Adds a part of the file, in which deceptive characters are made visible.
    fn keep(&mut self, part: &str, original: usize) {
        let mut start = 0;
        for (at, found) in part.match_indices(is_deceptive) {
            let after = at + found.len();
            if found == "\r" && part.get(after..) == Some("\n") {
                continue;
            }
            self.keep_as_it_is(part.get(start..at).unwrap_or_default(), original + start);
            self.text.push_str(&on_one_line(found));
            start = after;
        }
        self.keep_as_it_is(part.get(start..).unwrap_or_default(), original + start);
    }

    fn keep_as_it_is(&mut self, part: &str, original: usize) {
        self.pieces.push(Piece {
            original,
            shown: self.text.len(),
            length: part.len(),
        });
        self.text.push_str(part);
    }
}

/// The parts of a long line that are kept, in order: those near some places, else its
/// beginning.
fn windows(line: &str, places: &[usize], width: usize) -> Vec<Range<usize>> {
    let margin = width / 4;
    let mut kept: Vec<Range<usize>> = places
        .iter()
        .map(|&place| {
            let place = line.floor_char_boundary(place.min(line.len()));
            let (before, after) = line.split_at(place);
            let start = before.char_indices().rev().take(margin).last();
            let end = after.char_indices().nth(margin);
            start.map_or(place, |(at, _)| at)..end.map_or(line.len(), |(at, _)| place + at)
        })
        .collect();
    if kept.is_empty() {
        let end = line.char_indices().nth(width);
        kept.push(0..end.map_or(line.len(), |(at, _)| at));
    }
    kept.sort_by_key(|part| part.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for part in kept {
        match merged.last_mut() {
            Some(last) if part.start <= last.end => last.end = last.end.max(part.end),
            _ => merged.push(part),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The view, and what it shows of each label.
    fn view<'v>(view: &'v View, labels: &[Range<usize>]) -> Vec<&'v str> {
        let shown = |label: &Range<usize>| {
            let range = view.shown(label.start)..view.shown(label.end);
            view.text().get(range).unwrap()
        };
        labels.iter().map(shown).collect()
    }

    /// The view of a text.
    fn view_of(text: &str, labels: &[Range<usize>], width: usize) -> View {
        let file = SourceFile::new("A.java".to_owned(), text.to_owned());
        View::new(&file, labels, width)
    }

    #[test]
    fn short_lines_are_kept() {
        let text = "class A {\n\tint ä;\r\n}";
        let all = view_of(text, std::slice::from_ref(&(12..15)), 20);
        assert_eq!(all.text(), text);
        assert!((0..=text.len()).all(|at| all.shown(at) == at && all.original(at) == at));
    }

    #[test]
    fn a_view_has_the_lines_around_labels() {
        let text: String = (1..=1000).map(|n| format!("line {n}\n")).collect();
        let place = |what: &str| text.find(what).unwrap();
        let label = |what| place(what)..place(what) + what.len();
        let labels = [label("line 31"), label("line 997\nline 998")];
        let some = view_of(&text, &labels, 20);
        let numbers = [30, 31, 32, 996, 997, 998, 999];
        let lines = numbers.map(|n| format!("line {n}\n"));
        assert_eq!(some.text(), lines.concat());
        assert_eq!(view(&some, &labels), ["line 31", "line 997\nline 998"]);
        for (number, line) in numbers.into_iter().zip(&lines) {
            let range = some.line_range(number).unwrap();
            assert_eq!(some.line_number(range.start), number);
            assert_eq!(some.line_number(range.end - 1), number);
            assert_eq!(&some.text()[range], line);
        }
        assert_eq!(some.line_range(33), None);
    }

    #[test]
    fn a_label_at_the_end_is_on_the_last_line() {
        for text in ["", "class", "class\n", "class\r\n\r\n"] {
            let end = view_of(text, std::slice::from_ref(&(text.len()..text.len())), 20);
            let last = text.matches('\n').count() + 1;
            assert_eq!(end.line_number(end.shown(text.len())), last, "{text:?}");
        }
    }

    #[test]
    fn a_long_line_is_cut_around_its_labels() {
        let text = format!("a\n{}LABEL{}\nb", "x".repeat(1500), "y".repeat(1500));
        let label = 1502..1507;
        let cut = view_of(&text, std::slice::from_ref(&label), 40);
        let line = format!("…{}LABEL{}…", "x".repeat(10), "y".repeat(10));
        assert_eq!(cut.text(), format!("a\n{line}\nb"));
        assert_eq!(view(&cut, &[label]), ["LABEL"]);
        assert_eq!(cut.original(cut.shown(1502)), 1502);
        assert_eq!(cut.original(cut.text().len()), text.len());
    }

    #[test]
    fn labels_that_are_far_apart_have_windows_of_their_own() {
        let text = format!(
            "FIRST{}SECOND{}THIRD",
            "ä".repeat(500),
            "\u{301}字".repeat(500)
        );
        let second = 1005..1011;
        let labels = [0..5, second, text.len() - 5..text.len()];
        let cut = view_of(&text, &labels, 40);
        assert_eq!(view(&cut, &labels), ["FIRST", "SECOND", "THIRD"]);
        assert_eq!(cut.text().matches(CUT).count(), 2);
        assert!(cut.text().chars().count() < 80, "{}", cut.text());
    }

    #[test]
    fn a_label_as_long_as_the_line_keeps_its_ends() {
        let text = "z".repeat(3000);
        let label = 100..2900;
        let cut = view_of(&text, std::slice::from_ref(&label), 40);
        let ten = "z".repeat(10);
        assert_eq!(cut.text(), format!("…{ten}{ten}…{ten}{ten}…"));
    }

    #[test]
    fn a_long_line_without_labels_keeps_its_beginning() {
        let text = format!("{}\r\nlabel", "w".repeat(99));
        let label = 102..106;
        let cut = view_of(&text, std::slice::from_ref(&label), 40);
        assert_eq!(cut.text(), format!("{}…\r\nlabel", "w".repeat(40)));
    }
}
