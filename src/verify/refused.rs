//! The members that are not verified because the front end refused a declaration: those
//! with an error, and those that rely on a refused declaration.

use super::outcome::{MemberOutcome, Stats, Status};
use super::verdict;
use crate::ir::encode::{Encoder, ProgramPart};
use crate::ir::refused::{behind, starts};
use crate::ir::{MemberId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Why all members of a file are refused.
const WHOLE_FILE: &str = "an error in it might hide declarations";

/// Why a member is not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It has an error.
    Error,
    /// It relies on this refused declaration, in words.
    ReliesOn(String),
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
            reach.refused_part(program, member).map(Reason::ReliesOn)
        };
        found.extend(reason.map(|reason| (member, reason)));
    }
    found
}

/// The mentions of parts, each computed once.
#[derive(Default)]
struct Reach {
    mentions: BTreeMap<ProgramPart, Vec<ProgramPart>>,
}

impl Reach {
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
        Reason::ReliesOn(name) => (
            Status::Unknown,
            Some(format!("it depends on {name}, which was refused")),
        ),
    };
    MemberOutcome {
        name: program.member_name(member),
        kind: verdict::kind(program, member),
        span: program.member_span(member),
        has_contract: status == Status::Refused || verdict::has_contract(program, member),
        trusted: Vec::new(),
        status,
        why_not_verified,
        diagnostics: Vec::new(),
        stats: Stats::default(),
        traces: Vec::new(),
        from_cache: false,
        is_final: true,
    }
}
