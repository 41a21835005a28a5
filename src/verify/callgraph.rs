//! The call graph of pure methods and lemmas, and its cycles, in which §3.6 requires that
//! calls descend. Departure: that of other methods, too, whose calls descend where one of their
//! cycle has a measure.

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

/// The call-graph cycles of pure methods, of lemmas, and of other methods.
#[derive(Debug, Default)]
pub struct CallGraph {
    /// By recursive member: its strongly connected component.
    cycles: BTreeMap<MemberId, Cycle>,
    /// The members of cycles in which some member has `decreases` measures.
    measured: BTreeSet<MemberId>,
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
            match program.method(id).kind {
                MethodKind::Lemma => calls.add_lemma(id),
                MethodKind::Mutator
                | MethodKind::Constructor
                | MethodKind::Main
                | MethodKind::Initialiser => {
                    calls.add_method(id);
                }
            }
        }
        let mut graph = CallGraph {
            cycles: calls.cycles(),
            measured: BTreeSet::new(),
        };
        let has_measures = |cycle: &&Cycle| cycle.iter().any(|&m| has_measure(program, m));
        let measured = graph.cycles().filter(has_measures);
        graph.measured = measured.flat_map(|cycle| cycle.iter().copied()).collect();
        graph
    }

    /// Whether a member of this one's cycle has `decreases` measures.
    #[must_use]
    pub fn descends_by_measure(&self, member: MemberId) -> bool {
        self.measured.contains(&member)
    }

    /// The cycle of a member; `None` if the member is not recursive.
    #[must_use]
    pub fn cycle(&self, member: MemberId) -> Option<Cycle> {
        self.cycles.get(&member).cloned()
    }

    /// Whether calls in a member's cycle must descend: of pure methods and lemmas always, of other
    /// methods if one of the cycle has a measure.
    #[must_use]
    pub fn is_checked(&self, program: &Program, member: MemberId) -> bool {
        match member {
            MemberId::Method(id) => {
                program.method(id).kind == MethodKind::Lemma || self.descends_by_measure(member)
            }
            MemberId::Pure(_) | MemberId::Pred(_) => true,
        }
    }

    /// Whether a method can call itself, directly or through others, and nothing shows that this
    /// ends. That of pure methods and lemmas is always proved.
    #[must_use]
    pub fn is_unproved(&self, program: &Program, method: MethodId) -> bool {
        let member = MemberId::Method(method);
        self.cycles.contains_key(&member) && !self.is_checked(program, member)
    }

    /// All cycles.
    pub fn cycles(&self) -> impl Iterator<Item = &Cycle> {
        let all = self.cycles.iter();
        let first = all.filter(|(member, cycle)| cycle.first() == Some(*member));
        first.map(|(_, cycle)| cycle)
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

/// Whether a member has `decreases` measures, or a method that it overrides, which promises callers
/// that it ends.
fn has_measure(program: &Program, member: MemberId) -> bool {
    let first = match member {
        MemberId::Pure(p) => return !program.pure_method(p).decreases.is_empty(),
        MemberId::Method(m) => m,
        MemberId::Pred(_) => return false,
    };
    let (mut todo, mut seen) = (vec![first], BTreeSet::from([first]));
    while let Some(next) = todo.pop() {
        let method = program.method(next);
        if !method.decreases.is_empty() {
            return true;
        }
        todo.extend(method.refines.iter().copied().filter(|m| seen.insert(*m)));
    }
    false
}

/// A node of the call graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    /// A pure method, called as the receiver's class defines it, or a lemma.
    Member(MemberId),
    /// The very definition of a pure method: what a call by `super` executes.
    Definition(PureId),
    /// All pure methods of a family, by its representative.
    Pures(PureId),
    /// What the bodies of a family of predicates mention, by its representative.
    Preds(PredId),
    /// The definitions of a family of pure methods for objects of the subtypes of a class.
    Overriding(PureId, ClassId),
    /// A method that is not pure and no lemma, called by dynamic type.
    Dynamic(MethodId),
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
        let (called, family) = (Node::Member(MemberId::Pure(id)), pures.family(id));
        let own = Node::Definition(id);
        self.edge(called, own);
        let class = program.pure_method(id).class;
        let overriding = class.and_then(|class| pures.changed_at(family, class));
        let overriding = overriding.map(|class| Node::Overriding(family, class));
        if let Some(overriding) = overriding {
            self.edge(called, overriding);
        }
        let method = program.pure_method(id);
        let mut found = Mentions::default();
        found.assertion(&method.requires);
        found.assertion(&method.ensures);
        let exprs = method.decreases.iter().chain(&method.body);
        exprs.for_each(|e| found.expr(e));
        for &callee in found.pures.difference(&found.dispatched) {
            self.edge(own, Node::Definition(callee));
        }
        if found.preds.is_empty() {
            for &callee in &found.dispatched {
                self.edge(own, Node::Member(MemberId::Pure(callee)));
            }
            return;
        }
        if overriding.is_some_and(|overriding| self.is_overridden(overriding)) {
            self.add_pures(called, &BTreeSet::from([id]));
        }
        self.add_pures(own, &found.dispatched);
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

    /// Adds what a method calls, and that calls of what it overrides can lead to it.
    fn add_method(&mut self, id: MethodId) {
        let method: &Method = self.program.method(id);
        let own = Node::Member(MemberId::Method(id));
        self.edge(Node::Dynamic(id), own);
        for &above in method.refines.iter().chain(&method.inherited) {
            self.edge(Node::Dynamic(above), Node::Dynamic(id));
        }
        for stmt in walk::statements(&method.body) {
            let Some(call) = stmt.call() else { continue };
            let is_dispatched = call.of.is_none() && matches!(stmt.kind, StmtKind::Call(..));
            let callee = self.program.method(call.callee);
            if callee.kind != MethodKind::Lemma {
                let member = Node::Member(MemberId::Method(call.callee));
                let to = if is_dispatched {
                    Node::Dynamic(call.callee)
                } else {
                    member
                };
                self.edge(own, to);
            }
        }
    }

    /// By member that reaches itself: its strongly connected component. Of a member that is in two, as it
    /// is called and as it is defined, all of both.
    fn cycles(&self) -> BTreeMap<MemberId, Cycle> {
        let mut cycles: BTreeMap<MemberId, Cycle> = BTreeMap::new();
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
                Some(Node::Definition(pure)) => Some(MemberId::Pure(*pure)),
                // What a call names, although its own text might not be in the cycle.
                Some(Node::Dynamic(method)) => Some(MemberId::Method(*method)),
                Some(Node::Pures(_) | Node::Preds(_) | Node::Overriding(..)) | None => None,
            };
            let mut members: BTreeSet<MemberId> = component.iter().filter_map(member).collect();
            let known: Vec<Cycle> = members
                .iter()
                .filter_map(|m| cycles.get(m).cloned())
                .collect();
            members.extend(known.iter().flat_map(|cycle| cycle.iter().copied()));
            let members: Cycle = Arc::new(members);
            cycles.extend(members.iter().map(|&m| (m, members.clone())));
        }
        cycles
    }
}

