//! Trials: an edited program is loaded and verified again, with bounded effort.

use super::edits::edited;
use super::observed;
use super::site::Site;
use super::verdicts::Verdicts;
use crate::diagnostics::{Code, Diagnostic, Edit, Severity};
use crate::driver::program::LoadedProgram;
use crate::ir::Program;
use crate::parallel::Pool;
use crate::source::SourceMap;
use crate::stop::Stop;
use crate::syntax::tree::ast;
use crate::verify::{
    self, Hints, MemberOutcome, Options, RunSettings, Status, TraceMode, dependencies, verify_all,
};
use std::cell::Cell;

/// What trials may cost, in numbers that are the same on every machine.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// The number of trials for one member.
    trials: usize,
    /// The units of effort of one check, and of all trials for one member, besides those in
    /// proportion to what the member itself costs.
    units: [u64; 2],
    /// The number of bytes that all trials for one member read, besides those in proportion to the
    /// size of the program.
    bytes: usize,
    /// The number of bytes that determines for how many members there are trials.
    all_bytes: usize,
    /// The resource limit of one query.
    rlimit: u32,
    /// The number of other members that an edit can affect.
    affected: usize,
}

/// The units of effort of one check, and of all trials, for each unit of the failed member.
const UNITS_PER_UNIT: [u64; 2] = [2, 4];

/// The number of bytes that trials for one member read, for each of the program.
const BYTES_PER_BYTE: usize = 6;

/// The number of members for which there are trials, whatever the size of the program.
const MIN_MEMBERS: usize = 4;

/// The units that a trial costs at least.
const UNITS_OF_TRIAL: u64 = 100;

impl Limits {
    fn new(hints: Hints) -> Limits {
        match hints {
            Hints::Off => Limits {
                trials: 0,
                units: [0; 2],
                bytes: 0,
                all_bytes: 0,
                rlimit: 1,
                affected: 0,
            },
            Hints::Quick => Limits {
                trials: 40,
                units: [5_000, 20_000],
                bytes: 30_000,
                all_bytes: 400_000,
                rlimit: 400_000,
                affected: 8,
            },
            Hints::Thorough => Limits {
                trials: 600,
                units: [2_000_000, 100_000_000],
                bytes: 100_000_000,
                all_bytes: 1_000_000_000,
                rlimit: 4_000_000,
                affected: 200,
            },
        }
    }

    /// The number of bytes that all trials for one member of a program of this size read.
    fn bytes_to_read(self, size: usize) -> usize {
        size.saturating_mul(BYTES_PER_BYTE)
            .saturating_add(self.bytes)
    }
}

/// For how many failed members of a program of this size hints are searched: the fewer, the more
/// they can cost.
pub(super) fn max_members(hints: Hints, size: usize) -> usize {
    let limits = Limits::new(hints);
    let trials = size.saturating_mul(limits.trials);
    let cost = limits.bytes_to_read(size).min(trials).max(1);
    (limits.all_bytes / cost).saturating_add(MIN_MEMBERS)
}

/// What is left of the limits for the current member.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    trials: usize,
    /// The units of one check.
    check: u64,
    units: u64,
    bytes: usize,
}

/// A program after edits.
#[derive(Debug)]
pub(super) struct Version {
    /// Its files.
    pub sources: SourceMap,
    /// Its trees.
    pub trees: Vec<ast::File>,
    program: Program,
}

impl Version {
    fn loaded(&self) -> dependencies::Loaded<'_> {
        dependencies::Loaded {
            program: &self.program,
            sources: &self.sources,
        }
    }
}

/// What a trial found.
#[derive(Debug)]
pub(super) enum TrialOutcome {
    /// The edit is no program, or does not resolve: the errors, and the files that they are in.
    Refused(Vec<Diagnostic>, SourceMap),
    /// The member verifies.
    Verified(Version),
    /// The errors of the member.
    Failed(Vec<Diagnostic>, Version),
    /// There is no answer within the bounds.
    Unknown,
}

/// Where edits of a program are tried.
#[derive(Debug)]
pub(super) struct Trials<'t> {
    loaded: &'t LoadedProgram,
    options: Options,
    stop: &'t Stop,
    limits: Limits,
    /// The number of errors of the front end without edits.
    refused: usize,
    /// The size of the program, with the specifications of the library that it uses.
    size: usize,
    left: Cell<Left>,
}

