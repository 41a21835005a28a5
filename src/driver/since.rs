//! The members that a change concerns: those whose results can differ from those in an older revision.

use super::program::SelectedMember;
use super::{Loaded, on_large_stack};
use crate::cache::Key;
use crate::verify::dependencies::dependencies;
use crate::verify::selection::MemberPlace;
use std::collections::BTreeSet;

/// A member that is left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnchangedMember {
    /// The name of the file whose report has it.
    pub file: String,
    /// Its full name.
    pub name: String,
}

/// What a run leaves out because it cannot differ from an older revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The revision, as it was named.
    pub revision: String,
    /// The members, in the order of the reports.
    pub members: Vec<UnchangedMember>,
}

/// A member with the hash of what its results depend on, if they depend on the texts alone.
struct Keyed {
    member: UnchangedMember,
    key: Option<Key>,
    place: MemberPlace,
}

impl Loaded {
    /// Restricts the verification to the members whose results can differ from those in an older
    /// revision: their texts, or what they depend on, differ. Members correspond if they have the same
    /// name in files of the same name. A program that could not be read as a whole in the older revision
    /// has no members to compare with. The programs must have been loaded by
    /// [`Workspace::load_part`](super::Workspace::load_part).
    pub fn select_changed(&mut self, older: &Loaded, revision: &str) -> LeftOut {
        let (before, now) = on_large_stack(|| (older.keyed(), self.keyed()));
        let before = before.into_iter();
        let before = before.filter_map(|keyed| Some((keyed.member, keyed.key?)));
        let before: BTreeSet<(UnchangedMember, Key)> = before.collect();
        let mut left_out = Vec::new();
        let mut changed = Vec::new();
        for Keyed { member, key, place } in now {
            match key.map(|key| (member, key)) {
                Some(entry) if before.contains(&entry) => left_out.push(entry.0),
                _ => changed.push(place),
            }
        }
        self.select(changed.into_iter().collect());
        LeftOut {
            revision: revision.to_owned(),
            members: left_out,
        }
    }

    /// The selected members, in the order of the reports.
    fn keyed(&self) -> Vec<Keyed> {
        let mut all = Vec::new();
        for loaded in self.loaded_programs() {
            let Some((program, members)) = loaded.selected() else {
                continue;
            };
            let keys = dependencies(program, self.sources(), &loaded.options);
            all.extend(members.into_iter().map(|SelectedMember { member, file }| {
                let place = MemberPlace::of(program, member);
                let file = self.sources().file(file).name();
                Keyed {
                    member: UnchangedMember {
                        file: file.strip_prefix("./").unwrap_or(file).to_owned(),
                        name: place.name.clone(),
                    },
                    key: keys.get(&member).copied(),
                    place,
                }
            }));
        }
        all
    }
}
