//! The programs of a workspace at one moment, and their verification.

use super::program::{self, Edited, LoadedProgram, Reports};
use super::{FileReport, RunRefusal, grouping, hints, on_large_stack};
use crate::ir::{MemberId, Program};
use crate::parallel::Pool;
use crate::source::{FileId, SourceFile, SourceMap, Span};
use crate::stop::{Stop, StopReason};
use crate::syntax::tree::ast;
use crate::verify::selection::Selection;
use crate::verify::{
    self, FileOptions, LastStates, MemberKind, MemberOutcome, MemberRef, Options, RunSettings,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An event of a verification.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// The verification begins; this many members will be verified.
    Begins(usize),
    /// A check of this member begins. Contract and body are checked separately.
    CheckBegins(MemberRef<'e>),
    /// A check of this member ended.
    CheckEnds(MemberRef<'e>),
    /// The outcome of a member.
    Member(&'e MemberOutcome),
    /// The report of a file, in the order of the results.
    File(&'e FileReport),
}

/// A listener for events. Events of members come from several threads, events of files only
/// from the thread that called [`Loaded::check`], where they do not delay workers.
pub type Listener<'l> = &'l (dyn Fn(Event<'_>) + Sync);

/// A member that can be verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberEntry {
    /// Its full name, such as `Cell.setX`.
    pub name: String,
    /// Its kind.
    pub kind: MemberKind,
    /// The span of its name.
    pub span: Span,
}

/// The programs of a workspace, as they were when it was loaded.
#[derive(Debug)]
pub struct Loaded {
    sources: SourceMap,
    options: Options,
    programs: Vec<LoadedProgram>,
    /// Two files of one program with different options.
    conflict: Option<[FileId; 2]>,
}

impl Loaded {
    /// Loads all programs whose reports are not in the cache, in parallel. Files have the same
    /// options but for those in `own`.
    pub(super) fn new(
        sources: SourceMap,
        options: Options,
        own: &BTreeMap<FileId, FileOptions>,
        reports: Reports,
    ) -> Loaded {
        let pool = Pool::new(options.jobs, sources.size());
        let groups = grouping::programs(&sources);
        let mut programs = pool.map(&groups, |files| {
            let own = files.first().and_then(|file| own.get(file));
            let options = own.map_or_else(|| options.clone(), |own| own.over(&options));
            LoadedProgram::cached_or_loaded(&sources, files, &options, &pool, reports)
        });
        program::refuse_together(&sources, &mut programs);
        Loaded {
            sources,
            options,
            programs,
            conflict: groups.iter().find_map(|files| conflict(files, own)),
        }
    }

    /// Two files of one program with different options, which could not be verified together; the
    /// program is loaded with the options of its first file.
    #[must_use]
    pub fn conflict(&self) -> Option<[&SourceFile; 2]> {
        let files = self.conflict?;
        Some(files.map(|file| self.sources.file(file)))
    }

    /// The files that spans in reports refer to.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The program of a file after an edit of its syntax trees. `sources` are the files of this
    /// workspace, and others that the edit adds.
    pub(crate) fn edited(
        &self,
        file: FileId,
        sources: &SourceMap,
        edit: &mut dyn FnMut(&mut [ast::File]),
    ) -> Edited {
        let pool = Pool::default();
        let found = self.programs.iter().find(|program| program.has(file));
        found.map_or_else(Edited::default, |program| {
            program.edited(sources, &program.options, &pool, edit)
        })
    }

    /// The options.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The programs, except those refused by the front end and those whose reports are in the
    /// cache.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        self.programs.iter().filter_map(|p| p.program.as_ref())
    }

    /// Whether [`Loaded::programs`] are all programs, without errors.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.programs.iter().all(LoadedProgram::is_complete)
    }

    /// The reports of the files with the diagnostics of the front end alone.
    pub(crate) fn front_end_reports(&self) -> Vec<FileReport> {
        let programs = self.programs.iter();
        programs
            .flat_map(|program| program.report(Vec::new()))
            .collect()
    }

    /// What to say of a member that was not found: the errors, if there are some, since they may have
    /// hidden it.
    pub(crate) fn with_errors(&self, refusal: RunRefusal) -> RunRefusal {
        match refusal {
            RunRefusal::Entry { .. } if !self.is_complete() => {
                RunRefusal::Errors(self.front_end_reports())
            }
            other => other,
        }
    }

    /// Refuses a member that has errors, or a run of which may reach what has.
    pub(crate) fn can_be_run(&self, program: &Program, member: MemberId) -> Result<(), RunRefusal> {
        self.unless_refused(program, member, verify::not_run(program, member))
    }

    /// Refuses a member that has errors, or whose proof relies on what has.
    pub(crate) fn can_be_verified(
        &self,
        program: &Program,
        member: MemberId,
    ) -> Result<(), RunRefusal> {
        self.unless_refused(
            program,
            member,
            verify::not_verified_member(program, member),
        )
    }

    fn unless_refused(
        &self,
        program: &Program,
        member: MemberId,
        reason: Option<verify::Reason>,
    ) -> Result<(), RunRefusal> {
        let Some(reason) = reason else {
            return Ok(());
        };
        let reports = self.front_end_reports();
        Err(match reason {
            verify::Reason::Error => RunRefusal::Errors(reports),
            verify::Reason::ReliesOn(_) => RunRefusal::DependsOnErrors {
                message: reason.of_run(&program.member_name(member)),
                reports,
            },
        })
    }

    /// The names of each member in [`Options::members`]: its full name, and the name of the
    /// group of its overloads.
    pub fn member_names(&self) -> impl Iterator<Item = [String; 2]> {
        self.programs().flat_map(|program| {
            let members = program.members.iter();
            members.map(|&member| [program.member_name(member), program.group_name(member)])
        })
    }

    /// The members that the options select, without verifying them: by program, in source order.
    /// Programs that the front end refused have none.
    #[must_use]
    pub fn members(&self) -> Vec<MemberEntry> {
        let entries = self.programs().flat_map(|program| {
            let members = self.options.selected(program);
            members.map(|member| MemberEntry {
                name: program.member_name(member),
                kind: verify::verdict::kind(program, member),
                span: program.member_span(member),
            })
        });
        entries.collect()
    }

    /// The number of members of all programs, if none of them has a contract.
    #[must_use]
    pub fn bare_members(&self) -> Option<usize> {
        let counts = self.programs.iter().map(LoadedProgram::bare_members);
        counts.sum()
    }

    /// Verifies the members that the options select. Reports are ordered by the first files
    /// of their programs; files without selected members and diagnostics are omitted.
    ///
    /// After a stop signal, members that are not finished are `unknown`. A later call
    /// verifies them; with a cache, it reuses the results of the others.
    pub fn check(&self, stop: &Stop, listener: Listener<'_>) -> Vec<FileReport> {
        on_large_stack(|| self.verify(stop, listener))
    }

    fn verify(&self, stop: &Stop, listener: Listener<'_>) -> Vec<FileReport> {
        listener(Event::Begins(self.count_members()));
        // Refused programs have no members to verify, and neither have cached reports.
        let nothing = Program::default();
        let programs = self.programs.iter();
        let programs: Vec<(&Program, &Options)> = programs
            .map(|loaded| (loaded.program.as_ref().unwrap_or(&nothing), &loaded.options))
            .collect();
        let run = RunSettings {
            sources: &self.sources,
            options: &self.options,
            stop,
            observer: &|event| {
                listener(match event {
                    verify::Event::Begins(member) => Event::CheckBegins(member),
                    verify::Event::Ends(member) => Event::CheckEnds(member),
                    verify::Event::Done(outcome) => Event::Member(outcome),
                });
            },
        };
        let mut reports = Vec::new();
        verify::verify_all(&programs, run, |index, mut members| {
            let Some(program) = self.programs.get(index) else {
                return;
            };
            hints::add(program, &self.sources, stop, &mut members);
            for report in program.report(members) {
                if self.is_selected(&report) {
                    listener(Event::File(&report));
                    reports.push(report);
                }
            }
        });
        reports
    }

    /// The last states before the first failure of a member, of which the check that failed is repeated up
    /// to it; `None` if the program is not loaded, since its report was in the cache, or the run has
    /// been stopped.
    #[must_use]
    pub fn last_states(&self, outcome: &MemberOutcome, stop: &Stop) -> Option<LastStates> {
        let mut programs = self.programs.iter();
        let of_member = programs.find(|program| program.has(outcome.span.file))?;
        let program = of_member.program.as_ref()?;
        let options = &of_member.options;
        on_large_stack(|| verify::last_states(program, &self.sources, outcome, options, stop))
    }

    /// The reports of a run that ends before [`Loaded::check`] returns: with the outcomes that
    /// its events told, and all other members `unknown` for this reason.
    #[must_use]
    pub fn stopped(&self, outcomes: Vec<MemberOutcome>, why: StopReason) -> Vec<FileReport> {
        let key = |outcome: &MemberOutcome| (outcome.span, outcome.name.clone());
        let mut outcomes: BTreeMap<_, _> = outcomes.into_iter().map(|o| (key(&o), o)).collect();
        let mut reports = Vec::new();
        for loaded in &self.programs {
            let mut members = Vec::new();
            if let Some(program) = &loaded.program {
                members.extend(self.options.selected(program).map(|member| {
                    let unknown = verify::verdict::unfinished(program, member, why);
                    outcomes.remove(&key(&unknown)).unwrap_or(unknown)
                }));
            }
            let of_files = loaded.report(members).into_iter();
            reports.extend(of_files.filter(|report| self.is_selected(report)));
        }
        reports
    }

    /// The programs as they were loaded.
    pub(super) fn loaded_programs(&self) -> &[LoadedProgram] {
        &self.programs
    }

    /// Restricts the verification to these members. The programs must have been loaded by
    /// [`Workspace::load_part`](super::Workspace::load_part).
    pub(super) fn select(&mut self, members: Selection) {
        let only = Arc::new(members);
        for program in &mut self.programs {
            program.options.only = Some(only.clone());
        }
        self.options.only = Some(only);
    }

    /// Whether a report has selected members or diagnostics.
    fn is_selected(&self, report: &FileReport) -> bool {
        (self.options.members.is_empty() && self.options.only.is_none())
            || !report.members.is_empty()
            || !report.diagnostics.is_empty()
    }

    /// The number of members to verify.
    fn count_members(&self) -> usize {
        if self.options.members.is_empty() && self.options.only.is_none() {
            return self.programs().map(|program| program.members.len()).sum();
        }
        let counts = self
            .programs()
            .map(|program| self.options.selected(program).count());
        counts.sum()
    }
}

/// Two of these files whose own options differ.
fn conflict(files: &[FileId], own: &BTreeMap<FileId, FileOptions>) -> Option<[FileId; 2]> {
    let first = *files.first()?;
    let mut files = files.iter();
    let other = files.find(|file| own.get(file) != own.get(&first))?;
    Some([first, *other])
}

impl Drop for Loaded {
    /// The trees of deeply nested programs are dropped recursively.
    fn drop(&mut self) {
        let programs = std::mem::take(&mut self.programs);
        on_large_stack(|| drop(programs));
    }
}
