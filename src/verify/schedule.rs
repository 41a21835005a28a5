//! Which member is verified when and where: contracts first, in an order in
//! which each comes after those it depends on, then bodies, in parallel.
//!
//! Every check runs on a thread of its own, with its own terms and its own Z3:
//! what one member asks never changes what another is answered, so outcomes do
//! not depend on the number of workers.

use super::callgraph::{CallGraph, contract_order};
use super::fingerprint::{Fingerprints, Half};
use super::found::Found;
use super::member::{check_body, check_contract};
use super::memory::{Memory, Verdict};
use super::outcome::{MemberKind, MemberOutcome, Options, Stats, Status, TraceMode};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::{MemberId, MethodKind, Program, PureId};
use crate::logic::Sort;
use crate::source::SourceMap;
use crate::symbolic::chunk::location_sorts;
use crate::symbolic::engine::Environment;
use crate::symbolic::footprint::Footprints;
use crate::symbolic::{Config, Engine};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

/// The most paths that are followed one by one where the merged ones fail.
const MAX_APART: u64 = 4096;

/// What all checks of a run share.
#[derive(Clone, Copy)]
struct Run<'p> {
    program: &'p Program,
    sources: &'p SourceMap,
    options: &'p Options,
    footprints: &'p Footprints,
    graph: &'p CallGraph,
    sorts: &'p [Sort],
    recursive: &'p BTreeSet<PureId>,
    cancel: &'p AtomicBool,
    memory: Option<&'p Memory<'p>>,
}

/// Verifies a program (Definition 7), or those of its members that the options
/// name. `progress` is told of each outcome as it comes; outcomes are returned
/// in source order.
pub fn verify(
    program: &Program,
    sources: &SourceMap,
    options: &Options,
    progress: &(dyn Fn(&MemberOutcome) + Sync),
) -> Vec<MemberOutcome> {
    let started = Instant::now();
    let footprints = Footprints::new(program);
    let graph = CallGraph::new(program);
    let (sorts, recursive) = (location_sorts(program), graph.recursive());
    let cancel = AtomicBool::new(false);
    let memory = memory(program, sources, (options, &sorts), &graph);
    let run = Run {
        program,
        sources,
        options,
        footprints: &footprints,
        graph: &graph,
        sorts: &sorts,
        recursive: &recursive,
        cancel: &cancel,
        memory: memory.as_ref(),
    };
    let wanted: Vec<MemberId> = program
        .members
        .iter()
        .copied()
        .filter(|m| {
            options.members.is_empty() || options.members.contains(&program.member_name(*m))
        })
        .collect();
    let outcomes = with_deadline(options, started, &cancel, || {
        let (contracts, ill_formed) = all_contracts(run);
        in_parallel(&wanted, options.jobs, |member| {
            let contract = contracts.get(&member).cloned().unwrap_or_default();
            let outcome = verify_member(run, member, contract, &ill_formed);
            progress(&outcome);
            outcome
        })
    });
    if let Some(memory) = memory {
        memory.close();
    }
    outcomes
}

/// What earlier runs found, if it is to be used.
fn memory<'p>(
    program: &'p Program,
    sources: &'p SourceMap,
    (options, sorts): (&'p Options, &[Sort]),
    graph: &'p CallGraph,
) -> Option<Memory<'p>> {
    let cache = options.cache.as_deref()?;
    let decisive = format!(
        "{:?}\n{:?}\n{sorts:?}",
        config(options, options.merge),
        options.integers
    );
    let prints = Fingerprints::new(program, graph, &Memory::basis(&decisive));
    Memory::open(cache, program, sources, prints)
}

/// Runs `f`, and sets `cancel` when the run's time is up.
fn with_deadline<R>(
    options: &Options,
    started: Instant,
    cancel: &AtomicBool,
    f: impl FnOnce() -> R,
) -> R {
    let Some(timeout) = options.timeout else {
        return f();
    };
    std::thread::scope(|scope| {
        let (done, waiting) = mpsc::channel::<()>();
        scope.spawn(move || {
            let left = timeout.saturating_sub(started.elapsed());
            if waiting.recv_timeout(left) == Err(mpsc::RecvTimeoutError::Timeout) {
                cancel.store(true, Ordering::Relaxed);
            }
        });
        let result = f();
        drop(done);
        result
    })
}

