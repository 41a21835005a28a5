//! The limits of time and memory of commands that run programs or search them. What a command does
//! polls the stop signal; what does not react to it in time, such as one long operation on a huge
//! value, the watchdog ends with a message.

use super::console;
use super::memory::Limit;
use super::watchdog::{self, Watched};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use veriframe::{Exit, MemoryBound, Stop, StopReason};

/// How long a command has to end by itself, with what it found until then.
const GRACE: Duration = Duration::from_secs(1);

/// A command with limits.
#[derive(Debug)]
pub(super) struct Limited {
    stop: Stop,
    memory: Option<Limit>,
    /// Whether the work is over, so that what it found is written.
    is_over: AtomicBool,
}

impl Limited {
    /// The limits of a command that begins now.
    pub(super) fn new(
        asked_to_stop: Arc<AtomicBool>,
        timeout: Option<Duration>,
        memory: Option<Limit>,
    ) -> Limited {
        Limited {
            stop: Stop::new(asked_to_stop, timeout).for_check(),
            memory,
            is_over: AtomicBool::new(false),
        }
    }

    /// The signal that is raised when a limit is reached.
    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Does the work within the limits.
    pub(super) fn run<R>(&self, work: impl FnOnce() -> R) -> R {
        watchdog::watch(self, self.memory, || {
            let done = work();
            while self.is_over.swap(true, Ordering::AcqRel) {
                // The watchdog is about to end the process.
                thread::park();
            }
            done
        })
    }
}

/// Why a run ended early, to a user who can raise the limit; `None` if the user ended it.
pub(super) fn ended_by(why: StopReason) -> Option<String> {
    match why {
        StopReason::TimedOut => Some("time ran out; raise the limit with --timeout".to_owned()),
        StopReason::OutOfMemory(MemoryBound::Used(limit)) => Some(format!(
            "it needs more than {} MB; raise the limit with --memory",
            limit / 1_000_000
        )),
        StopReason::Requested => None,
        other => Some(other.text().into_owned()),
    }
}

impl Watched for Limited {
    fn stop(&self) -> &Stop {
        &self.stop
    }

    fn is_over(&self, why: StopReason) -> bool {
        why.ends_run() || matches!(why, StopReason::OutOfMemory(_))
    }

    fn grace(&self) -> Duration {
        GRACE
    }

    fn yields_memory(&self) -> bool {
        true
    }

    fn report_so_far(&self, why: StopReason) -> Option<Exit> {
        if self.is_over.swap(true, Ordering::AcqRel) {
            return None;
        }
        let Some(message) = ended_by(why) else {
            return Some(Exit::Stopped);
        };
        // The exit code says it, too.
        let _ = writeln!(console::stderr(false), "error: the run ended: {message}");
        Some(Exit::NotVerified)
    }
}
