//! How much searches for inputs and histories may cost, in programs of different sizes.

use crate::ir::Program;

/// The number of members up to which searches use all of their bounds.
const FULL: usize = 300;

/// By how much the bounds of all searches are reduced: so often are they halved that the searches of a whole program
/// cost no more than those of [`FULL`] members. It depends on the size of the program alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchEffort {
    halvings: u32,
}

impl SearchEffort {
    /// The effort for a program's members.
    #[must_use]
    pub fn of(program: &Program) -> SearchEffort {
        let members = program.members.iter();
        let own = members.filter(|member| !program.member_span(**member).file.is_library());
        let times = own.count().div_ceil(FULL).max(1);
        SearchEffort {
            halvings: times.next_power_of_two().trailing_zeros(),
        }
    }

    /// A bound, as it is for the program; at least one.
    #[must_use]
    pub fn bound(self, full: u64) -> u64 {
        full.checked_shr(self.halvings).unwrap_or(0).max(1)
    }
}
