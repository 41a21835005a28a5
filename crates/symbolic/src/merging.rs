//! State merging: branches through a statement or a conditional assertion continue as one
//! state if their heaps have the same shape.
//!
//! A fact learned on one branch is guarded by its branch conditions, unless all branches
//! know it. Values that differ become one term, which equals each branch's value under
//! the branch's guard. A merged state describes exactly the concrete states of its
//! branches, so a property proved of it holds for each. The proof can be harder, though:
//! a member that fails is verified again without merging (`verify::checks`).
//!
//! Nested branches would guard all facts within them again at each meeting, so long guards get
//! names, and one symbol states many facts under long guards. The prover gets definitions of
//! symbols only for queries that fail without them (`crates/logic/src/alignment.rs`). Branches that
//! cannot be merged execute statements together while they are few: those that differ by what is
//! opened meet once it is closed. Merged states can be harder to prove and to explain. So a member
//! is checked path by path; merging is tried after 1,024 paths, for as long as these took, and
//! after the sixteenth possible merge. A merged check that fails or costs much is repeated path by
//! path: no verdict and no message depends on merging (beyond 32,768 paths a merged check counts).
//! Beyond 65,536 paths that do not meet, as n conditional permissions can have 2^n, a member is
//! `unknown`.

use super::engine::Engine;
use super::events::EventKind;
use super::joining::{GuardedFact, GuardedFacts, LongGuards};
use super::judgements::Flow;
use super::run::{Ended, Strategy};
use super::session::Session;
use super::state::chunk::Chunk;
use super::state::heap::Heap;
use super::state::modes::Modes;
use super::state::symbolic_state::{Frame, State};
use crate::state::chunk::{Place, Resource};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Borrow;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use veriframe_base::source::Span;
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Definitions, FactKind, Path, Sort, Term, Terms};

/// The maximum size, in nodes, of a boolean or a value with references that is merged
/// into an if-then-else. Other values get a symbol, so that terms do not double with
/// each merge.
const MAX_VALUE: u32 = 48;
/// The maximum number of facts of a branch that are looked up on the others.
const MAX_COMMON: usize = 64;
/// The maximum number of branches that cannot be merged and continue together.
const MAX_TOGETHER: usize = 32;
/// The maximum number of facts of a branch that are added under long guards.
const MAX_GUARDED: usize = 32;

/// The end of one branch through a statement or an assertion.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// The state at its end.
    pub state: State,
    /// The remaining heap, if an assertion is consumed.
    pub remainder: Option<Heap>,
    /// The snapshot of the consumed chunks.
    pub snapshot: Option<Term>,
    /// The control flow after it.
    pub flow: Flow,
}

impl Branch {
    /// A branch that ends in a state.
    pub(super) fn new(state: State, flow: Flow) -> Branch {
        Branch {
            state,
            remainder: None,
            snapshot: None,
            flow,
        }
    }

    /// The heaps that must have the same shape.
    fn heaps(&self) -> impl Iterator<Item = &Heap> {
        std::iter::once(&self.state.heap).chain(&self.remainder)
    }
}

/// The corresponding chunks of a group, one per branch: their permissions agree.
type MatchedChunks = Vec<Rc<Chunk>>;

/// A group of branches being merged.
struct Merging {
    /// The branch conditions of each branch since the fork.
    guards: Vec<Term>,
    /// The facts of each branch since the fork.
    learned: Vec<GuardedFacts>,
    /// The terms for values that differ, by the values of the branches, in the order of
    /// merging.
    merged_values: IndexMap<Vec<Term>, Term>,
    /// The definitions of the symbols among these terms.
    definitions: Vec<Definitions>,
    /// The join point.
    span: Span,
}

/// A candidate for a fact that holds on all branches.
struct Candidate {
    /// The facts that must be known, one per branch.
    on_each: Vec<Term>,
    /// The fact that then holds in the merged state.
    fact: Term,
    kind: FactKind,
}

impl<'p> Engine<'p> {
    /// Whether the branches through a statement or an assertion are collected before
    /// execution continues, to merge them or to count possible merges.
    pub(super) fn compares_branches(&self) -> bool {
        self.run.strategy.compares()
    }

