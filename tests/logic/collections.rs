//! Quantifiers, collections and contents of arrays: goals that Z3 must prove quickly,
//! and goals that it must not prove.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stderr)]

use crate::formulas::{Case, Claim, Formulas, check};
use crate::support::random::Random;
use std::collections::BTreeSet;
use std::time::Instant;
use veriframe::internals::logic::{
    Answer, Effort, Elem, FactKind, Node, Path, Quantified, Solver, Sort, Term, Terms,
};
use veriframe::internals::z3::{Backend, Check};

/// The resource limit of a check.
const RLIMIT: u32 = 2_000_000;
const INTS: Sort = Sort::Seq(Elem::INT);
const ARRAY: Sort = Sort::Elems(Elem::INT);

/// Z3's answer for the facts with the negated claim, counted.
fn ask(formulas: &mut Formulas, claim: Term, name: &str) -> Check {
    let path = formulas.path();
    let denial = formulas.terms.not(claim);
    let mut backend = Backend::new(RLIMIT, Vec::new()).unwrap();
    let start = Instant::now();
    let check = backend.check(&formulas.terms, &path, Some(denial));
    eprintln!(
        "{name:<70} {:>8} {:>9} {:>6} ms",
        format!("{check:?}"),
        backend.spent(),
        start.elapsed().as_millis()
    );
    check
}

