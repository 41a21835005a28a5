//! The symbolic execution tree of a member (004): every path, depth first, with the bodies of
//! callees. Where a condition has both outcomes, the configuration is copied, and each copy
//! assumes one.

use super::code::CompiledProgram;
use super::compile::{Checking, Unguarded, compile};
use super::configuration::Configuration;
use super::domain::LeftOut;
use super::entry::{Start, Started, begin, enter};
use super::input::Input;
use super::machine::{Bound, CallPlace, Machine, Status, Violation};
use super::symbolic::{Change, InputSearch, Symbolic};
use std::collections::BTreeSet;
use veriframe_base::source::Span;
use veriframe_ir::{MemberId, Program};
use veriframe_logic::{Solver, Term};

/// What bounds an exploration.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The greatest number of forks on a path.
    pub forks: usize,
    /// The greatest number of steps on a path.
    pub steps: u64,
    /// The greatest number of leaves.
    pub leaves: usize,
}

/// How a path ended.
#[derive(Clone, Debug)]
pub enum LeafEnd {
    /// The member returned.
    Return,
    /// An operation is not defined, or an assertion of the code does not hold.
    Error(Box<Violation>),
    /// A bound was reached: which.
    Bound(Reached),
    /// What is next is not supported; the place, and what it is.
    Unsupported(Span, String),
}

/// A bound that a path reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The number of forks.
    Forks,
    /// The number of steps.
    Steps,
    /// The number of leaves.
    Leaves,
    /// The size of the heap.
    Memory,
    /// The number of frames.
    Depth,
    /// The time, or a request to stop.
    Stopped {
        /// The number of other paths that are not finished, and have no leaf.
        others: usize,
    },
}

/// The input of a leaf.
#[derive(Clone, Debug)]
pub enum LeafInput {
    /// This input takes the path.
    Known(Box<Input>),
    /// No input was found within the solver's limits.
    Unknown,
}

/// A leaf of the tree.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// How the path ended.
    pub end: LeafEnd,
    /// The outcomes at the forks, in order.
    pub outcomes: Vec<bool>,
    /// What tests evaluate: the conditions with these outcomes, and the result.
    #[cfg(any(test, feature = "testing"))]
    pub evaluated: (Vec<Term>, Option<Term>),
    /// The conditions with these outcomes.
    pub branches: Vec<String>,
    /// The path condition: what is left of them without those that follow from others.
    pub condition: Vec<String>,
    /// The same as one condition.
    pub conjunction: String,
    /// The result, if the member returned one.
    pub result: Option<String>,
    /// The changed locations of the initial heap.
    pub changes: Vec<Change>,
    /// The new objects that result and changes refer to, with their contents.
    pub objects: Vec<Change>,
    /// An input that takes this path.
    pub input: LeafInput,
    /// The calls under way, the innermost first.
    pub calls: Vec<CallPlace>,
    /// The members that were called by their contracts: a run can do less than these allow.
    pub by_contract: Vec<MemberId>,
    /// The parts of assertions on the path that could not be evaluated.
    pub unevaluated: Vec<Span>,
    /// What the path prints.
    pub printed: String,
}

/// A finished exploration.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// The leaves, the outcome `true` first.
    pub leaves: Vec<Leaf>,
    /// The number of executed steps.
    pub steps: u64,
    /// The number of queries.
    pub queries: u64,
    /// The conjuncts of the precondition that could not be assumed.
    pub left_out: Vec<Span>,
    /// What was left out of the contracts of members without code.
    pub left_out_of_contracts: LeftOut,
    /// The members that were called by their contracts on paths on which nothing can hold after
    /// that: such paths have no leaves.
    pub contradicted: BTreeSet<MemberId>,
    /// The assumptions that end paths: these have no leaves.
    pub excluded: BTreeSet<Span>,
    /// What tests evaluate: the terms of the leaves.
    #[cfg(any(test, feature = "testing"))]
    pub terms: Option<std::rc::Rc<std::cell::RefCell<veriframe_logic::Terms>>>,
}

/// The steps between two looks at whether to stop: one can work on long terms.
const SLICE: u64 = 256;

/// Explores a member. `stops` says whether to stop.
///
/// # Errors
/// If a given value does not fit; what to say.
pub fn explore(
    program: &Program,
    start: &Start,
    limits: Limits,
    solver: &mut Solver<'_>,
    stops: &dyn Fn() -> bool,
) -> Result<Exploration, String> {
    let checking = |contracts| Checking {
        contracts,
        contracts_optional: true,
        permissions: true,
        unguarded: Unguarded::NotEvaluated,
        assertions: true,
        by_contract: true,
    };
    let code = compile(program, checking(false));
    let contracts = start
        .from_contract
        .then(|| compile(program, checking(true)));
    let mut explorer = Explorer {
        program,
        code: &code,
        contracts: contracts.as_ref(),
        solver,
        limits,
        stops,
        found: Exploration::default(),
    };
    explorer.run(start)?;
    explorer.found.queries = explorer.solver.counters().queries;
    Ok(explorer.found)
}

