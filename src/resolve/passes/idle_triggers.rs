//! Triggers of preconditions that can match nothing. A solver matches terms by their operators: sums
//! and products are computed before, so `c[n * x + y]` matches no `c[k]`, whatever `k` is.
//!
//! Only what is certain is warned of: a precondition is assumed in its member alone, unless the member
//! calls itself. What its proof might make of terms is in the member, in contracts, and in bodies of
//! pure methods and predicates; if something there is computed as the trigger is, it might match. Of
//! invariants and postconditions, which are shown as well, the terms of what is shown match.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{
    BinOp, CollOp, Expr, ExprKind, MemberId, MethodId, Program, Quant, UnOp, VarId, walk,
};
use crate::resolve::Sink;

/// The most triggers of a program that are looked at.
const MAX: usize = 100;

/// A quantifier of a precondition each trigger of which computes with a bound variable.
struct Candidate<'p> {
    method: MethodId,
    quantifier: &'p Expr,
    /// For each trigger, the term and its computed argument.
    computed: Vec<(&'p Expr, &'p Expr)>,
}

/// Reports the triggers of a program that can match nothing.
pub(in crate::resolve) fn warn(program: &Program, sink: &Sink) {
    let mut candidates = Vec::new();
    for &member in &program.members {
        if let MemberId::Method(method) = member
            && candidates.len() < MAX
        {
            gather(program, method, &mut candidates);
        }
    }
    if candidates.is_empty() {
        return;
    }
    let shared = terms_of_contracts(program);
    for candidate in candidates.iter().take(MAX) {
        if !shared.makes_sums && !might_match(program, candidate, &shared.computed) {
            report(candidate, sink);
        }
    }
}

fn report(candidate: &Candidate<'_>, sink: &Sink) {
    let Some((term, _)) = candidate.computed.first() else {
        return;
    };
    let message = "this trigger can match nothing: it computes with a bound variable, and the program \
                   has no term that is computed like this";
    let warning = Diagnostic::warning(Code::IdleTrigger, term.span, message);
    sink.report(warning.note(
        "name a pure method instead: `static pure int at(int x, int y) { return …; }` for what is \
         computed, with `at(x, y)` in the body and in the trigger",
    ));
}

/// Adds the quantifiers of a method's precondition whose triggers all compute.
fn gather<'p>(program: &'p Program, method: MethodId, candidates: &mut Vec<Candidate<'p>>) {
    let info = program.method(method);
    let mut todo: Vec<&'p Expr> = exprs_of(&info.requires);
    while let Some(e) = todo.pop() {
        todo.extend(e.children());
        let ExprKind::Quant(quant) = &e.kind else {
            continue;
        };
        let computed = computed(quant);
        if !computed.is_empty() && !calls_itself(program, method) {
            candidates.push(Candidate {
                method,
                quantifier: e,
                computed,
            });
        }
    }
}

/// The expressions of an assertion that are in no other.
fn exprs_of(assertion: &crate::ir::Assertion) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut todo = vec![assertion];
    while let Some(next) = todo.pop() {
        found.extend(next.exprs());
        todo.extend(next.parts());
    }
    found
}

/// Whether a method might be called within its own body: then its precondition is shown there.
fn calls_itself(program: &Program, method: MethodId) -> bool {
    let name = &program.method(method).name;
    let mut statements = walk::statements(&program.method(method).body).into_iter();
    statements.any(|stmt| {
        let callee = stmt.call().map(|call| &program.method(call.callee).name);
        callee == Some(name)
    })
}

/// The computed arguments of the triggers, one for each; none if a trigger has none, since it can match.
fn computed(quant: &Quant) -> Vec<(&Expr, &Expr)> {
    let of_trigger = |trigger: &'_ [Expr]| -> Option<usize> {
        trigger.iter().position(|term| {
            let mut arguments = arguments(term).into_iter();
            arguments.any(|argument| is_computed(argument, &quant.vars))
        })
    };
    let found: Option<Vec<(&Expr, &Expr)>> = quant
        .triggers
        .iter()
        .map(|trigger| {
            let term = trigger.get(of_trigger(trigger)?)?;
            let mut all = arguments(term).into_iter();
            let argument = all.find(|argument| is_computed(argument, &quant.vars))?;
            Some((term, argument))
        })
        .collect();
    found.unwrap_or_default()
}

/// The indices and arguments of an application.
fn arguments(e: &Expr) -> Vec<&Expr> {
    if let ExprKind::Index(_, index) = &e.kind {
        return vec![index];
    }
    if let ExprKind::Pure(call) = &e.kind {
        return call.args.iter().collect();
    }
    if let ExprKind::Collection(CollOp::Index | CollOp::Lookup, operands) = &e.kind {
        return operands.iter().skip(1).collect();
    }
    Vec::new()
}

