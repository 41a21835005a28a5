//! Values as a reader of their path would write them: without choices that the path condition decides, and
//! with divisions done where it says which sign the dividend has.

use super::conditions::follows_plainly;
use super::{Symbolic, formulas};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rustc_hash::FxHashMap;
use veriframe_ir::Width;
use veriframe_logic::terms::term::{Linear, Node};
use veriframe_logic::{Path, Solver, Sort, Term, Terms};

/// The most questions that are asked about one value.
const MAX_QUESTIONS: u32 = 24;

/// The size from which a value is left as it is.
const MAX_SIZE: u32 = 2_000;

/// What is known on a path.
struct Reader<'r, 's> {
    solver: &'r mut Solver<'s>,
    path: &'r Path,
    questions: u32,
    known: FxHashMap<Term, Term>,
    /// Numbers that have wrapped around, with what they were before.
    wraps: &'r FxHashMap<Term, (Width, Term)>,
}

impl Symbolic<'_> {
    /// The same value on this path, shorter where the path condition says enough.
    pub fn on_path(&self, solver: &mut Solver<'_>, t: Term) -> Term {
        self.on(solver, &self.path, t)
    }

    /// The same on another path.
    pub(super) fn on(&self, solver: &mut Solver<'_>, path: &Path, t: Term) -> Term {
        let terms = &mut *self.terms.borrow_mut();
        if terms.size(t) > MAX_SIZE {
            return t;
        }
        let mut reader = Reader {
            solver,
            path,
            questions: 0,
            known: FxHashMap::default(),
            wraps: &self.wraps,
        };
        reader.read(terms, t)
    }
}

/// A division of integers by a positive number: its quotient, and what is left, which is not negative.
struct Parted {
    quotient: Term,
    rest: BigInt,
    by: BigInt,
    /// Whether the number is the negation of the divisor.
    is_negated: bool,
}

impl Reader<'_, '_> {
    fn follows(&mut self, terms: &mut Terms, condition: Term) -> bool {
        if terms.is_bool(condition, true) {
            return true;
        }
        if terms.is_bool(condition, false) || self.questions >= MAX_QUESTIONS {
            return false;
        }
        self.questions += 1;
        follows_plainly(self.solver, terms, self.path, condition)
    }

    fn read(&mut self, terms: &mut Terms, t: Term) -> Term {
        if let Some(known) = self.known.get(&t) {
            return *known;
        }
        let read = veriframe_base::stack::deep(|| self.read_new(terms, t));
        self.known.insert(t, read);
        read
    }

    fn read_new(&mut self, terms: &mut Terms, t: Term) -> Term {
        if let Some((width, before)) = self.wraps.get(&t) {
            // It stays whole, unless nothing wraps around.
            let fits = formulas::in_range(terms, *width, *before);
            return if self.follows(terms, fits) {
                self.read(terms, *before)
            } else {
                t
            };
        }
        let node = terms.node(t).clone();
        match node {
            Node::Forall(_) => t,
            Node::Ite(condition, a, b) => {
                if self.follows(terms, condition) {
                    return self.read(terms, a);
                }
                let negated = terms.not(condition);
                if self.follows(terms, negated) {
                    return self.read(terms, b);
                }
                self.parts(terms, t)
            }
            Node::Div(..) | Node::Rem(..) => {
                let inner = self.parts(terms, t);
                self.division(terms, inner).unwrap_or(inner)
            }
            _ => self.parts(terms, t),
        }
    }

    fn parts(&mut self, terms: &mut Terms, t: Term) -> Term {
        terms.rebuild(t, &mut |terms, part| self.read(terms, part))
    }

    /// The value of a quotient or a remainder by a number, if the sign of the dividend is known.
    fn division(&mut self, terms: &mut Terms, t: Term) -> Option<Term> {
        let (a, b, is_quotient) = match *terms.node(t) {
            Node::Div(a, b) => (a, b, true),
            Node::Rem(a, b) => (a, b, false),
            _ => return None,
        };
        let parted = parted(terms, a, b)?;
        let Parted {
            quotient,
            rest,
            by,
            is_negated,
        } = parted;
        let (zero, one) = (terms.int(0), terms.int(1));
        let is_positive = terms.le(zero, quotient);
        let is_negative = terms.lt(quotient, zero);
        let (quotient, rest) = if self.follows(terms, is_positive) {
            (quotient, rest)
        } else if !rest.is_zero() && self.follows(terms, is_negative) {
            (terms.add(quotient, one), rest - by)
        } else {
            return None;
        };
        Some(match (is_quotient, is_negated) {
            (true, false) => quotient,
            (true, true) => terms.sub(zero, quotient),
            (false, _) => terms.int(rest),
        })
    }
}

/// A sum whose parts are multiples of a number, but for a constant, divided by it.
fn parted(terms: &mut Terms, a: Term, b: Term) -> Option<Parted> {
    if terms.sort(a) != Sort::Int {
        return None;
    }
    let Node::Int(divisor) = terms.node(b).clone() else {
        return None;
    };
    let by = divisor.abs();
    if by <= BigInt::from(1) {
        return None;
    }
    let Linear { parts, constant } = terms.linear(a);
    let ratio = BigRational::from_integer(by.clone());
    let parts = parts.into_iter().map(|(factor, t)| {
        let factor = factor / &ratio;
        factor.is_integer().then_some((factor, t))
    });
    let parts = parts.collect::<Option<Vec<_>>>()?;
    if parts.is_empty() || !constant.is_integer() {
        return None;
    }
    let (whole, rest) = constant.to_integer().div_mod_floor(&by);
    let constant = BigRational::from_integer(whole);
    let quotient = terms.from_linear(Sort::Int, Linear { parts, constant });
    Some(Parted {
        quotient,
        rest,
        by,
        is_negated: divisor.is_negative(),
    })
}
