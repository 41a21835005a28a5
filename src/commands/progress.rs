//! A line on standard error that says how far a long run is: only on a
//! terminal, and only once the run has taken a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long a run is silent.
const SILENT: Duration = Duration::from_secs(1);

/// The progress of a run over a known number of members.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Dropped to say that the run is over.
    running: Option<Sender<()>>,
    /// Shows the line after a second.
    waiting: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins; nothing is shown yet.
    pub(super) fn start(members: usize) -> Progress {
        let length = u64::try_from(members).unwrap_or(u64::MAX);
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        if let Ok(style) =
            ProgressStyle::with_template("{bar:20} {pos} of {len} members, {elapsed}, {msg}")
        {
            bar.set_style(style);
        }
        if !io::stderr().is_terminal() {
            return Progress {
                bar,
                running: None,
                waiting: None,
            };
        }
        let (running, over) = channel();
        let shown = bar.clone();
        let waiting = thread::spawn(move || {
            if over.recv_timeout(SILENT) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(200));
            }
        });
        Progress {
            bar,
            running: Some(running),
            waiting: Some(waiting),
        }
    }

    /// A member is done.
    pub(super) fn member(&self, name: &str) {
        self.bar.set_message(name.to_owned());
        self.bar.inc(1);
    }

    /// Takes the line away while `print` writes results.
    pub(super) fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.running.take());
        if let Some(waiting) = self.waiting.take() {
            // It cannot have panicked in a way that matters here.
            let _ = waiting.join();
        }
        self.bar.finish_and_clear();
    }
}
