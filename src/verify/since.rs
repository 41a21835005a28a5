//! What the result of verifying a member depends on, as a hash, to compare two revisions.

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

/// The hash of all that the verdicts of each member depend on, with these options: the texts and the
/// hierarchy as in the keys of the proof cache, and what is denied. Members that the front end
/// refused, or that rely on what it refused, have none.
#[must_use]
pub fn dependencies(
    program: &Program,
    sources: &SourceMap,
    options: &Options,
) -> BTreeMap<MemberId, Key> {
    let pool = Pool::default();
    let mentions = mentions::by_member(program, &pool);
    let checks = Checks::new(program, &mentions, sources, options);
    let basis = format!(
        "{}\n{}",
        basis_of_results(options),
        checks.relevant_options()
    );
    let prints = Fingerprints::new(program, &checks.graph(), checks.reaches(), &basis);
    let denied = Denied::new(program, options);
    let refused = refused::not_verified(program);
    let members = program.members.iter().copied();
    let sound = members.filter(|member| !refused.contains_key(member));
    let key = |member: MemberId| {
        let mut hasher = blake3::Hasher::new();
        for obligation in [Obligation::Contract, Obligation::Body] {
            // Which contracts are ill-formed depends on what the key covers.
            hasher.update(&prints.key(member, obligation, &BTreeSet::new()));
        }
        for error in denied.errors(program, member) {
            hasher.update(error.message.as_bytes());
            hasher.update(&[0]);
        }
        *hasher.finalize().as_bytes()
    };
    sound.map(|member| (member, key(member))).collect()
}
