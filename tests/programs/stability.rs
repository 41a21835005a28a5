//! Stability: each program is verified with renamed identifiers, in other orders, with mirrored
//! operands, with other random seeds and another number of workers. Verdicts and codes must not
//! change; the spread of Z3's resource counts is printed.
//!
//! `cargo test` tries a sample of the variations. For all of them, with the table:
//! `cargo test --release --test programs -- all-stability [PATH…]`.

mod mirror;
mod rename;
mod self_tests;
mod shuffle;
use crate::support;
mod vary;

use libtest_mimic::{Failed, Trial};
use std::process::ExitCode;
use support::{Program, in_parallel, options, programs, table};
use vary::{COUNT, Subject, Variation};

/// Where the programs are.
const FOLDERS: [&str; 2] = ["examples", "tests/verify/programs"];

/// Where the programs of the long form are: those without errors that depend on the order of declarations.
const ALL_FOLDERS: [&str; 8] = [
    "examples",
    "tests/verify/assertions",
    "tests/verify/classes",
    "tests/verify/explanations",
    "tests/verify/paper",
    "tests/verify/programs",
    "tests/verify/rules",
    "tests/verify/vacuous",
];

/// The number of variations per program in `cargo test`; smaller for versions of other
/// programs, so that the test takes less than a minute.
fn sample_size(name: &str) -> usize {
    if name.contains("/wrong/") || name.contains("/explicit/") {
        1
    } else {
        2
    }
}

/// A sample of the variations of each program.
pub fn trials() -> Vec<Trial> {
    let mut trials = self_tests::trials();
    for program in FOLDERS.into_iter().flat_map(programs) {
        trials.push(Trial::test(
            format!("stability::{}", program.name),
            move || {
                let row = Row::new(&program, &sample(&program.name))?;
                if row.changes.is_empty() {
                    Ok(())
                } else {
                    Err(Failed::from(row.changes.join("\n")))
                }
            },
        ));
    }
    trials
}

/// A deterministic sample of the variations that depends on the program, so that
/// together all are tried. (7 is no multiple of 5, so the seeds differ.)
fn sample(name: &str) -> Vec<usize> {
    let first: usize = name.bytes().map(usize::from).sum();
    (0..sample_size(name))
        .map(|n| (first + 7 * n) % COUNT)
        .collect()
}

/// The results of a program's variations.
struct Row {
    program: String,
    /// The variations that changed something: the change and its cause.
    changes: Vec<String>,
    /// Z3's resource counts, ascending.
    counts: Vec<u64>,
}

impl Row {
    /// Tries some variations of a program.
    fn new(program: &Program, variations: &[usize]) -> Result<Row, String> {
        let mut subject = Subject::new(program.clone(), options(program)?)?;
        let mut row = Row {
            program: program.name.clone(),
            changes: Vec::new(),
            counts: Vec::new(),
        };
        for &number in variations {
            let variation = Variation::number(number);
            let (found, differences) = subject.compare(variation)?;
            row.counts.push(found.rlimit);
            if !differences.is_empty() {
                let name = &program.name;
                let text = subject.text(variation).0;
                row.changes.push(format!(
                    "{name}, variation {number} ({}):\n  {}\n{text}",
                    causes(&mut subject, variation)?,
                    differences.join("\n  ")
                ));
            }
        }
        row.counts.sort_unstable();
        Ok(row)
    }

    fn median(&self) -> u64 {
        self.counts[self.counts.len() / 2]
    }

    /// The ratio of the largest and the smallest count; 1 without queries to Z3.
    fn spread(&self) -> f64 {
        let (min, max) = (self.counts[0], self.counts[self.counts.len() - 1]);
        if max == 0 {
            1.0
        } else {
            max as f64 / min.max(1) as f64
        }
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.program.clone(),
            self.changes.len().to_string(),
            self.counts[0].to_string(),
            self.median().to_string(),
            self.counts[self.counts.len() - 1].to_string(),
            format!("{:.2}", self.spread()),
        ]
    }
}

/// The parts of a variation that change something by themselves.
fn causes(subject: &mut Subject, variation: Variation) -> Result<String, String> {
    let mut causes = Vec::new();
    for (what, part) in variation.apart() {
        if !subject.compare(part)?.1.is_empty() {
            causes.push(what);
        }
    }
    Ok(if causes.is_empty() {
        "no part of it does it alone".to_owned()
    } else {
        format!("because of: {}", causes.join(", "))
    })
}

/// Tries all variations of all programs whose names contain one of `paths` (of all, if
/// there are none), and prints the results.
pub fn all(paths: &[String]) -> ExitCode {
    let mut chosen: Vec<Program> = ALL_FOLDERS.into_iter().flat_map(programs).collect();
    chosen.retain(|program| {
        let mut paths = paths.iter();
        paths.len() == 0 || paths.any(|path| program.name.contains(path))
    });
    let numbers: Vec<usize> = (0..COUNT).collect();
    if chosen.is_empty() {
        println!("no program is named so");
        return ExitCode::FAILURE;
    }
    let rows = in_parallel(&chosen, |program| {
        Row::new(program, &numbers).unwrap_or_else(|message| Row {
            program: program.name.clone(),
            changes: vec![message],
            counts: vec![0],
        })
    });
    print!("{}", report(&rows));
    let stable = rows.iter().all(|row| row.changes.is_empty());
    if stable {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The table, the changes, and the totals in the last line.
fn report(rows: &[Row]) -> String {
    let head = [
        "program",
        "changed verdicts",
        "min",
        "median",
        "max",
        "max/min",
    ];
    let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
    let mut text = table::markdown(&head, &cells);
    for change in rows.iter().flat_map(|row| &row.changes) {
        text.push_str(&format!("\n{change}\n"));
    }
    let changed: usize = rows.iter().map(|row| row.changes.len()).sum();
    let runs: usize = rows.iter().map(|row| row.counts.len()).sum();
    let widest = rows.iter().max_by(|a, b| a.spread().total_cmp(&b.spread()));
    let widest = widest.map_or(String::new(), |row| {
        format!("; largest max/min {:.2} ({})", row.spread(), row.program)
    });
    let medians: u64 = rows.iter().map(Row::median).sum();
    text.push_str(&format!(
        "\n{} programs, {runs} runs, {changed} changed verdicts; \
         resource count {medians} (sum of the medians){widest}\n",
        rows.len()
    ));
    text
}