/// What Z3 proves, and what it refutes.
const CASES: [Case; 30] = [
    (
        "swapping two elements keeps the multiset",
        "seq s; int i, j",
        "0 <= i < |s|
         0 <= j < |s|
         yes multiset(s) == multiset(s[i := s[j]][j := s[i]])",
    ),
    (
        "a sequence is its start and its last element",
        "seq s",
        "0 < |s|
         yes s[..|s| - 1] ++ [s[|s| - 1]] == s",
    ),
    (
        "elements of a second part",
        "seq s, t, u; int i",
        "0 <= i < |t|
         u == s ++ t
         yes u[|s| + i] == t[i]",
    ),
    (
        "one more element at the end",
        "seq s; int i",
        "0 <= i < |s|
         yes s[..i + 1] == s[..i] ++ [s[i]]",
    ),
    (
        "one more element at the start",
        "seq s; int i",
        "0 <= i < |s|
         yes s[i..] == [s[i]] ++ s[i + 1..]",
    ),
    (
        "reversing twice",
        "seq s, r, q",
        "|r| == |s| && forall i :: 0 <= i < |r| ==> r[i] == s[|s| - i - 1]
         |q| == |r| && forall i :: 0 <= i < |q| ==> q[i] == r[|r| - i - 1]
         yes q == s",
    ),
    (
        "reversing step by step",
        "seq s, r; int x",
        "|r| == |s| && forall i :: 0 <= i < |r| ==> r[i] == s[|s| - i - 1]
         yes |[x] ++ r| == |s ++ [x]| && forall i :: 0 <= i < |[x] ++ r| ==> ([x] ++ r)[i] == (s ++ [x])[|s ++ [x]| - i - 1]",
    ),
    (
        "a concatenation of sorted sequences",
        "seq s, t",
        "forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]
         forall i, j :: 0 <= i < j < |t| ==> t[i] <= t[j]
         forall i :: 0 <= i < |s| ==> forall j :: 0 <= j < |t| ==> s[i] <= t[j]
         yes forall i, j :: 0 <= i < j < |s ++ t| ==> (s ++ t)[i] <= (s ++ t)[j]",
    ),
    (
        "a sum over a longer and longer start",
        "seq s; int i",
        "0 <= i < |s|
         sum(s[..i + 1]) == (|s[..i + 1]| == 0 ? 0 : sum(s[..i + 1][..|s[..i + 1]| - 1]) + s[..i + 1][|s[..i + 1]| - 1])
         yes sum(s[..i + 1]) == sum(s[..i]) + s[i]",
    ),
    (
        "membership of a longer start",
        "seq s; int i, x",
        "0 <= i < |s|
         yes x in s[..i + 1] <=> x in s[..i] || x == s[i]",
    ),
    (
        "inserting twice",
        "set s, u; int x",
        "u == insert(s, x)
         yes insert(u, x) == u",
    ),
    (
        "a union is associative and commutative",
        "set a, b, c, ab, bc",
        "ab == a union b
         bc == c union b
         yes ab union c == bc union a",
    ),
    (
        "the size of a set with one more element",
        "set s; int x",
        "!(x in s)
         yes |set{x} union s| == |s| + 1",
    ),
    (
        "a difference and its subtrahend",
        "set a, b, c",
        "c == a minus b
         yes c union b == a union b",
    ),
    (
        "subsets of the same size are equal",
        "set a, b",
        "a subset b
         |a| == |b|
         yes a == b",
    ),
    (
        "looking up in an updated map",
        "map<boolean> m, o; int k, j; boolean v",
        "o == m[k := v]
         yes o[k] == v && (j == k || m[j] == o[j]) && (j in dom(o) <=> j in dom(m) || j == k)",
    ),
    (
        "updates at two keys commute",
        "map<boolean> m; int k, j; boolean v, w",
        "k != j
         yes m[k := v][j := w] == m[j := w][k := v]",
    ),
    (
        "sequences of equal contents",
        "array a, b; int lo, hi",
        "forall i :: lo <= i < hi ==> a[i] == b[i]
         yes a[lo..hi] == b[lo..hi]",
    ),
    (
        "contents of equal sequences",
        "array a, b; int lo, hi",
        "a[lo..hi] == b[lo..hi]
         yes forall i :: lo <= i < hi ==> a[i] == b[i]",
    ),
    (
        "restricted contents are arguments",
        "array a, b; int lo, hi",
        "forall i :: lo <= i < hi ==> a[i] == b[i]
         yes f(pair(wrap(restrict(a, lo, hi)), unit())) == f(pair(wrap(restrict(b, lo, hi)), unit()))",
    ),
    (
        "restricted contents with an update outside",
        "array a; int lo, hi, i, v",
        "hi <= i
         yes f(restrict(a, lo, hi)) == f(restrict(a[i := v], lo, hi))",
    ),
    (
        "restricted contents of a part of merged ones",
        "array a, b; int lo, hi, mid",
        "hi <= mid
         yes f(wrap(restrict(a, lo, hi))) == f(wrap(restrict(merge(a, mid, b), lo, hi)))",
    ),
    (
        "restricted contents that may differ",
        "array a, b; int lo, hi",
        "forall i :: lo <= i < hi - 1 ==> a[i] == b[i]
         no f(restrict(a, lo, hi)) == f(restrict(b, lo, hi))",
    ),
    (
        "the multiset of a concatenation",
        "seq s, t, x, y",
        "x == s ++ t
         y == t ++ s
         yes multiset(x) == multiset(y)",
    ),
    (
        "a binary search goes left",
        "array a; int n, lo, hi, mid, key",
        "forall i, j :: 0 <= i < j < n ==> a[i] <= a[j]
         forall k :: hi <= k < n ==> key < a[k]
         0 <= lo
         lo <= mid
         mid < hi
         hi <= n
         key < a[mid]
         yes forall k :: mid <= k < n ==> key < a[k]",
    ),
    (
        "two swaps permute",
        "seq s, t; int i, j, k, l",
        "0 <= i < |s|
         0 <= j < |s|
         0 <= k < |s|
         0 <= l < |s|
         t == s[i := s[j]][j := s[i]][k := s[i := s[j]][j := s[i]][l]][l := s[i := s[j]][j := s[i]][k]]
         yes multiset(s) == multiset(t)",
    ),
    (
        "a swap in an array",
        "array a; int n, i, j",
        "0 <= i < n
         0 <= j < n
         yes multiset(a[0..n]) == multiset(a[i := a[j]][j := a[i]][0..n])",
    ),
    (
        "one more instance",
        "array a; int n",
        "forall i :: 0 <= i < n ==> 0 < a[i]
         0 < a[n]
         yes forall i :: 0 <= i < n + 1 ==> 0 < a[i]
         no forall i :: 0 <= i < n + 2 ==> 0 < a[i]",
    ),
    (
        "a growing slice",
        "array a; int i",
        "0 <= i
         yes multiset(a[0..i + 1]) == multiset(a[0..i]) + multiset{a[i]}
         sum(a[0..i + 1]) == (|a[0..i + 1]| == 0 ? 0 : sum(a[0..i + 1][..|a[0..i + 1]| - 1]) + a[0..i + 1][|a[0..i + 1]| - 1])
         yes sum(a[0..i + 1]) == sum(a[0..i]) + a[i]",
    ),
    (
        "nested collections are extensional",
        "seq s; set<seq> a, b; int i",
        "0 <= i < |s|
         insert(a, s[..i] ++ s[i..]) subset b
         yes s in b",
    ),
];

