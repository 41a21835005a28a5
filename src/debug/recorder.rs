//! Records the execution tree of a check of the verifier: its steps with the states after them,
//! forks, queries and failures, as text that outlives the engine.

use super::heap::HeapView;
use super::source::{End, Failed, Query};
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::reach::Obligation;
use crate::logic::{Answer, FactKind, Path, Term};
use crate::source::Span;
use crate::symbolic::Engine;
use crate::symbolic::events::{Event, EventKind, Listener};
use crate::symbolic::state::symbolic_state::{State, StateId, StepRecord};
use crate::trace::StateView;
use crate::verify::listeners::{CheckedMember, Listeners};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// The greatest number of recorded states of a check; later ones are left out.
const MAX_STATES: usize = 20_000;

/// The greatest number of recorded states of all members of a program, and that of one of them
/// (at least, and at most).
const MAX_STATES_OF_ALL: usize = 40_000;
const LEAST_STATES: usize = 40;
const MOST_STATES: usize = 600;

/// The number of members from which verified ones are not recorded.
const MANY_MEMBERS: usize = 30;

/// What the step is called with which a path goes on after a failure.
pub(super) const AS_IF: &str = "as if it held";

/// The greatest number of recorded queries of a state.
const MAX_QUERIES: usize = 100;

/// A recorded state.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The state before.
    pub parent: Option<usize>,
    /// The states after it, in the order of execution.
    pub children: Vec<usize>,
    /// The branch conditions between the state before and this one.
    pub conditions: Vec<String>,
    /// What was executed.
    pub place: Span,
    /// A description of it.
    pub what: String,
    /// Whether inference added it.
    pub is_inferred: bool,
    /// The state.
    pub view: StateView,
    /// The heap as boxes, if they are recorded.
    pub heap: Option<HeapView>,
    /// The queries in it.
    pub queries: Vec<Query>,
    /// How the path ends here, if it does. In the recording of one member, a failure after which
    /// the path goes on has a successor.
    pub end: Option<End>,
}

/// The execution tree of a check.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The span of the member's name.
    pub member: Span,
    /// What was checked.
    pub obligation: Obligation,
    /// The states, the first one first; a state comes after its parent.
    pub states: Vec<Recorded>,
    /// Whether paths may be missing: there were too many states, or the check ended early.
    pub is_cut: bool,
}

impl Recording {
    fn is_of_body(&self) -> bool {
        self.obligation == Obligation::Body
    }
}

/// What is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RecordedMembers {
    /// The checks of the member of this name.
    One(String),
    /// Those of all members, with heaps as boxes.
    All,
}

/// Records checks.
#[derive(Debug)]
pub struct Recorder {
    what: RecordedMembers,
    recordings: Mutex<Vec<Arc<Recording>>>,
}

/// The recorded trees by the span of the member's name.
pub type Recordings = BTreeMap<Span, Arc<Recording>>;

impl Recorder {
    /// A recorder of the member of this name.
    #[must_use]
    pub fn new(member: &str) -> Recorder {
        Recorder {
            what: RecordedMembers::One(member.to_owned()),
            recordings: Mutex::default(),
        }
    }

    /// A recorder of all members, of verified ones only if they are few. It records fewer states
    /// the more members there are.
    #[must_use]
    pub fn of_all() -> Recorder {
        Recorder {
            what: RecordedMembers::All,
            recordings: Mutex::default(),
        }
    }

    /// The recorded tree: that of the body, or of the contract if that failed.
    pub(super) fn recording(&self) -> Option<Recording> {
        let recordings = self.recordings.lock();
        let recordings = recordings.unwrap_or_else(PoisonError::into_inner);
        let last = recordings
            .iter()
            .max_by_key(|recording| recording.is_of_body());
        last.map(|recording| Recording::clone(recording))
    }

    /// The recorded trees of all members, each that of the body, or of the contract if that failed.
    #[must_use]
    pub fn by_member(&self) -> Recordings {
        let recordings = self.recordings.lock();
        let recordings = recordings.unwrap_or_else(PoisonError::into_inner);
        let mut found = Recordings::new();
        for recording in recordings.iter() {
            let known = found.get(&recording.member);
            if known.is_none_or(|known| recording.is_of_body() >= known.is_of_body()) {
                found.insert(recording.member, recording.clone());
            }
        }
        found
    }
}

