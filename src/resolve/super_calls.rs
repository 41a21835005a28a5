//! What a constructor runs before its own text: the superclass's constructor.

use super::body::Initialiser;
use super::member::Member;
use super::table::{MethodInfo, Source};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Assertion, Call, ClassId, MethodId, Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::ast::{self, ClauseKind};

impl<'a> Member<'a, '_> {
    /// What stands before a constructor's own statements: nothing where they
    /// begin with `super(…)` or `this(…)`, else the call `super()` that Java adds.
    pub(super) fn runs_super(&mut self, stmts: &[ast::Stmt], span: Span) -> Option<Vec<Stmt>> {
        let explicit = stmts.first().is_some_and(is_constructor_call);
        if explicit {
            return Some(Vec::new());
        }
        self.implicit_super(span)
    }

    /// `super()`, where there is a superclass.
    pub(super) fn implicit_super(&mut self, span: Span) -> Option<Vec<Stmt>> {
        let Some(above) = self.class.and_then(|class| self.table().superclass(class)) else {
            return Some(Vec::new());
        };
        let info = self.table().class(above);
        let Some(&callee) = info.constructors.get(&0) else {
            if info.incomplete || info.constructors.is_empty() {
                return None;
            }
            let name = &info.name.text;
            let message = format!("`{name}` has no constructor without parameters");
            let error = Diagnostic::error(Code::NotAllowedHere, span, message);
            return self.refuse(error.note("begin the constructor with `super(…)`"));
        };
        Some(vec![self.constructor_call(callee, Vec::new(), span)?])
    }

    /// The call of a constructor on `this`.
    pub(super) fn constructor_call(
        &mut self,
        callee: MethodId,
        args: Vec<crate::ir::Expr>,
        span: Span,
    ) -> Option<Stmt> {
        let receiver = self.read(self.scope.this()?, span);
        let call = Call {
            receiver: Some(receiver),
            callee,
            of: None,
            args,
            span,
        };
        let kind = StmtKind::Call(None, call);
        Some(Stmt { kind, span })
    }

    /// What the constructors above a class without one give it, when it is made.
    pub(super) fn given_by_super(&mut self, class: ClassId) -> Option<Vec<Assertion>> {
        let Some(above) = self.table().superclass(class) else {
            return Some(Vec::new());
        };
        let Some(&id) = self.table().class(above).constructors.get(&0) else {
            return Some(Vec::new()); // the missing constructor is reported where it is called
        };
        let info = self.table().method(id);
        let view = self.view.replace(above);
        let given = self.given_by(above, info);
        self.view = view;
        given
    }

    fn given_by(&mut self, above: ClassId, info: &MethodInfo<'a>) -> Option<Vec<Assertion>> {
        match info.source {
            Source::Text(callable) => {
                let mut ensures = Some(Vec::new());
                self.in_text_of(&info.header, |s| {
                    let clauses = callable.contract.iter();
                    for clause in clauses.filter(|c| c.kind == ClauseKind::Ensures) {
                        for e in &clause.exprs {
                            s.clause(super::context::Place::Ensures, e, &mut ensures);
                        }
                    }
                });
                ensures
            }
            Source::Default => {
                let mut given = self.given_by_super(above)?;
                let initialisers: Vec<Initialiser> =
                    self.in_text_of(&info.header, |s| s.initialisers(above))?;
                given.extend(self.initial_state(above, &initialisers)?);
                Some(given)
            }
            Source::Main(_) => Some(Vec::new()),
        }
    }
}

/// Whether a statement is `super(…)` or `this(…)`.
fn is_constructor_call(stmt: &ast::Stmt) -> bool {
    let ast::StmtKind::Expr(e) = &stmt.kind else {
        return false;
    };
    matches!(&e.kind, ast::ExprKind::Call(None, name, _) if matches!(name.text.as_str(), "super" | "this"))
}
