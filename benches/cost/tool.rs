//! The tool under measurement: the program that `cargo bench` has built, as a
//! process of its own.

use crate::process::{self, Counter, Usage};
use serde_json::Value;
use std::fs;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The variable that names the folder with the results of earlier runs.
pub const CACHE: &str = "VERIFRAME_CACHE";

/// How long the repetitions of one command may take together.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often a command is repeated at most, and at least if it does not take
/// longer than [`PATIENCE`]. Noise only ever adds to a time, so the shortest
/// counts.
const REPEATS: (usize, usize) = (3, 15);

/// The command `veriframe verify` with one worker, and more arguments.
pub fn verify<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Command {
    let mut command = verify_with_jobs(1);
    command.args(arguments);
    command
}

/// The command `veriframe verify` with a number of workers. Results of earlier
/// runs would spoil every figure: there is no cache.
pub fn verify_with_jobs(jobs: usize) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_veriframe"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["verify", "--jobs", &jobs.to_string()])
        .env(CACHE, "off");
    command
}

/// What a run counted; the same in every run.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub members: u64,
    /// How many of them are verified.
    pub verified: u64,
    pub queries: u64,
    pub builtin: u64,
    pub z3_checks: u64,
    pub rlimit: u64,
}

impl Counts {
    /// From what `--stats --format json` prints.
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

/// What verifying something takes.
#[derive(Clone, Copy)]
pub struct Cost {
    /// The shortest time of several runs of the whole process.
    pub time: Duration,
    /// Instructions in user mode, where they were counted.
    pub instructions: Option<u64>,
    /// What the system has counted for one run, where that can be told.
    pub usage: Option<Usage>,
    pub counts: Counts,
    /// Whether the exit code is 0.
    pub verified: bool,
}

impl Cost {
    /// The largest part of memory held at a time, in KiB, where that can be told.
    pub fn memory(&self) -> Option<u64> {
        self.usage.map(|usage| usage.memory)
    }

    /// The processor time, where that can be told.
    pub fn cpu(&self) -> Option<Duration> {
        self.usage.map(|usage| usage.cpu)
    }

    /// What nothing takes.
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

/// One after the other: the sums, but the larger of the peaks of memory.
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

/// Measures processes, with files of its own.
pub struct Bench {
    counter: Counter,
    usage: bool,
    folder: tempfile::TempDir,
}

impl Bench {
    /// Looks what this machine can measure.
    ///
    /// # Errors
    /// If no folder for generated programs can be made.
    pub fn new() -> Result<Bench, String> {
        Bench::with(Counter::find())
    }

    /// With something that counts instructions, or nothing.
    ///
    /// # Errors
    /// As [`Bench::new`].
    pub fn with(counter: Counter) -> Result<Bench, String> {
        Ok(Bench {
            counter,
            usage: process::can_tell_usage(),
            folder: tempfile::tempdir().map_err(|error| format!("no folder: {error}"))?,
        })
    }

    /// What counts instructions.
    pub fn counter(&self) -> Counter {
        self.counter
    }

    /// A generated program's file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn file(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.path(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }

    /// A path in the same folder, at which there is nothing yet.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What verifying a file takes.
    ///
    /// # Errors
    /// In a few words, if it takes too long or nothing comes of it.
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
        // The processor time where it is known: on a busy machine all else misleads.
        if cost.cpu().unwrap_or(cost.time) <= self.counter.longest() {
            cost.instructions = self.counter.count(&command());
        }
        Ok(cost)
    }

    /// The same by a single run: instructions are not counted, and the time is
    /// that of a run that may be the machine's slowest.
    ///
    /// # Errors
    /// As [`Bench::cost`].
    pub fn glance(&self, file: &Path, options: &[String]) -> Result<Cost, String> {
        let mut command = verify(&["--stats", "--format=json"]);
        command.args(options).arg(file);
        let said = self.path("usage");
        let (ended, usage) = match self.usage {
            true => process::with_usage(&command, &said)?,
            false => (process::run(command)?, None),
        };
        let counts = Counts::new(&ended.out).map_err(|_| ended.complaint())?;
        Ok(Cost {
            time: ended.time,
            instructions: None,
            usage,
            counts,
            verified: ended.code == Some(0),
        })
    }
}

/// The shortest time of each command over several rounds, in each of which every
/// command has its turn: what disturbs the machine then disturbs all of them.
///
/// # Errors
/// If a command cannot be started, or takes too long.
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
