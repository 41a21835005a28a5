//! Edits of a program: exactly the affected members are verified again, and the output
//! equals that of a run without cache.

use super::{Program, program, shown, with};
use veriframe::Options;

/// A method that calls another, nested pure methods, nested predicates, and an
/// unrelated class.
const PROGRAM: &str = "\
class Cell {
  int x;
  Object any;

  predicate inner() { return acc(this.x) * acc(this.any); }
  predicate valid() { return this.inner(); }

  pure int low() requires inner(); { return opening inner() in this.x; }
  pure int get() requires valid(); { return opening valid() in this.low(); }

  void set(int v)
    requires valid();
    ensures valid() * get() = v;
  { open valid(); open inner(); x := v; close inner(); close valid(); }

  void twice()
    requires valid();
    ensures valid() * get() = 2;
  { set(1); set(2); }
}

class Other {
  int y;
  int z;
  static int count;
  void alone() requires acc(y) * acc(z); ensures acc(y) * acc(z); { y := 1; z := 2; }
  static void tick() requires acc(Other.count); ensures acc(Other.count);
  { Other.count := Other.count + 1; }
}

class Lemmas {
  lemma static void even(int n) requires 0 <= n; ensures true; decreases n; { if (n > 0) { odd(n - 1); } }
  lemma static void odd(int n) requires 0 <= n; ensures true; decreases n; { if (n > 0) { even(n - 1); } }
  void uses() requires true; ensures true; { even(4); }
}

Other.count := 3;
";

/// All members of `Cell` that depend on its predicates.
const CELL: [&str; 6] = [
    "Cell.inner",
    "Cell.valid",
    "Cell.low",
    "Cell.get",
    "Cell.set",
    "Cell.twice",
];

/// The members that are verified again after an edit; asserts that the output is right.
fn edited(from: &str, to: &str) -> Vec<String> {
    let after = PROGRAM.replacen(from, to, 1);
    assert_ne!(after, PROGRAM, "{from}");
    again(&program(PROGRAM), &program(&after))
}

fn again(before: &Program, after: &Program) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    shown(before, &with(folder.path(), &options));
    let cached = shown(after, &with(folder.path(), &options));
    let fresh = shown(after, &options);
    assert!(!fresh.verified.is_empty(), "{}", fresh.text);
    assert_eq!(cached.text, fresh.text);
    // Undoing the edit finds the old entries.
    let back = shown(before, &with(folder.path(), &options));
    assert_eq!(back.text, shown(before, &options).text);
    cached.verified
}

#[test]
fn the_program_verifies() {
    let shown = shown(&program(PROGRAM), &Options::default());
    let line = "program.idf: 12 members verified\n";
    assert!(shown.text.starts_with(line), "{}", shown.text);
    assert_eq!(shown.verified.len(), 12, "{:?}", shown.verified);
}

#[test]
fn a_body_is_verified_again_alone() {
    assert_eq!(edited("x := v;", "x := v; x := v;"), ["Cell.set"]);
    assert_eq!(edited("x := v;", "x := v + 1;"), ["Cell.set"]);
    assert_eq!(edited("x := v;", "int w := v; x := w;"), ["Cell.set"]);
    assert_eq!(edited("set(1); set(2);", "set(2);"), ["Cell.twice"]);
    assert_eq!(edited("Other.count := 3;", "Other.count := 4;"), ["main"]);
}

#[test]
fn a_contract_is_verified_again_with_its_users() {
    let users = ["Cell.set", "Cell.twice"];
    assert_eq!(edited("get() = v;", "get() = v * get() <= v;"), users);
    assert_eq!(
        edited("ensures valid() * get() = v;", "ensures valid();"),
        users
    );
    assert_eq!(edited("get() = 2;", "get() = 1 + 1;"), ["Cell.twice"]);
    // Parameter names occur in messages.
    let set = "void set(int v)\n    requires valid();\n    ensures valid() * get() = v;";
    let renamed = PROGRAM
        .replace(set, &set.replace("v;", "w;").replace("int v", "int w"))
        .replace("x := v;", "x := w;");
    assert_eq!(again(&program(PROGRAM), &program(&renamed)), users);
}

#[test]
fn bodies_of_pure_methods_and_predicates_count_as_contracts() {
    let users = ["Cell.low", "Cell.get", "Cell.set", "Cell.twice"];
    assert_eq!(edited("in this.x;", "in this.x + 0;"), users);
    assert_eq!(edited("in this.x;", "in this.x + 1;"), users);
    assert_eq!(
        edited("acc(this.x) * acc(this.any)", "acc(this.any) * acc(this.x)"),
        CELL
    );
    assert_eq!(
        edited("return this.inner();", "return this.inner() * true;").len(),
        4
    );
}

