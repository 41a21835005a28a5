//! Benchmarks of the cost of verification, as Markdown tables.
//!
//! `cargo bench` prints all of them; with `VERIFRAME_UPDATE=1` it writes them to
//! `docs/benchmarks.md` instead. `cargo bench -- COMMAND …` prints one:
//!
//! * `growth [NAME…]`: generated programs by size, with exponents;
//! * `sweep [NAME…]`: each construct at its largest size and a quarter of it, which takes
//!   four minutes;
//! * `startup`: small programs against a process that only starts Z3;
//! * `share [PATH…]`: the share of queries answered without Z3 over all examples and
//!   tests, and the effect of the built-in prover and of state merging;
//! * `listeners`: an idle listener to the events of verification against none;
//! * `workers`: a file of many members with one and two workers, and with a cache;
//! * `cores`: the processor time of each phase, and a simulation with up to 128 cores;
//! * `memory`: the peak memory of each example;
//! * `bmc`: bounded checking of ten loops, and of a property of objects, by bound;
//! * `run`: programs run by the interpreter and by CPython, and with contracts;
//! * `explore`: paths per second of symbolic execution trees;
//! * `project [PATH…]`: the cost of each program; without paths, of the examples and
//!   the larger test programs.
//!
//! `VERIFRAME_BINARY` names another binary to measure than the one that `cargo` built.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "what is shared with the tests may stop at the first surprise"
)]
#![expect(clippy::print_stdout, reason = "tables are for standard output")]

mod bounded;
mod constructs;
mod cores;
mod document;
mod fit;
mod growth;
mod listeners;
mod process;
mod programs;
mod project;
mod report;
mod running;
mod share;
mod startup;
#[path = "../../tests/support/mod.rs"]
mod support;
mod sweep;
mod tool;
mod workers;

use std::io::{Write, stderr};
use std::process::ExitCode;
use tool::Bench;

/// The allocator of `veriframe`, for what is measured in this process.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // cargo passes `--bench`.
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

/// Runs the command and returns the text to print.
fn command(words: &[String]) -> Result<String, String> {
    let Some((word, rest)) = words.split_first() else {
        return document::whole();
    };
    if word == startup::ONLY_Z3 {
        return startup::only_start_z3().map(|()| String::new());
    }
    if word == listeners::ONLY_VERIFY {
        return listeners::only_verify(rest).map(|()| String::new());
    }
    let report: fn(&Bench, &[String]) -> Result<String, String> = match word.as_str() {
        "growth" => growth::report,
        "project" => project::report,
        "sweep" => sweep::report,
        "startup" => |bench, _| startup::report(bench),
        "share" => share::report,
        "listeners" => |bench, _| listeners::report(bench),
        "workers" => |bench, _| workers::report(bench),
        "run" => |_, _| running::report(),
        "bmc" => |bench, _| bounded::report(bench),
        "explore" => |_, _| running::exploring(),
        "cores" => |_, _| Ok(cores::report()),
        "memory" => |bench, _| project::memory(bench),
        _ => {
            return Err(format!(
                "there is no command `{word}`: it is one of \
                 growth, sweep, startup, share, listeners, workers, cores, memory, project, run, bmc, \
                 explore"
            ));
        }
    };
    report(&Bench::new()?, rest)
}
