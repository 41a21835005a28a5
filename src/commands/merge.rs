//! `veriframe merge FILE…`: joins the JSON results of all shards of a run.

use super::console;
use super::{Failure, bounds, output_file};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use veriframe::Exit;
use veriframe::report::merge::merge;
use veriframe::visible::{self, Kind};

const EXIT_CODES: &str = "\
Exit codes: those of the undivided run
  0  everything was verified
  1  something failed or is unknown
  2  a program's syntax or types are wrong; or a file cannot be read, or is not the report of a
     shard, or a shard is missing or from another revision
  3  internal error";

/// The arguments of `merge`.
#[derive(Args)]
#[command(after_help = EXIT_CODES)]
pub struct MergeArgs {
    /// The results of `veriframe verify --shard I/N --format json`, of all shards
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write the result to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes the joined results, and the verdicts in one line to standard error.
///
/// # Errors
/// If a file cannot be read, if the results cannot be joined, or if they cannot be written.
pub fn run(args: &MergeArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let read = |file: &PathBuf| Ok((visible::path(file), bounds::read_report(file)?));
    let reports = args.files.iter().map(read);
    let reports = reports.collect::<Result<Vec<(String, String)>, Failure>>()?;
    output_file::refuse_inputs(args.output.as_deref(), || args.files.clone())?;
    let merged = merge(&reports).map_err(|error| Failure::new(error.to_string()))?;
    let written = match &args.output {
        Some(file) => output_file::write_visible(file, &merged.text, Kind::Json),
        None => out
            .write_all(merged.text.as_bytes())
            .and_then(|()| out.flush()),
    };
    written.map_err(|error| Failure::new(format!("the results cannot be written: {error}")))?;
    // If standard error is closed, the exit code still says it.
    let _ = writeln!(console::stderr(false), "{}", merged.verdicts);
    Ok(merged.exit)
}
