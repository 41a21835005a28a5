//! The members that are not verified because the front end refused a declaration: those
//! with an error, and those that rely on a refused declaration.

use super::outcome::{MemberOutcome, Stats, Status};
use super::verdict;
use crate::ir::encode::{Encoder, ProgramPart};
use crate::ir::refused::{behind, behind_in_run, member_of, overriding, starts, starts_of_run};
use crate::ir::{MemberId, MethodKind, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Why all members of a file are refused.
const WHOLE_FILE: &str = "an error in it might hide declarations";

/// Why a member is not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It has an error.
    Error,
    /// It relies on this refused declaration, in words.
    ReliesOn(String),
}

impl Reason {
    /// Why a member with this name cannot be run, as a sentence without its end.
    pub(crate) fn of_run(&self, name: &str) -> String {
        match self {
            Reason::Error => format!("`{name}` has errors"),
            Reason::ReliesOn(other) => format!(
                "`{name}` depends on {other}, which was refused: repair the error, or choose a \
                 member that does not depend on it"
            ),
        }
    }
}

/// The members that are not verified, with the reasons.
pub(super) fn not_verified(program: &Program) -> BTreeMap<MemberId, Reason> {
    let refused = &program.refused;
    if refused.is_empty() {
        return BTreeMap::new();
    }
    let mut found = BTreeMap::new();
    let (mut proofs, mut runs) = (Reach::of_proofs(program), Reach::of_runs(program));
    for &member in &program.members {
        let reason = if refused.members.contains(&member) {
            Some(Reason::Error)
        } else if let Some(name) = refused.dependents.get(&member) {
            Some(Reason::ReliesOn(name.clone()))
        } else {
            let part = proofs.first(starts(program, member), |program, part| {
                program.refused.parts.get(&part).cloned()
            });
            // What could see how a refused callee ends: no contract of that one tells.
            let handles = matches!(member, MemberId::Method(id) if program.method(id).handles);
            let callee = || runs.first(starts_of_run(program, member), refused_member);
            let part = part.or_else(|| handles.then(callee)?);
            part.map(Reason::ReliesOn)
        };
        found.extend(reason.map(|reason| (member, reason)));
    }
    found
}

/// Why a member is not verified, if it is not.
pub(crate) fn not_verified_member(program: &Program, member: MemberId) -> Option<Reason> {
    not_verified(program).remove(&member)
}

/// Why running a member could differ from what is written: it was refused, or a run of it, the
/// initialisation of static fields included, may reach what was. A body that is called counts,
/// where a proof relies on its contract only.
pub(crate) fn not_run(program: &Program, member: MemberId) -> Option<Reason> {
    let refused = &program.refused;
    if refused.is_empty() {
        return None;
    }
    if refused.members.contains(&member) {
        return Some(Reason::Error);
    }
    // All classes are known to a run, and a file that was not read may declare others.
    if !refused.files.is_empty() {
        return Some(Reason::ReliesOn("a file with an error".to_owned()));
    }
    if let Some(name) = refused.dependents.get(&member) {
        return Some(Reason::ReliesOn(name.clone()));
    }
    // It begins with all static fields, also those without an initial value.
    let statics = refused.statics.as_ref();
    if let Some(name) = statics.filter(|_| is_main(program, member)) {
        return Some(Reason::ReliesOn(name.clone()));
    }
    let mut reach = Reach::of_runs(program);
    let part = reach.first(starts_of_run(program, member), refused_part_of_run);
    part.or_else(|| runs_by_super(program, member))
        .map(Reason::ReliesOn)
}

/// The refused declaration of a part that a run may reach, in words.
fn refused_part_of_run(program: &Program, part: ProgramPart) -> Option<String> {
    let refused = &program.refused;
    if let Some(name) = refused.parts.get(&part) {
        return Some(name.clone());
    }
    if let ProgramPart::Field(field) = part
        && program.field(field).is_static
        && !program.field(field).span.file.is_library()
        && let Some(name) = &refused.statics
    {
        return Some(name.clone());
    }
    let depends = || refused.dependents.get(&member_of(part)?).cloned();
    refused_member(program, part).or_else(depends)
}

