//! Exceptions in the core language: objects in variables, which go to their handlers by jumps. Where no
//! handler around could catch it and the contract does not speak of it, `throw` must not be reached.

use crate::ir::{BinOp, Expr, ExprKind, Stmt, StmtKind, Thrown, Type, VarId};
use crate::resolve::scopes::around::Around;
use crate::resolve::scopes::member::Member;
use crate::source::Span;

impl Member<'_, '_> {
    /// A variable for an exception.
    pub(in crate::resolve) fn exception(&mut self, span: Span) -> VarId {
        let variable = self.scope.temporary(Type::Object, span);
        self.scope.rename(variable, "exception");
        variable
    }

    /// Throws the value of an expression without effects, which is not null.
    pub(in crate::resolve) fn thrown(
        &mut self,
        value: Expr,
        is_exact: bool,
        span: Span,
    ) -> Vec<Stmt> {
        let table = self.table();
        let could_be = |class: &Type| {
            table.assignable(&value.ty, class) || !is_exact && table.assignable(class, &value.ty)
        };
        let target = self.around.iter().rev().find_map(|around| match around {
            Around::Handlers {
                id,
                thrown,
                classes,
            } if classes.iter().any(could_be) => Some((*id, *thrown, None)),
            Around::Finally {
                id,
                thrown,
                pending,
                ..
            } => Some((*id, *thrown, Some(*pending))),
            Around::Loop { .. } | Around::Block { .. } | Around::Handlers { .. } => None,
        });
        let Some((id, to, pending)) = target else {
            if let (Some(exception), true) =
                (self.scope.exception(), self.thrown.iter().any(could_be))
            {
                let kind = StmtKind::Return(None);
                return vec![assigned(exception, value, span), Stmt { kind, span }];
            }
            let is_thrown_on =
                matches!(&value.kind, ExprKind::Var(var) if self.scope.is_exception(*var));
            let kind = StmtKind::Throw(match is_thrown_on {
                true => Thrown::Inside,
                false => Thrown::Statement,
            });
            return vec![Stmt { kind, span }];
        };
        self.caught.insert(id);
        let mut stmts = vec![assigned(to, value, span)];
        let none = Expr::int(0, Type::Int, span);
        stmts.extend(pending.map(|pending| assigned(pending, none, span)));
        stmts.push(self.exit(id, span));
        stmts
    }

    /// Throws an exception again that no handler has caught.
    pub(in crate::resolve) fn thrown_on(&mut self, exception: VarId, span: Span) -> Vec<Stmt> {
        let value = self.read(exception, span);
        self.thrown(value, false, span)
    }

    /// Behind a call that may end with an exception.
    pub(in crate::resolve) fn thrown_by_call(&mut self, thrown: VarId, span: Span) -> Stmt {
        let exception = self.read(thrown, span);
        let is_thrown = compared(BinOp::Ne, &exception, null(span), span);
        let kind = StmtKind::If(is_thrown, self.thrown_on(thrown, span), Vec::new());
        Stmt { kind, span }
    }
}

/// `x := e`
pub(in crate::resolve) fn assigned(to: VarId, value: Expr, span: Span) -> Stmt {
    let kind = StmtKind::Assign(to, value);
    Stmt { kind, span }
}

/// `null`
pub(in crate::resolve) fn null(span: Span) -> Expr {
    Expr {
        kind: ExprKind::Null,
        ty: Type::Null,
        span,
    }
}

/// A comparison.
pub(in crate::resolve) fn compared(op: BinOp, left: &Expr, right: Expr, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Binary(op, Box::new(left.clone()), Box::new(right)),
        ty: Type::Bool,
        span,
    }
}

/// Whether an object, which is not null, is of a class.
pub(in crate::resolve) fn is_of(object: &Expr, class: &Type, span: Span) -> Expr {
    match class.class() {
        Some(class) => Expr {
            kind: ExprKind::InstanceOf(Box::new(object.clone()), class),
            ty: Type::Bool,
            span,
        },
        None => compared(BinOp::Ne, object, null(span), span),
    }
}
