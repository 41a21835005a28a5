//! What a kind of place defines. Nothing has a default: a new kind is a variant of
//! [`Place`], a module that implements this trait, and the matches that the compiler then
//! asks for.

use super::{Chunk, Place, Resource, WriteTerm};
use veriframe_ir::{ClassId, Program, Type};
use veriframe_logic::{Position, Sort, Term, Terms};

/// What terms are written with in messages.
#[derive(Clone, Copy)]
pub struct Writer<'w> {
    /// The program.
    pub program: &'w Program,
    /// The terms.
    pub terms: &'w Terms,
    /// Writes a term.
    pub term: WriteTerm<'w>,
}

/// What a place is written for in program syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// An assertion about the permission to it.
    Assertion,
    /// A statement that reads or writes it.
    Statement,
}

/// What a place is written with in program syntax.
#[derive(Clone, Copy)]
pub struct Syntax<'s> {
    /// The program.
    pub program: &'s Program,
    /// The terms.
    pub terms: &'s Terms,
    /// What it is written for.
    pub usage: Usage,
    /// The class of the receiver's expression, if it is known.
    pub class: Option<ClassId>,
}

/// The amount and the value of a chunk, as text.
#[derive(Clone, Copy)]
pub struct Content<'t> {
    /// The amount in brackets; empty for 1.
    pub amount: &'t str,
    /// The value.
    pub value: &'t str,
}

/// Two chunks of one exclusive resource.
#[derive(Clone, Copy)]
pub(super) struct Pair<'c> {
    pub one: &'c Chunk,
    pub other: &'c Chunk,
    /// The condition that both have the same place.
    pub same: Term,
}

impl Pair<'_> {
    /// The condition that the amounts add up to at most 1.
    pub fn amount_bound(&self, terms: &mut Terms) -> Term {
        self.one.amount_bound(terms, self.other)
    }

    /// The condition that the values are equal.
    pub fn agree(&self, terms: &mut Terms) -> Term {
        terms.eq(self.one.value, self.other.value)
    }

    /// The facts implied by two chunks of places that are the same or have nothing in
    /// common.
    pub fn indivisible_facts(&self, terms: &mut Terms) -> Vec<Term> {
        let bound = self.amount_bound(terms);
        if terms.is_bool(bound, false) {
            return vec![terms.not(self.same)];
        }
        let agree = self.agree(terms);
        let both = terms.and([agree, bound]);
        vec![terms.implies(self.same, both)]
    }
}

/// What a kind of place defines. `other` is a place of the same resource.
pub(super) trait Kind {
    /// The resource.
    fn resource(&self) -> Resource;

    /// The receiver: an object or an array; static fields have none.
    fn receiver(&self) -> Option<Term>;

    /// The operands other than the receiver.
    fn further_operands(&self) -> &[Term];

    /// The position among the places of the same resource and receiver, if they have an
    /// order.
    fn start(&self) -> Option<&Position>;

    /// The place of this resource with other operands, the receiver first if there is one; `None`
    /// if their number differs.
    fn with_operands(&self, terms: &mut Terms, operands: &[Term]) -> Option<Place>;

    /// The condition that permission to this place includes permission to another one.
    fn includes(&self, terms: &mut Terms, other: &Self) -> Term;

    /// The condition that the place is empty: permission to it is no permission.
    fn empty(&self, terms: &mut Terms) -> Term;

    /// The facts implied by a chunk of this place and one of another place, if the
    /// resource is exclusive.
    fn facts_beside(&self, terms: &mut Terms, other: &Self, chunks: Pair<'_>) -> Vec<Term>;

    /// Whether chunks of this place and of another one can be merged into one whose place
    /// depends on the path.
    fn may_merge(&self, other: &Self) -> bool;

    /// The sort of the value.
    fn value_sort(&self, program: &Program) -> Sort;

    /// The type of its value, if it is one that programs have.
    fn value_type<'p>(&self, program: &'p Program) -> Option<&'p Type>;

    /// Whether the place in program syntax is an expression of its value.
    fn denotes_value(&self) -> bool;

    /// Writes the place of a receiver with this text, for messages; the text is empty if it has
    /// none.
    fn write(&self, writer: Writer<'_>, receiver: &str, out: &mut String);

    /// A chunk of the place, for messages.
    fn write_chunk(&self, writer: Writer<'_>, content: Content<'_>) -> String;

    /// The place in program syntax. `value` maps a term to an expression.
    fn text(
        &self,
        syntax: Syntax<'_>,
        receiver: &str,
        value: &mut dyn FnMut(Term) -> Option<String>,
    ) -> Option<String>;

    /// The permission to a place as an assertion. `amount` follows a comma; it is empty
    /// for 1.
    fn permission(&self, place: &str, amount: &str) -> String;
}

/// The condition that two places of one resource are equal: all their operands are.
pub(super) fn same<K: Kind>(one: &K, other: &K, terms: &mut Terms) -> Term {
    let receivers = same_receiver(terms, one.receiver(), other.receiver());
    if one.further_operands().is_empty() {
        return receivers;
    }
    let mut equal = vec![receivers];
    let pairs = one.further_operands().iter().zip(other.further_operands());
    equal.extend(pairs.map(|(a, b)| terms.eq(*a, *b)));
    terms.and(equal)
}

/// The condition that two receivers are equal.
pub(super) fn same_receiver(terms: &mut Terms, one: Option<Term>, other: Option<Term>) -> Term {
    match (one, other) {
        (Some(one), Some(other)) => terms.eq(one, other),
        (one, other) => terms.bool(one == other),
    }
}

/// Whether two receivers differ by their form.
pub(in crate::state) fn are_distinct(
    terms: &Terms,
    one: Option<Term>,
    other: Option<Term>,
) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => terms.distinct(one, other),
        (one, other) => one != other,
    }
}

/// The permission to memory: `acc(this.x, 1/2)`.
pub(super) fn location_permission(place: &str, amount: &str) -> String {
    format!("acc({place}{amount})")
}

/// A chunk of memory: `this.x ↦[1/2] v`.
pub(super) fn points_to(kind: &impl Kind, writer: Writer<'_>, content: Content<'_>) -> String {
    let mut receiver = String::new();
    if let Some(t) = kind.receiver() {
        (writer.term)(t, 9, &mut receiver);
    }
    let mut text = String::new();
    kind.write(writer, &receiver, &mut text);
    let Content { amount, value } = content;
    format!("{text} ↦{amount} {value}")
}
