//! Failures of a member that have one cause, for texts: the first one is shown in full and names the
//! others, a line each.
//!
//! Other formats have every failure in full: their readers can group them.

use crate::diagnostics::failure::{FailureKind, Note, Role};
use crate::diagnostics::{Diagnostic, Label, Severity};
use crate::source::SourceMap;
use crate::syntax::quote;
use crate::verify::MemberOutcome;

/// What two failures of a member can have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause<'d> {
    /// A value or a permission that is lost for want of a clause.
    Lost(&'d Note),
    /// What a call forgets.
    Forgotten(&'d Label),
    /// Other queries had used up what the member may cost.
    Spent,
}

/// The diagnostics of a member, one for each cause.
pub(super) fn by_cause(sources: &SourceMap, member: &MemberOutcome) -> Vec<Diagnostic> {
    let mut all: Vec<(Option<Cause<'_>>, Diagnostic)> = Vec::new();
    for diagnostic in &member.diagnostics {
        let cause = cause(diagnostic);
        let mut earlier = all.iter_mut();
        let first = earlier.find(|(other, first)| match cause {
            None => false,
            Some(Cause::Spent) => is_left_open(first),
            Some(Cause::Lost(_) | Cause::Forgotten(_)) => *other == cause,
        });
        match first {
            Some((_, first)) => add(sources, first, diagnostic),
            None => all.push((cause, diagnostic.clone())),
        }
    }
    all.into_iter().map(|(_, diagnostic)| diagnostic).collect()
}

/// Adds a failure to the one that is shown, with what is known of the cause.
fn add(sources: &SourceMap, first: &mut Diagnostic, other: &Diagnostic) {
    let line = sources.start(other.span).line;
    let note = if is_left_open(other) {
        let text = sources.on_one_line(quote, other.span);
        format!("line {line} is left open, too: `{text}`")
    } else {
        format!("line {line}, for the same reason: {}", other.message())
    };
    first.notes.push(Note::Text(note));
    let is_cause = |note: &&Note| matches!(note, Note::EndsLoop(_));
    let causes = other.notes.iter().filter(is_cause).cloned();
    first.notes.extend(causes);
    let is_cause = |label: &&Label| matches!(label.role, Role::FeedsItself { .. });
    let causes = other.related.iter().filter(is_cause).cloned();
    first.related.extend(causes);
}

/// What a failure has in common with others; nothing if a run has confirmed it.
fn cause(diagnostic: &Diagnostic) -> Option<Cause<'_>> {
    if diagnostic.severity != Severity::Error || diagnostic.is_confirmed() {
        return None;
    }
    let of_note = diagnostic.notes.iter().find_map(|note| match note {
        Note::State(_) => Some(Cause::Lost(note)),
        Note::Cost {
            is_whole: false, ..
        } => Some(Cause::Spent),
        _ => None,
    });
    let forgets = |label: &&Label| matches!(label.role, Role::Forgets { .. });
    let forgotten = diagnostic.related.iter().find(forgets);
    of_note.or(forgotten.map(Cause::Forgotten))
}

/// Whether Z3 found no answer within its limit.
fn is_left_open(diagnostic: &Diagnostic) -> bool {
    let failure = diagnostic.what.failure();
    matches!(failure, Some(FailureKind::Undecided { .. }))
}
