//! Bounded unwinding: configurations are executed in the order of the program, so that those that
//! wait at a join are met, and merged with them. A loop's body is executed at most as often as the
//! bound says, a routine is under way at most as often in one stack.

use super::bounded::Bounded;
use super::code::{CompiledProgram, Instruction, Routine};
use super::configuration::Configuration;
use super::machine::{Machine, Status};
use super::steps::{Longer, PathEnd, PathPosition, Progress, StepGraph};
use std::collections::BTreeMap;
use veriframe_base::source::Span;
use veriframe_logic::bits::Formula;

/// The bounds of an unwinding.
#[derive(Clone, Copy, Debug)]
pub struct Unwinding {
    /// How often the body of a loop is executed, and a routine is under way.
    pub times: u32,
    /// The same in annotations, where the extent of the heap bounds loops and recursion.
    pub in_annotations: u32,
    /// The greatest number of steps.
    pub steps: u64,
    /// The greatest number of formulas.
    pub formulas: usize,
}

/// What an unwinding found, as path conditions.
#[derive(Clone, Debug, Default)]
pub struct Unwound {
    /// Of paths on which something that must hold does not.
    pub violations: Vec<Formula>,
    /// Of paths that reach the bound of unwinding.
    pub bounds: Vec<Formula>,
    /// What is longer on each of these.
    pub longer: Vec<Longer>,
    /// Of paths on which the next step makes the heap or the stack too large.
    pub too_large: Vec<Formula>,
    /// Of paths on which the next step is not supported, with the place, and what it is.
    pub unsupported: Vec<(Formula, Span, String)>,
    /// Of paths on which the precondition holds.
    pub entered: Vec<Formula>,
    /// Of paths that come to their end.
    pub ended: Vec<Formula>,
    /// The conditions of `assume` that end a path.
    pub assumed: Vec<Span>,
    /// The conjuncts of the precondition that could not be evaluated, so that states that violate
    /// them are among the initial ones.
    pub left_out: Vec<Span>,
    /// The other conjuncts that could not be evaluated, so that they were not checked.
    pub unevaluated: Vec<Span>,
    /// Quantifiers without bounds that were evaluated for the integers within the scope.
    pub within_scope: Vec<Span>,
    /// The conjuncts of postconditions of members without code that could not be assumed.
    pub unassumed: Vec<Span>,
    /// Whether all paths were followed to their end or the bound.
    pub is_complete: bool,
    /// The number of steps.
    pub steps: u64,
    /// The number of configurations that were merged into others.
    pub merged: u64,
    /// The steps, if they are wanted.
    pub(super) graph: Option<StepGraph>,
}

/// A loop in a routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Loop {
    head: u32,
    end: u32,
    /// Where the body begins; none of a loop over the range of a quantifier.
    body: Option<u32>,
}

/// A loop under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    of: Loop,
    /// The iterations that have been completed.
    count: u32,
}

/// A configuration under way.
#[derive(Clone, Debug)]
struct Branch<'p> {
    c: Configuration<Bounded<'p>>,
    /// By frame: the loops under way, the outermost first.
    loops: Vec<Vec<Running>>,
    /// Whether the precondition has been evaluated.
    has_entered: bool,
}

/// How a branch goes on.
enum Next<'p> {
    Branch(Box<Branch<'p>>),
    Ended,
}

/// A frame before a step.
#[derive(Clone, Copy)]
struct Before {
    frames: usize,
    at: u32,
    /// The number of the place, if steps are kept.
    node: Option<usize>,
}

/// Unwinds the code of one program.
pub struct Unwinder<'m, 'p> {
    /// The rules.
    pub machine: &'m mut Machine<'p, Bounded<'p>>,
    /// The code.
    pub code: &'p CompiledProgram,
    /// The bounds.
    pub bounds: Unwinding,
    /// Whether to stop.
    pub stops: &'m dyn Fn() -> bool,
    /// By routine: its loops, outer ones first.
    loops: Vec<Vec<Loop>>,
    found: Unwound,
    waiting: BTreeMap<PathPosition, Vec<Branch<'p>>>,
}

