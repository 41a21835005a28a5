//! Properties of the built-in prover, with Z3 as the oracle: goals that it proves are
//! valid; undo restores its state; and it is complete within certain fragments.
//!
//! The cases are deterministic; `PROVER_CASES` scales their number, in percent.

use crate::support;

use num_rational::BigRational;
use support::random::{Random, cases};
use veriframe::internals::logic::{
    Answer, Effort, Elem, FactKind, Func, Path, Prover, Solver, Sort, Term, Terms,
};
use veriframe::internals::z3::{Backend, Check};

/// Far above what any query here needs, so that a defect cannot hang the suite.
const RLIMIT: u32 = 2_000_000;

/// The fragment of formulas to generate.
#[derive(Clone, Copy, Default)]
struct Vocabulary {
    /// Uninterpreted functions.
    functions: bool,
    /// Sums, and comparisons.
    arithmetic: bool,
    fractions: bool,
    quotients: bool,
    /// New objects, null and owners.
    objects: bool,
    snapshots: bool,
    contents: bool,
    /// If-then-else.
    choices: bool,
    /// Disjunctions, equivalences and the like.
    clauses: bool,
}

/// The terms to build formulas from, by sort.
struct Pool {
    terms: Terms,
    random: Random,
    with: Vocabulary,
    ints: Vec<Term>,
    perms: Vec<Term>,
    refs: Vec<Term>,
    snaps: Vec<Term>,
    elems: Vec<Term>,
    bools: Vec<Term>,
    next: Func,
    both: Func,
    size: Func,
    holds: Func,
    /// The shapes of decomposed snapshots.
    shapes: Vec<Term>,
}

impl Pool {
    fn new(seed: u64, with: Vocabulary) -> Pool {
        let mut terms = Terms::new();
        let mut refs: Vec<Term> = ["a", "b"].map(|n| terms.fresh(n, Sort::Ref)).to_vec();
        let ints = ["x", "y", "z", "u"]
            .map(|n| terms.fresh(n, Sort::Int))
            .to_vec();
        let perms = ["k", "m"].map(|n| terms.fresh(n, Sort::Perm)).to_vec();
        let snaps = ["s", "t"].map(|n| terms.fresh(n, Sort::Snap)).to_vec();
        let elems = ["e", "f"]
            .map(|n| terms.fresh(n, Sort::Elems(Elem::INT)))
            .to_vec();
        let bools = ["p", "q", "r"].map(|n| terms.fresh(n, Sort::Bool)).to_vec();
        if with.objects {
            refs.push(terms.allocate("o"));
            refs.push(terms.fresh("c", Sort::Ref));
            refs.push(terms.allocate("n"));
            refs.push(terms.null());
            refs.push(terms.unique(1));
        }
        refs.push(terms.fresh("d", Sort::Ref));
        let [next, both] = ["next", "both"].map(|n| terms.function(n, Sort::Ref));
        let size = terms.function("size", Sort::Int);
        let holds = terms.function("holds", Sort::Bool);
        let mut pool = Pool {
            terms,
            random: Random::new(seed),
            with,
            ints,
            perms,
            refs,
            snaps,
            elems,
            bools,
            next,
            both,
            size,
            holds,
            shapes: Vec::new(),
        };
        for _ in 0..12 {
            pool.grow();
        }
        pool
    }

