//! The steps of an unwinding as a graph: where instructions were executed, and what followed. It has
//! no cycles, because an iteration of a loop is a place of its own.

use super::code::RoutineId;
use std::collections::BTreeMap;
use veriframe_base::source::Span;
use veriframe_ir::MemberId;

/// The most places that are kept.
const MAX_NODES: usize = 200_000;

/// The number of a place.
pub(crate) type NodeId = usize;

/// What is longer than the bound on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Longer {
    /// A loop, at this place, whose body is executed more often than this.
    Loop(Span, u32),
    /// The calls of a member, nested deeper than this.
    Calls(MemberId, u32),
}

/// How far a frame is in its routine: that of a loop's iteration is less than that of a later one,
/// and of what follows the loop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Progress {
    pub(crate) positions: Vec<u32>,
    pub(crate) routine: RoutineId,
}

/// How far a configuration is. A call that is under way is less than what follows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PathPosition {
    Frame(Progress, Box<PathPosition>),
    End,
}

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
pub(crate) struct Node {
    /// The routines of the frames, the current one last.
    pub(crate) frames: Vec<RoutineId>,
    /// The instruction of the last one.
    pub(crate) at: u32,
    /// The places that follow.
    pub(crate) next: Vec<NodeId>,
    /// How paths end here.
    pub(crate) ends: Vec<PathEnd>,
    /// Whether the instruction was executed.
    pub(crate) is_executed: bool,
}

/// The steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepGraph {
    ids: BTreeMap<PathPosition, NodeId>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) is_too_long: bool,
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
