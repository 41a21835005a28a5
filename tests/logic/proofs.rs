//! Proofs of the built-in prover by quantifier instances and theory lemmas: examples
//! for each, and goals that must not be proved. `logic.rs` tests the lemmas against
//! values.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;
use veriframe::internals::logic::{
    Answer, Elem, FactKind, Path, Prover, Solver, Sort, Term, Terms,
};

/// Some symbols.
struct World {
    terms: Terms,
    facts: Vec<Term>,
}

impl World {
    fn new() -> World {
        World {
            terms: Terms::new(),
            facts: Vec::new(),
        }
    }

    fn int(&mut self, name: &str) -> Term {
        self.terms.fresh(name, Sort::Int)
    }

    fn seq(&mut self, name: &str) -> Term {
        self.terms.fresh(name, Sort::Seq(Elem::INT))
    }

    fn contents(&mut self, name: &str) -> Term {
        self.terms.fresh(name, Sort::Elems(Elem::INT))
    }

    fn know(&mut self, fact: Term) {
        self.facts.push(fact);
    }

    /// `lo <= i < hi`.
    fn within(&mut self, lo: Term, i: Term, hi: Term) -> Term {
        let parts = [self.terms.le(lo, i), self.terms.lt(i, hi)];
        self.terms.and(parts)
    }

    /// `forall i: lo <= i < hi ==> body(i)`.
    fn each(&mut self, lo: Term, hi: Term, body: impl FnOnce(&mut Terms, Term) -> Term) -> Term {
        let i = self.int("i");
        let within = self.within(lo, i, hi);
        let body = body(&mut self.terms, i);
        let body = self.terms.implies(within, body);
        self.terms.forall(&[i], &[], body)
    }

    /// Whether a goal follows from the facts; asking does not change them.
    fn proves(&mut self, goal: Term) -> bool {
        let mut prover = Prover::default();
        for &fact in &self.facts {
            prover.assume(&mut self.terms, fact);
        }
        let proved = prover.proves(&mut self.terms, goal);
        assert_eq!(prover.proves(&mut self.terms, goal), proved, "asked again");
        assert!(!prover.in_conflict());
        proved
    }
}

/// The solver's answer, which must not need Z3.
fn answers(world: &mut World, goal: Term) -> Answer {
    let path = world.facts.iter().fold(Path::default(), |path, &fact| {
        path.with(fact, FactKind::Fact)
    });
    let mut solver = Solver::new(1_000_000, Vec::new());
    let answer = solver.entails(&mut world.terms, &path, goal);
    let checks = solver.counters().z3_checks;
    assert_eq!(checks, 0, "{answer:?}: {}", world.terms.text(goal));
    answer
}

#[test]
fn products_have_countermodels() {
    let mut w = World::new();
    let [x, y, z, v] = ["x", "y", "z", "v"].map(|name| w.int(name));
    let (product, two) = (w.terms.mul(x, y), w.terms.int(2));
    let fact = w.terms.eq(v, product);
    w.know(fact);
    let fact = w.terms.lt(two, x);
    w.know(fact);
    let fact = w.terms.lt(x, z);
    w.know(fact);
    let goal = w.terms.eq(v, y);
    assert_eq!(answers(&mut w, goal), Answer::No);
    let goal = w.terms.lt(two, z);
    assert_eq!(answers(&mut w, goal), Answer::Yes);
}

#[test]
fn collections_in_snapshots_do_not_stop_countermodels() {
    let mut w = World::new();
    let [s, t] = ["s", "t"].map(|name| w.terms.fresh(name, Sort::Snap));
    let first = w.terms.first(s);
    let (pair, wraps) = (
        w.terms.is_combine(s),
        w.terms.is_wrap(Sort::Seq(Elem::INT), first),
    );
    w.know(pair);
    w.know(wraps);
    let goal = w.terms.eq(first, t);
    assert_eq!(answers(&mut w, goal), Answer::No);
}

