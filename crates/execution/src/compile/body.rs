//! The routine under construction: its instructions, slots and lists.

use super::{Checking, MemberPart, Pools};
use crate::code::{
    Constant, Context, Instruction, LoopCode, Measures, Operand, Operands, Reading, Routine, Slot,
    Target, UnknownSite,
};
use std::collections::BTreeSet;
use veriframe_base::source::Span;
use veriframe_ir::{BlockId, ClassId, FieldId, MemberId, Program, Type, VarId, Vars};

/// What a routine is compiled from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A body.
    Code,
    /// The expression of a pure method.
    Definition,
    /// A contract around a body.
    Contract,
    /// A predicate's body.
    Annotation,
}

/// A routine under construction.
pub(super) struct Builder<'p> {
    pub(super) program: &'p Program,
    pub(super) vars: &'p Vars,
    pub(super) checking: Checking,
    pub(super) kind: Kind,
    /// Whether an annotation is compiled: calls in it are not checked for permission.
    pub(super) in_annotation: bool,
    pub(super) is_tracked: bool,
    /// The span of instructions that have none of their own.
    pub(super) span: Span,
    pub(super) loops: Vec<LoopTargets>,
    /// The blocks around a statement that it can leave.
    pub(super) blocks: Vec<BlockTargets>,
    /// In an assertion of code that is checked without contracts, the variables that it binds.
    pub(super) claim: Option<BTreeSet<VarId>>,
    pools: &'p mut Pools,
    routine: Routine,
    next_slot: Slot,
}

/// Where `break` and `continue` of a loop lead to; known when the loop is complete.
#[derive(Debug, Default)]
pub(super) struct LoopTargets {
    /// The jumps of `break`.
    pub(super) breaks: Vec<Label>,
    /// The jumps of `continue`.
    pub(super) continues: Vec<Label>,
    /// Whether its invariant is checked.
    pub(super) is_checked: bool,
}

/// A block that statements in it can leave.
#[derive(Debug)]
pub(super) struct BlockTargets {
    /// Its number.
    pub(super) block: BlockId,
    /// The loops around it.
    pub(super) loops: usize,
    /// The jumps to its end.
    pub(super) exits: Vec<Label>,
}

/// A jump whose target is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(usize);

