//! Assignments, compound assignments, `i++` and its relatives.

use super::action::Computed;
use super::effects::{Lowered, append};
use super::member::Member;
use crate::ir::{BinOp, Expr, ExprKind, FieldId, Stmt, StmtKind, Type, VarId};
use crate::source::Span;
use crate::syntax::ast::{self, AssignOp, IncOp};
use num_bigint::BigInt;

/// What can be assigned to.
enum Target {
    /// A local or a parameter.
    Local(VarId),
    /// A field of an object.
    Field(Expr, FieldId),
    /// A static field.
    Static(FieldId),
    /// An element of an array.
    Elem(Expr, Expr),
}

impl Member<'_, '_> {
    /// `lhs op rhs;`
    pub(super) fn assignment(
        &mut self,
        target: &ast::Expr,
        op: AssignOp,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let place = self.assignable_place(target);
        if op != AssignOp::Set {
            let value = self.expr(value);
            return self.compound(place?, op, value?, span);
        }
        if let Some((_, Target::Local(variable), ty)) = &place {
            return self.set_local(*variable, ty, value, span);
        }
        let value = self.expr(value);
        let (effects, target, ty) = place?;
        let value = self.fit(value?, &ty)?;
        let (
            mut effects,
            Lowered {
                effects: later,
                expr,
            },
        ) = (effects, value);
        let target = if later.is_empty() {
            target
        } else {
            self.hold_target(target, &mut effects, &later)
        };
        append(&mut effects, later);
        effects.push(write(target, expr, span));
        Some(effects)
    }

    /// `x := e`, calls and creations directly into the variable.
    pub(super) fn set_local(
        &mut self,
        variable: VarId,
        ty: &Type,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        match self.computed(value)? {
            Computed::Action(action) => {
                let from = self.yielded(&action)?;
                let sample = Lowered::new(ExprKind::Null, from, action.span);
                self.fit(sample, ty)?;
                let mut stmts = self.perform(action, Some(variable));
                if let Some(last) = stmts.last_mut() {
                    last.span = span;
                }
                Some(stmts)
            }
            Computed::Value(value) => {
                let value = self.plain(value)?;
                let Lowered { mut effects, expr } = self.fit(value, ty)?;
                effects.push(Stmt {
                    kind: StmtKind::Assign(variable, expr),
                    span,
                });
                Some(effects)
            }
        }
    }

    /// What stands on the left: what runs first, the place, its type.
    fn assignable_place(&mut self, e: &ast::Expr) -> Option<(Vec<Stmt>, Target, Type)> {
        let Lowered { effects, expr } = self.expr(e)?;
        let ty = expr.ty;
        let target = match expr.kind {
            ExprKind::Var(variable) => {
                self.check_local(variable, e.span)?;
                Target::Local(variable)
            }
            ExprKind::Field(receiver, field) => {
                self.check_field(&receiver, field, e.span)?;
                Target::Field(*receiver, field)
            }
            ExprKind::Static(field) => Target::Static(field),
            ExprKind::Index(array, at) => Target::Elem(*array, *at),
            ExprKind::Length(_) => {
                let message = "the `length` of an array never changes";
                return self.misplaced(
                    e.span,
                    message,
                    "create a new array of the length you need",
                );
            }
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Perm(_) | ExprKind::Null => {
                let message = "a constant cannot be assigned";
                return self.misplaced(
                    e.span,
                    message,
                    "only variables, fields and array elements can be assigned",
                );
            }
            _ => {
                let message = "this cannot be assigned";
                return self.misplaced(
                    e.span,
                    message,
                    "only variables, fields and array elements can be assigned",
                );
            }
        };
        Some((effects, target, ty))
    }

    fn check_local(&self, variable: VarId, span: Span) -> Option<()> {
        if self.scope.this() == Some(variable) {
            return self.misplaced(
                span,
                "`this` cannot be assigned",
                "use a variable of your own",
            );
        }
        if self.scope.is_final(variable) {
            let name = &self.scope.var(variable).name;
            let message = format!("`{name}` is `final` and cannot be assigned");
            return self.misplaced(
                span,
                message,
                "remove `final` from its declaration, or use another variable",
            );
        }
        Some(())
    }

    fn check_field(&self, receiver: &Expr, field: FieldId, span: Span) -> Option<()> {
        let info = self.table().field(field);
        let own = matches!(receiver.kind, ExprKind::Var(v) if self.scope.this() == Some(v));
        let in_constructor = self.is_constructor && own;
        if info.is_final && !in_constructor {
            let message = format!(
                "the field `{}` is `final`: only a constructor may assign it",
                info.name.text
            );
            return self.misplaced(span, message, "remove `final` from its declaration");
        }
        Some(())
    }

