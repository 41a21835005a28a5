//! Guesses: look-ups first ask what follows from the facts without quantifiers
//! and collections. What they find so is there; only where they find nothing
//! the same is done again, asking what follows from all facts.
//!
//! To find that something does not follow from quantified facts is what takes a
//! solver longest, and most look-ups ask of many chunks that are not the one.

use super::engine::Engine;
use super::state::symbolic_state::State;
use crate::logic::{Answer, Term};

/// How many guesses may be without success in one attempt: where it takes more,
/// what is looked for is likely not there, and guessing is given up.
const MAX_OPEN: u64 = 16;

/// Which facts the questions of a look-up are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// No look-up is under way.
    #[default]
    Outside,
    /// Plain facts alone.
    Guessing,
    /// All, in the second attempt: what is looked up for it does not begin by
    /// guessing, for the work would double with every level of nesting.
    Sure,
}

/// Whether look-ups guess, and what came of it.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    stage: Stage,
    /// How many guesses of the attempt were not answered by yes: more facts could do that.
    open: u64,
}

impl Engine<'_> {
    /// Does something that fails where look-ups fail: guessing at first; and if
    /// that fails, and more facts could change it, by all facts.
    pub(super) fn guessing<T>(
        &mut self,
        succeeded: impl FnOnce(&T) -> bool,
        mut look_up: impl FnMut(&mut Self) -> T,
    ) -> T {
        if self.run.lookup.stage != Stage::Outside {
            return look_up(self);
        }
        self.run.lookup.open = 0;
        let mut result = self.at_stage(Stage::Guessing, &mut look_up);
        if self.run.lookup.open > 0 && !succeeded(&result) {
            result = self.at_stage(Stage::Sure, &mut look_up);
        }
        result
    }

    fn at_stage<T>(&mut self, stage: Stage, look_up: &mut impl FnMut(&mut Self) -> T) -> T {
        self.run.lookup.stage = stage;
        let result = look_up(self);
        self.run.lookup.stage = Stage::Outside;
        result
    }

    /// What a look-up asks: whether `goal` follows; from plain facts, while guessing.
    pub(super) fn suspects(&mut self, s: &State, goal: Term) -> Answer {
        if self.run.lookup.stage != Stage::Guessing
            || !self.session.solver.is_rich(&self.session.terms, &s.path)
        {
            return self.entails(s, goal);
        }
        let follows = if self.run.lookup.open < MAX_OPEN {
            self.session
                .solver
                .follows_plainly(&mut self.session.terms, &s.path, goal)
        } else {
            self.knows(s, goal)
        };
        if follows {
            return Answer::Yes;
        }
        self.run.lookup.open += 1;
        Answer::No
    }
}
