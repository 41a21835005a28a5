//! Instances of quantifiers: of those that are known to hold, what triggers call
//! for; of those that are known not to hold, one for values nothing is known of.

use crate::logic::prover::Decider;
use crate::logic::prover::congruence::Id;
use crate::logic::terms::term::{Node, Quantified, Sort, Term, Terms};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The most instances and laws of a question.
const MAX_INSTANCES: usize = 400;
/// How many nodes are looked at for a question to find instances.
const MAX_STEPS: usize = 60_000;
/// How many nodes are looked at to find instances for a model.
const MAX_MODEL_STEPS: usize = 5_000;
/// The most instances of one trigger at a time.
const MAX_MATCHES: usize = 40;
/// Larger instances are not made.
const MAX_SIZE: u32 = 600;

/// What was made for a question, in order, to be taken back.
#[derive(Debug)]
pub(in crate::logic) struct Instances {
    /// Formulas, and what they were instantiated or looked at with: values for the
    /// variables of a quantifier, what a law is about; nothing, for witnesses.
    made: IndexSet<(Term, Vec<Term>), FxBuildHasher>,
    /// How many values were made up; they stay so.
    witnesses: u32,
    /// How many nodes may still be looked at; they stay so, too.
    steps: usize,
}

impl Default for Instances {
    fn default() -> Instances {
        Instances {
            made: IndexSet::default(),
            witnesses: 0,
            steps: MAX_STEPS,
        }
    }
}

impl Instances {
    /// Those for a model, for which fewer nodes are looked at.
    pub fn for_model() -> Instances {
        Instances {
            steps: MAX_MODEL_STEPS,
            ..Instances::default()
        }
    }

    /// Whether no more will be made.
    pub fn is_full(&self) -> bool {
        self.made.len() >= MAX_INSTANCES
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.made.len()
    }

    /// Takes the latest back.
    pub fn truncate(&mut self, count: usize) {
        self.made.truncate(count);
    }

    /// Values that nothing is known of, where a formula says that there are some:
    /// none if it has them already, nor for references, which are known by when they
    /// were allocated at the latest.
    pub fn witnesses(
        &mut self,
        terms: &mut Terms,
        formula: Term,
        sorts: &[Sort],
    ) -> Option<Vec<Term>> {
        if sorts.iter().any(|sort| sort.carries_refs()) || !self.note(formula, Vec::new()) {
            return None;
        }
        let witness = |&sort| {
            self.witnesses += 1;
            terms.witness(self.witnesses, sort)
        };
        Some(sorts.iter().map(witness).collect())
    }

    /// The same for one value.
    pub fn witness(&mut self, terms: &mut Terms, formula: Term, sort: Sort) -> Option<Term> {
        self.witnesses(terms, formula, &[sort])?.pop()
    }

    /// Notes an instance; whether it is a new one.
    pub fn note(&mut self, formula: Term, parts: Vec<Term>) -> bool {
        !self.is_full() && self.made.insert((formula, parts))
    }
}

impl Decider {
    /// Assumes the instances of quantifiers that are due.
    pub(in crate::logic) fn instantiate(&mut self, terms: &mut Terms, instances: &mut Instances) {
        for quantifier in self.quantifiers(terms, false) {
            self.deny(terms, quantifier, instances);
        }
        // What the instances make known comes next time: else one quantifier could
        // use up what there is for all.
        let mut new = Vec::new();
        for quantifier in self.quantifiers(terms, true) {
            if let Node::Forall(quantified) = terms.node(quantifier) {
                let quantified = quantified.as_ref().clone();
                self.find_instances(terms, quantifier, &quantified, instances, &mut new);
            }
        }
        for instance in new {
            self.assume_as(terms, instance, true);
        }
    }

    /// The quantifiers that are known to be of a truth value, oldest first.
    pub(in crate::logic) fn quantifiers(&self, terms: &Terms, value: bool) -> Vec<Term> {
        let known = self.closure.members(Id::of_bool(value));
        let known = known.filter_map(|id| self.closure.term(id));
        let mut found: Vec<Term> = known
            .filter(|&t| matches!(terms.node(t), Node::Forall(_)))
            .collect();
        found.sort();
        found
    }

    /// A quantifier does not hold: its body does not hold for some values.
    fn deny(&mut self, terms: &mut Terms, quantifier: Term, instances: &mut Instances) {
        let Node::Forall(quantified) = terms.node(quantifier) else {
            return;
        };
        let Quantified { vars, body, .. } = quantified.as_ref().clone();
        let sorts: Vec<Sort> = vars.iter().map(|&v| terms.sort(v)).collect();
        let Some(values) = instances.witnesses(terms, quantifier, &sorts) else {
            return;
        };
        let by: Vec<(Term, Term)> = vars.iter().copied().zip(values).collect();
        let instance = terms.substitute(body, &by);
        self.assume_as(terms, instance, false);
    }

    fn find_instances(
        &mut self,
        terms: &mut Terms,
        quantifier: Term,
        quantified: &Quantified,
        instances: &mut Instances,
        new: &mut Vec<Term>,
    ) {
        let Quantified { vars, triggers, .. } = quantified;
        for trigger in triggers {
            for ids in self.matches(terms, vars, trigger, MAX_MATCHES, &mut instances.steps) {
                let values = ids.iter().map(|&id| self.representative(id));
                let Some(values) = values.collect::<Option<Vec<Term>>>() else {
                    continue;
                };
                if !instances.note(quantifier, values.clone()) {
                    continue;
                }
                let by: Vec<(Term, Term)> = vars.iter().copied().zip(values).collect();
                let instance = terms.substitute(quantified.body, &by);
                if terms.size(instance) <= MAX_SIZE {
                    new.push(instance);
                }
            }
        }
    }

    /// The term that stands for a node's class: its value, or its oldest member.
    fn representative(&self, id: Id) -> Option<Term> {
        let value = self.closure.class(id).value;
        let oldest = || {
            let members = self.closure.members(id);
            members.filter(|&m| self.closure.term(m).is_some()).min()
        };
        value
            .and_then(|value| self.closure.term(value))
            .or_else(|| oldest().and_then(|oldest| self.closure.term(oldest)))
    }
}
