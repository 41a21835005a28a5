//! The semantic actions for statements; see [`super::actions`].

use super::actions::Context;
use super::declarators::{Declarator, array, has_brackets_behind};
use crate::notation::Notation;
use crate::source::Span;
use crate::syntax::java::annotations::misplaced;
use crate::syntax::tree::ast::*;

impl Context {
    /// A complete statement.
    pub fn stmt(&mut self, kind: impl Into<Box<StmtKind>>, l: usize, r: usize) -> Stmt {
        let kind = kind.into();
        let in_annotation = self.allow(l, r);
        if !in_annotation {
            self.check_governed(&kind);
        }
        Stmt {
            kind,
            in_annotation,
            span: self.span(l, r),
        }
    }

    /// The body of a code statement must be code: otherwise `javac` would take the next
    /// statement as the body.
    fn check_governed(&mut self, kind: &StmtKind) {
        let governed: Vec<&Stmt> = if let StmtKind::If(_, yes, no) = kind {
            std::iter::once(yes).chain(no).map(|s| &**s).collect()
        } else if let StmtKind::Switch(_, cases) = kind {
            let arrows = cases.iter().filter(|c| c.arrow);
            arrows.flat_map(|c| &c.body).collect()
        } else {
            kind.loop_body().into_iter().collect()
        };
        let found = governed.iter().filter(|s| s.in_annotation);
        self.misplaced.extend(found.map(|s| misplaced(s.span)));
    }

    /// A component of a statement; the enclosing statement determines `in_annotation`.
    fn part(&self, kind: StmtKind, l: usize, r: usize) -> Stmt {
        Stmt {
            kind: Box::new(kind),
            in_annotation: false,
            span: self.span(l, r),
        }
    }

    /// One or more simple statements with their `;`.
    pub fn list(&mut self, mut list: Vec<Stmt>, l: usize, r: usize) -> Stmt {
        let kind = match (list.len(), list.pop()) {
            (1, Some(only)) => only.kind,
            (_, last) => {
                list.extend(last);
                let held = self.annotations.hold(l, r);
                list.iter_mut().for_each(|s| s.in_annotation = held);
                Box::new(StmtKind::List(list))
            }
        };
        self.stmt(kind, l, r)
    }

    /// The simple statements in a `for` header.
    pub fn head_list(&self, list: Option<Vec<Stmt>>, l: usize, r: usize) -> Option<Box<Stmt>> {
        let mut list = list?;
        Some(Box::new(if list.len() == 1 {
            list.pop()?
        } else {
            self.part(StmtKind::List(list), l, r)
        }))
    }

    /// Adds a statement to a list: `b = 2` in `int a = 1, b = 2` is a declaration.
    pub fn push_alike(&mut self, list: &mut Vec<Stmt>, next: Stmt) {
        let span = next.span;
        let declared = list.first().map(|s| &*s.kind);
        let Some(StmtKind::Local { modifiers, ty, .. }) = declared else {
            return list.push(next);
        };
        let (modifiers, ty) = (modifiers.clone(), ty.clone());
        if has_brackets_behind(&ty) {
            let (l, r) = (span.start as usize, span.end as usize);
            return self.unsupported("a list of variables behind one with `[]`", l, r);
        }
        let message = "expected a name and perhaps its initial value";
        let mut init = None;
        let target = if let StmtKind::Assign(target, AssignOp::Set, value) = *next.kind {
            init = Some(Box::new(value));
            target
        } else if let StmtKind::Expr(target) = *next.kind {
            target
        } else {
            return self.error(span, message);
        };
        let ExprKind::Name(text) = target.kind else {
            return self.error(span, message);
        };
        let name = Name {
            text,
            span: target.span,
        };
        let kind = StmtKind::Local {
            modifiers,
            ty,
            name,
            init,
        };
        list.push(Stmt {
            kind: Box::new(kind),
            in_annotation: false,
            span,
        });
    }

    /// `for (T x : e) s`
    pub fn for_each(&mut self, kind: StmtKind, l: usize, r: usize) -> Stmt {
        self.java_only("a `for` over a collection", l, r);
        self.stmt(kind, l, r)
    }

    /// Moves clauses before a loop (as in JML) in front of those after its header.
    pub fn with_clauses(&mut self, mut clauses: Vec<Clause>, mut s: Stmt) -> Stmt {
        if let (Notation::Idf, Some(first)) = (self.notation, clauses.first()) {
            let message = "`invariant` stands between the head of a loop and its body";
            self.error(first.span, message);
            return s;
        }
        if let StmtKind::While(_, specs, _)
        | StmtKind::DoWhile(specs, ..)
        | StmtKind::For { specs, .. }
        | StmtKind::ForEach { specs, .. } = &mut *s.kind
        {
            clauses.append(specs);
            *specs = clauses;
        } else if let StmtKind::Labeled(_, inner) = &mut *s.kind {
            let nothing = self.part(StmtKind::Empty, 0, 0);
            let labeled = std::mem::replace(&mut **inner, nothing);
            **inner = self.with_clauses(clauses, labeled);
        } else {
            self.error(s.span, "a loop must follow its invariants");
        }
        s
    }