    /// Adds a term.
    fn grow(&mut self) {
        let (terms, random) = (&mut self.terms, &mut self.random);
        let (a, b) = (random.pick(&self.refs), random.pick(&self.refs));
        let (x, y) = (random.pick(&self.ints), random.pick(&self.ints));
        let (s, t) = (random.pick(&self.snaps), random.pick(&self.snaps));
        let e = random.pick(&self.elems);
        let with = self.with;
        match random.below(18) {
            0 | 1 if with.functions => self.refs.push(terms.app(self.next, vec![a])),
            2 if with.functions => self.refs.push(terms.app(self.both, vec![a, b])),
            3 if with.functions && with.arithmetic => self.ints.push(terms.app(self.size, vec![a])),
            4 if with.functions && with.clauses => self.bools.push(terms.app(self.holds, vec![a])),
            5 if with.arithmetic => {
                let step = terms.int(random.within(-2, 2));
                self.ints.push(terms.add(x, step));
            }
            6 if with.arithmetic => self.ints.push(terms.sub(x, y)),
            7 if with.arithmetic => self.ints.push(terms.add(x, y)),
            8 if with.fractions => {
                let (k, m) = (random.pick(&self.perms), random.pick(&self.perms));
                self.perms.push(terms.add(k, m));
            }
            9 if with.quotients => {
                let by = terms.int(random.within(-3, 3));
                let part = if random.chance(2) {
                    terms.div(x, by)
                } else {
                    terms.rem(x, by)
                };
                self.ints.push(part);
            }
            10 if with.snapshots => self.snaps.push(terms.combine(s, t)),
            11 if with.snapshots => {
                let value = if random.chance(2) { a } else { x };
                self.snaps.push(terms.wrap(value));
            }
            12 if with.snapshots => {
                self.shapes.push(terms.is_combine(s));
                let parts = [terms.first(s), terms.second(s)];
                self.snaps.extend(parts);
            }
            13 if with.snapshots => {
                let sort = if random.chance(2) {
                    Sort::Ref
                } else {
                    Sort::Int
                };
                self.shapes.push(terms.is_wrap(sort, s));
                let value = terms.unwrap_as(sort, s);
                match sort {
                    Sort::Ref => self.refs.push(value),
                    _ => self.ints.push(value),
                }
            }
            14 if with.contents => self.elems.push(terms.store(e, x, y)),
            15 if with.contents => self.ints.push(terms.select(e, x)),
            16 if with.choices => {
                let condition = self.atom();
                let (terms, random) = (&mut self.terms, &mut self.random);
                if random.chance(2) {
                    self.refs.push(terms.ite(condition, a, b));
                } else {
                    self.ints.push(terms.ite(condition, x, y));
                }
            }
            _ => {}
        }
    }

    /// An atomic formula.
    fn atom(&mut self) -> Term {
        let (terms, random, with) = (&mut self.terms, &mut self.random, self.with);
        let (x, y) = (random.pick(&self.ints), random.pick(&self.ints));
        match random.below(12) {
            0..=2 if with.arithmetic => {
                let step = terms.int(random.within(-2, 2));
                let y = terms.add(y, step);
                match random.below(3) {
                    0 => terms.le(x, y),
                    1 => terms.lt(x, y),
                    _ => terms.eq(x, y),
                }
            }
            3 if with.fractions => {
                let bounds = [(0, 1), (1, 2), (1, 1)]
                    .map(|(n, d): (i64, i64)| terms.perm(BigRational::new(n.into(), d.into())));
                let (k, m) = (random.pick(&self.perms), random.pick(&self.perms));
                let m = if random.chance(2) {
                    random.pick(&bounds)
                } else {
                    m
                };
                match random.below(3) {
                    0 => terms.le(k, m),
                    1 => terms.lt(m, k),
                    _ => terms.eq(k, m),
                }
            }
            4 | 5 if with.snapshots => terms.eq(random.pick(&self.snaps), random.pick(&self.snaps)),
            6 if with.contents => terms.eq(random.pick(&self.elems), random.pick(&self.elems)),
            7 | 8 if with.clauses => random.pick(&self.bools),
            9 if with.arithmetic => terms.eq(x, y),
            _ => terms.eq(random.pick(&self.refs), random.pick(&self.refs)),
        }
    }

    fn literal(&mut self) -> Term {
        let atom = self.atom();
        if self.random.chance(3) {
            self.terms.not(atom)
        } else {
            atom
        }
    }

    fn formula(&mut self) -> Term {
        if !self.with.clauses {
            return self.literal();
        }
        let parts = [self.literal(), self.literal(), self.literal()];
        match self.random.below(9) {
            0 | 1 => self.terms.or(parts),
            2 | 3 => self.terms.implies(parts[0], parts[1]),
            4 => self.terms.ite(parts[0], parts[1], parts[2]),
            5 => self.terms.eq(parts[0], parts[1]),
            6 => {
                let both = self.terms.and([parts[0], parts[1]]);
                self.terms.or([both, parts[2]])
            }
            _ => parts[0],
        }
    }

    /// Harmless facts that mention all terms, so that Z3 is given their ages.
    fn mentions(&mut self) -> Vec<Term> {
        let seen = self.terms.function("seen", Sort::Bool);
        let named = self.refs.clone();
        named
            .into_iter()
            .map(|t| self.terms.app(seen, vec![t]))
            .collect()
    }
}

/// Counters.
#[derive(Debug, Default)]
struct Tally {
    asked: u32,
    sure: u32,
    missed: u32,
    /// Invalid goals that a model of the prover refuted.
    refuted: u32,
    invalid: u32,
}