#[test]
fn sequences_have_countermodels() {
    let mut w = World::new();
    let [x, i] = ["x", "i"].map(|name| w.int(name));
    let [s, t] = ["s", "t"].map(|name| w.seq(name));
    let unit = w.terms.seq_unit(x);
    let longer = w.terms.seq_concat(unit, t);
    let fact = w.terms.eq(s, longer);
    w.know(fact);
    let (zero, one) = (w.terms.int(0), w.terms.int(1));
    let (first, next) = (w.terms.seq_index(s, zero), w.terms.seq_index(s, one));
    let (whole, rest) = (w.terms.seq_len(s), w.terms.seq_len(t));
    // Possible facts and necessary ones.
    let goals = [
        w.terms.le(one, rest),
        w.terms.eq(next, x),
        w.terms.seq_contains(t, x),
        w.terms.eq(s, t),
    ];
    for goal in goals {
        assert_eq!(answers(&mut w, goal), Answer::No, "{}", w.terms.text(goal));
    }
    let goals = [w.terms.lt(rest, whole), w.terms.eq(first, x)];
    for goal in goals {
        assert_eq!(answers(&mut w, goal), Answer::Yes, "{}", w.terms.text(goal));
    }
    // Only within bounds is an element of the suffix one of the whole.
    let inside = w.within(zero, i, rest);
    let after = w.terms.add(i, one);
    let (there, here) = (w.terms.seq_index(s, after), w.terms.seq_index(t, i));
    w.know(inside);
    let same = w.terms.eq(there, here);
    assert_eq!(answers(&mut w, same), Answer::Yes);
    let there = w.terms.seq_index(s, i);
    let same = w.terms.eq(there, here);
    assert_eq!(answers(&mut w, same), Answer::No);
}

#[test]
fn sequences_of_the_same_elements_may_be_in_different_order() {
    let mut w = World::new();
    let [s, t] = ["s", "t"].map(|name| w.seq(name));
    let (left, right) = (w.terms.multiset_of_seq(s), w.terms.multiset_of_seq(t));
    let fact = w.terms.eq(left, right);
    w.know(fact);
    let (zero, one, two) = (w.terms.int(0), w.terms.int(1), w.terms.int(2));
    let length = w.terms.seq_len(s);
    let fact = w.terms.eq(length, two);
    w.know(fact);
    let (first, last) = (w.terms.seq_index(s, zero), w.terms.seq_index(t, one));
    let fact = w.terms.eq(first, last);
    w.know(fact);
    let last = w.terms.seq_index(s, one);
    let goal = w.terms.eq(first, last);
    assert_eq!(answers(&mut w, goal), Answer::No);
}

#[test]
fn slices_differ_outside_of_their_bounds() {
    let mut w = World::new();
    let [a, b] = ["a", "b"].map(|name| w.contents(name));
    let [n, i] = ["n", "i"].map(|name| w.int(name));
    let zero = w.terms.int(0);
    let (left, right) = (w.terms.restrict(a, zero, n), w.terms.restrict(b, zero, n));
    let fact = w.terms.eq(left, right);
    w.know(fact);
    let below = w.terms.lt(zero, i);
    w.know(below);
    let (x, y) = (w.terms.select(a, i), w.terms.select(b, i));
    let same = w.terms.eq(x, y);
    let goal = w.terms.lt(zero, n);
    let goal = w.terms.implies(goal, same);
    assert_eq!(answers(&mut w, goal), Answer::No);
    let goal = w.terms.eq(a, b);
    assert_eq!(answers(&mut w, goal), Answer::No);
}