#[test]
fn z3_proves_what_follows_quickly_and_nothing_else() {
    check(&CASES, |claim| {
        let Claim { formulas, goal, .. } = claim;
        if claim.follows {
            assert_eq!(
                ask(formulas, goal, claim.text),
                Check::Unsat,
                "{}",
                claim.text
            );
            let no = formulas.terms.bool(false);
            let consistent = ask(formulas, no, claim.text);
            assert_ne!(
                consistent,
                Check::Unsat,
                "{}: the facts contradict each other",
                claim.text
            );
        } else {
            assert_eq!(
                ask(formulas, goal, claim.text),
                Check::Sat,
                "{}",
                claim.text
            );
        }
    });
}

// ---------------------------------------------------------------------------
// Quantifiers as terms.

/// `forall x :: lo <= x ==> f(x) = y` for a fresh `x`
fn simple(t: &mut Terms, f: veriframe::internals::logic::Func, y: Term) -> Term {
    let x = t.fresh("x", Sort::Int);
    let (fx, zero) = (t.app(f, vec![x]), t.int(0));
    let (low, same) = (t.le(zero, x), t.eq(fx, y));
    let body = t.implies(low, same);
    t.forall(&[x], &[], body)
}

fn quantified(t: &Terms, q: Term) -> Quantified {
    match t.node(q) {
        Node::Forall(quantified) => (**quantified).clone(),
        Node::Not(inner) => quantified(t, *inner),
        other => panic!("{other:?} is no quantifier"),
    }
}

#[test]
fn quantifiers_that_differ_in_names_are_one_term() {
    let mut t = Terms::new();
    let f = t.function("f", Sort::Int);
    let y = t.fresh("y", Sort::Int);
    let (one, other) = (simple(&mut t, f, y), simple(&mut t, f, y));
    assert_eq!(one, other);
    assert!(t.mentions(one, y) && !t.has_bound(one));
    assert_eq!(t.youngest_symbol(one), 1);
    let z = t.fresh("z", Sort::Int);
    assert!(!t.mentions(one, z));
    assert_eq!(t.substitute(one, &[(y, z)]), simple(&mut t, f, z));
    // Nested quantifiers, and one substituted into the other.
    let nest = |t: &mut Terms, y: Term| {
        let u = t.fresh("u", Sort::Int);
        let inner = simple(t, f, u);
        let fu = t.app(f, vec![u]);
        let same = t.eq(fu, y);
        let body = t.or([same, inner]);
        t.forall(&[u], &[], body)
    };
    let (one, other) = (nest(&mut t, y), nest(&mut t, y));
    assert_eq!(one, other);
    let outer = quantified(&t, one);
    assert!(t.has_bound(outer.body));
    assert_eq!(outer.triggers.len(), 1);
    // Substitution into a quantifier does not capture.
    let (p, q) = (t.fresh("p", Sort::Bool), t.fresh("q", Sort::Bool));
    let v = t.fresh("v", Sort::Int);
    let fv = t.app(f, vec![v]);
    let same = t.eq(fv, y);
    let body = t.or([same, p]);
    let all = t.forall(&[v], &[], body);
    let changed = t.substitute(all, &[(p, one)]);
    assert!(!t.has_bound(changed) && !t.mentions(changed, p));
    let back = t.substitute(changed, &[(q, p)]);
    assert_eq!(back, changed);
}

#[test]
fn quantifiers_without_their_variables() {
    let mut t = Terms::new();
    let [x, y] = ["x", "y"].map(|name| t.fresh(name, Sort::Int));
    let p = t.fresh("p", Sort::Bool);
    assert_eq!(t.forall(&[x, y], &[], p), p);
    let (yes, no) = (t.truth(), t.bool(false));
    assert_eq!(
        (t.forall(&[x], &[], yes), t.exists(&[x], &[], no)),
        (yes, no)
    );
    let f = t.function("f", Sort::Int);
    let (fx, zero) = (t.app(f, vec![x]), t.int(0));
    let body = t.le(zero, fx);
    let both = t.forall(&[x, y], &[], body);
    assert_eq!(both, t.forall(&[x], &[], body));
    assert_eq!(quantified(&t, both).vars.len(), 1);
    let not_body = t.not(body);
    let some = t.exists(&[x], &[], not_body);
    assert_eq!(t.not(some), both);
}

