//! The built-in front of the solver: union-find over equalities, known
//! literals, disequalities and bounds. It follows the path: facts are asserted
//! in order and taken back in reverse.
//!
//! It is incomplete and never wrong: what it calls valid holds in every model
//! of the facts. What it does not know goes to Z3.

use super::term::{Linear, Node, Term, Terms};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

/// Terms with more nodes than this are not normalised: Z3 shares their
/// subterms, a walk over the tree would not.
const MAX_SIZE: u32 = 400;

/// How to take back one change.
#[derive(Debug)]
enum Undo {
    Union {
        child: Term,
    },
    Literal {
        atom: Term,
    },
    Disequality,
    Bound {
        key: Linear,
        before: Option<BigRational>,
    },
    Contradiction,
}

/// The facts of a path, as far as the front understands them.
#[derive(Debug, Default)]
pub struct Builtin {
    /// A child's parent in the union-find forest; roots are absent.
    parent: FxHashMap<Term, Term>,
    /// Atoms that are known to be true or false.
    literals: FxHashMap<Term, bool>,
    /// Pairs that are known to differ.
    disequalities: Vec<(Term, Term)>,
    /// Lower bounds of linear forms without constant, first coefficient ±1.
    bounds: FxHashMap<Linear, BigRational>,
    contradiction: bool,
    trail: Vec<Undo>,
    /// Normal forms under the present facts.
    normal: FxHashMap<Term, Term>,
}

