//! Chunk lookup, addition of chunks, and removal of permission amounts.

use crate::engine::Engine;
use crate::error_context::Failure;
use crate::state::chunk::{Age, Chunk, Event, Place};
use crate::state::heap::Heap;
use crate::state::symbolic_state::State;
use num_rational::{BigRational, Ratio};
use num_traits::{Signed, ToPrimitive};
use std::rc::Rc;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Answer, FactKind, Sort, Term, Terms};

/// The effort of a lookup, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LookupEffort {
    /// Equalities known to the built-in prover, and predicates of the same receiver. The
    /// solver is not asked about receivers that may be equal.
    Known,
    /// Queries to the solver about each chunk that may match.
    Queries,
}

impl LookupEffort {
    /// In order. Most targets that are not found at once are folded in a predicate of
    /// their receiver, rather than held under another name.
    pub(crate) const ALL: [LookupEffort; 2] = [LookupEffort::Known, LookupEffort::Queries];
}

/// The demanded permission amount.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DemandedAmount {
    /// Exactly this amount.
    Exactly(Term),
    /// Some positive part of the held amount.
    Some,
}

/// The result of removing permission.
#[derive(Debug)]
pub(crate) enum RemovalResult {
    /// The amount is held: one removal, or two if the remainder may be zero (the state is
    /// split).
    Done(Vec<Removal>),
    /// No chunk matches.
    Missing,
    /// Chunks match, but the sum of their amounts is not known to suffice.
    NotEnough {
        /// The sum of their amounts.
        held: Term,
        /// Whether a query has no answer.
        unknown: bool,
    },
}

/// A state and its remaining heap.
#[derive(Clone, Copy)]
pub(crate) struct Held<'s> {
    /// The state.
    pub state: &'s State,
    /// The heap without the chunks removed so far.
    pub heap: &'s Heap,
}

/// A removed permission amount.
#[derive(Debug)]
pub(crate) struct Removal {
    /// The state, possibly with more facts. Its own heap is unchanged.
    pub state: State,
    /// The heap without the amount. The amounts of all chunks are positive.
    pub heap: Heap,
    /// The removed amount.
    pub amount: Term,
    /// The chunk before the removal, with its value.
    pub chunk: Rc<Chunk>,
}

/// Permission that is held, but is not enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shortage {
    /// The amount that is held.
    pub held: Term,
    /// Whether it is not known to be too little.
    pub unknown: bool,
    /// Whether it is needed for an assignment.
    pub writes: bool,
}

impl<'p> Engine<'p> {
    /// A chunk for a place, younger than all others.
    pub(crate) fn new_chunk(
        &mut self,
        target: &Place,
        amount: Term,
        value: Term,
        origin: Event,
    ) -> Chunk {
        Chunk {
            place: target.clone(),
            age: Age::of(&self.session.terms, target.receiver()),
            amount,
            value,
            origin,
            closed_here: false,
            of_entry: true,
            serial: self.session.serial(),
        }
    }

    /// The chunk that matches a target (the set `matches` of the paper's rules): one
    /// known to match, else one that the solver proves to match.
    pub(crate) fn find(&mut self, s: &State, heap: &Heap, target: &Place) -> Option<Rc<Chunk>> {
        self.find_with(s, heap, target, LookupEffort::Queries)
    }

    /// Like [`Engine::find`], with the given effort.
    pub(crate) fn find_with(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
        effort: LookupEffort,
    ) -> Option<Rc<Chunk>> {
        let known = self.find_known(s, heap, target);
        match effort {
            LookupEffort::Queries if known.is_none() => self.find_by_query(s, heap, target),
            LookupEffort::Known | LookupEffort::Queries => known,
        }
    }

    /// The chunk known to match a target: by identical terms, then by the equalities
    /// known to the built-in prover. Only chunks with such receivers are visited, however
    /// many others there are.
    fn find_known(&mut self, s: &State, heap: &Heap, target: &Place) -> Option<Rc<Chunk>> {
        if !heap.has(target.resource()) {
            return None;
        }
        if let Some(chunk) = heap.at(&self.session.terms, target) {
            return Some(chunk.clone());
        }
        if let [Some(chunk), _] = heap
            .nearest(&self.session.terms, target)
            .map(Option::<&_>::cloned)
        {
            let includes = chunk.place.includes(&mut self.session.terms, target);
            if self.is_known(s, includes) {
                return Some(chunk);
            }
        }
        let mut candidates = self.of_equal_receivers(s, heap, target).into_iter();
        candidates.find(|chunk| {
            let includes = chunk.place.includes(&mut self.session.terms, target);
            self.is_known(s, includes)
        })
    }

