//! Quantifier instances: E-matching for true quantifiers, skolemization for false ones.

use crate::prover::Prover;
use crate::prover::congruence::Id;
use crate::terms::term::{Node, Quantified, Sort, Term, Terms};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The most instances and lemmas of a query about few quantified facts.
const MAX_INSTANCES: usize = 400;
/// The most instances and lemmas for each quantified fact of a query about many.
const INSTANCES_OF_FACT: usize = 2;
/// The step budget of E-matching in a query.
const MAX_STEPS: usize = 60_000;
/// The step budget of E-matching in the scope of all nodes.
const MAX_STEPS_OF_ALL: usize = 30_000;
/// The step budget of E-matching in model search.
const MAX_MODEL_STEPS: usize = 5_000;
/// The most instances of a trigger in one round.
const MAX_MATCHES: usize = 40;
/// Larger instances are not made.
const MAX_SIZE: u32 = 600;

/// The instances of a query, in order of creation.
#[derive(Debug)]
pub(crate) struct Instances {
    /// Formulas with their arguments: the values of a quantifier's variables, or the
    /// terms of a lemma; none for Skolem constants.
    made: IndexSet<(Term, Vec<Term>), FxBuildHasher>,
    /// The number of Skolem constants; not undone.
    witnesses: u32,
    /// The most that are made.
    most: usize,
    /// The remaining step budget; not undone.
    pub steps: usize,
    /// The scope of the search that they are made in.
    pub scope: Scope,
}

/// What a proof search considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// As for [`Scope::Query`], without instances and lemmas.
    Ground,
    /// The nodes of the query and those connected with them, and reads among the nodes.
    Query,
    /// All nodes; also the lemmas that create components, and reads of contents at the
    /// positions at which they are updated.
    All,
}

impl Default for Instances {
    fn default() -> Instances {
        Instances {
            made: IndexSet::default(),
            witnesses: 0,
            most: MAX_INSTANCES,
            steps: MAX_STEPS,
            scope: Scope::Query,
        }
    }
}

impl Instances {
    /// The instances for model search, with a smaller step budget.
    pub fn for_model() -> Instances {
        Instances {
            steps: MAX_MODEL_STEPS,
            ..Instances::default()
        }
    }

    /// No instances at all.
    pub fn ground() -> Instances {
        Instances {
            scope: Scope::Ground,
            ..Instances::default()
        }
    }

    /// The limit for a query about this many quantified facts.
    pub fn about(self, facts: usize) -> Instances {
        Instances {
            most: MAX_INSTANCES.max(INSTANCES_OF_FACT * facts),
            ..self
        }
    }

    /// Widens the scope to all nodes, with a step budget of its own.
    pub fn widen(&mut self) {
        self.scope = Scope::All;
        self.steps = MAX_STEPS_OF_ALL;
    }

    /// Whether the limit is reached.
    pub fn is_full(&self) -> bool {
        self.made.len() >= self.most
    }

    /// The number of instances.
    pub fn count(&self) -> usize {
        self.made.len()
    }

    /// Removes the latest instances.
    pub fn truncate(&mut self, count: usize) {
        self.made.truncate(count);
    }

    /// Skolem constants for a formula; `None` if it has some already, or if a sort
    /// contains references: a reference is bounded by its age.
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

    /// A single Skolem constant; see [`Instances::witnesses`].
    pub fn witness(&mut self, terms: &mut Terms, formula: Term, sort: Sort) -> Option<Term> {
        self.witnesses(terms, formula, &[sort])?.pop()
    }

    /// Whether an instance was recorded.
    pub fn has(&self, formula: Term, parts: Vec<Term>) -> bool {
        self.made.contains(&(formula, parts))
    }

    /// Records an instance. Returns whether it is new.
    pub fn note(&mut self, formula: Term, parts: Vec<Term>) -> bool {
        !self.is_full() && self.made.insert((formula, parts))
    }
}

/// A quantifier's body with values for its variables.
struct Instance {
    body: Term,
    by: Vec<(Term, Term)>,
}

impl Prover {
    /// Assumes the pending quantifier instances.
    pub(crate) fn instantiate(&mut self, terms: &mut Terms, instances: &mut Instances) {
        for quantifier in self.closure.quantifiers(false) {
            self.skolemize(terms, quantifier, instances);
        }
        // Instances are assumed after matching, for fairness: one quantifier must not use
        // up the limit.
        let mut new = Vec::new();
        for quantifier in self.closure.quantifiers(true) {
            if let Node::Forall(quantified) = terms.node(quantifier) {
                let quantified = quantified.as_ref().clone();
                self.find_instances(terms, quantifier, &quantified, instances, &mut new);
            }
        }
        for Instance { body, by } in new {
            if self.conflict {
                return;
            }
            let instance = terms.substitute(body, &by);
            if terms.size(instance) <= MAX_SIZE {
                self.assume_as(terms, instance, true);
            }
        }
    }

    /// Skolemizes a false quantifier.
    fn skolemize(&mut self, terms: &mut Terms, quantifier: Term, instances: &mut Instances) {
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
        new: &mut Vec<Instance>,
    ) {
        let Quantified { vars, triggers, .. } = quantified;
        for trigger in triggers {
            for ids in self.matches(terms, vars, trigger, MAX_MATCHES, instances) {
                let values = ids.iter().map(|&id| self.representative(id));
                let Some(values) = values.collect::<Option<Vec<Term>>>() else {
                    continue;
                };
                if !instances.note(quantifier, values.clone()) {
                    continue;
                }
                *self.made.entry(quantifier).or_default() += 1;
                new.push(Instance {
                    body: quantified.body,
                    by: vars.iter().copied().zip(values).collect(),
                });
            }
        }
    }

    /// The representative term of a node's class: its value, or its oldest member.
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
