//! Candidates for loop invariants.

use super::candidate::{Candidate, Concern, Failed, names, operand};
use super::entry::{at_entry, measures};
use super::site::{Loop, resources};
use crate::diagnostics::Code;
use crate::source::Span;
use crate::syntax::tree::ast::{BinOp, ClauseKind, Expr, ExprKind};

/// A possible invariant of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invariant {
    /// The place of the loop.
    pub at: Span,
    /// The condition.
    pub condition: String,
    /// The edit.
    pub candidate: Candidate,
}

/// One more invariant of a loop.
pub(super) fn single(failed: Failed<'_>) -> Vec<Candidate> {
    let all = all(failed).into_iter();
    let mut permission = all
        .clone()
        .filter(|found| found.condition.starts_with("acc("));
    let mut found: Vec<Candidate> = Vec::new();
    // All permission that the precondition gives is kept together.
    if let Some(first) = permission.next() {
        let mut together = first.candidate;
        for more in permission.filter(|more| more.at == first.at) {
            together.edits.extend(more.candidate.edits);
            together.what += " and ";
            together.what += &more.candidate.what;
        }
        found.push(together);
    }
    let conditions = all.filter(|found| !found.condition.starts_with("acc("));
    found.extend(conditions.map(|found| found.candidate));
    found.truncate(MAX_SINGLE);
    found
}

/// What the iterations so far have done, with what those to come find as it was on entry.
pub(super) fn with_rest(failed: Failed<'_>) -> Vec<Candidate> {
    let mut pairs = Vec::new();
    for found in failed.loops().iter().rev() {
        let done = from_goal(failed, found).into_iter().skip(1);
        let done: Vec<String> = done.filter(|one| one.contains("==>")).collect();
        let frames = frames(failed, found);
        let is_rest = |one: &&String| {
            let value = one.split(' ').next().unwrap_or_default();
            value.ends_with("..]") && !value.ends_with("[..]")
        };
        for rest in frames.iter().filter(is_rest) {
            for done in &done {
                let [mut first, second] =
                    [done, rest].map(|one| invariant(failed, found, one.clone()).candidate);
                first.edits.extend(second.edits);
                first.what = format!("{} and {}", first.what, second.what);
                pairs.push(first);
            }
        }
    }
    pairs.truncate(MAX_PAIRS);
    pairs
}

/// The number of pairs of invariants that are tried.
const MAX_PAIRS: usize = 8;

/// The number of invariants that are tried alone.
const MAX_SINGLE: usize = 12;

/// All possible invariants, the most useful ones first.
pub(super) fn all(failed: Failed<'_>) -> Vec<Invariant> {
    let mut all = Vec::new();
    let loops = failed.loops();
    // Of nested loops, the inner one forgets more.
    for (number, found) in loops.iter().enumerate().rev() {
        let mut conditions = permissions(failed, found);
        conditions.extend(from_condition(failed, found));
        conditions.extend(from_goal(failed, found));
        if failed.error.code == Code::Termination {
            conditions.extend(measures(failed).iter().map(|m| format!("0 <= {m}")));
        }
        conditions.extend(initial_bounds(failed, found));
        conditions.extend(frames(failed, found));
        conditions.extend(relations(failed, found));
        conditions.extend(failed.observed.get(number).into_iter().flatten().cloned());
        let known: Vec<&str> = found
            .specs
            .iter()
            .map(|clause| failed.site.text(clause.span))
            .collect();
        for condition in conditions {
            let is_known = known.iter().any(|clause| clause.contains(&*condition));
            let new = invariant(failed, found, condition);
            if !is_known && !all.contains(&new) {
                all.push(new);
            }
        }
    }
    all
}

/// One more invariant.
fn invariant(failed: Failed<'_>, found: &Loop<'_>, condition: String) -> Invariant {
    let page = failed.page();
    let clause = page.clause(found.clauses(), ClauseKind::Invariant, &condition);
    let keyword = page.notation.invariant();
    let while_what = found.cond.map_or_else(String::new, |cond| {
        format!(" (`{}`)", failed.site.text(cond.span))
    });
    Invariant {
        at: found.stmt.span,
        candidate: Candidate {
            edits: vec![clause],
            what: format!("with `{keyword} {condition};` at the loop{while_what}"),
            concern: Concern::Body,
        },
        condition,
    }
}

