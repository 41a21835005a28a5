//! The facade for entailment queries: whether a goal follows from a path condition, and
//! whether the path condition is unsatisfiable.
//!
//! The built-in prover comes first; Z3 starts with the first query that it cannot answer.

use super::alignment::AlignedProver;
use super::attempts::Z3;
use super::cost::{Budget, Cost, Limits, limit_of_attempt};
use super::known_models::{CachedModel, Models, facts_among, is_countermodel, newest};
use super::path::{FactKind, Path};
use super::prover::{AtOpenCase, Candidate, Prover};
use super::solved_forms::{Equations, Solved};
use super::terms::term::{Sort, Term, Terms};
use super::z3::backend::Check;
use super::z3::interrupt::Watch;
use super::z3::models::ModelSearch;
use crate::{Answer, Answered, AnsweredBy, Effort, Facts, deep};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The distance of the prefixes of a path for which it is remembered whether they have facts
/// with quantifiers or collections: extensions of a prefix are looked at again up to it.
const RICH_STEP: usize = 32;

/// The use of the built-in prover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProverMode {
    /// The built-in prover first, then Z3.
    #[default]
    On,
    /// Z3 answers every query. Only what is not counted still uses the built-in prover.
    Off,
    /// The built-in prover first, and Z3 cross-checks each of its answers. A disagreement
    /// is a defect of the verifier and panics.
    Check,
}

/// Query counts by answering engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Queries asked.
    pub queries: u64,
    /// Answered by the built-in prover.
    pub builtin: u64,
    /// Answered by Z3.
    pub z3_checks: u64,
    /// Z3's resource units for these.
    pub z3_units: u64,
}

/// A search of the prover.
type Search = fn(&mut Prover, &mut Terms, Term, AtOpenCase<'_>) -> bool;

/// The solver of a session.
#[derive(Debug)]
pub struct Solver<'w> {
    pub(super) prover: AlignedProver,
    /// The built-in prover with the plain facts only, in which countermodels to them are searched:
    /// collections and quantifiers make that costly.
    pub(super) plain_prover: AlignedProver,
    z3: Z3<'w>,
    pub(super) limits: Limits,
    pub(super) prover_mode: ProverMode,
    counters: Counters,
    /// Z3's resource units for attempts at queries that it left open.
    open_units: u64,
    /// Answers by newest path node and goal, with the resource limit of the check.
    answers: FxHashMap<(Option<u64>, Term), (Answer, u32)>,
    /// The cost of the last query that ended in `unknown`, by the newest node of its path.
    unknown: FxHashMap<Option<u64>, Cost>,
    /// The cost of the last query that Z3 was asked.
    last_cost: Cost,
    /// The newest nodes of paths with a refuted goal, hence satisfiable.
    refuted: FxHashSet<Option<u64>>,
    /// The last query, if it was asked with less effort, which left it open.
    left_open: Option<(Option<u64>, Term)>,
    /// The queries that Z3 left open because it found no further instances of
    /// quantified facts, by newest path node and goal.
    saturated: FxHashSet<(Option<u64>, Term)>,
    /// Answers from the plain facts alone, by newest path node and goal.
    plain_answers: FxHashMap<(Option<u64>, Term), Answer>,
    /// The goals that the built-in prover could not prove without search, by newest path node
    /// and goal, with the number of definitions that it had.
    unproved: FxHashSet<(Option<u64>, Term, usize)>,
    /// Whether a path has facts with quantifiers or collections, by its newest node. Of a path
    /// that is extended by many facts, some prefixes are entered only.
    rich: FxHashMap<u64, bool>,
    /// The latest models: of the plain facts, and of all facts.
    models: Models,
}

/// The outcome of a check by a backend, as an answer from all facts.
fn answered_by_z3(check: Check, has_model: bool) -> Answered {
    let by = AnsweredBy::Z3;
    match check {
        Check::Unsat => Answered::new(Answer::Yes, by),
        Check::Sat if has_model => Answered::new(Answer::No, by),
        Check::Sat => Answered::new(Answer::No, AnsweredBy::Z3Saturated),
        Check::Abstracted | Check::Unknown => Answered::new(Answer::Unknown, by),
    }
}

