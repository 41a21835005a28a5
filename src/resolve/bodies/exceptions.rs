//! Exceptions: `throw`, and `try` with `catch`, `finally` and resources.
//!
//! See [`crate::resolve::expressions::exceptional`] for what they are in the core language.

use super::synthetic::{block, called, statement};
use crate::ir::{
    AssertKind, Assertion, BinOp, BlockId, Expr, ExprKind, Stmt, StmtKind, Thrown, Type, VarId,
};
use crate::resolve::expressions::assertion::{star, unwrapped};
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::expressions::exceptional::{Known, assigned, compared, is_of, is_of_any, null};
use crate::resolve::scopes::around::Around;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::Member;
use crate::resolve::scopes::scope::Assigned;
use crate::source::Span;
use crate::syntax::tree::ast;

/// What a `catch` catches, and what it does.
struct Handler {
    classes: Vec<Type>,
    stmts: Vec<Stmt>,
    span: Span,
}

impl Member<'_, '_> {
    /// `throw e`
    pub(in crate::resolve) fn throw_stmt(
        &mut self,
        e: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let catches =
            |around: &Around| matches!(around, Around::Handlers { .. } | Around::Finally { .. });
        if !self.around.iter().any(catches) && self.thrown.is_empty() {
            // The thrown expression is not resolved: nobody sees its value.
            let kind = StmtKind::Throw(Thrown::Statement);
            return Some(vec![Stmt { kind, span }]);
        }
        let is_exact = matches!(unwrapped(e).kind, ast::ExprKind::New(..));
        let Lowered { mut hoisted, expr } = self.expr(e)?;
        if !expr.ty.is_ref() {
            let message = format!("a `{}` cannot be thrown", self.type_name(&expr.ty));
            return self.mismatch(e.span, message, "throw an object of an exception's class");
        }
        let value = self.save(expr, &mut hoisted);
        if !is_exact {
            let is_null = compared(BinOp::Eq, &value, null(span), span);
            let never = Stmt {
                kind: StmtKind::Throw(Thrown::Null),
                span: e.span,
            };
            let kind = StmtKind::If(is_null, vec![never], Vec::new());
            hoisted.push(Stmt { kind, span });
        }
        let known = match is_exact {
            true => Known::Exactly,
            false => Known::Type,
        };
        hoisted.extend(self.thrown(value, known, span));
        Some(hoisted)
    }

    /// `try`
    pub(in crate::resolve) fn try_stmt(
        &mut self,
        parts: &ast::Try,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        if let Some((first, rest)) = parts.resources.split_first() {
            return self.try_stmt(&with_resource(parts, first, rest)?, span);
        }
        let Some(last) = &parts.finally else {
            return self.with_handlers(parts, span);
        };
        let id = self.new_block();
        let (thrown, pending) = (self.exception(span), self.scope.temporary(Type::Int, span));
        self.handles = true;
        self.around.push(Around::Finally {
            id,
            thrown,
            pending,
            jumps: Vec::new(),
        });
        let tried = self.with_handlers(parts, span);
        let tried = tried.map(|tried| self.tested(id, tried));
        let jumps = match self.around.pop() {
            Some(Around::Finally { jumps, .. }) => jumps,
            _ => Vec::new(),
        };
        let finally = match parts.closes && self.caught.contains(&id) {
            true => self.closing(last, thrown),
            false => self.block(&last.stmts),
        };
        // Each way out says how it ends: a loop around a jump forgets what was said before it.
        let mut tried = tried?;
        tried.push(assigned(thrown, null(span), span));
        tried.push(assigned(pending, Expr::int(0, Type::Int, span), span));
        let mut stmts = self.leavable(id, tried, span);
        let kind = StmtKind::Block(finally);
        stmts.push(Stmt {
            kind,
            span: last.span,
        });
        if self.caught.contains(&id) {
            let then = self.thrown_on(thrown, keyword(span));
            stmts.push(self.if_thrown(thrown, then, span));
        }
        stmts.extend(self.go_on(&jumps, pending, span));
        Some(stmts)
    }

    /// Closes a resource, where an exception may be pending: if so, one of `close` is left out, as
    /// Java adds it to the pending one.
    fn closing(&mut self, last: &ast::Block, pending: VarId) -> Vec<Stmt> {
        let span = last.span;
        let above = self.table().of_java_lang("Throwable");
        let all = above.map_or(Type::Object, Type::Class);
        let id = self.new_block();
        let thrown = self.exception(span);
        self.around.push(Around::Handlers {
            id,
            thrown,
            classes: vec![all],
        });
        let mut quiet = self.block(&last.stmts);
        self.around.pop();
        if !self.caught.contains(&id) {
            return quiet;
        }
        quiet.push(assigned(thrown, null(span), span));
        let quiet = self.leavable(id, quiet, span);
        let plain = self.block(&last.stmts);
        let is_pending = compared(BinOp::Ne, &self.read(pending, span), null(span), span);
        let kind = StmtKind::If(is_pending, quiet, plain);
        vec![Stmt { kind, span }]
    }

