//! Lowering: Java's evaluation order, printed as IR statements.

use super::{accept, listing, lower, method};

/// Compares the lowered statements line by line.
fn check(stmts: &str, expected: &[&str]) {
    let lowered = lower(stmts);
    let lines: Vec<&str> = lowered.lines().collect();
    assert_eq!(lines, expected, "of {stmts}");
}

#[test]
fn declarations_and_simple_assignments() {
    check(
        "int k; C d; boolean z := true;",
        &["int k", "C d", "z := true"],
    );
    check(
        "int k := i + 1; k := 2 * k; x := k; c.y := x; arr[i] := c.x;",
        &[
            "k := i + 1",
            "k := 2 * k",
            "this.x := k",
            "c.y := this.x",
            "arr[i] := c.x",
        ],
    );
    check(
        "C.s := K; s := s + 1; C d := null; d := this;",
        &["C.s := 7", "C.s := C.s + 1", "d := null", "d := this"],
    );
}

#[test]
fn calls_and_creations_go_into_the_variable() {
    check(
        "int k := get(1); k := c.get(k);",
        &["k := this.get(1)", "k := c.get(k)"],
    );
    check(
        "C d := new C(); d := new C(3); Object o := new C();",
        &["d := new C()", "d := new C(3)", "o := new C()"],
    );
    check(
        "int[] v := new int[i]; int[][] w := new int[i][];",
        &["v := new int[i]", "w := new int[i][]"],
    );
    check(
        "go(1, 2); get(3); new C(); C.id(4); id(5);",
        &[
            "this.go(1, 2)",
            "this.get(3)",
            "$1 := new C()",
            "C.id(4)",
            "C.id(5)",
        ],
    );
    check(
        "next := new C(i); arr[0] := get(1);",
        &[
            "$1 := new C(i)",
            "this.next := $1",
            "$2 := this.get(1)",
            "arr[0] := $2",
        ],
    );
}

#[test]
fn pure_calls_stay_in_expressions() {
    check(
        "int k := c.px() + C.twice(i);",
        &["k := c.px() + C.twice(i)"],
    );
    check("px(); twice(3);", &["$1 := this.px()", "$2 := C.twice(3)"]);
}

#[test]
fn earlier_operands_that_may_change_are_saved() {
    check(
        "int k := x + get(1);",
        &["$2 := this.x", "$1 := this.get(1)", "k := $2 + $1"],
    );
    check(
        "int k := get(1) + x;",
        &["$1 := this.get(1)", "k := $1 + this.x"],
    );
    check(
        "int k := i + get(j);",
        &["$1 := this.get(j)", "k := i + $1"],
    );
    check(
        "int k := i + i++ + i;",
        &["$2 := i", "$1 := i", "i := $1 + 1", "k := $2 + $1 + i"],
    );
    check(
        "int k := get(1) + get(2) * get(3);",
        &[
            "$1 := this.get(1)",
            "$2 := this.get(2)",
            "$3 := this.get(3)",
            "k := $1 + $2 * $3",
        ],
    );
    check(
        "c.go(c.x, get(c.y));",
        &["$2 := c.x", "$1 := this.get(c.y)", "c.go($2, $1)"],
    );
    check(
        "next.go(i++, ++i);",
        &[
            "$2 := this.next",
            "$1 := i",
            "i := $1 + 1",
            "i := i + 1",
            "$2.go($1, i)",
        ],
    );
    check(
        "bool z := c.x < get(1);",
        &["$2 := c.x", "$1 := this.get(1)", "z := $2 < $1"],
    );
    check(
        "bool z := get(1) > get(2);",
        &["$1 := this.get(1)", "$2 := this.get(2)", "z := $2 < $1"],
    );
}

