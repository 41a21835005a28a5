//! Lowering of expressions and assertions: the dispatch on the syntax node.

use super::assertion::Value;
use super::evaluation_order::Lowered;
use crate::ir::{self, Expr, ExprKind, Type, Width};
use crate::resolve::scopes::context::{Context, Place};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::ExprKind as Ast;
use std::fmt::Display;

impl Member<'_, '_> {
    /// Lowers an expression that must not contain permissions.
    pub(in crate::resolve) fn expr(&mut self, e: &ast::Expr) -> Option<Lowered> {
        let value = self.value(e)?;
        self.plain(value)
    }

    /// Refuses a value that is a permission assertion.
    pub(in crate::resolve) fn plain(&self, value: Value) -> Option<Lowered> {
        match value {
            Value::Expr(lowered) => Some(lowered),
            Value::Assertion(assertion) => self.misplaced(
                assertion.span,
                "a permission assertion cannot stand inside an expression",
                "permission is connected with `*`, with `&&` on one side only, and may stand on the right of `==>` \
                 and in the branches of `?:`",
            ),
        }
    }

    /// Lowers an expression or an assertion: the entry point for every syntax node.
    pub(in crate::resolve) fn value(&mut self, e: &ast::Expr) -> Option<Value> {
        crate::resolve::deep(|| match &e.kind {
            Ast::Paren(inner) => self.value(inner),
            Ast::Chain(first, rest) => self.chain(first, rest),
            Ast::Cond(condition, then, other) => {
                self.conditional_value(condition, then, other, e.span)
            }
            Ast::Acc(location, amount) => self.acc(location, amount.as_deref(), e.span),
            Ast::Untouched(inner) => self.untouched(inner, e.span),
            Ast::Let(name, value, body) => self.let_value(name, value, body, e.span),
            Ast::OldOrCall(inner) => match self.call_of_old(inner, e.span) {
                Some(call) => self.value(&call),
                None => self.old(None, inner, e.span).map(Value::Expr),
            },
            Ast::Call(..) => Some(match self.hoisted_value(e)? {
                Value::Expr(value) => Value::Expr(self.unerased(e, value)),
                assertion => assertion,
            }),
            Ast::New(..) | Ast::NewArray(..) => self.hoisted_value(e),
            Ast::Field(..) => {
                let value = self.simple(e)?;
                self.has_own_elements(e, &value.expr.ty)?;
                Some(Value::Expr(self.unerased(e, value)))
            }
            Ast::Name(name) if self.scope.lookup(name).is_none() => {
                let value = self.simple(e)?;
                self.has_own_elements(e, &value.expr.ty)?;
                Some(Value::Expr(value))
            }
            _ => self.simple(e).map(Value::Expr),
        })
    }

    /// Lowers the nodes that are never permission assertions.
    fn simple(&mut self, e: &ast::Expr) -> Option<Lowered> {
        let span = e.span;
        match &e.kind {
            Ast::Int(n) => self.integer_literal(n.clone(), Width::I32, span),
            Ast::Floating(format, bits) => {
                let ty = Type::Floating(*format);
                Some(Lowered::new(ExprKind::Int((*bits).into()), ty, span))
            }
            Ast::Bool(b) => Some(Lowered::new(ExprKind::Bool(*b), Type::Bool, span)),
            Ast::Null => Some(Lowered::new(ExprKind::Null, Type::Null, span)),
            Ast::Write => Some(Lowered::write(span)),
            Ast::Wildcard => self.misplaced(
                span,
                "`_` may stand only as the amount of an `acc`",
                "write it as in `acc(this.x, _)`",
            ),
            Ast::This => self.this(span, "`this`").map(|e| Lowered {
                hoisted: Vec::new(),
                expr: e,
            }),
            Ast::Result => self.result(span),
            Ast::Name(name) => self.name(name, span),
            Ast::Field(receiver, field) => self.field(receiver, field, span),
            Ast::Index(array, at) => self.index(array, at, span),
            Ast::Slice(of, range) => self.slice(of, range, span),
            Ast::Update(of, at, value) => self.update(of, at, value, span),
            Ast::Literal(kind, elements) => self.collection_literal(*kind, elements, span),
            Ast::MapLiteral(entries) => self.map_literal(entries, span),
            Ast::Empty(ty) => self.empty(ty, span),
            Ast::Size(of) => self.size(of, span),
            Ast::Quant(quant) => self.quantifier(quant, span),
            Ast::Unary(op, operand) => self.prefix(*op, operand, span),
            Ast::Inc(op, target) => self.increment(*op, target, span),
            Ast::Old(label, inner) => self.old(label.as_ref(), inner, span),
            Ast::Opening(instance, inner) => self.opening(instance, inner, span),
            Ast::Using(call, inner) => self.using(call, inner, span),
            Ast::Unknown => self.misplaced(
                span,
                "`*` stands for a value that nobody knows only where it is assigned",
                "assign it to a variable first, as in `x := *;`",
            ),
            Ast::Choose(_) => self.misplaced(
                span,
                "`choose` may stand only where its value is assigned to a variable or field with a type",
                "write it as in `ghost int x := choose v :: 0 <= v;`",
            ),
            Ast::Unsupported(what) => self.unsupported(span, &format!("{} is", quoted(what))),
            Ast::Super => self.misplaced(
                span,
                "`super` is no value",
                "it stands before a member, as in `super.m()`; the object is `this`",
            ),
            Ast::InstanceOf(e, ty) => self.instance_test(e, ty, span),
            Ast::Cast(ty, e) => self.cast(ty, e, span),
            Ast::Assign(target, op, value) if self.table().rules.has_assignment_values => {
                self.assignment_value(target, *op, value, span)
            }
            Ast::Assign(..) => self.unsupported(span, "an assignment inside an expression is"),
            Ast::Long(n) => self.integer_literal(n.clone(), Width::I64, span),
            Ast::Str(text) => {
                let hoisted = Vec::new();
                self.string(text, span)
                    .map(|expr| Lowered { hoisted, expr })
            }
            Ast::Char(n) => self.integer_literal((*n).into(), Width::U16, span),
            Ast::NewArrays(elem, lengths) => self.array_of_arrays(elem, lengths, span),
            Ast::NewArrayOf(elem, elements) => {
                let elem = self.table().declared(elem, false, self.session.sink)?;
                self.array_of(&elem, elements, span)
            }
            Ast::ArrayInit(_) => self.misplaced(
                span,
                "elements in braces may stand only where an array is declared",
                "write `new T[]{…}`",
            ),
            // Handled by `value`.
            Ast::Paren(..)
            | Ast::Chain(..)
            | Ast::Cond(..)
            | Ast::Acc(..)
            | Ast::Untouched(..)
            | Ast::Let(..)
            | Ast::Call(..)
            | Ast::OldOrCall(..)
            | Ast::New(..)
            | Ast::NewArray(..) => None,
        }
    }