/// Checks every contract; those on which others depend come first, so that an
/// ill-formed one is reported once, where it stands.
fn all_contracts(run: Run<'_>) -> (BTreeMap<MemberId, Found>, BTreeSet<MemberId>) {
    let mut found = BTreeMap::new();
    let mut ill_formed = BTreeSet::new();
    for member in contract_order(run.program) {
        let result = checked(run, (member, Half::Contract), &ill_formed, |engine| {
            check_contract(engine, member, run.graph)
        });
        if result
            .diagnostics
            .iter()
            .any(|d| d.severity == Severity::Error)
        {
            ill_formed.insert(member);
        }
        found.insert(member, result);
    }
    (found, ill_formed)
}

fn verify_member(
    run: Run<'_>,
    member: MemberId,
    contract: Found,
    ill_formed: &BTreeSet<MemberId>,
) -> MemberOutcome {
    let mut found = contract;
    if !ill_formed.contains(&member) {
        let body = checked(run, (member, Half::Body), ill_formed, |engine| {
            check_body(engine, member, run.graph)
        });
        found.diagnostics.extend(body.diagnostics);
        // The paths of the contract's check are not paths through the member.
        if !matches!(member, MemberId::Pred(_)) {
            found.traces = body.traces;
            found.stats.paths = 0;
        }
        found.stats += body.stats;
        found.cut = found.cut.or(body.cut);
        found.cancelled |= body.cancelled;
        found.from_cache &= body.from_cache;
    }
    outcome(run, member, found)
}

/// The verdict of what was found.
fn outcome(run: Run<'_>, member: MemberId, found: Found) -> MemberOutcome {
    let name = run.program.member_name(member);
    let mut diagnostics = found.diagnostics;
    for diagnostic in &mut diagnostics {
        diagnostic.member = Some(name.clone());
        if run.options.deny.contains(&diagnostic.code) {
            diagnostic.severity = Severity::Error;
        }
    }
    diagnostics.sort_by_key(|d| (d.span, d.code, d.reason));
    let errors = || diagnostics.iter().filter(|d| d.severity == Severity::Error);
    let (status, why_unknown) = if errors().any(|d| d.code == Code::Internal) {
        (Status::Internal, None)
    } else if errors().any(|d| d.code != Code::Unknown) {
        (Status::Failed, None)
    } else if errors().next().is_some() {
        (Status::Unknown, Some("the solver gave up".to_owned()))
    } else if found.cancelled {
        (Status::Unknown, Some("time ran out".to_owned()))
    } else if let Some(culprit) = found.cut {
        (
            Status::Unknown,
            Some(format!(
                "it depends on the contract of `{culprit}`, which is not well-formed"
            )),
        )
    } else {
        (Status::Verified, None)
    };
    let kind = match member {
        MemberId::Pure(_) => MemberKind::Pure,
        MemberId::Pred(_) => MemberKind::Predicate,
        MemberId::Method(m) => match run.program.method(m).kind {
            MethodKind::Mutator => MemberKind::Method,
            MethodKind::Constructor => MemberKind::Constructor,
            MethodKind::Main => MemberKind::Main,
            MethodKind::Lemma => MemberKind::Lemma,
        },
    };
    MemberOutcome {
        name,
        kind,
        span: run.program.member_span(member),
        status,
        why_unknown,
        diagnostics,
        stats: found.stats,
        traces: found.traces,
        from_cache: found.from_cache,
    }
}

/// The result of a check: that of an earlier run, or of this one.
fn checked(
    run: Run<'_>,
    (member, half): (MemberId, Half),
    ill_formed: &BTreeSet<MemberId>,
    check: impl Fn(&mut Engine<'_>) + Send,
) -> Found {
    let Some(memory) = run.memory else {
        return on_own_thread(run, member, ill_formed, check);
    };
    let question = memory.question(member, half, ill_formed);
    if let Some(found) = memory.recall(&question) {
        return found;
    }
    let found = on_own_thread(run, member, ill_formed, check);
    match memory.keep(&question, &found) {
        Verdict::Fine => found,
        Verdict::Contradiction => internal(
            run,
            member,
            "the cache held a result that differs from that of verifying again",
        ),
    }
}

/// Runs one check on a thread of its own, so that it has a Z3 of its own. A
/// panic is an internal error of this member alone.
fn on_own_thread(
    run: Run<'_>,
    member: MemberId,
    ill_formed: &BTreeSet<MemberId>,
    check: impl Fn(&mut Engine<'_>) + Send,
) -> Found {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name(run.program.member_name(member))
            .stack_size(8 * 1024 * 1024)
            .spawn_scoped(scope, || {
                catch_unwind(AssertUnwindSafe(|| {
                    check_with_engine(run, ill_formed, check)
                }))
                .unwrap_or_else(|panic| internal(run, member, &panic_text(&*panic)))
            });
        match worker {
            Ok(worker) => worker
                .join()
                .unwrap_or_else(|panic| internal(run, member, &panic_text(&*panic))),
            Err(error) => internal(run, member, &format!("no thread could be started: {error}")),
        }
    })
}

