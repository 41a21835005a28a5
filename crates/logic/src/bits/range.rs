//! Ranges of numbers: what is known of a formula's value without a solver.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// The least and the greatest value that a number can have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The least value.
    pub low: BigInt,
    /// The greatest value.
    pub high: BigInt,
}

/// The widest bit vectors: numbers that need more bits are mathematical integers.
const MAX_BITS: u64 = 512;

impl Range {
    /// The range from one number to another.
    #[must_use]
    pub fn new(low: impl Into<BigInt>, high: impl Into<BigInt>) -> Range {
        Range {
            low: low.into(),
            high: high.into(),
        }
    }

    /// The range of one number.
    pub(super) fn of(n: &BigInt) -> Range {
        Range::new(n.clone(), n.clone())
    }

    /// The number, if the range has only one.
    pub(super) fn single(&self) -> Option<&BigInt> {
        (self.low == self.high).then_some(&self.low)
    }

    /// The number of bits of two's complement that every number of the range needs.
    #[must_use]
    pub fn bits(&self) -> u32 {
        let bits = |n: &BigInt| {
            if n.is_negative() {
                (n + BigInt::one()).bits() + 1
            } else {
                n.bits() + 1
            }
        };
        u32::try_from(bits(&self.low).max(bits(&self.high))).unwrap_or(u32::MAX)
    }

    /// Whether another range is part of it.
    #[must_use]
    pub fn includes(&self, other: &Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub(super) fn is_disjoint(&self, other: &Range) -> bool {
        self.high < other.low || other.high < self.low
    }

    pub(super) fn join(&self, other: &Range) -> Range {
        Range {
            low: (&self.low).min(&other.low).clone(),
            high: (&self.high).max(&other.high).clone(),
        }
    }

    /// The range itself, unless its numbers are too wide.
    pub(super) fn limited(self) -> Option<Range> {
        (u64::from(self.bits()) <= MAX_BITS).then_some(self)
    }

    pub(super) fn add(&self, other: &Range) -> Range {
        Range::new(&self.low + &other.low, &self.high + &other.high)
    }

    pub(super) fn sub(&self, other: &Range) -> Range {
        Range::new(&self.low - &other.high, &self.high - &other.low)
    }

    pub(super) fn mul(&self, other: &Range) -> Range {
        let ends = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        Range {
            low: ends.iter().min().cloned().unwrap_or_default(),
            high: ends.iter().max().cloned().unwrap_or_default(),
        }
    }

    /// The greatest absolute value.
    fn magnitude(&self) -> BigInt {
        self.low.abs().max(self.high.abs())
    }

    /// The quotients that are rounded toward zero, of a divisor that is not 0.
    pub(super) fn div(&self) -> Range {
        let greatest = self.magnitude();
        Range::new(-greatest.clone(), greatest)
    }

    /// The remainders, of the dividend's sign, of a divisor that is not 0.
    pub(super) fn rem(&self, divisor: &Range) -> Range {
        let greatest = (divisor.magnitude() - BigInt::one()).max(BigInt::zero());
        let below = |n: BigInt| n.min(greatest.clone()).max(BigInt::zero());
        Range::new(-below(-&self.low), below(self.high.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_twos_complement() {
        let bits = |low: i64, high: i64| Range::new(low, high).bits();
        assert_eq!(bits(0, 0), 1);
        assert_eq!(bits(-1, 0), 1);
        assert_eq!(bits(0, 1), 2);
        assert_eq!(bits(-128, 127), 8);
        assert_eq!(bits(-129, 127), 9);
        assert_eq!(bits(0, 65_535), 17);
        assert_eq!(bits(i64::MIN, i64::MAX), 64);
    }

    #[test]
    fn ranges_of_operations_include_their_results() {
        let ends = [-7_i64, -2, -1, 0, 1, 3, 8];
        let within = |range: &Range, n: i64| range.includes(&Range::of(&BigInt::from(n)));
        for (a, b) in ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b))) {
            for (c, d) in ends.iter().flat_map(|c| ends.iter().map(move |d| (*c, *d))) {
                if a > b || c > d {
                    continue;
                }
                let (x, y) = (Range::new(a, b), Range::new(c, d));
                for (m, n) in (a..=b).flat_map(|m| (c..=d).map(move |n| (m, n))) {
                    assert!(within(&x.add(&y), m + n));
                    assert!(within(&x.sub(&y), m - n));
                    assert!(within(&x.mul(&y), m * n));
                    if n != 0 {
                        assert!(within(&x.div(), m / n), "{m} / {n}");
                        assert!(within(&x.rem(&y), m % n), "{m} % {n}");
                    }
                }
            }
        }
    }
}
