//! Whole programs: the verdict of each, and that nothing but its text decides it. The name of a test
//! is its kind and the path of the program, as in `verify::tests/verify/paper/cell.idf`.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod identical;
mod stability;
#[path = "../support/mod.rs"]
mod support;
mod verify;

use libtest_mimic::Arguments;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, paths @ ..] = words.as_slice() {
        match word.as_str() {
            "all-identical" => return identical::all(paths),
            "all-stability" => return stability::all(paths),
            _ => {}
        }
    }
    let mut trials = verify::trials();
    trials.extend(identical::trials());
    trials.extend(stability::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
