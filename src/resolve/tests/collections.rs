//! Collections: types, operations, and types inferred from the context.

use super::{accept, assertion_text, conjuncts, listing, message, method, refused};

/// A method `m` with variables of all collection types.
fn code(stmts: &str) -> String {
    format!(
        "class C {{
           int x; C next; seq<int> f; static set<C> all;
           int get(int n) {{ return n; }}
           seq<int> take(seq<int> s) {{ return s; }}
           pure static seq<int> twice(seq<int> s) {{ return s ++ s; }}
           void m(int i, bool b, C c, Object o, int[] a, seq<int> s, seq<C> sc, seq<Object> so, set<int> t,
                  multiset<int> u, map<int, C> d, perm p, seq<perm> sp, seq<seq<int>> ss) {{ {stmts} }}
         }}"
    )
}

/// Compares the lowered statements line by line.
fn check(stmts: &str, expected: &[&str]) {
    let program = accept(&code(stmts));
    let lowered = listing(&program, method(&program, "m"));
    let lines: Vec<&str> = lowered.lines().collect();
    assert_eq!(lines, expected, "of {stmts}");
}

fn wrong(stmts: &str) -> Vec<String> {
    refused(&code(stmts))
}

#[test]
fn operations_of_sequences() {
    check(
        "s := [1, i] ++ s ++ [i + 2]; i := |s| - 1; i := s[0]; s := s[i := 2]; b := i in s;",
        &[
            "s := [1, i] ++ s ++ [i + 2]",
            "i := |s| - 1",
            "i := s[0]",
            "s := s[i := 2]",
            "b := i in s",
        ],
    );
    check(
        "s := s[1..]; s := s[..i]; s := s[1..i]; s := s[..]; s := ([1, 2])[1..]; i := ss[0][1];",
        &[
            "s := s[1..]",
            "s := s[..i]",
            "s := s[1..i]",
            "s := s",
            "s := ([1, 2])[1..]",
            "i := ss[0][1]",
        ],
    );
    check(
        "t := set(s); u := multiset(s ++ s); b := s = [] || s != s ++ s; f := C.twice(f);",
        &[
            "t := set(s)",
            "u := multiset(s ++ s)",
            "b := s = [] || s != s ++ s",
            "this.f := C.twice(this.f)",
        ],
    );
}

#[test]
fn operations_of_sets_and_multisets() {
    check(
        "t := set{1, i} union t setminus set{2} intersect t; b := t subset set{1}; i := |t|;",
        &[
            "t := set{1, i} union t setminus set{2} intersect t",
            "b := t subset set{1}",
            "i := |t|",
        ],
    );
    check(
        "u := multiset{1, 1} union u; i := u[3] + |u|; b := 1 in u && u subset u; u := u setminus (u intersect u);",
        &[
            "u := multiset{1, 1} union u",
            "i := u[3] + |u|",
            "b := 1 in u && u subset u",
            "u := u setminus (u intersect u)",
        ],
    );
}

#[test]
fn operations_of_maps() {
    check(
        "d := map{1 := c, 2 := null}; c := d[1]; d := d[i := c]; t := dom(d); b := 1 in d; i := |d|;",
        &[
            "d := map{1 := c, 2 := null}",
            "c := d[1]",
            "d := d[i := c]",
            "t := dom(d)",
            "b := 1 in d",
            "i := |d|",
        ],
    );
}

#[test]
fn slices_of_arrays() {
    check(
        "s := a[..]; s := a[1..]; s := a[..i]; s := a[1..i] ++ a[..]; b := i in a[..];",
        &[
            "s := a[..]",
            "s := a[1..]",
            "s := a[..i]",
            "s := a[1..i] ++ a[..]",
            "b := i in a[..]",
        ],
    );
    assert_eq!(
        conjuncts(
            "acc(arr[..]) * acc(arr[i..], 1/2) * acc(arr[..j], _) * acc(arr[i..j]) * arr[i..j] = [k]"
        ),
        [
            "acc(arr[..])",
            "acc(arr[i..], 1/2)",
            "acc(arr[..j], _)",
            "acc(arr[i..j])",
            "arr[i..j] = [k]"
        ]
    );
    assert_eq!(
        conjuncts("acc(a) * acc(a[0..1])"),
        ["acc(this.a)", "acc(this.a[0..1])"]
    );
    let wrong = |a: &str| refused(&assertion_text(a));
    assert_eq!(wrong("acc(arr[f..1])"), ["type-mismatch at f"]);
    assert_eq!(wrong("acc(c[0..1])"), ["type-mismatch at c"]);
    assert_eq!(
        wrong("acc(([i])[0..1])"),
        ["not-allowed-here at ([i])[0..1]"]
    );
    assert_eq!(wrong("acc([i])"), ["not-allowed-here at [i]"]);
}

