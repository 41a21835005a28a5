//! The last states of a failing path, for people: the check that failed is repeated up to the
//! failure, so that members that are verified, and checks whose states nobody sees, cost nothing.

use super::checks::{Checks, on_new_thread};
use super::listeners::{CheckedMember, Listeners};
use super::outcome::{MemberOutcome, Merging, Options, TraceMode};
use crate::diagnostics::Diagnostic;
use crate::ir::{Program, mentions};
use crate::logic::{Term, has_started_here};
use crate::parallel::Pool;
use crate::source::SourceMap;
use crate::stop::Stop;
use crate::symbolic::Engine;
use crate::symbolic::events::{Event, EventKind, Listener, StepRecorder};
use crate::symbolic::state::symbolic_state::{State, StepRecord};
use crate::trace::{Step, Trace};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The most steps before the failure. A report shows fewer if their states change much.
const STEPS: usize = 7;

/// The time after which the second check is given up; the first one took less, unless the machine is
/// busy.
const LIMIT: Duration = Duration::from_secs(60);

/// The end of a failing path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastStates {
    /// The states, the last of them that in which the failure was found.
    pub trace: Trace,
    /// Whether the first one is only there to compare the next one with.
    pub begins_before: bool,
    /// The query without a proof; `None` if permission is missing, or it is plainly false.
    pub open: Option<String>,
}

/// The last states before the first failure of a member, if it fails again. Contracts on which it
/// depends are not checked once more: a path that was cut at one that is not well-formed goes on.
#[must_use]
pub fn last_states(
    program: &Program,
    sources: &SourceMap,
    outcome: &MemberOutcome,
    options: &Options,
    stop: &Stop,
) -> Option<LastStates> {
    let wanted = outcome.failure()?;
    if stop.reason().is_some() {
        return None;
    }
    let mut members = program.members.iter().copied();
    let member = members.find(|&member| program.member_name(member) == outcome.name)?;
    let found = Arc::new(AtomicBool::new(false));
    let own = Stop::new(found.clone(), Some(LIMIT));
    let watching = Arc::new(Watching {
        wanted: wanted.clone(),
        found,
        run: stop.clone(),
        states: Mutex::new(None),
    });
    let options = Options {
        trace: TraceMode::Off,
        explain: false,
        listeners: vec![watching.clone()],
        merge: match options.merge {
            Merging::Always => Merging::Many,
            other => other,
        },
        ..options.clone()
    };
    let mentions = mentions::by_member(program, &Pool::default());
    let checks = Checks::new(program, &mentions, sources, &options);
    let none = BTreeSet::new();
    let check = || match outcome.contract_alone {
        true => checks.contract(member, &none, &own),
        false => checks.body(member, &none, &own),
    };
    // Answers of Z3 depend on earlier queries of its thread.
    match has_started_here() {
        true => on_new_thread(check),
        false => check(),
    };
    let states = watching.states.lock();
    states.unwrap_or_else(PoisonError::into_inner).take()
}

/// Waits for a failure.
#[derive(Debug)]
struct Watching {
    wanted: Diagnostic,
    /// Set once it is found: it ends the second check.
    found: Arc<AtomicBool>,
    /// The signal of the run, which ends it, too.
    run: Stop,
    states: Mutex<Option<LastStates>>,
}

impl Listeners for Watching {
    fn listener(self: Arc<Self>, _: &CheckedMember<'_>) -> Rc<RefCell<dyn Listener>> {
        Rc::new(RefCell::new(Path {
            watching: self,
            steps: StepRecorder::default(),
            goal: None,
            end: None,
        }))
    }
}

/// The steps of a check up to the failure.
struct Path {
    watching: Arc<Watching>,
    steps: StepRecorder,
    /// The goal of the last failure.
    goal: Option<Term>,
    end: Option<PathEnd>,
}

/// The failure that was waited for.
struct PathEnd {
    steps: Vec<Rc<StepRecord>>,
    begins_before: bool,
    open: Option<Term>,
}

impl Listener for Path {
    fn on_event(&mut self, event: &Event<'_>) {
        if self.end.is_some() {
            return;
        }
        if self.watching.run.reason().is_some() {
            self.watching.found.store(true, Ordering::Relaxed);
            return;
        }
        self.steps.on_event(event);
        match event.kind {
            EventKind::Failure(failure) => self.goal = failure.goal,
            EventKind::Reported(diagnostic) if self.is_wanted(diagnostic) => {
                self.end = Some(self.end_at(event, diagnostic));
                self.watching.found.store(true, Ordering::Relaxed);
            }
            EventKind::Reported(_)
            | EventKind::ScopeOpened(_)
            | EventKind::ScopeClosed(_)
            | EventKind::Statement { .. }
            | EventKind::Inferred { .. }
            | EventKind::Query { .. }
            | EventKind::Branch { .. }
            | EventKind::Merge { .. }
            | EventKind::PathEnd => {}
        }
    }

    fn on_end(&mut self, engine: &Engine<'_>) {
        let Some(end) = self.end.take() else {
            return;
        };
        let steps = end.steps.iter().map(|record| Step {
            span: record.span,
            what: record.what.to_string(),
            inferred: record.inferred,
            state: engine.show_state(record),
        });
        let shown = LastStates {
            trace: Trace {
                steps: steps.collect(),
            },
            begins_before: end.begins_before,
            open: end.open.map(|goal| engine.show(goal)),
        };
        let states = self.watching.states.lock();
        let mut states = states.unwrap_or_else(PoisonError::into_inner);
        states.get_or_insert(shown);
    }
}

impl Path {
    fn is_wanted(&self, diagnostic: &Diagnostic) -> bool {
        let wanted = &self.watching.wanted;
        (diagnostic.code, diagnostic.reason, diagnostic.span)
            == (wanted.code, wanted.reason, wanted.span)
    }

    /// The last steps before a failure, and the state in which it was found.
    fn end_at(&self, event: &Event<'_>, diagnostic: &Diagnostic) -> PathEnd {
        let state: &State = event.state;
        let mut steps = self.steps.steps_to(state.progress.id);
        let begins_before = steps.len() > STEPS;
        if begins_before {
            steps.drain(..steps.len() - STEPS - 1);
        }
        steps.push(Rc::new(StepRecord {
            span: diagnostic.span,
            what: "".into(),
            inferred: false,
            heap: state.heap.clone(),
            old: state.old.clone(),
            frame: state.frame.own().clone(),
            path: state.path.clone(),
        }));
        PathEnd {
            steps,
            begins_before,
            open: self.goal.filter(|goal| !event.terms.is_bool(*goal, false)),
        }
    }
}
