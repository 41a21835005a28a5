//! Conditions on entry with which a failed condition would hold later: missing preconditions.

use super::candidate::{Candidate, Concern, Failed, names, operand};
use crate::diagnostics::Code;
use crate::diagnostics::failure::{FailureKind, Note, Shown};
use crate::syntax::tree::ast::{BinOp, ClauseKind, Expr, ExprKind, MemberKind, StmtKind};
use crate::syntax::tree::walk;

/// Missing preconditions, the ones closest to the failed condition first.
pub(super) fn demands(failed: Failed<'_>) -> Vec<Candidate> {
    let mut conditions = direct(failed);
    // An equality that an assertion or a postcondition reads as a coincidence of values.
    let is_equation = |text: &String| {
        let op = format!(" {} ", failed.equals());
        asserts(failed) && text.contains(&*op) && !text.contains("==>")
    };
    conditions.retain(|text| !is_equation(text));
    // `0 < x` reads better than `x < 2 * x`.
    let (plain, involved): (Vec<_>, Vec<_>) =
        conditions.into_iter().partition(|text| is_plain(text));
    let mut conditions = plain;
    conditions.extend(branches(failed));
    // What an iteration breaks would only be hidden by a precondition with which there is none.
    if failed.error.code != Code::InvariantPreserved {
        conditions.extend(compared(failed));
    }
    conditions.extend(involved);
    let mut all: Vec<Candidate> = Vec::new();
    for condition in conditions {
        let is_new = condition.len() < MAX_LENGTH
            && !refutes_nothing(failed, &condition)
            && !is_hidden(failed, &condition)
            && !repeats(failed, &condition);
        let candidates = match is_permission(&condition) {
            true => with_permission(failed, &condition),
            false => vec![failed.demand(&condition)],
        };
        for candidate in candidates {
            if is_new && !all.contains(&candidate) {
                all.push(candidate);
            }
        }
    }
    all
}

/// Whether a condition is permission to a location.
fn is_permission(condition: &str) -> bool {
    condition.starts_with("acc(")
}

/// The demands of permission: with its return to the caller first, and alone only of what does more
/// than read.
fn with_permission(failed: Failed<'_>, permission: &str) -> Vec<Candidate> {
    let site = failed.site;
    if site.has("pure") || site.is_lemma() {
        return vec![failed.demand(permission)];
    }
    let clause = |clauses: &str| {
        let (page, own) = (failed.page(), site.clauses());
        page.clause(own, ClauseKind::Requires, clauses)
    };
    let given_back = Candidate {
        edits: vec![clause(&format!("{permission}; ensures {permission}"))],
        what: format!(
            "with `requires {permission};`, which callers have to establish, and `ensures {permission};`"
        ),
        concern: Concern::Demand,
    };
    let Some(ty) = site.getter() else {
        return vec![given_back, failed.demand(permission)];
    };
    let pure = failed.page().modifier(ty.span, "pure");
    let pure = Candidate {
        edits: vec![pure, clause(permission)],
        what: format!("with `pure` and `requires {permission};`, which callers have to establish"),
        concern: Concern::Demand,
    };
    vec![pure, given_back]
}

/// The failed condition, and what the failed operation needs, in terms of the values on entry.
pub(super) fn direct(failed: Failed<'_>) -> Vec<String> {
    let mut conditions = shown(failed);
    conditions.retain(|condition| is_stated(condition));
    conditions.extend(needed(failed));
    conditions
}

/// Whether a condition reads a private field that no caller outside of the class can name.
fn is_hidden(failed: Failed<'_>, condition: &str) -> bool {
    let site = failed.site;
    let members = &site.class.members;
    let is_private = |name: &str| {
        let mut fields = members.iter().filter(|member| member.name.text == name);
        fields.any(|member| {
            matches!(*member.kind, MemberKind::Field { .. })
                && member.modifiers.iter().any(|word| word.text == "private")
        })
    };
    let reads =
        |name: &str| is_private(name) && !site.parameters().any(|parameter| parameter.name == name);
    !site.has("private") && !is_permission(condition) && names(condition).any(reads)
}

/// Whether what fails is the value of an assertion or a postcondition.
pub(super) fn asserts(failed: Failed<'_>) -> bool {
    failed.is_about_values() && matches!(failed.error.code, Code::Assert | Code::Postcondition)
}

/// Whether a condition only demands of callers what an assertion or a postcondition says.
fn repeats(failed: Failed<'_>, condition: &str) -> bool {
    asserts(failed) && failed.sources.text(failed.error.span) == condition
}

/// The longest condition that is proposed.
const MAX_LENGTH: usize = 160;

/// Whether no name occurs twice in a condition, other than as an object with several fields.
fn is_plain(condition: &str) -> bool {
    let words = |c: char| !(c.is_alphanumeric() || "_.".contains(c));
    let words = condition.split(words);
    let mut all: Vec<&str> = words
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic()))
        .collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    all.len() == count
}

