//! Linear forms over the nodes of the closure, with small exact coefficients.
//!
//! An operation yields `None` if a number grows too large: incomplete, but sound.

use super::congruence::Id;
use num_integer::Integer;
use num_rational::{BigRational, Ratio};
use num_traits::{CheckedAdd, CheckedMul, One, Signed, ToPrimitive, Zero};
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};

/// An exact number. Those in forms are small enough for sums of machine integers.
pub(crate) type Q = Ratio<i128>;

/// The largest magnitude of a numerator.
const NUMER: i128 = 1 << 66;
/// The largest denominator.
const DENOM: i128 = 1 << 60;

fn if_small(q: Q) -> Option<Q> {
    // The absolute value of `MIN` overflows.
    let small = (-NUMER..=NUMER).contains(q.numer());
    (small && *q.denom() <= DENOM).then_some(q)
}

/// `a + b`, if it is small enough.
pub(crate) fn plus(a: Q, b: Q) -> Option<Q> {
    if a.is_integer() && b.is_integer() {
        return if_small(Q::from_integer(a.numer() + b.numer()));
    }
    if_small(a.checked_add(&b)?)
}

/// `a * b`, if it is small enough.
pub(crate) fn times(a: Q, b: Q) -> Option<Q> {
    if a.is_integer() && b.is_integer() {
        // Nearly all numbers are so small that their product cannot overflow.
        let product = match (i64::try_from(*a.numer()), i64::try_from(*b.numer())) {
            (Ok(x), Ok(y)) => i128::from(x) * i128::from(y),
            _ => a.numer().checked_mul(b.numer())?,
        };
        return if_small(Q::from_integer(product));
    }
    if_small(a.checked_mul(&b)?)
}

/// `1 / a`, if `a` is not zero and the result small enough.
pub(crate) fn inverse(a: Q) -> Option<Q> {
    if a.is_zero() {
        None
    } else {
        if_small(a.recip())
    }
}

/// The value of a rational constant, if it is small enough.
pub(crate) fn small(q: &BigRational) -> Option<Q> {
    if_small(Q::new_raw(q.numer().to_i128()?, q.denom().to_i128()?))
}

/// A sum of multiples of numbers and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    /// Coefficients (never zero) and nodes, by ascending node.
    pub parts: Parts,
    /// The constant.
    pub constant: Q,
}

/// Nearly always one number, or the difference of two.
type Parts = SmallVec<[(Id, Q); 2]>;

/// Hashes numerator and denominator: fractions are always reduced. (The derived hash
/// divides.)
impl Hash for Form {
    fn hash<H: Hasher>(&self, state: &mut H) {
        fn number<H: Hasher>(q: &Q, state: &mut H) {
            q.numer().hash(state);
            q.denom().hash(state);
        }
        for (id, q) in &self.parts {
            id.hash(state);
            number(q, state);
        }
        number(&self.constant, state);
    }
}

impl Form {
    /// A constant.
    pub fn constant(q: Q) -> Form {
        Form {
            parts: Parts::new(),
            constant: q,
        }
    }

    /// One number.
    pub fn variable(id: Id) -> Form {
        Form {
            parts: smallvec![(id, Q::one())],
            constant: Q::zero(),
        }
    }

    /// Whether it is exactly this number.
    pub fn is_variable(&self, id: Id) -> bool {
        self.constant.is_zero()
            && matches!(self.parts.as_slice(), [(v, q)] if *v == id && q.is_one())
    }

    /// The value of a constant form.
    pub fn value(&self) -> Option<Q> {
        self.parts.is_empty().then_some(self.constant)
    }

    /// The coefficient of a number; zero if it does not occur.
    pub fn coefficient(&self, id: Id) -> Q {
        match self.parts.binary_search_by_key(&id, |part| part.0) {
            Ok(at) => self.parts.get(at).map_or(Q::zero(), |part| part.1),
            Err(_) => Q::zero(),
        }
    }

    /// `self + factor * other`
    pub fn plus(&self, other: &Form, factor: Q) -> Option<Form> {
        // Most forms are added or subtracted as they are.
        if factor.is_one() {
            self.plus_each(other, Some)
        } else if factor == -Q::one() {
            self.plus_each(other, |q| Some(-q))
        } else {
            self.plus_each(other, |q| times(q, factor))
        }
    }

    /// The sum with another form, whose numbers are multiplied by `scaled`.
    #[inline]
    fn plus_each(&self, other: &Form, scaled: impl Fn(Q) -> Option<Q>) -> Option<Form> {
        let mut parts = Parts::with_capacity(self.parts.len() + other.parts.len());
        let (mut left, mut right) = (self.parts.as_slice(), other.parts.as_slice());
        loop {
            let (id, q) = match (left.split_first(), right.split_first()) {
                (None, None) => break,
                (Some((&(a, x), rest)), Some((&(b, y), others))) if a == b => {
                    (left, right) = (rest, others);
                    (a, plus(x, scaled(y)?)?)
                }
                (Some((&(a, x), rest)), next) if next.is_none_or(|(part, _)| a < part.0) => {
                    left = rest;
                    (a, x)
                }
                (_, Some((&(b, y), others))) => {
                    right = others;
                    (b, scaled(y)?)
                }
                (Some(_), None) => break,
            };
            if !q.is_zero() {
                parts.push((id, q));
            }
        }
        let constant = plus(self.constant, scaled(other.constant)?)?;
        Some(Form { parts, constant })
    }

    /// `self - other`
    pub fn minus(&self, other: &Form) -> Option<Form> {
        self.plus(other, -Q::one())
    }

    /// `factor * self`
    pub fn times(&self, factor: Q) -> Option<Form> {
        Form::constant(Q::zero()).plus(self, factor)
    }

    /// `self + q`
    pub fn shifted(&self, q: Q) -> Option<Form> {
        Some(Form {
            parts: self.parts.clone(),
            constant: plus(self.constant, q)?,
        })
    }

    /// The form with a number replaced.
    pub fn substitute(&self, id: Id, by: &Form) -> Option<Form> {
        let q = self.coefficient(id);
        if q.is_zero() {
            return Some(self.clone());
        }
        let mut rest = self.clone();
        rest.parts.retain(|part| part.0 != id);
        rest.plus(by, q)
    }

    /// The form as `factor * key + constant`: the key has no constant, its coefficients
    /// are coprime integers, and the first is positive. `None` for constants.
    pub fn keyed(&self) -> Option<(Form, Q)> {
        let (_, first) = self.parts.first()?;
        let is_unit = |q: &Q| q.is_integer() && q.numer().abs().is_one();
        if self.parts.iter().all(|(_, q)| is_unit(q)) {
            // Most forms are a sum or a difference of two numbers.
            let mut parts = self.parts.clone();
            let factor = *first;
            if factor.is_negative() {
                parts.iter_mut().for_each(|(_, q)| *q = -*q);
            }
            let constant = Q::zero();
            return Some((Form { parts, constant }, factor));
        }
        let mut numer = 0i128;
        let mut denom = 1i128;
        for (_, q) in &self.parts {
            numer = numer.gcd(q.numer());
            denom = denom.lcm(q.denom());
            if denom > DENOM {
                return None;
            }
        }
        let mut factor = if_small(Q::new(numer, denom))?;
        if first.is_negative() {
            factor = -factor;
        }
        let inverse = inverse(factor)?;
        let mut parts = Parts::with_capacity(self.parts.len());
        for (id, q) in &self.parts {
            parts.push((*id, times(*q, inverse)?));
        }
        let constant = Q::zero();
        Some((Form { parts, constant }, factor))
    }
}
