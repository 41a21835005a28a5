//! Every construct of the language at any width and depth, as a program for a size `n`.
//!
//! The programs are there to be read, resolved, executed and reported without a crash.
//! Most of them verify; some are refused, because they exceed a limit of the language, or
//! fail, because a program that verifies would be quadratic in `n`.

use veriframe::internals::syntax::Notation;

/// A construct, repeated or nested `n` times.
pub struct Construct {
    /// What is repeated or nested.
    pub name: &'static str,
    /// The notation of its programs.
    pub notation: Notation,
    /// The program of a size.
    pub text: fn(usize) -> String,
}

/// A construct in `.idf` notation.
const fn idf(name: &'static str, text: fn(usize) -> String) -> Construct {
    let notation = Notation::Idf;
    Construct {
        name,
        notation,
        text,
    }
}

/// A construct in `.java` notation.
const fn java(name: &'static str, text: fn(usize) -> String) -> Construct {
    let notation = Notation::Java;
    Construct {
        name,
        notation,
        text,
    }
}

/// The concatenation of `part(1)` to `part(n)`.
fn each(n: usize, separator: &str, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (1..=n).map(part).collect();
    parts.join(separator)
}

/// `inner` between `n` times `open` and `n` times `close`.
fn nest(n: usize, open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(n), close.repeat(n))
}

/// The same word `n` times.
fn list(n: usize, word: &str, separator: &str) -> String {
    vec![word; n].join(separator)
}

/// A main routine that computes an integer.
fn value(expression: &str) -> String {
    format!(
        "class Id {{ static pure int id(int n) ensures result = n; {{ return n; }} }}\nint one := 1;\nint n := {expression};\nassert n = n;\n"
    )
}

/// A main routine that asserts a condition about `one`.
fn fact(condition: &str) -> String {
    format!("int one := 1;\nbool yes := true;\nassert {condition};\n")
}

/// A method with a body over fields, arrays, collections and predicates.
fn method(body: &str) -> String {
    format!(
        "class Node {{
  int x;
  Node next;
  predicate valid() {{ return acc(x); }}
  pure int get() requires valid(); {{ return x; }}
  pure int plain(int n) {{ return n; }}
  Node same() ensures result = this; {{ return this; }}
  lemma void fact() {{ }}
  void m(int i, bool b, Node o, int[] a, seq<int> s)
    requires valid() * acc(a.elems) * a.length = 8;
    requires (forall int k :: 0 <= k < 8 ==> 0 <= a[k] < 8);
    ensures true;
  {{
    {body}
  }}
}}
"
    )
}

/// A Java method with this body.
fn java_method(body: &str) -> String {
    format!(
        "class Node {{
    int x;
    static int id(int n)
    //@ ensures result == n;
    {{
        return n;
    }}
    static void m(int i, boolean b, String s, long l, Object o)
    {{
        {body}
    }}
}}
"
    )
}

/// All constructs.
pub fn constructs() -> Vec<Construct> {
    let mut all = expressions();
    all.extend(binders());
    all.extend(collections());
    all.extend(assertions());
    all.extend(statements());
    all.extend(ghost());
    all.extend(declarations());
    all.extend(chains());
    all.extend(in_java());
    all
}

