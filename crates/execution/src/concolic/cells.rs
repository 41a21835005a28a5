//! The terms of cells, beside the concrete heap. Every write is kept with the moment that was
//! marked last, so that the heap can be read as it was.

use super::Mixed;
use crate::domain::HeapMark;
use crate::permission::Location;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use veriframe_logic::Term;

/// What is known of a cell's value beside the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Symbolic {
    /// The term of the value.
    Term(Term),
    /// The elements of a collection.
    Parts(Rc<[Mixed]>),
    /// A collection of the input.
    Given(Rc<Given>),
}

/// A collection of the input: its elements, and the sizes of it and of those in it that are decided
/// where it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) sizes: Vec<(Term, i64)>,
    pub(super) parts: Rc<[Mixed]>,
}

impl Symbolic {
    /// What is known of a value.
    pub(super) fn of(value: &Mixed) -> Option<Symbolic> {
        let parts = || value.parts.clone().map(Symbolic::Parts);
        value.term.map(Symbolic::Term).or_else(parts)
    }
}

/// What is known of cells; of a cell without an entry, nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// By cell: what was known in order, with the number of moments marked before the write.
    written: FxHashMap<Location, Vec<(u32, Option<Symbolic>)>>,
    /// The number of moments that were marked.
    marked: u32,
}

impl Cells {
    /// What is known of a cell, now or at a moment.
    pub(super) fn read(&self, cell: Location, at: Option<HeapMark>) -> Option<Symbolic> {
        let terms = self.written.get(&cell)?;
        let until = match at {
            None => terms.len(),
            Some(at) => terms.partition_point(|(marked, _)| *marked < at.0),
        };
        let (_, term) = terms.get(until.checked_sub(1)?)?;
        term.clone()
    }

    /// Says what is known of a cell.
    pub(super) fn write(&mut self, cell: Location, term: Option<Symbolic>) {
        if term.is_none() && !self.written.contains_key(&cell) {
            return;
        }
        let terms = self.written.entry(cell).or_default();
        match terms.last_mut() {
            Some((marked, last)) if *marked == self.marked => *last = term,
            _ => terms.push((self.marked, term)),
        }
    }

    /// A moment has been marked.
    pub(super) fn mark(&mut self, mark: HeapMark) {
        self.marked = mark.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use veriframe_logic::Terms;

    #[test]
    fn cells_are_read_as_they_were() {
        let mut terms = Terms::new();
        let one = Symbolic::Term(terms.int(1));
        let two = Symbolic::Term(terms.int(2));
        let cell = Location { object: 3, part: 0 };
        let mut cells = Cells::default();
        cells.write(cell, Some(one.clone()));
        cells.mark(HeapMark(1));
        assert_eq!(cells.read(cell, Some(HeapMark(1))), Some(one.clone()));
        cells.write(cell, None);
        cells.mark(HeapMark(2));
        cells.write(cell, Some(two.clone()));
        assert_eq!(cells.read(cell, Some(HeapMark(1))), Some(one));
        assert_eq!(cells.read(cell, Some(HeapMark(2))), None);
        assert_eq!(cells.read(cell, None), Some(two));
    }
}