/// Whether a condition is in the terms of the text: it names something, and no value at a line.
fn is_stated(condition: &str) -> bool {
    names(condition).next().is_some() && !condition.contains('@')
}

/// What was to be shown in terms of the values on entry, as the diagnostic says it; parts of it
/// first.
fn shown(failed: Failed<'_>) -> Vec<String> {
    let mut notes = failed.error.notes.iter();
    let shown = notes.find_map(|note| match note {
        Note::ToBeShown(shown) => Some(shown),
        _ => None,
    });
    match shown {
        None => Vec::new(),
        Some(Shown::Condition(goal)) => vec![without_old(goal)],
        // One half may be enough.
        Some(Shown::Range {
            least,
            value,
            bound,
            inclusive,
        }) => {
            let sign = if *inclusive { "<=" } else { "<" };
            let (value, bound) = (without_old(value), without_old(bound));
            vec![
                format!("{value} {sign} {bound}"),
                format!("{least} <= {value}"),
                format!("{least} <= {value} {sign} {bound}"),
            ]
        }
    }
}

/// A text with `e` for each `old(e)`: on entry they are the same.
fn without_old(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(start) = text.find("old(") {
        let from = start + "old(".len();
        let mut depth = 1_usize;
        let end = text.get(from..).unwrap_or_default().find(|c| {
            depth = match c {
                '(' => depth + 1,
                ')' => depth - 1,
                _ => depth,
            };
            depth == 0
        });
        let Some(end) = end.map(|end| from + end) else {
            return text;
        };
        let inner = text.get(from..end).unwrap_or_default().to_owned();
        let before = text.get(..start).unwrap_or_default();
        let before = before.strip_suffix('\\').unwrap_or(before);
        let after = text.get(end + 1..).unwrap_or_default();
        text = format!("{before}{inner}{after}");
    }
    text
}

/// What the failed operation needs, with the initial values of variables.
fn needed(failed: Failed<'_>) -> Vec<String> {
    let mut all = match failed.failure() {
        Some(FailureKind::NoPermission { place, nullable }) => {
            let receiver = nullable.iter().map(|e| format!("{e} != null"));
            receiver.chain([permission(place)]).collect()
        }
        Some(FailureKind::NotEnough { place, .. }) => vec![permission(place)],
        Some(FailureKind::Null { expression }) => vec![format!("{expression} != null")],
        Some(FailureKind::DivisorZero { divisor }) => vec![format!("{divisor} != 0")],
        Some(FailureKind::NegativeLength { length }) => vec![format!("0 <= {length}")],
        Some(FailureKind::Cast { expression, class }) => {
            vec![format!("{expression} instanceof {class}")]
        }
        Some(FailureKind::NotHeld { instance }) => vec![instance.clone()],
        Some(FailureKind::CallNotTerminating { .. } | FailureKind::LoopNotTerminating) => {
            let measures = measures(failed);
            measures.iter().map(|m| format!("0 <= {m}")).collect()
        }
        Some(
            FailureKind::MightNotHold { .. }
            | FailureKind::OutOfBounds { .. }
            | FailureKind::BoundsOutOfOrder
            | FailureKind::Operand { .. }
            | FailureKind::Overflow { .. }
            | FailureKind::Reached
            | FailureKind::ThrownNull
            | FailureKind::Uncaught
            | FailureKind::FractionNotPositive
            | FailureKind::Changed { .. }
            | FailureKind::UnknownBody { .. }
            | FailureKind::AmountNotFixed
            | FailureKind::LabelForgotten
            | FailureKind::Undecided { .. }
            | FailureKind::Unset,
        )
        | None => Vec::new(),
    };
    let mut initial: Vec<String> = all.iter().map(|text| at_entry(failed, text)).collect();
    if let Some(goal) = failed.goal() {
        initial.push(at_entry(failed, &without_old(&goal)));
    }
    all.retain(|text| !initial.contains(text));
    initial.extend(all);
    initial
}

/// Permission to a location.
fn permission(location: &str) -> String {
    match location.split_once('[') {
        Some((array, _)) => format!("acc({array}.elems)"),
        None => format!("acc({location})"),
    }
}

/// The measures of the member, and of its loops.
pub(super) fn measures(failed: Failed<'_>) -> Vec<String> {
    let own = failed.site.conditions(ClauseKind::Decreases);
    let mut all: Vec<&Expr> = own.collect();
    let loops = failed.loops();
    let specs = loops.iter().flat_map(|found| found.specs);
    let measures = specs.filter(|clause| clause.kind == ClauseKind::Decreases);
    all.extend(measures.flat_map(|clause| &clause.exprs));
    let text = |e: &Expr| operand(failed.site.text(e.span));
    all.into_iter().map(text).collect()
}

