//! What the operators of the notations become in the core language.

use crate::ir::{BinOp, CollOp};
use crate::syntax::tree::ast::BinOp as Op;

/// What an operator becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum Meaning {
    /// A strict operator on two values.
    Strict(BinOp),
    /// The same with its operands swapped: `a > b` is `b < a`.
    Swapped(BinOp),
    /// One of collections.
    Collections(CollOp),
    /// One of bits.
    Bits,
    /// A connective, or none of the core language.
    Connective,
}

/// The meaning of an operator.
pub(in crate::resolve) const fn meaning(op: Op) -> Meaning {
    use Meaning::{Bits, Collections, Connective, Strict, Swapped};
    match op {
        Op::Iff => Connective,
        Op::Implies => Connective,
        Op::Or => Connective,
        Op::And => Connective,
        Op::Eq => Strict(BinOp::Eq),
        Op::Ne => Strict(BinOp::Ne),
        Op::Lt => Strict(BinOp::Lt),
        Op::Le => Strict(BinOp::Le),
        Op::Gt => Swapped(BinOp::Lt),
        Op::Ge => Swapped(BinOp::Le),
        Op::In => Collections(CollOp::In),
        Op::Add => Strict(BinOp::Add),
        Op::Sub => Strict(BinOp::Sub),
        Op::Concat => Collections(CollOp::Concat),
        Op::Star => Strict(BinOp::Mul),
        Op::Div => Strict(BinOp::Div),
        Op::Rem => Strict(BinOp::Rem),
        Op::Union => Collections(CollOp::Union),
        Op::Intersect => Collections(CollOp::Intersect),
        Op::SetMinus => Collections(CollOp::Minus),
        Op::Subset => Collections(CollOp::Subset),
        Op::BitAnd => Bits,
        Op::BitOr => Bits,
        Op::BitXor => Bits,
        Op::Shl => Bits,
        Op::Shr => Bits,
        Op::UShr => Bits,
        Op::Wand => Connective,
    }
}
