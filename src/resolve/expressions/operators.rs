//! Typing of operators, and the lowering of lazy operators whose operands have effects.

use super::collection::joining;
use super::evaluation_order::Lowered;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{BinOp, Expr, ExprKind, LogicOp, Stmt, StmtKind, Type, UnOp, Width, Works};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use std::fmt::Display;

impl Member<'_, '_> {
    /// Checks that an operand is a `boolean`; `whose` names it in the message.
    pub(in crate::resolve) fn boolean(
        &self,
        value: Lowered,
        whose: impl Display,
    ) -> Option<Lowered> {
        self.of_type(self.unboxed(value), &Type::Bool, whose)
    }

    /// Checks that an operand is of type `ty`; `whose` names it in the message.
    pub(in crate::resolve) fn of_type(
        &self,
        value: Lowered,
        ty: &Type,
        whose: impl Display,
    ) -> Option<Lowered> {
        if self.table().assignable(&value.expr.ty, ty) {
            return Some(value);
        }
        let (wanted, is) = (self.type_name(ty), self.type_name(&value.expr.ty));
        let message = format!("{whose} must be of type `{wanted}`, but this is of type `{is}`");
        self.wrong_type(message, &value.expr.ty, ty, value.expr.span)
    }

    /// Reports a type mismatch with a note on a possible fix; boxing is reported as unsupported.
    pub(in crate::resolve) fn wrong_type<T>(
        &self,
        message: String,
        from: &Type,
        to: &Type,
        span: Span,
    ) -> Option<T> {
        if self.table().rules.has_boxes && self.boxes(from, to) {
            return self.unsupported(span, "boxing is");
        }
        let error = Diagnostic::error(Code::TypeMismatch, span, message);
        let error = error.label(format!("of type `{}`", self.type_name(from)));
        self.refuse(match (from, to) {
            (from, Type::Bool) if from.is_int() => error.note("compare the number, as in `n != 0`"),
            (Type::Bool, to) if to.is_int() => error.note("choose numbers for the two cases, as in `c ? 1 : 0`"),
            (Type::Object, Type::Class(_) | Type::Array(_)) => {
                error.note("an `Object` may be any object or array: give it the type you need where it is declared")
            }
            (Type::Null, _) => error.note("`null` is a reference: only objects and arrays can be null"),
            _ => error,
        })
    }

    /// The name of a type, for messages.
    pub(in crate::resolve) fn type_name(&self, ty: &Type) -> String {
        self.table().type_name(ty)
    }

    /// Unary `!` and `-`.
    pub(in crate::resolve) fn unary(
        &self,
        op: UnOp,
        operand: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        let operand = self.unboxed(operand);
        let operand = match op {
            UnOp::Not => self.boolean(operand, "the operand of `!`")?,
            UnOp::Neg if operand.expr.ty.format().is_some() => {
                return operand.try_map(|e| self.floating_negation(e, span));
            }
            UnOp::Neg if operand.expr.ty == Type::Perm => operand,
            UnOp::Neg => self.of_type(operand, &Type::Int, "the operand of `-`")?,
        };
        let from = operand.expr.ty.clone();
        let ty = if from.is_int() {
            Type::Int
        } else {
            from.clone()
        };
        let negated = operand.map(|e| Expr {
            kind: ExprKind::Unary(op, Box::new(e)),
            ty,
            span,
        });
        Some(self.result_of(negated, &[from], false))
    }

    /// `+`, `-`, `*`, `/` and `%`. `span` is the whole expression, `sign` the operator as written.
    pub(in crate::resolve) fn arithmetic(
        &mut self,
        op: BinOp,
        sign: &str,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        if let (BinOp::Add, Some(string)) = (op, self.table().string_class()) {
            let string_type = Type::Class(string);
            if left.expr.ty == string_type || right.expr.ty == string_type {
                return self.concatenation(left, right, string, span);
            }
        }
        let (left, right) = (self.unboxed(left), self.unboxed(right));
        if self.common_format(&left.expr.ty, &right.expr.ty).is_some() {
            return self.floating_binary(op, sign, left, right, span);
        }
        let integers = op.row().works == Works::IntegerArithmetic;
        let perm = !integers && (left.expr.ty == Type::Perm || right.expr.ty == Type::Perm);
        let (left, right) = if perm {
            (
                self.coerce(left, &Type::Perm),
                self.coerce(right, &Type::Perm),
            )
        } else {
            (self.integer(left, sign), self.integer(right, sign))
        };
        let (left, right) = (left?, right?);
        let ty = if perm { Type::Perm } else { Type::Int };
        let operands = [left.expr.ty.clone(), right.expr.ty.clone()];
        let value = self.strict(op, left, right, ty, span);
        Some(self.result_of(value, &operands, op.fits()))
    }

