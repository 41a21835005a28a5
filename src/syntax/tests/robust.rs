//! Deep programs, large programs, and arbitrary texts.

use super::*;
use crate::diagnostics::Code;
use crate::syntax::MAX_NESTING;
use crate::syntax::lexing::lexer::lex;
use proptest::prelude::*;

/// Programs of nesting depth `n`, one per construct.
fn deep(n: usize) -> Vec<String> {
    let around = |open: &str, close: &str| format!("x := {}1{};", open.repeat(n), close.repeat(n));
    vec![
        around("(", ")"),
        around("!", ""),
        around("- ", ""),
        around("f(", ")"),
        around("a[", "]"),
        around("old(", ")"),
        around("c ? 1 : ", ""),
        around("c ? ", " : 2"),
        around("c ? set{1} : ", ""),
        around("opening q() in ", ""),
        around("let x := 1 in ", ""),
        around("let x := (", ") in 0"),
        around("forall int i :: ", ""),
        around("forall int i :: {f(i), ", "} true"),
        around("(\\forall int i; a; ", ")"),
        around("(\\exists int i; ", "; a)"),
        around("[", "]"),
        around("[1, ", "]"),
        around("set{", "}"),
        around("map{1 := ", "}"),
        around("| ", " |"),
        around("|1 + ", " |"),
        around("s[0 := ", "]"),
        format!("x := s{};", "[0 := 1]".repeat(n)),
        format!("x := s{};", "[1..]".repeat(n)),
        around("(C) ", ""),
        format!("x := a{};", ".f".repeat(n)),
        format!("x := a{};", ".m()".repeat(n)),
        format!("x := a{};", "[0]".repeat(n)),
        format!("int{} x;", "[]".repeat(n)),
        format!("{}int{} x;", "seq<".repeat(n), ">".repeat(n)),
        format!("{}int{} x;", "List<".repeat(n), ">".repeat(n)),
        format!("{}T{} x;", "Map<K, ".repeat(n), ">".repeat(n)),
        format!("a{} x;", ".b".repeat(n)),
        around("(List<T>) ", ""),
        around("f(1, (C) ", ")"),
        format!("{} x := 1; {}", "{".repeat(n), "}".repeat(n)),
        "if (a) ".repeat(n) + "x := 1;",
        "if (a) { } else ".repeat(n) + "{ }",
        "if (a) x := 1; else ".repeat(n) + "{ }",
        "while (a) ".repeat(n) + ";",
        "for (;;) ".repeat(n) + ";",
        "l: ".repeat(n) + ";",
        around("f(2, -", ")"),
    ]
}

#[test]
fn deep_programs_are_read_printed_and_compared() {
    for text in deep(2_000) {
        let (file, diagnostics) = parsed(&text);
        assert!(
            diagnostics.iter().all(|d| d.code == Code::Unsupported),
            "{:.60} {:.300?}",
            text,
            diagnostics
        );
        assert_round_trip(&file);
    }
}

#[test]
fn the_deepest_programs_are_handled_too() {
    for n in [MAX_NESTING / 4, MAX_NESTING / 2 - 10, MAX_NESTING - 10] {
        let mut accepted = 0;
        for text in deep(n) {
            let (file, _) = parsed(&text);
            accepted += usize::from(!file.main.is_empty());
            let again = parsed(&pretty(&file)).0;
            assert!(same_up_to_spans(&file, &again), "{text:.60}");
        }
        // Some constructs count for more than one level.
        assert!(accepted >= 10, "{n}: {accepted}");
    }
}

#[test]
fn deeper_programs_are_refused() {
    for text in deep(100_000) {
        let (_, diagnostics) = parsed(&text);
        if let [d, ..] = diagnostics.as_slice() {
            assert!(
                d.code == Code::Unsupported || text.contains("[]"),
                "{text:.60} {d:?}"
            );
        } else {
            // Constructs without a node have no depth.
            assert!(["l:"].iter().any(|s| text.contains(s)), "{text:.60}");
        }
    }
}

#[test]
fn long_is_not_deep() {
    let many = |s: &str| s.repeat(30_000);
    for text in [
        format!("x := 1{};", many(" + -a.f")),
        format!("f(1{});", many(", !a")),
        many("if (a) { x := 1; } else { y.m(); }\n"),
        many("{ x := a ? b : c; }"),
        format!(
            "class A {{ {} }}",
            many("int x; void m() requires a; { if (b) c(); }")
        ),
        many("// a comment\n"),
    ] {
        assert!(parsed(&text).1.is_empty(), "{text:.60}");
    }
}

