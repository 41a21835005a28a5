//! Triggers that can match nothing in the program. A solver matches terms by their operators: sums and
//! products are computed before, so `c[n * x + y]` matches no `c[k]`, whatever `k` is.
//!
//! A term counts as one that might match if it has the trigger's operators, or if it is a variable and
//! something with these operators is assigned anywhere: no trigger that can match is warned of.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{BinOp, CollOp, Expr, ExprKind, MemberId, Program, PureId, Quant, VarId, walk};
use crate::resolve::Sink;
use crate::source::Span;

/// What is applied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    Array,
    Collection,
    Pure(PureId),
}

/// An argument of a trigger that computes with a bound variable.
struct Computed<'e> {
    /// The quantifier.
    quantifier: Span,
    /// The trigger's term.
    term: &'e Expr,
    head: Head,
    /// The position of the argument, and the argument.
    at: usize,
    argument: &'e Expr,
    vars: &'e [VarId],
}

/// Reports the triggers of a program that can match nothing.
pub(in crate::resolve) fn warn(program: &Program, sink: &Sink) {
    for &member in &program.members {
        walk::member_exprs(program, member, &mut |e| {
            if let ExprKind::Quant(quant) = &e.kind {
                let computed = computed(e.span, quant);
                let idle = computed.into_iter().find(|one| !might_match(program, one));
                if let Some(idle) = idle {
                    sink.report(warning(&idle));
                }
            }
        });
    }
}

fn warning(idle: &Computed<'_>) -> Diagnostic {
    let message = "this trigger can match nothing: it computes with a bound variable, and the program \
                   has no term that is computed like this";
    Diagnostic::warning(Code::IdleTrigger, idle.term.span, message).note(
        "name a pure method instead: `static pure int at(int x, int y) { return …; }` for what is \
         computed, with `at(x, y)` in the body and in the trigger",
    )
}

/// The computed arguments of the triggers; none if one trigger has none, which can match.
fn computed(quantifier: Span, quant: &Quant) -> Vec<Computed<'_>> {
    let mut all = Vec::new();
    for term in quant.triggers.iter().flatten() {
        let Some((head, arguments)) = application(term) else {
            continue;
        };
        for (at, argument) in arguments.into_iter().enumerate() {
            if is_computed(argument, &quant.vars) {
                all.push(Computed {
                    quantifier,
                    term,
                    head,
                    at,
                    argument,
                    vars: &quant.vars,
                });
            }
        }
    }
    all
}

fn application(e: &Expr) -> Option<(Head, Vec<&Expr>)> {
    if let ExprKind::Index(_, index) = &e.kind {
        return Some((Head::Array, vec![index]));
    }
    if let ExprKind::Pure(call) = &e.kind {
        return Some((Head::Pure(call.callee), call.args.iter().collect()));
    }
    if let ExprKind::Collection(CollOp::Index | CollOp::Lookup, operands) = &e.kind {
        let (_, rest) = operands.split_first()?;
        return Some((Head::Collection, rest.iter().collect()));
    }
    None
}

/// The operands of a sum, a difference or a product.
fn operands(e: &Expr) -> Option<(BinOp, &Expr, &Expr)> {
    let ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), left, right) = &e.kind else {
        return None;
    };
    Some((*op, left, right))
}

fn is_computed(argument: &Expr, vars: &[VarId]) -> bool {
    operands(argument).is_some() && vars.iter().any(|var| argument.mentions(*var))
}

/// Whether a term of the program might be what a trigger's term matches.
fn might_match(program: &Program, trigger: &Computed<'_>) -> bool {
    let (mut is_computed, mut is_named) = (false, false);
    for &member in &program.members {
        walk::member_exprs(program, member, &mut |e| {
            let inside = trigger.quantifier.contains(e.span);
            if let (false, Some((head, arguments))) = (inside, application(e))
                && head == trigger.head
                && let Some(argument) = arguments.get(trigger.at)
            {
                is_computed |= has_shape(trigger.argument, argument, trigger.vars);
                is_named |= operands(argument).is_none();
            }
        });
    }
    is_computed || is_named && is_assigned(program, trigger)
}

/// Whether what is computed like a trigger's argument is assigned or passed.
fn is_assigned(program: &Program, trigger: &Computed<'_>) -> bool {
    let has_shape = |e: &Expr| has_shape(trigger.argument, e, trigger.vars);
    program.members.iter().any(|&member| match member {
        MemberId::Method(method) => {
            let statements = walk::statements(&program.method(method).body);
            let mut exprs = statements.iter().flat_map(|stmt| stmt.exprs());
            exprs.any(has_shape)
        }
        MemberId::Pure(_) | MemberId::Pred(_) => {
            let mut found = false;
            walk::member_exprs(program, member, &mut |e| {
                if let ExprKind::Pure(call) = &e.kind {
                    found |= call.args.iter().any(has_shape);
                }
            });
            found
        }
    })
}

/// Whether a term is computed as a pattern is. What adds nothing, or multiplies by nothing, is not
/// computed.
fn has_shape(pattern: &Expr, e: &Expr, vars: &[VarId]) -> bool {
    let Some((op, left, right)) = operands(pattern) else {
        return true;
    };
    if !is_computed(pattern, vars) {
        return true;
    }
    let Some((other, one, two)) = operands(e) else {
        return false;
    };
    let is_number = |e: &Expr, n: u8| matches!(&e.kind, ExprKind::Int(m) if *m == n.into());
    let is_idle = |e| is_number(e, 0) || other == BinOp::Mul && is_number(e, 1);
    if is_idle(one) || is_idle(two) {
        return false;
    }
    // `a - b` is computed as a sum.
    let is_sum = |op| op != BinOp::Mul;
    let straight = has_shape(left, one, vars) && has_shape(right, two, vars);
    let turned = has_shape(left, two, vars) && has_shape(right, one, vars);
    is_sum(op) == is_sum(other) && (straight || turned)
}
