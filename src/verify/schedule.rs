//! Verifies any number of programs at once. The checks of all members are in one queue,
//! from which workers take them.
//!
//! Every check that starts Z3 has its own thread, and with it its own Z3. The queries of
//! one member therefore never change the answers to another, and outcomes do not depend
//! on the number of workers. In small programs, the calling thread runs the checks that
//! need no Z3: starting a thread takes longer than most checks. With one worker it also runs the
//! first one that needs Z3, because giving up a check repeats it.

use super::check_result::CheckResult;
use super::checks::Checks;
use super::denied::Denied;
use super::fingerprint::Fingerprints;
use super::outcome::{MemberOutcome, Options};
use super::plan::{Plan, Step};
use super::proof_cache::{Comparison, ProofCache};
use super::queue::{self, Runner, Task, ThreadState, Workers};
use super::refused::{self, Reason};
use super::trusted::Trusted;
use super::verdict::outcome;
use crate::ir::reach::Obligation;
use crate::ir::{MemberId, Program, mentions};
use crate::logic::has_started_here;
use crate::parallel::Pool;
use crate::source::{SourceMap, Span};
use crate::stop::{Stop, StopReason};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

/// The maximum size of programs verified without workers if Z3 is not needed. This takes
/// about 5 ms, and a worker costs half a millisecond.
const SMALL: u64 = 700;

/// The time limit for this if several workers could be used, which would be faster by
/// then.
const TRIAL: Duration = Duration::from_millis(6);

/// The time limit if a single worker would be no faster, but could start Z3.
const LONG_TRIAL: Duration = Duration::from_millis(100);

/// A member of one of several programs.
#[derive(Clone, Copy, Debug)]
pub struct MemberRef<'e> {
    program: &'e Program,
    member: MemberId,
}

impl MemberRef<'_> {
    /// Its name. Computed on demand, because that is slow compared to most runs.
    #[must_use]
    pub fn name(self) -> String {
        self.program.member_name(self.member)
    }

    /// The span of its name.
    #[must_use]
    pub fn span(self) -> Span {
        self.program.member_span(self.member)
    }
}

