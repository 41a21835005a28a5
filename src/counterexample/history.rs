//! Histories: calls that lead a caller to a failure.
//!
//! A confirmed failure starts from a state that meets the precondition. It is one of a caller only
//! if some sequence of constructors and calls makes that state: where the predicate is too weak,
//! none does. The program's main routines are run first; then calls of members that a caller can
//! name, and assignments to fields that no predicate is about, are tried, breadth first, so that the first history is a shortest one. Each call is checked:
//! its precondition must hold, with permission that the caller has, and what it runs must keep its
//! contracts. Whether members verify does not count, since each run is checked; so a history does
//! not depend on which members are verified.
//!
//! Where permission is missing and a caller has it, the contract does not ask for what is there:
//! no history shows more than that.

use super::callables::{Callable, Fields, Pools, callables};
use super::effort::SearchEffort;
use super::replay::{is_same_of, is_tried};
use super::statements::{Statements, main_routine};
use crate::diagnostics::failure::Role;
use crate::diagnostics::{Code, Diagnostic, History, Replay};
use crate::execution::code::CompiledProgram;
use crate::execution::testing::history::{Act, Call, Called, Caller, Refused, World, Write};
use crate::ir::{ClassId, MemberId, MethodId, MethodKind, Program, ids};
use crate::source::SourceMap;
use crate::stop::Stop;
use std::collections::BTreeSet;

/// The greatest number of calls that are tried.
const MAX_RUNS: u64 = 4_000;

/// The same where no run has confirmed a failure: most of these have no history.
const MAX_OTHER_RUNS: u64 = 500;

/// The greatest number of states from which calls are tried.
const MAX_STATES: usize = 400;

/// The greatest number of calls of a history.
const MAX_LENGTH: usize = 8;

/// The greatest numbers of steps of a call, and of all.
const STEPS: [u64; 2] = [10_000, 1_000_000];

/// The same where no run has confirmed a failure.
const OTHER_STEPS: [u64; 2] = [10_000, 100_000];

/// How often one call is repeated where no short history is found, and the calls and steps for this.
const REPEATS: usize = 12;
const REPEATED_RUNS: u64 = 600;
const REPEATED_STEPS: u64 = 200_000;

/// The most states from which a call is repeated.
const MAX_REPEATED: usize = 4;

/// The most objects that the calls of a history give.
const MAX_OBJECTS: usize = 4;

/// The most objects of one class among them.
const MAX_OF_CLASS: usize = 2;

/// A member that failed.
#[derive(Clone, Copy, Debug)]
pub struct Histories<'h> {
    /// The program.
    pub program: &'h Program,
    /// Its text.
    pub sources: &'h SourceMap,
    /// The member.
    pub member: MemberId,
    /// How much searches may cost.
    pub effort: SearchEffort,
    /// When the search ends early.
    pub stop: &'h Stop,
}

/// A state that calls lead to.
struct State<'p> {
    world: World<'p>,
    /// The state before the last statement, and that statement.
    last: Option<(usize, Act)>,
    /// The number of statements.
    length: usize,
}

/// A search under way.
struct Search<'s> {
    histories: Histories<'s>,
    caller: Caller<'s>,
    callables: Vec<Callable>,
    fields: Fields,
    pools: Pools,
    states: Vec<State<'s>>,
    known: BTreeSet<u64>,
    /// The calls that are left to try.
    left: u64,
    /// The number of histories whose calls were all permitted.
    tried: u64,
    /// Whether the member was called in one of them.
    is_reached: bool,
}

/// What is known of one failure.
struct Wanted<'d> {
    diagnostic: &'d mut Diagnostic,
    history: Option<History>,
    /// The variables where a history ends.
    values: Vec<(String, String)>,
    /// Whether a history meets it where a caller has the access that is missing.
    is_held: bool,
}

