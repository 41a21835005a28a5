//! Quantifiers, collections and contents of arrays: goals that Z3 must prove quickly,
//! and goals that it must not prove.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stderr)]

use std::time::Instant;
use veriframe::internals::logic::{
    Answer, Effort, Elem, FactKind, Node, Path, Quantified, Solver, Sort, Term, Terms,
};
use veriframe::internals::z3::{Backend, Check};

/// The resource limit of a check.
const RLIMIT: u32 = 2_000_000;
const INTS: Sort = Sort::Seq(Elem::INT);
const ARRAY: Sort = Sort::Elems(Elem::INT);

/// A goal under construction: facts and a claim.
struct Goal {
    name: &'static str,
    terms: Terms,
    facts: Vec<Term>,
}

impl Goal {
    fn new(name: &'static str) -> Goal {
        Goal {
            name,
            terms: Terms::new(),
            facts: Vec::new(),
        }
    }

    fn symbols<const N: usize>(&mut self, sort: Sort, names: [&str; N]) -> [Term; N] {
        names.map(|name| self.terms.fresh(name, sort))
    }

    fn fact(&mut self, fact: Term) {
        self.facts.push(fact);
    }

    /// Z3's answer for the facts with the negated claim, counted.
    fn ask(&mut self, claim: Term) -> Check {
        let path = self.facts.iter().fold(Path::default(), |path, &fact| {
            path.with(fact, FactKind::Fact)
        });
        let denial = self.terms.not(claim);
        let mut backend = Backend::new(RLIMIT, Vec::new()).unwrap();
        let start = Instant::now();
        let check = backend.check(&self.terms, &path, Some(denial));
        eprintln!(
            "{:<44} {:>8} {:>9} {:>6} ms",
            self.name,
            format!("{check:?}"),
            backend.spent(),
            start.elapsed().as_millis()
        );
        check
    }

    fn proves(&mut self, claim: Term) {
        assert_eq!(self.ask(claim), Check::Unsat, "{}", self.name);
        // The facts must be consistent.
        let no = self.terms.bool(false);
        assert_ne!(
            self.ask(no),
            Check::Unsat,
            "{}: the facts contradict each other",
            self.name
        );
    }

    fn refutes(&mut self, claim: Term) {
        assert_eq!(self.ask(claim), Check::Sat, "{}", self.name);
    }

    /// `lo <= i && i < hi`
    fn within(&mut self, lo: Term, i: Term, hi: Term) -> Term {
        let (above, below) = (self.terms.le(lo, i), self.terms.lt(i, hi));
        self.terms.and([above, below])
    }

    fn plus(&mut self, i: Term, n: i64) -> Term {
        let n = self.terms.int(n);
        self.terms.add(i, n)
    }

    /// `forall i :: lo <= i < hi ==> body`
    fn all_within(&mut self, i: Term, bounds: (Term, Term), body: Term) -> Term {
        let within = self.within(bounds.0, i, bounds.1);
        let body = self.terms.implies(within, body);
        self.terms.forall(&[i], &[], body)
    }
}

#[test]
fn swapping_two_elements_keeps_the_multiset() {
    let mut g = Goal::new("swap keeps the multiset");
    let [s] = g.symbols(INTS, ["s"]);
    let [i, j] = g.symbols(Sort::Int, ["i", "j"]);
    let (zero, n) = (g.terms.int(0), g.terms.seq_len(s));
    for at in [i, j] {
        let fact = g.within(zero, at, n);
        g.fact(fact);
    }
    let t = &mut g.terms;
    let (a, b) = (t.seq_index(s, i), t.seq_index(s, j));
    let once = t.seq_update(s, i, b);
    let swapped = t.seq_update(once, j, a);
    let (before, after) = (t.multiset_of_seq(s), t.multiset_of_seq(swapped));
    let claim = t.eq(before, after);
    g.proves(claim);
}

