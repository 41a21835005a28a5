//! When a run is to stop before its work is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a run stops before its work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Somebody asked for it.
    Asked,
    /// Its time is over.
    Late,
}

impl Why {
    /// The reason in a report: why a member is `unknown`.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Why::Asked => "stopped",
            Why::Late => "time ran out",
        }
    }
}

/// What tells all threads of a run to stop. A run that has been told stays told.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Stop {
    /// Stops when `asked` is set (as by a signal), or `limit` from now.
    #[must_use]
    pub fn new(asked: Arc<AtomicBool>, limit: Option<Duration>) -> Stop {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        Stop { asked, deadline }
    }

    /// Whether to stop now, and why.
    #[must_use]
    pub fn why(&self) -> Option<Why> {
        let late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        if self.asked.load(Ordering::Relaxed) {
            Some(Why::Asked)
        } else {
            late().then_some(Why::Late)
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
}
