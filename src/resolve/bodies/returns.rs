//! Java's syntactic check that a body returns on every path.

use crate::resolve::expressions::assertion::unwrapped;
use crate::syntax::tree::ast::{Expr, ExprKind, Stmt, StmtKind, SwitchCase};

/// Whether no path completes these statements normally.
pub(in crate::resolve) fn always_returns(stmts: &[Stmt]) -> bool {
    stmts
        .iter()
        .any(|stmt| crate::resolve::deep(|| returns(stmt)))
}

fn returns(stmt: &Stmt) -> bool {
    let branch = |stmt: &Stmt| crate::resolve::deep(|| returns(stmt));
    // Annotations do not affect control flow.
    if stmt.in_annotation {
        return false;
    }
    match &*stmt.kind {
        StmtKind::Return(_) | StmtKind::Throw(_) => true,
        StmtKind::Block(block) => always_returns(&block.stmts),
        StmtKind::If(_, then, Some(other)) => branch(then) && branch(other),
        StmtKind::While(condition, _, body) => is_endless(Some(condition), body),
        StmtKind::For { cond, body, .. } => is_endless(cond.as_ref(), body),
        StmtKind::DoWhile(_, body, condition) => {
            let ends = branch(body) && !breaks(body) && !continues(body);
            ends || is_endless(Some(condition), body)
        }
        StmtKind::Switch(_, cases) => {
            let ends = |case: &SwitchCase| always_returns(&case.body);
            cases.iter().any(|case| case.is_default)
                && cases
                    .iter()
                    .all(|case| case.body.is_empty() && !case.arrow || ends(case))
                && cases.last().is_some_and(ends)
        }
        _ => false,
    }
}

/// Whether a loop cannot complete normally.
fn is_endless(condition: Option<&Expr>, body: &Stmt) -> bool {
    let condition = condition.map(|e| &unwrapped(e).kind);
    matches!(condition, None | Some(ExprKind::Bool(true))) && !breaks(body)
}

/// Whether the statement contains a `continue` of the loop whose body it is.
pub(in crate::resolve) fn continues(stmt: &Stmt) -> bool {
    crate::resolve::deep(|| match &*stmt.kind {
        StmtKind::Continue => true,
        StmtKind::Block(block) => block.stmts.iter().any(continues),
        StmtKind::If(_, then, other) => continues(then) || other.as_deref().is_some_and(continues),
        StmtKind::Switch(_, cases) => cases.iter().any(|case| case.body.iter().any(continues)),
        _ => false,
    })
}

/// Whether the statement contains a `break` of the loop whose body it is.
pub(in crate::resolve) fn breaks(stmt: &Stmt) -> bool {
    crate::resolve::deep(|| match &*stmt.kind {
        StmtKind::Break => true,
        StmtKind::Block(block) => block.stmts.iter().any(breaks),
        StmtKind::If(_, then, other) => breaks(then) || other.as_deref().is_some_and(breaks),
        _ => false,
    })
}
