//! From the steps of an unwinding to lines: assignments of versions, assertions, `if`s.

use super::graph::{Joins, Node, NodeId, PathEnd, StepGraph};
use super::values::{Phrase, VersionTable, conditional, connected, is_same, negation, size};
use super::{MAX_LINES, Subject, TooLong};
use crate::code::{Instruction, Purpose, Routine, RoutineId, Slot};
use crate::unwinding::Longer;
use std::collections::{BTreeMap, BTreeSet};
use veriframe_ir::{
    AssertKind, Assertion, Expr, ExprKind, LogicOp, MemberId, Program, Stmt, StmtKind, Type, VarId,
    walk,
};

/// The size from which a value gets a version of its own.
const MAX_SIZE: usize = 30;

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
    assigned: BTreeMap<Slot, u32>,
}

/// What the slots of all calls hold.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) calls: Vec<Call>,
    /// The number of assignments on the path.
    count: u32,
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
    fn assigns(&self, since: &State, depth: usize, slot: Slot) -> bool {
        let call = self.calls.get(depth);
        let assigned = call.and_then(|call| call.assigned.get(&slot));
        assigned.is_some_and(|number| *number > since.count)
    }
}

/// One way on from where paths part.
struct Side {
    condition: Option<Expr>,
    next: NodeId,
}

/// Writes an unwound program.
pub(super) struct Writer<'a> {
    pub(super) subject: Subject<'a>,
    nodes: &'a [Node],
    joins: Joins,
    pub(super) versions: VersionTable,
    count: usize,
    /// How many frames there are when the member's own is the last one.
    depth: usize,
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

/// The version that the last line sets.
fn version_of(lines: &[Line]) -> Option<VarId> {
    match lines.last() {
        Some(Line::Set { version, .. }) => Some(*version),
        _ => None,
    }
}

/// The precondition and the postcondition of a member.
fn clauses(program: &Program, member: MemberId) -> (Option<&Assertion>, Option<&Assertion>) {
    match member {
        MemberId::Method(id) => {
            let method = program.method(id);
            (Some(&method.requires), Some(&method.ensures))
        }
        MemberId::Pure(id) => {
            let pure = program.pure_method(id);
            (Some(&pure.requires), Some(&pure.ensures))
        }
        MemberId::Pred(_) => (None, None),
    }
}

