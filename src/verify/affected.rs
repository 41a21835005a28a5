//! Which members an edit of a program can affect.

use super::checks::Checks;
use super::fingerprint::Fingerprints;
use super::outcome::Options;
use crate::ir::reach::Obligation;
use crate::ir::{Program, mentions};
use crate::parallel::Pool;
use crate::source::SourceMap;
use std::collections::{BTreeMap, BTreeSet};

/// A program with its files.
#[derive(Clone, Copy, Debug)]
pub struct Loaded<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its files.
    pub sources: &'p SourceMap,
}

/// The names of the members whose checks can have another result after an edit than before: their
/// fingerprints differ. `None` if the members are not the same.
#[must_use]
pub fn members(before: Loaded<'_>, after: Loaded<'_>, options: &Options) -> Option<Vec<String>> {
    let (before, after) = (prints(before, options), prints(after, options));
    if !before.keys().eq(after.keys()) {
        return None;
    }
    let changed = after
        .into_iter()
        .filter(|(name, keys)| before.get(name) != Some(keys));
    Some(changed.map(|(name, _)| name).collect())
}

/// The fingerprints of the checks of each member.
fn prints(loaded: Loaded<'_>, options: &Options) -> BTreeMap<String, [crate::cache::Key; 2]> {
    let Loaded { program, sources } = loaded;
    let mentions = mentions::by_member(program, &Pool::default());
    let checks = Checks::new(program, &mentions, sources, options);
    let basis = checks.relevant_options();
    let prints = Fingerprints::new(program, &checks.graph(), checks.reaches(), &basis);
    let none = BTreeSet::new();
    let members = program.members.iter();
    members
        .map(|&member| {
            let keys = [Obligation::Contract, Obligation::Body]
                .map(|obligation| prints.key(member, obligation, &none));
            (program.member_name(member), keys)
        })
        .collect()
}
