//! Runs: programs run by the interpreter against CPython, and with contracts against without;
//! symbolic execution trees by their paths per second.

use crate::report::{Claim, claims, ms};
use crate::support::{root, table};
use crate::tool::{fastest, veriframe};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The programs, with the size at which they are compared with CPython, and that at which
/// contracts are checked.
const PROGRAMS: [(&str, u32, u32); 4] = [
    ("sieve", 1_000_000, 300),
    ("bubble", 1_000, 40),
    ("list", 200_000, 100),
    ("fib", 27, 20),
];

/// A program whose contracts demand a whole array in each iteration, its size, and the most that a run
/// with contracts takes, by one without.
const CHECKED: (&str, u32, f64) = ("sorting", 3_000, 3.0);

/// A program in one of the two languages.
fn file(name: &str, extension: &str) -> PathBuf {
    let folder = root().join("benches/cost/running");
    folder.join(format!("{name}.{extension}"))
}

/// A run of a program of this size, with contracts `on` or `off`.
fn command(name: &str, size: u32, contracts: &str) -> Command {
    let mut command = veriframe();
    command.arg("run").arg(file(name, "idf"));
    command.args(["--entry", "Program.run", "--arg", &size.to_string()]);
    command.args(["--contracts", contracts]);
    command
}

/// Refuses a run that does not end well: its time would say nothing.
fn succeeds(mut command: Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// The numbers of elements in which `search` searches.
const ELEMENTS: [usize; 3] = [5, 9, 99];

/// The least number of paths per second on a search in nine elements, start-up included.
const PATHS: f64 = 100.0;

/// `explore` of a binary search in so many symbolic elements.
fn exploration(elements: usize) -> Command {
    let symbols = (0..=elements).map(|index| format!("A{index}"));
    let array = symbols.collect::<Vec<_>>().join(", ");
    let mut command = veriframe();
    command
        .arg("explore")
        .arg(root().join("tests/execution/effigy.idf"));
    command.args(["--member", "Effigy.search", "--format", "json"]);
    for input in [
        format!("a=[{array}]"),
        "l=1".to_owned(),
        format!("u={elements}"),
        "x=X".to_owned(),
    ] {
        command.args(["--input", &input]);
    }
    command
}

/// The number of leaves that `explore` reports.
fn leaves(elements: usize) -> Result<usize, String> {
    let output = exploration(elements).output();
    let output = output.map_err(|error| error.to_string())?;
    let object: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let leaves = object["leaves"].as_array();
    leaves.map(Vec::len).ok_or_else(|| object.to_string())
}

/// Measures `explore` on King's `SEARCH`, whose tree is finite: 2n + 1 paths in n elements.
///
/// # Errors
/// If a run fails, or the tree is not that one.
pub fn exploring() -> Result<String, String> {
    let mut rows = Vec::new();
    let mut all = Vec::new();
    for elements in ELEMENTS {
        let count = leaves(elements)?;
        if count != 2 * elements + 1 {
            return Err(format!("a search in {elements} elements has {count} paths"));
        }
        let time = fastest(&[&|| exploration(elements)])?[0];
        let paths = count as f64;
        let rate = paths / time.as_secs_f64();
        rows.push(vec![
            elements.to_string(),
            count.to_string(),
            ms(time),
            format!("{rate:.0}"),
        ]);
        if elements == 9 {
            let what = "search in 9 elements, paths per second";
            all.push(Claim::at_least(what, rate.round(), PATHS, ""));
        }
    }
    let head = ["elements", "paths", "time (ms)", "paths per second"];
    Ok(format!(
        "{}\n{}",
        table::markdown(&head, &rows),
        claims(&all)
    ))
}

/// Measures the programs; each pair is interleaved.
///
/// # Errors
/// If a run fails. Without a Python, the comparison with it is left out, and said to be.
pub fn report() -> Result<String, String> {
    let python = Command::new("python3").arg("--version").output();
    let has_python = python.is_ok_and(|output| output.status.success());
    let mut rows = Vec::new();
    let mut all = Vec::new();
    for (name, size, small) in PROGRAMS {
        let run = || command(name, size, "off");
        let python = || {
            let mut command = Command::new("python3");
            command.arg(file(name, "py")).arg(size.to_string());
            command
        };
        let (plain, theirs) = if has_python {
            let times = fastest(&[&run, &python])?;
            (times[0], Some(times[1]))
        } else {
            (fastest(&[&run])?[0], None)
        };
        succeeds(run())?;
        let by = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
        let ratio = theirs.map(|theirs| by(plain, theirs));
        let unchecked = || command(name, small, "off");
        let checked = || command(name, small, "on");
        succeeds(checked())?;
        let times = fastest(&[&unchecked, &checked])?;
        let shown = |n: Option<f64>| n.map_or("no Python".to_owned(), |n| format!("{n:.2}"));
        rows.push(vec![
            format!("{name}({size})"),
            ms(plain),
            theirs.map_or("–".to_owned(), ms),
            shown(ratio),
            format!("{name}({small})"),
            ms(times[0]),
            ms(times[1]),
            format!("{:.1}", by(times[1], times[0])),
        ]);
        let what = format!("`{name}`: time without contracts by that of CPython");
        all.push(Claim::at_most(&what, ratio, 1.0, ""));
    }
    let (name, size, most) = CHECKED;
    let (unchecked, checked) = (|| command(name, size, "off"), || command(name, size, "on"));
    succeeds(checked())?;
    let times = fastest(&[&unchecked, &checked])?;
    let ratio = times[1].as_secs_f64() / times[0].as_secs_f64();
    let what = format!("`{name}({size})`: time with contracts by that without");
    all.push(Claim::at_most(&what, Some(ratio), most, ""));
    let head = [
        "program",
        "run (ms)",
        "CPython (ms)",
        "ratio",
        "program",
        "contracts off (ms)",
        "on (ms)",
        "ratio",
    ];
    Ok(format!(
        "{}\n{}",
        table::markdown(&head, &rows),
        claims(&all)
    ))
}