#[test]
fn a_sequence_is_its_start_and_its_last_element() {
    let mut g = Goal::new("s[0..|s|-1] ++ [s[|s|-1]] = s");
    let [s] = g.symbols(INTS, ["s"]);
    let (zero, n) = (g.terms.int(0), g.terms.seq_len(s));
    let fact = g.terms.lt(zero, n);
    g.fact(fact);
    let last = g.plus(n, -1);
    let t = &mut g.terms;
    let (start, value) = (t.seq_take(s, last), t.seq_index(s, last));
    let unit = t.seq_unit(value);
    let whole = t.seq_concat(start, unit);
    let claim = t.eq(whole, s);
    g.proves(claim);
}

#[test]
fn elements_of_a_second_part() {
    let mut g = Goal::new("(s ++ t)[|s| + i] = t[i]");
    let [s, u, whole] = g.symbols(INTS, ["s", "t", "u"]);
    let [i] = g.symbols(Sort::Int, ["i"]);
    let (zero, n) = (g.terms.int(0), g.terms.seq_len(u));
    let fact = g.within(zero, i, n);
    g.fact(fact);
    let t = &mut g.terms;
    let both = t.seq_concat(s, u);
    let fact = t.eq(whole, both);
    g.fact(fact);
    let t = &mut g.terms;
    let m = t.seq_len(s);
    let at = t.add(m, i);
    let (left, right) = (t.seq_index(whole, at), t.seq_index(u, i));
    let claim = t.eq(left, right);
    g.proves(claim);
}

/// `0 <= i < |s|`
fn inside(g: &mut Goal, s: Term, i: Term) {
    let (zero, n) = (g.terms.int(0), g.terms.seq_len(s));
    let fact = g.within(zero, i, n);
    g.fact(fact);
}

#[test]
fn one_more_element_at_the_end() {
    let mut g = Goal::new("s[..i+1] = s[..i] ++ [s[i]]");
    let [s] = g.symbols(INTS, ["s"]);
    let [i] = g.symbols(Sort::Int, ["i"]);
    inside(&mut g, s, i);
    let next = g.plus(i, 1);
    let t = &mut g.terms;
    let (longer, shorter, value) = (t.seq_take(s, next), t.seq_take(s, i), t.seq_index(s, i));
    let unit = t.seq_unit(value);
    let whole = t.seq_concat(shorter, unit);
    let claim = t.eq(longer, whole);
    g.proves(claim);
}

#[test]
fn one_more_element_at_the_start() {
    let mut g = Goal::new("s[i..] = [s[i]] ++ s[i+1..]");
    let [s] = g.symbols(INTS, ["s"]);
    let [i] = g.symbols(Sort::Int, ["i"]);
    inside(&mut g, s, i);
    let next = g.plus(i, 1);
    let t = &mut g.terms;
    let (longer, shorter, value) = (t.seq_drop(s, i), t.seq_drop(s, next), t.seq_index(s, i));
    let unit = t.seq_unit(value);
    let whole = t.seq_concat(unit, shorter);
    let claim = t.eq(longer, whole);
    g.proves(claim);
}

/// `|r| = |s| && forall i :: 0 <= i < |r| ==> r[i] = s[|s| - 1 - i]`
fn reversed(g: &mut Goal, r: Term, s: Term) -> Term {
    let i = g.terms.fresh("i", Sort::Int);
    let t = &mut g.terms;
    let (zero, n, m) = (t.int(0), t.seq_len(s), t.seq_len(r));
    let at = t.sub(n, i);
    let at = g.plus(at, -1);
    let t = &mut g.terms;
    let (left, right) = (t.seq_index(r, i), t.seq_index(s, at));
    let (same, lengths) = (t.eq(left, right), t.eq(m, n));
    let all = g.all_within(i, (zero, m), same);
    g.terms.and([lengths, all])
}