    /// Ends a check with tentative merges once it has cost more than its bound.
    pub(super) fn end_costly_merge(&mut self) {
        if let Strategy::MergeTentatively { max_steps, .. } = self.run.strategy
            && self.session.solver.steps() > max_steps
        {
            self.run.end(Ended::Repeated);
        }
    }

    /// The maximum number of branches that continue together.
    pub(super) fn max_together(&self) -> usize {
        match self.run.strategy {
            Strategy::MergeTentatively { .. } | Strategy::Merge => MAX_TOGETHER,
            Strategy::Separate | Strategy::CountMerges { .. } | Strategy::CountPaths { .. } => 1,
        }
    }

    /// Merges branches whose heaps have the same shape. All branched from `from`; the
    /// order is preserved. If merges are only counted, returns the branches unmerged, or
    /// none once the limit is reached.
    pub(super) fn merge(&mut self, from: &State, branches: Vec<Branch>, span: Span) -> Vec<Branch> {
        if branches.len() < 2 {
            return branches;
        }
        if matches!(self.run.strategy, Strategy::CountMerges { .. }) {
            return self.count_merges(from, branches);
        }
        let groups = Engine::groups(from, branches).into_iter();
        groups
            .filter_map(|group| self.merge_group(from, group, span))
            .collect()
    }

    /// Returns the branches unmerged, or none once too many could have been merged.
    fn count_merges(&mut self, from: &State, branches: Vec<Branch>) -> Vec<Branch> {
        let groups = Engine::groups(from, branches.iter().collect()).len();
        let Strategy::CountMerges { left, .. } = &mut self.run.strategy else {
            return branches;
        };
        *left = left.saturating_sub(branches.len().saturating_sub(groups));
        if *left == 0 {
            self.run.end(Ended::Repeated);
            return Vec::new();
        }
        branches
    }

    /// Groups the branches by the shape of their heaps.
    fn groups<W: Borrow<Branch>>(from: &State, branches: Vec<W>) -> Vec<Vec<W>> {
        let mut groups: Vec<Vec<W>> = Vec::new();
        // The groups by what their heaps hold, whose branches alone can be merged.
        let mut alike: FxHashMap<Vec<Vec<(Resource, usize)>>, Vec<usize>> = FxHashMap::default();
        for branch in branches {
            let held = branch.borrow().heaps().map(Heap::held).collect();
            // After a `join`, the path condition no longer identifies the branch.
            let joined = branch.borrow().state.joins != from.joins;
            let fits = |group: &Vec<W>| {
                let first = group.first().filter(|_| !joined);
                first.is_some_and(|first| can_merge(first.borrow(), branch.borrow()))
            };
            let candidates = alike.entry(held).or_default();
            let found = candidates
                .iter()
                .copied()
                .find(|&at| groups.get(at).is_some_and(fits));
            match found.and_then(|at| groups.get_mut(at)) {
                Some(group) => group.push(branch),
                None => {
                    candidates.push(groups.len());
                    groups.push(vec![branch]);
                }
            }
        }
        groups
    }

    /// Merges a group into one branch; `None` if the group is empty.
    fn merge_group(&mut self, from: &State, mut group: Vec<Branch>, span: Span) -> Option<Branch> {
        if group.len() < 2 {
            return group.pop();
        }
        if let Strategy::MergeTentatively { spent_before, .. } = &mut self.run.strategy {
            spent_before.get_or_insert(self.session.solver.spent());
        }
        let paths: Vec<Path> = group
            .iter()
            .map(|branch| branch.state.path.clone())
            .collect();
        let base = paths
            .iter()
            .skip(1)
            .fold(paths.first()?.clone(), |base, path| base.common(path));
        let long_guards = match from.modes.quantifiers {
            0 => LongGuards::Named,
            // The symbols would not depend on the variables.
            _ => LongGuards::Written,
        };
        let learned: Vec<GuardedFacts> = paths
            .iter()
            .map(|path| self.guarded_facts(&base, path, long_guards))
            .collect();
        let mut merging = Merging {
            guards: learned.iter().map(|branch| branch.guard).collect(),
            learned,
            merged_values: IndexMap::new(),
            definitions: Vec::new(),
            span,
        };
        let states: Vec<&State> = group.iter().map(|branch| &branch.state).collect();
        let frame = self.merged_frame(&mut merging, &states)?;
        let heaps: Vec<&Heap> = states.iter().map(|s| &s.heap).collect();
        let heap = self.merged_heap(&mut merging, &heaps)?;
        let remainders: Vec<&Heap> = group
            .iter()
            .filter_map(|branch| branch.remainder.as_ref())
            .collect();
        let remainder = if remainders.is_empty() {
            None
        } else {
            Some(self.merged_heap(&mut merging, &remainders)?)
        };
        let snapshot = self.merged_snapshot(&mut merging, &group);
        let modes = modes_of_all(&states);
        let mut state = State {
            path: base.clone(),
            known: from.known.clone(),
            heap,
            frame,
            modes: modes.unwrap_or_else(|| from.modes.clone()),
            ..group.first()?.state.clone()
        };
        self.merge_facts(&mut state, &base, &states, merging);
        self.note(&state, EventKind::Merge { from: &states });
        self.step(&mut state, span, |_| "the paths meet".to_owned());
        Some(Branch {
            state,
            remainder,
            snapshot,
            flow: group.first()?.flow,
        })
    }

