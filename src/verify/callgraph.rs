//! The call graph of pure methods and lemmas, and its cycles, in which §3.6 requires that
//! calls descend.

use crate::ir::mentions::{MemberMentions, Mentions};
use crate::ir::{
    ClassId, MemberId, Method, MethodId, MethodKind, PredId, Program, PureId, StmtKind, walk,
};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The members of a cycle.
pub type Cycle = Arc<BTreeSet<MemberId>>;

/// The call-graph cycles of pure methods and of lemmas.
#[derive(Debug, Default)]
pub struct CallGraph {
    /// By recursive pure method or lemma: its strongly connected component.
    cycles: BTreeMap<MemberId, Cycle>,
}

impl CallGraph {
    /// The cycles of a program. All calls in a pure method's contract, measures and body
    /// count, and those in the bodies of the predicates that it mentions: closing such a
    /// predicate for a call can use facts about the calls in its body.
    #[must_use]
    pub fn new(program: &Program) -> CallGraph {
        let mut calls = Calls::new(program);
        for id in (0u32..).map(PureId).take(program.pures.len()) {
            calls.add_pure(id);
        }
        for id in (0u32..).map(MethodId).take(program.methods.len()) {
            calls.add_lemma(id);
        }
        CallGraph {
            cycles: calls.cycles(),
        }
    }

    /// The cycle of a member; `None` if the member is not recursive, or neither a pure
    /// method nor a lemma.
    #[must_use]
    pub fn cycle(&self, member: MemberId) -> Option<Cycle> {
        self.cycles.get(&member).cloned()
    }

    /// The recursive pure methods.
    #[must_use]
    pub fn recursive(&self) -> BTreeSet<PureId> {
        let pure = |member: &MemberId| match member {
            MemberId::Pure(p) => Some(*p),
            MemberId::Method(_) | MemberId::Pred(_) => None,
        };
        self.cycles.keys().filter_map(pure).collect()
    }
}

/// A node of the call graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    /// A pure method or a lemma.
    Member(MemberId),
    /// All pure methods of a family, by its representative.
    Pures(PureId),
    /// What the bodies of a family of predicates mention, by its representative.
    Preds(PredId),
    /// The definitions of a family of pure methods for objects of the subtypes of a class.
    Overriding(PureId, ClassId),
}

/// The call graph under construction. Families have nodes of their own, so that its size is
/// proportional to that of the program.
struct Calls<'p> {
    program: &'p Program,
    graph: DiGraph<Node, ()>,
    nodes: BTreeMap<Node, NodeIndex>,
}