fn expressions() -> Vec<Construct> {
    vec![
        idf("parentheses", |n| value(&nest(n, "(", "one", ")"))),
        idf("sum to the left", |n| value(&list(n, "one", " + "))),
        idf("sum to the right", |n| value(&nest(n, "one + (", "1", ")"))),
        idf("difference", |n| value(&list(n, "one", " - "))),
        idf("product", |n| value(&list(n, "one", " * "))),
        idf("product of constants", |n| value(&list(n, "3", " * "))),
        idf("quotient", |n| value(&format!("one{}", " / 1".repeat(n)))),
        idf("remainder", |n| value(&format!("one{}", " % 3".repeat(n)))),
        idf("unary minus", |n| value(&nest(n, "-(", "one", ")"))),
        idf("negation", |n| fact(&nest(n, "!", "yes", ""))),
        idf("negated comparison", |n| {
            fact(&nest(n, "!(", "one = 1", ")"))
        }),
        idf("comparison chain", |n| {
            fact(&format!("0{}", " <= one".repeat(n)))
        }),
        idf("conjunction", |n| fact(&list(n, "one = 1", " && "))),
        idf("disjunction", |n| fact(&list(n, "one = 1", " || "))),
        idf("disjunction of cases", |n| {
            method(&format!(
                "assert {} || i <= 0 || i > {n};",
                each(n, " || ", |k| format!("i = {k}"))
            ))
        }),
        idf("conjunction to the right", |n| {
            fact(&nest(n, "(one = 1 && ", "yes", ")"))
        }),
        idf("implication", |n| fact(&list(n, "one = 1", " ==> "))),
        idf("implication to the left", |n| {
            fact(&nest(n, "(", "yes", " ==> yes)"))
        }),
        idf("equivalence", |n| fact(&list(n, "yes", " <==> "))),
        idf("conditional in the condition", |n| {
            fact(&nest(n, "(", "yes", " ? yes : one = 2)"))
        }),
        idf("conditional in the first branch", |n| {
            value(&nest(n, "(one = 1 ? ", "one", " : 2)"))
        }),
        idf("conditional in the second branch", |n| {
            value(&nest(n, "(one = 2 ? 1 : ", "one", ")"))
        }),
        idf("conditional about a parameter", |n| {
            method(&format!(
                "int k := {}i{};",
                each(n, "", |k| format!("(i = {k} ? {k} : ")),
                ")".repeat(n)
            ))
        }),
        idf("code with && and ||", |n| {
            method(&format!("bool c := {};", list(n, "(b || i = 1)", " && ")))
        }),
        idf("field chain", |n| {
            method(&format!("Node k := o{};", ".next".repeat(n)))
        }),
        idf("index in an index", |n| {
            method(&format!("int k := {};", nest(n, "a[", "3", "]")))
        }),
        idf("index chain", |n| {
            method(&format!("int k := a{};", "[0]".repeat(n)))
        }),
        idf("array type", |n| format!("int{} x;\n", "[]".repeat(n))),
        idf("index chain of an array of arrays", |n| {
            format!(
                "class C {{ void m(int{} a) requires a != null; {{ int k := a{}; }} }}",
                "[]".repeat(n),
                "[0]".repeat(n)
            )
        }),
        idf("pure calls", |n| value(&nest(n, "Id.id(", "1", ")"))),
        idf("pure calls in a sum", |n| {
            value(&list(n, "Id.id(one)", " + "))
        }),
        idf("method calls in a chain", |n| {
            method(&format!("Node k := this{};", ".same()".repeat(n)))
        }),
        idf("method calls in arguments", |n| {
            format!(
                "class C {{ static int id(int n) ensures result = n; {{ return n; }} }}\nint k := {};\nassert k = 1;\n",
                nest(n, "C.id(", "1", ")")
            )
        }),
        idf("arguments", |n| {
            format!(
                "class C {{ static pure int f({}) {{ return p1; }} }}\nint k := C.f({});\n",
                each(n, ", ", |k| format!("int p{k}")),
                list(n, "1", ", ")
            )
        }),
        idf("casts", |n| {
            method(&format!("Node k := {}o;", "(Node) ".repeat(n)))
        }),
        idf("instanceof", |n| {
            method(&format!(
                "assert {};",
                list(n, "this instanceof Node", " && ")
            ))
        }),
        idf("assignments of sums", |n| {
            method(&format!(
                "int k;\n{}",
                "k += i; k -= 1; k *= 1;\n".repeat(n)
            ))
        }),
        idf("increments in a sum", |n| {
            method(&format!("int k := {};", list(n, "i++", " + ")))
        }),
        idf("digits of a literal", |n| value(&"9".repeat(n))),
        idf("letters of a name", |n| {
            format!("int {} := 1;\n", "x".repeat(n))
        }),
        idf("comments", |n| {
            format!("{}{}int x;\n", "// one\n".repeat(n), "/* two */".repeat(n))
        }),
        idf("comment", |n| format!("/* {} */ int x;\n", "/* ".repeat(n))),
        idf("new", |n| {
            format!(
                "class C {{ C next; C(C c) {{ next := c; }} }}\nC c := {};\n",
                nest(n, "new C(", "null", ")")
            )
        }),
    ]
}