/// Runs a check with merging of paths, if that is wanted; and once more without
/// where it fails: what is shown of merged paths may be harder to show, and what
/// fails is to be reported with the branches that were taken.
fn check_with_engine(
    run: Run<'_>,
    ill_formed: &BTreeSet<MemberId>,
    check: impl Fn(&mut Engine<'_>),
) -> Found {
    let merge = run.options.merge && run.options.trace != TraceMode::All;
    let hasty = |engine: &mut Engine<'_>| {
        engine.hasty = true;
        check(engine);
    };
    let apart = |engine: &mut Engine<'_>| {
        engine.paths_left = Some(MAX_APART);
        check(engine);
    };
    let mut found = check_once(run, ill_formed, merge, hasty);
    if !found.merged || found.cancelled || (!found.abandoned && found.is_verified()) {
        return found;
    }
    let first = found.stats;
    found = check_once(run, ill_formed, false, apart);
    if found.exhausted {
        found = check_once(run, ill_formed, merge, &check);
    }
    let paths = found.stats.paths;
    found.stats += first;
    found.stats.paths = paths;
    found
}

fn check_once(
    run: Run<'_>,
    ill_formed: &BTreeSet<MemberId>,
    merge: bool,
    check: impl Fn(&mut Engine<'_>),
) -> Found {
    let started = Instant::now();
    let env = Environment {
        program: run.program,
        sources: run.sources,
        footprints: run.footprints,
        sorts: run.sorts,
        recursive: run.recursive,
        ill_formed,
        cancel: run.cancel,
    };
    let mut engine = Engine::new(&env, config(run.options, merge));
    check(&mut engine);
    let counters = engine.solver.counters();
    Found {
        stats: Stats {
            time: started.elapsed(),
            paths: engine.paths,
            queries: counters.queries,
            builtin: counters.builtin,
            z3_checks: counters.z3_checks,
            rlimit: engine.solver.spent(),
            chunks: engine.max_chunks,
        },
        cut: engine.cut.map(|m| run.program.member_name(m)),
        cancelled: run.cancel.load(Ordering::Relaxed),
        merged: engine.merged,
        abandoned: engine.abandoned,
        exhausted: engine.exhausted(),
        from_cache: false,
        diagnostics: std::mem::take(&mut engine.diagnostics),
        traces: std::mem::take(&mut engine.traces),
    }
}

/// What the options say to an engine: all of them that decide results. Whether
/// paths are merged is said apart, for it may be tried both ways.
fn config(options: &Options, merge: bool) -> Config {
    Config {
        infer: options.infer,
        rlimit: options.rlimit,
        seed: options.seed,
        decider: options.decider,
        merge,
        trace_failing: options.trace != TraceMode::Off,
        trace_all: options.trace == TraceMode::All,
    }
}

fn internal(run: Run<'_>, member: MemberId, text: &str) -> Found {
    let name = run.program.member_name(member);
    let message = format!("internal error while verifying `{name}`: {text}");
    let diagnostic = Diagnostic::error(Code::Internal, run.program.member_span(member), message)
        .note(
            "this is a defect of veriframe, not of the program; the other members are not affected",
        );
    Found {
        diagnostics: vec![diagnostic],
        ..Found::default()
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

/// The results of `f` for all items, in their order, from `jobs` workers.
fn in_parallel<T: Send>(
    items: &[MemberId],
    jobs: usize,
    f: impl Fn(MemberId) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let (results, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            let (results, next, f) = (results.clone(), &next, &f);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&item) = items.get(index) else {
                        return;
                    };
                    if results.send((index, f(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        let mut all: Vec<_> = receiver.iter().collect();
        all.sort_by_key(|(index, _)| *index);
        all.into_iter().map(|(_, result)| result).collect()
    })
}