impl Wanted<'_> {
    /// Notes a violation, if it is this failure. Whether it is one that no caller could have
    /// avoided, for which there is no history yet.
    fn is_shown_by(&mut self, member: MemberId, refused: &Refused) -> bool {
        let is_same = is_same_of(member, &refused.violation, self.diagnostic);
        if self.history.is_some() || !is_same {
            return false;
        }
        self.is_held |= refused.is_held;
        if !refused.is_held {
            self.values.clone_from(&refused.violation.values);
        }
        !refused.is_held
    }

    fn is_confirmed(&self) -> bool {
        self.diagnostic.is_confirmed()
    }

    /// Notes what was found, after so many histories; whether they tell that there is none.
    fn note(self, tried: u64, can_tell: bool) {
        let is_confirmed = self.is_confirmed();
        let is_of_contract = is_of_contract(self.diagnostic);
        let Some(found) = &mut self.diagnostic.counterexample else {
            return;
        };
        match self.history {
            Some(history) => {
                found.history = Some(history);
                // The search for inputs did not come to it, the calls did.
                if !is_confirmed {
                    found.replay = Replay::Confirmed;
                    found.input = Vec::new();
                    found.values = self.values;
                    found.forgotten = None;
                }
            }
            None if is_confirmed && self.is_held && is_of_contract => {
                found.history = Some(History::Held(tried))
            }
            // The access is there, and was lost on the way.
            None if self.is_held => {}
            None if is_confirmed && can_tell => found.history = Some(History::Unreached(tried)),
            None => {}
        }
    }
}

/// Whether a contract may be too weak where permission is missing that a caller has: not where the
/// member itself has lost it, or a loop of it does not ask for it.
fn is_of_contract(diagnostic: &Diagnostic) -> bool {
    let is_lost = |role: &Role| matches!(role, Role::Removed { .. } | Role::FramedOut { .. });
    let is_of_loop = matches!(
        diagnostic.code,
        Code::InvariantEntry | Code::InvariantPreserved
    );
    !is_of_loop && !diagnostic.related.iter().any(|label| is_lost(&label.role))
}

impl<'h> Histories<'h> {
    /// Adds to failures what leads callers to them. A failure that no run has confirmed is so where
    /// something does.
    pub fn add(self, code: impl FnOnce() -> &'h CompiledProgram, diagnostics: &mut [Diagnostic]) {
        let may_be_shown = |d: &&mut Diagnostic| {
            is_tried(d) && d.code != Code::OverrideContract && d.counterexample.is_some()
        };
        let wanted = diagnostics.iter_mut().filter(may_be_shown);
        let mut wanted: Vec<Wanted<'_>> = wanted
            .map(|diagnostic| Wanted {
                diagnostic,
                history: None,
                values: Vec::new(),
                is_held: false,
            })
            .collect();
        if wanted.is_empty() || self.is_main(self.member) {
            return;
        }
        let (steps, runs) = match wanted.iter().any(Wanted::is_confirmed) {
            true => (STEPS, MAX_RUNS),
            false => (OTHER_STEPS, MAX_OTHER_RUNS),
        };
        let [of_one, of_all] = steps;
        let steps = [of_one, self.effort.bound(of_all)];
        let Some((mut caller, start)) = Caller::new(self.program, code(), steps) else {
            return;
        };
        self.run_mains(&mut caller, &start, &mut wanted);
        let inputs = wanted.iter().filter(|wanted| wanted.history.is_none());
        let inputs = inputs.filter_map(|wanted| wanted.diagnostic.counterexample.as_ref());
        let pools = Pools::new(inputs.map(|found| found.input.as_slice()));
        let mut search = Search {
            callables: callables(self.program, self.member),
            fields: Fields::new(self.program, self.member),
            histories: self,
            caller,
            pools,
            known: [start.fingerprint()].into(),
            states: vec![State {
                world: start,
                last: None,
                length: 0,
            }],
            left: self.effort.bound(runs),
            tried: 0,
            is_reached: false,
        };
        search.run(&mut wanted);
        let is_open = |wanted: &Wanted<'_>| wanted.is_confirmed() && wanted.history.is_none();
        if wanted.iter().any(is_open) {
            search.repeat(&mut wanted);
        }
        if self.stop.reason().is_none() {
            // What a caller can assign it can make, if the search does not come to it.
            let can_tell = search.is_reached && search.fields.are_hidden;
            let tried = search.tried;
            let notes = wanted.into_iter();
            notes.for_each(|wanted| wanted.note(tried, can_tell));
        }
    }

