//! Sugar of Java statements: declaration lists, `do`, `switch`, and `for` over an array. That over an object is in
//! [`super::iterators`].

use super::loops::Parts;
use super::returns::always_returns;
use super::synthetic::{name, named, statement};
use crate::ir::{
    AssertKind, Assertion, BinOp, Expr, ExprKind, Loop, Stmt, StmtKind, Type, VarId, Width,
};
use crate::resolve::expressions::evaluation_order::{Lowered, append};
use crate::resolve::scopes::around::Around;
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;

/// What `\count` is called where code is lowered that nobody wrote.
const INDEX: &str = "\\index";

/// The parts of a `for` over an array.
pub(in crate::resolve) struct ForEach<'t> {
    pub modifiers: &'t [ast::Name],
    pub ty: &'t ast::Type,
    pub name: &'t ast::Name,
    pub iterable: &'t ast::Expr,
    pub specs: &'t [ast::Clause],
    pub body: &'t ast::Stmt,
}

/// A case of a `switch`: its condition (`None` for the default), its statements and its place.
type Arm = (Option<Expr>, Vec<Stmt>, Span);

impl Member<'_, '_> {
    /// `int a = 1, b = 2` and `i++, j--`: a sequence in the current scope.
    pub(in crate::resolve) fn list_stmt(&mut self, list: &[ast::Stmt]) -> Option<Vec<Stmt>> {
        let mut stmts = Some(Vec::new());
        for stmt in list {
            match (&mut stmts, self.stmt(stmt)) {
                (Some(all), Some(more)) => all.extend(more),
                _ => stmts = None,
            }
        }
        stmts
    }

    /// `do body while (condition)`: each iteration runs the body and then evaluates the condition.
    /// The invariant holds before the body.
    pub(in crate::resolve) fn do_while_stmt(
        &mut self,
        specs: &[ast::Clause],
        body: &ast::Stmt,
        condition: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let start = span.start as usize;
        let header = Span::new(span.file, start, start + "do".len());
        let nothing = statement(ast::StmtKind::Empty, header);
        let mut before = self.loop_body(body, true);
        let parts = Parts {
            condition: Some(condition),
            step: None,
            specs,
            body: &nothing,
        };
        let mut stmts = self.while_stmt(&parts, span)?;
        if let Some(Stmt {
            kind: StmtKind::Loop(repeated),
            ..
        }) = stmts.last_mut()
        {
            repeated.header = header;
            append(&mut before, std::mem::take(&mut repeated.before));
            repeated.before = before;
        }
        Some(stmts)
    }

    /// `for (T x : a) body` over an array: a loop over an index from 0 to the length, which contracts
    /// call `\count`. Its bounds are added to the invariant.
    pub(in crate::resolve) fn for_each_stmt(
        &mut self,
        each: &ForEach<'_>,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let mark = self.scope.open();
        let stmts = self.for_each_in_scope(each, span);
        self.scope.close(mark);
        stmts
    }

