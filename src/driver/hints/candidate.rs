//! Edits that might make a member verify. They only propose: what does not resolve, or does not
//! help, is found out by trying.

use super::edits::Page;
use super::site::{Loop, Site, Variable, resources};
use super::verdicts::Verdicts;
use super::{entry, framing, ghost, invariants, measures, predicates, triggers};
use crate::diagnostics::failure::FailureKind;
use crate::diagnostics::{Code, Diagnostic, Edit};
use crate::source::{SourceMap, Span};
use crate::syntax::tree::ast::{ClauseKind, Expr, ExprKind, File, StmtKind};

/// What an edit concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Concern {
    /// The body of the member.
    Body,
    /// What the member or a callee promises, or the order of conjuncts.
    Promise,
    /// What callers have to establish.
    Demand,
}

/// An edit that might make the member verify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The edit.
    pub edits: Vec<Edit>,
    /// What it does, after "it verifies ".
    pub what: String,
    /// What it concerns.
    pub concern: Concern,
}

/// A failed member, with what is known of its failure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed<'t> {
    /// All files.
    pub sources: &'t SourceMap,
    /// Their trees.
    pub trees: &'t [File],
    /// The member.
    pub site: Site<'t>,
    /// One of its errors.
    pub error: &'t Diagnostic,
    /// Which members verify.
    pub verdicts: &'t Verdicts<'t>,
    /// Whether ghost statements are inferred.
    pub infers: bool,
    /// What held at the head of each loop on all runs seen.
    pub observed: &'t [Vec<String>],
}

impl<'t> Failed<'t> {
    /// All candidates, the most useful ones first.
    pub(super) fn candidates(self) -> Vec<Candidate> {
        if self.error.code == Code::Unknown {
            return triggers::ended(self);
        }
        let mut all = framing::added(self);
        all.extend(framing::whole(self));
        all.extend(measures::guessed(self));
        let speaks_of_entry = self.goal().is_some_and(|goal| goal.contains("old("));
        if speaks_of_entry {
            all.extend(invariants::with_rest(self));
        }
        all.extend(invariants::single(self));
        all.extend(ghost::statements(self));
        all.extend(self.joins());
        all.extend(self.promises());
        all.extend(framing::part(self));
        all.extend(framing::weaker(self));
        all.extend(predicates::strengthened(self));
        all.extend(entry::demands(self));
        all.extend(invariants::with_demand(self));
        all
    }

