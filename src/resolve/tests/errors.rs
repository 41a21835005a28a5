//! Each kind of error, with its code and place.

use super::{message, refused, run};

/// The diagnostics of statements in the method `m` of the class below.
fn in_code(stmts: &str) -> Vec<String> {
    refused(&code(stmts))
}

fn code(stmts: &str) -> String {
    format!(
        "class D {{ int w; }}
         class C {{
           int x; C next; int[] a; final int fin; static int s; static final int K := 7;
           C(int v) {{ fin := v; }}
           int get(int n) {{ return n; }}
           void go() {{}}
           static int id(int n) {{ return n; }}
           pure int px() requires acc(x); {{ return x; }}
           predicate valid() {{ return acc(x); }}
           void m(int i, final int j, C c, D d, int[] arr, bool f) {{ {stmts} }}
         }}"
    )
}

/// The diagnostics of members of a class with fields `x` and `y`.
fn in_class(members: &str) -> Vec<String> {
    refused(&format!(
        "class C {{ int x; C next; void mut() {{}} predicate valid() {{ return acc(x); }} {members} }}"
    ))
}

#[test]
fn unknown_names() {
    assert_eq!(in_code("k := 1;"), ["unknown-name at k"]);
    assert_eq!(
        in_code("i := c.z + z(1) + c.z(2) + Z.z;"),
        [
            "unknown-name at z",
            "unknown-name at z",
            "unknown-name at z",
            "unknown-name at Z"
        ]
    );
    assert_eq!(
        in_code("Z z := new Y();"),
        ["unknown-name at Z", "unknown-name at Y"]
    );
    assert_eq!(in_code("{ int k := 1; } i := k;"), ["unknown-name at k"]);
    assert_eq!(in_code("int k := k;"), ["unknown-name at k"]);
    assert_eq!(in_code("i := arr.size;"), ["unknown-name at size"]);
    assert_eq!(in_code("String t;"), ["unsupported at String"]);
    assert_eq!(
        in_class("void n() requires k = 1; { int k := 1; }"),
        ["unknown-name at k"]
    );
    assert_eq!(refused("m(1);"), ["unknown-name at m"]);
}

#[test]
fn names_that_may_be_meant() {
    assert!(message(&code("i := c.gett(1);")).contains("did you mean `get`?"));
    assert!(message(&code("int counter := 1; i := conter;")).contains("did you mean `counter`?"));
    assert!(message(&code("i := Next.x;")).contains("did you mean `next`?"));
    assert!(message(&code("boolen k;")).contains("did you mean `boolean`?"));
    assert!(!message(&code("i := q;")).contains("did you mean"));
    assert!(!message("class Nod { void m() { nod := 3; } }").contains("did you mean"));
    assert!(message("class Nod { void m() { int i := Node.x; } }").contains("did you mean `Nod`?"));
    assert!(message(&code("{ int k := 1; } i := k;")).contains("before that block"));
    assert!(message(&code("i := c.get;")).contains("write `get(…)`"));
}

#[test]
fn duplicate_names() {
    assert_eq!(refused("class A {} class A {}"), ["duplicate-name at A"]);
    assert_eq!(refused("class Object {}"), ["duplicate-name at Object"]);
    assert_eq!(in_class("bool x;"), ["duplicate-name at x"]);
    assert_eq!(
        in_class("int mut() { return 1; } pure bool valid() { return true; }"),
        ["duplicate-name at mut", "duplicate-name at valid"]
    );
    assert_eq!(in_class("C(int a) {} C(int b) {}"), ["duplicate-name at C"]);
    assert_eq!(in_class("void n(int a, int a) {}"), ["duplicate-name at a"]);
    assert_eq!(
        in_code("int i; { bool f; int k; } int k;"),
        ["duplicate-name at i", "duplicate-name at f"]
    );
    let (_, found, sources) = run("class A {} class A {}");
    assert_eq!(
        found[0]
            .related
            .iter()
            .map(|r| sources.start(r.span).column)
            .collect::<Vec<_>>(),
        [7]
    );
}

