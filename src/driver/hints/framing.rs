//! Candidates that change conjuncts of contracts: their order, fractions, and demands of
//! overriding methods.

use super::candidate::{Candidate, Concern, Failed};
use crate::diagnostics::failure::FailureKind;
use crate::diagnostics::{Code, Edit};
use crate::source::Span;
use crate::syntax::tree::ast::{Clause, ClauseKind, Expr, ExprKind};
use crate::syntax::tree::walk;

/// Permission added to what reads the location.
pub(super) fn added(failed: Failed<'_>) -> Vec<Candidate> {
    if failed.error.reason.unwrap_or(failed.error.code) != Code::NotSelfFraming {
        return Vec::new();
    }
    let (Some(location), Some(reading)) = (place(failed), reading(failed)) else {
        return Vec::new();
    };
    let start = reading.span.start as usize;
    let acc = format!("acc({location})");
    vec![Candidate {
        edits: vec![failed.page().insert(start, format!("{acc} * "))],
        what: format!("with `{acc}` before the conjunct that reads `{location}`"),
        concern: Concern::Demand,
    }]
}

/// The clauses of the member and of its loops.
fn clauses<'t>(failed: Failed<'t>) -> impl Iterator<Item = &'t Clause> {
    let own = failed.site.callable.contract.iter();
    let loops = failed.loops().into_iter();
    own.chain(loops.flat_map(|found| found.specs))
}

/// The condition of a clause in which the failure is.
fn reading<'t>(failed: Failed<'t>) -> Option<&'t Expr> {
    let all = clauses(failed).flat_map(|clause| &clause.exprs);
    let mut holding = all.filter(|e| e.span.contains(failed.error.span));
    holding.next()
}

/// What there is not enough permission to.
fn place(failed: Failed<'_>) -> Option<&str> {
    match failed.failure()? {
        FailureKind::NoPermission { place, .. } | FailureKind::NotEnough { place, .. } => {
            Some(place)
        }
        FailureKind::NotHeld { instance } => Some(instance),
        _ => None,
    }
}

/// Whether two texts name the same location.
fn is_same(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.strip_prefix("this.").unwrap_or(text).to_owned();
    plain(one) == plain(other)
}

/// The whole permission instead of a fraction of it, in all of the contract.
pub(super) fn whole(failed: Failed<'_>) -> Vec<Candidate> {
    let reason = failed.error.reason.unwrap_or(failed.error.code);
    let Some(location) = place(failed) else {
        return Vec::new();
    };
    if reason != Code::InsufficientPermission {
        return Vec::new();
    }
    let mut edits = Vec::new();
    let mut fraction = None;
    failed.site.expressions(&mut |e| {
        if let ExprKind::Acc(place, Some(_)) = &e.kind
            && is_same(failed.site.text(place.span), location)
        {
            fraction = Some(failed.site.text(e.span));
            let span = Span {
                start: place.span.end,
                end: e.span.end.saturating_sub(1),
                ..e.span
            };
            let text = String::new();
            edits.push(Edit { span, text });
        }
        true
    });
    let Some(fraction) = fraction else {
        return Vec::new();
    };
    let what = format!(
        "with `acc({location})` instead of `{fraction}` in its contract, which callers have to \
         hold"
    );
    let concern = Concern::Demand;
    vec![Candidate {
        edits,
        what,
        concern,
    }]
}

/// A part of the permission instead of the whole in the contract of what is called.
pub(super) fn part(failed: Failed<'_>) -> Vec<Candidate> {
    let is_at_call = failed.error.code == Code::Precondition
        && failed.error.reason == Some(Code::InsufficientPermission);
    let Some(missing) = place(failed).filter(|_| is_at_call) else {
        return Vec::new();
    };
    let field = |place: &str| place.rsplit('.').next().unwrap_or(place).to_owned();
    let missing = field(missing);
    let mut all = Vec::new();
    for callee in failed.callees() {
        let mut edits = Vec::new();
        let own = callee.callable.contract.iter();
        for e in own.flat_map(|clause| &clause.exprs) {
            walk::exprs(e, &mut |e| {
                if let ExprKind::Acc(place, None) = &e.kind
                    && field(callee.text(place.span)) == missing
                {
                    let end = place.span.end as usize;
                    edits.push(callee.page.insert(end, ", 1/2".to_owned()));
                }
                true
            });
        }
        if !edits.is_empty() {
            let name = failed.verdicts.name(callee);
            all.push(Candidate {
                edits,
                what: format!(
                    "with half of the permission to `{missing}` in the contract of `{name}`"
                ),
                concern: Concern::Promise,
            });
        }
    }
    all
}

/// The precondition of an overriding method without a conjunct that the overridden one does not
/// demand.
pub(super) fn weaker(failed: Failed<'_>) -> Vec<Candidate> {
    if failed.error.code != Code::OverrideContract {
        return Vec::new();
    }
    let places = failed.places();
    let mut all = Vec::new();
    let contract = failed.site.callable.contract.iter();
    for clause in contract.filter(|clause| clause.kind == ClauseKind::Requires) {
        let Some(conjunct) = places.iter().find(|place| clause.span.contains(**place)) else {
            continue;
        };
        let text = failed.site.text(*conjunct);
        let gone = match clause.exprs.as_slice() {
            [e] if e.span == *conjunct => Some(before_clause(failed, clause)),
            [e] => conjunct_with_star(failed, e, *conjunct),
            _ => None,
        };
        all.extend(gone.map(|span| Candidate {
            edits: vec![Edit {
                span,
                text: String::new(),
            }],
            what: format!(
                "without `{text}` in its precondition, which callers of the overridden method do \
                 not establish"
            ),
            concern: Concern::Promise,
        }));
    }
    all
}

/// A clause with the white space before it.
fn before_clause(failed: Failed<'_>, clause: &Clause) -> Span {
    let text = failed.page().source.text();
    let start = clause.span.start as usize;
    let before = text.get(..start).unwrap_or_default();
    // The beginning of a comment stays.
    let blank = before.len() - before.trim_end().len();
    let blank = if before.trim_end().ends_with('@') {
        0
    } else {
        blank
    };
    Span::new(clause.span.file, start - blank, clause.span.end as usize)
}

/// A conjunct with the `*` before or behind it.
fn conjunct_with_star(failed: Failed<'_>, e: &Expr, conjunct: Span) -> Option<Span> {
    let mut stars = Vec::new();
    walk::exprs(e, &mut |e| {
        if let ExprKind::Chain(_, rest) = &e.kind {
            stars.extend(rest.iter().map(|(_, span, _)| *span));
        }
        true
    });
    let is_star = |span: &&Span| matches!(failed.site.text(**span), "*" | "&&");
    let mut stars = stars.iter().filter(is_star);
    let before = stars.clone().rev().find(|star| star.end <= conjunct.start);
    let text = |start: u32, end: u32| {
        failed.site.text(Span {
            start,
            end,
            ..conjunct
        })
    };
    match before {
        Some(star) if text(star.end, conjunct.start).trim().is_empty() => Some(Span {
            start: star.start - u32::from(text(star.start - 1, star.start) == " "),
            ..conjunct
        }),
        _ => {
            let star = stars.find(|star| star.start >= conjunct.end)?;
            let space = u32::from(text(star.end, star.end + 1) == " ");
            Some(Span {
                end: star.end + space,
                ..conjunct
            })
        }
    }
}