    /// The chunks of a target's resource whose receivers are known to equal the target's,
    /// those with the identical receiver first.
    pub(crate) fn of_equal_receivers(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
    ) -> Vec<Rc<Chunk>> {
        let resource = target.resource();
        if !heap.has(resource) {
            return Vec::new();
        }
        let mut found: Vec<Rc<Chunk>> = heap
            .of_receiver(&self.session.terms, resource, target.receiver())
            .cloned()
            .collect();
        found.sort_by_key(|chunk| chunk.serial);
        for receiver in self.equal_receivers(s, target) {
            found.extend(
                heap.of_receiver(&self.session.terms, resource, receiver)
                    .cloned(),
            );
        }
        found
    }

    /// The receivers other than the target's that the built-in prover knows to equal it.
    pub(super) fn equal_receivers(&mut self, s: &State, target: &Place) -> Vec<Option<Term>> {
        let equal = target.receiver().map(|t| self.equal_terms(s, t));
        equal.into_iter().flatten().map(Some).collect()
    }

    /// The chunk that the solver proves to match a target. If several can match, the
    /// first query asks whether any does.
    fn find_by_query(&mut self, s: &State, heap: &Heap, target: &Place) -> Option<Rc<Chunk>> {
        let includes = |terms: &mut Terms, chunk: &Chunk| chunk.place.includes(terms, target);
        self.find_by_condition(s, heap, target, &includes)
    }

    /// The same for any condition for a match.
    fn find_by_condition(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
        condition: &dyn Fn(&mut Terms, &Chunk) -> Term,
    ) -> Option<Rc<Chunk>> {
        let mut open = Vec::new();
        for chunk in
            heap.possible_aliases(&self.session.terms, target.resource(), target.receiver())
        {
            let same = condition(&mut self.session.terms, &chunk);
            let differs = self.session.terms.not(same);
            if !self.is_known(s, differs) {
                open.push((chunk, same));
            }
        }
        if open.len() > 1 {
            let any = self.session.terms.or(open.iter().map(|(_, same)| *same));
            if self.entails_in_stage(s, any) == Answer::No {
                return None;
            }
        }
        open.into_iter()
            .find(|(_, same)| self.entails_in_stage(s, *same) == Answer::Yes)
            .map(|(chunk, _)| chunk)
    }

    /// The condition that a chunk has the target's place: equal receivers and arguments.
    pub(crate) fn same_place(&mut self, chunk: &Chunk, target: &Place) -> Term {
        chunk.place.same(&mut self.session.terms, target)
    }

    /// The chunk of some slice of a target's array.
    pub(crate) fn find_slice_of(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
        effort: LookupEffort,
    ) -> Option<Rc<Chunk>> {
        let same_array =
            |terms: &mut Terms, chunk: &Chunk| chunk.place.same_receiver(terms, target);
        let mut candidates = self.of_equal_receivers(s, heap, target).into_iter();
        let known = candidates.find(|chunk| {
            let same = same_array(&mut self.session.terms, chunk);
            self.is_known(s, same)
        });
        match effort {
            LookupEffort::Queries if known.is_none() => {
                self.find_by_condition(s, heap, target, &same_array)
            }
            LookupEffort::Known | LookupEffort::Queries => known,
        }
    }

    /// Removes an amount of permission to the target from a heap.
    pub(crate) fn remove_permission(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
        demanded: DemandedAmount,
    ) -> RemovalResult {
        self.remove_permission_with(s, heap, target, demanded, LookupEffort::Queries)
    }

    /// Like [`Engine::remove_permission`], with the given effort.
    pub(crate) fn remove_permission_with(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
        demanded: DemandedAmount,
        effort: LookupEffort,
    ) -> RemovalResult {
        match target {
            Place::Slice(_) => match effort {
                LookupEffort::Known => self.remove_known_slice(s, heap, target, demanded),
                LookupEffort::Queries => self.remove_slice(s, heap, target, demanded),
            },
            Place::Field(_) | Place::Predicate(_) => {
                self.remove_indivisible(s, heap, target, demanded, effort)
            }
        }
    }