impl Listeners for Recorder {
    fn listener(self: Arc<Self>, check: &CheckedMember<'_>) -> Rc<RefCell<dyn Listener>> {
        let names = [
            check.program.member_name(check.member),
            check.program.group_name(check.member),
        ];
        let members = check.program.members.len().max(1);
        let (records, limit) = match &self.what {
            RecordedMembers::One(name) => (names.contains(name), MAX_STATES),
            RecordedMembers::All => (
                true,
                (MAX_STATES_OF_ALL / members).clamp(LEAST_STATES, MOST_STATES),
            ),
        };
        Rc::new(RefCell::new(Listening {
            records,
            limit,
            is_one_of_many: members >= MANY_MEMBERS,
            recorder: self,
            obligation: check.obligation,
            start: check.program.member_span(check.member),
            states: Vec::new(),
            numbers: FxHashMap::default(),
            is_cut: false,
        }))
    }
}

/// A state before it is text.
struct RecordedState {
    parent: Option<usize>,
    /// The branch conditions, if the state is a branch.
    conditions: Vec<Term>,
    place: Span,
    what: Option<String>,
    is_inferred: bool,
    state: StepRecord,
    queries: Vec<(Term, Answer)>,
    end: Option<End>,
}

/// A recording under way.
struct Listening {
    recorder: Arc<Recorder>,
    records: bool,
    /// The greatest number of states in the result.
    limit: usize,
    /// Whether verified members are not recorded.
    is_one_of_many: bool,
    obligation: Obligation,
    start: Span,
    states: Vec<RecordedState>,
    numbers: FxHashMap<StateId, usize>,
    is_cut: bool,
}

impl Listening {
    /// Adds a state after another one.
    fn add(&mut self, parent: Option<usize>, place: Span, state: &State) -> Option<usize> {
        if self.states.len() >= MAX_STATES {
            self.is_cut = true;
            return None;
        }
        self.states.push(RecordedState {
            parent,
            conditions: Vec::new(),
            place,
            what: None,
            is_inferred: false,
            state: StepRecord {
                span: place,
                what: "".into(),
                inferred: false,
                heap: state.heap.clone(),
                old: state.old.clone(),
                frame: state.frame.own().clone(),
                path: state.path.clone(),
            },
            queries: Vec::new(),
            end: None,
        });
        Some(self.states.len() - 1)
    }

    /// The number of the state before an event.
    fn before(&mut self, event: &Event<'_>) -> Option<usize> {
        if let Some(known) = self.numbers.get(&event.before).copied() {
            return Some(self.beside(known, event).unwrap_or(known));
        }
        // Only the first state has no number.
        if self.states.is_empty() {
            let first = self.add(None, self.start, event.state)?;
            self.numbers.insert(event.before, first);
            Some(first)
        } else {
            None
        }
    }

    /// The side of a conditional expression beside the one that failed, if the state before is that
    /// failure, but the event is of a state that never was on its side.
    fn beside(&mut self, failure: usize, event: &Event<'_>) -> Option<usize> {
        let state = event.state;
        let failed = self.states.get(failure)?;
        let side = failed.parent.and_then(|parent| self.states.get(parent))?;
        let is_after = !matches!(failed.end, Some(End::Failed(_)))
            || !state.known.failures.is_empty()
            || state.path.common(&failed.state.path).depth() == failed.state.path.depth();
        let conditions = branches(&side.state.path, &state.path);
        if is_after || conditions.is_empty() || side.conditions.is_empty() {
            return None;
        }
        let fork = side.parent;
        let side = self.branch(fork, event, conditions)?;
        self.numbers.insert(event.before, side);
        Some(side)
    }

    /// Adds the side of a fork that has these conditions.
    fn branch(
        &mut self,
        fork: Option<usize>,
        event: &Event<'_>,
        conditions: Vec<Term>,
    ) -> Option<usize> {
        let here = event.state.progress.span.unwrap_or(self.start);
        let added = self.add(fork, here, event.state)?;
        self.states.get_mut(added)?.conditions = conditions;
        Some(added)
    }

    /// Adds the side that a state is on beside others of which no event tells: of a conditional
    /// expression, or of a predicate that inference opens.
    fn side(&mut self, before: usize, event: &Event<'_>) -> usize {
        if self.recorder.what == RecordedMembers::All {
            return before;
        }
        let path = self
            .states
            .get(before)
            .map(|known| known.state.path.clone());
        let conditions = path.map(|path| branches(&path, &event.state.path));
        let conditions = conditions.filter(|conditions| !conditions.is_empty());
        conditions
            .and_then(|conditions| self.branch(Some(before), event, conditions))
            .unwrap_or(before)
    }

