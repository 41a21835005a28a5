//! Inference of `open` (the paper's §4.1): a missing location is searched for in the predicates
//! held.
//!
//! Opening is a bounded attempt: a failed attempt has no effect.
//!
//! An attempt of inference has a budget besides the bounds of its searches, as these multiply:
//! units of Z3 and steps of the prover (`crates/symbolic/src/queries.rs`), counted from the
//! outermost lookup that opens or closes. Once it is spent the check ends, and the member is
//! `unknown`: a failed attempt would report as missing what was not searched for. A check of merged
//! paths is repeated path by path.

use super::lookup::{DemandedAmount, LookupEffort, Removal, RemovalResult};
use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::events::{EventKind, Scope};
use crate::footprint::{Input, MAX_OPENS};
use crate::judgements::{Judgements, PermissionSource, Purpose, Remainder};
use crate::run::Tried;
use crate::state::chunk::predicate::Instance;
use crate::state::chunk::{Chunk, Place, Resource};
use crate::state::exchanges::{Exchange, Exchanged};
use crate::state::heap::Heap;
use crate::state::symbolic_state::{Frame, State};
use std::collections::BTreeSet;
use std::rc::Rc;
use veriframe_base::source::Span;
use veriframe_ir::{MemberId, PredId};
use veriframe_logic::Term;

/// The maximum number of parts of one amount that are opened from different predicates.
const MAX_PARTS: usize = 8;

/// The goal for which predicates are opened.
#[derive(Clone, Copy)]
pub(super) struct Goal<'g> {
    pub target: &'g Place,
    pub aim: Aim,
    pub effort: LookupEffort,
    pub span: Span,
}

/// The purpose of searching for a target.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aim {
    /// The target is read.
    Read,
    /// Some slice of the target's array is read.
    ReadSomeSlice,
    /// An amount of the target is removed.
    Remove(DemandedAmount),
}

/// The nesting of a search.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The number of predicates opened so far.
    depth: usize,
    /// Only chunks at least this new are opened: those from the body of the last
    /// predicate.
    newer_than: u64,
}

/// The result of opening predicates for a goal.
enum Opened {
    /// The goal is reached in every state.
    Reached(Vec<Remainder>),
    /// Some state holds more of the target than before, but not enough.
    Increased(PartlyReached),
    /// Opening predicates does not help.
    Futile,
}

/// The states after opening predicates, if some do not reach the goal.
#[derive(Default)]
struct PartlyReached {
    /// The states that reach the goal.
    reached: Vec<Remainder>,
    /// The states that do not.
    unreached: Vec<Remainder>,
}

impl<'p> Engine<'p> {
    /// §4.1, third rule, for reading: opens predicates of the state's heap until the
    /// target is held. `None` if that fails.
    pub(crate) fn open_for(
        &mut self,
        s: &State,
        target: &Place,
        aim: Aim,
        span: Span,
        effort: LookupEffort,
    ) -> Option<Vec<State>> {
        let remainder = Remainder {
            state: s.clone(),
            heap: s.heap.clone(),
        };
        let goal = Goal {
            target,
            aim,
            effort,
            span,
        };
        let leaves = self.infer(span, |this| this.open_parts(&remainder, goal, MAX_PARTS))?;
        Some(
            leaves
                .into_iter()
                .map(|leaf| {
                    let heap = leaf.heap;
                    let mut opened = State { heap, ..leaf.state };
                    self.unroll_exchanged(&mut opened, s);
                    opened
                })
                .collect(),
        )
    }

    /// §4.1, third rule, for consuming: the predicates are opened in the remaining heap
    /// and in the heap in which expressions are evaluated.
    pub(crate) fn open_in_remainder(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        demanded: DemandedAmount,
        effort: LookupEffort,
        span: Span,
    ) -> Option<Vec<Remainder>> {
        let goal = Goal {
            target,
            aim: Aim::Remove(demanded),
            effort,
            span,
        };
        let mut leaves = self.infer(span, |this| this.open_parts(remainder, goal, MAX_PARTS))?;
        for leaf in &mut leaves {
            self.unroll_exchanged(&mut leaf.state, &remainder.state);
        }
        Some(leaves)
    }

    /// Opens predicates until the goal is reached. A predicate that gives too little
    /// stays open, and the rest of the amount is searched for in the resulting heap. This
    /// does not backtrack, so at most `parts` searches follow one another.
    fn open_parts(
        &mut self,
        remainder: &Remainder,
        goal: Goal<'_>,
        parts: usize,
    ) -> Option<Vec<Remainder>> {
        let parts = parts.checked_sub(1)?;
        match self.search(remainder, goal, Level::default()) {
            Opened::Reached(leaves) => Some(leaves),
            Opened::Increased(partly) => {
                let mut found = partly.reached;
                for leaf in &partly.unreached {
                    found.extend(self.open_parts(leaf, goal, parts)?);
                }
                Some(found)
            }
            Opened::Futile => None,
        }
    }

