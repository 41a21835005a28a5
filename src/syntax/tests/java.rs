//! The notation of `.java` files.

use super::*;
use crate::diagnostics::Code;
use crate::syntax::tree::ast::*;

/// The tree of a Java text without errors.
fn java(text: &str) -> File {
    let (file, diagnostics) = parsed_java(text);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    file
}

/// The statements of a method with this body.
fn body(text: &str) -> Vec<Stmt> {
    let file = java(&format!("class A {{ void m() {{ {text} }} }}"));
    match &*file.classes[0].members[0].kind {
        MemberKind::Method { callable, .. } => callable.body.clone().unwrap().stmts,
        other => panic!("not a method: {other:?}"),
    }
}

/// The expression `text`, as a value in code.
fn value(text: &str) -> Expr {
    match &*body(&format!("x = {text};"))[0].kind {
        StmtKind::Assign(_, AssignOp::Set, value) => value.clone(),
        other => panic!("not an assignment: {other:?}"),
    }
}

/// The messages for a method body: code, source text, message.
fn messages(body: &str) -> Vec<String> {
    messages_of(&format!("class A {{ void m() {{ {body} }} }}"))
}

fn messages_of(text: &str) -> Vec<String> {
    let (_, diagnostics) = parsed_java(text);
    let line = |d: &Diagnostic| {
        let at = text
            .get(d.span.start as usize..d.span.end as usize)
            .unwrap_or("?");
        format!("{} `{at}`: {}", d.code.name(), d.message())
    };
    diagnostics.iter().map(line).collect()
}

#[test]
fn an_error_makes_no_annotation_wrong() {
    let text = "class Syn {\n  /*@ predicate valid() {\n    @   return true;\n    @ }\n    @*/\n  //@ requires 0 <= ;\n  static void m(int k) { }\n}";
    let mut sources = crate::source::SourceMap::default();
    let file = sources.add("Syn.java", text);
    let (_, found) = crate::syntax::parse(file, text, crate::notation::Notation::Java);
    let codes: Vec<&str> = found.iter().map(|d| d.code.name()).collect();
    assert_eq!(codes, ["syntax"]);
}

#[test]
fn contracts_stand_before_or_behind_the_head() {
    let file = java(
        "package a.b;
         import java.util.*;
         public class Cell {
           private /*@ spec_public @*/ int x;
           //@ predicate valid() { return acc(this.x); }
           /*@ requires valid();
             @ ensures \\result == 1; @*/
           @Override
           public /*@ pure @*/ int getX() //@ decreases 1;
           { return /*@ opening valid() in @*/ x; }
           //@ requires true;
           abstract int n();
           //@ ensures false;
           Cell() { }
           void set(int open) //@ requires valid();
             //@ ensures valid();
           { x = open; }
         }",
    );
    assert_eq!(file.package.as_ref().map(|p| p.text.as_str()), Some("a.b"));
    assert!(file.imports[0].star && file.imports[0].path.text == "java.util");
    let members = &file.classes[0].members;
    let clauses = members.iter().map(|m| match &*m.kind {
        MemberKind::Method { callable, .. } | MemberKind::Constructor(callable) => {
            callable.contract.iter().map(|c| c.kind).collect()
        }
        _ => Vec::new(),
    });
    use ClauseKind::*;
    let wanted = [
        vec![],
        vec![],
        vec![Requires, Ensures, Decreases],
        vec![Requires],
        vec![Ensures],
        vec![Requires, Ensures],
    ];
    assert_eq!(clauses.collect::<Vec<_>>(), wanted);
    let flags: Vec<bool> = members.iter().map(|m| m.in_annotation).collect();
    assert_eq!(flags, [false, true, false, false, false, false]);
    assert_eq!(
        members[2]
            .modifiers
            .iter()
            .map(|m| m.text.as_str())
            .collect::<Vec<_>>(),
        ["public", "pure"]
    );
}

