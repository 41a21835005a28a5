//! Histories: calls that lead a caller to a failure that a run has confirmed.
//!
//! A confirmed failure starts from a state that meets the precondition. It is one of a caller only
//! if some sequence of constructors and calls makes that state: where the predicate is too weak,
//! none does. The program's main routines are run first; then calls of members that a caller can
//! name are tried, breadth first, so that the first history is a shortest one. Each call is checked:
//! its precondition must hold, with permission that the caller has, and what it runs must keep its
//! contracts. Whether members verify does not count, since each run is checked; so a history does
//! not depend on which members are verified.
//!
//! Where permission is missing and a caller has it, the contract does not ask for what is there:
//! no history shows more than that.

use super::callables::{Callable, Pools, callables};
use super::replay::is_same;
use super::statements::{Statements, main_routine};
use crate::diagnostics::{Counterexample, Diagnostic, History, Replay};
use crate::execution::code::CompiledProgram;
use crate::execution::testing::history::{Call, Called, Caller, Refused, World};
use crate::ir::{MemberId, MethodId, MethodKind, Program, ids};
use crate::source::SourceMap;
use crate::stop::Stop;
use std::collections::BTreeSet;

/// The greatest number of calls that are tried.
const MAX_RUNS: u64 = 2_500;

/// The greatest number of states from which calls are tried.
const MAX_STATES: usize = 400;

/// The greatest number of calls of a history.
const MAX_LENGTH: usize = 8;

/// The greatest numbers of steps of a call, and of all.
const STEPS: [u64; 2] = [10_000, 500_000];

/// The most objects that the calls of a history give.
const MAX_OBJECTS: usize = 4;

/// The most objects of one class among them.
const MAX_OF_CLASS: usize = 2;

/// A member some of whose failures a run has confirmed.
#[derive(Clone, Copy, Debug)]
pub struct Histories<'h> {
    /// The program.
    pub program: &'h Program,
    /// Its text.
    pub sources: &'h SourceMap,
    /// The member.
    pub member: MemberId,
    /// When the search ends early.
    pub stop: &'h Stop,
}

/// A state that calls lead to.
struct State<'p> {
    world: World<'p>,
    /// The state before the last call, and that call.
    last: Option<(usize, Call)>,
    /// The number of calls.
    length: usize,
}

/// A search under way.
struct Search<'s> {
    histories: Histories<'s>,
    caller: Caller<'s>,
    callables: Vec<Callable>,
    pools: Pools,
    states: Vec<State<'s>>,
    known: BTreeSet<u64>,
    runs: u64,
    /// The number of histories whose calls were all permitted.
    tried: u64,
    /// Whether the member was called in one of them.
    is_reached: bool,
}

/// What is known of one failure.
struct Wanted<'d> {
    diagnostic: &'d mut Diagnostic,
    history: Option<History>,
    /// Whether a history meets it where a caller has the access that is missing.
    is_held: bool,
}

impl Wanted<'_> {
    /// Notes a violation, if it is this failure. Whether it is one that no caller could have
    /// avoided, for which there is no history yet.
    fn is_shown_by(&mut self, refused: &Refused) -> bool {
        if self.history.is_some() || !is_same(&refused.violation, self.diagnostic) {
            return false;
        }
        self.is_held |= refused.is_held;
        !refused.is_held
    }
}

impl<'h> Histories<'h> {
    /// Adds to failures that runs confirm what leads to them.
    pub fn add(self, code: impl FnOnce() -> &'h CompiledProgram, diagnostics: &mut [Diagnostic]) {
        let is_confirmed = |d: &&mut Diagnostic| {
            let found = d.counterexample.as_ref();
            found.is_some_and(|found| found.replay == Replay::Confirmed)
        };
        let wanted = diagnostics.iter_mut().filter(is_confirmed);
        let mut wanted: Vec<Wanted<'_>> = wanted
            .map(|diagnostic| Wanted {
                diagnostic,
                history: None,
                is_held: false,
            })
            .collect();
        if wanted.is_empty() || self.is_main(self.member) {
            return;
        }
        let Some((mut caller, start)) = Caller::new(self.program, code(), STEPS) else {
            return;
        };
        self.run_mains(&mut caller, &start, &mut wanted);
        let inputs = wanted.iter().filter(|wanted| wanted.history.is_none());
        let inputs = inputs.filter_map(|wanted| wanted.diagnostic.counterexample.as_ref());
        let pools = Pools::new(inputs.map(|found| found.input.as_slice()));
        let mut search = Search {
            callables: callables(self.program, self.member),
            histories: self,
            caller,
            pools,
            known: [start.fingerprint()].into(),
            states: vec![State {
                world: start,
                last: None,
                length: 0,
            }],
            runs: 0,
            tried: 0,
            is_reached: false,
        };
        search.run(&mut wanted);
        if self.stop.reason().is_some() {
            return;
        }
        let (tried, is_reached) = (search.tried, search.is_reached);
        for Wanted {
            diagnostic,
            history,
            is_held,
        } in wanted
        {
            if let Some(Counterexample { history: place, .. }) = &mut diagnostic.counterexample {
                *place = match history {
                    Some(history) => Some(history),
                    None if is_held => Some(History::Held(tried)),
                    None => is_reached.then_some(History::Unreached(tried)),
                };
            }
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
                if wanted.is_shown_by(&refused) {
                    let said = main_routine(self.sources, main, &refused.violation);
                    wanted.history = Some(History::Main(said));
                }
            }
        }
    }
}