fn binders() -> Vec<Construct> {
    vec![
        idf("nested quantifiers", |n| {
            fact(&format!(
                "{}true",
                each(n, "", |k| format!("forall int v{k} :: "))
            ))
        }),
        idf("nested quantifiers about their variables", |n| {
            fact(&format!(
                "{}one = 1{}",
                each(n, "", |k| format!("(forall int v{k} :: 0 <= v{k} ==> ")),
                ")".repeat(n)
            ))
        }),
        idf("nested existential quantifiers", |n| {
            fact(&format!(
                "{}one = 1{}",
                each(n, "", |k| format!("(exists int v{k} :: v{k} = {k} && ")),
                ")".repeat(n)
            ))
        }),
        idf("quantifier of many variables", |n| {
            fact(&format!(
                "(forall {} :: {})",
                each(n, ", ", |k| format!("int v{k}")),
                each(n, " && ", |k| format!("v{k} = v{k}"))
            ))
        }),
        idf("quantifiers in a conjunction", |n| {
            fact(&each(n, " && ", |k| {
                format!("(forall int v :: 0 <= v && v < {k} ==> v <= {k})")
            }))
        }),
        idf("let in the body", |n| {
            value(&format!(
                "{}one",
                each(n, "", |k| format!(
                    "let v{k} := {} in ",
                    if k == 1 {
                        "one".to_owned()
                    } else {
                        format!("v{}", k - 1)
                    }
                ))
            ))
        }),
        idf("let that doubles", |n| {
            value(&format!(
                "let v0 := one in {}v{n}",
                each(n, "", |k| format!("let v{k} := v{0} + v{0} in ", k - 1))
            ))
        }),
        idf("let in the value", |n| {
            value(&nest(n, "(let x := ", "one", " in x + 1)"))
        }),
        idf("old", |n| {
            fact(&format!("{} = 1", nest(n, "old(", "1", ")")))
        }),
        idf("opening", |n| {
            method(&format!(
                "int k := {};",
                nest(n, "(opening valid() in ", "x", ")")
            ))
        }),
        idf("opening in a sum", |n| {
            method(&format!(
                "int k := {};",
                list(n, "(opening valid() in x)", " + ")
            ))
        }),
        idf("using", |n| {
            method(&format!(
                "int k := {};",
                nest(n, "(using get() in ", "get()", ")")
            ))
        }),
    ]
}

fn collections() -> Vec<Construct> {
    vec![
        idf("sequence of elements", |n| {
            fact(&format!("|[{}]| = {n}", each(n, ", ", |k| k.to_string())))
        }),
        idf("sequences in each other", |n| {
            fact(&format!("|{}| = 1", nest(n, "[", "one", "]")))
        }),
        idf("lengths in each other", |n| {
            fact(&format!("1 = {}", nest(n, "|[", "1", "]|")))
        }),
        idf("concatenation", |n| {
            fact(&format!("|{}| = {n}", list(n, "[one]", " ++ ")))
        }),
        idf("updates", |n| {
            method(&format!(
                "assume |s| = 3; seq<int> t := s{};",
                "[1 := i]".repeat(n)
            ))
        }),
        idf("slices", |n| {
            method(&format!(
                "assume |s| = {}; seq<int> t := s{};",
                n + 1,
                "[1..]".repeat(n)
            ))
        }),
        idf("set", |n| {
            fact(&format!(
                "7 in set{{{}}}",
                each(n.max(7), ", ", |k| k.to_string())
            ))
        }),
        idf("union", |n| {
            fact(&format!(
                "1 in {}",
                each(n, " union ", |k| format!("set{{{k}}}"))
            ))
        }),
        idf("multiset", |n| {
            fact(&format!("one in multiset{{{}}}", list(n, "one", ", ")))
        }),
        idf("map", |n| {
            fact(&format!(
                "map{{{}}}[1] = 1",
                each(n, ", ", |k| format!("{k} := {k}"))
            ))
        }),
        idf("map updates", |n| {
            format!(
                "map<int, int> m := map{{1 := 1}}{};\n",
                each(n, "", |k| format!("[{k} := {k}]"))
            )
        }),
        idf("collection type", |n| {
            format!("{}int{} x;\n", "seq<".repeat(n), ">".repeat(n))
        }),
        idf("map type", |n| {
            format!("{}int{} x;\n", "map<int, ".repeat(n), ">".repeat(n))
        }),
        idf("appends", |n| {
            method(&format!(
                "seq<int> t := s;\n{}assert |t| >= 0;",
                "t := t ++ [i];\n".repeat(n)
            ))
        }),
    ]
}

