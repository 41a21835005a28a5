//! Values for numbers within their bounds and disequalities.

use crate::prover::arithmetic::{Arithmetic, End, Range};
use crate::prover::congruence::Id;
use crate::prover::linear::{Form, Q, inverse, plus, times};
use crate::prover::simplex::Tableau;
use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The most ranges that are solved together.
const MAX_RANGES: usize = 300;
/// The most disequalities that are enforced, and fractions that are rounded.
const MAX_HOLES: usize = 60;
/// The start and the step of the values of unbounded numbers.
const FREE: (i128, i128) = (5_003, 7);

/// Whether values are spread within their bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    Yes,
    No,
}

impl Arithmetic {
    /// A value for each independent number among these; `None` if the budget is
    /// exhausted or there is no solution.
    pub fn assignment(&self, numbers: &[Id], spread: Spread) -> Option<FxHashMap<Id, Q>> {
        let ranges = self.all_ranges(numbers)?;
        let mut tableau = Tableau::default();
        for (key, range) in &ranges {
            tableau.add(key, range).filter(|fits| *fits)?;
        }
        tableau.solve()?;
        if spread == Spread::Yes {
            tableau.spread();
        }
        let mut left = MAX_HOLES;
        while let Some((key, wrong)) =
            excluded(&tableau, &ranges).or_else(|| self.fraction(&tableau, numbers))
        {
            left = left.checked_sub(1)?;
            tableau = self.beside(tableau, &key, wrong)?;
        }
        let mut values = tableau.values()?;
        let mut free = 0;
        for &id in numbers {
            if self.form(id).is_variable(id) && !values.contains_key(&id) {
                free += 1;
                let value = Q::from_integer(FREE.0 + FREE.1 * free);
                let is_integer = self.is_integer(id);
                values.insert(id, if is_integer { value } else { inverse(value)? });
            }
        }
        let whole = |(&id, value): (&Id, &Q)| !self.is_integer(id) || value.is_integer();
        values.iter().all(whole).then_some(values)
    }

    /// All ranges of forms over independent numbers, in the order of the numbers; `None` if
    /// there are too many.
    fn all_ranges(&self, numbers: &[Id]) -> Option<Vec<(Rc<Form>, Range)>> {
        let mut ranges = Vec::new();
        let mut seen = FxHashSet::default();
        for &id in numbers {
            for (key, range) in self.ranges_of(id) {
                if !seen.insert(Rc::as_ptr(key)) {
                    continue;
                }
                if ranges.len() >= MAX_RANGES {
                    return None;
                }
                ranges.push((key.clone(), range.clone()));
            }
        }
        Some(ranges)
    }

    /// Whether there are few enough ranges to solve them together.
    pub fn is_solvable(&self, numbers: &[Id]) -> bool {
        let mut seen = FxHashSet::default();
        let mut keys = numbers.iter().flat_map(|id| self.ranges_of(*id));
        keys.all(|(key, _)| !seen.insert(Rc::as_ptr(key)) || seen.len() <= MAX_RANGES)
    }

    /// An integer whose value in the tableau is none, with that value.
    fn fraction(&self, tableau: &Tableau, numbers: &[Id]) -> Option<(Rc<Form>, Q)> {
        numbers.iter().find_map(|&id| {
            let form = self.form(id);
            if !self.is_integer(id) || !form.is_variable(id) {
                return None;
            }
            let value = tableau.value(form)?;
            (!value.is_integer()).then(|| (form.clone(), value))
        })
    }

    /// The tableau with a form strictly below or strictly above a value that it cannot have.
    fn beside(&self, tableau: Tableau, key: &Form, wrong: Q) -> Option<Tableau> {
        let (below, above, strict) = if self.integers(key) {
            let (next, last) = (wrong.floor() + Q::one(), wrong.ceil() - Q::one());
            (last, next, false)
        } else {
            (wrong, wrong, true)
        };
        let end = |value| Some(End { value, strict });
        let above = Range {
            lower: end(above),
            ..Range::default()
        };
        let below = Range {
            upper: end(below),
            ..Range::default()
        };
        let within = |mut tableau: Tableau, range: &Range| {
            tableau.add(key, range).filter(|fits| *fits)?;
            tableau.solve()?;
            Some(tableau)
        };
        within(tableau.clone(), &above).or_else(|| within(tableau, &below))
    }
}

/// A form whose value in the tableau is excluded, with that value.
fn excluded(tableau: &Tableau, ranges: &[(Rc<Form>, Range)]) -> Option<(Rc<Form>, Q)> {
    ranges.iter().find_map(|(key, range)| {
        let value = tableau.value(key)?;
        let is_excluded = range.holes.contains(value);
        is_excluded.then(|| (key.clone(), value))
    })
}

impl Form {
    /// The form's value; `None` if a number has none or a value grows too large.
    pub fn at(&self, numbers: &FxHashMap<Id, Q>) -> Option<Q> {
        let mut sum = self.constant;
        for (id, factor) in &self.parts {
            sum = plus(sum, times(*numbers.get(id)?, *factor)?)?;
        }
        Some(sum)
    }
}
