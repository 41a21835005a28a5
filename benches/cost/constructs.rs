//! Generators for the sweeps of sizes: a construct of the language each, `n` times. Each program
//! verifies, except those of [`failing`].

use crate::programs::each;

/// A class `A` with a field `x`, a predicate and the method `int m(int a, int[] v)`, which has
/// this contract and this body.
fn method(contract: &str, body: &str) -> String {
    format!(
        "class A {{
  int x;
  predicate p() {{ return acc(x); }}
  void keep() requires acc(x); ensures acc(x) * x = old(x); {{ }}
  int m(int a, int[] v)
    {contract}
  {{
    int b := 0;
{body}
    return b;
  }}
}}
"
    )
}

const FIELD: &str = "requires acc(x); ensures acc(x);";

/// `n` assignments of a local variable.
pub fn locals(n: usize) -> String {
    let body = "    b := b + 1;\n".repeat(n);
    method(&format!("ensures result = {n};"), &body)
}

/// `n` declarations of local variables, each with the value of the one before.
pub fn declared(n: usize) -> String {
    let body = each(n, "\n", |i| match i {
        1 => "    int b1 := a;".to_owned(),
        _ => format!("    int b{i} := b{} + 1;", i - 1),
    });
    method(
        "",
        &format!("{body}\n    assert b{n} = a + {};", n.saturating_sub(1)),
    )
}

/// `n` assertions about a field.
pub fn asserted(n: usize) -> String {
    let body = each(n, "\n", |i| format!("    assert x + {i} = {i} + x;"));
    method(FIELD, &body)
}

/// `n` calls of a method that keeps a field.
pub fn kept(n: usize) -> String {
    let body = "    keep();\n".repeat(n);
    method("requires acc(x); ensures acc(x) * x = old(x);", &body)
}

/// `n` times opening and closing a predicate.
pub fn opened(n: usize) -> String {
    let body = each(n, "\n", |i| format!("    open p(); x := {i}; close p();"));
    method("requires p(); ensures p();", &body)
}

/// `n` `if`s in sequence that update a field.
pub fn ifs_field(n: usize) -> String {
    let body = each(n, "\n", |i| format!("    if (a = {i}) {{ x := {i}; }}"));
    method(FIELD, &body)
}

/// A chain of `n` `else if`s.
pub fn else_ifs(n: usize) -> String {
    let body = each(n, " else ", |i| {
        format!("if (a = {i}) {{ x := {i}; b := {i}; }}")
    });
    method(
        "requires acc(x); ensures acc(x) * result >= 0;",
        &format!("    {body}"),
    )
}

/// A chain of `n` `else if`s that return.
pub fn returns(n: usize) -> String {
    let body = each(n, " else ", |i| format!("if (a = {i}) {{ return {i}; }}"));
    method("ensures result >= 0;", &format!("    {body}"))
}

/// `n` `if`s in one another.
pub fn nested_ifs(n: usize) -> String {
    let ifs = each(n, "\n", |i| format!("    if (a > {i}) {{ x := {i};"));
    method(FIELD, &format!("{ifs} b := 1; {}", "}".repeat(n)))
}

/// `n` loops in sequence.
pub fn whiles(n: usize) -> String {
    let body = each(n, "\n", |i| {
        format!("    while (b < {i}) invariant b <= {i}; decreases {i} - b; {{ b := b + 1; }}")
    });
    method(&format!("ensures result = {n};"), &body)
}

/// `n` loops in one another.
pub fn nested_whiles(n: usize) -> String {
    let whiles = each(n, "\n", |i| {
        format!("    while (x < {i}) invariant acc(x) * x <= {i}; {{")
    });
    let ends = each(n, "\n", |i| format!("    x := {}; }}", n + 1 - i));
    method(
        "requires acc(x) * x <= 0; ensures acc(x) * x = 1;",
        &format!("{whiles}\n{ends}"),
    )
}