/// A class with `n` fields and a predicate over them.
fn fields(n: usize, rest: &str) -> String {
    format!(
        "class Wide {{\n{}  predicate all() {{ return {}; }}\n{rest}\n}}\n",
        each(n, "", |k| format!("  int f{k};\n")),
        each(n, " * ", |k| format!("acc(f{k})"))
    )
}

fn assertions() -> Vec<Construct> {
    vec![
        idf("predicate over fields", |n| {
            fields(
                n,
                "  void m() requires all(); ensures all(); { open all(); f1 := 1; close all(); }",
            )
        }),
        idf("sum of fields behind a predicate", |n| {
            let sum = each(n, " + ", |k| format!("f{k}"));
            fields(
                n,
                &format!("  pure int sum() requires all(); {{ return {sum}; }}"),
            )
        }),
        idf("predicate over fields, inferred", |n| {
            fields(n, "  void m() requires all(); ensures all(); { f1 := 1; }")
        }),
        idf("contract over fields", |n| {
            let all = each(n, " * ", |k| format!("acc(f{k})"));
            fields(
                n,
                &format!("void m() requires {all}; ensures {all}; {{ f1 := 1; }}"),
            )
        }),
        idf("clauses of a contract", |n| {
            fields(
                n,
                &format!(
                    "void m()\n{}{}{{ }}",
                    each(n, "", |k| format!("requires acc(f{k});\n")),
                    each(n, "", |k| format!("ensures acc(f{k});\n"))
                ),
            )
        }),
        idf("permissions of parameters", |n| {
            let all = each(n, " * ", |k| format!("acc(p{k}.x)"));
            format!(
                "class C {{\n  int x;\n  void m({})\n    requires {all};\n    ensures {all};\n  {{ }}\n}}\n",
                each(n, ", ", |k| format!("C p{k}"))
            )
        }),
        idf("conjuncts to the right", |n| {
            format!(
                "class C {{ int x; void m(int i) requires {}; {{ }} }}",
                nest(n, "(i = 1 * ", "acc(x)", ")")
            )
        }),
        idf("values in a contract", |n| {
            method(&format!(
                "assert {};",
                list(n, "opening valid() in x = x", " * ")
            ))
        }),
        idf("fractions", |n| {
            format!(
                "class C {{ int x; void m() requires {}; ensures acc(x); {{ }} }}",
                list(n, &format!("acc(x, 1/{n})"), " * ")
            )
        }),
        idf("sum of fractions", |n| {
            format!(
                "class C {{ int x; void m() requires acc(x, {}); {{ }} }}",
                list(n, &format!("1/{n}"), " + ")
            )
        }),
        idf("permission under conditions", |n| {
            format!(
                "class C {{ int x; void m(bool b) requires {}; {{ }} }}",
                nest(n, "(b ? ", "acc(x)", " : true)")
            )
        }),
        idf("permission under implications", |n| {
            format!(
                "class C {{ int x; void m(bool b) requires {}; {{ }} }}",
                nest(n, "(b ==> ", "acc(x)", ")")
            )
        }),
        idf("permissions under conditions side by side", |n| {
            fields(
                n,
                &format!(
                    "void m(bool b) requires {}; {{ }}",
                    each(n, " * ", |k| format!("(b ==> acc(f{k}))"))
                ),
            )
        }),
        idf("instances in a contract", |n| {
            let all = each(n, " * ", |k| format!("p{k}.v()"));
            format!(
                "class C {{\n  int x;\n  predicate v() {{ return acc(x); }}\n  void m({})\n    requires {all};\n    ensures {all};\n  {{ }}\n}}\n",
                each(n, ", ", |k| format!("C p{k}"))
            )
        }),
        idf("parameters of a predicate", |n| {
            format!(
                "class C {{\n  int x;\n  predicate v({}) {{ return acc(x) * x = p1; }}\n  void m() requires v({2}); ensures v({2}); {{ open v({2}); close v({2}); }}\n{1}}}\n",
                each(n, ", ", |k| format!("int p{k}")),
                "",
                list(n, "1", ", ")
            )
        }),
        idf("slices of an array", |n| {
            format!(
                "class C {{ void m(int[] a) requires a != null * a.length = {n} * {}; {{ }} }}",
                each(n, " * ", |k| format!("acc(a[{}..{k}])", k - 1))
            )
        }),
        idf("clauses of an invariant", |n| {
            format!(
                "int i;\nwhile (i < 3)\n{}{{ i := i + 1; }}\n",
                each(n, "", |k| format!("  invariant i <= {};\n", k + 3))
            )
        }),
        idf("untouched", |n| {
            fields(
                n,
                &format!(
                    "void m() requires all(); ensures all() * {}; {{ }}",
                    list(n, "true", " * ")
                ),
            )
        }),
    ]
}