    fn is_main(self, member: MemberId) -> bool {
        matches!(member, MemberId::Method(id) if self.program.method(id).kind == MethodKind::Main)
    }

    /// Runs the program's main routines.
    fn run_mains(self, caller: &mut Caller<'h>, start: &World<'h>, wanted: &mut [Wanted<'_>]) {
        let methods = ids::<MethodId>(self.program.methods.len());
        for main in methods.filter(|id| self.is_main(MemberId::Method(*id))) {
            let Some(refused) = caller.main(start, main) else {
                continue;
            };
            for wanted in &mut *wanted {
                if wanted.is_shown_by(self.member, &refused) {
                    let said = main_routine(self.sources, main, &refused.violation);
                    wanted.history = Some(History::Main(said));
                }
            }
        }
    }
}

impl Search<'_> {
    /// Tries statements from each state in turn.
    fn run(&mut self, wanted: &mut [Wanted<'_>]) {
        let mut next = 0;
        while next < self.states.len() && self.goes_on(wanted) {
            let count = self.callables.len();
            for callable in 0..count {
                for call in self.calls(next, callable, usize::MAX) {
                    let length = self.length(next) + 1;
                    let is_kept = length < MAX_LENGTH && self.states.len() < MAX_STATES;
                    if !self.goes_on(wanted) {
                        return;
                    }
                    self.execute(next, Act::Call(call), is_kept, wanted);
                }
            }
            for write in self.writes(next) {
                if self.states.len() < MAX_STATES && self.goes_on(wanted) {
                    self.execute(next, Act::Write(write), true, wanted);
                }
            }
            next += 1;
        }
    }

    /// Repeats calls on the first objects: what happens when something is full.
    fn repeat(&mut self, wanted: &mut [Wanted<'_>]) {
        let effort = self.histories.effort;
        self.left = effort.bound(REPEATED_RUNS);
        self.caller.allow(effort.bound(REPEATED_STEPS));
        let firsts = self.states.iter().enumerate();
        let firsts = firsts.filter(|(_, state)| state.length == 1);
        let firsts: Vec<usize> = firsts.map(|(at, _)| at).take(MAX_REPEATED).collect();
        for callable in 0..self.callables.len() {
            let repeats = self.callables.get(callable);
            if repeats.is_none_or(|callable| callable.is_last || callable.creates.is_some()) {
                continue;
            }
            for &first in &firsts {
                let Some(call) = self.calls(first, callable, 1).pop() else {
                    continue;
                };
                let mut at = first;
                for _ in 0..REPEATS {
                    // The failing member comes first.
                    let tried = self.calls(at, 0, 2);
                    for call in tried {
                        if self.goes_on(wanted) {
                            self.execute(at, Act::Call(call), false, wanted);
                        }
                    }
                    let before = self.states.len();
                    if !self.goes_on(wanted) {
                        break;
                    }
                    // Also a state that is known has to be kept, to go on from.
                    self.known.clear();
                    self.execute(at, Act::Call(call.clone()), true, wanted);
                    if self.states.len() == before {
                        break;
                    }
                    at = before;
                }
            }
        }
    }

    /// Whether something is left to find and to try.
    fn goes_on(&self, wanted: &[Wanted<'_>]) -> bool {
        self.left > 0
            && !self.caller.is_used_up()
            && self.histories.stop.reason().is_none()
            && wanted.iter().any(|wanted| wanted.history.is_none())
    }

    fn length(&self, at: usize) -> usize {
        self.states.get(at).map_or(0, |state| state.length)
    }

    /// The calls of a member that are tried from a state, with at most so many lists of arguments.
    fn calls(&mut self, at: usize, callable: usize, most: usize) -> Vec<Call> {
        let (Some(state), Some(callable)) = (self.states.get(at), self.callables.get(callable))
        else {
            return Vec::new();
        };
        let classes: Vec<ClassId> = state.world.made().collect();
        let of_class = |class| classes.iter().filter(|other| **other == class).count();
        let has_room = |class| classes.len() < MAX_OBJECTS && of_class(class) < MAX_OF_CLASS;
        if callable.creates.is_some_and(|class| !has_room(class)) {
            return Vec::new();
        }
        let program = self.histories.program;
        let caller = &mut self.caller;
        let receivers = callable.receivers(program, &classes, &mut |method, class| {
            caller.runs(method, class)
        });
        let mut arguments = self.pools.arguments(program, callable, &classes);
        arguments.truncate(most);
        let member = callable.member;
        let calls = receivers.into_iter().flat_map(|receiver| {
            let arguments = arguments.iter().cloned();
            arguments.map(move |args| Call {
                member,
                receiver,
                args,
            })
        });
        calls.collect()
    }

    /// The assignments that are tried from a state.
    fn writes(&self, at: usize) -> Vec<Write> {
        let state = self.states.get(at);
        let classes = state.map(|state| state.world.made().collect::<Vec<_>>());
        let (program, classes) = (self.histories.program, classes.unwrap_or_default());
        if self.length(at) + 1 >= MAX_LENGTH {
            return Vec::new();
        }
        self.pools.writes(program, &self.fields, &classes)
    }

    /// Executes a statement in a state, whose result may be kept to go on from.
    fn execute(&mut self, at: usize, act: Act, is_kept: bool, wanted: &mut [Wanted<'_>]) {
        let Some(state) = self.states.get(at) else {
            return;
        };
        self.left = self.left.saturating_sub(1);
        let (is_member, is_last) = match &act {
            Act::Write(_) => (false, false),
            Act::Call(call) => {
                let mut all = self.callables.iter();
                let callable = all.find(|callable| callable.member == call.member);
                let is_last = callable.is_some_and(|callable| callable.is_last);
                (call.member == self.histories.member, is_last)
            }
        };
        let length = state.length + 1;
        match self.caller.execute(&state.world, &act) {
            Called::Nothing => return,
            Called::Violation(refused) => {
                for wanted in &mut *wanted {
                    if wanted.is_shown_by(self.histories.member, &refused) {
                        wanted.history = Some(History::Made(self.statements(at, &act)));
                    }
                }
            }
            Called::Returned(world) => {
                if is_kept && !is_last && self.known.insert(world.fingerprint()) {
                    self.states.push(State {
                        world: *world,
                        last: Some((at, act)),
                        length,
                    });
                }
            }
        }
        self.tried += 1;
        self.is_reached |= is_member;
    }

    /// The statements that lead to a state, and one that follows.
    fn statements(&self, at: usize, act: &Act) -> Vec<String> {
        let mut acts = vec![(act, false)];
        let mut next = self.states.get(at);
        while let Some(state) = next {
            let Some((before, act)) = &state.last else {
                break;
            };
            let made = state.world.made().count();
            next = self.states.get(*before);
            let gives = next.is_some_and(|before| before.world.made().count() < made);
            acts.push((act, gives));
        }
        let mut statements = Statements::new(self.histories.program, self.histories.sources);
        for (act, gives) in acts.into_iter().rev() {
            match act {
                Act::Call(call) => statements.add(call, gives),
                Act::Write(write) => statements.write(write),
            }
        }
        statements.all
    }
}
