//! Contradictions in assertions that are assumed: whether a path is contradictory, and which
//! conjuncts of an assertion contradict each other. Only what the built-in prover knows without
//! search counts, so that a check asks no query for it.

use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::judgements::{Remainder, StateK};
use crate::state::chunk::Chunk;
use crate::state::symbolic_state::State;
use veriframe_ir::{AssertKind, Assertion, ExprKind};

/// The most predicates that are opened to find a contradiction.
const MAX_OPENED: usize = 3;

/// The maximum number of conjuncts of an assertion of which a minimal set is searched for.
const MAX_CONJUNCTS: usize = 64;

impl<'p> Engine<'p> {
    /// Whether the path is known to be contradictory, also when predicates are opened of which the
    /// bodies may give permission to a location that is held as a whole beside them.
    pub fn is_contradictory(&mut self, s: &State) -> bool {
        self.is_contradictory_inside(s, MAX_OPENED)
    }

    fn is_contradictory_inside(&mut self, s: &State, depth: usize) -> bool {
        if self.known_contradiction(s) {
            return true;
        }
        let chunks = s.heap.chunks();
        let footprints = self.ctx.footprints;
        // Less can usually be held beside a part of it, and opening costs queries.
        let whole = self.session.terms.write();
        // No location is within another one.
        let instances = chunks.iter();
        let instances = instances.filter(|chunk| !chunk.resource().has_locations());
        let mut doubtful = instances.filter(|chunk| {
            chunks.iter().any(|other| {
                other.serial != chunk.serial
                    && other.amount == whole
                    && other.resource().has_locations()
                    && self.knows_receiver(chunk, other)
                    && footprints.may_contain(chunk.resource(), other.resource())
            })
        });
        let (Some(chunk), Some(depth)) = (doubtful.next(), depth.checked_sub(1)) else {
            return false;
        };
        let remainder = Remainder {
            state: s.clone(),
            heap: s.heap.clone(),
        };
        let leaves = self.open_chunk(&remainder, chunk, chunk.origin.span);
        leaves.is_some_and(|leaves| {
            leaves
                .iter()
                .all(|leaf| self.is_contradictory_inside(&leaf.state, depth))
        })
    }

    /// Whether a predicate may say which object the location of another chunk belongs to: it is of
    /// the same receiver, or the object is an argument or was read from the predicate's body.
    fn knows_receiver(&self, chunk: &Chunk, other: &Chunk) -> bool {
        let Some(receiver) = other.receiver() else {
            return chunk.receiver().is_none();
        };
        let operands = chunk.place.operands();
        operands.contains(&receiver) || self.session.terms.mentions(receiver, chunk.value)
    }

    /// Of an assertion that contradicts what is known in a state, a minimal set of conjuncts
    /// that do, in source order. Those are left out that only give the others a meaning, such as
    /// permission to what they read. The heap of the state is that in which the assertion is
    /// evaluated.
    pub fn contradicting(&mut self, s: &State, a: &'p Assertion) -> Vec<&'p Assertion> {
        let mut parts = conjuncts(a);
        if parts.len() > MAX_CONJUNCTS {
            return parts;
        }
        let mut needed = Vec::new();
        // Later conjuncts first: what gives them a meaning can then be left out with them.
        for at in (0..parts.len()).rev() {
            let mut others = parts.clone();
            let part = others.remove(at);
            match self.are_contradictory(s, &others) {
                Some(true) => parts = others,
                Some(false) => needed.push(part),
                None => {}
            }
        }
        needed.reverse();
        needed
    }

    /// Whether conjuncts contradict each other or what is known in a state; `None` if they have
    /// no meaning by themselves.
    fn are_contradictory(&mut self, s: &State, parts: &[&'p Assertion]) -> Option<bool> {
        let possible = self.attempt(|this, possible| {
            this.produce_each(s.clone(), parts, &mut |this, s| {
                if !this.is_contradictory(&s) {
                    possible.push(());
                }
            });
        });
        possible.ok().map(|possible| possible.is_empty())
    }

    fn produce_each(&mut self, s: State, parts: &[&'p Assertion], k: StateK<'_, 'p>) {
        let Some((first, rest)) = parts.split_first() else {
            return k(self, s);
        };
        let source = self.fresh_source(Engine::event(first.span, "given by the contract"));
        let go_on = &mut |this: &mut Engine<'p>, s| this.produce_each(s, rest, k);
        self.produce_rec(s, first, &source, ErrorContext::Contract, go_on);
    }
}

/// Whether an assertion says `false`: who writes that means it.
#[must_use]
pub fn says_false(a: &Assertion) -> bool {
    conjuncts(a).iter().any(
        |part| matches!(&part.kind, AssertKind::Pure(e) if matches!(e.kind, ExprKind::Bool(false))),
    )
}

/// The conjuncts of an assertion.
fn conjuncts(a: &Assertion) -> Vec<&Assertion> {
    let mut found = Vec::new();
    let mut todo = vec![a];
    while let Some(part) = todo.pop() {
        match &part.kind {
            AssertKind::Star(parts) => todo.extend(parts.iter().rev()),
            _ => found.push(part),
        }
    }
    found
}