    fn integer(&self, operand: Lowered, sign: &str) -> Option<Lowered> {
        if sign == "*" && operand.expr.ty == Type::Bool {
            let note = "in code `*` multiplies: write `&&` between conditions";
            return self.mismatch(operand.expr.span, "an operand of `*` is a `boolean`", note);
        }
        if operand.expr.ty.is_collection() {
            let ty = self.type_name(&operand.expr.ty);
            let message = format!("an operand of `{sign}` is of type `{ty}`");
            return self.mismatch(operand.expr.span, message, joining(&operand.expr.ty));
        }
        self.of_type(operand, &Type::Int, format_args!("an operand of `{sign}`"))
    }

    /// `<` and `<=`. `a > b` is lowered to `b < a` with the operands still evaluated from left to
    /// right.
    pub(in crate::resolve) fn order(
        &mut self,
        op: BinOp,
        sign: &str,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        let (left, right) = (self.unboxed(left), self.unboxed(right));
        if self.common_format(&left.expr.ty, &right.expr.ty).is_some() {
            return self.floating_binary(op, sign, left, right, span);
        }
        let perm = left.expr.ty == Type::Perm || right.expr.ty == Type::Perm;
        let (left, right) = if perm {
            (
                self.coerce(left, &Type::Perm),
                self.coerce(right, &Type::Perm),
            )
        } else {
            (self.integer(left, sign), self.integer(right, sign))
        };
        let (left, right) = (left?, right?);
        let (hoisted, left, right) = self.sequence_two(left, right);
        let (left, right) = if sign.starts_with('>') {
            (right, left)
        } else {
            (left, right)
        };
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        Some(Lowered {
            hoisted,
            expr: Expr {
                kind,
                ty: Type::Bool,
                span,
            },
        })
    }

    /// `=` and `!=`, at any type.
    pub(in crate::resolve) fn equality(
        &mut self,
        op: BinOp,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        let (left, right) = self.unboxed_beside(left, right);
        if self.common_format(&left.expr.ty, &right.expr.ty).is_some() {
            return self.floating_binary(op, "==", left, right, span);
        }
        let mixed = |a: &Type, b: &Type| a.is_int() && *b == Type::Perm;
        if mixed(&left.expr.ty, &right.expr.ty) || mixed(&right.expr.ty, &left.expr.ty) {
            let (left, right) = (
                self.coerce(left, &Type::Perm)?,
                self.coerce(right, &Type::Perm)?,
            );
            return Some(self.strict(op, left, right, Type::Bool, span));
        }
        if !self.table().related(&left.expr.ty, &right.expr.ty) {
            return self.unrelated(&left.expr, &right.expr, span, "compared");
        }
        if let Some(string) = self.may_be_strings(&left.expr.ty, &right.expr.ty) {
            return self.same_object(op, left, right, string, span);
        }
        let (left, right) = self.unify(left, right)?;
        let (left, right) = (self.determined(left)?, self.determined(right)?);
        Some(self.strict(op, left, right, Type::Bool, span))
    }

    /// Reports operands whose types an operator cannot combine.
    pub(in crate::resolve) fn unrelated<T>(
        &self,
        left: &Expr,
        right: &Expr,
        span: Span,
        how: &str,
    ) -> Option<T> {
        let (l, r) = (self.type_name(&left.ty), self.type_name(&right.ty));
        let message = format!("values of the types `{l}` and `{r}` cannot be {how}");
        let error = Diagnostic::error(Code::TypeMismatch, span, message);
        self.refuse(
            error
                .related(left.span, format!("of type `{l}`"))
                .related(right.span, format!("of type `{r}`")),
        )
    }

    /// A strict operator on operands that are already coerced.
    pub(in crate::resolve) fn strict(
        &mut self,
        op: BinOp,
        left: Lowered,
        right: Lowered,
        ty: Type,
        span: Span,
    ) -> Lowered {
        let (hoisted, left, right) = self.sequence_two(left, right);
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        Lowered {
            hoisted,
            expr: Expr { kind, ty, span },
        }
    }

