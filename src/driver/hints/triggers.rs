//! Triggers that end the loops of quantified facts which feed themselves.

use super::candidate::{Candidate, Concern, Failed};
use crate::diagnostics::failure::{Note, Role};
use crate::syntax::tree::ast::{Expr, ExprKind};
use crate::syntax::tree::walk;

/// The trigger that the failure names, in the quantifier that it names.
pub(super) fn ended(failed: Failed<'_>) -> Vec<Candidate> {
    let related = &failed.error.related;
    let feeding = related
        .iter()
        .filter(|label| matches!(label.role, Role::FeedsItself { .. }));
    let triggers = failed.error.notes.iter().filter_map(|note| match note {
        Note::EndsLoop(trigger) => Some(trigger.as_deref()),
        _ => None,
    });
    let mut all = Vec::new();
    for (label, trigger) in feeding.zip(triggers) {
        let Some(trigger) = trigger else { continue };
        let mut body: Option<&Expr> = None;
        // In a contract, other members would have to be looked at.
        for stmt in failed.site.body() {
            walk::exprs_of_stmt(stmt, &mut |e| {
                if let ExprKind::Quant(quant) = &e.kind
                    && e.span == label.span
                {
                    body = Some(&quant.body);
                }
                true
            });
        }
        if let Some(body) = body {
            let at = body.span.start as usize;
            all.push(Candidate {
                edits: vec![failed.page().insert(at, format!("{{{trigger}}} "))],
                what: format!("with the trigger `{{{trigger}}}`"),
                concern: Concern::Body,
            });
        }
    }
    all
}
