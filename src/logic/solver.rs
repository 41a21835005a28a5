//! The one interface to decision procedures: what follows from a path
//! condition, and whether it is contradictory.
//!
//! The built-in decider is asked first; Z3 starts with the first question that
//! the decider cannot answer.

use super::decider::{Decider, Mark};
use super::path::{FactKind, Path};
use super::term::{Sort, Term, Terms};
use super::z3_backend::{Backend, Check};
use super::z3_interrupt::Watch;
use rustc_hash::{FxHashMap, FxHashSet};

/// The part of the budget that a question gets on whose answer no verdict depends.
const PROBE: u32 = 16;

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
    /// to what the decider calls valid is a defect, and ends in a panic.
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
            answers: FxHashMap::default(),
            gave_up: FxHashSet::default(),
            refuted: FxHashSet::default(),
            guesses: FxHashMap::default(),
            rich: FxHashMap::default(),
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
        // Both count what their context has spent since they were made.
        let backends = self.backend.iter().chain(&self.plain);
        backends.map(Backend::spent).max().unwrap_or(0)
    }

    /// Whether `goal` follows from the path condition.
    pub fn entails(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> Answer {
        let answer = self.answer(terms, path, goal, self.rlimit);
        if answer == Answer::Unknown {
            self.gave_up.insert(path.newest().map(|n| n.serial));
        }
        answer
    }

    /// An answer within a budget. What was given up is asked again only with a
    /// larger one.
    fn answer(&mut self, terms: &mut Terms, path: &Path, goal: Term, budget: u32) -> Answer {
        if self.decides(terms, path, goal) {
            return Answer::Yes;
        }
        let key = (path.newest().map(|n| n.serial), goal);
        if let Some(&(answer, spent)) = self.answers.get(&key)
            && (answer != Answer::Unknown || spent >= budget)
        {
            self.counters.builtin += 1;
            return answer;
        }
        if self.watch.is_some_and(|watch| watch.stop.why().is_some()) {
            return Answer::Unknown;
        }
        self.counters.z3_checks += 1;
        let negated = terms.not(goal);
        let answer = match self.ask(terms, path, negated, budget) {
            Check::Unsat => Answer::Yes,
            Check::Sat => Answer::No,
            Check::Unknown => Answer::Unknown,
        };
        self.answers.insert(key, (answer, budget));
        if answer == Answer::No {
            self.refuted.insert(key.0);
        }
        answer
    }

    /// Counts a question; whether the built-in decider answers it.
    fn decides(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> bool {
        self.counters.queries += 1;
        let known = terms.is_bool(goal, true)
            || (self.deciding != Deciding::Off && {
                self.align(terms, path);
                self.decider.holds(terms, goal)
            });
        self.judge(terms, path, goal, known);
        self.counters.builtin += u64::from(known);
        known
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
        if self.decides(terms, path, goal) {
            return true;
        }
        let key = (path.newest().map(|n| n.serial), goal);
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
        self.gave_up.contains(&path.newest().map(|n| n.serial))
    }

    /// Whether the built-in decider alone knows that `goal` follows. Not
    /// counted: for choices that change no verdict.
    pub fn holds(&mut self, terms: &mut Terms, path: &Path, goal: Term) -> bool {
        if terms.is_bool(goal, true) {
            return true;
        }
        self.align(terms, path);
        let known = self.decider.holds(terms, goal);
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

    /// Whether something was found not to follow from exactly this path: then it
    /// has no contradiction that the solver would find.
    #[must_use]
    pub fn refuted_at(&self, path: &Path) -> bool {
        self.refuted.contains(&path.newest().map(|n| n.serial))
    }

    fn ask(&mut self, terms: &Terms, path: &Path, negated: Term, budget: u32) -> Check {
        let backend = || {
            let backend = Backend::new(self.rlimit, self.extra.clone()).seeded(self.seed);
            self.watch.inspect(Watch::z3_starts);
            backend
        };
        let backend = self.backend.get_or_insert_with(backend);
        backend.bound(budget);
        let answer = backend.check(terms, path, Some(negated));
        let stopped = || self.watch.is_some_and(|watch| watch.stop.why().is_some());
        if answer != Check::Unknown || budget != self.rlimit || stopped() {
            return answer;
        }
        // What was asked before can have led Z3 astray: it is asked once more,
        // as if this were the first question.
        self.counters.z3_checks += 1;
        backend.restart();
        backend.check(terms, path, Some(negated))
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