#[test]
fn targets_are_evaluated_before_values() {
    check(
        "make().x := get(1);",
        &["$1 := this.make()", "$2 := this.get(1)", "$1.x := $2"],
    );
    check(
        "next.x := get(1);",
        &["$2 := this.next", "$1 := this.get(1)", "$2.x := $1"],
    );
    check(
        "a[i] := get(i++);",
        &[
            "$3 := this.a",
            "$4 := i",
            "$1 := i",
            "i := $1 + 1",
            "$2 := this.get($1)",
            "$3[$4] := $2",
        ],
    );
    check("a[i] := x;", &["this.a[i] := this.x"]);
    check(
        "arr[i++] := i;",
        &["$1 := i", "i := $1 + 1", "arr[$1] := i"],
    );
}

#[test]
fn lazy_operands_with_effects_become_branches() {
    check(
        "bool z := f && test(1);",
        &[
            "if (f) …",
            "  $1 := this.test(1)",
            "  $2 := $1",
            "else",
            "  $2 := false",
            "z := $2",
        ],
    );
    check(
        "bool z := f || test(1);",
        &[
            "if (f) …",
            "  $2 := true",
            "else",
            "  $1 := this.test(1)",
            "  $2 := $1",
            "z := $2",
        ],
    );
    check(
        "bool z := f ==> test(1);",
        &[
            "if (f) …",
            "  $1 := this.test(1)",
            "  $2 := $1",
            "else",
            "  $2 := true",
            "z := $2",
        ],
    );
    check(
        "bool z := test(1) && f;",
        &["$1 := this.test(1)", "z := $1 && f"],
    );
    check(
        "int k := f ? i++ : j;",
        &[
            "if (f) …",
            "  $1 := i",
            "  i := $1 + 1",
            "  $2 := $1",
            "else",
            "  $2 := j",
            "k := $2",
        ],
    );
    check("int k := f ? i : j;", &["k := f ? i : j"]);
    check(
        "bool z := 0 < get(1) < get(2);",
        &[
            "$1 := this.get(1)",
            "if (0 < $1) …",
            "  $2 := this.get(2)",
            "  $3 := $1 < $2",
            "else",
            "  $3 := false",
            "z := $3",
        ],
    );
}

#[test]
fn chained_comparisons_evaluate_lazily_and_from_the_left() {
    check(
        "if (0 <= x < arr.length) {}",
        &["if (0 <= this.x && this.x < arr.length) …", "else"],
    );
    check(
        "bool z := 0 < x < get(2);",
        &[
            "if (0 < this.x) …",
            "  $2 := this.x",
            "  $1 := this.get(2)",
            "  $3 := $2 < $1",
            "else",
            "  $3 := false",
            "z := $3",
        ],
    );
}

#[test]
fn conditions_run_before_the_branch() {
    check(
        "if (test(i)) { x := 1; } else if (f) y := 2;",
        &[
            "$1 := this.test(i)",
            "if ($1) …",
            "  this.x := 1",
            "else",
            "  if (f) …",
            "    this.y := 2",
            "  else",
        ],
    );
}

#[test]
fn increments() {
    check("i++; --i;", &["i := i + 1", "i := i - 1"]);
    check(
        "x++; c.x--; C.s++; arr[i]++; ++a[i];",
        &[
            "this.x := this.x + 1",
            "c.x := c.x - 1",
            "C.s := C.s + 1",
            "arr[i] := arr[i] + 1",
            "$1 := this.a",
            "$1[i] := $1[i] + 1",
        ],
    );
    check(
        "int k := x++;",
        &["$1 := this.x", "this.x := $1 + 1", "k := $1"],
    );
    check(
        "int k := ++x;",
        &["$1 := this.x + 1", "this.x := $1", "k := $1"],
    );
    check("int k := ++i;", &["i := i + 1", "k := i"]);
    check(
        "int k := next.x--;",
        &["$1 := this.next", "$2 := $1.x", "$1.x := $2 - 1", "k := $2"],
    );
    check(
        "int k := arr[i++]++;",
        &[
            "$1 := i",
            "i := $1 + 1",
            "$2 := arr[$1]",
            "arr[$1] := $2 + 1",
            "k := $2",
        ],
    );
    check(
        "int k := ++i + ++i;",
        &["i := i + 1", "$1 := i", "i := i + 1", "k := $1 + i"],
    );
}