/// An event of a run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// A check of this member begins.
    Begins(MemberRef<'e>),
    /// A check of this member has ended.
    Ends(MemberRef<'e>),
    /// The outcome of a member is known.
    Done(&'e MemberOutcome),
}

/// The observer of the events of a run, called from any thread.
pub type Observer<'w> = &'w (dyn Fn(Event<'_>) + Sync);

/// The input shared by all programs of a run.
#[derive(Clone, Copy)]
pub struct RunSettings<'r> {
    /// The source files.
    pub sources: &'r SourceMap,
    /// The options that concern all programs.
    pub options: &'r Options,
    /// The stop signal: members that are not verified by then are `unknown`.
    pub stop: &'r Stop,
    /// The observer of events.
    pub observer: Observer<'r>,
}

impl RunSettings<'_> {
    /// The stop signal for work on the calling thread. A single worker would do the same, so that
    /// nothing is given up to it unless Z3 is needed and the thread has one already.
    fn trial(self) -> Stop {
        match self.options.jobs {
            1 if !has_started_here() => self.stop.clone(),
            1 => self.stop.attempt(LONG_TRIAL),
            _ => self.stop.attempt(TRIAL),
        }
    }

    fn workers(self) -> Workers {
        Workers {
            max: self.options.jobs,
            // The events of a trial that is given up would be incomplete.
            max_caller_size: if self.options.listeners.is_empty() {
                SMALL
            } else {
                0
            },
            max_head_start_size: SMALL,
        }
    }
}

/// Verifies programs (Definition 7), each with its options, or only those members that the options name. Passes
/// the index of each program and the outcomes of its members, in source order, to `done`:
/// in the order of the programs, each as soon as it and those before it are ready.
pub fn verify_all(
    programs: &[(&Program, &Options)],
    run: RunSettings<'_>,
    mut done: impl FnMut(usize, Vec<MemberOutcome>),
) {
    let pool = Pool::new(run.options.jobs, run.sources.size());
    let jobs = pool.map(programs, |&(program, options)| {
        Job::new(program, RunSettings { options, ..run }, &pool)
    });
    drop(pool);
    let (tasks, places) = tasks(&jobs);
    let place = |task: usize| {
        let &(index, step) = places.get(task)?;
        Some((index, jobs.get(index)?, step))
    };
    let mut results: Vec<Results> = jobs.iter().map(Results::new).collect();
    let mut handed_over = 0;
    let mut hand_over = |results: &mut [Results]| {
        while let (Some(result), Some(job)) = (results.get_mut(handed_over), jobs.get(handed_over))
            && result.left == 0
        {
            done(handed_over, result.take(job));
            handed_over += 1;
        }
    };
    hand_over(&mut results);
    let trial = run.trial();
    let memory = RwLock::new(());
    let work = |task: usize, runner: Runner| {
        let stop = match runner {
            Runner::Caller => &trial,
            Runner::Worker => run.stop,
        };
        let done = match place(task) {
            Some((_, job, step)) => {
                within_memory(&memory, run.options.jobs, || job.work(step, stop))
            }
            None => (None, ThreadState::Clean),
        };
        (!stop.is_abandoned()).then_some(done)
    };
    queue::run(&tasks, run.workers(), &work, |task, found| {
        if let Some((index, job, step)) = place(task)
            && let Some(result) = results.get_mut(index)
        {
            result.add(job, step, found);
        }
        hand_over(&mut results);
    });
    for (result, job) in results.iter_mut().zip(&jobs) {
        result.report_unfinished(job);
    }
    hand_over(&mut results);
    for job in jobs {
        if let Some(proof_cache) = job.proof_cache {
            proof_cache.close();
        }
    }
}

/// The result of a check. When memory runs out, all checks under way stop, because it is unknown
/// which of them needs it: each is repeated alone, so that no verdict depends on the others.
fn within_memory(
    memory: &RwLock<()>,
    workers: usize,
    check: impl Fn() -> (Option<CheckResult>, ThreadState),
) -> (Option<CheckResult>, ThreadState) {
    let shared = memory.read();
    let found = check();
    drop(shared);
    let stopped = found.0.as_ref().and_then(|found| found.stopped.as_ref());
    if workers == 1 || !matches!(stopped, Some(StopReason::OutOfMemory(_))) {
        return found;
    }
    drop(found);
    let _alone = memory.write();
    check()
}

/// The tasks of all jobs, and the job and the step of each task.
fn tasks(jobs: &[Job<'_>]) -> (Vec<Task>, Vec<(usize, usize)>) {
    let (mut tasks, mut places) = (Vec::new(), Vec::new());
    for (index, job) in jobs.iter().enumerate() {
        let first = tasks.len();
        for (step, task) in job.plan.tasks.iter().enumerate() {
            places.push((index, step));
            tasks.push(Task {
                size: task.size,
                after: task.after.iter().map(|earlier| earlier + first).collect(),
            });
        }
    }
    (tasks, places)
}

/// The cache of earlier results, if it is used.
fn proof_cache<'r>(
    program: &'r Program,
    run: RunSettings<'r>,
    checks: &Checks<'r>,
) -> Option<ProofCache<'r>> {
    let cache = run.options.cache.as_deref()?;
    let basis = ProofCache::basis(cache, &checks.relevant_options());
    let prints = Fingerprints::new(program, &checks.graph(), checks.reaches(), &basis);
    ProofCache::open(cache, program, run.sources, prints)
}

/// The verification of one program.
struct Job<'r> {
    program: &'r Program,
    run: RunSettings<'r>,
    checks: Checks<'r>,
    plan: Plan,
    /// The cache of earlier results, if it is used.
    proof_cache: Option<ProofCache<'r>>,
    /// The requested members, in source order.
    wanted: Vec<MemberId>,
    /// The requested members that are not verified because the front end refused a
    /// declaration.
    refused: BTreeMap<MemberId, Reason>,
    /// The members whose contracts were found to be ill-formed.
    ill_formed: Mutex<BTreeSet<MemberId>>,
    /// The library contracts that the requested members use.
    trusted: Trusted,
    /// What is an error although no check finds it.
    denied: Denied,
}