/// The steps between two looks at whether to stop.
const SLICE: u64 = 256;

impl<'m, 'p> Unwinder<'m, 'p> {
    /// An unwinder.
    pub fn new(
        machine: &'m mut Machine<'p, Bounded<'p>>,
        code: &'p CompiledProgram,
        bounds: Unwinding,
        stops: &'m dyn Fn() -> bool,
    ) -> Unwinder<'m, 'p> {
        Unwinder {
            machine,
            code,
            bounds,
            stops,
            loops: code.routines.iter().map(loops_of).collect(),
            found: Unwound::default(),
            waiting: BTreeMap::new(),
        }
    }

    /// Keeps the steps.
    #[must_use]
    pub fn keeping_steps(mut self) -> Self {
        self.found.graph = Some(StepGraph::default());
        self
    }

    /// Follows all paths from a configuration.
    #[must_use]
    pub fn run(mut self, start: Configuration<Bounded<'p>>) -> Unwound {
        let has_entered = self.body_of_contract(&start).is_none();
        if has_entered {
            let condition = start.domain.condition();
            self.found.entered.push(condition);
        }
        let loops = vec![Vec::new(); start.thread.frames.len()];
        self.wait(Branch {
            c: start,
            loops,
            has_entered,
        });
        self.found.is_complete = true;
        while let Some((place, mut branches)) = self.waiting.pop_first() {
            if let Some(branch) = branches.pop() {
                if !branches.is_empty() {
                    self.waiting.insert(place, branches);
                }
                self.follow(branch);
            }
            if !self.found.is_complete {
                break;
            }
        }
        self.found
    }

    /// Follows one branch until another one is less far.
    fn follow(&mut self, mut branch: Branch<'p>) {
        loop {
            self.found.steps += 1;
            let formulas = branch.c.domain.formulas().count();
            let is_beyond =
                self.found.steps >= self.bounds.steps || formulas >= self.bounds.formulas;
            if is_beyond || self.found.steps.is_multiple_of(SLICE) && (self.stops)() {
                self.found.is_complete = false;
                return;
            }
            if let Some(longer) = self.at_bound(&branch) {
                let condition = branch.c.domain.condition();
                self.found.bounds.push(condition);
                self.found.longer.push(longer);
                let node = self.node(&branch);
                self.end_at(node, PathEnd::Bound(longer));
                self.end(&branch);
                return;
            }
            let before = self.before(&branch);
            let status = self.machine.run(&mut branch.c, 1);
            branch = match status {
                Status::Undecided(condition) => return self.fork(&branch, condition),
                status => match self.after(branch, before, status) {
                    Next::Branch(branch) => *branch,
                    Next::Ended => return,
                },
            };
            if let Some((first, _)) = self.waiting.first_key_value()
                && place(&branch) >= *first
            {
                return self.wait(branch);
            }
        }
    }

