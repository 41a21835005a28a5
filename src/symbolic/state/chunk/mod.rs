//! Heap chunks (Definition 1 of the paper, with fractions): the permission to a [`Place`]
//! and the value there. Each kind of place has a module, which defines when it includes
//! another place, the bounds of its amounts, how its chunks are combined and merged, and
//! how it is written. The use of chunks by the rules is defined with the rules.

pub mod field;
pub mod predicate;
pub mod slice;

use crate::ir::{FieldId, PredId, Program};
use crate::logic::{Elem, Sort, Term, Terms};
use crate::source::Span;
use field::FieldPlace;
use predicate::Instance;
use slice::Slice;
use std::rc::Rc;

/// When a reference can have been allocated. References with incompatible ages denote
/// different objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Age {
    /// Whether the time is exact: the reference is the symbol of an allocated object.
    pub exact: bool,
    /// The time of allocation, or an upper bound for it.
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

/// The kind of location or predicate that a chunk gives permission to, whatever its
/// receiver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Resource {
    /// A field. A static field's receiver is its class's owner.
    Field(FieldId),
    /// The elements of arrays of this sort.
    Elems(Elem),
    /// A predicate.
    Pred(PredId),
}

impl Resource {
    /// Whether it consists of memory locations, not of predicate instances.
    #[must_use]
    pub fn has_locations(self) -> bool {
        !matches!(self, Resource::Pred(_))
    }
}

/// Where a chunk came from, or where it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The statement or assertion.
    pub span: Span,
    /// What happened there, to follow "here": `by the call of setX`.
    pub what: Rc<str>,
}

/// A place to which permission can be held.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A field of an object, or a static field.
    Field(FieldPlace),
    /// A slice of an array.
    Slice(Slice),
    /// An instance of a predicate.
    Predicate(Instance),
}

/// Writes a term; the number is the precedence of the context.
pub type WriteTerm<'w> = &'w dyn Fn(Term, u8, &mut String);

impl Place {
    /// The resource.
    #[must_use]
    pub fn resource(&self) -> Resource {
        match self {
            Place::Field(place) => Resource::Field(place.field),
            Place::Slice(slice) => Resource::Elems(slice.elem),
            Place::Predicate(instance) => Resource::Pred(instance.pred),
        }
    }

    /// The receiver: an object, an array, or a class's owner.
    #[must_use]
    pub fn receiver(&self) -> Term {
        match self {
            Place::Field(place) => place.receiver,
            Place::Slice(slice) => slice.array,
            Place::Predicate(instance) => instance.receiver,
        }
    }

    /// The slice, if it is one.
    #[must_use]
    pub fn slice(&self) -> Option<&Slice> {
        match self {
            Place::Slice(slice) => Some(slice),
            Place::Field(_) | Place::Predicate(_) => None,
        }
    }

    /// The predicate instance, if it is one.
    #[must_use]
    pub fn instance(&self) -> Option<&Instance> {
        match self {
            Place::Predicate(instance) => Some(instance),
            Place::Field(_) | Place::Slice(_) => None,
        }
    }

    /// The condition that another place of this resource equals this one.
    pub fn same(&self, terms: &mut Terms, other: &Place) -> Term {
        let mut equal = vec![terms.eq(self.receiver(), other.receiver())];
        match (self, other) {
            (Place::Slice(a), Place::Slice(b)) => equal.extend(a.same_bounds(terms, b)),
            (Place::Predicate(a), Place::Predicate(b)) => equal.extend(a.same_args(terms, b)),
            _ => {}
        }
        terms.and(equal)
    }

    /// The condition that permission to this place includes permission to another one of
    /// this resource.
    pub fn includes(&self, terms: &mut Terms, other: &Place) -> Term {
        match (self, other) {
            (Place::Slice(a), Place::Slice(b)) => a.contains(terms, b),
            _ => self.same(terms, other),
        }
    }

    /// The condition that an amount of an exclusive place can be held: it is at most 1.
    pub fn at_most_one(&self, terms: &mut Terms, amount: Term) -> Term {
        match self {
            Place::Slice(slice) => slice.at_most_one(terms, amount),
            Place::Field(_) | Place::Predicate(_) => {
                let one = terms.write();
                terms.le(amount, one)
            }
        }
    }

    /// The sort of the value at the place: a field's value, contents or a snapshot.
    #[must_use]
    pub fn value_sort(&self, program: &Program) -> Sort {
        match self {
            Place::Field(place) => place.value_sort(program),
            Place::Slice(slice) => Sort::Elems(slice.elem),
            Place::Predicate(_) => Sort::Snap,
        }
    }

    /// The terms that determine the place: the receiver first.
    #[must_use]
    pub fn operands(&self) -> Vec<Term> {
        let mut operands = vec![self.receiver()];
        match self {
            Place::Field(_) => {}
            Place::Slice(slice) => operands.extend([slice.lo, slice.hi]),
            Place::Predicate(instance) => operands.extend(instance.args.iter()),
        }
        operands
    }

