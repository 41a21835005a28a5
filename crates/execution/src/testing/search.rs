//! SAGE's generational search: the input whose run was the first to reach most is expanded
//! first; each of its children has run, and been scored, before it is expanded itself. Of those that
//! reach nothing new, the ones come first that took some branches as often as no run before, the
//! longest runs of them first: of the paths on which, say, three of ten elements match, one is
//! expanded before all others. The input that waits longest is always among those that are expanded.

use super::reduction::reduced;
use super::runner::{Ended, Ran, Reached, Runner, ViolationKey, key};
use super::subject::Subject;
use super::workers::{Answer, Task, TaskContext, all};
use crate::code::CompiledProgram;
use crate::concolic::coverage::{Coverage, Turns};
use crate::input::Input;
use crate::machine::Violation;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use veriframe_base::source::Span;
use veriframe_ir::Program;

/// The bounds of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The greatest distance of an object from the named values of an input.
    pub depth: u32,
    /// The number of threads.
    pub jobs: usize,
    /// The greatest number of runs.
    pub runs: u64,
    /// The greatest number of steps of one run.
    pub steps: u64,
    /// The greatest number of steps of all runs together, if there is one thread.
    pub all_steps: u64,
    /// Who searches models of path conditions.
    pub models: ModelSource,
    /// The bound on the work of searching models: the sizes of what is asked and the prover's steps.
    pub work: u64,
}

/// Who searches models of path conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelSource {
    /// The built-in prover: fewer are found, and Z3 need not be started.
    BuiltIn,
    /// Z3.
    Z3,
}

/// The inputs that are expanded together. More would leave less choice to the scores; results
/// must not depend on the number of threads.
const BATCH: usize = 4;

/// The most inputs whose generation and score are kept to be shown.
const MAX_NODES: usize = 10_000;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Every input was expanded.
    Exhausted,
    /// It was asked to stop.
    Stopped,
    /// The bound on runs was reached.
    Runs,
}

/// What a search counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Inputs that were run.
    pub runs: u64,
    /// Inputs that violate the precondition.
    pub invalid: u64,
    /// Inputs whose precondition could not be evaluated.
    pub unchecked: u64,
    /// Runs in which another condition could not be evaluated.
    pub unevaluated: u64,
    /// Runs that ended at the bound on steps.
    pub long: u64,
    /// Runs that ended at the bound on the size of the heap.
    pub large: u64,
    /// Runs that ended at the bound on the number of calls under way.
    pub deep: u64,
    /// Runs that ended at what is not supported.
    pub unsupported: u64,
    /// Violations that a run by concrete values did not repeat.
    pub unconfirmed: u64,
    /// Queries for models.
    pub queries: u64,
    /// Queries that were not decided.
    pub undecided: u64,
    /// The work of the queries.
    pub work: u64,
    /// Inputs beyond the bounds on objects, and runs with more conditions than are negated.
    pub beyond: u64,
    /// Runs that computed a value from the input that has no term: what it decides is not
    /// negated.
    pub opaque: u64,
    /// The last generation.
    pub generations: u32,
}

impl Tally {
    /// Runs that ended at a bound.
    #[must_use]
    pub fn bounded(&self) -> u64 {
        self.long + self.large + self.deep
    }

    /// Whether nothing was left out on the way: each run ended by itself, and each condition was
    /// negated or cannot be.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let left_out = [
            self.unchecked,
            self.unevaluated,
            self.bounded(),
            self.unsupported,
            self.unconfirmed,
            self.undecided,
            self.beyond,
            self.opaque,
        ];
        left_out.iter().all(|count| *count == 0)
    }
}

/// A violation, with an input.
#[derive(Clone, Debug)]
pub struct FailingInput {
    /// The violation, as it happens on the input.
    pub violation: Violation,
    /// The input.
    pub input: Input,
    /// The generation of the input with which it was found.
    pub generation: u32,
    /// Whether each condition before it was evaluated: an assumption that was not might exclude the input.
    pub is_certain: bool,
}

/// An input of the search.
#[derive(Clone, Debug)]
pub struct Node {
    /// The input.
    pub input: Input,
    /// The number of the input from which it was made.
    pub parent: Option<usize>,
    /// The position of the condition that was negated.
    pub negated: usize,
    /// The number of steps from the first input.
    pub generation: u32,
    /// The number of instructions that its run was the first to reach.
    pub score: u32,
    /// Whether it meets the precondition.
    pub is_valid: bool,
    /// The violation of its run.
    pub violation: Option<ViolationKey>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Searched {
    /// Violations, one for each code and place, in the order in which they were found.
    pub found: Vec<FailingInput>,
    /// What was counted.
    pub tally: Tally,
    /// What was reached.
    pub coverage: Coverage,
    /// Why it ended.
    pub over: Over,
    /// The inputs, in the order in which they were run; the first ones.
    pub nodes: Vec<Node>,
    /// Conjuncts that runs could not evaluate, in the order in which they were met first.
    pub unevaluated: Vec<Span>,
    /// What was not supported, with its place: the first one.
    pub unsupported: Option<(Span, String)>,
}

/// An input that waits to be expanded.
#[derive(Clone, Debug)]
struct Waiting {
    input: Input,
    /// The conditions from this one on are negated.
    bound: usize,
    generation: u32,
}

/// What lets an input be expanded before others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Priority {
    /// The number of instructions that its run was the first to reach.
    score: u32,
    /// The turns of its run, if no run before took the same.
    turns: u32,
    /// Its place among all inputs.
    order: Reverse<usize>,
}

