//! Trials: an edited program is loaded and verified again, with bounded effort.

use super::edits::edited;
use crate::diagnostics::{Code, Diagnostic, Edit, Severity};
use crate::driver::program::LoadedProgram;
use crate::ir::Program;
use crate::parallel::Pool;
use crate::source::SourceMap;
use crate::stop::Stop;
use crate::syntax::tree::ast;
use crate::verify::{
    self, Hints, MemberOutcome, Options, Run, Status, TraceMode, affected, verify_all,
};
use std::cell::Cell;

/// What trials may cost, in numbers that are the same on every machine.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// The number of trials for one member.
    trials: usize,
    /// The number of units for one check.
    units: u64,
    /// The resource limit of one query.
    rlimit: u32,
    /// The number of bytes that all trials for one member read.
    bytes: usize,
    /// The number of other members that an edit can affect.
    affected: usize,
}

impl Limits {
    fn new(hints: Hints) -> Limits {
        match hints {
            Hints::Off => Limits {
                trials: 0,
                units: 0,
                rlimit: 1,
                bytes: 0,
                affected: 0,
            },
            Hints::Quick => Limits {
                trials: 40,
                units: 50_000,
                rlimit: 400_000,
                bytes: 200_000,
                affected: 8,
            },
            Hints::Thorough => Limits {
                trials: 600,
                units: 2_000_000,
                rlimit: 4_000_000,
                bytes: 100_000_000,
                affected: 200,
            },
        }
    }
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
    fn loaded(&self) -> affected::Loaded<'_> {
        affected::Loaded {
            program: &self.program,
            sources: &self.sources,
        }
    }
}

/// What a trial found.
#[derive(Debug)]
pub(super) enum Found {
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
    /// The trials left for the current member.
    left: Cell<usize>,
    /// The bytes left for the current member.
    bytes: Cell<usize>,
}

impl<'t> Trials<'t> {
    /// Trials of edits of a program.
    pub(super) fn new(loaded: &'t LoadedProgram, options: &Options, stop: &'t Stop) -> Trials<'t> {
        let limits = Limits::new(options.hints);
        Trials {
            loaded,
            options: Options {
                explain: false,
                hints: Hints::Off,
                trace: TraceMode::Off,
                jobs: 1,
                cache: None,
                listeners: Vec::new(),
                effort: limits.units,
                rlimit: match options.rlimit {
                    0 => limits.rlimit,
                    rlimit => rlimit.min(limits.rlimit),
                },
                ..options.clone()
            },
            stop,
            limits,
            refused: loaded.count_errors(),
            left: Cell::new(0),
            bytes: Cell::new(0),
        }
    }

    /// Whether ghost statements are inferred.
    pub(super) fn infers(&self) -> bool {
        self.options.infer
    }

    /// Begins the trials for a member.
    pub(super) fn begin(&self) {
        self.left.set(self.limits.trials);
        self.bytes.set(self.limits.bytes);
    }

    /// Whether there are no more trials for the current member.
    pub(super) fn are_over(&self) -> bool {
        self.left.get() == 0 || self.bytes.get() == 0 || self.stop.reason().is_some()
    }

    /// Whether what was found depends on when the run was stopped.
    pub(super) fn are_stopped(&self) -> bool {
        self.stop.reason().is_some()
    }

    /// The program without edits.
    pub(super) fn unedited(&self, sources: &SourceMap) -> Option<Version> {
        self.load(sources.clone()).ok()
    }

    /// Loads a program.
    fn load(&self, sources: SourceMap) -> Result<Version, Found> {
        let mut trees = Vec::new();
        let pool = Pool::default();
        let integers = self.options.integers;
        let loaded = self.loaded;
        let edited = loaded.edited(&sources, integers, &pool, &mut |all| trees = all.to_vec());
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
            _ => Err(Found::Refused(errors, sources)),
        }
    }

    /// Verifies a member after edits of a version.
    pub(super) fn verify(&self, version: &Version, edits: &[Edit], member: &str) -> Found {
        if self.are_over() {
            return Found::Unknown;
        }
        self.left.set(self.left.get() - 1);
        let size = self.loaded.size(&version.sources);
        self.bytes.set(self.bytes.get().saturating_sub(size));
        let version = match self.load(edited(&version.sources, edits)) {
            Ok(version) => version,
            Err(found) => return found,
        };
        let Some(outcome) = self.outcomes(&version, &[member.to_owned()]).pop() else {
            return Found::Unknown;
        };
        match outcome.status {
            Status::Verified if outcome.diagnostics.iter().all(is_harmless) => {
                Found::Verified(version)
            }
            Status::Failed => {
                let found = outcome.diagnostics.into_iter();
                let errors = found.filter(|d| d.severity == Severity::Error);
                Found::Failed(errors.collect(), version)
            }
            _ => Found::Unknown,
        }
    }

    /// Whether all other members verify after an edit of `before` that verify without it; false
    /// if it is not known within the bounds.
    pub(super) fn keeps_others(
        &self,
        before: &Version,
        after: &Version,
        member: &str,
        known: &[MemberOutcome],
    ) -> bool {
        let changed = affected::members(before.loaded(), after.loaded(), &self.options);
        let Some(mut changed) = changed else {
            return false;
        };
        changed.retain(|name| name != member);
        // Of members that were not asked for, the verdict is not known.
        let verdict = |name: &String| known.iter().find(|known| known.name == *name);
        let (_, unknown): (Vec<_>, Vec<_>) = changed
            .iter()
            .cloned()
            .partition(|name| verdict(name).is_some());
        if changed.len() > self.limits.affected {
            return false;
        }
        let earlier = match unknown.is_empty() {
            true => Vec::new(),
            false => self.outcomes(before, &unknown),
        };
        let is_verified = |name: &String| {
            let earlier = earlier.iter().find(|earlier| earlier.name == *name);
            let outcome = verdict(name).or(earlier);
            outcome.is_some_and(|outcome| outcome.status == Status::Verified)
        };
        changed.retain(is_verified);
        if changed.is_empty() {
            return true;
        }
        let size = self.loaded.size(&after.sources);
        self.bytes.set(self.bytes.get().saturating_sub(size));
        let outcomes = self.outcomes(after, &changed);
        outcomes.len() == changed.len()
            && outcomes.iter().all(|outcome| {
                outcome.status == Status::Verified && outcome.diagnostics.iter().all(is_harmless)
            })
    }

    /// Verifies some members of a version.
    fn outcomes(&self, version: &Version, members: &[String]) -> Vec<MemberOutcome> {
        let options = Options {
            members: members.to_vec(),
            ..self.options.clone()
        };
        let run = Run {
            sources: &version.sources,
            options: &options,
            stop: self.stop,
            observer: &|_: verify::Event<'_>| (),
        };
        let mut found = Vec::new();
        verify_all(&[(&version.program, &options)], run, |_, outcomes| {
            found.extend(outcomes);
        });
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
