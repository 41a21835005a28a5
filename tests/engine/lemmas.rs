//! Soundness of proofs with instances and lemmas, by evaluation: facts that hold for chosen
//! values of the symbols prove no goal that is false for them.
//!
//! The cases are deterministic; `PROVER_CASES` scales their number, in percent.

use crate::support;

use std::collections::{BTreeMap, BTreeSet};
use support::random::{Random, cases};
use veriframe::internals::logic::{Elem, Prover, Sort, Term, Terms};

type Contents = BTreeMap<i64, i64>;

/// Terms with their values.
struct Pool {
    terms: Terms,
    random: Random,
    ints: Vec<(Term, i64)>,
    seqs: Vec<(Term, Vec<i64>)>,
    contents: Vec<(Term, Contents)>,
    facts: Vec<Term>,
}

fn length(s: &[i64]) -> i64 {
    i64::try_from(s.len()).unwrap()
}

fn clamped(n: i64, s: &[i64]) -> usize {
    usize::try_from(n.clamp(0, length(s))).unwrap()
}

fn read(c: &Contents, at: i64) -> i64 {
    c.get(&at).copied().unwrap_or(0)
}

fn slice(c: &Contents, lo: i64, hi: i64) -> Vec<i64> {
    (lo..hi).map(|at| read(c, at)).collect()
}

impl Pool {
    fn new(seed: u64) -> Pool {
        let mut pool = Pool {
            terms: Terms::new(),
            random: Random::new(seed),
            ints: Vec::new(),
            seqs: Vec::new(),
            contents: Vec::new(),
            facts: Vec::new(),
        };
        for n in -1..4 {
            let t = pool.terms.int(n);
            pool.ints.push((t, n));
        }
        for name in ["i", "j", "k"] {
            let t = pool.terms.fresh(name, Sort::Int);
            pool.ints.push((t, pool.random.within(-1, 4)));
        }
        let empty = pool.terms.seq_empty(Elem::INT);
        pool.seqs.push((empty, Vec::new()));
        for name in ["s", "t"] {
            let t = pool.terms.fresh(name, Sort::Seq(Elem::INT));
            let value = (0..pool.random.below(4)).map(|_| pool.random.within(0, 2));
            let value = value.collect();
            pool.seqs.push((t, value));
        }
        for name in ["c", "d"] {
            let t = pool.terms.fresh(name, Sort::Elems(Elem::INT));
            let value = (-2..6).map(|at| (at, pool.random.within(0, 2))).collect();
            pool.contents.push((t, value));
        }
        for _ in 0..12 {
            pool.grow();
        }
        pool
    }

    /// Adds a term.
    fn grow(&mut self) {
        let ((x, xv), (y, yv)) = (self.random.pick(&self.ints), self.random.pick(&self.ints));
        let ((s, sv), (u, uv)) = (self.random.pick(&self.seqs), self.random.pick(&self.seqs));
        let (c, cv) = self.random.pick(&self.contents);
        let (d, dv) = self.random.pick(&self.contents);
        let t = &mut self.terms;
        let inside = usize::try_from(xv).ok().filter(|at| *at < sv.len());
        let (mut int, mut seq, mut contents) = (None, None, None);
        match self.random.below(16) {
            0 => int = Some((t.add(x, y), xv + yv)),
            1 | 2 => int = Some((t.mul(x, y), xv * yv)),
            3 => int = Some((t.seq_len(s), length(&sv))),
            4 | 5 if let Some(at) = inside => int = Some((t.seq_index(s, x), sv[at])),
            6 => int = Some((t.select(c, x), read(&cv, xv))),
            7 => seq = Some((t.seq_unit(x), vec![xv])),
            8 => seq = Some((t.seq_concat(s, u), [sv, uv].concat())),
            9 => seq = Some((t.seq_take(s, x), sv[..clamped(xv, &sv)].to_vec())),
            10 => seq = Some((t.seq_drop(s, x), sv[clamped(xv, &sv)..].to_vec())),
            11 => {
                let mut value = sv;
                if let Some(at) = inside {
                    value[at] = yv;
                }
                seq = Some((t.seq_update(s, x, y), value));
            }
            12 => seq = Some((t.seq_of(c, x, y), slice(&cv, xv, yv))),
            13 => {
                let mut value = cv;
                value.insert(xv, yv);
                contents = Some((t.store(c, x, y), value));
            }
            14 => {
                let value = (-4..9).map(|at| (at, read(if at < xv { &cv } else { &dv }, at)));
                contents = Some((t.merge(c, x, d), value.collect()));
            }
            _ => {
                let value = (xv..yv).map(|at| (at, read(&cv, at))).collect();
                contents = Some((t.restrict(c, x, y), value));
            }
        }
        let is_small = |value: i64| (-9..99).contains(&value);
        if let Some((t, value)) = int.filter(|(_, value)| is_small(*value)) {
            let t = self.named(t, Sort::Int);
            self.ints.push((t, value));
        }
        if let Some((t, value)) = seq.filter(|(_, value)| value.len() < 9) {
            let t = self.named(t, Sort::Seq(Elem::INT));
            self.seqs.push((t, value));
        }
        if let Some((t, value)) = contents {
            let t = self.named(t, Sort::Elems(Elem::INT));
            self.contents.push((t, value));
        }
    }

