//! The execution of a member: its tree, and each state with what the step to it changed.

use super::{Shown, cut, heap_drawing, line_of, listing, shown, verdict};
use crate::debug::heap::HeapView;
use crate::debug::recorder::{Recorded, Recording};
use crate::debug::source::End;
use crate::report::verification::Verification;
use crate::trace::{StateView, bindings};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The longest text of a step in the tree.
const MAX_TEXT: usize = 90;

/// The longest formula of a state; longer ones are cut.
const MAX_FORMULA: usize = 600;

/// The execution of a member as a section of the page.
pub(super) fn execution(
    verification: Verification<'_>,
    member: &Shown<'_>,
    recording: &Recording,
) -> Markup {
    let number = member.number;
    let outcome = member.outcome;
    let mut drawings = Drawings::default();
    let states: Vec<Markup> = (0..recording.states.len())
        .map(|at| state(verification, number, recording, at, &mut drawings))
        .collect();
    let word = verdict(outcome.status);
    html! {
        section .execution id=(format!("m{number}")) data-member=(number) {
            h2 {
                (shown(&outcome.name)) " "
                span class=(format!("badge {word}")) { (word) }
            }
            @if let Some(why) = &outcome.why_not_verified { p .warning { (shown(why)) } }
            @if recording.is_cut {
                p .left-out {
                    "Not all paths are shown: there are too many, or the check ended early."
                }
            }
            @for diagnostic in &outcome.diagnostics {
                (listing::explanation(verification, diagnostic))
            }
            div .stepper {
                div .tree role="navigation" aria-label="Execution tree" {
                    h3 { "Execution" }
                    (tree(verification, number, recording))
                }
                div .states { @for state in &states { (state) } }
            }
        }
    }
}

/// A state of the list to come: with its depth, and the conditions of the side that it is on.
struct Branch {
    at: usize,
    is_side: bool,
}

/// The tree as nested lists.
fn tree(verification: Verification<'_>, number: usize, recording: &Recording) -> Markup {
    let first = Branch {
        at: 0,
        is_side: false,
    };
    crate::stack::deep(|| branch(verification, number, recording, &first))
}

/// A part of the tree without forks, and what follows it.
fn branch(
    verification: Verification<'_>,
    number: usize,
    recording: &Recording,
    branch_at: &Branch,
) -> Markup {
    let mut steps = Vec::new();
    let mut at = Some(branch_at.at);
    let mut sides = Vec::new();
    while let Some(here) = at {
        let Some(state) = recording.states.get(here) else {
            break;
        };
        steps.push((here, state));
        at = match state.children.as_slice() {
            [] => None,
            [only] => Some(*only),
            several => {
                sides = several.to_vec();
                None
            }
        };
    }
    let conditions = recording.states.get(branch_at.at);
    let conditions = conditions.map_or(&[][..], |state| &state.conditions);
    let is = |at: usize, holds: fn(&Recorded) -> bool| recording.states.get(at).is_some_and(holds);
    html! {
        @if branch_at.is_side && !conditions.is_empty() {
            p .side { "if " code { (shown(&conditions.join(" && "))) } }
        }
        ol {
            @for (here, state) in &steps {
                li class=(class_of(state)) {
                    a href=(format!("#m{number}s{here}")) data-step=(here) {
                        (step_text(verification, state))
                    }
                }
            }
        }
        @if !sides.is_empty() {
            @let fails = sides.iter().any(|side| is(*side, |state| class_of(state) == "step fails"));
            ul .fork {
                @for side in &sides {
                    li {
                        @if fails && is(*side, |state| {
                            state.conditions.is_empty() && class_of(state) != "step fails"
                        }) {
                            p .side { "the rest, as if it held" }
                        }
                        (crate::stack::deep(|| {
                            let side = Branch { at: *side, is_side: true };
                            branch(verification, number, recording, &side)
                        }))
                    }
                }
            }
        }
    }
}

fn class_of(state: &Recorded) -> &'static str {
    match &state.end {
        Some(End::Failed(_)) => "step fails",
        Some(End::Verified | End::NothingElseFails | End::Returned(_)) => "step ends",
        Some(End::Cut(_)) => "step cut",
        None if state.is_inferred => "step inferred",
        None => "step",
    }
}

/// A step in one line.
fn step_text(verification: Verification<'_>, state: &Recorded) -> String {
    let line = line_of(verification, state.place);
    let text = match &state.end {
        Some(End::Failed(failed)) => format!("✗ {}", failed.code),
        Some(End::Verified | End::Returned(_)) => "✓ the path is verified".to_owned(),
        Some(End::NothingElseFails) => "nothing else fails on this path".to_owned(),
        Some(End::Cut(why)) => format!("… {why}"),
        None => {
            let source = verification.sources.file(state.place.file).line(line);
            match state.what.as_str() {
                "" => source.trim().to_owned(),
                what if state.is_inferred => format!("{what} (inferred)"),
                what => what.to_owned(),
            }
        }
    };
    format!("{line}: {}", cut(&shown(&text), MAX_TEXT))
}