    /// Removes an amount of a place that is not a part of others.
    fn remove_indivisible(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
        demanded: DemandedAmount,
        effort: LookupEffort,
    ) -> RemovalResult {
        let Some(chunk) = self.find_with(s, heap, target, effort) else {
            return RemovalResult::Missing;
        };
        match demanded {
            DemandedAmount::Some => RemovalResult::Done(vec![self.remove_some(s, heap, &chunk)]),
            DemandedAmount::Exactly(amount) if amount == chunk.amount => {
                let mut remainder = heap.clone();
                remainder.remove(&chunk);
                let state = s.clone();
                RemovalResult::Done(vec![Removal {
                    state,
                    heap: remainder,
                    amount,
                    chunk,
                }])
            }
            DemandedAmount::Exactly(amount) => {
                self.remove_exactly(Held { state: s, heap }, target, chunk, amount, effort)
            }
        }
    }

    fn remove_some(&mut self, s: &State, heap: &Heap, chunk: &Rc<Chunk>) -> Removal {
        let part = self.session.terms.fresh("part", Sort::Perm);
        let zero = self.zero_amount();
        let positive = self.session.terms.lt(zero, part);
        let less = self.session.terms.lt(part, chunk.amount);
        let mut state = s.clone();
        state.assume(&self.session.terms, positive, FactKind::Fact);
        state.assume(&self.session.terms, less, FactKind::Fact);
        let amount = self.session.terms.sub(chunk.amount, part);
        let mut remainder = heap.clone();
        remainder.insert(Chunk {
            amount,
            ..(**chunk).clone()
        });
        Removal {
            state,
            heap: remainder,
            amount: part,
            chunk: chunk.clone(),
        }
    }

    /// Removes an exact amount from a chunk and, if its amount does not suffice, from
    /// other chunks of the same place.
    fn remove_exactly(
        &mut self,
        from: Held<'_>,
        target: &Place,
        first: Rc<Chunk>,
        amount: Term,
        effort: LookupEffort,
    ) -> RemovalResult {
        let Held { state: s, heap } = from;
        let mut state = s.clone();
        let mut held = first.amount;
        let mut chunks = vec![first];
        let mut answer = self.enough(s, amount, held);
        if answer != Answer::Yes && effort == LookupEffort::Queries {
            held = self.gather(&mut state, heap, target, &mut chunks);
            answer = if chunks.len() > 1 {
                self.enough(&state, amount, held)
            } else {
                answer
            };
        }
        if answer != Answer::Yes {
            return RemovalResult::NotEnough {
                held,
                unknown: answer == Answer::Unknown,
            };
        }
        let mut remainder = heap.clone();
        chunks.iter().for_each(|chunk| remainder.remove(chunk));
        let left = self.session.terms.sub(held, amount);
        let Some(first) = chunks.first() else {
            return RemovalResult::Missing;
        };
        let all_of_entry = chunks.iter().all(|chunk| chunk.of_entry);
        if all_of_entry == first.of_entry {
            return self.removals(state, remainder, first, amount, left);
        }
        // What is removed, and what is left, is a part of each of them.
        let mixed = Rc::new(Chunk {
            of_entry: false,
            ..(**first).clone()
        });
        self.removals(state, remainder, &mixed, amount, left)
    }

    /// Adds the other chunks of the target's place to `chunks` and assumes that their
    /// values agree. Returns the sum of all amounts.
    fn gather(
        &mut self,
        s: &mut State,
        heap: &Heap,
        target: &Place,
        chunks: &mut Vec<Rc<Chunk>>,
    ) -> Term {
        let mut held = self.zero_amount();
        let mut found: Vec<Rc<Chunk>> = Vec::new();
        for chunk in
            heap.possible_aliases(&self.session.terms, target.resource(), target.receiver())
        {
            if chunks.iter().any(|c| c.serial == chunk.serial) {
                continue;
            }
            let same = self.same_place(&chunk, target);
            if self.entails_in_stage(s, same) == Answer::Yes {
                found.push(chunk);
            }
        }
        chunks.append(&mut found);
        for chunk in chunks.iter() {
            held = self.session.terms.add(held, chunk.amount);
            if let Some(first) = chunks.first() {
                let agree = self.session.terms.eq(first.value, chunk.value);
                s.assume(&self.session.terms, agree, FactKind::Fact);
            }
        }
        held
    }

