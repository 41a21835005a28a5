//! Stop signals: early termination of a run.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The reason why a run stops early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// On request, such as by a signal.
    Requested,
    /// The time limit was reached.
    TimedOut,
    /// A member failed, and the run was to end then.
    Failed,
    /// Z3 is needed and cannot be used.
    NoSolver,
    /// More memory is in use than this bound allows. This stops the checks under way, not the
    /// run.
    OutOfMemory(MemoryBound),
    /// Contracts and bodies are nested deeper than this limit within each other. This stops
    /// one check.
    TooDeep(u32),
    /// One attempt of inference cost more than this limit, in resource units. This stops one
    /// check.
    Inference(u64),
    /// A check has more paths than this limit. This stops one check.
    TooManyPaths(u64),
    /// A check that was given only so many units of effort needs more. This stops one check.
    Effort(u64),
    /// The work was attempted on the calling thread and must be repeated on a worker.
    Deferred,
}

/// A bound on the memory of a run, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryBound {
    /// The memory in use: the limit of the run.
    Used(u64),
    /// The address space that the system gives the process, used or not.
    AddressSpace(u64),
}

impl MemoryBound {
    fn text(self) -> String {
        match self {
            MemoryBound::Used(limit) => format!(
                "memory ran out: more than {} MB were in use; raise the limit with --memory, \
                 use fewer --jobs, or split the member",
                limit / MEGABYTE
            ),
            MemoryBound::AddressSpace(limit) => format!(
                "memory ran out: nearly all of the {} MB were taken that the limit of address \
                 space (`ulimit -v`) allows; raise it, use fewer --jobs, or split the member",
                limit / MEGABYTE
            ),
        }
    }
}

impl StopReason {
    /// Whether it ends the whole run, whatever is under way.
    #[must_use]
    pub fn ends_run(self) -> bool {
        match self {
            StopReason::Requested | StopReason::TimedOut | StopReason::Failed => true,
            StopReason::NoSolver
            | StopReason::OutOfMemory(_)
            | StopReason::TooDeep(_)
            | StopReason::Inference(_)
            | StopReason::TooManyPaths(_)
            | StopReason::Effort(_)
            | StopReason::Deferred => false,
        }
    }

    /// The reason in a report on a member that is `unknown`.
    #[must_use]
    pub fn text(self) -> Cow<'static, str> {
        match self {
            StopReason::Requested => "stopped".into(),
            StopReason::TimedOut => "time ran out".into(),
            StopReason::Failed => "another member failed before".into(),
            StopReason::NoSolver => "Z3 cannot be used".into(),
            StopReason::OutOfMemory(bound) => bound.text().into(),
            StopReason::TooDeep(limit) => format!(
                "contracts, predicates and pure methods are nested more than {limit} deep in \
                 each other; shorten the chain, or open and close predicates by statements"
            )
            .into(),
            StopReason::Inference(limit) => format!(
                "inference of `open` and `close` took too long: more than {limit} units; open and \
                 close predicates by statements, or use --infer=off"
            )
            .into(),
            StopReason::TooManyPaths(limit) => format!(
                "there are more than {limit} paths; split the member, or write conditional \
                 permissions as one predicate"
            )
            .into(),
            StopReason::Effort(limit) => {
                let raise = "raise the limit with --effort, or split the member";
                format!("it needs more than {limit} units of effort; {raise}").into()
            }
            StopReason::Deferred => "to be done elsewhere".into(),
        }
    }
}

/// A megabyte, in bytes.
const MEGABYTE: u64 = 1_000_000;

/// The use of memory by the process, as its owner reports it.
#[derive(Debug, Default)]
struct Memory {
    /// The number of times that the limit was exceeded.
    exceeded: AtomicU64,
    /// The limit, in bytes.
    limit: AtomicU64,
    /// Whether it is one of the address space.
    is_address_space: AtomicBool,
}

/// The stop signal shared by all threads of a run. Once raised, it stays raised.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    failed: Arc<AtomicBool>,
    deadline: Option<Instant>,
    no_solver: Arc<OnceLock<String>>,
    attempt: Option<Arc<Attempt>>,
    memory: Arc<Memory>,
    /// How often the memory limit had been exceeded when the check began that has this
    /// signal; `None` outside of checks.
    exceeded_before: Option<u64>,
}

