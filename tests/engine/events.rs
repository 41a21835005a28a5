//! The stream of events: each query that the solver counts is an event, the files of a
//! transcript are the queries with a new answer, and no result depends on listeners.

use crate::support;

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use support::listening::Each;
use support::{
    Program, all_programs, in_parallel, is_chosen, java_programs, options, program, root, run,
    search,
};
use veriframe::internals::events::{AnsweredBy, CheckedMember, Event, EventKind};
use veriframe::internals::events::{Listener, Listeners};
use veriframe::internals::logic::{Answer, Effort, Facts, Term};
use veriframe::{Exit, FileReport, Options, ProverMode, Stats, Transcripts};

/// The queries of a run, as events.
#[derive(Debug, Default)]
struct Totals {
    /// Those that the solver counts.
    counted: AtomicU64,
    /// Those of them that Z3 answered.
    by_z3: AtomicU64,
    /// Those of them from plain facts, which only lookups ask.
    plain: AtomicU64,
    /// Those with an answer that an engine found, each once in an engine.
    new: AtomicU64,
}

/// The key of an answer: the newest node of the path, the goal, the facts that count, and
/// the answer.
type Key = (Option<u64>, Term, Facts, Answer);

/// Counts the queries of one engine.
struct Counter {
    totals: Arc<Totals>,
    seen: HashSet<Key>,
}

impl Listeners for Totals {
    fn listener(self: Arc<Self>, _: &CheckedMember<'_>) -> Rc<RefCell<dyn Listener>> {
        let seen = HashSet::new();
        Rc::new(RefCell::new(Counter { totals: self, seen }))
    }
}

impl Listener for Counter {
    fn on_event(&mut self, event: &Event<'_>) {
        let EventKind::Query {
            goal,
            effort,
            answered,
        } = event.kind
        else {
            return;
        };
        let add = |to: &AtomicU64, holds: bool| to.fetch_add(holds.into(), Ordering::Relaxed);
        let is_z3 = matches!(answered.by, AnsweredBy::Z3 | AnsweredBy::Z3Saturated);
        let counted = effort.is_counted();
        add(&self.totals.counted, counted);
        add(&self.totals.by_z3, counted && is_z3);
        add(&self.totals.plain, effort == Effort::Plain);
        let newest = event.state.path.newest().map(|node| node.serial);
        let key = (newest, goal, answered.facts, answered.answer);
        add(&self.totals.new, answered.is_new() && self.seen.insert(key));
    }
}

impl Totals {
    fn numbers(&self) -> [u64; 4] {
        [&self.counted, &self.by_z3, &self.plain, &self.new]
            .map(|number| number.load(Ordering::Relaxed))
    }
}

/// Verifies a program and counts its queries in the stream.
fn counted(program: &Program, options: &Options) -> (FileReport, [u64; 4]) {
    let totals = Arc::new(Totals::default());
    let mut options = options.clone();
    options.listeners.push(totals.clone());
    let report = run(program, &options).1;
    (report, totals.numbers())
}

/// A sample of the test programs, in both notations.
fn sample() -> Vec<Program> {
    let mut programs = all_programs();
    programs.extend(java_programs("tests/verify"));
    programs.retain(|program| is_chosen(program, 7));
    programs
}

fn without_time(stats: Stats) -> Stats {
    Stats {
        time: Duration::ZERO,
        ..stats
    }
}

#[test]
fn every_counted_query_is_an_event() {
    let programs = sample();
    for prover in [ProverMode::On, ProverMode::Off] {
        let counts = in_parallel(&programs, |program| {
            let mut options = options(program).unwrap();
            options.prover = prover;
            let (report, [counted, by_z3, plain, _]) = counted(program, &options);
            let stats = report.stats();
            assert_eq!(counted, stats.queries, "{}", program.name);
            // A check by Z3 that is repeated with another seed answers the same query.
            assert!(by_z3 <= stats.z3_checks, "{}", program.name);
            [1, counted, by_z3, plain]
        });
        let sum = |at: usize| counts.iter().map(|count| count[at]).sum::<u64>();
        assert!(sum(0) > 80 && sum(1) > 2000, "{} {}", sum(0), sum(1));
        assert!(sum(2) > 20 && sum(3) > 20, "{} {}", sum(2), sum(3));
    }
}

#[test]
fn listeners_change_no_result() {
    in_parallel(&sample(), |program| {
        let options = options(program).unwrap();
        let plain = run(program, &options).1;
        let heard = counted(program, &options).0;
        assert_eq!(heard.members.len(), plain.members.len());
        for (heard, plain) in heard.members.iter().zip(&plain.members) {
            assert_eq!(heard.status, plain.status, "{}", program.name);
            let said = format!("{:?}", heard.diagnostics);
            assert_eq!(said, format!("{:?}", plain.diagnostics), "{}", program.name);
            let (heard, plain) = (without_time(heard.stats), without_time(plain.stats));
            assert_eq!(heard, plain, "{}", program.name);
        }
    });
}

/// The second case of a body is evaluated after the postcondition of the first.
#[test]
fn a_query_has_the_line_of_its_path() {
    let text = "class Node {
  Node next;

  predicate nodes()
  { return acc(next) * (next != null ==> next.nodes()); }

  pure int length()
    requires nodes();
    ensures 0 < result;
  {
    return next = null ? 1 : 1 + next.length();
  }
}
";
    let (name, text) = ("lines.idf".to_owned(), text.to_owned());
    let mut options = Options::default();
    options.members.push("Node.length".to_owned());
    // The lines of the queries, in the order of execution.
    let lines = Arc::new(Mutex::new(Vec::<usize>::new()));
    let queries = lines.clone();
    options
        .listeners
        .push(Arc::new(Each(move |event: &Event<'_>| {
            if let EventKind::Query { .. } = event.kind
                && let Some(span) = event.state.progress.span
            {
                let line = event.ctx.sources.start(span).line;
                queries.lock().unwrap().push(line);
            }
        })));
    let report = run(&Program { name, text }, &options).1;
    assert_eq!(Exit::of(&report), Exit::Verified);
    let lines = lines.lock().unwrap();
    let (ensures, body) = (9, 11);
    assert!(lines.contains(&body), "{lines:?}");
    let is_next_case = |pair: &[usize]| pair == [ensures, body];
    assert!(lines.windows(2).any(is_next_case), "{lines:?}");
}

/// The files are the queries whose answers are new, for programs with arrays, sequences,
/// quantifiers, merged paths and failures.
#[test]
fn a_transcript_has_a_file_for_each_new_answer() {
    const PROGRAMS: [&str; 4] = [
        "examples/binary_search.idf",
        "examples/queue.idf",
        "tests/soundness/prover_least_number.idf",
        "tests/verify/programs/wrong/merge_sort_left_exhausted.idf",
    ];
    let folder = std::env::temp_dir().join(format!("veriframe-events-{}", std::process::id()));
    let mut total = 0;
    for name in PROGRAMS {
        let program = program(&root().join(name));
        let mut options = options(&program).unwrap();
        let own = folder.join(Path::new(name).file_name().unwrap());
        let transcripts = Arc::new(Transcripts::new(&own).unwrap());
        options.listeners.push(transcripts.clone());
        let [.., new] = counted(&program, &options).1;
        assert_eq!(transcripts.write_error(), None);
        let mut files = Vec::new();
        search(&own, "smt2", &mut files);
        assert_eq!(u64::try_from(files.len()).unwrap(), new, "{name}");
        total += new;
    }
    assert!(total > 300, "{total}");
    fs::remove_dir_all(&folder).unwrap();
}
