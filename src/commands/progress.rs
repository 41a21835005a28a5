//! The progress line on standard error, shown on a terminal after the first second of a run.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use veriframe::{Event, Status, visible};

/// The delay before the line is shown.
const SILENT: Duration = Duration::from_secs(1);

/// The progress of a run; `None` without a terminal.
pub(super) struct Progress(Option<Line>);

struct Line {
    bar: ProgressBar,
    now: Arc<Mutex<Now>>,
    /// Dropped at the end of the run.
    running: Option<Sender<()>>,
    /// Shows the line after the delay.
    waiting: Option<JoinHandle<()>>,
}

/// The variable content of the line, besides the number of members.
#[derive(Default)]
struct Now {
    failed: usize,
    /// The members under verification with their start times, oldest first.
    working: Vec<(String, Instant)>,
}

impl fmt::Display for Now {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} failed", self.failed)?;
        match self.working.first() {
            Some((name, since)) => {
                let name = visible::on_one_line(name);
                write!(f, ", {name} for {} s", since.elapsed().as_secs())
            }
            None => Ok(()),
        }
    }
}

impl Now {
    fn update(&mut self, event: Event<'_>) {
        match event {
            Event::CheckBegins(member) => self.working.push((member.name(), Instant::now())),
            Event::CheckEnds(member) => {
                let name = member.name();
                if let Some(at) = self.working.iter().position(|(other, _)| *other == name) {
                    self.working.remove(at);
                }
            }
            Event::Member(outcome) => self.failed += usize::from(outcome.status == Status::Failed),
            Event::Begins(_) | Event::File(_) => (),
        }
    }
}

impl Progress {
    /// Starts the delay.
    pub(super) fn start() -> Progress {
        if !io::stderr().is_terminal() {
            return Progress(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let now = Arc::new(Mutex::new(Now::default()));
        let template = "{bar:20} {pos} of {len} members, {now}, {elapsed} in all";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let now = now.clone();
            let write_now = move |_: &ProgressState, line: &mut dyn fmt::Write| {
                // A line that cannot be written is not shown.
                let _ = write!(line, "{}", lock(&now));
            };
            bar.set_style(style.with_key("now", write_now));
        }
        let (running, over) = channel();
        let shown = bar.clone();
        let waiting = thread::spawn(move || {
            if over.recv_timeout(SILENT) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(200));
            }
        });
        Progress(Some(Line {
            bar,
            now,
            running: Some(running),
            waiting: Some(waiting),
        }))
    }

    /// Updates the line after an event.
    pub(super) fn update(&self, event: Event<'_>) {
        if let Some(line) = &self.0 {
            lock(&line.now).update(event);
            match event {
                Event::Begins(members) => {
                    line.bar
                        .set_length(u64::try_from(members).unwrap_or(u64::MAX));
                }
                Event::Member(_) => line.bar.inc(1),
                Event::CheckBegins(_) | Event::CheckEnds(_) | Event::File(_) => (),
            }
        }
    }

    /// Hides the line while `print` writes results.
    pub(super) fn suspended<R>(&self, print: impl FnOnce() -> R) -> R {
        match &self.0 {
            Some(line) => line.bar.suspend(print),
            None => print(),
        }
    }
}

/// The progress of a search that has no known end; `None` without a terminal.
pub(super) struct Counting(Option<ProgressBar>);

impl Counting {
    /// Shows a line on a terminal.
    pub(super) fn start() -> Counting {
        if !io::stderr().is_terminal() {
            return Counting(None);
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{msg}, {elapsed} in all") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Counting(Some(bar))
    }

    /// Updates the line.
    pub(super) fn update(&self, member: &str, runs: u64, found: usize) {
        if let Counting(Some(bar)) = self {
            let member = visible::on_one_line(member);
            bar.set_message(format!("{member}: {runs} inputs, {found} violations"));
        }
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        if let Counting(Some(bar)) = self {
            bar.finish_and_clear();
        }
    }
}

fn lock(now: &Mutex<Now>) -> MutexGuard<'_, Now> {
    now.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Line {
    fn drop(&mut self) {
        drop(self.running.take());
        if let Some(waiting) = self.waiting.take() {
            // A panic of that thread affects the progress line only.
            let _ = waiting.join();
        }
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_the_line() {
        let working = vec![("C.\u{202e}\n::m\u{1b}[2J".to_owned(), Instant::now())];
        let now = Now { failed: 1, working };
        assert_eq!(
            now.to_string(),
            "1 failed, C.\\u{202e}\\n::m\\u{1b}[2J for 0 s"
        );
    }
}