/// `n` objects, each in a variable of its own.
pub fn objects(n: usize) -> String {
    let made = each(n, "\n", |i| {
        format!("    A o{i} := new A(); o{i}.x := {i};")
    });
    method(
        FIELD,
        &format!("{made}\n    assert o1.x = 1 && o{n}.x = {n};\n    assert o{n} ≠ this;"),
    )
}

/// `n` objects in one variable, so that nothing refers to the earlier ones.
pub fn dropped(n: usize) -> String {
    let made = each(n, "\n", |i| {
        format!("    o := new A(); o.x := {i}; assert o.x = {i};")
    });
    method(FIELD, &format!("    A o;\n{made}"))
}

/// `n` elements appended to a sequence.
pub fn appended(n: usize) -> String {
    let body = each(n, "\n", |i| format!("    s := s ++ [{i}];"));
    method(
        "",
        &format!("    seq<int> s := [];\n{body}\n    assert |s| = {n};"),
    )
}

/// `n` elements added to a map.
pub fn mapped(n: usize) -> String {
    let body = each(n, "\n", |i| format!("    s := s[{i} := {i}];"));
    method(
        "",
        &format!("    map<int, int> s := map{{}};\n{body}\n    assert s[{n}] = {n};"),
    )
}

/// `n` updates of an array, read back.
pub fn stored(n: usize) -> String {
    let body = each(n, "\n", |i| format!("    v[{}] := {i};", i - 1));
    method(
        &format!(
            "requires v ≠ null * acc(v[..]) * v.length = {n}; ensures acc(v[..]) * v[0] = 1 * v[{}] = {n};",
            n - 1
        ),
        &body,
    )
}

/// A class with `n` small methods.
pub fn methods(n: usize) -> String {
    let all = each(n, "", |i| {
        format!("  int m{i}() ensures result = {i}; {{ return {i}; }}\n")
    });
    format!("class C {{\n{all}}}\n")
}

/// A class with `n` methods, each of which calls the one before.
pub fn calling(n: usize) -> String {
    let all = each(n, "", |i| {
        let value = match i {
            1 => "1".to_owned(),
            _ => format!("m{}() + 1", i - 1),
        };
        format!("  static int m{i}() ensures result = {i}; {{ return {value}; }}\n")
    });
    format!("class C {{\n{all}}}\n")
}

/// `n` methods of one name.
pub fn overloads(n: usize) -> String {
    let classes = each(n, "", |i| format!("class P{i} {{ }}\n"));
    let all = each(n, "", |i| {
        format!("  static int m(P{i} p) ensures result = {i}; {{ return {i}; }}\n")
    });
    format!("{classes}class C {{\n{all}}}\nint k := C.m(new P{n}());\nassert k = {n};\n")
}

/// `n` pure methods, each defined by the one before.
pub fn functions(n: usize) -> String {
    let all = each(n, "", |i| {
        let value = match i {
            1 => "k".to_owned(),
            _ => format!("f{}(k)", i - 1),
        };
        format!("  static pure int f{i}(int k) {{ return {value}; }}\n")
    });
    format!("class C {{\n{all}}}\nint k := C.f{n}(7);\n")
}

/// A class with `n` constants, each defined by the one before.
pub fn constants(n: usize) -> String {
    let all = each(n, "", |i| {
        let value = match i {
            1 => "1".to_owned(),
            _ => format!("c{} + 1", i - 1),
        };
        format!("  static final int c{i} := {value};\n")
    });
    format!("class C {{\n{all}}}\nassert C.c{n} = {n};\n")
}

/// A class with `n` fields and these members.
fn fields(n: usize, members: &str) -> String {
    let all = each(n, "", |i| format!("  int f{i};\n"));
    format!("class Wide {{\n{all}{members}}}\n")
}

/// A predicate of `n` fields, opened and closed.
pub fn predicate(n: usize) -> String {
    let all = each(n, " * ", |i| format!("acc(f{i})"));
    let method = format!("void m() requires all(); ensures all(); {{ f{n} := 1; }}");
    fields(
        n,
        &format!("  predicate all() {{ return {all}; }}\n  {method}\n"),
    )
}

