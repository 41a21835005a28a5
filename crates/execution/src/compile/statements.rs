//! Statements. Ghost statements are left out where contracts are off, but for what they assert.

use super::body::{BlockTargets, Builder, LoopTargets};
use super::default_of;
use crate::code::{CallSite, Instruction, LoopCode, Operand, Purpose, Reading};
use crate::natives;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_base::source::Span;
use veriframe_ir::{
    Assertion, BlockId, Call, ClassId, Effect, Expr, ExprKind, Loop, MethodKind, Stmt, StmtKind,
    Type, ValueSource, VarId, Width, unknown,
};

impl Builder<'_> {
    /// Statements in sequence.
    pub(super) fn statements(&mut self, stmts: &[Stmt]) {
        veriframe_base::stack::deep(|| {
            for stmt in stmts {
                let in_use = self.in_use();
                self.statement(stmt);
                self.free(in_use);
            }
        });
    }

    fn statement(&mut self, stmt: &Stmt) {
        if !self.checking.contracts && self.is_ghost(stmt) {
            if self.checking.assertions {
                self.claims(stmt);
            }
            return;
        }
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Decl(var) => {
                let ty = self.vars.get(*var).ty.clone();
                let from = self.constant(default_of(&ty));
                self.emit(Instruction::Move { to: var.0, from }, span);
            }
            StmtKind::Assign(var, value) => self.assign(*var, value),
            StmtKind::Unknown(var, source) => self.unknown(*var, *source, span),
            StmtKind::Choose(var, exists) => self.choose(*var, exists, span),
            StmtKind::FieldWrite(receiver, field, value) => {
                let (receiver, value) = (self.expr(receiver), self.expr(value));
                let field = *field;
                self.emit(
                    Instruction::SetField {
                        receiver,
                        field,
                        value,
                    },
                    span,
                );
            }
            StmtKind::StaticWrite(field, value) => {
                let (field, value) = (*field, self.expr(value));
                self.begins_class_of(field, span);
                self.emit(Instruction::SetStatic { field, value }, span);
            }
            StmtKind::ElemWrite(array, index, value) => {
                let (array, index) = (self.expr(array), self.expr(index));
                let value = self.expr(value);
                self.emit(
                    Instruction::SetElement {
                        array,
                        index,
                        value,
                    },
                    span,
                );
            }
            StmtKind::Call(to, call) => match self.given_by(call) {
                Some(site) => self.any(*to, site, call),
                None => self.call(*to, None, call),
            },
            StmtKind::New(to, class, call) => self.call(Some(*to), Some(*class), call),
            StmtKind::NewArray(to, elem, length) => {
                let span = length.span;
                let (length, elem) = (self.expr(length), self.type_number(elem));
                self.emit(
                    Instruction::NewArray {
                        to: to.0,
                        elem,
                        length,
                    },
                    span,
                );
            }
            StmtKind::If(condition, then, other) => {
                let otherwise = self.branch(condition, false);
                self.statements(then);
                if other.is_empty() {
                    self.land_all(otherwise);
                } else {
                    let end = self.jump(span);
                    self.land_all(otherwise);
                    self.statements(other);
                    self.land(end);
                }
            }
            StmtKind::Block(inner) => self.statements(inner),
            StmtKind::Breakable(block, inner) => {
                self.blocks.push(BlockTargets {
                    block: *block,
                    loops: self.loops.len(),
                    exits: Vec::new(),
                });
                self.statements(inner);
                let left = self.blocks.pop();
                self.land_all(left.map(|left| left.exits).unwrap_or_default());
            }
            StmtKind::Exit(block) => self.exit(*block, span),
            StmtKind::Loop(inner) => self.repeat(inner),
            StmtKind::Break => {
                let jump = self.jump(span);
                if let Some(targets) = self.loops.last_mut() {
                    targets.breaks.push(jump);
                }
            }
            StmtKind::Continue => {
                let jump = self.jump(span);
                if let Some(targets) = self.loops.last_mut() {
                    targets.continues.push(jump);
                }
            }
            StmtKind::Throw(_) => self.emit(Instruction::Throw, span),
            StmtKind::Return(value) => {
                if let (Some(value), Some(result)) = (value, self.vars.result) {
                    self.expr_to(value, result.0);
                }
                self.emit(Instruction::Return, span);
            }
            StmtKind::Label(label) => self.emit(Instruction::Label(*label), span),
            // A proof is not run.
            StmtKind::Assert(a) | StmtKind::Prove(a, _) => {
                self.asserted(a, Purpose::Assert, ErrorCode::Assert)
            }
            StmtKind::Assume(a) => self.asserted(a, Purpose::Assert, ErrorCode::Assume),
            StmtKind::Join(a) => self.asserted(a, Purpose::Join, ErrorCode::Join),
            StmtKind::Open(instance) => self.held(instance, ErrorCode::MissingPredicate, span),
            StmtKind::Close(instance) => self.held(instance, ErrorCode::Close, span),
            StmtKind::Use(_) => {}
        }
    }

    /// Until an exception is thrown, there is none.
    pub(super) fn no_exception(&mut self) {
        if let Some(exception) = self.vars.exception {
            let none = Expr {
                kind: ExprKind::Null,
                ty: Type::Null,
                span: self.span,
            };
            self.expr_to(&none, exception.0);
        }
    }

    /// Goes on behind a block around. The loops in between end.
    fn exit(&mut self, block: BlockId, span: Span) {
        let Some(at) = self.blocks.iter().rposition(|one| one.block == block) else {
            return;
        };
        let around = self.blocks.get(at).map_or(0, |one| one.loops);
        let ended = self.loops.iter().skip(around);
        for _ in 0..ended.filter(|one| one.is_checked).count() {
            self.emit(Instruction::EndLoop, span);
        }
        let jump = self.jump(span);
        if let Some(targets) = self.blocks.get_mut(at) {
            targets.exits.push(jump);
        }
    }

    fn assign(&mut self, var: VarId, value: &Expr) {
        // `x := f(x)`: the slot gets its value only once all operands have been read, except by
        // instructions that jump.
        let jumps = matches!(
            value.kind,
            ExprKind::Logic(..) | ExprKind::Cond(..) | ExprKind::Quant(_) | ExprKind::Let(..)
        );
        if jumps {
            let from = self.expr(value);
            self.emit(Instruction::Move { to: var.0, from }, value.span);
        } else {
            self.expr_to(value, var.0);
        }
    }

    /// `x := choose v :: φ`: the first value found; the run ends where none can be searched.
    fn choose(&mut self, var: VarId, exists: &Assertion, span: Span) {
        self.asserted(exists, Purpose::Assert, ErrorCode::Assert);
        let quantifier = exists.condition().map(|e| &e.kind);
        if let Some(ExprKind::Quant(quant)) = quantifier
            && let [bound] = quant.vars[..]
        {
            let found = self.temporary();
            self.quantifier(quant, found, span);
            let from = Operand::Slot(bound.0);
            self.emit(Instruction::Move { to: var.0, from }, span);
        }
    }

    /// `x := *`
    fn unknown(&mut self, var: VarId, source: ValueSource, span: Span) {
        let info = self.vars.get(var);
        let ty = info.ty.clone();
        let (reading, name) = match source {
            ValueSource::Input => (Reading::Word, self.name_of(var)),
            ValueSource::AssertionsEnabled => (Reading::Asserts, "assertionsEnabled".to_owned()),
            ValueSource::FirstUse => (Reading::AtFirstUse, info.name.clone()),
            ValueSource::Library => (Reading::OfLibrary, info.name.clone()),
        };
        let site = self.unknown_site(&name, ty, reading, span);
        let (to, receiver) = (var.0, None);
        self.emit(Instruction::Unknown { to, site, receiver }, span);
    }

    /// The name of a variable in inputs; of a temporary, that of any value.
    fn name_of(&self, var: VarId) -> String {
        let info = self.vars.get(var);
        match info.is_temporary {
            true => "value".to_owned(),
            false => info.name.clone(),
        }
    }

    /// The type of the value if a call gives one that nobody knows: nothing built in computes it.
    fn given_by(&self, call: &Call) -> Option<Type> {
        let ty = unknown::of_call(self.program, call)?;
        let method = self.program.method(call.callee);
        let built_in = method
            .class
            .and_then(|class| natives::find(self.program, class, &method.name, &method.vars));
        built_in.is_none().then(|| ty.clone())
    }

    /// A call that gives a value that nobody knows, once its operands have been evaluated.
    fn any(&mut self, to: Option<VarId>, ty: Type, call: &Call) {
        let receiver = call.receiver.as_ref().map(|receiver| self.expr(receiver));
        for arg in &call.args {
            self.expr(arg);
        }
        let method = self.program.method(call.callee);
        let class = method.class.map(|class| self.program.class(class));
        let reading = match class {
            Some(class) if class.name == "Scanner" => scanned(&method.name),
            _ => Reading::Word,
        };
        let named = to.filter(|to| !self.vars.get(*to).is_temporary);
        let name = named.map_or_else(|| method.name.clone(), |to| self.name_of(to));
        let site = self.unknown_site(&name, ty, reading, call.span);
        let to = match to {
            Some(to) => to.0,
            None => self.temporary(),
        };
        self.emit(Instruction::Unknown { to, site, receiver }, call.span);
    }

    fn call(&mut self, to: Option<VarId>, new: Option<ClassId>, call: &Call) {
        let receiver = call.receiver.as_ref().map(|e| self.expr(e));
        let args: Vec<Operand> = call.args.iter().map(|e| self.expr(e)).collect();
        let site = CallSite {
            callee: call.callee,
            receiver,
            of: call.of,
            new,
            args: self.operands(args),
            to: to.map(|var| var.0),
            thrown: call.thrown.map(|var| var.0),
        };
        let site = self.call_site(site);
        self.emit(Instruction::Call(site), call.span);
    }

    fn repeat(&mut self, inner: &Loop) {
        let span = inner.header;
        let checks = self.checking.contracts && (self.is_tracked || inner.has_invariant());
        if checks {
            self.invariant(inner, Purpose::Entry, ErrorCode::InvariantEntry);
        }
        let head = self.here();
        let in_use = self.in_use();
        let measures = self.checking.contracts && !inner.decreases.is_empty();
        // As in `verify`: before the statements that belong to the condition.
        let before = measures.then(|| self.measures(&inner.decreases));
        self.loops.push(LoopTargets {
            is_checked: checks,
            ..LoopTargets::default()
        });
        self.statements(&inner.before);
        // The body of a `do` loop is there: its `continue` goes on with the condition.
        let again = self
            .loops
            .last_mut()
            .map(|targets| std::mem::take(&mut targets.continues));
        self.land_all(again.unwrap_or_default());
        let done = self.branch(&inner.condition, false);
        let body = self.here();
        self.statements(&inner.body);
        let targets = self.loops.pop().unwrap_or_default();
        self.land_all(targets.continues);
        self.statements(&inner.step);
        if checks {
            self.invariant(inner, Purpose::Preserved, ErrorCode::InvariantPreserved);
        }
        if let Some(before) = before {
            let after = self.measures(&inner.decreases);
            let (before, after) = (self.operands(before), self.operands(after));
            self.emit(Instruction::Measure { before, after }, span);
        }
        self.free(in_use);
        let end = self.here();
        self.program_loop(LoopCode { head, body, end });
        self.emit(Instruction::Jump(head), span);
        self.land_all(done);
        self.land_all(targets.breaks);
        if checks {
            self.emit(Instruction::EndLoop, span);
        }
    }

    /// The values of measures, each in a slot of its own.
    pub(super) fn measures(&mut self, measures: &[Expr]) -> Vec<Operand> {
        let outer = std::mem::replace(&mut self.in_annotation, true);
        let mut values = Vec::new();
        for measure in measures {
            let to = self.temporary();
            self.expr_to(measure, to);
            values.push(Operand::Slot(to));
        }
        self.in_annotation = outer;
        values
    }

    /// Whether a statement has no effect on real code.
    fn is_ghost(&self, stmt: &Stmt) -> bool {
        if let StmtKind::If(condition, ..) = &stmt.kind {
            return self.reads_ghost(condition);
        }
        if let StmtKind::Loop(inner) = &stmt.kind {
            return self.reads_ghost(&inner.condition);
        }
        match stmt.effect() {
            Effect::Variable(var, _) => self.vars.get(var).is_ghost,
            Effect::Field(_, field, _) => self.program.field(field).is_ghost,
            Effect::Call(call) => self.program.method(call.callee).kind == MethodKind::Lemma,
            Effect::None => true,
            Effect::Element { .. }
            | Effect::Object(_)
            | Effect::Array(_)
            | Effect::Nested
            | Effect::Iteration
            | Effect::Exit
            | Effect::Return(_)
            | Effect::Throw => false,
        }
    }
}

/// How a run reads what a method of `java.util.Scanner` gives.
fn scanned(name: &str) -> Reading {
    match name {
        "hasNext" => Reading::HasWord(None),
        "hasNextInt" => Reading::HasWord(Some(Type::Machine(Width::I32))),
        "hasNextLong" => Reading::HasWord(Some(Type::Machine(Width::I64))),
        "hasNextBoolean" => Reading::HasWord(Some(Type::Bool)),
        "hasNextLine" => Reading::HasLine,
        _ => Reading::Word,
    }
}
