//! Lowering of statements.

use super::java::ForEach;
use super::loops::Parts;
use crate::ir::{AssertKind, Assertion, Stmt, StmtKind, Type, ValueSource};
use crate::resolve::declarations::headers;
use crate::resolve::declarations::table::Yields;
use crate::resolve::expressions::assertion::{Value, unwrapped};
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::expressions::hoisting::Computed;
use crate::resolve::scopes::around::Jump;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::Member;
use crate::resolve::scopes::scope::Assigned;
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::StmtKind as Ast;

impl Member<'_, '_> {
    /// Lowers a statement list; ill-formed statements are omitted (the error is already reported).
    pub(in crate::resolve) fn stmts(&mut self, list: &[ast::Stmt]) -> Vec<Stmt> {
        let mut lowered = Vec::with_capacity(list.len());
        for stmt in list {
            match self.stmt(stmt) {
                Some(stmts) => lowered.extend(one(stmts, stmt.span)),
                None => self.session.sink.left_out(stmt.span),
            }
        }
        lowered
    }

    /// Lowers a statement list in a new block scope.
    pub(in crate::resolve) fn block(&mut self, list: &[ast::Stmt]) -> Vec<Stmt> {
        let mark = self.scope.open();
        let stmts = self.stmts(list);
        self.scope.close(mark);
        stmts
    }

    /// Lowers one statement.
    pub(in crate::resolve) fn stmt(&mut self, stmt: &ast::Stmt) -> Option<Vec<Stmt>> {
        let leaves = matches!(
            *stmt.kind,
            Ast::Return(_) | Ast::Break(_) | Ast::Continue(_) | Ast::Throw(_) | Ast::Try(_)
        );
        if stmt.in_annotation && leaves {
            let message = "a statement in an annotation cannot change where code goes on";
            return self.misplaced(stmt.span, message, "write it in the code");
        }
        let outer = self.in_annotation;
        self.in_annotation |= stmt.in_annotation;
        let stmts = self.ghostly(stmt.in_annotation, |s| s.stmt_here(stmt));
        self.in_annotation = outer;
        stmts
    }

    fn stmt_here(&mut self, stmt: &ast::Stmt) -> Option<Vec<Stmt>> {
        let span = stmt.span;
        let single = |kind| Some(vec![Stmt { kind, span }]);
        crate::resolve::deep(|| match &*stmt.kind {
            Ast::Empty => Some(Vec::new()),
            Ast::Local {
                modifiers,
                ty,
                name,
                init,
            } => self.local(modifiers, ty, name, init.as_deref(), span),
            Ast::Assign(target, op, value) => self.assignment(target, *op, value, span),
            Ast::Expr(e) => self.expression_stmt(e, span),
            Ast::Block(block) => single(StmtKind::Block(self.block(&block.stmts))),
            Ast::If(condition, then, other) => {
                self.if_stmt(condition, then, other.as_deref(), span)
            }
            Ast::Return(value) => self.return_stmt(value.as_ref(), span),
            Ast::Assert(e) if self.table().rules.is_compiled && !self.in_annotation => {
                self.code_assert(e, span)
            }
            Ast::Assert(e) => single(StmtKind::Assert(self.ghost_assertion(Place::Assert, e)?)),
            Ast::Prove(e, proof) => self.proved(e, proof, span),
            Ast::Assume(e) => single(StmtKind::Assume(self.ghost_assertion(Place::Assume, e)?)),
            Ast::Join(e) => single(StmtKind::Join(self.ghost_assertion(Place::Join, e)?)),
            Ast::Open(e) => single(StmtKind::Open(
                self.at(Place::Ghost, |s| s.instance(e, "open"))?,
            )),
            Ast::Close(e) => single(StmtKind::Close(
                self.at(Place::Ghost, |s| s.instance(e, "close"))?,
            )),
            Ast::Use(e) => single(StmtKind::Use(
                self.at(Place::Ghost, |s| s.used_call(e, "use"))?,
            )),
            Ast::While(condition, specs, body) => {
                let parts = Parts {
                    condition: Some(condition),
                    step: None,
                    specs,
                    body,
                };
                self.while_stmt(&parts, span)
            }
            Ast::For {
                init,
                cond,
                step,
                specs,
                body,
            } => {
                let parts = Parts {
                    condition: cond.as_ref(),
                    step: step.as_deref(),
                    specs,
                    body,
                };
                self.for_stmt(init.as_deref(), &parts, span)
            }
            Ast::List(list) => self.list_stmt(list),
            Ast::ConstructorCall(..) => self.misplaced(
                span,
                "a call of another constructor may stand only at the beginning of a constructor",
                "move it there",
            ),
            Ast::DoWhile(specs, body, condition) => {
                self.do_while_stmt(specs, body, condition, span)
            }
            Ast::ForEach {
                modifiers,
                ty,
                name,
                iterable,
                specs,
                body,
            } => {
                let each = ForEach {
                    modifiers,
                    ty,
                    name,
                    iterable,
                    specs,
                    body,
                };
                self.for_each_stmt(&each, span)
            }
            Ast::Switch(subject, cases) => self.switch_stmt(subject, cases, span),
            Ast::Throw(e) => self.throw_stmt(e, span),
            Ast::Try(parts) => {
                let stmts = self.try_stmt(parts, span)?;
                single(StmtKind::Block(stmts))
            }
            Ast::Labeled(label, inner) => self.labeled_stmt(label, inner),
            Ast::Break(label) => self.leave_stmt("break", label.as_ref(), span),
            Ast::Continue(label) => self.leave_stmt("continue", label.as_ref(), span),
            Ast::Label(name) => self.label_stmt(name, span),
        })
    }

