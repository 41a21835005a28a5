//! Owners of one location: a closed predicate whose body has all permission to a field of its receiver,
//! and another chunk with permission to that field. If their amounts exceed 1 together, the receivers
//! differ (Figure 6's disequalities, for what is inside of closed predicates).
//!
//! Pairs of chunks are many, and few proofs need them: they are looked at if a goal does not follow
//! without.

use crate::engine::Engine;
use crate::state::chunk::Resource;
use crate::state::symbolic_state::State;
use std::collections::BTreeMap;
use veriframe_ir::FieldId;
use veriframe_logic::Term;

/// The most pairs of owners that are compared.
const MAX_PAIRS: usize = 64;

/// A chunk that has permission to a field of its receiver.
#[derive(Clone, Copy)]
struct Owner {
    receiver: Term,
    amount: Term,
    is_predicate: bool,
}

impl Engine<'_> {
    /// That the receivers of owners of one field differ.
    pub(crate) fn owners_differ(&mut self, s: &State) -> Vec<Term> {
        let mut owners: BTreeMap<FieldId, Vec<Owner>> = BTreeMap::new();
        for chunk in s.heap.chunks() {
            let (fields, is_predicate) = match chunk.resource() {
                Resource::Field(field) => (vec![field], false),
                Resource::Pred(pred) => (self.ctx.footprints.owned(pred).to_vec(), true),
                Resource::Elems(_) => continue,
            };
            let Some(receiver) = chunk.receiver() else {
                continue;
            };
            let amount = chunk.amount;
            for field in fields {
                owners.entry(field).or_default().push(Owner {
                    receiver,
                    amount,
                    is_predicate,
                });
            }
        }
        // Of two fields, the rules for chunks know it.
        let differ = owners.values().flat_map(|owners| pairs(owners));
        let differ = differ.filter(|(a, b)| a.is_predicate || b.is_predicate);
        let pairs: Vec<(Owner, Owner)> = differ.take(MAX_PAIRS).collect();
        let facts = pairs
            .into_iter()
            .filter_map(|(a, b)| self.receivers_differ(a, b));
        let mut facts: Vec<Term> = facts.collect();
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// That the receivers of two owners differ, if their amounts surely exceed 1.
    fn receivers_differ(&mut self, a: Owner, b: Owner) -> Option<Term> {
        let terms = &mut self.session.terms;
        let (whole, held) = (terms.write(), terms.add(a.amount, b.amount));
        let exceeds = terms.lt(whole, held);
        let differ = terms.ne(a.receiver, b.receiver);
        // Of one receiver, that there are no such states is for the rules to find.
        let is_open = ![true, false]
            .map(|known| terms.is_bool(differ, known))
            .contains(&true);
        (terms.is_bool(exceeds, true) && is_open).then_some(differ)
    }
}

/// All pairs of these owners.
fn pairs(owners: &[Owner]) -> impl Iterator<Item = (Owner, Owner)> {
    let numbered = owners.iter().enumerate();
    numbered.flat_map(|(at, a)| owners.iter().skip(at + 1).map(move |b| (*a, *b)))
}