    /// Opens one predicate, then the predicates in its body.
    fn search(&mut self, remainder: &Remainder, goal: Goal<'_>, level: Level) -> Opened {
        let Level { depth, newer_than } = level;
        if !self.ctx.config.infer
            || remainder.state.modes.inference.closes_only
            || depth >= MAX_OPENS
            || self.cancelled()
        {
            return Opened::Futile;
        }
        // Predicates whose own bodies name the resource come first: all that yield it
        // through other predicates can be many.
        let named = self.ctx.footprints.named_by(goal.target.resource());
        let first = self.own_candidates(remainder, goal.target, newer_than, named.iter());
        let direct = self.open_one(remainder, goal, depth, &first);
        if let Opened::Reached(_) = direct {
            return direct;
        }
        let predicates = self
            .ctx
            .footprints
            .predicates_giving(goal.target.resource());
        let mut candidates =
            self.own_candidates(remainder, goal.target, newer_than, predicates.keys());
        let by_parameter = self.candidates_by_parameter(remainder, goal.target, newer_than);
        extend(&mut candidates, by_parameter);
        if goal.effort == LookupEffort::Queries {
            let others = self.candidates(remainder, goal.target, newer_than);
            extend(&mut candidates, others);
        }
        candidates.retain(|chunk| first.iter().all(|tried| tried.serial != chunk.serial));
        // What takes more nested predicates than may be opened is not searched for.
        candidates.retain(|chunk| {
            let instance = chunk.place.instance();
            let opened = instance.and_then(|instance| predicates.get(&instance.pred));
            opened.is_some_and(|opened| depth + opened <= MAX_OPENS)
        });
        match (direct, self.open_one(remainder, goal, depth, &candidates)) {
            (direct @ Opened::Increased(_), Opened::Increased(_) | Opened::Futile) => direct,
            (_, indirect) => indirect,
        }
    }

    /// Opens the first chunk that leads to the goal, else the first one that yields a
    /// part of it.
    fn open_one(
        &mut self,
        remainder: &Remainder,
        goal: Goal<'_>,
        depth: usize,
        candidates: &[Rc<Chunk>],
    ) -> Opened {
        let mut increased = Opened::Futile;
        for chunk in candidates {
            // Without answers the search would only end at its bounds.
            if self.cancelled() {
                return Opened::Futile;
            }
            let exchange = Exchange::Opening(chunk.serial);
            let (heap, s) = (&remainder.heap, &remainder.state);
            let before = s.known.exchanges.of(heap, &s.heap, exchange);
            let inner = Level {
                depth: depth + 1,
                newer_than: before.map_or_else(|| self.session.serial(), |known| known.since),
            };
            let Some(leaves) = self.open_chunk(remainder, chunk, goal.span) else {
                continue;
            };
            match self.all_reach(remainder, leaves, goal, inner) {
                Opened::Reached(found) => return Opened::Reached(found),
                partly @ Opened::Increased(_) if matches!(increased, Opened::Futile) => {
                    increased = partly;
                }
                Opened::Increased(_) | Opened::Futile => {}
            }
        }
        increased
    }

    /// Checks the goal in the states after opening a chunk, and opens more predicates
    /// where it is not reached. `before` is the state in which the chunk was opened.
    fn all_reach(
        &mut self,
        before: &Remainder,
        leaves: Vec<Remainder>,
        goal: Goal<'_>,
        level: Level,
    ) -> Opened {
        let mut partly = PartlyReached::default();
        for leaf in &leaves {
            if self.reached(leaf, goal) {
                partly.reached.push(leaf.clone());
                continue;
            }
            match self.search(leaf, goal, level) {
                Opened::Reached(more) => partly.reached.extend(more),
                Opened::Increased(inner) => {
                    partly.reached.extend(inner.reached);
                    partly.unreached.extend(inner.unreached);
                }
                Opened::Futile
                    if goal.effort == LookupEffort::Queries && self.infeasible(&leaf.state) => {}
                Opened::Futile => {
                    let gives_some = |leaf| self.is_increase(before, leaf, goal);
                    if partly.unreached.is_empty() && !leaves.iter().any(gives_some) {
                        return Opened::Futile;
                    }
                    partly.unreached.push(leaf.clone());
                }
            }
        }
        if partly.unreached.is_empty() {
            Opened::Reached(partly.reached)
        } else {
            Opened::Increased(partly)
        }
    }

