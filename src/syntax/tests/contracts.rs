//! Mistakes in the contracts of `.java` files, each with the message that names it.

use super::*;

/// The diagnostics for a text: code, source text and message of each.
fn said_of(text: &str) -> Vec<String> {
    let (_, diagnostics) = parsed_java(text);
    let line = |d: &Diagnostic| {
        let at = text.get(d.span.start as usize..d.span.end as usize);
        format!("{} `{}`: {}", d.code.name(), at.unwrap_or("?"), d.message())
    };
    diagnostics.iter().map(line).collect()
}

/// The diagnostics for an annotation before a method.
fn before_method(annotation: &str) -> Vec<String> {
    said_of(&format!(
        "class A {{ int x;\n{annotation}\nvoid m() {{ }} }}"
    ))
}

/// The diagnostics for the body of a method.
fn in_body(body: &str) -> Vec<String> {
    said_of(&format!("class A {{ void m(int i) {{\n{body}\n}} }}"))
}

const NOT_ENDED: &str = "expected `;` behind this, at the end of the annotation";

#[test]
fn the_end_of_a_clause_is_missing() {
    for annotation in [
        "//@ requires x > 0\n//@ ensures true;",
        "//@ requires x > 0\n",
        "//@ requires true; ensures x > 0",
        "//@ requires x > 0 \r\n//@ ensures true;",
        "/*@ requires x > 0\n  @ ensures true;\n  @*/",
        "/*@ requires x > 0 @*/",
        "//@ requires x > 0\n// && x < 5;",
    ] {
        let expected = format!("syntax `0`: {NOT_ENDED}");
        assert_eq!(before_method(annotation), [expected], "{annotation}");
    }
    for body in [
        "//@ assert i > 0\ni = 1;",
        "//@ assert i > 0",
        "//@ loop_invariant i > 0\nwhile (true) { }",
        "//@ loop_invariant i > 0\n//@ decreases i;\nwhile (true) { }",
    ] {
        assert_eq!(
            in_body(body),
            [format!("syntax `0`: {NOT_ENDED}")],
            "{body}"
        );
    }
}

#[test]
fn clauses_are_separated() {
    for annotation in [
        "//@ requires x > 0 ensures true;",
        "/*@ requires true; requires x > 0 ensures true; @*/",
    ] {
        let expected = "syntax `0`: expected `;` behind this, before the next clause";
        assert_eq!(before_method(annotation), [expected], "{annotation}");
    }
}

#[test]
fn the_contract_of_the_next_member_is_not_part_of_an_erroneous_one() {
    let text = "class A {\n//@ ensures \\result > 0;\nint f() { return 1; }\n\
                //@ requires x > 0 ensures true;\nvoid g(int x) {}\n\
                int h();\n//@ requires x > 0 ensures true;\nvoid i(int x) {}\n}";
    let (file, _) = parsed_java(text);
    let names = file.classes[0].members.iter().map(|m| m.name.text.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["f", "g", "h", "i"]);
}

#[test]
fn misspelled_keywords_are_named_once() {
    for (annotation, word) in [
        ("//@ require x > 0;", "require"),
        ("//@ requieres x > 0;", "requieres"),
        ("//@ Requires x > 0;", "Requires"),
        ("//@ REQUIRES x > 0;", "REQUIRES"),
        ("//@ require acc(x);", "require"),
        ("//@ require (x) > 0;", "require"),
        ("//@ require x;", "require"),
        ("//@ requires true; ensure x > 0;", "ensure"),
        ("//@ ensure \\result > 0;", "ensure"),
        ("//@ precondition x > 0;", "precondition"),
        ("//@ public predicat p() { return true; }", "predicat"),
        ("/*@ require x > 0;\n  @ ensures true; @*/", "require"),
    ] {
        let expected = format!("syntax `{word}`: `{word}` is not a keyword of annotations");
        assert_eq!(before_method(annotation), [expected], "{annotation}");
    }
    for (body, word) in [
        ("//@ invariants i > 0;\nwhile (true) { }", "invariants"),
        (
            "//@ loop_invarient i > 0;\nwhile (true) { }",
            "loop_invarient",
        ),
        ("//@ decrease i;\nwhile (true) { }", "decrease"),
        ("//@ asserts i > 0;", "asserts"),
    ] {
        let expected = format!("syntax `{word}`: `{word}` is not a keyword of annotations");
        assert_eq!(in_body(body), [expected], "{body}");
    }
    // The same words as names.
    let names = "//@ ghost int require = 1; require = 2; require++; ensure(require); \
                 //@ Ensure.done(); \n//@ Invariants x = null;";
    let said = in_body(&names.replace("; //@", ";\n//@"));
    assert_eq!(said, [""; 0]);
    assert_eq!(
        in_body("require(i); int ensure = require + asserts;"),
        [""; 0]
    );
}

