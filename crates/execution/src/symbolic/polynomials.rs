//! Sums of products for readers: multiplied out where that is shorter, as in `(a + b) * (a - b) + b * b`,
//! which is `a * a`.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use veriframe_logic::terms::term::{Linear, Node};
use veriframe_logic::{Sort, Term, Terms};

/// The most products of a sum that is multiplied out.
const MAX_PRODUCTS: usize = 64;

/// The most factors of a product.
const MAX_FACTORS: usize = 8;

/// A sum of products of terms, each with its number; the empty product is 1.
#[derive(Debug, Default)]
struct Polynomial(BTreeMap<Vec<Term>, BigRational>);

/// The same integer as a sum of products, if that is shorter; what is opaque stays as it is.
pub(super) fn multiplied_out(
    terms: &mut Terms,
    t: Term,
    is_opaque: &dyn Fn(Term) -> bool,
) -> Option<Term> {
    if terms.sort(t) != Sort::Int || !has_product_of_sums(terms, t) {
        return None;
    }
    let polynomial = Polynomial::of(terms, t, is_opaque)?;
    let own = polynomial.term(terms);
    (size(terms, own, MAX_FACTORS) < size(terms, t, MAX_FACTORS)).then_some(own)
}

/// Whether something can be multiplied out.
fn has_product_of_sums(terms: &Terms, t: Term) -> bool {
    let is_sum = |t: Term| matches!(terms.node(t), Node::Sum(..));
    let Linear { parts, .. } = terms.linear(t);
    parts.iter().any(|(_, part)| match *terms.node(*part) {
        Node::Mul(a, b) => is_sum(a) || is_sum(b) || has_sum(terms, a) || has_sum(terms, b),
        _ => false,
    })
}

/// Whether a factor is a product with a sum.
fn has_sum(terms: &Terms, t: Term) -> bool {
    let mut todo = vec![t];
    let mut count = 0;
    while let Some(t) = todo.pop() {
        count += 1;
        match *terms.node(t) {
            Node::Sum(..) => return true,
            Node::Mul(a, b) if count < MAX_PRODUCTS => todo.extend([a, b]),
            _ => {}
        }
    }
    false
}

impl Polynomial {
    /// That of a term; `None` if it is too large.
    fn of(terms: &Terms, t: Term, is_opaque: &dyn Fn(Term) -> bool) -> Option<Polynomial> {
        Polynomial::within(terms, t, is_opaque, MAX_FACTORS)
    }

    fn within(
        terms: &Terms,
        t: Term,
        is_opaque: &dyn Fn(Term) -> bool,
        depth: usize,
    ) -> Option<Polynomial> {
        if is_opaque(t) {
            return Some(Polynomial::product(vec![t], BigRational::one()));
        }
        let depth = depth.checked_sub(1)?;
        let Linear { parts, constant } = terms.linear(t);
        let mut sum = Polynomial::product(Vec::new(), constant);
        for (factor, part) in parts {
            let own = match *terms.node(part) {
                Node::Mul(a, b) if !is_opaque(part) => {
                    let a = Polynomial::within(terms, a, is_opaque, depth)?;
                    let b = Polynomial::within(terms, b, is_opaque, depth)?;
                    a.times(&b)?
                }
                _ => Polynomial::product(vec![part], BigRational::one()),
            };
            sum.add(own, &factor)?;
        }
        Some(sum)
    }

    /// A product with a number.
    fn product(factors: Vec<Term>, number: BigRational) -> Polynomial {
        let mut polynomial = Polynomial::default();
        if !number.is_zero() {
            polynomial.0.insert(factors, number);
        }
        polynomial
    }

    fn add(&mut self, other: Polynomial, factor: &BigRational) -> Option<()> {
        for (product, number) in other.0 {
            let place = self.0.entry(product).or_insert_with(BigRational::zero);
            *place += number * factor;
        }
        self.0.retain(|_, number| !number.is_zero());
        (self.0.len() <= MAX_PRODUCTS).then_some(())
    }

    fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut all = Polynomial::default();
        for (a, m) in &self.0 {
            for (b, n) in &other.0 {
                let mut factors = [a.as_slice(), b].concat();
                if factors.len() > MAX_FACTORS {
                    return None;
                }
                factors.sort_unstable();
                all.add(Polynomial::product(factors, m * n), &BigRational::one())?;
            }
        }
        Some(all)
    }

    /// The sum as a term.
    fn term(self, terms: &mut Terms) -> Term {
        let mut sum = terms.int(0);
        for (factors, number) in self.0 {
            let mut product = terms.int(number.to_integer());
            for factor in factors {
                product = terms.mul(product, factor);
            }
            sum = terms.add(sum, product);
        }
        sum
    }
}

/// The number of names and numbers in a sum of products.
fn size(terms: &Terms, t: Term, depth: usize) -> usize {
    let Some(depth) = depth.checked_sub(1) else {
        return 1;
    };
    let Linear { parts, constant } = terms.linear(t);
    let has_constant = parts.is_empty() || !constant.is_zero();
    let sizes = parts.iter().map(|(factor, part)| {
        let own = match *terms.node(*part) {
            Node::Mul(a, b) => size(terms, a, depth) + size(terms, b, depth),
            _ => 1,
        };
        own + usize::from(!factor.abs().is_one())
    });
    sizes.sum::<usize>() + usize::from(has_constant)
}