    /// The term, or a symbol that is defined to equal it.
    fn named(&mut self, t: Term, sort: Sort) -> Term {
        if self.random.below(3) > 0 {
            return t;
        }
        let name = self.terms.fresh("n", sort);
        let same = self.terms.eq(name, t);
        self.facts.push(same);
        name
    }

    /// A formula with its truth value.
    fn formula(&mut self) -> (Term, bool) {
        let ((x, xv), (y, yv)) = (self.random.pick(&self.ints), self.random.pick(&self.ints));
        let ((s, sv), (u, uv)) = (self.random.pick(&self.seqs), self.random.pick(&self.seqs));
        let (c, cv) = self.random.pick(&self.contents);
        let count = |s: &[i64]| s.iter().filter(|v| **v == xv).count();
        let elements = |s: &[i64]| s.iter().copied().collect::<BTreeSet<i64>>();
        let t = &mut self.terms;
        match self.random.below(11) {
            0 => (t.le(x, y), xv <= yv),
            1 => (t.lt(x, y), xv < yv),
            2 => (t.eq(x, y), xv == yv),
            3 | 4 => (t.eq(s, u), sv == uv),
            5 => (t.seq_contains(s, x), sv.contains(&xv)),
            6 => {
                let (a, b) = (t.set_of_seq(s), t.set_of_seq(u));
                (t.eq(a, b), elements(&sv) == elements(&uv))
            }
            7 => {
                let (a, b) = (t.set_of_seq(s), t.set_of_seq(u));
                let all = t.set_insert(b, x);
                let mut value = elements(&uv);
                value.insert(xv);
                (t.eq(a, all), elements(&sv) == value)
            }
            8 => {
                let (a, b) = (t.multiset_of_seq(s), t.multiset_of_seq(u));
                let counts = [t.multiset_count(a, x), t.multiset_count(b, x)];
                (t.le(counts[0], counts[1]), count(&sv) <= count(&uv))
            }
            9 => {
                let v = t.fresh("v", Sort::Int);
                let (none, length, found) = (t.int(0), t.seq_len(s), t.seq_index(s, v));
                let within = [t.le(none, v), t.lt(v, length)];
                let (within, fits) = (t.and(within), t.le(found, x));
                let body = t.implies(within, fits);
                (
                    t.forall(&[v], &[vec![found]], body),
                    sv.iter().all(|e| *e <= xv),
                )
            }
            _ => {
                let v = t.fresh("v", Sort::Int);
                let (none, found) = (t.int(0), t.select(c, v));
                let within = [t.le(none, v), t.lt(v, y)];
                let (within, fits) = (t.and(within), t.le(found, x));
                let body = t.implies(within, fits);
                let value = (0..yv).all(|at| read(&cv, at) <= xv);
                (t.forall(&[v], &[vec![found]], body), value)
            }
        }
    }
}

#[test]
fn what_is_false_for_some_values_is_not_proved() {
    let (mut proved, mut asked) = (0, 0);
    for seed in 0..cases(20) {
        let mut pool = Pool::new(seed);
        for _ in 0..6 {
            let (formula, value) = pool.formula();
            let fact = if value {
                formula
            } else {
                pool.terms.not(formula)
            };
            pool.facts.push(fact);
        }
        let mut prover = Prover::default();
        for &fact in &pool.facts {
            prover.assume(&mut pool.terms, fact);
        }
        for _ in 0..3 {
            let (formula, value) = pool.formula();
            let (goal, opposite) = if value {
                (formula, pool.terms.not(formula))
            } else {
                (pool.terms.not(formula), formula)
            };
            let facts: Vec<String> = pool.facts.iter().map(|t| pool.terms.text(*t)).collect();
            assert!(
                !prover.proves(&mut pool.terms, opposite),
                "seed {seed}: {}\nfrom {facts:#?}",
                pool.terms.text(opposite)
            );
            asked += 1;
            proved += u32::from(prover.proves(&mut pool.terms, goal));
        }
    }
    // Most goals do not follow; but the facts must be of use.
    assert!(proved * 10 > asked, "{proved} of {asked}");
}
