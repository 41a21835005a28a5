//! Which part of the text is around a place: a file with an error in each of many declarations is
//! read once, not once for each error.

use crate::source::Span;

/// Parts of the text, each of which is in another one, or apart from it.
pub(super) struct Innermost<T> {
    /// By file and beginning, outer parts before inner ones.
    parts: Vec<AnnotatedPart<T>>,
}

struct AnnotatedPart<T> {
    span: Span,
    what: T,
    /// The part around it, by position.
    outer: Option<usize>,
}

impl<T> Innermost<T> {
    /// These parts.
    pub(super) fn new(parts: impl IntoIterator<Item = (Span, T)>) -> Innermost<T> {
        let parts = parts.into_iter().map(|(span, what)| AnnotatedPart {
            span,
            what,
            outer: None,
        });
        let mut parts: Vec<AnnotatedPart<T>> = parts.collect();
        // Of equal parts, the first stays before the others.
        parts.sort_by_key(|part| {
            let Span { file, start, end } = part.span;
            (file, start, std::cmp::Reverse(end))
        });
        let mut around: Vec<(Span, usize)> = Vec::new();
        for (at, part) in parts.iter_mut().enumerate() {
            while around
                .pop_if(|(span, _)| !span.contains(part.span))
                .is_some()
            {}
            part.outer = around.last().map(|(_, outer)| *outer);
            // All of several equal parts are in the same one, and the first of them is found.
            if around.last().is_none_or(|(span, _)| *span != part.span) {
                around.push((part.span, at));
            }
        }
        Innermost { parts }
    }

    /// The smallest part with a place in it; the first of several.
    pub(super) fn around(&self, place: Span) -> Option<&T> {
        let is_before = |part: &AnnotatedPart<T>| {
            (part.span.file, part.span.start) <= (place.file, place.start)
        };
        let mut at = self.parts.partition_point(is_before).checked_sub(1);
        while let Some(part) = at.and_then(|at| self.parts.get(at)) {
            let outer = part.outer.and_then(|outer| self.parts.get(outer));
            // A part that is as large as the one around it is a later one of several.
            let is_first = outer.is_none_or(|outer| outer.span != part.span);
            if is_first && part.span.contains(place) {
                return Some(&part.what);
            }
            at = part.outer;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    #[test]
    fn the_smallest_part_is_found() {
        let at = |start, end| Span::new(FileId::numbered(0), start, end);
        let spans = [
            at(0, 90),
            at(10, 20),
            at(30, 60),
            at(30, 60),
            at(40, 50),
            at(100, 110),
        ];
        let parts = Innermost::new(spans.into_iter().zip(0..));
        for (place, found) in [
            (at(5, 6), Some(0)),
            (at(10, 20), Some(1)),
            (at(15, 25), Some(0)),
            (at(31, 32), Some(2)),
            (at(45, 45), Some(4)),
            (at(45, 55), Some(2)),
            (at(95, 96), None),
            (at(100, 101), Some(5)),
            (at(105, 120), None),
        ] {
            assert_eq!(parts.around(place).copied(), found, "{place:?}");
        }
        let smallest = |place: Span| {
            let around = spans
                .iter()
                .zip(0..)
                .filter(|(span, _)| span.contains(place));
            around
                .min_by_key(|(span, _)| span.end - span.start)
                .map(|(_, n)| n)
        };
        for start in 0..120 {
            for end in start..120 {
                let place = at(start, end);
                assert_eq!(parts.around(place).copied(), smallest(place), "{place:?}");
            }
        }
    }
}
