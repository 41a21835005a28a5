//! The functions of the library that stand for operations on floating-point numbers.

use crate::{Program, PureId};
use veriframe_base::floating::{Computed, Operation};

/// What a function of the library's class `veriframe.FloatingPoint` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// What an operator of Java computes.
    Operator(Operation),
    /// A notion that contracts of operators are written with.
    Auxiliary,
}

impl Program {
    /// What a pure method is for floating-point numbers; `None` if it is none of the functions on them.
    #[must_use]
    pub fn floating_function(&self, function: PureId) -> Option<Function> {
        let method = self.pure_method(function);
        let class = self.class(method.class?);
        if class.name != "FloatingPoint" || !class.span.file.is_library() {
            return None;
        }
        Some(match Operation::named(&method.name) {
            Some(Operation::Rank | Operation::IsNumber) | None => Function::Auxiliary,
            Some(operation) => Function::Operator(operation),
        })
    }

    /// What a function on floating-point numbers gives for literals; `None` of another pure method.
    #[must_use]
    pub fn floating_result(&self, function: PureId, operands: &[i64]) -> Option<Computed> {
        self.floating_function(function)?;
        let method = self.pure_method(function);
        let first = method.vars.param_types().next()?;
        Operation::named(&method.name)?.of(first.format(), operands)
    }
}
