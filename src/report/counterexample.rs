//! Counterexamples in words.

use crate::diagnostics::{Counterexample, Diagnostic, History, Replay, assignments};

/// The notes of a diagnostic, those on its counterexample last.
pub(super) fn all_notes(diagnostic: &Diagnostic) -> Vec<String> {
    let mut all = diagnostic.note_texts();
    all.extend(diagnostic.counterexample.iter().flat_map(notes));
    all
}

/// The notes on a counterexample: the values, then what runs showed.
fn notes(counterexample: &Counterexample) -> Vec<String> {
    let Counterexample {
        replay,
        history,
        input,
        values,
        forgotten: _,
    } = counterexample;
    let has_state = has_state(input);
    let (input, values) = (assignments(input), assignments(values));
    let mut notes = Vec::new();
    match replay {
        Replay::Confirmed => {
            let is_callers = history.as_ref().is_none_or(History::is_of_callers);
            notes.push(match (is_callers, input.is_empty()) {
                (true, true) => "confirmed: a run of the member violates it".to_owned(),
                (true, false) => format!("confirmed: the run with {input} violates it"),
                (false, true) => "a run of the member violates it".to_owned(),
                (false, false) => format!("the run with {input} violates it"),
            });
            if !values.is_empty() && values != input {
                notes.push(format!("there, {values}"));
            }
            let history = history.as_ref();
            notes.extend(history.and_then(|history| calls(history, has_state)));
        }
        Replay::NotConfirmed(what) => {
            notes.extend(model(&input, &values));
            notes.push(format!("not confirmed: {what}"));
        }
        Replay::NotTried(why) => {
            notes.extend(model(&input, &values));
            notes.push(format!("not run: {why}"));
        }
    }
    notes
}

/// Whether an input has objects, or collections.
fn has_state(input: &[(String, String)]) -> bool {
    let mut values = input.iter();
    values.any(|(name, value)| name.contains('.') || value.contains(['#', '[', '{']))
}

/// How callers come to a failure. One call with plain arguments says no more than the input.
fn calls(history: &History, has_state: bool) -> Option<String> {
    let is_input = match history {
        History::Made(calls) => !has_state && calls.len() == 1,
        History::Main(_) | History::Unreached(_) | History::Held(_) => false,
    };
    (!is_input).then(|| history.to_string())
}

/// The values of a model: at the failure and, if they differ, on entry.
fn model(input: &str, values: &str) -> Option<String> {
    match (input.is_empty(), values.is_empty()) {
        (_, true) => None,
        (true, false) => Some(format!("it fails, for example, if {values}")),
        (false, false) if input == values => Some(format!("it fails, for example, if {values}")),
        (false, false) => Some(format!(
            "it fails, for example, if {values} (on entry, {input})"
        )),
    }
}