    /// Java's `assert`, whose condition is code.
    fn code_assert(&mut self, e: &ast::Expr, span: Span) -> Option<Vec<Stmt>> {
        let condition = self.condition_of(e, "the condition of `assert`")?;
        let Lowered { mut hoisted, expr } = condition;
        let has_effects = !hoisted.is_empty();
        let kind = AssertKind::Pure(expr);
        hoisted.push(Stmt {
            kind: StmtKind::Assert(Assertion { kind, span: e.span }),
            span,
        });
        if !has_effects {
            return Some(hoisted);
        }
        // Assertions may be disabled at run time: then their effects do not happen.
        let enabled = self.scope.temporary(Type::Bool, span);
        let kind = StmtKind::Unknown(enabled, ValueSource::AssertionsEnabled);
        let chosen = Stmt { kind, span };
        let kind = StmtKind::If(self.read(enabled, span), hoisted, Vec::new());
        Some(vec![chosen, Stmt { kind, span }])
    }

    /// `assert φ by { … }`, which is ghost code.
    fn proved(&mut self, e: &ast::Expr, proof: &ast::Block, span: Span) -> Option<Vec<Stmt>> {
        if self.table().rules.is_compiled && !self.in_annotation {
            let message = "`assert … by` is no statement of Java";
            return self.misplaced(span, message, "write all of it in an annotation");
        }
        let claim = self.ghost_assertion(Place::Assert, e);
        let proof = self.ghostly(true, |s| s.block(&proof.stmts));
        let claim = claim?;
        if claim.has_access() {
            let message = "what `assert … by` proves cannot contain permission";
            let note = "the proof leaves nothing behind but a condition: `assert` the permission without it";
            return self.misplaced(e.span, message, note);
        }
        let kind = StmtKind::Prove(claim, proof);
        Some(vec![Stmt { kind, span }])
    }

    fn ghost_assertion(&mut self, place: Place, e: &ast::Expr) -> Option<Assertion> {
        self.at(place, |s| s.assertion(e))
    }

    fn local(
        &mut self,
        modifiers: &[ast::Name],
        written: &ast::Type,
        name: &ast::Name,
        init: Option<&ast::Expr>,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let sink = self.session.sink;
        let inferred = match (&written.kind, init) {
            (ast::TypeKind::Infer, Some(init)) => self.inferred(init),
            _ => None,
        };
        let written = inferred.as_ref().unwrap_or(written);
        let allowed = ["final", "ghost"];
        let mut modifiers = headers::read(modifiers, &allowed, "a local variable", sink);
        modifiers.is_final &= init.is_some();
        modifiers.is_ghost |= self.context.ghost;
        let ty = self.table().declared(written, modifiers.is_ghost, sink);
        let assigned = Assigned::unless(modifiers.is_final);
        let variable = self
            .scope
            .local(name, ty.clone(), assigned, modifiers.is_ghost);
        self.scope.write_type(variable, written);
        let stmts = match (init, &ty) {
            (None, _) => Some(vec![Stmt {
                kind: StmtKind::Decl(variable),
                span,
            }]),
            (Some(init), Some(ty)) => self.ghostly(modifiers.is_ghost, |s| {
                s.set_local(variable, ty, init, span)
            }),
            (Some(init), None) => self
                .ghostly(modifiers.is_ghost, |s| s.computed(init))
                .and(None),
        };
        if let Some(stmts) = stmts
            .as_ref()
            .filter(|_| modifiers.is_final && !modifiers.is_ghost)
        {
            self.note_constant(variable, stmts);
        }
        if self.in_annotation && self.hides_real(&name.text) {
            let message = format!("the ghost variable `{}` hides a real name", name.text);
            return self.misplaced(name.span, message, "choose another name");
        }
        // A name is not visible in its own initialiser.
        self.introduce(name, variable)?;
        ty.and(stmts)
    }