/// A text with the initial values of local variables instead of their names.
pub(super) fn at_entry(failed: Failed<'_>, text: &str) -> String {
    let locals = failed.site.locals();
    let mut text = text.to_owned();
    // A variable's initial value can name variables that are declared before it.
    for local in locals.iter().rev() {
        if let Some(init) = local.init {
            let value = operand(failed.site.text(init.span));
            text = replaced(&text, local.name, &value);
        }
    }
    text
}

/// A text with another one instead of a name.
pub(super) fn replaced(text: &str, name: &str, other: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        // A field of that name is another thing.
        let is_field = out.ends_with('.');
        out.push_str(if word == name && !is_field {
            other
        } else {
            word
        });
        word.clear();
    };
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            flush(&mut word, &mut out);
            out.push(c);
        }
    }
    flush(&mut word, &mut out);
    out
}

/// The conditions of branches, and their negations.
fn branches(failed: Failed<'_>) -> Vec<String> {
    let mut conditions: Vec<&Expr> = Vec::new();
    for stmt in failed.site.statements() {
        if let StmtKind::If(cond, ..) = &*stmt.kind {
            conditions.push(cond);
        }
        walk::exprs_of_stmt(stmt, &mut |e| {
            if let ExprKind::Cond(cond, ..) = &e.kind {
                conditions.push(cond);
            }
            true
        });
    }
    let mut all = Vec::new();
    for cond in conditions {
        let text = failed.site.text(cond.span);
        all.push(at_entry(failed, &negated(failed, cond)));
        all.push(at_entry(failed, text));
    }
    all
}

/// The negation of a condition.
fn negated(failed: Failed<'_>, cond: &Expr) -> String {
    let text = failed.site.text(cond.span);
    let ExprKind::Chain(first, rest) = &cond.kind else {
        return format!("!{}", operand(text));
    };
    let comparison = |(op, _, second): &(BinOp, _, Expr)| {
        let negated = op.negated()?;
        let is_equality = negated == BinOp::Eq;
        let op = if is_equality {
            failed.equals()
        } else {
            negated.sign()
        };
        let (first, second) = (failed.site.text(first.span), failed.site.text(second.span));
        Some(format!("{first} {op} {second}"))
    };
    let flipped = match rest.as_slice() {
        [only] => comparison(only),
        _ => None,
    };
    flipped.unwrap_or_else(|| format!("!({text})"))
}

/// Comparisons of parameters, the weakest ones first.
fn compared(failed: Failed<'_>) -> Vec<String> {
    let parameters = failed.parameters();
    let mut all = Vec::new();
    let references: Vec<&str> = parameters
        .iter()
        .filter(|p| p.is_reference())
        .map(|p| p.name)
        .collect();
    for (at, one) in references.iter().enumerate() {
        for other in references.iter().skip(at + 1) {
            all.push(format!("{one} != {other}"));
        }
        all.push(format!("{one} != null"));
    }
    let integers: Vec<&str> = parameters
        .iter()
        .filter(|p| p.is_integer())
        .map(|p| p.name)
        .collect();
    for one in &integers {
        all.extend([
            format!("{one} != 0"),
            format!("0 <= {one}"),
            format!("0 < {one}"),
        ]);
    }
    for (at, one) in integers.iter().enumerate() {
        for other in integers.iter().skip(at + 1) {
            all.extend([
                format!("{one} <= {other}"),
                format!("{other} <= {one}"),
                format!("{one} < {other}"),
                format!("{other} < {one}"),
            ]);
        }
    }
    all
}

/// Whether a comparison holds for the values on entry with which the member fails, so that it
/// would not exclude them.
fn refutes_nothing(failed: Failed<'_>, condition: &str) -> bool {
    let Some(counterexample) = &failed.error.counterexample else {
        return false;
    };
    let words: Vec<&str> = condition.split(' ').collect();
    let [left, op, right] = words.as_slice() else {
        return false;
    };
    let value = |e: &str| -> Option<String> {
        if e.parse::<i64>().is_ok() || e == "null" {
            return Some(e.to_owned());
        }
        let found = counterexample.input.iter().find(|(name, _)| name == e)?;
        // `Cell#1 { x = 3 }` is the object `Cell#1`.
        found.1.split(" {").next().map(str::to_owned)
    };
    let (Some(left), Some(right)) = (value(left), value(right)) else {
        return false;
    };
    let order = match (left.parse::<i64>(), right.parse::<i64>()) {
        (Ok(left), Ok(right)) => left.cmp(&right),
        _ if left == right => std::cmp::Ordering::Equal,
        _ => std::cmp::Ordering::Less,
    };
    let numbers = left.parse::<i64>().is_ok() && right.parse::<i64>().is_ok();
    match *op {
        "=" | "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<=" if numbers => order.is_le(),
        "<" if numbers => order.is_lt(),
        ">=" if numbers => order.is_ge(),
        ">" if numbers => order.is_gt(),
        _ => false,
    }
}