#[test]
fn sets_multisets_and_maps_have_countermodels() {
    let mut w = World::new();
    let [x, y] = ["x", "y"].map(|name| w.int(name));
    let [s, t] = ["s", "t"].map(|name| w.terms.fresh(name, Sort::Set(Elem::INT)));
    let [b, c] = ["b", "c"].map(|name| w.terms.fresh(name, Sort::Multiset(Elem::INT)));
    let m = w.terms.fresh("m", Sort::Map(Elem::INT, Elem::INT));
    let one = w.terms.int(1);
    let fact = w.terms.set_contains(s, x);
    w.know(fact);
    let (union, rest) = (w.terms.set_union(s, t), w.terms.set_minus(t, s));
    let [all, some, left] = [union, s, rest].map(|set| w.terms.set_size(set));
    let larger = w.terms.map_update(m, x, y);
    let keys = [m, larger].map(|map| w.terms.map_domain(map));
    let [before, after] = keys.map(|set| w.terms.set_size(set));
    let more = w.terms.add(before, one);
    let both = w.terms.multiset_intersect(b, c);
    let counts = [b, both].map(|bag| w.terms.multiset_count(bag, x));
    let inside = w.terms.set_contains(union, x);
    let found = w.terms.map_lookup(m, x);
    let goals = [
        w.terms.eq(all, some),
        w.terms.le(left, some),
        inside,
        w.terms.eq(more, after),
        w.terms.eq(before, after),
        w.terms.eq(found, y),
        w.terms.eq(counts[0], counts[1]),
    ];
    let yes = goals.map(|goal| answers(&mut w, goal) == Answer::Yes);
    assert_eq!(yes, [false, false, true, false, false, false, false]);
}

/// The processor time that this thread has used.
fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(now).unwrap()
}

/// The processor time to evaluate candidate countermodels.
fn time_of_candidates(world: &mut World, goal: Term) -> Duration {
    let mut prover = Prover::default();
    for &fact in &world.facts {
        prover.assume(&mut world.terms, fact);
    }
    let start = thread_time();
    let candidates = prover.candidates(&mut world.terms, goal);
    for mut candidate in candidates {
        candidate.satisfies(&world.terms, world.facts.iter().copied());
    }
    thread_time() - start
}

#[test]
fn multisets_of_very_many_elements_are_not_listed() {
    let mut w = World::new();
    let [x, y] = ["x", "y"].map(|name| w.int(name));
    let ends = [x, y].map(|value| {
        let mut bag = w.terms.multiset_unit(value);
        for _ in 0..13 {
            let twice = w.terms.fresh("b", Sort::Multiset(Elem::INT));
            let both = w.terms.multiset_union(bag, bag);
            let fact = w.terms.eq(twice, both);
            w.know(fact);
            bag = twice;
        }
        bag
    });
    let fact = w.terms.eq(ends[0], ends[1]);
    w.know(fact);
    let zero = w.terms.int(0);
    let goal = w.terms.eq(x, zero);
    let time = time_of_candidates(&mut w, goal);
    assert!(time.as_millis() < 1000, "{time:?}");
}

#[test]
fn long_bodies_of_quantifiers_are_evaluated_less_often() {
    let mut w = World::new();
    let s = w.seq("s");
    let [i, j, x] = ["i", "j", "x"].map(|name| w.int(name));
    let (zero, forty) = (w.terms.int(0), w.terms.int(40));
    let length = w.terms.seq_len(s);
    let fact = w.terms.eq(length, forty);
    w.know(fact);
    let mut changed = s;
    for at in 0..39 {
        let scaled = w.terms.int(at);
        let product = w.terms.mul(scaled, i);
        let value = w.terms.add(product, j);
        changed = w.terms.seq_update(changed, scaled, value);
    }
    let differs = w.terms.ne(changed, s);
    let guards = [w.within(zero, i, forty), w.within(zero, j, forty)];
    let inside = w.terms.and(guards);
    let body = w.terms.implies(inside, differs);
    let fact = w.terms.forall(&[i, j], &[], body);
    w.know(fact);
    let goal = w.terms.eq(x, zero);
    let time = time_of_candidates(&mut w, goal);
    assert!(time.as_millis() < 1000, "{time:?}");
}

