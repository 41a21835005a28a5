//! Products as multisets of opaque factors: equal up to associativity and commutativity.

use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::prover::linear::{Q, times};
use num_traits::One;
use smallvec::SmallVec;

/// The most factorizations of a number.
const MAX_FACTORINGS: usize = 8;
/// The nesting depth of factorizations.
const MAX_DEPTH: usize = 6;

/// A product: a constant, and the classes of its other factors, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Product {
    constant: Q,
    factors: SmallVec<[Id; 6]>,
}

impl Product {
    /// The product of both; `None` if the constants grow too large.
    fn by(&self, other: &Product) -> Option<Product> {
        let mut factors = self.factors.clone();
        factors.extend_from_slice(&other.factors);
        factors.sort_unstable();
        Some(Product {
            constant: times(self.constant, other.constant)?,
            factors,
        })
    }
}

impl Prover {
    /// Whether one of these disequalities has sides with the same factorization.
    pub(crate) fn same_product(&self, nodes: &[Id]) -> bool {
        nodes.iter().any(|&id| {
            self.disequality(id).is_some_and(|(a, b)| {
                self.closure.sort(a).is_number() && {
                    let (a, b) = (self.products(a, MAX_DEPTH), self.products(b, MAX_DEPTH));
                    a.iter().any(|product| b.contains(product))
                }
            })
        })
    }

    /// The known factorizations of a number; the number itself if there is none. Incomplete
    /// beyond the nesting depth.
    fn products(&self, id: Id, depth: usize) -> Vec<Product> {
        let root = self.closure.find(id);
        if let Some(constant) = self.arithmetic.form(root).value() {
            return vec![Product {
                constant,
                factors: SmallVec::new(),
            }];
        }
        let mut found = Vec::new();
        if depth > 0 {
            for member in self.closure.members(root) {
                if self.closure.op(member) == Op::Mul {
                    let [a, b] =
                        [0, 1].map(|at| self.products(self.closure.arg(member, at), depth - 1));
                    let both = a.iter().flat_map(|a| b.iter().filter_map(|b| a.by(b)));
                    found.extend(both.take(MAX_FACTORINGS));
                }
                if found.len() >= MAX_FACTORINGS {
                    break;
                }
            }
        }
        if found.is_empty() {
            found.push(Product {
                constant: Q::one(),
                factors: SmallVec::from_slice(&[root]),
            });
        }
        found
    }
}