    /// Adds the facts of the branches to the merged state: unguarded if all branches know
    /// them, otherwise guarded.
    fn merge_facts(&mut self, s: &mut State, base: &Path, merged: &[&State], merging: Merging) {
        let mut candidates = self.learned(base, merged);
        candidates.extend(self.ranges(&merging, merged));
        for (index, branch) in merged.iter().enumerate() {
            candidates.retain(|candidate| {
                let fact = candidate.on_each.get(index);
                fact.is_some_and(|&fact| self.is_known(branch, fact))
            });
        }
        // Other branches of the same fork can end elsewhere and be joined with this one
        // later. The disjunction of the guards is then the condition of this branch, and
        // precedes all facts that hold only under it.
        let some_branch = self.session.terms.or(merging.guards.iter().copied());
        s.assume(&self.session.terms, some_branch, FactKind::Branch);
        for candidate in &candidates {
            self.assume_new(s, candidate.fact, candidate.kind);
        }
        let everywhere: FxHashSet<Term> = candidates.iter().map(|c| c.fact).collect();
        // The guards of two branches exclude each other, so the definitions of a symbol
        // never conflict.
        let mut definitions = merging.definitions;
        for mut branch in merging.learned {
            definitions.append(&mut branch.definitions);
            definitions.extend(self.add_guarded(s, branch.facts, &everywhere));
        }
        s.define(&self.session.terms, definitions);
    }

    /// Adds the facts of a branch, except those that hold on all. Many facts under long guards
    /// are stated by one symbol that implies them: it alone is guarded further where the
    /// merged state meets others. It can be false in other states, so these implications
    /// hold on every branch: they are returned.
    fn add_guarded(
        &mut self,
        s: &mut State,
        facts: Vec<GuardedFact>,
        everywhere: &FxHashSet<Term>,
    ) -> Vec<Definitions> {
        let new = |learned: &GuardedFact| !everywhere.contains(&learned.fact);
        let facts: Vec<GuardedFact> = facts.into_iter().filter(new).collect();
        let is_long = |this: &Self, learned: &GuardedFact| this.is_guarded_much(learned.guarded);
        let long = facts.iter().filter(|learned| is_long(self, learned));
        let states_all = (long.count() > MAX_GUARDED && s.modes.quantifiers == 0)
            .then(|| self.session.terms.fresh("branches", Sort::Bool));
        let mut stated = Vec::new();
        for learned in facts {
            match states_all {
                Some(all) if is_long(self, &learned) => {
                    let implied = self.session.terms.implies(all, learned.guarded);
                    stated.push(Definitions::One(implied));
                }
                _ => s.assume(&self.session.terms, learned.guarded, learned.kind),
            }
        }
        if let Some(all) = states_all {
            s.assume(&self.session.terms, all, FactKind::Fact);
        }
        stated
    }

    /// The facts that some branch learned since `base`, without duplicates, as
    /// candidates.
    fn learned(&self, base: &Path, merged: &[&State]) -> Vec<Candidate> {
        let mut seen = FxHashSet::default();
        let mut learned = Vec::new();
        for branch in merged {
            let is_learned = |kind| match kind {
                FactKind::Fact | FactKind::Shape => true,
                // The other branches know nothing of a value that this one merged.
                FactKind::Branch | FactKind::Definition | FactKind::Range => false,
            };
            let nodes = branch.path.since(base).into_iter();
            let nodes = nodes.filter(|node| is_learned(node.kind));
            let facts = nodes.filter_map(|node| Some((node.fact()?, node.kind)));
            for (fact, kind) in facts.take(MAX_COMMON) {
                if seen.insert(fact) {
                    learned.push(Candidate {
                        on_each: vec![fact; merged.len()],
                        fact,
                        kind,
                    });
                }
            }
        }
        learned
    }

