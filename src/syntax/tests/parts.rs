//! Parts of a text that do not mention one another.

use crate::syntax::parts;

/// The texts of the parts, their pieces joined.
fn texts(text: &str) -> Vec<String> {
    let part = |pieces: Vec<std::ops::Range<usize>>| -> String {
        pieces.into_iter().map(|piece| &text[piece]).collect()
    };
    parts(text).into_iter().map(part).collect()
}

#[test]
fn classes_are_apart_unless_they_are_connected_by_names() {
    assert_eq!(
        texts("class A {} /* b */ class B { int x; }\n"),
        ["class A {}", " /* b */ class B { int x; }"]
    );
    assert_eq!(
        texts("class A { B b; } class C {} interface B {}"),
        ["class A { B b; } interface B {}", " class C {}"]
    );
    // By way of a third; and whatever the word stands for.
    assert_eq!(
        texts("class A { void m(B b) { } } class B { C c; } class C {} class D { int E; }"),
        [
            "class A { void m(B b) { } } class B { C c; } class C {}",
            " class D { int E; }"
        ]
    );
    assert!(parts("class A { int B; } class B {}").is_empty());
    // A class within a class.
    assert!(parts("class A { class N {} } class B { N n; }").is_empty());
    assert!(parts("class A {} class A {}").is_empty());
}

#[test]
fn what_is_not_classes_alone_is_one_part() {
    for text in [
        "",
        "class A {}",
        "class A {} class B {} int x;",
        "int x; class A {} class B {}",
        "class A {} if (true) { } class B {}",
        "class A {} } class B {}",
        "class A {} class B {",
        "class A {} class B { /* }",
        "class A { set<int> s; } class B {}",
        "class A { # } class B {}",
        "class A<T> {} class B {}",
        "class A<T extends A> {} class B {}",
        "class A { <T, U> void m() {} } class B {}",
    ] {
        assert!(parts(text).is_empty(), "{text}");
    }
}
