//! Lemmas for products of unknown numbers: signs, distribution over sums, monotonicity.

use super::theory_lemmas::Lemmas;
use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::terms::term::{Linear, Node, Sort, Term, Terms};

/// The most products that are compared.
const MAX_PRODUCTS: usize = 10;
/// Longer sums are not distributed over.
const MAX_SUMMANDS: usize = 4;

/// A product of two unknown factors.
#[derive(Clone, Copy)]
struct Product {
    t: Term,
    factors: [Term; 2],
}

impl Prover {
    /// The new lemmas for the products among some nodes.
    pub(crate) fn nonlinear_lemmas(
        &self,
        terms: &mut Terms,
        nodes: &[Id],
        lemmas: &mut Lemmas<'_>,
    ) {
        let products = nodes.iter().filter_map(|&id| self.product(terms, id));
        let products: Vec<Product> = products.take(MAX_PRODUCTS).collect();
        for (at, &product) in products.iter().enumerate() {
            let Product { t, factors } = product;
            if lemmas.instances.note(t, vec![t]) {
                sign_lemmas(terms, product, &mut lemmas.due);
                let expanded = expanded(terms, product);
                if let Some(sum) = expanded {
                    lemmas.due.push(terms.eq(t, sum));
                }
            }
            self.bound_lemmas(terms, product, lemmas);
            for &other in products.iter().skip(at + 1) {
                if lemmas.instances.note(t, vec![other.t]) {
                    let [a, b] = factors;
                    for factors in [[a, b], [b, a]] {
                        let product = Product { t, factors };
                        monotone_lemmas(terms, product, other, &mut lemmas.due);
                        monotone_lemmas(terms, other, product, &mut lemmas.due);
                    }
                }
            }
        }
    }

    /// A product of factors within constant bounds, by the four planes through their corners.
    fn bound_lemmas(&self, terms: &mut Terms, product: Product, lemmas: &mut Lemmas<'_>) {
        let Product { t, factors } = product;
        let ids = factors.map(|factor| self.closure.lookup(terms, factor));
        let [Some(a), Some(b)] = ids else {
            return;
        };
        let [first, second] = [a, b].map(|id| self.arithmetic.bounds(id));
        for (at, low) in first.into_iter().zip([true, false]) {
            for (by, lower) in second.into_iter().zip([true, false]) {
                let (Some(at), Some(by)) = (at, by) else {
                    continue;
                };
                if !at.is_integer() || !by.is_integer() {
                    continue;
                }
                let (at, by) = (terms.int(at.to_integer()), terms.int(by.to_integer()));
                if !lemmas.instances.note(t, vec![t, at, by]) {
                    continue;
                }
                let [a, b] = factors;
                let within = [side(terms, a, at, low), side(terms, b, by, lower)];
                // The plane `at * b + by * a - at * by`.
                let parts = [terms.mul(at, b), terms.mul(by, a), terms.mul(at, by)];
                let sum = terms.add(parts[0], parts[1]);
                let plane = terms.sub(sum, parts[2]);
                let order = if low == lower {
                    terms.le(plane, t)
                } else {
                    terms.le(t, plane)
                };
                let within = terms.and(within);
                lemmas.due.push(terms.implies(within, order));
            }
        }
    }

    fn product(&self, terms: &Terms, id: Id) -> Option<Product> {
        let is_unknown = |&arg: &Id| self.arithmetic.form(arg).value().is_none();
        if self.closure.op(id) != Op::Mul || self.closure.sort(id) != Sort::Int {
            return None;
        }
        let args = self.closure.args(id);
        let t = self.closure.term(id)?;
        let &Node::Mul(a, b) = terms.node(t) else {
            return None;
        };
        args.iter()
            .all(is_unknown)
            .then_some(Product { t, factors: [a, b] })
    }
}

/// Whether a number is on one side of a bound.
fn side(terms: &mut Terms, number: Term, bound: Term, low: bool) -> Term {
    if low {
        terms.le(bound, number)
    } else {
        terms.le(number, bound)
    }
}

/// The sign of a product.
fn sign_lemmas(terms: &mut Terms, product: Product, due: &mut Vec<Term>) {
    let Product { t, factors } = product;
    let none = terms.int(0);
    let positive = factors.map(|factor| terms.le(none, factor));
    let negative = factors.map(|factor| terms.le(factor, none));
    let (least, most) = (terms.le(none, t), terms.le(t, none));
    let [a, b] = positive;
    let [c, d] = negative;
    for (signs, sign) in [
        ([a, b], least),
        ([c, d], least),
        ([a, d], most),
        ([c, b], most),
    ] {
        let signs = terms.and(signs);
        due.push(terms.implies(signs, sign));
    }
    if factors[0] == factors[1] {
        due.push(least);
    }
}

/// A product with a sum as a sum of products.
fn expanded(terms: &mut Terms, product: Product) -> Option<Term> {
    let [a, b] = product.factors;
    let (sum, other) = match (terms.node(a), terms.node(b)) {
        (Node::Sum(..), _) => (a, b),
        (_, Node::Sum(..)) => (b, a),
        _ => return None,
    };
    let Linear { parts, constant } = terms.linear(sum);
    if parts.len() > MAX_SUMMANDS {
        return None;
    }
    let constant = terms.int(constant.to_integer());
    let mut all = terms.mul(constant, other);
    for (factor, part) in parts {
        let factor = terms.int(factor.to_integer());
        let part = terms.mul(part, other);
        let part = terms.mul(factor, part);
        all = terms.add(all, part);
    }
    Some(all)
}

/// A product of larger nonnegative factors is larger.
fn monotone_lemmas(terms: &mut Terms, less: Product, more: Product, due: &mut Vec<Term>) {
    let none = terms.int(0);
    let ([a, b], [c, d]) = (less.factors, more.factors);
    let signs = [terms.le(none, a), terms.le(none, b)];
    let weak = [terms.le(a, c), terms.le(b, d)];
    let weak = terms.and([signs, weak].concat());
    let order = terms.le(less.t, more.t);
    due.push(terms.implies(weak, order));
    let strict = [terms.lt(a, c), terms.lt(b, d)];
    let strict = terms.and([signs, strict].concat());
    let order = terms.lt(less.t, more.t);
    due.push(terms.implies(strict, order));
}