/// The permission of the precondition that the loop does not keep.
fn permissions(failed: Failed<'_>, found: &Loop<'_>) -> Vec<String> {
    let held = failed.site.conditions(ClauseKind::Requires);
    let held = held.flat_map(resources);
    let kept: Vec<&str> = found
        .specs
        .iter()
        .flat_map(|clause| &clause.exprs)
        .flat_map(resources)
        .map(|e| failed.site.text(e.span))
        .collect();
    held.map(|e| failed.site.text(e.span))
        .filter(|held| !kept.contains(held))
        .map(str::to_owned)
        .collect()
}

/// What holds after the last iteration as well as before each: `i <= n` of `i < n`.
fn from_condition(failed: Failed<'_>, found: &Loop<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let comparisons = found.cond.map(|cond| comparisons(cond)).unwrap_or_default();
    for (left, op, right) in comparisons {
        let (left, right) = (failed.site.text(left.span), failed.site.text(right.span));
        if matches!(op, BinOp::Lt | BinOp::Ne) {
            all.push(format!("{left} <= {right}"));
        }
        if matches!(op, BinOp::Gt | BinOp::Ne) {
            all.push(format!("{right} <= {left}"));
        }
    }
    all
}

/// The comparisons in a condition.
fn comparisons(cond: &Expr) -> Vec<(&Expr, BinOp, &Expr)> {
    let ExprKind::Chain(first, rest) = &cond.kind else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let is_simple = rest
        .iter()
        .all(|(op, _, _)| op.compares() || *op == BinOp::And);
    if !is_simple {
        return found;
    }
    let mut left: &Expr = first;
    for (op, _, right) in rest {
        if op.compares() {
            found.push((left, *op, right));
        }
        left = right;
    }
    found
}

/// The failed conjunct at the head: as it is, or for what the iterations so far have done.
fn from_goal(failed: Failed<'_>, found: &Loop<'_>) -> Vec<String> {
    let Some(goal) = failed.goal() else {
        return Vec::new();
    };
    let mut all = vec![goal.clone()];
    let counters: Vec<_> = found.counters().collect();
    let in_goal: Vec<&str> = names(&goal).collect();
    for counter in &counters {
        let others = found.variables.iter();
        let others = others.filter(|v| v.is_integer() && !found.assigned.contains(v.name));
        for other in others.filter(|v| in_goal.contains(&v.name)) {
            all.push(format!("{} < {} ==> {goal}", other.name, counter.name));
        }
        if let Some(init) = counter.init {
            let init = operand(failed.site.text(init.span));
            all.push(format!("{init} < {} ==> {goal}", counter.name));
        }
    }
    let comparisons = found.cond.map(|cond| comparisons(cond)).unwrap_or_default();
    for (left, op, right) in comparisons {
        let (left, right) = (failed.site.text(left.span), failed.site.text(right.span));
        if counters.iter().any(|counter| counter.name == left) {
            all.extend(so_far(&goal, left, op, right));
        } else if counters.iter().any(|counter| counter.name == right) {
            all.extend(so_far(&goal, right, mirrored(op), left));
        }
    }
    // `result = n` at the end is `i <= n` at the head.
    if let Some((left, right)) = goal.split_once(&format!(" {} ", failed.equals()))
        && !goal.contains("==>")
    {
        all.push(format!("{left} <= {right}"));
        all.push(format!("{right} <= {left}"));
    }
    all
}

/// A goal about a range for the part of it that a counter has passed: where the loop runs while
/// `i < n`, `k < n` becomes `k < i`; where it runs while `i >= lo`, `lo <= k` becomes `i < k`.
fn so_far(goal: &str, counter: &str, op: BinOp, bound: &str) -> Option<String> {
    let is_upward = matches!(op, BinOp::Lt | BinOp::Le | BinOp::Ne);
    let passed = if is_upward {
        format!("< {counter}")
    } else if op == BinOp::Gt {
        format!("{counter} <=")
    } else {
        format!("{counter} <")
    };
    let range = |sign: &str| match is_upward {
        true => format!("{sign} {bound}"),
        false => format!("{bound} {sign}"),
    };
    ["<", "<=", "≤"].iter().find_map(|sign| {
        let range = range(sign);
        let at = goal.find(&range)?;
        let (before, after) = (goal.get(..at)?, goal.get(at + range.len()..)?);
        let continues = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '=' | '[' | '(');
        let is_whole = !after.starts_with(continues) && !before.ends_with(continues);
        is_whole.then(|| format!("{before}{passed}{after}"))
    })
}