/// A path that is not yet at its end.
#[derive(Clone, Debug)]
struct Open<'p> {
    configuration: Configuration<Symbolic<'p>>,
    /// Whether the precondition is evaluated.
    in_contract: bool,
}

/// What became of the evaluation of a precondition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evaluated {
    /// It holds: the body is next.
    Holds,
    /// The path has been replaced by others, or it does not hold on it.
    Ended,
    /// A bound was reached.
    Bound,
}

struct Explorer<'e, 'p, 'w> {
    program: &'p Program,
    code: &'p CompiledProgram,
    contracts: Option<&'p CompiledProgram>,
    solver: &'e mut Solver<'w>,
    limits: Limits,
    stops: &'e dyn Fn() -> bool,
    found: Exploration,
}

impl<'p> Explorer<'_, 'p, '_> {
    fn run(&mut self, start: &Start) -> Result<(), String> {
        let begun = begin(self.program, self.code, start, self.limits.steps)?;
        let mut domain = begun.domain.clone();
        #[cfg(any(test, feature = "testing"))]
        self.found.terms.replace(domain.shared_terms());
        let mut machine = Machine::new(self.program, self.code, &mut domain);
        let mut before = self
            .contracts
            .map(|code| Machine::new(self.program, code, &mut domain));
        let first = match &mut before {
            Some(machine) => Open {
                configuration: enter(machine, domain, &begun),
                in_contract: true,
            },
            None => Open {
                configuration: enter(&mut machine, domain, &begun),
                in_contract: false,
            },
        };
        let mut open = vec![first];
        while let Some(mut path) = open.pop() {
            // One leaf stands for all paths that are open by then.
            if self.found.leaves.len() >= self.limits.leaves {
                self.leaf(&path, LeafEnd::Bound(Reached::Leaves), &begun);
                break;
            }
            if (self.stops)() {
                let reached = Reached::Stopped { others: open.len() };
                self.leaf(&path, LeafEnd::Bound(reached), &begun);
                break;
            }
            let before = before.as_mut().filter(|_| path.in_contract);
            if let Some(contract) = before {
                match self.precondition(contract, &mut path, &mut open) {
                    Evaluated::Holds => {
                        let c = path.configuration;
                        self.left_out(&c.counts.unevaluated);
                        let configuration = enter(&mut machine, c.domain, &begun);
                        open.push(Open {
                            configuration,
                            in_contract: false,
                        });
                    }
                    Evaluated::Bound => {
                        let reached = if (self.stops)() {
                            Reached::Stopped { others: 0 }
                        } else {
                            Reached::Forks
                        };
                        self.leaf(&path, LeafEnd::Bound(reached), &begun);
                    }
                    Evaluated::Ended => {}
                }
                continue;
            }
            self.advance(&mut machine, path, &mut open, &begun);
        }
        Ok(())
    }

    fn left_out(&mut self, conjuncts: &[Span]) {
        for conjunct in conjuncts {
            if !self.found.left_out.contains(conjunct) {
                self.found.left_out.push(*conjunct);
            }
        }
    }

    /// Evaluates the precondition up to the next fork.
    fn precondition(
        &mut self,
        machine: &mut Machine<'p, Symbolic<'p>>,
        path: &mut Open<'p>,
        open: &mut Vec<Open<'p>>,
    ) -> Evaluated {
        loop {
            if machine.is_at_body(&path.configuration) {
                return Evaluated::Holds;
            }
            let c = &mut path.configuration;
            if c.counts.steps > self.limits.steps || (self.stops)() {
                return Evaluated::Bound;
            }
            let status = machine.run(c, 1);
            self.found.steps += 1;
            match status {
                Status::Running => {}
                Status::Undecided(condition) => match c.domain.sides(self.solver, condition) {
                    (true, true) => {
                        if c.domain.decisions().len() >= self.limits.forks {
                            return Evaluated::Bound;
                        }
                        self.fork(path.clone(), condition, open);
                        return Evaluated::Ended;
                    }
                    (false, false) => return Evaluated::Ended,
                    (can, _) => c.domain.learn(condition, can),
                },
                // It does not hold, or it cannot be evaluated.
                _ => return Evaluated::Ended,
            }
        }
    }

