//! Tests of resolution, written as program text. This file holds shared helpers: diagnostics with
//! their places, and the IR as text.

mod assertions;
mod binders;
mod collections;
mod errors;
mod examples;
mod ghost;
mod integers;
mod loops;
mod lowering;
mod parallel;
mod sizes;

use super::resolve;
use crate::diagnostics::Diagnostic;
use crate::ir::{Assertion, Integers, Loop, Method, Pred, Program, Stmt, StmtKind, Vars, print};
use crate::source::SourceMap;
use crate::syntax::parse;

/// Resolves one file, which must parse.
fn run(text: &str) -> (Program, Vec<Diagnostic>, SourceMap) {
    run_with(text, Integers::Unbounded)
}

/// Like [`run`], with other integer semantics.
fn run_with(text: &str, integers: Integers) -> (Program, Vec<Diagnostic>, SourceMap) {
    let mut sources = SourceMap::default();
    let id = sources.add("test.idf", text);
    let (file, found) = parse(id, text, crate::notation::Notation::Idf);
    assert!(found.is_empty(), "does not parse: {found:?}");
    let (program, found) = resolve(&[file], &[], integers);
    (program, found, sources)
}

/// Resolves a program without errors.
fn accept(text: &str) -> Program {
    let (program, found, _) = run(text);
    let messages: Vec<String> = found.iter().map(|d| d.message()).collect();
    assert!(found.is_empty(), "refused: {messages:#?}\n{text}");
    program
}

/// The diagnostics as `code at text-of-the-place`.
fn refused(text: &str) -> Vec<String> {
    let (program, found, sources) = run(text);
    assert!(
        program.members.is_empty() || found.is_empty(),
        "an ill-formed program is handed on"
    );
    let place = |d: &Diagnostic| sources.text(d.span).lines().next().unwrap_or("").to_owned();
    found
        .iter()
        .map(|d| format!("{} at {}", d.code.name(), place(d)))
        .collect()
}

/// The message and the notes of the only diagnostic.
fn message(text: &str) -> String {
    let (_, found, _) = run(text);
    assert_eq!(found.len(), 1, "{found:#?}");
    found
        .iter()
        .map(|d| format!("{}; {}", d.message(), d.note_texts().join("; ")))
        .collect()
}

fn method<'p>(program: &'p Program, name: &str) -> &'p Method {
    program
        .methods
        .iter()
        .find(|m| m.name == name)
        .expect("the method is there")
}

fn predicate<'p>(program: &'p Program, name: &str) -> &'p Pred {
    program
        .preds
        .iter()
        .find(|q| q.name == name)
        .expect("the predicate is there")
}

/// The statements of a method, one per line, indented by nesting.
fn listing(program: &Program, method: &Method) -> String {
    const ENOUGH: usize = 64 * 1024 * 1024;
    let mut out = String::new();
    stacker::grow(ENOUGH, || {
        list(program, &method.vars, &method.body, 0, &mut out);
    });
    out.trim_end().to_owned()
}

fn list(program: &Program, vars: &Vars, stmts: &[Stmt], depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Block(inner) => list(program, vars, inner, depth, out),
            StmtKind::If(_, then, other) => {
                out.push_str(&format!(
                    "{pad}{}\n",
                    print::Text::new(program, vars).stmt(stmt)
                ));
                list(program, vars, then, depth + 1, out);
                out.push_str(&format!("{pad}else\n"));
                list(program, vars, other, depth + 1, out);
            }
            StmtKind::Loop(repeated) => list_loop(program, vars, repeated, depth, out),
            _ => out.push_str(&format!(
                "{pad}{}\n",
                print::Text::new(program, vars).stmt(stmt)
            )),
        }
    }
}

/// The non-empty parts of a loop.
fn list_loop(program: &Program, vars: &Vars, repeated: &Loop, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    let expr = |e| print::Text::new(program, vars).expr(e);
    let invariant = print::Text::new(program, vars).assertion(&repeated.invariant);
    out.push_str(&format!("{pad}loop {invariant}\n"));
    if !repeated.decreases.is_empty() {
        let measures: Vec<String> = repeated.decreases.iter().map(expr).collect();
        out.push_str(&format!("{pad}decreases {}\n", measures.join(", ")));
    }
    list(program, vars, &repeated.before, depth + 1, out);
    out.push_str(&format!("{pad}while {}\n", expr(&repeated.condition)));
    list(program, vars, &repeated.body, depth + 1, out);
    if !repeated.step.is_empty() {
        out.push_str(&format!("{pad}step\n"));
        list(program, vars, &repeated.step, depth + 1, out);
    }
}

/// The lowered statements, in a method `m` of the class below.
fn lower(stmts: &str) -> String {
    let text = format!(
        "class C {{
           int x; int y; C next; int[] a; bool b; perm p; static int s; static final int K := 7;
           C() {{}}
           C(int v) {{}}
           int get(int n) {{ return n; }}
           bool test(int n) {{ return true; }}
           C make() {{ return this; }}
           void go(int n, int m) {{}}
           static int id(int n) {{ return n; }}
           pure int px() requires acc(x); {{ return x; }}
           pure static int twice(int n) {{ return 2 * n; }}
           predicate valid() {{ return acc(x); }}
           predicate q(int n) {{ return acc(x) * x = n; }}
           void m(int i, int j, C c, int[] arr, bool f, perm pp) {{ {stmts} }}
         }}"
    );
    let program = accept(&text);
    listing(&program, method(&program, "m"))
}

/// An assertion as the body of a predicate `p` in the class below.
fn assertion_text(assertion: &str) -> String {
    format!(
        "class C {{
           int x; int y; C next; int[] a; bool b; static int s; static final int K := 7;
           pure int px() requires acc(x); {{ return x; }}
           predicate valid() {{ return acc(x); }}
           predicate q(int n) {{ return acc(x) * x = n; }}
           predicate p(int i, int j, int k, C c, int[] arr, bool f, bool g, perm pp) {{ return {assertion}; }}
         }}"
    )
}

/// The conjuncts of an assertion in the IR.
fn conjuncts(assertion: &str) -> Vec<String> {
    let program = accept(&assertion_text(assertion));
    let pred = predicate(&program, "p");
    parts(pred.body.as_ref().unwrap())
        .iter()
        .map(|a| print::Text::new(&program, &pred.vars).assertion(a))
        .collect()
}

fn parts(a: &Assertion) -> &[Assertion] {
    match &a.kind {
        crate::ir::AssertKind::Star(parts) => parts,
        _ => std::slice::from_ref(a),
    }
}