#[test]
fn types_names_and_the_order_of_fields_count() {
    assert_eq!(edited("Object any;", "Cell any;"), CELL);
    // Mentioning a class is a dependency on its fields.
    let users = ["Other.alone", "Other.tick", "main"];
    assert_eq!(edited("int y;\n  int z;", "int z;\n  int y;"), users);
    assert_eq!(edited("int z;", "int z; int more;"), users);
    assert_eq!(
        edited("static int count;", "static int count := 2;"),
        ["Other.tick", "main"]
    );
    let renamed = PROGRAM.replace("Other", "Thing");
    assert_eq!(
        again(&program(PROGRAM), &program(&renamed)),
        ["Thing.alone", "Thing.tick", "main"]
    );
}

#[test]
fn what_lemmas_can_come_back_to_counts() {
    // The body of one determines whether the other is recursive.
    assert_eq!(
        edited("if (n > 0) { even(n - 1); }", "if (n > 0) { }"),
        ["Lemmas.even", "Lemmas.odd"]
    );
    assert_eq!(
        edited(
            "ensures true; decreases n; { if (n > 0) { even",
            "ensures true; { if (n > 0) { even"
        ),
        ["Lemmas.even", "Lemmas.odd"]
    );
}

#[test]
fn a_contract_that_is_no_longer_well_formed_counts_for_its_users() {
    let users = ["Cell.get", "Cell.set", "Cell.twice"];
    assert_eq!(
        edited(
            "requires valid(); { return opening",
            "requires true; { return opening"
        ),
        users
    );
    assert_eq!(
        edited(
            "return acc(this.x) * acc(this.any);",
            "return this.x = 0 * acc(this.x);"
        ),
        CELL
    );
}

/// A contract may be ill-formed because of a declaration that its users do not mention.
#[test]
fn members_that_depend_on_an_ill_formed_contract_come_from_the_cache_too() {
    let bad = program(&PROGRAM.replacen(
        "acc(this.x) * acc(this.any)",
        "this.x = 0 * acc(this.any)",
        1,
    ));
    let folder = tempfile::tempdir().unwrap();
    let first = shown(&bad, &with(folder.path(), &Options::default()));
    let second = shown(&bad, &with(folder.path(), &Options::default()));
    assert_eq!(first.text, second.text);
    assert!(first.text.contains("is not well-formed"), "{}", first.text);
    assert_eq!(second.verified, [""; 0]);
}

#[test]
fn a_member_that_was_refused_is_verified_once_it_is_repaired() {
    let right = program(PROGRAM);
    for (wrong, repaired) in [
        ("x := nope;", vec!["Cell.set"]),
        ("x := v", CELL.to_vec()),
        ("x := 1.5;", vec!["Cell.set"]),
    ] {
        let broken = program(&PROGRAM.replacen("x := v;", wrong, 1));
        let fresh = shown(&broken, &Options::default());
        assert!(!fresh.verified.contains(&"Cell.set".to_owned()), "{wrong}");
        let found = again(&broken, &right);
        for name in &repaired {
            assert!(found.contains(&(*name).to_owned()), "{wrong}: {found:?}");
        }
    }
}

#[test]
fn new_members_are_verified_and_the_others_are_not() {
    let method = "void fresh() requires true; ensures true; { }\n  ";
    assert_eq!(
        edited("void set(int v)", &format!("{method}void set(int v)")),
        ["Cell.fresh"]
    );
    let class = "class Last { int q; void f() requires acc(q); ensures acc(q); { q := 1; } }\n";
    assert_eq!(
        edited("Other.count := 3;", &format!("{class}Other.count := 3;")),
        ["Last.f"]
    );
}

/// Line numbers in messages are those of the current text.
#[test]
fn messages_with_lines_are_right_after_a_shift() {
    let failing = "\
class Cell {
  int x;
  void set(int v) requires acc(x); ensures acc(x) * x = v; { x := v + 1; }
  void drop() requires acc(x); ensures acc(x); { lose(); }
  void lose() requires acc(x); ensures true; { }
  void fine() requires acc(x); ensures acc(x) * x = 7; { x := 7; }
}
";
    let shifted = again(&program(failing), &program(&format!("\n\n{failing}")));
    assert!(!shifted.contains(&"Cell.fine".to_owned()), "{shifted:?}");
    let commented = failing.replace("x := v + 1;", "x := /* not quite */ v + 1;");
    again(&program(failing), &program(&commented));
    let joined = failing.replace(";\n  void", "; void");
    again(&program(failing), &program(&joined));
}

