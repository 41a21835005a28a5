//! Machine integers: the types of values, and the places of conversions.

use super::run_with;
use crate::ir::{
    AssertKind, Assertion, Expr, ExprKind, Integers, Method, Overflow, Program, Stmt, StmtKind,
    Type, Width, walk,
};

const MACHINE: Type = Type::Machine(Width::I32);

fn accept(text: &str, integers: Integers) -> Program {
    let (program, found, _) = run_with(text, integers);
    let messages: Vec<String> = found.iter().map(|d| d.message()).collect();
    assert!(found.is_empty(), "refused: {messages:#?}\n{text}");
    program
}

/// The diagnostics under `--int checked`, as `code at text-of-the-place`.
fn refused(text: &str) -> Vec<String> {
    let (_, found, sources) = run_with(text, Integers::Checked);
    found
        .iter()
        .map(|d| format!("{} at {}", d.code.name(), sources.text(d.span)))
        .collect()
}

fn method<'p>(program: &'p Program, name: &str) -> &'p Method {
    super::method(program, name)
}

/// The direct subexpressions of a statement.
fn exprs(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Assign(_, e) | StmtKind::Return(Some(e)) | StmtKind::StaticWrite(_, e) => vec![e],
        StmtKind::FieldWrite(a, _, b) => vec![a, b],
        StmtKind::ElemWrite(a, b, c) => vec![a, b, c],
        StmtKind::If(e, ..) => vec![e],
        StmtKind::NewArray(_, _, e) => vec![e],
        StmtKind::Loop(repeated) => vec![&repeated.condition],
        StmtKind::Call(_, call) | StmtKind::New(_, _, call) => call.args.iter().collect(),
        _ => Vec::new(),
    }
}

/// The places of all conversions in expressions.
fn conversions(roots: Vec<&Expr>, sources: &crate::source::SourceMap) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = roots;
    rest.reverse();
    while let Some(e) = rest.pop() {
        if let ExprKind::Convert(_, inner) = &e.kind {
            assert_eq!(e.ty, MACHINE);
            assert_eq!(inner.ty, Type::Int, "of {}", sources.text(e.span));
            found.push(sources.text(e.span).to_owned());
        }
        let mut children = e.children();
        children.reverse();
        rest.extend(children);
    }
    found
}

/// The places of conversions in the statements of a method `m`, under `--int checked`.
fn converted(stmts: &str) -> Vec<String> {
    let text = format!(
        "class C {{
           int x; ghost int g; static int s;
           C(int v) {{}}
           int get(int n) {{ return n; }}
           void both(ghost int p, int n) {{}}
           lemma void l(int n) {{}}
           pure int both2(int n, ghost int k) {{ return n; }}
           pure int id(int n) {{ return n; }}
           ghost pure int gid(int n) {{ return n + 1; }}
           predicate q(int n) {{ return true; }}
           int m(int i, ghost int h, int[] a, perm p) {{ {stmts} return 0; }}
         }}"
    );
    let (program, found, sources) = run_with(&text, Integers::Checked);
    let messages: Vec<String> = found.iter().map(|d| d.message()).collect();
    assert!(found.is_empty(), "refused: {messages:#?}\n{text}");
    let body = walk::statements(&method(&program, "m").body);
    conversions(body.into_iter().flat_map(exprs).collect(), &sources)
}

const NONE: [&str; 0] = [];

