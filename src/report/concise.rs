//! One line for each diagnostic, `FILE:LINE:COLUMN: CODE: MESSAGE`, as editors and the problem
//! matchers of CI services read it.

use super::text::duration;
use super::verification::Verification;
use crate::driver::{Counts, FileReport};
use crate::source::{SourceMap, Span};
use crate::verify::outcome::Status;
use std::io::{self, Write};

/// Writes a line for each diagnostic of a file, and for each member that is unknown without one.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_file(out: &mut dyn Write, sources: &SourceMap, file: &FileReport) -> io::Result<()> {
    for diagnostic in file.all_diagnostics() {
        let code = diagnostic.full_code();
        let place = place(sources, diagnostic.span);
        writeln!(out, "{place}: {code}: {}", one_line(&diagnostic.message()))?;
    }
    for member in &file.members {
        if member.status == Status::Unknown
            && member.diagnostics.is_empty()
            && let Some(why) = &member.why_not_verified
        {
            let place = place(sources, member.span);
            let why = one_line(why);
            writeln!(out, "{place}: unknown: `{}` is unknown: {why}", member.name)?;
        }
    }
    Ok(())
}

/// Writes the last lines: what was assumed, and the counts of members by verdict.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_end(out: &mut dyn Write, verification: Verification<'_>) -> io::Result<()> {
    let assumed = verification.assumed();
    for assumption in assumed.all() {
        let place = place(verification.sources, assumption.span);
        writeln!(out, "{place}: assumed: {}", assumption.text())?;
    }
    if let Some(totals) = assumed.totals() {
        writeln!(out, "assumed: {totals}")?;
    }
    let time = duration(verification.time);
    writeln!(out, "{}, in {time}", in_words(verification.counts()))
}

/// The counts of members by verdict, in one line.
pub(super) fn in_words(counts: Counts) -> String {
    let Counts {
        verified,
        failed,
        unknown,
        ..
    } = counts;
    let mut text = format!("{verified} verified, {failed} failed, {unknown} unknown");
    for (count, word) in [
        (counts.refused, "refused"),
        (counts.refused_files, "files with errors"),
        (counts.internal, "internal errors"),
    ] {
        if count > 0 {
            text += &format!(", {count} {word}");
        }
    }
    text
}

/// `FILE:LINE:COLUMN`
fn place(sources: &SourceMap, span: Span) -> String {
    let start = sources.start(span);
    let name = sources.file(span.file).shown_name();
    format!("{name}:{}:{}", start.line, start.column)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
