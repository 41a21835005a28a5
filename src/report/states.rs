//! Paths as text: each step's source line, and the symbolic state after it in
//! the paper's notation `(heap, old heap, store, path condition)`.

use crate::source::SourceMap;
use crate::trace::{StateChange, StateView, Step, Trace, bindings};
use codespan_reporting::term::termcolor::{Color, ColorSpec, WriteColor};
use std::io;

/// The width at which lists of chunks and formulas are wrapped.
const WIDTH: usize = 96;

/// Writes the steps of a path; `full` selects complete states instead of differences.
pub(super) fn write(
    out: &mut dyn WriteColor,
    sources: &SourceMap,
    trace: &Trace,
    full: bool,
) -> io::Result<()> {
    let last = trace
        .steps
        .iter()
        .map(|step| sources.start(step.span).line)
        .max()
        .unwrap_or(0);
    let gutter = last.to_string().len().max(3);
    let mut before: Option<&Step> = None;
    for step in &trace.steps {
        write_header(out, sources, step, gutter)?;
        let lines = match before {
            Some(before) if !full => {
                changes(&step.state.since(&before.state), &before.state, &step.state)
            }
            _ => whole(&step.state),
        };
        for line in lines {
            write!(out, "{:gutter$} │   ", "")?;
            write_line(out, &line)?;
        }
        before = Some(step);
    }
    writeln!(out)
}

/// Writes a heading.
pub(super) fn write_heading(out: &mut dyn WriteColor, heading: &str) -> io::Result<()> {
    out.set_color(ColorSpec::new().set_bold(true))?;
    write!(out, "{heading}")?;
    out.reset()?;
    writeln!(out)
}

/// The header of a step: its number, its source text, and its description if that adds
/// something.
pub(super) fn write_header(
    out: &mut dyn WriteColor,
    sources: &SourceMap,
    step: &Step,
    gutter: usize,
) -> io::Result<()> {
    let line = sources.start(step.span).line;
    let text = sources.file(step.span.file).line(line).trim();
    write!(out, "{line:gutter$} │ ")?;
    out.set_color(ColorSpec::new().set_bold(true))?;
    write!(out, "{text}")?;
    out.reset()?;
    let is_said = step.what.is_empty() || bare(&step.what) == bare(text);
    match (step.inferred, is_said) {
        (true, _) => write!(out, "  — {} (inferred)", step.what)?,
        (false, false) => write!(out, "  — {}", step.what)?,
        (false, true) => {}
    }
    writeln!(out)
}

/// A step's text, trimmed of spaces and `;`.
fn bare(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && *c != ';')
        .collect()
}

/// Writes one line of a state, with `-` and `+` in colour.
pub(super) fn write_line(out: &mut dyn WriteColor, line: &str) -> io::Result<()> {
    let color = match line.split_once(' ') {
        Some(("-", _)) => Some(Color::Red),
        Some(("+", _)) => Some(Color::Green),
        _ => None,
    };
    if color.is_some() {
        out.set_color(ColorSpec::new().set_fg(color))?;
    }
    write!(out, "{line}")?;
    if color.is_some() {
        out.reset()?;
    }
    writeln!(out)
}

/// The changes of a step, one per line.
fn changes(change: &StateChange, before: &StateView, after: &StateView) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(change.removed.iter().map(|chunk| format!("- {chunk}")));
    lines.extend(change.added.iter().map(|chunk| format!("+ {chunk}")));
    if before.old != after.old {
        lines.extend(wrap("old heap {", &after.old, "}"));
    }
    lines.extend(bindings(&change.store));
    lines.extend(change.path.iter().cloned());
    if lines.is_empty() {
        lines.push("(no change)".to_owned());
    }
    lines
}

/// A complete state, `({heap}, {old heap}, [store], {path condition})`, on one line if
/// it fits.
fn whole(state: &StateView) -> Vec<String> {
    let store: Vec<String> = bindings(&state.store).collect();
    let parts = [
        set(&state.heap),
        set(&state.old),
        wrap("[", &store, "]"),
        set(&state.path),
    ];
    let on_one_line = format!(
        "({})",
        parts
            .iter()
            .map(|part| part.join(" "))
            .collect::<Vec<_>>()
            .join(", ")
    );
    if on_one_line.chars().count() <= WIDTH {
        return vec![on_one_line];
    }
    let mut lines = Vec::new();
    let last = parts.len() - 1;
    for (at, part) in parts.iter().enumerate() {
        for (inner, line) in part.iter().enumerate() {
            let open = if (at, inner) == (0, 0) { "(" } else { " " };
            let close = match inner + 1 == part.len() {
                true if at == last => ")",
                true => ",",
                false => "",
            };
            lines.push(format!("{open}{line}{close}"));
        }
    }
    lines
}

/// A set of chunks or formulas: `{a, b}`, or `∅`.
fn set(items: &[String]) -> Vec<String> {
    if items.is_empty() {
        vec!["∅".to_owned()]
    } else {
        wrap("{", items, "}")
    }
}

/// A bracketed list, wrapped if it is too long.
fn wrap(open: &str, items: &[String], close: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = open.to_owned();
    let mut width = open.chars().count();
    for (at, item) in items.iter().enumerate() {
        let size = item.chars().count() + 2;
        if at > 0 && width + size > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".to_owned()));
            width = 1;
        } else if at > 0 {
            line.push(' ');
        }
        line.push_str(item);
        line.push_str(if at + 1 == items.len() { "" } else { "," });
        width += size;
    }
    line.push_str(close);
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(items: &[&str]) -> Vec<String> {
        items.iter().map(|s| (*s).to_owned()).collect()
    }

    fn state(heap: &[&str], path: &[&str]) -> StateView {
        StateView {
            heap: strings(heap),
            old: Vec::new(),
            store: vec![("v".to_owned(), "v".to_owned())],
            path: strings(path),
        }
    }

    #[test]
    fn a_small_state_stands_on_one_line_in_the_papers_notation() {
        assert_eq!(
            whole(&state(&["this.x ↦ x"], &["v > 0"])),
            ["({this.x ↦ x}, ∅, [v ↦ v], {v > 0})"]
        );
    }

    #[test]
    fn a_large_state_is_broken_between_and_within_its_parts() {
        let chunks: Vec<String> = (0..30).map(|n| format!("c{n}.x ↦ {n}")).collect();
        let chunks: Vec<&str> = chunks.iter().map(String::as_str).collect();
        let lines = whole(&state(&chunks, &[]));
        assert!(lines.len() > 5, "{lines:?}");
        assert!(
            lines.iter().all(|line| line.chars().count() <= WIDTH + 2),
            "{lines:?}"
        );
        assert_eq!(lines.last().map(String::as_str), Some(" ∅)"));
    }

    #[test]
    fn a_difference_names_what_went_what_came_and_nothing_else() {
        let (before, after) = (state(&["a", "b"], &["p"]), state(&["a", "c"], &["p", "q"]));
        assert_eq!(
            changes(&after.since(&before), &before, &after),
            ["- b", "+ c", "q"]
        );
        assert_eq!(
            changes(&after.since(&after), &after, &after),
            ["(no change)"]
        );
    }
}