impl<'p> Calls<'p> {
    fn new(program: &'p Program) -> Calls<'p> {
        let mut calls = Calls {
            program,
            graph: DiGraph::new(),
            nodes: BTreeMap::new(),
        };
        let hierarchy = &program.hierarchy;
        let pures = hierarchy.pures();
        for (family, class, chosen) in pures.changes() {
            for &above in hierarchy.order().supers(class) {
                let Some(above) = pures.changed_at(family, above) else {
                    continue;
                };
                let from = Node::Overriding(family, above);
                calls.edge(from, Node::Overriding(family, class));
                let is_new = pures.defined(family, above) != Some(chosen);
                if is_new && program.pure_method(chosen).body.is_some() {
                    calls.edge(from, Node::Member(MemberId::Pure(chosen)));
                }
            }
        }
        calls
    }

    fn node(&mut self, node: Node) -> NodeIndex {
        let graph = &mut self.graph;
        let nodes = &mut self.nodes;
        *nodes.entry(node).or_insert_with(|| graph.add_node(node))
    }

    fn edge(&mut self, from: Node, to: Node) {
        let (from, to) = (self.node(from), self.node(to));
        self.graph.add_edge(from, to, ());
    }

    fn add_pure(&mut self, id: PureId) {
        let program = self.program;
        let pures = program.hierarchy.pures();
        let (own, family) = (Node::Member(MemberId::Pure(id)), pures.family(id));
        let class = program.pure_method(id).class;
        let overriding = pures.changed_at(family, class);
        let overriding = overriding.map(|class| Node::Overriding(family, class));
        if let Some(overriding) = overriding {
            self.edge(own, overriding);
        }
        let method = program.pure_method(id);
        let mut found = Mentions::default();
        found.assertion(&method.requires);
        found.assertion(&method.ensures);
        let exprs = method.decreases.iter().chain(&method.body);
        exprs.for_each(|e| found.expr(e));
        if found.preds.is_empty() {
            for &callee in &found.pures {
                self.edge(own, Node::Member(MemberId::Pure(callee)));
            }
            return;
        }
        if overriding.is_some_and(|overriding| self.is_overridden(overriding)) {
            self.add_pures(own, &BTreeSet::from([id]));
        }
        self.add_pures(own, &found.pures);
        self.add_preds(own, &found.preds);
    }

    /// Whether a class or a subtype of it has another definition with a body.
    fn is_overridden(&self, overriding: Node) -> bool {
        let mut todo: Vec<NodeIndex> = self.nodes.get(&overriding).copied().into_iter().collect();
        let mut seen: BTreeSet<NodeIndex> = todo.iter().copied().collect();
        while let Some(next) = todo.pop() {
            for below in self.graph.neighbors(next) {
                if let Some(Node::Member(_)) = self.graph.node_weight(below) {
                    return true;
                }
                if seen.insert(below) {
                    todo.push(below);
                }
            }
        }
        false
    }

    /// Adds calls of pure methods and all methods of their families.
    fn add_pures(&mut self, from: Node, callees: &BTreeSet<PureId>) {
        let pures = self.program.hierarchy.pures();
        for &callee in callees {
            let family = pures.family(callee);
            let node = Node::Pures(family);
            let is_known = self.nodes.contains_key(&node);
            self.edge(from, node);
            if !is_known {
                for member in pures.members(family) {
                    self.edge(node, Node::Member(MemberId::Pure(member)));
                }
            }
        }
    }

    /// Adds the calls in the bodies of predicates and of all predicates of their families,
    /// transitively.
    fn add_preds(&mut self, from: Node, mentioned: &BTreeSet<PredId>) {
        let preds = self.program.hierarchy.preds();
        let mut todo: Vec<(Node, PredId)> = mentioned.iter().map(|&q| (from, q)).collect();
        while let Some((from, mentioned)) = todo.pop() {
            let family = preds.family(mentioned);
            let node = Node::Preds(family);
            let is_known = self.nodes.contains_key(&node);
            self.edge(from, node);
            if is_known {
                continue;
            }
            let mut found = Mentions::default();
            for member in preds.members(family) {
                let body = self.program.pred(member).body.iter();
                body.for_each(|a| found.assertion(a));
            }
            self.add_pures(node, &found.pures);
            todo.extend(found.preds.iter().map(|&q| (node, q)));
        }
    }

    /// Adds the lemmas that a lemma calls. (Any method can call a lemma, but a lemma calls
    /// only lemmas.)
    fn add_lemma(&mut self, id: MethodId) {
        let method: &Method = self.program.method(id);
        if method.kind != MethodKind::Lemma {
            return;
        }
        for stmt in walk::statements(&method.body) {
            if let StmtKind::Call(_, call) = &stmt.kind {
                let own = Node::Member(MemberId::Method(id));
                self.edge(own, Node::Member(MemberId::Method(call.callee)));
            }
        }
    }

    /// By member that reaches itself: its strongly connected component.
    fn cycles(&self) -> BTreeMap<MemberId, Cycle> {
        let mut cycles = BTreeMap::new();
        for component in kosaraju_scc(&self.graph) {
            let is_cycle = match component.as_slice() {
                [only] => self.graph.contains_edge(*only, *only),
                _ => true,
            };
            if !is_cycle {
                continue;
            }
            let member = |node: &NodeIndex| match self.graph.node_weight(*node) {
                Some(Node::Member(member)) => Some(*member),
                _ => None,
            };
            let members: Cycle = Arc::new(component.iter().filter_map(member).collect());
            cycles.extend(members.iter().map(|&m| (m, members.clone())));
        }
        cycles
    }
}

/// All members with a contract or predicate body, each after those that its own contract
/// mentions (in a cycle, in source order).
#[must_use]
pub fn contract_order(
    program: &Program,
    mentions: &BTreeMap<MemberId, MemberMentions>,
) -> Vec<MemberId> {
    let ids = 0..u32::try_from(program.preds.len()).unwrap_or(u32::MAX);
    let all = ids
        .map(|i| MemberId::Pred(PredId(i)))
        .chain(program.members.iter().copied());
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for start in all {
        // A member is on the stack twice: to be entered and to be left.
        let mut todo = vec![(start, false)];
        while let Some((member, left)) = todo.pop() {
            if left {
                order.push(member);
            } else if seen.insert(member) {
                todo.push((member, true));
                let used = mentions.get(&member).into_iter();
                let used = used.flat_map(|member| member.contract.with_families(program));
                let inner: Vec<_> = used.map(|m| (m, false)).collect();
                todo.extend(inner.into_iter().rev());
            }
        }
    }
    order
}
