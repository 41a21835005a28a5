//! A file of 500 members with one worker and with two.

use crate::programs;
use crate::report::{Claim, claims, ms};
use crate::support::table;
use crate::tool::{Bench, fastest, verify_with_jobs};

/// How many members.
const MEMBERS: usize = 500;

/// Measures the processes in turn.
///
/// # Errors
/// If one cannot be started or takes too long.
pub fn report(bench: &Bench) -> Result<String, String> {
    let file = bench.file("members-500.idf", &programs::members(MEMBERS))?;
    let [one, two] = [1, 2].map(|jobs| {
        let file = &file;
        move || {
            let mut command = verify_with_jobs(jobs);
            command.arg(file);
            command
        }
    });
    let times = fastest(&[&one, &two])?;
    let rows: Vec<Vec<String>> = ["one worker", "two workers"]
        .iter()
        .zip(&times)
        .map(|(what, time)| vec![(*what).to_owned(), ms(*time)])
        .collect();
    let ratio = match times.as_slice() {
        [one, two] => Some(two.as_secs_f64() / one.as_secs_f64()),
        _ => None,
    };
    let what = format!("`members({MEMBERS})`: two workers by one");
    let all = [Claim::at_most(&what, ratio, 0.6, "")];
    let head = ["run", "time (ms)"];
    Ok(format!(
        "{}\n{}",
        table::markdown(&head, &rows),
        claims(&all)
    ))
}
