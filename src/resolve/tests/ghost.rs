//! Ghost declarations and lemmas: their effects and restrictions.

use super::{accept, message, method, refused};

/// The diagnostics of members of a class.
fn in_class(members: &str) -> Vec<String> {
    refused(&format!(
        "class C {{ int x; ghost int g; static ghost int sg; int get() {{ return 1; }} {members} }}"
    ))
}

#[test]
fn ghost_declarations_are_marked() {
    let program = accept(
        "class C { ghost int f; static ghost int s; int r;
           ghost pure int p(ghost int a) { return a; }
           pure int q(ghost int a, int b) { return b; }
           void m(ghost int a, int b) { ghost int c := a; int d := b; final ghost int e := p(c); ghost C k; } }",
    );
    let fields: Vec<bool> = program.fields.iter().map(|f| f.is_ghost).collect();
    assert_eq!(fields, [true, true, false]);
    let pures: Vec<bool> = program.pures.iter().map(|p| p.is_ghost).collect();
    assert_eq!(pures, [true, false]);
    let m = method(&program, "m");
    let ghost: Vec<&str> = m
        .vars
        .all
        .iter()
        .filter(|v| v.is_ghost)
        .map(|v| v.name.as_str())
        .collect();
    assert_eq!(ghost, ["a", "c", "e", "k"]);
}

#[test]
fn the_variables_of_a_lemma_are_ghost() {
    let program = accept("class C { lemma void l(int a) { int b := a; ghost int c; } }");
    let vars = &method(&program, "l").vars.all;
    let real: Vec<&str> = vars
        .iter()
        .filter(|v| !v.is_ghost)
        .map(|v| v.name.as_str())
        .collect();
    assert_eq!(real, ["this"]);
}

#[test]
fn ghost_stands_only_before_what_can_be_ghost() {
    assert_eq!(
        in_class(
            "ghost void m() {} ghost predicate q() { return true; } ghost C() {} ghost lemma void l() {}"
        ),
        [
            "not-allowed-here at m",
            "not-allowed-here at ghost",
            "not-allowed-here at ghost",
            "not-allowed-here at ghost"
        ]
    );
    assert_eq!(
        in_class("static final ghost int K := 1;"),
        ["not-allowed-here at K"]
    );
}

#[test]
fn a_lemma_has_a_body_and_no_result() {
    assert_eq!(in_class("lemma void l();"), ["not-allowed-here at l"]);
    assert!(message("class C { lemma void l(); }").contains("`{}`"));
    assert_eq!(
        in_class("lemma void l() { return 1; } void m() { int i := l(); }"),
        ["type-mismatch at 1", "type-mismatch at l()"]
    );
    assert_eq!(
        in_class("lemma void l() {} lemma void l() {}"),
        ["duplicate-name at l"]
    );
    assert_eq!(
        in_class("lemma void l() requires l(); {} pure int p() { return l(); }"),
        ["not-allowed-here at l()", "not-allowed-here at l()"]
    );
    assert!(in_class("void m() decreases 1; {}").is_empty());
}

#[test]
fn ghost_code_calls_and_creates_nothing_real() {
    assert_eq!(
        in_class("lemma void l() { get(); C c := new C(); int[] a := new int[1]; }"),
        [
            "not-allowed-here at get()",
            "not-allowed-here at new C()",
            "not-allowed-here at new int[1]"
        ]
    );
    assert_eq!(
        in_class(
            "void m() { ghost int k := get(); g := get(); sg := 1 + get(); ghost C c := new C(); }"
        ),
        [
            "not-allowed-here at get()",
            "not-allowed-here at get()",
            "not-allowed-here at get()",
            "not-allowed-here at new C()"
        ]
    );
    assert!(
        message("class C { int get() { return 1; } void m() { ghost int k := get(); } }")
            .contains("ghost code calls lemmas and pure methods")
    );
}

