//! The signs `*` of a chain: which multiply, and which separate conjuncts.

use crate::source::Span;
use crate::syntax::tree::ast::BinOp as Op;
use crate::syntax::tree::operators::Level;

/// All levels, strongest first.
pub(in crate::resolve) const LEVELS: [Level; 12] = [
    Level::Product,
    Level::Sum,
    Level::Shift,
    Level::Comparison,
    Level::BitAnd,
    Level::BitXor,
    Level::BitOr,
    Level::And,
    Level::Or,
    Level::Star,
    Level::Implies,
    Level::Iff,
];

/// An operator between two items.
#[derive(Clone, Copy)]
pub(in crate::resolve) struct Sign {
    /// The operator.
    pub op: Op,
    /// The span of the operator.
    pub span: Span,
    /// Its precedence.
    pub level: Level,
    /// Whether a `*` between two numbers became a separating conjunction because there are
    /// comparisons on both sides of it.
    pub split_product: bool,
}

/// Disambiguates each `*`. Within one conjunct, `*` multiplies exactly if both neighbours are
/// numbers and there are no comparisons on both sides of it.
///
/// `number[i]` says whether operand `i` is a number.
pub(in crate::resolve) fn decide_stars(number: &[bool], signs: &mut [Sign]) {
    let mut before = number;
    for conjunct in signs.split_mut(bounds_conjunct) {
        let comparison = |s: &Sign| s.level == Level::Comparison;
        let first = conjunct.iter().position(comparison);
        let last = conjunct.iter().rposition(comparison);
        for (at, sign) in conjunct.iter_mut().enumerate() {
            if sign.op != Op::Star {
                continue;
            }
            let enclosed = first.is_some_and(|f| f < at) && last.is_some_and(|l| l > at);
            let numbers = before.get(at..at + 2) == Some(&[true, true]);
            if !numbers || enclosed {
                sign.level = Level::Star;
                sign.split_product = numbers;
            }
        }
        before = before.get(conjunct.len() + 1..).unwrap_or(&[]);
    }
}

fn bounds_conjunct(sign: &Sign) -> bool {
    matches!(
        sign.level,
        Level::And | Level::Or | Level::Implies | Level::Iff
    )
}
