//! Expressions that bind variables: `let` and quantifiers.

use super::assertion::Value;
use super::evaluation_order::{Lowered, append};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{AssertKind, Assertion, Expr, ExprKind, Quant, Stmt, StmtKind, Type, VarId};
use crate::resolve::scopes::member::Member;
use crate::resolve::scopes::scope::Assigned;
use crate::source::Span;
use crate::syntax::tree::ast;
use std::collections::BTreeSet;

impl Member<'_, '_> {
    /// Makes a variable visible; reports an error if its name is already in use.
    pub(in crate::resolve) fn introduce(
        &mut self,
        name: &ast::Name,
        variable: VarId,
    ) -> Option<()> {
        let Some(earlier) = self.scope.show(name, variable) else {
            return Some(());
        };
        let message = format!("there is already a variable `{}` here", name.text);
        let error = Diagnostic::error(Code::DuplicateName, name.span, message);
        self.refuse(
            error
                .related(earlier, "it is declared here")
                .note("choose another name"),
        )
    }

    /// Declares a bound variable for the current scope; `None` if its name or type is ill-formed.
    fn bind(&mut self, name: &ast::Name, ty: Option<Type>) -> Option<VarId> {
        let known = ty.is_some();
        let variable = self
            .scope
            .local(name, ty, Assigned::Bound, self.context.ghost);
        self.introduce(name, variable)?;
        known.then_some(variable)
    }

    /// `let x := e in e`; the body may be an assertion.
    pub(in crate::resolve) fn let_value(
        &mut self,
        name: &ast::Name,
        value: &ast::Expr,
        body: &ast::Expr,
        span: Span,
    ) -> Option<Value> {
        let value = self.expr(value).and_then(|v| self.determined(v));
        let ty = value.as_ref().map(|v| v.expr.ty.clone());
        let ty = ty.map(|ty| if ty == Type::Null { Type::Object } else { ty });
        let stated = value.as_ref().and_then(|v| self.static_type(&v.expr));
        let mark = self.scope.open();
        let variable = self.bind(name, ty);
        if let Some((variable, stated)) = variable.zip(stated) {
            self.scope.write_type(variable, &stated);
        }
        let body = self.value(body);
        self.scope.close(mark);
        let Lowered {
            mut hoisted,
            expr: value,
        } = value?;
        let (variable, body) = (variable?, body?);
        let Lowered {
            hoisted: inner,
            expr: body,
        } = match body {
            Value::Expr(body) => body,
            Value::Assertion(body) => {
                // Nothing is hoisted: permission assertions only occur where effects are refused.
                let kind = AssertKind::Let(variable, value, Box::new(body));
                return Some(Value::Assertion(Assertion { kind, span }));
            }
        };
        if !inner.is_empty() {
            // The hoisted statements may read the variable, so it becomes a local.
            hoisted.push(Stmt {
                span: value.span,
                kind: StmtKind::Assign(variable, value),
            });
            append(&mut hoisted, inner);
            return Some(Value::Expr(Lowered {
                hoisted,
                expr: body,
            }));
        }
        let ty = body.ty.clone();
        let kind = ExprKind::Let(variable, Box::new(value), Box::new(body));
        let expr = Expr { kind, ty, span };
        Some(Value::Expr(Lowered { hoisted, expr }))
    }

    /// `forall` and `exists`.
    pub(in crate::resolve) fn quantifier(
        &mut self,
        quant: &ast::Quant,
        span: Span,
    ) -> Option<Lowered> {
        let word = if quant.universal { "forall" } else { "exists" };
        let allowed = if self.context.allows_quantifiers() {
            Some(())
        } else {
            let message = format!("`{word}` cannot stand in {}", self.context.description());
            let note = "nothing can compute it: quantifiers stand in contracts, predicates, `ghost pure` methods, \
                        `assert` and ghost code";
            self.misplaced(span, message, note)
        };
        let mark = self.scope.open();
        let mut vars = Some(Vec::with_capacity(quant.vars.len()));
        for bound in &quant.vars {
            let ty = self.table().read_type(&bound.ty, self.session.sink);
            let ty = match ty.as_ref().and_then(Type::format) {
                Some(_) => self.unsupported(
                    bound.ty.span,
                    "a bound variable of a floating-point type is",
                ),
                None => ty,
            };
            match (vars.as_mut(), self.bind(&bound.name, ty)) {
                (Some(vars), Some(variable)) => {
                    self.scope.write_type(variable, &bound.ty);
                    self.note_range(variable);
                    vars.push(variable);
                }
                _ => vars = None,
            }
        }
        let triggers: Vec<Option<Vec<Expr>>> = quant
            .triggers
            .iter()
            .map(|set| self.uncomputed(|s| s.trigger(set, vars.as_deref().unwrap_or_default())))
            .collect();
        let body = self.uncomputed(|s| s.quantified(&quant.body, word));
        self.scope.close(mark);
        allowed?;
        let (vars, body) = (vars?, body?);
        let body = self.within_types(quant.universal, &vars, body);
        let kind = ExprKind::Quant(Box::new(Quant {
            universal: quant.universal,
            vars,
            triggers: triggers.into_iter().collect::<Option<_>>()?,
            body,
        }));
        Some(Lowered::new(kind, Type::Bool, span))
    }

