//! Listeners for the checks of a run: each engine gets those that the options name.

use crate::ir::reach::Obligation;
use crate::ir::{MemberId, Program};
use crate::source::SourceMap;
use crate::symbolic::events::Listener;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// A check of a member, as listeners see it.
#[derive(Clone, Copy)]
pub struct CheckedMember<'c> {
    /// The program.
    pub program: &'c Program,
    /// Its text.
    pub sources: &'c SourceMap,
    /// The member.
    pub member: MemberId,
    /// The proof obligation.
    pub obligation: Obligation,
}

impl<'c> CheckedMember<'c> {
    /// The name of the member's source file.
    #[must_use]
    pub fn file(&self) -> &'c str {
        let span = self.program.member_span(self.member);
        self.sources.file(span.file).name()
    }
}

/// Provides listeners for the checks of a run. Results from the cache have no events.
pub trait Listeners: fmt::Debug + Send + Sync {
    /// The listener for an engine of a check. A check that is repeated, with paths merged or
    /// separate, has several engines, one after the other.
    fn listener(self: Arc<Self>, check: &CheckedMember<'_>) -> Rc<RefCell<dyn Listener>>;
}
