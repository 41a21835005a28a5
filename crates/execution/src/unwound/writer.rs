//! From the steps of an unwinding to lines: assignments of versions, assertions, `if`s.

use super::claims::{clauses, is_trivial};
use super::joins::Joins;
use super::values::{VersionTable, size};
use super::{MAX_LINES, Subject, TooLong};
use crate::code::{Instruction, Routine, RoutineId, Slot};
use crate::steps::{Longer, Node, NodeId, PathEnd, StepGraph};
use std::collections::BTreeMap;
use veriframe_ir::{Assertion, Expr, MemberId, VarId};

/// The size from which a value gets a version of its own.
pub(super) const MAX_SIZE: usize = 30;

/// A line, or several.
#[derive(Clone, Debug)]
pub(super) enum Line {
    /// `x_1 := e;`
    Set {
        version: VarId,
        value: Expr,
        /// Whether the program does not say it, so that it is left out if nothing reads it.
        is_added: bool,
    },
    /// `e.f := e;`
    Write { place: Expr, value: Expr },
    /// `m(e);`
    Do(Expr),
    /// `assert φ;`, with the values of the member's variables.
    Claim {
        word: &'static str,
        assertion: Assertion,
        member: MemberId,
        values: BTreeMap<VarId, Expr>,
        note: String,
    },
    /// `return e;`
    Return(Option<Expr>),
    /// A remark instead of what follows.
    Stop(String),
    /// `if (e) { … } else { … }`
    If {
        condition: Expr,
        /// A version with the value of the condition, which stands for it if something else reads it.
        name: Option<VarId>,
        then: Vec<Line>,
        otherwise: Vec<Line>,
    },
}

/// The lines of an unwound program.
pub(super) struct Written {
    pub(super) lines: Vec<Line>,
    pub(super) versions: VersionTable,
    /// The first versions of the parameters.
    pub(super) params: Vec<VarId>,
}

/// A call under way.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) routine: RoutineId,
    /// The caller's slot for the result.
    to: Option<Slot>,
    pub(super) slots: BTreeMap<Slot, Expr>,
    /// By slot: the number of its last assignment.
    pub(super) assigned: BTreeMap<Slot, u32>,
}

/// What the slots of all calls hold.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) calls: Vec<Call>,
    /// The number of assignments on the path.
    pub(super) count: u32,
}

impl State {
    pub(super) fn get(&self, slot: Slot) -> Option<&Expr> {
        self.calls.last()?.slots.get(&slot)
    }

    pub(super) fn set(&mut self, slot: Slot, value: Expr) {
        self.count += 1;
        if let Some(call) = self.calls.last_mut() {
            call.slots.insert(slot, value);
            call.assigned.insert(slot, self.count);
        }
    }

    /// Whether a slot of a call has been assigned since an earlier state of the path.
    pub(super) fn assigns(&self, since: &State, depth: usize, slot: Slot) -> bool {
        let call = self.calls.get(depth);
        let assigned = call.and_then(|call| call.assigned.get(&slot));
        assigned.is_some_and(|number| *number > since.count)
    }
}

/// Writes an unwound program.
pub(super) struct Writer<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) nodes: &'a [Node],
    pub(super) joins: Joins,
    pub(super) versions: VersionTable,
    pub(super) count: usize,
    /// How many frames there are when the member's own is the last one.
    pub(super) depth: usize,
    /// Whether a postcondition follows, so that results are versions.
    has_ensures: bool,
}

/// The lines of the unwound program.
///
/// # Errors
/// If there are too many.
pub(super) fn written(subject: Subject<'_>, graph: &StepGraph) -> Result<Written, TooLong> {
    let Subject {
        program,
        code,
        member,
        ..
    } = subject;
    if graph.is_too_long {
        return Err(TooLong);
    }
    let mut writer = Writer {
        subject,
        nodes: &graph.nodes,
        joins: Joins::default(),
        versions: VersionTable::new(program.member_span(member)),
        count: 0,
        depth: 1,
        has_ensures: false,
    };
    let Some(first) = graph.nodes.first() else {
        return Ok(Written {
            lines: Vec::new(),
            versions: writer.versions,
            params: Vec::new(),
        });
    };
    let mut state = State::default();
    let mut params = Vec::new();
    if let Some(routine) = first.frames.last() {
        if code.body_of_contract(*routine).is_some() {
            writer.depth = 2;
            writer.has_ensures = !is_trivial(clauses(program, member).1);
        }
        let vars = program.vars(member);
        let mut slots = BTreeMap::new();
        for input in vars.inputs() {
            let var = vars.get(input);
            let value = if vars.this == Some(input) {
                writer.versions.unnumbered("this", var.ty.clone())
            } else {
                let id = writer.versions.fresh(var.name.clone(), var.ty.clone());
                params.push(id);
                writer.versions.read(id)
            };
            slots.insert(input.0, value);
        }
        state.calls.push(Call {
            routine: *routine,
            to: None,
            slots,
            assigned: BTreeMap::new(),
        });
    }
    let ends = |node: &Node| writer.is_end(node);
    let joins = Joins::of(&graph.nodes, &ends);
    writer.joins = joins;
    let mut lines = Vec::new();
    writer.block(state, 0, None, &mut lines);
    if writer.is_full() {
        return Err(TooLong);
    }
    Ok(Written {
        lines,
        versions: writer.versions,
        params,
    })
}