#[test]
fn statements_in_annotations_are_marked() {
    let stmts = body(
        "int open = 1; //@ open valid();\n//@ ghost int x = open_2;\n /*@ if (a) { close q(); } @*/ assert open == 1; /*@ assert a == b ==> c; @*/",
    );
    let flags: Vec<bool> = stmts.iter().map(|s| s.in_annotation).collect();
    assert_eq!(flags, [false, true, true, true, false, true]);
    assert!(matches!(&*stmts[1].kind, StmtKind::Open(_)));
    let words = body("int result = acc + old(requires, pure) + in.ghost; seq = set < map;");
    assert_eq!(words.len(), 2);
}

#[test]
fn loops_have_their_clauses_before_or_behind() {
    for text in [
        "//@ loop_invariant a;\n//@ decreases n;\nwhile (c) { }",
        "while (c) //@ invariant a; decreases n;\n{ }",
        "//@ invariant a;\nwhile (c) //@ decreases n;\n{ }",
    ] {
        assert!(
            matches!(&*body(text)[0].kind, StmtKind::While(_, specs, _) if specs.len() == 2),
            "{text}"
        );
    }
    let stmts = body("//@ loop_invariant 0 <= i;\nfor (int i = 0, j = 1; i < n; i++, j--) { }");
    let StmtKind::For {
        init: Some(init),
        step: Some(step),
        specs,
        ..
    } = &*stmts[0].kind
    else {
        panic!()
    };
    assert!(
        matches!(&*init.kind, StmtKind::List(l) if matches!(&*l[1].kind, StmtKind::Local { name, .. } if name.text == "j"))
    );
    assert!(matches!(&*step.kind, StmtKind::List(l) if l.len() == 2) && specs.len() == 1);
    assert!(
        matches!(&*body("for (final T x : e.f) //@ invariant a;\n{ }")[0].kind, StmtKind::ForEach { specs, .. } if specs.len() == 1)
    );
    assert!(
        matches!(&*body("do //@ invariant a;\n { x++; } while (c);")[0].kind, StmtKind::DoWhile(specs, ..) if specs.len() == 1)
    );
    // The first loop's clauses extend to its body.
    let stmts = body("while (c) //@ invariant a;\nwhile (d) { }");
    assert!(
        matches!(&*stmts[0].kind, StmtKind::While(_, specs, inner) if specs.len() == 1 && matches!(&*inner.kind, StmtKind::While(_, s, _) if s.is_empty()))
    );
}