#[test]
fn real_effects_do_not_stand_in_ghost_statements() {
    assert_eq!(
        in_class("lemma void l(int n) {} void m(int i) { l(i++); ghost int k := i++; g := --x; }"),
        [
            "not-allowed-here at i++",
            "not-allowed-here at i++",
            "not-allowed-here at --x"
        ]
    );
    assert_eq!(
        in_class(
            "lemma void l() {} C make() { return this; } void m() { make().l(); make().g := 1; make().g++; make().g += 1; }"
        ),
        [
            "not-allowed-here at make()",
            "not-allowed-here at make().g",
            "not-allowed-here at make().g",
            "not-allowed-here at make().g"
        ]
    );
    assert_eq!(
        in_class(
            "void n(ghost int a, int b) {} C(ghost int a) {} void m(int i) { n(i++, i++); new C(get()); }"
        ),
        ["not-allowed-here at i++", "not-allowed-here at get()"]
    );
}

/// The diagnostics of statements in a method.
fn in_code(stmts: &str) -> Vec<String> {
    refused(&code(stmts))
}

fn code(stmts: &str) -> String {
    format!(
        "class C {{
           int x; C next; ghost int g; ghost C gn; static int s; static ghost int sg;
           C(int v, ghost int w) {{}}
           int get(int n) {{ return n; }}
           void go(int n, ghost int k) {{}}
           pure int id(int n) {{ return n; }}
           pure int first(int n, ghost int k) {{ return n; }}
           ghost pure int gid(int n) {{ return n; }}
           predicate valid() {{ return acc(x) * acc(g); }}
           predicate q(int n) {{ return true; }}
           lemma void l(int n) {{}}
           int m(int i, boolean f, ghost int h, ghost boolean gf, ghost C gc, int[] a) {{ {stmts} return 0; }}
         }}"
    )
}

const FINE: [&str; 0] = [];

#[test]
fn ghost_values_go_to_ghost_places() {
    assert_eq!(
        in_code(
            "ghost int k := h + i; k := g; g := k + x; sg := sg + 1; gc.g := gid(i); gn := gc; gn := next; k++; g--; \
             sg += h; gc.gn.g++; l(h); gc.l(k); go(i, h); i := first(i, h); C c := new C(i, g);"
        ),
        FINE
    );
    assert_eq!(
        in_code(
            "assert h = 0 && gf; assume h = g; open q(h); close gc.q(g); use id(h); use gid(g); join gf; \
             i := opening q(h) in x; i := using id(g) in i; i := old(x);"
        ),
        FINE
    );
    assert_eq!(
        in_code("while (f) invariant gid(i) = h; decreases h; { g := g + 1; }"),
        FINE
    );
}

#[test]
fn ghost_values_are_not_assigned_to_real_places() {
    for (stmts, place) in [
        ("i := h;", "h"),
        ("i := x + g;", "g"),
        ("i := 1 + this.g * 2;", "this.g"),
        ("x := h;", "h"),
        ("C.s := C.sg;", "C.sg"),
        ("int k := gid(1);", "gid(1)"),
        ("i += h;", "h"),
        ("next := gc;", "gc"),
        ("next := gn.next;", "gn"),
        ("f := gf && i = 1;", "gf"),
        ("i := f ? 1 : h;", "h"),
        ("a[0] := h;", "h"),
        ("i := id(h);", "h"),
        ("i := gc.id(1);", "gc"),
        ("i := opening q(h) in g;", "g"),
        ("i := old(g);", "g"),
        ("i := a[h];", "h"),
    ] {
        assert_eq!(
            in_code(stmts),
            [format!("not-allowed-here at {place}")],
            "{stmts}"
        );
    }
}

