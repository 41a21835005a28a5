//! The members that a change concerns: those whose results can differ from those in an older revision.

use super::{Loaded, on_large_stack};
use crate::cache::Key;
use crate::source::Span;
use crate::verify::selection::Selection;
use crate::verify::since::dependencies;
use std::collections::BTreeSet;

/// A member that is left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnchangedMember {
    /// The name of its file.
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

/// A member with the hash of what its results depend on.
struct Keyed {
    member: UnchangedMember,
    key: Key,
    /// The place of the name, and the name.
    place: (Span, String),
}

impl Loaded {
    /// Restricts the verification to the members whose results can differ from those in an older
    /// revision: their texts, or what they depend on, differ. Members correspond if they have the same
    /// name in files of the same name. A program that could not be read as a whole in the older revision
    /// has no members to compare with. The programs must have been loaded by
    /// [`Workspace::load_part`](super::Workspace::load_part).
    pub fn select_changed(&mut self, older: &Loaded, revision: &str) -> LeftOut {
        let (before, now) = on_large_stack(|| (older.keyed(), self.keyed()));
        let before = before.into_iter().map(|keyed| (keyed.member, keyed.key));
        let before: BTreeSet<(UnchangedMember, Key)> = before.collect();
        let mut left_out = Vec::new();
        let mut unchanged = BTreeSet::new();
        for Keyed { member, key, place } in now {
            let entry = (member, key);
            if before.contains(&entry) {
                unchanged.insert(place);
                left_out.push(entry.0);
            }
        }
        let all = self.programs().flat_map(|program| {
            let members = program.members.iter();
            members.map(|&member| (program.member_span(member), program.member_name(member)))
        });
        let changed: Selection = all.filter(|place| !unchanged.contains(place)).collect();
        self.select(changed);
        LeftOut {
            revision: revision.to_owned(),
            members: left_out,
        }
    }

    /// The selected members whose results depend on the texts alone, in the order of the reports.
    fn keyed(&self) -> Vec<Keyed> {
        let mut all = Vec::new();
        for loaded in self.loaded_programs() {
            let Some(program) = loaded.program.as_ref() else {
                continue;
            };
            let keys = dependencies(program, self.sources(), &loaded.options);
            let wanted = program.members.iter().copied();
            let wanted = wanted.filter(|member| self.options().selects(program, *member));
            for member in loaded.in_order_of_files(program, wanted) {
                let (span, name) = (program.member_span(member), program.member_name(member));
                let file = self.sources().file(span.file).name();
                let file = file.strip_prefix("./").unwrap_or(file).to_owned();
                all.extend(keys.get(&member).map(|key| Keyed {
                    member: UnchangedMember {
                        file,
                        name: name.clone(),
                    },
                    key: *key,
                    place: (span, name),
                }));
            }
        }
        all
    }
}
