//! Operator mutations: the text of each operator in ids, and its replacement.

use veriframe::internals::syntax::ast::{AssignOp, BinOp, IncOp, UnOp};

/// The text of a prefix operator.
pub fn prefix(op: UnOp) -> &'static str {
    match op {
        UnOp::Not => "!",
        UnOp::Neg => "-",
        UnOp::Plus => "+",
        UnOp::BitNot => "~",
    }
}

/// The text of an assignment operator.
pub fn assignment(op: AssignOp) -> &'static str {
    match op {
        AssignOp::Set => ":=",
        AssignOp::Add => "+=",
        AssignOp::Sub => "-=",
        AssignOp::Mul => "*=",
        AssignOp::Div => "/=",
        AssignOp::Rem => "%=",
        AssignOp::BitAnd => "&=",
        AssignOp::BitOr => "|=",
        AssignOp::BitXor => "^=",
        AssignOp::Shl => "<<=",
        AssignOp::Shr => ">>=",
        AssignOp::UShr => ">>>=",
    }
}

/// The text of an increment around `e`.
pub fn increment(op: IncOp) -> &'static str {
    match op {
        IncOp::PostInc => "e++",
        IncOp::PostDec => "e--",
        IncOp::PreInc => "++e",
        IncOp::PreDec => "--e",
    }
}

/// A pair of operators that replace each other.
pub fn operator(op: BinOp) -> &'static str {
    match op {
        BinOp::Iff => "<==>",
        BinOp::Implies => "==>",
        BinOp::Or => "||",
        BinOp::And => "&&",
        BinOp::Eq => "=",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Star => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Union => "union",
        BinOp::Intersect => "intersect",
        BinOp::SetMinus => "setminus",
        BinOp::Subset => "subset",
        _ => "an operator",
    }
}

/// The replacement of an assignment operator, if any.
pub fn other_assignment(op: AssignOp) -> Option<AssignOp> {
    match op {
        AssignOp::Set => None,
        AssignOp::Add => Some(AssignOp::Sub),
        AssignOp::Sub => Some(AssignOp::Add),
        AssignOp::Mul | AssignOp::Rem => Some(AssignOp::Div),
        AssignOp::Div => Some(AssignOp::Mul),
        AssignOp::BitAnd => Some(AssignOp::BitOr),
        AssignOp::BitOr | AssignOp::BitXor => Some(AssignOp::BitAnd),
        AssignOp::Shl => Some(AssignOp::Shr),
        AssignOp::Shr | AssignOp::UShr => Some(AssignOp::Shl),
    }
}

/// The replacement of an increment.
pub fn other_increment(op: IncOp) -> IncOp {
    match op {
        IncOp::PostInc => IncOp::PostDec,
        IncOp::PostDec => IncOp::PostInc,
        IncOp::PreInc => IncOp::PreDec,
        IncOp::PreDec => IncOp::PreInc,
    }
}

/// The replacement of a binary operator, if any.
pub fn other_operator(op: BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::Implies => BinOp::And,
        BinOp::Or => BinOp::And,
        BinOp::And => BinOp::Or,
        BinOp::Iff | BinOp::Eq => BinOp::Ne,
        BinOp::Ne => BinOp::Eq,
        BinOp::Lt => BinOp::Le,
        BinOp::Le => BinOp::Lt,
        BinOp::Gt => BinOp::Ge,
        BinOp::Ge => BinOp::Gt,
        BinOp::Add => BinOp::Sub,
        BinOp::Sub => BinOp::Add,
        // Invalid between assertions.
        BinOp::Star => BinOp::Add,
        BinOp::Div => BinOp::Star,
        BinOp::Rem => BinOp::Div,
        BinOp::Union => BinOp::Intersect,
        BinOp::Intersect | BinOp::SetMinus => BinOp::Union,
        BinOp::Subset => BinOp::Eq,
        // `in` is negated, and `++` loses an operand instead.
        _ => return None,
    })
}
