//! Finite instantiation for candidate models: instances by triggers, and one instance for
//! each integer of a small range.

use super::arithmetic_values::Spread;
use super::ranges::{Bounds, Range};
use crate::prover::Prover;
use crate::prover::congruence::Id;
use crate::prover::linear::{Form, Q};
use crate::prover::quantifiers::instances::Instances;
use crate::terms::term::{Node, Quantified, Term, Terms};
use rustc_hash::FxHashMap;

/// Rounds of E-matching.
const MAX_ROUNDS: usize = 2;
/// The most instances over ranges in one query.
const MAX_FINITE_INSTANCES: i128 = 60;

impl Prover {
    /// Assumes the instances that E-matching finds. Returns whether there is no
    /// conflict.
    pub(crate) fn assume_matches(&mut self, terms: &mut Terms) -> bool {
        let mut instances = Instances::for_model();
        for _ in 0..MAX_ROUNDS {
            let before = instances.count();
            self.instantiate(terms, &mut instances);
            if self.conflict || instances.count() == before {
                break;
            }
        }
        !self.conflict
    }

    /// Fixes the bounds of quantified variables and assumes the instances for all
    /// integers within them. Returns whether that succeeded.
    pub(crate) fn instantiate_ranges(&mut self, terms: &mut Terms) -> bool {
        let mut quantifiers: Vec<Quantified> = Vec::new();
        for t in self.closure.quantifiers(true) {
            if let Node::Forall(quantified) = terms.node(t) {
                quantifiers.push(quantified.as_ref().clone());
            }
        }
        let bounds: Vec<Bounds> = quantifiers.iter().map(|q| Bounds::of(terms, q)).collect();
        let ends = bounds.iter().flat_map(Bounds::ends);
        let ends: Vec<Term> = ends.filter(|&end| !terms.has_bound(end)).collect();
        if ends.is_empty() {
            return true;
        }
        let Some(values) = self.fix_integers(terms, &ends) else {
            return false;
        };
        let mut left = MAX_FINITE_INSTANCES;
        for (quantified, bounds) in quantifiers.iter().zip(bounds) {
            let ranges = bounds.ranges(&mut |t| values.get(&t).copied());
            let lists = ranges.into_iter().map(Range::values);
            let Some(lists) = lists.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let widths = lists
                .iter()
                .map(|values| (values.end - values.start).max(0));
            let width = { widths }.try_fold(1i128, i128::checked_mul);
            let Some(width) = width.filter(|width| *width <= left) else {
                continue;
            };
            left -= width;
            for at in 0..width {
                let mut at = at;
                let mut by = Vec::new();
                for (&var, values) in quantified.vars.iter().zip(&lists) {
                    let width = values.end - values.start;
                    by.push((var, terms.int(values.start + at % width)));
                    at /= width;
                }
                let instance = terms.substitute(quantified.body, &by);
                self.assume_as(terms, instance, true);
            }
        }
        !self.conflict
    }

    /// Fixes integers to their values in one solution.
    fn fix_integers(
        &mut self,
        terms: &mut Terms,
        integers: &[Term],
    ) -> Option<FxHashMap<Term, i128>> {
        let ids: Vec<Id> = integers.iter().map(|&t| self.node(terms, t)).collect();
        self.propagate(terms);
        let forms = ids
            .iter()
            .map(|&id| self.arithmetic.form(id).as_ref().clone());
        let forms: Vec<Form> = forms.collect();
        let values = self.fix(terms, &forms, Spread::No)?.into_iter();
        let values = values.map(|value| value.filter(Q::is_integer).map(|q| q.to_integer()));
        let pinned = integers.iter().zip(values);
        pinned.map(|(&t, value)| Some((t, value?))).collect()
    }
}
