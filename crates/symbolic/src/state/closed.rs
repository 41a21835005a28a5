//! The predicate instances that inference has closed for the assertion being consumed. In this
//! assertion, `opening q in e` can open them, although no heap holds them.
//!
//! What inference closes is held by no heap: expressions of an assertion are evaluated in the heap
//! before it. The state's modes list what was closed for the assertion, and `opening q in e` of
//! such an instance evaluates `e` in that heap, which has the parts of `q`. So the value is always
//! that of the locations now; the list decides only what may be opened, and ends with the
//! assertion, and where another heap is read (`old`, a body, a precondition).

use super::chunk::predicate::Instance;
use rpds::Vector;
use veriframe_logic::Term;

/// An instance that inference closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Closed {
    /// The instance.
    pub instance: Instance,
    /// The amount of it.
    pub amount: Term,
    /// The number of instances before it that were closed for its body.
    inside: usize,
}

/// The instances closed for the assertions being consumed: a body's are within those of the
/// assertion with its instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClosedInstances {
    /// In the order of closing: those for a body stand before its instance.
    all: Vector<Closed>,
    /// The number of those that were closed before the innermost assertion.
    before: usize,
    /// The places of those that are being opened, innermost last.
    opened: Vector<usize>,
}

impl ClosedInstances {
    /// Whether no instance has been closed for the innermost assertion.
    pub fn is_empty(&self) -> bool {
        self.before == self.all.len()
    }

    /// The same at the start of an assertion within the innermost one.
    #[must_use]
    pub fn within(&self) -> ClosedInstances {
        ClosedInstances {
            all: self.all.clone(),
            before: self.all.len(),
            opened: Vector::new(),
        }
    }

    /// The same after an instance was closed, for whose body those of `body` were closed.
    #[must_use]
    pub fn with(&self, instance: Instance, amount: Term, body: &ClosedInstances) -> Self {
        let inside = body.all.len().saturating_sub(self.all.len());
        let closed = Closed {
            instance,
            amount,
            inside,
        };
        ClosedInstances {
            all: body.all.push_back(closed),
            before: self.before,
            opened: self.opened.clone(),
        }
    }

    /// The same while one of the instances is open.
    #[must_use]
    pub fn opening(&self, place: usize) -> ClosedInstances {
        ClosedInstances {
            opened: self.opened.push_back(place),
            ..self.clone()
        }
    }

    /// The instances that can be opened, each with its place: those closed for the innermost
    /// assertion and for the bodies that are open, but not what was closed for other bodies.
    pub fn openable(&self) -> impl Iterator<Item = (usize, &Closed)> {
        let own = (self.before, self.all.len());
        let bodies = self.opened.iter().filter_map(|&place| {
            let start = place.checked_sub(self.all.get(place)?.inside)?;
            Some((start, place))
        });
        let ranges = std::iter::once(own).chain(bodies);
        let all = ranges.flat_map(|(start, end)| self.outermost(start, end));
        all.filter(|(place, _)| self.opened.iter().all(|opened| opened != place))
    }

    /// The instances of a range that were not closed for the bodies of others in it.
    fn outermost(&self, start: usize, end: usize) -> impl Iterator<Item = (usize, &Closed)> {
        let mut end = end;
        std::iter::from_fn(move || {
            let place = end.checked_sub(1).filter(|&place| place >= start)?;
            let closed = self.all.get(place)?;
            end = place.saturating_sub(closed.inside);
            Some((place, closed))
        })
    }
}
