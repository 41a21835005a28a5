//! States are independent: execution can resume from a saved state at any time and in any
//! order, with the same answers. Also, the stream of events is complete, and footprints are
//! bounded.

use crate::diagnostics::Code;
use crate::ir::reach::Reach;
use crate::ir::sorts::location_sorts;
use crate::ir::{FieldId, Integers, MemberId, PredId, Program};
use crate::logic::interruptible;
use crate::source::SourceMap;
use crate::stop::Stop;
use crate::symbolic::ErrorContext;
use crate::symbolic::context::{Config, Context};
use crate::symbolic::engine::Engine;
use crate::symbolic::events::{Event, EventKind, Listener};
use crate::symbolic::footprint::{Footprints, MAX_OPENS};
use crate::symbolic::judgements::Purpose;
use crate::symbolic::run::Strategy;
use crate::symbolic::state::chunk::Resource;
use crate::symbolic::state::symbolic_state::{State, StateId};
use crate::verify::callgraph::CallGraph;
use crate::verify::member::check_body;
use crate::{resolve, syntax};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A program whose states differ in opened predicates, values and modes: branches, a
/// loop, pure methods over a recursive predicate, quantifiers and triggers.
const LIST: &str = "
class Node {
  int data;
  Node next;

  predicate list()
  { return acc(this.data) * acc(this.next) * (this.next != null ==> this.next.list()); }

  pure int value()
    requires list();
  { return opening list() in this.data; }

  pure int length()
    requires list();
  { return opening list() in (this.next = null ? 1 : 1 + this.next.length()); }

  void grow(int n, seq<int> s)
    requires list() * 0 <= n;
    requires forall int i :: 0 <= i < |s| ==> s[i] > 0;
    ensures list() * value() > n;
  {
    int count := 0;
    if (n > 3) { count := count + 1; } else { count := 2; }
    this.data := n + count;
    if (this.next != null) { this.data := this.data + 1; }
    while (count < n)
      invariant list() * 0 <= count * value() > n;
      decreases n - count;
    { count := count + 1; }
    assert 0 < |s| ==> s[0] > 0;
    int l := length();
  }
}
";

/// Keeps a copy of the state after each step of the member's own text.
#[derive(Default)]
struct Keeper {
    states: Vec<State>,
    opened: usize,
    closed: usize,
    branches: usize,
    queries: usize,
    inferred: usize,
    failures: usize,
    reported: usize,
    ends: usize,
    merges: usize,
    numbers: BTreeSet<StateId>,
}

impl Listener for Keeper {
    fn on_event(&mut self, event: &Event<'_>) {
        match event.kind {
            EventKind::Statement { .. } => {
                assert!(event.before < event.state.progress.id);
                self.states.push(event.state.clone());
                assert!(
                    self.numbers.insert(event.state.progress.id),
                    "numbers are unique"
                );
            }
            EventKind::ScopeOpened(_) => self.opened += 1,
            EventKind::ScopeClosed(_) => self.closed += 1,
            EventKind::Branch { .. } => self.branches += 1,
            EventKind::Query { .. } => self.queries += 1,
            EventKind::Inferred { .. } => self.inferred += 1,
            EventKind::Failure(_) => self.failures += 1,
            EventKind::Reported(_) => self.reported += 1,
            EventKind::PathEnd => self.ends += 1,
            EventKind::Merge { .. } => self.merges += 1,
        }
    }
}

