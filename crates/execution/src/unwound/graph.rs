//! The steps of an unwinding as a graph: where instructions were executed, and what followed. It has
//! no cycles, because an iteration of a loop is a place of its own.

use super::super::code::RoutineId;
use super::super::unwinding::{Longer, PathPosition};
use std::collections::BTreeMap;

/// The most places that are kept.
const MAX_NODES: usize = 200_000;

/// The number of a place.
pub(crate) type NodeId = usize;

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PathEnd {
    /// It has come to the end of the member.
    Done,
    /// The next step would exceed the bound.
    Bound(Longer),
    /// The next step is not supported.
    Unsupported(String),
    /// Something that must hold does not, is assumed, or the heap is too large.
    Stopped,
}

/// A place where instructions of one position were executed.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// The routines of the frames, the current one last.
    pub(super) frames: Vec<RoutineId>,
    /// The instruction of the last one.
    pub(super) at: u32,
    /// The places that follow.
    pub(super) next: Vec<NodeId>,
    /// How paths end here.
    pub(super) ends: Vec<PathEnd>,
    /// Whether the instruction was executed.
    pub(super) is_executed: bool,
}

/// The steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepGraph {
    ids: BTreeMap<PathPosition, NodeId>,
    pub(super) nodes: Vec<Node>,
    pub(super) is_too_long: bool,
}

impl StepGraph {
    /// The number of a place, with its frames and instruction; `None` if no more are kept.
    pub(crate) fn node(
        &mut self,
        place: PathPosition,
        frames: impl FnOnce() -> (Vec<RoutineId>, u32),
    ) -> Option<NodeId> {
        if let Some(known) = self.ids.get(&place) {
            return Some(*known);
        }
        let id = self.nodes.len();
        if id >= MAX_NODES {
            self.is_too_long = true;
            return None;
        }
        let (frames, at) = frames();
        self.nodes.push(Node {
            frames,
            at,
            ..Node::default()
        });
        self.ids.insert(place, id);
        Some(id)
    }

    /// Notes that an instruction is executed.
    pub(crate) fn execute(&mut self, node: NodeId) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.is_executed = true;
        }
    }

    /// Notes what follows a step.
    pub(crate) fn follow(&mut self, node: NodeId, next: NodeId) {
        if let Some(node) = self.nodes.get_mut(node)
            && !node.next.contains(&next)
        {
            node.next.push(next);
        }
    }

    /// Notes that a path ends.
    pub(crate) fn end(&mut self, node: NodeId, end: PathEnd) {
        if let Some(node) = self.nodes.get_mut(node)
            && !node.ends.contains(&end)
        {
            node.ends.push(end);
        }
    }
}

/// Which places lead to the end of the member, and where paths that part meet again.
#[derive(Debug, Default)]
pub(super) struct Joins {
    /// By place: whether some path from it comes to the end, or was not followed to its end.
    pub(super) is_alive: Vec<bool>,
    /// By place: the first place that all paths to the end come to; `None` for the end itself.
    pub(super) meets: Vec<Option<NodeId>>,
    /// By place: how many places are on the longest way to the end.
    depths: Vec<usize>,
}

impl Joins {
    /// Those of a graph, of what can be reached from its first place, if these places are the end.
    pub(super) fn of(nodes: &[Node], is_end: &dyn Fn(&Node) -> bool) -> Joins {
        let mut joins = Joins {
            is_alive: vec![false; nodes.len()],
            meets: vec![None; nodes.len()],
            depths: vec![0; nodes.len()],
        };
        for id in backwards(nodes) {
            joins.add(nodes, id, is_end);
        }
        joins
    }

    fn add(&mut self, nodes: &[Node], id: NodeId, is_end: &dyn Fn(&Node) -> bool) {
        let Some(node) = nodes.get(id) else { return };
        let bound = node.ends.iter().any(|end| matches!(end, PathEnd::Bound(_)));
        let is_open = !node.is_executed && !bound;
        let is_done = node.ends.contains(&PathEnd::Done);
        let mut found: Option<Option<NodeId>> = (is_open || is_done).then_some(None);
        for next in node.next.iter().filter(|next| self.is_alive(**next)) {
            let next = Some(*next).filter(|next| !nodes.get(*next).is_some_and(is_end));
            found = Some(match found {
                None => next,
                Some(other) => self.common(other, next),
            });
        }
        let Some(meets) = found else { return };
        let depth = meets.map_or(1, |meets| self.depth(meets) + 1);
        if let (Some(is_alive), Some(of), Some(place)) = (
            self.is_alive.get_mut(id),
            self.meets.get_mut(id),
            self.depths.get_mut(id),
        ) {
            (*is_alive, *of, *place) = (true, meets, depth);
        }
    }

    pub(super) fn is_alive(&self, id: NodeId) -> bool {
        self.is_alive.get(id).copied().unwrap_or_default()
    }

    fn depth(&self, id: NodeId) -> usize {
        self.depths.get(id).copied().unwrap_or_default()
    }

    /// The first place that both come to.
    fn common(&self, mut a: Option<NodeId>, mut b: Option<NodeId>) -> Option<NodeId> {
        while a != b {
            let (Some(first), Some(second)) = (a, b) else {
                return None;
            };
            if self.depth(first) >= self.depth(second) {
                a = self.meets.get(first).copied().flatten();
            } else {
                b = self.meets.get(second).copied().flatten();
            }
        }
        a
    }
}

/// The places that can be reached from the first one, each after all that follow it.
fn backwards(nodes: &[Node]) -> Vec<NodeId> {
    let mut seen = vec![false; nodes.len()];
    let mut order = Vec::with_capacity(nodes.len());
    let mut todo: Vec<(NodeId, usize)> = vec![(0, 0)];
    while let Some((id, position)) = todo.pop() {
        if let Some(seen) = seen.get_mut(id) {
            *seen = true;
        }
        let next = nodes.get(id).and_then(|node| node.next.get(position));
        let Some(next) = next else {
            order.push(id);
            continue;
        };
        todo.push((id, position + 1));
        if seen.get(*next) == Some(&false) {
            todo.push((*next, 0));
        }
    }
    order
}
