//! Section 13 of the reference, construct by construct: the program says `unsupported` at each, and
//! nothing else at the same place. What the section says is read from it: a phrase without a program
//! here is an error, and so is a program whose phrase it no longer has.

use crate::support;

use std::collections::BTreeSet;
use std::fs;
use support::{Program, root, run};
use veriframe::{Code, Diagnostic, Options, Severity};

/// A phrase of the section, and programs with the construct.
struct Construct {
    phrase: &'static str,
    programs: &'static [&'static str],
}

const fn construct(phrase: &'static str, programs: &'static [&'static str]) -> Construct {
    Construct { phrase, programs }
}

/// The rows of the table, in `.idf`.
const ROWS: &[Construct] = &[
    construct(
        "`forall* T x :: c ==> φ` (permission in a `forall` is `not-allowed-here`)",
        &[
            "class C { int x; static void m(C[] a) requires acc(a.elems) * forall* int i :: 0 <= i < a.length ==> acc(a[i].x); {} }",
        ],
    ),
    construct("`**` (powers)", &["int x := 2; int y := x ** 2;"]),
    construct(
        "`φ --* φ`",
        &["class C { int x; static void w(C c, C d) requires acc(c.x) --* acc(d.x); {} }"],
    ),
    construct(
        "`acc(a[i])`",
        &["class C { static void one(int[] a) requires acc(a[0]); {} }"],
    ),
    construct(
        "a lemma that overrides another one",
        &["class A { lemma void l() { } } class B extends A { lemma void l() { } }"],
    ),
    construct(
        "a predicate with a body in an interface",
        &["interface I { predicate p() { return true; } }"],
    ),
    construct(
        "`instanceof` and casts of arrays",
        &[
            "class C { static boolean m(Object o) { return o instanceof int[]; } }",
            "class C { static int[] m(Object o) { return (int[]) o; } }",
        ],
    ),
    construct(
        "numbers of more than 10,000 digits",
        &["assert 0 < {digits};"],
    ),
    construct(
        "more than 1,000 operators on machine integers in one expression",
        &["/* Java */ class A { static int m(int n) { return n{sum}; } }"],
    ),
    construct(
        "types of collections with more than 16 type names",
        &[
            "class C { seq<seq<seq<seq<seq<seq<seq<seq<seq<seq<seq<seq<seq<seq<seq<seq<seq<int>>>>>>>>>>>>>>>>> f; }",
        ],
    ),
];

const JAVA: &[Construct] = &[
    construct(
        "`synchronized`",
        &[
            "class A { void m() { synchronized (this) { } } }",
            "class A { synchronized void m() { } }",
        ],
    ),
    construct(
        "the other words that Java reserves",
        &[
            "class A { volatile int x; }",
            "class A { transient int x; }",
            "class A { int goto; }",
            "strictfp class A { }",
        ],
    ),
    construct(
        "`new T[n][m]` where `n` is not constant",
        &["class A { int[][] m(int n, int k) { return new int[n][k]; } }"],
    ),
    construct(
        "an assignment as an argument",
        &["class A { static void f(int x) { } static void m(int x) { f(x = 1); } }"],
    ),
    construct(
        "lambdas",
        &["interface F { int of(int x); } class A { void m() { F f = x -> x; } }"],
    ),
    construct(
        "method references",
        &[
            "interface F { int of(int x); } class A { static int g(int x) { return x; } void m() { F f = A::g; } }",
        ],
    ),
    construct(
        "`switch` as a value",
        &["class A { int m(int x) { return switch (x) { case 1 -> 2; default -> 3; }; } }"],
    ),
    construct(
        "patterns",
        &["class A { int m(Object o) { if (o instanceof A a) { return 1; } return 2; } }"],
    ),
    construct(
        "what the object around that of an inner class has",
        &[
            "class A { int x; class B { int m() { return x; } } }",
            "class A { void m() { } class B { void n() { m(); } } }",
        ],
    ),
    construct("local", &["class A { void m() { class B { } } }"]),
    construct(
        "anonymous classes",
        &[
            "interface F { int of(int x); } class A { void m() { F f = new F() { public int of(int x) { return x; } }; } }",
        ],
    ),
    construct("records", &["record A(int x) { }"]),
    construct(
        "`sealed` classes",
        &["sealed class A permits B { } final class B { }"],
    ),
    construct(
        "initialiser blocks of objects and of `enum`s",
        &[
            "class A { int x; { x = 1; } }",
            "enum A { B; static { int x = 1; } }",
        ],
    ),
    construct(
        "constants of `enum`s with arguments or bodies",
        &[
            "enum E { P(1); E(int x) { } }",
            "enum E { P { int m() { return 1; } }; int m() { return 2; } }",
        ],
    ),
    construct(
        "what each `enum` has (`values()`, `ordinal()`)",
        &[
            "enum E { P, Q } class A { static int m(E e) { return e.ordinal(); } }",
            "enum E { P, Q } class A { static int m() { return E.values().length; } }",
        ],
    ),
    construct(
        "text blocks",
        &["class A { String m() { return \"\"\"\n  a\n\"\"\"; } }"],
    ),
    construct(
        "class literals",
        &["class A { Object m() { return A.class; } }"],
    ),
    construct("`native`", &["class A { native void m(); }"]),
    construct(
        "a `case` that goes on into the next",
        &[
            "class A { int m(int x) { int y = 0; switch (x) { case 1: y = 1; case 2: y = 2; } return y; } }",
        ],
    ),
    construct(
        "shifts by a `long`",
        &["class A { int m(int x, long y) { return x << y; } }"],
    ),
    construct(
        "boxes of `byte`, `short` and `float`",
        &[
            "class A { void m() { Short x = 5; } }",
            "class A { Object m(byte x) { return x; } }",
            "class A { void m() { Float f = 1f; } }",
        ],
    ),
    construct(
        "a pure method or predicate that overrides one of a generic class with other types of parameters",
        &[
            "abstract class A<T> { /*@ pure @*/ abstract int m(T x); } class B extends A<String> { /*@ pure @*/ int m(String x) { return 1; } }",
            "class A<T> { //@ predicate p(T x) { return true; }\n } class B extends A<String> { //@ predicate p(String x) { return true; }\n }",
        ],
    ),
    construct(
        "what may do so though its class does not tell",
        &[
            "interface F<T> { /*@ pure @*/ int m(T x); } class B { /*@ pure @*/ public int m(String x) { return 1; } } class D extends B implements F<String> { }",
        ],
    ),
    construct(
        "a call that means `Object`'s own `equals` beside another one",
        &[
            "class A { /*@ pure @*/ boolean equals(A a) { return true; } static boolean m(A a, Object o) { return a.equals(o); } }",
        ],
    ),
    construct(
        "`super.m(…)` of a library's class",
        &[
            "import java.util.ArrayList; class A extends ArrayList<String> { int m() { return super.size(); } }",
        ],
    ),
    construct(
        "overrides of its predicates and pure methods",
        &[
            "import java.util.ArrayList; class A extends ArrayList<String> { /*@ pure @*/ public int size() { return 1; } }",
            "import java.util.ArrayList; class A extends ArrayList<String> { //@ predicate valid() { return true; }\n }",
        ],
    ),
    construct(
        "a class below a library's that leaves a member of the program's interfaces to it",
        &[
            "import java.util.ArrayList; interface I { /*@ pure @*/ int size(); } class A extends ArrayList<String> implements I { }",
        ],
    ),
    construct(
        "a choice between members of one name that hangs on type arguments",
        &[
            "import java.util.List; class A { static void f(List<String> x) { } static void f(Object x) { } static void m(List<Integer> x) { f(x); } }",
        ],
    ),
    construct(
        "on arrays of subclasses",
        &[
            "class B { } class D extends B { } class A { static void f(B[] x) { } static void f(Object x) { } static void m(D[] d) { f(d); } }",
        ],
    ),
    construct(
        "on what a library may have besides",
        &[
            "import java.util.ArrayList; class A extends ArrayList<String> { static int add(int x) { return x; } static int m() { return add(1); } }",
        ],
    ),
    construct(
        "`assignable`",
        &["class A { int x; //@ assignable x;\n void m() { } }"],
    ),
    construct(
        "`also`",
        &["class A { int x; //@ also\n//@ requires true;\n void m() { } }"],
    ),
    construct(
        "invariants of classes",
        &["class A { int x; //@ invariant x > 0;\n void m() { } }"],
    ),
    construct(
        "what else has no counterpart",
        &["class A { int x; //@ model int y;\n void m() { } }"],
    ),
];

/// What is Java's alone, in `.idf`.
const IDF: &[Construct] = &[
    construct(
        "strings",
        &["assert \"a\" = \"a\";", "class C { String s; }"],
    ),
    construct("characters", &["int c := 'a';", "class C { char x; }"]),
    construct(
        "`long` and its like",
        &["long x := 1;", "class C { short x; }", "byte x := 1;"],
    ),
    construct(
        "operators on bits",
        &[
            "int x := 1 & 2;",
            "int x := 1 | 2;",
            "int x := 1 ^ 2;",
            "int x := ~1;",
            "int x := 1 << 2;",
            "int x := 4 >> 2;",
            "int x := 4 >>> 2;",
        ],
    ),
    construct(
        "`switch`",
        &["int x := 1; switch (x) { case 1: x := 2; break; default: }"],
    ),
    construct("`do`", &["int s := 0; do { s := s + 1; } while (s < 3);"]),
    construct("`throw`", &["class C { void m() { throw this; } }"]),
    construct("`enum`", &["enum E { P, Q }"]),
];

/// The section, without its examples, in one line.
fn section() -> String {
    let text = fs::read_to_string(root().join("docs/language.md")).unwrap();
    let (_, text) = text.split_once("\n## 13. ").unwrap();
    let (text, _) = text.split_once("\n## 14. ").unwrap();
    let (text, _) = text.split_once("\n```idf").unwrap();
    text.to_owned()
}

/// Takes the phrases out of a text; what is left are the words between them.
fn without(text: &str, constructs: &[Construct]) -> (BTreeSet<String>, Vec<&'static str>) {
    let mut rest = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut missing = Vec::new();
    // A phrase can be within another one.
    let mut phrases: Vec<&str> = constructs.iter().map(|known| known.phrase).collect();
    phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
    for phrase in phrases {
        match rest.find(phrase) {
            Some(at) => rest.replace_range(at..at + phrase.len(), ""),
            None => missing.push(phrase),
        }
    }
    let words = rest.split(|c: char| c.is_whitespace() || ",;:.".contains(c));
    let words = words.filter(|word| !word.is_empty()).map(str::to_owned);
    (words.collect(), missing)
}

#[test]
fn every_phrase_of_the_section_has_a_program() {
    let section = section();
    let rows: BTreeSet<&str> = (section.lines())
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .filter(|cell| !cell.starts_with("---") && *cell != "construct")
        .collect();
    let known: BTreeSet<&str> = ROWS.iter().map(|row| row.phrase).collect();
    assert_eq!(rows, known);
    let (_, text) = section.split_once("So are, of Java:").unwrap();
    let (java, rest) = text.split_once(" The\nmessage says").unwrap();
    let (_, idf) = rest.split_once("what is Java's alone:").unwrap();
    let joining = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let (words, missing) = without(java, JAVA);
    assert_eq!(
        (words, missing),
        (joining(&["and", "of", "JML", "or"]), Vec::new())
    );
    let (words, missing) = without(idf, IDF);
    assert_eq!((words, missing), (joining(&["and"]), Vec::new()));
}

fn errors(name: &str, text: &str) -> Vec<Diagnostic> {
    let is_java = text.starts_with("/* Java */");
    let text = text.replace("{digits}", &"7".repeat(10_001));
    let program = Program {
        name: if is_java { "A.java" } else { name }.to_owned(),
        text: text.replace("{sum}", &" + 1".repeat(1_001)),
    };
    let (_, report) = run(&program, &Options::default());
    let all = report.all_diagnostics();
    all.filter(|found| found.severity == Severity::Error)
        .cloned()
        .collect()
}

#[test]
fn every_construct_is_refused_as_unsupported() {
    let mut wrong = Vec::new();
    for (name, constructs) in [("a.idf", ROWS), ("A.java", JAVA), ("b.idf", IDF)] {
        for Construct { phrase, programs } in constructs {
            for text in *programs {
                let found = errors(name, text);
                let is_expected =
                    |found: &Diagnostic| found.code == Code::Unsupported && !found.notes.is_empty();
                if found.is_empty() || !found.iter().all(is_expected) {
                    let found: Vec<String> = found
                        .iter()
                        .map(|f| format!("{:?} {} {:?}", f.code, f.message(), f.note_texts()))
                        .collect();
                    wrong.push(format!("{phrase}: {text}\n  {}", found.join("\n  ")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_an_error_of_another_kind_has_its_code() {
    let codes = |name: &str, text: &str| -> Vec<Code> {
        errors(name, text).iter().map(|found| found.code).collect()
    };
    let quantified = "class C { int x; static void m(C[] a) requires acc(a.elems) * (forall int i :: 0 <= i < a.length ==> acc(a[i].x)); {} }";
    assert_eq!(codes("a.idf", quantified), [Code::NotAllowedHere]);
    assert_eq!(
        codes("A.java", "class A { } class A { }"),
        [Code::DuplicateName]
    );
    // And what the section does not list is read.
    let read = "enum E { P, Q; int x; static int n; int m() { return 1; } }";
    assert_eq!(codes("A.java", read), []);
}