impl<'a> Writer<'a> {
    fn is_full(&self) -> bool {
        self.count > MAX_LINES
    }

    pub(super) fn push(&mut self, line: Line, lines: &mut Vec<Line>) {
        self.count += 1;
        lines.push(line);
    }

    pub(super) fn routine(&self, id: RoutineId) -> Option<&'a Routine> {
        self.subject.code.routines.get(id.0 as usize)
    }

    /// Writes what is between a place and the one where other paths are met; the state there.
    pub(super) fn block(
        &mut self,
        state: State,
        from: NodeId,
        until: Option<NodeId>,
        lines: &mut Vec<Line>,
    ) -> Option<State> {
        veriframe_base::stack::deep(|| self.block_here(state, from, until, lines))
    }

    fn block_here(
        &mut self,
        mut state: State,
        from: NodeId,
        until: Option<NodeId>,
        lines: &mut Vec<Line>,
    ) -> Option<State> {
        let mut at = from;
        loop {
            if Some(at) == until {
                return Some(state);
            }
            let nodes = self.nodes;
            let node = nodes.get(at).filter(|_| !self.is_full())?;
            if let Some(stop) = self.stop(node) {
                self.push(Line::Stop(stop), lines);
                return None;
            }
            if self.is_end(node) {
                return None;
            }
            at = self.step(&mut state, at, lines)?;
        }
    }

    /// Why nothing follows at a place.
    pub(super) fn stop(&self, node: &Node) -> Option<String> {
        for end in &node.ends {
            match end {
                PathEnd::Bound(longer) => {
                    let why = match longer {
                        Longer::Loop(_, 1) => "the loop goes on after 1 iteration".to_owned(),
                        Longer::Loop(_, times) => {
                            format!("the loop goes on after {times} iterations")
                        }
                        Longer::Calls(member, times) => {
                            let name = self.subject.program.member_name(*member);
                            format!("`{name}` is nested more than {times} deep")
                        }
                    };
                    return Some(format!("bound_reached();  // {why}"));
                }
                PathEnd::Unsupported(what) if node.next.is_empty() => {
                    return Some(format!("unsupported();  // {what}"));
                }
                PathEnd::Unsupported(_) | PathEnd::Done | PathEnd::Stopped => {}
            }
        }
        (!node.is_executed).then(|| "not_followed();  // the check ended before".to_owned())
    }

    /// Whether the body has been run, and nothing is checked behind it.
    fn is_end(&self, node: &Node) -> bool {
        if node.frames.len() >= self.depth || self.has_ensures {
            return false;
        }
        let routine = node.frames.last();
        let body = routine.and_then(|id| self.subject.code.body_of_contract(*id));
        body.is_some_and(|body| node.at > body)
    }

    /// Writes a step; the next place, if one follows.
    pub(super) fn step(
        &mut self,
        state: &mut State,
        at: NodeId,
        lines: &mut Vec<Line>,
    ) -> Option<NodeId> {
        let nodes = self.nodes;
        let node = nodes.get(at)?;
        let routine = self.routine(*node.frames.last()?)?;
        let instruction = routine.code.get(node.at as usize)?;
        if let Instruction::Begin(purpose) = instruction {
            self.claim(state, node, *purpose, lines);
            return self.end_of_assertion(at, *purpose);
        }
        let is_own = node.frames.len() == self.depth;
        if matches!(instruction, Instruction::Return) && is_own && !self.has_ensures {
            let result = routine.result.and_then(|slot| state.get(slot).cloned());
            let is_pure = matches!(routine.member, MemberId::Pure(_));
            if result.is_some() || node.ends.contains(&PathEnd::Done) || !is_pure {
                self.push(Line::Return(result), lines);
            }
            return None;
        }
        if matches!(instruction, Instruction::Return) && node.frames.len() == 1 {
            let result = routine.result.and_then(|slot| state.get(slot).cloned());
            self.push(Line::Return(result), lines);
            return None;
        }
        if matches!(instruction, Instruction::Throw) {
            self.push(Line::Stop("throw;".to_owned()), lines);
            return None;
        }
        self.compute(state, routine, node.at, lines);
        match node.next.as_slice() {
            [] => None,
            [only] => {
                self.pass(state, node, *only, lines);
                Some(*only)
            }
            several => {
                let mut sides = self.sides(state, routine, node, several);
                while let Some((wider, behind)) = self.widened(state, &sides) {
                    (sides, *state) = (wider, behind);
                }
                self.fork(state, at, sides, lines)
            }
        }
    }

    /// Gives a value a version of its own.
    pub(super) fn named(
        &mut self,
        name: &str,
        value: Expr,
        is_added: bool,
        lines: &mut Vec<Line>,
    ) -> Expr {
        let version = self.versions.fresh(name.to_owned(), value.ty.clone());
        self.push(
            Line::Set {
                version,
                value,
                is_added,
            },
            lines,
        );
        self.versions.read(version)
    }

    /// The name of a variable, with that of its member before it in calls.
    pub(super) fn name_at(&self, state: &State, depth: usize, slot: Slot) -> Option<String> {
        let routine = self.routine(state.calls.get(depth)?.routine)?;
        let vars = self.subject.program.vars(routine.member);
        let var = vars.all.get(slot as usize).filter(|var| var.is_named())?;
        if depth < self.depth {
            return Some(var.name.clone());
        }
        Some(format!(
            "{}.{}",
            self.subject.program.title(routine.member).1,
            var.name
        ))
    }

    pub(super) fn name(&self, state: &State, slot: Slot) -> Option<String> {
        self.name_at(state, state.calls.len().checked_sub(1)?, slot)
    }

    pub(super) fn name_or_value(&self, state: &State, depth: usize, slot: Slot) -> String {
        let name = self.name_at(state, depth, slot);
        name.unwrap_or_else(|| "value".to_owned())
    }

    /// Before the heap changes: what reads it gets a version, with the value from before.
    pub(super) fn keep_reads(&mut self, state: &mut State, lines: &mut Vec<Line>) {
        for depth in 0..state.calls.len() {
            let slots = state.calls.get(depth).map(|call| call.slots.clone());
            for (slot, value) in slots.into_iter().flatten() {
                if self.versions.is_atom(&value) || !self.versions.reads_heap(&value) {
                    continue;
                }
                let name = self.name_or_value(state, depth, slot);
                let version = self.named(&name, value, true, lines);
                if let Some(call) = state.calls.get_mut(depth) {
                    call.slots.insert(slot, version);
                }
            }
        }
    }

    /// From one place to the next: calls begin and end.
    pub(super) fn pass(
        &mut self,
        state: &mut State,
        node: &Node,
        next: NodeId,
        lines: &mut Vec<Line>,
    ) {
        let nodes = self.nodes;
        let Some(to) = nodes.get(next) else { return };
        let Some(routine) = node.frames.last().and_then(|id| self.routine(*id)) else {
            return;
        };
        if to.frames.len() > node.frames.len() {
            if let Some(entered) = to.frames.last() {
                let mut call = self.entered(state, routine, node.at, *entered, lines);
                call.routine = *entered;
                state.calls.push(call);
            }
            return;
        }
        if to.frames.len() == node.frames.len() {
            self.remembered(state, routine, node.at, lines);
            return;
        }
        for _ in to.frames.len()..node.frames.len() {
            let Some(call) = state.calls.pop() else {
                return;
            };
            let result = self
                .routine(call.routine)
                .and_then(|routine| routine.result);
            let result = result.and_then(|slot| call.slots.get(&slot).cloned());
            if let (Some(to), Some(value)) = (call.to, result) {
                self.assign(state, to, value, lines);
            }
        }
    }

    /// Assigns a value to a slot: to a variable by a line.
    pub(super) fn assign(
        &mut self,
        state: &mut State,
        slot: Slot,
        value: Expr,
        lines: &mut Vec<Line>,
    ) {
        let is_result = state.calls.last().is_some_and(|call| {
            let routine = self.routine(call.routine);
            routine.is_some_and(|routine| routine.result == Some(slot))
        });
        let name = self.name(state, slot).filter(|_| !is_result);
        let value = match name {
            Some(name) => self.named(&name, value, false, lines),
            None if size(&value) > MAX_SIZE => self.named("value", value, true, lines),
            None => value,
        };
        state.set(slot, value);
    }

    pub(super) fn new_call(routine: RoutineId, to: Option<Slot>) -> Call {
        Call {
            routine,
            to,
            slots: BTreeMap::new(),
            assigned: BTreeMap::new(),
        }
    }
}
