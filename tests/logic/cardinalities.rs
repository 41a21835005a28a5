//! Cardinalities of random sets and multisets: what the built-in prover and Z3 prove
//! holds for all small values.

use crate::support;

use support::random::Random;
use veriframe::ProverMode;
use veriframe::internals::logic::{
    Answer, Elem, FactKind, Path, Prover, Solver, Sort, Term, Terms,
};

/// The values of elements.
const VALUES: usize = 3;
/// The multiplicities of each value.
type Counts = [u32; VALUES];

/// A set or a multiset.
#[derive(Clone, Debug)]
enum Whole {
    Named(usize),
    Literal(Vec<usize>),
    Union(Box<Whole>, Box<Whole>),
    Intersect(Box<Whole>, Box<Whole>),
    Minus(Box<Whole>, Box<Whole>),
}

/// A fact about collections and elements.
#[derive(Clone, Debug)]
enum Claim {
    In(usize, Whole),
    Subset(Whole, Whole),
    Apart(usize, usize),
    /// `|a| + n` compared with `|b|`.
    Size(Whole, i64, Whole, bool),
    Not(Box<Claim>),
}

/// The values of two collections and two elements.
#[derive(Clone, Copy, Debug)]
struct Values {
    wholes: [Counts; 2],
    elements: [usize; 2],
}

/// Terms of the same, with what tells sets from multisets.
struct World {
    terms: Terms,
    sets: bool,
    wholes: [Term; 2],
    elements: [Term; 2],
}

impl World {
    fn new(sets: bool) -> World {
        let mut terms = Terms::new();
        let sort = if sets {
            Sort::Set(Elem::INT)
        } else {
            Sort::Multiset(Elem::INT)
        };
        let wholes = ["s", "t"].map(|name| terms.fresh(name, sort));
        let elements = ["x", "y"].map(|name| terms.fresh(name, Sort::Int));
        World {
            terms,
            sets,
            wholes,
            elements,
        }
    }

    fn whole(&mut self, whole: &Whole) -> Term {
        match whole {
            Whole::Named(n) => self.wholes[*n],
            Whole::Literal(elements) => {
                let sort = self.terms.sort(self.wholes[0]);
                let empty = self.terms.default_of(sort);
                elements.iter().fold(empty, |all, &n| {
                    let v = self.elements[n];
                    if self.sets {
                        self.terms.set_insert(all, v)
                    } else {
                        let unit = self.terms.multiset_unit(v);
                        self.terms.multiset_union(all, unit)
                    }
                })
            }
            Whole::Union(a, b) => {
                let (a, b) = (self.whole(a), self.whole(b));
                if self.sets {
                    self.terms.set_union(a, b)
                } else {
                    self.terms.multiset_union(a, b)
                }
            }
            Whole::Intersect(a, b) => {
                let (a, b) = (self.whole(a), self.whole(b));
                if self.sets {
                    self.terms.set_intersect(a, b)
                } else {
                    self.terms.multiset_intersect(a, b)
                }
            }
            Whole::Minus(a, b) => {
                let (a, b) = (self.whole(a), self.whole(b));
                if self.sets {
                    self.terms.set_minus(a, b)
                } else {
                    self.terms.multiset_minus(a, b)
                }
            }
        }
    }

    fn size(&mut self, whole: &Whole) -> Term {
        let whole = self.whole(whole);
        if self.sets {
            self.terms.set_size(whole)
        } else {
            self.terms.multiset_size(whole)
        }
    }

    fn claim(&mut self, claim: &Claim) -> Term {
        match claim {
            Claim::In(n, whole) => {
                let (v, whole) = (self.elements[*n], self.whole(whole));
                if self.sets {
                    self.terms.set_contains(whole, v)
                } else {
                    self.terms.multiset_contains(whole, v)
                }
            }
            Claim::Subset(a, b) => {
                let (a, b) = (self.whole(a), self.whole(b));
                if self.sets {
                    self.terms.set_subset(a, b)
                } else {
                    self.terms.multiset_subset(a, b)
                }
            }
            Claim::Apart(a, b) => self.terms.ne(self.elements[*a], self.elements[*b]),
            Claim::Size(a, n, b, equal) => {
                let (a, b) = (self.size(a), self.size(b));
                let n = self.terms.int(*n);
                let sum = self.terms.add(a, n);
                match equal {
                    true => self.terms.eq(sum, b),
                    false => self.terms.le(sum, b),
                }
            }
            Claim::Not(inner) => {
                let inner = self.claim(inner);
                self.terms.not(inner)
            }
        }
    }
}

impl Values {
    fn whole(&self, sets: bool, whole: &Whole) -> Counts {
        let both = |a: &Whole, b: &Whole, f: &dyn Fn(u32, u32) -> u32| {
            let (a, b) = (self.whole(sets, a), self.whole(sets, b));
            std::array::from_fn(|n| f(a[n], b[n]))
        };
        let capped = |n: u32| if sets { n.min(1) } else { n };
        match whole {
            Whole::Named(n) => self.wholes[*n],
            Whole::Literal(elements) => std::array::from_fn(|value| {
                let same = elements.iter().filter(|&&n| self.elements[n] == value);
                capped(u32::try_from(same.count()).unwrap())
            }),
            Whole::Union(a, b) => both(a, b, &|a, b| capped(a + b)),
            Whole::Intersect(a, b) => both(a, b, &u32::min),
            Whole::Minus(a, b) => both(a, b, &u32::saturating_sub),
        }
    }

