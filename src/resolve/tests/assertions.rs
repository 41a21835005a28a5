//! Assertions: the meaning of `*`, chained comparisons, conjuncts, fractions.

use super::{accept, assertion_text, conjuncts, message, refused};

/// The diagnostics of an assertion.
fn wrong(assertion: &str) -> Vec<String> {
    refused(&assertion_text(assertion))
}

#[test]
fn star_as_the_reference_has_it() {
    let with = |a: &str| conjuncts(&format!("acc(x) * acc(y) * {a}"))[2..].to_vec();
    assert_eq!(conjuncts("acc(x) * x = i"), ["acc(this.x)", "this.x = i"]);
    assert_eq!(conjuncts("i = j * k"), ["i = j * k"]);
    assert_eq!(with("x = 5 * y = 6"), ["this.x = 5", "this.y = 6"]);
    assert_eq!(conjuncts("0 <= i * acc(x)"), ["0 <= i", "acc(this.x)"]);
    assert_eq!(wrong("i = (5 * j) = k").len(), 1);
    assert_eq!(conjuncts("i = (5 * j)"), ["i = 5 * j"]);
    assert_eq!(conjuncts("0 <= (i * j) <= k"), ["0 <= i * j", "i * j <= k"]);
    assert_eq!(conjuncts("0 <= i * j <= k"), ["0 <= i", "j <= k"]);
}

#[test]
fn star_between_comparisons_separates_whatever_its_operands_are() {
    assert_eq!(
        conjuncts("i < j * j < k * acc(x)"),
        ["i < j", "j < k", "acc(this.x)"]
    );
    assert_eq!(wrong("i = j * k * j = i"), ["type-mismatch at k"]);
    let text = message(&assertion_text("i = j * k * j = i"));
    assert!(text.contains("put a product in parentheses"), "{text}");
}

#[test]
fn star_is_decided_within_one_conjunct() {
    assert_eq!(conjuncts("i = 1 && j * k = 2"), ["i = 1", "j * k = 2"]);
    assert_eq!(conjuncts("i < 1 ==> j * k = 2"), ["i < 1 ==> j * k = 2"]);
    assert_eq!(
        conjuncts("i = 1 || j * k = 2 || i * j < 3"),
        ["i = 1 || j * k = 2 || i * j < 3"]
    );
    assert_eq!(conjuncts("f <==> i * j = k"), ["f = (i * j = k)"]);
    assert_eq!(conjuncts("(i = 1) * (j * k = 2)"), ["i = 1", "j * k = 2"]);
    assert_eq!(conjuncts("f * g"), ["f", "g"]);
    assert_eq!(
        conjuncts("acc(x) * i * j = k"),
        ["acc(this.x)", "i * j = k"]
    );
    assert_eq!(conjuncts("2 * i + 3 * j = k"), ["2 * i + 3 * j = k"]);
    assert_eq!(conjuncts("i * j / k % 2 = 0"), ["i * j / k % 2 = 0"]);
}

#[test]
fn star_binds_weaker_than_or_and_stronger_than_implication() {
    assert_eq!(conjuncts("acc(x) * f || g"), ["acc(this.x)", "f || g"]);
    assert_eq!(
        conjuncts("f ==> acc(x) * acc(y)"),
        ["f ==> acc(this.x) * acc(this.y)"]
    );
    assert_eq!(
        conjuncts("acc(x) * (f ==> acc(y))"),
        ["acc(this.x)", "f ==> acc(this.y)"]
    );
    assert_eq!(conjuncts("f ==> g ==> acc(x)"), ["f ==> g ==> acc(this.x)"]);
    assert_eq!(
        conjuncts("f ? acc(x) : acc(y) * g"),
        ["f ? acc(this.x) : acc(this.y) * g"]
    );
    assert_eq!(
        conjuncts("i < j && f ? acc(x) : true"),
        ["i < j && f ==> acc(this.x)"]
    );
}

#[test]
fn nested_conjunctions_are_flat() {
    assert_eq!(
        conjuncts("(acc(x) * (f && g)) * (acc(y) * (i = j * k < 3))"),
        ["acc(this.x)", "f", "g", "acc(this.y)", "i = j", "k < 3"]
    );
    assert_eq!(
        conjuncts("acc(x) && f && x = 1"),
        ["acc(this.x)", "f", "this.x = 1"]
    );
    assert_eq!(
        conjuncts("f && (acc(x) * acc(y))"),
        ["f", "acc(this.x)", "acc(this.y)"]
    );
    assert_eq!(conjuncts("!(f && g)"), ["!(f && g)"]);
}

