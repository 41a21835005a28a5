//! The functions of the library that stand for bit operators.

use crate::{Program, PureId, Width};
use veriframe_base::bits::BitOperation;

impl Program {
    /// The operator that a pure method stands for; `None` if it is none of the functions on bits.
    #[must_use]
    pub fn bit_operation(&self, function: PureId) -> Option<BitOperation> {
        BitOperation::of_function(self.shipped_function(function, "Bits")?)
    }

    /// What a function on bits gives for literals; `None` of another pure method.
    #[must_use]
    pub fn bits_of_literals(&self, function: PureId, operands: &[i64]) -> Option<i64> {
        let operation = self.bit_operation(function)?;
        let first = self.pure_method(function).vars.param_types().next()?;
        let &[left, right] = operands else {
            return None;
        };
        Some(operation.compute(first.width() == Some(Width::I64), left, right))
    }
}
