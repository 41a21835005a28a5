//! Runs: programs run by the interpreter against CPython, and with contracts against without.

use crate::report::{Claim, claims, ms};
use crate::support::{root, table, veriframe};
use crate::tool::fastest;
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
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
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
        let (plain, theirs) = match has_python {
            true => {
                let times = fastest(&[&run, &python])?;
                (times[0], Some(times[1]))
            }
            false => (fastest(&[&run])?[0], None),
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
