//! The share of queries answered without Z3 over all examples and tests, and the effect
//! of the built-in prover and of state merging.

use crate::process::LIMIT;
use crate::report::{Claim, claims, ms};
use crate::support::{all_programs, option_words, root, table};
use crate::tool::{Bench, Cost};
use std::fmt::Write;

/// The options to compare with the default.
const OFF: [&str; 2] = ["--prover=off", "--merge=off"];

/// The total cost of all programs.
struct Total {
    options: String,
    programs: usize,
    cost: Cost,
    /// Programs without a figure, with the reason; their time counts as the limit.
    without: Vec<String>,
}

impl Total {
    fn new(options: &str) -> Total {
        Total {
            options: options.to_owned(),
            programs: 0,
            cost: Cost::NOTHING,
            without: Vec::new(),
        }
    }

    fn add(&mut self, name: &str, cost: Result<Cost, String>) {
        self.programs += 1;
        match cost {
            Ok(cost) => self.cost += cost,
            Err(why) => {
                self.cost.time += LIMIT;
                self.without.push(format!("`{name}`: {why}"));
            }
        }
    }

    fn cells(&self) -> Vec<String> {
        let Cost { time, counts, .. } = self.cost;
        let mut cells = vec![self.options.clone(), self.programs.to_string(), ms(time)];
        cells.extend([counts.queries, counts.builtin, counts.z3_checks].map(|n| n.to_string()));
        cells
    }

    /// The percentage of queries answered without Z3.
    fn share(&self) -> f64 {
        let counts = self.cost.counts;
        100.0 * counts.builtin as f64 / (counts.queries as f64).max(1.0)
    }
}

/// Verifies, with and without the options, every program whose name contains one of
/// `paths`; all if there are none.
///
/// # Errors
/// If a process cannot be started or has unexpected output.
pub fn report(bench: &Bench, paths: &[String]) -> Result<String, String> {
    let (mut on, mut off) = (Total::new("(none)"), Total::new(&OFF.join(" ")));
    for program in all_programs() {
        let mut parts = paths.iter();
        if parts.len() > 0 && !parts.any(|path| program.name.contains(path)) {
            continue;
        }
        let path = root().join(&program.name);
        let mut options = option_words(&program);
        on.add(&program.name, bench.glance(&path, &options));
        options.extend(OFF.map(str::to_owned));
        off.add(&program.name, bench.glance(&path, &options));
    }
    let head = [
        "options",
        "programs",
        "time (ms)",
        "queries",
        "built-in",
        "Z3 checks",
    ];
    let rows = [on.cells(), off.cells()];
    let time = on.cost.time.as_secs_f64() / off.cost.time.as_secs_f64();
    let all = [
        Claim::at_least("answered without Z3", on.share(), 90.0, " %"),
        Claim::at_most(
            "time by that without prover and merging",
            Some(time),
            1.0 / 3.0,
            "",
        ),
    ];
    let mut text = format!("{}\n{}", table::markdown(&head, &rows), claims(&all));
    for Total {
        options, without, ..
    } in [on, off]
    {
        for program in without {
            let _ = writeln!(text, "\n{program}; options: {options}");
        }
    }
    Ok(text)
}
