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
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => all.env(name, value),
            None => all.env_remove(name),
        };
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

/// GNU time, which knows what the system has counted for a process.
const GNU_TIME: &str = "/usr/bin/time";

/// What the system has counted for a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The largest part of memory it held at a time, in KiB.
    pub memory: u64,
    /// The processor time it had, in user mode and in the system, in hundredths
    /// of a second; it hardly depends on what else the machine does.
    pub cpu: Duration,
}

/// Whether GNU time is there.
pub fn can_tell_usage() -> bool {
    let mut command = Command::new(GNU_TIME);
    command.args(["-f", FORMAT, "true"]);
    run(command).is_ok_and(|ended| usage(&ended.err).is_some())
}

/// How GNU time is to say it: KiB, seconds, seconds.
const FORMAT: &str = "%M %U %S";

/// Reads what GNU time says. Before that stands a line with the exit code, if
/// it is not 0.
fn usage(text: &str) -> Option<Usage> {
    let mut words = text.lines().last()?.split(' ');
    let memory = words.next()?.parse().ok()?;
    let mut seconds = || words.next()?.parse::<f64>().ok();
    let cpu = seconds()? + seconds()?;
    Some(Usage {
        memory,
        cpu: Duration::try_from_secs_f64(cpu).ok()?,
    })
}

/// Runs a command under GNU time, which writes into `file`: what became of it,
/// and what it used.
///
/// # Errors
/// As [`run`].
pub fn with_usage(command: &Command, file: &Path) -> Result<(Ended, Option<Usage>), String> {
    let out = file.to_string_lossy();
    let _ = std::fs::remove_file(file);
    let ended = run(behind(GNU_TIME, &["-f", FORMAT, "-o", &out], command))?;
    let text = std::fs::read_to_string(file).unwrap_or_default();
    Ok((ended, usage(&text)))
}
