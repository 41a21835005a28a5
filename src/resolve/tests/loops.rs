//! Loops: lowering, allowed constructs, and the places of errors.

use super::{accept, lower, refused};
use crate::ir::{MethodKind, StmtKind};

/// Compares the lowered statements line by line.
fn check(stmts: &str, expected: &[&str]) {
    let lowered = lower(stmts);
    let lines: Vec<&str> = lowered.lines().collect();
    assert_eq!(lines, expected, "of {stmts}");
}

/// The diagnostics of a method body.
fn in_code(stmts: &str) -> Vec<String> {
    refused(&format!(
        "class C {{ int x; int get() {{ return 1; }} void m(int i, boolean f) {{ {stmts} }} }}"
    ))
}

#[test]
fn a_loop_has_an_invariant_measures_a_condition_and_a_body() {
    check(
        "while (i < j) invariant acc(x); invariant 0 <= i && x = j; decreases j - i, j; { i := i + 1; }",
        &[
            "loop acc(this.x) * 0 <= i * this.x = j",
            "decreases j - i, j",
            "while i < j",
            "  i := i + 1",
        ],
    );
    check("while (f) i := 1;", &["loop true", "while f", "  i := 1"]);
    check("while (f);", &["loop true", "while f"]);
    check(
        "if (f) while (f) i := 1; else i := 2;",
        &[
            "if (f) …",
            "  loop true",
            "  while f",
            "    i := 1",
            "else",
            "  i := 2",
        ],
    );
}

#[test]
fn effects_of_the_condition_run_before_each_test() {
    check(
        "while (i++ < get(j)) j--;",
        &[
            "loop true",
            "  $1 := i",
            "  i := $1 + 1",
            "  $2 := this.get(j)",
            "while $1 < $2",
            "  j := j - 1",
        ],
    );
    check(
        "while (f && test(i)) { }",
        &[
            "loop true",
            "  if (f) …",
            "    $1 := this.test(i)",
            "    $2 := $1",
            "  else",
            "    $2 := false",
            "while $2",
        ],
    );
}

#[test]
fn the_variable_of_a_for_is_visible_in_all_of_it() {
    check(
        "for (int k := 0; k < i; k++) invariant 0 <= k; decreases i - k; { j := k; } int k := 1;",
        &[
            "k := 0",
            "loop 0 <= k",
            "decreases i - k",
            "while k < i",
            "  j := k",
            "step",
            "  k := k + 1",
            "k := 1",
        ],
    );
    check("for (;;) break;", &["loop true", "while true", "  break"]);
    check(
        "for (i := get(1); ; go(i, j)) { if (f) continue; }",
        &[
            "i := this.get(1)",
            "loop true",
            "while true",
            "  if (f) …",
            "    continue",
            "  else",
            "step",
            "  this.go(i, j)",
        ],
    );
    assert_eq!(
        in_code("for (int k := 0; k < 3; k++) {} i := k;"),
        ["unknown-name at k"]
    );
    assert_eq!(in_code("for (int i := 0; f; ) {}"), ["duplicate-name at i"]);
    assert_eq!(
        in_code("for (; f; int k := 1) {}"),
        ["not-allowed-here at int k := 1"]
    );
}

#[test]
fn a_loop_and_its_header_have_their_places() {
    let text = "while (1 < 2) { } for (int i := 0; i < 3; i++) { } for (;;) { break; }";
    let (program, found, sources) = super::run(text);
    assert!(found.is_empty(), "{found:?}");
    let headers: Vec<&str> = crate::ir::walk::statements(&program.methods[0].body)
        .into_iter()
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Loop(repeated) => Some(sources.text(repeated.header)),
            _ => None,
        })
        .collect();
    assert_eq!(headers, ["while (1 < 2", "for (int i := 0; i < 3", "for"]);
}

#[test]
fn break_and_continue_stand_in_loops() {
    assert_eq!(
        in_code("break; if (f) { continue; } while (f) { if (f) break; else continue; }"),
        [
            "not-allowed-here at break;",
            "not-allowed-here at continue;"
        ]
    );
    assert_eq!(
        refused("for (;;) { break; } break;"),
        ["not-allowed-here at break;"]
    );
}

#[test]
fn what_may_stand_in_an_invariant() {
    let text = "class C { int x;
        predicate valid() { return acc(x); }
        int m(int n) requires valid(); {
          while (n > 0)
            invariant valid() * untouched(valid()) && old(n) = old(n);
            invariant n > 0 ==> valid() && n = 1;
          { n--; }
          return n; } }";
    // The resolver does not check for excess permissions.
    accept(text);
    assert_eq!(in_code("while (f) invariant i; {}"), ["type-mismatch at i"]);
}

#[test]
fn what_may_not_stand_in_a_specification() {
    assert_eq!(
        in_code("while (f) invariant get() = 1; decreases get(), f, acc(x); {}"),
        [
            "not-allowed-here at get()",
            "not-allowed-here at get()",
            "type-mismatch at f",
            "not-allowed-here at acc(x)"
        ]
    );
    assert_eq!(
        in_code("while (f) invariant i++ = 1; {}"),
        ["not-allowed-here at i++"]
    );
    assert_eq!(
        refused("class C { int m() { while (true) invariant result = 1; {} } }"),
        ["not-allowed-here at result"]
    );
}

#[test]
fn conditions_are_truth_values_without_access() {
    assert_eq!(
        in_code("while (i) {} for (; i; ) {} while (acc(x)) {}"),
        [
            "type-mismatch at i",
            "type-mismatch at i",
            "not-allowed-here at acc(x)"
        ]
    );
}

#[test]
fn returns_behind_loops() {
    let ends =
        |body: &str| refused(&format!("class C {{ int m(boolean f) {{ {body} }} }}")).is_empty();
    assert!(ends("while (true) {}"));
    assert!(ends("for (;;) { if (f) return 1; }"));
    assert!(ends("for (; (true); ) { while (f) break; }"));
    assert!(ends("while (f) {} return 1;"));
    assert!(!ends("while (f) { return 1; }"));
    assert!(!ends("while (true) { if (f) { break; } }"));
    assert!(!ends("for (;;) { if (f) return 1; else break; }"));
    assert!(!ends("for (; f; ) { return 1; }"));
}

#[test]
fn a_lemma_is_a_method_with_measures() {
    let program = accept(
        "class C {
           int x;
           lemma void down(int n) requires 0 <= n; ensures n >= 0; decreases n, 2 * n; { if (n > 0) { down(n - 1); } }
           static lemma void a() {}
           lemma static void b() { a(); C.a(); }
           void m(C c) { c.down(3); down(1); b(); C.b(); }
         }",
    );
    let down = super::method(&program, "down");
    assert_eq!(down.kind, MethodKind::Lemma);
    assert_eq!(down.decreases.len(), 2);
    assert_eq!(program.members.len(), 4);
    let m = super::method(&program, "m");
    assert_eq!(
        super::listing(&program, m),
        "c.down(3)\nthis.down(1)\nC.b()\nC.b()"
    );
}