    /// What the `try` of a block tries, with its tests. Something always leaves the block, so that those of a
    /// `try` around leave it alone.
    fn tested(&mut self, id: BlockId, tried: Vec<Stmt>) -> Vec<Stmt> {
        let tried = self.guarded(tried);
        self.tested.insert(id);
        self.left.insert(id);
        tried
    }

    /// What is tried, with its handlers.
    fn with_handlers(&mut self, parts: &ast::Try, span: Span) -> Option<Vec<Stmt>> {
        if parts.catches.is_empty() {
            return Some(self.block(&parts.body.stmts));
        }
        let read = |this: &Self, catch: &ast::Catch| {
            let types = catch.types.iter();
            let types = types.map(|ty| this.table().read_type(ty, this.session.sink));
            types.collect::<Option<Vec<Type>>>()
        };
        let classes: Vec<Option<Vec<Type>>> = parts
            .catches
            .iter()
            .map(|catch| read(self, catch))
            .collect();
        let id = self.new_block();
        let thrown = self.exception(span);
        self.handles = true;
        self.around.push(Around::Handlers {
            id,
            thrown,
            classes: classes.iter().flatten().flatten().cloned().collect(),
        });
        let tried = self.block(&parts.body.stmts);
        let mut tried = self.tested(id, tried);
        self.around.pop();
        let mut handlers = Some(Vec::new());
        for (catch, classes) in parts.catches.iter().zip(classes) {
            let handler = classes.and_then(|classes| self.handler(catch, classes, thrown));
            match (&mut handlers, handler) {
                (Some(all), Some(handler)) => all.push(handler),
                _ => handlers = None,
            }
        }
        let handlers = handlers?;
        tried.push(assigned(thrown, null(span), span));
        let mut stmts = self.leavable(id, tried, span);
        stmts.extend(self.handled(id, thrown, handlers, span));
        Some(stmts)
    }

    /// `catch (A | B e) { … }`
    fn handler(
        &mut self,
        catch: &ast::Catch,
        classes: Vec<Type>,
        thrown: VarId,
    ) -> Option<Handler> {
        let span = catch.span;
        let ty = match classes.as_slice() {
            [only] => only.clone(),
            several => self.above_all(several),
        };
        let mark = self.scope.open();
        let assigned_later = Assigned::Freely;
        let variable = self
            .scope
            .local(&catch.name, Some(ty.clone()), assigned_later, false);
        let introduced = self.introduce(&catch.name, variable);
        let place = catch.name.span;
        let exception = self.read(thrown, place);
        let value = match ty.class() {
            Some(class) => Expr {
                kind: ExprKind::Cast(Box::new(exception), class),
                ty,
                span: place,
            },
            None => exception,
        };
        let mut stmts = vec![assigned(variable, value, place)];
        stmts.extend(self.stmts(&catch.body.stmts));
        self.scope.close(mark);
        introduced?;
        Some(Handler {
            classes,
            stmts,
            span,
        })
    }

    /// The nearest superclass of all classes of a handler: the type of its variable.
    fn above_all(&self, classes: &[Type]) -> Type {
        let table = self.table();
        let mut next = classes.first().and_then(Type::class);
        while let Some(class) = next {
            let ty = Type::Class(class);
            if classes.iter().all(|one| table.assignable(one, &ty)) {
                return ty;
            }
            next = table.superclass(class);
        }
        Type::Object
    }

    /// The handlers as a chain of conditions, at whose end an exception that none catches goes on.
    fn handled(
        &mut self,
        id: BlockId,
        thrown: VarId,
        handlers: Vec<Handler>,
        span: Span,
    ) -> Option<Stmt> {
        if !self.caught.contains(&id) {
            return None;
        }
        let exception = self.read(thrown, span);
        let mut rest = self.thrown_on(thrown, keyword(span));
        for handler in handlers.into_iter().rev() {
            let test = is_of_any(&exception, &handler.classes, handler.span);
            rest = vec![Stmt {
                kind: StmtKind::If(test, handler.stmts, rest),
                span: handler.span,
            }];
        }
        Some(self.if_thrown(thrown, rest, span))
    }
}

/// The keyword of a `try`.
fn keyword(span: Span) -> Span {
    let start = span.start as usize;
    Span::new(span.file, start, start + "try".len())
}

/// What a contract says of exceptions of a class.
pub(super) struct Signal {
    /// The class.
    pub class: Type,
    condition: Assertion,
    /// The clause.
    span: Span,
}