#[test]
fn reversing_twice() {
    let mut g = Goal::new("the reverse of the reverse");
    let [s, r, q] = g.symbols(INTS, ["s", "r", "q"]);
    for (x, y) in [(r, s), (q, r)] {
        let fact = reversed(&mut g, x, y);
        g.fact(fact);
    }
    let claim = g.terms.eq(q, s);
    g.proves(claim);
}

#[test]
fn reversing_step_by_step() {
    let mut g = Goal::new("a step of reversing");
    let [s, r] = g.symbols(INTS, ["s", "r"]);
    let fact = reversed(&mut g, r, s);
    g.fact(fact);
    let [x] = g.symbols(Sort::Int, ["x"]);
    let t = &mut g.terms;
    let unit = t.seq_unit(x);
    let (longer, other) = (t.seq_concat(s, unit), t.seq_concat(unit, r));
    let claim = reversed(&mut g, other, longer);
    g.proves(claim);
}

/// `forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]`
fn sorted(g: &mut Goal, s: Term) -> Term {
    let [i, j] = g.symbols(Sort::Int, ["i", "j"]);
    let t = &mut g.terms;
    let (zero, n) = (t.int(0), t.seq_len(s));
    let (start, order, end) = (t.le(zero, i), t.lt(i, j), t.lt(j, n));
    let (a, b) = (t.seq_index(s, i), t.seq_index(s, j));
    let (bounds, ordered) = (t.and([start, order, end]), t.le(a, b));
    let body = t.implies(bounds, ordered);
    t.forall(&[i, j], &[], body)
}

#[test]
fn a_concatenation_of_sorted_sequences() {
    let mut g = Goal::new("sorted s ++ t");
    let [s, u] = g.symbols(INTS, ["s", "t"]);
    for part in [s, u] {
        let fact = sorted(&mut g, part);
        g.fact(fact);
    }
    let [i, j] = g.symbols(Sort::Int, ["i", "j"]);
    let t = &mut g.terms;
    let (zero, m, n) = (t.int(0), t.seq_len(s), t.seq_len(u));
    let (a, b) = (t.seq_index(s, i), t.seq_index(u, j));
    let ordered = t.le(a, b);
    let inner = g.all_within(j, (zero, n), ordered);
    let fact = g.all_within(i, (zero, m), inner);
    g.fact(fact);
    let whole = g.terms.seq_concat(s, u);
    let claim = sorted(&mut g, whole);
    g.proves(claim);
}

#[test]
fn a_sum_over_a_longer_and_longer_start() {
    let mut g = Goal::new("sum(s[..i+1]) = sum(s[..i]) + s[i]");
    let [s] = g.symbols(INTS, ["s"]);
    let [i] = g.symbols(Sort::Int, ["i"]);
    inside(&mut g, s, i);
    let sum = g.terms.function("sum", Sort::Int);
    let next = g.plus(i, 1);
    let longer = g.terms.seq_take(s, next);
    // sum(u) = |u| = 0 ? 0 : sum(u[..|u| - 1]) + u[|u| - 1], once
    let n = g.terms.seq_len(longer);
    let last = g.plus(n, -1);
    let t = &mut g.terms;
    let (start, value, zero) = (
        t.seq_take(longer, last),
        t.seq_index(longer, last),
        t.int(0),
    );
    let (all, rest) = (t.app(sum, vec![longer]), t.app(sum, vec![start]));
    let (empty, more) = (t.eq(n, zero), t.add(rest, value));
    let body = t.ite(empty, zero, more);
    let fact = t.eq(all, body);
    g.fact(fact);
    let t = &mut g.terms;
    let (shorter, element) = (t.seq_take(s, i), t.seq_index(s, i));
    let before = t.app(sum, vec![shorter]);
    let after = t.add(before, element);
    let claim = t.eq(all, after);
    g.proves(claim);
}