impl<'t> Trials<'t> {
    /// Trials of edits of a program.
    pub(super) fn new(
        loaded: &'t LoadedProgram,
        sources: &SourceMap,
        options: &Options,
        stop: &'t Stop,
    ) -> Trials<'t> {
        let limits = Limits::new(options.hints);
        let size = loaded.size(sources);
        Trials {
            loaded,
            options: Options {
                explain: false,
                hints: Hints::Off,
                trace: TraceMode::Off,
                jobs: 1,
                cache: None,
                // Trials select members by name.
                only: None,
                listeners: Vec::new(),
                rlimit: match options.rlimit {
                    0 => limits.rlimit,
                    rlimit => rlimit.min(limits.rlimit),
                },
                ..options.clone()
            },
            stop,
            limits,
            refused: loaded.count_errors(),
            size,
            left: Cell::default(),
        }
    }

    /// Whether ghost statements are inferred.
    pub(super) fn infers(&self) -> bool {
        self.options.infer
    }

    /// Begins the trials for a member.
    pub(super) fn begin(&self, member: &MemberOutcome) {
        let own = member.stats.units();
        let [check, units] = self.limits.units;
        let [per_check, per_unit] = UNITS_PER_UNIT;
        self.left.set(Left {
            trials: self.limits.trials,
            check: own.saturating_mul(per_check).saturating_add(check),
            units: own.saturating_mul(per_unit).saturating_add(units),
            bytes: self.limits.bytes_to_read(self.size),
        });
    }

    /// Whether there are no more trials for the current member.
    pub(super) fn are_over(&self) -> bool {
        let left = self.left.get();
        left.trials == 0 || left.units == 0 || left.bytes == 0 || self.stop.reason().is_some()
    }

    /// Counts a program that is read.
    fn count_bytes(&self) {
        let mut left = self.left.get();
        left.bytes = left.bytes.saturating_sub(self.size);
        self.left.set(left);
    }

    /// Counts what a trial costs.
    fn count_units(&self, units: u64) {
        let mut left = self.left.get();
        left.units = left.units.saturating_sub(units.max(UNITS_OF_TRIAL));
        self.left.set(left);
    }

    /// Whether what was found depends on when the run was stopped.
    pub(super) fn are_stopped(&self) -> bool {
        self.stop.reason().is_some()
    }

    /// The program without edits.
    pub(super) fn unedited(&self, sources: &SourceMap) -> Option<Version> {
        self.load(sources.clone()).ok()
    }

    /// What held at the head of each loop of a member on all runs seen.
    pub(super) fn observed(&self, version: &Version, site: Site<'_>) -> Vec<Vec<String>> {
        if self.are_over() {
            return Vec::new();
        }
        self.count_bytes();
        let equals = site.page.notation.equality();
        observed::conditions(&version.program, site, equals, self.stop)
    }

    /// Loads a program.
    fn load(&self, sources: SourceMap) -> Result<Version, (Vec<Diagnostic>, SourceMap)> {
        let mut trees = Vec::new();
        let pool = Pool::default();
        let loaded = self.loaded;
        let edited = loaded.edited(&sources, &self.options, &pool, &mut |all| {
            trees = all.to_vec()
        });
        let errors = edited.diagnostics.iter();
        let errors: Vec<Diagnostic> = errors
            .filter(|d| d.severity == Severity::Error)
            .cloned()
            .collect();
        match edited.program {
            Some(program) if errors.len() <= self.refused => Ok(Version {
                sources,
                trees,
                program,
            }),
            _ => Err((errors, sources)),
        }
    }

    /// Verifies a member after edits of a version.
    pub(super) fn verify(&self, version: &Version, edits: &[Edit], member: &str) -> TrialOutcome {
        if self.are_over() {
            return TrialOutcome::Unknown;
        }
        let mut left = self.left.get();
        left.trials = left.trials.saturating_sub(1);
        self.left.set(left);
        self.count_bytes();
        let version = match self.load(edited(&version.sources, edits)) {
            Ok(version) => version,
            Err((errors, sources)) => return TrialOutcome::Refused(errors, sources),
        };
        let Some(outcome) = self.outcomes(&version, &[member.to_owned()]).pop() else {
            return TrialOutcome::Unknown;
        };
        match outcome.status {
            Status::Verified if outcome.diagnostics.iter().all(is_harmless) => {
                TrialOutcome::Verified(version)
            }
            Status::Failed => {
                let found = outcome.diagnostics.into_iter();
                let errors = found.filter(|d| d.severity == Severity::Error);
                TrialOutcome::Failed(errors.collect(), version)
            }
            _ => TrialOutcome::Unknown,
        }
    }

    /// Whether all other members verify after an edit of the first version that verify without it;
    /// false if it is not known within the bounds.
    pub(super) fn keeps_others(
        &self,
        [before, after]: [&Version; 2],
        member: &str,
        verdicts: &Verdicts<'_>,
    ) -> bool {
        let changed = dependencies::affected(before.loaded(), after.loaded(), &self.options);
        let Some(mut changed) = changed else {
            return false;
        };
        changed.retain(|name| name != member);
        if changed.len() > self.limits.affected {
            return false;
        }
        changed.retain(|name| verdicts.is_verified(name));
        if changed.is_empty() {
            return true;
        }
        self.count_bytes();
        let outcomes = self.outcomes(after, &changed);
        outcomes.len() == changed.len()
            && outcomes.iter().all(|outcome| {
                outcome.status == Status::Verified && outcome.diagnostics.iter().all(is_harmless)
            })
    }

    /// Verifies some members of a version.
    fn outcomes(&self, version: &Version, members: &[String]) -> Vec<MemberOutcome> {
        let left = self.left.get();
        let options = Options {
            members: members.to_vec(),
            effort: left.check.min(left.units),
            ..self.options.clone()
        };
        let run = RunSettings {
            sources: &version.sources,
            options: &options,
            stop: self.stop,
            observer: &|_: verify::Event<'_>| (),
        };
        let mut found = Vec::new();
        verify_all(&[(&version.program, &options)], run, |_, outcomes| {
            found.extend(outcomes);
        });
        self.count_units(found.iter().map(|outcome| outcome.stats.units()).sum());
        found
    }
}

/// Whether a diagnostic of a verified member says nothing against it.
fn is_harmless(diagnostic: &Diagnostic) -> bool {
    !matches!(
        diagnostic.code,
        Code::VacuousContract | Code::UnreachableCode
    )
}
