//! The tool under measurement: the binary that `cargo bench` has built, run as a
//! process.

use crate::process::{self, Counter, Usage};
use serde_json::Value;
use std::fs;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The environment variable that names the cache folder.
pub const CACHE: &str = "VERIFRAME_CACHE";

/// The environment variable that names a binary to measure instead of the built one.
const BINARY: &str = "VERIFRAME_BINARY";

/// The time budget for the repetitions of one command.
const PATIENCE: Duration = Duration::from_secs(3);

/// The least and the greatest number of repetitions; the least applies once
/// [`PATIENCE`] is exceeded. The shortest time counts, because noise only adds.
const REPEATS: (usize, usize) = (3, 15);

/// `veriframe verify` with one worker and further arguments.
pub fn verify<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Command {
    let mut command = verify_with_jobs(1);
    command.args(arguments);
    command
}

/// `veriframe verify` with a number of workers.
pub fn verify_with_jobs(jobs: usize) -> Command {
    let mut command = veriframe();
    command.args(["verify", "--jobs", &jobs.to_string()]);
    command
}

/// The tool under measurement, run from the project's root without a cache, which would
/// falsify the figures.
pub fn veriframe() -> Command {
    let built = || env!("CARGO_BIN_EXE_veriframe").into();
    let mut command = Command::new(std::env::var_os(BINARY).unwrap_or_else(built));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env(CACHE, "off");
    command
}

/// The counters of a run, which are deterministic.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub members: u64,
    /// The number of verified members.
    pub verified: u64,
    pub queries: u64,
    pub builtin: u64,
    pub z3_checks: u64,
    pub rlimit: u64,
}

impl Counts {
    /// Parses the output of `--stats --format json`.
    fn new(json: &str) -> Result<Counts, serde_json::Error> {
        let object: Value = serde_json::from_str(json)?;
        let mut counts = Counts {
            verified: object["summary"]["verified"].as_u64().unwrap_or(0),
            ..Counts::default()
        };
        for member in object["members"].as_array().into_iter().flatten() {
            let number = |value: &Value| value.as_u64().unwrap_or(0);
            counts.members += 1;
            counts.queries += number(&member["queries"]);
            counts.builtin += number(&member["stats"]["builtin"]);
            counts.z3_checks += number(&member["stats"]["z3_checks"]);
            counts.rlimit += number(&member["stats"]["rlimit"]);
        }
        Ok(counts)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.members += other.members;
        self.verified += other.verified;
        self.queries += other.queries;
        self.builtin += other.builtin;
        self.z3_checks += other.z3_checks;
        self.rlimit += other.rlimit;
    }
}

/// The cost of a verification.
#[derive(Clone, Copy)]
pub struct Cost {
    /// The shortest wall time of several runs.
    pub time: Duration,
    /// Instructions in user mode, if counted.
    pub instructions: Option<u64>,
    /// The resource usage of one run, if available.
    pub usage: Option<Usage>,
    pub counts: Counts,
    /// Whether the exit code is 0.
    pub verified: bool,
}

impl Cost {
    /// The peak memory in KiB, if available.
    pub fn memory(&self) -> Option<u64> {
        self.usage.map(|usage| usage.memory)
    }

    /// The processor time, if available.
    pub fn cpu(&self) -> Option<Duration> {
        self.usage.map(|usage| usage.cpu)
    }

    /// No cost.
    pub const NOTHING: Cost = Cost {
        time: Duration::ZERO,
        instructions: Some(0),
        usage: Some(Usage {
            memory: 0,
            cpu: Duration::ZERO,
        }),
        counts: Counts {
            members: 0,
            verified: 0,
            queries: 0,
            builtin: 0,
            z3_checks: 0,
            rlimit: 0,
        },
        verified: true,
    };
}

/// Sequential composition: sums, except for the peak memory.
impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.time += other.time;
        self.instructions = self
            .instructions
            .zip(other.instructions)
            .map(|(a, b)| a + b);
        self.usage = self.usage.zip(other.usage).map(|(a, b)| Usage {
            memory: a.memory.max(b.memory),
            cpu: a.cpu + b.cpu,
        });
        self.counts += other.counts;
        self.verified &= other.verified;
    }
}

/// Measures processes, in a temporary folder.
pub struct Bench {
    counter: Counter,
    usage: bool,
    folder: tempfile::TempDir,
}

impl Bench {
    /// Detects what this machine can measure.
    ///
    /// # Errors
    /// If the temporary folder cannot be created.
    pub fn new() -> Result<Bench, String> {
        Bench::with(Counter::find())
    }

    /// With a given instruction counter.
    ///
    /// # Errors
    /// See [`Bench::new`].
    pub fn with(counter: Counter) -> Result<Bench, String> {
        Ok(Bench {
            counter,
            usage: process::can_tell_usage(),
            folder: tempfile::tempdir().map_err(|error| format!("no folder: {error}"))?,
        })
    }

    /// The instruction counter.
    pub fn counter(&self) -> Counter {
        self.counter
    }

    /// Writes a generated program to a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn file(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.path(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }

    /// An unused path in the temporary folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The cost of verifying a file.
    ///
    /// # Errors
    /// If it times out or fails, with a short reason.
    pub fn cost(&self, file: &Path, options: &[String]) -> Result<Cost, String> {
        let mut cost = self.glance(file, options)?;
        let command = || {
            let mut command = verify(options);
            command.arg(file);
            command
        };
        if cost.time < PATIENCE {
            cost.time = fastest(&[&command])?
                .into_iter()
                .fold(cost.time, Duration::min);
        }
        // Use processor time if available, because wall time is unreliable on a busy
        // machine.
        if cost.cpu().unwrap_or(cost.time) <= self.counter.longest() {
            cost.instructions = self.counter.count(&command());
        }
        Ok(cost)
    }

    /// The cost by a single run, without instruction counts.
    ///
    /// # Errors
    /// See [`Bench::cost`].
    pub fn glance(&self, file: &Path, options: &[String]) -> Result<Cost, String> {
        let mut command = verify(&["--stats", "--format=json"]);
        command.args(options).arg(file);
        let said = self.path("usage");
        let (ended, usage) = if self.usage {
            process::with_usage(&command, &said)?
        } else {
            (process::run(command)?, None)
        };
        let counts = Counts::new(&ended.out).map_err(|_| ended.complaint())?;
        // A run that ends before it verifies anything has a report that says so.
        if ended.code == Some(2) && counts.members == 0 {
            return Err(ended.complaint());
        }
        Ok(Cost {
            time: ended.time,
            instructions: None,
            usage,
            counts,
            verified: ended.code == Some(0),
        })
    }
}

/// The shortest time of each command over several interleaved rounds, so that
/// disturbances affect all of them.
///
/// # Errors
/// If a command cannot be started or times out.
pub fn fastest(commands: &[&dyn Fn() -> Command]) -> Result<Vec<Duration>, String> {
    let start = Instant::now();
    let mut best = vec![Duration::MAX; commands.len()];
    let patience = PATIENCE * u32::try_from(commands.len()).unwrap_or(1);
    for round in 0..REPEATS.1 {
        if round >= REPEATS.0 && start.elapsed() >= patience {
            break;
        }
        for (command, best) in commands.iter().zip(&mut best) {
            *best = process::run(command())?.time.min(*best);
        }
    }
    Ok(best)
}