    fn holds(&self, sets: bool, claim: &Claim) -> bool {
        match claim {
            Claim::In(n, whole) => self.whole(sets, whole)[self.elements[*n]] > 0,
            Claim::Subset(a, b) => {
                let (a, b) = (self.whole(sets, a), self.whole(sets, b));
                a.iter().zip(b).all(|(&a, b)| a <= b)
            }
            Claim::Apart(a, b) => self.elements[*a] != self.elements[*b],
            Claim::Size(a, n, b, equal) => {
                let size = |whole| i64::from(self.whole(sets, whole).iter().sum::<u32>());
                let (a, b) = (size(a) + n, size(b));
                if *equal { a == b } else { a <= b }
            }
            Claim::Not(inner) => !self.holds(sets, inner),
        }
    }

    /// All small values.
    fn all(sets: bool) -> Vec<Values> {
        let most: usize = if sets { 2 } else { 3 };
        let counts: Vec<Counts> = (0..most.pow(3))
            .map(|n| {
                [n % most, n / most % most, n / most / most].map(|n| u32::try_from(n).unwrap())
            })
            .collect();
        let mut all = Vec::new();
        for &s in &counts {
            for &t in &counts {
                for n in 0..VALUES * VALUES {
                    all.push(Values {
                        wholes: [s, t],
                        elements: [n % VALUES, n / VALUES],
                    });
                }
            }
        }
        all
    }
}

fn any_whole(random: &mut Random, depth: usize) -> Whole {
    if depth == 0 || random.below(4) == 0 {
        return match random.below(3) {
            0 => {
                let count = 1 + random.below(2);
                Whole::Literal((0..count).map(|_| random.below(2)).collect())
            }
            n => Whole::Named(n - 1),
        };
    }
    let a = Box::new(any_whole(random, depth - 1));
    let b = Box::new(any_whole(random, depth - 1));
    match random.below(5) {
        0 => Whole::Union(a, b),
        1 | 2 => Whole::Intersect(a, b),
        _ => Whole::Minus(a, b),
    }
}

fn any_fact(random: &mut Random) -> Claim {
    let fact = match random.below(6) {
        0 | 1 => Claim::In(random.below(2), any_whole(random, 1)),
        2 => Claim::Subset(any_whole(random, 1), any_whole(random, 1)),
        3 => Claim::Apart(0, 1),
        _ => any_size(random),
    };
    match random.below(3) {
        0 => Claim::Not(Box::new(fact)),
        _ => fact,
    }
}

fn any_size(random: &mut Random) -> Claim {
    let n = i64::try_from(random.below(5)).unwrap() - 2;
    let (a, b) = (any_whole(random, 2), any_whole(random, 1));
    Claim::Size(a, n, b, random.below(2) == 0)
}

/// Asks for random sizes under random facts; how many the prover and Z3 proved.
fn ask(sets: bool, rounds: usize, seed: u64) -> [usize; 2] {
    let all = Values::all(sets);
    let mut random = Random::new(seed);
    let mut proved = [0, 0];
    for _ in 0..rounds {
        let count = random.below(4);
        let facts: Vec<Claim> = (0..count).map(|_| any_fact(&mut random)).collect();
        let goal = any_size(&mut random);
        let mut world = World::new(sets);
        let known: Vec<Term> = facts.iter().map(|fact| world.claim(fact)).collect();
        let claim = world.claim(&goal);
        let mut prover = Prover::default();
        for &fact in &known {
            prover.assume(&mut world.terms, fact);
        }
        let path = known.iter().fold(Path::default(), |path, &fact| {
            path.with(fact, FactKind::Fact)
        });
        let mut solver = Solver::new(200_000, Vec::new()).prover_mode(ProverMode::Off);
        let answers = [
            prover.proves(&mut world.terms, claim),
            solver.entails(&mut world.terms, &path, claim) == Answer::Yes,
        ];
        let mut fitting = all.iter();
        let counter = fitting.find(|values| {
            facts.iter().all(|fact| values.holds(sets, fact)) && !values.holds(sets, &goal)
        });
        for (answer, proved) in answers.into_iter().zip(&mut proved) {
            *proved += usize::from(answer);
            assert!(
                !(answer && counter.is_some()),
                "proved {answers:?}: {goal:?} from {facts:?}, but not for {counter:?}"
            );
        }
    }
    proved
}

#[test]
fn cardinalities_of_sets_hold_for_all_small_sets() {
    let [prover, z3] = ask(true, 300, 7);
    assert!(prover > 30 && z3 > 30, "{prover} and {z3} were proved");
}

#[test]
fn cardinalities_of_multisets_hold_for_all_small_multisets() {
    let [prover, z3] = ask(false, 300, 11);
    assert!(prover > 30 && z3 > 30, "{prover} and {z3} were proved");
}
