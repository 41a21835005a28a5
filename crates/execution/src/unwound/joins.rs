//! Where paths that part meet again.

use crate::steps::{Node, NodeId, PathEnd};

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
