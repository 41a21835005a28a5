//! The values of `static final` fields. They are computed on demand, so they may refer to each
//! other in any order but not cyclically.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Expr, ExprKind, Stmt, StmtKind, Type, VarId, Width};
use crate::resolve::declarations::table::ConstantInfo;
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::expressions::fold;
use crate::resolve::scopes::constants::Value;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::{Member, Session};
use crate::source::Span;
use crate::syntax::tree::ast;

impl Session<'_, '_> {
    /// The value of a constant; `used` is the place of the reference.
    pub(in crate::resolve) fn constant(&self, at: usize, used: Span) -> Option<Lowered> {
        let info = self.table.constants.get(at)?;
        let value = match self.constants.get(at) {
            Value::Done(value) => value,
            Value::Open => {
                let message = format!(
                    "the value of the constant `{}` depends on itself",
                    info.name.text
                );
                let error = Diagnostic::error(Code::NotAllowedHere, used, message);
                return self
                    .sink
                    .refuse(error.note("give one of the constants a literal value"));
            }
            Value::Unknown => {
                self.constants.set(at, Value::Open);
                let value = self.compute(info);
                self.constants.set(at, Value::Done(value.clone()));
                value
            }
        };
        Some(Lowered::new(value?, info.ty.clone()?, used))
    }

    fn compute(&self, info: &ConstantInfo<'_>) -> Option<ExprKind> {
        let Some(init) = info.init else {
            let message = format!("the constant `{}` has no value", info.name.text);
            let error = Diagnostic::error(Code::NotAllowedHere, info.name.span, message);
            return self
                .sink
                .refuse(error.note("write its value behind its name, or remove `final`"));
        };
        let mut member = Member::new(self, Some(info.class), Place::Constant);
        member
            .constant_value(init, info.ty.as_ref())
            .map(|e| e.kind)
    }
}

/// Whether an initialiser consists of literals and operators; operators do not apply to texts.
pub(in crate::resolve) fn is_plain(e: &ast::Expr) -> bool {
    names_nothing(e, true)
}

fn names_nothing(e: &ast::Expr, may_be_text: bool) -> bool {
    use ast::ExprKind::{Bool, Cast, Chain, Char, Cond, Int, Long, Paren, Str, Unary};
    crate::resolve::deep(|| match &e.kind {
        Int(_) | Long(_) | Char(_) | Bool(_) => true,
        Str(_) => may_be_text,
        Paren(inner) => names_nothing(inner, may_be_text),
        Unary(_, inner) | Cast(_, inner) => names_nothing(inner, false),
        Chain(first, rest) => {
            let operands = rest.iter().map(|(.., operand)| operand);
            operands.chain([&**first]).all(|e| names_nothing(e, false))
        }
        Cond(condition, then, other) => {
            let branches = [then, other];
            names_nothing(condition, false)
                && branches.iter().all(|e| names_nothing(e, may_be_text))
        }
        _ => false,
    })
}

impl Member<'_, '_> {
    /// The value of a constant expression of Java, in which local variables may stand.
    pub(in crate::resolve) fn constant(&self, e: &Expr) -> Option<ExprKind> {
        fold::constant(e, &|variable| self.scope.constant(variable))
    }

    /// The value of a constant expression of type `int` that another type, smaller than `int`,
    /// holds, too.
    pub(in crate::resolve) fn narrow_constant(&self, e: &Expr, width: Width) -> Option<ExprKind> {
        let small = matches!(width, Width::I8 | Width::I16 | Width::U16);
        match self.constant(e) {
            Some(ExprKind::Int(n)) if small && width.holds(&n) => Some(ExprKind::Int(n)),
            _ => None,
        }
    }

    /// Records that a variable is a constant of Java: `final`, with a constant as initial value.
    pub(in crate::resolve) fn note_constant(&mut self, variable: VarId, initialised: &[Stmt]) {
        if let [
            Stmt {
                kind: StmtKind::Assign(to, value),
                ..
            },
        ] = initialised
            && *to == variable
            && self.table().is_java
            && let Some(value) = self.constant(value)
        {
            self.scope.set_constant(variable, value);
        }
    }

    /// The value of an instance field, if Java compiles reading the field to it. Errors are those
    /// of the constructors.
    pub(in crate::resolve) fn inlined_value(
        &mut self,
        init: &ast::Expr,
        ty: Option<&Type>,
    ) -> Option<Expr> {
        let value = self.expr(init)?;
        let value = self.coerce(value, ty?)?.expr;
        match fold::literal(&value)? {
            ExprKind::Null => None,
            kind => Some(Expr {
                kind,
                ty: ty?.clone(),
                span: value.span,
            }),
        }
    }

    /// Folds the initialiser of a constant or static field to a literal.
    pub(in crate::resolve) fn constant_value(
        &mut self,
        init: &ast::Expr,
        ty: Option<&Type>,
    ) -> Option<Expr> {
        if let ast::ExprKind::ArrayInit(_) = init.kind {
            return self.unsupported(
                init.span,
                "an array as the initial value of a static field is",
            );
        }
        let value = self.expr(init)?;
        let value = self.coerce(value, ty?)?.expr;
        match fold::literal(&value) {
            Some(kind) => Some(Expr { kind, ty: ty?.clone(), span: value.span }),
            None if fold::overflows(&value) => self.too_large(init.span),
            None => self.misplaced(
                init.span,
                "the initial value of a static field is not a constant",
                "write an expression of literals and other constants, or assign the field in the main routine",
            ),
        }
    }
}
