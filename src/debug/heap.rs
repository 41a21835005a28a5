//! A symbolic heap as boxes: an object or an array is a box, whose rows are its chunks; a reference
//! leads to another box.

use crate::ir::{ClassId, VarId};
use crate::logic::terms::term::Node;
use crate::logic::{Sort, Term};
use crate::symbolic::Engine;
use crate::symbolic::state::chunk::{Chunk, Place};
use crate::symbolic::state::symbolic_state::StepRecord;

/// The most boxes of a heap; later ones are left out.
const MAX_BOXES: usize = 24;

/// The most rows of a box; later ones are left out.
const MAX_ROWS: usize = 16;

/// A heap as boxes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct HeapView {
    /// The boxes, in the order of the chunks.
    pub boxes: Vec<HeapBox>,
    /// The number of chunks and references that are left out.
    pub left_out: usize,
}

/// An object, an array, or a class with static fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapBox {
    /// Its value.
    pub title: String,
    /// The variables that refer to it.
    pub names: Vec<String>,
    /// What is held of it.
    pub rows: Vec<HeapRow>,
}

/// A chunk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapRow {
    /// The field, the slice, or the predicate.
    pub place: String,
    /// The permission, unless it is the whole.
    pub amount: Option<String>,
    /// The value; `None` of predicates.
    pub value: Option<String>,
    /// The number of the box that a reference leads to.
    pub target: Option<usize>,
}

/// What a box is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// An object or an array.
    Object(Term),
    /// The static fields of a class.
    Class(Option<ClassId>),
}

/// A view under construction.
struct Builder<'b, 'e> {
    engine: &'b Engine<'e>,
    owners: Vec<Owner>,
    /// References that the path condition says are equal.
    equal: Vec<(Term, Term)>,
    view: HeapView,
}

impl HeapView {
    /// The heap of a state, with the variables that refer into it.
    pub(super) fn of(engine: &Engine<'_>, state: &StepRecord) -> HeapView {
        let mut builder = Builder {
            engine,
            owners: Vec::new(),
            equal: equalities(engine, state),
            view: HeapView::default(),
        };
        let chunks = state.heap.chunks();
        for chunk in &chunks {
            builder.number(builder.owner(&chunk.place));
        }
        for chunk in &chunks {
            builder.chunk(chunk);
        }
        let vars = engine.vars(state.frame.member);
        for (number, info) in (0..).zip(&vars.all) {
            if !info.is_named() {
                continue;
            }
            let value = state.frame.get(VarId(number));
            let value = value.filter(|value| engine.session.terms.sort(*value) == Sort::Ref);
            let at = value.and_then(|value| builder.known(Owner::Object(value)));
            if let Some(found) = at.and_then(|at| builder.view.boxes.get_mut(at)) {
                found.names.push(info.name.clone());
            }
        }
        builder.view
    }
}

/// The most equalities of a state that are looked at.
const MAX_EQUALITIES: usize = 100;

/// The equalities between references in a path condition.
fn equalities(engine: &Engine<'_>, state: &StepRecord) -> Vec<(Term, Term)> {
    let terms = &engine.session.terms;
    let facts = state.path.facts().map(|(fact, _)| fact);
    let equal = facts.filter_map(|fact| match terms.node(fact) {
        Node::Eq(a, b) if terms.sort(*a) == Sort::Ref => Some((*a, *b)),
        _ => None,
    });
    equal.take(MAX_EQUALITIES).collect()
}

impl Builder<'_, '_> {
    fn owner(&self, place: &Place) -> Owner {
        match (place.receiver(), place) {
            (Some(receiver), _) => Owner::Object(receiver),
            (None, Place::Field(place)) => {
                Owner::Class(self.engine.ctx.program.field(place.field).class)
            }
            (None, Place::Slice(_) | Place::Predicate(_)) => Owner::Class(None),
        }
    }

    /// The number of the box of an owner, or of an object that equals it.
    fn known(&self, owner: Owner) -> Option<usize> {
        let same = match owner {
            Owner::Object(object) => self.same(object).into_iter().map(Owner::Object).collect(),
            Owner::Class(_) => vec![owner],
        };
        self.owners.iter().position(|known| same.contains(known))
    }

    /// The references that are known to equal one, itself first.
    fn same(&self, object: Term) -> Vec<Term> {
        let mut same = vec![object];
        let mut at = 0;
        while let Some(&next) = same.get(at) {
            at += 1;
            for &(a, b) in &self.equal {
                for (one, other) in [(a, b), (b, a)] {
                    if one == next && !same.contains(&other) {
                        same.push(other);
                    }
                }
            }
        }
        same
    }

    /// The number of the box of an owner; `None` if there are too many.
    fn number(&mut self, owner: Owner) -> Option<usize> {
        if let Some(known) = self.known(owner) {
            return Some(known);
        }
        if self.owners.len() == MAX_BOXES {
            self.view.left_out += 1;
            return None;
        }
        self.owners.push(owner);
        let title = match owner {
            Owner::Object(object) => self.engine.show(object),
            Owner::Class(Some(class)) => self.engine.ctx.program.class(class).name.clone(),
            Owner::Class(None) => String::new(),
        };
        self.view.boxes.push(HeapBox {
            title,
            names: Vec::new(),
            rows: Vec::new(),
        });
        Some(self.owners.len() - 1)
    }

    fn chunk(&mut self, chunk: &Chunk) {
        let terms = &self.engine.session.terms;
        let Some(owner) = self.known(self.owner(&chunk.place)) else {
            self.view.left_out += 1;
            return;
        };
        let is_reference = terms.sort(chunk.value) == Sort::Ref;
        let same = self.same(chunk.value);
        let is_null = same.iter().any(|t| matches!(terms.node(*t), Node::Null));
        let amount = self.engine.show(chunk.amount);
        let value = match chunk.place {
            Place::Predicate(_) => None,
            Place::Field(_) | Place::Slice(_) => Some(self.engine.show(chunk.value)),
        };
        let value = value.map(|value| {
            if is_reference && is_null {
                "null".to_owned()
            } else {
                value
            }
        });
        let target = if is_reference && !is_null && value.is_some() {
            self.number(Owner::Object(chunk.value))
        } else {
            None
        };
        let place = self.engine.show_place(&chunk.place);
        let Some(owner) = self.view.boxes.get_mut(owner) else {
            return;
        };
        if owner.rows.len() == MAX_ROWS {
            self.view.left_out += 1;
            return;
        }
        // What follows the receiver: `balance`, `[0..n]`, `valid()`.
        let own = place.strip_prefix(&owner.title);
        let own = own.map(|rest| rest.strip_prefix('.').unwrap_or(rest));
        owner.rows.push(HeapRow {
            place: own.unwrap_or(&place).to_owned(),
            amount: (amount != "1").then_some(amount),
            value,
            target,
        });
    }
}