    /// `this`, explicit or implicit; `what` names the construct that needs it.
    pub(in crate::resolve) fn this(&self, span: Span, what: impl Display) -> Option<Expr> {
        if self.context.place == Place::ConstructorRequires {
            return self.misplaced(
                span,
                format!("{what} cannot stand in the `requires` clause of a constructor: there is no object yet"),
                "a constructor starts with permission to all fields of the new object anyway",
            );
        }
        match self.scope.this() {
            Some(this) => Some(self.read(this, span)),
            None => self.misplaced(
                span,
                format!("{what} needs an object, but there is no `this` here"),
                "static members and the main routine have no `this`: name the object, as in `c.x`",
            ),
        }
    }

    pub(in crate::resolve) fn result(&self, span: Span) -> Option<Lowered> {
        if !self.context.allows_result() {
            let message = format!("`result` cannot stand in {}", self.context.description());
            return self.misplaced(
                span,
                message,
                "`result` is the value that `ensures` speaks of",
            );
        }
        let Some(result) = self.scope.result() else {
            let message = "there is no `result`: this member gives nothing back";
            return self.misplaced(span, message, "give the method a type instead of `void`");
        };
        let ty = self.scope.ty(result)?;
        Some(Lowered::new(ExprKind::Var(result), ty, span))
    }

    fn prefix(&mut self, op: ast::UnOp, operand: &ast::Expr, span: Span) -> Option<Lowered> {
        if op == ast::UnOp::Neg
            && let Some((n, width)) = self.negative(operand)
        {
            return self.integer_literal(n, width, span);
        }
        let operand = self.expr(operand)?;
        match op {
            ast::UnOp::Not => self.unary(ir::UnOp::Not, operand, span),
            ast::UnOp::Neg => self.unary(ir::UnOp::Neg, operand, span),
            ast::UnOp::BitNot => self.complement(operand, span),
            ast::UnOp::Plus if operand.expr.ty == Type::Perm => Some(operand),
            ast::UnOp::Plus if operand.expr.ty.format().is_some() => Some(operand),
            ast::UnOp::Plus => {
                let operand = self.of_type(operand, &Type::Int, "the operand of `+`")?;
                let operand = operand.map(|e| self.promoted(e));
                let ty = operand.expr.ty.clone();
                Some(self.result_of(operand, &[ty], true))
            }
        }
    }

    /// Runs `f` in a context where effects are refused.
    pub(in crate::resolve) fn quietly<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.within(
            Context {
                quiet: true,
                ..self.context
            },
            f,
        )
    }

    fn opening(&mut self, instance: &ast::Expr, inner: &ast::Expr, span: Span) -> Option<Lowered> {
        let instance = self.instance(instance, "opening");
        let value = self.quietly(|s| s.expr(inner));
        let (instance, value) = (Box::new(instance?), value?);
        let ty = value.expr.ty.clone();
        Some(value.map(|e| Expr {
            kind: ExprKind::Opening(instance, Box::new(e)),
            ty,
            span,
        }))
    }

    fn using(&mut self, call: &ast::Expr, inner: &ast::Expr, span: Span) -> Option<Lowered> {
        let call = self.used_call(call, "using");
        let value = self.quietly(|s| s.expr(inner));
        let (call, value) = (Box::new(call?), value?);
        let ty = value.expr.ty.clone();
        Some(value.map(|e| Expr {
            kind: ExprKind::Using(call, Box::new(e)),
            ty,
            span,
        }))
    }
}

/// Quotes syntax for a message; words stay unquoted.
fn quoted(what: &str) -> String {
    if what.starts_with("a ") || what.starts_with("an ") || what.contains('`') {
        what.to_owned()
    } else {
        format!("`{what}`")
    }
}