#[test]
fn membership_of_a_longer_start() {
    let mut g = Goal::new("x in s[..i+1] <=> x in s[..i] || x = s[i]");
    let [s] = g.symbols(INTS, ["s"]);
    let [i, x] = g.symbols(Sort::Int, ["i", "x"]);
    inside(&mut g, s, i);
    let next = g.plus(i, 1);
    let t = &mut g.terms;
    let (longer, shorter, value) = (t.seq_take(s, next), t.seq_take(s, i), t.seq_index(s, i));
    let (left, right) = (t.seq_contains(longer, x), t.seq_contains(shorter, x));
    let last = t.eq(x, value);
    let right = t.or([right, last]);
    let claim = t.eq(left, right);
    g.proves(claim);
}

const SET: Sort = Sort::Set(Elem::INT);

#[test]
fn laws_of_sets() {
    let mut g = Goal::new("insert twice");
    let [s, u, v] = g.symbols(SET, ["s", "t", "u"]);
    let [x] = g.symbols(Sort::Int, ["x"]);
    let once = g.terms.set_insert(s, x);
    let fact = g.terms.eq(u, once);
    g.fact(fact);
    let t = &mut g.terms;
    let twice = t.set_insert(u, x);
    let claim = t.eq(twice, u);
    g.proves(claim);

    let mut g2 = Goal::new("union is associative and commutative");
    let [a, b, c] = g2.symbols(SET, ["a", "b", "c"]);
    let [ab, bc] = g2.symbols(SET, ["ab", "bc"]);
    let t = &mut g2.terms;
    let (left, right) = (t.set_union(a, b), t.set_union(c, b));
    let facts = [t.eq(ab, left), t.eq(bc, right)];
    let (left, right) = (t.set_union(ab, c), t.set_union(bc, a));
    let claim = t.eq(left, right);
    g2.facts.extend(facts);
    g2.proves(claim);

    let mut g3 = Goal::new("|{x} union s| = |s| + 1");
    let [s] = g3.symbols(SET, ["s"]);
    let [x] = g3.symbols(Sort::Int, ["x"]);
    let t = &mut g3.terms;
    let inside = t.set_contains(s, x);
    let fact = t.not(inside);
    let unit = t.set_unit(x);
    let more = t.set_union(unit, s);
    let (n, m) = (t.set_size(more), t.set_size(s));
    g3.fact(fact);
    let next = g3.plus(m, 1);
    let claim = g3.terms.eq(n, next);
    g3.proves(claim);

    let mut g4 = Goal::new("(a minus b) union b = a union b");
    let [a, b, c] = g4.symbols(SET, ["a", "b", "c"]);
    let t = &mut g4.terms;
    let minus = t.set_minus(a, b);
    let fact = t.eq(c, minus);
    g4.fact(fact);
    let t = &mut g4.terms;
    let (left, right) = (t.set_union(c, b), t.set_union(a, b));
    let claim = t.eq(left, right);
    g4.proves(claim);

    let _ = v;
    let mut g5 = Goal::new("subsets of the same size are equal");
    let [a, b] = g5.symbols(SET, ["a", "b"]);
    let t = &mut g5.terms;
    let (sub, n, m) = (t.set_subset(a, b), t.set_size(a), t.set_size(b));
    let same = t.eq(n, m);
    let claim = t.eq(a, b);
    g5.facts.extend([sub, same]);
    g5.proves(claim);
}

