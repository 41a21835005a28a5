//! Floating-point numbers and bits: what is computed from literals.

use crate::engine::Engine;
use veriframe_base::floating::Computed;
use veriframe_ir::PureId;
use veriframe_logic::Term;
use veriframe_logic::terms::term::Node;

impl Engine<'_> {
    /// The result of a function on floating-point numbers or on bits whose operands are literals.
    pub(crate) fn of_literals(&mut self, function: PureId, operands: &[Term]) -> Option<Term> {
        let literal = |t: &Term| {
            let Node::Int(n) = self.session.terms.node(*t) else {
                return None;
            };
            i64::try_from(n).ok()
        };
        let operands: Vec<i64> = operands.iter().map(literal).collect::<Option<_>>()?;
        if let Some(bits) = self.ctx.program.bits_of_literals(function, &operands) {
            return Some(self.session.terms.int(bits));
        }
        let computed = self.ctx.program.floating_result(function, &operands)?;
        Some(match computed {
            Computed::Bits(n) | Computed::Integer(n) => self.session.terms.int(n),
            Computed::Truth(holds) => self.session.terms.bool(holds),
        })
    }
}
