//! Label statements.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Stmt, StmtKind};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;

impl Member<'_, '_> {
    /// `label l;`
    pub(in crate::resolve) fn label_stmt(
        &mut self,
        name: &ast::Name,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        match self.scope.declare_label(name) {
            Ok(label) => Some(vec![Stmt {
                kind: StmtKind::Label(label),
                span,
            }]),
            Err(earlier) => {
                let message = format!("there is already a label `{}` here", name.text);
                let error = Diagnostic::error(Code::DuplicateName, name.span, message);
                self.refuse(
                    error
                        .related(earlier, "it is declared here")
                        .note("choose another name"),
                )
            }
        }
    }
}
