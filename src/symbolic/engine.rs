//! The engine of one member: its term store, its solver, and what it found.

use super::explanation::error_context::{Blame, Failure};
use super::guess::Guesses;
use super::permissions::footprint::Footprints;
use super::permissions::inference::Closing;
use super::state::symbolic_state::{Frame, State};
use super::theories::dynamic_types::TypeFunc;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::{ClassId, MemberId, Program, PureId, Type, Vars};
use crate::logic::{Answer, Elem, FactKind, Func, ProverMode, Solver, Sort, Term, Terms, Watch};
use crate::source::{SourceMap, Span};
use crate::stop::Why;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Stack that must be left before a judgement calls another.
const RED_ZONE: usize = 160 * 1024;
/// Stack that is added when less is left.
const STACK_PIECE: usize = 4 * 1024 * 1024;

/// The part of the bound of one Z3 check that all checks may cost together once
/// paths are merged, where there is a second try.
const MERGED_EFFORT: u64 = 4;

/// Runs `f` with enough stack: native recursion must not limit programs.
pub(crate) fn with_stack<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, STACK_PIECE, f)
}

/// What decides verdicts and what is recorded, for one member.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Whether ghost steps are inferred.
    pub infer: bool,
    /// The bound of one Z3 check.
    pub rlimit: u32,
    /// Z3's random seed.
    pub seed: u32,
    /// Whether the built-in prover answers questions.
    pub prover: ProverMode,
    /// Whether branches are merged where their heaps have the same shape.
    pub merge: bool,
    /// Whether failing paths keep their steps as text.
    pub trace_failing: bool,
    /// Whether all paths keep their steps as text.
    pub trace_all: bool,
}

impl Config {
    /// Whether steps are kept as people read them.
    #[must_use]
    pub fn records(&self) -> bool {
        self.trace_failing || self.trace_all
    }
}

/// What the termination check of a pure method or a lemma needs (§3.6).
#[derive(Clone, Debug)]
pub struct Descent {
    /// The member that is checked.
    pub member: MemberId,
    /// The members that it can call and that can call it, with itself.
    pub cycle: BTreeSet<MemberId>,
    /// Whether the cycle descends by `decreases` measures.
    pub by_measure: bool,
    /// The method's own measures on entry.
    pub measures: Vec<Term>,
}

/// Something that is tried, whose failures are not the user's.
#[derive(Debug)]
pub(super) struct Attempt {
    /// What failed.
    pub failures: Vec<Failure>,
    /// How many branches had been followed both ways when it began.
    forks: u64,
}

