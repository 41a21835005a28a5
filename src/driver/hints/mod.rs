//! Hints: edits of contracts and ghost code with which a failed member verifies. Nothing is
//! proposed that has not been tried: the edited program is loaded and verified again, and every
//! other member that the edit can affect, too. What may be tried is bounded by counted units, so
//! that hints are the same on every machine.
//!
//! After the members of a program are verified, edits are proposed for those that failed,
//! from the text: candidates need no proof, because each is tried. A trial edits the text in
//! memory, loads it by the front end (`src/driver/hints/trial.rs`) and verifies the member; an edit
//! of a contract also has to keep all members whose fingerprints it changes
//! (`src/verify/dependencies.rs`), and a new precondition must not prove `false`, nor keep all
//! paths from what failed, nor make superfluous what the precondition says of the same values. Runs
//! of the member propose equations and bounds of integers at the heads of its loops
//! (`src/driver/hints/observed.rs`). So a bad candidate costs time, never a wrong hint. Invariants
//! that do not suffice alone are tried together, without those that fail, until they are inductive;
//! then as few as possible are kept. Bounds are numbers of trials, bytes and solver units, in
//! proportion to what the failed member costs itself, so hints are the same on every machine. They
//! do not depend on which other members are verified: the verdicts that the search needs are
//! computed where the run leaves a member out (`src/driver/hints/verdicts.rs`). Reading a program
//! again takes time in proportion to its size, so hints are searched for its first failed members
//! only; how many depends on the size, and joining shards drops the hints of the others. Hints are
//! no part of check results: the proof cache does not have them, and the cache of reports, whose
//! key is the whole input, does. A hint that a stop interrupted makes its report not final.

mod candidate;
mod edits;
mod entry;
mod framing;
mod ghost;
mod invariants;
mod measures;
mod observed;
mod predicates;
mod search;
mod site;
mod trial;
mod triggers;
mod verdicts;

use super::on_large_stack;
use super::program::LoadedProgram;
use crate::diagnostics::failure::Note;
use crate::diagnostics::{Code, Edit, Hint, Severity};
use crate::ir::Program;
use crate::source::SourceMap;
use crate::stop::Stop;
use crate::verify::selection::MemberPlace;
use crate::verify::{Hints, MemberOutcome, Status};
use search::Search;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::thread;
use trial::Trials;
use verdicts::Verdicts;

/// Adds hints to the failed members of a program.
pub(super) fn add(
    loaded: &LoadedProgram,
    sources: &SourceMap,
    stop: &Stop,
    members: &mut [MemberOutcome],
) {
    let options = &loaded.options;
    let failed = searched(loaded, sources, members);
    if failed.is_empty() {
        return;
    }
    let trials = || Trials::new(loaded, sources, options, stop);
    let search = || {
        let trials = trials();
        let verdicts = Verdicts::new(loaded, sources, stop, members);
        let base = trials.unedited(sources).map(Rc::new);
        let hints = failed.iter().filter_map(|at| {
            let search = Search {
                trials: &trials,
                outcome: members.get(*at)?,
                verdicts: &verdicts,
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

/// For how many failed members of a program hints are searched.
pub(super) fn max_members(loaded: &LoadedProgram, sources: &SourceMap) -> usize {
    let options = &loaded.options;
    match (options.explain, options.hints) {
        (false, _) | (true, Hints::Off) => 0,
        (true, hints) => trial::max_members(hints, loaded.size(sources)),
    }
}

/// The members with a text of their own: what is verified again for another class has that of the
/// first.
pub(super) fn with_texts(program: &Program) -> BTreeSet<MemberPlace> {
    let mut spans = BTreeSet::new();
    let members = program.members.iter();
    let places = members.map(|member| MemberPlace::of(program, *member));
    places.filter(|place| spans.insert(place.span)).collect()
}

/// The positions of the outcomes for which hints are searched. Those are the first ones of the
/// report, so that a shard of the run has them, too.
fn searched(loaded: &LoadedProgram, sources: &SourceMap, outcomes: &[MemberOutcome]) -> Vec<usize> {
    let max = max_members(loaded, sources);
    let outcomes = outcomes.iter().enumerate();
    let failed: Vec<_> = outcomes
        .filter(|(_, outcome)| is_explained(outcome))
        .collect();
    let (Some(program), false, 1..) = (&loaded.program, failed.is_empty(), max) else {
        return Vec::new();
    };
    let (with_texts, files) = (with_texts(program), loaded.places());
    let mut all: Vec<(usize, usize)> = Vec::new();
    for (at, outcome) in failed {
        let place = MemberPlace {
            span: outcome.span,
            name: outcome.name.clone(),
        };
        if with_texts.contains(&place) {
            all.push((files.at(outcome.span), at));
        }
    }
    all.sort_unstable();
    all.truncate(max);
    all.into_iter().map(|(_, at)| at).collect()
}

/// Whether a member failed, and what failed is a text of the program; or whether it is unknown, and a
/// trigger might change that.
pub(crate) fn is_explained(outcome: &MemberOutcome) -> bool {
    let mut errors = outcome.diagnostics.iter();
    let mut notes = outcome.diagnostics.iter().flat_map(|d| &d.notes);
    let is_explained = match outcome.status {
        Status::Failed => !errors.any(|d| matches!(d.code, Code::Internal | Code::Unknown)),
        Status::Unknown => notes.any(|note| matches!(note, Note::EndsLoop(Some(_)))),
        Status::Verified | Status::Internal | Status::Refused => false,
    };
    is_explained && !outcome.span.file.is_library()
}