#[test]
fn quantifiers_hold_within_their_bounds_alone() {
    let mut w = World::new();
    let a = w.contents("a");
    let [n, k] = ["n", "k"].map(|name| w.int(name));
    let zero = w.terms.int(0);
    let fact = w.each(zero, n, |terms, i| {
        let (zero, element) = (terms.int(0), terms.select(a, i));
        terms.lt(zero, element)
    });
    w.know(fact);
    let fact = w.terms.le(zero, k);
    w.know(fact);
    let fact = w.terms.lt(zero, n);
    w.know(fact);
    let element = w.terms.select(a, k);
    let goal = w.terms.lt(zero, element);
    assert_eq!(answers(&mut w, goal), Answer::No);
    let further = w.terms.add(n, k);
    let goal = w.each(zero, further, |terms, i| {
        let (zero, element) = (terms.int(0), terms.select(a, i));
        terms.lt(zero, element)
    });
    assert_eq!(answers(&mut w, goal), Answer::No);
    let fact = w.terms.lt(k, n);
    w.know(fact);
    let goal = w.terms.lt(zero, element);
    assert_eq!(answers(&mut w, goal), Answer::Yes);
}

/// Operands are ordered by the creation of terms. Terms created by a model search must
/// not influence the order.
#[test]
fn looking_for_a_model_leaves_no_terms() {
    let made = |asked: bool| {
        let mut w = World::new();
        let [s, t] = ["s", "t"].map(|name| w.seq(name));
        let (left, right) = (w.terms.multiset_of_seq(s), w.terms.multiset_of_seq(t));
        let n = w.terms.seq_len(s);
        let zero = w.terms.int(0);
        let sorted = w.each(zero, n, |terms, i| {
            let element = terms.seq_index(s, i);
            terms.le(i, element)
        });
        let (same, equal) = (w.terms.eq(left, right), w.terms.eq(s, t));
        let mut prover = Prover::default();
        prover.assume(&mut w.terms, same);
        prover.assume(&mut w.terms, sorted);
        if asked {
            // The order of hash tables may change.
            let content = |prover: &Prover| {
                let text = format!("{prover:?}");
                // The steps are counted, not undone.
                let (text, _) = text.rsplit_once("steps: ").unwrap();
                let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
                words.retain(|word| !word.contains("fuel"));
                words.sort();
                words
            };
            let before = content(&prover);
            let mut found = prover.candidates(&mut w.terms, equal);
            assert!(content(&prover) == before, "something is left");
            let satisfied = found
                .iter_mut()
                .any(|model| model.satisfies(&w.terms, [same, sorted]));
            assert!(satisfied);
        }
        let later = [w.int("x"), w.terms.seq_index(t, zero), w.seq("?1")];
        later.map(|t| format!("{t:?} {}", w.terms.text(t)))
    };
    assert_eq!(made(true), made(false));
}

#[test]
fn what_cannot_be_listed_is_not_taken_for_true() {
    let mut w = World::new();
    let f = w.terms.function("f", Sort::Int);
    let i = w.int("i");
    let (zero, value) = (w.terms.int(0), w.terms.app(f, vec![i]));
    let positive = w.terms.lt(zero, value);
    let fact = w.terms.forall(&[i], &[], positive);
    w.know(fact);
    let mut prover = Prover::default();
    prover.assume(&mut w.terms, fact);
    let seven = w.terms.int(7);
    let value = w.terms.app(f, vec![seven]);
    let goal = w.terms.lt(seven, value);
    let candidates = prover.candidates(&mut w.terms, goal);
    for mut candidate in candidates {
        assert!(!candidate.satisfies(&w.terms, [fact]));
    }
    let goal = w.terms.lt(zero, value);
    assert_eq!(answers(&mut w, goal), Answer::Yes);
}

#[test]
fn instances_are_made_of_what_triggers_match() {
    let mut w = World::new();
    let (a, n, k) = (w.contents("a"), w.int("n"), w.int("k"));
    let none = w.terms.int(0);
    let positive = w.each(none, n, |terms, i| {
        let element = terms.select(a, i);
        terms.lt(none, element)
    });
    w.know(positive);
    let element = w.terms.select(a, k);
    let goal = w.terms.lt(none, element);
    assert!(!w.proves(goal), "`k` may be outside");
    let within = w.within(none, k, n);
    w.know(within);
    assert!(w.proves(goal));
    let one = w.terms.int(1);
    let more = w.terms.lt(one, element);
    assert!(!w.proves(more));
    // The elements of equal contents, too.
    let b = w.contents("b");
    let element = w.terms.select(b, k);
    let goal = w.terms.lt(none, element);
    assert!(!w.proves(goal));
    let same = w.terms.eq(a, b);
    w.know(same);
    assert!(w.proves(goal));
}