impl Builtin {
    /// A mark to return to.
    #[must_use]
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back everything asserted since the mark.
    pub fn undo_to(&mut self, mark: usize) {
        if self.trail.len() > mark {
            self.normal.clear();
        }
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Undo::Union { child }) => {
                    self.parent.remove(&child);
                }
                Some(Undo::Literal { atom }) => {
                    self.literals.remove(&atom);
                }
                Some(Undo::Disequality) => {
                    self.disequalities.pop();
                }
                Some(Undo::Bound {
                    key,
                    before: Some(bound),
                }) => {
                    self.bounds.insert(key, bound);
                }
                Some(Undo::Bound { key, before: None }) => {
                    self.bounds.remove(&key);
                }
                Some(Undo::Contradiction) => self.contradiction = false,
                None => return,
            }
        }
    }

    /// Whether the facts are known to contradict each other.
    #[must_use]
    pub fn contradictory(&self) -> bool {
        self.contradiction
    }

    /// Takes a formula for true.
    pub fn assume(&mut self, terms: &mut Terms, fact: Term) {
        let normal = self.normalise(terms, fact);
        self.assume_normal(terms, normal);
        if normal != fact {
            self.literal(fact, true);
        }
    }

    fn assume_normal(&mut self, terms: &mut Terms, fact: Term) {
        match terms.node(fact).clone() {
            Node::Bool(true) => {}
            Node::Bool(false) => self.contradict(),
            Node::And(parts) => parts
                .iter()
                .for_each(|&part| self.assume_normal(terms, part)),
            Node::Eq(a, b) => {
                self.literal(fact, true);
                self.union(terms, a, b);
            }
            Node::Not(atom) => {
                self.literal(atom, false);
                if let Node::Eq(a, b) = *terms.node(atom) {
                    self.disequalities.push((a, b));
                    self.trail.push(Undo::Disequality);
                }
            }
            Node::Le(a, b) => {
                self.literal(fact, true);
                self.bound(terms.difference(b, a), false);
            }
            Node::Lt(a, b) => {
                self.literal(fact, true);
                let integer = terms.sort(a) == super::term::Sort::Int;
                self.bound(terms.difference(b, a), integer);
            }
            _ => self.literal(fact, true),
        }
    }

    fn contradict(&mut self) {
        if !self.contradiction {
            self.contradiction = true;
            self.trail.push(Undo::Contradiction);
        }
    }

    fn literal(&mut self, atom: Term, value: bool) {
        match self.literals.get(&atom) {
            Some(&known) if known != value => self.contradict(),
            Some(_) => {}
            None => {
                self.literals.insert(atom, value);
                self.trail.push(Undo::Literal { atom });
                self.normal.clear();
            }
        }
    }

    fn find(&self, t: Term) -> Term {
        let mut root = t;
        while let Some(&parent) = self.parent.get(&root) {
            root = parent;
        }
        root
    }

    fn union(&mut self, terms: &mut Terms, a: Term, b: Term) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        if terms.distinct(a, b) {
            self.contradict();
            return;
        }
        // The representative is a value where there is one, else the smaller
        // term: normal forms shrink, so that normalising ends.
        let (root, child) = if rank(terms, a) <= rank(terms, b) {
            (a, b)
        } else {
            (b, a)
        };
        self.parent.insert(child, root);
        self.trail.push(Undo::Union { child });
        self.normal.clear();
    }

    /// Notes `form >= 0` (`> 0` among integers, which is `>= 1`, if `strict_int`).
    fn bound(&mut self, form: Linear, strict_int: bool) {
        let Some((key, factor)) = key_of(&form) else {
            return;
        };
        let mut least = -form.constant.clone() / factor.clone();
        if strict_int {
            least += BigRational::one() / factor;
        }
        let negated = negate(&key);
        if let Some(other) = self.bounds.get(&negated)
            && -other < least
        {
            self.contradict();
        }
        let before = self.bounds.get(&key).cloned();
        if before.as_ref().is_none_or(|b| *b < least) {
            self.bounds.insert(key.clone(), least);
            self.trail.push(Undo::Bound { key, before });
            self.normal.clear();
        }
    }

    /// The term with every part replaced by its class's representative, simplified.
    fn normalise(&mut self, terms: &mut Terms, t: Term) -> Term {
        if terms.size(t) > MAX_SIZE {
            return t;
        }
        self.normalise_rec(terms, t)
    }

    fn normalise_rec(&mut self, terms: &mut Terms, t: Term) -> Term {
        if let Some(&n) = self.normal.get(&t) {
            return n;
        }
        let rebuilt = terms.rebuild(t, &mut |terms, part| self.normalise_rec(terms, part));
        let root = self.find(rebuilt);
        let known = self.literals.get(&root).copied();
        let result = match known {
            Some(value) => terms.bool(value),
            None => root,
        };
        self.normal.insert(t, result);
        result
    }

    /// Whether a formula is known to hold.
    pub fn holds(&mut self, terms: &mut Terms, goal: Term) -> bool {
        if self.contradiction {
            return true;
        }
        if self.literals.get(&goal) == Some(&true) {
            return true;
        }
        let goal = self.normalise(terms, goal);
        self.holds_normal(terms, goal)
    }

    fn holds_normal(&mut self, terms: &mut Terms, goal: Term) -> bool {
        if self.literals.get(&goal) == Some(&true) {
            return true;
        }
        match terms.node(goal).clone() {
            Node::Bool(b) => b,
            Node::And(parts) => parts.iter().all(|&part| self.holds_normal(terms, part)),
            Node::Or(parts) => parts.iter().any(|&part| self.holds_normal(terms, part)),
            Node::Not(atom) => {
                if self.literals.get(&atom) == Some(&false) {
                    return true;
                }
                let Node::Eq(a, b) = *terms.node(atom) else {
                    return false;
                };
                self.differ(terms, a, b)
            }
            Node::Le(a, b) => self.at_least(&terms.difference(b, a), false),
            Node::Lt(a, b) => self.at_least(&terms.difference(b, a), true),
            Node::Eq(a, b) => {
                let form = terms.sort(a).is_number().then(|| terms.difference(a, b));
                form.is_some_and(|f| self.at_least(&f, false) && self.at_least(&negate(&f), false))
            }
            _ => false,
        }
    }

    fn at_least(&self, form: &Linear, strict: bool) -> bool {
        let Some((key, factor)) = key_of(form) else {
            return if strict {
                form.constant.is_positive()
            } else {
                !form.constant.is_negative()
            };
        };
        let Some(least) = self.bounds.get(&key) else {
            return false;
        };
        let value = least * factor + &form.constant;
        if strict {
            value.is_positive()
        } else {
            !value.is_negative()
        }
    }

    fn differ(&mut self, terms: &mut Terms, a: Term, b: Term) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if terms.distinct(a, b) {
            return true;
        }
        (0..self.disequalities.len()).any(|index| {
            let Some(&(x, y)) = self.disequalities.get(index) else {
                return false;
            };
            let (x, y) = (self.normalise(terms, x), self.normalise(terms, y));
            (x == a && y == b) || (x == b && y == a)
        })
    }
}

/// Values come first, then smaller terms, then older ones.
fn rank(terms: &Terms, t: Term) -> (bool, u32, Term) {
    let value = matches!(
        terms.node(t),
        Node::Int(_) | Node::Bool(_) | Node::Null | Node::Perm(_) | Node::Unit | Node::Owner(_)
    );
    (!value, terms.size(t), t)
}

/// The linear form without its constant, divided by the absolute value of its
/// first coefficient, and that value.
fn key_of(form: &Linear) -> Option<(Linear, BigRational)> {
    let factor = form.parts.first()?.0.abs();
    let parts = form.parts.iter().map(|(x, t)| (x / &factor, *t)).collect();
    Some((
        Linear {
            parts,
            constant: BigRational::zero(),
        },
        factor,
    ))
}

fn negate(form: &Linear) -> Linear {
    Linear {
        parts: form.parts.iter().map(|(x, t)| (-x, *t)).collect(),
        constant: -form.constant.clone(),
    }
}