/// Random scripts of facts, marks and queries. A goal that is proved must be valid by
/// Z3 and provable by a prover with only the current facts; a goal that a model refutes
/// must not be provable by Z3.
fn follow(seed: u64, with: Vocabulary, tally: &mut Tally, exact: bool) {
    let mut pool = Pool::new(seed, with);
    let mut backend = Backend::new(RLIMIT, Vec::new()).unwrap();
    let mut prover = Prover::default();
    let mut solver = Solver::new(RLIMIT, Vec::new());
    let mut path = Path::default();
    let mut facts = Vec::new();
    let mut marks = Vec::new();
    let known: Vec<Term> = pool
        .shapes
        .clone()
        .into_iter()
        .chain(pool.mentions())
        .collect();
    for fact in known {
        prover.assume(&mut pool.terms, fact);
        path = path.with(fact, FactKind::Shape);
        facts.push(fact);
    }
    for _ in 0..pool.random.below(24) + 6 {
        match pool.random.below(8) {
            0 => marks.push((prover.mark(), facts.len(), path.clone())),
            1 if !marks.is_empty() => {
                marks.truncate(pool.random.below(marks.len()) + 1);
                let (mark, count, earlier) = marks.pop().unwrap();
                prover.undo_to(mark);
                facts.truncate(count);
                path = earlier;
            }
            2..=4 => {
                let fact = pool.formula();
                if pool.random.below(2) == 0 {
                    prover.assume(&mut pool.terms, fact);
                } else if prover.assume_new(&mut pool.terms, fact).is_none() {
                    continue;
                }
                path = path.with(fact, FactKind::Fact);
                facts.push(fact);
            }
            _ => {
                let goal = pool.formula();
                let sure = prover.holds(&mut pool.terms, goal);
                let mark = prover.mark();
                let known = prover.assume_new(&mut pool.terms, goal).is_none();
                prover.undo_to(mark);
                assert!(sure || !known, "seed {seed}");
                let mut fresh = Prover::default();
                for &fact in &facts {
                    fresh.assume(&mut pool.terms, fact);
                }
                assert_eq!(
                    sure,
                    fresh.holds(&mut pool.terms, goal),
                    "seed {seed}: a fresh prover disagrees"
                );
                assert_eq!(prover.in_conflict(), fresh.in_conflict(), "seed {seed}");
                let negated = pool.terms.not(goal);
                let check = backend.check(&pool.terms, &path, Some(negated));
                tally.asked += 1;
                let before = solver.counters().z3_checks;
                let answer = solver.entails(&mut pool.terms, &path, goal);
                let by_model = answer == Answer::No && solver.counters().z3_checks == before;
                if by_model {
                    let facts = shown(&pool, &facts, goal);
                    assert_ne!(check, Check::Unsat, "seed {seed}: Z3 has a proof\n{facts}");
                }
                tally.refuted += u32::from(by_model);
                tally.invalid += u32::from(check == Check::Sat);
                if sure {
                    tally.sure += 1;
                    assert_ne!(check, Check::Sat, "seed {seed}: Z3 has a counterexample");
                } else if check == Check::Unsat {
                    tally.missed += 1;
                    assert!(!exact, "seed {seed}: {}", shown(&pool, &facts, goal));
                    if std::env::var_os("PROVER_MISSES").is_some() {
                        println!("seed {seed}: {}", shown(&pool, &facts, goal));
                    }
                }
            }
        }
    }
}

/// Facts and a goal, as text.
fn shown(pool: &Pool, facts: &[Term], goal: Term) -> String {
    let lines: Vec<String> = facts.iter().map(|&f| text(&pool.terms, f)).collect();
    format!("{}\n|- {}", lines.join("\n"), text(&pool.terms, goal))
}

fn text(terms: &Terms, t: Term) -> String {
    use veriframe::internals::logic::Node;
    if let Node::Symbol(n) = terms.node(t) {
        return terms.symbol_name(*n).to_owned();
    }
    let parts: Vec<String> = terms.children(t).iter().map(|&c| text(terms, c)).collect();
    let name = match terms.node(t) {
        Node::Sum(_, linear) => {
            let factors: Vec<String> = linear.parts.iter().map(|(q, _)| q.to_string()).collect();
            format!("Sum[{}; {}]", factors.join(","), linear.constant)
        }
        Node::Int(n) => n.to_string(),
        Node::Perm(q) => q.to_string(),
        Node::App(f, _) => terms.function_name(*f).to_owned(),
        node => format!("{node:?}")
            .split(['(', ' '])
            .next()
            .unwrap()
            .to_owned(),
    };
    format!("({name} {})", parts.join(" "))
}

