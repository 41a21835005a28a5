//! Pieces of syntax that no text has: what Java runs without a program saying so.

use crate::source::Span;
use crate::syntax::tree::ast;

/// A statement of the code.
pub(super) fn statement(kind: ast::StmtKind, span: Span) -> ast::Stmt {
    ast::Stmt {
        kind: Box::new(kind),
        in_annotation: false,
        span,
    }
}

/// Statements in a scope of their own.
pub(super) fn block(stmts: Vec<ast::Stmt>, span: Span) -> ast::Block {
    ast::Block { stmts, span }
}

/// A name.
pub(super) fn name(text: &str, span: Span) -> ast::Name {
    ast::Name {
        text: text.into(),
        span,
    }
}

/// What a name denotes.
pub(super) fn named(text: &str, span: Span) -> ast::Expr {
    ast::Expr {
        kind: ast::ExprKind::Name(text.into()),
        span,
    }
}

/// `of.method(args)`
pub(super) fn called(of: ast::Expr, method: &str, args: Vec<ast::Expr>) -> ast::Expr {
    let span = of.span;
    ast::Expr {
        kind: ast::ExprKind::Call(Some(Box::new(of)), name(method, span), args),
        span,
    }
}