fn statements() -> Vec<Construct> {
    vec![
        idf("assignments", |n| method(&"i := i + 1;\n".repeat(n))),
        idf("field updates", |n| {
            method(&format!("open valid();\n{}", "x := x + 1;\n".repeat(n)))
        }),
        idf("array updates", |n| method(&"a[1] := a[2];\n".repeat(n))),
        idf("locals", |n| {
            method(&each(n, "\n", |k| format!("int v{k} := i;")))
        }),
        idf("assertions", |n| {
            method(&each(n, "\n", |k| format!("assert i + {k} = {k} + i;")))
        }),
        idf("proofs", |n| {
            method(&each(n, "\n", |k| {
                format!("assert i + {k} = {k} + i by {{ assert i = i; }}")
            }))
        }),
        idf("proofs in each other", |n| {
            method(&nest(n, "assert i = i by { ", "assert i = i;", " }"))
        }),
        idf("assumptions", |n| {
            method(&each(n, "\n", |k| format!("assume i < {};", n + k)))
        }),
        idf("blocks", |n| method(&nest(n, "{ ", "i := 1;", " }"))),
        idf("blocks in sequence", |n| method(&"{ i := 1; }\n".repeat(n))),
        idf("if in if", |n| {
            method(&nest(n, "if (b) { ", "i := 1;", " }"))
        }),
        idf("if in if, by different conditions", |n| {
            method(&format!(
                "{}i := 0;{}",
                each(n, "", |k| format!("if (i != {k}) {{ ")),
                " }".repeat(n)
            ))
        }),
        idf("if in else", |n| {
            method(&nest(n, "if (b) { i := 1; } else { ", "i := 2;", " }"))
        }),
        idf("else if", |n| {
            method(&format!(
                "{} {{ i := 0; }}",
                each(n, "", |k| format!("if (i = {k}) {{ i := 1; }} else "))
            ))
        }),
        idf("ifs in sequence", |n| {
            method(&each(n, "\n", |k| {
                format!("if (i = {k}) {{ i := i + 1; }}")
            }))
        }),
        idf("returns in sequence", |n| {
            method(&each(n, "\n", |k| format!("if (i = {k}) {{ return; }}")))
        }),
        idf("while in while", |n| {
            method(&nest(n, "while (b) { ", "i := 1;", " }"))
        }),
        idf("whiles in sequence", |n| {
            method(&"while (i < 3) invariant true; { i := i + 1; }\n".repeat(n))
        }),
        idf("for in for", |n| {
            method(&format!(
                "{}i := 1;{}",
                each(n, "", |k| format!(
                    "for (int v{k} := 0; v{k} < 3; v{k} := v{k} + 1) {{ "
                )),
                " }".repeat(n)
            ))
        }),
        idf("objects", |n| {
            method(&each(n, "\n", |k| format!("Node v{k} := new Node();")))
        }),
        idf("calls", |n| {
            format!(
                "class C {{ int x; void s(int v) requires acc(x); ensures acc(x) * x = v; {{ x := v; }} void m() requires acc(x); {{ {} }} }}",
                each(n, "\n", |k| format!("s({k});"))
            )
        }),
        idf("labels", |n| {
            method(&each(n, "\n", |k| format!("label l{k};")))
        }),
        idf("old at labels", |n| {
            method(&format!(
                "label l;\nassert {} >= 0 || true;",
                list(n, "old[l](opening valid() in x)", " + ")
            ))
        }),
        idf("empty statements", |n| method(&";".repeat(n))),
        idf("main routine", |n| {
            format!("int x;\n{}", "x := x + 1;\n".repeat(n))
        }),
    ]
}

