//! What a run says of a program without any contract: a screen, by kinds, instead of each failure. Whoever
//! points the tool at a repository learns what is wrong for sure, what is missing, and how to go on.

use super::painted::Painted;
use super::text::plural;
use super::verification::Verification;
use crate::diagnostics::{Code, Diagnostic, Severity, assignments};
use crate::verify::outcome::{MemberOutcome, Status};
use crate::visible::{cut_after, on_one_line};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The members from which on a run without contracts is shown so.
pub const LEAST: usize = 50;

/// The most failures, and the most lines of each other kind, that are shown.
const SHOWN: usize = 8;

/// The greatest width of a line.
const WIDTH: usize = 160;

/// Writes the overview.
pub(super) fn write(out: &mut Painted, verification: Verification<'_>) -> io::Result<()> {
    let members = verification.files.iter().flat_map(|file| &file.members);
    let failed = members.filter(|member| member.status == Status::Failed);
    let failed: Vec<&MemberOutcome> = failed.collect();
    let found = failed.iter().copied().flat_map(errors);
    let found = found.filter(|found| !needs_permission(found));
    let (shown, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        found.partition(|found| found.is_confirmed());
    write_confirmed(out, verification, &shown)?;
    write_permissions(out, &failed)?;
    write_others(out, &others)?;
    write_refused(out, verification)?;
    writeln!(
        out,
        "no method has a contract; the run with one of the files shows its failures, -v those of all, and \
         `veriframe test` searches for more inputs that fail"
    )
}

fn errors(member: &MemberOutcome) -> impl Iterator<Item = &Diagnostic> {
    let all = member.diagnostics.iter();
    all.filter(|found| found.severity == Severity::Error)
}

fn needs_permission(found: &Diagnostic) -> bool {
    found.code == Code::InsufficientPermission
}

/// The failures that a run has shown, with its input.
fn write_confirmed(
    out: &mut Painted,
    verification: Verification<'_>,
    found: &[&Diagnostic],
) -> io::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "{}, each shown by a run:",
        plural(found.len(), "failure")
    )?;
    for diagnostic in found.iter().take(SHOWN) {
        let sources = verification.sources;
        let file = sources.file(diagnostic.span.file).shown_name();
        let line = sources.start(diagnostic.span).line;
        let values = diagnostic.counterexample.as_ref();
        let input = values.map_or_else(String::new, |values| assignments(&values.input));
        let with = if input.is_empty() { "" } else { ": with " };
        let text = format!("  {file}:{line}: {}{with}{input}", diagnostic.message());
        writeln!(out, "{}", cut_after(&on_one_line(&text), WIDTH))?;
    }
    write_more(out, found.len())
}

fn write_more(out: &mut Painted, all: usize) -> io::Result<()> {
    match all.saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "  … and {more} more"),
    }
}

/// The classes whose members access what no contract gives them.
fn write_permissions(out: &mut Painted, failed: &[&MemberOutcome]) -> io::Result<()> {
    let need = failed.iter();
    let need = need.filter(|member| errors(member).any(needs_permission));
    let classes = need.map(|member| match member.name.rsplit_once('.') {
        Some((class, _)) => class,
        None => &member.name,
    });
    let counts = counted(classes);
    if counts.is_empty() {
        return Ok(());
    }
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    writeln!(
        out,
        "{} no permission to the fields or elements that they access; a contract gives it, as in \
         `//@ requires acc(this.f);`:",
        have(all)
    )?;
    let named = counts.iter().take(SHOWN);
    let named: Vec<String> = named
        .map(|(class, count)| format!("{class} {count}"))
        .collect();
    writeln!(out, "  {}", cut_after(&named.join(", "), WIDTH))?;
    write_more(out, counts.len())
}

fn have(count: usize) -> String {
    match count {
        1 => "1 member has".to_owned(),
        n => format!("{n} members have"),
    }
}

/// The other failures, by kinds.
fn write_others(out: &mut Painted, found: &[&Diagnostic]) -> io::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    let counts = counted(found.iter().map(|found| found.code.name()));
    let named = counts.iter().map(|(code, count)| format!("{code} {count}"));
    let named: Vec<String> = named.collect();
    writeln!(
        out,
        "{}, by no run so far: {}",
        plural(found.len(), "other failure"),
        named.join(", ")
    )
}

/// What is not supported, by what it is.
fn write_refused(out: &mut Painted, verification: Verification<'_>) -> io::Result<()> {
    let files = verification.files.iter();
    let found = files.flat_map(|file| &file.diagnostics);
    let errors = found.filter(|found| found.severity == Severity::Error);
    let messages: Vec<String> = errors.map(Diagnostic::message).collect();
    let counts = counted(messages.iter().map(String::as_str));
    if counts.is_empty() {
        return Ok(());
    }
    writeln!(out, "members are refused for:")?;
    for (message, count) in counts.iter().take(SHOWN) {
        let text = format!("  {count}: {message}");
        writeln!(out, "{}", cut_after(&on_one_line(&text), WIDTH))?;
    }
    write_more(out, counts.len())
}

/// How often each occurs, the most frequent first.
fn counted<'t>(all: impl Iterator<Item = &'t str>) -> Vec<(&'t str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in all {
        *counts.entry(one).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts
}
