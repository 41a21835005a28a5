//! Large programs: resolution must not overflow the native stack.

use super::{accept, listing, method};

/// Too long for one native frame per operand.
const LONG: usize = 100_000;

/// Deeper than any realistic program.
const DEEP: usize = 3_000;

fn in_method(stmts: &str) -> String {
    format!(
        "class C {{ int x; C next; int get(int n) {{ return n; }} void m(int i, bool f, C c) {{ {stmts} }} }}"
    )
}

#[test]
fn long_chains() {
    for (operator, operand) in [
        ("+", "i"),
        ("&&", "f"),
        ("||", "f"),
        ("==>", "f"),
        ("<==>", "f"),
        ("<=", "i"),
    ] {
        let chain = vec![operand; LONG].join(operator);
        let ty = if operator == "+" { "int" } else { "bool" };
        let program = accept(&in_method(&format!("{ty} k := {chain};")));
        assert!(listing(&program, method(&program, "m")).len() > LONG);
    }
}

#[test]
fn long_collections() {
    let joined = vec!["[i]"; LONG].join(" ++ ");
    let open = vec!["[]"; LONG].join(" ++ ");
    let elements = vec!["i"; LONG].join(", ");
    let branches = "f ? [] : ".repeat(DEEP);
    for value in [
        joined,
        open,
        format!("[{elements}]"),
        format!("{branches}[]"),
    ] {
        let program = accept(&in_method(&format!("seq<int> k := {value};")));
        assert!(listing(&program, method(&program, "m")).len() > DEEP);
    }
}

#[test]
fn long_assertions() {
    let conjuncts = vec!["acc(x, 1/2) * x = i"; LONG / 2].join(" * ");
    let program = accept(&in_method(&format!("assert {conjuncts};")));
    let crate::ir::StmtKind::Assert(a) = &method(&program, "m").body[0].kind else {
        panic!("an assert")
    };
    assert_eq!(super::parts(a).len(), LONG);
    let facts = vec!["f && 0 <= i < 3"; LONG / 3].join(" && ");
    accept(&in_method(&format!("assert {facts};")));
}

#[test]
fn long_chains_of_effects() {
    let sum = vec!["get(i++)"; 2_000].join(" + ");
    let program = accept(&in_method(&format!("int k := {sum};")));
    // Three statements per call, and one that saves the partial sum before the next call.
    assert_eq!(
        listing(&program, method(&program, "m")).lines().count(),
        4 * 2_000 - 1
    );
}

#[test]
fn many_statements() {
    let stmts: String = (0..10_000)
        .map(|n| format!("int k{n} := x; x := k{n} + 1;"))
        .collect();
    assert_eq!(method(&accept(&in_method(&stmts)), "m").body.len(), 20_000);
}

#[test]
fn deep_nesting() {
    let nested = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(DEEP), close.repeat(DEEP))
    };
    let binders = |head: &str, tail: &str| {
        let heads: String = (0..DEEP).map(|n| format!("{head}d{n}{tail}")).collect();
        heads + "f"
    };
    for text in [
        format!("int k := {};", nested("(1 + ", "i", ")")),
        format!("int k := {};", nested("get(", "i", ")")),
        format!("int k := {};", nested("(f ? 1 : ", "i", ")")),
        format!("bool k := {};", nested("!(", "f", ")")),
        format!("assert {};", nested("(f ==> ", "acc(x)", ")")),
        format!("assert {};", nested("(f * ", "acc(x)", ")")),
        format!("C k := c{};", ".next".repeat(DEEP)),
        format!("int k := {};", nested("([i, ", "i", "])[0]")),
        format!("int k := {};", nested("|[", "i", "]|")),
        format!("seq<int> k := ([i]){};", "[1..][0 := 2]".repeat(DEEP)),
        format!("assert {};", binders("forall C ", " :: ")),
        format!("assert {};", binders("let ", " := i in ")),
        nested("if (f) {", "x := 1;", "}"),
        nested("if (f) {} else ", "x := 1;", ""),
        nested("{", "x := 1;", "}"),
    ] {
        let program = accept(&in_method(&text));
        assert!(!listing(&program, method(&program, "m")).is_empty());
    }
}

#[test]
fn chained_comparisons_within_each_other() {
    let nested = format!("{}i{}", "(0 <= ".repeat(60), " <= 1 ? 1 : 0)".repeat(60));
    accept(&in_method(&format!("int k := {nested};")));
    let refused = super::refused(&in_method(&format!("assert 0 = {nested};")));
    assert_eq!(refused.len(), 1);
    assert!(refused[0].starts_with("unsupported"));
}