#[test]
fn laws_of_maps() {
    let map = Sort::Map(Elem::INT, Elem::BOOL);
    let mut g = Goal::new("lookup in an updated map");
    let [m, o] = g.symbols(map, ["m", "o"]);
    let [k, j] = g.symbols(Sort::Int, ["k", "j"]);
    let [v] = g.symbols(Sort::Bool, ["v"]);
    let t = &mut g.terms;
    let new = t.map_update(m, k, v);
    let fact = t.eq(o, new);
    let (at, old, other) = (t.map_lookup(o, k), t.map_lookup(m, j), t.map_lookup(o, j));
    let (same, kept, alike) = (t.eq(at, v), t.eq(old, other), t.eq(j, k));
    let kept = t.or([alike, kept]);
    let (before, after) = (t.map_domain(m), t.map_domain(o));
    let (had, has) = (t.set_contains(before, j), t.set_contains(after, j));
    let either = t.or([had, alike]);
    let domain = t.eq(has, either);
    let claim = t.and([same, kept, domain]);
    g.fact(fact);
    g.proves(claim);

    let mut g = Goal::new("updates at two keys commute");
    let [m] = g.symbols(map, ["m"]);
    let [k, j] = g.symbols(Sort::Int, ["k", "j"]);
    let [v, w] = g.symbols(Sort::Bool, ["v", "w"]);
    let t = &mut g.terms;
    let differ = t.ne(k, j);
    let left = t.map_update(m, k, v);
    let left = t.map_update(left, j, w);
    let right = t.map_update(m, j, w);
    let right = t.map_update(right, k, v);
    let claim = t.eq(left, right);
    g.fact(differ);
    g.proves(claim);
}

/// `forall i :: lo <= i < hi ==> a[i] = b[i]`
fn alike(g: &mut Goal, a: Term, b: Term, bounds: (Term, Term)) -> Term {
    let i = g.terms.fresh("i", Sort::Int);
    let (x, y) = (g.terms.select(a, i), g.terms.select(b, i));
    let same = g.terms.eq(x, y);
    g.all_within(i, bounds, same)
}

#[test]
fn sequences_of_equal_contents() {
    let mut g = Goal::new("a[lo..hi] = b[lo..hi] from a forall");
    let [a, b] = g.symbols(ARRAY, ["a", "b"]);
    let [lo, hi] = g.symbols(Sort::Int, ["lo", "hi"]);
    let fact = alike(&mut g, a, b, (lo, hi));
    g.fact(fact);
    let t = &mut g.terms;
    let (s, u) = (t.seq_of(a, lo, hi), t.seq_of(b, lo, hi));
    let claim = t.eq(s, u);
    g.proves(claim);

    let mut g = Goal::new("and back");
    let [a, b] = g.symbols(ARRAY, ["a", "b"]);
    let [lo, hi] = g.symbols(Sort::Int, ["lo", "hi"]);
    let t = &mut g.terms;
    let (s, u) = (t.seq_of(a, lo, hi), t.seq_of(b, lo, hi));
    let fact = t.eq(s, u);
    g.fact(fact);
    let claim = alike(&mut g, a, b, (lo, hi));
    g.proves(claim);
}

#[test]
fn restricted_contents_are_arguments() {
    let mut g = Goal::new("f(restrict(a)) = f(restrict(b)) from a forall");
    let [a, b] = g.symbols(ARRAY, ["a", "b"]);
    let [lo, hi] = g.symbols(Sort::Int, ["lo", "hi"]);
    let fact = alike(&mut g, a, b, (lo, hi));
    g.fact(fact);
    let t = &mut g.terms;
    let f = t.function("f", Sort::Int);
    let (x, y) = (t.restrict(a, lo, hi), t.restrict(b, lo, hi));
    let (p, q) = (t.wrap(x), t.wrap(y));
    let unit = t.unit();
    let (p, q) = (t.combine(p, unit), t.combine(q, unit));
    let (fx, fy) = (t.app(f, vec![p]), t.app(f, vec![q]));
    let claim = t.eq(fx, fy);
    g.proves(claim);

    let mut g = Goal::new("f(restrict(store(a)))");
    let [a] = g.symbols(ARRAY, ["a"]);
    let [lo, hi, i, v] = g.symbols(Sort::Int, ["lo", "hi", "i", "v"]);
    let t = &mut g.terms;
    let f = t.function("f", Sort::Int);
    let fact = t.le(hi, i);
    let b = t.store(a, i, v);
    let (x, y) = (t.restrict(a, lo, hi), t.restrict(b, lo, hi));
    let (fx, fy) = (t.app(f, vec![x]), t.app(f, vec![y]));
    let claim = t.eq(fx, fy);
    g.fact(fact);
    g.proves(claim);

    let mut g = Goal::new("restrict of a part of a merge");
    let [a, b] = g.symbols(ARRAY, ["a", "b"]);
    let [lo, hi, mid] = g.symbols(Sort::Int, ["lo", "hi", "mid"]);
    let t = &mut g.terms;
    let f = t.function("f", Sort::Int);
    let fact = t.le(hi, mid);
    let c = t.merge(a, mid, b);
    let (x, y) = (t.restrict(a, lo, hi), t.restrict(c, lo, hi));
    let (p, q) = (t.wrap(x), t.wrap(y));
    let (fx, fy) = (t.app(f, vec![p]), t.app(f, vec![q]));
    let claim = t.eq(fx, fy);
    g.fact(fact);
    g.proves(claim);
}

