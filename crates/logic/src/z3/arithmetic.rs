//! The translation of arithmetic to Z3.

use super::backend::Backend;
use crate::terms::term::{Linear, Node, Sort, Term, Terms};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::str::FromStr;
use z3::ast::{Dynamic, Int, Real};

#[allow(clippy::expect_used)] // smart constructors check sorts: a mismatch is an internal error
impl Backend {
    fn int(&mut self, terms: &Terms, t: Term) -> Int {
        self.translate(terms, t)
            .as_int()
            .expect("an integer has sort Int")
    }

    fn real(&mut self, terms: &Terms, t: Term) -> Real {
        self.translate(terms, t)
            .as_real()
            .expect("a fraction has sort Real")
    }

    /// A comparison of two numbers.
    pub(super) fn compare(&mut self, terms: &Terms, a: Term, b: Term, strict: bool) -> Dynamic {
        let result = if terms.sort(a) == Sort::Int {
            let (a, b) = (self.int(terms, a), self.int(terms, b));
            if strict { a.lt(&b) } else { a.le(&b) }
        } else {
            let (a, b) = (self.real(terms, a), self.real(terms, b));
            if strict { a.lt(&b) } else { a.le(&b) }
        };
        Dynamic::from_ast(&result)
    }

    /// A linear form.
    pub(super) fn sum(&mut self, terms: &Terms, sort: Sort, linear: &Linear) -> Dynamic {
        if sort == Sort::Int {
            let mut parts = Vec::new();
            for (factor, t) in &linear.parts {
                let t = self.int(terms, *t);
                parts.push(if factor.is_one() {
                    t
                } else {
                    integer(&factor.to_integer().to_string()) * t
                });
            }
            if !linear.constant.is_zero() {
                parts.push(integer(&linear.constant.to_integer().to_string()));
            }
            return Dynamic::from_ast(&Int::add(&parts));
        }
        let mut parts = Vec::new();
        for (factor, t) in &linear.parts {
            let t = self.real(terms, *t);
            parts.push(if factor.is_one() { t } else { real(factor) * t });
        }
        if !linear.constant.is_zero() {
            parts.push(real(&linear.constant));
        }
        Dynamic::from_ast(&Real::add(&parts))
    }

    /// A product, quotient or remainder.
    pub(super) fn arithmetic(&mut self, terms: &Terms, t: Term, a: Term, b: Term) -> Dynamic {
        if terms.is_opaque_product(t) {
            return self.uninterpreted(terms, format!("product_{:?}", terms.sort(t)), t);
        }
        if terms.sort(a) == Sort::Perm {
            let (a, b) = (self.real(terms, a), self.real(terms, b));
            let result = if matches!(terms.node(t), Node::Mul(..)) {
                a * b
            } else {
                a / b
            };
            return Dynamic::from_ast(&result);
        }
        let (x, y) = (self.int(terms, a), self.int(terms, b));
        let result = match terms.node(t) {
            Node::Mul(..) => x * y,
            Node::Div(..) => quotient(&x, &y),
            _ => {
                let product = quotient(&x, &y) * &y;
                x - product
            }
        };
        Dynamic::from_ast(&result)
    }
}

/// Division that rounds toward zero; Z3's rounds such that the remainder is not
/// negative.
fn quotient(x: &Int, y: &Int) -> Int {
    let zero = Int::from_i64(0);
    let floor = x.div(y);
    let opposite = x.unary_minus().div(y).unary_minus();
    x.ge(&zero).ite(&floor, &opposite)
}

/// An integer, from its decimal digits.
#[allow(clippy::expect_used)] // the digits come from a number
pub(super) fn integer(digits: &str) -> Int {
    let parse = |digits| Int::from_str(digits).expect("digits are a number");
    match digits.strip_prefix('-') {
        Some(positive) => parse(positive).unary_minus(),
        None => parse(digits),
    }
}

/// A rational number.
#[allow(clippy::expect_used)] // the digits come from a number
pub(super) fn real(value: &BigRational) -> Real {
    let (numerator, denominator) = (value.numer().abs().to_string(), value.denom().to_string());
    let magnitude = Real::from_rational_str(&numerator, &denominator).expect("digits are a number");
    if value.is_negative() {
        magnitude.unary_minus()
    } else {
        magnitude
    }
}
