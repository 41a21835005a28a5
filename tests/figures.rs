//! Figures: what verifying each program takes, as a table in Markdown.
//!
//! `cargo test --release --test figures -- table [PATH…]`; without paths, the
//! examples and the programs of `tests/verify/programs` that verify. Times are
//! those of one worker, one program after the other; all other numbers are the
//! same on every machine.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use support::{Program, in_time, options, program, programs, root, run, search, table, top_level};
use veriframe::commands::Exit;
use veriframe::verify::outcome::Stats;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let result = match words.split_first() {
        Some((word, paths)) if word == "table" => chosen(paths).and_then(|all| table_of(&all)),
        _ => {
            let arguments = Arguments::from_args();
            return libtest_mimic::run(&arguments, self_tests()).exit_code();
        }
    };
    match result {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            println!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The programs that the paths name.
fn chosen(paths: &[String]) -> Result<Vec<Program>, String> {
    if paths.is_empty() {
        let mut all = programs("examples");
        all.extend(top_level("tests/verify/programs"));
        return Ok(all);
    }
    let mut all = Vec::new();
    for path in paths {
        let before = all.len();
        match root().join(Path::new(path)) {
            file if file.is_file() => all.push(program(&file)),
            folder => {
                let mut files = Vec::new();
                search(&folder, "idf", &mut files);
                all.extend(files.iter().map(|file| program(file)));
            }
        }
        if all.len() == before {
            return Err(format!("there is no program at `{path}`"));
        }
    }
    Ok(all)
}

/// What one program took.
struct Figures {
    name: String,
    members: usize,
    time: Duration,
    stats: Stats,
}

impl Figures {
    fn new(program: &Program) -> Result<Figures, String> {
        let options = options(program)?;
        let start = Instant::now();
        let report = in_time(program, move |program| run(program, &options).1);
        let time = start.elapsed();
        let Ok(report) = report else {
            return Ok(Figures {
                name: format!("{} (no outcome)", program.name),
                members: 0,
                time,
                stats: Stats::default(),
            });
        };
        let mark = match Exit::of(&report) {
            Exit::Verified => "",
            _ => " (not verified)",
        };
        Ok(Figures {
            name: format!("{}{mark}", program.name),
            members: report.members.len(),
            time,
            stats: report.stats(),
        })
    }

    fn cells(&self) -> Vec<String> {
        let mut cells = vec![
            self.name.clone(),
            self.members.to_string(),
            self.time.as_millis().to_string(),
        ];
        let Stats {
            queries,
            builtin,
            z3_checks,
            rlimit,
            ..
        } = self.stats;
        let numbers = [queries, builtin, z3_checks, rlimit];
        cells.extend(numbers.iter().map(u64::to_string));
        cells
    }
}

/// The table with the totals in its last row.
fn table_of(all: &[Program]) -> Result<String, String> {
    let mut total = Figures {
        name: format!("total of {}", all.len()),
        members: 0,
        time: Duration::ZERO,
        stats: Stats::default(),
    };
    let mut rows = Vec::new();
    for program in all {
        let figures = Figures::new(program)?;
        total.members += figures.members;
        total.time += figures.time;
        total.stats += figures.stats;
        rows.push(figures.cells());
    }
    rows.push(total.cells());
    let head = [
        "program",
        "members",
        "time (ms)",
        "queries",
        "built-in",
        "Z3 checks",
        "resource count",
    ];
    Ok(table::markdown(&head, &rows))
}

/// What the table itself must be.
fn self_tests() -> Vec<Trial> {
    type Test = fn() -> Result<(), String>;
    let tests: [(&str, Test); 3] = [
        (
            "every program has a row and the totals are theirs",
            rows_and_totals,
        ),
        ("a program that fails is marked", marked),
        ("a path without programs is an error", no_program),
    ];
    tests
        .into_iter()
        .map(|(name, test)| Trial::test(name, move || test().map_err(Failed::from)))
        .collect()
}

fn rows_and_totals() -> Result<(), String> {
    let paths = ["examples/cell.idf", "examples/swap.idf"].map(str::to_owned);
    let text = table_of(&chosen(&paths)?)?;
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip(2)
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), 3, "{text}");
    assert_eq!(
        [rows[0][1], rows[1][1]],
        ["examples/cell.idf", "examples/swap.idf"]
    );
    let number = |row: usize, column: usize| rows[row][column].parse::<u64>().unwrap();
    for column in [2, 3, 4, 5, 6, 7] {
        let sum = number(0, column) + number(1, column);
        // Milliseconds are rounded down one by one.
        assert!((sum..sum + 2).contains(&number(2, column)), "{text}");
    }
    assert!(number(0, 2) > 0 && number(0, 4) > 0, "{text}");
    assert_eq!(number(2, 4), number(2, 5) + number(2, 6), "{text}");
    Ok(())
}

fn marked() -> Result<(), String> {
    let wrong = Program {
        name: "wrong.idf".to_owned(),
        text: "assert false;".to_owned(),
    };
    let text = table_of(&[wrong])?;
    assert!(text.contains("| wrong.idf (not verified) |"), "{text}");
    Ok(())
}

fn no_program() -> Result<(), String> {
    let nothing = chosen(&["tests/nothing".to_owned()]);
    assert!(nothing.is_err_and(|message| message.contains("`tests/nothing`")));
    assert!(!chosen(&[])?.is_empty());
    Ok(())
}
