//! What all checks of a program share and no rule changes: the program, facts
//! computed from it in advance, and the options.

use super::footprint::Footprints;
use crate::ir::reach::Reach;
use crate::ir::{MemberId, Program, PureId};
use crate::logic::{ProverMode, Sort, Watch};
use crate::source::SourceMap;
use crate::syntax::Notation;
use std::collections::BTreeSet;

/// The options that decide verdicts and what is recorded.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Whether `open` and `close` are inferred.
    pub infer: bool,
    /// The resource limit of one Z3 check, in Z3's units.
    pub rlimit: u32,
    /// Z3's random seed.
    pub seed: u32,
    /// Whether the built-in prover answers queries.
    pub prover: ProverMode,
    /// Whether failing paths keep their steps as text.
    pub trace_failing: bool,
    /// Whether all paths keep their steps as text.
    pub trace_all: bool,
}

impl Config {
    /// Whether steps are kept as text.
    #[must_use]
    pub fn records(&self) -> bool {
        self.trace_failing || self.trace_all
    }
}

/// The immutable context of a check.
#[derive(Clone, Copy)]
pub struct Context<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its text, for names that carry lines.
    pub sources: &'p SourceMap,
    /// How its text is written, and so the messages about it.
    pub notation: Notation,
    /// The resources that predicates give permission to.
    pub footprints: &'p Footprints,
    /// The sorts of the values that locations hold.
    pub sorts: &'p [Sort],
    /// Pure methods that can call themselves, directly or through others.
    pub recursive: &'p BTreeSet<PureId>,
    /// What the check can come to read of dynamic types.
    pub reach: &'p Reach,
    /// Members whose contract is not well-formed.
    pub ill_formed: &'p BTreeSet<MemberId>,
    /// What tells the engine to stop.
    pub watch: Watch<'p>,
    /// The options.
    pub config: Config,
}
