//! Cores: how much of a run is serial, and how long it would take with more cores than there are,
//! by a simulation with the processor times of its checks.

use crate::report::ms;
use crate::support::{Program, all_programs, table, workspace};
use crate::{constructs, programs};
use rustix::time::{ClockId, clock_gettime};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fs;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use veriframe::{Event, Options, Span, Stop};

/// The numbers of cores to simulate. Those up to [`MEASURED`] are measured, too.
const CORES: [usize; 5] = [1, 2, 8, 32, 128];

/// The number of workers of measured runs.
const MEASURED: usize = 2;

/// The processor time of a phase.
#[derive(Clone, Copy, Default)]
struct Phase {
    /// That of the calling thread.
    serial: Duration,
    /// That of all other threads.
    parallel: Duration,
}

impl Phase {
    /// The time on so many cores.
    fn on(self, cores: usize) -> Duration {
        self.serial + self.parallel / u32::try_from(cores).unwrap_or(u32::MAX)
    }
}

/// The processor time of the calling thread and of the process.
#[derive(Clone, Copy)]
struct Moment {
    caller: Duration,
    process: Duration,
}

impl Moment {
    /// This moment, as seen by any thread. The caller is the main thread.
    fn now() -> Moment {
        let id = std::process::id();
        let text = fs::read_to_string(format!("/proc/self/task/{id}/schedstat"));
        let nanoseconds = text.ok().and_then(|t| t.split(' ').next()?.parse().ok());
        Moment {
            caller: Duration::from_nanos(nanoseconds.unwrap_or(0)),
            process: time(ClockId::ProcessCPUTime),
        }
    }

    /// The phase that began at another moment.
    fn since(self, start: Moment) -> Phase {
        let serial = self.caller.saturating_sub(start.caller);
        let all = self.process.saturating_sub(start.process);
        Phase {
            serial,
            parallel: all.saturating_sub(serial),
        }
    }
}

fn time(clock: ClockId) -> Duration {
    Duration::try_from(clock_gettime(clock)).unwrap_or_default()
}

/// The cost of a run by phase.
struct Cost {
    wall: Duration,
    loading: Phase,
    /// From the end of loading to the first check.
    planning: Phase,
    /// From the first check to the end: the calling thread receives results.
    receiving: Duration,
    /// By the span of a member: the times of its checks, the contract's first.
    checks: BTreeMap<Span, Vec<Duration>>,
}

impl Cost {
    /// The time of the first or second checks of all members with so many workers, which take the
    /// longest check first.
    fn makespan(&self, nth: usize, workers: usize) -> Duration {
        let mut times: Vec<Duration> = self
            .checks
            .values()
            .filter_map(|checks| checks.get(nth).copied())
            .collect();
        times.sort_by_key(|time| Reverse(*time));
        let mut free: BinaryHeap<Reverse<Duration>> =
            (0..workers).map(|_| Reverse(Duration::ZERO)).collect();
        let mut end = Duration::ZERO;
        for time in times {
            let Reverse(start) = free.pop().unwrap_or_default();
            end = end.max(start + time);
            free.push(Reverse(start + time));
        }
        end
    }

    /// The time of a run on so many cores. Contracts are checked before all bodies here, which is
    /// slower than the order of the verifier.
    fn simulated(&self, cores: usize) -> Duration {
        let checks = self.makespan(0, cores) + self.makespan(1, cores);
        self.loading.on(cores) + self.planning.on(cores) + checks.max(self.receiving)
    }

    fn all_checks(&self) -> Duration {
        self.checks.values().flatten().sum()
    }

    fn longest_check(&self) -> Duration {
        let all = self.checks.values().flatten().max();
        all.copied().unwrap_or_default()
    }
}

