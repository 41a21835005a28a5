//! Heap chunks (Definition 1 of the paper, with fractions): the permission to a [`Place`]
//! and the value there. Each kind of place has a module, which defines what it includes,
//! the bounds of its amounts, how its chunks are combined and merged, and how it is written
//! (the trait of [`kind`]). Other modules ask a place and do not match on its kind. The use
//! of chunks by the rules is defined with the rules.
//!
//! Only `permissions/lookup.rs`, which selects how permission is added and removed, and
//! `permissions/slices.rs`, whose bounds are compared by queries, match on the kind, exhaustively:
//! so the compiler names what a new kind concerns.

pub mod field;
pub mod kind;
pub mod predicate;
pub mod slice;

use field::FieldPlace;
use kind::{Content, Kind, Pair, Syntax, Writer};
use predicate::Instance;
use slice::Slice;
use std::rc::Rc;
use veriframe_base::source::Span;
use veriframe_ir::{FieldId, PredId, Program, Type};
use veriframe_logic::{Elem, Position, Sort, Term, Terms};

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
    /// The age of a receiver. Where there is none, that of references that exist from the start.
    #[must_use]
    pub fn of(terms: &Terms, receiver: Option<Term>) -> Age {
        Age {
            exact: receiver.is_some_and(|t| terms.birth(t).is_some()),
            latest: receiver.map_or(0, |t| terms.age(t)),
        }
    }
}

/// The kind of location or predicate that a chunk gives permission to, whatever its
/// receiver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Resource {
    /// A field. A static field has no receiver.
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
        match self {
            Resource::Field(_) | Resource::Elems(_) => true,
            Resource::Pred(_) => false,
        }
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

/// An expression in a place, whatever its kind is.
macro_rules! of_place {
    ($place:expr, $kind:ident => $then:expr) => {
        match $place {
            Place::Field($kind) => $then,
            Place::Slice($kind) => $then,
            Place::Predicate($kind) => $then,
        }
    };
}

/// An expression in two places of one resource; `None` for other places.
macro_rules! of_places {
    ($one:expr, $other:expr, $a:ident, $b:ident => $then:expr) => {
        if $one.resource() == $other.resource() {
            match ($one, $other) {
                (Place::Field($a), Place::Field($b)) => Some($then),
                (Place::Slice($a), Place::Slice($b)) => Some($then),
                (Place::Predicate($a), Place::Predicate($b)) => Some($then),
                (Place::Field(_) | Place::Slice(_) | Place::Predicate(_), _) => None,
            }
        } else {
            None
        }
    };
}

impl Place {
    /// The resource.
    #[must_use]
    pub fn resource(&self) -> Resource {
        of_place!(self, place => place.resource())
    }

    /// The receiver: an object or an array; a static field has none.
    #[must_use]
    pub fn receiver(&self) -> Option<Term> {
        of_place!(self, place => place.receiver())
    }

    /// The operands other than the receiver: bounds or arguments.
    #[must_use]
    pub fn further_operands(&self) -> &[Term] {
        of_place!(self, place => place.further_operands())
    }

    /// The terms that determine the place: the receiver first, if there is one.
    #[must_use]
    pub fn operands(&self) -> Vec<Term> {
        let further = self.further_operands().iter().copied();
        self.receiver().into_iter().chain(further).collect()
    }

    /// The place of this resource with other operands; `None` if their number differs.
    #[must_use]
    pub fn with_operands(&self, terms: &mut Terms, operands: &[Term]) -> Option<Place> {
        of_place!(self, place => place.with_operands(terms, operands))
    }