#[test]
fn restricted_contents_that_may_differ() {
    let mut g = Goal::new("f(restrict(a)) = f(restrict(b)): not from less");
    let [a, b] = g.symbols(ARRAY, ["a", "b"]);
    let [lo, hi] = g.symbols(Sort::Int, ["lo", "hi"]);
    let less = g.plus(hi, -1);
    let fact = alike(&mut g, a, b, (lo, less));
    g.fact(fact);
    let t = &mut g.terms;
    let f = t.function("f", Sort::Int);
    let (x, y) = (t.restrict(a, lo, hi), t.restrict(b, lo, hi));
    let (fx, fy) = (t.app(f, vec![x]), t.app(f, vec![y]));
    let claim = t.eq(fx, fy);
    g.refutes(claim);
}

#[test]
fn the_multiset_of_a_concatenation() {
    let mut g = Goal::new("multiset(s ++ t) = multiset(t ++ s)");
    let [s, u, x, y] = g.symbols(INTS, ["s", "t", "x", "y"]);
    let t = &mut g.terms;
    let (left, right) = (t.seq_concat(s, u), t.seq_concat(u, s));
    let facts = [t.eq(x, left), t.eq(y, right)];
    let (left, right) = (t.multiset_of_seq(x), t.multiset_of_seq(y));
    let claim = t.eq(left, right);
    g.facts.extend(facts);
    g.proves(claim);
}

#[test]
fn binary_search() {
    let mut g = Goal::new("binary search goes left");
    let [a] = g.symbols(ARRAY, ["a"]);
    let [n, lo, hi, mid, key] = g.symbols(Sort::Int, ["n", "lo", "hi", "mid", "key"]);
    // The array is sorted.
    let [i, j] = g.symbols(Sort::Int, ["i", "j"]);
    let t = &mut g.terms;
    let zero = t.int(0);
    let (start, order, end) = (t.le(zero, i), t.lt(i, j), t.lt(j, n));
    let (x, y) = (t.select(a, i), t.select(a, j));
    let (bounds, ordered) = (t.and([start, order, end]), t.le(x, y));
    let body = t.implies(bounds, ordered);
    let fact = t.forall(&[i, j], &[], body);
    g.fact(fact);
    // The elements right of `hi` are greater.
    let greater = |g: &mut Goal, from: Term| {
        let k = g.terms.fresh("k", Sort::Int);
        let value = g.terms.select(a, k);
        let more = g.terms.lt(key, value);
        g.all_within(k, (from, n), more)
    };
    let fact = greater(&mut g, hi);
    g.fact(fact);
    let t = &mut g.terms;
    let middle = t.select(a, mid);
    let facts = [
        t.le(zero, lo),
        t.le(lo, mid),
        t.lt(mid, hi),
        t.le(hi, n),
        t.lt(key, middle),
    ];
    g.facts.extend(facts);
    let claim = greater(&mut g, mid);
    g.proves(claim);
}