    fn step(&mut self, event: &Event<'_>, place: Span, before: usize) {
        let Some(added) = self.add(Some(before), place, event.state) else {
            return;
        };
        self.numbers.insert(event.state.progress.id, added);
        let Some(kept) = self.states.get_mut(added) else {
            return;
        };
        match event.kind {
            EventKind::Statement { what, .. } => kept.what = Some(what.to_string()),
            EventKind::Inferred { what, .. } => {
                kept.what = Some(what.to_string());
                kept.is_inferred = true;
            }
            EventKind::Branch { condition } => kept.conditions = vec![condition],
            _ => {}
        }
    }
}

impl Listener for Listening {
    fn on_event(&mut self, event: &Event<'_>) {
        if !self.records {
            return;
        }
        let Some(before) = self.before(event) else {
            return;
        };
        let here = event.state.progress.span.unwrap_or(self.start);
        match &event.kind {
            EventKind::Statement { span, .. } | EventKind::Inferred { span, .. } => {
                let before = self.side(before, event);
                self.step(event, *span, before);
            }
            EventKind::Branch { .. } => self.step(event, here, before),
            EventKind::Query { goal, answered, .. } => {
                if let Some(kept) = self.states.get_mut(before)
                    && kept.queries.len() < MAX_QUERIES
                {
                    kept.queries.push((*goal, answered.answer));
                }
            }
            EventKind::Reported(diagnostic) => {
                let before = self.side(before, event);
                if let Some(added) = self.add(Some(before), diagnostic.span, event.state)
                    && let Some(kept) = self.states.get_mut(added)
                {
                    kept.end = Some(failed(diagnostic));
                    // What comes after it on this path, if anything does, is as if it held.
                    if self.recorder.what != RecordedMembers::All {
                        self.numbers.insert(event.state.progress.id, added);
                    }
                }
            }
            EventKind::PathEnd => {
                let end = self.states.get(before).and_then(|state| state.end.as_ref());
                let follows_failure = matches!(end, Some(End::Failed(_)));
                let before = self.side(before, event);
                if let Some(added) = self.add(Some(before), here, event.state)
                    && let Some(kept) = self.states.get_mut(added)
                {
                    let is_verified = event.state.known.failures.is_empty() && !follows_failure;
                    kept.end = Some(if is_verified {
                        End::Verified
                    } else {
                        End::NothingElseFails
                    });
                }
            }
            EventKind::ScopeOpened(_)
            | EventKind::ScopeClosed(_)
            | EventKind::Merge { .. }
            | EventKind::Failure(_) => {
                self.numbers.insert(event.state.progress.id, before);
            }
        }
    }

    fn on_end(&mut self, engine: &Engine<'_>) {
        if !self.records {
            return;
        }
        let is_of_all = self.recorder.what == RecordedMembers::All;
        let fails = |kept: &RecordedState| matches!(kept.end, Some(End::Failed(_)));
        if is_of_all && self.is_one_of_many && !self.states.iter().any(fails) {
            return;
        }
        let with_heaps = is_of_all;
        let (states, is_cut) = recorded(&self.states, engine, self.limit, with_heaps);
        let recording = Recording {
            member: self.start,
            obligation: self.obligation,
            states,
            is_cut: is_cut || self.is_cut || engine.run.ended.is_some() || engine.run.cut.is_some(),
        };
        let mut recordings = self.recorder.recordings.lock();
        if let Ok(recordings) = &mut recordings {
            recordings.push(Arc::new(recording));
        }
    }
}

/// The conditions of branches that a path has and an earlier one has not.
fn branches(earlier: &Path, path: &Path) -> Vec<Term> {
    let new = path.facts_since(&path.common(earlier)).into_iter();
    let branches = new.filter(|(_, kind)| *kind == FactKind::Branch);
    branches.map(|(fact, _)| fact).collect()
}

fn failed(diagnostic: &Diagnostic) -> End {
    if diagnostic.severity != Severity::Error {
        return End::Cut(diagnostic.message());
    }
    let related = diagnostic.related.iter();
    End::Failed(Box::new(Failed {
        code: diagnostic.full_code(),
        place: diagnostic.span,
        message: diagnostic.message(),
        notes: diagnostic.note_texts(),
        related: related.map(|label| (label.span, label.message())).collect(),
    }))
}

