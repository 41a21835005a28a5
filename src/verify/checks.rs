//! The two checks of a member, of its contract and of its body, each with its own engine.
//! All verification goes through [`Checks::contract`] and [`Checks::body`].
//!
//! Ill-formed contracts are reported once, where they stand. A path that would use one is cut; a
//! member without other errors is then `unknown` and says why.

use super::callgraph::CallGraph;
use super::check_result::CheckResult;
use super::listeners::CheckedMember;
use super::member::{check_body, check_contract};
use super::outcome::{Merging, Options, Stats, TraceMode};
use super::queue::STACK;
use crate::counterexample::early::EarlyRuns;
use crate::counterexample::effort::SearchEffort;
use crate::counterexample::history::Histories;
use crate::counterexample::replay::Replayed;
use crate::diagnostics::failure::Note;
use crate::diagnostics::{Code, Diagnostic, Message, Severity};
use crate::execution::code::CompiledProgram;
use crate::execution::compile::{Checking, Unguarded, compile};
use crate::ir::mentions::MemberMentions;
use crate::ir::reach::{Obligation, Reach, Reaches};
use crate::ir::{MemberId, Program, PureId};
use crate::logic::{Sort, interruptible};
use crate::notation::Notation;
use crate::sorts::location_sorts;
use crate::source::SourceMap;
use crate::stop::Stop;
use crate::symbolic::explanation::countermodel::CounterModel;
use crate::symbolic::footprint::Footprints;
use crate::symbolic::{Config, Context, Ended, Engine, Refuter, Strategy};
use std::any::Any;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Instant;

/// The number of possible merges at which paths are merged.
const MAX_MERGES: usize = 16;

/// The number of paths at which they are merged where they can be.
const MAX_UNMERGED_PATHS: u64 = 1_024;

/// The maximum number of paths executed separately if the merged ones fail.
const MAX_SEPARATE_PATHS: u64 = 32_768;

/// The data shared by all checks of a program.
#[derive(Debug)]
pub struct Checks<'p> {
    program: &'p Program,
    sources: &'p SourceMap,
    options: &'p Options,
    /// Computed when the first check runs: a run served by the cache alone needs none.
    footprints: OnceLock<Footprints>,
    graph: Arc<CallGraph>,
    reaches: Arc<Reaches>,
    sorts: Vec<Sort>,
    recursive: BTreeSet<PureId>,
    effort: SearchEffort,
    /// The instructions of the program, compiled when the first member is run.
    code: OnceLock<CompiledProgram>,
}

/// The inputs of one check besides the program's text.
struct Inputs<'i> {
    /// The member.
    member: MemberId,
    /// The proof obligation.
    obligation: Obligation,
    /// The uses of dynamic types that it can reach.
    reach: Reach,
    /// The members whose contracts are known to be ill-formed.
    ill_formed: &'i BTreeSet<MemberId>,
}