/// A refused member of a subclass that may run an overridden member by `super`: it decides for
/// which receivers the member runs.
fn runs_by_super(program: &Program, member: MemberId) -> Option<String> {
    program.vars(member).this?;
    let class = program.class_of(member)?;
    overriding(program, member).next()?;
    let withdrawn = program
        .all_members()
        .filter(|other| program.refused.is_withdrawn(*other));
    let below = withdrawn.filter(|other| {
        let own = program.class_of(*other);
        own.is_some_and(|own| own != class && program.hierarchy.is_below(own, class))
    });
    let mut names = below.map(|other| format!("`{}`", program.member_name(other)));
    names.next()
}

/// What was refused that might have given static fields other values before a main routine begins, if its proof relies
/// on one.
pub(super) fn unknown_beginning(program: &Program, member: MemberId) -> Option<&String> {
    let statics = program.refused.statics.as_ref();
    let name = statics.filter(|_| is_main(program, member))?;
    Reach::of_proofs(program).first(starts(program, member), |program, part| {
        let is_static = matches!(part, ProgramPart::Field(id) if program.field(id).is_static);
        is_static.then_some(name)
    })
}

fn is_main(program: &Program, member: MemberId) -> bool {
    matches!(member, MemberId::Method(id) if program.method(id).kind == MethodKind::Main)
}

/// Parts that lead to others, by what they mention and what that leads to; each is computed once.
struct Reach<'p> {
    program: &'p Program,
    behind: fn(&Program, ProgramPart) -> Vec<ProgramPart>,
    next: BTreeMap<ProgramPart, Vec<ProgramPart>>,
}

impl<'p> Reach<'p> {
    /// What a proof relies on.
    fn of_proofs(program: &'p Program) -> Reach<'p> {
        Reach {
            program,
            behind,
            next: BTreeMap::new(),
        }
    }

    /// What a run leads to.
    fn of_runs(program: &'p Program) -> Reach<'p> {
        Reach {
            behind: behind_in_run,
            ..Reach::of_proofs(program)
        }
    }

    /// What is found at the first part, of these and those that they lead to, directly or indirectly.
    fn first<T>(
        &mut self,
        mut todo: Vec<ProgramPart>,
        found: impl Fn(&Program, ProgramPart) -> Option<T>,
    ) -> Option<T> {
        let (program, behind) = (self.program, self.behind);
        let mut seen: BTreeSet<ProgramPart> = todo.iter().copied().collect();
        while let Some(part) = todo.pop() {
            if let Some(found) = found(program, part) {
                return Some(found);
            }
            let next = self.next.entry(part).or_insert_with(|| {
                let mut next = Encoder::new(program).mentioned_in_text(part);
                next.extend(behind(program, part));
                next
            });
            todo.extend(next.iter().filter(|part| seen.insert(**part)));
        }
        None
    }
}

/// The refused member of a part, in words.
fn refused_member(program: &Program, part: ProgramPart) -> Option<String> {
    let member = member_of(part)?;
    let is_refused = program.refused.members.contains(&member);
    is_refused.then(|| format!("`{}`", program.member_name(member)))
}

/// Why a member is `unknown` that relies on a refused declaration.
pub(super) fn relies_on(name: &str) -> String {
    format!("it depends on {name}, which was refused")
}

/// The outcome of a member that is not verified.
pub(super) fn outcome(program: &Program, member: MemberId, reason: &Reason) -> MemberOutcome {
    let (status, why_not_verified) = match reason {
        Reason::Error => {
            let whole = program
                .refused
                .files
                .contains(&program.member_span(member).file);
            (Status::Refused, whole.then(|| WHOLE_FILE.to_owned()))
        }
        Reason::ReliesOn(name) => (Status::Unknown, Some(relies_on(name))),
    };
    MemberOutcome {
        name: program.member_name(member),
        kind: verdict::kind(program, member),
        span: program.member_span(member),
        has_contract: status == Status::Refused || verdict::has_contract(program, member),
        might_recur_for_ever: false,
        trusted: Vec::new(),
        status,
        why_not_verified,
        diagnostics: Vec::new(),
        stats: Stats::default(),
        traces: Vec::new(),
        contract_alone: false,
        from_cache: false,
        is_final: true,
    }
}
