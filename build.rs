//! Build script: generates the parser from the grammar and points the linker
//! at a Z3 library.

use std::env;
use std::process::ExitCode;

#[path = "build/wheel.rs"]
mod wheel;
#[path = "build/z3.rs"]
mod z3;

/// Folder of the LALRPOP grammar; each `NAME.lalrpop` in it becomes
/// `$OUT_DIR/NAME.rs`.
const GRAMMAR: &str = "grammar";

#[expect(
    clippy::print_stderr,
    reason = "cargo shows a failed build script's standard error"
)]
fn main() -> ExitCode {
    // Naming any path stops cargo from rerunning this script at every edit.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    match generate_parser().and_then(|()| z3::link()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Generates the parser. LALRPOP itself prints what is wrong with a grammar.
fn generate_parser() -> Result<(), String> {
    println!("cargo::rerun-if-changed={GRAMMAR}");
    lalrpop::Configuration::new()
        .set_in_dir(GRAMMAR)
        .set_out_dir(required_env("OUT_DIR")?)
        .process()
        .map_err(|error| format!("no parser can be made from the grammar in {GRAMMAR}/: {error}"))
}

/// Reads a variable that cargo sets for every build script.
fn required_env(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("build script run without cargo? {name}: {error}"))
}