    fn for_each_in_scope(&mut self, each: &ForEach<'_>, span: Span) -> Option<Vec<Stmt>> {
        let array = self.expr(each.iterable)?;
        let Type::Array(elem) = array.expr.ty.clone() else {
            return self.for_iterator(each, array, span);
        };
        let place = each.iterable.span;
        let mut stmts = array.hoisted;
        let array = self.save(array.expr, &mut stmts);
        let int = self.table().of_width(Width::I32);
        let index = self.scope.temporary(int.clone(), place);
        self.scope.rename(index, ast::COUNT);
        self.scope.show(&name(ast::COUNT, place), index);
        self.scope.show(&name(INDEX, place), index);
        let at = |this: &Self| this.read(index, place);
        let zero = Expr::int(0, int.clone(), place);
        stmts.push(Stmt {
            kind: StmtKind::Assign(index, zero.clone()),
            span: place,
        });
        // The loop variable has no value yet when the invariant is evaluated.
        let nothing = statement(ast::StmtKind::Empty, place);
        let parts = Parts {
            condition: None,
            step: None,
            specs: each.specs,
            body: &nothing,
        };
        let label = self.label.take();
        let looped = self.while_stmt(&parts, span);
        self.label = label;
        let is_inferred = matches!(each.ty.kind, ast::TypeKind::Infer);
        let inferred = is_inferred
            .then(|| self.inferred_element(each.iterable))
            .flatten();
        let written = inferred.as_ref().unwrap_or(each.ty);
        let ty = self.table().declared(written, false, self.session.sink);
        let final_word = each.modifiers.iter().any(|m| m.text == "final");
        let assigned = crate::resolve::scopes::scope::Assigned::unless(final_word);
        let variable = self.scope.local(each.name, ty.clone(), assigned, false);
        self.scope.write_type(variable, written);
        self.introduce(each.name, variable)?;
        let body = self.loop_body(each.body, false);
        let element = Lowered::new(
            ExprKind::Index(Box::new(array.clone()), Box::new(at(self))),
            *elem,
            place,
        );
        let ty = ty?;
        let at_index = ast::Expr {
            kind: ast::ExprKind::Index(
                Box::new(each.iterable.clone()),
                Box::new(named(INDEX, place)),
            ),
            span: place,
        };
        self.keeps_elements(&at_index, &ty, Some(written))?;
        let element = self.coerce(element, &ty)?.expr;
        let mut looped = looped?;
        let length = Expr {
            kind: ExprKind::Length(Box::new(array)),
            ty: int.clone(),
            span: place,
        };
        let compare = |op, left: Expr, right: Expr| Expr {
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
            ty: Type::Bool,
            span: place,
        };
        if let Some(Stmt {
            kind: StmtKind::Loop(repeated),
            ..
        }) = looped.last_mut()
        {
            let in_range = [
                compare(BinOp::Le, zero, at(self)),
                compare(BinOp::Le, at(self), length.clone()),
            ];
            repeated.header = place;
            repeated.condition = compare(BinOp::Lt, at(self), length);
            with_facts(repeated, in_range);
            repeated.body = vec![Stmt {
                kind: StmtKind::Assign(variable, element),
                span: place,
            }];
            repeated.body.extend(body);
            repeated.step = vec![self.count_up(index, place)];
        }
        stmts.extend(looped);
        Some(stmts)
    }

    /// Increments the index, which cannot overflow below the length of an array.
    fn count_up(&self, index: VarId, span: Span) -> Stmt {
        let now = self.read(index, span);
        let ty = now.ty.clone();
        let one = Expr::int(1, ty.clone(), span);
        let next = Expr {
            kind: ExprKind::Binary(BinOp::Add, Box::new(now), Box::new(one)),
            ty,
            span,
        };
        Stmt {
            kind: StmtKind::Assign(index, next),
            span,
        }
    }

    /// `switch` on an integer, lowered to a chain of `if`s. A case must be empty or end in `break`,
    /// `return` or `throw`.
    pub(in crate::resolve) fn switch_stmt(
        &mut self,
        subject: &ast::Expr,
        cases: &[ast::SwitchCase],
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let subject = self.expr(subject)?;
        if !subject.expr.ty.is_int() {
            let ty = self.type_name(&subject.expr.ty);
            return self.unsupported(subject.expr.span, &format!("`switch` on a `{ty}` is"));
        }
        let mut stmts = subject.hoisted;
        let subject = self.save(subject.expr, &mut stmts);
        // Declarations in a `case` are visible in later cases.
        let mark = self.scope.open();
        let id = self.new_block();
        self.around.push(Around::Block { label: None, id });
        let arms = self.arms(&subject, cases);
        self.around.pop();
        self.scope.close(mark);
        let mut arms = arms?;
        // The default may be at any position; it is the last branch of the chain.
        let default = arms.iter().position(|(condition, ..)| condition.is_none());
        let mut rest = match default {
            Some(at) => arms.remove(at).1,
            None => Vec::new(),
        };
        for (condition, body, place) in arms.into_iter().rev() {
            let kind = StmtKind::If(condition?, body, rest);
            rest = vec![Stmt { kind, span: place }];
        }
        stmts.extend(self.leavable(id, rest, span));
        let kind = StmtKind::Block(stmts);
        Some(vec![Stmt { kind, span }])
    }

