//! Whole programs: the examples of the language definition.

use super::{accept, listing, method};
use crate::ir::{MemberId, print};

const CELL: &str = "
class Cell {
  int x;
  Cell(int v) ensures valid() * getX() = v;
  { x := v; close valid(); use getX(); }
  void setX(int v) requires valid(); ensures valid() * getX() = v;
  { open valid(); x := v; close valid(); use getX(); }
  predicate valid() { return acc(this.x); }
  pure int getX() requires valid(); { return opening valid() in x; }
}
Cell c1 := new Cell(0);
c1.setX(5);
Cell c2 := new Cell(0);
c2.setX(10);
assert c1.getX() = 5;
";

#[test]
fn the_cell_of_the_paper() {
    let program = accept(CELL);
    let names: Vec<String> = program
        .members
        .iter()
        .map(|m| program.member_name(*m))
        .collect();
    assert_eq!(
        names,
        ["Cell.Cell", "Cell.setX", "Cell.valid", "Cell.getX", "main"]
    );
    let set = "open this.valid()\nthis.x := v\nclose this.valid()\nuse this.getX()";
    assert_eq!(listing(&program, method(&program, "setX")), set);
    let main =
        "c1 := new Cell(0)\nc1.setX(5)\nc2 := new Cell(0)\nc2.setX(10)\nassert c1.getX() = 5";
    assert_eq!(listing(&program, method(&program, "main")), main);
}

#[test]
fn a_class_without_constructor_has_one() {
    let program = accept(
        "class C { int x; bool b := true; C next; int[] a := new int[3]; final int k := 1 + 2; }",
    );
    // The creation of the array is code, so the default constructor needs verification.
    assert_eq!(program.members.len(), 1);
    let made = method(&program, "C");
    assert!(!made.implicit);
    let text = crate::ir::print::Text::new(&program, &made.vars).assertion(&made.ensures);
    let expected = "acc(this.x) * this.x = 0 * acc(this.b) * this.b = true * acc(this.next) * this.next = null \
                    * acc(this.a) * acc(this.k) * this.k = 1 + 2";
    assert_eq!(text, expected);
    let program = accept("class C { int x := 3; }");
    assert!(program.members.is_empty());
    assert!(method(&program, "C").implicit);
}

#[test]
fn initialisers_are_the_first_statements_of_each_constructor() {
    let program = accept("class C { int x := 3; int y; C(int x) { y := x; } C() {} }");
    let bodies: Vec<String> = program
        .methods
        .iter()
        .map(|m| listing(&program, m))
        .collect();
    assert_eq!(bodies, ["this.x := 3\nthis.y := x", "this.x := 3"]);
}

#[test]
fn the_main_method_of_java() {
    let program = accept("class M { static void main(String[] args) { int n := args.length; } }");
    assert_eq!(method(&program, "main").kind, crate::ir::MethodKind::Main);
    assert!(matches!(program.members.as_slice(), [MemberId::Method(_)]));
}

#[test]
fn objects_of_the_root_class() {
    let program = accept("Object o := new Object(); Object p := new Object();");
    assert_eq!(
        listing(&program, method(&program, "main")),
        "o := new Object()\np := new Object()"
    );
    assert!(method(&program, "Object").implicit);
}

#[test]
fn constants_are_folded() {
    let program = accept(
        "class A { static final int N := B.M * 2; static final bool T := N > 5; static int s := N - 1; }
         class B { static final int M := 3; static final perm H := 1/2; }
         int n := A.N; bool t := A.T; perm h := B.H; int m := A.s;",
    );
    let main = "n := 6\nt := true\nh := 1/2\nm := A.s";
    assert_eq!(listing(&program, method(&program, "main")), main);
    let init = program
        .fields
        .iter()
        .filter_map(|f| f.init.as_ref())
        .map(|e| format!("{:?}", e.kind));
    assert_eq!(init.collect::<Vec<_>>(), ["Int(5)"]);
}

#[test]
fn methods_are_told_apart_by_their_number_of_parameters() {
    let program = accept(
        "class C { int f; int f() { return f; } int f(int a) { return this.f(); } C() { f := f(f()); } C(int a) {} }",
    );
    let text = listing(&program, method(&program, "C"));
    assert_eq!(text, "$1 := this.f()\n$2 := this.f($1)\nthis.f := $2");
}

#[test]
fn several_files_are_one_program() {
    let mut sources = crate::source::SourceMap::default();
    let texts = [
        "class A { B b; void m() { b.k(); } }",
        "class B { void k() {} } A a := new A();",
    ];
    let files: Vec<_> = texts
        .iter()
        .map(|t| {
            crate::syntax::parse(sources.add("f.idf", *t), t, crate::notation::Notation::Idf).0
        })
        .collect();
    let (program, found) = crate::resolve::resolve(&files, &[], crate::ir::Integers::Unbounded);
    assert!(found.is_empty());
    assert_eq!(program.members.len(), 3);
}

/// Names of overloads include the parameter types.
#[test]
fn names_of_overloads() {
    let program = accept(
        "class A { A() {} A(A a) {} void m(int a, bool b) {} void m(A a, seq<int> s) {} void n() {}
           predicate q(int i) { return true; } predicate q(A a) { return q(1); }
           pure bool p(int[] a) requires q(1) * q(this); { return true; } }",
    );
    let names: Vec<String> = program
        .members
        .iter()
        .map(|m| program.member_name(*m))
        .collect();
    assert_eq!(
        names,
        [
            "A.A()",
            "A.A(A)",
            "A.m(int, boolean)",
            "A.m(A, seq<int>)",
            "A.n",
            "A.q(int)",
            "A.q(A)",
            "A.p"
        ]
    );
    let pure = &program.pures[0];
    let requires = print::Text::new(&program, &pure.vars).assertion(&pure.requires);
    assert_eq!(requires, "this.q((int) 1) * this.q((A) this)");
}

/// A body that `super` runs is verified once for all classes below the first whose objects run it.
#[test]
fn a_body_that_super_runs_is_copied_for_the_uppermost_classes() {
    let chain = |n: usize| {
        let class = |i: usize| match i {
            0 => "class C0 { void m() { } }".to_owned(),
            _ => format!(
                "class C{i} extends C{} {{ void m() {{ super.m(); }} }}",
                i - 1
            ),
        };
        (0..n).map(class).collect::<String>()
    };
    let copies = |text: &str| {
        let program = accept(text);
        let all = program.methods.iter().filter(|m| m.view.is_some());
        let all = all.map(|m| program.class(m.class.unwrap()).name.clone());
        all.collect::<Vec<String>>()
    };
    assert_eq!(copies(&chain(4)), ["C1", "C2", "C3"]);
    let both = format!(
        "{} class D extends C0 {{ void m() {{ super.m(); }} }}",
        chain(3)
    );
    assert_eq!(copies(&both), ["C1", "C2", "D"]);
}
