//! The excluded values of a form: persistent, with consecutive integers as one run.
//!
//! The conditions of a long chain of `else if` exclude one value after another, and a bound that
//! meets them is moved past all at once.

use super::linear::{Q, plus};
use num_traits::{One, Signed};
use rpds::{RedBlackTreeMap, RedBlackTreeSet};

/// Excluded values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holes {
    /// The last integer of each run by its first one. Runs neither overlap nor touch.
    runs: RedBlackTreeMap<Q, Q>,
    /// The excluded values that are no integers.
    fractions: RedBlackTreeSet<Q>,
}

impl Holes {
    /// The run with an integer.
    fn run(&self, value: Q) -> Option<(Q, Q)> {
        let (&first, &last) = self.runs.range(..=value).next_back()?;
        (value <= last).then_some((first, last))
    }

    /// Whether a value is excluded.
    pub fn contains(&self, value: Q) -> bool {
        if value.is_integer() {
            self.run(value).is_some()
        } else {
            self.fractions.contains(&value)
        }
    }

    /// Excludes a value. Returns whether it was not yet excluded.
    pub fn insert(&mut self, value: Q) -> bool {
        if self.contains(value) {
            return false;
        }
        if !value.is_integer() {
            self.fractions.insert_mut(value);
            return true;
        }
        let run_at = |step| plus(value, step).and_then(|near| self.run(near));
        let (below, above) = (run_at(-Q::one()), run_at(Q::one()));
        let first = below.map_or(value, |(first, _)| first);
        let last = above.map_or(value, |(_, last)| last);
        if let Some((first, _)) = above {
            self.runs.remove_mut(&first);
        }
        self.runs.insert_mut(first, last);
        true
    }

    /// The next integer from an excluded one in a direction (1 or -1) that is not excluded; `None`
    /// if it is too large, or if the value is not excluded.
    pub fn beyond(&self, value: Q, direction: Q) -> Option<Q> {
        let (first, last) = self.run(value)?;
        let end = if direction.is_positive() { last } else { first };
        plus(end, direction)
    }

    /// All excluded values: integers, then fractions, in ascending order each.
    pub fn iter(&self) -> impl Iterator<Item = Q> {
        let runs = self.runs.iter().flat_map(|(&first, &last)| {
            std::iter::successors(Some(first), move |&value| {
                (value < last).then(|| plus(value, Q::one())).flatten()
            })
        });
        runs.chain(self.fractions.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn holes_are_a_set_of_numbers() {
        let (mut holes, mut set) = (Holes::default(), BTreeSet::new());
        let quarter = |number: i128| Q::new(number, 4);
        // Each residue once, in an order without a pattern.
        for at in 0..400 {
            let value = quarter(at * 149 % 401);
            assert_eq!(holes.insert(value), set.insert(value));
            assert!(!holes.insert(value));
            let mut listed: Vec<Q> = holes.iter().collect();
            listed.sort();
            assert!(listed.iter().eq(set.iter()));
            for number in 0..110 {
                let integer = Q::from_integer(number);
                assert_eq!(holes.contains(integer), set.contains(&integer));
                for direction in [Q::one(), -Q::one()] {
                    let steps = std::iter::successors(Some(integer), |v| Some(v + direction));
                    let free = steps.into_iter().find(|v| !set.contains(v));
                    let beyond = holes.beyond(integer, direction);
                    assert_eq!(beyond, free.filter(|_| set.contains(&integer)));
                }
            }
        }
    }
}
