//! The document `docs/benchmarks.md`, with all tables.

use crate::support::root;
use crate::tool::Bench;
use crate::{bounded, cores, growth, listeners, project, running, share, startup, sweep, workers};
use std::fmt::Write;
use std::fs;

/// The path of the document.
const FILE: &str = "docs/benchmarks.md";

const HEAD: &str = "# Benchmarks

What verification costs. `VERIFRAME_UPDATE=1 cargo bench` measures and writes this
file; `cargo bench -- growth` (`sweep`, `startup`, `share`, `listeners`, `workers`, `cores`,
`memory`, `project`, `run`, `bmc`, `explore`) prints one section.

How to read the tables: *time* is the wall time of a whole process with one
worker, the shortest of several runs (of a single run where it takes longer than
three seconds). *CPU* is the processor time of one run, in hundredths of a second,
which depends less on what else the machine does. *Instructions* are those in user mode; `callgrind` counts them
only for what takes at most 0.3 s, because it is slow. *Queries* are the entailment
queries of verification; each is answered by the *built-in* prover or by one of the *Z3
checks*; these counts are the same on every machine. *Memory* is the largest
resident set. What does not end within 60 s has no figures, and larger
sizes are not tried. An *exponent* `e` says that cost grows like `nᵉ`: least
squares of the logarithms of size and time, where the time of an empty program is
taken off first, because it does not grow. A bound counts as met only if every
program that it speaks of verifies.
";

/// Runs all benchmarks. Returns the text to print; if an update is requested, writes
/// the document instead.
///
/// # Errors
/// If a measurement fails or the document cannot be written.
pub fn whole() -> Result<String, String> {
    let text = text()?;
    if std::env::var("VERIFRAME_UPDATE").is_ok_and(|value| value == "1") {
        let path = root().join(FILE);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        return Ok(format!("{FILE} is written\n"));
    }
    Ok(text)
}

fn text() -> Result<String, String> {
    let bench = Bench::new()?;
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "\nMachine: {}.", machine());
    let sections = [
        ("Growth", growth::report(&bench, &[])?),
        ("Sizes", sweep::report(&bench, &[])?),
        ("Start-up", startup::report(&bench)?),
        ("Answered without Z3", share::report(&bench, &[])?),
        ("Listeners", listeners::report(&bench)?),
        ("Workers and cache", workers::report(&bench)?),
        ("Cores", cores::report()),
        ("Memory", project::memory(&bench)?),
        ("Runs", running::report()?),
        ("Bounded checking", bounded::report(&bench)?),
        ("Symbolic execution trees", running::exploring()?),
        ("Programs", project::report(&bench, &[])?),
    ];
    for (title, section) in sections {
        let _ = write!(text, "\n## {title}\n\n{section}");
    }
    Ok(text)
}

/// The processor, if known, and the versions.
fn machine() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let mut lines = about.lines();
    let model = lines.find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, name)| name);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let version = env!("CARGO_PKG_VERSION");
    let z3 = veriframe::internals::z3::version().unwrap_or("no Z3");
    format!("{model}, {cores} cores; veriframe {version}, {z3}")
}
