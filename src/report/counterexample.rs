//! Counterexamples in words.

use crate::diagnostics::{Counterexample, Diagnostic, Replay, assignments};

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
        input,
        values,
        forgotten: _,
    } = counterexample;
    let (input, values) = (assignments(input), assignments(values));
    let mut notes = Vec::new();
    match replay {
        Replay::Confirmed => {
            notes.push(if input.is_empty() {
                "confirmed: a run of the member violates it".to_owned()
            } else {
                format!("confirmed: the run with {input} violates it")
            });
            if !values.is_empty() && values != input {
                notes.push(format!("there, {values}"));
            }
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
