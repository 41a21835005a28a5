//! Assertions: permissions, `untouched`, conditional assertions, and `boolean` expressions as
//! conjuncts.

use super::evaluation_order::Lowered;
use crate::ir::{Amount, AssertKind, Assertion, Expr, ExprKind, Location, LogicOp, Type};
use crate::resolve::scopes::context::Context;
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;
use num_traits::One;

/// The result of lowering a syntax node. Most nodes are expressions; assertions contain permissions
/// and allow few connectives.
#[derive(Debug)]
pub(in crate::resolve) enum Value {
    /// An expression; in code, with its hoisted statements.
    Expr(Lowered),
    /// An assertion that contains a permission or `untouched`.
    Assertion(Assertion),
}

impl Value {
    /// Whether it contains a permission.
    pub fn has_access(&self) -> bool {
        matches!(self, Value::Assertion(assertion) if assertion.has_access())
    }
}

impl Member<'_, '_> {
    /// Lowers an assertion, such as a contract: the entry point of this module.
    pub(in crate::resolve) fn assertion(&mut self, e: &ast::Expr) -> Option<Assertion> {
        let value = self.value(e)?;
        self.conjuncts(value, "an assertion")
            .map(|parts| star(parts, e.span))
    }

    /// The conjuncts of a value, each with its own span; `what` names the value in messages.
    pub(in crate::resolve) fn conjuncts(&self, value: Value, what: &str) -> Option<Vec<Assertion>> {
        match value {
            Value::Expr(lowered) => Some(split(self.boolean(lowered, what)?.expr)),
            Value::Assertion(Assertion {
                kind: AssertKind::Star(parts),
                ..
            }) => Some(parts),
            Value::Assertion(assertion) => Some(vec![assertion]),
        }
    }

    /// `acc(location)`, `acc(location, amount)` and `acc(e.q(…), amount)`.
    pub(in crate::resolve) fn acc(
        &mut self,
        location: &ast::Expr,
        amount: Option<&ast::Expr>,
        span: Span,
    ) -> Option<Value> {
        if !self.context.allows_access() {
            let message = format!("`acc` cannot stand in {}", self.context.description());
            let note =
                "permission stands in `requires`, `ensures`, predicates, `assert` and `join`";
            return self.misplaced(span, message, note);
        }
        let inner = unwrapped(location);
        if let ast::ExprKind::Call(..) = inner.kind {
            let instance = self.instance_of(inner, amount, span, "acc");
            return instance
                .map(|i| Assertion {
                    kind: AssertKind::Pred(Box::new(i)),
                    span,
                })
                .map(Value::Assertion);
        }
        let location = self.location(inner);
        let amount = self.amount(amount);
        let kind = AssertKind::Acc(location?, amount?);
        Some(Value::Assertion(Assertion { kind, span }))
    }

    fn location(&mut self, e: &ast::Expr) -> Option<Location> {
        if let ast::ExprKind::Field(array, field) = &e.kind
            && field.text == "elems"
            && self.qualifier(array).is_none()
        {
            let receiver = self.expr(array)?;
            if let Type::Array(_) = receiver.expr.ty {
                return Some(Location::Elems(receiver.expr));
            }
        }
        let value = self.expr(e)?.expr;
        if let ExprKind::Field(receiver, field) = value.kind {
            return Some(Location::Field(*receiver, field));
        }
        if let ExprKind::Static(field) = value.kind {
            return Some(Location::Static(field));
        }
        if let ExprKind::Elements(array, lo, hi) = value.kind {
            return Some(Location::Slice(*array, lo, hi));
        }
        if let ExprKind::Index(..) = value.kind {
            return self.unsupported(e.span, "permission to a single element of an array is");
        }
        let is_variable = matches!(value.kind, ExprKind::Var(_));
        let (message, note) = if matches!(value.kind, ExprKind::Length(_)) {
            (
                "an array's `length` needs no permission: it never changes",
                "remove this `acc`",
            )
        } else if is_variable && value.ty.is_ref() {
            (
                "`acc` names a field, not an object",
                "write which field, as in `acc(c.x)`, or `acc(a.elems)` for an array's elements",
            )
        } else if is_variable {
            (
                "a variable needs no permission: nobody else can change it",
                "remove this `acc`",
            )
        } else if value.ty.is_collection() {
            (
                "a collection needs no permission: it is a value",
                "remove this `acc`",
            )
        } else {
            (
                "`acc` needs a location",
                "write a field as in `acc(c.x)`, elements of an array as in `acc(a.elems)` or `acc(a[0..n])`, or a predicate as in `acc(c.q(), 1/2)`",
            )
        };
        self.misplaced(e.span, message, note)
    }

