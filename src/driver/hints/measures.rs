//! Measures of recursive members that have none: what their own calls of themselves make smaller.

use super::candidate::{Candidate, Concern, Failed};
use super::site::Variable;
use crate::diagnostics::failure::FailureKind;
use crate::syntax::tree::ast::{ClauseKind, Expr, ExprKind, TypeKind};

/// The most measures that are tried.
const MAX: usize = 12;

/// Measures in the parameters that a call of the member itself changes: an integer, the distance of
/// two, how far an integer is from the end of an array or a sequence, the size of a collection.
pub(super) fn guessed(failed: Failed<'_>) -> Vec<Candidate> {
    let fails = matches!(
        failed.failure(),
        Some(FailureKind::CallNotTerminating { .. })
    );
    let mut own = failed.site.conditions(ClauseKind::Decreases);
    if !fails || own.next().is_some() {
        return Vec::new();
    }
    let parameters: Vec<Variable<'_>> = failed.site.parameters().collect();
    let mut changed = vec![false; parameters.len()];
    failed.site.expressions(&mut |e| {
        if let Some(args) = own_call(failed, e) {
            for (is_changed, (arg, param)) in changed.iter_mut().zip(args.iter().zip(&parameters)) {
                *is_changed |= failed.site.text(arg.span) != param.name;
            }
        }
        true
    });
    let all: Vec<(Variable<'_>, bool)> = parameters.into_iter().zip(changed).collect();
    let mut measures = alone(&all);
    measures.extend(distances(&all));
    measures.truncate(MAX);
    let measures = measures.into_iter();
    measures
        .map(|measure| decreases(failed, &measure))
        .collect()
}

/// The arguments of a call of the member itself, as far as the text tells.
fn own_call<'t>(failed: Failed<'t>, e: &'t Expr) -> Option<&'t [Expr]> {
    let ExprKind::Call(_, name, args) = &e.kind else {
        return None;
    };
    let site = failed.site;
    let is_own = name.text == site.member.name.text && args.len() == site.callable.params.len();
    is_own.then_some(args.as_slice())
}

/// The changed parameters that are measures by themselves.
fn alone(all: &[(Variable<'_>, bool)]) -> Vec<String> {
    let changed = all.iter().filter(|(_, is_changed)| *is_changed);
    let measure = |(one, _): &(Variable<'_>, bool)| {
        if one.is_integer() {
            return Some(one.name.to_owned());
        }
        is_collection(*one).then(|| format!("|{}|", one.name))
    };
    changed.filter_map(measure).collect()
}

/// The distances between two parameters of which one at least changes.
fn distances(all: &[(Variable<'_>, bool)]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, (one, is_changed)) in all.iter().enumerate() {
        if !one.is_integer() {
            continue;
        }
        for (other, (bound, is_changed_too)) in all.iter().enumerate() {
            if other == at || !(*is_changed || *is_changed_too) {
                continue;
            }
            let bound = if matches!(bound.ty.kind, TypeKind::Array(_)) {
                format!("{}.length", bound.name)
            } else if bound.is_integer() {
                bound.name.to_owned()
            } else if is_collection(*bound) {
                format!("|{}|", bound.name)
            } else {
                continue;
            };
            found.push(format!("{bound} - {}", one.name));
        }
    }
    found
}

fn is_collection(one: Variable<'_>) -> bool {
    matches!(one.ty.kind, TypeKind::Collection(_))
}

/// The candidate that adds a measure.
fn decreases(failed: Failed<'_>, measure: &str) -> Candidate {
    let (page, clauses) = (failed.page(), failed.site.clauses());
    Candidate {
        edits: vec![page.clause(clauses, ClauseKind::Decreases, measure)],
        what: format!("with `decreases {measure};`"),
        concern: Concern::Promise,
    }
}
