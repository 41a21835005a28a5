//! The input and output of verification: options, and the outcome of each member.

use super::listeners::Listeners;
use super::selection::Selection;
use crate::cache::Cache;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::{Integers, LibraryExceptions, MemberId, Program};
use crate::logic::ProverMode;
use crate::source::Span;
use crate::trace::Trace;
use borsh::{BorshDeserialize, BorshSerialize};
use std::sync::Arc;
use std::time::Duration;

/// Which symbolic states are recorded as text.
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

/// The options that determine verdicts and what is recorded.
#[derive(Clone, Debug)]
pub struct Options {
    /// The meaning of `int` in code; `None` for that of the notation: mathematical
    /// integers in `.idf` files, checked ones in `.java` files.
    pub integers: Option<Integers>,
    /// What is made of guards in code.
    pub guards: Guards,
    /// How members of Java's own classes may end of which no contract tells.
    pub library_exceptions: LibraryExceptions,
    /// The warnings reported as errors.
    pub deny: Vec<Code>,
    /// Whether ghost steps are inferred (the paper's §4.1).
    pub infer: bool,
    /// The resource limit of one solver query, all attempts together, in Z3's `rlimit`
    /// units; 0 is no limit.
    pub rlimit: u32,
    /// The number of units, of Z3's resources and of the built-in prover's steps, after which a
    /// check ends without a verdict; `u64::MAX` is no limit.
    pub effort: u64,
    /// Z3's random seed. It should not change verdicts, but can change resource counts.
    pub seed: u32,
    /// Whether the built-in prover answers queries before Z3.
    pub prover: ProverMode,
    /// Whether branches are merged at join points if their heaps have the same shape.
    pub merge: Merging,
    /// The number of worker threads; at least 1.
    pub jobs: usize,
    /// Which states are recorded.
    pub trace: TraceMode,
    /// Whether failures are explained by values, and by runs with them.
    pub explain: bool,
    /// How much is tried to find edits with which failed members verify.
    pub hints: Hints,
    /// The members to verify (full names such as `Cell.setX`); empty for all.
    pub members: Vec<String>,
    /// If not all of these are to be verified: the others are left out.
    pub only: Option<Arc<Selection>>,
    /// The results of earlier runs; `None` verifies everything.
    pub cache: Option<Arc<Cache>>,
    /// Listeners to the events of symbolic execution, such as
    /// [`Transcripts`](super::transcripts::Transcripts). Cached results have no events.
    pub listeners: Vec<Arc<dyn Listeners>>,
}

/// What is made of tests of parameters that begin a method of a `.java` file and throw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guards {
    /// Their `throw` must not be reached; what they let pass is a hint.
    #[default]
    Hint,
    /// What they let pass is a precondition, which callers have to establish.
    Check,
}

/// How much is tried to find edits with which failed members verify.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hints {
    /// Nothing.
    #[default]
    Off,
    /// About as much as failed members cost themselves.
    Quick,
    /// What a person would wait for.
    Thorough,
}

/// Options that one file can differ in from the others; `None` for what all files have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileOptions {
    /// The meaning of `int` in code.
    pub integers: Option<Integers>,
    /// The warnings reported as errors.
    pub deny: Option<Vec<Code>>,
    /// How members of Java's own classes may end.
    pub library_exceptions: Option<LibraryExceptions>,
    /// Whether ghost steps are inferred.
    pub infer: Option<bool>,
    /// The resource limit of one query.
    pub rlimit: Option<u32>,
}

impl FileOptions {
    /// The options of all files, with these instead.
    #[must_use]
    pub fn over(&self, all: &Options) -> Options {
        Options {
            integers: self.integers.or(all.integers),
            guards: all.guards,
            library_exceptions: self.library_exceptions.unwrap_or(all.library_exceptions),
            deny: self.deny.clone().unwrap_or_else(|| all.deny.clone()),
            infer: self.infer.unwrap_or(all.infer),
            rlimit: self.rlimit.unwrap_or(all.rlimit),
            ..all.clone()
        }
    }
}

/// When paths are merged. No verdict and no message depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merging {
    /// Never.
    Off,
    /// In members with many possible merges: a few are verified faster separately.
    #[default]
    Many,
    /// In all members.
    Always,
}

impl Options {
    /// Whether a member is to be verified: all are, or [`Options::members`] names it or the
    /// group of its overloads; and [`Options::only`] has it, if it is set.
    #[must_use]
    pub fn selects(&self, program: &Program, member: MemberId) -> bool {
        let wanted = &self.members;
        let is_named = wanted.is_empty()
            || wanted.contains(&program.member_name(member))
            || wanted.contains(&program.group_name(member));
        let only = self.only.as_ref();
        is_named && only.is_none_or(|only| only.has(program, member))
    }

