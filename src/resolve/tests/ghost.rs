//! Ghost declarations and lemmas: what they are, and what may not be done with them.

use super::{accept, message, method, refused};

/// What is wrong with members of a class.
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
    assert_eq!(
        in_class("void m() decreases 1; {}"),
        ["unsupported at decreases 1;"]
    );
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
