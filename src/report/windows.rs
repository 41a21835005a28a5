//! Long source lines cut to windows around the labels of a diagnostic.
//!
//! A [`View`] is the text that is drawn instead of the file's: each long line keeps what is
//! near the ends of labels, and `…` replaces the rest. Positions of the file are
//! converted to positions of the view and back. Lines keep their numbers.

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

/// A file's text with long lines cut.
#[derive(Clone, Debug)]
pub(super) struct View {
    text: String,
    pieces: Vec<Piece>,
}

impl View {
    /// The view of a text in which no line is much longer than `width` characters for
    /// each of the labels on it.
    pub(super) fn new(text: &str, labels: &[Range<usize>], width: usize) -> View {
        let mut view = View {
            text: String::new(),
            pieces: Vec::new(),
        };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            view.line(line, start, labels, width);
            start += line.len();
        }
        view
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

    fn keep(&mut self, part: &str, original: usize) {
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

    #[test]
    fn short_lines_are_kept() {
        let text = "class A {\n\tint ä;\r\n}";
        let all = View::new(text, &[], 20);
        assert_eq!(all.text(), text);
        assert!((0..=text.len()).all(|at| all.shown(at) == at && all.original(at) == at));
    }

    #[test]
    fn a_long_line_is_cut_around_its_labels() {
        let text = format!("a\n{}LABEL{}\nb", "x".repeat(1500), "y".repeat(1500));
        let label = 1502..1507;
        let cut = View::new(&text, std::slice::from_ref(&label), 40);
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
        let cut = View::new(&text, &labels, 40);
        assert_eq!(view(&cut, &labels), ["FIRST", "SECOND", "THIRD"]);
        assert_eq!(cut.text().matches(CUT).count(), 2);
        assert!(cut.text().chars().count() < 80, "{}", cut.text());
    }

    #[test]
    fn a_label_as_long_as_the_line_keeps_its_ends() {
        let text = "z".repeat(3000);
        let label = 100..2900;
        let cut = View::new(&text, std::slice::from_ref(&label), 40);
        let ten = "z".repeat(10);
        assert_eq!(cut.text(), format!("…{ten}{ten}…{ten}{ten}…"));
    }

    #[test]
    fn a_long_line_without_labels_keeps_its_beginning() {
        let cut = View::new(&format!("{}\r\n", "w".repeat(99)), &[], 40);
        assert_eq!(cut.text(), format!("{}…\r\n", "w".repeat(40)));
    }
}