impl<'p> Builder<'p> {
    pub(super) fn new(
        program: &'p Program,
        vars: &'p Vars,
        span: Span,
        part: MemberPart,
        pools: &'p mut Pools,
    ) -> Builder<'p> {
        let MemberPart { checking, kind } = part;
        let count = u32::try_from(vars.all.len()).unwrap_or(u32::MAX);
        Builder {
            program,
            vars,
            checking,
            kind,
            in_annotation: matches!(kind, Kind::Contract | Kind::Annotation),
            is_tracked: false,
            span,
            loops: Vec::new(),
            blocks: Vec::new(),
            claim: None,
            pools,
            routine: Routine {
                member: MemberId::Method(0.into()),
                slots: count,
                result: None,
                thrown: None,
                inputs: vars.inputs().map(|var| var.0).collect(),
                code: Vec::new(),
                spans: Vec::new(),
                operands: Vec::new(),
                calls: Vec::new(),
                pures: Vec::new(),
                instances: Vec::new(),
                contexts: Vec::new(),
                measures: None,
                loops: Vec::new(),
                needs_entry: false,
                is_tracked: false,
            },
            next_slot: count,
        }
    }

    /// The completed routine.
    pub(super) fn finish(mut self, member: MemberId, result: Option<VarId>) -> Routine {
        self.routine.member = member;
        self.routine.result = result.map(|var| var.0);
        self.routine.thrown = self.vars.exception.map(|var| var.0);
        self.routine.is_tracked = self.is_tracked;
        self.routine
    }

    /// The number of a place that gives values that nobody knows.
    pub(super) fn unknown_site(
        &mut self,
        name: &str,
        ty: Type,
        reading: Reading,
        span: Span,
    ) -> u32 {
        let line = self.program.lines.get(&span).copied().unwrap_or_default();
        let label = format!("{name}@{line}");
        self.pools.unknown(UnknownSite { label, ty, reading })
    }

    /// Marks a use of a class, if something is run when it or one above it is first used.
    pub(super) fn begins(&mut self, class: ClassId, span: Span) {
        if self.program.runs_when_begun(class) {
            self.emit(Instruction::Begins(class), span);
        }
    }

    /// Marks a use of the class that declares a static field.
    pub(super) fn begins_class_of(&mut self, field: FieldId, span: Span) {
        if let Some(class) = self.program.field(field).class {
            self.begins(class, span);
        }
    }

    pub(super) fn emit(&mut self, instruction: Instruction, span: Span) {
        self.routine.code.push(instruction);
        self.routine.spans.push(span);
    }

    /// The position of the next instruction.
    pub(super) fn here(&self) -> Target {
        u32::try_from(self.routine.code.len()).unwrap_or(u32::MAX)
    }

    /// Emits an instruction whose target is set later.
    pub(super) fn emit_jump(&mut self, instruction: Instruction, span: Span) -> Label {
        let label = Label(self.routine.code.len());
        self.emit(instruction, span);
        label
    }

    pub(super) fn jump(&mut self, span: Span) -> Label {
        self.emit_jump(Instruction::Jump(0), span)
    }

    /// Lets a jump lead to the next instruction.
    pub(super) fn land(&mut self, label: Label) {
        let here = self.here();
        self.land_at(label, here);
    }

    /// Lets a jump lead to a position.
    pub(super) fn land_at(&mut self, label: Label, here: Target) {
        if let Some(
            Instruction::Jump(target)
            | Instruction::Branch { target, .. }
            | Instruction::Compare { target, .. }
            | Instruction::Conjunct { resume: target, .. }
            | Instruction::Next { end: target, .. },
        ) = self.routine.code.get_mut(label.0)
        {
            *target = here;
        }
    }

    /// A slot for a temporary value.
    pub(super) fn temporary(&mut self) -> Slot {
        let slot = self.next_slot;
        self.next_slot += 1;
        self.routine.slots = self.routine.slots.max(self.next_slot);
        slot
    }

    /// The temporaries in use; [`Builder::free`] ends the use of later ones.
    pub(super) fn in_use(&self) -> Slot {
        self.next_slot
    }

    pub(super) fn free(&mut self, in_use: Slot) {
        self.next_slot = in_use;
    }

    pub(super) fn constant(&mut self, constant: Constant) -> Operand {
        Operand::Constant(self.pools.constant(constant))
    }

    pub(super) fn type_number(&mut self, ty: &veriframe_ir::Type) -> u32 {
        self.pools.ty(ty)
    }

    pub(super) fn operands(&mut self, operands: Vec<Operand>) -> Operands {
        let start = u32::try_from(self.routine.operands.len()).unwrap_or(u32::MAX);
        let count = u32::try_from(operands.len()).unwrap_or(u32::MAX);
        self.routine.operands.extend(operands);
        Operands { start, count }
    }

    pub(super) fn call_site(&mut self, site: crate::code::CallSite) -> u32 {
        self.routine.calls.push(site);
        u32::try_from(self.routine.calls.len() - 1).unwrap_or(u32::MAX)
    }

    pub(super) fn pure_site(&mut self, site: crate::code::PureSite) -> u32 {
        self.routine.pures.push(site);
        u32::try_from(self.routine.pures.len() - 1).unwrap_or(u32::MAX)
    }

    pub(super) fn instance_site(&mut self, site: crate::code::InstanceSite) -> u32 {
        self.routine.instances.push(site);
        u32::try_from(self.routine.instances.len() - 1).unwrap_or(u32::MAX)
    }

    pub(super) fn context(&mut self, context: Context) -> u32 {
        self.routine.contexts.push(context);
        u32::try_from(self.routine.contexts.len() - 1).unwrap_or(u32::MAX)
    }

    /// Compares the measures of a member of a cycle with those of its caller.
    pub(super) fn descends(&mut self, cycle: u32, measures: &[veriframe_ir::Expr]) {
        let values = self.measures(measures);
        let slots = values.iter().filter_map(|value| match value {
            Operand::Slot(slot) => Some(*slot),
            Operand::Constant(_) => None,
        });
        let slots = slots.collect();
        self.routine.measures = Some(Measures { cycle, slots });
        self.emit(Instruction::Descend, self.span);
    }

    pub(super) fn program_loop(&mut self, code: LoopCode) {
        self.routine.loops.push(code);
    }

    pub(super) fn needs_entry(&mut self) {
        self.routine.needs_entry = true;
    }

    /// Whether an expression is `this`.
    pub(super) fn is_this(&self, e: &veriframe_ir::Expr) -> bool {
        matches!(e.kind, veriframe_ir::ExprKind::Var(var) if Some(var) == self.vars.this)
    }
}