/// The comparison with its operands exchanged.
fn mirrored(op: BinOp) -> BinOp {
    let mirrors = [
        (BinOp::Lt, BinOp::Gt),
        (BinOp::Le, BinOp::Ge),
        (BinOp::Gt, BinOp::Lt),
        (BinOp::Ge, BinOp::Le),
    ];
    let found = mirrors.iter().find(|(one, _)| *one == op);
    found.map_or(op, |(_, other)| *other)
}

/// Bounds of the counters by what they begin with.
fn initial_bounds(failed: Failed<'_>, found: &Loop<'_>) -> Vec<String> {
    let counters = found.counters();
    let with_init = counters.filter_map(|counter| Some((counter.name, counter.init?)));
    with_init
        .flat_map(|(name, init)| {
            let init = operand(failed.site.text(init.span));
            [format!("{init} <= {name}"), format!("{name} <= {init}")]
        })
        .collect()
}

/// What the loop leaves as it was on entry.
fn frames(failed: Failed<'_>, found: &Loop<'_>) -> Vec<String> {
    let held = failed.site.conditions(ClauseKind::Requires);
    let held: Vec<&Expr> = held.flat_map(resources).collect();
    let mut all = Vec::new();
    for e in held {
        let ExprKind::Acc(place, _) = &e.kind else {
            continue;
        };
        let place = failed.site.text(place.span);
        let value = match place.strip_suffix(".elems") {
            Some(array) => format!("{array}[..]"),
            None => place.to_owned(),
        };
        all.push(format!(
            "{value} {} {}",
            failed.equals(),
            failed.old(&value)
        ));
        // The part of an array that the iterations have not reached yet.
        let array = place.strip_suffix(".elems");
        if let Some(array) = array.or_else(|| place.strip_suffix("[..]")) {
            all.extend(found.counters().map(|counter| {
                let slice = format!("{array}[{}..]", counter.name);
                format!(
                    "{slice} {} {}",
                    failed.equals(),
                    failed.old(&format!("{array}[..]")) + &format!("[{}..]", counter.name)
                )
            }));
        }
    }
    all
}

/// Equalities and bounds among the counters and other integers.
fn relations(failed: Failed<'_>, found: &Loop<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let counters: Vec<_> = found.counters().collect();
    for (at, counter) in counters.iter().enumerate() {
        all.push(format!("0 <= {}", counter.name));
        for other in counters.iter().skip(at + 1) {
            all.push(format!(
                "{} {} {}",
                counter.name,
                failed.equals(),
                other.name
            ));
            all.push(format!("{} <= {}", counter.name, other.name));
            all.push(format!("{} <= {}", other.name, counter.name));
        }
        let others = found.variables.iter();
        for other in others.filter(|v| !found.assigned.contains(v.name)) {
            if other.is_integer() {
                all.push(format!("{} <= {}", counter.name, other.name));
                all.push(format!("{} <= {}", other.name, counter.name));
            } else if failed.site.text(other.ty.span).ends_with(']') {
                all.push(format!("{} <= {}.length", counter.name, other.name));
            }
        }
    }
    all
}

/// An invariant together with the precondition that makes it hold on entry.
pub(super) fn with_demand(failed: Failed<'_>) -> Vec<Candidate> {
    let all = all(failed).into_iter().filter(|found| {
        let is_value = !found.condition.contains("acc(") && !found.condition.contains("==>");
        is_value && !found.condition.contains("old(")
    });
    let both = all.filter_map(|found| {
        let demanded = at_entry(failed, &found.condition);
        if demanded == found.condition {
            return None;
        }
        let demand = failed.demand(&demanded);
        let mut edits = found.candidate.edits;
        edits.extend(demand.edits);
        Some(Candidate {
            edits,
            what: format!("{} and {}", found.candidate.what, demand.what),
            concern: Concern::Demand,
        })
    });
    both.take(MAX_SINGLE).collect()
}
