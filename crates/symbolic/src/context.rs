//! The immutable input of all checks of a program: the program, facts computed from it in
//! advance, and the options.

use super::footprint::Footprints;
use super::refuter::Refuter;
use std::collections::BTreeSet;
use veriframe_base::notation::Notation;
use veriframe_base::source::{Quote, SourceMap, Span};
use veriframe_ir::reach::Reach;
use veriframe_ir::{MemberId, Program, PureId};
use veriframe_logic::{ProverMode, Sort, Watch};

/// The options that determine verdicts and what is recorded.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Whether `open` and `close` are inferred.
    pub infer: bool,
    /// The resource limit of one Z3 check, in Z3's units.
    pub rlimit: u32,
    /// The number of units, of Z3's resources and of the built-in prover's steps, after which the
    /// check ends; `u64::MAX` is no limit.
    pub effort: u64,
    /// Z3's random seed.
    pub seed: u32,
    /// Whether the built-in prover answers queries.
    pub prover: ProverMode,
    /// Whether failures are explained by models.
    pub explain: bool,
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
    /// The source files, for names with line numbers.
    pub sources: &'p SourceMap,
    /// How pieces of the sources are quoted.
    pub quote: Quote,
    /// The notation of the source and of messages about it.
    pub notation: Notation,
    /// The footprints of predicates.
    pub footprints: &'p Footprints,
    /// The sorts of the values at locations.
    pub sorts: &'p [Sort],
    /// Pure methods that can call themselves, directly or through others.
    pub recursive: &'p BTreeSet<PureId>,
    /// The uses of dynamic types that the check can reach.
    pub reach: &'p Reach,
    /// The members whose contract is ill-formed.
    pub ill_formed: &'p BTreeSet<MemberId>,
    /// The stop signal.
    pub watch: Watch<'p>,
    /// Runs of the member, if it is one that can be run.
    pub refuter: Option<&'p dyn Refuter>,
    /// The options.
    pub config: Config,
}

impl Context<'_> {
    /// The text of a span on one line, cut in the middle if it is long.
    #[must_use]
    pub fn quoted(&self, span: Span) -> String {
        self.sources.on_one_line(self.quote, span)
    }
}