#[test]
fn ghost_values_do_not_choose_what_is_changed_or_called() {
    for (stmts, place) in [
        ("gc.x := 1;", "gc"),
        ("gn.next.x := 1;", "gn"),
        ("a[h] := 1;", "h"),
        ("gc.x++;", "gc"),
        ("gc.go(1, 2);", "gc"),
        ("go(h, 2);", "h"),
        ("i := get(g);", "g"),
        ("i := get(get(g));", "g"),
        ("new C(h, 1);", "h"),
        ("int[] b := new int[h];", "h"),
        ("return h;", "h"),
        ("return 1 + gid(2);", "gid(2)"),
    ] {
        assert_eq!(
            in_code(stmts),
            [format!("not-allowed-here at {place}")],
            "{stmts}"
        );
    }
}

#[test]
fn a_ghost_condition_decides_about_ghost_code_only() {
    assert_eq!(
        in_code(
            "if (gf) { g := 1; ghost int k := i; k++; l(k); if (f) { assert gf; } else { h := 1; } open q(1); close q(1); }
             if (f) { i := 1; } if (i > h) ; else assert f;"
        ),
        FINE
    );
    for stmt in [
        "i := 1;",
        "x := 1;",
        "C.s := 1;",
        "a[0] := 1;",
        "int k;",
        "int k := 1;",
        "i++;",
        "get(1);",
        "i := get(1);",
        "new C(1, 2);",
        "int[] b := new int[3];",
        "return 1;",
        "{ { x := 1; } }",
        "if (f) { x := 1; }",
        "while (f) decreases 1; { x := 1; }",
    ] {
        assert_eq!(
            in_code(&format!("if (1 < h) {{ g := 1; {stmt} }}")),
            ["not-allowed-here at h"],
            "{stmt}"
        );
        assert_eq!(
            in_code(&format!("if (gf) {{}} else {{ {stmt} }}")),
            ["not-allowed-here at gf"],
            "{stmt}"
        );
    }
}

#[test]
fn ghost_code_does_not_leave_real_loops() {
    for word in ["break", "continue"] {
        assert_eq!(
            in_code(&format!("while (f) {{ if (gf) {word}; }}")),
            ["not-allowed-here at gf"]
        );
        assert_eq!(
            in_code(&format!("while (gf) decreases h; {{ if (f) {word}; }}")),
            FINE
        );
    }
}

#[test]
fn a_ghost_loop_changes_only_what_is_ghost_and_has_a_measure() {
    assert_eq!(
        in_code("while (h > 0) decreases h; { h--; g := g + 1; }"),
        FINE
    );
    assert_eq!(
        in_code("for (ghost int k := 0; k < 3; k++) decreases 3 - k; { l(k); }"),
        FINE
    );
    assert_eq!(
        in_code("while (h > 0) { h--; }"),
        ["not-allowed-here at while (h > 0"]
    );
    assert_eq!(
        in_code("if (gf) { while (f) { h--; } }"),
        ["not-allowed-here at while (f"]
    );
    assert_eq!(
        in_code("for (ghost int k := 0; k < 3; i++) decreases 3 - k; { }"),
        ["not-allowed-here at k"]
    );
    assert_eq!(
        in_code("while (get(1) < h) decreases h; { }"),
        ["not-allowed-here at h"]
    );
    assert_eq!(
        in_code("while (gf) decreases h; { return 1; }"),
        ["not-allowed-here at gf"]
    );
    // The number of iterations of a real loop is irrelevant.
    assert_eq!(in_code("while (f) { g++; }"), FINE);
}

#[test]
fn ghost_values_in_lazy_operands_and_temporaries() {
    assert_eq!(
        in_code("f := gf && get(1) = 2;"),
        ["not-allowed-here at gf"]
    );
    assert_eq!(in_code("i := h + get(1);"), ["not-allowed-here at h"]);
    assert_eq!(in_code("go(get(1), h + x);"), FINE);
    assert_eq!(in_code("l(h++); g := h-- + 1; ghost int k := --h;"), FINE);
    assert_eq!(in_code("i := h++;"), ["not-allowed-here at h"]);
    let program = accept(&code("l(h++ + 1); go(get(h = 0 ? 1 : 2), 1);").replace("h = 0", "i = 0"));
    let ghost: Vec<(&str, bool)> = method(&program, "m")
        .vars
        .all
        .iter()
        .filter(|v| v.name.starts_with('$'))
        .map(|v| (v.name.as_str(), v.is_ghost))
        .collect();
    assert_eq!(ghost, [("$1", true), ("$2", false)]);
}