/// Measures the processor times of runs with two workers, and simulates more. Programs that fail
/// count like others.
pub fn report() -> String {
    let (mut phases, mut times) = (Vec::new(), Vec::new());
    for (name, programs) in projects() {
        let measured: Vec<Cost> = (1..=MEASURED).map(|jobs| run(&programs, jobs)).collect();
        if let Some(cost) = measured.last() {
            phases.push(phases_of(name, cost));
            times.push(times_of(name, &measured, cost));
        }
    }
    let phases = table::markdown(&PHASES, &phases);
    let times = table::markdown(&TIMES, &times);
    format!(
        "Processor time by phase (ms), with two workers:\n\n{phases}\n\
         Wall time (ms), measured and simulated:\n\n{times}"
    )
}

/// The projects to verify, by name.
fn projects() -> Vec<(&'static str, Vec<Program>)> {
    let of_files = |files: Vec<(String, String)>| -> Vec<Program> {
        let files = files.into_iter();
        files.map(|(name, text)| Program { name, text }).collect()
    };
    let members = vec![("one.idf".to_owned(), programs::members(10_000))];
    let java = constructs::java_files(2_000);
    vec![
        ("`members(10000)`, one file", of_files(members)),
        ("`files(2000)`", of_files(constructs::files(2_000))),
        ("`java_files(2000)`", of_files(java)),
        ("the examples and tests", all_programs()),
    ]
}

/// The head of the table of processor times.
const PHASES: [&str; 8] = [
    "project",
    "loading: caller",
    "others",
    "planning: caller",
    "others",
    "receiving",
    "checks",
    "longest",
];

fn phases_of(name: &str, cost: &Cost) -> Vec<String> {
    let mut row = vec![name.to_owned()];
    for phase in [cost.loading, cost.planning] {
        row.extend([ms(phase.serial), ms(phase.parallel)]);
    }
    let checks = [cost.receiving, cost.all_checks(), cost.longest_check()];
    row.extend(checks.map(ms));
    row
}

/// The head of the table of wall times, for [`MEASURED`] and [`CORES`].
const TIMES: [&str; 9] = [
    "project",
    "1 worker",
    "2 workers",
    "1 simulated",
    "2",
    "8",
    "32",
    "128",
    "1 by 128",
];

fn times_of(name: &str, measured: &[Cost], cost: &Cost) -> Vec<String> {
    let simulated = CORES.map(|cores| cost.simulated(cores));
    let [one, .., most] = simulated;
    let mut row = vec![name.to_owned()];
    row.extend(measured.iter().map(|cost| ms(cost.wall)));
    row.extend(simulated.map(ms));
    row.push(format!("{:.1}", one.as_secs_f64() / most.as_secs_f64()));
    row
}

/// Verifies programs with so many workers.
fn run(programs: &[Program], jobs: usize) -> Cost {
    let options = Options {
        jobs,
        ..Options::default()
    };
    let (clock, start) = (Instant::now(), Moment::now());
    let loaded = workspace(programs, &options).load();
    let at_loaded = Moment::now();
    let first_check = Mutex::new(None);
    let begun = Mutex::new(BTreeMap::new());
    let checks: Mutex<BTreeMap<Span, Vec<Duration>>> = Mutex::default();
    let _ = loaded.check(&Stop::default(), &|event| match event {
        Event::CheckBegins(member) => {
            lock(&first_check).get_or_insert_with(Moment::now);
            lock(&begun).insert(member.span(), time(ClockId::ThreadCPUTime));
        }
        Event::CheckEnds(member) => {
            let now = time(ClockId::ThreadCPUTime);
            let start = lock(&begun).remove(&member.span());
            let took = now.saturating_sub(start.unwrap_or(now));
            lock(&checks).entry(member.span()).or_default().push(took);
        }
        Event::Begins(_) | Event::Member(_) | Event::File(_) => {}
    });
    let end = Moment::now();
    let first = lock(&first_check).unwrap_or(end);
    let checks = std::mem::take(&mut *lock(&checks));
    Cost {
        wall: clock.elapsed(),
        loading: at_loaded.since(start),
        planning: first.since(at_loaded),
        receiving: end.since(first).serial,
        checks,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