/// A search looks at the nodes that a trigger can match alone: neither reads of other contents
/// nor quantifiers about contents that nothing reads use up its budget.
#[test]
fn unrelated_facts_do_not_use_up_the_budget() {
    let mut w = World::new();
    let [k, n] = ["k", "n"].map(|name| w.int(name));
    let zero = w.terms.int(0);
    let positive = |w: &mut World, contents: Term| {
        w.each(zero, n, |terms, i| {
            let element = terms.select(contents, i);
            terms.lt(zero, element)
        })
    };
    for index in 0..100 {
        let unread = w.contents(&format!("a{index}"));
        let fact = positive(&mut w, unread);
        w.know(fact);
    }
    let other = w.contents("other");
    for index in 0..1000 {
        let index = w.terms.int(index);
        let element = w.terms.select(other, index);
        let fact = w.terms.le(zero, element);
        w.know(fact);
    }
    let contents = w.contents("b");
    let fact = positive(&mut w, contents);
    w.know(fact);
    let fact = w.within(zero, k, n);
    w.know(fact);
    let element = w.terms.select(contents, k);
    let goal = w.terms.lt(zero, element);
    assert!(w.proves(goal));
    let unrelated = w.terms.select(other, k);
    let goal = w.terms.lt(zero, unrelated);
    assert!(!w.proves(goal));
}

/// Whatever is equal to an operand of a trigger is found by its uses, before and after classes
/// are merged.
#[test]
fn matches_are_found_by_equal_operands() {
    let mut w = World::new();
    let [i, n] = ["i", "n"].map(|name| w.int(name));
    let contents: Vec<Term> = (0..5).map(|at| w.contents(&format!("a{at}"))).collect();
    let zero = w.terms.int(0);
    let read = w.terms.select(contents[4], i);
    let fact = w.terms.lt(read, n);
    w.know(fact);
    let about = contents[0];
    let fact = w.each(zero, n, |terms, i| {
        let element = terms.select(about, i);
        terms.lt(n, element)
    });
    w.know(fact);
    let fact = w.within(zero, i, n);
    w.know(fact);
    let falsity = w.terms.bool(false);
    for pair in contents.windows(2) {
        assert!(!w.proves(falsity));
        let equal = w.terms.eq(pair[0], pair[1]);
        w.know(equal);
    }
    assert!(w.proves(falsity));
}

#[test]
fn variables_of_triggers_alone_are_matched() {
    let mut w = World::new();
    let [k, j, a, b, c] = ["k", "j", "a", "b", "c"].map(|name| w.int(name));
    let f = w.terms.function("f", Sort::Int);
    let g = w.terms.function("g", Sort::Int);
    let (trigger, other) = (w.terms.app(f, vec![k, j]), w.terms.app(g, vec![k]));
    let zero = w.terms.int(0);
    let body = w.terms.le(zero, other);
    let fact = w.terms.forall(&[k, j], &[vec![trigger]], body);
    w.know(fact);
    let (of_a, of_b) = (w.terms.app(g, vec![a]), w.terms.app(g, vec![b]));
    let goals = [w.terms.le(zero, of_a), w.terms.le(zero, of_b)];
    assert!(!w.proves(goals[0]), "nothing matches the trigger");
    let seen = w.terms.app(f, vec![a, c]);
    let fact = w.terms.eq(seen, b);
    w.know(fact);
    assert!(w.proves(goals[0]), "`f(a, c)` is a match for any `c`");
    assert!(!w.proves(goals[1]));
    // A body without variables holds by itself; a trigger does not prevent that.
    let closed = w.terms.eq(a, b);
    assert_eq!(w.terms.forall(&[k, j], &[vec![trigger]], closed), closed);
    // If another trigger does without the variable, it is dropped.
    let both = [vec![trigger], vec![other]];
    let alone = w.terms.forall(&[k], &[vec![other]], body);
    assert_eq!(w.terms.forall(&[k, j], &both, body), alone);
}