/// The engine of one member.
pub struct Engine<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its text, for names that carry lines.
    pub sources: &'p SourceMap,
    /// What predicates give.
    pub footprints: &'p Footprints,
    /// The terms.
    pub terms: Terms,
    /// The solver.
    pub solver: Solver<'p>,
    /// Options.
    pub config: Config,
    /// Pure methods that can come back to themselves.
    pub recursive: &'p BTreeSet<PureId>,
    /// Members whose contract is not well-formed.
    pub ill_formed: &'p BTreeSet<MemberId>,
    /// What tells the engine to stop.
    watch: Watch<'p>,
    /// Why it did not come to an end, if it did not.
    pub stopped: Option<Why>,
    /// What was found, with the number of paths.
    pub diagnostics: Vec<Diagnostic>,
    /// The ill-formed member on whose account a path was cut.
    pub cut: Option<MemberId>,
    /// Paths that reached an end.
    pub paths: u64,
    /// The largest heap seen.
    pub max_chunks: usize,
    /// Every path's steps, where all are recorded.
    pub traces: Vec<crate::trace::Trace>,
    /// The termination check, while a pure method or a lemma is verified.
    pub descent: Option<Descent>,
    /// Attempts under way: failures go to the last one and not to the user.
    pub(super) attempts: Vec<Attempt>,
    /// Pure methods whose bodies are being unrolled.
    pub(super) unrolling: Vec<PureId>,
    /// Pure methods whose postconditions are being assumed.
    pub(super) granting: Vec<PureId>,
    /// Pure methods whose preconditions are being consumed, with how many
    /// predicates were being opened or closed by inference then.
    pub(super) demanding: Vec<(PureId, usize)>,
    /// How many predicates are being opened or closed by inference.
    pub(super) nesting: usize,
    /// Whether a measure of `decreases` is being compared.
    pub(super) measuring: bool,
    /// How many quantifiers are being evaluated inside one another.
    pub(super) quantifying: u32,
    /// Recursive pure methods that were called under quantifiers, and whose
    /// definitions are to be added.
    pub(super) mentioned: BTreeSet<PureId>,
    /// Their definitions, where they have one.
    pub(super) definitions: FxHashMap<PureId, Option<Term>>,
    /// Whether expressions only name terms: what must hold of them is not checked.
    pub(super) naming: bool,
    /// Predicate instances that are being closed by inference.
    pub(super) closing: Vec<Closing>,
    /// Whether a body is consumed to be closed without opening anything.
    pub(super) closing_only: bool,
    /// Whether paths were merged.
    pub(super) merged: bool,
    /// Whether the check ends where merged paths are hard to verify, because it
    /// is made again without merging then.
    pub hasty: bool,
    /// What is known of look-ups that ask about some of the facts first.
    pub(super) guesses: Guesses,
    /// Z3's units spent when paths were merged first.
    pub(super) spent_apart: u64,
    /// Whether it ended so, or because `meetings_left` came to nothing.
    pub abandoned: bool,
    /// How often paths that could be merged may still go on apart, where that is
    /// bounded: the check ends with the last.
    pub meetings_left: Option<usize>,
    /// The most paths that may still end, where that is bounded.
    pub paths_left: Option<u64>,
    /// How many branches were followed both ways.
    pub(super) forks: u64,
    /// The places of the joins that were reached.
    pub(super) joined: BTreeSet<Span>,
    /// The state after the precondition, for joins.
    pub(super) entry: Option<State>,
    /// By function that numbers places: how many got a number of it.
    pub(super) numbered: FxHashMap<Func, usize>,
    pub(super) type_functions: FxHashMap<TypeFunc, Func>,
    functions: FxHashMap<PureId, Func>,
    twins: FxHashMap<PureId, Func>,
    /// The variables of members as messages name them.
    pub(super) words: RefCell<BTreeMap<MemberId, Rc<Vars>>>,
    length: Option<Func>,
    next_serial: u64,
}

impl<'p> Engine<'p> {
    /// An engine with an empty term store.
    #[must_use]
    pub fn new(env: &Environment<'p>, config: Config) -> Engine<'p> {
        Engine {
            program: env.program,
            sources: env.sources,
            footprints: env.footprints,
            terms: Terms::new(),
            solver: Solver::new(config.rlimit, env.sorts.to_vec())
                .seeded(config.seed)
                .prover_mode(config.prover)
                .watched(env.watch),
            config,
            recursive: env.recursive,
            ill_formed: env.ill_formed,
            watch: env.watch,
            stopped: None,
            diagnostics: Vec::new(),
            cut: None,
            paths: 0,
            max_chunks: 0,
            traces: Vec::new(),
            descent: None,
            attempts: Vec::new(),
            unrolling: Vec::new(),
            granting: Vec::new(),
            demanding: Vec::new(),
            nesting: 0,
            measuring: false,
            quantifying: 0,
            mentioned: BTreeSet::new(),
            definitions: FxHashMap::default(),
            naming: false,
            closing: Vec::new(),
            closing_only: false,
            merged: false,
            hasty: false,
            guesses: Guesses::default(),
            spent_apart: 0,
            abandoned: false,
            meetings_left: None,
            paths_left: None,
            forks: 0,
            joined: BTreeSet::new(),
            entry: None,
            numbered: FxHashMap::default(),
            type_functions: FxHashMap::default(),
            functions: FxHashMap::default(),
            twins: FxHashMap::default(),
            words: RefCell::default(),
            length: None,
            next_serial: 0,
        }
    }

    /// The number for a new chunk.
    pub(super) fn serial(&mut self) -> u64 {
        self.next_serial += 1;
        self.next_serial
    }

    /// The variables of a member.
    #[must_use]
    pub fn vars(&self, member: MemberId) -> &'p Vars {
        match member {
            MemberId::Method(m) => &self.program.method(m).vars,
            MemberId::Pure(p) => &self.program.pure_method(p).vars,
            MemberId::Pred(q) => &self.program.pred(q).vars,
        }
    }

