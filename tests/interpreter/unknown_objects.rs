//! Objects of abstract classes and interfaces that nothing implements: `explore` has symbols for them,
//! whose methods give expressions; `test` and `bmc` say that no input has one. Contracts of `--spec`
//! in place of members that are built in.

use crate::support;

const PROGRAM: &str = "interface Shape { int area(); }
abstract class Base implements Shape {
  int v;
  abstract int area2();
  int twice() { return area() + area2(); }
}
abstract class Num {
  abstract /*@ pure @*/ boolean less(Num o);
  abstract Num plus(Num o);
  //@ ensures \\result > 0;
  abstract int size();
}
interface Done { int go(); }
class DoneNow implements Done { public int go() { return 3; } }
class Use {
  static int areas(Shape s) {
    if (s == null) { return 0; }
    int a = s.area();
    int b = s.area();
    assert a == b;
    return 1;
  }
  static Num sum(Num x, Num y) {
    if (x == null || y == null) { return null; }
    if (x.less(y) && !x.less(y)) { return x; }
    return x.plus(y);
  }
  static boolean sized(Num x) { return x == null || x.size() > 0; }
  static int cast(Shape s) {
    if (s instanceof Base) { return ((Base) s).v; }
    return s == null ? 7 : s.area();
  }
  static int done(Done d) { return d == null ? 0 : d.go(); }
  static int text(Object o) { if (o instanceof String) { return 1; } return 2; }
}
";

fn said(arguments: &[&str]) -> String {
    let folder = support::folder(&[("U.java", PROGRAM)]);
    let output = support::veriframe()
        .args(arguments)
        .arg(folder.path().join("U.java"))
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn explored(member: &str) -> String {
    said(&["explore", "--member", member])
}

/// A call is an expression; the same call is another value the next time, unless it is pure.
#[test]
fn calls_on_unknown_objects_are_expressions() {
    let areas = explored("Use.areas");
    assert!(areas.contains("s.area() == s.area()'2"), "{areas}");
    assert!(areas.contains("assert at "), "{areas}");
    assert!(
        areas.contains("if calls do what their contracts say: Shape.area"),
        "{areas}"
    );
    let sum = explored("Use.sum");
    assert!(sum.contains("returns x.plus(y)\n"), "{sum}");
    assert!(
        !sum.contains("returns x\n"),
        "a pure method has one value: {sum}"
    );
    let sized = explored("Use.sized");
    assert!(
        !sized.contains("returns false") && sized.contains("returns true"),
        "{sized}"
    );
}

/// What an unknown object can be cast to is a fork; its fields are symbols.
#[test]
fn unknown_objects_have_classes_and_fields() {
    let cast = explored("Use.cast");
    for text in ["returns s.v\n", "returns 7\n", "returns s.area()\n"] {
        assert!(cast.contains(text), "{cast}");
    }
    let twice = explored("Base.twice");
    assert!(
        twice.contains("returns this.area() + this.area2()\n"),
        "{twice}"
    );
}

/// Where a class implements it, its objects are the ones that there are.
#[test]
fn implemented_interfaces_are_what_implements_them() {
    let done = explored("Use.done");
    assert!(
        done.contains("returns 3\n") && !done.contains("go()"),
        "{done}"
    );
    assert!(done.contains("for example d = DoneNow#1"), "{done}");
}

/// No input has such an object, so nothing is called correct, and no example is made up.
#[test]
fn no_input_has_an_unknown_object() {
    let areas = explored("Use.areas");
    assert_eq!(areas.matches("no input was found").count(), 2, "{areas}");
    let note = "are null, because no class implements it";
    let tested = said(&["test", "--member", "Use.areas", "--runs", "10"]);
    assert!(
        tested.contains(&format!("references to `Shape` {note}")),
        "{tested}"
    );
    let checked = said(&["bmc", "--member", "Use.areas"]);
    assert!(checked.contains("not shown correct"), "{checked}");
    assert!(
        checked.contains(&format!("`Shape` of the input {note}")),
        "{checked}"
    );
    let refused = said(&["bmc", "--member", "Base.twice"]);
    assert!(refused.contains("no object runs `Base.twice`"), "{refused}");
}

/// Not every object is a text.
#[test]
fn an_object_is_a_text_on_one_path_only() {
    let text = explored("Use.text");
    assert!(!text.contains("String#"), "{text}");
    let mut texts = text.split("\n\n").filter(|leaf| leaf.contains("returns 1"));
    let leaf = texts.next().expect("a path on which it is a text");
    assert!(
        !leaf.contains("for example") && texts.next().is_none(),
        "{text}"
    );
    assert!(text.contains("returns 2\n   if o == null || "), "{text}");
}

/// A contract of `--spec` counts also where a member of that name is built in.
#[test]
fn specifications_replace_members_that_are_built_in() {
    let folder = support::folder(&[
        (
            "spec/java/lang/Math.java",
            "package java.lang;\npublic final class Math {\n  //@ ensures \\result == 42;\n  \
             public static /*@ pure @*/ int abs(int a);\n}\n",
        ),
        (
            "U.java",
            "class U {\n  static int f(int x) {\n    int y = Math.abs(x);\n    assert y == 42;\n    \
             return y;\n  }\n}\n",
        ),
    ]);
    let said = |arguments: &[&str], with_spec: bool| {
        let mut command = support::veriframe();
        command.args(arguments).current_dir(folder.path());
        if with_spec {
            command.args(["--spec", "spec"]);
        }
        let output = command.arg("U.java").output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let explore = ["explore", "--member", "U.f"];
    let replaced = said(&explore, true);
    assert!(
        replaced.contains("1 leaf (1 returned, 0 failed"),
        "{replaced}"
    );
    assert!(
        replaced.contains("if calls do what their contracts say: Math.abs"),
        "{replaced}"
    );
    assert!(said(&explore, false).contains("1 failed"));
    assert!(said(&["verify", "--cache", "off"], true).contains("0 failed, 0 unknown"));
    assert!(said(&["bmc", "--member", "U.f"], true).contains("correct"));
    // A run is what Java does: the contract is wrong about it, and that is reported.
    let tested = said(&["test", "--member", "U.f", "--runs", "5"], true);
    assert!(tested.contains("1 violation"), "{tested}");
}