    /// A lazy connective. Effects of the right operand run only if the left operand does not
    /// determine the result.
    pub(in crate::resolve) fn logic(
        &mut self,
        op: LogicOp,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Lowered {
        if right.hoisted.is_empty() {
            let kind = ExprKind::Logic(op, Box::new(left.expr), Box::new(right.expr));
            return Lowered {
                hoisted: left.hoisted,
                expr: Expr {
                    kind,
                    ty: Type::Bool,
                    span,
                },
            };
        }
        let decided = Expr {
            kind: ExprKind::Bool(op != LogicOp::And),
            ty: Type::Bool,
            span,
        };
        let decided = Lowered {
            hoisted: Vec::new(),
            expr: decided,
        };
        match op {
            LogicOp::And | LogicOp::Implies => self.choose(left, right, decided, span),
            LogicOp::Or => self.choose(left, decided, right, span),
        }
    }

    /// `condition ? then : other`; the branches are unified first.
    pub(in crate::resolve) fn conditional(
        &mut self,
        condition: Lowered,
        then: Lowered,
        other: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        let (then, other) = if then.expr.ty == Type::Perm || other.expr.ty == Type::Perm {
            (
                self.coerce(then, &Type::Perm)?,
                self.coerce(other, &Type::Perm)?,
            )
        } else {
            let (then, other) = self.boxed_branches(then, other)?;
            let types = (then.expr.ty.clone(), other.expr.ty.clone());
            let (then, other) = if self.is_machine() || self.has_static_types() {
                (
                    self.narrowed(then, &types.1),
                    self.narrowed(other, &types.0),
                )
            } else {
                (then, other)
            };
            let (then, other) = match self.common_format(&then.expr.ty, &other.expr.ty) {
                Some(format) => {
                    let ty = Type::Floating(format);
                    (self.coerce(then, &ty)?, self.coerce(other, &ty)?)
                }
                None => self.promoted_branches(then, other),
            };
            self.unify(then, other)?
        };
        let Some(ty) = self.table().common(&then.expr.ty, &other.expr.ty) else {
            let (t, o) = (
                self.type_name(&then.expr.ty),
                self.type_name(&other.expr.ty),
            );
            let message = format!("the branches of `?:` have the types `{t}` and `{o}`");
            let error = Diagnostic::error(Code::TypeMismatch, span, message);
            return self.refuse(error.note("both branches must have one type"));
        };
        if !then.hoisted.is_empty() || !other.hoisted.is_empty() {
            // The result is stored in a temporary, which needs a type.
            let (then, other) = (self.determined(then)?, self.determined(other)?);
            let mut chosen = self.choose(condition, then, other, span);
            chosen.expr.ty = ty;
            return Some(chosen);
        }
        let branches = (Box::new(then.expr), Box::new(other.expr));
        let kind = ExprKind::Cond(Box::new(condition.expr), branches.0, branches.1);
        Some(Lowered {
            hoisted: condition.hoisted,
            expr: Expr { kind, ty, span },
        })
    }

    /// A constant `int` beside a `byte`, `short` or `char`, whose type it has in Java if that holds
    /// it.
    fn narrowed(&self, value: Lowered, beside: &Type) -> Lowered {
        let Type::Machine(width) = beside else {
            return value;
        };
        let is_int = value.expr.ty == Type::Machine(Width::I32);
        match self.narrow_constant(&value.expr, *width) {
            Some(kind) if is_int => Lowered::new(kind, beside.clone(), value.expr.span),
            _ => value,
        }
    }

    /// Converts numbers of which neither type holds the other one to `int`, as a `byte` and a
    /// `char`.
    fn promoted_branches(&self, then: Lowered, other: Lowered) -> (Lowered, Lowered) {
        match (&then.expr.ty, &other.expr.ty) {
            (Type::Machine(a), Type::Machine(b)) if !a.fits_in(*b) && !b.fits_in(*a) => {
                let width = a.promoted(*b);
                let promoted = |value: Lowered| value.map(|e| self.convert(e, width));
                (promoted(then), promoted(other))
            }
            _ => (then, other),
        }
    }

    /// An `if` statement that assigns one of two values to a temporary.
    fn choose(&mut self, condition: Lowered, then: Lowered, other: Lowered, span: Span) -> Lowered {
        let ty = self
            .table()
            .common(&then.expr.ty, &other.expr.ty)
            .unwrap_or(Type::Object);
        let variable = self.scope.temporary(ty, span);
        let branch = |value: Lowered| {
            let mut stmts = value.hoisted;
            let span = value.expr.span;
            stmts.push(Stmt {
                kind: StmtKind::Assign(variable, value.expr),
                span,
            });
            stmts
        };
        let kind = StmtKind::If(condition.expr, branch(then), branch(other));
        let mut hoisted = condition.hoisted;
        hoisted.push(Stmt { kind, span });
        Lowered {
            hoisted,
            expr: self.read(variable, span),
        }
    }
}
