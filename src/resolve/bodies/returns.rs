//! Java's syntactic check that a body returns on every path.

use crate::resolve::expressions::assertion::unwrapped;
use crate::syntax::tree::ast::{Expr, ExprKind, Stmt, StmtKind, SwitchCase};
use crate::syntax::tree::statements::{Loop, Nested, Test};
use crate::syntax::tree::walk;

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
    if let StmtKind::Return(_) | StmtKind::Throw(_) = *stmt.kind {
        return true;
    }
    match stmt.kind.nested() {
        Nested::Block(stmts) => always_returns(stmts),
        Nested::Branches(then, Some(other)) => branch(then) && branch(other),
        Nested::Loop(Loop { test, body, .. }) => match test {
            Test::Before(condition) => is_endless(condition, body),
            Test::After(condition) => {
                let ends = branch(body) && !breaks(body) && !leaves_early(body);
                ends || is_endless(Some(condition), body)
            }
            Test::Elements => false,
        },
        Nested::Cases(cases) => {
            let ends = |case: &SwitchCase| always_returns(&case.body);
            cases.iter().any(|case| case.is_default)
                && cases
                    .iter()
                    .all(|case| case.body.is_empty() && !case.arrow || ends(case))
                && cases.last().is_some_and(ends)
        }
        Nested::Try(parts) => {
            let mut handlers = parts.catches.iter();
            let finally = parts.finally.as_ref();
            finally.is_some_and(|block| always_returns(&block.stmts))
                || always_returns(&parts.body.stmts)
                    && handlers.all(|catch| always_returns(&catch.body.stmts))
        }
        Nested::Branches(labeled, None) if matches!(*stmt.kind, StmtKind::Labeled(..)) => {
            branch(labeled) && !breaks_to_label(labeled)
        }
        Nested::None | Nested::List(_) | Nested::Branches(_, None) => false,
    }
}

/// Whether a `break` with a label is in a statement, to whichever it leads.
fn breaks_to_label(stmt: &Stmt) -> bool {
    let inside = || walk::parts(stmt).into_iter().any(breaks_to_label);
    crate::resolve::deep(|| matches!(*stmt.kind, StmtKind::Break(Some(_))) || inside())
}

/// Whether a loop cannot complete normally.
fn is_endless(condition: Option<&Expr>, body: &Stmt) -> bool {
    let condition = condition.map(|e| &unwrapped(e).kind);
    let is_true = matches!(condition, None | Some(ExprKind::Bool(true)));
    is_true && !breaks(body) && !breaks_to_label(body)
}

/// Whether a `continue`, or a jump to a label, is in a statement.
fn leaves_early(stmt: &Stmt) -> bool {
    let inside = || walk::parts(stmt).into_iter().any(leaves_early);
    crate::resolve::deep(|| matches!(*stmt.kind, StmtKind::Continue(_)) || inside())
}

/// Whether the statement contains a `break` of the loop whose body it is.
pub(in crate::resolve) fn breaks(stmt: &Stmt) -> bool {
    // The `break` of a `switch` is not of the loop.
    let is_own = matches!(*stmt.kind, StmtKind::Switch(..)) || stmt.kind.loop_body().is_some();
    let inside = || walk::parts(stmt).into_iter().any(breaks);
    crate::resolve::deep(|| matches!(*stmt.kind, StmtKind::Break(_)) || !is_own && inside())
}