    fn merged_frame(&mut self, merging: &mut Merging, states: &[&State]) -> Option<Frame> {
        let (first, others) = states.split_first()?;
        let mut changed = BTreeSet::new();
        for other in others {
            changed.extend(first.frame.differing(&other.frame));
        }
        let mut frame = first.frame.clone();
        let vars = self.vars(frame.member);
        for var in changed {
            let values: Option<Vec<Term>> = states.iter().map(|s| s.frame.get(var)).collect();
            match values {
                Some(values) => {
                    let value = self.merged_value(merging, &values, &vars.get(var).name);
                    frame.set(var, value);
                }
                // Declared on some of the branches only: no later code reads it.
                None => frame.unset(var),
            }
        }
        Some(frame)
    }

    /// Merges the heaps of all branches; `None` if they differ in shape.
    fn merged_heap(&mut self, merging: &mut Merging, heaps: &[&Heap]) -> Option<Heap> {
        let (first, others) = heaps.split_first()?;
        let mut merged = (*first).clone();
        let shrinkages = others.iter().map(|heap| heap.shrinkage());
        merged.set_shrinkage(shrinkages.fold(first.shrinkage(), |least, d| Some(least?.min(d?))));
        // Places numbered on one branch alone are unknown to the others.
        merged.discard_numbering();
        for row in match_chunks(heaps)? {
            let Some(chunk) = row.first() else { continue };
            merged.remove(chunk);
            let chunk = self.merged_chunk(merging, &row)?;
            merged.insert(chunk);
        }
        Some(merged)
    }

    fn merged_chunk(&mut self, merging: &mut Merging, row: &MatchedChunks) -> Option<Chunk> {
        let chunk = row.first()?;
        let operands: Vec<Vec<Term>> = row.iter().map(|c| c.place.operands()).collect();
        let mut merged = Vec::new();
        for (index, name) in (0..operands.first()?.len()).zip(operand_names()) {
            let values: Option<Vec<Term>> = operands
                .iter()
                .map(|operands| operands.get(index).copied())
                .collect();
            merged.push(self.merged_value(merging, &values?, name));
        }
        let values: Vec<Term> = row.iter().map(|c| c.value).collect();
        let name = self.show_chunk_place(chunk);
        let value = self.merged_value(merging, &values, &name);
        let place = chunk
            .place
            .with_operands(&mut self.session.terms, &merged)?;
        let serial = if row.iter().all(|c| c.serial == chunk.serial) {
            chunk.serial
        } else {
            self.session.serial()
        };
        Some(Chunk {
            value,
            closed_here: row.iter().any(|c| c.closed_here),
            of_entry: row.iter().all(|c| c.of_entry),
            serial,
            ..chunk.moved(&self.session.terms, place)
        })
    }

    /// Merges the snapshots of the consumed chunks; a branch without one has the unit.
    fn merged_snapshot(&mut self, merging: &mut Merging, group: &[Branch]) -> Option<Term> {
        if group.iter().all(|branch| branch.snapshot.is_none()) {
            return None;
        }
        let unit = self.session.terms.unit();
        let values: Vec<Term> = group
            .iter()
            .map(|branch| branch.snapshot.unwrap_or(unit))
            .collect();
        Some(self.merged_value(merging, &values, "snapshot"))
    }

    /// A term that equals each branch's value on that branch. `name` is for display.
    fn merged_value(&mut self, merging: &mut Merging, values: &[Term], name: &str) -> Term {
        let Some((&first, others)) = values.split_first() else {
            return self.session.terms.unit();
        };
        if others.iter().all(|&value| value == first) {
            return first;
        }
        if let Some(&known) = merging.merged_values.get(values) {
            return known;
        }
        let result = match self.merged_parts(merging, values, name) {
            Some(whole) => whole,
            None => self.merged_whole(merging, values, name),
        };
        merging.merged_values.insert(values.to_vec(), result);
        result
    }

