//! Quantifiers, `let`, labels and `old`.

use super::{accept, assertion_text, conjuncts, listing, lower, message, method, refused};

fn wrong(assertion: &str) -> Vec<String> {
    refused(&assertion_text(assertion))
}

/// The diagnostics of statements in a method of the class below.
fn in_code(stmts: &str) -> Vec<String> {
    refused(&code(stmts))
}

fn code(stmts: &str) -> String {
    format!(
        "class C {{ int x; int get(int n) {{ return n; }} predicate valid() {{ return acc(x); }}
           void m(int i, bool b, C c, int[] a) {{ {stmts} }} }}"
    )
}

#[test]
fn quantifiers() {
    assert_eq!(
        conjuncts("acc(arr.elems) * forall int n :: {arr[n]} 0 <= n < arr.length ==> arr[n] = 0"),
        [
            "acc(arr.elems)",
            "forall int n :: {arr[n]} 0 <= n && n < arr.length ==> arr[n] = 0"
        ]
    );
    assert_eq!(
        conjuncts("(exists int n, C d :: {d.x, arr[n]} {n in [d.x]} d.x = n * 2) && f"),
        [
            "exists int n, C d :: {d.x, arr[n]} {n in [d.x]} d.x = n * 2",
            "f"
        ]
    );
    assert_eq!(
        conjuncts("(\\forall int n; 0 <= n; n < i || n >= i) * (\\exists int n; n < i; f)"),
        [
            "forall int n :: 0 <= n ==> n < i || i <= n",
            "exists int n :: n < i && f"
        ]
    );
    assert_eq!(
        conjuncts("forall int n :: exists seq<C> s :: |s| = n && f"),
        ["forall int n :: exists seq<C> s :: |s| = n && f"]
    );
    assert_eq!(
        conjuncts("forall int n :: n > 0 * n < 5"),
        ["forall int n :: 0 < n && n < 5"]
    );
    assert_eq!(
        conjuncts("f ==> (forall int n :: n = n) <==> g"),
        ["(f ==> (forall int n :: n = n)) = g"]
    );
}

#[test]
fn where_quantifiers_may_stand() {
    accept(
        "class C { int x;
           ghost pure bool p(int[] a) requires acc(a.elems); ensures result ==> forall int n :: n = n;
           { return forall int n :: 0 <= n < a.length ==> a[n] > 0; }
           predicate q(int[] a) { return acc(a.elems) * forall int n :: 0 <= n < a.length ==> a[n] > 0; }
           void m() requires forall int n :: n = n; ensures exists int n :: n = 1;
           { assert forall int n :: n = n; assume exists int n :: n = x; join forall int n :: n = n; } }",
    );
    assert_eq!(
        in_code("b := forall int n :: n = 1; if (exists int n :: n = i) { i := 1; }"),
        [
            "not-allowed-here at forall int n :: n = 1",
            "not-allowed-here at exists int n :: n = i"
        ]
    );
    assert_eq!(
        refused("class C { static final bool B := forall int n :: n = n; }"),
        ["not-allowed-here at forall int n :: n = n"]
    );
}

#[test]
fn bodies_and_triggers_are_plain() {
    assert_eq!(
        wrong("forall int n :: acc(x)"),
        ["not-allowed-here at acc(x)"]
    );
    assert_eq!(
        wrong("forall C d :: f ==> d.valid()"),
        ["not-allowed-here at f ==> d.valid()"]
    );
    assert_eq!(wrong("forall int n :: n"), ["type-mismatch at n"]);
    assert_eq!(
        wrong("forall int n :: {valid()} f"),
        ["not-allowed-here at valid()"]
    );
    assert_eq!(
        wrong("forall int n :: {n} {n + 1} {n = 1} {arr[n]} f").len(),
        3
    );
    assert_eq!(
        wrong("forall int n, int m :: {arr[n]} f"),
        ["not-allowed-here at arr[n]"]
    );
    assert!(message(&assertion_text("forall int n, int m :: {arr[n]} f")).contains("`m`"));
    assert_eq!(
        in_code("assert forall int n :: get(n) = n;"),
        ["not-allowed-here at get(n)"]
    );
    assert_eq!(
        in_code("assert forall int n :: n++ = n;"),
        ["not-allowed-here at n++"]
    );
}