    /// `lhs op= rhs`: the parts of the left are evaluated once, and its old
    /// value before the right.
    fn compound(
        &mut self,
        (before, target, ty): (Vec<Stmt>, Target, Type),
        op: AssignOp,
        value: Lowered,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let (op, sign) = match op {
            AssignOp::Add => (BinOp::Add, "+"),
            AssignOp::Sub => (BinOp::Sub, "-"),
            AssignOp::Mul => (BinOp::Mul, "*"),
            AssignOp::Div => (BinOp::Div, "/"),
            AssignOp::Set | AssignOp::Rem => (BinOp::Rem, "%"),
        };
        let mut effects = before;
        let target = self.hold_target(target, &mut effects, &value.effects);
        let now = Lowered {
            effects: Vec::new(),
            expr: current(&target, ty.clone(), span),
        };
        let value = self.arithmetic(op, sign, now, value, span)?;
        let Lowered {
            effects: later,
            expr,
        } = self.fit(value, &ty)?;
        append(&mut effects, later);
        effects.push(write(target, expr, span));
        Some(effects)
    }

    /// The target with its parts evaluated, so that neither evaluating them
    /// twice nor the statements `later` can make another target of it.
    fn hold_target(&mut self, target: Target, effects: &mut Vec<Stmt>, later: &[Stmt]) -> Target {
        match target {
            Target::Field(receiver, field) => {
                Target::Field(self.hold(receiver, effects, later), field)
            }
            Target::Elem(array, at) => {
                let array = self.hold(array, effects, later);
                Target::Elem(array, self.hold(at, effects, later))
            }
            target @ (Target::Local(_) | Target::Static(_)) => target,
        }
    }

    /// `x++` and its relatives as a statement: the value is not needed.
    pub(super) fn increment_stmt(
        &mut self,
        op: IncOp,
        target: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let (mut effects, target) = self.increment_target(op, target, span)?;
        let next = step(op, current(&target, Type::Int, span));
        effects.push(write(target, next, span));
        Some(effects)
    }

    /// `x++` and its relatives as a value.
    pub(super) fn increment(
        &mut self,
        op: IncOp,
        target: &ast::Expr,
        span: Span,
    ) -> Option<Lowered> {
        let (mut effects, target) = self.increment_target(op, target, span)?;
        let now = current(&target, Type::Int, span);
        let value = match op {
            IncOp::PostInc | IncOp::PostDec => {
                let before = self.save(now, &mut effects);
                effects.push(write(target, step(op, before.clone()), span));
                before
            }
            IncOp::PreInc | IncOp::PreDec => match target {
                Target::Local(variable) => {
                    effects.push(write(Target::Local(variable), step(op, now), span));
                    self.read(variable, span)
                }
                target => {
                    let after = self.save(step(op, now), &mut effects);
                    effects.push(write(target, after.clone(), span));
                    after
                }
            },
        };
        Some(Lowered {
            effects,
            expr: value,
        })
    }

    fn increment_target(
        &mut self,
        op: IncOp,
        e: &ast::Expr,
        span: Span,
    ) -> Option<(Vec<Stmt>, Target)> {
        let sign = match op {
            IncOp::PostInc | IncOp::PreInc => "++",
            IncOp::PostDec | IncOp::PreDec => "--",
        };
        self.effect_allowed(span, &format!("`{sign}`"))?;
        let (mut effects, target, ty) = self.assignable_place(e)?;
        if ty != Type::Int {
            let message = format!(
                "`{sign}` counts an `int`, but this is of type `{}`",
                self.type_name(&ty)
            );
            return self.mismatch(e.span, message, "assign the new value with `:=`");
        }
        let target = self.hold_target(target, &mut effects, &[]);
        Some((effects, target))
    }
}

/// The value that stands in a target now.
fn current(target: &Target, ty: Type, span: Span) -> Expr {
    let kind = match target {
        Target::Local(variable) => ExprKind::Var(*variable),
        Target::Field(receiver, field) => ExprKind::Field(Box::new(receiver.clone()), *field),
        Target::Static(field) => ExprKind::Static(*field),
        Target::Elem(array, at) => ExprKind::Index(Box::new(array.clone()), Box::new(at.clone())),
    };
    Expr { kind, ty, span }
}

/// One more or one less.
fn step(op: IncOp, value: Expr) -> Expr {
    let span = value.span;
    let one = Expr {
        kind: ExprKind::Int(BigInt::from(1)),
        ty: Type::Int,
        span,
    };
    let op = match op {
        IncOp::PostInc | IncOp::PreInc => BinOp::Add,
        IncOp::PostDec | IncOp::PreDec => BinOp::Sub,
    };
    Expr {
        kind: ExprKind::Binary(op, Box::new(value), Box::new(one)),
        ty: Type::Int,
        span,
    }
}

/// The statement that puts a value into a target.
fn write(target: Target, value: Expr, span: Span) -> Stmt {
    let kind = match target {
        Target::Local(variable) => StmtKind::Assign(variable, value),
        Target::Field(receiver, field) => StmtKind::FieldWrite(receiver, field, value),
        Target::Static(field) => StmtKind::StaticWrite(field, value),
        Target::Elem(array, at) => StmtKind::ElemWrite(array, at, value),
    };
    Stmt { kind, span }
}