#[test]
fn two_swaps_permute() {
    let mut g = Goal::new("two swaps permute");
    let [s, u] = g.symbols(INTS, ["s", "t"]);
    let [i, j, k, l] = g.symbols(Sort::Int, ["i", "j", "k", "l"]);
    for at in [i, j, k, l] {
        inside(&mut g, s, at);
    }
    let swap = |t: &mut Terms, s: Term, i: Term, j: Term| {
        let (a, b) = (t.seq_index(s, i), t.seq_index(s, j));
        let once = t.seq_update(s, i, b);
        t.seq_update(once, j, a)
    };
    let t = &mut g.terms;
    let once = swap(t, s, i, j);
    let twice = swap(t, once, k, l);
    let fact = t.eq(u, twice);
    g.fact(fact);
    let t = &mut g.terms;
    let (before, after) = (t.multiset_of_seq(s), t.multiset_of_seq(u));
    let claim = t.eq(before, after);
    g.proves(claim);
}

#[test]
fn a_swap_in_an_array() {
    let mut g = Goal::new("a swap in an array's slice");
    let [a] = g.symbols(ARRAY, ["a"]);
    let [n, i, j] = g.symbols(Sort::Int, ["n", "i", "j"]);
    let zero = g.terms.int(0);
    for at in [i, j] {
        let fact = g.within(zero, at, n);
        g.fact(fact);
    }
    let t = &mut g.terms;
    let (x, y) = (t.select(a, i), t.select(a, j));
    let b = t.store(a, i, y);
    let b = t.store(b, j, x);
    let (before, after) = (t.seq_of(a, zero, n), t.seq_of(b, zero, n));
    let (before, after) = (t.multiset_of_seq(before), t.multiset_of_seq(after));
    let claim = t.eq(before, after);
    g.proves(claim);
}

#[test]
fn one_more_instance() {
    let mut g = Goal::new("forall i < n + 1 from i < n and n");
    let [a] = g.symbols(ARRAY, ["a"]);
    let [n] = g.symbols(Sort::Int, ["n"]);
    let zero = g.terms.int(0);
    let positive = |g: &mut Goal, to: Term| {
        let i = g.terms.fresh("i", Sort::Int);
        let zero = g.terms.int(0);
        let value = g.terms.select(a, i);
        let positive = g.terms.lt(zero, value);
        g.all_within(i, (zero, to), positive)
    };
    let fact = positive(&mut g, n);
    g.fact(fact);
    let t = &mut g.terms;
    let last = t.select(a, n);
    let fact = t.lt(zero, last);
    g.fact(fact);
    let next = g.plus(n, 1);
    let claim = positive(&mut g, next);
    g.proves(claim);
    let after = g.plus(n, 2);
    let claim = positive(&mut g, after);
    g.refutes(claim);
}

#[test]
fn a_multiset_of_a_growing_slice() {
    let mut g = Goal::new("multiset(a[0..i+1]) = multiset(a[0..i]) + {a[i]}");
    let [a] = g.symbols(ARRAY, ["a"]);
    let [i] = g.symbols(Sort::Int, ["i"]);
    let t = &mut g.terms;
    let zero = t.int(0);
    let fact = t.le(zero, i);
    g.fact(fact);
    let next = g.plus(i, 1);
    let t = &mut g.terms;
    let (longer, shorter) = (t.seq_of(a, zero, next), t.seq_of(a, zero, i));
    let (longer, shorter) = (t.multiset_of_seq(longer), t.multiset_of_seq(shorter));
    let value = t.select(a, i);
    let unit = t.multiset_unit(value);
    let more = t.multiset_union(shorter, unit);
    let claim = t.eq(longer, more);
    g.proves(claim);
}