    /// A permission amount; a write permission if it is omitted.
    pub(in crate::resolve) fn amount(&mut self, amount: Option<&ast::Expr>) -> Option<Amount> {
        let Some(amount) = amount else {
            return Some(Amount::Write);
        };
        let amount = unwrapped(amount);
        if let ast::ExprKind::Wildcard = amount.kind {
            return Some(Amount::Wildcard);
        }
        // The contract's word, whatever else has this name.
        if matches!(&amount.kind, ast::ExprKind::Name(name) if name == "write") {
            return Some(Amount::Write);
        }
        let context = Context {
            quiet: true,
            fraction: true,
            ..self.context
        };
        let value = self.within(context, |s| s.expr(amount))?;
        let value = self.coerce(value, &Type::Perm)?.expr;
        let is_whole = matches!(&value.kind, ExprKind::Perm(p) if p.is_one());
        Some(if is_whole {
            Amount::Write
        } else {
            Amount::Fraction(value)
        })
    }

    /// `untouched(φ)`
    pub(in crate::resolve) fn untouched(&mut self, inner: &ast::Expr, span: Span) -> Option<Value> {
        if !self.context.allows_untouched() {
            let message = format!("`untouched` cannot stand in {}", self.context.description());
            let note = "it compares the heap now with the heap on entry: it may stand in `ensures`, `assert` and `join`";
            return self.misplaced(span, message, note);
        }
        let context = Context {
            untouched: true,
            ..self.context
        };
        let inner = self.within(context, |s| s.assertion(inner))?;
        let kind = AssertKind::Untouched(Box::new(inner));
        Some(Value::Assertion(Assertion { kind, span }))
    }

    /// `c ? x : y` with expressions or assertions as branches.
    pub(in crate::resolve) fn conditional_value(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        other: &ast::Expr,
        span: Span,
    ) -> Option<Value> {
        let at = condition.span;
        let condition = self
            .value(condition)
            .and_then(|c| self.condition(c, "?:", at));
        let places = (then.span, other.span);
        let (then, other) = (self.value(then), self.value(other));
        let (condition, then, other) = (condition?, then?, other?);
        match (then, other) {
            (Value::Expr(then), Value::Expr(other)) => self
                .conditional(condition, then, other, span)
                .map(Value::Expr),
            (then, other) => {
                let what = "a branch of a conditional assertion";
                let (then, other) = (self.conjuncts(then, what), self.conjuncts(other, what));
                let branches = (
                    Box::new(star(then?, places.0)),
                    Box::new(star(other?, places.1)),
                );
                let kind = AssertKind::Cond(condition.expr, branches.0, branches.1);
                Some(Value::Assertion(Assertion { kind, span }))
            }
        }
    }

    /// The condition of `?:` or `==>`, which must not contain permissions.
    pub(in crate::resolve) fn condition(
        &self,
        value: Value,
        operator: &str,
        span: Span,
    ) -> Option<Lowered> {
        match value {
            Value::Expr(lowered) => {
                self.boolean(lowered, format_args!("the condition of `{operator}`"))
            }
            Value::Assertion(_) => {
                let shape = if operator == "?:" {
                    "c ? … : …"
                } else {
                    "c ==> …"
                };
                self.misplaced(
                    span,
                    format!("the condition of `{operator}` contains permission"),
                    format!(
                        "`*` binds tighter than `{operator}`: put parentheses around the conditional part, \
                         as in `acc(x) * ({shape})`"
                    ),
                )
            }
        }
    }

    /// `condition ==> body` where the body is a permission assertion.
    pub(in crate::resolve) fn implied(
        &self,
        condition: Lowered,
        body: Assertion,
        span: Span,
    ) -> Value {
        let otherwise = Assertion::truth(span);
        let kind = AssertKind::Cond(condition.expr, Box::new(body), Box::new(otherwise));
        Value::Assertion(Assertion { kind, span })
    }
}

/// Strips enclosing parentheses.
pub(in crate::resolve) fn unwrapped(e: &ast::Expr) -> &ast::Expr {
    let mut e = e;
    while let ast::ExprKind::Paren(inner) = &e.kind {
        e = inner;
    }
    e
}

/// The separating conjunction of flattened conjuncts; `true` (at `span`) if there are none.
pub(in crate::resolve) fn star(mut parts: Vec<Assertion>, span: Span) -> Assertion {
    match (parts.len(), parts.pop()) {
        (_, None) => Assertion::truth(span),
        (1, Some(part)) => part,
        (_, Some(last)) => {
            let span = parts.first().map_or(span, |first| first.span.to(last.span));
            parts.push(last);
            Assertion {
                kind: AssertKind::Star(parts),
                span,
            }
        }
    }
}

/// Splits at the outermost `&&`s, so that an error can point at the failing conjunct.
fn split(e: Expr) -> Vec<Assertion> {
    let mut parts = Vec::new();
    let mut rest = vec![e];
    while let Some(e) = rest.pop() {
        if let ExprKind::Logic(LogicOp::And, left, right) = e.kind {
            rest.extend([*right, *left]);
        } else {
            let span = e.span;
            let kind = AssertKind::Pure(e);
            parts.push(Assertion { kind, span });
        }
    }
    parts
}