/// Runs `f` with an engine for a program and its call graph.
fn with_engine<R>(text: &str, f: impl FnOnce(&mut Engine<'_>, &CallGraph) -> R) -> R {
    with_strategy(text, Strategy::Separate, f)
}

/// The same with a merging strategy.
fn with_strategy<R>(
    text: &str,
    strategy: Strategy,
    f: impl FnOnce(&mut Engine<'_>, &CallGraph) -> R,
) -> R {
    let mut sources = SourceMap::default();
    let file = sources.add("list.idf", text);
    let (tree, errors) = syntax::parse(file, text, crate::notation::Notation::Idf);
    assert!(errors.is_empty(), "{errors:?}");
    let (program, errors) = resolve::resolve(&[tree], &[], Integers::Unbounded);
    assert!(errors.is_empty(), "{errors:?}");
    let graph = CallGraph::new(&program);
    let (footprints, recursive) = (Footprints::new(&program), graph.recursive());
    let (sorts, ill_formed) = (location_sorts(&program), BTreeSet::new());
    let reach = Reach::default();
    let options = crate::verify::Options::default();
    interruptible(&Stop::default(), |watch| {
        let ctx = Context {
            program: &program,
            sources: &sources,
            quote: syntax::quote,
            notation: crate::notation::Notation::Idf,
            footprints: &footprints,
            sorts: &sorts,
            recursive: &recursive,
            reach: &reach,
            ill_formed: &ill_formed,
            watch,
            refuter: None,
            config: Config {
                infer: true,
                effort: u64::MAX,
                rlimit: options.rlimit,
                seed: options.seed,
                prover: options.prover,
                explain: false,
                trace_failing: false,
                trace_all: false,
            },
        };
        f(&mut Engine::new(ctx, strategy), &graph)
    })
}

fn member(program: &Program, name: &str) -> MemberId {
    let named = |m: &&MemberId| program.member_name(**m) == name;
    *program.members.iter().find(named).unwrap()
}

/// The result of consuming the method's postcondition in a state: the number of remaining
/// paths, and the codes of the failures.
fn answer(engine: &mut Engine<'_>, method: MemberId, s: &State) -> (usize, Vec<Code>) {
    let MemberId::Method(id) = method else {
        panic!("not a method");
    };
    let program = engine.ctx.program;
    let ensures = &program.method(id).ensures;
    let purpose = Purpose {
        scale: engine.session.terms.write(),
        event: Engine::event(ensures.span, "asked"),
    };
    let result = engine.attempt(|engine, leaves: &mut Vec<()>| {
        engine.consume(
            s.clone(),
            ensures,
            purpose,
            ErrorContext::Code,
            &mut |_, _, _| {
                leaves.push(());
            },
        );
    });
    match result {
        Ok(leaves) => (leaves.len(), Vec::new()),
        Err(failures) => (0, failures.iter().map(|failure| failure.reason).collect()),
    }
}

/// A linear congruential generator: the order is arbitrary, and the same in each run.
fn shuffle(order: &mut [usize], seed: &mut u64) {
    for at in (1..order.len()).rev() {
        *seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let other = usize::try_from(*seed >> 33).unwrap() % (at + 1);
        order.swap(at, other);
    }
}

/// The states that a method's body leaves, and the answer in each.
fn states_and_answers(
    engine: &mut Engine<'_>,
    graph: &CallGraph,
    method: MemberId,
) -> AnsweredStates {
    let keeper = Rc::new(RefCell::new(Keeper::default()));
    engine.events.listen(keeper.clone());
    check_body(engine, method, graph);
    assert!(!engine.run.has_failed(), "{:?}", engine.run.diagnostics);
    let states = keeper.borrow().states.clone();
    let answers = states.iter().map(|s| answer(engine, method, s)).collect();
    AnsweredStates { states, answers }
}

/// Kept states, and the answer at first in each.
struct AnsweredStates {
    states: Vec<State>,
    answers: Vec<(usize, Vec<Code>)>,
}

impl AnsweredStates {
    /// Repeats the queries in random orders.
    fn repeat(&self, engine: &mut Engine<'_>, method: MemberId, times: usize) {
        let mut seed = 7;
        let mut order: Vec<usize> = (0..self.states.len()).collect();
        for _ in 0..times {
            shuffle(&mut order, &mut seed);
            for &at in &order {
                let again = answer(engine, method, &self.states[at]);
                assert_eq!(again, self.answers[at], "state {at}");
            }
        }
    }
}

#[test]
fn states_that_were_kept_give_the_same_answers_in_any_order() {
    with_engine(LIST, |engine, graph| {
        let method = member(engine.ctx.program, "Node.grow");
        let kept = states_and_answers(engine, graph, method);
        assert!(kept.states.len() > 20, "{} states", kept.states.len());
        let holds = |(_, failures): &&(usize, Vec<Code>)| failures.is_empty();
        let proved = kept.answers.iter().filter(holds).count();
        assert!(proved > 0 && proved < kept.answers.len());
        kept.repeat(engine, method, 5);
    });
}

/// Verified programs with trees, linked lists, arrays, collections, loops and
/// fractions, each with one of its methods.
const OTHERS: [(&str, &str); 6] = [
    ("bst", "Tree.insert"),
    ("two_stack_queue", "Queue.dequeue"),
    ("ring_buffer", "RingBuffer.enqueue"),
    ("list_merge", "Node.merge"),
    ("list_sum_parallel", "Worker.run"),
    ("gap_buffer", "GapBuffer.moveTo"),
];

#[test]
fn states_of_other_programs_give_the_same_answers_in_any_order() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify/programs/");
    let mut states = 0;
    for (name, of) in OTHERS {
        let text = std::fs::read_to_string(format!("{folder}{name}.idf")).unwrap();
        with_engine(&text, |engine, graph| {
            let method = member(engine.ctx.program, of);
            let kept = states_and_answers(engine, graph, method);
            kept.repeat(engine, method, 2);
            states += kept.states.len();
        });
    }
    assert!(states > 60, "{states} states");
}

#[test]
fn the_stream_of_events_has_every_kind() {
    with_engine(LIST, |engine, graph| {
        let keeper = Rc::new(RefCell::new(Keeper::default()));
        engine.events.listen(keeper.clone());
        let method = member(engine.ctx.program, "Node.grow");
        check_body(engine, method, graph);
        let keeper = keeper.borrow();
        assert!(!keeper.states.is_empty() && keeper.opened > 0 && keeper.closed > 0);
        assert!(keeper.branches > 0 && keeper.queries > 0 && keeper.inferred > 0);
        assert_eq!(u64::try_from(keeper.ends).unwrap(), engine.run.counts.paths);
    });
    let wrong = LIST.replace("this.data := n + count;", "this.data := n + 1 / n;");
    with_engine(&wrong, |engine, graph| {
        let keeper = Rc::new(RefCell::new(Keeper::default()));
        engine.events.listen(keeper.clone());
        let method = member(engine.ctx.program, "Node.grow");
        check_body(engine, method, graph);
        let keeper = keeper.borrow();
        assert!(engine.run.has_failed() && keeper.failures >= keeper.reported);
        assert!(keeper.reported > 0);
    });
    with_strategy(LIST, Strategy::Merge, |engine, graph| {
        let keeper = Rc::new(RefCell::new(Keeper::default()));
        engine.events.listen(keeper.clone());
        let method = member(engine.ctx.program, "Node.grow");
        check_body(engine, method, graph);
        assert!(keeper.borrow().merges > 0);
    });
}

/// Of predicates in a cycle, each can yield the locations of all others. The predicates that
/// are nearest to a location are collected, not all of them for each location.
#[test]
fn predicates_of_a_cycle_are_collected_within_the_bound() {
    const CLASSES: usize = 50;
    let class = |at: usize| {
        format!(
            "class C{at} {{ int x; C{next} next;
            predicate valid() {{ return acc(x) * acc(next) * (next != null ==> next.valid()); }} }}\n",
            next = (at + 1) % CLASSES
        )
    };
    let text: String = (0..CLASSES).map(class).collect();
    with_engine(&text, |engine, _| {
        let (program, footprints) = (engine.ctx.program, engine.ctx.footprints);
        for field in (0u32..).map(FieldId).take(program.fields.len()) {
            let resource = Resource::Field(field);
            let near = footprints.predicates_giving(resource);
            let mut opened: Vec<usize> = near.values().copied().collect();
            opened.sort_unstable();
            assert_eq!(opened, (1..=MAX_OPENS).collect::<Vec<_>>());
            for pred in (0u32..).map(PredId).take(CLASSES) {
                assert!(footprints.may_give(pred, resource));
            }
        }
    });
}
