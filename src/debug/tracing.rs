//! What is shown of each step while execution goes on: the statement, its source and its results
//! (004, §6), each alone or together, in a range of lines.

use super::session::Session;
use super::source::NodeId;
use crate::trace::bindings;

/// The most steps that are shown between two commands.
const MAX_STEPS: usize = 2_000;

/// What is shown of each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tracing {
    /// The number of the line.
    pub statement: bool,
    /// The text of the statement.
    pub source: bool,
    /// What it changed.
    pub results: bool,
    /// The first and the last line that are shown; `None` for all.
    pub lines: Option<(usize, usize)>,
}

/// Reads what is to be shown; `None` for nothing.
///
/// # Errors
/// If it is no such thing; what to say.
pub fn parse(argument: &str) -> Result<Option<Tracing>, String> {
    const USAGE: &str = "write `trace on`, with any of `statement`, `source`, `results`, and lines \
                         `M-N`; or `trace off`";
    let mut words = argument.split_whitespace();
    match (words.next(), words.clone().next()) {
        (Some("on"), _) => {}
        (Some("off"), None) => return Ok(None),
        _ => return Err(USAGE.to_owned()),
    }
    let mut tracing = Tracing {
        statement: false,
        source: false,
        results: false,
        lines: None,
    };
    for word in words {
        match word {
            "statement" => tracing.statement = true,
            "source" => tracing.source = true,
            "results" => tracing.results = true,
            range if tracing.lines.is_none() => {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                let lines = first.parse().ok().zip(last.parse().ok());
                let lines = lines.filter(|(first, last)| first <= last);
                tracing.lines = Some(lines.ok_or(USAGE)?);
            }
            _ => return Err(USAGE.to_owned()),
        }
    }
    if !(tracing.statement || tracing.source || tracing.results) {
        (tracing.statement, tracing.source, tracing.results) = (true, true, true);
    }
    Ok(Some(tracing))
}

/// What is shown, in words.
pub fn shown(tracing: Option<&Tracing>) -> String {
    let Some(tracing) = tracing else {
        return "trace off".to_owned();
    };
    let parts = [
        (tracing.statement, "statement"),
        (tracing.source, "source"),
        (tracing.results, "results"),
    ];
    let parts = parts.into_iter().filter(|(is_on, _)| *is_on);
    let mut text = "trace on".to_owned();
    for (_, name) in parts {
        text.push(' ');
        text.push_str(name);
    }
    if let Some((first, last)) = tracing.lines {
        text.push_str(&format!(" {first}-{last}"));
    }
    text
}

/// Keeps what is to be shown of the step from a state to the current one, and what it prints.
pub fn note(session: &mut Session<'_>, before: NodeId) {
    let (earlier, now) = (
        session.source.printed(before),
        session.source.printed(session.at()),
    );
    let new = now.strip_prefix(earlier.as_str()).unwrap_or_default();
    let lines = new.lines().map(|line| format!("prints {line}"));
    session.traced.extend(lines);
    let Some(tracing) = session.tracing.clone() else {
        return;
    };
    let executed = match session.source.is_before_its_place() {
        true => before,
        false => session.at(),
    };
    let Some(place) = session.place(executed) else {
        return;
    };
    let line = session.sources.start(place).line;
    let is_in = tracing
        .lines
        .is_none_or(|(first, last)| (first..=last).contains(&line));
    if !is_in || session.traced.len() > MAX_STEPS {
        return;
    }
    if session.traced.len() == MAX_STEPS {
        session.traced.push("… more steps are not shown".to_owned());
        return;
    }
    let mut parts = Vec::new();
    if tracing.statement {
        parts.push(format!("line {line}"));
    }
    if tracing.source {
        let text = session.sources.file(place.file).line(line).trim();
        let what = session.source.step_text(executed);
        parts.push(what.unwrap_or_else(|| text.to_owned()));
    }
    if tracing.results {
        parts.extend(results(session, before));
    }
    if !parts.is_empty() {
        session.traced.push(parts.join("  "));
    }
}

/// What the step from a state to the current one changed.
fn results(session: &mut Session<'_>, before: NodeId) -> Option<String> {
    let is_same_call = session.source.depth(before) == session.source.depth(session.at());
    let earlier = session.source.view(before);
    let now = session.source.view(session.at());
    let change = now.since(&earlier);
    // The variables of another call are not changed by entering it.
    let store = bindings(&change.store).filter(|_| is_same_call);
    let all: Vec<String> = store.chain(change.added).chain(change.path).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_shown_again() {
        for text in [
            "trace off",
            "trace on statement source results",
            "trace on results 3-7",
            "trace on statement source 5-5",
        ] {
            let read = parse(text.strip_prefix("trace ").unwrap()).unwrap();
            assert_eq!(shown(read.as_ref()), text);
        }
        assert_eq!(parse("on"), parse("on statement source results"));
        for wrong in ["", "yes", "off source", "on 7-3", "on x", "on 1 2"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
