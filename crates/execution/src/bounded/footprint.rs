//! Footprints of assertions: what demands each location, and under which condition. What is
//! demanded more than wholly excludes that two references are equal.

use super::value::ObjectId;
use crate::permission::Fraction;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;
use std::collections::BTreeMap;
use std::rc::Rc;
use veriframe_logic::bits::{Formula, Formulas};

/// A location: an object and its field or index, or a static field.
pub(super) type CellId = (ObjectId, u32);

/// A demand: its condition, and its amount; `None` for some positive one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub(super) when: Formula,
    pub(super) amount: Option<Fraction>,
}

/// A footprint.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    pub(super) demands: Rc<BTreeMap<CellId, Vec<Demand>>>,
}

/// The amounts demanded of one location, in parts of the whole.
pub(super) struct Sum {
    /// The number of parts demanded.
    pub(super) parts: Formula,
    /// The number of parts of the whole.
    pub(super) whole: Formula,
    /// Whether some positive amount is demanded besides.
    pub(super) more: Formula,
}

impl Footprint {
    /// The sum of demands.
    pub(super) fn sum<'d>(
        f: &mut Formulas,
        demands: impl Iterator<Item = &'d Demand> + Clone,
        parts: &BigInt,
    ) -> Sum {
        let zero = f.int(0);
        let (mut sum, mut more) = (zero, Formulas::FALSE);
        for demand in demands {
            match &demand.amount {
                None => more = f.or(more, demand.when),
                Some(amount) => {
                    let amount = (amount.value() * parts).to_integer();
                    let amount = f.int(amount);
                    let amount = f.ite(demand.when, amount, zero);
                    sum = f.add(sum, amount);
                }
            }
        }
        Sum {
            parts: sum,
            whole: f.int(parts.clone()),
            more,
        }
    }

    /// The number of parts of the whole of which all amounts are multiples.
    pub(super) fn parts<'d>(demands: impl Iterator<Item = &'d Demand>) -> BigInt {
        let amounts = demands.filter_map(|demand| demand.amount.as_ref());
        amounts.fold(BigInt::one(), |all, amount| match amount {
            Fraction::Full => all,
            Fraction::Part(amount) => all.lcm(amount.denom()),
        })
    }

    /// The condition that a further demand leaves no more than the whole demanded.
    pub(super) fn admits(&self, f: &mut Formulas, place: CellId, demand: &Demand) -> Formula {
        let known = self.demands.get(&place).map_or(&[][..], Vec::as_slice);
        if known.is_empty() {
            let fits = !demand.amount.as_ref().is_some_and(Fraction::is_above_one);
            let never = f.not(demand.when);
            return if fits { Formulas::TRUE } else { never };
        }
        let all = known.iter().chain([demand]);
        let parts = Self::parts(all.clone());
        let sum = Self::sum(f, all, &parts);
        let (within, below) = (f.le(sum.parts, sum.whole), f.lt(sum.parts, sum.whole));
        let fits = f.ite(sum.more, below, within);
        f.implies(demand.when, fits)
    }

    pub(super) fn add(&mut self, place: CellId, demand: Demand) {
        let demands = Rc::make_mut(&mut self.demands);
        demands.entry(place).or_default().push(demand);
    }

    /// This footprint if a condition holds, otherwise the other one.
    pub(super) fn merge(&mut self, f: &mut Formulas, condition: Formula, other: &Footprint) {
        if Rc::ptr_eq(&self.demands, &other.demands) {
            return;
        }
        let otherwise = f.not(condition);
        let demands = Rc::make_mut(&mut self.demands);
        let mut places: Vec<CellId> = demands
            .keys()
            .chain(other.demands.keys())
            .copied()
            .collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            let own = demands.entry(place).or_default();
            let theirs = other.demands.get(&place).map_or(&[][..], Vec::as_slice);
            let common = own.iter().zip(theirs).take_while(|(a, b)| a == b).count();
            for demand in own.iter_mut().skip(common) {
                demand.when = f.and(condition, demand.when);
            }
            for demand in theirs.iter().skip(common) {
                let when = f.and(otherwise, demand.when);
                let amount = demand.amount.clone();
                own.push(Demand { when, amount });
            }
        }
    }
}