    /// The sort of a type's values, as that of elements.
    ///
    /// # Panics
    /// If a type nests more deeply than resolution allows.
    #[must_use]
    #[allow(clippy::expect_used)] // anything else is our defect
    pub fn packed(ty: &Type) -> Elem {
        Elem::of(Engine::sort(ty)).expect("resolution bounds the nesting of types")
    }

    /// The sort of a type's values.
    #[must_use]
    pub fn sort(ty: &Type) -> Sort {
        match ty {
            Type::Int | Type::Machine(_) => Sort::Int,
            Type::Bool => Sort::Bool,
            Type::Perm => Sort::Perm,
            Type::Class(_) | Type::Object | Type::Array(_) | Type::Null => Sort::Ref,
            Type::Seq(elem) => Sort::Seq(Engine::packed(elem)),
            Type::Set(elem) => Sort::Set(Engine::packed(elem)),
            Type::Multiset(elem) => Sort::Multiset(Engine::packed(elem)),
            Type::Map(key, value) => Sort::Map(Engine::packed(key), Engine::packed(value)),
        }
    }

    /// The kind of contents that arrays of this type have; `None` for other types.
    #[must_use]
    pub fn elem(ty: &Type) -> Option<Elem> {
        let Type::Array(elem) = ty else { return None };
        Some(Engine::packed(elem))
    }

    /// The function of a pure method: of the snapshot of what its precondition
    /// gives (if it gives access), which definition it is (if that depends on the
    /// receiver's class), the receiver (if any) and the arguments.
    pub(super) fn function(&mut self, p: PureId) -> Func {
        let p = self.program.hierarchy.pures().family(p);
        if let Some(&f) = self.functions.get(&p) {
            return f;
        }
        let name = self.program.member_name(MemberId::Pure(p));
        let f = self
            .terms
            .function(&name, Engine::sort(&self.program.pure_method(p).ty));
        self.functions.insert(p, f);
        f
    }

    /// The function of a family of pure methods, if there is one yet.
    pub(super) fn known_function(&self, family: PureId) -> Option<Func> {
        self.functions.get(&family).copied()
    }

    /// A function that equals a pure method's, and stands for it where calls
    /// are not to be unrolled.
    pub(super) fn twin(&mut self, p: PureId) -> Func {
        if let Some(&f) = self.twins.get(&p) {
            return f;
        }
        let f = self.function(p);
        let (name, sort) = (
            self.terms.function_name(f).to_owned(),
            self.terms.function_sort(f),
        );
        let twin = self.terms.function(&name, sort);
        self.twins.insert(p, twin);
        twin
    }

    /// The length of an array.
    pub(super) fn length_of(&mut self, array: Term) -> Term {
        let f = match self.length {
            Some(f) => f,
            None => {
                let f = self.terms.function("length", Sort::Int);
                self.length = Some(f);
                f
            }
        };
        self.terms.app(f, vec![array])
    }

    /// The owner of a class's static fields.
    pub(super) fn owner(&mut self, class: ClassId) -> Term {
        self.terms.owner(class.0)
    }

    /// The line (from 1) of a place.
    #[must_use]
    pub fn line(&self, span: Span) -> usize {
        self.sources.start(span).line
    }

    /// A fresh value for something described by `what` at a place.
    pub(super) fn fresh_at(&mut self, what: &str, span: Span, sort: Sort) -> Term {
        let name = format!("{what}@{}", self.line(span));
        self.terms.fresh(&name, sort)
    }

    /// A frame for a member's contract or body, one level below `caller`.
    pub(super) fn callee_frame(&self, caller: &Frame, member: MemberId) -> Frame {
        Frame::new(member, self.vars(member).all.len(), caller.level + 1)
    }

