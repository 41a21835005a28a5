//! What a text report says of failed members after all diagnostics: the last states of the first
//! one, and the commands that show more.

use super::painted::Painted;
use super::states;
use super::verification::{Further, Verification};
use crate::driver::FileReport;
use crate::trace::{StateView, Step, bindings};
use crate::verify::LastStates;
use crate::verify::outcome::MemberOutcome;
use crate::visible::{cut_after, on_one_line};
use std::io::{self, Write};

/// The most lines of states, with their heading and the query.
const LINES: usize = 15;

/// The most lines of the changes of one step.
const CHANGES: usize = 5;

/// The greatest width of a line of a state; `--trace` shows the rest.
const WIDTH: usize = 110;

/// The most members whose commands are written.
const MEMBERS: usize = 10;

/// Writes what is to be said.
pub(super) fn write(
    out: &mut Painted,
    verification: Verification<'_>,
    further: &Further,
) -> io::Result<()> {
    let files = verification.files.iter();
    let failed = files.flat_map(|file| {
        let members = file.members.iter();
        let failed = members.filter(|member| member.failure().is_some());
        failed.map(move |member| (file, member))
    });
    let failed: Vec<(&FileReport, &MemberOutcome)> = failed.collect();
    if let (Some(states), Some((_, first))) = (&further.states, failed.first()) {
        write_states(out, verification, first, states)?;
    }
    for (file, member) in failed.iter().take(MEMBERS) {
        let file = verification.sources.file(file.file).name();
        writeln!(out, "{}", commands(further, file, &member.name))?;
    }
    match failed.len().saturating_sub(MEMBERS) {
        0 => Ok(()),
        1 => writeln!(out, "1 more member fails: the same with its name"),
        more => writeln!(out, "{more} more members fail: the same with their names"),
    }
}

/// The line that names the commands for a member.
fn commands(further: &Further, file: &str, member: &str) -> String {
    let file = [file.to_owned()];
    let programs = further.programs.as_deref().unwrap_or(&file);
    let programs = programs.iter().map(|argument| quoted(argument));
    let programs: Vec<String> = programs.collect();
    let arguments = format!("{} --member {}", programs.join(" "), quoted(member));
    format!(
        "{member}: `veriframe debug {arguments}` steps through it; verify it with --trace for all states"
    )
}

/// An argument as a shell reads it.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:=@%+,\\".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        argument.to_owned()
    } else {
        format!("'{}'", on_one_line(argument).replace('\'', r"'\''"))
    }
}

fn write_states(
    out: &mut Painted,
    verification: Verification<'_>,
    member: &MemberOutcome,
    states: &LastStates,
) -> io::Result<()> {
    let steps = &states.trace.steps;
    let Some(failure) = steps.last() else {
        return Ok(());
    };
    let line = |step: &Step| verification.sources.start(step.span).line;
    let last = steps.iter().map(line).max().unwrap_or_default();
    let gutter = last.to_string().len().max(3);
    let query = match &states.open {
        Some(goal) => format!("not proved: {goal}"),
        None => {
            let failure = member.failure();
            failure.map_or_else(String::new, |failure| {
                format!("fails: {}", failure.message())
            })
        }
    };
    // The heading and the query are lines, too.
    let mut left = LINES - 2;
    let mut shown: Vec<(&Step, Vec<String>)> = Vec::new();
    let first = usize::from(states.begins_before);
    for at in (first..steps.len()).rev() {
        let Some(step) = steps.get(at) else { break };
        let before = at.checked_sub(1).and_then(|at| steps.get(at));
        let changes = changes(before.map(|before| &before.state), &step.state);
        // The first of these lines names the step.
        if 1 + changes.len() > left {
            break;
        }
        left -= 1 + changes.len();
        shown.push((step, changes));
    }
    let heading = format!(
        "{}, the last states before it fails at line {}",
        member.name,
        line(failure)
    );
    states::write_heading(out, &heading)?;
    for (step, changes) in shown.iter().rev() {
        states::write_header(out, verification.sources, step, gutter)?;
        for change in changes {
            write!(out, "{:gutter$} │   ", "")?;
            states::write_line(out, change)?;
        }
    }
    writeln!(out, "{:gutter$} │   {}", "", cut(&query))?;
    Ok(())
}

/// What a step changed, one a line.
fn changes(before: Option<&StateView>, after: &StateView) -> Vec<String> {
    let nothing = StateView::default();
    let mut change = after.since(before.unwrap_or(&nothing));
    // Parameters are the symbols that they are named after.
    change.store.retain(|(name, value)| name != value);
    let removed = change.removed.iter().map(|chunk| format!("- {chunk}"));
    let added = change.added.iter().map(|chunk| format!("+ {chunk}"));
    let store = bindings(&change.store);
    let path = change.path.iter().cloned();
    let all = removed.chain(added).chain(store).chain(path);
    let mut lines: Vec<String> = all.map(|line| cut(&line)).collect();
    let more = lines.len().saturating_sub(CHANGES);
    if more > 1 {
        lines.truncate(CHANGES - 1);
        lines.push(format!("… and {} more", more + 1));
    }
    lines
}

/// A line that is not longer than the width.
fn cut(line: &str) -> String {
    let line = on_one_line(line);
    cut_after(&line, WIDTH).into_owned()
}