    fn expression_stmt(&mut self, e: &ast::Expr, span: Span) -> Option<Vec<Stmt>> {
        let e = unwrapped(e);
        if let ast::ExprKind::Inc(op, target) = &e.kind {
            return self.increment_stmt(*op, target, span);
        }
        let (ast::ExprKind::Call(..) | ast::ExprKind::New(..) | ast::ExprKind::NewArray(..)) =
            e.kind
        else {
            self.value(e)?;
            if let ast::ExprKind::Unsupported(_) = e.kind {
                return None;
            }
            let note = "a statement is a call, `new`, `x++`, or an assignment as in `x := e;`; \
                        to state a fact, write `assert`";
            return self.misplaced(e.span, "an expression alone is not a statement", note);
        };
        match self.computed(e)? {
            Computed::Hoistable(hoistable) => {
                let mut stmts = self.perform(hoistable, None);
                if let Some(last) = stmts.last_mut() {
                    last.span = span;
                }
                Some(stmts)
            }
            // The precondition of a pure method must still be checked.
            Computed::Value(value) => {
                let value = self.plain(value)?;
                let Lowered { mut hoisted, expr } = self.determined(value)?;
                self.save(expr, &mut hoisted);
                Some(hoisted)
            }
        }
    }

    fn if_stmt(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Stmt,
        other: Option<&ast::Stmt>,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let condition = self.condition_of(condition, "the condition of `if`");
        let then = self.branch(then);
        let other = other.map(|other| self.branch(other)).unwrap_or_default();
        let Lowered { mut hoisted, expr } = condition?;
        hoisted.push(Stmt {
            kind: StmtKind::If(expr, then, other),
            span,
        });
        Some(hoisted)
    }

    /// A branch or loop body: one block scope, even if it is a block statement.
    pub(in crate::resolve) fn branch(&mut self, stmt: &ast::Stmt) -> Vec<Stmt> {
        if let Ast::Block(block) = &*stmt.kind {
            return self.block(&block.stmts);
        }
        self.block(std::slice::from_ref(stmt))
    }

    fn return_stmt(&mut self, value: Option<&ast::Expr>, span: Span) -> Option<Vec<Stmt>> {
        match (value, self.yields.clone()) {
            (None, Yields::Nothing) => Some(self.jump(Jump::Return(None), span)),
            (None, Yields::Value(_)) => self.mismatch(
                span,
                "a value must be returned here",
                "write it behind `return`",
            ),
            (Some(value), Yields::Nothing) => {
                self.computed(value);
                let message = "nothing can be returned here: the result is `void`";
                self.mismatch(
                    value.span,
                    message,
                    "write `return;`, or give the method a type",
                )
            }
            (Some(value), Yields::Value(ty)) => {
                self.result_keeps_elements(value, ty.as_ref())?;
                let value = self.value(value)?;
                let Lowered { mut hoisted, expr } = self.coerce_result(value, ty)?;
                if self.is_in_finally() {
                    let value = self.scope.temporary(expr.ty.clone(), span);
                    let kind = StmtKind::Assign(value, expr);
                    hoisted.push(Stmt { kind, span });
                    hoisted.extend(self.jump(Jump::Return(Some(value)), span));
                    return Some(hoisted);
                }
                hoisted.extend(self.leaving_with(Some(expr), span));
                Some(hoisted)
            }
        }
    }

    /// Refuses to return an array that might be one of other elements.
    pub(super) fn result_keeps_elements(&self, value: &ast::Expr, ty: Option<&Type>) -> Option<()> {
        let result = self.scope.result();
        let written = result.and_then(|result| self.scope.written(result));
        ty.map_or(Some(()), |ty| self.keeps_elements(value, ty, written))
    }

    fn coerce_result(&mut self, value: Value, ty: Option<crate::ir::Type>) -> Option<Lowered> {
        let value = self.plain(value)?;
        self.coerce(value, &ty?)
    }
}

/// Combines statements into one; `None` if there are none.
fn one(mut stmts: Vec<Stmt>, span: Span) -> Option<Stmt> {
    match stmts.len() {
        0 | 1 => stmts.pop(),
        _ => Some(Stmt {
            kind: StmtKind::Block(stmts),
            span,
        }),
    }
}