fn run(count: u64, with: Vocabulary, exact: bool) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..cases(count) {
        follow(seed, with, &mut tally, exact);
    }
    println!("{tally:?}");
    // The property is vacuous if the prover never answers.
    assert!(tally.sure > tally.asked / 20, "{tally:?}");
    assert!(3 * tally.refuted > 2 * tally.invalid, "{tally:?}");
    tally
}

const NONE: Vocabulary = Vocabulary {
    functions: false,
    arithmetic: false,
    fractions: false,
    quotients: false,
    objects: false,
    snapshots: false,
    contents: false,
    choices: false,
    clauses: false,
};

#[test]
fn equality_and_functions_are_decided_completely() {
    let with = Vocabulary {
        functions: true,
        ..NONE
    };
    run(1500, with, true);
}

#[test]
fn objects_are_never_wrongly_told_apart() {
    let with = Vocabulary {
        functions: true,
        objects: true,
        ..NONE
    };
    run(1000, with, false);
}

#[test]
fn snapshots() {
    let with = Vocabulary {
        functions: true,
        objects: true,
        snapshots: true,
        ..NONE
    };
    run(1000, with, false);
}

#[test]
fn bounds_of_integers_and_fractions() {
    let with = Vocabulary {
        arithmetic: true,
        fractions: true,
        ..NONE
    };
    run(1000, with, false);
}

#[test]
fn quotients_and_remainders() {
    let with = Vocabulary {
        arithmetic: true,
        quotients: true,
        ..NONE
    };
    run(1000, with, false);
}

#[test]
fn contents_and_their_elements() {
    let with = Vocabulary {
        arithmetic: true,
        contents: true,
        functions: true,
        ..NONE
    };
    run(1000, with, false);
}

#[test]
fn clauses_and_choices() {
    let with = Vocabulary {
        arithmetic: true,
        functions: true,
        choices: true,
        clauses: true,
        ..NONE
    };
    run(1000, with, false);
}

#[test]
fn everything_together() {
    let with = Vocabulary {
        functions: true,
        arithmetic: true,
        fractions: true,
        quotients: true,
        objects: true,
        snapshots: true,
        contents: true,
        choices: true,
        clauses: true,
    };
    run(1000, with, false);
}

/// Difference constraints over integers, without disequalities.
#[test]
fn differences_are_decided_completely() {
    let mut missed = 0;
    for seed in 0..cases(1000) {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let ints: Vec<Term> = (0..6).map(|_| terms.fresh("x", Sort::Int)).collect();
        let mut prover = Prover::default();
        let mut path = Path::default();
        let bound = |terms: &mut Terms, random: &mut Random| {
            let (x, y) = (random.pick(&ints), random.pick(&ints));
            let step = terms.int(random.within(-3, 3));
            let y = terms.add(y, step);
            match random.below(6) {
                0 => terms.eq(x, y),
                1 | 2 => terms.lt(x, y),
                _ => terms.le(x, y),
            }
        };
        for _ in 0..random.below(10) + 2 {
            let fact = bound(&mut terms, &mut random);
            prover.assume(&mut terms, fact);
            path = path.with(fact, FactKind::Fact);
        }
        let mut backend = Backend::new(RLIMIT, Vec::new()).unwrap();
        let consistent = backend.check(&terms, &path, None) == Check::Sat;
        for _ in 0..6 {
            let goal = bound(&mut terms, &mut random);
            let negated = terms.not(goal);
            let valid = backend.check(&terms, &path, Some(negated)) == Check::Unsat;
            let sure = prover.holds(&mut terms, goal);
            assert!(valid || !sure, "seed {seed}: Z3 has a counterexample");
            if consistent && valid && !sure {
                missed += 1;
                println!("seed {seed}: missed {}", text(&terms, goal));
            }
        }
        let falsity = terms.bool(false);
        let facts: Vec<String> = path.facts().map(|(fact, _)| text(&terms, fact)).collect();
        let refuted = prover.holds(&mut terms, falsity);
        assert_eq!(refuted, !consistent, "seed {seed}: {facts:#?}");
    }
    assert_eq!(missed, 0);
}

