//! Where paths part: the conditions of their sides, what is between them and the place where they meet,
//! and the values behind.

use super::values::{Phrase, conditional, connected, is_same, negation, size};
use super::writer::{Line, MAX_SIZE, State, Writer};
use crate::code::{Instruction, Routine, Slot};
use crate::steps::{Node, NodeId};
use std::collections::BTreeSet;
use veriframe_ir::{Expr, LogicOp, MemberId, Type, VarId};

/// One way on from where paths part.
pub(super) struct Side {
    condition: Option<Expr>,
    next: NodeId,
}

/// The version that the last line sets.
fn version_of(lines: &[Line]) -> Option<VarId> {
    match lines.last() {
        Some(Line::Set { version, .. }) => Some(*version),
        _ => None,
    }
}

impl Writer<'_> {
    /// The conditions on which places follow.
    pub(super) fn sides(
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
    pub(super) fn widened(&mut self, state: &State, sides: &[Side]) -> Option<(Vec<Side>, State)> {
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
    pub(super) fn fork(
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
}
