//! Facts that a predicate might say besides: what the constructors demand of the values that they
//! store, the failed condition, and bounds of the fields that it gives access to.

use super::candidate::{Candidate, Concern, Failed, names};
use super::entry::replaced;
use super::site::{Variable, resources, values};
use crate::diagnostics::History;
use crate::syntax::tree::ast::{
    Callable, ClauseKind, Expr, ExprKind, MemberKind, Param, Stmt, StmtKind,
};

/// The most facts that are tried.
const MAX_FACTS: usize = 10;

/// A predicate of the member's class.
struct Stated<'t> {
    name: &'t str,
    /// The assertion that it stands for.
    body: &'t Expr,
}

/// One more conjunct of a predicate that the precondition has, where callers do not make the state in
/// which the member fails: otherwise it would exclude what they make.
pub(super) fn strengthened(failed: Failed<'_>) -> Vec<Candidate> {
    let mut all = Vec::new();
    let found = failed.error.counterexample.as_ref();
    let history = found.and_then(|found| found.history.as_ref());
    if !matches!(history, Some(History::Unreached(_))) {
        return all;
    }
    for stated in demanded(failed) {
        let fields = fields(failed, &stated);
        if fields.is_empty() {
            continue;
        }
        let mut facts: Vec<String> = failed.goal().into_iter().collect();
        facts.extend(stored(failed));
        facts.extend(bounds(&fields));
        let is_field = |name: &str| fields.iter().any(|field| field.name == name);
        let is_about_fields = |fact: &String| {
            let mut named = names(fact).filter(|name| *name != "this").peekable();
            named.peek().is_some() && named.all(is_field)
        };
        let known = failed.site.text(stated.body.span);
        facts.retain(|fact| is_about_fields(fact) && !known.contains(fact.as_str()));
        let mut new: Vec<String> = Vec::new();
        for fact in facts {
            if !new.contains(&fact) {
                new.push(fact);
            }
        }
        new.truncate(MAX_FACTS);
        let page = failed.page();
        all.extend(new.into_iter().map(|fact| Candidate {
            edits: vec![page.insert(stated.body.span.end as usize, format!(" * {fact}"))],
            what: format!("with `{fact}` in the predicate `{}`", stated.name),
            concern: Concern::Demand,
        }));
    }
    all
}

/// The predicates of the class that the precondition demands of the receiver.
fn demanded(failed: Failed<'_>) -> Vec<Stated<'_>> {
    let site = failed.site;
    let demanded = site.conditions(ClauseKind::Requires).flat_map(resources);
    let demanded: Vec<&str> = demanded.filter_map(own_instance).collect();
    let members = site.class.members.iter();
    members
        .filter_map(|member| {
            let MemberKind::Predicate(callable) = &*member.kind else {
                return None;
            };
            let name: &str = &member.name.text;
            let body = returned(callable).filter(|_| demanded.contains(&name))?;
            Some(Stated { name, body })
        })
        .collect()
}

/// The name of a predicate without parameters, if an expression is an instance of the receiver.
fn own_instance(e: &Expr) -> Option<&str> {
    let ExprKind::Call(receiver, name, args) = &e.kind else {
        return None;
    };
    let is_own = receiver
        .as_ref()
        .is_none_or(|of| matches!(of.kind, ExprKind::This));
    (is_own && args.is_empty()).then_some(name.text.as_str())
}

fn returned(callable: &Callable) -> Option<&Expr> {
    let [only] = callable.body.as_ref()?.stmts.as_slice() else {
        return None;
    };
    let StmtKind::Return(value) = &*only.kind else {
        return None;
    };
    value.as_ref()
}

/// The fields of the receiver that a predicate gives access to.
fn fields<'t>(failed: Failed<'t>, stated: &Stated<'t>) -> Vec<Variable<'t>> {
    let accessed = resources(stated.body).into_iter().filter_map(|e| {
        let ExprKind::Acc(place, _) = &e.kind else {
            return None;
        };
        own_field(place)
    });
    let accessed: Vec<&str> = accessed.collect();
    let members = failed.site.class.members.iter();
    let fields = members.filter_map(|member| match &*member.kind {
        MemberKind::Field { ty, .. } => Some(Variable {
            name: &member.name.text,
            ty,
            init: None,
        }),
        _ => None,
    });
    fields
        .filter(|field| accessed.contains(&field.name))
        .collect()
}

/// The name of a field of the receiver.
fn own_field(e: &Expr) -> Option<&str> {
    if let ExprKind::Name(name) = &e.kind {
        return Some(name);
    }
    let ExprKind::Field(of, name) = &e.kind else {
        return None;
    };
    matches!(of.kind, ExprKind::This).then_some(name.text.as_str())
}

/// What constructors demand of parameters that they store in fields, said of the fields.
fn stored(failed: Failed<'_>) -> Vec<String> {
    let mut all = Vec::new();
    for member in &failed.site.class.members {
        let MemberKind::Constructor(callable) = &*member.kind else {
            continue;
        };
        let stores = stores(callable);
        let demands = callable.contract.iter();
        let demands = demands.filter(|clause| clause.kind == ClauseKind::Requires);
        for condition in demands.flat_map(|clause| &clause.exprs).flat_map(values) {
            let mut text = failed.site.text(condition).to_owned();
            for (parameter, field) in &stores {
                text = replaced(&text, parameter, field);
            }
            all.push(text);
        }
    }
    all
}

/// The parameters that a constructor stores, with the fields.
fn stores(callable: &Callable) -> Vec<(&str, &str)> {
    let statements: &[Stmt] = callable.body.as_ref().map_or(&[], |body| &body.stmts);
    let assigned = statements.iter().filter_map(|stmt| {
        let StmtKind::Assign(place, _, value) = &*stmt.kind else {
            return None;
        };
        Some((place, value))
    });
    let stored = assigned.filter_map(|(place, value)| {
        let ExprKind::Name(name) = &value.kind else {
            return None;
        };
        let mut params = callable.params.iter();
        let is_parameter = params.any(|Param { name: own, .. }| own.text == *name);
        let field = own_field(place).filter(|_| is_parameter)?;
        Some((name.as_str(), field))
    });
    stored.collect()
}

/// Bounds of fields.
fn bounds(fields: &[Variable<'_>]) -> Vec<String> {
    let integers: Vec<&str> = fields
        .iter()
        .filter(|field| field.is_integer())
        .map(|field| field.name)
        .collect();
    let mut all: Vec<String> = Vec::new();
    all.extend(integers.iter().map(|one| format!("0 <= {one}")));
    all.extend(integers.iter().map(|one| format!("1 <= {one}")));
    for (at, one) in integers.iter().enumerate() {
        for other in integers.iter().skip(at + 1) {
            all.extend([format!("{one} <= {other}"), format!("{other} <= {one}")]);
        }
    }
    all
}