    /// What follows a step.
    fn after(
        &mut self,
        mut branch: Branch<'p>,
        before: Before,
        status: Status<Formula>,
    ) -> Next<'p> {
        match status {
            Status::Running | Status::Undecided(_) => {
                self.count(&mut branch, before);
                let next = self.node(&branch);
                if let (Some(graph), Some(node), Some(next)) =
                    (&mut self.found.graph, before.node, next)
                {
                    graph.follow(node, next);
                }
                return Next::Branch(Box::new(branch));
            }
            Status::Done => {
                self.end_at(before.node, PathEnd::Done);
                let condition = branch.c.domain.condition();
                self.found.ended.push(condition);
            }
            Status::Violation(_) if !branch.has_entered => {
                self.end_at(before.node, PathEnd::Stopped);
            }
            Status::Violation(violation) if violation.is_excluded() => {
                self.end_at(before.node, PathEnd::Stopped);
                let place = violation.conjunct.unwrap_or(violation.place);
                add_spans(&mut self.found.assumed, &[place]);
            }
            Status::Violation(_) => {
                self.end_at(before.node, PathEnd::Stopped);
                let condition = branch.c.domain.condition();
                self.found.violations.push(condition);
            }
            Status::Bound(_) => {
                self.end_at(before.node, PathEnd::Stopped);
                let condition = branch.c.domain.condition();
                self.found.too_large.push(condition);
            }
            Status::Unsupported(place, what) => {
                self.end_at(before.node, PathEnd::Unsupported(what.clone()));
                let condition = branch.c.domain.condition();
                self.found.unsupported.push((condition, place, what));
            }
        }
        self.end(&branch);
        Next::Ended
    }

    /// Takes both sides of what is not decided. If one of them ends at once because something must
    /// hold that does not, the other one need not remember the condition: where it does not hold,
    /// the violation is found.
    fn fork(&mut self, branch: &Branch<'p>, condition: Formula) {
        let mut sides = Vec::new();
        for holds in [true, false] {
            let mut side = branch.clone();
            side.c.domain.assume(condition, holds);
            let before = self.before(&side);
            let status = self.machine.run(&mut side.c, 1);
            let is_wrong =
                branch.has_entered && matches!(&status, Status::Violation(v) if !v.is_excluded());
            sides.push((side, before, status, is_wrong));
        }
        let wrong: Vec<bool> = sides.iter().map(|(.., is_wrong)| *is_wrong).collect();
        let one_is_wrong = wrong.iter().any(|is_wrong| *is_wrong);
        for (mut side, before, status, is_wrong) in sides {
            if one_is_wrong && !is_wrong {
                side.c.domain.release_last();
            }
            if let Status::Undecided(condition) = status {
                self.fork(&side, condition);
                continue;
            }
            if let Next::Branch(branch) = self.after(side, before, status) {
                self.wait(*branch);
            }
        }
    }

    /// The place of a branch among the steps, if they are kept.
    fn node(&mut self, branch: &Branch<'p>) -> Option<usize> {
        let graph = self.found.graph.as_mut()?;
        graph.node(place(branch), || {
            let frames = &branch.c.thread.frames;
            let routines = frames.iter().map(|frame| frame.routine).collect();
            (routines, frames.last().map_or(0, |frame| frame.at))
        })
    }

    /// A branch before a step.
    fn before(&mut self, branch: &Branch<'p>) -> Before {
        let node = self.node(branch);
        if let (Some(graph), Some(node)) = (&mut self.found.graph, node) {
            graph.execute(node);
        }
        Before {
            frames: branch.c.thread.frames.len(),
            at: branch.c.thread.frames.last().map_or(0, |frame| frame.at),
            node,
        }
    }

    /// Notes how a path ends at a place.
    fn end_at(&mut self, node: Option<usize>, end: PathEnd) {
        if let (Some(graph), Some(node)) = (&mut self.found.graph, node) {
            graph.end(node, end);
        }
    }

    fn end(&mut self, branch: &Branch<'p>) {
        let left_out = &branch.c.counts.left_out;
        add_spans(&mut self.found.unassumed, &left_out.unassumed);
        add_spans(&mut self.found.unevaluated, &left_out.unchecked);
        let of = if branch.has_entered {
            &mut self.found.unevaluated
        } else {
            &mut self.found.left_out
        };
        add_spans(of, &branch.c.counts.unevaluated);
        add_spans(&mut self.found.within_scope, &branch.c.counts.within_scope);
    }

    /// Lets a branch wait, and merges it with one that is as far.
    fn wait(&mut self, branch: Branch<'p>) {
        let others = self.waiting.entry(place(&branch)).or_default();
        for other in others.iter_mut() {
            let is_same = other.loops == branch.loops && other.has_entered == branch.has_entered;
            if is_same && Bounded::merge(&mut other.c, &branch.c) {
                self.found.merged += 1;
                return;
            }
        }
        others.push(branch);
    }

    /// What would exceed its bound by the next step: it begins the body of a loop, or has entered a
    /// routine.
    fn at_bound(&self, branch: &Branch<'p>) -> Option<Longer> {
        let frame = branch.c.thread.frames.last()?;
        let is_annotation = !branch.c.thread.conjuncts.is_empty() || !branch.has_entered;
        let most = if is_annotation {
            self.bounds.in_annotations
        } else {
            self.bounds.times
        };
        let mut running = branch.loops.last().into_iter().flatten();
        let routine = self.code.routines.get(frame.routine.0 as usize)?;
        let begins = |running: &Running| match running.of.body {
            Some(body) => frame.at == body && running.count >= most,
            None => frame.at == running.of.head && running.count > self.bounds.in_annotations,
        };
        if let Some(running) = running.find(|running| begins(running)) {
            let place = routine.spans.get(running.of.head as usize).copied();
            let place = place.unwrap_or_else(|| self.machine.member_span(routine.member));
            return Some(Longer::Loop(place, most));
        }
        let frames = branch.c.thread.frames.iter();
        let same = frames
            .filter(|other| other.routine == frame.routine)
            .count();
        let is_deeper = frame.at == 0 && same > most.max(1) as usize;
        is_deeper.then_some(Longer::Calls(routine.member, most.max(1)))
    }

    /// Counts iterations after a step, and finds the end of the precondition.
    fn count(&mut self, branch: &mut Branch<'p>, before: Before) {
        let frames = branch.c.thread.frames.len();
        branch.loops.resize_with(frames, Vec::new);
        if !branch.has_entered
            && let Some(body) = self.body_of_contract(&branch.c)
            && let Some(first) = branch.c.thread.frames.first()
            && first.at > body
        {
            branch.has_entered = true;
            let left_out = std::mem::take(&mut branch.c.counts.unevaluated);
            add_spans(&mut self.found.left_out, &left_out);
            let condition = branch.c.domain.condition();
            self.found.entered.push(condition);
        }
        let (Some(frame), Some(running)) = (branch.c.thread.frames.last(), branch.loops.last_mut())
        else {
            return;
        };
        let at = frame.at;
        let is_back = frames == before.frames && at <= before.at;
        let loops = self.loops.get(frame.routine.0 as usize);
        let around = loops.into_iter().flatten();
        let around = around.filter(|inner| inner.head <= at && at <= inner.end);
        let around = around.map(|of| {
            let known = running.iter().find(|running| running.of == *of);
            let count = known.map_or(0, |running| running.count);
            let is_next = is_back && of.head == at;
            Running {
                of: *of,
                count: count + u32::from(is_next),
            }
        });
        *running = around.collect();
    }

    /// The position of the instruction that runs the body whose contract the first frame checks.
    fn body_of_contract(&self, c: &Configuration<Bounded<'p>>) -> Option<u32> {
        let first = c.thread.frames.first()?;
        self.code.body_of_contract(first.routine)
    }
}

