//! `old(e)` and `old[l](e)`.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Expr, ExprKind, LabelId};
use crate::resolve::declarations::names;
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;

/// The word, which may be the name of a method in a `.java` file.
const OLD: &str = "old";

impl Member<'_, '_> {
    /// Resolves a label.
    fn label(&self, name: &ast::Name) -> Option<LabelId> {
        if let Some(label) = self.scope.label(&name.text) {
            return Some(label);
        }
        let message = format!("there is no label `{}` here", name.text);
        let error = Diagnostic::error(Code::UnknownName, name.span, message);
        match names::nearest(&name.text, self.scope.label_names()) {
            Some(near) => self.refuse(error.note(format!("did you mean `{near}`?"))),
            None => self.refuse(error.note(format!(
                "write `label {};` where the heap is the one you mean, in this block or around it",
                name.text
            ))),
        }
    }

    /// The call that `old(e)` in an annotation of a `.java` file is, if there is such a method.
    pub(in crate::resolve) fn call_of_old(
        &self,
        inner: &ast::Expr,
        span: Span,
    ) -> Option<ast::Expr> {
        let name = ast::Name {
            text: OLD.into(),
            span: Span::new(
                span.file,
                span.start as usize,
                span.start as usize + OLD.len(),
            ),
        };
        let is_method = !self.table().members(self.class?, OLD, 1).is_empty();
        is_method.then(|| ast::Expr {
            kind: ast::ExprKind::Call(None, name, vec![inner.clone()]),
            span,
        })
    }

    /// Warns of `old(x)` of a variable where the heap is read behind it, and not within.
    pub(in crate::resolve) fn warn_of_idle_old(&self, read: &Expr) {
        let (ExprKind::Old(inner) | ExprKind::OldAt(_, inner)) = &read.kind else {
            return;
        };
        if !matches!(inner.kind, ExprKind::Var(_)) {
            return;
        }
        let message = "`old` changes nothing here: a variable has the same value in each heap";
        let note = "write `old` around all that is read in the old heap, as in `old(a[i])`";
        let warning = Diagnostic::warning(Code::IdleOld, read.span, message);
        self.session.sink.report(warning.note(note));
    }

    /// `old(e)` and `old[l](e)`.
    pub(in crate::resolve) fn old(
        &mut self,
        label: Option<&ast::Name>,
        inner: &ast::Expr,
        span: Span,
    ) -> Option<Lowered> {
        if !self.context.allows_old() {
            let message = format!("`old` cannot stand in {}", self.context.description());
            let note = "`old` is the heap on entry of a method: it may stand in `ensures`, in code, `assert` and `join`";
            let _: Option<()> = self.misplaced(span, message, note);
            self.quietly(|s| s.expr(inner));
            return None;
        }
        let label = label.map(|name| self.label(name));
        let value = self.quietly(|s| s.expr(inner))?;
        if label.is_none() && self.context.place == Place::PureEnsures {
            // A pure method does not change the state, so the old value is the current one.
            return Some(value);
        }
        let wrap: Box<dyn FnOnce(Box<Expr>) -> ExprKind> = match label {
            None => Box::new(ExprKind::Old),
            Some(label) => {
                let label = label?;
                Box::new(move |e| ExprKind::OldAt(label, e))
            }
        };
        let ty = value.expr.ty.clone();
        Some(value.map(|e| Expr {
            kind: wrap(Box::new(e)),
            ty,
            span,
        }))
    }
}