#[test]
fn bound_references_can_be_anything() {
    let mut t = Terms::new();
    let r = t.fresh("r", Sort::Ref);
    let o = t.allocate("o");
    let same = t.eq(r, o);
    assert!(t.is_bool(same, false), "a symbol that is older");
    let x = t.fresh("x", Sort::Ref);
    let same = t.eq(x, o);
    let all = t.forall(&[x], &[], same);
    assert!(matches!(t.node(all), Node::Forall(_)));
    let elems = t.fresh("elems", Sort::Elems(Elem::REF));
    let new = t.allocate("new");
    let i = t.fresh("i", Sort::Int);
    let at = t.select(elems, i);
    let differ = t.ne(at, new);
    let all = t.forall(&[i], &[], differ);
    assert!(
        t.is_bool(all, true),
        "whatever is in older contents is older"
    );
    let seq = t.fresh("seq", Sort::Seq(Elem::REF));
    let newest = t.allocate("newest");
    let inside = t.seq_contains(seq, newest);
    assert!(t.is_bool(inside, false));
}

/// The triggers inferred for a body over two integers.
fn triggers(body: impl FnOnce(&mut Terms, [Term; 2]) -> Term) -> (Terms, Quantified) {
    let mut t = Terms::new();
    let vars = ["i", "j"].map(|name| t.fresh(name, Sort::Int));
    let body = body(&mut t, vars);
    let all = t.forall(&vars, &[], body);
    let quantified = quantified(&t, all);
    (t, quantified)
}

#[test]
fn triggers_are_inferred() {
    // Single terms with all variables: the smallest.
    let (t, q) = triggers(|t, [i, _]| {
        let a = t.fresh("a", ARRAY);
        let f = t.function("f", Sort::Int);
        let (x, y) = (t.select(a, i), t.app(f, vec![i]));
        let fx = t.app(f, vec![x]);
        t.lt(fx, y)
    });
    assert_eq!(q.triggers.len(), 2);
    assert!(q.triggers.iter().all(|set| set.len() == 1));
    assert!(matches!(t.node(q.triggers[0][0]), Node::Select(..)));
    // Multi-term triggers.
    let (_, q) = triggers(|t, [i, j]| {
        let a = t.fresh("a", ARRAY);
        let (x, y) = (t.select(a, i), t.select(a, j));
        let (order, ordered) = (t.lt(i, j), t.le(x, y));
        t.implies(order, ordered)
    });
    assert_eq!(
        q.triggers.iter().map(|set| set.len()).collect::<Vec<_>>(),
        [2]
    );
    // A shift of variables makes a trigger possible.
    let (t, q) = triggers(|t, [i, _]| {
        let (a, one) = (t.fresh("a", ARRAY), t.int(1));
        let next = t.add(i, one);
        let (x, zero) = (t.select(a, next), t.int(0));
        let (low, positive) = (t.le(zero, i), t.lt(zero, x));
        t.implies(low, positive)
    });
    let [set] = &*q.triggers else {
        panic!("{:?}", q.triggers)
    };
    assert!(matches!(t.node(set[0]), Node::Select(_, i) if *i == q.vars[0]));
    // Arithmetic as a last resort, and no trigger.
    let (_, q) = triggers(|t, [i, j]| {
        let a = t.fresh("a", ARRAY);
        let sum = t.add(i, j);
        let (x, zero) = (t.select(a, sum), t.int(0));
        t.lt(zero, x)
    });
    assert_eq!(q.triggers.len(), 1);
    let (_, q) = triggers(|t, [i, j]| t.lt(i, j));
    assert_eq!(q.triggers.len(), 0);
}