#[test]
fn each_operation_that_can_overflow_is_converted() {
    assert_eq!(
        converted("i := i + 1; i := i - 1 * i; i := i / 2; i := i % 2; i := -i;"),
        ["i + 1", "i - 1 * i", "1 * i", "i / 2", "-i"]
    );
    assert_eq!(converted("i := a[i + 1] + 2;"), ["a[i + 1] + 2", "i + 1"]);
    assert_eq!(
        converted("i++; x--; a[i] += 2; s *= i; i %= 2; x := ++i;"),
        ["i++;", "x--;", "a[i] += 2;", "s *= i;", "++i"]
    );
    assert_eq!(
        converted("if (i + 1 < 2 || -i = 3) {} while (i + x > 3) {} for (; i * i < 9; i++) {}"),
        ["i + 1", "-i", "i + x", "i * i", "i++"]
    );
    assert_eq!(
        converted("new C(i + 1); get(i - 1); int[] b := new int[i * 2]; return i + i;"),
        ["i + 1", "i - 1", "i * 2", "i + i"]
    );
    assert_eq!(
        converted("i := opening q(i + 1) in x + 1; i := using id(1) in old(x) + 1;"),
        ["x + 1", "old(x) + 1"]
    );
    assert_eq!(converted("i := a.length + 1;"), ["a.length + 1"]);
}

#[test]
fn nothing_else_is_converted() {
    assert_eq!(
        converted("i := 3; i := -3; i := x; a[0] := i; i := a.length; i := (i); i := id(i);"),
        NONE
    );
    assert_eq!(converted("p := 1/2; p := p + 1/3; p := -p;"), NONE);
    assert_eq!(
        converted(
            "g := g + 1; h++; h -= i * i; ghost int k := i + i; g := gid(i + i); l(i + i); both(i + i, i);"
        ),
        NONE
    );
    assert_eq!(
        converted(
            "assert i + i = 2 * i; assume id(i) + 1 > 0; join x + 1 = x + 1; open q(i + 1); close acc(q(i), 1/2);"
        ),
        NONE
    );
    assert_eq!(
        converted("while (i < 3) invariant i + 1 > 0; decreases 3 - i; {}"),
        NONE
    );
}

#[test]
fn mathematical_values_are_converted_where_they_become_machine_integers() {
    assert_eq!(converted("g := id(g); g := id(2);"), ["g"]);
    assert_eq!(converted("both(h, i);"), NONE);
}

#[test]
fn collections_hold_mathematical_integers() {
    assert_eq!(
        converted(
            "seq<int> t := [i, x]; t := a[..] ++ [i]; i := t[0]; i := |t| + 1; set<int> u := set{i} union set(t);
             map<int, int> w := map{i := x}; bool b := i in t && i in u; b := a[0] in w; t := t[i := 2];"
        ),
        ["t[0]", "|t| + 1"]
    );
    assert_eq!(converted("seq<int> t := [i + 1];"), ["i + 1"]);
}

#[test]
fn operations_on_mathematical_operands_are_mathematical() {
    assert_eq!(converted("if (h + i > 2 && -h < 3) { g := 1; }"), NONE);
}

#[test]
fn a_ghost_condition_is_mathematical_as_a_whole() {
    assert_eq!(
        converted("if (i + 1 > h) { g := 1; } while (i * i < g) decreases h; { h := 1; }"),
        NONE
    );
    assert_eq!(
        converted("if (forall int j :: j + i = i + j) { g := 1; }"),
        NONE
    );
    assert_eq!(
        converted(
            "if (both2(i + 1, h) > 1) { i := 2; } if (opening q(h) in i + 2 > 3) { i := 1; }"
        ),
        ["i + 1", "i + 2"]
    );
}

