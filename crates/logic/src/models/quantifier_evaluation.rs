//! Quantifiers in candidate models: a quantifier is true if its body is true for all values
//! of an enumerable range, and false if its body is false for one value.

use super::model::{Model, Value};
use super::ranges::{Bounds, membership_collection};
use crate::prover::linear::Q;
use crate::terms::term::{Quantified, Sort, Term, Terms};

/// Wider ranges are not enumerated.
const MAX_WIDTH: i128 = 60;
/// The number of sample values where the range cannot be enumerated.
const MAX_SAMPLE: usize = 12;
/// The most body evaluations of a query, in units of [`SHORT`] nodes.
const MAX_BODIES: u32 = 2000;
/// A larger body counts as several evaluations.
const SHORT: u32 = 40;

impl Model {
    /// The truth of a quantifier.
    pub(crate) fn forall(&mut self, terms: &Terms, quantified: &Quantified) -> Option<bool> {
        let Quantified { vars, body, .. } = quantified;
        let bounds = Bounds::of(terms, quantified);
        self.for_all(terms, vars, *body, &bounds)
    }

    /// The truth of a body for all values of the unassigned variables.
    fn for_all(
        &mut self,
        terms: &Terms,
        vars: &[Term],
        body: Term,
        bounds: &Bounds,
    ) -> Option<bool> {
        let ranges = bounds.ranges(&mut |t| self.integer(terms, t));
        let open = |model: &Model, var: &Term| !model.bound.contains_key(var);
        let enumerated = vars.iter().zip(ranges).find_map(|(&var, range)| {
            let values = open(self, &var).then(|| range.values()).flatten()?;
            let number = |n| Value::Number(Q::from_integer(n));
            let fits = values.end.saturating_sub(values.start) <= MAX_WIDTH;
            fits.then(|| (var, values.map(number).collect::<Vec<_>>()))
        });
        let enumerated = enumerated.or_else(|| {
            vars.iter().find_map(|&var| {
                let collection =
                    membership_collection(terms, body, var).filter(|_| open(self, &var))?;
                let whole = self.value(terms, collection)?;
                Some((var, self.elements(whole)?))
            })
        });
        let next = vars.iter().copied().find(|var| open(self, var));
        let (all, var, values) = match (enumerated, next) {
            (Some((var, values)), _) => (true, var, values),
            (None, Some(var)) => match terms.sort(var) {
                Sort::Bool => (true, var, [true, false].map(Value::Bool).to_vec()),
                sort => (false, var, self.sample(sort, terms, MAX_SAMPLE)),
            },
            (None, None) => {
                let bodies = self.bodies.checked_add(1 + terms.size(body) / SHORT);
                self.bodies = bodies.filter(|n| *n <= MAX_BODIES)?;
                return self.truth(terms, body);
            }
        };
        let mut known = all;
        for value in values {
            self.bound.insert(var, value);
            let truth = self.for_all(terms, vars, body, bounds);
            self.bound.remove(&var);
            match truth {
                Some(false) => return Some(false),
                Some(true) => {}
                None => known = false,
            }
        }
        known.then_some(true)
    }
}