#[test]
fn products_beside_conjuncts_are_shown_in_parentheses() {
    let program = accept(&assertion_text("acc(x) * x = (i * j) * (2 * k) = i"));
    let pred = super::predicate(&program, "p");
    let text =
        crate::ir::print::Text::new(&program, &pred.vars).assertion(pred.body.as_ref().unwrap());
    assert_eq!(text, "acc(this.x) * this.x = (i * j) * (2 * k) = i");
}

#[test]
fn chained_comparisons() {
    assert_eq!(conjuncts("0 <= i < j <= k"), ["0 <= i", "i < j", "j <= k"]);
    assert_eq!(conjuncts("i > j >= k"), ["j < i", "k <= j"]);
    assert_eq!(conjuncts("i >= 0"), ["0 <= i"]);
    assert_eq!(conjuncts("!(0 <= i < j)"), ["!(0 <= i && i < j)"]);
    assert_eq!(wrong("0 <= i > j"), ["not-allowed-here at >"]);
    assert_eq!(wrong("i = j = k"), ["not-allowed-here at ="]);
    assert_eq!(wrong("i != j < k"), ["not-allowed-here at <"]);
    assert_eq!(wrong("i < j != k"), ["not-allowed-here at !="]);
    assert_eq!(conjuncts("f = (i = j)"), ["f = (i = j)"]);
}

#[test]
fn a_conjunct_is_found_at_its_own_place() {
    let text = assertion_text("acc(x) * 0 <= x < i && f");
    let (program, _, sources) = super::run(&text);
    let pred = super::predicate(&program, "p");
    let places: Vec<&str> = super::parts(pred.body.as_ref().unwrap())
        .iter()
        .map(|a| sources.text(a.span))
        .collect();
    assert_eq!(places, ["acc(x)", "0 <= x", "x < i", "f"]);
    assert_eq!(
        sources.text(pred.body.as_ref().unwrap().span),
        "acc(x) * 0 <= x < i && f"
    );
}

#[test]
fn access_and_its_amounts() {
    assert_eq!(conjuncts("acc(c.x, 1/2)"), ["acc(c.x, 1/2)"]);
    assert_eq!(
        conjuncts("acc(x, write) * acc(y, 2/2)"),
        ["acc(this.x)", "acc(this.y)"]
    );
    assert_eq!(conjuncts("acc(x, _)"), ["acc(this.x, _)"]);
    assert_eq!(conjuncts("acc(x, pp)"), ["acc(this.x, pp)"]);
    assert_eq!(conjuncts("acc(x, pp / 2)"), ["acc(this.x, pp / 2)"]);
    assert_eq!(
        conjuncts("acc(x, 2 * pp * pp)"),
        ["acc(this.x, 2 * pp * pp)"]
    );
    assert_eq!(conjuncts("acc(x, 1 - pp)"), ["acc(this.x, 1 - pp)"]);
    assert_eq!(
        conjuncts("acc(x, f ? 1/2 : write)"),
        ["acc(this.x, f ? 1/2 : 1)"]
    );
    assert_eq!(conjuncts("acc(C.s, 3/2)"), ["acc(C.s, 3/2)"]);
    assert_eq!(conjuncts("acc(s)"), ["acc(C.s)"]);
    assert_eq!(conjuncts("acc(arr.elems, 1/3)"), ["acc(arr.elems, 1/3)"]);
}

#[test]
fn fractions_as_values() {
    assert_eq!(conjuncts("0 < pp <= 1"), ["0 < pp", "pp <= 1"]);
    assert_eq!(conjuncts("pp = 1/2"), ["pp = 1/2"]);
    assert_eq!(conjuncts("pp + 1/4 < write"), ["pp + 1/4 < 1"]);
    assert_eq!(wrong("acc(x, i)"), ["type-mismatch at i"]);
    assert_eq!(wrong("acc(x, i / 2)"), ["type-mismatch at i / 2"]);
    assert_eq!(wrong("acc(x, f)"), ["type-mismatch at f"]);
    assert_eq!(wrong("pp = i"), ["type-mismatch at i"]);
    assert_eq!(wrong("acc(x, 1/0)"), ["type-mismatch at 1/0"]);
    assert_eq!(wrong("i = _"), ["not-allowed-here at _"]);
}

