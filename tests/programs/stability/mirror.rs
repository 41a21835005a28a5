//! Mirrored operands: `b = a` instead of `a = b`, the same for `!=`, `+`, `union` and `intersect`.
//!
//! Operands that call something keep their order: which call is the first can matter.

use super::shuffle::{exchange, moved, parsed};
use super::support::random::Random;
use super::support::tree::{callable, members};
use veriframe::Span;
use veriframe::internals::syntax::ast::{BinOp, Expr, ExprKind};
use veriframe::internals::syntax::walk;

/// Exchanges the operands of about half of the operators that commute.
pub fn operands(text: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let file = parsed(text);
    let mut found: Vec<[Span; 2]> = Vec::new();
    let mut visit = |e: &Expr| {
        match mirrored(text, e) {
            Some(sides) if random.chance(2) => {
                found.push(sides);
                // What is inside is moved with its operand.
                false
            }
            _ => true,
        }
    };
    for (_, member) in members(&file) {
        let Some(callable) = callable(member) else {
            continue;
        };
        for e in callable.contract.iter().flat_map(|clause| &clause.exprs) {
            walk::exprs(e, &mut visit);
        }
        for stmt in callable.body.iter().flat_map(|body| &body.stmts) {
            walk::exprs_of_stmt(stmt, &mut visit);
        }
    }
    let moves = found.iter().flat_map(|sides| exchange(sides, &[1, 0]));
    moved(text, moves.collect())
}

/// The operands of an operator that commutes, if neither calls anything.
fn mirrored(text: &str, e: &Expr) -> Option<[Span; 2]> {
    let ExprKind::Chain(first, rest) = &e.kind else {
        return None;
    };
    let [(op, _, second)] = rest.as_slice() else {
        return None;
    };
    let commutes = matches!(
        op,
        BinOp::Eq | BinOp::Ne | BinOp::Add | BinOp::Union | BinOp::Intersect
    );
    let sides = [first.span, second.span];
    let is_simple = |side: &Span| {
        let text = &text[side.start as usize..side.end as usize];
        // A text is no number: its sum has an order.
        !text.contains(['(', '"', '+', '?'])
    };
    (commutes && sides.iter().all(is_simple)).then_some(sides)
}