impl<'r> Job<'r> {
    fn new(program: &'r Program, run: RunSettings<'r>, pool: &Pool) -> Job<'r> {
        let wanted: Vec<MemberId> = run.options.selected(program).collect();
        let mentions = mentions::by_member(program, pool);
        let checks = Checks::new(program, &mentions, run.sources, run.options);
        let mut refused = refused::not_verified(program);
        refused.retain(|member, _| wanted.contains(member));
        let sound = wanted.iter().copied();
        let sound: Vec<MemberId> = sound.filter(|m| !refused.contains_key(m)).collect();
        Job {
            program,
            run,
            proof_cache: proof_cache(program, run, &checks),
            denied: Denied::new(run.options),
            checks,
            plan: Plan::new(program, &mentions, &sound),
            trusted: Trusted::new(program, &mentions, &sound),
            wanted,
            refused,
            ill_formed: Mutex::default(),
        }
    }

    /// Runs a step. There is no result for a body whose contract is ill-formed.
    fn work(&self, step: usize, stop: &Stop) -> (Option<CheckResult>, ThreadState) {
        let ill_formed = self.ill_formed_before(step);
        let found = match self.plan.steps.get(step) {
            Some(&Step::Contract(member)) => self.with_events(member, || {
                let found = self.explained_check(member, Obligation::Contract, &ill_formed, stop);
                if found.is_ill_formed() && !stop.is_abandoned() {
                    self.ill_formed().insert(member);
                }
                found
            }),
            Some(&Step::Body(member)) if !ill_formed.contains(&member) => self
                .with_events(member, || {
                    self.explained_check(member, Obligation::Body, &ill_formed, stop)
                }),
            Some(Step::Body(_) | Step::Family(_)) | None => return (None, ThreadState::Clean),
        };
        let thread = if found.used_thread() {
            ThreadState::Used
        } else {
            ThreadState::Clean
        };
        (Some(found), thread)
    }

    /// The result of a check, with what leads callers to its failures.
    fn explained_check(
        &self,
        member: MemberId,
        obligation: Obligation,
        ill_formed: &BTreeSet<MemberId>,
        stop: &Stop,
    ) -> CheckResult {
        let mut found = self.cached_check(member, obligation, ill_formed, stop);
        self.checks.add_histories(member, stop, &mut found);
        found
    }

    /// The result of a check, from the cache or by running it.
    fn cached_check(
        &self,
        member: MemberId,
        obligation: Obligation,
        ill_formed: &BTreeSet<MemberId>,
        stop: &Stop,
    ) -> CheckResult {
        let check = || match obligation {
            Obligation::Contract => self.checks.contract(member, ill_formed, stop),
            Obligation::Body => self.checks.body(member, ill_formed, stop),
        };
        let Some(proof_cache) = &self.proof_cache else {
            return check();
        };
        let lookup = proof_cache.lookup(member, obligation, ill_formed);
        if let Some(found) = proof_cache.get(&lookup) {
            return found;
        }
        let found = check();
        // After a stop, Z3 may have been kept from giving an answer: the result is not
        // final.
        if stop.reason().is_some() {
            return found;
        }
        match proof_cache.put(&lookup, &found) {
            Comparison::Equal => found,
            Comparison::Contradiction => self.checks.internal(
                member,
                "the cache held a result that differs from that of verifying again",
            ),
        }
    }

    fn with_events(&self, member: MemberId, check: impl FnOnce() -> CheckResult) -> CheckResult {
        let program = self.program;
        let member_ref = MemberRef { program, member };
        (self.run.observer)(Event::Begins(member_ref));
        let found = check();
        (self.run.observer)(Event::Ends(member_ref));
        found
    }

    /// The members whose contracts are known to be ill-formed when a step begins,
    /// independently of the steps that run at the same time.
    fn ill_formed_before(&self, step: usize) -> BTreeSet<MemberId> {
        let all = self.ill_formed().clone();
        if all.is_empty() {
            return all;
        }
        let known = self.plan.known_before(step);
        all.intersection(&known).copied().collect()
    }

    fn ill_formed(&self) -> MutexGuard<'_, BTreeSet<MemberId>> {
        let lock = self.ill_formed.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }
}