#[test]
fn declarations_and_classes() {
    let file = java(
        "class A { int x = 1, y; enum E { P, Q, ; } static class B { } }
         enum F implements I { X, Y }
         //@ class G { }
         @SuppressWarnings(\"all\") @A.B(value = {1, 2}) final class H<T> extends a.b.I<T> { }",
    );
    assert_eq!(file.classes[0].members.len(), 2);
    assert_eq!(file.classes[0].classes.len(), 2);
    assert_eq!(file.classes[0].classes[0].constants.len(), 2);
    assert_eq!(file.classes[1].kind, ClassKind::Enum);
    assert!(file.classes[2].in_annotation && !file.classes[3].in_annotation);
    let stmts = body("int a = 1, b = 2; long[] c = {1, 2,}; char d; byte e; short f;");
    assert!(matches!(&*stmts[0].kind, StmtKind::List(l) if l.len() == 2));
    assert!(
        matches!(&*stmts[1].kind, StmtKind::Local { init: Some(e), .. } if matches!(&e.kind, ExprKind::ArrayInit(es) if es.len() == 2))
    );
}

#[test]
fn switches() {
    let stmts = body("switch (x) { case 1: case 2, 3: y = 1; break; default: }");
    let StmtKind::Switch(_, cases) = &*stmts[0].kind else {
        panic!()
    };
    assert_eq!(
        cases
            .iter()
            .map(|c| (c.labels.len(), c.is_default, c.body.len()))
            .collect::<Vec<_>>(),
        [(3, false, 2), (0, true, 0)]
    );
    let stmts = body("switch (x) { case 1, A -> y = 1; default -> { throw e; } }");
    let StmtKind::Switch(_, cases) = &*stmts[0].kind else {
        panic!()
    };
    assert!(cases.iter().all(|c| c.arrow && c.body.len() == 1));
}

#[test]
fn expressions_of_java() {
    let operators = |text: &str| match value(text).kind {
        ExprKind::Chain(_, rest) => rest.iter().map(|(op, ..)| *op).collect::<Vec<_>>(),
        other => panic!("no chain: {other:?}"),
    };
    use BinOp::*;
    assert_eq!(
        operators("a & b | c ^ ~d << 1 >> 2 >>> 3"),
        [BitAnd, BitOr, BitXor, Shl, Shr, UShr]
    );
    assert_eq!(operators("a == b != (List<List<T>>) c"), [Eq, Ne]);
    for (text, op) in [
        ("&=", AssignOp::BitAnd),
        ("|=", AssignOp::BitOr),
        ("^=", AssignOp::BitXor),
        ("<<=", AssignOp::Shl),
        (">>=", AssignOp::Shr),
        (">>>=", AssignOp::UShr),
    ] {
        assert!(
            matches!(&*body(&format!("x {text} 1;"))[0].kind, StmtKind::Assign(_, o, _) if *o == op),
            "{text}"
        );
    }
    assert!(matches!(value("b = c").kind, ExprKind::Assign(..)));
    assert!(
        matches!(value("(y += 1)").kind, ExprKind::Paren(e) if matches!(e.kind, ExprKind::Assign(..)))
    );
    assert!(
        matches!(value("new int[n][m][]").kind, ExprKind::NewArrays(t, l) if l.len() == 2 && pretty_type(&t) == "int[]")
    );
    assert!(
        matches!(value("new int[][] {{1}, {}}").kind, ExprKind::NewArrayOf(t, e) if e.len() == 2 && pretty_type(&t) == "int[]")
    );
    assert!(
        matches!(value("new int[] {1, 2}[0]").kind, ExprKind::Index(of, _) if matches!(of.kind, ExprKind::NewArrayOf(..)))
    );
    assert!(
        matches!(value("new int[n][m].length").kind, ExprKind::Field(of, _) if matches!(of.kind, ExprKind::NewArrays(..)))
    );
}

#[test]
fn literals_of_java() {
    for (text, printed) in [
        ("017", "15"),
        ("0b1010", "10"),
        ("0", "0"),
        ("1_000L", "1000L"),
        ("0xFFFFFFFF", "(-1)"),
        ("0x80000000", "(-2147483648)"),
        ("0x7fff_ffff", "2147483647"),
        ("0xFFFFFFFFFFFFFFFFL", "(-1L)"),
        ("\"a\\n\\u0041\\101é\"", "\"a\\nAA\\u00e9\""),
        ("'\\''", "'\\''"),
        ("'x'", "'x'"),
    ] {
        assert_eq!(crate::syntax::pretty_expr(&value(text)), printed, "{text}");
    }
}

/// With an annotation, the code must have the same meaning as without.
#[test]
fn annotations_cannot_change_the_code() {
    for text in [
        "x = /*@ 1 + @*/ y;",
        "x = y /*@ + 1 @*/;",
        "x = y /*@ + 1; @*/ ;",
        "f(a /*@ , b @*/);",
        "if (c) /*@ assert a; @*/ x = 1;",
        "if (c) x = 1; /*@ else open q(); @*/",
        "/*@ if (c) @*/ x = 1;",
        "while (c) /*@ assert a; @*/ x = 1;",
        "/*@ x = 1 @*/ ;",
        "/*@ { @*/ x = 1; /*@ } @*/",
        "for (/*@ int k = 0 @*/; c; ) { }",
        "for (; c; /*@ x++ @*/) { }",
        "/*@ final @*/ int x = 1;",
        "x = a - /*@ opening q() in @*/ b - c;",
        "x = -/*@ opening q() in @*/ b - c;",
        "x = /*@ old( @*/ y /*@ ) @*/;",
        "x = /*@ opening q() in y + @*/ z;",
        "switch (x) { case 1 -> /*@ assert a; @*/ }",
        "return /*@ x @*/;",
    ] {
        let all = messages(text);
        assert!(
            all.iter().any(|s| s.starts_with("not-allowed-here")),
            "{text}: {all:?}"
        );
    }
    for text in [
        "class A { int f() /*@ { return 1; } @*/ ; }",
        "class A extends /*@ B @*/ { }",
        "/*@ final @*/ class A { }",
        "class A { /*@ static @*/ int x; }",
        "class A { /*@ lemma void l() @*/ { } }",
        "class A { int m(int x /*@ , int y @*/) { return x; } }",
    ] {
        let all = messages_of(text);
        assert!(!all.is_empty(), "{text}");
    }
    assert!(
        messages("return c ? /*@ opening q() in @*/ a + b : /*@ using p() in @*/ d;").is_empty()
    );
}

/// Java decodes these before it recognizes comments.
#[test]
fn escapes_cannot_hide_code() {
    for text in [
        "// \\u000a x = 1;",
        "/* \\u002a\\u002F x = 1; /* */",
        "x = \"\\u0022 + y + \\uu0022\";",
    ] {
        let all = messages(text);
        assert!(
            all.iter().any(|s| s.contains("a Unicode escape")),
            "{text}: {all:?}"
        );
    }
    assert!(
        matches!(&*body("var x = '\\u0041';")[0].kind, StmtKind::Local { ty, .. } if ty.kind == TypeKind::Infer)
    );
}

#[test]
fn what_java_has_beyond_is_named() {
    for (text, what) in [
        ("synchronized (x) { }", "`synchronized`"),
        ("if ((a = b) == (c = 1.5)) { }", ""),
        ("float x = 1e-3f;", ""),
        ("while (a = b) { }", "an assignment inside an expression"),
    ] {
        let all = messages(text);
        let named = all
            .iter()
            .any(|s| s.starts_with("unsupported") && s.contains(what));
        assert!(
            named || what.is_empty() && all.is_empty(),
            "{text}: {all:?}"
        );
    }
}

#[test]
fn markers_are_held_against_each_other() {
    for (text, message) in [
        (
            "class A { /*@ predicate p();",
            "this annotation is not ended: `*/` is missing",
        ),
        (
            "class A { //@ predicate p(); //@ pure int q();\n }",
            "an annotation cannot stand inside another",
        ),
        (
            "class A { } int x = 1;",
            "in a `.java` file statements stand in methods",
        ),
        (
            "class A { /*@ requires x; @*/ int f; }",
            "a contract belongs to a method, a constructor or a lemma",
        ),
    ] {
        let (_, diagnostics) = parsed_java(text);
        assert!(
            diagnostics.iter().any(|d| d.message() == message),
            "{text}: {diagnostics:#?}"
        );
    }
    // An ordinary comment is ignored.
    assert_eq!(
        java("class A { /** @param x */ int x; /* @ y */ // @requires z\n }")
            .classes
            .len(),
        1
    );
}

#[test]
fn deep_java_is_read_or_refused() {
    for n in [2_000, 100_000] {
        for (open, close) in [
            ("do ", " while (c);"),
            ("switch (x) { default -> ", " }"),
            ("~", ""),
            ("(y = ", ")"),
            ("y = ", ""),
            ("{", "}"),
            ("(C) ", ""),
        ] {
            let inside = open.repeat(n) + "1" + &close.repeat(n);
            for text in [
                format!("class A {{ void m() {{ x = {inside}; }} }}"),
                format!("class A {{ void m() {{ {inside}; }} }}"),
            ] {
                let (_, diagnostics) = parsed_java(&text);
                assert!(
                    diagnostics.iter().all(|d| d.code != Code::Internal),
                    "{text:.60}"
                );
            }
        }
        parsed_java(&("class A { ".repeat(n) + &"}".repeat(n)));
        parsed_java(&"//@".repeat(n));
        parsed_java(&"/*@ */".repeat(n));
    }
}

#[test]
fn words_that_java_does_not_reserve() {
    let cases = [
        (
            "@interface F { class A { } }",
            "`@interface`: the declaration of an annotation",
        ),
        (
            "enum E { A { int n() { return 1; } }; }",
            "`{ int n() { return 1; } }`: a constant with members of its own",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(
            messages_of(text),
            [format!("unsupported {expected} is not supported")],
            "{text}"
        );
    }
    // These are read, and refused with the class.
    for text in [
        "sealed interface S permits A {}",
        "public abstract sealed class S {}",
        "non-sealed class S {}",
        "record P(int x) {}",
        "class A { record P(int x) { P { } static int n() { return 1; } } }",
        "@interface F { int v() default 3; } @F(v = 4) class A { @F void m(@F int[] a) { } }",
        "class A { int m()[] { return null; } }",
    ] {
        assert_eq!(messages_of(text), [""; 0], "{text}");
    }
    let names = "class record { int sealed; int permits; int yield() { record record = null; \
                 sealed = permits + this.yield(); return sealed - permits; } void non(record record) {} }";
    assert_eq!(messages_of(names), [""; 0]);
}

#[test]
fn constructs_of_java_that_have_no_node() {
    let cases = [
        ("yield 3;", "`yield`: `yield`"),
        ("class B {} B b = null;", "`B`: a class inside a method"),
        (
            "B b = new A().new B();",
            "`new B`: a new object of an inner class",
        ),
        (
            "switch (o) { case String s -> {} default -> {} }",
            "`s`: a pattern behind `case`",
        ),
        ("L.<A>make();", "`<`: a call with type arguments"),
        (
            "Object o = (A & B) null;",
            "`) null`: a cast to several types",
        ),
        ("f(p = 3);", "`=`: an assignment inside an expression"),
        (
            "synchronized (o) { p = 1; }",
            "`synchronized`: `synchronized`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(
            messages(text),
            [format!("unsupported {expected} is not supported")],
            "{text}"
        );
    }
    let block = body("x = \"\"\"\n a \"quoted\" \\\"\"\" b\n \"\"\";");
    assert!(
        matches!(&*block[0].kind, StmtKind::Assign(_, _, e) if e.kind == ExprKind::Unsupported("a text block"))
    );
    assert!(
        messages("x = \"\"\"\n a;")
            .concat()
            .contains("this text block is not ended")
    );
}

#[test]
fn words_of_jml() {
    let cases = [
        ("assignable \\nothing;", "`assignable`: JML's `assignable`"),
        ("modifies f, this.g;", "`modifies`: JML's `assignable`"),
        ("also requires true;", "`also`: JML's `also`"),
        ("requires true; also ensures true;", "`also`: JML's `also`"),
        (
            "public normal_behavior requires true;",
            "`normal_behavior`: a case of a JML contract",
        ),
        ("invariant f >= 0;", "`invariant`: an invariant of a class"),
        ("model int g;", "`model`: JML's `model`"),
        ("represents g <- f;", "`represents`: JML's `represents`"),
        ("requires (* informal *);", "`*`: an informal description"),
        ("requires a <=!=> b;", "`<=!=`: JML's `<=!=>`"),
        ("ensures \\fresh(this);", "`\\fresh`: JML's `\\fresh`"),
        ("old int x = f;", "`old`: JML's `old` before a contract"),
    ];
    for (text, expected) in cases {
        let text = format!("class A {{ int f;\n //@ {text}\n void m() {{ }} }}");
        assert_eq!(
            messages_of(&text),
            [format!("unsupported {expected} is not supported")],
            "{text}"
        );
    }
    for (text, expected) in [
        ("//@ set g = 3;\n", "`set`: JML's `set`"),
        (
            "//@ maintaining p >= 0;\n while (true) {}",
            "`maintaining`: JML's `maintaining`",
        ),
        ("//@ unreachable;\n", "`unreachable`: JML's `unreachable`"),
    ] {
        assert_eq!(
            messages(text),
            [format!("unsupported {expected} is not supported")],
            "{text}"
        );
    }
    // The same words as names, and those without effect.
    let names = "class A { private /*@ helper @*/ void m(/*@ nullable @*/ A x) { \
                 //@ ghost int also = 1; also = 2; model(also); set = model.set + set[0];\n } }";
    assert_eq!(messages_of(names), [""; 0]);
}

#[test]
fn an_annotation_ends_with_itself() {
    for text in [
        "/*@ ghost int y = n @*/ ;",
        "//@ assert a == b\n ;",
        "//@ open valid()\n;",
    ] {
        let all = messages(text);
        assert_eq!(all.len(), 1, "{all:?}");
        assert!(
            all[0].starts_with("syntax") && all[0].contains("expected `;` behind this"),
            "{all:?}"
        );
    }
    assert!(messages("int k = 1 /*@ + 1 @*/;")[0].starts_with("not-allowed-here `+`"));
}