    /// `choose x :: φ`: the value is saved in a temporary. Without a type of its own, the bound
    /// variable has that of the target.
    pub(in crate::resolve) fn choice(
        &mut self,
        choice: &ast::Choice,
        target: Option<&Type>,
        span: Span,
    ) -> Option<Lowered> {
        self.stmt_allowed(span, "`choose`")?;
        let mark = self.scope.open();
        let sink = self.session.sink;
        let ty = match &choice.ty {
            Some(written) => self.table().read_type(written, sink),
            None => target.cloned(),
        };
        let variable = self.bind(&choice.name, ty.clone());
        if let (Some(variable), Some(written)) = (variable, &choice.ty) {
            self.scope.write_type(variable, written);
        }
        if let Some(variable) = variable {
            self.note_range(variable);
        }
        let body = self.uncomputed(|s| s.quantified(&choice.body, "choose"));
        self.scope.close(mark);
        let (ty, variable, body) = (ty?, variable?, body?);
        // Quantifiers range over all references, whatever their class.
        if ty.is_ref() {
            return self.unsupported(choice.name.span, "`choose` of an object is");
        }
        let vars = vec![variable];
        let body = self.within_types(false, &vars, body);
        let quant = Quant {
            universal: false,
            vars,
            triggers: Vec::new(),
            body,
        };
        let exists = Expr {
            kind: ExprKind::Quant(Box::new(quant)),
            ty: Type::Bool,
            span,
        };
        let chosen = self.scope.temporary(ty, span);
        let kind = AssertKind::Pure(exists);
        let kind = StmtKind::Choose(chosen, Assertion { kind, span });
        Some(Lowered {
            hoisted: vec![Stmt { kind, span }],
            expr: self.read(chosen, span),
        })
    }

    /// Runs `f` as ghost code in which effects are refused: nothing there is computed at run time.
    fn uncomputed<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.ghostly(true, |s| s.quietly(f))
    }

    /// The body of a quantifier.
    fn quantified(&mut self, body: &ast::Expr, word: &str) -> Option<Expr> {
        match self.value(body)? {
            Value::Expr(body) => {
                let whose = format!("the body of `{word}`");
                Some(self.boolean(body, &whose)?.expr)
            }
            Value::Assertion(body) => {
                let message =
                    format!("permission and `untouched` cannot stand in the body of `{word}`");
                let note = "a quantifier speaks of values; permission to the elements of an array is written \
                            `acc(a.elems)` or `acc(a[lo..hi])`";
                self.misplaced(body.span, message, note)
            }
        }
    }

    /// One trigger set, which must mention all bound variables.
    fn trigger(&mut self, terms: &[ast::Expr], vars: &[VarId]) -> Option<Vec<Expr>> {
        let resolved: Vec<Option<Expr>> =
            terms.iter().map(|term| self.trigger_term(term)).collect();
        let resolved = resolved.into_iter().collect::<Option<Vec<Expr>>>()?;
        let mentioned = mentioned(&resolved);
        match vars.iter().find(|v| !mentioned.contains(v)) {
            None => Some(resolved),
            Some(missing) => {
                let name = &self.scope.var(*missing).name;
                let message = format!("this trigger does not mention `{name}`");
                let span = terms.first()?.span.to(terms.last()?.span);
                let note = "the terms between one pair of braces must together mention all bound variables";
                self.misplaced(span, message, note)
            }
        }
    }

    fn trigger_term(&mut self, term: &ast::Expr) -> Option<Expr> {
        let value = self.expr(term)?;
        let value = self.determined(value)?.expr;
        if can_trigger(&value) {
            return Some(value);
        }
        let note = "write a term such as `a[i]`, `f(i)`, `x.f` or `x in s`";
        self.misplaced(term.span, "this cannot be a trigger", note)
    }
}

/// Whether a term can be a trigger. E-matching finds no instances of logic and arithmetic
/// operators.
fn can_trigger(e: &Expr) -> bool {
    let mut e = e;
    while let ExprKind::Old(inner)
    | ExprKind::OldAt(_, inner)
    | ExprKind::Opening(_, inner)
    | ExprKind::Using(_, inner) = &e.kind
    {
        e = inner;
    }
    matches!(
        e.kind,
        ExprKind::Field(..)
            | ExprKind::Length(_)
            | ExprKind::Index(..)
            | ExprKind::Pure(_)
            | ExprKind::Collection(..)
            | ExprKind::Elements(..)
    )
}

/// The variables that occur in these expressions.
fn mentioned(terms: &[Expr]) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let mut rest: Vec<&Expr> = terms.iter().collect();
    while let Some(e) = rest.pop() {
        if let ExprKind::Var(variable) = e.kind {
            found.insert(variable);
        }
        rest.extend(e.children());
    }
    found
}
