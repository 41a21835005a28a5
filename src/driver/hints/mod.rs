//! Hints: edits of contracts and ghost code with which a failed member verifies. Nothing is
//! proposed that has not been tried: the edited program is loaded and verified again, and every
//! other member that the edit can affect, too. What may be tried is bounded by counted units, so
//! that hints are the same on every machine.

mod candidate;
mod edits;
mod entry;
mod framing;
mod ghost;
mod invariants;
mod observed;
mod search;
mod site;
mod trial;

use super::on_large_stack;
use super::program::LoadedProgram;
use crate::diagnostics::{Code, Edit, Hint, Severity};
use crate::source::SourceMap;
use crate::stop::Stop;
use crate::verify::{Hints, MemberOutcome, Status};
use search::Search;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::thread;
use trial::Trials;

/// Adds hints to the failed members of a program.
pub(super) fn add(
    loaded: &LoadedProgram,
    sources: &SourceMap,
    stop: &Stop,
    members: &mut [MemberOutcome],
) {
    let options = &loaded.options;
    // What is verified again for another class has the text of its own.
    let mut texts = BTreeSet::new();
    let members_and_places = members.iter().enumerate();
    let failed = members_and_places.filter(|(_, member)| texts.insert(member.span));
    let failed = failed.filter(|(_, member)| is_explained(member));
    let failed: Vec<usize> = failed.map(|(at, _)| at).collect();
    if options.hints == Hints::Off || !options.explain || failed.is_empty() {
        return;
    }
    let trials = || Trials::new(loaded, sources, options, stop);
    let search = || {
        let trials = trials();
        let base = trials.unedited(sources).map(Rc::new);
        let hints = failed.iter().filter_map(|at| {
            let search = Search {
                trials: &trials,
                outcome: members.get(*at)?,
                known: members,
            };
            Some((*at, search.hint(base.as_ref()?)))
        });
        let hints: Vec<(usize, Option<Hint>)> = hints.collect();
        (hints, trials.are_stopped())
    };
    // Z3 must not start on this thread, which may verify other members.
    let found = thread::scope(|scope| {
        let searching = scope.spawn(|| on_large_stack(search));
        searching.join()
    });
    let Ok((hints, is_stopped)) = found else {
        return;
    };
    for (at, hint) in hints {
        let Some(outcome) = members.get_mut(at) else {
            continue;
        };
        outcome.is_final &= !is_stopped;
        let mut errors = outcome.diagnostics.iter_mut();
        if let Some(first) = errors.find(|d| d.severity == Severity::Error) {
            first.hint = hint;
        }
    }
}

/// The name and the text after edits, which do not overlap, of each file that they change.
#[must_use]
pub fn with_edits(sources: &SourceMap, edits: &[Edit]) -> Vec<(String, String)> {
    let after = edits::edited(sources, edits);
    let files = after
        .files()
        .filter(|(id, file)| file.text() != sources.file(*id).text());
    files
        .map(|(_, file)| (file.name().to_owned(), file.text().to_owned()))
        .collect()
}

/// Whether a member failed, and what failed is a text of the program.
fn is_explained(outcome: &MemberOutcome) -> bool {
    let mut errors = outcome.diagnostics.iter();
    outcome.status == Status::Failed
        && !outcome.span.file.is_library()
        && !errors.any(|d| matches!(d.code, Code::Internal | Code::Unknown))
}
