//! Interrupts Z3 when a run is stopped: a check may take long.

use std::cell::{Cell, OnceCell};
use std::fmt;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use veriframe_base::stop::Stop;

/// The polling interval of the watcher.
const WATCHER_STEP: Duration = Duration::from_millis(20);

/// The stack size of the watcher thread.
const WATCHER_STACK: usize = 64 * 1024;

/// The stop signal, and the Z3 context to interrupt.
#[derive(Clone, Copy)]
pub struct Watch<'w> {
    /// The stop signal.
    pub stop: &'w Stop,
    starts: &'w dyn Fn(),
}

impl Watch<'_> {
    /// Reports that Z3 has started on this thread.
    pub(crate) fn z3_starts(&self) {
        (self.starts)();
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watch").field(&self.stop).finish()
    }
}

/// Runs `work`. If it starts Z3, a watcher thread interrupts Z3 on the stop signal. (An
/// idle thread costs little compared with Z3.)
pub fn interruptible<R>(stop: &Stop, work: impl FnOnce(Watch<'_>) -> R) -> R {
    let context = OnceCell::new();
    let (working, over) = mpsc::channel();
    let over = Cell::new(Some(over));
    thread::scope(|scope| {
        let starts = || {
            if let Some(over) = over.take() {
                let z3 = context.get_or_init(z3::Context::thread_local).handle();
                // Without a watcher, Z3 runs until its resource limit.
                let _ = thread::Builder::new()
                    .stack_size(WATCHER_STACK)
                    .spawn_scoped(scope, move || interrupt_in_time(stop, &z3, &over));
            }
        };
        // Dropped at the end of the work, also on a panic.
        let _working: mpsc::Sender<()> = working;
        let starts = &starts;
        work(Watch { stop, starts })
    })
}

/// Interrupts Z3 repeatedly from the stop signal until the work is over, because an
/// interrupt between two checks has no effect.
fn interrupt_in_time(stop: &Stop, z3: &z3::ContextHandle<'_>, over: &mpsc::Receiver<()>) {
    while over.recv_timeout(WATCHER_STEP) == Err(mpsc::RecvTimeoutError::Timeout) {
        if stop.reason().is_some() {
            z3.interrupt();
        }
    }
}
