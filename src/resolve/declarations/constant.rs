//! The values of `static final` fields: computed when first needed, so that
//! they may name each other in any order, but not in a circle.

use super::table::ConstantInfo;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Expr, ExprKind, Type};
use crate::resolve::bodies::context::Place;
use crate::resolve::bodies::member::{Member, Session};
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::expressions::fold;
use crate::source::Span;
use crate::syntax::tree::ast;
use std::cell::RefCell;

/// How far a constant's value is known.
#[derive(Clone, Debug, Default)]
pub(in crate::resolve) enum Value {
    /// Not needed yet.
    #[default]
    Unknown,
    /// Being computed.
    Open,
    /// Computed; `None` if it is ill-formed (and that is reported).
    Done(Option<ExprKind>),
}

/// The values of all constants of a program.
pub(in crate::resolve) struct Constants {
    values: RefCell<Vec<Value>>,
}

impl Constants {
    /// Room for so many constants.
    pub fn new(count: usize) -> Constants {
        Constants {
            values: RefCell::new(vec![Value::Unknown; count]),
        }
    }

    /// Constants with these values.
    pub fn of(values: Vec<Value>) -> Constants {
        Constants {
            values: RefCell::new(values),
        }
    }

    /// The values as far as they are known.
    pub fn values(&self) -> Vec<Value> {
        self.values.borrow().clone()
    }

    fn get(&self, at: usize) -> Value {
        self.values
            .borrow()
            .get(at)
            .cloned()
            .unwrap_or(Value::Done(None))
    }

    fn set(&self, at: usize, value: Value) {
        if let Some(slot) = self.values.borrow_mut().get_mut(at) {
            *slot = value;
        }
    }
}

impl Session<'_, '_> {
    /// The value of a constant; `used` is where it is named.
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

impl Member<'_, '_> {
    /// The literal that the initialiser of a constant or static field amounts to.
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
        let value = self.fit(value, ty?)?.expr;
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