impl Search<'_> {
    /// Tries calls from each state in turn.
    fn run(&mut self, wanted: &mut [Wanted<'_>]) {
        let mut next = 0;
        while next < self.states.len() {
            let count = self.callables.len();
            for callable in 0..count {
                let is_open = wanted.iter().any(|wanted| wanted.history.is_none());
                if !is_open || !self.try_calls(next, callable, wanted) {
                    return;
                }
            }
            next += 1;
        }
    }

    /// Tries the calls of a member from a state. Whether the search goes on.
    fn try_calls(&mut self, at: usize, callable: usize, wanted: &mut [Wanted<'_>]) -> bool {
        let (Some(state), Some(callable)) = (self.states.get(at), self.callables.get(callable))
        else {
            return true;
        };
        let (length, is_last) = (state.length + 1, callable.is_last);
        let is_member = callable.member == self.histories.member;
        let classes: Vec<_> = state.world.made().collect();
        let of_class = |class| classes.iter().filter(|other| **other == class).count();
        let has_room = |class| classes.len() < MAX_OBJECTS && of_class(class) < MAX_OF_CLASS;
        if callable.creates.is_some_and(|class| !has_room(class)) {
            return true;
        }
        let program = self.histories.program;
        let caller = &mut self.caller;
        let receivers = callable.receivers(program, &classes, &mut |method, class| {
            caller.runs(method, class)
        });
        let arguments = self.pools.arguments(program, callable, &classes);
        let member = callable.member;
        let calls = receivers.into_iter().flat_map(|receiver| {
            let arguments = arguments.iter().cloned();
            arguments.map(move |args| Call {
                member,
                receiver,
                args,
            })
        });
        let calls: Vec<Call> = calls.collect();
        for call in calls {
            if self.runs >= MAX_RUNS
                || self.caller.is_used_up()
                || self.histories.stop.reason().is_some()
            {
                return false;
            }
            let Some(state) = self.states.get(at) else {
                return true;
            };
            self.runs += 1;
            match self.caller.call(&state.world, &call) {
                Called::Nothing => continue,
                Called::Violation(refused) => {
                    for wanted in &mut *wanted {
                        if wanted.is_shown_by(&refused) {
                            let statements = self.statements(at, &call);
                            wanted.history = Some(History::Made(statements));
                        }
                    }
                }
                Called::Returned(world) => {
                    if !is_last
                        && length < MAX_LENGTH
                        && self.states.len() < MAX_STATES
                        && self.known.insert(world.fingerprint())
                    {
                        self.states.push(State {
                            world: *world,
                            last: Some((at, call)),
                            length,
                        });
                    }
                }
            }
            self.tried += 1;
            self.is_reached |= is_member;
        }
        true
    }

    /// The statements that lead to a state, and a call that follows.
    fn statements(&self, at: usize, call: &Call) -> Vec<String> {
        let mut calls = vec![(call, None)];
        let mut next = self.states.get(at);
        while let Some(state) = next {
            let Some((before, call)) = &state.last else {
                break;
            };
            let made = state.world.made().count();
            next = self.states.get(*before);
            let known = next.map_or(0, |state| state.world.made().count());
            calls.push((call, Some(known).filter(|known| *known < made)));
        }
        let mut statements = Statements::new(self.histories.program, self.histories.sources);
        let calls = calls.into_iter().rev();
        calls.for_each(|(call, gives)| statements.add(call, gives.is_some()));
        statements.all
    }
}