#[test]
fn a_quantifier_is_proved_for_a_value_of_which_nothing_is_known() {
    let mut w = World::new();
    let (a, n) = (w.contents("a"), w.int("n"));
    let (none, one) = (w.terms.int(0), w.terms.int(1));
    let positive = |terms: &mut Terms, i| {
        let element = terms.select(a, i);
        let none = terms.int(0);
        terms.lt(none, element)
    };
    let sofar = w.each(none, n, positive);
    let more = w.terms.add(n, one);
    let goal = w.each(none, more, positive);
    w.know(sofar);
    assert!(!w.proves(goal), "nothing is known of the last one");
    let last = w.terms.select(a, n);
    let last = w.terms.lt(none, last);
    w.know(last);
    assert!(w.proves(goal));
    let further = w.terms.add(more, one);
    let goal = w.each(none, further, positive);
    assert!(!w.proves(goal));
    let exists = w.terms.not(goal);
    assert!(!w.proves(exists));
}

#[test]
fn quantifiers_over_references_are_denied_of_nothing_made_up() {
    let mut w = World::new();
    let f = w.terms.function("f", Sort::Int);
    let (o, none) = (w.terms.fresh("o", Sort::Ref), w.terms.int(0));
    let new = w.terms.allocate("new");
    let (r, of_new) = (w.terms.fresh("r", Sort::Ref), w.terms.app(f, vec![new]));
    let of_r = w.terms.app(f, vec![r]);
    let (is_new, is_none) = (w.terms.eq(r, new), w.terms.eq(of_r, none));
    let body = w.terms.or([is_new, is_none]);
    let old = w.terms.forall(&[r], &[], body);
    // A fact about all older references does not hold for all references.
    let of_o = w.terms.app(f, vec![o]);
    let fact = w.terms.eq(of_o, none);
    w.know(fact);
    assert!(!w.proves(old));
    w.know(old);
    let goal = w.terms.eq(of_new, none);
    assert!(!w.proves(goal));
}

#[test]
fn sequences_are_compared_as_words() {
    let mut w = World::new();
    let [all, rest, more, other] = ["all", "rest", "more", "other"].map(|name| w.seq(name));
    let [x, y, z] = ["x", "y", "z"].map(|name| w.int(name));
    let units = [x, y, z].map(|v| w.terms.seq_unit(v));
    // all = [x] + rest, rest = [y] + more = other + [z].
    let head = w.terms.seq_concat(units[0], rest);
    let head = w.terms.eq(all, head);
    let tail = w.terms.seq_concat(units[1], more);
    let tail = w.terms.eq(rest, tail);
    let back = w.terms.seq_concat(other, units[2]);
    let back = w.terms.eq(rest, back);
    for fact in [head, tail, back] {
        w.know(fact);
    }
    let front = w.terms.seq_concat(units[0], other);
    let whole = w.terms.seq_concat(front, units[2]);
    let goal = w.terms.eq(all, whole);
    assert!(w.proves(goal));
    let front = w.terms.seq_concat(units[0], units[1]);
    let whole = w.terms.seq_concat(front, more);
    let goal = w.terms.eq(all, whole);
    assert!(w.proves(goal));
    // In another order, and with an element missing.
    let front = w.terms.seq_concat(units[1], units[0]);
    let turned = w.terms.seq_concat(front, more);
    let goal = w.terms.eq(all, turned);
    assert!(!w.proves(goal));
    let goal = w.terms.eq(all, rest);
    assert!(!w.proves(goal));
    let goal = w.terms.ne(all, turned);
    assert!(!w.proves(goal));
}

#[test]
fn a_sequence_that_is_a_part_of_itself_is_no_endless_word() {
    let mut w = World::new();
    let (s, t, u) = (w.seq("s"), w.seq("t"), w.seq("u"));
    let longer = w.terms.seq_concat(s, t);
    let fact = w.terms.eq(s, longer);
    w.know(fact);
    let goal = w.terms.eq(s, u);
    assert!(!w.proves(goal));
    let bags = [s, t, u].map(|s| w.terms.multiset_of_seq(s));
    let sum = w.terms.multiset_union(bags[0], bags[1]);
    let goal = w.terms.eq(sum, bags[2]);
    assert!(!w.proves(goal));
}

