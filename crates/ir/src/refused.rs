//! What the front end refused of a program. The rest is verified: so what could be
//! different without the error is named here, and nothing may rely on it.

use super::encode::ProgramPart;
use super::{FieldId, MemberId, MethodId, MethodKind, Program, ids};
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
    /// A refused declaration that might have assigned static fields before anything runs, in words.
    pub statics: Option<String>,
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

    /// Whether the statements of a member were withdrawn: what is left of it must not be executed.
    #[must_use]
    pub fn is_withdrawn(&self, member: MemberId) -> bool {
        self.members.contains(&member) || self.dependents.contains_key(&member)
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

/// The parts that a run of a member starts from: static fields are initialised first.
#[must_use]
pub fn starts_of_run(program: &Program, member: MemberId) -> Vec<ProgramPart> {
    let fields = ids::<FieldId>(program.fields.len());
    let is_initialised = |id: &FieldId| {
        let field = program.field(*id);
        field.is_static && field.init.is_some() && !field.span.file.is_library()
    };
    let fields = fields.filter(is_initialised).map(ProgramPart::Field);
    starts(program, member).into_iter().chain(fields).collect()
}

/// The parts that a run may execute besides those that the text of a part mentions: the bodies of
/// what is called, and whatever overrides it.
#[must_use]
pub fn behind_in_run(program: &Program, part: ProgramPart) -> Vec<ProgramPart> {
    match part {
        ProgramPart::Contract(m) => bodies(program, m),
        ProgramPart::Pure(_) | ProgramPart::Pred(_) => {
            let member = member_of(part).into_iter();
            let behind = member.flat_map(|member| {
                let family = program.family(member).into_iter();
                family.chain(overriding(program, member))
            });
            behind.map(declaration).collect()
        }
        ProgramPart::Class(_) | ProgramPart::Field(_) | ProgramPart::Body(_) => Vec::new(),
    }
}

/// The members that override a method or a pure method, and must refine its contract.
pub fn overriding(program: &Program, member: MemberId) -> impl Iterator<Item = MemberId> {
    let refines = move |other: &MemberId| match (*other, member) {
        (MemberId::Method(other), MemberId::Method(m)) => {
            program.method(other).refines.contains(&m)
        }
        (MemberId::Pure(other), MemberId::Pure(p)) => {
            program.pure_method(other).refines.contains(&p)
        }
        _ => false,
    };
    program.all_members().filter(refines)
}

/// The body of a method, and the contracts of those that override it.
fn bodies(program: &Program, method: MethodId) -> Vec<ProgramPart> {
    let overriding = overriding(program, MemberId::Method(method)).map(declaration);
    std::iter::once(ProgramPart::Body(method))
        .chain(overriding)
        .collect()
}

/// The member to which a part belongs.
#[must_use]
pub fn member_of(part: ProgramPart) -> Option<MemberId> {
    match part {
        ProgramPart::Contract(m) | ProgramPart::Body(m) => Some(MemberId::Method(m)),
        ProgramPart::Pure(p) => Some(MemberId::Pure(p)),
        ProgramPart::Pred(q) => Some(MemberId::Pred(q)),
        ProgramPart::Class(_) | ProgramPart::Field(_) => None,
    }
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
    bodies(program, m)
}
