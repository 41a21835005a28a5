//! The table of `--stats`: statistics per member.

use super::text::duration;
use crate::driver::FileReport;
use crate::verify::outcome::Stats;

/// The columns after the member's name.
const COLUMNS: [&str; 7] = [
    "time",
    "paths",
    "queries",
    "built-in",
    "Z3 checks",
    "rlimit",
    "chunks",
];

/// The table of a file's members, with totals.
pub(super) fn of_file(report: &FileReport) -> String {
    let mut rows: Vec<(String, Stats)> = report
        .members
        .iter()
        .map(|m| (m.name.clone(), m.stats))
        .collect();
    rows.push(("total".to_owned(), report.stats()));
    render(&rows)
}

/// The table of several files, with totals.
pub(super) fn of_files(files: &[(String, Stats)]) -> String {
    let mut rows = files.to_vec();
    let mut total = Stats::default();
    for (_, stats) in files {
        total += *stats;
    }
    rows.push(("total".to_owned(), total));
    render(&rows)
}

/// Renders the rows: names left-aligned, numbers right-aligned.
fn render(rows: &[(String, Stats)]) -> String {
    let cells: Vec<[String; 7]> = rows.iter().map(|(_, stats)| cells(stats)).collect();
    let name_width = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    let widths: Vec<usize> = COLUMNS
        .iter()
        .enumerate()
        .map(|(at, head)| {
            let widest = cells
                .iter()
                .filter_map(|row| row.get(at))
                .map(|cell| cell.chars().count())
                .max();
            widest.unwrap_or(0).max(head.chars().count())
        })
        .collect();
    let line = |name: &str, cells: &[String]| {
        let cells: Vec<String> = cells
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:>width$}"))
            .collect();
        format!("  {name:name_width$}  {}\n", cells.join("  "))
    };
    let mut text = line("", &COLUMNS.map(str::to_owned));
    for ((name, _), cells) in rows.iter().zip(&cells) {
        text.push_str(&line(name, cells));
    }
    text
}

/// The numbers of a row, in the order of [`COLUMNS`].
fn cells(stats: &Stats) -> [String; 7] {
    [
        duration(stats.time),
        stats.paths.to_string(),
        stats.queries.to_string(),
        stats.builtin.to_string(),
        stats.z3_checks.to_string(),
        stats.rlimit.to_string(),
        stats.chunks.to_string(),
    ]
}