    /// Whether more of a target is held than before. Decided by the built-in prover
    /// alone: nothing is held of most targets, and queries about them would be wasted.
    fn is_increase(&mut self, before: &Remainder, after: &Remainder, goal: Goal<'_>) -> bool {
        let [before, now] = [before, after].map(|remainder| {
            let chunk = self.chunk_for(remainder, goal, LookupEffort::Known);
            chunk.map_or_else(|| self.zero_amount(), |chunk| chunk.amount)
        });
        let more = self.session.terms.lt(before, now);
        self.is_known(&after.state, more)
    }

    /// The chunk that matches a goal.
    fn chunk_for(
        &mut self,
        remainder: &Remainder,
        goal: Goal<'_>,
        effort: LookupEffort,
    ) -> Option<Rc<Chunk>> {
        match goal.aim {
            Aim::ReadSomeSlice => {
                self.find_slice_of(&remainder.state, &remainder.heap, goal.target, effort)
            }
            Aim::Read | Aim::Remove(_) => {
                self.find_with(&remainder.state, &remainder.heap, goal.target, effort)
            }
        }
    }

    /// Whether a goal is reached without opening predicates.
    pub(super) fn reached(&mut self, leaf: &Remainder, goal: Goal<'_>) -> bool {
        match goal.aim {
            Aim::Read | Aim::ReadSomeSlice => self
                .chunk_for(leaf, goal, goal.effort)
                .is_some_and(|chunk| self.readable(&leaf.state, &chunk)),
            Aim::Remove(demanded) => {
                let result = self.remove_permission_with(
                    &leaf.state,
                    &leaf.heap,
                    goal.target,
                    demanded,
                    goal.effort,
                );
                matches!(result, RemovalResult::Done(_))
            }
        }
    }