    /// Whether `goal` follows from the state's path condition.
    pub(super) fn entails(&mut self, s: &State, goal: Term) -> Answer {
        if !(self.hasty && self.merged) {
            return self.solver.entails(&mut self.terms, &s.path, goal);
        }
        if self.abandoned {
            return Answer::Unknown;
        }
        let asked = self.solver.counters().z3_checks;
        let answer = self.solver.probably(&mut self.terms, &s.path, goal);
        let effort = match self.solver.counters().z3_checks == asked {
            true => 0,
            false => self.solver.spent().saturating_sub(self.spent_apart),
        };
        let bound = u64::from(self.config.rlimit) / MERGED_EFFORT;
        self.abandoned |= answer == Answer::Unknown || (bound > 0 && effort > bound);
        answer
    }

    /// Whether the built-in prover knows `goal`; no question is counted.
    pub(super) fn knows(&mut self, s: &State, goal: Term) -> bool {
        self.solver.holds(&mut self.terms, &s.path, goal)
    }

    /// The terms that the built-in prover knows to be equal to one, without it.
    pub(super) fn equal_terms(&mut self, s: &State, t: Term) -> Vec<Term> {
        self.solver.equal_terms(&mut self.terms, &s.path, t)
    }

    /// Whether no concrete state fits the path: everything holds on it.
    pub(super) fn infeasible(&mut self, s: &State) -> bool {
        let falsity = self.terms.bool(false);
        !self.solver.refuted_at(&s.path) && self.suspects(s, falsity) == Answer::Yes
    }

    /// Adds a fact unless it is known already.
    pub(super) fn assume_new(&mut self, s: &mut State, fact: Term, kind: FactKind) {
        self.solver
            .assume_new(&mut self.terms, &mut s.path, fact, kind);
    }