#[test]
fn quantifiers_are_ghost() {
    assert_eq!(
        in_code(
            "ghost boolean k := forall int j :: j = j; if (exists int j :: j = i) { g := 1; } l(1);
             while (forall int j :: j < h) decreases h; { h := h - 1; }"
        ),
        FINE
    );
    assert_eq!(
        in_code("f := forall int j :: j = j; if (forall int j :: j = 1) { i := 1; }"),
        [
            "not-allowed-here at forall int j :: j = j",
            "not-allowed-here at forall int j :: j = 1"
        ]
    );
    assert_eq!(
        in_code("ghost boolean k := forall int j :: h++ = j; k := exists int j :: get(j) = 1;"),
        ["not-allowed-here at h++", "not-allowed-here at get(j)"]
    );
    assert_eq!(
        in_class("pure boolean p(int n) { return forall int j :: j < n; }"),
        ["not-allowed-here at forall int j :: j < n"]
    );
}

#[test]
fn the_body_of_a_real_pure_method_is_real() {
    assert_eq!(
        in_class("pure int p() requires acc(g); { return g; }"),
        ["not-allowed-here at g"]
    );
    assert_eq!(
        in_class("ghost pure int p() { return 1; } pure int q(ghost int n) { return n + p(); }"),
        ["not-allowed-here at n"]
    );
    assert_eq!(
        in_class(
            "ghost pure int p() requires acc(g); { return g; }
             pure int q(ghost int n) requires acc(g) * p() = n; ensures result < n; decreases n; { return 1; }
             ghost pure int r(int n) requires acc(g); { return p() + q(g); }
             predicate v() { return acc(g) * g = p(); }"
        ),
        FINE
    );
    assert!(
        message("class C { ghost int g; pure int p() requires acc(g); { return g; } }")
            .contains("declare the method `ghost pure`")
    );
}

#[test]
fn a_lemma_changes_nothing_real() {
    assert_eq!(
        in_class(
            "lemma void l(int n, C c, int[] a) requires acc(g);
             { g := n; sg := 1; n := n + 1; n++; int k := n; c.g := k; if (n > 0) { return; }
               for (int i := 0; i < n; i++) invariant acc(g); decreases n - i; { if (k = 1) break; g := g + 1; l(1, c, a); }
               assume k = 0; assert k = 0; }"
        ),
        FINE
    );
    assert_eq!(
        in_class(
            "lemma void l(C c, int[] a) { x := 1; c.x++; a[0] := 1; if (c = null) { x := 2; } }"
        ),
        [
            "not-allowed-here at x := 1;",
            "not-allowed-here at c.x++;",
            "not-allowed-here at a[0] := 1;",
            "not-allowed-here at x := 2;"
        ]
    );
    assert_eq!(
        in_class("lemma void l() { while (true) {} }"),
        ["not-allowed-here at while (true"]
    );
}

#[test]
fn initialisers_of_fields_are_code() {
    assert_eq!(
        refused("class C { ghost int g := 1; int x := g; C() {} C(int n) {} }"),
        ["not-allowed-here at g"]
    );
    assert_eq!(
        refused("class C { int x := 1; ghost int g := x; static ghost int s := 3; C() {} }"),
        FINE
    );
}

#[test]
fn what_is_wrong_is_said_with_what_to_do() {
    let said = message(&code("i := h;"));
    assert!(said.contains("the ghost variable `h`"), "{said}");
    assert!(said.contains("declare `i` with `ghost`"), "{said}");
    let said = message(&code("if (gf) x := 1;"));
    assert!(said.contains("cannot decide"), "{said}");
    let said = message("class C { int x; lemma void l() { x := 1; } }");
    assert!(said.contains("the real field `x`"), "{said}");
}
