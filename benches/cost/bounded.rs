//! Bounded checking: time and the sizes of formulas, by the bound of unwinding.

use crate::fit::exponent;
use crate::report::{Claim, claims, ms};
use crate::support::{root, table};
use crate::tool::{Bench, fastest, veriframe};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The number of loops.
const LOOPS: usize = 10;

/// The bounds of unwinding.
const UNWIND: [u32; 4] = [5, 10, 20, 40];

/// The scopes of the property.
const SCOPES: [u32; 4] = [2, 3, 4, 6];

/// Loops after one another, each of which searches the greatest element of an array.
fn loops() -> String {
    let one = "    i := 0;\n    while (i < n) { if (a[i] > m) { m := a[i]; } i := i + 1; }\n";
    let body = one.repeat(LOOPS);
    format!(
        "class Loops {{\n  static void run(int[] a, int n)\n    \
         requires a != null && 0 < n && n <= a.length;\n  {{\n    int m := 0;\n    \
         int i := 0;\n{body}    assert m >= a[n - 1];\n  }}\n}}\n"
    )
}

fn command(file: &Path, member: &str, unwind: u32, scope: u32) -> Command {
    let mut command = veriframe();
    command.arg("bmc").arg(file).args(["--member", member]);
    command.args(["--unwind", &unwind.to_string()]);
    command.args(["--scope", &scope.to_string(), "--format", "json"]);
    command
}

/// A row: the answer, the sizes of both questions, and the time. Also the size of the first
/// question, and the seconds.
fn measure(file: &Path, member: &str, unwind: u32, scope: u32) -> Result<Row, String> {
    let run = || command(file, member, unwind, scope);
    let output = run().output().map_err(|error| error.to_string())?;
    let object: Value = serde_json::from_slice(&output.stdout).map_err(|_| {
        let message = String::from_utf8_lossy(&output.stderr);
        format!("`bmc` has no answer: {message}")
    })?;
    let size = |name: &str| object["formulas"][name].as_u64().unwrap_or(0);
    let time = fastest(&[&run])?[0];
    let answer = object["answer"].as_str().unwrap_or("none").to_owned();
    let (violation, bound) = (size("violation"), size("bound"));
    Ok(Row {
        cells: vec![
            format!("`{member}`"),
            unwind.to_string(),
            scope.to_string(),
            answer.clone(),
            violation.to_string(),
            bound.to_string(),
            ms(time),
        ],
        answer,
        size: f64::from(u32::try_from(violation).unwrap_or(u32::MAX)),
        seconds: time.as_secs_f64(),
    })
}

struct Row {
    cells: Vec<String>,
    answer: String,
    size: f64,
    seconds: f64,
}

/// Measures the loops by the bound of unwinding, and a property of objects by its scope.
///
/// # Errors
/// If a run has no answer, or another one than it must have.
pub fn report(bench: &Bench) -> Result<String, String> {
    let file = bench.file("loops.idf", &loops())?;
    let mut rows = Vec::new();
    let (mut sizes, mut times) = (Vec::new(), Vec::new());
    let mut at_twenty = None;
    for unwind in UNWIND {
        let row = measure(&file, "Loops.run", unwind, unwind)?;
        require(&row, "correct")?;
        sizes.push((f64::from(unwind), row.size));
        times.push((f64::from(unwind), row.seconds));
        if unwind == 20 {
            at_twenty = Some(row.seconds);
        }
        rows.push(row.cells);
    }
    let file = root().join("tests/execution/contacts.idf");
    for scope in SCOPES {
        for (member, answer) in [("property", "bug"), ("mendedProperty", "correct")] {
            let member = format!("ContactsController.{member}");
            let row = measure(&file, &member, scope, scope)?;
            require(&row, answer)?;
            rows.push(row.cells);
        }
    }
    let head = [
        "member",
        "unwound",
        "scope",
        "answer",
        "formulas: violation",
        "formulas: bound",
        "time (ms)",
    ];
    let all = [
        Claim::at_most(
            "exponent of the formulas of ten loops, by the bound",
            exponent(&sizes),
            1.5,
            "",
        ),
        Claim::at_most("time of ten loops, unwound 20 times", at_twenty, 10.0, " s"),
    ];
    let growth = exponent(&times).map_or("–".to_owned(), |found| format!("{found:.2}"));
    Ok(format!(
        "{}\nThe time of ten loops grows with the bound to the power of {growth}.\n\n{}",
        table::markdown(&head, &rows),
        claims(&all)
    ))
}

/// Refuses another answer: its figures would say nothing.
fn require(row: &Row, answer: &str) -> Result<(), String> {
    if row.answer == answer {
        Ok(())
    } else {
        Err(format!("{}: {}", row.cells.join(" "), row.answer))
    }
}