/// The inputs that wait.
#[derive(Debug, Default)]
struct Queue {
    /// By their places among all inputs.
    inputs: BTreeMap<usize, Waiting>,
    /// The places of those, and of some that do not wait any more.
    best: BinaryHeap<Priority>,
}

impl Queue {
    fn add(&mut self, priority: Priority, input: Waiting) {
        self.inputs.insert(priority.order.0, input);
        self.best.push(priority);
    }

    /// Takes the best inputs, and the one that has waited longest, with their places.
    fn take(&mut self) -> Vec<(usize, Waiting)> {
        let mut taken: Vec<(usize, Waiting)> = self.inputs.pop_first().into_iter().collect();
        while taken.len() < BATCH
            && let Some(Priority { order, .. }) = self.best.pop()
        {
            taken.extend(self.inputs.remove_entry(&order.0));
        }
        taken
    }
}

/// An input that is new.
struct New {
    input: Input,
    parent: Option<usize>,
    negated: usize,
    bound: usize,
    generation: u32,
}

/// A search under way.
struct Search<'s> {
    context: TaskContext<'s>,
    runner: Runner<'s>,
    known: FxHashSet<Input>,
    waiting: Queue,
    /// The turns that runs took.
    turns: FxHashSet<Turns>,
    by_key: FxHashMap<ViolationKey, usize>,
    runs: usize,
    result: Searched,
}

/// What a search looks at and calls.
#[derive(Clone, Copy)]
pub struct Watching<'w> {
    /// Whether to search on.
    pub stops: &'w (dyn Fn() -> bool + Sync),
    /// Whether to end at once: inputs that were found are not made smaller.
    pub is_asked: &'w dyn Fn() -> bool,
    /// Whether what was found is all that is wanted.
    pub is_enough: &'w dyn Fn(&[FailingInput]) -> bool,
    /// Is told what was counted so far, and the number of violations.
    pub tell: &'w dyn Fn(&Tally, usize),
}

/// Searches inputs of a member that violate something, from first inputs on.
pub fn search(
    program: &Program,
    code: &CompiledProgram,
    subject: &Subject,
    mut first: Vec<Input>,
    limits: Limits,
    watching: Watching<'_>,
) -> Searched {
    let context = TaskContext {
        program,
        code,
        subject,
        limits,
        stops: watching.stops,
    };
    let runner = Runner::new(program, code, subject, limits.steps).within(limits.all_steps);
    let result = Searched {
        found: Vec::new(),
        tally: Tally::default(),
        coverage: runner.coverage().clone(),
        over: Over::Exhausted,
        nodes: Vec::new(),
        unevaluated: Vec::new(),
        unsupported: None,
    };
    let mut search = Search {
        context,
        runner,
        known: FxHashSet::default(),
        waiting: Queue::default(),
        turns: FxHashSet::default(),
        by_key: FxHashMap::default(),
        runs: 0,
        result,
    };
    first.retain(|input| search.known.insert(input.clone()));
    let first = first.into_iter().map(|input| New {
        input,
        parent: None,
        negated: 0,
        bound: 0,
        generation: 0,
    });
    search.run_all(first.collect());
    let has_one_input = subject.is_main(program);
    while !has_one_input && !search.waiting.inputs.is_empty() {
        if (watching.is_enough)(&search.result.found) {
            break;
        }
        if (watching.stops)() {
            search.result.over = Over::Stopped;
            break;
        }
        let tally = &search.result.tally;
        let is_used_up = search.runner.is_used_up();
        if tally.runs >= limits.runs || tally.work >= limits.work || is_used_up {
            search.result.over = Over::Runs;
            break;
        }
        search.generation();
        (watching.tell)(&search.result.tally, search.result.found.len());
    }
    search.reduce_found(watching.is_asked);
    search.result
}