/// The drawings of a member: equal ones are drawn once.
#[derive(Default)]
struct Drawings {
    known: BTreeMap<String, usize>,
}

/// A state, with what the step to it changed.
fn state(
    verification: Verification<'_>,
    number: usize,
    recording: &Recording,
    at: usize,
    drawings: &mut Drawings,
) -> Markup {
    let Some(state) = recording.states.get(at) else {
        return html! {};
    };
    let before = state.parent.and_then(|parent| recording.states.get(parent));
    let view_before = before.map(|before| &before.view);
    html! {
        article class=(format!("state {}", class_of(state))) id=(format!("m{number}s{at}"))
            data-step=(at) data-parent=[state.parent]
            data-line=(format!("f{}l{}", state.place.file.number(), line_of(verification, state.place))) {
            h3 {
                (listing::at(verification, state.place)) ": "
                (step_text(verification, state).split_once(": ").map_or("", |(_, text)| text))
            }
            @if !state.conditions.is_empty() {
                p .side { "if " code { (shown(&state.conditions.join(" && "))) } }
            }
            @if let Some(End::Failed(failed)) = &state.end {
                p .failure { strong { (shown(&failed.message)) } }
                pre .conjunct { (shown(verification.sources.text(failed.place))) }
                @for (place, what) in &failed.related {
                    p { (listing::at(verification, *place)) ": " (shown(what)) }
                }
                @for note in &failed.notes { p .note { (shown(note)) } }
            }
            (heap(number, state, before, drawings))
            (view(&state.view, view_before))
            (queries(state))
        }
    }
}

/// The heap as a drawing.
fn heap(
    number: usize,
    state: &Recorded,
    before: Option<&Recorded>,
    drawings: &mut Drawings,
) -> Markup {
    // Where a condition fails, permission that the assertion demands before has been removed.
    let is_failure = matches!(state.end, Some(End::Failed(_)));
    let (state, before) = match before {
        Some(before) if is_failure => (before, Some(before)),
        _ => (state, before),
    };
    let Some(view) = &state.heap else {
        return html! {};
    };
    if view.boxes.is_empty() {
        return html! { p .empty { "The heap holds nothing." } };
    }
    let earlier: Option<&HeapView> = before.and_then(|before| before.heap.as_ref());
    let drawing = heap_drawing::drawing(view, earlier);
    let count = drawings.known.len();
    match drawings.known.get(&drawing.0) {
        Some(known) => html! {
            div .graph data-same=(format!("m{number}g{known}")) {
                a href=(format!("#m{number}g{known}")) { "the same heap as before" }
            }
        },
        None => {
            drawings.known.insert(drawing.0.clone(), count);
            html! { div .graph id=(format!("m{number}g{count}")) { (drawing) } }
        }
    }
}

/// A whole state; what is new is marked, and so is what is gone.
fn view(view: &StateView, before: Option<&StateView>) -> Markup {
    let no_state = StateView::default();
    let earlier = before.unwrap_or(&no_state);
    let store = |view: &StateView| -> Vec<String> { bindings(&view.store).collect() };
    let parts = [
        ("heap", view.heap.clone(), earlier.heap.clone()),
        ("store", store(view), store(earlier)),
        ("path condition", view.path.clone(), earlier.path.clone()),
        ("old heap", view.old.clone(), earlier.old.clone()),
    ];
    html! {
        div .view {
            @for (title, now, then) in &parts {
                @if !now.is_empty() || !then.is_empty() {
                    (part(title, now, then, before.is_some()))
                }
            }
        }
    }
}

fn part(title: &str, now: &[String], then: &[String], is_compared: bool) -> Markup {
    // The heap on entry is the same nearly always.
    let is_open = title != "old heap" || (is_compared && now != then);
    let gone = then
        .iter()
        .filter(|line| is_compared && !now.contains(line));
    let line = |text: &str| cut(&shown(text), MAX_FORMULA);
    html! {
        details open[is_open] {
            summary { (title) }
            ul {
                @for text in gone { li { del { (line(text)) } } }
                @for text in now {
                    @let is_new = is_compared && !then.contains(text);
                    li { @if is_new { ins { (line(text)) } } @else { (line(text)) } }
                }
            }
        }
    }
}

/// The queries of a state.
fn queries(state: &Recorded) -> Markup {
    let queries = state.queries.iter();
    let queries: Vec<_> = queries.filter(|query| query.goal != "false").collect();
    if queries.is_empty() {
        return html! {};
    }
    html! {
        details {
            summary { "queries" }
            ul {
                @for query in &queries {
                    li class=(format!("answer {}", query.answer)) {
                        code { (cut(&shown(&query.goal), MAX_FORMULA)) } " " em { (query.answer) }
                    }
                }
            }
        }
    }
}
