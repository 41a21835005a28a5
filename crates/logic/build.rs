//! Build script: finds a Z3 library to link with.

use std::env;
use std::process::ExitCode;

#[path = "build/lazy_z3.rs"]
mod lazy_z3;
#[path = "build/wheel.rs"]
mod wheel;
#[path = "build/z3.rs"]
mod z3;

#[expect(
    clippy::print_stderr,
    reason = "cargo shows a failed build script's standard error"
)]
fn main() -> ExitCode {
    // An explicit path stops cargo from rerunning this script at every edit.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    match z3::link() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// An environment variable that cargo sets for every build script.
fn required_env(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("build script run without cargo? {name}: {error}"))
}
