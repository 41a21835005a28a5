//! Contracts in comments that are not read, and ordinary comments.

use super::*;
use crate::diagnostics::{Code, Severity};

/// The warnings for a text: the source text of each.
fn ignored(text: &str, notation: Notation) -> Vec<String> {
    let (_, diagnostics) = parse(any_file(), text, notation);
    for d in &diagnostics {
        assert_eq!(
            (d.code, d.severity),
            (Code::IgnoredContract, Severity::Warning),
            "{text}\n{d:#?}"
        );
    }
    let at = |d: &Diagnostic| text.get(d.span.start as usize..d.span.end as usize);
    diagnostics
        .iter()
        .map(|d| at(d).unwrap_or("?").to_owned())
        .collect()
}

/// The warnings for a comment before a method.
fn before_method(comment: &str) -> Vec<String> {
    let text = format!(
        "class A {{ int x, y; boolean ok; int[] a; int size() {{ return 0; }}\n{comment}\nvoid m(A b) {{ }} }}"
    );
    ignored(&text, Notation::Java)
}

#[test]
fn contracts_in_ordinary_comments_are_reported() {
    for (comment, at) in [
        ("// @ requires x > 0;", "requires x > 0;"),
        ("// @requires x > 0;", "requires x > 0;"),
        ("//\t@ requires x > 0;", "requires x > 0;"),
        ("//  @  requires x > 0", "requires x > 0"),
        ("// @ requires ok;", "requires ok;"),
        ("// @ requires ok", "requires ok"),
        ("// @ requires care;", "requires care;"),
        ("// requires x > 0;", "requires x > 0;"),
        ("//requires x > 0", "requires x > 0"),
        ("// requires acc(x) * acc(y)", "requires acc(x) * acc(y)"),
        ("// requires ok;", "requires ok;"),
        ("///@ requires x > 0;", "requires x > 0;"),
        ("/// requires x > 0;", "requires x > 0;"),
        ("/* @ requires x > 0; */", "requires x > 0;"),
        ("/* @ requires x > 0; @*/", "requires x > 0;"),
        ("/* requires x > 0; */", "requires x > 0;"),
        ("/* requires x > 0; @*/", "requires x > 0;"),
        ("/*\n @ requires x > 0;\n @*/", "requires x > 0;"),
        ("/**@ requires x > 0; */", "requires x > 0;"),
        ("/** @requires x > 0; */", "requires x > 0;"),
        ("/** @requires x > 0 */", "requires x > 0"),
        ("/** @requires ok */", "requires ok"),
        ("/** @requires size() */", "requires size()"),
        ("/** @pre x > 0 */", "pre x > 0"),
        ("/** @post \\result > 0 */", "post \\result > 0"),
        ("/** Adds.\n * @ensures x > 0\n */", "ensures x > 0"),
        ("/** Adds.\n *\n * @require x > 0\n */", "require x > 0"),
        ("/** Adds.\r\n * @ensures x > 0\r\n */", "ensures x > 0"),
        (
            "/** @invariant 0 <= x && x <= y */",
            "invariant 0 <= x && x <= y",
        ),
        ("/** @pure */", "pure"),
        ("/* @ pure @*/", "pure"),
        (
            "// @ ensures \\result == \\old(x);",
            "ensures \\result == \\old(x);",
        ),
        (
            "// @ ensures x > 0; ensures y > 0;",
            "ensures x > 0; ensures y > 0;",
        ),
        ("// @ decreases x, y;", "decreases x, y;"),
        ("// @ assignable \\nothing;", "assignable \\nothing;"),
        ("// @ modifies x, y;", "modifies x, y;"),
        (
            "// @ requires acc(x) &*& y > 0;",
            "requires acc(x) &*& y > 0;",
        ),
        ("// @ requires x |-> ?v;", "requires x |-> ?v;"),
        (
            "// @ requires (\\forall int i; 0 <= i);",
            "requires (\\forall int i; 0 <= i);",
        ),
        ("// @ ensure x > 0;", "ensure x > 0;"),
        ("// @ Requires x > 0;", "Requires x > 0;"),
        (
            "// @ predicate p() { return acc(x); }",
            "predicate p() { return acc(x); }",
        ),
        ("// @ ghost int g;", "ghost int g;"),
        ("// @ requires acc(x) *\n// @   x > 0;", "requires acc(x) *"),
        (
            "/* @ requires acc(x) *\n  @   x > 0;\n  @*/",
            "requires acc(x) *",
        ),
        (
            "/*\n //@ requires x > 0;\n //@ ensures y > 0;\n*/",
            "requires x > 0;",
        ),
        ("//+@ requires x > 0;", "requires x > 0;"),
        ("//-@ requires x > 0;", "requires x > 0;"),
        ("/*+KEY@ requires x > 0; */", "requires x > 0;"),
        ("//\u{FF20} requires x > 0;", "requires x > 0;"),
        ("//\u{A0}@ requires x > 0;", "requires x > 0;"),
        ("//\u{200B}@ requires x > 0;", "requires x > 0;"),
        ("//\\u0040 requires x > 0;", "requires x > 0;"),
        ("@Requires(\"x > 0\")", "@Requires"),
        ("@Ensures({\"x > 0\", \"y > 0\"})", "@Ensures"),
    ] {
        assert_eq!(before_method(comment), [at], "{comment}");
    }
}

