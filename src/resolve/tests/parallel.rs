//! The resolved program does not depend on the number of threads.

use crate::ir::Integers;
use crate::library;
use crate::notation::Notation;
use crate::parallel::Pool;
use crate::resolve::{Input, resolve_with};
use crate::source::SourceMap;
use crate::syntax::parse;

/// Enough classes for several threads.
const MANY: usize = 200;

/// The program and the diagnostics of many classes that call each other, which must not depend on
/// the number of threads.
fn outcome(notation: Notation, body: &str, last: &str) -> String {
    let class = |n: usize| {
        let next = (n + 1) % MANY;
        format!(
            "class C{n} {{ int x; C{next} next;\n C{n}() {{ this(1); }}\n C{n}(int x) {{ {body} }}\n}}\n"
        )
    };
    let mut text: String = (0..MANY).map(class).collect();
    text.push_str(last);
    let name = match notation {
        Notation::Idf => "f.idf",
        Notation::Java => "F.java",
    };
    let mut sources = SourceMap::default();
    let file = sources.add(name, text.as_str());
    let (tree, errors) = parse(file, &text, notation);
    assert!(errors.is_empty(), "{errors:?}");
    library::add_to(&mut sources, "");
    let libraries = library::used(&sources, &[file]);
    let libraries = libraries.into_iter();
    let libraries = libraries.map(|used| parse(used.file, &used.text, Notation::Java).0);
    let libraries: Vec<_> = libraries.collect();
    let results = [1, 2, 3].map(|threads| {
        let pool = Pool::new(threads, usize::MAX);
        let files = std::slice::from_ref(&tree);
        let input = Input {
            files,
            libraries: &libraries,
            integers: Integers::Unbounded,
            library_exceptions: crate::ir::LibraryExceptions::default(),
            specified: &std::collections::BTreeSet::new(),
        };
        let (program, found) = resolve_with(input, &pool, None);
        let found: Vec<String> = found.into_iter().map(|d| d.message()).collect();
        (format!("{program:?}"), found.join("; "))
    });
    let [first, others @ ..] = results;
    for other in others {
        assert!(first == other, "{}\n{}", first.1, other.1);
    }
    first.1
}

#[test]
fn two_threads_find_what_one_finds() {
    let set = "this.x := x; next := null;";
    let outcome = |last| outcome(Notation::Idf, set, last);
    assert_eq!(outcome(""), "");
    assert_eq!(outcome("C0 c := new C0();"), "");
    assert_ne!(outcome("class D { void f() { x := 1; } }"), "");
    assert_ne!(
        outcome("class D { D() { this(1); } D(int n) { this(); } }"),
        ""
    );
    assert_ne!(
        outcome("class D { pure int f() { return y; } predicate p() { return z; } }"),
        ""
    );
    assert_ne!(outcome("class C1 { }"), "");
}

#[test]
fn strings_have_the_same_numbers() {
    let outcome = |last: &str| outcome(Notation::Java, "this.x = x;", last);
    let used = "class D { String s = \"a\"; String f() { return \"b\"; } }";
    assert_eq!(outcome(used), "");
    let kept = "class D { static final String S = \"a\"; String f() { return \"a\"; } }";
    assert_eq!(outcome(kept), "");
    assert_ne!(outcome("class D { String f() { return 1; } }"), "");
}
