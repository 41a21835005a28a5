//! The members that a run verifies, if they are chosen after the programs are loaded: those of a
//! shard, or those that a change concerns.
//!
//! `--since` and `--shard` choose members after the programs are loaded; the reports of whole
//! programs in the cache are neither used nor written then. What a change concerns is decided by
//! the keys of the proof cache (`src/verify/dependencies.rs`): they cover whatever a verdict
//! depends on, and the tests of the cache hold for both. A division (`src/driver/shard.rs`) sorts
//! members by cost and gives each to the shard with the least so far. The report of a shard names
//! the place of each entry in that of the undivided run, so that joining them
//! (`src/report/merge.rs`) needs no sources.

use crate::ir::{MemberId, Program};
use crate::source::Span;
use std::collections::BTreeSet;

/// What tells a member from all others of a run: implicit constructors have the span of the class's
/// name, and members that are verified again for another class that of the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemberPlace {
    /// The span of the name.
    pub span: Span,
    /// The full name.
    pub name: String,
}

impl MemberPlace {
    /// The place of a member.
    #[must_use]
    pub fn of(program: &Program, member: MemberId) -> MemberPlace {
        MemberPlace {
            span: program.member_span(member),
            name: program.member_name(member),
        }
    }
}

/// Members of any number of programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection(BTreeSet<MemberPlace>);

impl Selection {
    /// Whether a member is in it.
    #[must_use]
    pub fn has(&self, program: &Program, member: MemberId) -> bool {
        self.0.contains(&MemberPlace::of(program, member))
    }
}

impl FromIterator<MemberPlace> for Selection {
    fn from_iter<I: IntoIterator<Item = MemberPlace>>(members: I) -> Selection {
        Selection(members.into_iter().collect())
    }
}
