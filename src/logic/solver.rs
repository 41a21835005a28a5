//! The one interface to decision procedures: what follows from a path
//! condition, and whether it is contradictory.
//!
//! The built-in decider is asked first; Z3 starts with the first question that
//! the decider cannot answer.

use super::path::{FactKind, Path, PathNode};
use super::prover::{Candidate, Decider, Mark};
use super::terms::term::{Sort, Term, Terms};
use super::z3::backend::{Backend, Check};
use super::z3::interrupt::Watch;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The part of the budget that a question gets on whose answer no verdict depends.
const PROBE: u32 = 16;

/// The part of the budget with which a search is long.
const LONG: u32 = 8;

/// How often a question that Z3 gave up on is asked again.
const RETRIES: u32 = 3;

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes, in every model.
    Yes,
    /// No: there is a model that says otherwise.
    No,
    /// The solver gave up or ran out of its budget.
    Unknown,
}

/// What the built-in decider does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deciding {
    /// It answers what it can, and Z3 the rest.
    #[default]
    On,
    /// Z3 answers every question that is put to the solver. What is known by
    /// construction of the state ([`Solver::holds`]) stays known.
    Off,
    /// It answers what it can, and Z3 is asked all the same: a counterexample
    /// to what the decider calls valid is a defect, as is a proof of what it
    /// refutes, and ends in a panic.
    Check,
}

/// How many questions were asked and who answered them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Questions asked.
    pub queries: u64,
    /// Answered by the built-in decider.
    pub builtin: u64,
    /// Answered by Z3.
    pub z3_checks: u64,
}

/// Where in a path the decider stands: a node and the mark before it.
#[derive(Debug)]
struct Entry {
    serial: u64,
    mark: Mark,
}

/// The solver of one worker.
#[derive(Debug)]
pub struct Solver<'w> {
    decider: Decider,
    entries: Vec<Entry>,
    backend: Option<Backend>,
    /// Z3 without the facts that have quantifiers or collections.
    plain: Option<Backend>,
    rlimit: u32,
    seed: u32,
    deciding: Deciding,
    extra: Vec<Sort>,
    watch: Option<Watch<'w>>,
    counters: Counters,
    /// Whether Z3 searched long for the last answer. What it did can lead it astray:
    /// it starts anew with the next question.
    strayed: bool,
    /// Z3's answers by the newest node of the path and the goal, with the budget they had.
    answers: FxHashMap<(Option<u64>, Term), (Answer, u32)>,
    /// The newest nodes of paths about which some question was given up.
    gave_up: FxHashSet<Option<u64>>,
    /// The newest nodes of paths on which something was found not to follow.
    refuted: FxHashSet<Option<u64>>,
    /// The answers about plain facts, by the newest node of the path and the goal.
    guesses: FxHashMap<(Option<u64>, Term), bool>,
    /// Whether a path has facts that are not plain, by its newest node.
    rich: FxHashMap<u64, bool>,
    /// The models that were found last: of plain facts, and of all.
    models: Models,
}

/// The models that were found last.
#[derive(Debug, Default)]
struct Models {
    plain: Option<Kept>,
    all: Option<Kept>,
}

impl Models {
    /// That of these facts.
    fn of(&mut self, facts: Facts) -> &mut Option<Kept> {
        match facts {
            Facts::Plain => &mut self.plain,
            Facts::All => &mut self.all,
        }
    }
}

/// Of which facts of a path a model is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Facts {
    /// Those without quantifiers and collections.
    Plain,
    All,
}

/// A model of the facts of a path.
#[derive(Debug)]
struct Kept {
    model: Candidate,
    path: Path,
    /// The newest node of another path, if it is known not to be a model of that one.
    not_of: Option<u64>,
    /// How many such paths there were since it was last of use.
    misses: u32,
}

impl Kept {
    /// How many paths of which it is no model it is tried with, one after the other.
    const PATIENCE: u32 = 50;