#[test]
fn predicates() {
    assert_eq!(conjuncts("valid()"), ["this.valid()"]);
    assert_eq!(
        conjuncts("c.q(i + 1) * acc(c.valid(), 1/2)"),
        ["c.q(i + 1)", "acc(c.valid(), 1/2)"]
    );
    assert_eq!(conjuncts("acc(c.valid(), _)"), ["acc(c.valid(), _)"]);
    assert_eq!(conjuncts("acc(c.valid())"), ["c.valid()"]);
    assert_eq!(wrong("acc(px())"), ["not-allowed-here at px()"]);
    assert_eq!(
        conjuncts("opening valid() in px() = 1"),
        ["opening this.valid() in this.px() = 1"]
    );
    assert_eq!(
        conjuncts("(using c.px() in c.px()) = 1"),
        ["(using c.px() in c.px()) = 1"]
    );
}

#[test]
fn what_acc_may_name() {
    assert_eq!(wrong("acc(i)"), ["not-allowed-here at i"]);
    assert_eq!(wrong("acc(c)"), ["not-allowed-here at c"]);
    assert_eq!(wrong("acc(this)"), ["not-allowed-here at this"]);
    assert_eq!(wrong("acc(arr.length)"), ["not-allowed-here at arr.length"]);
    assert_eq!(wrong("acc(arr[0])"), ["unsupported at arr[0]"]);
    assert_eq!(wrong("acc(C.K)"), ["not-allowed-here at C.K"]);
    assert_eq!(wrong("acc(i + 1)"), ["not-allowed-here at i + 1"]);
    assert_eq!(wrong("arr.elems = null"), ["not-allowed-here at arr.elems"]);
}

#[test]
fn where_access_may_not_stand() {
    assert_eq!(wrong("acc(x) && acc(y)"), ["not-allowed-here at &&"]);
    assert_eq!(
        wrong("acc(x) && f && g && valid()"),
        ["not-allowed-here at &&"]
    );
    assert_eq!(wrong("acc(x) || f"), ["not-allowed-here at acc(x)"]);
    assert_eq!(wrong("!acc(x)"), ["not-allowed-here at acc(x)"]);
    assert_eq!(
        wrong("(acc(x) * f) = g"),
        ["not-allowed-here at acc(x) * f"]
    );
    assert_eq!(wrong("acc(x) <==> f"), ["not-allowed-here at acc(x)"]);
    assert_eq!(
        wrong("acc(x) * f ==> g"),
        ["not-allowed-here at acc(x) * f"]
    );
    assert_eq!(wrong("acc(x) ? f : g"), ["not-allowed-here at acc(x)"]);
    assert_eq!(wrong("q(valid())"), ["not-allowed-here at valid()"]);
    let text = message(&assertion_text("acc(x) * f ==> g"));
    assert!(text.contains("acc(x) * (c ==> …)"), "{text}");
    let text = message(&assertion_text("acc(x) && acc(y)"));
    assert!(text.contains("write `*`"), "{text}");
}

#[test]
fn an_ill_formed_part_is_reported_once() {
    assert_eq!(wrong("acc(x) * nope + 1 < 2 * f"), ["unknown-name at nope"]);
    assert_eq!(
        wrong("nope1 = 1 * true + 1 = 2"),
        ["unknown-name at nope1", "type-mismatch at true"]
    );
    assert_eq!(
        wrong("nope.x.y(nope2)[3] ==> acc(zz)"),
        [
            "unknown-name at nope",
            "unknown-name at nope2",
            "unknown-name at zz"
        ]
    );
    assert_eq!(
        wrong("f --* g && i in j * f union g"),
        ["unsupported at --*"]
    );
}

#[test]
fn contracts() {
    let text = "class C { int x;
        int m(int n) requires acc(x); requires 0 < n && n < 5; ensures acc(x); ensures result = old(x) + n;
        { n := n + 1; return x + n - 1; }
        void u() requires acc(x); ensures untouched(acc(x)) && acc(x); {} }";
    let program = accept(text);
    let show = |name: &str| {
        let m = super::method(&program, name);
        let print = |a| crate::ir::print::Text::new(&program, &m.vars).assertion(a);
        (print(&m.requires), print(&m.ensures))
    };
    assert_eq!(show("m").0, "acc(this.x) * 0 < n * n < 5");
    assert_eq!(show("m").1, "acc(this.x) * result = old(this.x) + n");
    assert_eq!(show("u").1, "acc(this.x) * untouched(acc(this.x))");
}
