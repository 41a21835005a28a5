//! The watchdog of a run: it reads the use of memory, and it ends a run that does not react to the
//! stop signal, with a report of the results so far.
//!
//! Work polls the stop signal. What does not poll it, such as parsing, or a single long
//! step, is ended by the watchdog.

use super::huge_pages;
use super::memory::{Limit, Meter, Usage};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use veriframe::{Exit, Stop, StopReason};

/// The interval at which the watchdog looks.
const STEP: Duration = Duration::from_millis(20);

/// How long a verification has to react to the stop signal.
const GRACE: Duration = Duration::from_millis(200);

/// The stack of the watchdog. The report is rendered on it.
const STACK: usize = 2 * 1024 * 1024;

/// A run that is watched.
pub(super) trait Watched: Sync {
    /// The stop signal.
    fn stop(&self) -> &Stop;

    /// Whether this ends the run, whatever is under way.
    fn is_over(&self, why: StopReason) -> bool {
        why.ends_run()
    }

    /// How long the run has to react to the stop signal.
    fn grace(&self) -> Duration {
        GRACE
    }

    /// Whether what is under way ends when memory runs out.
    fn yields_memory(&self) -> bool;

    /// Writes what is known so far; `None` if that is being written already. Called by the watchdog,
    /// while another thread still works; then the process has to end.
    fn report_so_far(&self, why: StopReason) -> Option<Exit>;
}

/// Runs `work` with a watchdog.
pub(super) fn watch<R>(run: &dyn Watched, limit: Option<Limit>, work: impl FnOnce() -> R) -> R {
    let (working, over) = channel();
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        // Without a watchdog, the run polls the stop signal by itself.
        let _ = builder.spawn_scoped(scope, move || look(run, limit, &over));
        // Dropped at the end of the work, also on a panic.
        let _working = working;
        work()
    })
}

/// Looks until the work is over. Most runs end before the first look.
fn look(run: &dyn Watched, limit: Option<Limit>, over: &Receiver<()>) {
    let mut meter = None;
    let mut stopped = None;
    while over.recv_timeout(STEP) == Err(RecvTimeoutError::Timeout) {
        let why = run.stop().reason();
        let since = why.map(|_| *stopped.get_or_insert_with(Instant::now));
        if let Some(why) = why.filter(|why| run.is_over(*why))
            && since.is_some_and(|since| since.elapsed() > run.grace())
        {
            end(run, why);
        }
        let meter = meter.get_or_insert_with(|| {
            // It is no short run.
            huge_pages::allow();
            Meter::new(limit.unwrap_or_default())
        });
        match meter.read() {
            Usage::Accepted => {}
            Usage::Exceeded(bound) if run.yields_memory() => run.stop().out_of_memory(bound),
            Usage::Exceeded(bound) | Usage::OutOfBounds(bound) => {
                end(run, StopReason::OutOfMemory(bound));
            }
        }
    }
}

/// Ends the process with a report, unless that is being written already.
fn end(run: &dyn Watched, why: StopReason) {
    if let Some(exit) = run.report_so_far(why) {
        // Other threads still run: the destructors of libraries must not.
        signal_hook::low_level::exit(exit.code().into());
    }
}
