//! Sizes of polynomials, and the products that are opaque to Z3: there they are applications of
//! uninterpreted functions.
//!
//! Z3's arithmetic multiplies polynomials out, and counts none of that: a sum that is squared
//! eight times takes it minutes and gigabytes, whatever the resource limit is. An opaque
//! product is any number to Z3. So what Z3 proves is valid, and what it finds a model of can be
//! unsatisfiable.

use super::term::{Node, Term, Terms};
use num_traits::Zero;

/// The highest degree of a product that Z3 computes with.
const MAX_DEGREE: u8 = 12;

/// The most summands of a product that Z3 computes with.
const MAX_SUMMANDS: u16 = 4096;

/// The size of a term as a polynomial over terms that are neither sums nor products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expansion {
    /// The degree, saturating; 0 for constants.
    degree: u8,
    /// The number of summands if products are multiplied out and equal ones are not collected,
    /// saturating.
    summands: u16,
}

impl Expansion {
    /// That of a constant.
    const CONSTANT: Expansion = Expansion {
        degree: 0,
        summands: 1,
    };
    /// That of a term that is neither a sum nor a product.
    const ATOM: Expansion = Expansion {
        degree: 1,
        summands: 1,
    };

    fn plus(self, other: Expansion) -> Expansion {
        Expansion {
            degree: self.degree.max(other.degree),
            summands: self.summands.saturating_add(other.summands),
        }
    }

    fn times(self, other: Expansion) -> Expansion {
        Expansion {
            degree: self.degree.saturating_add(other.degree),
            summands: self.summands.saturating_mul(other.summands),
        }
    }
}

impl Terms {
    /// Whether a term is a product that is opaque to Z3: one of a high degree or of many
    /// summands, or one of constants that is too long to compute.
    pub(crate) fn is_opaque_product(&self, t: Term) -> bool {
        self.is_opaque(self.node(t))
    }

    /// Whether a node is a product that is opaque to Z3.
    fn is_opaque(&self, node: &Node) -> bool {
        let is_long = || self.expansion_of(node).degree == 0;
        self.is_large_product(node) || matches!(node, Node::Mul(..)) && is_long()
    }

    /// Whether a node is a product of a high degree or of many summands. Long constants are none:
    /// a goal about their value that does not follow without it is reported as refuted.
    pub(super) fn is_large_product(&self, node: &Node) -> bool {
        matches!(node, Node::Mul(..)) && {
            let Expansion { degree, summands } = self.expansion_of(node);
            degree > MAX_DEGREE || summands > MAX_SUMMANDS
        }
    }

    /// The size of a node as a polynomial.
    pub(super) fn expansion_of(&self, node: &Node) -> Expansion {
        match node {
            Node::Int(_) | Node::Perm(_) => Expansion::CONSTANT,
            Node::Sum(_, linear) => {
                let constant = Expansion {
                    summands: u16::from(!linear.constant.is_zero()),
                    ..Expansion::CONSTANT
                };
                let parts = linear.parts.iter().map(|&(_, t)| self.expansion(t));
                parts.fold(constant, Expansion::plus)
            }
            Node::Mul(a, b) => self.expansion(*a).times(self.expansion(*b)),
            // The remainder is encoded with the product of divisor and quotient.
            Node::Rem(a, b) => {
                let product = self.expansion(*b).times(Expansion::ATOM);
                self.expansion(*a).plus(product)
            }
            _ => Expansion::ATOM,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn products_are_opaque_beyond_a_degree() {
        let mut terms = Terms::new();
        let a = terms.fresh("a", Sort::Int);
        let mut power = a;
        for degree in 2..=30 {
            power = terms.mul(power, a);
            assert_eq!(terms.expansion(power).degree, degree);
            let opaque = degree > MAX_DEGREE;
            assert_eq!(terms.is_opaque_product(power), opaque);
            let positive = terms.lt(a, power);
            assert_eq!(terms.has_large_product(positive), opaque);
        }
        for _ in 0..100 {
            power = terms.mul(power, power);
        }
        assert_eq!(terms.expansion(power).degree, u8::MAX);
    }

    #[test]
    fn products_are_opaque_beyond_a_number_of_summands() {
        let mut terms = Terms::new();
        let mut sum = terms.int(1);
        for name in ["a", "b", "c", "d", "e", "f", "g"] {
            let next = terms.fresh(name, Sort::Int);
            sum = terms.add(sum, next);
        }
        let mut power = sum;
        for degree in 2..=8u32 {
            power = terms.mul(power, sum);
            let summands = u16::try_from(8u32.pow(degree)).unwrap_or(u16::MAX);
            assert_eq!(terms.expansion(power).summands, summands);
            assert_eq!(terms.is_opaque_product(power), degree > 4);
        }
    }

    #[test]
    fn products_of_long_constants_are_opaque() {
        let mut terms = Terms::new();
        let mut power = terms.int(10);
        while !terms.is_opaque_product(power) {
            power = terms.mul(power, power);
        }
        let a = terms.fresh("a", Sort::Int);
        let product = terms.mul(power, a);
        assert!(!terms.is_opaque_product(product) && !terms.has_large_product(product));
    }
}
