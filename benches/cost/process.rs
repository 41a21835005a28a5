//! Processes and what they cost: wall time, instructions, peak memory.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long any process may take.
pub const LIMIT: Duration = Duration::from_secs(60);

/// A process that came to its end in time.
pub struct Ended {
    /// From before its start until its end was known.
    pub time: Duration,
    /// Its exit code, unless a signal ended it.
    pub code: Option<i32>,
    /// What it wrote.
    pub out: String,
    /// What it wrote as errors.
    pub err: String,
}

impl Ended {
    /// What it has to say, where nothing else came of it.
    pub fn complaint(&self) -> String {
        let mut lines = self.err.lines().filter(|line| !line.is_empty());
        lines.next().unwrap_or("no result").to_owned()
    }
}

/// Runs a command without input.
///
/// # Errors
/// If it cannot be started, or was ended for taking more than [`LIMIT`].
pub fn run(mut command: Command) -> Result<Ended, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // A group of its own, so that what it starts can be ended with it.
        .process_group(0);
    let start = Instant::now();
    let child = command
        .spawn()
        .map_err(|error| format!("`{name}` cannot be started: {error}"))?;
    let group = child.id();
    let (done, waiting) = channel::<()>();
    let watch = std::thread::spawn(move || {
        let late = waiting.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout);
        if late {
            let all = format!("-{group}");
            let _ = Command::new("kill").args(["-KILL", "--", &all]).status();
        }
        late
    });
    let output = child
        .wait_with_output()
        .map_err(|error| format!("`{name}` is lost: {error}"))?;
    let time = start.elapsed();
    drop(done);
    if watch.join().unwrap_or(false) {
        return Err(format!("> {} s", LIMIT.as_secs()));
    }
    Ok(Ended {
        time,
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// The same command with another in front of it.
fn behind(program: &str, arguments: &[&str], command: &Command) -> Command {
    let mut all = Command::new(program);
    all.args(arguments)
        .arg(command.get_program())
        .args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        all.current_dir(folder);
    }
    all
}

/// What counts instructions on this machine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Counter {
    /// The processor.
    Perf,
    /// Valgrind, which takes some fifty times as long.
    Callgrind,
    /// Nothing does.
    None,
}

const PERF: [&str; 7] = [
    "stat",
    "-e",
    "instructions:u",
    "-x",
    ",",
    "-o",
    "/dev/stderr",
];
const CALLGRIND: [&str; 2] = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];

impl Counter {
    /// Finds out by counting those of a process that does nothing.
    pub fn find() -> Counter {
        let works = |counter: &Counter| counter.count(&Command::new("true")).is_some();
        let mut all = [Counter::Perf, Counter::Callgrind].into_iter();
        all.find(works).unwrap_or(Counter::None)
    }

    /// As the head of a column names it.
    pub fn name(self) -> &'static str {
        match self {
            Counter::Perf => "perf",
            Counter::Callgrind => "callgrind",
            Counter::None => "nothing here counts them",
        }
    }

    /// Of what takes longer, instructions are not counted.
    pub fn longest(self) -> Duration {
        match self {
            Counter::Perf => LIMIT,
            Counter::Callgrind => Duration::from_millis(300),
            Counter::None => Duration::ZERO,
        }
    }

    /// How many instructions a command takes; `None` if that cannot be told.
    pub fn count(self, command: &Command) -> Option<u64> {
        let (mut command, before, after) = match self {
            Counter::Perf => (behind("perf", &PERF, command), "", ','),
            Counter::Callgrind => (behind("valgrind", &CALLGRIND, command), "Collected :", '\n'),
            Counter::None => return None,
        };
        command.env("LC_ALL", "C");
        let text = run(command).ok()?.err;
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.find_map(|line| {
            let rest = match before {
                "" => line,
                before => line.split_once(before)?.1,
            };
            rest.split(after).next()?.trim().parse().ok()
        })
    }
}

/// GNU time, which knows the largest part of memory that a process held.
const GNU_TIME: &str = "/usr/bin/time";

/// Whether GNU time is there.
pub fn can_tell_memory() -> bool {
    let mut command = Command::new(GNU_TIME);
    command.args(["-f", "%M", "true"]);
    run(command).is_ok_and(|ended| ended.err.trim().parse::<u64>().is_ok())
}

/// Runs a command under GNU time, which writes the peak into `file`: what
/// became of it, and its peak in KiB.
///
/// # Errors
/// As [`run`].
pub fn with_memory(command: &Command, file: &Path) -> Result<(Ended, Option<u64>), String> {
    let out = file.to_string_lossy();
    let _ = std::fs::remove_file(file);
    let ended = run(behind(GNU_TIME, &["-f", "%M", "-o", &out], command))?;
    // Before the number stands a line with the exit code, if that is not 0.
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let peak = text
        .lines()
        .last()
        .and_then(|line| line.trim().parse().ok());
    Ok((ended, peak))
}
