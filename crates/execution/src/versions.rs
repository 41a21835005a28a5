//! The versions of a member's variables along a run: each assignment makes a new one.

use super::code::CompiledProgram;
use super::concrete::Concrete;
use super::configuration::Configuration;
use super::domain::Domain;
use std::collections::BTreeMap;
use veriframe_base::source::Span;
use veriframe_ir::{MemberId, Program};

/// The most versions that are kept.
const MAX_VERSIONS: usize = 10_000;

/// A value that a variable has for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The variable.
    pub name: String,
    /// Which of its values it is, from 0 on.
    pub number: u32,
    /// The value, in the user's notation.
    pub value: String,
    /// Where it was assigned; for parameters, the member.
    pub place: Span,
}

/// Notes the versions of the variables of one member, in the first call of it.
#[derive(Debug)]
pub(super) struct Versions<'p> {
    program: &'p Program,
    code: &'p CompiledProgram,
    member: MemberId,
    /// How many frames there are when the member's own is the last one; `None` before it runs.
    depth: Option<usize>,
    counts: BTreeMap<String, u32>,
    /// The slot that the next step of the member assigns, and where.
    next: Option<(u32, Span)>,
    pub(super) all: Vec<Version>,
}

impl<'p> Versions<'p> {
    pub(super) fn new(program: &'p Program, code: &'p CompiledProgram, member: MemberId) -> Self {
        Versions {
            program,
            code,
            member,
            depth: None,
            counts: BTreeMap::new(),
            next: None,
            all: Vec::new(),
        }
    }

    /// Notes what a step has assigned, and what the next one will.
    pub(super) fn step(&mut self, c: &Configuration<Concrete<'_>>) {
        let frames = c.thread.frames.len();
        if self.depth.is_none() {
            self.begin(c);
        }
        if self.depth != Some(frames) || !c.thread.conjuncts.is_empty() {
            return;
        }
        if let Some((slot, place)) = self.next.take() {
            self.add(c, slot, place);
        }
        let Some(frame) = c.thread.frames.last() else {
            return;
        };
        let routine = self.code.routines.get(frame.routine.0 as usize);
        self.next = routine.and_then(|routine| {
            let instruction = routine.code.get(frame.at as usize)?;
            let place = routine.spans.get(frame.at as usize)?;
            Some((instruction.assigned(routine)?, *place))
        });
    }

    /// The parameters have their values once the member's own frame is there.
    fn begin(&mut self, c: &Configuration<Concrete<'_>>) {
        let Some(frame) = c.thread.frames.last() else {
            return;
        };
        let routine = self.code.routines.get(frame.routine.0 as usize);
        let Some(routine) = routine.filter(|routine| routine.member == self.member) else {
            return;
        };
        // The frame around the body checks the contract.
        if self.code.body_of_contract(frame.routine).is_some() {
            return;
        }
        self.depth = Some(c.thread.frames.len());
        let place = self.program.member_span(self.member);
        for slot in routine.inputs.clone() {
            self.add(c, slot, place);
        }
    }

    fn add(&mut self, c: &Configuration<Concrete<'_>>, slot: u32, place: Span) {
        let vars = self.program.vars(self.member);
        let var = vars.all.get(slot as usize).filter(|var| var.is_named());
        let frame = c.thread.frames.last();
        let value = frame.and_then(|frame| c.thread.slots.get((frame.base + slot) as usize));
        let (Some(var), Some(value)) = (var, value) else {
            return;
        };
        if self.all.len() >= MAX_VERSIONS {
            return;
        }
        let count = self.counts.entry(var.name.clone()).or_default();
        self.all.push(Version {
            name: var.name.clone(),
            number: *count,
            value: c.domain.show(value, &var.ty),
            place,
        });
        *count += 1;
    }
}