#[test]
fn empty_literals_have_the_type_of_their_context() {
    check(
        "s := []; t := set{}; u := multiset{}; d := map{}; s := seq<int>(); s := take([]); f := [];",
        &[
            "s := []",
            "t := set{}",
            "u := multiset{}",
            "d := map{}",
            "s := []",
            "s := this.take([])",
            "this.f := []",
        ],
    );
    check(
        "b := [] = s; b := s != []; s := b ? [] : s; s := b ? s : []; b := i in []; s := [] ++ [] ++ [1];",
        &[
            "b := [] = s",
            "b := s != []",
            "s := b ? [] : s",
            "s := b ? s : []",
            "b := i in []",
            "s := [] ++ [] ++ [1]",
        ],
    );
    check(
        "ss := [[], s, []]; ss := [] ++ [[]]; b := ss = [[], []]; t := set([]); b := set{} subset t; ss := b ? [] : [[]];",
        &[
            "ss := [[], s, []]",
            "ss := [] ++ [[]]",
            "b := ss = [[], []]",
            "t := set([])",
            "b := set{} subset t",
            "ss := b ? [] : [[]]",
        ],
    );
    check(
        "b := [] in [s]; b := s in [[]]; d := map{}[1 := c]; s := old([]); s := let k := 1 in [];",
        &[
            "b := [] in [s]",
            "b := s in [[]]",
            "d := map{}[1 := c]",
            "s := old([])",
            "s := let k := 1 in []",
        ],
    );
    let program = accept(&code("ss := b ? [] : [[]] ++ [];"));
    let text = format!("{:?}", method(&program, "m").body);
    assert!(!text.contains("Null"), "a type is left open: {text}");
    let program = accept("class C { seq<int> f() { return []; } pure seq<C> g() { return []; } }");
    assert_eq!(listing(&program, method(&program, "f")), "return []");
}

#[test]
fn what_no_context_tells_must_be_written() {
    assert_eq!(
        wrong(
            "b := [] = []; i := |set{}|; b := [] in []; i := ([])[0]; b := multiset{} subset multiset{}; \
             b := let k := map{} in b; i := map{}[1]; t := dom(map{}); set([]);"
        ),
        [
            "type-mismatch at []",
            "type-mismatch at set{}",
            "type-mismatch at []",
            "type-mismatch at []",
            "type-mismatch at multiset{}",
            "type-mismatch at map{}",
            "type-mismatch at map{}",
            "type-mismatch at map{}",
            "type-mismatch at []",
        ]
    );
    let text = message(&code("i := |[]|;"));
    assert!(text.contains("`seq<T>()`"), "{text}");
    let text = message(&code("i := |map{}|;"));
    assert!(text.contains("`map<K, V>()`"), "{text}");
    let text = message(&code("i := [];"));
    assert!(text.contains("`seq<…>`"), "{text}");
}

#[test]
fn elements_are_assignable_where_the_values_are() {
    check(
        "sc := [null, c]; so := sc; so := [c, o, a, null]; b := so = sc; b := o in sc; b := c in so; so := [null];",
        &[
            "sc := [null, c]",
            "so := sc",
            "so := [c, o, a, null]",
            "b := so = sc",
            "b := o in sc",
            "b := c in so",
            "so := [null]",
        ],
    );
    check(
        "sc := [null]; all := set{null};",
        &["sc := [null]", "C.all := set{null}"],
    );
    check(
        "sp := [1, p, 1/2]; sp := [1/2] ++ sp; b := 1/2 in sp; sp := sp[0 := 1/3];",
        &[
            "sp := [1, p, 1/2]",
            "sp := [1/2] ++ sp",
            "b := 1/2 in sp",
            "sp := sp[0 := 1/3]",
        ],
    );
    assert_eq!(
        wrong(
            "sc := so; s := sc; s := t; sp := s; sp := [i]; sc := [o]; b := sc = s; ss := [[true]];"
        ),
        [
            "type-mismatch at so",
            "type-mismatch at sc",
            "type-mismatch at t",
            "type-mismatch at s",
            "type-mismatch at i",
            "type-mismatch at o",
            "type-mismatch at sc = s",
            "type-mismatch at true",
        ]
    );
}

#[test]
fn operands_that_do_not_fit() {
    assert_eq!(
        wrong(
            "s := [1, true]; s := s + s; s := s ++ t; t := s union s; t := t union u; b := t in t; \
             b := 1 in a; i := |a|; i := |i|; i := t[0]; i := s[b]; t := t[0 := 1]; a := a[0 := 1];"
        ),
        [
            "type-mismatch at true",
            "type-mismatch at s",
            "type-mismatch at s",
            "type-mismatch at t",
            "type-mismatch at s",
            "type-mismatch at t union u",
            "type-mismatch at t",
            "type-mismatch at a",
            "type-mismatch at a",
            "type-mismatch at i",
            "type-mismatch at t",
            "type-mismatch at b",
            "type-mismatch at t",
            "type-mismatch at a",
        ]
    );
    assert_eq!(
        wrong(
            "t := set(t); t := dom(s); u := multiset(a); c := d[b]; d := d[1 := 2]; s := t[..]; b := s < s;"
        ),
        [
            "type-mismatch at t",
            "type-mismatch at s",
            "type-mismatch at a",
            "type-mismatch at b",
            "type-mismatch at 2",
            "type-mismatch at t",
            "type-mismatch at s",
            "type-mismatch at s",
        ]
    );
    assert_eq!(
        wrong("s[0] := 1; s[0..1] := s; s.length := 1; i := s.length; |s| := 3;"),
        [
            "not-allowed-here at s[0]",
            "not-allowed-here at s[0..1]",
            "type-mismatch at length",
            "type-mismatch at length",
            "not-allowed-here at |s|",
        ]
    );
    assert!(message(&code("i := s + 1;")).contains("`++`"));
    assert!(message(&code("i := s.length;")).contains("`|s|`"));
    assert!(message(&code("s[0] := 1;")).contains("s := s[i := e];"));
    assert!(message(&code("i := |a|;")).contains("`a.length`"));
}