#[test]
fn triggers_are_taken_as_given() {
    let mut t = Terms::new();
    let [i, j] = ["i", "j"].map(|name| t.fresh(name, Sort::Int));
    let [f, g] = ["f", "g"].map(|name| t.function(name, Sort::Int));
    let (fi, gi, fj) = (t.app(f, vec![i]), t.app(g, vec![i]), t.app(f, vec![j]));
    let body = t.lt(fi, gi);
    let all = t.forall(&[i], &[vec![gi]], body);
    let given = quantified(&t, all);
    assert_eq!(given.triggers.len(), 1);
    assert!(matches!(t.node(given.triggers[0][0]), Node::App(h, _) if *h == g));
    // Unusable: a variable is missing, or Z3 cannot match the term.
    let body = t.lt(fi, fj);
    for useless in [vec![fi], vec![body], vec![i, j]] {
        let all = t.forall(&[i, j], &[useless], body);
        assert_eq!(quantified(&t, all).triggers[0].len(), 2);
    }
}

#[test]
fn only_triggers_make_instances() {
    let mut formulas = Formulas::default();
    formulas.know("forall x :: f(x) < 0");
    formulas.know("forall y {h(y)} :: 0 < f(h(y))");
    let no = formulas.terms.bool(false);
    // Model-based instantiation would find the contradiction.
    let name = "no term that calls for an instance";
    assert_eq!(ask(&mut formulas, no, name), Check::Sat);
    formulas.know("1 <= h(1)");
    assert_eq!(ask(&mut formulas, no, name), Check::Unsat);
}

#[test]
fn a_bounded_check_is_not_an_answer() {
    let mut formulas = Formulas::default();
    // An endless chain.
    formulas.know("forall x {f(x)} :: f(x) < f(f(x))");
    formulas.know("0 < f(0)");
    let mut backend = Backend::new(300, Vec::new()).unwrap();
    let check = backend.check(&formulas.terms, &formulas.path(), None);
    assert_eq!(check, Check::Unknown);
}

#[test]
fn theories_come_and_go_with_the_scopes() {
    let mut t = Terms::new();
    let [s, u] = ["s", "u"].map(|name| t.fresh(name, INTS));
    let x = t.fresh("x", Sort::Int);
    let p = t.fresh("p", Sort::Bool);
    let root = Path::default().with(p, FactKind::Branch);
    let unit = t.seq_unit(x);
    let longer = t.seq_concat(s, unit);
    let fact = t.eq(u, longer);
    let inner = root.with(fact, FactKind::Fact);
    let inside = t.seq_contains(u, x);
    let outside = t.not(inside);
    let (bag, set) = (t.multiset_of_seq(u), t.set_of_seq(u));
    let none = t.int(0);
    let count = t.multiset_count(bag, x);
    let absent = t.le(count, none);
    let size = t.set_size(set);
    let empty = t.le(size, none);
    let not_p = t.not(p);
    let mut backend = Backend::new(RLIMIT, Vec::new()).unwrap();
    for _ in 0..2 {
        assert_eq!(backend.check(&t, &root, None), Check::Sat);
        assert_eq!(backend.check(&t, &root, Some(outside)), Check::Sat);
        assert_eq!(backend.check(&t, &inner, Some(outside)), Check::Unsat);
        assert_eq!(backend.check(&t, &inner, Some(absent)), Check::Unsat);
        assert_eq!(backend.check(&t, &inner, Some(empty)), Check::Unsat);
        assert_eq!(backend.check(&t, &inner, Some(not_p)), Check::Unsat);
        assert_eq!(backend.check(&t, &root, Some(absent)), Check::Sat);
    }
}

#[test]
fn snapshots_wrap_declared_sorts() {
    let sort = Sort::Map(Elem::INT, Elem::of(INTS).unwrap());
    let mut t = Terms::new();
    let [m, o] = ["m", "o"].map(|name| t.fresh(name, sort));
    let s = t.fresh("s", Sort::Snap);
    let (wm, wo) = (t.wrap(m), t.wrap(o));
    let facts = [t.eq(wm, s), t.eq(s, wo)];
    let path = facts.into_iter().fold(Path::default(), |path, fact| {
        path.with(fact, FactKind::Fact)
    });
    let differ = t.ne(m, o);
    let mut backend = Backend::new(RLIMIT, vec![sort, sort, Sort::Int]).unwrap();
    assert_eq!(backend.check(&t, &path, Some(differ)), Check::Unsat);
    assert_eq!(backend.check(&t, &path, None), Check::Sat);
}

