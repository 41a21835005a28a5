//! Runs of a member while its proof is under way, for the engine to ask before it searches a proof
//! of what is false.
//!
//! Verdicts must not change because another member does, so only members are run that execute their
//! own code: they call nothing but themselves, pure methods and lemmas. A violation counts if it is the
//! member's own, and not that of an override with an inherited contract, and if all conditions before
//! it were evaluated: one that was not might be assumed, or be what fails. What the search finds
//! depends on nothing but the program, and it is searched once, when it is first asked for.

use super::replay::is_violated_at;
use crate::diagnostics::Code;
use crate::execution::code::CompiledProgram;
use crate::execution::machine::Violation;
use crate::execution::testing::runner::Runner;
use crate::execution::testing::search::{Limits, ModelSource, Watching, search};
use crate::execution::testing::small::small_inputs;
use crate::execution::testing::subject::Subject;
use crate::ir::mentions::MemberMentions;
use crate::ir::unknown::says_nothing;
use crate::ir::walk::statements;
use crate::ir::{MemberId, MethodId, MethodKind, Program, PureId};
use crate::source::Span;
use crate::stop::Stop;
use crate::symbolic::Refuter;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The number of inputs that are tried without a search, and the greatest number of steps of all
/// their runs together: a small part of what it costs to start Z3.
const FEW: (u64, u64) = (20, 4_000);

/// The bounds of the search.
const LIMITS: Limits = Limits {
    depth: 4,
    jobs: 1,
    runs: 24,
    steps: 2_000,
    all_steps: 20_000,
    models: ModelSource::BuiltIn,
    work: 20_000,
};

/// Runs of a member.
pub struct EarlyRuns<'r> {
    program: &'r Program,
    member: MemberId,
    stop: &'r Stop,
    /// The instructions of the program, compiled when they are first needed.
    code: &'r (dyn Fn() -> &'r CompiledProgram + Sync),
    /// Whether no pure method that the member depends on promises anything, once it is asked for.
    is_unpromised: OnceLock<bool>,
    few: OnceLock<Vec<Violation>>,
    many: OnceLock<Vec<Violation>>,
}

impl<'r> EarlyRuns<'r> {
    /// The runs of a member, none of which has taken place; `None` if it does not execute its own code
    /// alone.
    #[must_use]
    pub fn new(
        program: &'r Program,
        member: MemberId,
        stop: &'r Stop,
        code: &'r (dyn Fn() -> &'r CompiledProgram + Sync),
    ) -> Option<EarlyRuns<'r>> {
        runs_own_code(program, member).then(|| EarlyRuns {
            program,
            member,
            stop,
            code,
            is_unpromised: OnceLock::new(),
            few: OnceLock::new(),
            many: OnceLock::new(),
        })
    }

    /// Whether what a run violates is the member's own failure.
    fn tells(&self) -> bool {
        let promise_nothing = || pures_promise_nothing(self.program, self.member);
        *self.is_unpromised.get_or_init(promise_nothing)
    }

    /// Runs the member on a few small inputs.
    fn try_few(&self) -> Vec<Violation> {
        if !self.tells() {
            return Vec::new();
        }
        let code = (self.code)();
        let Some(subject) = Subject::new(self.program, code, self.member) else {
            return Vec::new();
        };
        let (count, steps) = FEW;
        let mut runner = Runner::new(self.program, code, &subject, steps).within(steps);
        let inputs = small_inputs(self.program, &subject, count).into_iter();
        let runs = inputs.map(|input| runner.run(&input, &|| self.stop.reason().is_some()));
        let certain = runs.filter(|ran| ran.is_certain);
        let found = certain.filter_map(|ran| ran.violation().cloned());
        found
            .filter(|violation| violation.member == self.member)
            .collect()
    }

    /// Searches inputs, from the first one on.
    fn searched(&self) -> Vec<Violation> {
        let code = (self.code)();
        let Some(subject) = Subject::new(self.program, code, self.member) else {
            return Vec::new();
        };
        let watching = Watching {
            stops: &|| self.stop.reason().is_some(),
            is_asked: &|| true,
            is_enough: &|_| false,
            tell: &|_, _| (),
        };
        let first = vec![subject.first_input(self.program)];
        let searched = search(self.program, code, &subject, first, LIMITS, watching);
        let certain = searched.found.into_iter().filter(|found| found.is_certain);
        let found = certain.map(|found| found.violation);
        found
            .filter(|violation| violation.member == self.member)
            .collect()
    }
}

impl Refuter for EarlyRuns<'_> {
    fn violates(&self, code: Code, place: Span) -> bool {
        let few = self.few.get_or_init(|| self.try_few());
        let mut found = few.iter().chain(self.many.get().into_iter().flatten());
        found.any(|violation| is_violated_at(violation, code, place))
    }

    fn can_search(&self) -> bool {
        self.tells() && self.many.get().is_none()
    }

    fn search(&self) {
        self.many.get_or_init(|| self.searched());
    }
}

/// Whether a member calls nothing but itself, pure methods and lemmas. Objects of a class below have an own
/// check of what they inherit.
fn runs_own_code(program: &Program, member: MemberId) -> bool {
    let is_own = |callee: MethodId| {
        let class = program.method(callee).class;
        let has_subtypes = class.is_some_and(|class| program.hierarchy.has_subtypes(class));
        MemberId::Method(callee) == member && !has_subtypes
    };
    let is_run =
        |callee: MethodId| is_own(callee) || program.method(callee).kind == MethodKind::Lemma;
    match member {
        MemberId::Method(own) => {
            let method = program.method(own);
            let calls = statements(&method.body).into_iter();
            let mut calls = calls.filter_map(|stmt| stmt.call());
            !method.is_run_by_java() && calls.all(|call| is_run(call.callee))
        }
        MemberId::Pure(_) => true,
        MemberId::Pred(_) => false,
    }
}

/// Whether all pure methods that a member mentions, or that those mention in turn, have no postcondition: one
/// could break its promise, which the proof uses and the run does not ask for.
fn pures_promise_nothing(program: &Program, member: MemberId) -> bool {
    let mut seen = BTreeSet::from([member]);
    let mut todo = vec![member];
    while let Some(next) = todo.pop() {
        let MemberMentions { contract, body } = MemberMentions::of(program, next);
        let all = [&contract, &body];
        let pures = all.iter().flat_map(|part| part.pures.iter().copied());
        let pures: Vec<PureId> = pures.collect();
        let promises = |pure: &PureId| {
            MemberId::Pure(*pure) != member && !says_nothing(&program.pure_method(*pure).ensures)
        };
        if pures.iter().any(promises) {
            return false;
        }
        let preds = all.iter().flat_map(|part| part.preds.iter().copied());
        let others = pures.iter().copied().map(MemberId::Pure);
        let others = others.chain(preds.map(MemberId::Pred));
        todo.extend(others.filter(|one| seen.insert(*one)));
    }
    true
}