impl Search<'_> {
    /// Expands the best inputs, and runs their children.
    fn generation(&mut self) {
        let best = self.waiting.take();
        let tasks = best
            .iter()
            .map(|(_, item)| Task::Expand(&item.input, item.bound));
        let tasks: Vec<Task<'_>> = tasks.collect();
        let answers = all(self.context, &mut self.runner, &tasks);
        let mut new = Vec::new();
        for ((place, parent), answer) in best.iter().zip(answers) {
            let Answer::Expanded(expansion) = answer else {
                continue;
            };
            let tally = &mut self.result.tally;
            tally.queries += u64::from(expansion.queries);
            tally.work += expansion.work;
            tally.undecided += u64::from(expansion.undecided);
            tally.beyond += u64::from(expansion.beyond);
            tally.opaque += u64::from(expansion.is_opaque);
            for child in expansion.children {
                if self.known.insert(child.input.clone()) {
                    new.push(New {
                        input: child.input,
                        parent: Some(*place),
                        negated: child.negated,
                        bound: child.bound,
                        generation: parent.generation + 1,
                    });
                }
            }
        }
        self.run_all(new);
    }

    /// Runs new inputs, scores them, and lets them wait.
    fn run_all(&mut self, new: Vec<New>) {
        let tasks: Vec<Task<'_>> = new.iter().map(|new| Task::Run(&new.input)).collect();
        let answers = all(self.context, &mut self.runner, &tasks);
        for (mut new, answer) in new.into_iter().zip(answers) {
            let Answer::Ran(ran, mut coverage) = answer else {
                continue;
            };
            if matches!(ran.ended, Ended::Stopped) {
                self.result.over = Over::Stopped;
                continue;
            }
            // The values that nobody knows are part of the input once they were asked for.
            new.input.unknowns.clone_from(&ran.unknowns);
            let score = self.result.coverage.add(&coverage);
            self.count(&new, &ran);
            let violation = ran.violation().map(key);
            if let Some(violation) = ran.violation()
                && !self.by_key.contains_key(&key(violation))
            {
                self.confirm(&new, violation);
            }
            let order = self.runs;
            self.runs += 1;
            if self.result.nodes.len() < MAX_NODES {
                self.result.nodes.push(Node {
                    input: new.input.clone(),
                    parent: new.parent,
                    negated: new.negated,
                    generation: new.generation,
                    score,
                    is_valid: !matches!(ran.ended, Ended::Invalid),
                    violation,
                });
            }
            let turns = coverage.take_turns();
            let count = turns.values().sum();
            let priority = Priority {
                score,
                turns: if self.turns.insert(turns) { count } else { 0 },
                order: Reverse(order),
            };
            let waiting = Waiting {
                input: new.input,
                bound: new.bound,
                generation: new.generation,
            };
            self.waiting.add(priority, waiting);
        }
    }

    fn count(&mut self, new: &New, ran: &Ran) {
        for span in &ran.unevaluated {
            if !self.result.unevaluated.contains(span) {
                self.result.unevaluated.push(*span);
            }
        }
        let tally = &mut self.result.tally;
        tally.runs += 1;
        tally.generations = tally.generations.max(new.generation);
        match &ran.ended {
            Ended::Invalid => tally.invalid += 1,
            Ended::Bound(Reached::Steps) => tally.long += 1,
            Ended::Bound(Reached::Memory) => tally.large += 1,
            Ended::Bound(Reached::Depth) => tally.deep += 1,
            Ended::Unsupported(place, what) => {
                tally.unsupported += 1;
                let first = &mut self.result.unsupported;
                first.get_or_insert_with(|| (*place, what.clone()));
            }
            _ if !ran.is_checked => tally.unchecked += 1,
            _ if !ran.unevaluated.is_empty() => tally.unevaluated += 1,
            _ => {}
        }
    }

    /// Repeats a violation by concrete values.
    fn confirm(&mut self, new: &New, violation: &Violation) {
        let ran = self.runner.run(&new.input, self.context.stops);
        let same = ran.violation().filter(|other| key(other) == key(violation));
        let Some(violation) = same else {
            if !matches!(ran.ended, Ended::Stopped) {
                self.result.tally.unconfirmed += 1;
            }
            return;
        };
        let number = self.result.found.len();
        self.by_key.insert(key(violation), number);
        self.result.found.push(FailingInput {
            violation: violation.clone(),
            input: Input {
                unknowns: ran.unknowns.clone(),
                ..new.input.clone()
            },
            generation: new.generation,
            is_certain: ran.is_certain,
        });
    }

    /// Makes the inputs of violations smaller.
    fn reduce_found(&mut self, stops: &dyn Fn() -> bool) {
        for found in &mut self.result.found {
            let wanted = key(&found.violation);
            let input = reduced(&mut self.runner, &found.input, wanted, stops);
            let ran = self.runner.run(&input, stops);
            if let Some(violation) = ran.violation().filter(|other| key(other) == wanted) {
                found.violation = violation.clone();
                found.input = Input {
                    unknowns: ran.unknowns.clone(),
                    ..input
                };
            }
        }
    }
}