    /// The cases with their conditions; the default has none.
    fn arms(&mut self, subject: &Expr, cases: &[ast::SwitchCase]) -> Option<Vec<Arm>> {
        let mut arms: Vec<Arm> = Vec::new();
        let mut labels: Vec<&ast::Expr> = Vec::new();
        let mut is_default = false;
        for (at, case) in cases.iter().enumerate() {
            labels.extend(&case.labels);
            is_default |= case.is_default;
            let last = at + 1 == cases.len();
            if case.body.is_empty() && !case.arrow && !last {
                continue;
            }
            let body = self.case_body(case, last)?;
            let labels = std::mem::take(&mut labels);
            let condition = if std::mem::take(&mut is_default) {
                None
            } else {
                Some(self.is_one_of(subject, &labels, case.span)?)
            };
            arms.push((condition, body, case.span));
        }
        Some(arms)
    }

    /// The statements of a case without its final `break`.
    fn case_body(&mut self, case: &ast::SwitchCase, last: bool) -> Option<Vec<Stmt>> {
        let mut body = case.body.as_slice();
        let mut own_scope = case.arrow;
        if let [only] = body
            && !only.in_annotation
            && let ast::StmtKind::Block(block) = &*only.kind
        {
            body = &block.stmts;
            own_scope = true;
        }
        let ends = case.arrow || last || always_returns(body);
        let own = match body.split_last() {
            Some((end, before))
                if matches!(*end.kind, ast::StmtKind::Break(None)) && !end.in_annotation =>
            {
                before
            }
            _ if ends => body,
            _ => {
                return self.unsupported(case.span, "a `case` that goes on into the next one is");
            }
        };
        let mark = self.scope.open();
        let stmts = self.stmts(own);
        if own_scope {
            self.scope.close(mark);
        }
        Some(stmts)
    }

    fn is_one_of(&mut self, subject: &Expr, labels: &[&ast::Expr], span: Span) -> Option<Expr> {
        let mut any: Option<Expr> = None;
        for label in labels {
            let value = self.expr(label)?;
            if !value.hoisted.is_empty() {
                let message = "a `case` needs a constant, whose value the compiler knows";
                let note = "compare with it by `if`";
                return self.misplaced(label.span, message, note);
            }
            let now = Lowered {
                hoisted: Vec::new(),
                expr: subject.clone(),
            };
            let equal = self.equality(BinOp::Eq, now, value, label.span)?.expr;
            any = Some(match any {
                None => equal,
                Some(before) => Expr {
                    kind: ExprKind::Logic(
                        crate::ir::LogicOp::Or,
                        Box::new(before),
                        Box::new(equal),
                    ),
                    ty: Type::Bool,
                    span,
                },
            });
        }
        any
    }
}

/// Adds facts to a loop invariant.
fn with_facts(repeated: &mut Loop, facts: [Expr; 2]) {
    let span = repeated.invariant.span;
    let mut parts: Vec<Assertion> = facts
        .into_iter()
        .map(|e| Assertion {
            span: e.span,
            kind: AssertKind::Pure(e),
        })
        .collect();
    let own = std::mem::replace(&mut repeated.invariant, Assertion::truth(span));
    match own.kind {
        AssertKind::Star(more) => parts.extend(more),
        kind => parts.push(Assertion {
            kind,
            span: own.span,
        }),
    }
    repeated.invariant = crate::resolve::expressions::assertion::star(parts, span);
}