fn ghost() -> Vec<Construct> {
    vec![
        idf("open and close", |n| {
            method(&"open valid();\nclose valid();\n".repeat(n))
        }),
        idf("uses", |n| method(&"use get();\n".repeat(n))),
        idf("joins", |n| {
            method(&"join valid() * acc(a.elems);\n".repeat(n))
        }),
        idf("lemma calls", |n| method(&"fact();\n".repeat(n))),
        idf("ghost variables", |n| {
            method(&each(n, "\n", |k| format!("ghost int g{k} := i;")))
        }),
        idf("instances opened in each other", |n| {
            format!(
                "class C {{\n  int x;\n{}  predicate p0() {{ return acc(x); }}\n  void m() requires p{n}(); {{\n{}  x := 1;\n  }}\n}}\n",
                each(n, "", |k| format!(
                    "  predicate p{k}() {{ return p{}(); }}\n",
                    k - 1
                )),
                each(n, "", |k| format!("    open p{}();\n", n + 1 - k))
            )
        }),
        idf("list opened node by node", |n| {
            format!(
                "class L {{\n  int x;\n  L next;\n  predicate list() {{ return acc(x) * acc(next) * (next != null ==> next.list()); }}\n  void m() requires list(); {{\n    L l := this;\n{}  }}\n}}\n",
                "    open l.list(); if (l.next = null) { return; } l := l.next;\n".repeat(n)
            )
        }),
    ]
}

fn declarations() -> Vec<Construct> {
    vec![
        idf("fields", |n| fields(n, "")),
        idf("fields with initialisers", |n| {
            format!(
                "class C {{\n{}}}\nC c := new C();\n",
                each(n, "", |k| format!("  int f{k} := {k};\n"))
            )
        }),
        idf("static constants", |n| {
            format!(
                "class C {{\n  static final int c0 := 1;\n{}}}\nassert C.c{n} = {};\n",
                each(n, "", |k| format!(
                    "  static final int c{k} := c{} + 1;\n",
                    k - 1
                )),
                n + 1
            )
        }),
        idf("static fields", |n| {
            format!(
                "class C {{\n{}}}\nC.f1 := 1;\n",
                each(n, "", |k| format!("  static int f{k};\n"))
            )
        }),
        idf("methods", |n| {
            format!(
                "class C {{\n{}}}\n",
                each(n, "", |k| format!("  void m{k}() {{ }}\n"))
            )
        }),
        idf("overloads", |n| {
            format!(
                "{}class C {{\n{}}}\n",
                each(n, "", |k| format!("class P{k} {{ }}\n")),
                each(n, "", |k| format!("  void m(P{k} p) {{ }}\n"))
            )
        }),
        idf("parameters", |n| {
            format!(
                "class C {{ void m({}) {{ }} }}\n",
                each(n, ", ", |k| format!("int p{k}"))
            )
        }),
        idf("classes", |n| {
            each(n, "\n", |k| format!("class C{k} {{ int x; }}"))
        }),
        idf("extends", |n| {
            format!(
                "class C0 {{ int x; void m() {{ }} predicate p() {{ return acc(x); }} }}\n{}C{n} c := new C{n}();\n",
                each(n, "", |k| format!("class C{k} extends C{} {{ }}\n", k - 1))
            )
        }),
        idf("extends and overrides", |n| {
            format!(
                "class C0 {{ int x; pure int m() {{ return 0; }} }}\n{}",
                each(n, "", |k| format!(
                    "class C{k} extends C{} {{ pure int m() {{ return {k}; }} }}\n",
                    k - 1
                ))
            )
        }),
        idf("extends in a cycle", |n| {
            format!(
                "class C0 extends C{n} {{ }}\n{}",
                each(n, "", |k| format!("class C{k} extends C{} {{ }}\n", k - 1))
            )
        }),
        idf("interfaces in a chain", |n| {
            format!(
                "interface I0 {{ void m(); }}\n{}class C implements I{n} {{ void m() {{ }} }}\n",
                each(n, "", |k| format!(
                    "interface I{k} extends I{} {{ }}\n",
                    k - 1
                ))
            )
        }),
        idf("interfaces of a class", |n| {
            format!(
                "{}class C implements {} {{ void m() {{ }} }}\n",
                each(n, "", |k| format!("interface I{k} {{ void m(); }}\n")),
                each(n, ", ", |k| format!("I{k}"))
            )
        }),
        idf("implementations of an interface", |n| {
            format!(
                "interface I {{ void m(); }}\n{}",
                each(n, "", |k| format!(
                    "class C{k} implements I {{ void m() {{ }} }}\n"
                ))
            )
        }),
    ]
}