    /// Merges snapshots of the same structure component by component.
    fn merged_parts(&mut self, merging: &mut Merging, values: &[Term], name: &str) -> Option<Term> {
        let parts = |this: &Engine<'p>| {
            values
                .iter()
                .map(|&value| match *this.session.terms.node(value) {
                    Node::Combine(a, b) => Some((a, b)),
                    _ => None,
                })
                .collect::<Option<Vec<_>>>()
        };
        if let Some(parts) = parts(self) {
            let (firsts, seconds): (Vec<Term>, Vec<Term>) = parts.into_iter().unzip();
            let first = self.merged_value(merging, &firsts, name);
            let second = self.merged_value(merging, &seconds, name);
            return Some(self.session.terms.combine(first, second));
        }
        let mut inner = Vec::new();
        for &value in values {
            match *self.session.terms.node(value) {
                Node::Wrap(v) => inner.push(v),
                _ => return None,
            }
        }
        let sort = self.session.terms.sort(*inner.first()?);
        if inner.iter().any(|&v| self.session.terms.sort(v) != sort) {
            return None;
        }
        let inner = self.merged_value(merging, &inner, name);
        Some(self.session.terms.wrap(inner))
    }

    fn merged_whole(&mut self, merging: &mut Merging, values: &[Term], name: &str) -> Term {
        let sort = values
            .first()
            .map_or(Sort::Snap, |&v| self.session.terms.sort(v));
        let size = values.iter().fold(0u32, |all, &v| {
            all.saturating_add(self.session.terms.size(v))
        });
        // An if-then-else is no younger than its parts, so its age still distinguishes
        // references from objects allocated later. A new symbol is younger.
        if size <= MAX_VALUE && (sort.carries_refs() || sort == Sort::Bool) {
            return self.chosen(&merging.guards, values);
        }
        let symbol = self.fresh_at(name, merging.span, sort);
        for (&guard, &value) in merging.guards.iter().zip(values) {
            let same = self.session.terms.eq(symbol, value);
            let fact = self.session.terms.implies(guard, same);
            merging.definitions.push(Definitions::One(fact));
        }
        symbol
    }

    /// The value of the branch whose guard holds.
    fn chosen(&mut self, guards: &[Term], values: &[Term]) -> Term {
        let mut pairs: Vec<(Term, Term)> =
            guards.iter().copied().zip(values.iter().copied()).collect();
        let Some((_, mut value)) = pairs.pop() else {
            return self.session.terms.unit();
        };
        while let Some((guard, other)) = pairs.pop() {
            value = self.session.terms.ite(guard, other, value);
        }
        value
    }

    /// Candidate facts about merged values: a reference is not null; a number is not
    /// negative, or lies between two values.
    fn ranges(&mut self, merging: &Merging, merged: &[&State]) -> Vec<Candidate> {
        let mut ranges = Vec::new();
        for (values, whole) in &merging.merged_values {
            let sort = self.session.terms.sort(*whole);
            let of: fn(&mut Terms, Term) -> Term = match sort {
                Sort::Ref => |terms, t| {
                    let null = terms.null();
                    terms.ne(t, null)
                },
                Sort::Int | Sort::Perm => |terms, t| {
                    let zero = terms.default_of(terms.sort(t));
                    terms.le(zero, t)
                },
                _ => continue,
            };
            ranges.push(Candidate {
                on_each: values
                    .iter()
                    .map(|&v| of(&mut self.session.terms, v))
                    .collect(),
                fact: of(&mut self.session.terms, *whole),
                kind: FactKind::Range,
            });
            if sort == Sort::Ref {
                continue;
            }
            let mut bounds = Vec::from_iter(self.extremes(values));
            bounds.extend(self.constant_bounds(values, merged));
            for [least, greatest] in bounds {
                for (low, high) in [(least, Some(*whole)), (Some(*whole), greatest)] {
                    ranges.extend(low.zip(high).map(|(low, high)| Candidate {
                        on_each: vec![self.session.terms.truth(); values.len()],
                        fact: self.session.terms.le(low, high),
                        kind: FactKind::Range,
                    }));
                }
            }
        }
        ranges
    }

    /// The least and the greatest of the numbers that are known to bound the values of the
    /// branches.
    fn constant_bounds(&mut self, values: &[Term], merged: &[&State]) -> Option<[Option<Term>; 2]> {
        let sort = self.session.terms.sort(*values.first()?);
        let Session { terms, solver, .. } = &mut self.session;
        let mut bounds = values
            .iter()
            .zip(merged)
            .map(|(&value, state)| solver.bounds(terms, &state.path, value));
        let first = bounds.next()?;
        let [least, greatest] = bounds.fold(first, |[least, greatest], [lower, upper]| {
            [
                least.zip(lower).map(|(a, b)| a.min(b)),
                greatest.zip(upper).map(|(a, b)| a.max(b)),
            ]
        });
        Some([least, greatest].map(|bound| Some(self.session.terms.number(sort, bound?))))
    }

    /// The least and the greatest of numbers that differ by constants; `None` for others.
    fn extremes(&mut self, values: &[Term]) -> Option<[Option<Term>; 2]> {
        let &first = values.first()?;
        let mut distances = Vec::new();
        for &value in values {
            let distance = self.session.terms.difference(value, first);
            if !distance.parts.is_empty() {
                return None;
            }
            distances.push((distance.constant, value));
        }
        let least = distances.iter().min()?.1;
        let greatest = distances.iter().max()?.1;
        Some([Some(least), Some(greatest)])
    }
}

