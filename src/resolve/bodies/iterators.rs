//! `for (T x : e)` over an object: a loop over its iterator (JLS 14.14.2), which its `iterator()` makes.
//!
//! Java's iterators are described by a predicate, and a list lends them a part of itself. So that a loop need not name
//! a variable that the program does not have, the predicate is part of its invariant, and the list has back at its end,
//! whichever way that is, what it lent. Exceptions leave it without.

use super::java::ForEach;
use super::synthetic::{block, called, name, named, statement};
use crate::ir::{ClassId, Stmt, StmtKind, VarId};
use crate::resolve::declarations::table::Callee;
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::scopes::member::Member;
use crate::resolve::scopes::scope::Assigned;
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::walk;

/// The variables of the loop, by names that no program can write.
const ITERATED: &str = "what is iterated";
const ITERATOR: &str = "the iterator";

/// The lemma by which a list has back what it lent.
const GIVE_BACK: &str = "giveBack";

impl Member<'_, '_> {
    /// The loop, in a scope of its own; `iterated` is the value of its expression.
    pub(super) fn for_iterator(
        &mut self,
        each: &ForEach<'_>,
        iterated: Lowered,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let place = each.iterable.span;
        let lends = self.lends(&iterated);
        let (of, mut stmts) = self.held(ITERATED, each.iterable, iterated);
        self.scope.rename(of, &text_of(each.iterable));
        let made = called(named(ITERATED, place), "iterator", Vec::new());
        let iterator = self.expr(&made)?;
        let class = iterator.expr.ty.class();
        let (held, more) = self.held(ITERATOR, &made, iterator);
        self.scope.rename(held, "iterator");
        stmts.extend(more);
        let iterator = || named(ITERATOR, place);
        let mut specs = each.specs.to_vec();
        if class.is_some_and(|class| self.has_iterator_predicate(class)) {
            specs.insert(0, clause(called(iterator(), "valid", Vec::new())));
        }
        let element = ast::StmtKind::Local {
            modifiers: each.modifiers.to_vec(),
            ty: each.ty.clone(),
            name: each.name.clone(),
            init: Some(Box::new(called(iterator(), "next", Vec::new()))),
        };
        let body = vec![statement(element, place), each.body.clone()];
        let body = statement(
            ast::StmtKind::Block(block(body, each.body.span)),
            each.body.span,
        );
        let condition = called(iterator(), "hasNext", Vec::new());
        let looped = statement(ast::StmtKind::While(condition, specs, Box::new(body)), span);
        if !lends {
            stmts.extend(self.stmt(&looped)?);
            return Some(stmts);
        }
        let back = called(named(ITERATED, place), GIVE_BACK, vec![iterator()]);
        let mut back = statement(ast::StmtKind::Expr(back), place);
        back.in_annotation = true;
        match leaves(each.body) {
            false => stmts.extend(self.list_stmt(&[looped, back])?),
            true => {
                let tried = ast::Try {
                    resources: Vec::new(),
                    body: block(vec![looped], span),
                    catches: Vec::new(),
                    finally: Some(block(vec![back], place)),
                    closes: false,
                };
                stmts.extend(self.try_stmt(&tried, span)?);
            }
        }
        Some(stmts)
    }

    /// A variable of this name for a value, with the statements that assign it.
    fn held(&mut self, text: &str, e: &ast::Expr, value: Lowered) -> (VarId, Vec<Stmt>) {
        let name = name(text, e.span);
        let ty = Some(value.expr.ty.clone());
        let variable = self.scope.local(&name, ty, Assigned::Never, false);
        if let Some(written) = self.written_type(e) {
            self.scope.write_type(variable, &written);
        }
        self.scope.show(&name, variable);
        let mut stmts = value.hoisted;
        stmts.push(Stmt {
            kind: StmtKind::Assign(variable, value.expr),
            span: e.span,
        });
        (variable, stmts)
    }

    /// Whether it is Java's own interface, whose contract speaks of `valid()`.
    fn has_iterator_predicate(&self, class: ClassId) -> bool {
        let mut all = self.table().members(class, "valid", 0).into_iter();
        self.table().class(class).is_library && all.any(|callee| matches!(callee, Callee::Pred(_)))
    }

    /// Whether it is one of Java's lists, which lend a part of themselves to an iterator.
    fn lends(&self, iterated: &Lowered) -> bool {
        let is_list = |class: ClassId| {
            let lemmas = self.table().members(class, GIVE_BACK, 1);
            lemmas.iter().any(|lemma| {
                let declaring = self.table().header(*lemma).class;
                declaring.is_some_and(|class| self.table().class(class).is_library)
            })
        };
        let class = iterated.expr.ty.class();
        class.is_some_and(|class| is_list(class) && !self.table().is_uncontracted(class))
    }
}

/// Whether a statement might go on elsewhere than behind the loop around it.
fn leaves(body: &ast::Stmt) -> bool {
    use ast::StmtKind::{Break, Continue, Return};
    let mut found = false;
    walk::stmts(body, &mut |stmt| {
        found |= matches!(&*stmt.kind, Return(_) | Break(Some(_)) | Continue(Some(_)));
    });
    found
}

/// How messages name what is iterated.
fn text_of(e: &ast::Expr) -> String {
    if let ast::ExprKind::Name(name) = &e.kind {
        return name.to_string();
    }
    if let ast::ExprKind::Field(of, field) = &e.kind
        && let ast::ExprKind::This = of.kind
    {
        return format!("this.{}", field.text);
    }
    "iterated".to_owned()
}

fn clause(invariant: ast::Expr) -> ast::Clause {
    let span = invariant.span;
    ast::Clause {
        kind: ast::ClauseKind::Invariant,
        exprs: vec![invariant],
        span,
    }
}
