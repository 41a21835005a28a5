//! Ranges of quantified variables: the values that satisfy the guards of the body, which
//! are comparisons or memberships.

use crate::terms::term::{Coll, Linear, Node, Quantified, Sort, Term, Terms};
use num_traits::{One, ToPrimitive};

/// A half-open range of integers; either bound may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Range {
    lo: Option<i128>,
    hi: Option<i128>,
}

impl Range {
    /// The integers of the range, if both bounds are known.
    pub fn values(self) -> Option<std::ops::Range<i128>> {
        Some(self.lo?..self.hi?)
    }
}

/// A side of a comparison.
#[derive(Clone, Copy, Debug)]
enum Side {
    /// A variable, by its index, plus a constant.
    Variable(usize, i128),
    Term(Term),
}

/// `low + gap <= high`
#[derive(Clone, Copy, Debug)]
struct Order {
    low: Side,
    high: Side,
    gap: i128,
}

/// The bounds of a quantifier's variables.
#[derive(Debug)]
pub(crate) struct Bounds {
    orders: Vec<Order>,
    count: usize,
}

impl Bounds {
    /// The bounds from a quantifier's body.
    pub fn of(terms: &Terms, quantified: &Quantified) -> Bounds {
        let guards = guards(terms, quantified.body).into_iter();
        let orders = guards.filter_map(|(guard, holds)| {
            let (low, high, strict) = match (terms.node(guard), holds) {
                (Node::Le(a, b), true) => (*a, *b, false),
                (Node::Lt(a, b), true) => (*a, *b, true),
                (Node::Le(a, b), false) => (*b, *a, true),
                (Node::Lt(a, b), false) => (*b, *a, false),
                _ => return None,
            };
            (terms.sort(low) == Sort::Int).then(|| Order {
                low: side(terms, &quantified.vars, low),
                high: side(terms, &quantified.vars, high),
                gap: i128::from(strict),
            })
        });
        Bounds {
            orders: orders.collect(),
            count: quantified.vars.len(),
        }
    }

    /// The terms that variables are compared with.
    pub fn ends(&self) -> impl Iterator<Item = Term> {
        let sides = self.orders.iter().map(|order| [order.low, order.high]);
        sides.filter_map(|sides| match sides {
            [Side::Variable(..), Side::Term(end)] | [Side::Term(end), Side::Variable(..)] => {
                Some(end)
            }
            _ => None,
        })
    }

    /// The ranges of the variables under a valuation of terms; it yields `None` for unknown
    /// terms and for terms with variables.
    pub fn ranges(&self, value: &mut dyn FnMut(Term) -> Option<i128>) -> Vec<Range> {
        let mut ranges = vec![Range::default(); self.count];
        for _ in 0..=self.count {
            for Order { low, high, gap } in &self.orders {
                if let Side::Variable(at, plus) = *high
                    && let Some(least) = bound(*low, &ranges, value, false)
                    && let Some(range) = ranges.get_mut(at)
                {
                    let least = least + gap - plus;
                    range.lo = Some(range.lo.map_or(least, |lo| lo.max(least)));
                }
                if let Side::Variable(at, plus) = *low
                    && let Some(most) = bound(*high, &ranges, value, true)
                    && let Some(range) = ranges.get_mut(at)
                {
                    let end = most - gap - plus + 1;
                    range.hi = Some(range.hi.map_or(end, |hi| hi.min(end)));
                }
            }
        }
        ranges
    }
}

/// The least or the greatest value of a side.
fn bound(
    side: Side,
    ranges: &[Range],
    value: &mut dyn FnMut(Term) -> Option<i128>,
    greatest: bool,
) -> Option<i128> {
    match side {
        Side::Variable(at, plus) => {
            let range = ranges.get(at)?;
            let end = if greatest { range.hi? - 1 } else { range.lo? };
            end.checked_add(plus)
        }
        Side::Term(t) => value(t),
    }
}

fn side(terms: &Terms, vars: &[Term], t: Term) -> Side {
    let place = |t: Term| vars.iter().position(|&var| var == t);
    if let Some(at) = place(t) {
        return Side::Variable(at, 0);
    }
    if let Node::Sum(_, linear) = terms.node(t)
        && let Linear { parts, constant } = &**linear
        && let [(factor, part)] = parts.as_slice()
        && factor.is_one()
        && let (Some(at), Some(plus)) = (place(*part), constant.to_i64())
    {
        return Side::Variable(at, i128::from(plus));
    }
    Side::Term(t)
}

/// The guards of a body, with the truth value that makes the rest relevant.
fn guards(terms: &Terms, body: Term) -> Vec<(Term, bool)> {
    let parts = match terms.node(body) {
        Node::Or(parts) => parts.to_vec(),
        _ => vec![body],
    };
    let mut guards = Vec::new();
    for part in parts {
        match terms.node(part) {
            Node::Not(inner) => match terms.node(*inner) {
                Node::And(parts) => guards.extend(parts.iter().map(|&part| (part, true))),
                _ => guards.push((*inner, true)),
            },
            _ => guards.push((part, false)),
        }
    }
    guards
}

/// The collection in a membership guard for a variable.
pub(crate) fn membership_collection(terms: &Terms, body: Term, var: Term) -> Option<Term> {
    guards(terms, body).into_iter().find_map(|(guard, holds)| {
        match (terms.as_coll(guard)?, holds) {
            ((Coll::SeqContains | Coll::SetContains, &[whole, value]), true) => {
                (value == var).then_some(whole)
            }
            _ => None,
        }
    })
}
