//! When a run is to stop before its work is done.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Why a run stops before its work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Somebody asked for it.
    Asked,
    /// Its time is over.
    Late,
    /// It needs Z3, and there is none that it can work with.
    NoSolver,
    /// It was a trial, and is to be done elsewhere.
    Elsewhere,
}

impl Why {
    /// The reason in a report: why a member is `unknown`.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Why::Asked => "stopped",
            Why::Late => "time ran out",
            Why::NoSolver => "Z3 cannot be used",
            Why::Elsewhere => "to be done elsewhere",
        }
    }
}

/// What tells all threads of a run to stop. A run that has been told stays told.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    deadline: Option<Instant>,
    no_solver: Arc<OnceLock<String>>,
    trial: Option<Arc<Trial>>,
}

/// Work that is given up where it would start Z3 or take long.
#[derive(Debug)]
struct Trial {
    given_up: AtomicBool,
    /// Missing where the clock cannot say it.
    until: Option<Instant>,
}

impl Stop {
    /// Stops when `asked` is set (as by a signal), or `limit` from now.
    #[must_use]
    pub fn new(asked: Arc<AtomicBool>, limit: Option<Duration>) -> Stop {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        Stop {
            asked,
            deadline,
            no_solver: Arc::default(),
            trial: None,
        }
    }

    /// The same for work on a thread that Z3 must not start on, and that has no
    /// more time than this for it.
    #[must_use]
    pub fn on_trial(&self, time: Duration) -> Stop {
        let trial = Trial {
            given_up: AtomicBool::new(false),
            until: Instant::now().checked_add(time),
        };
        Stop {
            trial: Some(Arc::new(trial)),
            ..self.clone()
        }
    }

    /// Stops for want of a solver, which a message for the user explains.
    pub fn without_solver(&self, message: String) {
        let _ = self.no_solver.set(message);
    }

    /// Why the run has no solver, if that is why it was stopped.
    #[must_use]
    pub fn no_solver(&self) -> Option<&str> {
        self.no_solver.get().map(String::as_str)
    }

    /// Whether this was a trial that was given up: what came of it means nothing. It
    /// is given up where [`Stop::why`] first says so, and not by the clock alone: what
    /// was done by then is done.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        let trial = self.trial.as_ref();
        trial.is_some_and(|trial| trial.given_up.load(Ordering::Relaxed))
    }

    /// Gives a trial up whose time is over.
    fn give_up_late(&self) {
        if let Some(trial) = &self.trial
            && trial.until.is_some_and(|end| Instant::now() >= end)
        {
            trial.given_up.store(true, Ordering::Relaxed);
        }
    }

    /// Z3 is about to start: whether it must not. Then the work is given up.
    #[must_use]
    pub fn keeps_from_z3(&self) -> bool {
        let trial = self.trial.as_ref();
        trial.inspect(|trial| trial.given_up.store(true, Ordering::Relaxed));
        trial.is_some()
    }

    /// Whether to stop now, and why.
    #[must_use]
    pub fn why(&self) -> Option<Why> {
        let late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        if self.asked.load(Ordering::Relaxed) {
            Some(Why::Asked)
        } else if self.no_solver.get().is_some() {
            Some(Why::NoSolver)
        } else {
            self.give_up_late();
            let given_up = self.gave_up().then_some(Why::Elsewhere);
            late().then_some(Why::Late).or(given_up)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_stops_when_asked_and_when_its_time_is_over() {
        assert_eq!(Stop::default().why(), None);
        let asked = Arc::new(AtomicBool::new(false));
        let stop = Stop::new(asked.clone(), Some(Duration::from_secs(1000)));
        assert_eq!(stop.why(), None);
        asked.store(true, Ordering::Relaxed);
        assert_eq!(stop.why(), Some(Why::Asked));
        let late = Stop::new(Arc::default(), Some(Duration::ZERO));
        assert_eq!(late.why(), Some(Why::Late));
        // A limit beyond what the clock can say is none.
        assert_eq!(Stop::new(Arc::default(), Some(Duration::MAX)).why(), None);
    }

    #[test]
    fn a_run_without_a_solver_stops_on_all_threads_with_the_first_reason() {
        let stop = Stop::default();
        stop.on_trial(Duration::from_secs(1000))
            .without_solver("first".to_owned());
        stop.without_solver("second".to_owned());
        assert_eq!(stop.why(), Some(Why::NoSolver));
        assert_eq!(stop.no_solver(), Some("first"));
    }

    #[test]
    fn a_trial_is_given_up_when_z3_would_start_and_when_its_time_is_over() {
        let asked = Arc::new(AtomicBool::new(false));
        let stop = Stop::new(asked.clone(), None);
        assert!(!stop.keeps_from_z3() && !stop.gave_up());
        let late = stop.on_trial(Duration::ZERO);
        assert_eq!(late.why(), Some(Why::Elsewhere));
        let trial = stop.on_trial(Duration::from_secs(1000));
        assert_eq!(trial.why(), None);
        assert!(trial.keeps_from_z3() && trial.gave_up());
        assert_eq!(trial.why(), Some(Why::Elsewhere));
        assert!(!stop.gave_up(), "the run goes on");
        asked.store(true, Ordering::Relaxed);
        assert_eq!(trial.why(), Some(Why::Asked));
    }
}
