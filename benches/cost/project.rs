//! The cost of each program of the project, and the peak memory of the examples.

use crate::report::{Claim, claims, mb, megabytes, millions, ms};
use crate::support::{Program, option_words, program, programs, root, search, table, top_level};
use crate::tool::{Bench, Cost};

/// The bound on the peak memory of any example, in MB.
const MEMORY: f64 = 50.0;

/// The number of columns.
const COLUMNS: usize = 9;

/// The examples, and the larger test programs that verify.
fn all() -> Vec<Program> {
    let mut all = programs("examples");
    all.extend(top_level("tests/verify/programs"));
    all
}

/// The programs at these paths: files, and folders recursively.
fn chosen(paths: &[String]) -> Result<Vec<Program>, String> {
    if paths.is_empty() {
        return Ok(all());
    }
    let mut found = Vec::new();
    for path in paths {
        let path = root().join(path);
        let mut files = vec![path.clone()];
        if !path.is_file() {
            files.clear();
            search(&path, "idf", &mut files);
        }
        if files.is_empty() {
            return Err(format!("there is no program at `{}`", path.display()));
        }
        found.extend(files.iter().map(|file| program(file)));
    }
    Ok(found)
}

/// A table of the cost of each program, with totals in the last row.
///
/// # Errors
/// If a path has no program, or a process has unexpected output.
pub fn report(bench: &Bench, paths: &[String]) -> Result<String, String> {
    let programs = chosen(paths)?;
    let mut rows = Vec::new();
    let mut total = Cost::NOTHING;
    for program in &programs {
        let cost = bench.cost(&root().join(&program.name), &option_words(program));
        rows.push(cells(&program.name, &cost));
        if let Ok(cost) = cost {
            total += cost;
        }
    }
    let name = format!("total of {}, most memory", programs.len());
    rows.push(cells(&name, &Ok(total)));
    let instructions = format!("instructions (10⁶, {})", bench.counter().name());
    let head: [&str; COLUMNS] = [
        "program",
        "members",
        "time (ms)",
        &instructions,
        "queries",
        "built-in",
        "Z3 checks",
        "resource count",
        "memory (MB)",
    ];
    Ok(table::markdown(&head, &rows))
}

/// A row of the table.
fn cells(name: &str, cost: &Result<Cost, String>) -> Vec<String> {
    let cost = match cost {
        Ok(cost) => cost,
        Err(why) => {
            let mut cells = vec![format!("{name} ({why})")];
            cells.resize(COLUMNS, "–".to_owned());
            return cells;
        }
    };
    let counts = cost.counts;
    let mark = if cost.verified { "" } else { " (not verified)" };
    let mut cells = vec![
        format!("{name}{mark}"),
        counts.members.to_string(),
        ms(cost.time),
        millions(cost.instructions),
    ];
    let numbers = [
        counts.queries,
        counts.builtin,
        counts.z3_checks,
        counts.rlimit,
    ];
    cells.extend(numbers.map(|number| number.to_string()));
    cells.push(mb(cost.memory()));
    cells
}

/// The peak memory of each example, largest first.
///
/// # Errors
/// If a process cannot be started or has unexpected output.
pub fn memory(bench: &Bench) -> Result<String, String> {
    let mut peaks = Vec::new();
    for program in programs("examples") {
        let cost = bench.glance(&root().join(&program.name), &option_words(&program));
        let peak = cost.ok().and_then(|cost| cost.memory());
        peaks.push((program.name, peak));
    }
    peaks.sort_by_key(|(_, peak)| std::cmp::Reverse(*peak));
    let rows: Vec<Vec<String>> = peaks
        .iter()
        .map(|(name, peak)| vec![name.clone(), mb(*peak)])
        .collect();
    // There is no claim if a figure is missing.
    let all: Option<Vec<u64>> = peaks.iter().map(|(_, peak)| *peak).collect();
    let most = all.and_then(|all| all.into_iter().max()).map(megabytes);
    let claim = Claim::at_most("memory for any example", most, MEMORY, " MB");
    Ok(format!(
        "{}\n{}",
        table::markdown(&["example", "memory (MB)"], &rows),
        claims(&[claim])
    ))
}
