//! The members that are not verified because the front end refused a declaration: those
//! with an error, and those that rely on a refused declaration.

use super::outcome::{MemberOutcome, Stats, Status};
use super::verdict;
use crate::ir::encode::{Encoder, ProgramPart};
use crate::ir::refused::{behind, behind_in_run, member_of, overriding, starts, starts_of_run};
use crate::ir::{MemberId, Program};
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
    let mut reach = Reach::default();
    for &member in &program.members {
        let reason = if refused.members.contains(&member) {
            Some(Reason::Error)
        } else if let Some(name) = refused.dependents.get(&member) {
            Some(Reason::ReliesOn(name.clone()))
        } else {
            let part = reach.refused_part(program, member);
            let part = part.or_else(|| reach.refused_callee(program, member));
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
    let mut todo = starts_of_run(program, member);
    let mut seen: BTreeSet<ProgramPart> = todo.iter().copied().collect();
    let mut encoder = Encoder::new(program);
    while let Some(part) = todo.pop() {
        if let Some(name) = refused_part_of_run(program, part) {
            return Some(Reason::ReliesOn(name));
        }
        let mut more = encoder.part(part).mentions.to_vec();
        more.extend(behind_in_run(program, part));
        todo.extend(more.into_iter().filter(|part| seen.insert(*part)));
    }
    runs_by_super(program, member).map(Reason::ReliesOn)
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
    let member = member_of(part)?;
    if refused.members.contains(&member) {
        return Some(format!("`{}`", program.member_name(member)));
    }
    refused.dependents.get(&member).cloned()
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

/// The mentions of parts, each computed once.
#[derive(Default)]
struct Reach {
    mentions: BTreeMap<ProgramPart, Vec<ProgramPart>>,
    /// Those that runs lead to.
    run: BTreeMap<ProgramPart, Vec<ProgramPart>>,
}

impl Reach {
    /// A refused member, in words, that a member might call, directly or indirectly, whose body could see with
    /// what exception that ends: no contract of a refused member tells.
    fn refused_callee(&mut self, program: &Program, member: MemberId) -> Option<String> {
        let handles = matches!(member, MemberId::Method(id) if program.method(id).handles);
        let mut todo = match handles {
            true => starts_of_run(program, member),
            false => return None,
        };
        let mut seen: BTreeSet<ProgramPart> = todo.iter().copied().collect();
        while let Some(part) = todo.pop() {
            if let Some(other) = member_of(part)
                && program.refused.members.contains(&other)
            {
                return Some(format!("`{}`", program.member_name(other)));
            }
            let more = self.run.entry(part).or_insert_with(|| {
                let mut more = Encoder::new(program).part(part).mentions.to_vec();
                more.extend(behind_in_run(program, part));
                more
            });
            todo.extend(more.iter().filter(|part| seen.insert(**part)));
        }
        None
    }

    /// A refused declaration, in words, that a member relies on, directly or indirectly.
    fn refused_part(&mut self, program: &Program, member: MemberId) -> Option<String> {
        let mut todo = starts(program, member);
        let mut seen: BTreeSet<ProgramPart> = todo.iter().copied().collect();
        while let Some(part) = todo.pop() {
            if let Some(name) = program.refused.parts.get(&part) {
                return Some(name.clone());
            }
            let mentions = self.mentions.entry(part).or_insert_with(|| {
                let mut mentions = Encoder::new(program).part(part).mentions.to_vec();
                mentions.extend(behind(program, part));
                mentions
            });
            todo.extend(mentions.iter().filter(|part| seen.insert(**part)));
        }
        None
    }
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