/// The results of a member so far.
#[derive(Default)]
struct Parts {
    contract: Option<CheckResult>,
    body: Option<CheckResult>,
    /// The number of checks that have ended.
    checks: usize,
}

/// The results of a program so far.
struct Results {
    parts: BTreeMap<MemberId, Parts>,
    outcomes: BTreeMap<MemberId, MemberOutcome>,
    /// The number of missing outcomes.
    left: usize,
}

impl Results {
    fn new(job: &Job<'_>) -> Results {
        let outcomes: BTreeMap<MemberId, MemberOutcome> = job
            .refused
            .iter()
            .map(|(&member, reason)| (member, refused::outcome(job.program, member, reason)))
            .collect();
        for outcome in outcomes.values() {
            (job.run.observer)(Event::Done(outcome));
        }
        let verified = job.wanted.iter();
        let verified = verified.filter(|member| !outcomes.contains_key(member));
        let parts: BTreeMap<MemberId, Parts> = verified.map(|&m| (m, Parts::default())).collect();
        Results {
            left: parts.len(),
            parts,
            outcomes,
        }
    }

    /// Adds the result of a step.
    fn add(&mut self, job: &Job<'_>, step: usize, found: Option<CheckResult>) {
        let (member, is_contract) = match job.plan.steps.get(step) {
            Some(&Step::Contract(member)) => (member, true),
            Some(&Step::Body(member)) => (member, false),
            Some(Step::Family(_)) | None => return,
        };
        // The contracts of other members are checked, too, but were not requested.
        let Some(parts) = self.parts.get_mut(&member) else {
            return;
        };
        if is_contract {
            parts.contract = found
        } else {
            parts.body = found
        }
        parts.checks += 1;
        let all = match member {
            MemberId::Pred(_) => 1,
            MemberId::Method(_) | MemberId::Pure(_) => 2,
        };
        if parts.checks == all {
            self.finish(job, member);
        }
    }

    /// Computes the outcome of a member whose checks have all ended.
    fn finish(&mut self, job: &Job<'_>, member: MemberId) {
        let parts = self.parts.remove(&member).unwrap_or_default();
        let mut contract = parts.contract.unwrap_or_default();
        let graph = job.checks.graph();
        let trusted = job.trusted.of(job.program, member);
        let denied = job.denied.errors(job.program, &graph, member);
        contract.diagnostics.extend(denied);
        let of_library = job.denied.of_library(job.program, member, &trusted);
        contract.diagnostics.extend(of_library);
        let mut outcome = outcome(job.program, job.run.options, member, contract, parts.body);
        outcome.trusted = trusted;
        outcome.might_recur_for_ever = job.checks.might_recur_for_ever(member);
        // After a stop, Z3 may have been kept from giving an answer: the result is not
        // final.
        outcome.is_final &= job.run.stop.reason().is_none();
        (job.run.observer)(Event::Done(&outcome));
        self.outcomes.insert(member, outcome);
        self.left -= 1;
    }

    /// Reports the members that were left out.
    fn report_unfinished(&mut self, job: &Job<'_>) {
        for &member in &job.wanted {
            if let Some(parts) = self.parts.get_mut(&member) {
                parts.body = Some(job.checks.internal(member, "no thread could be started"));
                self.finish(job, member);
            }
        }
    }

    /// The outcomes in source order.
    fn take(&mut self, job: &Job<'_>) -> Vec<MemberOutcome> {
        let wanted = job.wanted.iter();
        wanted.filter_map(|m| self.outcomes.remove(m)).collect()
    }
}