/// The operands of a sum, a difference or a product.
fn operands(e: &Expr) -> Option<(BinOp, &Expr, &Expr)> {
    let ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), left, right) = &e.kind else {
        return None;
    };
    Some((*op, left, right))
}

/// Whether an argument computes with a bound variable, and with nothing that might be simplified.
fn is_computed(argument: &Expr, vars: &[VarId]) -> bool {
    operands(argument).is_some()
        && vars.iter().any(|var| argument.mentions(*var))
        && is_plain(argument, &mut Vec::new())
}

/// What is computed where any proof might take it from.
struct Terms<'p> {
    computed: Vec<&'p Expr>,
    /// Whether there are slices or joined sequences, whose axioms make sums of positions, or negations.
    makes_sums: bool,
}

impl<'p> Terms<'p> {
    fn add(&mut self, e: &'p Expr) {
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            self.makes_sums |= matches!(
                &e.kind,
                ExprKind::Elements(_, Some(_), _)
                    | ExprKind::Unary(UnOp::Neg, _)
                    | ExprKind::Collection(CollOp::Drop | CollOp::Range | CollOp::Concat, _)
            );
            if operands(e).is_some() {
                self.computed.push(e);
            }
            todo.extend(e.children());
        }
    }
}

/// What contracts, pure methods and predicates compute.
fn terms_of_contracts(program: &Program) -> Terms<'_> {
    let mut terms = Terms {
        computed: Vec::new(),
        makes_sums: false,
    };
    for &member in &program.members {
        let (assertions, exprs) = match member {
            MemberId::Method(method) => {
                let method = program.method(method);
                (vec![&method.requires, &method.ensures], Vec::new())
            }
            MemberId::Pure(method) => {
                let method = program.pure_method(method);
                (
                    vec![&method.requires, &method.ensures],
                    method.body.iter().collect(),
                )
            }
            MemberId::Pred(predicate) => {
                let body = program.pred(predicate).body.iter();
                (body.collect(), Vec::new())
            }
        };
        let of_assertions = assertions.into_iter().flat_map(exprs_of);
        of_assertions.chain(exprs).for_each(|e| terms.add(e));
    }
    terms
}

/// Whether a term of the member, or one that any proof might use, is computed as an argument of the
/// triggers.
fn might_match(program: &Program, candidate: &Candidate<'_>, shared: &[&Expr]) -> bool {
    let mut own = Terms {
        computed: Vec::new(),
        makes_sums: false,
    };
    for stmt in walk::statements(&program.method(candidate.method).body) {
        stmt.exprs().into_iter().for_each(|e| own.add(e));
        let of_assertions = stmt.assertions().into_iter().flat_map(exprs_of);
        of_assertions.for_each(|e| own.add(e));
    }
    let is_outside = |e: &&&Expr| !candidate.quantifier.span.contains(e.span);
    let mut terms = own.computed.iter().chain(shared).filter(is_outside);
    own.makes_sums
        || terms.any(|e| {
            let mut computed = candidate.computed.iter();
            computed.any(|(_, pattern)| has_shape(pattern, e))
        })
}

/// Whether a term might be computed as a pattern is: what is computed is put in another form, so that any
/// sum might be a sum, and any product a product. What adds nothing, or multiplies by nothing, is not
/// computed.
fn has_shape(pattern: &Expr, e: &Expr) -> bool {
    let Some((op, one, two)) = operands(e) else {
        return false;
    };
    let is_number = |e: &Expr, n: u8| matches!(&e.kind, ExprKind::Int(m) if *m == n.into());
    let is_idle = |e| is_number(e, 0) || op == BinOp::Mul && is_number(e, 1);
    let is_product = has_product(pattern);
    !is_idle(one) && !is_idle(two) && (!is_product || has_product(e))
}

/// Whether there is a product in what is computed.
fn has_product(e: &Expr) -> bool {
    operands(e)
        .is_some_and(|(op, one, two)| op == BinOp::Mul || has_product(one) || has_product(two))
}

/// Whether a pattern is made of different variables alone, so that it has no simpler form.
fn is_plain<'e>(pattern: &'e Expr, met: &mut Vec<&'e Expr>) -> bool {
    if let Some((op, one, two)) = operands(pattern) {
        return op != BinOp::Sub && is_plain(one, met) && is_plain(two, met);
    }
    let ExprKind::Var(var) = &pattern.kind else {
        return false;
    };
    let is_new = !met.iter().any(|e| e.is_var(*var));
    met.push(pattern);
    is_new
}