    /// The position among the places of the same resource and receiver, if they have an
    /// order: the start of a slice.
    #[must_use]
    pub fn start(&self) -> Option<&Position> {
        of_place!(self, place => place.start())
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

    /// The condition that another place equals this one.
    pub fn same(&self, terms: &mut Terms, other: &Place) -> Term {
        of_places!(self, other, a, b => kind::same(a, b, terms))
            .unwrap_or_else(|| terms.bool(false))
    }

    /// The condition that permission to this place includes permission to another one.
    pub fn includes(&self, terms: &mut Terms, other: &Place) -> Term {
        of_places!(self, other, a, b => a.includes(terms, b)).unwrap_or_else(|| terms.bool(false))
    }

    /// The condition that the receiver is an object, which permission to the place implies.
    pub fn has_object(&self, terms: &mut Terms) -> Term {
        match self.receiver() {
            Some(receiver) => {
                let null = terms.null();
                terms.ne(receiver, null)
            }
            None => terms.bool(true),
        }
    }

    /// The condition that another place has the same receiver.
    pub fn same_receiver(&self, terms: &mut Terms, other: &Place) -> Term {
        kind::same_receiver(terms, self.receiver(), other.receiver())
    }

    /// The condition that the place is empty: permission to it is no permission, and its
    /// amount is unconstrained.
    pub fn empty(&self, terms: &mut Terms) -> Term {
        of_place!(self, place => place.empty(terms))
    }

    /// The condition that an amount of an exclusive place can be held: at most 1, unless
    /// it is empty.
    pub fn at_most_one(&self, terms: &mut Terms, amount: Term) -> Term {
        let one = terms.write();
        let bound = terms.le(amount, one);
        let empty = self.empty(terms);
        terms.or([empty, bound])
    }

    /// Whether chunks of this place and of another one can be merged into one whose place
    /// depends on the path.
    #[must_use]
    pub fn may_merge(&self, other: &Place) -> bool {
        of_places!(self, other, a, b => a.may_merge(b)).unwrap_or(false)
    }

    /// The sort of the value at the place: a field's value, contents or a snapshot.
    #[must_use]
    pub fn value_sort(&self, program: &Program) -> Sort {
        of_place!(self, place => place.value_sort(program))
    }

    /// The type of its value, if it is one that programs have.
    #[must_use]
    pub fn value_type<'p>(&self, program: &'p Program) -> Option<&'p Type> {
        of_place!(self, place => place.value_type(program))
    }

    /// Whether the place in program syntax is an expression of its value.
    #[must_use]
    pub fn denotes_value(&self) -> bool {
        of_place!(self, place => place.denotes_value())
    }

    /// Writes the place as messages name it: `this.x`, `a.elems`, `c.valid()`.
    pub fn write(&self, writer: Writer<'_>, out: &mut String) {
        let mut receiver = String::new();
        if let Some(t) = self.receiver() {
            (writer.term)(t, 9, &mut receiver);
        }
        of_place!(self, place => place.write(writer, &receiver, out));
    }

    /// The place in program syntax. `receiver` is the receiver's text, and `value` maps a
    /// term to an expression. `None` if a term has no expression.
    pub fn text(
        &self,
        syntax: Syntax<'_>,
        receiver: &str,
        value: &mut dyn FnMut(Term) -> Option<String>,
    ) -> Option<String> {
        of_place!(self, place => place.text(syntax, receiver, value))
    }

    /// The permission to this place as an assertion: `acc(c.x, 1/2)`, `c.valid()`. `place`
    /// is its text. `amount` follows a comma; it is empty for 1.
    #[must_use]
    pub fn permission(&self, place: &str, amount: &str) -> String {
        of_place!(self, kind => kind.permission(place, amount))
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
    /// Whether it is a part of the derivation that the member was given (§3.6): given on entry,
    /// opened out of such a chunk, or closed from such chunks alone. What a call gives is not.
    pub of_entry: bool,
    /// Identifies the chunk and orders chunks by age.
    pub serial: u64,
}

impl Chunk {
    /// The resource of its place.
    #[must_use]
    pub fn resource(&self) -> Resource {
        self.place.resource()
    }

    /// The receiver of its place, if it has one.
    #[must_use]
    pub fn receiver(&self) -> Option<Term> {
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
    fn amount_bound(&self, terms: &mut Terms, other: &Chunk) -> Term {
        let sum = terms.add(self.amount, other.amount);
        let one = terms.write();
        terms.le(sum, one)
    }

    /// Whether the amounts alone imply that two chunks of an exclusive resource have
    /// different places.
    pub fn must_differ(&self, terms: &mut Terms, other: &Chunk) -> bool {
        let bound = self.amount_bound(terms, other);
        terms.is_bool(bound, false)
    }

    /// The facts implied by another chunk of the same exclusive resource. `same` is the
    /// condition that both chunks have the same place.
    pub fn facts_beside(&self, terms: &mut Terms, other: &Chunk, same: Term) -> Vec<Term> {
        let chunks = Pair {
            one: self,
            other,
            same,
        };
        of_places!(&self.place, &other.place, a, b => a.facts_beside(terms, b, chunks))
            .unwrap_or_default()
    }

    /// The chunk of the added amounts of two chunks of one place. The other one is kept
    /// but for its amount.
    #[must_use]
    pub fn added_to(&self, terms: &mut Terms, other: &Chunk) -> Chunk {
        Chunk {
            amount: terms.add(self.amount, other.amount),
            closed_here: self.closed_here || other.closed_here,
            of_entry: self.of_entry && other.of_entry,
            ..other.clone()
        }
    }

    /// The chunk in messages: `this.x ↦ v`, `this.x ↦[1/2] v`, `this.valid[s]()`.
    #[must_use]
    pub fn write(&self, writer: Writer<'_>, content: Content<'_>) -> String {
        of_place!(&self.place, place => place.write_chunk(writer, content))
    }
}