    /// Records a failure of the path, unless the path cannot be taken at all.
    pub(super) fn fail(&mut self, s: &State, blame: Blame<'_>, failure: Failure) {
        let falsity = self.terms.bool(false);
        if self.knows(s, falsity) {
            return;
        }
        let failure = self.unless_unknown(s, failure);
        // Without a fork since it began, a path of an attempt can be taken as
        // far as the attempt itself can: that it fails only costs another one.
        if self.attempts.is_empty() && self.hasty && self.merged {
            self.abandoned = true;
            return;
        }
        let forked = self
            .attempts
            .last()
            .is_none_or(|attempt| attempt.forks != self.forks);
        if forked && self.infeasible(s) {
            return;
        }
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.failures.push(failure);
            return;
        }
        // Once the engine is to stop, the solver gives up on everything.
        if self.told_to_stop() {
            return;
        }
        self.count_path();
        let mut diagnostic = blame.diagnostic(&failure);
        diagnostic.paths = 1;
        let twin = self.diagnostics.iter_mut().find(|d| {
            d.code == diagnostic.code && d.reason == diagnostic.reason && d.span == diagnostic.span
        });
        if let Some(known) = twin {
            known.paths += 1;
            return;
        }
        if self.config.trace_failing {
            diagnostic.trace = Some(self.trace_of(s));
        }
        self.diagnostics.push(diagnostic);
    }

    /// What looks missing may only not be known to be there: where the solver
    /// gave up while it was looked for, that is what is to be reported.
    fn unless_unknown(&self, s: &State, failure: Failure) -> Failure {
        let looked_for = matches!(
            failure.reason,
            Code::InsufficientPermission | Code::MissingPredicate | Code::NullDereference
        );
        if !looked_for || !self.solver.gave_up_at(&s.path) {
            return failure;
        }
        let mut unknown = Engine::gave_up(
            failure.span,
            "something that is held is what is needed here",
        );
        unknown.notes.push(format!("else: {}", failure.message));
        unknown
    }

    /// Whether the member is already known not to be verified.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|d| d.severity == Severity::Error)
    }

    /// The end of a path that reached it without an error.
    pub fn path_ends(&mut self, s: &State) {
        self.count_path();
        if self.config.trace_all {
            let trace = self.trace_of(s);
            self.traces.push(trace);
        }
    }

    fn count_path(&mut self) {
        self.paths += 1;
        if let Some(left) = &mut self.paths_left {
            *left = left.saturating_sub(1);
        }
    }

    /// Whether more paths were found than were to be followed.
    #[must_use]
    pub fn exhausted(&self) -> bool {
        self.paths_left == Some(0)
    }

    /// Whether the run was told to stop. Who asks ends the path if so.
    fn told_to_stop(&mut self) -> bool {
        self.stopped = self.stopped.or_else(|| self.watch.stop.why());
        self.stopped.is_some()
    }

    /// Whether the check is to end early. Who asks ends the path if so.
    pub(super) fn cancelled(&mut self) -> bool {
        self.told_to_stop() || self.abandoned || self.exhausted()
    }

    /// Whether a path must be cut because it would use an ill-formed contract.
    pub fn cut_at(&mut self, member: MemberId) -> bool {
        let ill = self.ill_formed.contains(&member);
        if ill {
            self.cut.get_or_insert(member);
        }
        ill
    }

    /// Takes failures of an attempt over into the one that it is a part of;
    /// `false` if there is none.
    pub(super) fn fail_attempt(&mut self, failures: Vec<Failure>) -> bool {
        match self.attempts.last_mut() {
            Some(outer) => {
                outer.failures.extend(failures);
                true
            }
            None => false,
        }
    }

    /// Runs `f`, which hands results to the collector it is given; errors in it
    /// are not the user's.
    ///
    /// # Errors
    /// The failures of the paths that failed, with what the others handed over.
    pub(super) fn attempt<T>(
        &mut self,
        f: impl FnOnce(&mut Engine<'p>, &mut Vec<T>),
    ) -> Result<Vec<T>, (Vec<T>, Vec<Failure>)> {
        let depth = self.attempts.len();
        self.attempts.push(Attempt {
            failures: Vec::new(),
            forks: self.forks,
        });
        let mut results = Vec::new();
        f(self, &mut results);
        debug_assert_eq!(self.attempts.len(), depth + 1, "attempts are nested");
        match self.attempts.pop() {
            Some(attempt) if !attempt.failures.is_empty() => Err((results, attempt.failures)),
            _ => Ok(results),
        }
    }

    /// Whether a goal follows. If not, the path ends: with the failure that
    /// `refuted` makes, or because the solver gave up on `what`, at a place.
    pub(super) fn demand(
        &mut self,
        s: &State,
        goal: Term,
        blame: Blame<'_>,
        what: (Span, &str),
        refuted: impl FnOnce(&mut Engine<'p>) -> Failure,
    ) -> bool {
        if self.naming {
            return true;
        }
        let failure = match self.entails(s, goal) {
            Answer::Yes => return true,
            Answer::No => refuted(self),
            Answer::Unknown => Engine::gave_up(what.0, what.1),
        };
        self.fail(s, blame, failure);
        false
    }

    /// A failure because the solver gave up on `what`.
    pub(super) fn gave_up(span: Span, what: &str) -> Failure {
        let mut failure = Failure::new(
            Code::Unknown,
            span,
            format!("the solver gave up before it knew whether {what}"),
        );
        failure.notes.push(
            "raise the bound with --rlimit, or assert intermediate facts to make the question easier".to_owned(),
        );
        failure
    }

    /// An event for chunks: where, and what happened there.
    pub(super) fn event(span: Span, what: impl Into<Rc<str>>) -> super::state::chunk::Event {
        super::state::chunk::Event {
            span,
            what: what.into(),
        }
    }
}

/// What all engines of a run share.
#[derive(Clone, Copy)]
pub struct Environment<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its text.
    pub sources: &'p SourceMap,
    /// What predicates give.
    pub footprints: &'p Footprints,
    /// The sorts of what locations hold.
    pub sorts: &'p [Sort],
    /// Pure methods that can come back to themselves.
    pub recursive: &'p BTreeSet<PureId>,
    /// Members whose contract is not well-formed.
    pub ill_formed: &'p BTreeSet<MemberId>,
    /// What tells engines to stop.
    pub watch: Watch<'p>,
}