#[test]
fn ten_thousand_statements() {
    let text = "c1.setX(c2.getX() + 1);\nif (x ≤ 0 && y) { a[i] := b.f * 2; }\n".repeat(5_000);
    let file = tree(&text);
    assert_eq!(file.main.len(), 10_000);
    assert_round_trip(&file);
}

/// The tokens of random programs.
const SPELLINGS: &[&str] = &[
    "class",
    "interface",
    "extends",
    "int",
    "void",
    "boolean",
    "static",
    "final",
    "pure",
    "predicate",
    "lemma",
    "requires",
    "ensures",
    "invariant",
    "decreases",
    "if",
    "else",
    "while",
    "for",
    "return",
    "assert",
    "open",
    "join",
    "label",
    "opening",
    "using",
    "in",
    "let",
    "forall",
    "∀",
    "exists",
    "•",
    "::",
    "\\forall",
    "\\old",
    "instanceof",
    "new",
    "old",
    "acc",
    "x",
    "C",
    "set",
    "seq",
    "5",
    "0x1F",
    "1.5",
    "\"s\"",
    "'c'",
    "(",
    ")",
    "[",
    "]",
    "[]",
    "{",
    "}",
    ";",
    ",",
    ".",
    "..",
    ":=",
    "=",
    "==",
    "<",
    ">",
    "<=",
    "*",
    "+",
    "-",
    "!",
    "?",
    ":",
    "|",
    "multiset",
    "map",
    "union",
    "subset",
    "\\exists",
    "++",
    "--",
    "--*",
    "==>",
    "&&",
    "+=",
    "&",
    "->",
    "try",
    "@Override",
    "@X",
    "#",
    "/*",
    "//",
    "*/",
    "_",
    "this",
    "super",
    "extends",
    "&",
    "abstract",
    "//@",
    "/*@",
    "@*/",
    "\n",
    "switch",
    "case",
    "default",
    "do",
    "throw",
    "enum",
    "<<",
    ">>",
    "~",
    "|=",
    "1L",
    "010",
    "true",
    "null",
    "long",
    "package",
    "import",
    "é",
];

#[test]
fn package_and_imports_are_printed() {
    let file = tree("package a.b; import c.D; import static e.F.*; class A { }");
    assert_eq!((file.package_name(), file.imports.len()), ("a.b", 2));
    assert_round_trip(&file);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_text_is_answered(text in "\\PC{0,200}") {
        parsed(&text);
        parsed_java(&text);
    }

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        parsed(&text);
        parsed_java(&text);
    }

    #[test]
    fn any_tokens_are_answered(words in proptest::collection::vec(0..SPELLINGS.len(), 0..80)) {
        let words: Vec<_> = words.into_iter().map(|i| SPELLINGS[i]).collect();
        let text = words.join(" ");
        let (file, diagnostics) = parsed(&text);
        for d in &diagnostics {
            prop_assert!(text.get(d.span.start as usize..d.span.end as usize).is_some());
        }
        assert_round_trip(&file);
        for d in parsed_java(&text).1 {
            prop_assert!(text.get(d.span.start as usize..d.span.end as usize).is_some());
        }
    }

    #[test]
    fn tokens_are_in_order_and_within_the_text(text in "\\PC{0,100}") {
        for notation in [Notation::Idf, Notation::Java] {
            let (tokens, _) = lex(any_file(), &text, notation);
            let mut end = 0;
            for t in tokens {
                prop_assert!(end <= t.start && t.start < t.end && text.get(t.start..t.end).is_some());
                end = t.end;
            }
        }
    }
}

#[test]
fn what_the_parser_copies_at_each_step_is_small() {
    use crate::syntax::parsing::actions::MemberParts;
    use crate::syntax::parsing::declarators::Declarator;
    use crate::syntax::tree::ast;
    use std::mem::size_of;
    // A symbol on the parser's stack is as large as the largest of them.
    let sizes = [
        ("Expr", size_of::<ast::Expr>()),
        ("ExprKind", size_of::<ast::ExprKind>()),
        ("Stmt", size_of::<ast::Stmt>()),
        ("Type", size_of::<ast::Type>()),
        ("TypeParam", size_of::<ast::TypeParam>()),
        ("Param", size_of::<ast::Param>()),
        ("Bound", size_of::<ast::Bound>()),
        ("SwitchCase", size_of::<ast::SwitchCase>()),
        ("Declarator", size_of::<Declarator>()),
        ("MemberParts", size_of::<MemberParts>()),
    ];
    for (name, size) in sizes {
        assert!(size <= 104, "{name} has {size} bytes: box some of it");
    }
}
