//! Inference of `open` and `close` (the paper's §4.1). A missing location is searched for
//! in the predicates held. A missing predicate is closed if its body is held.
//!
//! Both are bounded attempts: a failed attempt has no effect.

use super::lookup::{DemandedAmount, LookupEffort, Removal, RemovalResult};
use crate::ir::{MemberId, PredId};
use crate::logic::{Answer, Term};
use crate::source::Span;
use crate::symbolic::engine::Engine;
use crate::symbolic::error_context::{ErrorContext, Failure};
use crate::symbolic::events::{EventKind, Scope};
use crate::symbolic::footprint::{Input, MAX_OPENS};
use crate::symbolic::judgements::{Judgements, PermissionSource, Purpose, Remainder};
use crate::symbolic::state::chunk::predicate::Instance;
use crate::symbolic::state::chunk::{Chunk, Place, Resource};
use crate::symbolic::state::heap::Heap;
use crate::symbolic::state::modes::Closing;
use crate::symbolic::state::symbolic_state::{Frame, State};
use num_rational::BigRational;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The maximum number of parts of one amount that are opened from different predicates.
const MAX_PARTS: usize = 8;
/// The maximum number of fractions in which closing a predicate is tried.
const MAX_SCALES: usize = 4;
/// The maximum nesting of predicates closed for one predicate without removing anything
/// from the heap.
const MAX_CLOSES: usize = 16;
/// The same if predicates are opened for it.
const MAX_OPENING_CLOSES: usize = 8;

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
pub(in crate::symbolic) enum Aim {
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

/// What inference may do to provide the body of a predicate to be closed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CloseAttempt {
    /// Only close other predicates.
    CloseOnly,
    /// Open predicates, too.
    OpenToo,
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
    pub(in crate::symbolic) fn open_for(
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
        let leaves = self.open_parts(&remainder, goal, MAX_PARTS)?;
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
    pub(in crate::symbolic) fn open_in_remainder(
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
        let mut leaves = self.open_parts(remainder, goal, MAX_PARTS)?;
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
            let inner = Level {
                depth: depth + 1,
                newer_than: self.session.serial(),
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
        match partly.unreached.is_empty() {
            true => Opened::Reached(partly.reached),
            false => Opened::Increased(partly),
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
        receivers.extend(self.equal_terms(&remainder.state, target.receiver()));
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
        let mut receivers = vec![target.receiver()];
        receivers.extend(self.equal_terms(&remainder.state, target.receiver()));
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
    fn definition_of(&mut self, s: &State, instance: &Instance) -> Option<PredId> {
        let member = MemberId::Pred(instance.pred);
        let selector = self.selector_argument(member, &instance.args);
        match self.known_definition(s, member, selector, false)? {
            MemberId::Pred(definition) => Some(definition),
            MemberId::Method(_) | MemberId::Pure(_) => None,
        }
    }

    /// Exchanges a predicate chunk for its body, in both heaps. `None` if the body cannot
    /// be produced.
    pub(super) fn open_chunk(
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
        let frame = self.instance_frame(&remainder.state.frame, pred, instance);
        let name = self.show_chunk_place(chunk);
        let source = PermissionSource {
            snapshot: Some(chunk.value),
            scale: chunk.amount,
            origin: Engine::event(span, format!("opened out of `{name}`")),
        };
        let mut inside = remainder.state.clone().with_frame(frame);
        let family = self.ctx.program.hierarchy.preds().family(pred);
        inside = inside.in_modes(|modes| {
            modes.inference.depth += 1;
            modes.bodies.push_back_mut(family);
            modes.scale = Some(chunk.amount);
        });
        // The chunks of the body have a smaller derivation than the predicate (§3.6).
        inside.heap = Heap::default();
        inside.heap.opened_amount(self.literal(chunk.amount));
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
        let leaves = leaves?;
        Some(
            leaves
                .into_iter()
                .filter_map(|leaf| self.exchanged(remainder, chunk, leaf, span, &name))
                .collect(),
        )
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
                state.record_removal(chunk.clone(), event);
                state.heap.opened_amount(self.literal(chunk.amount));
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
    pub(in crate::symbolic) fn instance_frame(
        &self,
        caller: &Frame,
        pred: PredId,
        instance: &Instance,
    ) -> Frame {
        self.input_frame(
            caller,
            MemberId::Pred(pred),
            Some(instance.receiver),
            &instance.args,
        )
    }

    /// §4.1, first rule: consumes the body of a missing predicate, so that the predicate
    /// need not be closed explicitly. Returns the remainders and the snapshots.
    ///
    /// # Errors
    /// The failures of consuming the body.
    pub(in crate::symbolic) fn close_for(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        demanded: DemandedAmount,
        purpose: &Purpose,
    ) -> Result<Vec<(Remainder, Term)>, Vec<Failure>> {
        if !self.ctx.config.infer {
            return Err(Vec::new());
        }
        let scales = self.scales_for(remainder, demanded);
        let mut plain = Err(Vec::new());
        for &scale in &scales {
            plain = self.close_attempt(remainder, target, scale, purpose, CloseAttempt::CloseOnly);
            if plain.is_ok() {
                return plain;
            }
        }
        if remainder.state.modes.inference.closes_only {
            return plain;
        }
        if let Some(leaves) = self.open_in_remainder(
            remainder,
            target,
            demanded,
            LookupEffort::Queries,
            purpose.event.span,
        ) {
            return Ok(self.remove_from_all(leaves, target, demanded, purpose));
        }
        match scales.first() {
            Some(&scale) => {
                self.close_attempt(remainder, target, scale, purpose, CloseAttempt::OpenToo)
            }
            None => plain,
        }
    }

    /// The fractions in which a missing predicate is closed. If any positive amount
    /// suffices: a half, and the halves of the amounts held.
    fn scales_for(&mut self, remainder: &Remainder, demanded: DemandedAmount) -> Vec<Term> {
        let half = BigRational::new(1.into(), 2.into());
        let half = self.session.terms.perm(half);
        let mut scales = match demanded {
            DemandedAmount::Exactly(amount) => return vec![amount],
            DemandedAmount::Some => vec![half],
        };
        for chunk in remainder.heap.chunks() {
            let scale = self.session.terms.mul(chunk.amount, half);
            if scales.len() < MAX_SCALES && !scales.contains(&scale) {
                scales.push(scale);
            }
        }
        scales
    }

    pub(in crate::symbolic) fn remove_from_all(
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
    pub(in crate::symbolic) fn remainders_of(
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
    pub(in crate::symbolic) fn removals_of(
        &mut self,
        leaves: &[Remainder],
        target: &Place,
        demanded: DemandedAmount,
    ) -> Vec<Removal> {
        let mut all = Vec::new();
        for leaf in leaves {
            match self.remove_permission(&leaf.state, &leaf.heap, target, demanded) {
                RemovalResult::Done(removals) => all.extend(removals),
                // Dropping this path would verify code that was never executed.
                RemovalResult::Missing | RemovalResult::NotEnough { .. } => {
                    panic!("a predicate was opened for what it does not give")
                }
            }
        }
        all
    }

    /// Attempts to consume the body.
    fn close_attempt(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        scale: Term,
        purpose: &Purpose,
        attempt: CloseAttempt,
    ) -> Result<Vec<(Remainder, Term)>, Vec<Failure>> {
        let Some(instance) = target.instance() else {
            return Err(Vec::new());
        };
        if self.cancelled() || is_futile_close(remainder, instance) {
            return Err(Vec::new());
        }
        let Some(pred) = self.definition_of(&remainder.state, instance) else {
            return Err(Vec::new());
        };
        let Some(body) = &self.ctx.program.pred(pred).body else {
            return Err(Vec::new());
        };
        if self.cut_at(MemberId::Pred(pred)) {
            return Ok(Vec::new());
        }
        let (null, zero) = (self.session.terms.null(), self.zero_amount());
        let not_null = self.session.terms.ne(instance.receiver, null);
        let positive = self.session.terms.lt(zero, scale);
        let closable = self.session.terms.and([not_null, positive]);
        if self.entails(&remainder.state, closable) != Answer::Yes {
            return Err(Vec::new());
        }
        let frame = self.instance_frame(&remainder.state.frame, pred, instance);
        let inner = Purpose {
            scale,
            event: purpose.event.clone(),
        };
        let closing = Rc::new(Closing {
            instance: instance.clone(),
            held: remainder.heap.len(),
        });
        let inside = remainder.state.clone().with_frame(frame).in_modes(|modes| {
            modes.closing.push_back_mut(closing);
            modes.inference.closes_only |= attempt == CloseAttempt::CloseOnly;
            modes.inference.depth += 1;
            modes.scale = Some(scale);
        });
        let start = Remainder {
            state: inside,
            heap: remainder.heap.clone(),
        };
        let scope = Scope::Closing(pred);
        self.note(&remainder.state, EventKind::ScopeOpened(scope));
        let result = self.attempt(|this, leaves: &mut Vec<(Remainder, Option<Term>)>| {
            this.consume_from(
                start,
                body,
                &inner,
                ErrorContext::Code,
                &mut |_, remainder, snapshot| {
                    leaves.push((remainder, snapshot));
                },
            );
        });
        self.note(&remainder.state, EventKind::ScopeClosed(scope));
        Ok(result?
            .into_iter()
            .map(|(mut leaf, snapshot)| {
                leaf.heap.closed_amount(self.literal(scale));
                self.closed(remainder, target, leaf, snapshot, purpose)
            })
            .collect())
    }

    /// A leaf of a successful close, with the caller's frame and modes restored.
    fn closed(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        mut leaf: Remainder,
        snapshot: Option<Term>,
        purpose: &Purpose,
    ) -> (Remainder, Term) {
        leaf.state.frame = remainder.state.frame.clone();
        leaf.state.modes = remainder.state.modes.clone();
        let unit = self.session.terms.unit();
        let snapshot = snapshot.unwrap_or(unit);
        self.step_closed(remainder, target, &mut leaf, snapshot, purpose.event.span);
        (leaf, snapshot)
    }

    /// Records an inferred close. Expressions are still evaluated in the heap before it;
    /// the step shows the heap with the body exchanged for the predicate.
    fn step_closed(
        &mut self,
        remainder: &Remainder,
        target: &Place,
        leaf: &mut Remainder,
        value: Term,
        span: Span,
    ) {
        let what = |this: &Engine<'_>| format!("close {}", this.show_place(target));
        if !self.ctx.config.records() {
            return self.inferred_step(&mut leaf.state, span, what);
        }
        let mut shown = leaf.state.heap.clone();
        for chunk in remainder.heap.chunks() {
            if !leaf.heap.holds(&chunk) {
                shown.remove(&chunk);
            }
        }
        let (one, origin) = (self.session.terms.write(), Engine::event(span, "closed"));
        shown.insert(self.new_chunk(target, one, value, origin));
        let kept = std::mem::replace(&mut leaf.state.heap, shown);
        self.inferred_step(&mut leaf.state, span, what);
        leaf.state.heap = kept;
    }
}

/// Adds the chunks that are not among the candidates yet.
fn extend(candidates: &mut Vec<Rc<Chunk>>, others: Vec<Rc<Chunk>>) {
    let known: BTreeSet<u64> = candidates.iter().map(|chunk| chunk.serial).collect();
    let others = others.into_iter();
    candidates.extend(others.filter(|chunk| !known.contains(&chunk.serial)));
}

/// Whether closing an instance inside those being closed is futile: it is one of them, or
/// many levels removed nothing from the heap.
fn is_futile_close(remainder: &Remainder, instance: &Instance) -> bool {
    let closing = &remainder.state.modes.closing;
    let most = match remainder.state.modes.inference.closes_only {
        true => MAX_CLOSES,
        false => MAX_OPENING_CLOSES,
    };
    let earlier = closing.len().checked_sub(most);
    let earlier = earlier.and_then(|at| closing.get(at));
    let is_this = |c: &Rc<Closing>| c.instance == *instance;
    earlier.is_some_and(|earlier| remainder.heap.len() >= earlier.held)
        || closing.iter().any(is_this)
}