impl<'p> Checks<'p> {
    /// The checks of a program, whose members have these mentions, before any has run.
    #[must_use]
    pub fn new(
        program: &'p Program,
        mentions: &BTreeMap<MemberId, MemberMentions>,
        sources: &'p SourceMap,
        options: &'p Options,
    ) -> Checks<'p> {
        let graph = Arc::new(CallGraph::new(program));
        Checks {
            program,
            sources,
            options,
            footprints: OnceLock::new(),
            sorts: location_sorts(program),
            recursive: graph.recursive(),
            effort: SearchEffort::of(program),
            code: OnceLock::new(),
            graph,
            reaches: Arc::new(Reaches::new(program, mentions)),
        }
    }

    /// Whether a member can call itself, and nothing shows that this ends.
    pub(super) fn might_recur_for_ever(&self, member: MemberId) -> bool {
        let program = self.program;
        matches!(member, MemberId::Method(id) if self.graph.is_unproved(program, id))
    }

    /// The call graph of pure methods and lemmas.
    pub(super) fn graph(&self) -> Arc<CallGraph> {
        self.graph.clone()
    }

    /// The uses of dynamic types that each member can reach.
    pub(super) fn reaches(&self) -> Arc<Reaches> {
        self.reaches.clone()
    }

    /// Everything that determines the results of checks besides the program's text.
    pub(super) fn relevant_options(&self) -> String {
        let options = relevant_options(self.options);
        format!("{options}\n{:?}\n{:?}", self.sorts, self.effort)
    }

    /// Checks that a member's contract is well-formed, given the members whose contracts
    /// are known to be ill-formed. Z3 must not have started on the thread, unless this is
    /// a trial.
    #[must_use]
    pub fn contract(
        &self,
        member: MemberId,
        ill_formed: &BTreeSet<MemberId>,
        stop: &Stop,
    ) -> CheckResult {
        let inputs = self.inputs(member, Obligation::Contract, ill_formed);
        self.check(&inputs, stop, |engine| {
            check_contract(engine, member, &self.graph)
        })
    }

    /// Checks a member's body against its well-formed contract, given the members whose
    /// contracts are known to be ill-formed. Z3 must not have started on the thread,
    /// unless this is a trial.
    #[must_use]
    pub fn body(
        &self,
        member: MemberId,
        ill_formed: &BTreeSet<MemberId>,
        stop: &Stop,
    ) -> CheckResult {
        let inputs = self.inputs(member, Obligation::Body, ill_formed);
        self.check(&inputs, stop, |engine| {
            check_body(engine, member, &self.graph)
        })
    }

    fn inputs<'i>(
        &self,
        member: MemberId,
        obligation: Obligation,
        ill_formed: &'i BTreeSet<MemberId>,
    ) -> Inputs<'i> {
        Inputs {
            member,
            obligation,
            reach: self.reaches.of(self.program, member, obligation),
            ill_formed,
        }
    }

    /// Runs a check, unless the run has been stopped. A panic is an internal error of
    /// this member alone.
    fn check(
        &self,
        inputs: &Inputs<'_>,
        stop: &Stop,
        check: impl Fn(&mut Engine<'_>) + Sync,
    ) -> CheckResult {
        if let Some(why) = stop.reason() {
            return CheckResult {
                stopped: Some(why),
                ..CheckResult::default()
            };
        }
        let member = inputs.member;
        let work = AssertUnwindSafe(|| self.with_engines(inputs, stop, check));
        let mut found =
            catch_unwind(work).unwrap_or_else(|panic| self.internal(member, &panic_text(&*panic)));
        if self.options.explain {
            self.replay(inputs, stop, &mut found);
        }
        // The text belongs to another class: it does not tell for which class it fails.
        if self.program.is_verified_again(member) {
            let name = self.program.member_name(member);
            for diagnostic in &mut found.diagnostics {
                let what = Box::new(diagnostic.what.clone());
                diagnostic.what = Message::In(name.clone(), what);
            }
        }
        found
    }

    /// Runs a member of which a check failed with the inputs of models, and with others.
    fn replay(&self, inputs: &Inputs<'_>, stop: &Stop, found: &mut CheckResult) {
        let models = std::mem::take(&mut found.models);
        if found.stopped.is_some() || !found.has_error() {
            return;
        }
        let replay = Replayed {
            program: self.program,
            sources: self.sources,
            member: inputs.member,
            models: &models,
            effort: self.effort,
            stop,
        };
        replay.run(self.code(), &mut found.diagnostics);
    }

    /// Searches what leads callers to failures that runs confirm. That depends on the whole program,
    /// and so is no part of what the cache has of a check.
    pub(super) fn add_histories(&self, member: MemberId, stop: &Stop, found: &mut CheckResult) {
        if !self.options.explain || found.stopped.is_some() {
            return;
        }
        let histories = Histories {
            program: self.program,
            sources: self.sources,
            member,
            effort: self.effort,
            stop,
        };
        let mut diagnostics = std::mem::take(&mut found.diagnostics);
        let work = AssertUnwindSafe(|| histories.add(|| self.code(), &mut diagnostics));
        if let Err(panic) = catch_unwind(work) {
            *found = self.internal(member, &panic_text(&*panic));
        } else {
            found.diagnostics = diagnostics;
        }
    }

    /// The instructions of the program.
    fn code(&self) -> &CompiledProgram {
        self.code.get_or_init(|| {
            let checking = Checking {
                contracts: true,
                contracts_optional: self.notation().may_lack_contracts(),
                permissions: true,
                unguarded: Unguarded::NotEvaluated,
                assertions: false,
                by_contract: false,
            };
            compile(self.program, checking)
        })
    }

    /// Runs a check, with merging of paths if the options ask for it and many can be
    /// merged: a few are verified faster separately. A failed check with merging is
    /// repeated without: merged paths can be harder to verify, and errors are reported
    /// with the branches taken.
    fn with_engines(
        &self,
        inputs: &Inputs<'_>,
        stop: &Stop,
        check: impl Fn(&mut Engine<'_>) + Sync,
    ) -> CheckResult {
        let used = Cell::new(false);
        let code = || self.code();
        let runs = match inputs.obligation {
            Obligation::Body => EarlyRuns::new(self.program, inputs.member, stop, &code),
            Obligation::Contract => None,
        };
        let run_with = |strategy| {
            let attempt = || self.with_engine(inputs, stop, runs.as_ref(), strategy, &check);
            // Z3's context belongs to the thread: answers depend on earlier queries.
            let found = if used.get() {
                on_new_thread(attempt)
            } else {
                attempt()
            };
            used.set(used.get() || found.used_z3);
            found
        };
        let count_merges = |paths| {
            let left = MAX_MERGES;
            run_with(Strategy::CountMerges { left, paths })
        };
        let merged = |max_steps| {
            run_with(Strategy::MergeTentatively {
                spent_before: None,
                max_steps,
            })
        };
        let is_enough = |found: &CheckResult| {
            found.stopped.is_some() || !found.abandoned && found.is_verified()
        };
        let merging = match self.options.trace {
            TraceMode::All => Merging::Off,
            TraceMode::Off | TraceMode::Failing => self.options.merge,
        };
        let found = match merging {
            Merging::Off => return run_with(Strategy::Separate),
            Merging::Always => merged(u64::MAX),
            Merging::Many => {
                let mut few = count_merges(MAX_UNMERGED_PATHS);
                if few.exhausted && few.stopped.is_none() {
                    // Some of so many paths may meet later. Merging them is tried for as long as
                    // the first ones took.
                    let max_steps = few.steps;
                    let met = few.and_then(merged(max_steps));
                    if is_enough(&met) {
                        return met;
                    }
                    few = met.and_then(count_merges(u64::MAX));
                }
                if !few.abandoned || few.stopped.is_some() {
                    return few;
                }
                few.and_then(merged(u64::MAX))
            }
        };
        if is_enough(&found) {
            return found;
        }
        let found = found.and_then(run_with(Strategy::CountPaths {
            left: MAX_SEPARATE_PATHS,
        }));
        if !found.exhausted {
            return found;
        }
        let mut found = found.and_then(run_with(Strategy::Merge));
        let errors = found.diagnostics.iter_mut();
        for error in errors.filter(|d| d.severity == Severity::Error) {
            error.notes.push(Note::MergedPaths);
        }
        found
    }

    /// The notation of the program's files.
    fn notation(&self) -> Notation {
        let first = self.program.members.first();
        first.map_or(Notation::Idf, |&member| {
            let file = self.program.member_span(member).file;
            self.sources.file(file).notation()
        })
    }

    fn with_engine(
        &self,
        inputs: &Inputs<'_>,
        stop: &Stop,
        runs: Option<&EarlyRuns<'_>>,
        strategy: Strategy,
        check: impl Fn(&mut Engine<'_>),
    ) -> CheckResult {
        let started = Instant::now();
        let footprints = self
            .footprints
            .get_or_init(|| Footprints::new(self.program));
        interruptible(&stop.for_check(), |watch| {
            let ctx = Context {
                program: self.program,
                sources: self.sources,
                quote: crate::syntax::quote,
                notation: self.notation(),
                footprints,
                sorts: &self.sorts,
                recursive: &self.recursive,
                reach: &inputs.reach,
                ill_formed: inputs.ill_formed,
                watch,
                refuter: runs.map(|runs| -> &dyn Refuter { runs }),
                config: config(self.options),
            };
            let mut engine = Engine::new(ctx, strategy);
            let mut all = Vec::new();
            for listeners in &self.options.listeners {
                let listener = listeners.clone().listener(&CheckedMember {
                    program: self.program,
                    sources: self.sources,
                    member: inputs.member,
                    obligation: inputs.obligation,
                });
                engine.events.listen(listener.clone());
                all.push(listener);
            }
            check(&mut engine);
            for listener in all {
                listener.borrow_mut().on_end(&engine);
            }
            let counters = engine.session.solver.counters();
            CheckResult {
                stats: Stats {
                    time: started.elapsed(),
                    paths: engine.run.counts.paths,
                    queries: counters.queries,
                    builtin: counters.builtin,
                    z3_checks: counters.z3_checks,
                    rlimit: engine.session.solver.spent(),
                    steps: engine.session.solver.steps(),
                    chunks: engine.run.counts.max_chunks,
                },
                cut: engine.run.cut.map(|m| self.program.member_name(m)),
                stopped: match engine.run.ended {
                    Some(Ended::Stopped(why)) => Some(why),
                    _ => None,
                },
                from_cache: false,
                used_z3: engine.session.solver.has_started_z3(),
                abandoned: engine.run.ended == Some(Ended::Repeated),
                steps: engine.session.solver.steps(),
                exhausted: engine.run.ended == Some(Ended::TooManyPaths),
                quotes: engine.quotes(),
                models: models(&mut engine),
                diagnostics: std::mem::take(&mut engine.run.diagnostics),
                traces: std::mem::take(&mut engine.run.recorded.traces),
            }
        })
    }

    /// The result for an internal error while verifying a member.
    #[must_use]
    pub fn internal(&self, member: MemberId, text: &str) -> CheckResult {
        let name = self.program.member_name(member);
        let message = format!("internal error while verifying `{name}`: {text}");
        let span = self.program.member_span(member);
        let diagnostic = Diagnostic::error(Code::Internal, span, message).note(
            "this is a defect of veriframe, not of the program; the other members are not affected",
        );
        CheckResult {
            diagnostics: vec![diagnostic],
            ..CheckResult::default()
        }
    }
}

/// Models of the failing paths of a check that has ended. If it is repeated, none is needed.
fn models(engine: &mut Engine<'_>) -> Vec<(usize, CounterModel)> {
    if engine.run.ended.is_some() {
        return Vec::new();
    }
    let failed = std::mem::take(&mut engine.run.recorded.failed);
    let models = failed.iter().filter_map(|failed| {
        let model = engine.countermodel(failed)?;
        Some((failed.diagnostic, model))
    });
    models.collect()
}

/// Runs work on a new thread, on which Z3 has not started; on this one if no thread can
/// be started.
pub(super) fn on_new_thread<R: Send>(work: impl Fn() -> R + Sync) -> R {
    let work = &work;
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        match builder.spawn_scoped(scope, work) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => work(),
        }
    })
}