/// A contract of `n` clauses about fields.
pub fn clauses(n: usize) -> String {
    let before = each(n, "", |i| format!("    requires acc(f{i}) * 0 ≤ f{i};\n"));
    let after = each(n, "", |i| {
        format!("    ensures acc(f{i}) * f{i} = old(f{i});\n")
    });
    fields(n, &format!("  void m()\n{before}{after}  {{ }}\n"))
}

/// A method of `n` parameters with permission to a field of each, which calls itself.
pub fn parameters(n: usize) -> String {
    let all = each(n, ", ", |i| format!("C p{i}"));
    let permissions = each(n, " * ", |i| format!("acc(p{i}.x)"));
    let arguments = each(n, ", ", |i| format!("p{i}"));
    format!(
        "class C {{\n  int x;\n  void m({all})\n    requires {permissions};\n    ensures {permissions};\n  {{ m({arguments}); }}\n}}\n"
    )
}

/// An assertion of `n` cases.
pub fn cases(n: usize) -> String {
    let all = each(n, " || ", |i| format!("a = {i}"));
    method(
        &format!("requires 1 ≤ a ≤ {n};"),
        &format!("    assert {all};"),
    )
}

/// A conjunction of `n` conditions.
pub fn conditions(n: usize) -> String {
    let all = each(n, " && ", |i| format!("a ≠ {i}"));
    method("requires a ≤ 0;", &format!("    assert {all};"))
}

/// An assertion of `n` quantified conditions.
pub fn quantified(n: usize) -> String {
    let all = each(n, " && ", |i| {
        format!("(forall int k :: 0 ≤ k && k < {i} ==> k ≤ {i})")
    });
    method("", &format!("    assert {all};"))
}

/// `n` loops over an array with a quantified invariant.
pub fn filled(n: usize) -> String {
    let body = each(n, "\n", |i| {
        format!(
            "    b := 0;
    while (b < v.length)
      invariant acc(v[..]) * 0 ≤ b ≤ v.length;
      invariant (forall int k :: 0 ≤ k < b ==> v[k] = {i});
      decreases v.length - b;
    {{ v[b] := {i}; b := b + 1; }}"
        )
    });
    method("requires v ≠ null * acc(v[..]); ensures acc(v[..]);", &body)
}

/// `n` classes under one another, each of which overrides a method and a pure method.
pub fn overriding(n: usize) -> String {
    each(n, "", |i| {
        let above = match i {
            1 => String::new(),
            _ => format!(" extends C{}", i - 1),
        };
        format!(
            "class C{i}{above} {{
  pure int get() ensures 0 < result; {{ return {i}; }}
  int set(int k) requires 0 ≤ k; ensures k ≤ result; {{ return k + {i}; }}
}}
"
        )
    })
}

/// `n` classes under one another, each with a field.
pub fn inheriting(n: usize) -> String {
    each(n, "", |i| {
        let above = match i {
            1 => String::new(),
            _ => format!(" extends C{}", i - 1),
        };
        format!("class C{i}{above} {{ int f{i}; }}\n")
    })
}

/// `n` classes under one another, each with a method that calls the one above by `super`.
pub fn super_calls(n: usize) -> String {
    each(n, "", |i| {
        let (above, value) = match i {
            1 => (String::new(), "k"),
            _ => (format!(" extends C{}", i - 1), "super.m(k)"),
        };
        format!(
            "class C{i}{above} {{
  int m(int k) requires 0 ≤ k; ensures k ≤ result; {{ return {value}; }}
}}
"
        )
    })
}

/// A chain of `n` classes: `top` is the members of the first, `below` those of the others.
fn chain(n: usize, top: &str, below: impl Fn(usize) -> String) -> String {
    each(n, "", |i| match i {
        1 => format!("class C1 {{ int f1; {top} }}\n"),
        _ => format!(
            "class C{i} extends C{} {{ int f{i}; {} }}\n",
            i - 1,
            below(i)
        ),
    })
}