    /// The place of this resource with other operands; `None` if their number differs.
    #[must_use]
    pub fn with_operands(&self, terms: &mut Terms, operands: &[Term]) -> Option<Place> {
        let (&receiver, others) = operands.split_first()?;
        Some(match self {
            Place::Field(place) => FieldPlace::new(place.field, receiver),
            Place::Slice(slice) => {
                let &[lo, hi] = others else { return None };
                Slice::new(terms, slice.elem, receiver, lo, hi)
            }
            Place::Predicate(instance) => Instance::new(instance.pred, receiver, others.into()),
        })
    }

    /// Whether chunks of this place and of another one can be merged into one whose place
    /// depends on the path. Slices cannot: their bounds determine which elements there
    /// are.
    #[must_use]
    pub fn may_merge(&self, other: &Place) -> bool {
        match (self, other) {
            (Place::Field(a), Place::Field(b)) => a.field == b.field,
            (Place::Predicate(a), Place::Predicate(b)) => {
                a.pred == b.pred && a.args.len() == b.args.len()
            }
            _ => false,
        }
    }

    /// Writes the place as messages name it: `this.x`, `a.elems`, `c.valid()`.
    pub fn write(&self, program: &Program, terms: &Terms, term: WriteTerm<'_>, out: &mut String) {
        term(self.receiver(), 9, out);
        match self {
            Place::Field(place) => place.write(program, out),
            Place::Slice(slice) => slice.write(terms, term, out),
            Place::Predicate(instance) => instance.write(program, terms, term, None, out),
        }
    }

    /// The place in program syntax. `text` is the receiver, and `value` maps a term to an
    /// expression. `None` if a term has no expression.
    pub fn text(
        &self,
        program: &Program,
        terms: &Terms,
        text: &str,
        value: &mut dyn FnMut(Term) -> Option<String>,
    ) -> Option<String> {
        match self {
            Place::Field(place) => Some(place.text(program, text)),
            Place::Slice(slice) => slice.text(terms, text, value),
            Place::Predicate(instance) => instance.text(program, text, value),
        }
    }
}

/// A heap chunk.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// The place of the permission.
    pub place: Place,
    /// The receiver's age.
    pub age: Age,
    /// The permission amount: positive, and at most 1 for memory.
    pub amount: Term,
    /// The value: that of a field (the paper's `v` in `t.f ↦ v`), the contents of an
    /// array, or the snapshot of a predicate.
    pub value: Term,
    /// Where it came from.
    pub origin: Event,
    /// Whether a `close` of the member under verification produced it.
    pub closed_here: bool,
    /// Identifies the chunk and orders chunks by age.
    pub serial: u64,
}

impl Chunk {
    /// The resource of its place.
    #[must_use]
    pub fn resource(&self) -> Resource {
        self.place.resource()
    }

    /// The receiver of its place.
    #[must_use]
    pub fn receiver(&self) -> Term {
        self.place.receiver()
    }

    /// This chunk at another place.
    #[must_use]
    pub fn moved(&self, terms: &Terms, place: Place) -> Chunk {
        Chunk {
            age: Age::of(terms, place.receiver()),
            place,
            ..self.clone()
        }
    }

    /// The condition that the amounts of two chunks add up to at most 1.
    fn fits_with(&self, terms: &mut Terms, other: &Chunk) -> Term {
        let sum = terms.add(self.amount, other.amount);
        let one = terms.write();
        terms.le(sum, one)
    }

    /// Whether the amounts alone imply that two chunks of an exclusive resource have
    /// different places.
    pub fn must_differ(&self, terms: &mut Terms, other: &Chunk) -> bool {
        let fits = self.fits_with(terms, other);
        terms.is_bool(fits, false)
    }

    /// The facts implied by another chunk of the same exclusive resource. `same` is the
    /// condition that both chunks have the same place.
    pub fn facts_beside(&self, terms: &mut Terms, other: &Chunk, same: Term) -> Vec<Term> {
        if let (Place::Slice(a), Place::Slice(b)) = (&self.place, &other.place) {
            let disjoint = a.disjoint(terms, b);
            let same_array = terms.eq(a.array, b.array);
            let fits = self.fits_with(terms, other);
            let sound = terms.or([disjoint, fits]);
            let mut facts = vec![terms.implies(same_array, sound)];
            let agree = terms.eq(self.value, other.value);
            let fact = terms.implies(same, agree);
            if !terms.is_bool(fits, false) {
                facts.push(fact);
            }
            return facts;
        }
        let fits = self.fits_with(terms, other);
        if terms.is_bool(fits, false) {
            return vec![terms.not(same)];
        }
        let agree = terms.eq(self.value, other.value);
        let both = terms.and([agree, fits]);
        vec![terms.implies(same, both)]
    }

    /// The chunk in messages: `this.x ↦ v`, `this.x ↦[1/2] v`, `this.valid[s]()`.
    /// `amount` (empty for 1) and `value` are given as text.
    #[must_use]
    pub fn write(
        &self,
        program: &Program,
        terms: &Terms,
        term: WriteTerm<'_>,
        amount: &str,
        value: &str,
    ) -> String {
        let mut text = String::new();
        if let Place::Predicate(instance) = &self.place {
            if !amount.is_empty() {
                text = format!("{amount} ");
            }
            term(instance.receiver, 9, &mut text);
            instance.write(program, terms, term, Some(value), &mut text);
            return text;
        }
        self.place.write(program, terms, term, &mut text);
        format!("{text} ↦{amount} {value}")
    }
}