fn add_spans(known: &mut Vec<Span>, more: &[Span]) {
    for span in more {
        if !known.contains(span) {
            known.push(*span);
        }
    }
}

/// The loops of a routine, outer ones first: where a jump leads back.
fn loops_of(routine: &Routine) -> Vec<Loop> {
    let mut loops = Vec::new();
    for (end, instruction) in (0_u32..).zip(&routine.code) {
        if let Instruction::Jump(head) = instruction
            && *head <= end
        {
            let code = routine.loops.iter().find(|code| code.end == end);
            loops.push(Loop {
                head: *head,
                end,
                body: code.map(|code| code.body),
            });
        }
    }
    loops.sort_by_key(|inner| (inner.head, std::cmp::Reverse(inner.end)));
    loops
}

fn place(branch: &Branch<'_>) -> PathPosition {
    let frames = branch.c.thread.frames.iter().zip(&branch.loops).rev();
    frames.fold(PathPosition::End, |inner, (frame, loops)| {
        let mut positions: Vec<u32> = Vec::with_capacity(2 * loops.len() + 1);
        for running in loops {
            positions.extend([running.of.head, running.count]);
        }
        positions.push(frame.at);
        let routine = frame.routine;
        PathPosition::Frame(Progress { positions, routine }, Box::new(inner))
    })
}