/// All options that determine the results of checks, as text.
pub(super) fn relevant_options(options: &Options) -> String {
    let config = config(options);
    format!(
        "{config:?}\n{:?}\n{:?}\n{:?}\n{:?}",
        options.merge, options.integers, options.guards, options.library_exceptions
    )
}

fn config(options: &Options) -> Config {
    Config {
        infer: options.infer,
        rlimit: options.rlimit,
        effort: options.effort,
        seed: options.seed,
        prover: options.prover,
        explain: options.explain,
        trace_failing: options.trace != TraceMode::Off,
        trace_all: options.trace == TraceMode::All,
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Integers;
    use crate::ir::mentions::by_member;
    use crate::parallel::Pool;
    use crate::stop::StopReason;
    use crate::{resolve, syntax};

    #[test]
    fn a_panic_is_an_internal_error_of_the_member_and_a_stop_is_none() {
        let text = "class C { int x; void m() requires acc(x); ensures acc(x); { } }";
        let mut sources = SourceMap::default();
        let file = sources.add("c.idf", text);
        let tree = syntax::parse(file, text, crate::notation::Notation::Idf).0;
        let (program, _) = resolve::resolve(&[tree], &[], Integers::Unbounded);
        let (options, none) = (Options::default(), BTreeSet::new());
        let member = *program.members.last().unwrap();

        let stop = Stop::default();
        let checks = Checks::new(
            &program,
            &by_member(&program, &Pool::default()),
            &sources,
            &options,
        );
        let inputs = checks.inputs(member, Obligation::Body, &none);
        let found = checks.check(&inputs, &stop, |_| panic!("by {}", "accident"));
        assert!(found.has_error() && found.used_thread());
        let message = found.diagnostics[0].message();
        assert_eq!(message, "internal error while verifying `C.m`: by accident");
        let found = checks.body(member, &none, &stop);
        assert!(!found.has_error() && !found.used_thread() && found.stopped.is_none());

        let stop = Stop::new(std::sync::Arc::new(true.into()), None);
        let checks = Checks::new(
            &program,
            &by_member(&program, &Pool::default()),
            &sources,
            &options,
        );
        let inputs = checks.inputs(member, Obligation::Body, &none);
        let found = checks.check(&inputs, &stop, |_| panic!("nothing is begun"));
        assert!(!found.has_error() && found.stopped == Some(StopReason::Requested));
    }
}
