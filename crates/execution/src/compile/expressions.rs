//! Expressions: their values go to temporary slots, in the order of evaluation.

use super::body::{Builder, Kind, Label};
use super::{default_of, literal};
use crate::code::{Constant, Instruction, Operand, PureSite, Purpose, Slot};
use veriframe_ir::{BinOp, Expr, ExprKind, LogicOp, PureCall, Type, UnOp, Works};

impl Builder<'_> {
    /// An operand with the value of an expression.
    pub(super) fn expr(&mut self, e: &Expr) -> Operand {
        if let ExprKind::Var(var) = &e.kind {
            return Operand::Slot(var.0);
        }
        if let Some(constant) = literal(e) {
            return self.constant(constant);
        }
        let to = self.temporary();
        self.expr_to(e, to);
        Operand::Slot(to)
    }

    /// Evaluates an expression to a slot.
    pub(super) fn expr_to(&mut self, e: &Expr, to: Slot) {
        veriframe_base::stack::deep(|| self.expr_to_here(e, to));
    }

    fn expr_to_here(&mut self, e: &Expr, to: Slot) {
        let span = e.span;
        match &e.kind {
            ExprKind::Null
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Perm(_)
            | ExprKind::Var(_)
            | ExprKind::Unique(_) => {
                let from = self.expr(e);
                self.emit(Instruction::Move { to, from }, span);
            }
            ExprKind::Field(receiver, field) => {
                let (receiver, field) = (self.expr(receiver), *field);
                self.emit(
                    Instruction::Field {
                        to,
                        receiver,
                        field,
                    },
                    span,
                );
            }
            ExprKind::Static(field) => {
                self.begins_class_of(*field, span);
                self.emit(Instruction::Static { to, field: *field }, span);
            }
            ExprKind::Length(array) => {
                let array = self.expr(array);
                self.emit(Instruction::Length { to, array }, span);
            }
            ExprKind::Index(array, index) => {
                let (array, index) = (self.expr(array), self.expr(index));
                self.emit(Instruction::Element { to, array, index }, span);
            }
            ExprKind::Pure(call) => self.pure_call(call, to),
            ExprKind::Unary(op, operand) => {
                let (op, operand) = (*op, self.expr(operand));
                self.emit(Instruction::Unary { op, to, operand }, span);
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                let op = *op;
                self.emit(
                    Instruction::Binary {
                        op,
                        to,
                        left,
                        right,
                    },
                    span,
                );
            }
            ExprKind::Logic(..) => self.connective(e, to),
            ExprKind::Cond(condition, then, other) => {
                let otherwise = self.branch(condition, false);
                self.expr_to(then, to);
                let end = self.jump(span);
                self.land_all(otherwise);
                self.expr_to(other, to);
                self.land(end);
            }
            ExprKind::Old(inner) => {
                self.needs_entry();
                self.emit(Instruction::BeginOld(None), span);
                self.expr_to(inner, to);
                self.emit(Instruction::EndOld, span);
            }
            ExprKind::OldAt(label, inner) => {
                self.emit(Instruction::BeginOld(Some(*label)), span);
                self.expr_to(inner, to);
                self.emit(Instruction::EndOld, span);
            }
            ExprKind::Opening(instance, inner) => {
                if self.checks_permission() {
                    let code = veriframe_base::diagnostics::Code::MissingPredicate;
                    self.held(instance, code, instance.span);
                }
                self.expr_to(inner, to);
            }
            ExprKind::Using(_, inner) => self.expr_to(inner, to),
            ExprKind::Let(var, value, inner) => {
                self.expr_to(value, var.0);
                self.expr_to(inner, to);
            }
            ExprKind::Quant(quant) => self.quantifier(quant, to, span),
            ExprKind::Convert(overflow, inner) => {
                let operand = self.expr(inner);
                match e.ty.width() {
                    Some(width) => {
                        let overflow = *overflow;
                        self.emit(
                            Instruction::Convert {
                                overflow,
                                width,
                                to,
                                operand,
                            },
                            span,
                        );
                    }
                    None => self.emit(Instruction::Move { to, from: operand }, span),
                }
            }
            ExprKind::Collection(op, operands) => {
                let operands = operands.iter().map(|e| self.expr(e)).collect();
                let operands = self.operands(operands);
                let (op, ty) = (*op, self.type_number(&e.ty));
                self.emit(
                    Instruction::Collection {
                        op,
                        to,
                        operands,
                        ty,
                    },
                    span,
                );
            }
            ExprKind::Elements(array, from, until) => {
                let array = self.expr(array);
                let from = from.as_ref().map(|e| self.expr(e));
                let until = until.as_ref().map(|e| self.expr(e));
                self.emit(
                    Instruction::Elements {
                        to,
                        array,
                        from,
                        until,
                    },
                    span,
                );
            }
            ExprKind::InstanceOf(inner, class) => {
                let (operand, class) = (self.expr(inner), *class);
                self.emit(Instruction::InstanceOf { to, operand, class }, span);
            }
            ExprKind::Cast(inner, class) => {
                let (operand, class) = (self.expr(inner), *class);
                self.emit(Instruction::Cast { operand, class }, span);
                self.emit(Instruction::Move { to, from: operand }, span);
            }
        }
    }

    /// Whether permission is checked where code stands.
    pub(super) fn checks_permission(&self) -> bool {
        self.checking.contracts && self.is_tracked && !self.in_annotation
    }

    fn connective(&mut self, e: &Expr, to: Slot) {
        // With a constant for each outcome, an operator needs no other value than the jumps.
        let negative = self.branch(e, false);
        let from = self.constant(Constant::Bool(true));
        self.emit(Instruction::Move { to, from }, e.span);
        let end = self.jump(e.span);
        self.land_all(negative);
        let from = self.constant(Constant::Bool(false));
        self.emit(Instruction::Move { to, from }, e.span);
        self.land(end);
    }

    /// Emits jumps that are taken if a condition has this truth value; otherwise the next
    /// instruction follows.
    pub(super) fn branch(&mut self, condition: &Expr, when: bool) -> Vec<Label> {
        veriframe_base::stack::deep(|| self.branch_here(condition, when))
    }

    fn branch_here(&mut self, condition: &Expr, when: bool) -> Vec<Label> {
        let span = condition.span;
        if let ExprKind::Unary(UnOp::Not, inner) = &condition.kind {
            return self.branch(inner, !when);
        }
        if let ExprKind::Logic(op, left, right) = &condition.kind {
            // The truth value of the left operand that decides, and what it decides.
            let (decisive, decided) = match op {
                LogicOp::And => (false, false),
                LogicOp::Or => (true, true),
                LogicOp::Implies => (false, true),
            };
            let mut labels = self.branch(left, decisive);
            if decided == when {
                labels.extend(self.branch(right, when));
                return labels;
            }
            let taken = self.branch(right, when);
            self.land_all(labels);
            return taken;
        }
        let target = 0;
        let jump = if let ExprKind::Binary(op, left, right) = &condition.kind
            && is_comparison(*op, left, right)
        {
            let op = *op;
            let (left, right) = (self.expr(left), self.expr(right));
            Instruction::Compare {
                op,
                left,
                right,
                when,
                target,
            }
        } else {
            let condition = self.expr(condition);
            Instruction::Branch {
                condition,
                when,
                target,
            }
        };
        vec![self.emit_jump(jump, span)]
    }

    pub(super) fn land_all(&mut self, labels: Vec<Label>) {
        for label in labels {
            self.land(label);
        }
    }

    fn pure_call(&mut self, call: &PureCall, to: Slot) {
        let receiver = call.receiver.as_ref().map(|e| self.expr(e));
        let args = call.args.iter().map(|e| self.expr(e)).collect();
        let site = PureSite {
            callee: call.callee,
            receiver,
            is_this: call.receiver.as_ref().is_some_and(|e| self.is_this(e)) && !call.is_code,
            of: call.of,
            is_code: self.checks_permission() && self.kind == Kind::Code
                || self.checking.contracts && !self.in_annotation && call.is_code,
            args: self.operands(args),
            to,
        };
        let site = self.pure_site(site);
        self.emit(Instruction::Pure(site), call.span);
    }

    /// A slot with the default value of a type.
    pub(super) fn reset(&mut self, to: Slot, ty: &Type, span: veriframe_base::source::Span) {
        let from = self.constant(default_of(ty));
        self.emit(Instruction::Move { to, from }, span);
    }

    /// The precondition of a pure method that is called in code.
    pub(super) fn borrow(&mut self, requires: &veriframe_ir::Assertion) {
        self.asserted(
            requires,
            Purpose::Borrow,
            veriframe_base::diagnostics::Code::Precondition,
        );
    }
}

/// Whether an operator compares numbers, so that its result need not be a value.
fn is_comparison(op: BinOp, left: &Expr, right: &Expr) -> bool {
    match op.row().works {
        Works::Order => true,
        Works::Equality => left.ty.is_int() && right.ty.is_int(),
        Works::Arithmetic | Works::IntegerArithmetic => false,
    }
}