/// A predicate of one field, and a method that keeps it.
const KEEPING: &str = "predicate valid() { return acc(f1); }
  void set(int v) requires valid(); ensures valid(); { f1 := v; }";

/// `n` classes under one another that inherit a method, but not the predicate in its contract.
pub fn inherited(n: usize) -> String {
    let top = "predicate valid() { return acc(f1); }
  void keep() requires valid(); ensures valid(); { }";
    chain(n, top, |i| {
        format!("predicate valid() {{ return acc(f{i}); }}")
    })
}

/// `n` classes under one another, each with a predicate that contains that of the class above, and a
/// method that replaces one.
pub fn replaced(n: usize) -> String {
    let get = "\n  pure int get() requires valid(); { return f1; }";
    chain(n, &format!("{KEEPING}{get}"), |i| {
        format!(
            "predicate valid() {{ return super.valid() * acc(f{i}); }}
  pure int get() {{ return f{i}; }}
  void set(int v) {{ f{i} := v; }}"
        )
    })
}

/// The same, where each method runs that of the class above.
pub fn extended(n: usize) -> String {
    chain(n, KEEPING, |i| {
        format!(
            "predicate valid() {{ return super.valid() * acc(f{i}); }}
  void set(int v) {{ super.set(v); f{i} := v; }}"
        )
    })
}

/// A class that implements `n` interfaces, each with a method.
pub fn interfaces(n: usize) -> String {
    let declared = each(n, "", |i| {
        format!("interface I{i} {{ int m{i}() ensures 0 <= result; ; }}\n")
    });
    let names = each(n, ", ", |i| format!("I{i}"));
    let methods = each(n, "", |i| {
        format!("  int m{i}() ensures 0 <= result; {{ return {i}; }}\n")
    });
    format!("{declared}class C implements {names} {{\n{methods}}}\n")
}

/// A class of `n` fields with their sum, and a method that changes all of them.
pub fn summed(n: usize) -> String {
    let all = each(n, " * ", |i| format!("acc(f{i})"));
    let sum = each(n, " + ", |i| format!("f{i}"));
    let body = each(n, " ", |i| format!("f{i} := f{i} + 1;"));
    let members = format!(
        "  predicate all() {{ return {all}; }}
  pure int sum() requires all(); {{ return {sum}; }}
  void up() requires all(); ensures all() * sum() = old(sum()) + {n}; {{ {body} }}
"
    );
    fields(n, &members)
}

/// `n` calls in one another.
pub fn nested_calls(n: usize) -> String {
    format!(
        "class L {{
  static int f(int a) ensures result = a + 1; {{ return a + 1; }}
  static void m(int a) {{ int r := {}a{}; assert r = a + {n}; }}
}}
",
        "f(".repeat(n),
        ")".repeat(n)
    )
}

/// A method with `n` preconditions and `n` postconditions about numbers alone.
pub fn pure_clauses(n: usize) -> String {
    let before = each(n, "", |i| format!("    requires a != -{i};\n"));
    let after = each(n, "", |i| {
        format!("    ensures result != {} || a > 0;\n", i + 5)
    });
    format!("class F {{\n  static int f(int a)\n{before}{after}  {{ return a > 0 ? a : 0; }}\n}}\n")
}

/// `n` loops in one another, each with a variable of its own.
pub fn counted_whiles(n: usize) -> String {
    let whiles = each(n, "\n", |i| {
        format!(
            "    int i{i} := 0; while (i{i} < 10) invariant 0 <= i{i} <= 10; decreases 10 - i{i}; {{ i{i} := i{i} + 1;"
        )
    });
    method("", &format!("{whiles} {}", "}".repeat(n)))
}

/// A class with `n` fields in one predicate, and a pure method for each of them.
pub fn getters(n: usize) -> String {
    setters(n, 0)
}