/// An attempt, abandoned when it needs Z3 or takes too long.
#[derive(Debug)]
struct Attempt {
    abandoned: AtomicBool,
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
            failed: Arc::default(),
            deadline,
            no_solver: Arc::default(),
            attempt: None,
            memory: Arc::default(),
            exceeded_before: None,
        }
    }

    /// This signal, also raised `limit` from now.
    #[must_use]
    pub fn within(&self, limit: Duration) -> Stop {
        let own = Instant::now().checked_add(limit);
        let earlier = self.deadline.into_iter().chain(own).min();
        Stop {
            deadline: earlier,
            ..self.clone()
        }
    }

    /// A signal for a check that begins now. It is also raised when memory runs out.
    #[must_use]
    pub fn for_check(&self) -> Stop {
        let exceeded = self.memory.exceeded.load(Ordering::Relaxed);
        Stop {
            exceeded_before: Some(exceeded),
            ..self.clone()
        }
    }

    /// Stops all checks under way, because more memory is in use than `bound` allows. Checks
    /// that begin later are not stopped.
    pub fn out_of_memory(&self, bound: MemoryBound) {
        let (limit, is_address_space) = match bound {
            MemoryBound::Used(limit) => (limit, false),
            MemoryBound::AddressSpace(limit) => (limit, true),
        };
        self.memory.limit.store(limit, Ordering::Relaxed);
        let kind = &self.memory.is_address_space;
        kind.store(is_address_space, Ordering::Relaxed);
        self.memory.exceeded.fetch_add(1, Ordering::Relaxed);
    }

    /// Why a check with this signal stops if memory has run out since it began.
    fn memory_reason(&self) -> Option<StopReason> {
        let exceeded = self.memory.exceeded.load(Ordering::Relaxed);
        let ran_out = self.exceeded_before.is_some_and(|before| exceeded > before);
        let limit = self.memory.limit.load(Ordering::Relaxed);
        let bound = if !self.memory.is_address_space.load(Ordering::Relaxed) {
            MemoryBound::Used(limit)
        } else {
            MemoryBound::AddressSpace(limit)
        };
        ran_out.then_some(StopReason::OutOfMemory(bound))
    }

    /// Asks all threads of the run to stop.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Stops the run because a member failed.
    pub fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// A signal for an attempt on a thread that cannot start Z3 and has limited time.
    #[must_use]
    pub fn attempt(&self, time: Duration) -> Stop {
        let attempt = Attempt {
            abandoned: AtomicBool::new(false),
            until: Instant::now().checked_add(time),
        };
        Stop {
            attempt: Some(Arc::new(attempt)),
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
    /// meaningless. The state changes only when [`Stop::reason`] is called after the
    /// deadline, not at the deadline itself: an attempt that completes before the next
    /// call counts.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        let attempt = self.attempt.as_ref();
        attempt.is_some_and(|attempt| attempt.abandoned.load(Ordering::Relaxed))
    }

    /// Abandons an attempt after its deadline.
    fn abandon_if_late(&self) {
        if let Some(attempt) = &self.attempt
            && attempt.until.is_some_and(|end| Instant::now() >= end)
        {
            attempt.abandoned.store(true, Ordering::Relaxed);
        }
    }

    /// Called before Z3 starts. Returns whether it must not start, and abandons the
    /// attempt then.
    #[must_use]
    pub fn forbids_z3(&self) -> bool {
        let attempt = self.attempt.as_ref();
        attempt.inspect(|attempt| attempt.abandoned.store(true, Ordering::Relaxed));
        attempt.is_some()
    }

    /// The reason to stop now; `None` to continue.
    #[must_use]
    pub fn reason(&self) -> Option<StopReason> {
        let late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        if self.asked.load(Ordering::Relaxed) {
            Some(StopReason::Requested)
        } else if self.failed.load(Ordering::Relaxed) {
            Some(StopReason::Failed)
        } else if self.no_solver.get().is_some() {
            Some(StopReason::NoSolver)
        } else {
            self.abandon_if_late();
            let abandoned = self.is_abandoned().then_some(StopReason::Deferred);
            let late = late().then_some(StopReason::TimedOut);
            late.or_else(|| self.memory_reason()).or(abandoned)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_stops_when_asked_and_when_its_time_is_over() {
        assert_eq!(Stop::default().reason(), None);
        let asked = Arc::new(AtomicBool::new(false));
        let stop = Stop::new(asked.clone(), Some(Duration::from_secs(1000)));
        assert_eq!(stop.reason(), None);
        asked.store(true, Ordering::Relaxed);
        assert_eq!(stop.reason(), Some(StopReason::Requested));
        let late = Stop::new(Arc::default(), Some(Duration::ZERO));
        assert_eq!(late.reason(), Some(StopReason::TimedOut));
        // A limit beyond the clock's range is no limit.
        assert_eq!(
            Stop::new(Arc::default(), Some(Duration::MAX)).reason(),
            None
        );
    }

    #[test]
    fn memory_stops_the_checks_under_way_and_no_later_ones() {
        let stop = Stop::default();
        let under_way = stop.for_check();
        assert_eq!(under_way.reason(), None);
        let bound = MemoryBound::Used(512 * MEGABYTE);
        stop.out_of_memory(bound);
        let reason = under_way.reason().unwrap();
        assert_eq!(reason, StopReason::OutOfMemory(bound));
        assert!(reason.text().contains("more than 512 MB"));
        assert_eq!(stop.reason(), None, "the run goes on");
        let later = stop.for_check();
        assert_eq!(later.reason(), None);
        stop.out_of_memory(MemoryBound::AddressSpace(512 * MEGABYTE));
        let reason = later.reason().unwrap().text();
        assert!(
            reason.contains("ulimit -v") && !reason.contains("--memory"),
            "{reason}"
        );
    }

    #[test]
    fn a_run_without_a_solver_stops_on_all_threads_with_the_first_reason() {
        let stop = Stop::default();
        stop.attempt(Duration::from_secs(1000))
            .without_solver("first".to_owned());
        stop.without_solver("second".to_owned());
        assert_eq!(stop.reason(), Some(StopReason::NoSolver));
        assert_eq!(stop.no_solver(), Some("first"));
    }

    #[test]
    fn an_attempt_is_abandoned_when_z3_would_start_and_when_its_time_is_over() {
        let asked = Arc::new(AtomicBool::new(false));
        let stop = Stop::new(asked.clone(), None);
        assert!(!stop.forbids_z3() && !stop.is_abandoned());
        let late = stop.attempt(Duration::ZERO);
        assert_eq!(late.reason(), Some(StopReason::Deferred));
        let attempt = stop.attempt(Duration::from_secs(1000));
        assert_eq!(attempt.reason(), None);
        assert!(attempt.forbids_z3() && attempt.is_abandoned());
        assert_eq!(attempt.reason(), Some(StopReason::Deferred));
        assert!(!stop.is_abandoned(), "the run goes on");
        asked.store(true, Ordering::Relaxed);
        assert_eq!(attempt.reason(), Some(StopReason::Requested));
    }
}
