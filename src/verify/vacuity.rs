//! Warnings about what verifies for nothing: contracts and predicates that no state satisfies,
//! and statements that no path reaches because of what a call or a predicate before them gives.
//!
//! Vacuity is decided by what is known anyway: a clause is vacuous if each state in which it was
//! produced is a contradiction that the built-in prover knows without search, and code is
//! unreachable if paths reached a statement that assumes something and none passed it. Reachability
//! of branches is not reported: defensive and impossible branches are no mistakes, and a proof by
//! contradiction ends in one. A minimal set of conjuncts is searched for only once there is a
//! warning, by producing the clause without one after the other
//! (`crates/symbolic/src/rules/vacuity.rs`).

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::{Assertion, MemberId, Method, MethodKind, Stmt, StmtKind, Thrown, walk};
use crate::source::Span;
use crate::symbolic::rules::vacuity::says_false;
use crate::symbolic::{Engine, State};

/// What is known of a clause after it was produced.
#[derive(Default)]
pub(super) struct Clause {
    /// A state in which it was produced.
    before: Option<State>,
    /// Whether it can hold in one of these states.
    is_possible: bool,
}

impl Clause {
    /// Notes a state in which the clause is to be produced.
    pub(super) fn begin(&mut self, s: &State) {
        if self.before.is_none() {
            self.before = Some(s.clone());
        }
    }

    /// Notes a state in which it has been produced.
    pub(super) fn end(&mut self, engine: &mut Engine<'_>, s: &State) {
        self.is_possible = self.is_possible || !engine.is_contradictory(s);
    }

    /// Warns if no state satisfies the clause `a`, which `what` names.
    pub(super) fn warn<'p>(
        self,
        engine: &mut Engine<'p>,
        member: MemberId,
        a: &'p Assertion,
        what: &str,
    ) {
        let Some(before) = self.before.filter(|_| !self.is_possible) else {
            return;
        };
        if !is_complete(engine) || engine.ctx.program.is_verified_again(member) || says_false(a) {
            return;
        }
        let conjuncts = engine.contradicting(&before, a);
        let span = conjuncts.first().map_or(a.span, |first| first.span);
        let message = format!("no state satisfies this {what}");
        let mut warning = Diagnostic::warning(Code::VacuousContract, span, message);
        for other in conjuncts.iter().skip(1) {
            warning = warning.related(other.span, "what contradicts it");
        }
        engine.run.diagnostics.push(warning.note(match what {
            "precondition" => "what is verified says nothing: nobody can call the method",
            "postcondition" => "callers can prove anything after a call",
            _ => "who is given the predicate can prove anything",
        }));
    }
}

/// Whether a check has looked at all paths and found no error.
fn is_complete(engine: &Engine<'_>) -> bool {
    let run = &engine.run;
    let mut found = run.diagnostics.iter();
    run.ended.is_none()
        && run.cut.is_none()
        && found.all(|diagnostic| diagnostic.severity != Severity::Error)
}

/// Warns of statements of a body that no path reaches, although one reaches the statement before
/// them: a call, `new`, `open`, `use` or `assume` after which the state is contradictory.
pub(super) fn warn_of_unreachable_code(engine: &mut Engine<'_>, member: MemberId, method: &Method) {
    let is_proof = matches!(method.kind, MethodKind::Lemma);
    if is_proof || !is_complete(engine) || engine.ctx.program.is_verified_again(member) {
        return;
    }
    let mut blocks: Vec<&[Stmt]> = vec![&method.body];
    for stmt in walk::statements(&method.body) {
        blocks.extend(stmt.blocks());
    }
    for block in blocks {
        for (at, stmt) in block.iter().enumerate() {
            let rest = block.get(at + 1..).unwrap_or_default();
            if !engine.run.visited.ends_all_paths(stmt.span) || is_meant_to_end(engine, stmt) {
                continue;
            }
            let next = after(stmt.span, rest).filter(|next| !is_marker(next));
            if next.is_none() && is_of_library(engine, stmt) {
                let message = "no path goes on after this call";
                let warning = Diagnostic::warning(Code::UnreachableCode, stmt.span, message)
                    .note("the contract of the library is assumed, and it contradicts itself or what is known here");
                engine.run.diagnostics.push(warning);
            } else if let Some(next) = next {
                let warning =
                    Diagnostic::warning(Code::UnreachableCode, next.span, "no path reaches this")
                        .related(stmt.span, why(&stmt.kind))
                        .note("what follows is verified for nothing");
                engine.run.diagnostics.push(warning);
            }
        }
    }
}

/// Whether it calls a method of a library, whose contract nothing shows: it may be contradictory.
fn is_of_library(engine: &Engine<'_>, stmt: &Stmt) -> bool {
    stmt.call().is_some_and(|call| {
        let callee = MemberId::Method(call.callee);
        engine.ctx.program.member_span(callee).file.is_library()
    })
}

/// The first statement that stands behind a span: calls within an expression are statements of
/// their own before that of the expression.
fn after(span: Span, stmts: &[Stmt]) -> Option<&Stmt> {
    stmts.iter().find(|stmt| stmt.span.start >= span.end)
}

/// Whether nobody expects the statement to be passed: a callee that never returns says so.
fn is_meant_to_end(engine: &Engine<'_>, stmt: &Stmt) -> bool {
    let program = engine.ctx.program;
    if let Some(call) = stmt.call() {
        let callee = program.method(call.callee);
        callee.kind == MethodKind::Lemma
            || says_false(&callee.ensures) && !is_of_library(engine, stmt)
    } else if let StmtKind::Open(instance) = &stmt.kind {
        let body = program.pred(instance.pred).body.as_ref();
        body.is_some_and(says_false)
    } else if let StmtKind::Assume(a) = &stmt.kind {
        says_false(a)
    } else {
        false
    }
}

/// Whether a statement says that it is not reached.
fn is_marker(stmt: &Stmt) -> bool {
    if let StmtKind::Assert(a) = &stmt.kind {
        return says_false(a);
    }
    matches!(stmt.kind, StmtKind::Throw(thrown) if thrown != Thrown::Untold)
}

fn why(kind: &StmtKind) -> &'static str {
    if let StmtKind::Open(_) = kind {
        "the predicate's body contradicts what is known here"
    } else if let StmtKind::Use(_) | StmtKind::Assume(_) = kind {
        "what this says contradicts what is known here"
    } else {
        "the postcondition of this call contradicts what is known after it"
    }
}