#[test]
fn the_front_reads_inside_quantifiers() {
    let mut t = Terms::new();
    let f = t.function("f", Sort::Int);
    let [y, z] = ["y", "z"].map(|name| t.fresh(name, Sort::Int));
    let (one, other, same) = (simple(&mut t, f, y), simple(&mut t, f, z), t.eq(y, z));
    let path = Path::default()
        .with(one, FactKind::Fact)
        .with(same, FactKind::Fact);
    let mut solver = Solver::new(RLIMIT, Vec::new());
    let known = solver.query(&mut t, &path, other, Effort::Known);
    assert!(known.is_yes());
    assert_eq!(solver.entails(&mut t, &path, other), Answer::Yes);
    assert_eq!(solver.spent(), 0, "Z3 was not asked");
}

#[test]
fn z3_takes_every_kind_of_trigger() {
    let mut t = Terms::new();
    let f = t.function("f", Sort::Int);
    let i = t.fresh("i", Sort::Int);
    let (p, x, y) = (
        t.fresh("p", Sort::Bool),
        t.fresh("x", Sort::Int),
        t.fresh("y", Sort::Int),
    );
    let (a, s) = (t.fresh("a", ARRAY), t.fresh("s", Sort::Snap));
    let ints = t.fresh("ints", INTS);
    let map = t.fresh("map", Sort::Map(Elem::INT, Elem::INT));
    let choice = t.ite(p, x, y);
    let wrapped = t.wrap(i);
    let pair = t.combine(wrapped, s);
    let quantified = simple(&mut t, f, x);
    let (yes, sum, quotient) = (t.truth(), t.add(x, y), t.div(x, y));
    let filled = t.fill(Elem::INT, quotient);
    let filled = t.store(filled, x, y);
    let bool_of = t.function("g", Sort::Bool);
    let snap_of = t.function("h", Sort::Snap);
    let snap = t.app(snap_of, vec![i]);
    let terms = [
        t.app(f, vec![choice, i]),
        t.app(bool_of, vec![quantified, i]),
        t.app(bool_of, vec![yes, i]),
        t.app(f, vec![sum, i]),
        t.select(filled, i),
        t.unwrap_as(Sort::Int, snap),
        t.first(snap),
        t.app(f, vec![pair]),
        t.app(f, vec![wrapped]),
        t.store(a, i, x),
        t.select(a, i),
        t.seq_index(ints, i),
        t.seq_take(ints, i),
        t.seq_update(ints, x, i),
        t.seq_contains(ints, i),
        t.seq_of(a, x, i),
        t.merge(a, i, a),
        t.restrict(a, x, i),
        t.map_lookup(map, i),
        t.map_update(map, x, i),
        t.set_unit(i),
        t.multiset_unit(i),
    ];
    for term in terms {
        let seen = t.function("seen", Sort::Bool);
        let body = t.app(seen, vec![term]);
        let both = t.and([body, p]);
        for triggers in [vec![], vec![vec![term]], vec![vec![body]]] {
            let all = t.forall(&[i], &triggers, both);
            let path = Path::default().with(all, FactKind::Fact);
            let mut backend = Backend::new(RLIMIT, Vec::new()).unwrap();
            let node = t.node(term).clone();
            assert_eq!(backend.check(&t, &path, None), Check::Sat, "{node:?}");
        }
    }
}

#[test]
fn unions_that_nest_differently_are_one_term() {
    let mut terms = Terms::new();
    let set = Sort::Set(Elem::INT);
    let sets: Vec<Term> = ["a", "b", "c"]
        .iter()
        .map(|n| terms.fresh(n, set))
        .collect();
    let elements: Vec<Term> = ["x", "y"]
        .iter()
        .map(|n| terms.fresh(n, Sort::Int))
        .collect();
    let units = elements.iter().map(|&x| terms.set_unit(x));
    let units: Vec<Term> = units.collect();
    let parts: Vec<Term> = sets.into_iter().chain(units).collect();
    let mut random = Random::new(47);
    let mut made = BTreeSet::new();
    for _ in 0..200 {
        // Any two of the sets that are left are united, until one is left.
        let mut left = parts.clone();
        while left.len() > 1 {
            let a = left.remove(random.below(left.len()));
            let b = left.remove(random.below(left.len()));
            let union = terms.set_union(a, b);
            let whole = terms.set_subset(a, union);
            assert!(terms.is_bool(whole, true));
            left.push(union);
        }
        made.extend(left);
    }
    assert_eq!(made.len(), 1);
}