#[test]
fn what_follows_from_plain_facts_alone() {
    let mut terms = Terms::new();
    let t = &mut terms;
    let f = t.function("f", Sort::Int);
    let [x, y, i] = ["x", "y", "i"].map(|n| t.fresh(n, Sort::Int));
    let (fi, fx, fy) = (t.app(f, vec![i]), t.app(f, vec![x]), t.app(f, vec![y]));
    let zero = t.int(0);
    let (positive, of_x, of_y) = (t.lt(zero, fi), t.lt(zero, fx), t.lt(zero, fy));
    let all = t.forall(&[i], &[vec![fi]], positive);
    let (product, square) = (t.mul(x, y), t.mul(x, x));
    let (same, squares) = (t.eq(x, y), t.eq(product, square));
    let plain = Path::default().with(same, FactKind::Fact);
    let path = plain.with(all, FactKind::Fact);
    let mut solver = Solver::new(RLIMIT, Vec::new());
    assert!(!solver.is_rich(t, &plain) && solver.is_rich(t, &path));
    assert!(solver.query(t, &path, squares, Effort::Plain).is_yes());
    assert!(!solver.query(t, &path, of_x, Effort::Plain).is_yes());
    assert_eq!(solver.entails(t, &path, of_x), Answer::Yes);
    // Entailed by all facts, hence here, too.
    assert!(solver.query(t, &path, of_x, Effort::Plain).is_yes());
    assert!(!solver.refuted_at(&path));
    let more = t.lt(fx, fy);
    assert_eq!(solver.entails(t, &path, more), Answer::No);
    let longer = path.with(of_y, FactKind::Fact);
    assert!(solver.refuted_at(&path) && !solver.refuted_at(&longer));
    assert!(
        solver.refuted_at(&plain),
        "less has no contradiction either"
    );
    assert!(solver.query(t, &longer, of_y, Effort::Plain).is_yes());
}

#[test]
fn terms_that_are_known_to_be_equal() {
    let mut terms = Terms::new();
    let [a, b, c] = ["a", "b", "c"].map(|n| terms.fresh(n, Sort::Ref));
    let next = terms.function("next", Sort::Ref);
    let (next_a, next_b) = (terms.app(next, vec![a]), terms.app(next, vec![b]));
    let mut prover = Prover::default();
    assert_eq!(prover.equal_terms(&mut terms, a), []);
    let fact = terms.eq(next_a, c);
    prover.assume(&mut terms, fact);
    let mark = prover.mark();
    let fact = terms.eq(b, a);
    prover.assume(&mut terms, fact);
    assert_eq!(prover.equal_terms(&mut terms, b), [a]);
    // It need not be in use itself.
    assert_eq!(prover.equal_terms(&mut terms, next_b), [c, next_a]);
    prover.undo_to(mark);
    assert_eq!(prover.equal_terms(&mut terms, b), []);
    assert_eq!(prover.equal_terms(&mut terms, c), [next_a]);
}

/// An integer that equals a fractional multiple is still an integer.
#[test]
fn integers_that_are_solved_by_dividing() {
    for (a, b) in [(2, 3), (3, 2), (7, 11), (-2, 5)] {
        let mut terms = Terms::new();
        let t = &mut terms;
        let [x, y] = ["x", "y"].map(|name| t.fresh(name, Sort::Int));
        let [a, b] = [a, b].map(|n| t.int(n));
        let (ax, by) = (t.mul(a, x), t.mul(b, y));
        let fact = t.eq(ax, by);
        let path = Path::default().with(fact, FactKind::Fact);
        let mut solver = Solver::new(RLIMIT, Vec::new());
        for number in [x, y] {
            let one = t.int(1);
            let is_one = t.eq(number, one);
            let goal = t.not(is_one);
            assert_eq!(solver.entails(t, &path, goal), Answer::Yes);
            let falsity = t.bool(false);
            let dead = path.with(is_one, FactKind::Fact);
            assert_eq!(solver.entails(t, &dead, falsity), Answer::Yes);
        }
    }
    let mut terms = Terms::new();
    let t = &mut terms;
    let [x, y] = ["x", "y"].map(|name| t.fresh(name, Sort::Int));
    let (seven, eleven, zero) = (t.int(7), t.int(11), t.int(0));
    let (ax, by) = (t.mul(seven, x), t.mul(eleven, y));
    let fact = t.eq(ax, by);
    let path = Path::default().with(fact, FactKind::Fact);
    let rest = t.rem(y, seven);
    let goal = t.eq(rest, zero);
    let mut solver = Solver::new(RLIMIT, Vec::new());
    assert_ne!(solver.entails(t, &path, goal), Answer::No);
}