fn chains() -> Vec<Construct> {
    vec![
        idf("predicates in a chain", |n| {
            format!(
                "class C {{\n  int x;\n{}  predicate p0() {{ return acc(x); }}\n  void m() requires p{n}(); ensures p{n}(); {{ }}\n}}\n",
                each(n, "", |k| format!(
                    "  predicate p{k}() {{ return p{}(); }}\n",
                    k - 1
                ))
            )
        }),
        idf("predicates in a chain, opened by inference", |n| {
            format!(
                "class C {{\n  int x;\n{}  predicate p0() {{ return acc(x); }}\n  void m() requires p{n}(); {{ x := 1; }}\n}}\n",
                each(n, "", |k| format!(
                    "  predicate p{k}() {{ return p{}(); }}\n",
                    k - 1
                ))
            )
        }),
        idf("predicates in a cycle", |n| {
            format!(
                "class C {{\n  int x;\n  C next;\n{}  predicate p0() {{ return acc(x) * acc(next) * (next != null ==> next.p{n}()); }}\n  void m() requires p{n}(); ensures p{n}(); {{ }}\n}}\n",
                each(n, "", |k| format!(
                    "  predicate p{k}() {{ return p{}(); }}\n",
                    k - 1
                ))
            )
        }),
        idf("functions in a chain", |n| {
            format!(
                "class C {{\n  static pure int f0(int i) {{ return i; }}\n{}}}\nint k := C.f{n}(1);\n",
                each(n, "", |k| format!(
                    "  static pure int f{k}(int i) {{ return f{}(i); }}\n",
                    k - 1
                ))
            )
        }),
        idf("functions in a chain, last one first", |n| {
            format!(
                "class C {{\n{}  static pure int f0(int i) {{ return i; }}\n}}\nint k := C.f{n}(1);\n",
                each(n, "", |k| format!(
                    "  static pure int f{}(int i) {{ return f{}(i); }}\n",
                    n + 1 - k,
                    n - k
                ))
            )
        }),
        idf("functions in a cycle", |n| {
            format!(
                "class C {{\n  static pure int f0(int i) decreases i; {{ return i <= 0 ? 0 : f{n}(i - 1); }}\n{}}}\nint k := C.f{n}(1);\n",
                each(n, "", |k| format!(
                    "  static pure int f{k}(int i) decreases i; {{ return i <= 0 ? 0 : f{}(i - 1); }}\n",
                    k - 1
                ))
            )
        }),
        idf("functions with preconditions in a chain", |n| {
            format!(
                "class C {{\n  int x;\n  pure int f0() requires acc(x); {{ return x; }}\n{}  void m() requires acc(x); {{ int k := f{n}(); }}\n}}\n",
                each(n, "", |k| format!(
                    "  pure int f{k}() requires acc(x) * f{0}() = f{0}(); {{ return f{0}(); }}\n",
                    k - 1
                ))
            )
        }),
        idf("methods in a chain", |n| {
            format!(
                "class C {{\n  static void m0() {{ }}\n{}}}\n",
                each(n, "", |k| format!(
                    "  static void m{k}() {{ m{}(); }}\n",
                    k - 1
                ))
            )
        }),
        idf("lemmas in a chain", |n| {
            format!(
                "class C {{\n  lemma static void l0() {{ }}\n{}}}\n",
                each(n, "", |k| format!(
                    "  lemma static void l{k}() {{ l{}(); }}\n",
                    k - 1
                ))
            )
        }),
        idf("classes with fields of each other", |n| {
            format!(
                "class C0 {{ int x; predicate v() {{ return acc(x); }} }}\n{}",
                each(n, "", |k| format!(
                    "class C{k} {{ C{0} c; predicate v() {{ return acc(c) * c.v(); }} }}\n",
                    k - 1
                ))
            )
        }),
        idf("recursive function unrolled", |n| {
            format!(
                "class C {{ static pure int f(int i) decreases i; {{ return i <= 0 ? 0 : f(i - 1) + 1; }} }}\nassert C.f({n}) = {n};\n"
            )
        }),
    ]
}