#[test]
fn real_declarations_are_machine_integers() {
    let text = "class C { int r; ghost int g; static int s; static ghost int sg; int[] ra; ghost int[][] ga;
        int m(int i, ghost int j) { int k; ghost int l; return 0; }
        lemma void le(int n) { int k; }
        pure int p(int n) { return n + 1; }
        ghost pure int gp(int n) { return n + 1; }
        predicate q(int n) { return true; } }";
    let program = accept(text, Integers::Checked);
    let array = |ty: Type| Type::Array(Box::new(ty));
    let fields: Vec<Type> = program.fields.iter().map(|f| f.ty.clone()).collect();
    assert_eq!(
        fields,
        [
            MACHINE,
            Type::Int,
            MACHINE,
            Type::Int,
            array(MACHINE),
            array(array(MACHINE))
        ]
    );
    let types = |vars: &crate::ir::Vars| -> Vec<Type> {
        vars.all.iter().skip(1).map(|v| v.ty.clone()).collect()
    };
    assert_eq!(
        types(&method(&program, "m").vars),
        [MACHINE, Type::Int, MACHINE, MACHINE, Type::Int]
    );
    assert_eq!(types(&method(&program, "le").vars), [Type::Int, Type::Int]);
    assert_eq!(program.pures[0].ty, MACHINE);
    assert_eq!(types(&program.pures[0].vars), [MACHINE, MACHINE]);
    assert!(matches!(
        program.pures[0].body.as_ref().unwrap().kind,
        ExprKind::Convert(Overflow::Error, _)
    ));
    assert_eq!(program.pures[1].ty, Type::Int);
    assert_eq!(types(&program.pures[1].vars), [Type::Int, Type::Int]);
    assert!(matches!(
        program.pures[1].body.as_ref().unwrap().kind,
        ExprKind::Binary(..)
    ));
    assert_eq!(types(&program.preds[0].vars), [Type::Int]);
}

#[test]
fn contracts_are_mathematical() {
    let program = accept(
        "class C { int m(int i) requires i + 1 > 0; ensures result = i + 1; { return i + 1; }
           predicate q(int n) { return n + 1 = n - -1; } }",
        Integers::Checked,
    );
    let pure = |a: &Assertion| match &a.kind {
        AssertKind::Pure(e) => e.clone(),
        _ => panic!("a condition"),
    };
    let sources = crate::source::SourceMap::default();
    let m = method(&program, "m");
    for assertion in [
        &m.requires,
        &m.ensures,
        program.preds[0].body.as_ref().unwrap(),
    ] {
        assert!(conversions(vec![&pure(assertion)], &sources).is_empty());
    }
}

#[test]
fn wrapping_says_so() {
    let program = accept(
        "class C { pure int p(int n) { return n * n; } }",
        Integers::Wrapping,
    );
    assert!(matches!(
        program.pures[0].body.as_ref().unwrap().kind,
        ExprKind::Convert(Overflow::Wrap, _)
    ));
}

#[test]
fn literals_are_in_range() {
    let max = "int i := 2147483647; i := -2147483648; i := -2147483647;";
    assert!(refused(max).is_empty());
    assert_eq!(
        refused("int i := 2147483648; i := -2147483649; i := 1 + 5000000000; i := -(2147483648);"),
        [
            "type-mismatch at 2147483648",
            "type-mismatch at -2147483649",
            "type-mismatch at 5000000000",
            "type-mismatch at 2147483648"
        ]
    );
    assert!(
        refused("ghost int g := 2147483648; int i := 1; assert i < 2147483648; g := -5000000000;")
            .is_empty()
    );
    accept("int i := 5000000000;", Integers::Unbounded);
}

#[test]
fn constants_are_in_range() {
    let constant = |value: &str| format!("class C {{ static final int K := {value}; }}");
    assert_eq!(
        refused(&constant("2147483647 + 1")),
        ["type-mismatch at 2147483647 + 1"]
    );
    assert!(refused(&constant("2147483647 + 1 - 1 / 2 * 0")).len() == 1);
    assert!(refused(&constant("-2147483647 - 1")).is_empty());
    let program = accept(
        "class C { static final int K := 2147483647 + 1; } int i := C.K;",
        Integers::Wrapping,
    );
    let value = walk::statements(&method(&program, "main").body)
        .into_iter()
        .find_map(|stmt| match &stmt.kind {
            StmtKind::Assign(_, e) => Some(e.kind.clone()),
            _ => None,
        });
    assert!(matches!(value, Some(ExprKind::Int(n)) if n == i32::MIN.into()));
}

#[test]
fn types_that_do_not_fit_are_named_as_before() {
    assert_eq!(
        refused("int i := true; bool b := i; if (i) {} b := i = true; int[] a := new int[b];"),
        [
            "type-mismatch at true",
            "type-mismatch at i",
            "type-mismatch at i",
            "type-mismatch at i = true",
            "type-mismatch at b"
        ]
    );
}
