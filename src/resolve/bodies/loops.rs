//! Loops: their conditions, bodies, steps and specifications.

use crate::ir::{Assertion, Expr, ExprKind, Loop, Stmt, StmtKind, Type};
use crate::resolve::expressions::assertion::star;
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::ClauseKind;

/// A loop without its initialisation.
pub(in crate::resolve) struct Parts<'t> {
    /// The condition; `None` is `true`.
    pub condition: Option<&'t ast::Expr>,
    /// The update of a `for`, which runs after each iteration.
    pub step: Option<&'t ast::Stmt>,
    /// Invariants and measures.
    pub specs: &'t [ast::Clause],
    /// The loop body.
    pub body: &'t ast::Stmt,
}

/// The resolved specification of a loop.
struct Specification {
    invariant: Assertion,
    decreases: Vec<Expr>,
}

impl Member<'_, '_> {
    /// `while (condition) specs body`
    pub(in crate::resolve) fn while_stmt(
        &mut self,
        parts: &Parts<'_>,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let header = condition_header(parts, span, "while");
        Some(vec![self.loop_stmt(parts, header, span)?])
    }

    /// `for (init; condition; step) specs body`. Declarations in `init` are visible in the whole
    /// statement only.
    pub(in crate::resolve) fn for_stmt(
        &mut self,
        init: Option<&ast::Stmt>,
        parts: &Parts<'_>,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let mark = self.scope.open();
        let init = match init {
            Some(init) => self.stmt(init),
            None => Some(Vec::new()),
        };
        let header = condition_header(parts, span, "for");
        let repeated = self.loop_stmt(parts, header, span);
        self.scope.close(mark);
        let mut stmts = init?;
        stmts.push(repeated?);
        Some(stmts)
    }

    fn loop_stmt(&mut self, parts: &Parts<'_>, header: Span, span: Span) -> Option<Stmt> {
        let condition = match parts.condition {
            Some(condition) => self.condition_of(condition, "the condition of a loop"),
            None => Some(Lowered::new(ExprKind::Bool(true), Type::Bool, header)),
        };
        let specification = self.specification(parts.specs, header);
        if self.in_annotation
            && specification
                .as_ref()
                .is_some_and(|s| s.decreases.is_empty())
        {
            let message = "a loop in an annotation must end: it needs `decreases`";
            return self.misplaced(header, message, "say what goes down with each iteration");
        }
        let body = self.loop_body(parts.body, false);
        let step = match parts.step {
            Some(step) => self.step_stmt(step),
            None => Some(Vec::new()),
        };
        let (Lowered { hoisted, expr }, specification) = (condition?, specification?);
        let repeated = Loop {
            invariant: specification.invariant,
            decreases: specification.decreases,
            before: hoisted,
            condition: expr,
            body,
            step: step?,
            header,
        };
        Some(Stmt {
            kind: StmtKind::Loop(Box::new(repeated)),
            span,
        })
    }

    fn step_stmt(&mut self, step: &ast::Stmt) -> Option<Vec<Stmt>> {
        if let ast::StmtKind::Local { .. } = *step.kind {
            let message = "the step of a `for` cannot declare a variable";
            let note = "declare it in the loop's body, or before the first `;` of the `for`";
            return self.misplaced(step.span, message, note);
        }
        self.stmt(step)
    }

    /// Resolves the clauses of a loop; several invariants form one separating conjunction.
    fn specification(&mut self, specs: &[ast::Clause], header: Span) -> Option<Specification> {
        let mut invariant = Some(Vec::new());
        let mut decreases = Some(Vec::new());
        for clause in specs {
            for e in &clause.exprs {
                match clause.kind {
                    ClauseKind::Decreases => self.measure(e, &mut decreases),
                    // The grammar allows no other clauses here.
                    _ => self.clause(Place::Invariant, e, &mut invariant),
                }
            }
        }
        Some(Specification {
            invariant: star(invariant?, header),
            decreases: decreases?,
        })
    }

    /// The condition of a statement; `whose` names it in messages. A condition with a ghost
    /// subexpression is ghost code as a whole and has mathematical integers.
    pub(in crate::resolve) fn condition_of(
        &mut self,
        e: &ast::Expr,
        whose: &str,
    ) -> Option<Lowered> {
        let mut value = self.expr(e)?;
        if self.is_machine() && value.hoisted.is_empty() && self.names_ghost(&value.expr) {
            value = self.ghostly(true, |s| s.expr(e))?;
        }
        self.boolean(value, whose)
    }
}

/// The span from the keyword of a loop to its condition.
fn condition_header(parts: &Parts<'_>, span: Span, word: &str) -> Span {
    let start = span.start as usize;
    let keyword = Span::new(span.file, start, start + word.len());
    parts
        .condition
        .map_or(keyword, |condition| keyword.to(condition.span))
}