impl Member<'_, '_> {
    /// `signals (E e) φ`
    pub(super) fn signals(
        &mut self,
        place: Place,
        e: &ast::Expr,
        span: Span,
        to: &mut Option<Vec<Signal>>,
    ) {
        let signal = self.signal(place, e, span);
        match (to.as_mut(), signal) {
            (Some(to), Some(signal)) => to.push(signal),
            _ => *to = None,
        }
    }

    fn signal(&mut self, place: Place, e: &ast::Expr, span: Span) -> Option<Signal> {
        let ast::ExprKind::Choose(choice) = &e.kind else {
            return None;
        };
        let written = choice.ty.as_ref()?;
        let ty = self.table().read_type(written, self.session.sink)?;
        let Some(class) = ty.class() else {
            let message = format!("a `{}` cannot be thrown", self.type_name(&ty));
            return self.mismatch(written.span, message, "name the class of an exception");
        };
        let Some(exception) = self.scope.exception() else {
            let message = "only a method or a constructor ends with an exception";
            return self.misplaced(span, message, "leave the clause out");
        };
        let mark = self.scope.open();
        let variable = self
            .scope
            .local(&choice.name, Some(ty.clone()), Assigned::Bound, false);
        self.scope.write_type(variable, written);
        self.scope.show(&choice.name, variable);
        let mut parts = Some(Vec::new());
        self.clause(place, &choice.body, &mut parts);
        self.scope.close(mark);
        let body = star(parts?, choice.body.span);
        let value = Expr {
            kind: ExprKind::Cast(Box::new(self.read(exception, span)), class),
            ty: ty.clone(),
            span,
        };
        let kind = AssertKind::Let(variable, value, Box::new(body));
        let condition = Assertion {
            kind,
            span: choice.body.span,
        };
        Some(Signal {
            class: ty,
            condition,
            span,
        })
    }

    /// The postcondition of a member whose contract speaks of exceptions: what it ensures holds where there
    /// is none.
    pub(super) fn with_signals(
        &self,
        ensures: Assertion,
        signals: Vec<Signal>,
        span: Span,
    ) -> Assertion {
        let Some(exception) = self.scope.exception() else {
            return ensures;
        };
        let exception = self.read(exception, span);
        // What is missing is said of the first clause.
        let span = signals.first().map_or(span, |first| first.span);
        let classes = signals.iter().map(|signal| &signal.class);
        let is_allowed = is_of_any(&exception, classes, span);
        let kind = AssertKind::Pure(is_allowed);
        let mut parts = vec![Assertion { kind, span }];
        for Signal {
            class, condition, ..
        } in signals
        {
            let place = condition.span;
            let test = is_of(&exception, &class, place);
            let nothing = Box::new(Assertion::truth(place));
            let kind = AssertKind::Cond(test, Box::new(condition), nothing);
            parts.push(Assertion { kind, span: place });
        }
        let is_none = compared(BinOp::Eq, &exception, null(span), span);
        let whole = ensures.span;
        let kind = AssertKind::Cond(is_none, Box::new(ensures), Box::new(star(parts, span)));
        Assertion { kind, span: whole }
    }
}

/// A `try` with its first resource as a declaration, which is closed by a `finally`: Java's own meaning of
/// it, but that suppressed exceptions are not kept.
fn with_resource(parts: &ast::Try, first: &ast::Stmt, rest: &[ast::Stmt]) -> Option<ast::Try> {
    let span = first.span;
    let resource = if let ast::StmtKind::Local { name, .. } = &*first.kind {
        ast::ExprKind::Name(name.text.clone())
    } else if let ast::StmtKind::Expr(e) = &*first.kind {
        e.kind.clone()
    } else {
        return None;
    };
    let resource = ast::Expr {
        kind: resource,
        span,
    };
    let stmt = |kind| statement(kind, span);
    let call = called(resource.clone(), "close", Vec::new());
    let call = stmt(ast::StmtKind::Expr(call));
    let nothing = ast::Expr {
        kind: ast::ExprKind::Null,
        span,
    };
    let test = vec![(ast::BinOp::Ne, span, nothing)];
    let is_there = ast::Expr {
        kind: ast::ExprKind::Chain(Box::new(resource), test),
        span,
    };
    let closing = stmt(ast::StmtKind::If(is_there, Box::new(call), None));
    let inner = ast::Try {
        resources: rest.to_vec(),
        body: parts.body.clone(),
        catches: Vec::new(),
        finally: Some(block(vec![closing], span)),
        closes: true,
    };
    let mut stmts = Vec::new();
    if matches!(*first.kind, ast::StmtKind::Local { .. }) {
        stmts.push(first.clone());
    }
    stmts.push(stmt(ast::StmtKind::Try(Box::new(inner))));
    Some(ast::Try {
        resources: Vec::new(),
        body: block(stmts, span),
        catches: parts.catches.clone(),
        finally: parts.finally.clone(),
        closes: parts.closes,
    })
}