#[test]
fn an_exchange_of_two_elements_keeps_them_within_bounds_alone() {
    let mut w = World::new();
    let (s, i, j) = (w.seq("s"), w.int("i"), w.int("j"));
    let (x, y) = (w.terms.seq_index(s, i), w.terms.seq_index(s, j));
    let once = w.terms.seq_update(s, i, y);
    let twice = w.terms.seq_update(once, j, x);
    let bags = [s, once, twice].map(|s| w.terms.multiset_of_seq(s));
    let (kept, lost) = (w.terms.eq(bags[0], bags[2]), w.terms.eq(bags[0], bags[1]));
    assert!(
        !w.proves(kept),
        "one index may be outside, and the other inside"
    );
    let (none, length) = (w.terms.int(0), w.terms.seq_len(s));
    let inside = w.within(none, i, length);
    w.know(inside);
    assert!(!w.proves(kept), "the other index may be outside");
    let inside = w.within(none, j, length);
    w.know(inside);
    assert!(w.proves(kept));
    assert!(!w.proves(lost));
}

#[test]
fn an_update_exchanges_one_element_within_bounds_alone() {
    let mut w = World::new();
    let (s, i, v) = (w.seq("s"), w.int("i"), w.int("v"));
    let (old, updated) = (w.terms.seq_index(s, i), w.terms.seq_update(s, i, v));
    let sums = [(updated, old), (s, v)].map(|(s, more)| {
        let (bag, more) = (w.terms.multiset_of_seq(s), w.terms.multiset_unit(more));
        w.terms.multiset_union(bag, more)
    });
    let goal = w.terms.eq(sums[0], sums[1]);
    assert!(
        !w.proves(goal),
        "outside of the sequence nothing is exchanged"
    );
    let (none, length) = (w.terms.int(0), w.terms.seq_len(s));
    let inside = w.within(none, i, length);
    w.know(inside);
    assert!(w.proves(goal));
}

#[test]
fn slices_grow_by_their_next_element() {
    let mut w = World::new();
    let (a, i, v) = (w.contents("a"), w.int("i"), w.int("v"));
    let (none, one) = (w.terms.int(0), w.terms.int(1));
    let next = w.terms.add(i, one);
    let (before, after) = (w.terms.seq_of(a, none, i), w.terms.seq_of(a, none, next));
    let last = w.terms.select(a, i);
    let last = w.terms.seq_unit(last);
    let grown = w.terms.seq_concat(before, last);
    let goal = w.terms.eq(after, grown);
    assert!(
        !w.proves(goal),
        "for a negative `i` one is empty and the other is not"
    );
    let order = w.terms.le(none, i);
    w.know(order);
    assert!(w.proves(goal));
    // Members and non-members.
    let (inside, new) = (
        w.terms.seq_contains(before, v),
        w.terms.seq_contains(after, v),
    );
    let goal = w.terms.implies(inside, new);
    assert!(w.proves(goal));
    let goal = w.terms.implies(new, inside);
    assert!(!w.proves(goal));
}

#[test]
fn sets_differ_in_some_value() {
    let mut w = World::new();
    let [s, t] = ["s", "t"].map(|name| w.terms.fresh(name, Sort::Set(Elem::INT)));
    let v = w.int("v");
    let inserted = w.terms.set_insert(s, v);
    let unions = [w.terms.set_union(inserted, t), {
        let more = w.terms.set_insert(t, v);
        w.terms.set_union(s, more)
    }];
    let same = w.terms.eq(unions[0], unions[1]);
    assert!(w.proves(same));
    let subset = w.terms.set_subset(s, unions[0]);
    assert!(w.proves(subset));
    let subset = w.terms.set_subset(unions[0], s);
    assert!(!w.proves(subset));
    let same = w.terms.eq(unions[0], s);
    assert!(!w.proves(same));
}

