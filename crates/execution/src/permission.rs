//! Permission at run time: the locations that a frame owns, with their fractions. They are kept by
//! runs of locations, so that permission of an array costs the same, whatever its length.

use num_rational::BigRational;
use num_traits::{One, Signed};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::rc::Rc;

/// A location, or an abstract predicate instance: the number of an object, and that of the
/// field, element or instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The object or array; [`STATIC`] and [`ABSTRACT`] are none.
    pub object: u32,
    /// The field, the index, or the number of the instance.
    pub part: u32,
}

/// The object of static fields.
pub const STATIC: u32 = u32::MAX;

/// The object of instances of predicates without a body.
pub const ABSTRACT: u32 = u32::MAX - 1;

/// The steps that arithmetic on fractions of this number of words takes beyond one: they are
/// reduced.
#[must_use]
pub fn steps(words: u64) -> u64 {
    let square = words.saturating_mul(words).saturating_mul(8);
    words.saturating_mul(40).saturating_add(square)
}

/// A positive amount of permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fraction {
    /// 1
    Full,
    /// Another amount.
    Part(Rc<BigRational>),
}

impl Fraction {
    /// This amount; `None` if it is not positive.
    #[must_use]
    pub fn new(amount: BigRational) -> Option<Fraction> {
        amount.is_positive().then(|| Fraction::of(amount))
    }

    /// A positive amount.
    fn of(amount: BigRational) -> Fraction {
        if amount.is_one() {
            Fraction::Full
        } else {
            Fraction::Part(Rc::new(amount))
        }
    }

    /// The amount.
    #[must_use]
    pub fn value(&self) -> BigRational {
        match self {
            Fraction::Full => BigRational::one(),
            Fraction::Part(amount) => (**amount).clone(),
        }
    }

    /// The product of two amounts.
    #[must_use]
    pub fn times(&self, other: &Fraction) -> Fraction {
        match (self, other) {
            (Fraction::Full, other) => other.clone(),
            (this, Fraction::Full) => this.clone(),
            (Fraction::Part(a), Fraction::Part(b)) => Fraction::of(&**a * &**b),
        }
    }

    /// The sum of two amounts.
    #[must_use]
    pub fn plus(&self, other: &Fraction) -> Fraction {
        Fraction::of(self.value() + other.value())
    }

    /// What remains without another amount, if anything.
    #[must_use]
    pub fn minus(&self, other: &Fraction) -> Option<Fraction> {
        if self == other {
            return None;
        }
        Fraction::new(self.value() - other.value())
    }

    /// Whether it is at least as much as another amount.
    #[must_use]
    pub fn covers(&self, other: &Fraction) -> bool {
        self == other || self.value() > other.value()
    }

    /// Whether it is more than 1.
    #[must_use]
    pub fn is_above_one(&self) -> bool {
        match self {
            Fraction::Full => false,
            Fraction::Part(amount) => **amount > BigRational::one(),
        }
    }
}

/// Locations of one object, whose parts follow one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locations {
    /// The object or array.
    pub object: u32,
    /// The numbers of the parts.
    pub parts: Range<u32>,
}

impl From<Location> for Locations {
    fn from(one: Location) -> Locations {
        Locations {
            object: one.object,
            parts: one.part..one.part.saturating_add(1),
        }
    }
}

/// What is left of the permission at some locations while a footprint is collected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The locations.
    pub locations: Locations,
    /// The amount, if positive.
    pub amount: Option<Fraction>,
    /// The amount that the footprint has already.
    pub collected: Option<Fraction>,
}

/// Neighbouring parts of an object that have the same amount.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stretch {
    start: u32,
    end: u32,
    amount: Fraction,
}

/// Amounts by location: by object, the longest runs of one positive amount, in order. A mask of all
/// elements of an array is one run, whatever the length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask(FxHashMap<u32, SmallVec<[Stretch; 1]>>);

/// What some parts have: the runs of those that have the same, or nothing, in order.
fn within<'r>(
    runs: &'r [Stretch],
    parts: &Range<u32>,
) -> impl Iterator<Item = (Range<u32>, Option<&'r Fraction>)> + use<'r> {
    let Range { start, end } = *parts;
    let first = runs.partition_point(|run| run.end <= start);
    let mut held = runs.get(first..).unwrap_or_default().iter().peekable();
    let mut next = start;
    std::iter::from_fn(move || {
        let from = next;
        if from >= end {
            return None;
        }
        if let Some(run) = held.next_if(|run| run.start <= from) {
            next = end.min(run.end);
            return Some((from..next, Some(&run.amount)));
        }
        next = held.peek().map_or(end, |run| end.min(run.start));
        Some((from..next, None))
    })
}

/// What all parts have, if one run has all of them.
fn whole<'r>(runs: &'r [Stretch], parts: &Range<u32>) -> Option<&'r Fraction> {
    let first = runs.partition_point(|run| run.end <= parts.start);
    let run = runs.get(first)?;
    (run.start <= parts.start && parts.end <= run.end).then_some(&run.amount)
}

