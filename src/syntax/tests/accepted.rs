//! What is accepted, and how it is read.

use super::*;
use crate::syntax::ast::*;

/// The operators of a chain.
fn operators(text: &str) -> Vec<BinOp> {
    match expr(text).kind {
        ExprKind::Chain(_, rest) => rest.iter().map(|(op, ..)| *op).collect(),
        other => panic!("not a chain: {other:?}"),
    }
}

#[test]
fn chains_are_flat() {
    use BinOp::*;
    assert_eq!(
        operators("acc(x) * x = 5 * y && z ==> -a - b"),
        [Star, Eq, Star, And, Implies, Sub]
    );
    assert_eq!(
        operators("0 ≤ i < n ∧ a ≠ b ∨ c ⇔ d ⇒ e >= f"),
        [Le, Lt, And, Ne, Or, Iff, Implies, Ge]
    );
    assert_eq!(operators("a == b --* c / d % e"), [Eq, Wand, Div, Rem]);
    assert_eq!(
        operators("x in s union t subset u setminus v intersect w"),
        [In, Union, Subset, SetMinus, Intersect]
    );
}

#[test]
fn plus_plus_is_told_by_its_neighbours() {
    assert_eq!(operators("s ++ t ++ [1]"), [BinOp::Concat, BinOp::Concat]);
    assert_eq!(operators("a++ + ++b"), [BinOp::Add]);
    assert_eq!(operators("a-- - --b"), [BinOp::Sub]);
    assert!(
        matches!(expr("a[i++]").kind, ExprKind::Index(_, i) if matches!(i.kind, ExprKind::Inc(IncOp::PostInc, _)))
    );
    assert!(matches!(stmt("if (c) ++x;").kind, StmtKind::If(_, s, None)
        if matches!(&s.kind, StmtKind::Expr(e) if matches!(e.kind, ExprKind::Inc(IncOp::PreInc, _)))));
}

#[test]
fn equals_assigns_in_statements_and_compares_in_expressions() {
    assert!(
        matches!(stmt("x = 5;").kind, StmtKind::Assign(_, AssignOp::Set, v) if matches!(v.kind, ExprKind::Int(_)))
    );
    assert!(matches!(
        stmt("x := 5;").kind,
        StmtKind::Assign(_, AssignOp::Set, _)
    ));
    assert!(matches!(stmt("x == 5;").kind, StmtKind::Expr(_)));
    let StmtKind::Assign(_, _, value) = stmt("x = a + b = c;").kind else {
        panic!()
    };
    assert_eq!((value.span.start, value.span.end), (4, 13));
    assert!(matches!(value.kind, ExprKind::Chain(_, rest) if rest.len() == 2));
    let StmtKind::Assign(_, _, value) = stmt("x = b ? 1 : 2;").kind else {
        panic!()
    };
    assert!(matches!(value.kind, ExprKind::Cond(c, ..) if matches!(c.kind, ExprKind::Name(_))));
    assert!(matches!(
        stmt("b = x + opening v() in y;").kind,
        StmtKind::Assign(..)
    ));
    assert!(matches!(
        stmt("a[i].f += 1;").kind,
        StmtKind::Assign(_, AssignOp::Add, _)
    ));
}

#[test]
fn declarations_are_told_from_expressions() {
    for text in [
        "T x;",
        "T[] x;",
        "T[ ] [] x := y;",
        "final T x = 1;",
        "ghost T x := e;",
        "seq<T> x;",
        "map<int, seq<T>> x;",
    ] {
        assert!(matches!(stmt(text).kind, StmtKind::Local { .. }), "{text}");
    }
    for text in ["a[i] := 1;", "seq := 1;", "set = map;"] {
        assert!(matches!(stmt(text).kind, StmtKind::Assign(..)), "{text}");
    }
    assert!(matches!(expr("set < map").kind, ExprKind::Chain(..)));
}

#[test]
fn after_a_dot_every_word_is_a_name() {
    for word in [
        "open", "class", "in", "result", "set", "acc", "new", "length", "_",
    ] {
        assert!(matches!(expr(&format!("a.{word}")).kind, ExprKind::Field(_, n) if n.text == word));
        assert!(
            matches!(expr(&format!("a . {word}(1)")).kind, ExprKind::Call(Some(_), n, _) if n.text == word)
        );
    }
}

#[test]
fn opening_reaches_as_far_as_it_can() {
    let ExprKind::Chain(_, rest) = expr("a * opening v() in b ? c : d").kind else {
        panic!()
    };
    let [(BinOp::Star, _, last)] = rest.as_slice() else {
        panic!()
    };
    assert!(
        matches!(&last.kind, ExprKind::Opening(_, body) if matches!(body.kind, ExprKind::Cond(..)))
    );
    assert!(matches!(
        expr("!using a.p() in x").kind,
        ExprKind::Unary(UnOp::Not, _)
    ));
    assert!(matches!(
        expr("opening acc(v(), 1/2) in x in s").kind,
        ExprKind::Opening(..)
    ));
}

#[test]
fn else_belongs_to_the_nearest_if() {
    let StmtKind::If(_, yes, None) = stmt("if (a) if (b) {} else {}").kind else {
        panic!()
    };
    assert!(matches!(yes.kind, StmtKind::If(_, _, Some(_))));
    let StmtKind::If(_, _, Some(_)) = stmt("if (a) while (b) if (c) {} else {} else {}").kind
    else {
        panic!()
    };
}