#[test]
fn types_that_do_not_fit() {
    assert_eq!(
        in_code("i := true; f := 1; c := d; arr := null; arr := c; i := null;"),
        [
            "type-mismatch at true",
            "type-mismatch at 1",
            "type-mismatch at d",
            "type-mismatch at c",
            "type-mismatch at null"
        ]
    );
    assert_eq!(
        in_code("Object o := arr; o := c; o := null; c := o;"),
        ["type-mismatch at o"]
    );
    assert_eq!(
        in_code("f := c = d; f := c = null; Object o; f := o = arr; f := i = f;"),
        ["type-mismatch at c = d", "type-mismatch at i = f"]
    );
    assert_eq!(
        in_code("i := get(); i := get(true); c := new C(); go(1);"),
        [
            "type-mismatch at get",
            "type-mismatch at true",
            "type-mismatch at C",
            "type-mismatch at go"
        ]
    );
    assert_eq!(
        in_code("i := go(); if (i) {} i := i.x; i := i[0]; i := arr[f]; i := arr.x.y;"),
        [
            "type-mismatch at go()",
            "type-mismatch at i",
            "type-mismatch at x",
            "type-mismatch at i",
            "type-mismatch at f",
            "unknown-name at x"
        ]
    );
    assert_eq!(
        in_code("f++; f += 1; i += f; f := f * f;"),
        [
            "type-mismatch at f",
            "type-mismatch at f",
            "type-mismatch at f",
            "type-mismatch at f",
            "type-mismatch at f"
        ]
    );
}

#[test]
fn results_that_do_not_fit() {
    assert_eq!(
        in_class("int n(bool b) { if (b) return 1; }"),
        ["type-mismatch at }"]
    );
    assert_eq!(
        in_class("int n(bool b) { if (b) return 1; else { return 2; } }"),
        [""; 0]
    );
    assert_eq!(
        in_class("int n() { return; } void o() { return 1; } C() { return 1; }"),
        [
            "type-mismatch at return;",
            "type-mismatch at 1",
            "type-mismatch at 1"
        ]
    );
    assert_eq!(
        in_class("pure bool p() { return 1; } pure void q() { return 1; }"),
        ["type-mismatch at 1", "type-mismatch at q"]
    );
    assert_eq!(
        in_class("pure int p(int n) decreases n > 0; { return 1; }"),
        ["type-mismatch at n > 0"]
    );
}

#[test]
fn what_may_not_stand_in_code() {
    assert_eq!(
        in_code("f := acc(x); f := valid(); valid(); assume untouched(acc(x)); i := result;"),
        [
            "not-allowed-here at acc(x)",
            "not-allowed-here at valid()",
            "not-allowed-here at valid()",
            "not-allowed-here at untouched(acc(x))",
            "not-allowed-here at result"
        ]
    );
    assert_eq!(
        in_code("i + 1; f; i < 3 || f;"),
        [
            "not-allowed-here at i + 1",
            "not-allowed-here at f",
            "not-allowed-here at i < 3 || f"
        ]
    );
    assert_eq!(
        in_code(
            "this := c; j := 1; C.K := 2; 3 := i; i + 1 := 2; arr.length := 1; c.fin := 3; old(x) := 1;"
        ),
        [
            "not-allowed-here at this",
            "not-allowed-here at j",
            "not-allowed-here at C.K",
            "not-allowed-here at 3",
            "not-allowed-here at i + 1",
            "not-allowed-here at arr.length",
            "not-allowed-here at c.fin",
            "not-allowed-here at old(x)"
        ]
    );
    assert_eq!(
        in_code("final int k := 1; k := 2; K++; final int late; late := 1;"),
        ["not-allowed-here at k", "not-allowed-here at K"]
    );
    assert_eq!(
        in_code("open px(); close i; use valid(); use i; open c.x;"),
        [
            "not-allowed-here at px()",
            "not-allowed-here at i",
            "not-allowed-here at valid()",
            "not-allowed-here at i",
            "not-allowed-here at c.x"
        ]
    );
    assert_eq!(
        in_code(
            "i := old(i++); i := opening valid() in get(1); open new C(1).valid(); assert i++ = 1;"
        ),
        [
            "not-allowed-here at i++",
            "not-allowed-here at get(1)",
            "not-allowed-here at new C(1)",
            "not-allowed-here at i++"
        ]
    );
    assert_eq!(
        in_code("C.get(1); c.id(1); i := c.s; i := C.x; c := C; c.K++;"),
        [
            "not-allowed-here at get",
            "not-allowed-here at id",
            "not-allowed-here at c.s",
            "not-allowed-here at C.x",
            "not-allowed-here at C",
            "not-allowed-here at c.K"
        ]
    );
}