/// A class with `n` fields in one predicate, a pure method for each of them, and `m` methods that
/// set one each and frame all others.
pub fn setters(n: usize, m: usize) -> String {
    let all = each(n, " * ", |i| format!("acc(f{i})"));
    let getters = each(n, "", |i| {
        format!("  pure int get{i}() requires all(); {{ return f{i}; }}\n")
    });
    let setters = each(m, "", |number| {
        let i = (number - 1) % n + 1;
        let others = each(n, "", |j| match j {
            _ if j == i => String::new(),
            _ => format!(" * get{j}() = old(get{j}())"),
        });
        format!(
            "  void set{number}(int v) requires all(); ensures all() * get{i}() = v{others}; {{ f{i} := v; }}\n"
        )
    });
    fields(
        n,
        &format!("  predicate all() {{ return {all}; }}\n{getters}{setters}"),
    )
}

/// `n` methods that set one of 20 fields and frame all others.
pub fn framing(n: usize) -> String {
    setters(20, n)
}

/// `n` `if`s in sequence that count.
pub fn counted(n: usize) -> String {
    let parameters = each(n, ", ", |i| format!("bool b{i}"));
    let body = each(n, "", |i| format!("    if (b{i}) {{ x := x + 1; }}\n"));
    format!(
        "class A {{
  int x;
  void m({parameters})
    requires acc(x) * x = 0; ensures acc(x) * 0 <= x <= {n};
  {{
{body}  }}
}}
"
    )
}

/// A list that is opened `n` deep by reading it.
pub fn unfolded(n: usize) -> String {
    let reads = each(n, "", |i| {
        let before = i - 1;
        format!("    Node n{i} := n{before}.next;\n    if (n{i} = null) {{ return; }}\n")
    });
    format!(
        "class Node {{
  int value; Node next;
  predicate list() {{ return acc(value) * acc(next) * (next != null ==> next.list()); }}
  static void m(Node n0) requires n0.list(); ensures n0.list();
  {{
{reads}    n{n}.value := 3;
  }}
}}
"
    )
}

/// `n` objects of as many classes that implement an interface.
pub fn dispatched(n: usize) -> String {
    let classes = each(n, "", |i| {
        format!("class C{i} implements I {{ pure int get() {{ return {i}; }} }}\n")
    });
    let uses = each(n, "", |i| {
        format!("I i{i} := new C{i}();\nassert i{i}.get() = {i};\n")
    });
    format!("interface I {{ pure int get(); }}\n{classes}{uses}")
}

/// `n` methods, each with an error.
pub fn failing(n: usize) -> String {
    let all = each(n, "", |i| {
        format!("  int m{i}(int k) ensures result = {i}; {{ return k; }}\n")
    });
    format!("class C {{\n{all}}}\n")
}

/// `n` files, each a program.
pub fn files(n: usize) -> Vec<(String, String)> {
    let part = |i: usize| {
        format!(
            "class C {{
  int x;
  predicate p() {{ return acc(x); }}
  void set(int k) requires p(); ensures p(); {{ x := k + {i}; }}
}}
"
        )
    };
    (1..=n).map(|i| (format!("f{i}.idf"), part(i))).collect()
}

/// `n` Java files, which are one program: each has a class that calls that of the one before.
pub fn java_files(n: usize) -> Vec<(String, String)> {
    let part = |i: usize| {
        let value = match i {
            1 => "k".to_owned(),
            _ => format!("C{}.get(k)", i - 1),
        };
        format!(
            "public class C{i} {{
    private int x;
    public static int get(int k)
    //@ requires 0 <= k;
    //@ ensures result == k;
    {{
        return {value};
    }}
}}
"
        )
    };
    (1..=n).map(|i| (format!("C{i}.java"), part(i))).collect()
}

/// A Java method of `n` statements.
pub fn java_statements(n: usize) -> Vec<(String, String)> {
    let body = "        k++; k -= 1;\n".repeat(n / 2);
    let text = format!(
        "class C {{
    static int m(int a)
    //@ requires 0 <= a && a < 100;
    //@ ensures result == a;
    {{
        int k = a;
{body}        return k;
    }}
}}
"
    );
    vec![("C.java".to_owned(), text)]
}