#[test]
fn a_sum_over_a_growing_slice() {
    let mut g = Goal::new("sum(a[0..i+1]) = sum(a[0..i]) + a[i]");
    let [a] = g.symbols(ARRAY, ["a"]);
    let [i] = g.symbols(Sort::Int, ["i"]);
    let t = &mut g.terms;
    let zero = t.int(0);
    let fact = t.le(zero, i);
    g.fact(fact);
    let sum = g.terms.function("sum", Sort::Int);
    let next = g.plus(i, 1);
    let longer = g.terms.seq_of(a, zero, next);
    let n = g.terms.seq_len(longer);
    let last = g.plus(n, -1);
    let t = &mut g.terms;
    let (start, value) = (t.seq_take(longer, last), t.seq_index(longer, last));
    let (all, rest) = (t.app(sum, vec![longer]), t.app(sum, vec![start]));
    let (empty, more) = (t.eq(n, zero), t.add(rest, value));
    let body = t.ite(empty, zero, more);
    let fact = t.eq(all, body);
    g.fact(fact);
    let t = &mut g.terms;
    let (shorter, element) = (t.seq_of(a, zero, i), t.select(a, i));
    let before = t.app(sum, vec![shorter]);
    let after = t.add(before, element);
    let claim = t.eq(all, after);
    g.proves(claim);
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
    let mut g = Goal::new("no term that calls for an instance");
    let [f, h] = ["f", "h"].map(|name| g.terms.function(name, Sort::Int));
    let [x, y] = g.symbols(Sort::Int, ["x", "y"]);
    let t = &mut g.terms;
    let zero = t.int(0);
    let (fx, hy) = (t.app(f, vec![x]), t.app(h, vec![y]));
    let fhy = t.app(f, vec![hy]);
    let (negative, positive) = (t.lt(fx, zero), t.lt(zero, fhy));
    let facts = [
        t.forall(&[x], &[], negative),
        t.forall(&[y], &[vec![hy]], positive),
    ];
    g.facts.extend(facts);
    let no = g.terms.bool(false);
    // Model-based instantiation would find the contradiction.
    g.refutes(no);
    let one = g.terms.int(1);
    let h1 = g.terms.app(h, vec![one]);
    let fact = g.terms.le(one, h1);
    g.fact(fact);
    assert_eq!(g.ask(no), Check::Unsat);
}

#[test]
fn a_bounded_check_is_not_an_answer() {
    let mut g = Goal::new("an endless chain");
    let f = g.terms.function("f", Sort::Int);
    let [x] = g.symbols(Sort::Int, ["x"]);
    let t = &mut g.terms;
    let fx = t.app(f, vec![x]);
    let ffx = t.app(f, vec![fx]);
    let (next, zero) = (t.lt(fx, ffx), t.int(0));
    let fact = t.forall(&[x], &[vec![fx]], next);
    let f0 = t.app(f, vec![zero]);
    let start = t.lt(zero, f0);
    let path = Path::default()
        .with(fact, FactKind::Fact)
        .with(start, FactKind::Fact);
    let mut backend = Backend::new(300, Vec::new()).unwrap();
    let check = backend.check(&g.terms, &path, None);
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
fn nested_collections_are_extensional() {
    let mut g = Goal::new("sets of equal sequences");
    let seqs = Elem::of(INTS).unwrap();
    let [s] = g.symbols(INTS, ["s"]);
    let [a, b] = g.symbols(Sort::Set(seqs), ["a", "b"]);
    let [i] = g.symbols(Sort::Int, ["i"]);
    inside(&mut g, s, i);
    let t = &mut g.terms;
    let (start, end) = (t.seq_take(s, i), t.seq_drop(s, i));
    let whole = t.seq_concat(start, end);
    let (with, without) = (t.set_insert(a, whole), t.set_contains(b, s));
    let fact = t.set_subset(with, b);
    g.fact(fact);
    g.proves(without);
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
