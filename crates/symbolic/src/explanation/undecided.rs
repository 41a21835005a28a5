//! Queries without an answer: what they cost, and the quantified facts of their member that feed
//! themselves (an instance makes a term that starts the next one), with a trigger that ends the loop.
//!
//! These are found in the text, not in the search: the terms that a quantifier without a trigger is used for
//! are those in which its variable is an index or an argument. If the body has the same term for
//! another value of the variable (`st[i - 1]` beside `st[i]`, `next[next[i]]`), each instance makes
//! the term of the next. No verdict depends on this.

use crate::engine::Engine;
use crate::error_context::Failure;
use crate::state::symbolic_state::State;
use veriframe_base::diagnostics::failure::{FailureKind, Note, Role};
use veriframe_base::source::Span;
use veriframe_ir::{CollOp, Expr, ExprKind, PureId, Quant, VarId, walk};

/// The most loops that are named for one query.
const MAX_NAMED: usize = 2;

/// A quantifier that feeds itself.
struct Feeding {
    /// The quantifier.
    quantifier: Span,
    /// The variable.
    variable: VarId,
    /// The term for which there is an instance.
    starts: Span,
    /// The term that the instance makes.
    makes: Span,
    /// A term of the body as a trigger that ends the loop.
    trigger: Option<Span>,
}

/// What an application applies, where two can be compared.
enum Head<'e> {
    /// The elements of an array, a sequence or a map.
    Of(&'e Expr),
    /// A pure method.
    Pure(PureId),
}

impl Head<'_> {
    fn is(&self, other: &Head<'_>) -> bool {
        match (self, other) {
            (Head::Of(one), Head::Of(other)) => is_same(one, other),
            (Head::Pure(one), Head::Pure(other)) => one == other,
            (Head::Of(_), Head::Pure(_)) | (Head::Pure(_), Head::Of(_)) => false,
        }
    }
}

impl Engine<'_> {
    /// The failure reported if a query about a claim in this state has no answer: about what fails
    /// otherwise, or whether what is held is what is needed.
    pub(crate) fn unknown_failure(
        &self,
        s: &State,
        span: Span,
        claim: Option<FailureKind>,
    ) -> Failure {
        let cost = self.session.solver.unknown_at(&s.path);
        let cost = cost.filter(|cost| cost.attempts > 0);
        let is_abstracted = cost.is_some_and(|cost| cost.is_abstracted);
        let kind = FailureKind::Undecided {
            claim: claim.map(Box::new),
            products: is_abstracted,
        };
        let mut failure = Failure::new(span, kind);
        if let Some(cost) = cost.filter(|_| !is_abstracted) {
            let cost = Note::Cost {
                units: cost.units,
                attempts: cost.attempts as u64,
                limit: u64::from(cost.limit),
                is_whole: cost.limit >= self.ctx.config.rlimit / 2,
            };
            failure.notes.insert(0, cost);
            self.name_matching_loops(s, &mut failure);
        }
        failure
    }

    /// Adds to a failure the quantifiers of the member that feed themselves, in the order of the text,
    /// unless an earlier failure names them.
    fn name_matching_loops(&self, s: &State, failure: &mut Failure) {
        let (program, member) = (self.ctx.program, s.frame.member);
        let mut found = Vec::new();
        walk::member_exprs(program, member, &mut |e| {
            if let ExprKind::Quant(quant) = &e.kind {
                found.extend(feeding(e.span, quant));
            }
        });
        found.sort_by_key(|feeding| feeding.quantifier);
        found.dedup_by_key(|feeding| feeding.quantifier);
        let earlier = self.run.diagnostics.iter().flat_map(|d| &d.related);
        let named = earlier.filter(|label| matches!(label.role, Role::FeedsItself { .. }));
        let named: Vec<Span> = named.map(|label| label.span).collect();
        found.retain(|feeding| !named.contains(&feeding.quantifier));
        let quoted = |span: Span| {
            self.run.quotes.borrow_mut().insert(span);
            self.ctx.quoted(span)
        };
        for feeding in found.into_iter().take(MAX_NAMED) {
            let role = Role::FeedsItself {
                variable: self.vars(member).get(feeding.variable).name.clone(),
                starts: quoted(feeding.starts),
                makes: quoted(feeding.makes),
            };
            failure.related.push((feeding.quantifier, role));
            let trigger = feeding.trigger.map(quoted);
            failure.notes.push(Note::EndsLoop(trigger));
        }
    }
}