fn in_java() -> Vec<Construct> {
    vec![
        java("Java string concatenation", |n| {
            java_method(&format!("String t = {};", list(n, "s", " + ")))
        }),
        java("Java string literal", |n| {
            java_method(&format!("String t = \"{}\";", "x".repeat(n)))
        }),
        java("Java assignment chain", |n| {
            java_method(&format!("int k; {}1;", "k = ".repeat(n)))
        }),
        java("Java casts", |n| {
            java_method(&format!("long k = {}i;", "(long) (int) ".repeat(n)))
        }),
        java("Java reference casts", |n| {
            java_method(&format!("Object k = {}o;", "(Object) ".repeat(n)))
        }),
        java("Java bits", |n| {
            java_method(&format!("int k = {};", list(n, "i", " & 255 & ")))
        }),
        java("Java complement", |n| {
            java_method(&format!("int k = {}i;", "~".repeat(n)))
        }),
        java("Java shifts", |n| {
            java_method(&format!("int k = i{};", " >> 1".repeat(n)))
        }),
        java("Java conditional", |n| {
            java_method(&format!("int k = {};", nest(n, "(b ? i : ", "1", ")")))
        }),
        java("Java calls", |n| {
            java_method(&format!("int k = {};", nest(n, "id(", "1", ")")))
        }),
        java("Java increments", |n| {
            java_method(&format!("int k = 0;\n{}", "k++; --k;\n".repeat(n)))
        }),
        java("Java else if", |n| {
            java_method(&format!(
                "{}{{ i = 0; }}",
                each(n, "", |k| format!("if (i == {k}) {{ i = 1; }} else "))
            ))
        }),
        java("Java do", |n| {
            java_method(&nest(n, "do { ", "i = 1;", " } while (b);"))
        }),
        java("Java for", |n| {
            java_method(&nest(n, "for (;;) { ", "i = 1;", " }"))
        }),
        java("Java labels", |n| {
            java_method(&format!("{}i = 1;", each(n, "", |k| format!("l{k}: "))))
        }),
        java("Java type arguments", |n| {
            java_method(&format!(
                "{}String{} k = null;",
                "java.util.List<".repeat(n),
                ">".repeat(n)
            ))
        }),
        java("Java qualified name", |n| {
            java_method(&format!("a{} k = null;", ".b".repeat(n)))
        }),
        java("Java package", |n| {
            format!("package a{};\nclass C {{ }}\n", ".b".repeat(n))
        }),
        java("Java imports", |n| {
            format!(
                "{}class C {{ }}\n",
                each(n, "", |k| format!("import a.B{k};\n"))
            )
        }),
        java("Java annotations", |n| {
            java_method(&"//@ assert true;\n".repeat(n))
        }),
        java("Java modifiers", |n| {
            format!("class C {{ {}void m() {{ }} }}\n", "public ".repeat(n))
        }),
        java("Java array initialiser", |n| {
            java_method(&format!("int[] k = {{{}}};", list(n, "1", ", ")))
        }),
        java("Java array initialisers in each other", |n| {
            java_method(&format!(
                "int{} k = {};",
                "[]".repeat(n),
                nest(n, "{", "1", "}")
            ))
        }),
        java("Java constants", |n| {
            format!(
                "class C {{\n    static final int C0 = 1;\n{}}}\n",
                each(n, "", |k| format!(
                    "    static final int C{k} = C{} + 1;\n",
                    k - 1
                ))
            )
        }),
        java("Java enum", |n| {
            format!("enum E {{ {} }}\n", each(n, ", ", |k| format!("E{k}")))
        }),
        java("Java classes in each other", |n| {
            format!(
                "{}{}",
                each(n, "", |k| format!("class C{k} {{ ")),
                " }".repeat(n)
            )
        }),
        java("Java generic classes", |n| {
            format!("class C<{}> {{ }}\n", each(n, ", ", |k| format!("T{k}")))
        }),
        java("Java switch", |n| {
            java_method(&format!(
                "switch (i) {{ {} }}",
                each(n, " ", |k| format!("case {k}: i = 1; break;"))
            ))
        }),
        java("Java quantifiers", |n| {
            java_method(&format!(
                "//@ assert {}true{};",
                each(n, "", |k| format!("(\\forall int v{k}; 0 <= v{k}; ")),
                ")".repeat(n)
            ))
        }),
    ]
}
