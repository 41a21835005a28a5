//! The functions of the library that stand for operations on floating-point numbers.

use crate::{BinOp, Program, PureId};
use veriframe_base::floating::{Computed, Operation};

/// What a function of the library's class `veriframe.FloatingPoint` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// What an operator of Java computes.
    Operator(Operation),
    /// A notion that contracts of operators are written with.
    Auxiliary,
}

/// What an operator computes of floating-point numbers; `!=` is the negation of it.
#[must_use]
pub fn operation(op: BinOp) -> Operation {
    match op {
        BinOp::Add => Operation::Add,
        BinOp::Sub => Operation::Subtract,
        BinOp::Mul => Operation::Multiply,
        BinOp::Div => Operation::Divide,
        BinOp::Rem => Operation::Remainder,
        BinOp::Eq | BinOp::Ne => Operation::Equal,
        BinOp::Lt => Operation::Less,
        BinOp::Le => Operation::AtMost,
    }
}

/// The operator that computes this, if it has two operands.
#[must_use]
pub fn operator(computed: Operation) -> Option<BinOp> {
    let mut all = BinOp::ALL.into_iter();
    all.find(|op| operation(*op) == computed)
}

impl Program {
    /// What a pure method is for floating-point numbers; `None` if it is none of the functions on them.
    #[must_use]
    pub fn floating_function(&self, function: PureId) -> Option<Function> {
        let name = self.shipped_function(function, "FloatingPoint")?;
        Some(match Operation::named(name) {
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
