//! Heap chunks (Definition 1 of the paper, with fractions): the permission to
//! a location, to an array's elements, or to a predicate instance, and what is
//! known of the values there.

use crate::ir::{FieldId, PredId};
use crate::logic::{Elem, Position, Term, Terms};
use crate::source::Span;
use std::rc::Rc;

/// When a reference can have been allocated. References whose ages exclude each
/// other are different objects, whatever else is known of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Age {
    /// Whether it is known exactly: it is the symbol of an allocated object.
    pub exact: bool,
    /// When it was allocated, or the latest time at which it can have been.
    pub latest: u32,
}

impl Age {
    /// The age of a reference.
    #[must_use]
    pub fn of(terms: &Terms, reference: Term) -> Age {
        Age {
            exact: terms.birth(reference).is_some(),
            latest: terms.age(reference),
        }
    }
}

/// What a chunk gives permission to, of its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Resource {
    /// A field. A static field's receiver is its class's owner.
    Field(FieldId),
    /// All elements of an array.
    Elems(Elem),
    /// A predicate.
    Pred(PredId),
}

/// Where a chunk came from, or where it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The statement or assertion.
    pub span: Span,
    /// What happened there, to follow "here": `by the call of setX`.
    pub what: Rc<str>,
}

/// One chunk. For a field `value` is the paper's `v` in `t.f ↦ v`; for
/// elements it is the array's contents; for a predicate it is the snapshot.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// What it gives permission to.
    pub resource: Resource,
    /// The receiver: an object, an array, or a class's owner.
    pub receiver: Term,
    /// The receiver's age.
    pub age: Age,
    /// Where a slice begins; `None` of other resources.
    pub from: Option<Position>,
    /// A predicate's arguments, or the bounds of a slice.
    pub args: Rc<[Term]>,
    /// How much: positive; at most 1 for locations.
    pub amount: Term,
    /// The value, contents or snapshot.
    pub value: Term,
    /// Where it came from.
    pub origin: Event,
    /// Whether a `close` of the member under verification made it.
    pub closed_here: bool,
    /// Orders chunks by age and tells them apart.
    pub serial: u64,
}

impl Chunk {
    /// The same for another receiver and other arguments.
    #[must_use]
    pub fn moved(&self, terms: &mut Terms, receiver: Term, args: Rc<[Term]>) -> Chunk {
        Chunk {
            receiver,
            age: Age::of(terms, receiver),
            from: slice_from(terms, self.resource, &args),
            args,
            ..self.clone()
        }
    }

    /// The same for another slice of the same array.
    #[must_use]
    pub fn with_bounds(&self, terms: &mut Terms, lo: Term, hi: Term) -> Chunk {
        self.moved(terms, self.receiver, Rc::new([lo, hi]))
    }
}

/// Where a slice with these bounds begins; `None` for other resources.
#[must_use]
pub fn slice_from(terms: &mut Terms, resource: Resource, args: &[Term]) -> Option<Position> {
    match (resource, args.first()) {
        (Resource::Elems(_), Some(&lo)) => Some(terms.position(lo)),
        _ => None,
    }
}

/// Which location or predicate instance is looked for.
#[derive(Clone, Debug)]
pub(in crate::symbolic) struct Target {
    /// Field, elements or predicate.
    pub resource: Resource,
    /// The receiver.
    pub receiver: Term,
    /// A predicate's arguments.
    pub args: Rc<[Term]>,
}

impl Target {
    /// What a chunk is for.
    pub(in crate::symbolic) fn of(chunk: &Chunk) -> Target {
        Target {
            resource: chunk.resource,
            receiver: chunk.receiver,
            args: chunk.args.clone(),
        }
    }
}

/// The bounds of a slice; `None` for what is no slice.
pub(in crate::symbolic) fn bounds(args: &[Term]) -> Option<(Term, Term)> {
    match args {
        &[lo, hi] => Some((lo, hi)),
        _ => None,
    }
}
