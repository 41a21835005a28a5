//! Candidates for ghost statements: `open`, `close`, `use`, and calls of lemmas.

use super::candidate::{Candidate, Concern, Failed};
use super::site::{Site, Variable, resources};
use crate::diagnostics::Edit;
use crate::syntax::tree::ast::{ClauseKind, Expr, ExprKind, Stmt, StmtKind};

/// The number of calls of lemmas that are proposed.
const MAX_CALLS: usize = 12;

/// Ghost statements where the failure is.
pub(super) fn statements(failed: Failed<'_>) -> Vec<Candidate> {
    let mut all = Vec::new();
    if !failed.infers {
        all.extend(opened_and_closed(failed));
        all.extend(used(failed));
    }
    all.extend(lemmas(failed));
    all
}

/// The statement at which the path fails, if there is one: the smallest that holds a place of the
/// diagnostic, the last of them.
fn last_statement<'t>(failed: Failed<'t>) -> Option<&'t Stmt> {
    let places = failed.places();
    let is_there = |stmt: &&Stmt| {
        let simple = !matches!(
            *stmt.kind,
            StmtKind::Block(_)
                | StmtKind::If(..)
                | StmtKind::While(..)
                | StmtKind::For { .. }
                | StmtKind::ForEach { .. }
                | StmtKind::DoWhile(..)
                | StmtKind::Switch(..)
        );
        simple && places.iter().any(|place| stmt.span.contains(*place))
    };
    failed.site.statements().into_iter().rfind(is_there)
}

/// An edit that adds a ghost statement where the path fails: behind the last statement if a
/// postcondition fails there, else before the one that fails.
fn at_failure(failed: Failed<'_>, text: &str) -> Option<Edit> {
    let stmt = last_statement(failed)?;
    let is_return = matches!(*stmt.kind, StmtKind::Return(_));
    let page = failed.page();
    let body = failed.site.callable.body.as_ref()?;
    match is_return || body.span.contains(failed.error.span) {
        true => Some(page.statement_before(stmt.span.start as usize, text)),
        false => Some(page.statement_after(stmt.span, text)),
    }
}

/// The predicates of the contract, opened at the beginning or closed at the end, or both.
fn opened_and_closed(failed: Failed<'_>) -> Vec<Candidate> {
    let instances = |kind| -> Vec<&str> {
        let all = failed.site.conditions(kind).flat_map(resources);
        let calls = all.filter(|e| matches!(e.kind, ExprKind::Call(..)));
        calls.map(|e| failed.site.text(e.span)).collect()
    };
    let (given, wanted) = (
        instances(ClauseKind::Requires),
        instances(ClauseKind::Ensures),
    );
    let first = failed.site.body().first();
    let open = |instance: &str| {
        let text = format!("open {instance};");
        let edit = failed
            .page()
            .statement_before(first?.span.start as usize, &text);
        Some((edit, text))
    };
    let close = |instance: &str| {
        let text = format!("close {instance};");
        let last = failed.site.body().last()?;
        let edit = match *last.kind {
            StmtKind::Return(_) => failed
                .page()
                .statement_before(last.span.start as usize, &text),
            _ => failed.page().statement_after(last.span, &text),
        };
        Some((edit, text))
    };
    let mut all = Vec::new();
    for instance in &given {
        let opened = open(instance);
        all.extend(opened.clone().map(|one| candidate(vec![one])));
        if wanted.contains(instance) {
            let both = opened.into_iter().chain(close(instance));
            all.push(candidate(both.collect()));
        }
    }
    all.extend(
        wanted
            .iter()
            .filter_map(|one| close(one))
            .map(|one| candidate(vec![one])),
    );
    all
}

/// Pure methods that the failed conjunct calls, used where the path fails.
fn used(failed: Failed<'_>) -> Vec<Candidate> {
    let mut calls: Vec<&Expr> = Vec::new();
    failed.site.expressions(&mut |e| {
        if matches!(e.kind, ExprKind::Call(..)) && failed.error.span.contains(e.span) {
            calls.push(e);
        }
        true
    });
    let texts = calls.iter().map(|call| match &call.kind {
        ExprKind::Call(None, ..) => format!("use this.{};", failed.site.text(call.span)),
        _ => format!("use {};", failed.site.text(call.span)),
    });
    let statements = texts.filter_map(|text| Some((at_failure(failed, &text)?, text)));
    statements.map(|one| candidate(vec![one])).collect()
}

/// Calls of lemmas with the variables in scope.
fn lemmas(failed: Failed<'_>) -> Vec<Candidate> {
    let sites = Site::all(failed.trees, failed.sources);
    let is_other =
        |site: &&Site<'_>| site.is_lemma() && site.member.span != failed.site.member.span;
    let mut all = Vec::new();
    for lemma in sites.iter().filter(is_other) {
        let receiver = match lemma.has("static") {
            true => format!("{}.", lemma.class.name.text),
            false if lemma.class.span == failed.site.class.span => String::new(),
            false => continue,
        };
        for args in arguments(failed, *lemma) {
            let text = format!("{receiver}{}({});", lemma.member.name.text, args.join(", "));
            let statement = at_failure(failed, &text).map(|edit| (edit, text));
            all.extend(statement.map(|one| candidate(vec![one])));
        }
    }
    all.truncate(MAX_CALLS);
    all
}

/// Variables as the arguments of a lemma, by their types.
fn arguments<'t>(failed: Failed<'t>, lemma: Site<'t>) -> Vec<Vec<&'t str>> {
    let mut variables: Vec<Variable<'t>> = failed.site.locals();
    variables.extend(failed.site.parameters());
    let mut all: Vec<Vec<&str>> = vec![Vec::new()];
    for parameter in lemma.parameters() {
        let ty = lemma.text(parameter.ty.span);
        let fitting: Vec<&str> = variables
            .iter()
            .filter(|v| failed.site.text(v.ty.span) == ty)
            .map(|v| v.name)
            .collect();
        let longer = all.iter().flat_map(|args| {
            fitting.iter().map(move |one| {
                let mut args = args.clone();
                args.push(*one);
                args
            })
        });
        all = longer.take(MAX_CALLS).collect();
    }
    all
}

fn candidate(statements: Vec<(Edit, String)>) -> Candidate {
    let texts: Vec<String> = statements
        .iter()
        .map(|(_, text)| format!("`{text}`"))
        .collect();
    let edits: Vec<Edit> = statements.into_iter().map(|(edit, _)| edit).collect();
    Candidate {
        edits,
        what: format!("with {}", texts.join(" and ")),
        concern: Concern::Body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::{Code, Diagnostic};
    use crate::driver::hints::edits::edited;
    use crate::notation::Notation;
    use crate::source::{SourceMap, Span};

    #[test]
    fn a_lemma_is_called_where_the_path_fails() {
        let text = "class C {\n  lemma static void l(int a) { }\n  void m(int x) {\n    assert x > 0;\n  }\n}";
        let mut sources = SourceMap::default();
        let file = sources.add("c.idf", text);
        let trees = [crate::syntax::parse(file, text, Notation::Idf).0];
        let at = text.find("x > 0").unwrap();
        let error = Diagnostic::error(Code::Assert, Span::new(file, at, at + 5), "");
        let site = Site::all(&trees, &sources)[1];
        let failed = Failed {
            sources: &sources,
            trees: &trees,
            site,
            error: &error,
            infers: true,
        };
        let found = statements(failed);
        assert_eq!(found.len(), 1);
        let after = edited(&sources, &found[0].edits);
        assert!(
            after
                .file(file)
                .text()
                .contains("{\n    C.l(x);\n    assert x > 0;")
        );
    }
}