/// The modes that all branches ended in; `None` if they closed different instances for the
/// assertion being consumed.
fn modes_of_all(branches: &[&State]) -> Option<Rc<Modes>> {
    let (first, others) = branches.split_first()?;
    let closed = &first.modes.inference.closed;
    let same = others.iter().all(|s| s.modes.inference.closed == *closed);
    same.then(|| first.modes.clone())
}

/// Whether two branches can be merged.
fn can_merge(a: &Branch, b: &Branch) -> bool {
    let (s, t) = (&a.state, &b.state);
    a.flow == b.flow
        && a.remainder.is_some() == b.remainder.is_some()
        && s.joins == t.joins
        && s.frame.member == t.frame.member
        && s.frame.level == t.frame.level
        && s.old.is_same(&t.old)
        && s.labels.size() == t.labels.size()
        && s.labels
            .iter()
            .all(|(label, heap)| t.labels.get(label).is_some_and(|h| h.is_same(heap)))
        && a.heaps()
            .zip(b.heaps())
            .all(|(h, g)| match_chunks(&[h, g]).is_some())
}

/// The chunks that the heaps do not share, matched by place; `None` if the heaps differ
/// in shape. A chunk without a counterpart at its own place is matched with the oldest
/// other one of its resource that has none either.
fn match_chunks(heaps: &[&Heap]) -> Option<Vec<MatchedChunks>> {
    let mut own = Heap::differing(heaps)?.into_iter();
    let mut rows: Vec<MatchedChunks> = own.next()?.into_iter().map(|chunk| vec![chunk]).collect();
    for chunks in own {
        let mut left: Vec<Option<Rc<Chunk>>> = chunks.into_iter().map(Some).collect();
        let mut places: FxHashMap<_, VecDeque<usize>> = FxHashMap::default();
        for (index, chunk) in left.iter().flatten().enumerate() {
            places.entry(place(chunk)).or_default().push_back(index);
        }
        let mut alone = Vec::new();
        for row in &mut rows {
            let chunk = row.first()?.clone();
            match places.get_mut(&place(&chunk)).and_then(VecDeque::pop_front) {
                Some(index) => row.push(left.get_mut(index)?.take()?),
                None => alone.push(row),
            }
        }
        let mut kept: Vec<Rc<Chunk>> = left.into_iter().flatten().collect();
        for row in alone {
            let chunk = row.first()?.clone();
            let counterpart = kept.iter().position(|other| can_match(&chunk, other))?;
            row.push(kept.remove(counterpart));
        }
    }
    Some(rows)
}

/// Names for the operands of a place: its receiver, then its arguments.
fn operand_names() -> impl Iterator<Item = &'static str> {
    std::iter::once("receiver").chain(std::iter::repeat("argument"))
}

/// The place and the amount of a chunk.
fn place(chunk: &Chunk) -> (Place, Term) {
    (chunk.place.clone(), chunk.amount)
}

/// Whether chunks of different places can be merged into one whose place depends on the
/// path.
fn can_match(a: &Chunk, b: &Chunk) -> bool {
    a.amount == b.amount && a.place.may_merge(&b.place)
}