    /// Whether it is a model of this path's facts. Then that becomes its path.
    fn is_of(&mut self, terms: &Terms, path: &Path, facts: Facts) -> bool {
        let here = newest(path);
        if newest(&self.path) == here {
            return true;
        }
        if self.not_of == here {
            return false;
        }
        let new = path.since(&path.common(&self.path));
        let satisfied = self.model.satisfies(terms, facts.among(terms, &new));
        if satisfied {
            self.path = path.clone();
            self.misses = 0;
        } else {
            self.not_of = here;
            self.misses += 1;
        }
        satisfied
    }
}

/// What tells a path from others: its newest node.
fn newest(path: &Path) -> Option<u64> {
    path.newest().map(|node| node.serial)
}

impl Facts {
    /// Those of these facts that count.
    fn among(self, terms: &Terms, nodes: &[Rc<PathNode>]) -> impl Iterator<Item = Term> {
        let facts = nodes.iter().map(|node| node.fact);
        facts.filter(move |&fact| self == Facts::All || !terms.is_rich(fact))
    }
}

impl<'w> Solver<'w> {
    /// A solver; `rlimit` bounds each of Z3's checks (0: no bound).
    ///
    /// Snapshots wrap values of the scalar sorts, of arrays of scalars, and of
    /// the `extra` sorts, which must be given from the start.
    #[must_use]
    pub fn new(rlimit: u32, extra: Vec<Sort>) -> Solver<'w> {
        Solver {
            decider: Decider::default(),
            entries: Vec::new(),
            backend: None,
            plain: None,
            rlimit,
            seed: 0,
            deciding: Deciding::On,
            extra,
            watch: None,
            counters: Counters::default(),
            strayed: false,
            answers: FxHashMap::default(),
            gave_up: FxHashSet::default(),
            refuted: FxHashSet::default(),
            guesses: FxHashMap::default(),
            rich: FxHashMap::default(),
            models: Models::default(),
        }
    }

    /// The same, with another random seed for Z3 than 0.
    #[must_use]
    pub fn seeded(self, seed: u32) -> Solver<'w> {
        Solver { seed, ..self }
    }

    /// The same, with another use of the built-in decider.
    #[must_use]
    pub fn deciding(self, deciding: Deciding) -> Solver<'w> {
        Solver { deciding, ..self }
    }

    /// The same, which gives up on every question once it is told to stop.
    #[must_use]
    pub fn watched(self, watch: Watch<'w>) -> Solver<'w> {
        let watch = Some(watch);
        Solver { watch, ..self }
    }

    /// The counts so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Z3's resource units spent so far; 0 if it never started.
    #[must_use]
    pub fn spent(&self) -> u64 {
        // Both count what the context that they share has spent.
        let backends = self.backend.iter().chain(&self.plain);
        backends.map(Backend::spent).max().unwrap_or(0)
    }

    /// Whether `goal` follows from the path condition.
    pub fn entails(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Answer {
        let answer = self.answer(terms, path, goal, self.rlimit);
        if answer == Answer::Unknown {
            self.gave_up.insert(newest(path));
        }
        answer
    }

    /// An answer within a budget. What was given up is asked again only with a
    /// larger one.
    fn answer(&mut self, terms: &mut Terms, path: &Path, goal: Term, budget: u32) -> Answer {
        let key = (newest(path), goal);
        match self.decides(terms, path, goal) {
            Some(true) => return Answer::Yes,
            Some(false) => {
                self.note_refuted(path);
                return Answer::No;
            }
            None => {}
        }
        if let Some(&(answer, spent)) = self.answers.get(&key)
            && (answer != Answer::Unknown || spent >= budget)
        {
            self.counters.builtin += 1;
            return answer;
        }
        if self.watch.is_some_and(|watch| watch.stop.why().is_some()) {
            return Answer::Unknown;
        }
        let answer = if let Some(answer) = self.searched(terms, path, goal) {
            self.counters.builtin += 1;
            answer
        } else {
            self.counters.z3_checks += 1;
            let negated = terms.not(goal);
            match self.ask(terms, path, negated, budget) {
                Check::Unsat => Answer::Yes,
                Check::Sat => Answer::No,
                Check::Unknown => Answer::Unknown,
            }
        };
        self.answers.insert(key, (answer, budget));
        if answer == Answer::No {
            self.note_refuted(path);
        }
        answer
    }

    /// The built-in decider's answer after a search for a model and for a proof, what costs
    /// less first.
    fn searched(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Option<Answer> {
        let facts = self.facts(terms, path, goal);
        let plain = facts == Facts::Plain;
        if plain && self.refutes(terms, path, goal, facts) {
            return Some(Answer::No);
        }
        if self.proves(terms, path, goal) {
            return Some(Answer::Yes);
        }
        let refuted = !plain && self.refutes(terms, path, goal, facts);
        refuted.then_some(Answer::No)
    }

    /// Notes that something does not follow from a path, nor then from less.
    fn note_refuted(&mut self, path: &Path) {
        for node in path.nodes() {
            if !self.refuted.insert(Some(node.serial)) {
                return;
            }
        }
        self.refuted.insert(None);
    }

    /// Counts a question; the built-in decider's answer, if it has one without
    /// looking for a model.
    fn decides(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Option<bool> {
        self.counters.queries += 1;
        let known = if terms.is_bool(goal, true) {
            Some(true)
        } else if self.deciding == Deciding::Off {
            None
        } else {
            self.known(terms, path, goal)
        };
        self.judge(terms, path, goal, known == Some(true));
        self.counters.builtin += u64::from(known.is_some());
        known
    }

    /// What the decider knows of a goal. A model that was found before is cheaper
    /// to ask than to look for a contradiction in vain.
    fn known(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Option<bool> {
        let facts = self.facts(terms, path, goal);
        if self.refuted_as_before(terms, path, goal, facts) {
            return Some(false);
        }
        self.align(terms, path);
        self.decider.holds(terms, goal).then_some(true)
    }

    /// Whether `goal` follows, asked with a small part of the budget: where the
    /// same is done in another way if the solver gives up.
    pub fn probably(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Answer {
        let budget = self.probe();
        self.answer(terms, path, goal, budget)
    }

    /// A small part of the budget.
    fn probe(&self) -> u32 {
        match self.rlimit {
            0 => 0,
            limit => (limit / PROBE).max(1),
        }
    }

    /// Whether `goal` follows from the facts without quantifiers and collections
    /// alone, asked with a small part of the budget. That these have a model is
    /// found at once, where Z3 makes instances in vain otherwise.
    pub fn follows_plainly(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> bool {
        if let Some(known) = self.decides(terms, path, goal) {
            return known;
        }
        let key = (newest(path), goal);
        let known = match self.answers.get(&key) {
            Some((Answer::Yes, _)) => Some(true),
            Some((Answer::No, _)) => Some(false),
            _ => self.guesses.get(&key).copied(),
        };
        // The laws of collections would be needed.
        let known = known.or(terms.is_rich(goal).then_some(false));
        if let Some(answer) = known {
            self.counters.builtin += 1;
            return answer;
        }
        if self.watch.is_some_and(|watch| watch.stop.why().is_some()) {
            return false;
        }
        // The model was not asked yet where there are other facts, too.
        let open = self.is_rich(terms, path);
        if open && self.refuted_as_before(terms, path, goal, Facts::Plain)
            || self.refutes(terms, path, goal, Facts::Plain)
        {
            self.counters.builtin += 1;
            self.guesses.insert(key, false);
            return false;
        }
        if self.keeps_from_z3() {
            return false;
        }
        self.counters.z3_checks += 1;
        let budget = self.probe();
        let backend = || {
            let backend = Backend::new(budget, self.extra.clone()).seeded(self.seed);
            self.watch.inspect(Watch::z3_starts);
            backend.plain()
        };
        let backend = self.plain.get_or_insert_with(backend);
        let negated = terms.not(goal);
        let answer = backend.check(terms, path, Some(negated)) == Check::Unsat;
        self.guesses.insert(key, answer);
        answer
    }

    /// Whether the decider finds a proof with instances of quantifiers.
    fn proves(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> bool {
        if self.deciding == Deciding::Off {
            return false;
        }
        self.align(terms, path);
        let proved = self.decider.proves(terms, goal);
        self.judge(terms, path, goal, proved);
        proved
    }

    /// Whether a new model is found of a path's facts in which `goal` is false.
    fn refutes(&mut self, terms: &mut Terms, path: &Path, goal: Term, facts: Facts) -> bool {
        if self.deciding == Deciding::Off {
            return false;
        }
        self.align(terms, path);
        let nodes = path.since(&Path::default());
        let mut candidates = self.decider.candidates(terms, goal).into_iter();
        let model = candidates.find_map(|mut model| {
            let is_model = model.satisfies(terms, facts.among(terms, &nodes));
            (is_model && model.refutes(terms, goal)).then_some(model)
        });
        let Some(model) = model else {
            return false;
        };
        self.judge_refuted(terms, path, goal, facts);
        *self.models.of(facts) = Some(Kept {
            model,
            path: path.clone(),
            not_of: None,
            misses: 0,
        });
        true
    }

    /// Whether the model that was found last is one of this path, and of the negated
    /// goal.
    fn refuted_as_before(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        goal: Term,
        facts: Facts,
    ) -> bool {
        let place = self.models.of(facts);
        let Some(kept) = place else {
            return false;
        };
        if !kept.is_of(terms, path, facts) {
            if kept.misses > Kept::PATIENCE {
                *place = None;
            }
            return false;
        }
        let refuted = kept.model.refutes(terms, goal);
        if refuted {
            self.judge_refuted(terms, path, goal, facts);
        }
        refuted
    }

    /// The facts that a model must satisfy that is to refute a goal.
    fn facts(&mut self, terms: &Terms, path: &Path, goal: Term) -> Facts {
        match terms.is_rich(goal) || self.is_rich(terms, path) {
            true => Facts::All,
            false => Facts::Plain,
        }
    }

    /// If the decider is to be checked, asks Z3 about what it refutes.
    fn judge_refuted(&mut self, terms: &mut Terms, path: &Path, goal: Term, facts: Facts) {
        let complete = facts == Facts::All || !self.is_rich(terms, path);
        if self.deciding == Deciding::Check && complete {
            let negated = terms.not(goal);
            assert!(
                self.ask(terms, path, negated, self.rlimit) != Check::Unsat,
                "the built-in decider has a countermodel to `{}`, and Z3 a proof",
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
        for node in new.iter().rev() {
            rich |= terms.is_rich(node.fact);
            self.rich.insert(node.serial, rich);
        }
        rich
    }

    /// Whether the solver gave up on some question about exactly this path.
    #[must_use]
    pub fn gave_up_at(&self, path: &Path) -> bool {
        self.gave_up.contains(&newest(path))
    }

    /// Whether the built-in decider alone knows that `goal` follows. Not
    /// counted: for choices that change no verdict.
    pub fn holds(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> bool {
        if terms.is_bool(goal, true) {
            return true;
        }
        let known = self.known(terms, path, goal) == Some(true);
        self.judge(terms, path, goal, known);
        known
    }

    /// Adds `fact` to a path, unless the built-in decider knows it without a search.
    pub fn assume_new(&mut self, terms: &mut Terms, path: &mut Path, fact: Term, kind: FactKind) {
        if terms.is_bool(fact, true) {
            return;
        }
        self.align(terms, path);
        match self.decider.assume_new(terms, fact) {
            Some(mark) => {
                *path = path.with(fact, kind);
                let serial = path.newest().map(|node| node.serial);
                self.entries
                    .extend(serial.map(|serial| Entry { serial, mark }));
            }
            None => self.judge(terms, path, fact, true),
        }
    }

    /// If the decider is to be checked, asks Z3 about what it calls valid. A
    /// question that Z3 gives up on says nothing.
    fn judge(&mut self, terms: &mut Terms, path: &Path, goal: Term, known: bool) {
        if self.deciding != Deciding::Check || !known {
            return;
        }
        let negated = terms.not(goal);
        let check = self.ask(terms, path, negated, self.rlimit);
        let refuted = check == Check::Sat && self.backend.as_ref().is_some_and(Backend::has_model);
        assert!(
            !refuted,
            "the built-in decider calls `{}` valid, and Z3 has a counterexample",
            terms.text(goal)
        );
    }

    /// The terms in use that are known to be equal to `t`, oldest first,
    /// without `t`.
    pub fn equal_terms(&mut self, terms: &mut Terms, path: &Path, t: Term) -> Vec<Term> {
        self.align(terms, path);
        self.decider.equal_terms(terms, t)
    }

    /// Whether the path condition has no model.
    pub fn contradictory(&mut self, terms: &mut Terms, path: &Path) -> Answer {
        let falsity = terms.bool(false);
        self.entails(terms, path, falsity)
    }

    /// Whether something was found not to follow from this path or from more facts:
    /// then it has no contradiction that the solver would find.
    #[must_use]
    pub fn refuted_at(&self, path: &Path) -> bool {
        self.refuted.contains(&newest(path))
    }

    /// Whether Z3, which is about to start, must not.
    fn keeps_from_z3(&self) -> bool {
        self.watch.is_some_and(|watch| watch.stop.keeps_from_z3())
    }

    fn ask(&mut self, terms: &Terms, path: &Path, negated: Term, budget: u32) -> Check {
        if self.keeps_from_z3() {
            return Check::Unknown;
        }
        let backend = || {
            let backend = Backend::new(self.rlimit, self.extra.clone()).seeded(self.seed);
            self.watch.inspect(Watch::z3_starts);
            backend
        };
        let backend = self.backend.get_or_insert_with(backend);
        backend.bound(budget);
        if std::mem::take(&mut self.strayed) {
            backend.restart();
        }
        let before = backend.spent();
        let answer = backend.check(terms, path, Some(negated));
        let effort = backend.spent().saturating_sub(before);
        self.strayed = self.rlimit > 0 && effort > u64::from(self.rlimit / LONG);
        let stopped = || self.watch.is_some_and(|watch| watch.stop.why().is_some());
        if answer != Check::Unknown || budget != self.rlimit || stopped() {
            return answer;
        }
        // It is asked again as if this were the first question, with other seeds: close
        // to the budget a search may be lucky or not.
        self.strayed = true;
        for other in 1..=RETRIES {
            self.counters.z3_checks += 1;
            backend.restart_seeded(self.seed.wrapping_add(other));
            let answer = backend.check(terms, path, Some(negated));
            if answer != Check::Unknown || stopped() {
                return answer;
            }
        }
        Check::Unknown
    }

    /// Brings the decider to the path: back to the common prefix, then forward.
    fn align(&mut self, terms: &mut Terms, path: &Path) {
        let mut missing = Vec::new();
        for node in path.nodes() {
            if self
                .entries
                .get(node.depth - 1)
                .is_some_and(|e| e.serial == node.serial)
            {
                break;
            }
            missing.push(node.clone());
        }
        let common = path.depth() - missing.len();
        if let Some(entry) = self.entries.get(common) {
            self.decider.undo_to(entry.mark);
        }
        self.entries.truncate(common);
        for node in missing.iter().rev() {
            let mark = self.decider.mark();
            self.decider.assume(terms, node.fact);
            self.entries.push(Entry {
                serial: node.serial,
                mark,
            });
        }
    }
}
