//! Exceptions in the core language: objects in variables, which go to their handlers by jumps. Where no
//! handler around could catch it and the contract does not speak of it, `throw` must not be reached.
//!
//! Of some calls no contract tells how they might end ([`crate::resolve::declarations::untold`]). Where something
//! could see that, such a call has a second end: with any exception, and nothing given back. Where nothing
//! catches it, the program ends.

use crate::ir::{
    BinOp, ClassId, Expr, ExprKind, LogicOp, MethodId, PureId, Stmt, StmtKind, Thrown, Type, VarId,
};
use crate::resolve::scopes::around::Around;
use crate::resolve::scopes::member::Member;
use crate::source::Span;

/// What is known of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum Known {
    /// Its class is that of its type.
    Exactly,
    /// Its class is that of its type, or one below.
    Type,
    /// A call or a `try` has left it.
    Left,
}

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
        known: Known,
        span: Span,
    ) -> Vec<Stmt> {
        let table = self.table();
        let could_be = |class: &Type| {
            table.assignable(&value.ty, class)
                || known != Known::Exactly && table.assignable(class, &value.ty)
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
            let mut stmts = match known {
                Known::Left => self.ends_there(&value, span),
                Known::Exactly | Known::Type => Vec::new(),
            };
            if let (Some(exception), true) =
                (self.scope.exception(), self.thrown.iter().any(could_be))
            {
                let kind = StmtKind::Return(None);
                stmts.extend([assigned(exception, value, span), Stmt { kind, span }]);
                return stmts;
            }
            let kind = StmtKind::Throw(match known {
                Known::Left => Thrown::Inside,
                Known::Exactly | Known::Type => Thrown::Statement,
            });
            stmts.push(Stmt { kind, span });
            return stmts;
        };
        self.caught.insert(id);
        let mut stmts = vec![assigned(to, value, span)];
        let none = Expr::int(0, Type::Int, span);
        stmts.extend(pending.map(|pending| assigned(pending, none, span)));
        stmts.push(self.exit(id, span));
        stmts
    }

    /// An exception of which no contract tells ends the program where nothing catches it, unless the contract
    /// speaks of its class.
    fn ends_there(&self, value: &Expr, span: Span) -> Vec<Stmt> {
        let Some(untold) = self.untold else {
            return Vec::new();
        };
        let end = Stmt {
            kind: StmtKind::Throw(Thrown::Untold),
            span,
        };
        let told = is_of_any(value, &self.thrown, span);
        let unless_told = Stmt {
            kind: StmtKind::If(told, Vec::new(), vec![end]),
            span,
        };
        let is_untold = compared(BinOp::Eq, value, self.read(untold, span), span);
        let kind = StmtKind::If(is_untold, vec![unless_told], Vec::new());
        vec![Stmt { kind, span }]
    }

    /// Whether something around could catch an exception whose class could be one of these, a `finally`
    /// follows, or the contract speaks of one.
    fn could_see(&self, could_be: impl Fn(&Type) -> bool) -> bool {
        let is_caught = self.around.iter().any(|around| match around {
            Around::Handlers { classes, .. } => classes.iter().any(&could_be),
            Around::Finally { .. } => true,
            Around::Loop { .. } | Around::Block { .. } => false,
        });
        is_caught || self.thrown.iter().any(could_be)
    }

    /// Whether a call might end with an exception of which no contract tells, where something could see that.
    pub(in crate::resolve) fn ends_untold_here(&self, callee: MethodId) -> bool {
        let table = self.table();
        if !self.could_see(|_| true) || !table.might_end_untold(callee) {
            return false;
        }
        // What the first use of a class throws is wrapped into an `Error`.
        let unchecked = ["RuntimeException", "Error"].map(|name| table.of_java_lang(name));
        let unchecked = unchecked.map(|class| class.map(Type::Class));
        let are_related = |a: &Type, b: &Type| table.assignable(a, b) || table.assignable(b, a);
        self.could_see(|class| {
            let is_unchecked =
                |one: &Option<Type>| one.as_ref().is_none_or(|one| are_related(class, one));
            !table.is_untold_unchecked() || unchecked.iter().any(is_unchecked)
        })
    }

    /// The variable for the last exception of which no contract tells, or null.
    pub(in crate::resolve) fn untold(&mut self, span: Span) -> VarId {
        if let Some(known) = self.untold {
            return known;
        }
        let variable = self.exception(span);
        self.untold = Some(variable);
        variable
    }

    /// Refuses to use a constant or a static field of a class whose first use might end with an exception of which no
    /// contract tells, where something could catch one, or a `finally` follows: Java wraps it into an `Error`.
    pub(in crate::resolve) fn tells_its_beginning(&self, class: ClassId, span: Span) -> Option<()> {
        let table = self.table();
        let info = table.class(class);
        // Nothing begins again what is being begun.
        let is_begun = self.is_block && self.class == Some(class);
        if info.is_library || is_begun || !self.could_see(|_| true) || !table.begins_untold(class) {
            return Some(());
        }
        let what = format!(
            "a constant or static field of `{}`, whose first use runs what might end with an exception, where \
             that could be caught, is",
            info.title
        );
        self.unsupported(span, &what)
    }

    /// Refuses a call of a pure method in code where the first use of a class that it leads to might end with an exception
    /// of which no contract tells, and something could see that: no value is given then, and a pure method has no second
    /// end. So might, if it is a library's, what it calls of the program, and what overrides it there.
    pub(in crate::resolve) fn tells_of_pure(&self, callee: PureId, span: Span) -> Option<()> {
        let table = self.table();
        let header = &table.pure_method(callee).header;
        let is_code = self.is_real_java() && !self.context.ghost;
        let Some(class) = header.class.filter(|_| is_code && self.could_see(|_| true)) else {
            return Some(());
        };
        if table.class(class).is_library {
            if !table.pure_might_end_untold(callee, class) {
                return Some(());
            }
            let what = format!(
                "a call of the pure method `{}`, which might end with an exception of the program's, where that could be \
                 caught, is",
                header.name
            );
            return self.unsupported(span, &what);
        }
        if header.is_static {
            self.tells_its_beginning(class, span)?;
        }
        if !table.ends_untold(header.name, header.params.len()) {
            return Some(());
        }
        let what = format!(
            "a call of the pure method `{}`, which might end with an exception of a class's first use, where that \
             could be caught, is",
            header.name
        );
        self.unsupported(span, &what)
    }

    /// Refuses a call that prints an exception, which calls members of its class, if the program has one of them.
    pub(in crate::resolve) fn prints_as_java(&self, callee: MethodId, span: Span) -> Option<()> {
        let table = self.table();
        let header = &table.method(callee).header;
        let throwable = table.of_java_lang("Throwable");
        if throwable.is_none() || header.class != throwable || header.name != "printStackTrace" {
            return Some(());
        }
        let Some(called) = table.text_of_exceptions() else {
            return Some(());
        };
        let what =
            format!("`printStackTrace` in a program with a `{called}`, which it might call, is");
        self.unsupported(span, &what)
    }

    /// Throws an exception that a call or a `try` has left, and no handler has caught.
    pub(in crate::resolve) fn thrown_on(&mut self, exception: VarId, span: Span) -> Vec<Stmt> {
        let value = self.read(exception, span);
        self.thrown(value, Known::Left, span)
    }

    /// What follows where a call or a `try` has left an exception.
    pub(in crate::resolve) fn if_thrown(
        &self,
        exception: VarId,
        then: Vec<Stmt>,
        span: Span,
    ) -> Stmt {
        let exception = self.read(exception, span);
        let is_thrown = compared(BinOp::Ne, &exception, null(span), span);
        let kind = StmtKind::If(is_thrown, then, Vec::new());
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

/// Whether an object, which is not null, is of one of these classes.
pub(in crate::resolve) fn is_of_any<'t>(
    object: &Expr,
    classes: impl IntoIterator<Item = &'t Type>,
    span: Span,
) -> Expr {
    let tests = classes.into_iter().map(|class| is_of(object, class, span));
    let either = |left, right| Expr {
        kind: ExprKind::Logic(LogicOp::Or, Box::new(left), Box::new(right)),
        ty: Type::Bool,
        span,
    };
    tests.reduce(either).unwrap_or(Expr {
        kind: ExprKind::Bool(false),
        ty: Type::Bool,
        span,
    })
}