#[test]
fn the_conditional_leans_to_the_right() {
    let ExprKind::Cond(_, a, b) = expr("a ? b ? 1 : 2 : c ? 3 : 4").kind else {
        panic!()
    };
    assert!(matches!(a.kind, ExprKind::Cond(..)) && matches!(b.kind, ExprKind::Cond(..)));
}

#[test]
fn numbers_have_any_size() {
    let ExprKind::Int(n) = expr("0xFFFF_FFFF_FFFF_FFFF_FFFF").kind else {
        panic!()
    };
    assert_eq!(n.to_string(), "1208925819614629174706175");
    let ExprKind::Int(n) = expr("1_000_000_000_000_000_000_000").kind else {
        panic!()
    };
    assert_eq!(n.to_string(), "1000000000000000000000");
}

#[test]
fn slices_and_fractions() {
    for (text, lo, hi) in [
        ("a[..]", false, false),
        ("a[0..n]", true, true),
        ("a[0..]", true, false),
        ("a[..n]", false, true),
    ] {
        let ExprKind::Slice(_, range) = expr(text).kind else {
            panic!("{text}")
        };
        assert_eq!((range.lo.is_some(), range.hi.is_some()), (lo, hi), "{text}");
    }
    assert!(
        matches!(expr("acc(a.elems, _)").kind, ExprKind::Acc(_, Some(p)) if p.kind == ExprKind::Wildcard)
    );
    assert!(
        matches!(expr("acc(x, write)").kind, ExprKind::Acc(_, Some(p)) if p.kind == ExprKind::Write)
    );
    assert!(matches!(expr("old[l](x)").kind, ExprKind::Old(Some(_), _)));
    assert!(
        matches!(expr("\\old(\\result)").kind, ExprKind::Old(None, e) if e.kind == ExprKind::Result)
    );
}

#[test]
fn new_objects_and_arrays() {
    assert!(matches!(expr("new C(1, 2).m()").kind, ExprKind::Call(..)));
    assert!(
        matches!(expr("new int[n][]").kind, ExprKind::NewArray(t, _) if matches!(t.kind, TypeKind::Array(_)))
    );
}

#[test]
fn members_with_modifiers_in_any_order() {
    let file = tree(
        "package a.b; import java.util.*; import static a.b.C.open;
         public abstract class A extends B implements I, J {
           private static final int n = 1; ghost T[] f; ;
           @Override public A(final int x) requires x = 1; {}
           static pure int p() ensures result = 1; decreases a, b; { return 1; }
           pure static int q();
           protected predicate v(int i) { return true; }
           native void m();
           lemma static void l() {}
         }
         interface K extends I {}
         label l; break; continue; ; {}",
    );
    let class = file.classes.first().unwrap();
    assert_eq!(class.members.len(), 8);
    let words = |i: usize| {
        class.members[i]
            .modifiers
            .iter()
            .map(|m| m.text.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(words(0), ["private", "static", "final"]);
    assert_eq!(words(2), ["public"]);
    assert_eq!(words(7), ["static"]);
    assert_eq!(file.main.len(), 5);
}

#[test]
fn loops() {
    assert!(
        matches!(stmt("while (a) invariant b; decreases c; {}").kind, StmtKind::While(_, s, _) if s.len() == 2)
    );
    assert!(matches!(
        stmt("for (int i := 0; i < n; i++) invariant a; x += i;").kind,
        StmtKind::For {
            init: Some(_),
            cond: Some(_),
            step: Some(_),
            ..
        }
    ));
    assert!(matches!(
        stmt("for (;;) {}").kind,
        StmtKind::For {
            init: None,
            cond: None,
            step: None,
            ..
        }
    ));
}

#[test]
fn constructs_without_a_node_keep_their_place() {
    for (text, name) in [
        ("forall* T x :: acc(x.f)", "forall*"),
        ("a.b instanceof C[]", "instanceof"),
        ("(C) e", "a cast"),
        ("(a.b.C) (e)", "a cast"),
        ("(int) -e", "a cast"),
        ("(C[]) new C[3]", "a cast"),
        ("super.m()", "super"),
        ("\"a \\\" b\"", "a string literal"),
        ("'\\''", "a character literal"),
        ("1.5e-3f", "a floating-point literal"),
        ("1L", "a `long` literal"),
        ("0b101", "a binary literal"),
        ("017", "an octal literal"),
        ("new int[a][b]", "a new array of several dimensions"),
        ("new int[] {1, {2}}", "an array initialiser"),
        ("new C() { void m() {} }", "an anonymous class"),
    ] {
        if text.starts_with("super") {
            assert!(
                matches!(expr(text).kind, ExprKind::Call(Some(r), ..) if r.kind == ExprKind::Unsupported(name))
            );
        } else {
            assert_refused_by_name(text, name);
        }
    }
}

#[test]
fn spans_of_nodes() {
    let text = "class A { int x; }\nx := (a + b) * c; // end";
    let file = tree(text);
    let slice = |span: crate::source::Span| &text[span.start as usize..span.end as usize];
    assert_eq!(slice(file.classes[0].span), "class A { int x; }");
    assert_eq!(slice(file.classes[0].members[0].span), "int x;");
    assert_eq!(slice(file.main[0].span), "x := (a + b) * c;");
    let StmtKind::Assign(_, _, value) = &file.main[0].kind else {
        panic!()
    };
    assert_eq!(slice(value.span), "(a + b) * c");
    let ExprKind::Chain(first, rest) = &value.kind else {
        panic!()
    };
    assert_eq!((slice(first.span), slice(rest[0].1)), ("(a + b)", "*"));
    let ExprKind::Paren(inner) = &first.kind else {
        panic!()
    };
    assert_eq!(slice(inner.span), "a + b");
}