    /// The page of the member.
    pub(super) fn page(self) -> Page<'t> {
        self.site.page
    }

    /// Whether a member, with all overloads of it, verifies.
    pub(super) fn is_verified(self, site: Site<'_>) -> bool {
        self.verdicts.are_verified(site)
    }

    /// How equality is written.
    pub(super) fn equals(self) -> &'static str {
        self.page().notation.equality()
    }

    /// The value of an expression on entry.
    pub(super) fn old(self, e: &str) -> String {
        self.page().notation.old(e)
    }

    /// The failure.
    pub(super) fn failure(self) -> Option<&'t FailureKind> {
        self.error.what.failure()
    }

    /// The places that the diagnostic names.
    pub(super) fn places(self) -> Vec<Span> {
        let related = self.error.related.iter().map(|label| label.span);
        related.chain([self.error.span]).collect()
    }

    /// Whether a condition is false, and not a permission.
    pub(super) fn is_about_values(self) -> bool {
        self.error.reason.unwrap_or(self.error.code) == Code::MayNotHold
    }

    /// Whether permission is missing.
    pub(super) fn is_about_permission(self) -> bool {
        let reason = self.error.reason.unwrap_or(self.error.code);
        matches!(
            reason,
            Code::InsufficientPermission | Code::MissingPredicate | Code::NullDereference
        )
    }

    /// The failed conjunct with what is returned for the result; `None` if it has no text in this
    /// member.
    pub(super) fn goal(self) -> Option<String> {
        if !self.is_about_values() {
            return None;
        }
        let span = self.error.span;
        if !self.site.member.span.contains(span) {
            return None;
        }
        let returned = self.site.returned(&self.places());
        Some(self.site.rewritten(span, &|e| {
            let is_result = self.site.is_result(e);
            is_result.then_some(())?;
            Some(operand(self.site.text(returned?.span)))
        }))
    }

    /// A candidate that adds a clause to the contract of the member.
    pub(super) fn demand(self, condition: &str) -> Candidate {
        let clause = self
            .page()
            .clause(self.site.clauses(), ClauseKind::Requires, condition);
        Candidate {
            edits: vec![clause],
            what: format!("with `requires {condition};`, which callers have to establish"),
            concern: Concern::Demand,
        }
    }

    /// One more conjunct of each `join`.
    fn joins(self) -> Vec<Candidate> {
        let Some(goal) = self.goal() else {
            return Vec::new();
        };
        let goal = if goal.contains("||") || goal.contains("==>") {
            format!("({goal})")
        } else {
            goal
        };
        let statements = self.site.statements().into_iter();
        let joins = statements.filter_map(|stmt| {
            let StmtKind::Join(e) = &*stmt.kind else {
                return None;
            };
            Some(e)
        });
        joins
            .map(|e| Candidate {
                edits: vec![
                    self.page()
                        .insert(e.span.end as usize, format!(" * {goal}")),
                ],
                what: format!("with `join {} * {goal};`", self.site.text(e.span)),
                concern: Concern::Body,
            })
            .collect()
    }

    /// One more conjunct of the postcondition of what the member calls.
    fn promises(self) -> Vec<Candidate> {
        let callees = self.called().into_iter();
        let callees = callees.filter(|(callee, _)| !callee.has("pure"));
        callees
            .flat_map(|(callee, call)| self.promises_of(callee, call))
            .collect()
    }

    /// The other members in the member's file that it calls.
    pub(super) fn callees(self) -> impl Iterator<Item = Site<'t>> {
        self.called().into_iter().map(|(callee, _)| callee)
    }

    /// The same, with the first call of each.
    fn called(self) -> Vec<(Site<'t>, &'t Expr)> {
        let sites = Site::all(self.trees, self.sources);
        let mut callees: Vec<(Site<'t>, &'t Expr)> = Vec::new();
        for call in self.calls() {
            let ExprKind::Call(_, name, args) = &call.kind else {
                continue;
            };
            let mut same = sites.iter().filter(|site| {
                site.page.id == self.site.page.id
                    && site.member.name.text == name.text
                    && site.callable.params.len() == args.len()
                    && site.member.name.span != self.site.member.name.span
            });
            let is_known = |one: &Site<'_>| {
                let mut known = callees.iter();
                known.any(|(other, _)| other.member.span == one.member.span)
            };
            if let (Some(callee), None) = (same.next(), same.next())
                && !is_known(callee)
            {
                callees.push((*callee, call));
            }
        }
        callees
    }

    /// The calls in the body.
    fn calls(self) -> Vec<&'t Expr> {
        let mut found = Vec::new();
        for stmt in self.site.body() {
            crate::syntax::tree::walk::exprs_of_stmt(stmt, &mut |e| {
                if matches!(e.kind, ExprKind::Call(..)) {
                    found.push(e);
                }
                true
            });
        }
        found
    }

    fn promises_of(self, callee: Site<'t>, call: &'t Expr) -> Vec<Candidate> {
        let mut conditions = Vec::new();
        if self.is_about_permission() {
            let held = callee.conditions(ClauseKind::Requires).flat_map(resources);
            let returned: Vec<&str> = callee
                .conditions(ClauseKind::Ensures)
                .flat_map(resources)
                .map(|e| callee.text(e.span))
                .collect();
            let held = held.map(|e| callee.text(e.span));
            conditions.extend(held.filter(|e| !returned.contains(e)).map(str::to_owned));
        }
        conditions.extend(self.goal_of_callee(callee, call));
        if self.is_about_values() {
            let owned = callee.conditions(ClauseKind::Ensures).flat_map(resources);
            for e in owned {
                if let ExprKind::Acc(place, _) = &e.kind {
                    let place = callee.text(place.span);
                    conditions.push(format!("{place} {} {}", self.equals(), self.old(place)));
                }
            }
        }
        conditions.dedup();
        let add = |condition: String| Candidate {
            edits: vec![
                callee
                    .page
                    .clause(callee.clauses(), ClauseKind::Ensures, &condition),
            ],
            what: format!(
                "with `ensures {condition};` at `{}`",
                self.verdicts.name(callee)
            ),
            concern: Concern::Promise,
        };
        conditions.into_iter().map(add).collect()
    }

    /// The failed conjunct in the terms of a callee.
    fn goal_of_callee(self, callee: Site<'t>, call: &'t Expr) -> Option<String> {
        let ExprKind::Call(receiver, _, args) = &call.kind else {
            return None;
        };
        let span = self.error.span;
        if !self.is_about_values() || !self.site.member.span.contains(span) {
            return None;
        }
        let text = |e: &Expr| self.site.text(e.span);
        let is_returned = self
            .site
            .returned(&self.places())
            .is_some_and(|returned| returned.span == call.span);
        let names: Vec<&str> = callee.parameters().map(|p| p.name).collect();
        let mut is_known = true;
        let goal = self.site.rewritten(span, &|e| {
            if let Some(receiver) = receiver
                && text(e) == text(receiver)
            {
                return Some("this".to_owned());
            }
            let at = args.iter().position(|arg| text(arg) == text(e))?;
            names.get(at).map(|name| (*name).to_owned())
        });
        self.site.expressions(&mut |e| {
            is_known &= !(self.site.is_result(e) && span.contains(e.span)) || is_returned;
            true
        });
        is_known.then_some(goal)
    }

    /// The loops of the member.
    pub(super) fn loops(self) -> Vec<Loop<'t>> {
        self.site.loops()
    }

    /// The parameters, those that the failed conjunct names first.
    pub(super) fn parameters(self) -> Vec<Variable<'t>> {
        let text = self.sources.text(self.error.span);
        let mut texts = self.error.parts();
        texts.push(text);
        let mut all: Vec<Variable<'t>> = self.site.parameters().collect();
        all.sort_by_key(|p| {
            !texts
                .iter()
                .any(|text| names(text).any(|name| name == p.name))
        });
        all
    }
}

/// An expression as an operand.
pub(super) fn operand(text: &str) -> String {
    let is_atom = text
        .chars()
        .all(|c| c.is_alphanumeric() || "_.\\".contains(c));
    if is_atom || text.ends_with(')') && !text.contains(' ') {
        text.to_owned()
    } else {
        format!("({text})")
    }
}

/// The names in a text.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic()))
}
