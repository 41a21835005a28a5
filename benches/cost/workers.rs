//! A file of 500 members: with one worker and with two; with an empty cache, with a
//! full one, and with a full one after an edit of one body.

use crate::process;
use crate::programs;
use crate::report::{Claim, claims, ms};
use crate::support::table;
use crate::tool::{Bench, CACHE, fastest, verify_with_jobs};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The number of members.
const MEMBERS: usize = 500;

/// The number of times the cache is filled.
const ROUNDS: usize = 3;

/// The text in one body to edit.
const BODY: &str = "if (weight < 10)";

fn edited(text: &str, edits: usize) -> String {
    text.replacen(BODY, &format!("if (weight < {})", 10 + edits), 1)
}

/// Measures the processes; those to compare are interleaved.
///
/// # Errors
/// If one cannot be started, times out or does not verify.
pub fn report(bench: &Bench) -> Result<String, String> {
    let text = programs::members(MEMBERS);
    let file = bench.file("members.idf", &text)?;
    let [one, two] = [1, 2].map(|jobs| {
        let file = &file;
        move || command(jobs, file)
    });
    let [one, two]: [Duration; 2] = fastest(&[&one, &two])?
        .try_into()
        .map_err(|_| "two commands have two times")?;
    let [first, second, after] = with_cache(bench, &text)?;
    let rows = [
        ("one worker", one),
        ("two workers", two),
        ("one worker, empty cache", first),
        ("one worker, second run with the cache", second),
        ("one worker, after editing one body", after),
    ];
    let rows = rows.map(|(what, time)| vec![what.to_owned(), ms(time)]);
    let by = |time: Duration, other: Duration| Some(time.as_secs_f64() / other.as_secs_f64());
    let claim = |what: &str, ratio, bound| {
        let what = format!("`members({MEMBERS})`: {what}");
        Claim::at_most(&what, ratio, bound, "")
    };
    let all = [
        claim("two workers by one", by(two, one), 0.6),
        claim("second run by first", by(second, first), 0.05),
        claim("after editing one body by first", by(after, first), 0.15),
    ];
    let table = table::markdown(&["run", "time (ms)"], &rows);
    Ok(format!("{table}\n{}", claims(&all)))
}

fn command(jobs: usize, file: &Path) -> Command {
    let mut command = verify_with_jobs(jobs);
    command.arg(file);
    command
}

/// The shortest times of a first run, a second one, and one after an edit, with a new
/// cache per round.
fn with_cache(bench: &Bench, text: &str) -> Result<[Duration; 3], String> {
    if edited(text, 1) == text {
        return Err(format!("members.idf: there is no `{BODY}` to edit"));
    }
    let mut best = [Duration::MAX; 3];
    for round in 1..=ROUNDS {
        let folder = bench.path(&format!("cache-{round}"));
        let texts = [text, text, &edited(text, round)];
        for (text, best) in texts.into_iter().zip(&mut best) {
            let file = bench.file("members.idf", text)?;
            let mut command = command(1, &file);
            command.env(CACHE, &folder);
            let ended = process::run(command)?;
            if ended.code != Some(0) {
                return Err(format!("members.idf: {}", ended.complaint()));
            }
            *best = ended.time.min(*best);
        }
    }
    Ok(best)
}
