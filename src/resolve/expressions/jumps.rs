//! Jumps in the core language: they leave the innermost loop or its iteration, the method, or a numbered
//! block ([`StmtKind::Breakable`]). A jump out of a `try` with `finally` goes to the end of what is
//! tried, with its number in a variable; behind the statements of `finally` it goes on.

use super::exceptional::{assigned, compared, null};
use crate::ir::{BinOp, BlockId, Expr, Stmt, StmtKind, Type, VarId};
use crate::resolve::scopes::around::{Around, Jump};
use crate::resolve::scopes::member::Member;
use crate::source::Span;

impl Member<'_, '_> {
    /// The number of a new block.
    pub(in crate::resolve) fn new_block(&mut self) -> BlockId {
        let id = BlockId(self.blocks);
        self.blocks += 1;
        id
    }

    /// The statements as the block of this number, if something leaves it.
    pub(in crate::resolve) fn leavable(
        &self,
        id: BlockId,
        stmts: Vec<Stmt>,
        span: Span,
    ) -> Vec<Stmt> {
        if !self.left.contains(&id) {
            return stmts;
        }
        let kind = StmtKind::Breakable(id, stmts);
        vec![Stmt { kind, span }]
    }

    /// Leaves a block.
    pub(in crate::resolve) fn exit(&mut self, id: BlockId, span: Span) -> Stmt {
        self.left.insert(id);
        let kind = StmtKind::Exit(id);
        Stmt { kind, span }
    }

    /// `return` without an exception. A loop around it may have thrown one before, for all that is known
    /// at its head.
    pub(in crate::resolve) fn leaving_with(&self, value: Option<Expr>, span: Span) -> Vec<Stmt> {
        let exception = self.scope.exception();
        let none = exception.map(|exception| assigned(exception, null(span), span));
        let kind = StmtKind::Return(value);
        none.into_iter().chain([Stmt { kind, span }]).collect()
    }

    /// Whether a `try` with `finally` is around.
    pub(in crate::resolve) fn is_in_finally(&self) -> bool {
        let mut around = self.around.iter();
        around.any(|around| matches!(around, Around::Finally { .. }))
    }

    /// The statements of a jump.
    pub(in crate::resolve) fn jump(&mut self, jump: Jump, span: Span) -> Vec<Stmt> {
        let above = match jump {
            Jump::Return(_) => 0,
            Jump::Break(at) | Jump::Continue(at) => at + 1,
        };
        let passed = self.around.iter_mut().skip(above).rev();
        let passed = passed.filter_map(|around| match around {
            Around::Finally {
                id,
                thrown,
                pending,
                jumps,
            } => Some((*id, [*thrown, *pending], jumps)),
            Around::Loop { .. } | Around::Block { .. } | Around::Handlers { .. } => None,
        });
        if let Some((id, [thrown, pending], jumps)) = passed.into_iter().next() {
            jumps.push(jump);
            let to = number(jumps.len(), span);
            return vec![
                assigned(thrown, null(span), span),
                assigned(pending, to, span),
                self.exit(id, span),
            ];
        }
        let (at, continues) = match jump {
            Jump::Return(value) => {
                let value = value.map(|value| self.read(value, span));
                return self.leaving_with(value, span);
            }
            Jump::Break(at) => (at, false),
            Jump::Continue(at) => (at, true),
        };
        let inner = self.around.iter().skip(at + 1);
        let is_innermost = !inner.clone().any(|one| matches!(one, Around::Loop { .. }));
        let kind = match self.around.get(at) {
            Some(Around::Block { id, .. }) => {
                let id = *id;
                return vec![self.exit(id, span)];
            }
            Some(Around::Loop {
                continues: body,
                is_do,
                ..
            }) if continues && (*is_do || !is_innermost) => {
                let body = *body;
                return vec![self.exit(body, span)];
            }
            _ if continues => StmtKind::Continue,
            _ => StmtKind::Break,
        };
        vec![Stmt { kind, span }]
    }

    /// What follows the statements of `finally`: the jumps that passed it.
    pub(in crate::resolve) fn go_on(
        &mut self,
        jumps: &[Jump],
        pending: VarId,
        span: Span,
    ) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for (at, jump) in jumps.iter().enumerate() {
            let (pending, this) = (self.read(pending, span), number(at + 1, span));
            let is_this = compared(BinOp::Eq, &pending, this, span);
            let kind = StmtKind::If(is_this, self.jump(*jump, span), Vec::new());
            stmts.push(Stmt { kind, span });
        }
        stmts
    }
}

/// A number of a jump.
fn number(n: usize, span: Span) -> Expr {
    Expr::int(i64::try_from(n).unwrap_or(i64::MAX), Type::Int, span)
}