#[test]
fn statements_in_ordinary_comments_are_reported() {
    for (comment, at) in [
        ("// @ loop_invariant x > 0;", "loop_invariant x > 0;"),
        ("// loop_invariant x > 0;", "loop_invariant x > 0;"),
        ("// @ maintaining x > 0;", "maintaining x > 0;"),
        ("// @ assert x > 0;", "assert x > 0;"),
        ("/* @ assume x > 0; */", "assume x > 0;"),
        ("// @ open valid();", "open valid();"),
        ("/** @close valid(); */", "close valid();"),
        ("int y; // @ ghost int z = x;", "ghost int z = x;"),
    ] {
        let text = format!("class A {{ void m(int x) {{\n{comment}\nwhile (x > 0) {{ }} }} }}");
        assert_eq!(ignored(&text, Notation::Java), [at], "{comment}");
    }
}

#[test]
fn ordinary_comments_are_not_reported() {
    for comment in [
        "// @param x",
        "/** @return the size, requires a lock */",
        "// requires care",
        "// @Override",
        "/** ensures that ... */",
        "/** Ensures that x > 0. */",
        "// requires x to be positive",
        "// requires Java >= 8",
        "// requires non-null",
        "// requires read/write",
        "// requires a lock; ensures nothing",
        "/** @pre none */",
        "/** @pre the list is sorted */",
        "/** @post returns true */",
        "/** @requires authentication */",
        "/** @invariant sorted */",
        "/** @throws E if x > 0 */",
        "/** @see A#m(A) */",
        "/** @author requires */",
        "/** @since 1.0 */",
        "/* pure */",
        "// pure",
        "// open the file; close it;",
        "// use x;",
        "// assert x > 0;",
        "// label x;",
        "// TODO requires x > 0",
        "// the loop invariant is x > 0",
        "// Requires: x > 0",
        "// x > 0",
        "// @",
        "//",
        "/**/",
        "/***/",
        "/* @ y */",
        "// @requires z",
        "// //@ requires x > 0;",
        "////@ requires x > 0;",
        "// /*@ requires x > 0; @*/",
        "/* //@ requires x > 0;\n void n() { } */",
        "/* An example:\n //@ requires x > 0;\n */",
        "/** predicate logic is used here */",
        "// invariant",
        "/** Whatever\n * requires x,\n * and more.\n */",
        "//@ requires x > 0; // requires z",
        "@Contract(\"null -> null\")",
        "@Pure",
        "@Requires(permission = 3)",
    ] {
        assert_eq!(before_method(comment), [""; 0], "{comment}");
    }
    let text = "class A { void m() { f(\"// @ requires true;\"); } }";
    assert_eq!(ignored(text, Notation::Java), [""; 0]);
}

#[test]
fn annotations_in_idf_files_are_reported() {
    for (comment, reported) in [
        ("//@ requires x > 0;", true),
        ("/*@ requires x > 0; @*/", true),
        ("// @ requires x > 0;", true),
        ("/** @requires x > 0 */", true),
        ("// requires x > 0;", false),
        ("//~ requires x > 0;", false),
        ("// @param x", false),
    ] {
        let text = format!("class A {{ int x;\n{comment}\nvoid m() {{ }} }}");
        assert_eq!(
            !ignored(&text, Notation::Idf).is_empty(),
            reported,
            "{comment}"
        );
    }
}

#[test]
fn only_the_first_contract_of_a_comment_and_few_of_a_file_are_reported() {
    let text = "class A {\n".to_owned() + &"// @ requires true;\n int x;\n".repeat(100) + "}";
    assert_eq!(ignored(&text, Notation::Java).len(), 20);
    let text = "// @ requires true\n".repeat(50_000);
    assert_eq!(ignored(&text, Notation::Java).len(), 1);
    let text = "// @ requires (".to_owned() + &"(\n// ".repeat(20_000);
    assert_eq!(ignored(&text, Notation::Java), [""; 0]);
}