/// Whether there are some of these parts, and no run has one of them.
fn has_none(runs: &[Stretch], parts: &Range<u32>) -> bool {
    let first = runs.partition_point(|run| run.end <= parts.start);
    !parts.is_empty() && runs.get(first).is_none_or(|run| parts.end <= run.start)
}

impl Mask {
    fn of(&self, object: u32) -> &[Stretch] {
        self.0.get(&object).map_or(&[], SmallVec::as_slice)
    }

    /// The runs of these locations, in order, those without an amount too.
    pub fn runs<'r>(
        &'r self,
        of: &Locations,
    ) -> impl Iterator<Item = (Range<u32>, Option<&'r Fraction>)> + use<'r> {
        within(self.of(of.object), &of.parts)
    }

    /// What is left at these locations beyond this mask, of the permission that is owned or, where
    /// nobody's is asked for, of the whole.
    #[must_use]
    pub fn left_of(&self, owned: Option<&Mask>, of: &Locations) -> SmallVec<[Left; 1]> {
        let collected = self.of(of.object);
        let held = owned.map_or(Some(&Fraction::Full), |owned| {
            whole(owned.of(of.object), &of.parts)
        });
        // The usual case.
        if let Some(amount) = held
            && has_none(collected, &of.parts)
        {
            return smallvec![Left {
                locations: of.clone(),
                amount: Some(amount.clone()),
                collected: None,
            }];
        }
        let mut all = SmallVec::new();
        let mut add = |parts: Range<u32>, held: Option<&Fraction>| {
            let object = of.object;
            for (parts, collected) in within(collected, &parts) {
                let amount = match (held, collected) {
                    (Some(held), Some(collected)) => held.minus(collected),
                    (held, _) => held.cloned(),
                };
                all.push(Left {
                    locations: Locations { object, parts },
                    amount,
                    collected: collected.cloned(),
                });
            }
        };
        match owned {
            None => add(of.parts.clone(), Some(&Fraction::Full)),
            Some(owned) => owned.runs(of).for_each(|(parts, held)| add(parts, held)),
        }
        all
    }

    /// Replaces the amounts at these locations.
    fn change(&mut self, of: &Locations, amount: impl Fn(Option<&Fraction>) -> Option<Fraction>) {
        let Range { start, end } = of.parts;
        if start >= end {
            return;
        }
        let runs = self.0.entry(of.object).or_default();
        // Those that overlap or meet the locations.
        let first = runs.partition_point(|run| run.end < start);
        let last = runs.partition_point(|run| run.start <= end);
        let mut changed: SmallVec<[Stretch; 3]> = SmallVec::new();
        let mut add = |parts: Range<u32>, amount: Fraction| match changed.last_mut() {
            _ if parts.is_empty() => {}
            Some(before) if before.end == parts.start && before.amount == amount => {
                before.end = parts.end;
            }
            _ => changed.push(Stretch {
                start: parts.start,
                end: parts.end,
                amount,
            }),
        };
        let touched = runs.get(first..last).unwrap_or_default();
        if let Some(run) = touched.first() {
            add(run.start..run.end.min(start), run.amount.clone());
        }
        for (parts, held) in within(touched, &of.parts) {
            if let Some(amount) = amount(held) {
                add(parts, amount);
            }
        }
        if let Some(run) = touched.last() {
            add(run.start.max(end)..run.end, run.amount.clone());
        }
        runs.drain(first..last);
        runs.insert_many(first, changed);
        if runs.is_empty() {
            self.0.remove(&of.object);
        }
    }

    /// Adds an amount at each of these locations.
    pub fn add(&mut self, to: &Locations, amount: &Fraction) {
        let Range { start, end } = to.parts;
        // The usual cases: nothing is held of the object, or what is before the locations.
        match self.0.entry(to.object) {
            Entry::Vacant(none) if start < end => {
                none.insert(smallvec![Stretch {
                    start,
                    end,
                    amount: amount.clone(),
                }]);
                return;
            }
            Entry::Occupied(mut runs) => {
                if let Some(last) = runs.get_mut().last_mut()
                    && last.end == start
                    && last.amount == *amount
                {
                    last.end = end.max(start);
                    return;
                }
            }
            Entry::Vacant(_) => {}
        }
        self.change(to, |held| {
            Some(held.map_or_else(|| amount.clone(), |held| held.plus(amount)))
        });
    }

    /// Removes an amount at each of these locations, or all there is if it is less.
    pub fn remove(&mut self, from: &Locations, amount: &Fraction) {
        self.change(from, |held| held?.minus(amount));
    }

    /// Adds all amounts of another mask; the shorter one is added to the longer one.
    pub fn add_all(&mut self, mut other: Mask) {
        if self.0.len() < other.0.len() {
            std::mem::swap(self, &mut other);
        }
        for (locations, amount) in other.each() {
            self.add(&locations, amount);
        }
    }

    /// Removes all amounts of another mask.
    pub fn remove_all(&mut self, other: &Mask) {
        for (locations, amount) in other.each() {
            self.remove(&locations, amount);
        }
    }

    /// All runs, in no order.
    fn each(&self) -> impl Iterator<Item = (Locations, &Fraction)> {
        self.0.iter().flat_map(|(&object, runs)| {
            runs.iter().map(move |run| {
                let parts = run.start..run.end;
                (Locations { object, parts }, &run.amount)
            })
        })
    }

    /// All runs, in order.
    #[must_use]
    pub fn all(&self) -> Vec<(Locations, &Fraction)> {
        let mut all: Vec<_> = self.each().collect();
        all.sort_unstable_by_key(|(of, _)| (of.object, of.parts.start));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Zero;
    use std::collections::BTreeMap;

    /// Numbers that look random, the same in each run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: u32) -> u32 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            u32::try_from((self.0 >> 33) % u64::from(limit)).unwrap_or(0)
        }

        fn locations(&mut self) -> Locations {
            let start = self.below(8);
            let end = start + self.below(9 - start);
            Locations {
                object: self.below(2),
                parts: start..end,
            }
        }

        fn amount(&mut self) -> Fraction {
            let amount = BigRational::new((1 + self.below(3)).into(), 2.into());
            Fraction::new(amount).unwrap_or(Fraction::Full)
        }
    }

    /// The amounts of a mask, location by location, after a check that its runs are the longest.
    fn amounts(mask: &Mask) -> BTreeMap<Location, BigRational> {
        let mut all = BTreeMap::new();
        let mut last: Option<(Locations, Fraction)> = None;
        for (run, amount) in mask.all() {
            assert!(run.parts.start < run.parts.end);
            if let Some((before, same)) = last {
                let meets = before.object == run.object && before.parts.end == run.parts.start;
                assert!(!meets || same != *amount, "two runs that are one");
            }
            for part in run.parts.clone() {
                let object = run.object;
                all.insert(Location { object, part }, amount.value());
            }
            last = Some((run, amount.clone()));
        }
        all
    }

    fn change(all: &mut BTreeMap<Location, BigRational>, at: Location, by: &BigRational) {
        let sum = all.remove(&at).unwrap_or_else(BigRational::zero) + by;
        if sum.is_positive() {
            all.insert(at, sum);
        }
    }

    /// Masks by runs are those by locations.
    #[test]
    fn runs_are_what_their_locations_are() {
        let mut numbers = Numbers(7);
        for _ in 0..500 {
            let mut masks = [Mask::default(), Mask::default()];
            let mut plain = [BTreeMap::new(), BTreeMap::new()];
            for _ in 0..12 {
                let which = numbers.below(2) as usize;
                let (of, amount) = (numbers.locations(), numbers.amount());
                let mut by = amount.value();
                if numbers.below(3) == 0 {
                    masks[which].remove(&of, &amount);
                    by = -by;
                } else {
                    masks[which].add(&of, &amount);
                }
                for part in of.parts.clone() {
                    let object = of.object;
                    change(&mut plain[which], Location { object, part }, &by);
                }
                assert_eq!(amounts(&masks[which]), plain[which]);
                let asked = numbers.locations();
                let mut next = asked.parts.start;
                for (parts, amount) in masks[which].runs(&asked) {
                    assert!(parts.start == next && parts.start < parts.end);
                    next = parts.end;
                    for part in parts {
                        let object = asked.object;
                        let held = plain[which].get(&Location { object, part });
                        assert_eq!(amount.map(Fraction::value).as_ref(), held);
                    }
                }
                assert_eq!(next, asked.parts.end);
            }
            let [first, second] = masks;
            let asked = numbers.locations();
            let mut next = asked.parts.start;
            for Left {
                locations, amount, ..
            } in second.left_of(Some(&first), &asked)
            {
                assert_eq!(locations.parts.start, next);
                next = locations.parts.end;
                for part in locations.parts {
                    let object = asked.object;
                    let [held, taken] = [0, 1].map(|which: usize| {
                        let amount = plain[which].get(&Location { object, part });
                        amount.cloned().unwrap_or_else(BigRational::zero)
                    });
                    let left = amount.as_ref().map(Fraction::value);
                    assert_eq!(left, Some(held - taken).filter(Signed::is_positive));
                }
            }
            assert_eq!(next, asked.parts.end);
            let mut sum = first.clone();
            sum.add_all(second.clone());
            let mut rest = first;
            rest.remove_all(&second);
            let [mut added, mut removed] = [plain[0].clone(), plain[0].clone()];
            for (at, amount) in &plain[1] {
                change(&mut added, *at, amount);
                change(&mut removed, *at, &-amount.clone());
            }
            assert_eq!(amounts(&sum), added);
            assert_eq!(amounts(&rest), removed);
        }
    }

    /// Permission to a whole array, given and taken, is kept in one entry.
    #[test]
    fn an_array_is_one_run() {
        let all = Locations {
            object: 3,
            parts: 0..1_000_000,
        };
        let one = Locations {
            object: 3,
            parts: 5..6,
        };
        let mut mask = Mask::default();
        mask.add(&all, &Fraction::Full);
        mask.remove(&one, &Fraction::Full);
        assert_eq!(mask.all().len(), 2);
        mask.add(&one, &Fraction::Full);
        assert_eq!(mask.all().len(), 1);
    }
}