    /// The chunks of the given predicates with the target's receiver, oldest first. They
    /// are found by their receivers, without visiting other chunks.
    fn own_candidates<'q>(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        newer_than: u64,
        preds: impl Iterator<Item = &'q PredId>,
    ) -> Vec<Rc<Chunk>> {
        let resources = preds.map(|&pred| Resource::Pred(pred));
        let held: Vec<Resource> = resources.filter(|&r| remainder.heap.has(r)).collect();
        if held.is_empty() {
            return Vec::new();
        }
        let mut receivers = vec![target.receiver()];
        receivers.extend(self.equal_receivers(&remainder.state, target));
        let mut own = Vec::new();
        for resource in held {
            for &receiver in &receivers {
                let chunks = remainder
                    .heap
                    .of_receiver(&self.session.terms, resource, receiver);
                own.extend(chunks.cloned());
            }
        }
        own.retain(|chunk| self.is_candidate(&remainder.state, chunk, newer_than));
        own.sort_by_key(|chunk| chunk.serial);
        own
    }

    /// The chunks of predicates with an argument that is the target's receiver, if opening
    /// them can yield the target's resource for this argument, oldest first.
    fn candidates_by_parameter(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        newer_than: u64,
    ) -> Vec<Rc<Chunk>> {
        let inputs = self.ctx.footprints.inputs_giving(target.resource());
        let mut held = Vec::new();
        for &(pred, input) in inputs.iter() {
            if let Input::Parameter(at) = input {
                let chunks = remainder.heap.of_resource(Resource::Pred(pred));
                held.extend(chunks.into_iter().map(|chunk| (at, chunk)));
            }
        }
        if held.is_empty() {
            return Vec::new();
        }
        let mut receivers: Vec<Term> = target.receiver().into_iter().collect();
        receivers.extend(
            self.equal_receivers(&remainder.state, target)
                .into_iter()
                .flatten(),
        );
        let is_argument = |(at, chunk): &(usize, Rc<Chunk>)| {
            let arg = chunk.place.further_operands().get(*at);
            arg.is_some_and(|arg| receivers.contains(arg))
        };
        held.retain(is_argument);
        let mut found: Vec<Rc<Chunk>> = held.into_iter().map(|(_, chunk)| chunk).collect();
        found.retain(|chunk| self.is_candidate(&remainder.state, chunk, newer_than));
        found.sort_by_key(|chunk| chunk.serial);
        found.dedup_by_key(|chunk| chunk.serial);
        found
    }

    /// The predicate chunks whose bodies can yield the target, oldest first.
    fn candidates(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        newer_than: u64,
    ) -> Vec<Rc<Chunk>> {
        let predicates = self.ctx.footprints.predicates_giving(target.resource());
        let mut found = remainder.heap.chunks();
        found.retain(|chunk| {
            chunk
                .place
                .instance()
                .is_some_and(|instance| predicates.contains_key(&instance.pred))
                && self.is_candidate(&remainder.state, chunk, newer_than)
        });
        found
    }

    /// Whether inference can open a predicate chunk now.
    fn is_candidate(&self, s: &State, chunk: &Chunk, newer_than: u64) -> bool {
        let Some(instance) = chunk.place.instance() else {
            return false;
        };
        let closed_here = !s.modes.closing.is_empty() && chunk.closed_here;
        chunk.serial >= newer_than
            && !closed_here
            && !self.ctx.ill_formed.contains(&MemberId::Pred(instance.pred))
    }

    /// The definition of an instance, if it is known and has a body.
    pub(super) fn definition_of(&mut self, s: &State, instance: &Instance) -> Option<PredId> {
        let member = MemberId::Pred(instance.pred);
        let selector = self.selector_argument(member, &instance.args);
        match self.known_definition(s, member, selector, false)? {
            MemberId::Pred(definition) => Some(definition),
            MemberId::Method(_) | MemberId::Pure(_) => None,
        }
    }

    /// Exchanges a predicate chunk for its body, in both heaps. `None` if the body cannot
    /// be produced.
    pub(crate) fn open_chunk(
        &mut self,
        remainder: &Remainder,
        chunk: &Rc<Chunk>,
        span: Span,
    ) -> Option<Vec<Remainder>> {
        let instance = chunk.place.instance()?;
        let pred = self.definition_of(&remainder.state, instance)?;
        let body = self.ctx.program.pred(pred).body.as_ref()?;
        if self.ctx.ill_formed.contains(&MemberId::Pred(pred)) {
            return None;
        }
        if let Some(leaf) = self.opened_before(remainder, chunk, span) {
            return Some(vec![leaf]);
        }
        let since = self.session.serial();
        let frame = self.instance_frame(&remainder.state.frame, pred, instance);
        let name = self.show_chunk_place(chunk);
        if self.note_tried(pred, Tried::Opening) {
            let written = self.place_text(&remainder.state, &chunk.place);
            self.name_tried(pred, written);
        }
        let source = PermissionSource {
            snapshot: Some(chunk.value),
            scale: chunk.amount,
            origin: Engine::event(span, format!("opened out of `{name}`")),
            of_entry: chunk.of_entry,
        };
        let mut inside = remainder.state.clone().with_frame(frame);
        let family = self.ctx.program.hierarchy.preds().family(pred);
        inside = inside.in_modes(|modes| {
            modes.inference.depth += 1;
            modes.bodies.push_back_mut(family);
            modes.leave_assertion();
            modes.scale = Some(chunk.amount);
        });
        // The chunks of the body have a smaller derivation than the predicate (§3.6).
        inside.heap = Heap::default();
        inside.heap.opened_amount(chunk, self.literal(chunk.amount));
        let scope = Scope::Opening(pred);
        self.note(&remainder.state, EventKind::ScopeOpened(scope));
        let leaves = self
            .attempt(|this, leaves: &mut Vec<State>| {
                this.produce_given(inside, body, &source, ErrorContext::Code, &mut |_, s| {
                    leaves.push(s)
                });
            })
            .ok();
        self.note(&remainder.state, EventKind::ScopeClosed(scope));
        let leaves = leaves?.into_iter();
        let mut leaves: Vec<Remainder> = leaves
            .filter_map(|leaf| self.exchanged(remainder, chunk, leaf, span, &name))
            .collect();
        if let [only] = &mut *leaves
            && !self.ctx.footprints.calls_pure(pred)
        {
            let result = Exchanged {
                remainder: only.heap.clone(),
                evaluated: only.state.heap.clone(),
                snapshot: chunk.value,
                since,
            };
            let exchange = Exchange::Opening(chunk.serial);
            let (heap, evaluated) = (&remainder.heap, &remainder.state.heap);
            let exchanges = &mut only.state.known.exchanges;
            exchanges.note(heap, evaluated, exchange, result);
        }
        Some(leaves)
    }

    /// Both heaps after a chunk of them was exchanged for its body earlier on the path.
    fn opened_before(
        &mut self,
        remainder: &Remainder,
        chunk: &Rc<Chunk>,
        span: Span,
    ) -> Option<Remainder> {
        let (heap, evaluated) = (&remainder.heap, &remainder.state.heap);
        let exchange = Exchange::Opening(chunk.serial);
        let exchanges = &remainder.state.known.exchanges;
        let opened = exchanges.of(heap, evaluated, exchange)?;
        let mut state = remainder.state.clone();
        state.record_inferred_open(chunk.clone(), Engine::event(span, "opened by inference"));
        state.heap = opened.evaluated.clone();
        self.note_exchange(&mut state, chunk.value);
        let what = |this: &Engine<'_>| format!("open {}", this.show_chunk_place(chunk));
        self.inferred_step(&mut state, span, what);
        Some(Remainder {
            state,
            heap: opened.remainder.clone(),
        })
    }

    /// Both heaps with a chunk exchanged for the chunks of a leaf; `None` if the path is
    /// infeasible.
    fn exchanged(
        &mut self,
        remainder: &Remainder,
        chunk: &Rc<Chunk>,
        leaf: State,
        span: Span,
        name: &str,
    ) -> Option<Remainder> {
        let given = leaf.heap.chunks();
        let mut state = remainder.state.with_knowledge_of(leaf);
        let mut heaps = Vec::new();
        for heap in [&remainder.heap, &remainder.state.heap] {
            if !heaps.is_empty() && heap.is_copy_of(&remainder.heap) {
                heaps.push(state.heap.clone());
                continue;
            }
            state.heap = heap.clone();
            if heap.holds(chunk) {
                state.heap.remove(chunk);
                let event = Engine::event(span, "opened by inference");
                state.record_inferred_open(chunk.clone(), event);
                state.heap.opened_amount(chunk, self.literal(chunk.amount));
                for part in &given {
                    if !self.add_chunk(&mut state, (**part).clone()) {
                        return None;
                    }
                }
            }
            heaps.push(state.heap.clone());
        }
        let heap = heaps.swap_remove(0);
        state.heap = heaps.pop()?;
        self.note_exchange(&mut state, chunk.value);
        self.inferred_step(&mut state, span, |_| format!("open {name}"));
        Some(Remainder { state, heap })
    }

    /// The frame of a predicate's body, for an instance.
    pub(crate) fn instance_frame(
        &self,
        caller: &Frame,
        pred: PredId,
        instance: &Instance,
    ) -> Frame {
        self.input_frame(
            caller,
            MemberId::Pred(pred),
            instance.receiver,
            &instance.args,
        )
    }

    pub(crate) fn remove_from_all(
        &mut self,
        leaves: Vec<Remainder>,
        target: &Place,
        demanded: DemandedAmount,
        purpose: &Purpose,
    ) -> Vec<(Remainder, Term)> {
        let removals = self.removals_of(&leaves, target, demanded);
        self.remainders_of(removals, purpose)
    }

    /// The remainders after removals, with the values. Records the removals for
    /// explanations.
    pub(crate) fn remainders_of(
        &mut self,
        removals: Vec<Removal>,
        purpose: &Purpose,
    ) -> Vec<(Remainder, Term)> {
        let mut leaves = Vec::new();
        for removal in removals {
            let (mut state, chunk, event) = (removal.state, removal.chunk, purpose.event.clone());
            let value = chunk.value;
            state.record_removal(chunk, event);
            leaves.push((
                Remainder {
                    state,
                    heap: removal.heap,
                },
                value,
            ));
        }
        leaves
    }

    /// The removals of a target from the states after opening predicates for it.
    ///
    /// # Panics
    /// If the target is missing: opening yields no such states.
    pub(crate) fn removals_of(
        &mut self,
        leaves: &[Remainder],
        target: &Place,
        demanded: DemandedAmount,
    ) -> Vec<Removal> {
        let mut all = Vec::new();
        for leaf in leaves {
            match self.remove_permission(&leaf.state, &leaf.heap, target, demanded) {
                RemovalResult::Done(removals) => all.extend(removals),
                // A check that has ended asks no more queries.
                RemovalResult::Missing | RemovalResult::NotEnough { .. }
                    if self.run.ended.is_some() => {}
                // Dropping this path would verify code that was never executed.
                RemovalResult::Missing | RemovalResult::NotEnough { .. } => {
                    panic!("a predicate was opened for what it does not give")
                }
            }
        }
        all
    }
}

/// Adds the chunks that are not among the candidates yet.
fn extend(candidates: &mut Vec<Rc<Chunk>>, others: Vec<Rc<Chunk>>) {
    let known: BTreeSet<u64> = candidates.iter().map(|chunk| chunk.serial).collect();
    let others = others.into_iter();
    candidates.extend(others.filter(|chunk| !known.contains(&chunk.serial)));
}
