//! What verification is asked and what it answers: options, and the outcome of
//! each member.

use super::transcripts::Transcripts;
use crate::cache::Cache;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::Integers;
use crate::logic::ProverMode;
use crate::source::Span;
use crate::trace::Trace;
use borsh::{BorshDeserialize, BorshSerialize};
use std::sync::Arc;
use std::time::Duration;

/// Which symbolic states are kept as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TraceMode {
    /// None.
    #[default]
    Off,
    /// Those of failing paths.
    Failing,
    /// Those of every path.
    All,
}

/// What decides verdicts and what is recorded.
#[derive(Clone, Debug)]
pub struct Options {
    /// What `int` means in code; `None` where the notation decides: mathematical
    /// integers in `.idf` files, checked ones in `.java` files.
    pub integers: Option<Integers>,
    /// Warnings that are errors.
    pub deny: Vec<Code>,
    /// Whether ghost steps are inferred (the paper's §4.1).
    pub infer: bool,
    /// The resource limit of one solver query, in Z3's `rlimit` units; 0 is no limit.
    pub rlimit: u32,
    /// Z3's random seed. It should change no verdict; resource counts it may change.
    pub seed: u32,
    /// Whether the built-in prover answers questions before Z3 is asked.
    pub prover: ProverMode,
    /// Whether the branches of a condition are merged after it where their
    /// heaps have the same shape.
    pub merge: Merging,
    /// Worker threads; at least 1.
    pub jobs: usize,
    /// Which states are recorded.
    pub trace: TraceMode,
    /// Only these members (full names such as `Cell.setX`); empty is all.
    pub members: Vec<String>,
    /// Where results of earlier runs are; `None` verifies everything.
    pub cache: Option<Arc<Cache>>,
    /// Where answered queries are written as SMT-LIB files; `None` writes none. What comes
    /// from the cache has no queries.
    pub smt: Option<Arc<Transcripts>>,
}

/// Whether paths that can be made one are. No verdict and no message depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merging {
    /// Never.
    Off,
    /// In members with many such paths: a few are verified with less effort apart.
    #[default]
    Many,
    /// In all members.
    Always,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            integers: None,
            deny: Vec::new(),
            infer: true,
            rlimit: 2_000_000,
            seed: 0,
            prover: ProverMode::On,
            merge: Merging::Many,
            jobs: 1,
            trace: TraceMode::Off,
            members: Vec::new(),
            cache: None,
            smt: None,
        }
    }
}

/// What is known of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum Status {
    /// It satisfies its contract.
    Verified,
    /// An error was found.
    Failed,
    /// Neither: the solver gave up, time ran out, or it depends on a contract that is not well-formed.
    Unknown,
    /// The front end found an error in it: it was not verified.
    Refused,
    /// The tool contradicted itself while verifying it.
    Internal,
}

/// The kinds of members, as reports name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum MemberKind {
    /// A constructor.
    Constructor,
    /// A mutator.
    Method,
    /// A pure method.
    Pure,
    /// A predicate.
    Predicate,
    /// A lemma.
    Lemma,
    /// The main routine.
    Main,
}

impl MemberKind {
    /// The word in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MemberKind::Constructor => "constructor",
            MemberKind::Method => "method",
            MemberKind::Pure => "pure",
            MemberKind::Predicate => "predicate",
            MemberKind::Lemma => "lemma",
            MemberKind::Main => "main",
        }
    }
}

/// Counts of what verifying a member took. All but `time` are the same on
/// every machine and for every number of workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Stats {
    /// Wall time, of this run.
    #[borsh(skip)]
    pub time: Duration,
    /// Paths that reached an end (verified or failed).
    pub paths: u64,
    /// Questions put to the solver (entailments and reachability).
    pub queries: u64,
    /// Those that the built-in front answered.
    pub builtin: u64,
    /// Those that went to Z3.
    pub z3_checks: u64,
    /// Z3's resource units spent on them.
    pub rlimit: u64,
    /// The largest number of chunks in a heap.
    pub chunks: usize,
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.time += other.time;
        self.paths += other.paths;
        self.queries += other.queries;
        self.builtin += other.builtin;
        self.z3_checks += other.z3_checks;
        self.rlimit += other.rlimit;
        self.chunks = self.chunks.max(other.chunks);
    }
}

/// What came of one member.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct MemberOutcome {
    /// Its full name, such as `Cell.setX`.
    pub name: String,
    /// What kind of member.
    pub kind: MemberKind,
    /// Where its name stands.
    pub span: Span,
    /// Whether a contract stands in the text; what has none promises nothing.
    pub has_contract: bool,
    /// The verdict.
    pub status: Status,
    /// Why a member without error is `unknown`, in one sentence.
    pub why_unknown: Option<String>,
    /// What was found, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
    /// What it took.
    pub stats: Stats,
    /// Every path's steps, where all are recorded ([`TraceMode::All`]).
    pub traces: Vec<Trace>,
    /// Whether all of it was found by an earlier run. The counts in `stats` are
    /// those of that run.
    #[borsh(skip)]
    pub from_cache: bool,
    /// Whether another run over the same would find the same: nothing kept this
    /// one from its end.
    #[borsh(skip)]
    pub is_final: bool,
}
