//! The members that a run verifies, if they are chosen after the programs are loaded: those of a
//! shard, or those that a change concerns.

use crate::ir::{MemberId, Program};
use crate::source::Span;
use std::collections::BTreeSet;

/// Members of any number of programs, by the span of the name, and the name: implicit
/// constructors have the span of the class's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection(BTreeSet<(Span, String)>);

impl Selection {
    /// Whether a member is in it.
    #[must_use]
    pub fn has(&self, program: &Program, member: MemberId) -> bool {
        let key = (program.member_span(member), program.member_name(member));
        self.0.contains(&key)
    }
}

impl FromIterator<(Span, String)> for Selection {
    fn from_iter<I: IntoIterator<Item = (Span, String)>>(members: I) -> Selection {
        Selection(members.into_iter().collect())
    }
}