    /// The removals of an amount from a chunk. The remainder stays in the heap.
    fn removals(
        &mut self,
        s: State,
        remainder: Heap,
        chunk: &Rc<Chunk>,
        amount: Term,
        left: Term,
    ) -> RemovalResult {
        let mut with_remainder = remainder.clone();
        with_remainder.insert(Chunk {
            amount: left,
            ..(**chunk).clone()
        });
        let splits = self
            .split_on_remainder(s, left, remainder, with_remainder)
            .into_iter();
        let removals = splits.map(|(state, heap)| Removal {
            state,
            heap,
            amount,
            chunk: chunk.clone(),
        });
        RemovalResult::Done(removals.collect())
    }

    /// The states and heaps after a removal with the remainder `left`: the first heap if
    /// the remainder is zero, the second one if it is positive. If neither is known, the
    /// state is split: a chunk's amount is always positive.
    pub(crate) fn split_on_remainder(
        &mut self,
        s: State,
        left: Term,
        without: Heap,
        with: Heap,
    ) -> Vec<(State, Heap)> {
        let zero = self.zero_amount();
        let (none, some) = (
            self.session.terms.eq(left, zero),
            self.session.terms.lt(zero, left),
        );
        // If the remainder is syntactically positive, only a contradictory path has none.
        let is_some = self.session.terms.is_bool(some, true);
        if !is_some
            && (self.session.terms.is_bool(none, true) || self.entails(&s, none) == Answer::Yes)
        {
            return vec![(s, without)];
        }
        if is_some || self.entails(&s, some) == Answer::Yes {
            return vec![(s, with)];
        }
        let (mut first, mut second) = (s.clone(), s);
        first.assume(&self.session.terms, none, FactKind::Branch);
        second.assume(&self.session.terms, some, FactKind::Branch);
        vec![(first, without), (second, with)]
    }

    /// An amount as a number, if it is a literal of moderate size.
    pub(crate) fn literal(&self, amount: Term) -> Option<Ratio<i64>> {
        let Node::Perm(p) = self.session.terms.node(amount) else {
            return None;
        };
        Some(Ratio::new(p.numer().to_i64()?, p.denom().to_i64()?))
    }

    /// The amount 0.
    pub(crate) fn zero_amount(&mut self) -> Term {
        self.session.terms.perm(BigRational::from_integer(0.into()))
    }

    /// Whether `amount` is positive and at most `held`.
    fn enough(&mut self, s: &State, amount: Term, held: Term) -> Answer {
        let zero = self.zero_amount();
        let positive = self.session.terms.lt(zero, amount);
        let fits = self.session.terms.le(amount, held);
        let goal = self.session.terms.and([positive, fits]);
        self.entails(s, goal)
    }

    /// Whether a chunk's amount is positive, which is enough for reading.
    pub(crate) fn readable(&mut self, s: &State, chunk: &Chunk) -> bool {
        let zero = self.zero_amount();
        let positive = self.session.terms.lt(zero, chunk.amount);
        self.session.terms.is_bool(positive, true) || self.entails(s, positive) == Answer::Yes
    }

    /// Adds a chunk. Fractions of one place are added up and agree on the value. More
    /// than 1 of a location is impossible (Figure 6's disequalities). Returns whether the
    /// path continues.
    pub(crate) fn add_chunk(&mut self, s: &mut State, chunk: Chunk) -> bool {
        match chunk.place {
            Place::Slice(_) => self.add_slice(s, chunk),
            Place::Field(_) | Place::Predicate(_) => self.add_indivisible(s, chunk),
        }
    }