    /// `signals (E e) φ;`
    pub fn signals(
        &mut self,
        ty: Type,
        name: Option<Name>,
        body: Expr,
        l: usize,
        r: usize,
    ) -> Clause {
        let name = name.unwrap_or_else(|| self.name("_", l, l));
        let choice = Box::new(Choice {
            ty: Some(ty),
            name,
            body,
        });
        let signal = self.expr(ExprKind::Choose(choice), l, r);
        self.clause(ClauseKind::Signals, vec![signal], l, r)
    }

    /// `signals_only E, F;`
    pub fn signals_only(&mut self, types: Vec<Type>, l: usize, r: usize) -> Clause {
        let signal = |this: &Self, ty: Type| {
            let choice = Box::new(Choice {
                name: this.name("_", r, r),
                ty: Some(ty),
                body: this.expr(ExprKind::Bool(true), l, r),
            });
            this.expr(ExprKind::Choose(choice), l, r)
        };
        let signals = types.into_iter().map(|ty| signal(self, ty)).collect();
        self.clause(ClauseKind::Signals, signals, l, r)
    }

    /// A group of a `switch`; `None` for the labels is `default`.
    pub fn switch_case(
        &self,
        labels: Option<Vec<Expr>>,
        arrow: bool,
        body: Vec<Stmt>,
        l: usize,
        r: usize,
    ) -> SwitchCase {
        SwitchCase {
            is_default: labels.is_none(),
            labels: labels.unwrap_or_default(),
            arrow,
            body,
            span: self.span(l, r),
        }
    }

    /// `label: s`, which Java has.
    pub fn labeled(&mut self, label: Name, stmt: Stmt, l: usize, r: usize) -> Stmt {
        if self.notation == Notation::Idf {
            return self.refused_stmt("a Java label (`label l;` is the label of `old[l]`)", l, r);
        }
        self.stmt(StmtKind::Labeled(label, Box::new(stmt)), l, r)
    }

    /// A class in a body, which is refused.
    pub fn local_class(&mut self, class: Class, l: usize, r: usize) -> Stmt {
        self.allow(l, r);
        let name = class.name.span;
        self.unsupported(
            "a class inside a method",
            name.start as usize,
            name.end as usize,
        );
        self.stmt(StmtKind::Empty, l, r)
    }

    /// A statement without a node.
    pub fn refused_stmt(&mut self, what: &str, l: usize, r: usize) -> Stmt {
        self.unsupported(what, l, r);
        self.stmt(StmtKind::Empty, l, r)
    }

    /// A declaration.
    pub fn local(
        &self,
        modifiers: Vec<Name>,
        ty: Type,
        declarator: Declarator,
        l: usize,
        r: usize,
    ) -> Stmt {
        let Declarator {
            name,
            brackets,
            init,
        } = declarator;
        self.part(
            StmtKind::Local {
                modifiers,
                ty: array(ty, brackets),
                name,
                init,
            },
            l,
            r,
        )
    }

    /// `lhs op rhs`
    pub fn assign(&self, lhs: Expr, op: AssignOp, rhs: Expr, l: usize, r: usize) -> Stmt {
        self.part(StmtKind::Assign(lhs, op, rhs), l, r)
    }

    /// An expression statement. `x = e` is parsed as a chain, but is an assignment
    /// here.
    pub fn expr_stmt(&self, e: Expr, l: usize, r: usize) -> Stmt {
        let kind = match split_assignment(e) {
            Ok((lhs, rhs)) => StmtKind::Assign(lhs, AssignOp::Set, rhs),
            Err(e) => StmtKind::Expr(e),
        };
        self.part(kind, l, r)
    }
}

/// Merges `case a:` with an immediately following `case b:`.
pub fn grouped(cases: Vec<SwitchCase>) -> Vec<SwitchCase> {
    let mut groups: Vec<SwitchCase> = Vec::with_capacity(cases.len());
    for case in cases {
        match groups.last_mut() {
            Some(last) if last.body.is_empty() && !last.arrow && !case.arrow => {
                last.labels.extend(case.labels);
                last.is_default |= case.is_default;
                last.body = case.body;
                last.span = last.span.to(case.span);
            }
            _ => groups.push(case),
        }
    }
    groups
}

/// Splits `x = e` and `x = c ? a : b` into the sides of an assignment; `==` is a
/// comparison.
fn split_assignment(e: Expr) -> Result<(Expr, Expr), Expr> {
    let Expr { kind, span } = e;
    // `=` has one byte, `==` two.
    let is_assigned = matches!(&kind, ExprKind::Chain(_, rest)
        if rest.first().is_some_and(|(op, at, _)| *op == BinOp::Eq && at.end - at.start == 1));
    if is_assigned && let ExprKind::Chain(first, mut rest) = kind {
        let (_, _, second) = rest.remove(0);
        if rest.is_empty() {
            return Ok((*first, second));
        }
        let span = Span {
            start: second.span.start,
            ..span
        };
        let kind = ExprKind::Chain(Box::new(second), rest);
        return Ok((*first, Expr { kind, span }));
    }
    let ExprKind::Cond(c, a, b) = kind else {
        return Err(Expr { kind, span });
    };
    match split_assignment(*c) {
        Ok((lhs, c)) => {
            let span = c.span.to(b.span);
            let kind = ExprKind::Cond(Box::new(c), a, b);
            Ok((lhs, Expr { kind, span }))
        }
        Err(c) => Err(Expr {
            kind: ExprKind::Cond(Box::new(c), a, b),
            span,
        }),
    }
}
