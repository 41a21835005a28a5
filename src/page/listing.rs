//! The text of a file, with the verdicts of its members and the explanations of its failures.

use super::{Shown, line_of, shown, verdict};
use crate::diagnostics::{Diagnostic, History, Replay, Severity};
use crate::driver::FileReport;
use crate::report::verification::Verification;
use crate::source::Span;
use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};

/// A file; without its text, only the lines that something is said about.
pub(super) fn file(
    verification: Verification<'_>,
    report: &FileReport,
    members: &[Shown<'_>],
    with_text: bool,
) -> Markup {
    let source = verification.sources.file(report.file);
    let mut below: BTreeMap<usize, Vec<Markup>> = BTreeMap::new();
    let mut marked: BTreeSet<usize> = BTreeSet::new();
    let mut notes: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for diagnostic in report.all_diagnostics() {
        let line = if diagnostic.span.file == report.file {
            line_of(verification, diagnostic.span)
        } else {
            1
        };
        marked.insert(line);
        below
            .entry(line)
            .or_default()
            .push(explanation(verification, diagnostic));
        let counterexample = diagnostic.counterexample.as_ref();
        let forgotten = counterexample.and_then(|found| found.forgotten.as_ref());
        for label in diagnostic.related.iter().chain(forgotten) {
            if label.span.file == report.file {
                let lines = notes.entry(line_of(verification, label.span)).or_default();
                let message = label.message();
                if !lines.contains(&message) {
                    lines.push(message);
                }
            }
        }
    }
    let mut verdicts: BTreeMap<usize, Vec<&Shown<'_>>> = BTreeMap::new();
    for member in members {
        if member.outcome.span.file == report.file {
            let line = line_of(verification, member.outcome.span);
            verdicts.entry(line).or_default().push(member);
        }
    }
    let text = shown(source.text());
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let is_said = |line: &usize| {
        marked.contains(line) || verdicts.contains_key(line) || notes.contains_key(line)
    };
    html! {
        section .file id=(format!("f{}", report.file.number())) {
            h2 { (shown(source.name())) " " (super::counts(report)) }
            @if !with_text { p .left-out { "The text is left out." } }
            div .code {
                @for (number, line) in &lines {
                    @if with_text || is_said(number) {
                        @let class = if marked.contains(number) { "line marked" } else { "line" };
                        div class=(class) id=(format!("f{}l{number}", report.file.number())) {
                            span .number { (number) }
                            code { (line) }
                            @for member in verdicts.get(number).into_iter().flatten() {
                                " " (badge(member))
                            }
                        }
                        @for note in notes.get(number).into_iter().flatten() {
                            div .note { (shown(note)) }
                        }
                        @for text in below.get(number).into_iter().flatten() { (text) }
                    }
                }
            }
        }
    }
}

/// The verdict of a member, which leads to its execution.
fn badge(member: &Shown<'_>) -> Markup {
    let outcome = member.outcome;
    let word = verdict(outcome.status);
    let class = format!("badge {word}");
    let why = outcome.why_not_verified.as_deref().map(shown);
    html! {
        @if member.recording.is_some() {
            a class=(class) href=(format!("#m{}", member.number)) title=(shown(&outcome.name)) {
                (word)
            }
        } @else {
            span class=(class) title=(why.unwrap_or_else(|| shown(&outcome.name))) { (word) }
        }
    }
}

/// A diagnostic: what fails, why, and with which values.
pub(super) fn explanation(verification: Verification<'_>, diagnostic: &Diagnostic) -> Markup {
    let class = match diagnostic.severity {
        Severity::Error => "explanation error",
        Severity::Warning => "explanation warning",
    };
    let text = shown(verification.sources.text(diagnostic.span));
    html! {
        div class=(class) {
            p {
                span .code-name { (diagnostic.full_code()) } " "
                strong { (shown(&diagnostic.message())) }
            }
            @if !text.trim().is_empty() && text.lines().count() < 4 {
                pre .conjunct { (text) }
            }
            @if !diagnostic.notes.is_empty() {
                ul { @for note in diagnostic.note_texts() { li { (shown(&note)) } } }
            }
            (counterexample(verification, diagnostic))
        }
    }
}

/// The values of a counterexample as tables, and what runs showed.
fn counterexample(verification: Verification<'_>, diagnostic: &Diagnostic) -> Markup {
    let Some(found) = &diagnostic.counterexample else {
        return html! {};
    };
    let (class, verdict) = match &found.replay {
        Replay::Confirmed => {
            let history = found.history.as_ref();
            let is_of_callers = history.is_none_or(History::is_of_callers);
            let prefix = if is_of_callers { "confirmed: " } else { "" };
            let history = history.map_or_else(String::new, |history| format!("; {history}"));
            let sentence = format!("{prefix}a run with this input violates it{history}");
            ("replay confirmed", sentence)
        }
        Replay::NotConfirmed(what) => ("replay not-confirmed", format!("not confirmed: {what}")),
        Replay::NotTried(why) => ("replay not-tried", format!("not run: {why}")),
    };
    html! {
        div .counterexample {
            @for (title, values) in [("on entry", &found.input), ("at the failure", &found.values)] {
                @if !values.is_empty() {
                    table {
                        caption { (title) }
                        @for (name, value) in values {
                            tr { th scope="row" { (shown(name)) } td { code { (shown(value)) } } }
                        }
                    }
                }
            }
            p class=(class) { (shown(&verdict)) }
            @if let Some(label) = &found.forgotten {
                p .forgotten { (at(verification, label.span)) ": " (shown(&label.message())) }
            }
        }
    }
}

/// A line, with a link to it if its file is shown.
pub(super) fn at(verification: Verification<'_>, span: Span) -> Markup {
    let line = line_of(verification, span);
    let mut files = verification.files.iter();
    if files.any(|report| report.file == span.file) {
        let number = span.file.number();
        return html! { a href=(format!("#f{number}l{line}")) { "line " (line) } };
    }
    let name = verification.sources.file(span.file).name();
    html! { (shown(name)) ":" (line) }
}
