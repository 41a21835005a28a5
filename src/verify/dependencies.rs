//! What the results of verifying members depend on, as hashes: to find the members that an edit or a
//! revision can affect.

use super::checks::Checks;
use super::denied::Denied;
use super::fingerprint::Fingerprints;
use super::outcome::Options;
use super::refused;
use super::report_cache::basis_of_results;
use crate::cache::Key;
use crate::ir::reach::Obligation;
use crate::ir::{MemberId, Program, mentions};
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
/// keys differ. `None` if the members are not the same.
#[must_use]
pub fn affected(before: Loaded<'_>, after: Loaded<'_>, options: &Options) -> Option<Vec<String>> {
    let by_name = |loaded: Loaded<'_>| -> BTreeMap<String, [Key; 2]> {
        let checks = checks_of(loaded.program, loaded.sources, options);
        let keys = keys_of_checks(loaded.program, &checks, options).into_iter();
        keys.map(|(member, keys)| (loaded.program.member_name(member), keys))
            .collect()
    };
    let (before, after) = (by_name(before), by_name(after));
    if !before.keys().eq(after.keys()) {
        return None;
    }
    let changed = after
        .into_iter()
        .filter(|(name, keys)| before.get(name) != Some(keys));
    Some(changed.map(|(name, _)| name).collect())
}

/// The hash of all that the verdicts of each member depend on, with these options: what its checks read,
/// and what is denied. Members that the front end refused, or that rely on what it refused, have none.
#[must_use]
pub fn dependencies(
    program: &Program,
    sources: &SourceMap,
    options: &Options,
) -> BTreeMap<MemberId, Key> {
    let denied = Denied::new(options);
    let refused = refused::not_verified(program);
    let checks = checks_of(program, sources, options);
    let graph = checks.graph();
    let keys = keys_of_checks(program, &checks, options).into_iter();
    let sound = keys.filter(|(member, _)| !refused.contains_key(member));
    sound
        .map(|(member, keys)| {
            let mut hasher = blake3::Hasher::new();
            hasher.update(keys.as_flattened());
            for error in denied.errors(program, &graph, member) {
                hasher.update(error.message().as_bytes());
                hasher.update(&[0]);
            }
            (member, *hasher.finalize().as_bytes())
        })
        .collect()
}

fn checks_of<'p>(program: &'p Program, sources: &'p SourceMap, options: &'p Options) -> Checks<'p> {
    let mentions = mentions::by_member(program, &Pool::default());
    Checks::new(program, &mentions, sources, options)
}

/// The keys of the checks of each member, as in the proof cache. Which contracts are ill-formed depends on
/// what a key covers.
fn keys_of_checks(
    program: &Program,
    checks: &Checks<'_>,
    options: &Options,
) -> BTreeMap<MemberId, [Key; 2]> {
    let (all, own) = (basis_of_results(options), checks.relevant_options());
    let basis = format!("{all}\n{own}");
    let prints = Fingerprints::new(program, &checks.graph(), checks.reaches(), &basis);
    let none = BTreeSet::new();
    let keys = |member: MemberId| {
        [Obligation::Contract, Obligation::Body]
            .map(|obligation| prints.key(member, obligation, &none))
    };
    let members = program.members.iter();
    members.map(|&member| (member, keys(member))).collect()
}