/// Whether an instance of a quantifier makes a term that starts another one.
fn feeding(span: Span, quant: &Quant) -> Option<Feeding> {
    if !quant.universal || !quant.triggers.is_empty() {
        return None;
    }
    let mut all: Vec<&Expr> = Vec::new();
    collect(&quant.body, &mut all);
    let applied = |e: &&Expr| application(e).is_some();
    let all: Vec<&Expr> = all.into_iter().filter(applied).collect();
    let next_of = |e: &Expr, variable| {
        let mut makes = all.iter();
        makes.find(|makes| is_next(e, makes, variable)).copied()
    };
    quant.vars.iter().find_map(|&variable| {
        let (starts, makes) = all.iter().find_map(|&starts| {
            let is_least = is_applied_to(starts, variable);
            let makes = next_of(starts, variable).filter(|_| is_least)?;
            Some((starts, makes))
        })?;
        let ends = |e: &&&Expr| {
            let is_trigger = quant.vars.iter().all(|var| e.mentions(*var)) && is_pattern(e);
            is_trigger && quant.vars.iter().all(|var| next_of(e, *var).is_none())
        };
        Some(Feeding {
            quantifier: span,
            variable,
            starts: starts.span,
            makes: makes.span,
            trigger: all.iter().find(ends).map(|e| e.span),
        })
    })
}

fn collect<'e>(e: &'e Expr, all: &mut Vec<&'e Expr>) {
    veriframe_base::stack::deep(|| {
        all.push(e);
        e.children().into_iter().for_each(|e| collect(e, all));
    });
}

/// What an expression applies, and to what; `None` for what no trigger is made of.
fn application(e: &Expr) -> Option<(Head<'_>, Vec<&Expr>)> {
    if let ExprKind::Index(array, index) = &e.kind {
        return Some((Head::Of(array), vec![index]));
    }
    if let ExprKind::Pure(call) = &e.kind {
        let arguments = call.receiver.iter().chain(&call.args);
        return Some((Head::Pure(call.callee), arguments.collect()));
    }
    if let ExprKind::Collection(CollOp::Index | CollOp::Lookup, operands) = &e.kind {
        let (of, rest) = operands.split_first()?;
        return Some((Head::Of(of), rest.iter().collect()));
    }
    None
}

/// Whether an argument is the variable itself.
fn is_applied_to(e: &Expr, variable: VarId) -> bool {
    let arguments = application(e).map(|(_, arguments)| arguments);
    arguments.into_iter().flatten().any(|e| e.is_var(variable))
}

/// Whether a term can be a trigger: it has nothing in it that only computing can match.
fn is_pattern(e: &Expr) -> bool {
    let Some((_, arguments)) = application(e) else {
        return matches!(e.kind, ExprKind::Var(_));
    };
    arguments.into_iter().all(is_pattern)
}

/// Whether the second is the first one for another value of the variable, which is computed from it.
fn is_next(pattern: &Expr, makes: &Expr, variable: VarId) -> bool {
    let mut values = Vec::new();
    let matches = bind(pattern, makes, variable, &mut values);
    matches
        && values
            .iter()
            .any(|e| !e.is_var(variable) && e.mentions(variable))
}

/// Whether a term is a pattern for some values of its variable, which are found.
fn bind<'e>(pattern: &Expr, e: &'e Expr, variable: VarId, values: &mut Vec<&'e Expr>) -> bool {
    if pattern.is_var(variable) {
        values.push(e);
        return true;
    }
    let (Some((head, arguments)), Some((other, others))) = (application(pattern), application(e))
    else {
        return is_same(pattern, e);
    };
    let mut pairs = arguments.into_iter().zip(others);
    head.is(&other) && pairs.all(|(pattern, e)| bind(pattern, e, variable, values))
}

/// Whether two names of arrays or collections are the same.
fn is_same(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Var(one), ExprKind::Var(other)) => one == other,
        (ExprKind::Static(one), ExprKind::Static(other)) => one == other,
        (ExprKind::Field(one, field), ExprKind::Field(other, same)) => {
            field == same && is_same(one, other)
        }
        (ExprKind::Elements(one, None, None), ExprKind::Elements(other, None, None)) => {
            is_same(one, other)
        }
        _ => false,
    }
}
