//! Accepted programs, and their trees.

use super::*;
use crate::syntax::tree::ast::*;

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
    assert!(matches!(*stmt("if (c) ++x;").kind, StmtKind::If(_, s, None)
        if matches!(&*s.kind, StmtKind::Expr(e) if matches!(e.kind, ExprKind::Inc(IncOp::PreInc, _)))));
}

#[test]
fn equals_assigns_in_statements_and_compares_in_expressions() {
    assert!(
        matches!(*stmt("x = 5;").kind, StmtKind::Assign(_, AssignOp::Set, v) if matches!(v.kind, ExprKind::Int(_)))
    );
    assert!(matches!(
        *stmt("x := 5;").kind,
        StmtKind::Assign(_, AssignOp::Set, _)
    ));
    assert!(matches!(*stmt("x == 5;").kind, StmtKind::Expr(_)));
    let StmtKind::Assign(_, _, value) = *stmt("x = a + b = c;").kind else {
        panic!()
    };
    assert_eq!((value.span.start, value.span.end), (4, 13));
    assert!(matches!(value.kind, ExprKind::Chain(_, rest) if rest.len() == 2));
    let StmtKind::Assign(_, _, value) = *stmt("x = b ? 1 : 2;").kind else {
        panic!()
    };
    assert!(matches!(value.kind, ExprKind::Cond(c, ..) if matches!(c.kind, ExprKind::Name(_))));
    assert!(matches!(
        *stmt("b = x + opening v() in y;").kind,
        StmtKind::Assign(..)
    ));
    assert!(matches!(
        *stmt("a[i].f += 1;").kind,
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
        assert!(matches!(*stmt(text).kind, StmtKind::Local { .. }), "{text}");
    }
    for text in ["a[i] := 1;", "seq := 1;", "set = map;"] {
        assert!(matches!(*stmt(text).kind, StmtKind::Assign(..)), "{text}");
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
    let StmtKind::If(_, yes, None) = *stmt("if (a) if (b) {} else {}").kind else {
        panic!()
    };
    assert!(matches!(*yes.kind, StmtKind::If(_, _, Some(_))));
    let StmtKind::If(_, _, Some(_)) = *stmt("if (a) while (b) if (c) {} else {} else {}").kind
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
        matches!(*stmt("while (a) invariant b; decreases c; {}").kind, StmtKind::While(_, s, _) if s.len() == 2)
    );
    assert!(matches!(
        *stmt("for (int i := 0; i < n; i++) invariant a; x += i;").kind,
        StmtKind::For {
            init: Some(_),
            cond: Some(_),
            step: Some(_),
            ..
        }
    ));
    assert!(matches!(
        *stmt("for (;;) {}").kind,
        StmtKind::For {
            init: None,
            cond: None,
            step: None,
            ..
        }
    ));
}

/// A quantifier, without the parentheses of JML.
fn quant(text: &str) -> Quant {
    match expr(text).kind {
        ExprKind::Quant(q) => *q,
        ExprKind::Paren(inner) => match inner.kind {
            ExprKind::Quant(q) => *q,
            other => panic!("no quantifier: {other:?}"),
        },
        other => panic!("no quantifier: {other:?}"),
    }
}

#[test]
fn quantifiers() {
    let q = quant("forall int x, T[] y :: {a[x]} {f(x), y.g} a && b ==> c");
    assert!(q.universal);
    assert_eq!(q.vars.len(), 2);
    assert_eq!(q.triggers.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
    assert!(matches!(q.body.kind, ExprKind::Chain(_, rest) if rest.len() == 2));
    assert!(quant("∀ seq<int> s • |s| >= 0").universal);
    assert!(!quant("∃ int i • x").universal);
    assert!(matches!(
        expr("a && forall int i :: b ? c : d").kind,
        ExprKind::Chain(_, rest) if matches!(&rest[0].2.kind, ExprKind::Quant(_))
    ));
}

#[test]
fn the_quantifiers_of_jml() {
    for (jml, plain) in [
        (
            "(\\forall int i; 0 <= i; a[i] = 0)",
            "(forall int i :: (0 <= i) ==> (a[i] = 0))",
        ),
        (
            "(\\exists int i; a || b; c ==> d)",
            "(exists int i :: (a || b) && (c ==> d))",
        ),
        ("(\\forall int i; a)", "(forall int i :: a)"),
        ("(\\forall int i; ; a)", "(forall int i :: a)"),
        (
            "(\\exists int i, j, T t, u; a)",
            "(exists int i, int j, T t, T u :: a)",
        ),
    ] {
        let (jml, plain) = (format!("assert {jml};"), format!("assert {plain};"));
        assert!(same_up_to_spans(&tree(&jml), &tree(&plain)), "{jml}");
    }
    assert!(matches!(
        expr("(\\forall int i; a) && b").kind,
        ExprKind::Chain(..)
    ));
}

#[test]
fn let_ends_its_value_at_the_first_in() {
    let parts = |text: &str| match expr(text).kind {
        ExprKind::Let(name, value, body) => (name.text, value.kind, body.kind),
        other => panic!("no let: {other:?}"),
    };
    let (name, value, body) = parts("let x := a + b in x in s ? 1 : 2");
    assert_eq!(name, "x");
    assert!(matches!(value, ExprKind::Chain(..)) && matches!(body, ExprKind::Cond(..)));
    let (_, value, body) = parts("let x := c ? y in s : z in acc(x.f) * y");
    assert!(matches!(value, ExprKind::Cond(..)) && matches!(body, ExprKind::Chain(..)));
    let (_, value, _) = parts("let x := (a in s) in x");
    assert!(matches!(value, ExprKind::Paren(_)));
    let (_, _, body) = parts("let x := 1 in let y := x in y");
    assert!(matches!(body, ExprKind::Let(..)));
}

#[test]
fn collections() {
    use LiteralKind::*;
    for (text, kind, count) in [
        ("[]", Seq, 0),
        ("[ ]", Seq, 0),
        ("[a, b + c]", Seq, 2),
        ("set{}", Set, 0),
        ("set{a}", Set, 1),
        ("multiset {a, a, set{}}", Multiset, 3),
    ] {
        assert!(
            matches!(expr(text).kind, ExprKind::Literal(k, es) if k == kind && es.len() == count),
            "{text}"
        );
    }
    assert!(matches!(expr("map{}").kind, ExprKind::MapLiteral(es) if es.is_empty()));
    assert!(
        matches!(expr("map{a := b, c := [d]}").kind, ExprKind::MapLiteral(es) if es.len() == 2)
    );
    for text in ["seq<T>()", "map<int, seq<T[]>>()", "multiset<set<perm>>()"] {
        assert!(matches!(expr(text).kind, ExprKind::Empty(_)), "{text}");
    }
    assert!(matches!(expr("s[i + 1 := [e]]").kind, ExprKind::Update(..)));
    assert!(matches!(
        expr("s[i..j][k := e][0]").kind,
        ExprKind::Index(..)
    ));
    // These are calls, because the program may declare the methods.
    for text in ["set(s)", "multiset(s)", "dom(m)", "map(f)"] {
        assert!(
            matches!(expr(text).kind, ExprKind::Call(None, ..)),
            "{text}"
        );
    }
}

#[test]
fn bars_are_told_by_what_stands_before_them() {
    assert!(matches!(expr("|s ++ t|").kind, ExprKind::Size(_)));
    assert!(
        matches!(expr("| |s| |").kind, ExprKind::Size(e) if matches!(e.kind, ExprKind::Size(_)))
    );
    assert_eq!(operators("|s| - 1 < |t|"), [BinOp::Sub, BinOp::Lt]);
    assert_eq!(
        operators("a || |s| = |t| || b"),
        [BinOp::Or, BinOp::Eq, BinOp::Or]
    );
    assert_eq!(operators("|set{1}| + |[]|"), [BinOp::Add]);
    let printed = super::pretty(&tree("assert | |s| | + |a + |t| |;"));
    assert_eq!(printed, "assert | |s| | + |a + |t| |;\n");
}

/// The type in a cast or an `instanceof`, as printed.
fn named_type(text: &str) -> Option<String> {
    match expr(text).kind {
        ExprKind::Cast(ty, _) | ExprKind::InstanceOf(_, ty) => Some(super::pretty_type(&ty)),
        _ => None,
    }
}

#[test]
fn casts_are_told_from_parentheses() {
    for (text, ty) in [
        ("(C) e", "C"),
        ("(a.b.C) (e)", "a.b.C"),
        ("(C) this.m()", "C"),
        ("(C) !e", "C"),
        ("(C) 5", "C"),
        ("(C) (D) e", "C"),
        ("(int) -e", "int"),
        ("(int) ++e", "int"),
        ("(C[]) -e", "C[]"),
        ("(C[]) new C[3]", "C[]"),
        ("(List<? extends T[]>) e", "List<? extends T[]>"),
        ("(C) opening q() in e", "C"),
        ("a.b instanceof C[]", "C[]"),
        ("(a) instanceof b.C", "b.C"),
        ("e instanceof Map<K, List<V>>", "Map<K, List<V>>"),
    ] {
        assert_eq!(named_type(text).as_deref(), Some(ty), "{text}");
    }
    for text in [
        "(a) - b",
        "(a) + b",
        "(a) * b",
        "(a)[i]",
        "(a).f",
        "f(a) = b",
        "(a) in s",
        "(a) < b",
        "(a) ? b : c",
        "((a)) - b",
        "(a + b) - c",
    ] {
        assert_eq!(named_type(text), None, "{text}");
    }
    assert!(matches!(*stmt("if (a) x := 1;").kind, StmtKind::If(..)));
    assert!(matches!(
        *stmt("while (a) (b).f();").kind,
        StmtKind::While(..)
    ));
    assert!(matches!(
        expr("a instanceof C && b").kind,
        ExprKind::Chain(..)
    ));
}

#[test]
fn superclasses_are_spoken_of() {
    assert!(
        matches!(expr("super.q(1)").kind, ExprKind::Call(Some(r), ..) if r.kind == ExprKind::Super)
    );
    assert!(matches!(expr("super.f").kind, ExprKind::Field(r, _) if r.kind == ExprKind::Super));
    for (text, of) in [
        ("this(1, 2);", ConstructorOf::This),
        ("super();", ConstructorOf::Super),
    ] {
        assert!(matches!(*stmt(text).kind, StmtKind::ConstructorCall(which, _) if which == of));
    }
    let file = tree(
        "interface I<T extends A & b.B, U> extends J<T>, a.K { int m(); pure T p(); predicate q(); }
         abstract class C<T> extends a.B<T, ?> implements I<T, ? super int[]> {
           abstract void m();
           final <U> List<U> n(Map<K, List<V>> m, a.b.C c);
           public <U, V extends C<U>> void o();
         }",
    );
    let [interface, class] = file.classes.as_slice() else {
        panic!()
    };
    assert_eq!(interface.extends.len(), 2);
    assert_eq!(
        interface
            .type_params
            .iter()
            .map(|p| p.bounds.len())
            .collect::<Vec<_>>(),
        [2, 0]
    );
    assert!(
        matches!(&class.implements[0].kind, TypeKind::Generic(generic) if generic.name == "I" && generic.args.len() == 2)
    );
    let callables = class.members.iter().map(|m| match &*m.kind {
        MemberKind::Method { callable, .. } => (callable.type_params.len(), callable.params.len()),
        _ => panic!(),
    });
    assert_eq!(callables.collect::<Vec<_>>(), [(0, 0), (1, 2), (2, 0)]);
}

#[test]
fn types_are_told_from_comparisons() {
    for text in [
        "List<T> x;",
        "a.b.C x := y;",
        "Map<K, List<a.V[]>> x;",
        "a.B<T>[] x;",
        "List<?> x;",
    ] {
        assert!(matches!(*stmt(text).kind, StmtKind::Local { .. }), "{text}");
    }
    assert!(matches!(
        *stmt("for (List<T> l := m; l < n; ) {}").kind,
        StmtKind::For { init: Some(_), .. }
    ));
    for text in ["a < b", "a < b && c > d", "a.b < c.d", "set < map"] {
        assert!(matches!(expr(text).kind, ExprKind::Chain(..)), "{text}");
    }
    assert!(matches!(expr("f(a < b, c > d)").kind, ExprKind::Call(_, _, args) if args.len() == 2));
    assert!(
        matches!(expr("new ArrayList<>()").kind, ExprKind::New(t, _) if matches!(t.kind, TypeKind::Generic(..)))
    );
    assert!(matches!(expr("new a.B<C>[n]").kind, ExprKind::NewArray(..)));
    assert!(matches!(
        expr("forall List<T> l :: l < m").kind,
        ExprKind::Quant(_)
    ));
}

#[test]
fn constructs_without_a_node_keep_their_place() {
    for (text, name) in [
        ("forall* T x :: acc(x.f)", "forall*"),
        ("e instanceof C c", "a pattern behind `instanceof`"),
        ("\"a \\\" b\"", "a string literal"),
        ("'\\''", "a character literal"),
        ("1.5e-3f", "a floating-point literal"),
        ("1.", "a floating-point literal"),
        (".5", "a floating-point literal"),
        (".5e+3", "a floating-point literal"),
        ("1L", "a `long` literal"),
        ("0b101", "a binary literal"),
        ("017", "an octal literal"),
        ("new int[a][b]", "a new array of several dimensions"),
        ("new int[] {1, {2}}", "an array initialiser"),
        ("new C() { void m() {} }", "an anonymous class"),
    ] {
        assert_refused_by_name(text, name);
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
    let StmtKind::Assign(_, _, value) = &*file.main[0].kind else {
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