/// All members with a contract or predicate body, each after those that its own contract
/// mentions, and after all members of their families (in a cycle, in source order).
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
    let mut unseen = Unseen {
        program,
        seen: BTreeSet::new(),
        families: BTreeMap::new(),
    };
    for start in all {
        if !unseen.seen.insert(start) {
            continue;
        }
        let mut path = vec![start];
        while let Some(&member) = path.last() {
            let contract = mentions.get(&member).map(|member| &member.contract);
            match contract.and_then(|contract| unseen.first_of(contract)) {
                Some(next) => {
                    unseen.seen.insert(next);
                    path.push(next);
                }
                None => {
                    order.push(member);
                    path.pop();
                }
            }
        }
    }
    order
}

/// The members that a traversal has not seen.
struct Unseen<'p> {
    program: &'p Program,
    seen: BTreeSet<MemberId>,
    /// By family: the number of its first members that have been seen.
    families: BTreeMap<MemberId, usize>,
}

impl Unseen<'_> {
    /// The first unseen member of those that a contract mentions: predicates, pure methods, then
    /// others, each with their families.
    fn first_of(&mut self, contract: &Mentions) -> Option<MemberId> {
        let (preds, pures) = (contract.preds.iter(), contract.pures.iter());
        let pred = preds
            .filter_map(|q| self.first_in(MemberId::Pred(*q)))
            .min();
        let pure = |this: &mut Self| {
            pures
                .filter_map(|p| this.first_in(MemberId::Pure(*p)))
                .min()
        };
        let mut methods = contract.methods.iter().copied().map(MemberId::Method);
        let found = pred.or_else(|| pure(self));
        found.or_else(|| methods.find(|method| !self.seen.contains(method)))
    }

    /// The first unseen member of a member's family.
    fn first_in(&mut self, member: MemberId) -> Option<MemberId> {
        let hierarchy = &self.program.hierarchy;
        let Some(family) = self.program.dispatched(member) else {
            return (!self.seen.contains(&member)).then_some(member);
        };
        let seen = self.families.entry(family).or_default();
        loop {
            let next = match family {
                MemberId::Pred(q) => {
                    let members = hierarchy.preds().dispatched_members(q);
                    members.get(*seen).copied().map(MemberId::Pred)
                }
                MemberId::Pure(p) => {
                    let members = hierarchy.pures().dispatched_members(p);
                    members.get(*seen).copied().map(MemberId::Pure)
                }
                MemberId::Method(_) => None,
            };
            match next {
                Some(next) if self.seen.contains(&next) => *seen += 1,
                next => return next,
            }
        }
    }
}
