//! The library contracts that members use. They have no bodies that could be verified, so a
//! verdict on such a member holds only if they are right.

use super::outcome::LibraryMember;
use crate::ir::mentions::MemberMentions;
use crate::ir::{MemberId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// By member: the library members without bodies that its contract or its body mentions.
#[derive(Debug, Default)]
pub(super) struct Trusted(BTreeMap<MemberId, BTreeSet<MemberId>>);

impl Trusted {
    /// Those of the `wanted` members of a program with these mentions.
    pub(super) fn new(
        program: &Program,
        mentions: &BTreeMap<MemberId, MemberMentions>,
        wanted: &[MemberId],
    ) -> Trusted {
        let mut trusted = BTreeMap::new();
        for member in wanted {
            let Some(MemberMentions { contract, body }) = mentions.get(member) else {
                continue;
            };
            let all = contract.members().chain(body.members());
            let found: BTreeSet<MemberId> = all.filter(|&m| is_trusted(program, m)).collect();
            if !found.is_empty() {
                trusted.insert(*member, found);
            }
        }
        Trusted(trusted)
    }

    /// Those that a member mentions, by name.
    pub(super) fn of(&self, program: &Program, member: MemberId) -> Vec<LibraryMember> {
        let found = self.0.get(&member).into_iter().flatten();
        let mut all: Vec<LibraryMember> = found
            .map(|&m| LibraryMember {
                name: program.member_name(m),
                has_contract: !program.member_span(m).file.is_uncontracted(),
            })
            .collect();
        all.sort_unstable();
        all
    }
}

/// Whether a member is of the library and has a contract that is not verified. A predicate and
/// the body of a pure method are definitions; a default constructor has nothing to promise.
fn is_trusted(program: &Program, member: MemberId) -> bool {
    let has_no_body = match member {
        MemberId::Method(m) => !program.method(m).implicit,
        MemberId::Pure(p) => program.pure_method(p).body.is_none(),
        MemberId::Pred(_) => false,
    };
    has_no_body && program.member_span(member).file.is_library()
}