    /// Executes a path up to its end or its next fork.
    fn advance(
        &mut self,
        machine: &mut Machine<'p, Symbolic<'p>>,
        mut path: Open<'p>,
        open: &mut Vec<Open<'p>>,
        begun: &Started<'p>,
    ) {
        let end = loop {
            let c = &mut path.configuration;
            if c.counts.steps >= self.limits.steps {
                break LeafEnd::Bound(Reached::Steps);
            }
            // What is decided without a fork takes time, too.
            if (self.stops)() {
                break LeafEnd::Bound(Reached::Stopped { others: 0 });
            }
            let before = c.counts.steps;
            let slice = SLICE.min(self.limits.steps - before);
            let status = machine.run(c, slice);
            self.found.steps += c.counts.steps - before;
            match status {
                Status::Running => {}
                Status::Undecided(condition) => match c.domain.sides(self.solver, condition) {
                    (true, true) => {
                        if c.domain.decisions().len() >= self.limits.forks {
                            break LeafEnd::Bound(Reached::Forks);
                        }
                        return self.fork(path, condition, open);
                    }
                    (false, false) => return self.contradicted(&path),
                    (can, _) => c.domain.learn(condition, can),
                },
                Status::Done => break LeafEnd::Return,
                Status::Violation(violation) if violation.is_excluded() => {
                    self.found.excluded.insert(violation.place);
                    return;
                }
                Status::Violation(violation) => break LeafEnd::Error(violation),
                Status::Bound(Bound::Memory) => break LeafEnd::Bound(Reached::Memory),
                Status::Bound(Bound::Depth) => break LeafEnd::Bound(Reached::Depth),
                Status::Unsupported(place, what) => break LeafEnd::Unsupported(place, what),
            }
        };
        self.leaf(&path, end, begun);
    }

    /// Continues a path with both outcomes, `true` first.
    fn fork(&self, path: Open<'p>, condition: Term, open: &mut Vec<Open<'p>>) {
        let mut path = path;
        let mut other = path.clone();
        let is_silent = path.in_contract && path.configuration.domain.is_about_aliases(condition);
        for (side, outcome) in [(&mut other, false), (&mut path, true)] {
            let domain = &mut side.configuration.domain;
            if is_silent {
                domain.assume_silently(condition, outcome)
            } else {
                domain.assume(condition, outcome)
            }
        }
        open.extend([other, path]);
    }

    /// A path has no leaf, because nothing can hold on it.
    fn contradicted(&mut self, path: &Open<'p>) {
        let called = &path.configuration.counts.by_contract;
        self.found.contradicted.extend(called);
    }

    fn leaf(&mut self, path: &Open<'p>, end: LeafEnd, begun: &Started<'p>) {
        let c = &path.configuration;
        let returned = match end {
            LeafEnd::Return => c.thread.result,
            _ => None,
        };
        let is_stopped = (self.stops)();
        let named = c.domain.with_names(&begun.domain);
        // There is no time for long texts then.
        let domain = &if is_stopped {
            named
        } else {
            named.with_whole_texts()
        };
        let found = if is_stopped {
            InputSearch::Unknown
        } else {
            domain.find_input(self.solver, &begun.domain, &begun.values)
        };
        // What a search says that is stopped halfway counts for nothing.
        let found = if (self.stops)() {
            InputSearch::Unknown
        } else {
            found
        };
        let input = match found {
            InputSearch::Input(input) => LeafInput::Known(input),
            InputSearch::Unknown => LeafInput::Unknown,
            // The solver left open whether there is such a path, or a contract excludes it.
            InputSearch::Impossible => return self.contradicted(path),
            InputSearch::Excluded => return,
        };
        self.found.left_out_of_contracts.add(&c.counts.left_out);
        let decisions = domain.decisions();
        let outcomes = decisions.iter().map(|decision| decision.outcome).collect();
        let branches = domain.branches();
        let condition = if is_stopped || (self.stops)() {
            branches.clone()
        } else {
            domain.path_condition(self.solver, &branches)
        };
        let result = returned.map(|value| domain.term_of(&value));
        let mut text_of = |domain: &Symbolic<'_>, value| {
            if is_stopped {
                domain.text(value)
            } else {
                domain.text(domain.on_path(self.solver, value))
            }
        };
        let shown = result.map(|value| text_of(domain, value));
        let changes = domain.changes(&begun.domain, &mut text_of);
        self.found.leaves.push(Leaf {
            outcomes,
            #[cfg(any(test, feature = "testing"))]
            evaluated: (branches.clone(), result),
            branches: branches.iter().map(|t| domain.text(*t)).collect(),
            condition: condition.iter().map(|t| domain.text(*t)).collect(),
            conjunction: domain.conjunction(&condition),
            result: shown,
            changes,
            objects: domain.new_objects(result),
            input,
            calls: match &end {
                LeafEnd::Error(violation) => violation.calls.clone(),
                _ => Vec::new(),
            },
            by_contract: c.counts.by_contract.clone(),
            unevaluated: c.counts.unevaluated.clone(),
            printed: domain.printed().to_owned(),
            end,
        });
    }
}
