//! Countermodels of goals that do not follow, as values of the terms that a caller names.

use super::cost::limit_of_attempt;
use super::known_models::{facts_among, is_countermodel};
use super::path::Path;
use super::prover::Candidate;
use super::solver::{ProverMode, Solver};
use super::terms::term::{Term, Terms};
use crate::{Facts, ModelSearch, ModelValue};

/// Z3's resource limit for a model that only explains: what the check could not decide with much
/// more seldom has one that is found with less.
const MODEL_LIMIT: u32 = 300_000;

impl Solver<'_> {
    /// The values of terms in a model of a path's facts in which `goal` is false; `None` if none
    /// was found. The built-in prover searches; Z3 does only if an earlier query has started it.
    /// Of several goals, a model of the first that has one is taken.
    pub fn countermodel(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        goals: &[Term],
        wanted: &[Term],
    ) -> Option<Vec<ModelValue>> {
        let built_in = goals
            .iter()
            .find_map(|goal| self.built_in_countermodel(terms, path, *goal, wanted));
        if built_in.is_some() || !self.has_started_z3() {
            return built_in;
        }
        let limit = match limit_of_attempt(self.limits.query) {
            0 => MODEL_LIMIT,
            limit => limit.min(MODEL_LIMIT),
        };
        goals.iter().find_map(|goal| {
            let negated = terms.not(*goal);
            match self.find_model_within(limit, terms, path, Some(negated), wanted) {
                ModelSearch::Found(values) => Some(values),
                ModelSearch::None | ModelSearch::Unknown => None,
            }
        })
    }

    /// The built-in prover's candidates for a model of these facts of a path in which `goal` is
    /// false.
    pub(super) fn candidates(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        goal: Term,
        facts: Facts,
    ) -> Vec<Candidate> {
        match self.prover_mode {
            ProverMode::Off => Vec::new(),
            ProverMode::On | ProverMode::Check => {
                let only_plain = facts == Facts::Plain && self.is_rich(terms, path);
                let prover = if only_plain {
                    &mut self.plain_prover
                } else {
                    &mut self.prover
                };
                let prover = prover.with_all_facts(terms, path);
                prover.candidates(terms, goal)
            }
        }
    }

    fn built_in_countermodel(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        goal: Term,
        wanted: &[Term],
    ) -> Option<Vec<ModelValue>> {
        let facts = self.facts(terms, path, goal);
        let nodes = path.since(&Path::default());
        let candidates = self.candidates(terms, path, goal, facts);
        candidates.into_iter().find_map(|mut model| {
            let facts = facts_among(terms, &nodes, facts);
            let is_one = is_countermodel(terms, &mut model, facts, goal);
            is_one.then(|| model.values(terms, wanted))
        })
    }
}