impl World {
    /// Some `v`, `rest` and `all`, where `all = [v] ++ rest` is known.
    fn in_front(&mut self) -> (Term, Term, Term) {
        let (v, rest, all) = (self.int("v"), self.seq("rest"), self.seq("all"));
        let unit = self.terms.seq_unit(v);
        let made = self.terms.seq_concat(unit, rest);
        let same = self.terms.eq(all, made);
        self.know(same);
        (v, rest, all)
    }

    /// `forall i, j: 0 <= i < j < |s| ==> s[i] <= s[j]`.
    fn sorted(&mut self, s: Term) -> Term {
        let [i, j] = ["i", "j"].map(|name| self.int(name));
        let (none, length) = (self.terms.int(0), self.terms.seq_len(s));
        let parts = [
            self.terms.le(none, i),
            self.terms.lt(i, j),
            self.terms.lt(j, length),
        ];
        let [first, second] = [i, j].map(|at| self.terms.seq_index(s, at));
        let (within, ordered) = (self.terms.and(parts), self.terms.le(first, second));
        let body = self.terms.implies(within, ordered);
        self.terms.forall(&[i, j], &[], body)
    }
}

#[test]
fn sequences_stay_sorted_without_their_first_element() {
    let mut w = World::new();
    let (_, rest, all) = w.in_front();
    let goal = w.sorted(rest);
    assert!(!w.proves(goal));
    let sorted = w.sorted(all);
    w.know(sorted);
    assert!(w.proves(goal));
}

#[test]
fn sequences_stay_sorted_with_a_small_element_in_front() {
    let mut w = World::new();
    let (v, rest, all) = w.in_front();
    let sorted = w.sorted(rest);
    w.know(sorted);
    let goal = w.sorted(all);
    assert!(!w.proves(goal));
    let none = w.terms.int(0);
    let first = w.terms.seq_index(rest, none);
    let length = w.terms.seq_len(rest);
    let (empty, least) = (w.terms.eq(length, none), w.terms.le(v, first));
    let fits = w.terms.or([empty, least]);
    w.know(fits);
    assert!(w.proves(goal));
}

#[test]
fn products_are_equal_by_their_factors() {
    let mut w = World::new();
    let [x, y, z, p] = ["x", "y", "z", "p"].map(|name| w.int(name));
    let t = &mut w.terms;
    let (xy, zx) = (t.mul(x, y), t.mul(z, x));
    let (first, second) = (t.mul(xy, z), t.mul(y, zx));
    let goal = t.eq(first, second);
    assert!(w.proves(goal));
    // The same number of factors, but another one twice.
    let t = &mut w.terms;
    let (xx, yy) = (t.mul(x, x), t.mul(y, y));
    let (first, second) = (t.mul(xx, y), t.mul(x, yy));
    let goal = t.eq(first, second);
    assert!(!w.proves(goal));
    // By a known equation of a factor.
    let t = &mut w.terms;
    let (pp, four) = (t.mul(p, p), t.mul(xx, yy));
    let goal = t.eq(pp, four);
    assert!(!w.proves(goal));
    let known = w.terms.eq(p, xy);
    w.know(known);
    assert!(w.proves(goal));
}

#[test]
fn elements_at_places_that_are_near_one_another_may_be_the_same() {
    let mut w = World::new();
    let (a, i, c) = (w.contents("a"), w.int("i"), w.int("c"));
    let t = &mut w.terms;
    let (none, one, two) = (t.int(0), t.int(1), t.int(2));
    let [next, last] = [one, two].map(|n| t.add(c, n));
    let positive = |t: &mut Terms, at| {
        let element = t.select(a, at);
        t.lt(none, element)
    };
    let facts = [c, next].map(|at| positive(t, at));
    let goal = positive(t, i);
    let (low, high) = (t.le(c, i), t.le(i, last));
    let within = t.le(i, next);
    facts
        .into_iter()
        .chain([low, high])
        .for_each(|fact| w.know(fact));
    assert!(!w.proves(goal));
    w.know(within);
    assert!(w.proves(goal));
}