#[test]
fn compound_assignments() {
    check(
        "i += 2; x -= i; c.x *= 3; arr[i] /= j; C.s %= 5;",
        &[
            "i := i + 2",
            "this.x := this.x - i",
            "c.x := c.x * 3",
            "arr[i] := arr[i] / j",
            "C.s := C.s % 5",
        ],
    );
    check("next.x += i;", &["$1 := this.next", "$1.x := $1.x + i"]);
    check(
        "a[x] += i;",
        &["$1 := this.a", "$2 := this.x", "$1[$2] := $1[$2] + i"],
    );
    check(
        "i += i++;",
        &["$2 := i", "$1 := i", "i := $1 + 1", "i := $2 + $1"],
    );
    check(
        "arr[i] += i++;",
        &[
            "$2 := i",
            "$3 := arr[$2]",
            "$1 := i",
            "i := $1 + 1",
            "arr[$2] := $3 + $1",
        ],
    );
    check(
        "x += get(1);",
        &["$2 := this.x", "$1 := this.get(1)", "this.x := $2 + $1"],
    );
    check(
        "p += 1/2; pp := 1; pp := pp / 2;",
        &["this.p := this.p + 1/2", "pp := 1", "pp := pp / 2"],
    );
}

#[test]
fn ghost_statements() {
    check(
        "open valid(); close c.q(i + 1); use px(); use C.twice(3);",
        &[
            "open this.valid()",
            "close c.q(i + 1)",
            "use this.px()",
            "use C.twice(3)",
        ],
    );
    check(
        "open acc(c.valid(), 1/2); close acc(valid(), pp);",
        &["open acc(c.valid(), 1/2)", "close acc(this.valid(), pp)"],
    );
    check(
        "assert valid() * i = 1; assume i < j; join acc(x) * x = old(x) * i < 3;",
        &[
            "assert this.valid() * i = 1",
            "assume i < j",
            "join acc(this.x) * this.x = old(this.x) * i < 3",
        ],
    );
    check(
        "int k := opening c.valid() in c.x; k := old(x) * 2;",
        &["k := opening c.valid() in c.x", "k := old(this.x) * 2"],
    );
}

#[test]
fn results() {
    let program = accept(
        "class C { int x; int m(bool b) { if (b) { return x++; } else return n(); } int n() { return 1; }
         void v() { return; } Object o() { return new C(); } perm h() { return 1/2; } }",
    );
    let of = |name: &str| listing(&program, method(&program, name));
    assert_eq!(
        of("m"),
        "if (b) …\n  $1 := this.x\n  this.x := $1 + 1\n  return $1\nelse\n  $2 := this.n()\n  return $2"
    );
    assert_eq!(of("v"), "return");
    assert_eq!(of("o"), "$1 := new C()\nreturn $1");
    assert_eq!(of("h"), "return 1/2");
}

#[test]
fn names_stand_for_the_nearest_declaration() {
    check(
        "int x := 1; x := x + this.x; { int k := x; } { bool k := f; }",
        &["x := 1", "x := x + this.x", "k := x", "k := f"],
    );
    check("int C := 1; i := C;", &["C := 1", "i := C"]);
}

#[test]
fn statements_have_the_place_of_their_text() {
    let text =
        "class C { int x; int get(int n) { return n; } void m(int i) { x := 1 + get(i++); } }";
    let (program, _, sources) = super::run(text);
    let m = method(&program, "m");
    let crate::ir::StmtKind::Block(stmts) = &m.body[0].kind else {
        panic!("one statement is lowered to several")
    };
    let places: Vec<&str> = stmts.iter().map(|s| sources.text(s.span)).collect();
    assert_eq!(places, ["i", "i++", "get(i++)", "x := 1 + get(i++);"]);
    assert_eq!(sources.text(m.body[0].span), "x := 1 + get(i++);");
    assert_eq!(sources.text(m.end), "}");
}