#[test]
fn what_may_not_stand_in_contracts_and_bodies() {
    let clauses = "void n() requires old(x) = 1; requires result = 1; requires untouched(valid()); requires mut();
         ensures result = 1; ensures new C() = null; {}";
    assert_eq!(
        in_class(clauses),
        [
            "not-allowed-here at old(x)",
            "not-allowed-here at result",
            "not-allowed-here at untouched(valid())",
            "not-allowed-here at mut()",
            "not-allowed-here at result",
            "not-allowed-here at new C()"
        ]
    );
    assert_eq!(
        in_class("pure int p() requires acc(x); ensures acc(x); ensures valid(); { return x++; }"),
        [
            "not-allowed-here at acc(x)",
            "not-allowed-here at valid()",
            "not-allowed-here at x++"
        ]
    );
    assert_eq!(
        in_class(
            "pure int p() { int n := 1; return n; } pure int q() { } predicate r() { return true; return true; }"
        ),
        [
            "not-allowed-here at int n := 1;",
            "not-allowed-here at { }",
            "not-allowed-here at return true;"
        ]
    );
    assert_eq!(
        in_class("C() requires acc(x); requires this.x = 1; ensures acc(x); {}"),
        ["not-allowed-here at x", "not-allowed-here at this"]
    );
    assert_eq!(
        in_class("static void n() requires acc(x); { mut(); this.mut(); }"),
        [
            "not-allowed-here at x",
            "not-allowed-here at mut",
            "not-allowed-here at this"
        ]
    );
    assert_eq!(in_class("predicate r() { return old(acc(x)); }").len(), 2);
    assert_eq!(
        in_class("static C() {} static predicate r() { return true; } pure int f;"),
        [
            "not-allowed-here at static",
            "not-allowed-here at static",
            "not-allowed-here at pure"
        ]
    );
}

#[test]
fn constants_that_are_none() {
    assert_eq!(
        in_class("static final int A := B; static final int B := A + 1;"),
        ["not-allowed-here at A"]
    );
    assert_eq!(in_class("static final int A;"), ["not-allowed-here at A"]);
    assert_eq!(
        in_class("static final int A := 1 / 0; static int s := next.x; static final bool T := 3;"),
        [
            "not-allowed-here at 1 / 0",
            "not-allowed-here at next",
            "type-mismatch at 3"
        ]
    );
    assert_eq!(
        in_class("static C c := new C();"),
        ["not-allowed-here at new C()"]
    );
    assert_eq!(
        in_class("int q := nope; C() {} C(int a) {}"),
        ["unknown-name at nope"]
    );
}

#[test]
fn the_main_routine_is_not_called() {
    assert_eq!(
        refused("class M { static void main(String[] args) {} } M.main(null);"),
        ["not-allowed-here at M.main(null)"]
    );
    assert_eq!(
        refused("class M { static void other(String[] args) {} }"),
        ["unsupported at String"]
    );
}

#[test]
fn unsupported_constructs_are_named_and_the_rest_is_looked_at() {
    let text = "interface I { int f(); } class A extends B implements I { int g() { return super.g() + h(); } }
        class B { abstract void k(); native void n(); }
        B b := new A(); A a := b; int z := a.unknown;";
    assert_eq!(
        refused(text),
        [
            "not-allowed-here at A",
            "unknown-name at g",
            "unknown-name at h",
            "not-allowed-here at k",
            "unsupported at native",
            "type-mismatch at b",
            "unknown-name at unknown"
        ]
    );
    assert_eq!(
        in_code(
            "while (i) { nope := 1; break; } for (int k := 0; k < 1; k++) { k := f; } assert acc(arr[0]); assert f --* f;"
        ),
        [
            "type-mismatch at i",
            "unknown-name at nope",
            "type-mismatch at f",
            "unsupported at arr[0]",
            "unsupported at --*"
        ]
    );
    assert_eq!(
        in_class("void n() decreases true; {} int o() { while (true) {} }"),
        ["type-mismatch at true"]
    );
}

#[test]
fn all_errors_are_reported_by_place() {
    let (_, found, _) = run(&code("f := 1; i := nope; go(1); int i; acc(x); do_(f);"));
    assert_eq!(found.len(), 6);
    assert!(found.is_sorted_by_key(|d| d.span));
}
