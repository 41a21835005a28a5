//! Candidates for ghost statements: `open`, `close`, `use`, and calls of lemmas.

use super::candidate::{Candidate, Concern, Failed};
use super::site::{Site, Variable, resources};
use crate::diagnostics::{Code, Edit};
use crate::syntax::tree::ast::{ClauseKind, ExprKind, Stmt, StmtKind};
use crate::syntax::tree::statements::Nested;

/// The number of calls of lemmas that are proposed.
const MAX_CALLS: usize = 12;

/// Ghost statements where the failure is.
pub(super) fn statements(failed: Failed<'_>) -> Vec<Candidate> {
    let mut all = Vec::new();
    if !failed.infers {
        all.extend(opened_and_closed(failed));
    }
    all.extend(used(failed));
    all.extend(lemmas(failed));
    all
}

/// The statement at which the path fails, if there is one: the smallest that holds a place of the
/// diagnostic, the last of them.
fn last_statement<'t>(failed: Failed<'t>) -> Option<&'t Stmt> {
    let places = failed.places();
    let is_there = |stmt: &&Stmt| {
        let simple = matches!(stmt.kind.nested(), Nested::None | Nested::List(_));
        simple && places.iter().any(|place| stmt.span.contains(*place))
    };
    failed.site.statements().into_iter().rfind(is_there)
}

/// An edit that adds a ghost statement where the path fails: behind the last statement if a
/// postcondition fails there, else before the one that fails.
fn at_failure(failed: Failed<'_>, text: &str) -> Option<Edit> {
    let page = failed.page();
    let body = failed.site.callable.body.as_ref()?;
    if body.stmts.is_empty() {
        return Some(page.statement_in(body.span, text));
    }
    let stmt = last_statement(failed)?;
    let is_return = matches!(*stmt.kind, StmtKind::Return(_));
    if is_return || body.span.contains(failed.error.span) {
        Some(page.statement_before(stmt.span.start as usize, text))
    } else {
        Some(page.statement_after(stmt.span, text))
    }
}

/// An edit with which the member verifies only if no path reaches the place of the failure: the
/// iteration that fails, or the statement.
pub(super) fn probe(failed: Failed<'_>) -> Option<Edit> {
    let text = "assert false;";
    let loops = failed.loops().into_iter();
    let mut broken = loops.filter(|found| {
        let mut spans = found.specs.iter().map(|clause| clause.span);
        spans.any(|span| span.contains(failed.error.span))
    });
    if let (Some(found), Code::InvariantPreserved | Code::Termination) =
        (broken.next(), failed.error.code)
        && matches!(*found.body.kind, StmtKind::Block(_))
    {
        return Some(failed.page().statement_in(found.body.span, text));
    }
    // What begins a loop is followed by its clauses: what fails there is of use where an iteration
    // begins.
    let mut loops = failed.loops().into_iter();
    let at = failed.error.span.start;
    let header = loops.find(|found| (found.stmt.span.start..found.body.span.start).contains(&at));
    if let Some(found) = header {
        return matches!(*found.body.kind, StmtKind::Block(_))
            .then(|| failed.page().statement_in(found.body.span, text));
    }
    let start = last_statement(failed)?.span.start as usize;
    Some(failed.page().statement_before(start, text))
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
        let page = failed.page();
        let edit = if let StmtKind::Return(_) = *last.kind {
            page.statement_before(last.span.start as usize, &text)
        } else {
            page.statement_after(last.span, &text)
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
    let mut texts: Vec<String> = Vec::new();
    failed.site.expressions(&mut |e| {
        if let ExprKind::Call(receiver, ..) = &e.kind
            && failed.error.span.contains(e.span)
        {
            let this = if receiver.is_none() { "this." } else { "" };
            texts.push(format!("use {this}{};", failed.site.text(e.span)));
        }
        true
    });
    let statements = texts
        .into_iter()
        .filter_map(|text| Some((at_failure(failed, &text)?, text)));
    statements.map(|one| candidate(vec![one])).collect()
}

/// Calls of lemmas with the variables in scope.
fn lemmas(failed: Failed<'_>) -> Vec<Candidate> {
    let sites = Site::all(failed.trees, failed.sources);
    let is_other = |site: &&Site<'_>| {
        site.is_lemma() && site.member.span != failed.site.member.span && failed.is_verified(**site)
    };
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
    use crate::diagnostics::Diagnostic;
    use crate::driver::hints::edits::edited;
    use crate::driver::hints::verdicts::Verdicts;
    use crate::notation::Notation;
    use crate::source::{FileId, SourceMap, Span};
    use crate::verify::{MemberKind, MemberOutcome, Stats, Status};

    /// The outcome of a verified member.
    fn proved(name: &str) -> MemberOutcome {
        MemberOutcome {
            name: name.to_owned(),
            kind: MemberKind::Method,
            span: Span::new(FileId::numbered(0), 0, 0),
            has_contract: true,
            might_recur_for_ever: false,
            trusted: Vec::new(),
            status: Status::Verified,
            why_not_verified: None,
            diagnostics: Vec::new(),
            stats: Stats::default(),
            traces: Vec::new(),
            contract_alone: false,
            from_cache: false,
            is_final: true,
        }
    }

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
            verdicts: &Verdicts::of(&[]),
            infers: true,
            observed: &[],
        };
        // A lemma that is not known to be proved is not called.
        assert_eq!(statements(failed), []);
        let known = [proved("C.l")];
        let found = statements(Failed {
            verdicts: &Verdicts::of(&known),
            ..failed
        });
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