/// The states that lead to an end: those of failing paths first, of others while there are at most
/// so many. Also whether paths are left out.
fn needed(kept: &[RecordedState], limit: usize) -> (Vec<bool>, bool) {
    let mut is_needed = vec![false; kept.len()];
    if let Some(first) = is_needed.first_mut() {
        *first = true;
    }
    let (mut count, mut is_cut) = (1, false);
    let is_failure = |state: &RecordedState| matches!(state.end, Some(End::Failed(_)));
    let ends = (0..kept.len()).filter(|at| kept.get(*at).is_some_and(|s| s.end.is_some()));
    let mut ends: Vec<usize> = ends.collect();
    ends.sort_by_key(|at| !kept.get(*at).is_some_and(is_failure));
    for end in ends {
        let up = std::iter::successors(Some(end), |at| kept.get(*at)?.parent);
        let new: Vec<usize> = up
            .take_while(|at| is_needed.get(*at) == Some(&false))
            .collect();
        if count > 1 && count + new.len() > limit {
            is_cut = true;
            continue;
        }
        count += new.len();
        for at in new {
            if let Some(flag) = is_needed.get_mut(at) {
                *flag = true;
            }
        }
    }
    (is_needed, is_cut)
}

/// The needed states as text, and whether paths are left out. Branches become conditions of the
/// next state.
fn recorded(
    kept: &[RecordedState],
    engine: &Engine<'_>,
    limit: usize,
    with_heaps: bool,
) -> (Vec<Recorded>, bool) {
    let (is_needed, is_cut) = needed(kept, limit);
    // By state: its number in the result, or that of the state before and the conditions since.
    let mut places: Vec<(usize, Vec<String>)> = Vec::with_capacity(kept.len());
    let mut states: Vec<Recorded> = Vec::new();
    for (at, state) in kept.iter().enumerate() {
        let before = state.parent.and_then(|parent| places.get(parent)).cloned();
        let (parent, mut conditions) = match before {
            Some((parent, conditions)) => (Some(parent), conditions),
            None => (None, Vec::new()),
        };
        if is_needed.get(at) != Some(&true) {
            places.push((parent.unwrap_or_default(), conditions));
            continue;
        }
        let parent = parent.map(|parent| going_on(&mut states, parent));
        let queries = state.queries.iter().map(|(goal, answer)| Query {
            goal: engine.show(*goal),
            answer: match answer {
                Answer::Yes => "yes",
                Answer::No => "no",
                Answer::Unknown => "unknown",
            },
        });
        if let (false, Some(before)) = (state.conditions.is_empty(), parent) {
            conditions.extend(state.conditions.iter().map(|term| engine.show(*term)));
            if let Some(before) = states.get_mut(before) {
                before.queries.extend(queries);
            }
            places.push((before, conditions));
            continue;
        }
        let number = states.len();
        if let Some(parent) = parent.and_then(|parent| states.get_mut(parent)) {
            parent.children.push(number);
        }
        states.push(Recorded {
            parent,
            children: Vec::new(),
            conditions,
            place: state.place,
            what: state.what.clone().unwrap_or_default(),
            is_inferred: state.is_inferred,
            view: engine.show_state(&state.state),
            heap: with_heaps.then(|| HeapView::of(engine, &state.state)),
            queries: queries.collect(),
            end: state.end.clone(),
        });
        places.push((number, Vec::new()));
    }
    (states, is_cut)
}

/// The state after which the successors of a state come: of a failure, the one in which what failed
/// is taken as if it held.
fn going_on(states: &mut Vec<Recorded>, at: usize) -> usize {
    let number = states.len();
    let Some(failure) = states.get_mut(at) else {
        return at;
    };
    if !matches!(failure.end, Some(End::Failed(_))) {
        return at;
    }
    if let Some(known) = failure.children.first() {
        return *known;
    }
    failure.children.push(number);
    let next = Recorded {
        parent: Some(at),
        children: Vec::new(),
        conditions: Vec::new(),
        what: AS_IF.to_owned(),
        is_inferred: false,
        // What was asked since was asked with the condition.
        queries: std::mem::take(&mut failure.queries),
        end: None,
        ..failure.clone()
    };
    states.push(next);
    number
}