fn is_trivial(assertion: Option<&Assertion>) -> bool {
    assertion.is_none_or(|assertion| {
        matches!(&assertion.kind, AssertKind::Pure(e) if matches!(e.kind, ExprKind::Bool(true)))
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
    fn block(
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
    fn stop(&self, node: &Node) -> Option<String> {
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
    fn step(&mut self, state: &mut State, at: NodeId, lines: &mut Vec<Line>) -> Option<NodeId> {
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

    /// The conditions on which places follow.
    fn sides(
        &mut self,
        state: &State,
        routine: &Routine,
        node: &Node,
        several: &[NodeId],
    ) -> Vec<Side> {
        let condition = self.condition(state, routine, node.at);
        let nodes = self.nodes;
        let mut sides = Vec::new();
        for next in several {
            let Some(to) = nodes.get(*next) else { continue };
            let falls_through = to.at == node.at + 1 && to.frames.len() == node.frames.len();
            let condition = match &condition {
                Some(condition) if falls_through => Some(condition.clone()),
                Some(condition) => Some(negation(condition.clone())),
                None => self.dispatched(state, routine, node.at, to),
            };
            let next = *next;
            sides.push(Side { condition, next });
        }
        // As the program says it: first where the condition holds.
        let is_swapped = sides
            .first()
            .is_some_and(|side| nodes.get(side.next).is_some_and(|to| to.at != node.at + 1));
        if is_swapped && sides.len() == 2 && condition.is_some() {
            sides.reverse();
        }
        sides
    }

    /// Two conditions with a lazy connective between them lead to one place by either of them: the
    /// sides of both, with the state behind both.
    fn widened(&mut self, state: &State, sides: &[Side]) -> Option<(Vec<Side>, State)> {
        let [a, b] = sides else { return None };
        for (met, on) in [(a, b), (b, a)] {
            let Some((inner, behind)) = self.decided(state, on.next) else {
                continue;
            };
            let [first, second] = inner.as_slice() else {
                continue;
            };
            for (same, other) in [(first, second), (second, first)] {
                let is_met = same.next == met.next && other.next != met.next;
                let (Some(one), Some(two)) = (&met.condition, &same.condition) else {
                    continue;
                };
                if !is_met {
                    continue;
                }
                let either = connected(LogicOp::Or, one.clone(), two.clone());
                let other = Side {
                    condition: Some(negation(either.clone())),
                    next: other.next,
                };
                let same = Side {
                    condition: Some(either),
                    next: same.next,
                };
                // The last of the conditions is followed by where both lead if they hold.
                let is_first = first.next == same.next;
                let sides = if is_first {
                    vec![same, other]
                } else {
                    vec![other, same]
                };
                return Some((sides, behind));
            }
        }
        None
    }

    /// The sides of the next condition, if it is decided without a line before it; and the state.
    fn decided(&mut self, state: &State, from: NodeId) -> Option<(Vec<Side>, State)> {
        let nodes = self.nodes;
        let (mut state, mut at) = (state.clone(), from);
        loop {
            let node = nodes.get(at)?;
            let routine = self.routine(*node.frames.last()?)?;
            let count = self.count;
            let mut lines = Vec::new();
            if self.stop(node).is_some() {
                return None;
            }
            if self.condition(&state, routine, node.at).is_some() {
                let sides = self.sides(&state, routine, node, &node.next);
                return (sides.len() == 2).then_some((sides, state));
            }
            self.compute(&mut state, routine, node.at, &mut lines);
            let [only] = node.next.as_slice() else {
                return None;
            };
            let is_within = nodes.get(*only)?.frames.len() == node.frames.len();
            let is_code = !matches!(
                routine.code.get(node.at as usize)?,
                Instruction::Begin(_) | Instruction::Pure(_)
            );
            if !lines.is_empty() || !is_within || !is_code {
                self.count = count;
                return None;
            }
            at = *only;
        }
    }

    /// The receiver is of a class whose definition is this one.
    fn dispatched(&mut self, state: &State, routine: &Routine, at: u32, to: &Node) -> Option<Expr> {
        let called = self.routine(*to.frames.last()?)?.member;
        let name = self.subject.program.member_name(called);
        let receiver = self.receiver(state, routine, at)?;
        let phrase = Phrase {
            before: "(".to_owned(),
            parts: vec![receiver],
            after: match called {
                MemberId::Method(_) | MemberId::Pure(_) => " runs ",
                MemberId::Pred(_) => " has ",
            },
            reads_heap: false,
        };
        let run = self.versions.phrase(phrase, Type::Bool);
        let phrase = Phrase {
            before: String::new(),
            parts: vec![run, self.versions.unnumbered(&name, Type::Bool)],
            after: ")",
            reads_heap: false,
        };
        Some(self.versions.phrase(phrase, Type::Bool))
    }

    /// Writes what is between a place where paths part and the one where they meet again; that
    /// place.
    fn fork(
        &mut self,
        state: &mut State,
        at: NodeId,
        sides: Vec<Side>,
        lines: &mut Vec<Line>,
    ) -> Option<NodeId> {
        let nodes = self.nodes;
        let node = nodes.get(at)?;
        let meets = self.joins.meets.get(at).copied().flatten();
        let alive = sides.iter().filter(|side| self.joins.is_alive(side.next));
        let alive = alive.count();
        let mut rest = sides;
        let unknown = self.versions.unnumbered("?", Type::Bool);
        // What comes to an end is written first, and the rest goes on behind it.
        let last = if alive == 0 || meets.is_some() && alive > 1 {
            None
        } else {
            let goes_on = |side: &Side| self.joins.is_alive(side.next);
            let counts: Vec<usize> = rest.iter().map(|side| self.reach(side.next)).collect();
            let best = (0..rest.len()).filter(|i| rest.get(*i).is_some_and(goes_on));
            best.max_by_key(|i| (counts.get(*i).copied(), *i))
        };
        if let Some(last) = last {
            let last = rest.remove(last);
            for side in rest {
                let condition = side.condition.unwrap_or_else(|| unknown.clone());
                let mut then = Vec::new();
                let mut inner = state.clone();
                self.pass(&mut inner, node, side.next, &mut then);
                self.block(inner, side.next, None, &mut then);
                let otherwise = Vec::new();
                self.push(
                    Line::If {
                        condition,
                        name: None,
                        then,
                        otherwise,
                    },
                    lines,
                );
            }
            self.pass(state, node, last.next, lines);
            return Some(last.next);
        }
        let mut blocks = Vec::new();
        for side in rest.drain(..) {
            let condition = side.condition.unwrap_or_else(|| unknown.clone());
            let (mut inner, mut block) = (state.clone(), Vec::new());
            self.pass(&mut inner, node, side.next, &mut block);
            let after = self.block(inner, side.next, meets, &mut block);
            blocks.push((condition, block, after));
        }
        let (after, added) = self.nested(state, blocks);
        lines.extend(added);
        *state = after?;
        meets
    }

    /// The blocks of several sides as one `if`, or several; the state behind.
    fn nested(
        &mut self,
        before: &State,
        blocks: Vec<(Expr, Vec<Line>, Option<State>)>,
    ) -> (Option<State>, Vec<Line>) {
        let mut blocks = blocks.into_iter().rev();
        let Some((_, mut lines, mut after)) = blocks.next() else {
            return (None, Vec::new());
        };
        for (condition, then, state) in blocks {
            let mut merged = Vec::new();
            let (mut first, mut name) = (Vec::new(), None);
            after = match (state, after) {
                (Some(a), Some(b)) => {
                    let mut chosen = condition.clone();
                    // Behind the sides, the heap may be another one.
                    if self.versions.reads_heap(&condition) {
                        chosen = self.named("when", chosen, true, &mut first);
                        name = version_of(&first);
                    }
                    Some(self.merge(before, &chosen, [a, b], &mut merged))
                }
                (a, b) => a.or(b),
            };
            let otherwise = std::mem::take(&mut lines);
            lines = first;
            self.push(
                Line::If {
                    condition,
                    name,
                    then,
                    otherwise,
                },
                &mut lines,
            );
            lines.append(&mut merged);
        }
        (after, lines)
    }

    /// How many places follow a place, up to some.
    fn reach(&self, from: NodeId) -> usize {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![from]);
        while let Some(id) = todo.pop() {
            if seen.len() < 1000
                && seen.insert(id)
                && let Some(node) = self.nodes.get(id)
            {
                todo.extend(&node.next);
            }
        }
        seen.len()
    }

    /// Whether a slot matters behind two sides: a temporary that only one of them assigns is read on
    /// this side alone.
    fn matters(&self, before: &State, [a, b]: [&State; 2], depth: usize, slot: Slot) -> bool {
        let routine = a
            .calls
            .get(depth)
            .and_then(|call| self.routine(call.routine));
        let named = routine.map_or(0, |routine| {
            self.subject.program.vars(routine.member).all.len()
        });
        let assigns = |state: &State| state.assigns(before, depth, slot);
        (slot as usize) < named || assigns(a) == assigns(b)
    }

    /// The state behind two sides.
    fn merge(
        &mut self,
        before: &State,
        condition: &Expr,
        [a, b]: [State; 2],
        lines: &mut Vec<Line>,
    ) -> State {
        let mut merged = State {
            count: a.count.max(b.count),
            calls: Vec::new(),
        };
        for (depth, (own, other)) in a.calls.iter().zip(&b.calls).enumerate() {
            let mut call = own.clone();
            call.slots.clear();
            for (slot, value) in &own.slots {
                let Some(theirs) = other.slots.get(slot) else {
                    continue;
                };
                if !self.matters(before, [&a, &b], depth, *slot) {
                    continue;
                }
                let value = if is_same(value, theirs) {
                    value.clone()
                } else {
                    let both = conditional(condition.clone(), value.clone(), theirs.clone());
                    let name = self.name_at(&a, depth, *slot);
                    if name.is_some() || size(&both) > MAX_SIZE {
                        let name = name.unwrap_or_else(|| "value".to_owned());
                        self.named(&name, both, true, lines)
                    } else {
                        both
                    }
                };
                call.slots.insert(*slot, value);
                if b.assigns(before, depth, *slot) {
                    call.assigned.insert(*slot, merged.count);
                }
            }
            merged.calls.push(call);
        }
        merged
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
    fn name_at(&self, state: &State, depth: usize, slot: Slot) -> Option<String> {
        let routine = self.routine(state.calls.get(depth)?.routine)?;
        let vars = self.subject.program.vars(routine.member);
        let var = vars.all.get(slot as usize).filter(|var| var.is_named())?;
        if depth < self.depth {
            return Some(var.name.clone());
        }
        Some(format!("{}.{}", self.short_name(routine.member), var.name))
    }

    /// The name of a member without its class.
    pub(super) fn short_name(&self, member: MemberId) -> &'a str {
        let program = self.subject.program;
        match member {
            MemberId::Method(id) => &program.method(id).name,
            MemberId::Pure(id) => &program.pure_method(id).name,
            MemberId::Pred(id) => &program.pred(id).name,
        }
    }

    pub(super) fn name(&self, state: &State, slot: Slot) -> Option<String> {
        self.name_at(state, state.calls.len().checked_sub(1)?, slot)
    }

    fn name_or_value(&self, state: &State, depth: usize, slot: Slot) -> String {
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
    fn pass(&mut self, state: &mut State, node: &Node, next: NodeId, lines: &mut Vec<Line>) {
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

    /// The place where an assertion ends, if some path comes to it.
    fn end_of_assertion(&self, begin: NodeId, purpose: Purpose) -> Option<NodeId> {
        let first = self.nodes.get(begin)?;
        let routine = self.routine(*first.frames.last()?)?;
        let behind = routine.code.iter().enumerate().skip(first.at as usize);
        let mut ends =
            behind.filter(|(_, code)| matches!(code, Instruction::End(of) if *of == purpose));
        let (end, _) = ends.next()?;
        let (mut seen, mut todo) = (BTreeSet::new(), vec![begin]);
        while let Some(id) = todo.pop() {
            let node = self.nodes.get(id)?;
            if node.at as usize == end && node.frames.len() == first.frames.len() {
                return Some(id);
            }
            if seen.insert(id) {
                todo.extend(&node.next);
            }
        }
        None
    }

    /// Writes an assertion.
    fn claim(&mut self, state: &mut State, node: &Node, purpose: Purpose, lines: &mut Vec<Line>) {
        let Some(routine) = node.frames.last().and_then(|id| self.routine(*id)) else {
            return;
        };
        let Some(span) = routine.spans.get(node.at as usize) else {
            return;
        };
        let program = self.subject.program;
        let member = routine.member;
        let is_own = node.frames.len() <= self.depth;
        let name = program.member_name(member);
        let (assertion, word, note) = match purpose {
            Purpose::Requires | Purpose::Borrow if is_own => (
                clauses(program, member).0,
                "assume",
                "precondition".to_owned(),
            ),
            Purpose::Requires | Purpose::Borrow => (
                clauses(program, member).0,
                "assert",
                format!("precondition of {name}"),
            ),
            Purpose::Ensures if is_own => (
                clauses(program, member).1,
                "assert",
                "postcondition".to_owned(),
            ),
            Purpose::Ensures => (
                clauses(program, member).1,
                "assert",
                format!("postcondition of {name}"),
            ),
            Purpose::Given => (
                clauses(program, member).1,
                "assume",
                format!("postcondition of {name}"),
            ),
            Purpose::Entry => (
                self.stated(member, *span).0,
                "assert",
                "invariant".to_owned(),
            ),
            Purpose::Preserved => (
                self.stated(member, *span).0,
                "assert",
                "invariant".to_owned(),
            ),
            Purpose::Join => (self.stated(member, *span).0, "assert", "join".to_owned()),
            Purpose::Assert => {
                let (assertion, word) = self.stated(member, *span);
                (assertion, word, String::new())
            }
        };
        let Some(assertion) = assertion.filter(|assertion| !is_trivial(Some(assertion))) else {
            return;
        };
        let mut values = BTreeMap::new();
        let mut read = BTreeSet::new();
        walk::in_assertion(assertion, &mut |e| {
            if let ExprKind::Var(id) = e.kind {
                read.insert(id);
            }
        });
        for id in read {
            let Some(value) = state.get(id.0).cloned() else {
                continue;
            };
            let value = if self.versions.is_atom(&value) {
                value
            } else {
                let name = self.name(state, id.0);
                let name = name.unwrap_or_else(|| "value".to_owned());
                self.named(&name, value, true, lines)
            };
            state.set(id.0, value.clone());
            values.insert(id, value);
        }
        self.push(
            Line::Claim {
                word,
                assertion: assertion.clone(),
                member,
                values,
                note,
            },
            lines,
        );
    }

    /// The assertion of a statement at a place, with its word.
    fn stated(
        &self,
        member: MemberId,
        span: veriframe_base::source::Span,
    ) -> (Option<&'a Assertion>, &'static str) {
        let MemberId::Method(id) = member else {
            return (None, "assert");
        };
        let program = self.subject.program;
        for stmt in walk::statements(&program.method(id).body) {
            if let Some(found) = stated_by(stmt).filter(|(assertion, _)| assertion.span == span) {
                return (Some(found.0), found.1);
            }
        }
        (None, "assert")
    }
}

/// The assertion that a statement makes, with its word.
fn stated_by(stmt: &Stmt) -> Option<(&Assertion, &'static str)> {
    if let StmtKind::Assert(a) | StmtKind::Join(a) = &stmt.kind {
        return Some((a, "assert"));
    }
    if let StmtKind::Assume(a) = &stmt.kind {
        return Some((a, "assume"));
    }
    if let StmtKind::Loop(inner) = &stmt.kind {
        return Some((&inner.invariant, "assert"));
    }
    None
}
