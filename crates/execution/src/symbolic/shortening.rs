//! Conditions on integers as a reader would write them: without common factors, with each term on one
//! side only, and bounds that meet as an equation.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use veriframe_logic::terms::term::{Linear, Node};
use veriframe_logic::{Sort, Term, Terms};

/// How a sum is compared with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// `<=`
    AtMost,
    /// `<`
    Below,
    /// `=`
    Equal,
    /// `!=`
    Different,
}

/// A comparison of integers: a sum without a constant and without common factors, and a number.
#[derive(Clone, Debug)]
struct Comparison {
    parts: Vec<(BigRational, Term)>,
    relation: Relation,
    number: BigInt,
}

/// The same conditions, shorter where they can be.
pub(super) fn shortened(terms: &mut Terms, conditions: Vec<Term>) -> Vec<Term> {
    let mut left = Vec::with_capacity(conditions.len());
    let mut seen: Vec<(usize, Comparison)> = Vec::new();
    for condition in conditions {
        let Some(comparison) = Comparison::of(terms, condition) else {
            left.push(condition);
            continue;
        };
        let met = seen.iter().find_map(|(at, other)| {
            let met = comparison.meets(other)?;
            Some((*at, met))
        });
        match met {
            Some((at, met)) => {
                if let Some(place) = left.get_mut(at) {
                    *place = met.term(terms);
                }
                seen.retain(|(other, _)| *other != at);
            }
            None => {
                let own = comparison.clone().term(terms);
                let shorter = size(terms, own) < size(terms, condition);
                seen.push((left.len(), comparison));
                left.push(if shorter { own } else { condition });
            }
        }
    }
    left
}

/// A comparison of sums that have some term in common, with each term on one side only.
pub(super) fn shorter(terms: &mut Terms, condition: Term) -> Option<Term> {
    let [a, b] = sides(terms, condition)?.map(|side| terms.linear(side).parts);
    let is_shared = a.iter().any(|(_, t)| b.iter().any(|(_, other)| t == other));
    if !is_shared {
        return None;
    }
    let own = Comparison::of(terms, condition)?.term(terms);
    (size(terms, own) < size(terms, condition)).then_some(own)
}

/// What a comparison compares.
fn sides(terms: &Terms, condition: Term) -> Option<[Term; 2]> {
    match *terms.node(condition) {
        Node::Le(a, b) | Node::Lt(a, b) | Node::Eq(a, b) => Some([a, b]),
        Node::Not(inner) => sides(terms, inner),
        _ => None,
    }
}

impl Comparison {
    /// The comparison that a condition is; `None` if it is no comparison of integers, or if nothing is
    /// left to compare.
    fn of(terms: &mut Terms, condition: Term) -> Option<Comparison> {
        let (relation, a, b) = match *terms.node(condition) {
            Node::Le(a, b) => (Relation::AtMost, a, b),
            Node::Lt(a, b) => (Relation::Below, a, b),
            Node::Eq(a, b) => (Relation::Equal, a, b),
            Node::Not(inner) => match *terms.node(inner) {
                Node::Eq(a, b) => (Relation::Different, a, b),
                Node::Le(a, b) => (Relation::Below, b, a),
                Node::Lt(a, b) => (Relation::AtMost, b, a),
                _ => return None,
            },
            _ => return None,
        };
        if terms.sort(a) != Sort::Int {
            return None;
        }
        let difference = terms.sub(a, b);
        let Linear { parts, constant } = terms.linear(difference);
        let factors = parts.iter().map(|(factor, _)| factor.to_integer());
        let common = factors.fold(BigInt::zero(), |common, factor| common.gcd(&factor));
        if common.is_zero() {
            return None;
        }
        let by = BigRational::from_integer(common);
        let number = -constant / &by;
        let parts = parts.into_iter().map(|(factor, t)| (factor / &by, t));
        let parts = parts.collect();
        let (relation, number) = match relation {
            // No integer is between.
            Relation::Below if !number.is_integer() => (Relation::AtMost, number.floor()),
            Relation::AtMost | Relation::Below => (relation, number.floor()),
            Relation::Equal | Relation::Different if number.is_integer() => (relation, number),
            Relation::Equal | Relation::Different => return None,
        };
        Some(Comparison {
            parts,
            relation,
            number: number.to_integer(),
        })
    }

    /// The equation that two bounds of one sum say together, if they meet.
    fn meets(&self, other: &Comparison) -> Option<Comparison> {
        let greatest = self.greatest()?;
        // The other one is a bound from below: of the negated sum.
        let least = -other.greatest()?;
        let is_negated = self.parts.len() == other.parts.len()
            && (self.parts.iter().zip(&other.parts)).all(|(a, b)| a.1 == b.1 && a.0 == -&b.0);
        (is_negated && greatest == least).then(|| Comparison {
            parts: self.parts.clone(),
            relation: Relation::Equal,
            number: greatest,
        })
    }

    /// The greatest value of the sum, if this bounds it.
    fn greatest(&self) -> Option<BigInt> {
        match self.relation {
            Relation::AtMost => Some(self.number.clone()),
            Relation::Below => Some(&self.number - 1),
            Relation::Equal | Relation::Different => None,
        }
    }

    /// The condition: what is added on the left, what is subtracted on the right.
    fn term(self, terms: &mut Terms) -> Term {
        let Comparison {
            parts,
            mut relation,
            mut number,
        } = self;
        let (mut added, mut subtracted) = (Vec::new(), Vec::new());
        for (factor, t) in parts {
            if factor.is_positive() {
                added.push((factor, t));
            } else {
                subtracted.push((-factor, t));
            }
        }
        let is_equation = matches!(relation, Relation::Equal | Relation::Different);
        if is_equation && added.is_empty() {
            std::mem::swap(&mut added, &mut subtracted);
            number = -number;
        }
        // `a <= b - 1` is `a < b`.
        if relation == Relation::AtMost
            && number == -BigInt::one()
            && !added.is_empty()
            && !subtracted.is_empty()
        {
            (relation, number) = (Relation::Below, BigInt::zero());
        }
        let (less, more) = match number.is_negative() {
            true if !added.is_empty() => (-number, BigInt::zero()),
            _ if added.is_empty() => (-number, BigInt::zero()),
            _ => (BigInt::zero(), number),
        };
        let mut side = |parts, constant: BigInt| {
            let constant = BigRational::from_integer(constant);
            terms.from_linear(Sort::Int, Linear { parts, constant })
        };
        let (a, b) = (side(added, less), side(subtracted, more));
        match relation {
            Relation::AtMost => terms.le(a, b),
            Relation::Below => terms.lt(a, b),
            Relation::Equal => terms.eq(a, b),
            Relation::Different => terms.ne(a, b),
        }
    }
}

/// The number of names, numbers and signs in a comparison of sums.
fn size(terms: &Terms, condition: Term) -> usize {
    let Some(sides) = sides(terms, condition) else {
        return 1;
    };
    let of = |t: Term| {
        let Linear { parts, constant } = terms.linear(t);
        let factors = parts.iter().filter(|(factor, _)| !factor.abs().is_one());
        let has_constant = parts.is_empty() || !constant.is_zero();
        parts.len() + factors.count() + usize::from(has_constant)
    };
    sides.into_iter().map(of).sum()
}
