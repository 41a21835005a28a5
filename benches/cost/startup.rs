//! Startup: small programs against a process that only starts Z3.

use crate::report::{Claim, claims, ms};
use crate::support::{root, table};
use crate::tool::{Bench, fastest, verify};
use std::process::Command;
use veriframe::internals::z3::library;
use z3::ast::Int;
use z3::{SatResult, Solver};

/// The argument that makes this binary the reference process.
pub const ONLY_Z3: &str = "only-start-z3";

/// The programs, with bounds on the number of Z3 checks.
const SMALL: [(&str, Option<f64>); 3] = [
    ("examples/cell.idf", Some(0.0)),
    ("examples/swap.idf", Some(0.0)),
    ("examples/iterator.idf", None),
];

/// Starts Z3 and checks one formula: the minimum for a verifier based on Z3.
///
/// # Errors
/// If Z3 cannot be loaded or its answer is wrong.
pub fn only_start_z3() -> Result<(), String> {
    library::load().map_err(|error| error.to_string())?;
    let x = Int::new_const("x");
    let solver = Solver::new();
    solver.assert(x.gt(Int::from_i64(0)));
    match solver.check() {
        SatResult::Sat => Ok(()),
        other => Err(format!("Z3 says {other:?} to `x > 0`")),
    }
}

/// Measures the processes, interleaved.
///
/// # Errors
/// If one cannot be started or has unexpected output.
pub fn report(bench: &Bench) -> Result<String, String> {
    let this = std::env::current_exe().map_err(|error| format!("no program: {error}"))?;
    let start_z3 = || {
        let mut command = Command::new(&this);
        command.arg(ONLY_Z3);
        command
    };
    let [cell, swap, iterator] = SMALL.map(|(name, _)| move || verify(&[name]));
    let times = fastest(&[&start_z3, &cell, &swap, &iterator])?;
    let (z3, times) = times.split_first().ok_or("nothing was measured")?;
    let mut rows = vec![vec![
        "(only starts Z3)".to_owned(),
        ms(*z3),
        "1.00".to_owned(),
        "1".to_owned(),
    ]];
    let mut all = Vec::new();
    for ((name, bound), time) in SMALL.into_iter().zip(times) {
        let cost = bench
            .glance(&root().join(name), &[])
            .map_err(|why| format!("{name}: {why}"))?;
        let share = time.as_secs_f64() / z3.as_secs_f64();
        let checks = cost.counts.z3_checks;
        rows.push(vec![
            name.to_owned(),
            ms(*time),
            format!("{share:.2}"),
            checks.to_string(),
        ]);
        let what = format!("`{name}`: time by that of starting Z3");
        all.push(Claim::at_most(&what, Some(share), 0.5, ""));
        if let Some(bound) = bound {
            let what = format!("`{name}`: Z3 checks");
            all.push(Claim::at_most(&what, Some(checks as f64), bound, ""));
        }
    }
    let head = ["process", "time (ms)", "by starting Z3", "Z3 checks"];
    Ok(format!(
        "{}\n{}",
        table::markdown(&head, &rows),
        claims(&all)
    ))
}
