//! The same programs in veriframe and in other verifiers, as a Markdown table:
//! `cargo bench --bench peers`.
//!
//! Each folder of `programs` holds one program in the notation of each tool. Runs are
//! interleaved, so that load on the machine affects all tools alike. A tool that is not found
//! is named below the table:
//!
//! * VeriFast: the command in `VERIFRAME_VERIFAST`, or `verifast` on the path;
//! * Silicon: the command or the `.jar` file in `VERIFRAME_SILICON`, or `silicon` on the path. It
//!   needs a Z3, which it finds on the path or in `Z3_EXE`.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "what is shared with the tests may stop at the first surprise"
)]
#![expect(clippy::print_stdout, reason = "tables are for standard output")]

#[path = "../cost/process.rs"]
#[allow(dead_code, reason = "the benchmarks of cost use it all")]
mod process;
#[path = "../../tests/support/table.rs"]
mod table;
mod tools;

use std::fs;
use std::io::{self, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tools::Tool;

/// The number of runs of each program by each tool.
const RUNS: usize = 7;

fn main() -> ExitCode {
    match report() {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The table, and the tools that were not found.
fn report() -> io::Result<String> {
    let (tools, missing) = tools::find();
    let head: Vec<String> = tools.iter().flat_map(columns).collect();
    let head: Vec<&str> = ["program"]
        .into_iter()
        .chain(head.iter().map(String::as_str))
        .collect();
    let mut rows = Vec::new();
    for folder in programs()? {
        let _ = writeln!(stderr(), "{}", folder.display());
        rows.push(row(&tools, &folder));
    }
    let mut text = table::markdown(&head, &rows);
    for missing in missing {
        text += &format!("\n{missing}\n");
    }
    Ok(text)
}

/// The heads of the columns of a tool.
fn columns(tool: &Tool) -> Vec<String> {
    let name = tool.name;
    let mut columns = vec![format!("{name}: min (ms)"), "median (ms)".to_owned()];
    if !tool.is_own() {
        columns.push("by veriframe".to_owned());
    }
    columns
}

/// The folders of programs, by name.
fn programs() -> io::Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/programs");
    let entries: io::Result<Vec<PathBuf>> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect();
    let mut folders = entries?;
    folders.sort();
    Ok(folders)
}

/// The figures of a program: its times by each tool, and their ratios to those of the first.
fn row(tools: &[Tool], folder: &Path) -> Vec<String> {
    let times = times(tools, folder);
    let own = times.first().and_then(|times| shortest(times));
    let name = folder.file_name().map(|name| name.to_string_lossy());
    let mut row = vec![name.unwrap_or_default().into_owned()];
    for (tool, times) in tools.iter().zip(&times) {
        row.push(shown(shortest(times), times));
        row.push(shown(median(times), times));
        if !tool.is_own() {
            row.push(ratio(shortest(times), own));
        }
    }
    row
}

/// The times of interleaved runs, sorted, by tool.
///
/// # Errors
/// For each tool: why it does not verify the program.
fn times(tools: &[Tool], folder: &Path) -> Vec<Result<Vec<Duration>, String>> {
    let mut all: Vec<_> = tools.iter().map(|_| Ok(Vec::new())).collect();
    for _ in 0..RUNS {
        for (tool, times) in tools.iter().zip(&mut all) {
            let Ok(known) = times else { continue };
            match tool.time(folder) {
                Ok(time) => known.push(time),
                Err(why) => *times = Err(why),
            }
        }
    }
    for times in all.iter_mut().flatten() {
        times.sort();
    }
    all
}

fn shortest(times: &Result<Vec<Duration>, String>) -> Option<Duration> {
    times.as_ref().ok()?.first().copied()
}

fn median(times: &Result<Vec<Duration>, String>) -> Option<Duration> {
    let times = times.as_ref().ok()?;
    times.get(times.len() / 2).copied()
}

/// A time in milliseconds, or why there is none.
fn shown(time: Option<Duration>, times: &Result<Vec<Duration>, String>) -> String {
    match (time, times) {
        (Some(time), _) => format!("{:.1}", time.as_secs_f64() * 1000.0),
        (None, Err(why)) => why.clone(),
        (None, Ok(_)) => "–".to_owned(),
    }
}

fn ratio(time: Option<Duration>, own: Option<Duration>) -> String {
    match (time, own) {
        (Some(time), Some(own)) => format!("{:.1}", time.as_secs_f64() / own.as_secs_f64()),
        _ => "–".to_owned(),
    }
}