    /// Adds a chunk of a place that is not a part of others.
    fn add_indivisible(&mut self, s: &mut State, chunk: Chunk) -> bool {
        let exclusive = self.ctx.footprints.is_exclusive(chunk.resource());
        let same_place = self
            .of_equal_receivers(s, &s.heap.clone(), &chunk.place)
            .into_iter()
            .find(|other| self.is_known_place(s, other, &chunk.place));
        if exclusive && !self.assume_distinct_places(s, &chunk, same_place.as_ref()) {
            return false;
        }
        match same_place {
            Some(other) => self.add_amounts(s, &chunk, &other),
            None => {
                self.insert_chunk(s, chunk);
                true
            }
        }
    }

    /// Whether a chunk whose receiver is known to equal the target's has the target's place.
    /// References are compared by their equivalence classes: a search for a proof, which
    /// splits cases, mostly finds none.
    fn is_known_place(&mut self, s: &State, chunk: &Chunk, target: &Place) -> bool {
        let args = chunk.place.further_operands().iter();
        let differ = args.zip(target.further_operands()).any(|(&a, &b)| {
            let are_references = self.session.terms.sort(b) == Sort::Ref;
            a != b && are_references && !self.equal_terms(s, b).contains(&a)
        });
        if differ {
            return false;
        }
        let same = self.same_place(chunk, target);
        self.is_known(s, same)
    }

    /// Adds a chunk to the heap, unmerged.
    pub(super) fn insert_chunk(&mut self, s: &mut State, chunk: Chunk) {
        s.heap.insert(chunk);
        self.run.counts.max_chunks = self.run.counts.max_chunks.max(s.heap.len());
    }

    /// Adds a chunk's amount to another chunk of the same place. Returns whether the path
    /// continues.
    pub(super) fn add_amounts(&mut self, s: &mut State, chunk: &Chunk, other: &Chunk) -> bool {
        let sum = chunk.added_to(&mut self.session.terms, other);
        let exclusive = self.ctx.footprints.is_exclusive(sum.resource());
        if exclusive && !self.assume_at_most_one(s, &chunk.place, sum.amount) {
            return false;
        }
        let agree = self.session.terms.eq(chunk.value, other.value);
        self.assume_new(s, agree, FactKind::Fact);
        s.heap.remove(other);
        s.heap.insert(sum);
        !self.known_contradiction(s)
    }

    /// Assumes the facts implied by two chunks of an exclusive resource that are not
    /// known to have the same place. Returns whether the path continues.
    pub(crate) fn assume_distinct(
        &mut self,
        s: &mut State,
        a: &Chunk,
        b: &Chunk,
        same: Term,
    ) -> bool {
        let must_differ = a.must_differ(&mut self.session.terms, b);
        for fact in a.facts_beside(&mut self.session.terms, b, same) {
            self.assume_new(s, fact, FactKind::Fact);
        }
        !must_differ || !self.known_contradiction(s)
    }

    /// Assumes that an amount of a place is at most 1, unless the place is empty. Returns
    /// whether that is not syntactically `false`.
    pub(crate) fn assume_at_most_one(
        &mut self,
        s: &mut State,
        place: &Place,
        amount: Term,
    ) -> bool {
        let fits = place.at_most_one(&mut self.session.terms, amount);
        if self.session.terms.is_bool(fits, false) {
            return false;
        }
        self.assume_new(s, fits, FactKind::Fact);
        true
    }

    /// Whether the built-in prover knows that the path is infeasible.
    pub(crate) fn known_contradiction(&mut self, s: &State) -> bool {
        let falsity = self.session.terms.bool(false);
        self.is_known(s, falsity)
    }

    /// Assumes that an amount is positive. Returns whether that is possible.
    pub(crate) fn assume_positive(&mut self, s: &mut State, amount: Term) -> bool {
        if let Node::Perm(p) = self.session.terms.node(amount) {
            return p.is_positive();
        }
        let zero = self.zero_amount();
        let positive = self.session.terms.lt(zero, amount);
        self.assume_new(s, positive, FactKind::Fact);
        true
    }

    /// The failure for an insufficient amount.
    pub(crate) fn not_enough(
        &mut self,
        s: &State,
        span: veriframe_base::source::Span,
        what: &str,
        shortage: Shortage,
    ) -> Failure {
        let kind = FailureKind::NotEnough {
            place: what.to_owned(),
            held: self.value_text(s, shortage.held),
            writes: shortage.writes,
        };
        if shortage.unknown {
            return self.unknown_failure(s, span, Some(kind));
        }
        Failure::new(span, kind)
    }
}