impl<'w> Solver<'w> {
    /// A solver with Z3's resource limit per check (0: none). Snapshots wrap values of
    /// the scalar sorts, of arrays of scalars, and of the `extra` sorts.
    #[must_use]
    pub fn new(rlimit: u32, extra: Vec<Sort>) -> Solver<'w> {
        Solver {
            prover: AlignedProver::new(Facts::All),
            plain_prover: AlignedProver::new(Facts::Plain),
            z3: Z3::new(rlimit, extra),
            limits: Limits::new(rlimit),
            prover_mode: ProverMode::On,
            counters: Counters::default(),
            open_units: 0,
            answers: FxHashMap::default(),
            unknown: FxHashMap::default(),
            last_cost: Cost::default(),
            refuted: FxHashSet::default(),
            left_open: None,
            saturated: FxHashSet::default(),
            plain_answers: FxHashMap::default(),
            unproved: FxHashSet::default(),
            rich: FxHashMap::default(),
            models: Models::default(),
        }
    }

    /// Sets Z3's random seed.
    #[must_use]
    pub fn seeded(mut self, seed: u32) -> Solver<'w> {
        self.z3.seed = seed;
        self
    }

    /// Sets the use of the built-in prover.
    #[must_use]
    pub fn prover_mode(self, prover_mode: ProverMode) -> Solver<'w> {
        Solver {
            prover_mode,
            ..self
        }
    }

    /// Sets a stop signal: once it is raised, every query is answered `Unknown`.
    #[must_use]
    pub fn watched(mut self, watch: Watch<'w>) -> Solver<'w> {
        self.z3.watch = Some(watch);
        self
    }

    /// The counts so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Whether Z3 has started. Cross-checks start it without being counted.
    #[must_use]
    pub fn has_started_z3(&self) -> bool {
        self.z3.has_started()
    }

    /// Z3's resource units spent so far; 0 if it never started.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.z3.spent()
    }

    /// The number of propagation steps of the built-in prover so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.prover.steps() + self.plain_prover.steps()
    }

    /// The number of instances of each quantified fact that the built-in prover has made so far.
    #[must_use]
    pub fn instances(&self) -> BTreeMap<Term, u64> {
        let all = self.prover.instances().iter();
        all.map(|(&fact, &count)| (fact, count)).collect()
    }

    /// Whether `goal` follows from the path condition.
    pub fn query(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        goal: Term,
        effort: Effort,
    ) -> Answered {
        let is_open = self.left_open.take() == Some((newest(path), goal));
        match effort {
            Effort::Known => self.holds(terms, path, goal),
            Effort::Plain => self.entails_plainly(terms, path, goal),
            Effort::BuiltIn | Effort::Probe | Effort::Retry => {
                self.answer(terms, path, goal, effort, is_open)
            }
            Effort::Full => {
                let answered = self.answer(terms, path, goal, effort, is_open);
                if answered.answer == Answer::Unknown {
                    let cost = self.unknown.entry(newest(path)).or_default();
                    // Where nothing is left for more effort, the query is that with less.
                    let was_last = is_open && cost.attempts == 0;
                    if answered.by == AnsweredBy::Z3 || was_last {
                        *cost = self.last_cost;
                    }
                }
                answered
            }
        }
    }

    /// Whether the last query was left open, to be asked again with more effort. It is counted once.
    #[must_use]
    pub fn has_left_open(&self) -> bool {
        self.left_open.is_some()
    }

    /// The answer within the resource limit.
    pub fn entails(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Answer {
        self.query(terms, path, goal, Effort::Full).answer
    }

    /// Answers a query within the resource limit of its effort. A query that ended in `unknown`
    /// is repeated with a larger limit only. One that is open, because less effort has just left it so,
    /// is put to Z3.
    fn answer(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        goal: Term,
        effort: Effort,
        is_open: bool,
    ) -> Answered {
        let budget = self.limits.budget(effort, self.open_units);
        let key = (newest(path), goal);
        if !is_open && let Some(known) = self.quick_answer(terms, path, goal) {
            if known.answer == Answer::No {
                self.note_refuted(path);
            }
            return known;
        }
        if let Some(&(answer, spent)) = self.answers.get(&key)
            && (answer != Answer::Unknown || spent >= budget.limit)
        {
            self.counters.builtin += 1;
            return Answered::new(answer, AnsweredBy::Repetition);
        }
        if self.z3.is_stopped() {
            return Answered::none();
        }
        let answered = if !is_open && let Some(answered) = self.searched(terms, path, goal) {
            self.counters.builtin += 1;
            answered
        } else if effort == Effort::BuiltIn {
            self.left_open = Some(key);
            return Answered::none();
        } else {
            let negated = terms.not(goal);
            let check = self.ask(terms, path, negated, budget);
            self.counters.z3_checks += u64::from(self.last_cost.attempts);
            self.counters.z3_units += self.last_cost.units;
            let answered = answered_by_z3(check, self.z3.has_model());
            if answered.answer == Answer::Unknown {
                self.open_units += self.last_cost.units;
            }
            if answered.by == AnsweredBy::Z3Saturated {
                self.saturated.insert(key);
            }
            answered
        };
        self.answers.insert(key, (answered.answer, budget.limit));
        if is_open && answered.answer == Answer::Unknown && effort == Effort::Probe {
            self.left_open = Some(key);
        }
        if answered.answer == Answer::No {
            self.note_refuted(path);
        }
        answered
    }

    /// The built-in prover's answer by model search and proof search, cheaper one
    /// first.
    fn searched(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Option<Answered> {
        let facts = self.facts(terms, path, goal);
        let plain = facts == Facts::Plain;
        if plain && self.refutes(terms, path, goal, facts) {
            return Some(Answered::refuted(facts));
        }
        match self.search(terms, path, goal, facts, Prover::proves_unless) {
            Some(answered) => Some(answered),
            None if plain => None,
            None => {
                let refuted = self.refutes(terms, path, goal, facts);
                refuted.then_some(Answered::refuted(facts))
            }
        }
    }

    /// Records that a path, and so each of its prefixes, is satisfiable.
    fn note_refuted(&mut self, path: &Path) {
        for node in path.nodes() {
            if !self.refuted.insert(Some(node.serial)) {
                return;
            }
        }
        self.refuted.insert(None);
    }

    /// Counts a query and answers it by the built-in prover without search, or by a
    /// cached model.
    fn quick_answer(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Option<Answered> {
        self.counters.queries += 1;
        let known = if terms.is_bool(goal, true) {
            Some(Answered::new(Answer::Yes, AnsweredBy::Simplification))
        } else if self.prover_mode == ProverMode::Off {
            None
        } else {
            self.known(terms, path, goal)
                .or_else(|| self.known_by_definitions(terms, path, goal))
        };
        self.counters.builtin += u64::from(known.is_some());
        known
    }

    /// The prover's answer without search, perhaps without the latest definitions. Cached
    /// models come first, because evaluation is cheaper than a failed refutation.
    fn known(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Option<Answered> {
        let facts = self.facts(terms, path, goal);
        if self.refuted_by_cached_model(terms, path, goal, facts) {
            return Some(Answered::refuted(facts));
        }
        let proved = self.proves_without_search(terms, path, goal);
        self.cross_check(terms, path, goal, proved);
        proved.then_some(Answered::new(Answer::Yes, AnsweredBy::Prover))
    }

    /// Whether the prover proves a goal without search, perhaps without the latest definitions.
    fn proves_without_search(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> bool {
        let prover = self.prover.without_definitions(terms, path);
        // Whether a path is contradictory is searched for incrementally.
        if terms.is_bool(goal, false) {
            return prover.holds(terms, goal);
        }
        let key = (newest(path), goal, self.prover.definitions());
        if self.unproved.contains(&key) {
            return false;
        }
        let proved = self.prover.aligned().holds(terms, goal);
        if !proved {
            self.unproved.insert(key);
        }
        proved
    }

    /// The prover's answer without search from all facts, if it did not have all.
    fn known_by_definitions(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        goal: Term,
    ) -> Option<Answered> {
        if self.prover.is_complete() {
            return None;
        }
        let proved = self.prover.with_all_facts(terms, path).holds(terms, goal);
        self.cross_check(terms, path, goal, proved);
        proved.then_some(Answered::new(Answer::Yes, AnsweredBy::Prover))
    }

    /// Bounds what all queries of a member cost together: see [`Limits::for_member`].
    #[must_use]
    pub fn for_member(self) -> Solver<'w> {
        Solver {
            limits: self.limits.for_member(),
            ..self
        }
    }

    /// The answer from the plain facts alone, unless all facts give one at once.
    fn entails_plainly(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Answered {
        if let Some(known) = self.quick_answer(terms, path, goal) {
            return known;
        }
        let key = (newest(path), goal);
        let known = match self.answers.get(&key) {
            Some(&(answer @ (Answer::Yes | Answer::No), _)) => Some((answer, Facts::All)),
            _ => {
                let plain = self.plain_answers.get(&key);
                plain.map(|answer| (*answer, Facts::Plain))
            }
        };
        if let Some((answer, facts)) = known {
            self.counters.builtin += 1;
            return Answered {
                facts,
                ..Answered::new(answer, AnsweredBy::Repetition)
            };
        }
        // A goal with collections or quantifiers would need their axioms.
        if terms.is_rich(goal) {
            self.counters.builtin += 1;
            return Answered::none();
        }
        if self.z3.is_stopped() {
            return Answered::none();
        }
        // Paths with other facts too: the cached model of the plain facts is yet to be
        // tried.
        let open = self.is_rich(terms, path);
        if open && self.refuted_by_cached_model(terms, path, goal, Facts::Plain)
            || self.refutes(terms, path, goal, Facts::Plain)
        {
            self.counters.builtin += 1;
            self.plain_answers.insert(key, Answer::No);
            return Answered::refuted(Facts::Plain);
        }
        let search = Prover::proves_by_cases_unless;
        if let Some(answered) = self.search(terms, path, goal, Facts::Plain, search) {
            self.counters.builtin += 1;
            self.plain_answers.insert(key, answered.answer);
            return answered;
        }
        if self.z3.is_forbidden() {
            return Answered::none();
        }
        self.counters.z3_checks += 1;
        let limit = self.limits.probe(self.open_units);
        let Some(backend) = self.z3.with_plain_facts(limit) else {
            return Answered::none();
        };
        let negated = terms.not(goal);
        let before = backend.spent();
        let check = backend.check(terms, path, Some(negated));
        self.counters.z3_units += backend.spent().saturating_sub(before);
        let answered = Answered {
            facts: Facts::Plain,
            ..answered_by_z3(check, backend.has_model())
        };
        if answered.answer == Answer::Unknown {
            self.open_units += backend.spent().saturating_sub(before);
        }
        self.plain_answers.insert(key, answered.answer);
        answered
    }

    /// The prover's answer by a search: a proof, or a model of a case that the search cannot
    /// refute.
    fn search(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        goal: Term,
        facts: Facts,
        search: Search,
    ) -> Option<Answered> {
        if self.prover_mode == ProverMode::Off {
            return None;
        }
        let nodes = path.since(&Path::default());
        let (made, mut found) = (terms.mark(), None);
        let mut at_open_case = |prover: &mut Prover, terms: &mut Terms| {
            let mut candidates = prover.completions(terms).into_iter();
            found = candidates.find_map(|mut model| {
                model.forget_since(terms, made);
                let facts = facts_among(terms, &nodes, facts);
                is_countermodel(terms, &mut model, facts, goal).then_some(model)
            });
            found.is_some()
        };
        let prover = self.prover.with_all_facts(terms, path);
        if search(prover, terms, goal, &mut at_open_case) {
            self.cross_check(terms, path, goal, true);
            return Some(Answered::new(Answer::Yes, AnsweredBy::Prover));
        }
        let model = found?;
        self.note_model(terms, path, goal, facts, model);
        Some(Answered::refuted(facts))
    }

    /// Searches a new model of a path's facts in which `goal` is false.
    fn refutes(&mut self, terms: &mut Terms, path: &Path, goal: Term, facts: Facts) -> bool {
        let nodes = path.since(&Path::default());
        let mut candidates = self.candidates(terms, path, goal, facts).into_iter();
        let model = candidates.find_map(|mut model| {
            let facts = facts_among(terms, &nodes, facts);
            is_countermodel(terms, &mut model, facts, goal).then_some(model)
        });
        let Some(model) = model else {
            return false;
        };
        self.note_model(terms, path, goal, facts, model);
        true
    }

    /// Keeps a countermodel for later queries.
    fn note_model(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        goal: Term,
        facts: Facts,
        model: Candidate,
    ) {
        self.cross_check_refuted(terms, path, goal, facts);
        *self.models.satisfying(facts) = Some(CachedModel::new(model, path.clone()));
    }

    /// Whether the cached model satisfies this path and the negated goal.
    fn refuted_by_cached_model(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        goal: Term,
        facts: Facts,
    ) -> bool {
        let slot = self.models.satisfying(facts);
        let Some(cached) = slot else {
            return false;
        };
        if !cached.satisfies(terms, path, facts) {
            if cached.misses > CachedModel::MAX_MISSES {
                *slot = None;
            }
            return false;
        }
        let refuted = cached.model.refutes(terms, goal);
        if refuted {
            self.cross_check_refuted(terms, path, goal, facts);
        }
        refuted
    }

    /// The facts that a countermodel of the goal must satisfy.
    pub(super) fn facts(&mut self, terms: &Terms, path: &Path, goal: Term) -> Facts {
        if terms.is_rich(goal) || self.is_rich(terms, path) {
            Facts::All
        } else {
            Facts::Plain
        }
    }

    /// In check mode, asks Z3 about a goal that the prover refuted.
    fn cross_check_refuted(&mut self, terms: &mut Terms, path: &Path, goal: Term, facts: Facts) {
        let complete = facts == Facts::All || !self.is_rich(terms, path);
        if self.prover_mode == ProverMode::Check && complete {
            let negated = terms.not(goal);
            assert!(
                self.ask(
                    terms,
                    path,
                    negated,
                    self.limits.budget(Effort::Full, self.open_units)
                ) != Check::Unsat,
                "the built-in prover has a countermodel to `{}`, and Z3 a proof",
                terms.text(goal)
            );
        }
    }

    /// Whether there are quantifiers or collections in a path's facts.
    pub fn is_rich(&mut self, terms: &Terms, path: &Path) -> bool {
        let mut rich = false;
        let mut new = Vec::new();
        for node in path.nodes() {
            if let Some(&known) = self.rich.get(&node.serial) {
                rich = known;
                break;
            }
            new.push(node.clone());
        }
        for (index, node) in new.iter().enumerate().rev() {
            rich |= node.is_rich(terms);
            if index == 0 || node.depth.is_multiple_of(RICH_STEP) {
                self.rich.insert(node.serial, rich);
            }
        }
        rich
    }

    /// The cost of the last query about exactly this path that ended in `unknown`.
    #[must_use]
    pub fn unknown_at(&self, path: &Path) -> Option<Cost> {
        self.unknown.get(&newest(path)).copied()
    }

    /// Whether a query was answered `No` without a model: Z3 found no further instances of
    /// quantified facts, and no contradiction.
    #[must_use]
    pub fn is_saturated(&self, path: &Path, goal: Term) -> bool {
        self.saturated.contains(&(newest(path), goal))
    }

    /// The answer of the built-in prover without search, or of a cached model.
    fn holds(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Answered {
        if terms.is_bool(goal, true) {
            return Answered::new(Answer::Yes, AnsweredBy::Simplification);
        }
        self.known(terms, path, goal).unwrap_or(Answered::none())
    }

    /// Adds `fact` to a path, unless the built-in prover derives it without search: then
    /// the answer is returned. Not counted as a query.
    pub fn assume_new(
        &mut self,
        terms: &mut Terms,
        path: &mut Path,
        fact: Term,
        kind: FactKind,
        equations: Equations,
    ) -> Option<Answered> {
        if terms.is_bool(fact, true) {
            return Some(Answered::new(Answer::Yes, AnsweredBy::Simplification));
        }
        let Some(mark) = self
            .prover
            .without_definitions(terms, path)
            .assume_new(terms, fact)
        else {
            self.cross_check(terms, path, fact, true);
            return Some(Answered::new(Answer::Yes, AnsweredBy::Prover));
        };
        let solved = match equations {
            Equations::Solved => Solved::of(terms, path, fact),
            Equations::Kept => Solved::default(),
        };
        *path = path.with_values(fact, kind, solved.values);
        self.prover.assumed(path.newest().map(|node| &**node), mark);
        for derived in solved.facts {
            deep(|| self.assume_new(terms, path, derived, FactKind::Shape, equations));
        }
        None
    }

    /// In check mode, asks Z3 about a goal that the prover proved, if `known`. `unknown` is no
    /// disagreement.
    fn cross_check(&mut self, terms: &mut Terms, path: &Path, goal: Term, known: bool) {
        if self.prover_mode != ProverMode::Check || !known {
            return;
        }
        let negated = terms.not(goal);
        let check = self.ask(
            terms,
            path,
            negated,
            self.limits.budget(Effort::Full, self.open_units),
        );
        let refuted = check == Check::Sat && self.z3.has_model();
        assert!(
            !refuted,
            "the built-in prover calls `{}` valid, and Z3 has a counterexample",
            terms.text(goal)
        );
    }

    /// Whether the path condition is unsatisfiable.
    pub fn contradictory(&mut self, terms: &mut Terms, path: &Path) -> Answer {
        let falsity = terms.bool(false);
        self.entails(terms, path, falsity)
    }

    /// Whether this path, or an extension of it, had a refuted goal and is therefore
    /// satisfiable.
    #[must_use]
    pub fn refuted_at(&self, path: &Path) -> bool {
        self.refuted.contains(&newest(path))
    }

    /// Searches a model of a path condition with an extra formula, by Z3, and the values of
    /// terms in it.
    pub fn find_model(
        &mut self,
        terms: &Terms,
        path: &Path,
        extra: Option<Term>,
        wanted: &[Term],
    ) -> ModelSearch {
        let limit = limit_of_attempt(self.limits.left(self.open_units));
        self.find_model_within(limit, terms, path, extra, wanted)
    }

    /// The same within a resource limit.
    pub(super) fn find_model_within(
        &mut self,
        limit: u32,
        terms: &Terms,
        path: &Path,
        extra: Option<Term>,
        wanted: &[Term],
    ) -> ModelSearch {
        if self.z3.is_stopped() {
            return ModelSearch::Unknown;
        }
        let Some(backend) = self.z3.with_all_facts() else {
            return ModelSearch::Unknown;
        };
        self.counters.z3_checks += 1;
        let before = backend.spent();
        backend.set_rlimit(limit);
        let found = backend.find_model(terms, path, extra, wanted);
        self.counters.z3_units += backend.spent().saturating_sub(before);
        found
    }

    /// Puts a query to Z3.
    fn ask(&mut self, terms: &Terms, path: &Path, negated: Term, budget: Budget) -> Check {
        let (check, cost) = self.z3.ask(terms, path, negated, budget);
        self.last_cost = cost;
        check
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Elem;

    #[test]
    fn a_goal_that_was_not_proved_is_not_searched_for_again() {
        let mut terms = Terms::new();
        let mut solver = Solver::new(0, Vec::new());
        let [a, b] = ["a", "b"].map(|name| terms.fresh(name, Sort::Int));
        let (at_most, less, same) = (terms.le(a, b), terms.lt(a, b), terms.eq(a, b));
        let path = Path::default().with(at_most, FactKind::Fact);
        let mut known = |path: &Path| {
            let before = solver.steps();
            let answered = solver.query(&mut terms, path, less, Effort::Known);
            (answered.answer, solver.steps() > before)
        };
        assert_eq!(known(&path), (Answer::Unknown, true));
        assert_eq!(known(&path), (Answer::Unknown, false));
        let different = path.with(terms.not(same), FactKind::Fact);
        let answered = solver.query(&mut terms, &different, less, Effort::Known);
        assert_eq!(answered.answer, Answer::Yes);
    }

    #[test]
    fn few_prefixes_of_a_long_path_are_remembered() {
        const FACTS: usize = 1000;
        let mut terms = Terms::new();
        let mut solver = Solver::new(0, Vec::new());
        let truth = terms.bool(true);
        let plain = (0..FACTS).fold(Path::default(), |path, _| path.with(truth, FactKind::Fact));
        assert!(!solver.is_rich(&terms, &plain));
        let sequence = Sort::Seq(Elem::INT);
        let [s, t] = ["s", "t"].map(|name| terms.fresh(name, sequence));
        let rich = terms.eq(s, t);
        let path = plain.with(rich, FactKind::Fact);
        let path = (0..FACTS).fold(path, |path, _| path.with(truth, FactKind::Fact));
        assert!(solver.is_rich(&terms, &path) && !solver.is_rich(&terms, &plain));
        for node in path.nodes() {
            let after = node.depth > FACTS + 1;
            assert_eq!(solver.is_rich(&terms, node.parent()), after);
        }
        let mut solver = Solver::new(0, Vec::new());
        assert!(solver.is_rich(&terms, &path));
        assert!(solver.rich.len() <= 2 * FACTS / RICH_STEP + 2);
    }
}
