//! Stop signals: early termination of a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The reason why a run stops early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// On request, such as by a signal.
    Asked,
    /// The time limit was reached.
    Late,
    /// Z3 is needed and cannot be used.
    NoSolver,
    /// The work was attempted on the calling thread and must be repeated on a worker.
    Elsewhere,
}

impl Why {
    /// The reason in a report on a member that is `unknown`.
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

/// The stop signal shared by all threads of a run. Once raised, it stays raised.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    deadline: Option<Instant>,
    no_solver: Arc<OnceLock<String>>,
    trial: Option<Arc<Trial>>,
}

/// An attempt, abandoned when it needs Z3 or takes too long.
#[derive(Debug)]
struct Trial {
    given_up: AtomicBool,
    /// `None` if the deadline is out of the clock's range.
    until: Option<Instant>,
}

impl Stop {
    /// A signal that is raised when `asked` is set, or `limit` from now.
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

    /// Asks all threads of the run to stop.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// A signal for an attempt on a thread that cannot start Z3 and has limited time.
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

    /// Raises the signal because there is no solver, with a message for the user.
    pub fn without_solver(&self, message: String) {
        let _ = self.no_solver.set(message);
    }

    /// The message why there is no solver, if that raised the signal.
    #[must_use]
    pub fn no_solver(&self) -> Option<&str> {
        self.no_solver.get().map(String::as_str)
    }

    /// Whether this was an attempt that was abandoned, so that its result is
    /// meaningless. The state changes only when [`Stop::why`] is called after the
    /// deadline, not at the deadline itself: an attempt that completes before the next
    /// call counts.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        let trial = self.trial.as_ref();
        trial.is_some_and(|trial| trial.given_up.load(Ordering::Relaxed))
    }

    /// Abandons an attempt after its deadline.
    fn give_up_late(&self) {
        if let Some(trial) = &self.trial
            && trial.until.is_some_and(|end| Instant::now() >= end)
        {
            trial.given_up.store(true, Ordering::Relaxed);
        }
    }

    /// Called before Z3 starts. Returns whether it must not start, and abandons the
    /// attempt then.
    #[must_use]
    pub fn keeps_from_z3(&self) -> bool {
        let trial = self.trial.as_ref();
        trial.inspect(|trial| trial.given_up.store(true, Ordering::Relaxed));
        trial.is_some()
    }

    /// The reason to stop now; `None` to continue.
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
        // A limit beyond the clock's range is no limit.
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