#[test]
fn clauses_that_belong_to_nothing_are_named() {
    for (body, word) in [
        (
            "while (true) { //@ loop_invariant true;\ni = 1; }",
            "loop_invariant",
        ),
        (
            "while (true) { //@ loop_invariant true;\nm(); }",
            "loop_invariant",
        ),
        ("while (true) { //@ invariant true;\nreturn; }", "invariant"),
        (
            "while (true) { i = 1; //@ loop_invariant true;\n}",
            "loop_invariant",
        ),
        (
            "while (true) { }\n//@ loop_invariant true;",
            "loop_invariant",
        ),
        ("//@ decreases i;\nif (i > 0) { }", "decreases"),
        (
            "//@ loop_invariant (\\forall int k; 0 <= k; k > i);\ni++;",
            "loop_invariant",
        ),
    ] {
        let expected = format!("syntax `{word}`: this `{word}` is before no loop");
        assert_eq!(in_body(body), [expected], "{body}");
    }
    for text in [
        "class A { void m() { }\n//@ requires true;\n}",
        "class A { void m() { } //@ requires true;\n}",
        "class A { abstract void m(); //@ requires true;\n}",
    ] {
        let expected = "syntax `requires`: this `requires` is before no member";
        assert_eq!(said_of(text), [expected], "{text}");
    }
    for text in [
        "class A { void m() { } //@ requires true;\n void k() { } }",
        "class A { int x; //@ requires true;\n void k() { } }",
        "interface A { void m(); //@ requires true;\n//@ ensures true;\n void k(); }",
    ] {
        let expected = "not-allowed-here `requires`: this contract is behind a member, but would belong to the next one";
        assert_eq!(said_of(text), [expected], "{text}");
    }
    for text in [
        "class A { void m() { } /*@ requires true; @*/ void k() { } }",
        "class A { void m() { }\n//@ requires true;\nvoid k() { } }",
        "class A { //@ requires true;\nvoid k() { } }",
        "class A { void m() //@ requires true;\n{ } void k() { } }",
        "class A {\n@Deprecated\n//@ requires true;\n@Override void k() { } }",
        "class A {\npublic //@ requires true;\nvoid k() { } }",
    ] {
        assert_eq!(said_of(text), [""; 0], "{text}");
    }
}

#[test]
fn contracts_at_other_wrong_places_are_refused() {
    for text in [
        "class A {\n//@ requires true;\nint x; }",
        "class A {\n//@ requires true;\nstatic class B { } }",
        "class A {\n//@ requires true;\nenum E { P } }",
        "//@ requires true;\nclass A { }",
        "class A {\n//@ requires true;\n{ int x; } }",
        "class A {\n//@ requires true;\n//@ predicate p() { return true; }\n}",
        "class A { void\n//@ requires true;\nm() { } }",
        "class A { void m\n//@ requires true;\n() { } }",
        "class A { void m(int a\n//@ requires true;\n) { } }",
        "class A { void m() {\n//@ requires true;\nint x = 1; } }",
        "class A { void m() { int x = 1;\n//@ ensures true;\n} }",
        "class A { void m() { class B {\n//@ requires true;\nvoid k() { } } } }",
        "class A { /*@ requires true; void k() { } }",
        "class A { //@ requires: true;\nvoid k() { } }",
        "class A { //@ requires true; */\nvoid k() { } }",
        "enum E { P //@ requires true;\n}",
    ] {
        assert!(!said_of(text).is_empty(), "{text}");
    }
}

#[test]
fn the_notation_of_verifast_is_named() {
    for (annotation, at, what) in [
        (
            "predicate p(A a; int b) = true;",
            ";",
            "VeriFast's `;` between the parameters of a predicate",
        ),
        (
            "predicate p(A a, int b) = true;",
            "=",
            "a predicate that is defined by `=`",
        ),
        (
            "predicate p() = acc(x);",
            "=",
            "a predicate that is defined by `=`",
        ),
        ("requires acc(x) &*& x > 0;", "&*&", "VeriFast's `&*&`"),
        ("requires x |-> 3;", "|->", "VeriFast's `|->`"),
        ("requires this.x |-> ?v;", "|->", "VeriFast's `|->`"),
        ("requires p(?v);", "?v", "VeriFast's pattern `?x`"),
        (
            "requires p(1, ?v) &*& v > 0;",
            "?v",
            "VeriFast's pattern `?x`",
        ),
        (
            "requires [1/2]this.x |-> ?v;",
            "[1/2]",
            "VeriFast's fraction `[f]`",
        ),
        ("requires [_]p();", "[_]", "VeriFast's fraction `[f]`"),
        (
            "fixpoint int f(int x) { return x; }",
            "fixpoint",
            "VeriFast's `fixpoint`",
        ),
        ("requires x > 0 <== x > 1;", "<==", "JML's `<==`"),
    ] {
        let expected = format!("unsupported `{at}`: {what} is not supported");
        assert_eq!(
            before_method(&format!("//@ {annotation}")),
            [expected],
            "{annotation}"
        );
        assert!(crate::syntax::instead(what).is_some(), "{what}");
    }
    // The same characters with their usual meaning.
    let usual =
        "boolean b = i > 0 ? i < 3 : i > 4; int[] a = {1}; i = a[0] & i | -i; i = 1 - a[0];";
    assert_eq!(in_body(usual), [""; 0]);
    let usual = "//@ requires |[1, 2][x := 3]| > 0 && (x > 0 ? x : |[1]|) > |-x|;";
    assert_eq!(before_method(usual), [""; 0]);
}
