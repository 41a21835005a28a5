//! The heap of symbolic execution (000, §4): what is not known of the initial heap are functions of
//! references, and a write through one reference updates what is read through another one by a
//! conditional.
//!
//! Departure: objects that the run has made are different from all others. Their cells are kept
//! by object, so that a conditional is only needed among references of the initial heap.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use veriframe_ir::{ClassId, FieldId, PureId};
use veriframe_logic::{Func, Sort, Term};

/// An object or array that is different from all others.
#[derive(Clone, Debug)]
pub(super) enum Made {
    /// An object of a class; fields that are not named have default values.
    Object(ClassId, BTreeMap<FieldId, Term>),
    /// An array of a known length.
    Array(Vec<Term>),
    /// An array of another length, with its default value and the writes, the newest last.
    Open(Term, Term, Vec<(Term, Term)>),
}

impl Made {
    /// The class of an object; `None` of an array.
    pub(super) fn class(&self) -> Option<ClassId> {
        match self {
            Made::Object(class, _) => Some(*class),
            Made::Array(_) | Made::Open(..) => None,
        }
    }
}

/// A write through a reference of the initial heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldWrite {
    pub(super) receiver: Term,
    pub(super) value: Term,
}

/// A write of an element of an array of the initial heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct ElementWrite {
    pub(super) array: Term,
    pub(super) index: Term,
    pub(super) value: Term,
}

/// The heap.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    /// By reference: the objects that are different from all others.
    pub(super) made: FxHashMap<Term, Made>,
    /// By field: the writes, the newest last.
    pub(super) fields: BTreeMap<FieldId, Vec<FieldWrite>>,
    /// By sort of elements: the writes, the newest last.
    pub(super) elements: BTreeMap<Sort, Vec<ElementWrite>>,
    /// The static fields that have a value.
    pub(super) statics: BTreeMap<FieldId, Term>,
    /// The values of pure methods with parameters that read state of which only contracts tell, by
    /// their inputs.
    pub(super) notes: Vec<(PureId, Vec<Term>, Term)>,
}

/// The functions that describe the initial heap.
#[derive(Debug)]
pub(super) struct Initial {
    /// By field: its value; after them those of pure methods without code.
    pub(super) fields: Vec<Func>,
    /// The class of an object, by number.
    pub(super) class: Func,
    /// The length of an array.
    pub(super) length: Func,
    /// The text that `+` makes of two texts.
    pub(super) joined: Func,
    /// By sort: the element of an array at an index.
    pub(super) elements: BTreeMap<Sort, Func>,
}

/// A cell of the initial heap that a run has met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// A field of an object.
    Field(Term, FieldId),
    /// An element of an array.
    Element(Term, Term),
    /// The length of an array.
    Length(Term),
    /// The class of an object.
    Class(Term),
}

/// The cells of the initial heap that a run has met, with their terms, in order.
pub(super) type Cells = Rc<Vec<(Cell, Term)>>;
