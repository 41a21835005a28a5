//! Staged lookups: the queries of a lookup are first decided by the facts without
//! quantifiers and collections. The lookup is repeated with all facts only if it finds
//! nothing.
//!
//! Solvers take longest to find that something does not follow from quantified facts, and
//! most lookups ask about many chunks of which none matches.
//!
//! Without it all tests take 1.28 times the processor time.

use crate::engine::Engine;
use crate::state::symbolic_state::State;
use veriframe_logic::{Answer, Term};

/// The number of unproved queries after which the first stage uses only the built-in
/// prover: the chunk is likely not in the heap.
const MAX_OPEN: u64 = 16;

/// The facts that decide the queries of a lookup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// No lookup is under way.
    #[default]
    Outside,
    /// Facts without quantifiers and collections.
    Plain,
    /// All facts. Nested lookups are not staged again: the work would double with
    /// every level.
    All,
}

/// The stage of the lookup under way.
#[derive(Debug, Default)]
pub(crate) struct StagedLookup {
    stage: Stage,
    /// The number of queries that the first stage left unproved.
    open: u64,
}

impl Engine<'_> {
    /// Runs a lookup at the first stage. If it fails and more facts can change that, runs
    /// it with all facts.
    pub(crate) fn staged_lookup<T>(
        &mut self,
        succeeded: impl FnOnce(&T) -> bool,
        mut look_up: impl FnMut(&mut Self) -> T,
    ) -> T {
        if self.run.lookup.stage != Stage::Outside {
            return look_up(self);
        }
        self.run.lookup.open = 0;
        let mut result = self.at_stage(Stage::Plain, &mut look_up);
        if self.run.lookup.open > 0 && !succeeded(&result) {
            result = self.at_stage(Stage::All, &mut look_up);
        }
        result
    }

    fn at_stage<T>(&mut self, stage: Stage, look_up: &mut impl FnMut(&mut Self) -> T) -> T {
        self.run.lookup.stage = stage;
        let result = look_up(self);
        self.run.lookup.stage = Stage::Outside;
        result
    }

    /// Whether `goal` follows from the facts of the current stage.
    pub(crate) fn entails_in_stage(&mut self, s: &State, goal: Term) -> Answer {
        if self.run.lookup.stage != Stage::Plain
            || !self.session.solver.is_rich(&self.session.terms, &s.path)
        {
            return self.entails(s, goal);
        }
        let follows = if self.run.lookup.open < MAX_OPEN {
            self.entails_plainly(s, goal)
        } else {
            self.is_known(s, goal)
        };
        if follows {
            return Answer::Yes;
        }
        self.run.lookup.open += 1;
        Answer::No
    }
}
