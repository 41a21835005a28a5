//! Refused programs: code, position and message.

use super::parsed;
use crate::diagnostics::Diagnostic;

/// The diagnostics of a text, one per line: code, source text, message.
fn messages(text: &str) -> String {
    let (_, diagnostics) = parsed(text);
    let lines = diagnostics.iter().map(|d| {
        let at = text
            .get(d.span.start as usize..d.span.end as usize)
            .unwrap_or("?");
        format!(
            "{} at {}..{} `{at}`: {}",
            d.code.name(),
            d.span.start,
            d.span.end,
            d.message()
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Asserts exactly this message for each text.
fn check(cases: &[(&str, &str)]) {
    let wrong = cases
        .iter()
        .filter(|(text, expected)| messages(text) != *expected);
    let shown: Vec<_> = wrong
        .map(|(text, expected)| {
            format!(
                "{text}\n  expected {expected}\n  found    {}",
                messages(text)
            )
        })
        .collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
}

#[test]
fn letters() {
    check(&[
        (
            "x := 5 ## 6;",
            "syntax at 7..9 `##`: `##` means nothing here: no token begins like this",
        ),
        (
            "x := 5; /* y",
            "syntax at 8..10 `/*`: this comment is not ended: `*/` is missing",
        ),
        (
            "x := \"abc;\ny := 1;",
            "syntax at 5..10 `\"abc;`: this string is not ended on its line: `\"` is missing",
        ),
        (
            "x := 'a;\ny := 1;",
            "syntax at 5..8 `'a;`: this character literal is not ended on its line: `'` is missing",
        ),
        ("x := 5x;", "syntax at 5..7 `5x`: `5x` is not a number"),
        (
            "x := \\foo;",
            "syntax at 5..9 `\\foo`: `\\foo` is not known; JML's words here are `\\old`, `\\result`, `\\count`, `\\forall`, `\\exists`",
        ),
    ]);
}

#[test]
fn expected_and_found() {
    check(&[
        (
            "x := 5",
            "syntax at 5..6 `5`: expected `;`, found the end of the file",
        ),
        (
            "x := 5  // c\n",
            "syntax at 11..12 `c`: expected `;`, found the end of the file",
        ),
        (
            "int x := 5\nint y;",
            "syntax at 11..14 `int`: expected `;`, found `int`",
        ),
        (
            "x := ;",
            "syntax at 5..6 `;`: expected an expression, found `;`",
        ),
        ("x := (a;", "syntax at 7..8 `;`: expected `)`, found `;`"),
        (
            "int open := 3;",
            "syntax at 4..8 `open`: `open` is a word of the language and cannot be a name",
        ),
        (
            "class { }",
            "syntax at 6..7 `{`: expected a name, found `{`",
        ),
        (
            "class A { int }",
            "syntax at 14..15 `}`: expected a name, found `}`",
        ),
        (
            "class A { 5 }",
            "syntax at 10..11 `5`: expected `}` or a member, found `5`",
        ),
        ("if x {}", "syntax at 3..4 `x`: expected `(`, found `x`"),
        (
            "if (x := 1) {}",
            "syntax at 6..8 `:=`: expected `)`, found `:=`",
        ),
        (
            "else x := 1;",
            "syntax at 0..4 `else`: expected a statement, found `else`",
        ),
        (
            "x := 1; class A {}",
            "syntax at 14..15 `A`: classes stand before the statements of the main routine",
        ),
        (
            "x := (a + 1) y;",
            "syntax at 13..14 `y`: expected `;`, found `y`",
        ),
        (
            "x := new int[];",
            "syntax at 5..14 `new int[]`: the length of the new array is missing",
        ),
        (
            "class A { predicate p() requires x; { return x; } }",
            "syntax at 24..32 `requires`: expected `{` or `;`, found `requires`",
        ),
    ]);
}

#[test]
fn java_beyond_the_language_is_named() {
    check(&[
        (
            "try { x := 1; } catch (E e) { y := 2; } finally { }",
            "unsupported at 0..3 `try`: a `try` statement is not supported",
        ),
        (
            "switch (x) { case 1: break; default: y := 1; }",
            "unsupported at 0..6 `switch`: a `switch` statement is not supported",
        ),
        (
            "throw new E();",
            "unsupported at 0..5 `throw`: a `throw` statement is not supported",
        ),
        (
            "do { x++; } while (x < 3);",
            "unsupported at 0..2 `do`: a `do` loop is not supported",
        ),
        (
            "synchronized (x) { }",
            "unsupported at 0..12 `synchronized`: `synchronized` is not supported",
        ),
        (
            "enum E { A, B }",
            "unsupported at 0..4 `enum`: an `enum` is not supported",
        ),
        (
            "f := x -> x;",
            "unsupported at 7..9 `->`: a lambda expression is not supported",
        ),
        (
            "f((x, y) -> x);",
            "unsupported at 9..11 `->`: a lambda expression is not supported",
        ),
        (
            "f(() -> x);",
            "unsupported at 5..7 `->`: a lambda expression is not supported",
        ),
        (
            "f := A::m;",
            "unsupported at 6..8 `::`: a method reference is not supported",
        ),
        (
            "x := a ** b;",
            "unsupported at 7..9 `**`: the operator `**` of powers is not supported",
        ),
        (
            "x := ~b;",
            "unsupported at 5..6 `~`: the bit operator `~` is not supported",
        ),
        (
            "x := a << 2;",
            "unsupported at 7..9 `<<`: the shift operator `<<` is not supported",
        ),
        (
            "x := a >>> 2;",
            "unsupported at 7..9 `>>`: the shift operator `>>` is not supported",
        ),
        (
            "@Deprecated class A {}",
            "unsupported at 0..11 `@Deprecated`: the annotation `@Deprecated` is not supported",
        ),
        (
            "long x;",
            "unsupported at 0..4 `long`: the type `long` is not supported",
        ),
        (
            "int x, y;",
            "unsupported at 5..6 `,`: a list of statements or variables is not supported",
        ),
        (
            "class A { int x, y; }",
            "unsupported at 17..18 `y`: a list of fields in one declaration is not supported",
        ),
        (
            "class A { static { } }",
            "unsupported at 17..20 `{ }`: an initialiser block is not supported",
        ),
        (
            "class A { class B {} }",
            "unsupported at 10..15 `class`: a class inside a class is not supported",
        ),
        (
            "for (int x : xs) {}",
            "unsupported at 0..19 `for (int x : xs) {}`: a `for` over a collection is not supported",
        ),
    ]);
}

#[test]
fn predicates_of_other_tools_are_named() {
    check(&[
        (
            "predicate node(N n; int v) = n.v |-> v; class N { }",
            "unsupported at 0..9 `predicate`: a predicate outside of a class is not supported",
        ),
        (
            "lemma void l() requires true; { } class N { }",
            "unsupported at 0..5 `lemma`: a lemma outside of a class is not supported",
        ),
        (
            "class A { pred p() = true; }",
            "syntax at 10..14 `pred`: `pred` is not a keyword",
        ),
        (
            "class A { predicate boolean p() { return true; } }",
            "syntax at 20..27 `boolean`: a predicate has no type: leave out `boolean`",
        ),
        (
            "class A { predicate B p() { return true; } }",
            "syntax at 20..21 `B`: a predicate has no type: leave out `B`",
        ),
        (
            "class A { predicate p { return true; } }",
            "syntax at 22..23 `{`: expected `(` after the name of the predicate `p`",
        ),
    ]);
}

#[test]
fn a_misspelled_clause_is_one_error() {
    check(&[
        (
            "class A { void m() require true; { } }",
            "syntax at 19..26 `require`: `require` is not a keyword",
        ),
        (
            "class A { void m() requires true; ensure true; { } void n() { } }",
            "syntax at 34..40 `ensure`: `ensure` is not a keyword",
        ),
        (
            "class A { void m() requires true ensure true; { } void n() { } }",
            "syntax at 33..39 `ensure`: `ensure` is not a keyword",
        ),
    ]);
}

#[test]
fn collections_that_are_none() {
    check(&[
        (
            "x := seq{1, 2};",
            "syntax at 5..14 `seq{1, 2}`: the elements of a sequence stand in `[…]`",
        ),
        (
            "x := set{1 := 2};",
            "syntax at 9..15 `1 := 2`: `:=` stands only in `map{…}`, not in `set{…}`",
        ),
        (
            "x := map{1};",
            "syntax at 9..10 `1`: an entry of a map is written `key := value`",
        ),
        ("x := |s;", "syntax at 7..8 `;`: expected `|`, found `;`"),
        (
            "assert forall int i: a;",
            "syntax at 19..20 `:`: expected `,` or `::`, found `:`",
        ),
        (
            "assert forall i :: a;",
            "syntax at 16..18 `::`: expected a name or `[]`, found `::`",
        ),
        (
            "assert forall int i :: {} a;",
            "syntax at 24..25 `}`: expected an expression, found `}`",
        ),
        (
            "assert let int x := 1 in x;",
            "syntax at 11..14 `int`: `int` is a word of the language and cannot be a name",
        ),
        (
            "assert (\\forall int i :: a);",
            "syntax at 22..24 `::`: expected `;`, found `::`",
        ),
    ]);
}

#[test]
fn several_errors_are_reported_each_once() {
    let text = "class A {
  int x
  void m() { x := ; y := 1; if (x { y := 2; } z := 3 }
  void n() { x := 1; }
}
y := 1 +;
x := 1;
z := 2 2;";
    // Unmatched brackets are the only error that hides others.
    assert_eq!(messages(text).lines().count(), 1);
    let text = text.replace("if (x {", "if x {");
    let (file, diagnostics) = parsed(&text);
    assert_eq!(diagnostics.len(), 6, "{}", messages(&text));
    assert_eq!(file.classes.len(), 1);
    assert_eq!(file.main.len(), 1);

    let text = "class A {
  void m() { x := ; y := 1; if x { y := 2; } else { } z := 3 }
  int f() requires a b; ensures c; { return 1; }
  void n() { x := 1; }
}";
    let (file, diagnostics) = parsed(text);
    assert_eq!(diagnostics.len(), 4, "{}", messages(text));
    assert_eq!(file.classes[0].members.len(), 2);
}

#[test]
fn a_forgotten_semicolon_hides_nothing_below_it() {
    let text = "class A {
  int f
  void m() { x := ; }
}
A a := new A()
a.m(3 4);";
    let (file, diagnostics) = parsed(text);
    let messages: Vec<String> = diagnostics.iter().map(Diagnostic::message).collect();
    let starts = diagnostics.iter().map(|d| d.span.start);
    let places: Vec<_> = starts.zip(messages.iter().map(String::as_str)).collect();
    assert_eq!(
        places,
        [
            (20, "expected `;`, found `void`"),
            (36, "expected an expression, found `;`"),
            (57, "expected `;`, found `a`"),
            (63, "expected `)` or `,`, found `4`"),
        ]
    );
    assert_eq!(file.classes.len(), 1);
}

#[test]
fn many_errors_are_cut_off() {
    let text = "x := ;\n".repeat(100);
    let (_, diagnostics) = parsed(&text);
    assert_eq!(diagnostics.len(), 20);
}

#[test]
fn help_is_given() {
    for (text, help) in [
        ("x := 5 y := 6;", "is a `;` missing after `5`?"),
        (
            "if (x := 1) {}",
            "`:=` is a statement of its own; `=` compares",
        ),
        ("assert a => b;", "implication is written `==>`"),
        (
            "x := (a + 1) y;",
            "an operator or `;` is missing before this",
        ),
    ] {
        let (_, diagnostics) = parsed(text);
        let notes: Vec<String> = diagnostics.iter().flat_map(|d| d.note_texts()).collect();
        assert_eq!(notes, [help], "{text}");
    }
}

#[test]
fn an_unmatched_bracket_is_pointed_at() {
    let (_, diagnostics) = parsed("class A { void m() { x := 1; }\n");
    let [d] = diagnostics.as_slice() else {
        panic!("{diagnostics:?}")
    };
    assert_eq!(
        d.message(),
        "expected `}` or a member, found the end of the file"
    );
    assert_eq!(d.related[0].span.start, 8);
}
