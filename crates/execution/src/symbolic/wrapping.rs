//! Machine integers that wrap around: of a sum or product that wraps around, parts need not.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use veriframe_ir::Width;
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Sort, Term, Terms};

/// How often parts of parts are looked at.
const MAX_ROUNDS: u32 = 8;

/// A number that wraps around to the same machine integer: parts that have wrapped around before, in a type
/// that is as wide, are what they were, and factors are small.
pub(super) fn unwrapped(
    terms: &mut Terms,
    wraps: &FxHashMap<Term, (Width, Term)>,
    width: Width,
    t: Term,
) -> Term {
    let mut t = t;
    for _ in 0..MAX_ROUNDS {
        let next = round(terms, wraps, width, t);
        if next == t {
            break;
        }
        t = next;
    }
    t
}

fn round(terms: &mut Terms, wraps: &FxHashMap<Term, (Width, Term)>, width: Width, t: Term) -> Term {
    let before = |t: Term| match wraps.get(&t) {
        Some((own, before)) if own.bits() >= width.bits() => *before,
        _ => t,
    };
    let mut rest = terms.linear(t);
    let parts = std::mem::take(&mut rest.parts);
    rest.constant = small(width, &rest.constant);
    let mut sum = terms.from_linear(Sort::Int, rest);
    for (factor, part) in parts {
        let part = match *terms.node(part) {
            Node::Mul(a, b) => terms.mul(before(a), before(b)),
            _ => before(part),
        };
        let factor = terms.int(small(width, &factor).to_integer());
        let product = terms.mul(factor, part);
        sum = terms.add(sum, product);
    }
    sum
}

/// The number of least magnitude that is the same modulo the machine integers.
fn small(width: Width, n: &BigRational) -> BigRational {
    let modulus = BigInt::from(1) << width.bits();
    let rest = n.to_integer().mod_floor(&modulus);
    let is_large = &rest * 2 > modulus;
    BigRational::from_integer(if is_large { rest - modulus } else { rest })
}