#[test]
fn bound_variables() {
    assert_eq!(wrong("(forall int n :: f) && n = 1"), ["unknown-name at n"]);
    assert_eq!(wrong("forall int i :: f"), ["duplicate-name at i"]);
    assert_eq!(wrong("forall int n, C n :: f"), ["duplicate-name at n"]);
    assert_eq!(
        wrong("forall int n :: exists int n :: f"),
        ["duplicate-name at n"]
    );
    assert_eq!(wrong("forall Nope n :: n = 1"), ["unknown-name at Nope"]);
    conjuncts("(forall int n :: n = n) && (forall C n :: n = n)");
    // Bound variables, like locals, may hide fields.
    conjuncts("forall int x :: x = x");
    assert!(message(&assertion_text("(forall int n :: f) && n = 1")).contains("bound variable"));
    assert_eq!(
        in_code("assert let n := 1 in n = 1; n := 2;"),
        ["unknown-name at n"]
    );
    assert_eq!(
        in_code("i := let n := 1 in n++;"),
        ["not-allowed-here at n"]
    );
}

#[test]
fn let_in_expressions_and_assertions() {
    assert_eq!(
        conjuncts("i = (let n := j + 1 in n * n)"),
        ["i = (let n := j + 1 in n * n)"]
    );
    assert_eq!(
        conjuncts("let n := c in acc(n.x) * acc(n.y) * n.x = 1"),
        ["let n := c in acc(n.x) * acc(n.y) * n.x = 1"]
    );
    assert_eq!(
        conjuncts("acc(x) * (let n := x in n > 0 ==> acc(y, 1/2))"),
        [
            "acc(this.x)",
            "let n := this.x in 0 < n ==> acc(this.y, 1/2)"
        ]
    );
    assert_eq!(
        conjuncts("let n := (i in [j]) in n && f"),
        ["let n := (i in [j]) in n && f"]
    );
    assert_eq!(
        wrong("let n := acc(x) in f"),
        ["not-allowed-here at acc(x)"]
    );
    assert_eq!(wrong("let n := n in f"), ["unknown-name at n"]);
    assert_eq!(wrong("let i := 1 in f"), ["duplicate-name at i"]);
    assert_eq!(
        wrong("let n := 1 in n"),
        ["type-mismatch at let n := 1 in n"]
    );
}

#[test]
fn effects_in_let() {
    assert_eq!(
        lower("int k := let n := i in n + j;"),
        "k := let n := i in n + j"
    );
    assert_eq!(
        lower("int k := let n := i++ in n + j;"),
        "$1 := i\ni := $1 + 1\nk := let n := $1 in n + j"
    );
    assert_eq!(
        lower("int k := j + let n := i + 1 in get(n) + n;"),
        "n := i + 1\n$1 := this.get(n)\nk := j + ($1 + n)"
    );
    assert_eq!(
        lower("int k := f ? (let n := i in get(n)) : 0;"),
        "if (f) …\n  n := i\n  $1 := this.get(n)\n  $2 := $1\nelse\n  $2 := 0\nk := $2"
    );
}

#[test]
fn labels() {
    assert_eq!(
        lower(
            "label l; x := 1; { label k; assert old[k](x) = old[l](x) + old(x); } i := old[l](x);"
        ),
        "label l\nthis.x := 1\nlabel k\nassert old[k](this.x) = old[l](this.x) + old(this.x)\ni := old[l](this.x)"
    );
    let program =
        accept("class C { void m() { { label l; } if (true) label l; label l; label k; } }");
    let m = method(&program, "m");
    assert_eq!(m.vars.labels, ["l", "l", "l", "k"]);
    assert_eq!(
        listing(&program, m),
        "label l\nif (true) …\n  label l\nelse\nlabel l\nlabel k"
    );
    assert_eq!(
        in_code("{ label l; } i := old[l](x);"),
        ["unknown-name at l"]
    );
    assert_eq!(in_code("i := old[l](x); label l;"), ["unknown-name at l"]);
    assert_eq!(in_code("label l; { label l; }"), ["duplicate-name at l"]);
    // Labels and variables have separate namespaces.
    assert_eq!(in_code("int l; label l; label i;"), [""; 0]);
    assert_eq!(
        in_code("label l; i := old[l](get(1));"),
        ["not-allowed-here at get(1)"]
    );
    assert_eq!(
        in_code("label l; old[l](x) := 1;"),
        ["not-allowed-here at old[l](x)"]
    );
    assert!(message(&code("label before; i := old[befor](x);")).contains("did you mean `before`?"));
    assert_eq!(
        refused("class C { int x; void m() requires acc(x); ensures old[l](x) = 1; { label l; } }"),
        ["unknown-name at l"]
    );
    assert_eq!(
        in_code("label l; assert untouched(acc(x) * old[l](x) = 1);"),
        ["not-allowed-here at old[l](x)"]
    );
}