/// One text, two programs: parentheses change nothing but positions.
#[test]
fn places_in_messages_are_those_of_the_text() {
    let text =
        "class C { int x; void f(int v) requires acc(x); ensures acc(x) * x = v; { x := v - 1; } }";
    again(&program(text), &program(&text.replace("x = v", "(x = v)")));
    again(&program(text), &program(&text.replace("v - 1", "(v - 1)")));
    again(
        &program(text),
        &program(&text.replace("x = v", "(x) = (v)")),
    );
}

/// A new overload captures calls whose text is unchanged, and changes the display name
/// of the old one.
#[test]
fn a_new_overload_verifies_its_callers_again() {
    let old = "\
class C {
  static void m(Object o) requires true; ensures true; { }
  static void call(C c) requires true; ensures true; { m(c); }
  static void other(Object o) requires true; ensures true; { assert true; }
}
";
    let new = old.replace(
        "  static void call",
        "  static void m(C c) requires false; ensures true; { }\n  static void call",
    );
    assert_eq!(
        again(&program(old), &program(&new)),
        ["C.m(Object)", "C.m(C)", "C.call"]
    );
    let swapped = new
        .replace("m(Object o) requires true", "m(Object o) requires false")
        .replace("m(C c) requires false", "m(C c) requires true");
    assert_eq!(
        again(&program(&new), &program(&swapped)),
        ["C.m(Object)", "C.m(C)", "C.call"]
    );
}

/// Assumptions about dynamic types depend on what a member mentions: an unrelated
/// `instanceof` elsewhere does not matter.
#[test]
fn a_test_of_a_class_elsewhere_changes_nothing() {
    let old = "\
class A { }
class B { }
class T {
  static void m(A a, B b) requires a != null * b != null; ensures true;
  { Object o := a; Object p := b; assert o != p; }
  static void n(Object o, A a) requires true; ensures true; { A c := a; }
}
class U {
  static boolean f(Object o) requires true; ensures true; { return o instanceof A; }
}
";
    let new = old.replace("return o instanceof A", "return false");
    let expected = "program.idf: 3 members verified\n";
    for text in [old, &new] {
        let shown = shown(&program(text), &Options::default());
        assert!(shown.text.starts_with(expected), "{}", shown.text);
    }
    assert_eq!(again(&program(old), &program(&new)), ["U.f"]);
    assert_eq!(again(&program(&new), &program(old)), ["U.f"]);
}

/// The unique definition of a member for a class depends on subclasses that the member
/// does not mention.
#[test]
fn another_superclass_of_a_class_below_counts() {
    let old = "\
interface Valued {
  pure int get() { return 1; }
}
class One {
  pure int get() { return 1; }
}
class Two {
  pure int get() { return 2; }
}
class First extends One implements Valued { }
class Second implements Valued { pure int get() { return 1; } }
class Client {
  static void m(Valued v) requires v != null; ensures true; { use v.get(); assert v.get() = 1; }
}
";
    for (from, to) in [("extends One", "extends Two"), ("extends One ", "")] {
        again(&program(old), &program(&old.replace(from, to)));
        again(&program(&old.replace(from, to)), &program(old));
    }
}

/// Messages quote conditions as they are written, and the IR does not say how.
#[test]
fn a_failing_condition_in_other_words_is_quoted_as_it_is_now() {
    const FAILING: &str = "\
class Cell {
  boolean b;
  void m(boolean c) requires acc(b); ensures acc(b) * (b ==> c); { }
  void n(boolean c, boolean d) requires acc(b) * c; ensures acc(b) * (d && c); { }
}
";
    let before = program(FAILING);
    for (from, to) in [
        ("(b ==> c)", "(this.b ==> c)"),
        ("(b ==> c)", "((b) ==> c)"),
        ("(d && c)", "(d ∧ c)"),
        ("(d && c)", "(d\n   // why\n  && c)"),
        ("  boolean b;", "\n\n  boolean b;\n"),
    ] {
        let text = FAILING.replacen(from, to, 1);
        assert_ne!(text, FAILING, "{from}");
        again(&before, &program(&text));
    }
    let spaced = FAILING.replacen("d && c", "d  &&  c", 1);
    assert_eq!(again(&before, &program(&spaced)), [""; 0]);
}
