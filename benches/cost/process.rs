//! Processes and their cost: wall time, instructions, peak memory.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time limit of a process.
pub const LIMIT: Duration = Duration::from_secs(60);

/// A process that exited within the time limit.
pub struct Ended {
    /// The wall time.
    pub time: Duration,
    /// Its exit code; `None` if it was killed by a signal.
    pub code: Option<i32>,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Ended {
    /// A description of its failure.
    pub fn complaint(&self) -> String {
        let mut lines = self.err.lines().filter(|line| !line.is_empty());
        lines.next().unwrap_or("no result").to_owned()
    }
}

/// Runs a command without input.
///
/// # Errors
/// If it cannot be started or exceeds [`LIMIT`].
pub fn run(command: Command) -> Result<Ended, String> {
    run_within(command, LIMIT)
}

/// Runs a command without input.
///
/// # Errors
/// If it cannot be started or exceeds the limit.
pub fn run_within(mut command: Command, limit: Duration) -> Result<Ended, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // A process group, so that its children can be killed with it.
        .process_group(0);
    let start = Instant::now();
    let child = command
        .spawn()
        .map_err(|error| format!("`{name}` cannot be started: {error}"))?;
    let group = child.id();
    let (done, waiting) = channel::<()>();
    let watch = std::thread::spawn(move || {
        let late = waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
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
        return Err(format!("> {} s", limit.as_secs()));
    }
    Ok(Ended {
        time,
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// The command run under another program.
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

/// The instruction counter available on this machine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Counter {
    /// The processor.
    Perf,
    /// Valgrind, which is about fifty times slower.
    Callgrind,
    /// None.
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
    /// Detects the counter by measuring a process that does nothing.
    pub fn find() -> Counter {
        let works = |counter: &Counter| counter.count(&Command::new("true")).is_some();
        let mut all = [Counter::Perf, Counter::Callgrind].into_iter();
        all.find(works).unwrap_or(Counter::None)
    }

    /// Its name in column heads.
    pub fn name(self) -> &'static str {
        match self {
            Counter::Perf => "perf",
            Counter::Callgrind => "callgrind",
            Counter::None => "nothing here counts them",
        }
    }

    /// The longest run whose instructions are counted.
    pub fn longest(self) -> Duration {
        match self {
            Counter::Perf => LIMIT,
            Counter::Callgrind => Duration::from_millis(300),
            Counter::None => Duration::ZERO,
        }
    }

    /// The number of instructions of a command; `None` if unavailable.
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

/// GNU time, which reports resource usage.
const GNU_TIME: &str = "/usr/bin/time";

/// The resource usage of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The peak resident memory in KiB.
    pub memory: u64,
    /// The processor time in user and system mode, in units of 10 ms; it hardly depends
    /// on other load.
    pub cpu: Duration,
}

/// Whether GNU time is available.
pub fn can_tell_usage() -> bool {
    let mut command = Command::new(GNU_TIME);
    command.args(["-f", FORMAT, "true"]);
    run(command).is_ok_and(|ended| usage(&ended.err).is_some())
}

/// The output format of GNU time: KiB, seconds, seconds.
const FORMAT: &str = "%M %U %S";

/// Parses the output of GNU time. A line with the exit code precedes it unless the code
/// is 0.
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

/// Runs a command under GNU time, with its report in `file`. Returns the process and
/// its usage.
///
/// # Errors
/// See [`run`].
pub fn with_usage(command: &Command, file: &Path) -> Result<(Ended, Option<Usage>), String> {
    let out = file.to_string_lossy();
    let _ = std::fs::remove_file(file);
    let ended = run(behind(GNU_TIME, &["-f", FORMAT, "-o", &out], command))?;
    let text = std::fs::read_to_string(file).unwrap_or_default();
    Ok((ended, usage(&text)))
}
