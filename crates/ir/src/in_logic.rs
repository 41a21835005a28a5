//! The operators of the language in the logic: as terms, and as formulas over machine words.

use super::{BinOp, Computed, LogicOp, UnOp};
use veriframe_logic::bits::{Formula, Formulas};
use veriframe_logic::{Term, Terms};

impl UnOp {
    /// The term, for an operand of its sort.
    #[inline]
    pub fn term(self, terms: &mut Terms, operand: Term) -> Term {
        match self {
            UnOp::Not => terms.not(operand),
            UnOp::Neg => terms.neg(operand),
        }
    }
}

impl BinOp {
    /// The term, for operands of one sort, which has the operator. A divisor is not 0.
    #[inline]
    pub fn term(self, terms: &mut Terms, left: Term, right: Term) -> Term {
        match self {
            BinOp::Add => terms.add(left, right),
            BinOp::Sub => terms.sub(left, right),
            BinOp::Mul => terms.mul(left, right),
            BinOp::Div => terms.div(left, right),
            BinOp::Rem => terms.rem(left, right),
            BinOp::Eq => terms.eq(left, right),
            BinOp::Ne => terms.ne(left, right),
            BinOp::Lt => terms.lt(left, right),
            BinOp::Le => terms.le(left, right),
        }
    }

    /// The formula, for integers: a number, or a truth value. A divisor is not 0.
    pub fn formula(
        self,
        f: &mut Formulas,
        left: Formula,
        right: Formula,
    ) -> Computed<Formula, Formula> {
        match self {
            BinOp::Add => Computed::Number(f.add(left, right)),
            BinOp::Sub => Computed::Number(f.sub(left, right)),
            BinOp::Mul => Computed::Number(f.mul(left, right)),
            BinOp::Div => Computed::Number(f.div(left, right)),
            BinOp::Rem => Computed::Number(f.rem(left, right)),
            BinOp::Eq => Computed::Truth(f.eq(left, right)),
            BinOp::Ne => {
                let equal = f.eq(left, right);
                Computed::Truth(f.not(equal))
            }
            BinOp::Lt => Computed::Truth(f.lt(left, right)),
            BinOp::Le => Computed::Truth(f.le(left, right)),
        }
    }
}

impl LogicOp {
    /// The term of the connective.
    #[inline]
    pub fn term(self, terms: &mut Terms, left: Term, right: Term) -> Term {
        match self {
            LogicOp::And => terms.and([left, right]),
            LogicOp::Or => terms.or([left, right]),
            LogicOp::Implies => terms.implies(left, right),
        }
    }

    /// The formula of the connective.
    pub fn formula(self, f: &mut Formulas, left: Formula, right: Formula) -> Formula {
        match self {
            LogicOp::And => f.and(left, right),
            LogicOp::Or => f.or(left, right),
            LogicOp::Implies => f.implies(left, right),
        }
    }
}
