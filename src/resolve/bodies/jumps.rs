//! Jumps: `break` and `continue`, with labels, out of `switch` and `try`, too; see
//! [`crate::resolve::expressions::jumps`].

use crate::ir::Stmt;
use crate::resolve::scopes::around::{Around, Jump};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;

impl Member<'_, '_> {
    /// The body of a loop, without its scope.
    pub(in crate::resolve) fn loop_body(&mut self, body: &ast::Stmt, is_do: bool) -> Vec<Stmt> {
        let continues = self.new_block();
        let label = self.label.take();
        self.around.push(Around::Loop {
            label,
            continues,
            is_do,
        });
        let stmts = self.branch(body);
        self.around.pop();
        self.leavable(continues, stmts, body.span)
    }

    /// `label: s`
    pub(in crate::resolve) fn labeled_stmt(
        &mut self,
        label: &ast::Name,
        stmt: &ast::Stmt,
    ) -> Option<Vec<Stmt>> {
        let id = self.new_block();
        let name = Some(label.text.clone());
        self.label = stmt.kind.loop_body().and_then(|_| name.clone());
        self.around.push(Around::Block { label: name, id });
        let stmts = self.stmt(stmt);
        self.around.pop();
        self.label = None;
        Some(self.leavable(id, stmts?, stmt.span))
    }

    /// `break` and `continue`
    pub(in crate::resolve) fn leave_stmt(
        &mut self,
        word: &str,
        label: Option<&ast::Name>,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let continues = word == "continue";
        let is_target = |around: &Around| match around {
            Around::Loop { label: own, .. } => match label {
                None => true,
                Some(label) => continues && own.as_ref() == Some(&label.text),
            },
            Around::Block { label: own, .. } => {
                !continues && own.as_ref() == label.map(|label| &label.text)
            }
            Around::Handlers { .. } | Around::Finally { .. } => false,
        };
        let Some(at) = self.around.iter().rposition(is_target) else {
            let (message, note) = match label {
                None => (
                    format!("`{word}` stands outside of any loop"),
                    "it belongs to the innermost `while` or `for` around it".to_owned(),
                ),
                Some(label) => (
                    format!("no statement around has the label `{}`", label.text),
                    format!("write it before the one that `{word}` means"),
                ),
            };
            return self.misplaced(span, message, note);
        };
        let jump = match continues {
            true => Jump::Continue(at),
            false => Jump::Break(at),
        };
        Some(self.jump(jump, span))
    }
}