#[test]
fn in_and_subset_do_not_chain() {
    assert_eq!(wrong("b := i in s = b;"), ["not-allowed-here at ="]);
    assert_eq!(
        wrong("b := t subset t subset t;"),
        ["not-allowed-here at subset"]
    );
    assert_eq!(wrong("b := 0 < i in s;"), ["not-allowed-here at in"]);
    check(
        "b := 1 + i in s ++ s && b; b := !(i in s);",
        &["b := 1 + i in s ++ s && b", "b := !(i in s)"],
    );
    assert_eq!(conjuncts("i in [j] * j in [k]"), ["i in [j]", "j in [k]"]);
}

#[test]
fn effects_run_in_the_order_of_the_text() {
    check(
        "s := [i, i++, get(i)];",
        &[
            "$3 := i",
            "$1 := i",
            "i := $1 + 1",
            "$2 := this.get(i)",
            "s := [$3, $1, $2]",
        ],
    );
    check(
        "i := s[get(1)] + |take(s)|;",
        &[
            "$1 := this.get(1)",
            "$3 := s[$1]",
            "$2 := this.take(s)",
            "i := $3 + |$2|",
        ],
    );
    check(
        "s := b ? [] : take(s);",
        &[
            "if (b) …",
            "  $2 := []",
            "else",
            "  $1 := this.take(s)",
            "  $2 := $1",
            "s := $2",
        ],
    );
    check(
        "s := a[get(1)..get(2)]; d := map{i++ := c, i := null};",
        &[
            "$1 := this.get(1)",
            "$2 := this.get(2)",
            "s := a[$1..$2]",
            "$3 := i",
            "i := $3 + 1",
            "d := map{$3 := c, i := null}",
        ],
    );
}

#[test]
fn the_programs_own_names_go_first() {
    let program = accept(
        "class C { pure int dom(int n) { return n; } void m(int set, map<int, int> seq) { int k := dom(1) + set + |seq|; } }
         map<int, int> d; set<int> dom := dom(d);",
    );
    assert_eq!(
        listing(&program, method(&program, "m")),
        "k := this.dom(1) + set + |seq|"
    );
    assert_eq!(
        listing(&program, method(&program, "main")),
        "map<int, int> d\ndom := dom(d)"
    );
    assert_eq!(refused("set<int> s := dom(1, 2);"), ["unknown-name at dom"]);
}

#[test]
fn types_of_collections() {
    assert_eq!(
        wrong("map<int> k; seq<int, int> l; seq<Nope> n; set<map<int, seq<C[]>>> e;"),
        [
            "type-mismatch at map<int>",
            "type-mismatch at seq<int, int>",
            "unknown-name at Nope"
        ]
    );
    let nested = |n: usize| format!("{}int{} v;", "seq<".repeat(n), ">".repeat(n));
    accept(&nested(16));
    assert_eq!(refused(&nested(17)), ["unsupported at seq<int>"]);
    let literal = |n: usize| format!("int k := |{}1{}|;", "[".repeat(n), "]".repeat(n));
    accept(&literal(16));
    let inner = format!("unsupported at {}1{}", "[".repeat(17), "]".repeat(17));
    assert_eq!(refused(&literal(3_000)), [inner]);
    let elements = format!(
        "{}int{}[] v; int k := |v[..]|;",
        "seq<".repeat(16),
        ">".repeat(16)
    );
    assert_eq!(refused(&elements), ["unsupported at v[..]"]);
    let main = accept("seq<map<int, set<int>>> v; int k;");
    assert_eq!(
        listing(&main, method(&main, "main")),
        "seq<map<int, set<int>>> v\nint k"
    );
}

#[test]
fn collections_as_fields_and_constants() {
    let program = accept(
        "class C { seq<int> s; map<int, set<C>> m; set<int> t := set{1}; static seq<int> K := [1, 2 + 3]; \
         static final map<int, int> D := map{1 := 2}; } map<int, int> d := C.D;",
    );
    let made = method(&program, "C");
    let text = crate::ir::print::Text::new(&program, &made.vars).assertion(&made.ensures);
    assert_eq!(
        text,
        "acc(this.s) * this.s = [] * acc(this.m) * this.m = map{} * acc(this.t) * this.t = set{1}"
    );
    assert_eq!(
        listing(&program, method(&program, "main")),
        "d := map{1 := 2}"
    );
    assert_eq!(
        refused("class C { static seq<int> s := [1] ++ [2]; }"),
        ["not-allowed-here at [1] ++ [2]"]
    );
}
