//! What the front end refused of a program. The rest is verified: so what could be
//! different without the error is named here, and nothing may rely on it.

use super::encode::ProgramPart;
use super::{MemberId, MethodKind, Program};
use std::collections::{BTreeMap, BTreeSet};
use veriframe_base::source::{FileId, Span};

/// The refused members of a program, and the parts that are not to be relied on.
#[derive(Clone, Debug, Default)]
pub struct Refused {
    /// The members in whose text an error was found.
    pub members: BTreeSet<MemberId>,
    /// The members that name a refused declaration, or whose class is connected with
    /// one: with that declaration in words.
    pub dependents: BTreeMap<MemberId, String>,
    /// The files of which all members are refused.
    pub files: BTreeSet<FileId>,
    /// The places of refused declarations that are no members: fields and initialiser blocks.
    pub others: BTreeSet<Span>,
    /// The parts whose meaning may be another one without the error: each with the
    /// refused declaration in words.
    pub parts: BTreeMap<ProgramPart, String>,
}

impl Refused {
    /// Whether all of the program could be resolved.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
            && self.dependents.is_empty()
            && self.files.is_empty()
            && self.others.is_empty()
            && self.parts.is_empty()
    }

    /// Extends refusal to the copies of bodies that are verified again for subclasses.
    pub(super) fn add_copies(&mut self, program: &Program) {
        let texts: BTreeMap<Span, String> = self
            .members
            .iter()
            .map(|&m| (program.member_span(m), program.member_name(m)))
            .chain(
                self.dependents
                    .iter()
                    .map(|(&m, name)| (program.member_span(m), name.clone())),
            )
            .collect();
        for member in program.all_members() {
            if self.members.contains(&member) || !program.is_verified_again(member) {
                continue;
            }
            if let Some(name) = texts.get(&program.member_span(member)) {
                self.dependents
                    .entry(member)
                    .or_insert_with(|| name.clone());
                self.parts
                    .entry(declaration(member))
                    .or_insert_with(|| name.clone());
            }
        }
    }
}

/// The part of a member that others rely on.
#[must_use]
pub fn declaration(member: MemberId) -> ProgramPart {
    match member {
        MemberId::Method(m) => ProgramPart::Contract(m),
        MemberId::Pure(p) => ProgramPart::Pure(p),
        MemberId::Pred(q) => ProgramPart::Pred(q),
    }
}

/// The parts that verifying a member starts from.
#[must_use]
pub fn starts(program: &Program, member: MemberId) -> Vec<ProgramPart> {
    let mut parts = vec![declaration(member)];
    if let MemberId::Method(m) = member {
        parts.push(ProgramPart::Body(m));
        parts.extend(
            program
                .method(m)
                .refines
                .iter()
                .map(|&r| ProgramPart::Contract(r)),
        );
    }
    parts
}

/// The parts to which reliance on a part extends besides those that its text mentions:
/// that a lemma ends depends on what its body calls.
#[must_use]
pub fn behind(program: &Program, part: ProgramPart) -> Vec<ProgramPart> {
    let ProgramPart::Contract(m) = part else {
        return Vec::new();
    };
    if program.method(m).kind != MethodKind::Lemma {
        return Vec::new();
    }
    let overriding = program.all_members().filter_map(|member| match member {
        MemberId::Method(other) if program.method(other).refines.contains(&m) => {
            Some(ProgramPart::Contract(other))
        }
        _ => None,
    });
    std::iter::once(ProgramPart::Body(m))
        .chain(overriding)
        .collect()
}