    /// The members of a program that are to be verified, in source order.
    pub fn selected<'p>(&'p self, program: &'p Program) -> impl Iterator<Item = MemberId> + 'p {
        let members = program.members.iter().copied();
        members.filter(|member| self.selects(program, *member))
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            integers: None,
            guards: Guards::Hint,
            library_exceptions: LibraryExceptions::Any,
            deny: Vec::new(),
            infer: true,
            rlimit: 2_000_000,
            effort: 50_000_000,
            seed: 0,
            prover: ProverMode::On,
            merge: Merging::Many,
            jobs: 1,
            trace: TraceMode::Off,
            explain: true,
            hints: Hints::Off,
            members: Vec::new(),
            only: None,
            cache: None,
            listeners: Vec::new(),
        }
    }
}

/// The verdict on a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum Status {
    /// It satisfies its contract.
    Verified,
    /// An error was found.
    Failed,
    /// Neither: a query has no answer, time ran out, or the member depends on an ill-formed
    /// contract.
    Unknown,
    /// The front end found an error in the member, so it was not verified.
    Refused,
    /// An internal error occurred while verifying the member.
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
    /// A block that Java runs when its class is first used.
    Initialiser,
}

impl MemberKind {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MemberKind::Constructor => "constructor",
            MemberKind::Method => "method",
            MemberKind::Pure => "pure",
            MemberKind::Predicate => "predicate",
            MemberKind::Lemma => "lemma",
            MemberKind::Main => "main",
            MemberKind::Initialiser => "initialiser",
        }
    }
}

/// The cost of verifying a member. All counts but `time` are the same on every machine
/// and for every number of workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Stats {
    /// The wall time of this run.
    #[borsh(skip)]
    pub time: Duration,
    /// The number of paths that ended, verified or failed.
    pub paths: u64,
    /// The number of queries to the solver (entailment and reachability).
    pub queries: u64,
    /// The number of queries answered by the built-in prover.
    pub builtin: u64,
    /// The number of queries sent to Z3.
    pub z3_checks: u64,
    /// The resource units spent by Z3.
    pub rlimit: u64,
    /// The number of the built-in prover's propagation steps.
    pub steps: u64,
    /// The largest number of chunks in a heap.
    pub chunks: usize,
}

impl Stats {
    /// The effort of both provers together, in units of [`Options::effort`].
    #[must_use]
    pub fn units(&self) -> u64 {
        self.rlimit.saturating_add(self.steps)
    }
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.time += other.time;
        self.paths += other.paths;
        self.queries += other.queries;
        self.builtin += other.builtin;
        self.z3_checks += other.z3_checks;
        self.rlimit += other.rlimit;
        self.steps += other.steps;
        self.chunks = self.chunks.max(other.chunks);
    }
}

/// A library's member that a member uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub struct LibraryMember {
    /// Its full name.
    pub name: String,
    /// Whether there is a contract of it.
    pub has_contract: bool,
}

/// The outcome of one member.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct MemberOutcome {
    /// Its full name, such as `Cell.setX`.
    pub name: String,
    /// The kind of member.
    pub kind: MemberKind,
    /// The span of its name.
    pub span: Span,
    /// Whether the source has a contract; a member without one promises nothing.
    pub has_contract: bool,
    /// Whether it can call itself, and nothing shows that this ends.
    pub might_recur_for_ever: bool,
    /// The library members that it uses, by full name, sorted. They have no bodies that could be
    /// verified.
    pub trusted: Vec<LibraryMember>,
    /// The verdict.
    pub status: Status,
    /// Why a member without error is `unknown`, or why it is refused with its whole file,
    /// in one sentence.
    pub why_not_verified: Option<String>,
    /// The diagnostics, ordered by position.
    pub diagnostics: Vec<Diagnostic>,
    /// The cost.
    pub stats: Stats,
    /// The steps of every path, if all are recorded ([`TraceMode::All`]).
    pub traces: Vec<Trace>,
    /// Whether its contract alone was checked: it is a predicate, the contract is not well-formed, or the
    /// run ended before its body was reached.
    pub contract_alone: bool,
    /// Whether all results come from the cache. The counts in `stats` are then those of
    /// the earlier run.
    #[borsh(skip)]
    pub from_cache: bool,
    /// Whether another run on the same input would have the same outcome: this one was
    /// not cut short.
    #[borsh(skip)]
    pub is_final: bool,
}

impl MemberOutcome {
    /// The first failure of its proof, if it failed for one: a warning that is denied is none.
    #[must_use]
    pub fn failure(&self) -> Option<&Diagnostic> {
        let is_failure = |d: &&Diagnostic| d.severity == Severity::Error && !d.code.is_warning();
        let failures = self.diagnostics.iter();
        let mut failures = failures.filter(|_| self.status == Status::Failed);
        failures.find(is_failure)
    }
}
