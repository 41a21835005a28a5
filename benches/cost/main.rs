//! What verification costs, as tables in Markdown.
//!
//! `cargo bench` prints all of them; with `VERIFRAME_UPDATE=1` it writes them to
//! `docs/benchmarks.md` instead. `cargo bench -- COMMAND …` prints one:
//!
//! * `growth [NAME…]`: generated programs at growing sizes, and how fast the
//!   cost grows;
//! * `startup`: small programs against a process that only starts Z3;
//! * `share [PATH…]`: how much is answered without Z3 over all examples and tests,
//!   and what the built-in prover and merging are worth;
//! * `workers`: a file of many members with one worker and with two, and with a
//!   cache;
//! * `memory`: what each example needs;
//! * `project [PATH…]`: what each program takes; without paths, the examples and
//!   the larger programs of the tests.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "what is shared with the tests may stop at the first surprise"
)]
#![expect(clippy::print_stdout, reason = "tables are for standard output")]

mod document;
mod fit;
mod growth;
mod process;
mod programs;
mod project;
mod report;
mod share;
mod startup;
#[path = "../../tests/support/mod.rs"]
mod support;
mod tool;
mod workers;

use std::io::{Write, stderr};
use std::process::ExitCode;
use tool::Bench;

fn main() -> ExitCode {
    // cargo itself adds `--bench`.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    match command(&words) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            let _ = writeln!(stderr(), "error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Does what a command line says; what is to be printed.
fn command(words: &[String]) -> Result<String, String> {
    let Some((word, rest)) = words.split_first() else {
        return document::whole();
    };
    if word == startup::ONLY_Z3 {
        return startup::only_start_z3().map(|()| String::new());
    }
    let report: fn(&Bench, &[String]) -> Result<String, String> = match word.as_str() {
        "growth" => growth::report,
        "project" => project::report,
        "startup" => |bench, _| startup::report(bench),
        "share" => share::report,
        "workers" => |bench, _| workers::report(bench),
        "memory" => |bench, _| project::memory(bench),
        _ => {
            return Err(format!(
                "there is no command `{word}`: it is one of \
                 growth, startup, share, workers, memory, project"
            ));
        }
    };
    report(&Bench::new()?, rest)
}
