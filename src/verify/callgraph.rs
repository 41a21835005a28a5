//! The call graph of pure methods and lemmas, and its cycles, in which §3.6 requires that
//! calls descend.

use crate::ir::mentions::{MemberMentions, Mentions};
use crate::ir::{MemberId, Method, MethodId, MethodKind, PredId, Program, PureId, StmtKind, walk};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The call-graph cycles of pure methods and of lemmas.
#[derive(Debug, Default)]
pub struct CallGraph {
    /// By pure method: its strongly connected component; empty if it is not recursive.
    cycles: Vec<Arc<BTreeSet<PureId>>>,
    /// The same by method; only lemmas have cycles.
    lemma_cycles: Vec<Arc<BTreeSet<MethodId>>>,
}

impl CallGraph {
    /// The cycles of a program. All calls in a pure method's contract, measures and body
    /// count, and those in the bodies of the predicates that it mentions: closing such a
    /// predicate for a call can use facts about the calls in its body.
    #[must_use]
    pub fn new(program: &Program) -> CallGraph {
        let calls: Vec<BTreeSet<PureId>> = (0u32..)
            .map(PureId)
            .zip(&program.pures)
            .map(|(id, p)| {
                let mut found = Mentions::default();
                found.pures.extend(overriding(program, id));
                found.assertion(&p.requires);
                found.assertion(&p.ensures);
                let exprs = p.decreases.iter().chain(&p.body);
                exprs.for_each(|e| found.expr(e));
                through_predicates(program, &mut found);
                found.pures
            })
            .collect();
        CallGraph {
            cycles: cycles_of(&calls),
            lemma_cycles: cycles_of(&lemma_calls(program)),
        }
    }

    /// The cycle of a member; `None` if the member is not recursive, or neither a pure
    /// method nor a lemma.
    #[must_use]
    pub fn cycle(&self, member: MemberId) -> Option<BTreeSet<MemberId>> {
        match member {
            MemberId::Pure(p) => {
                let cycle = self.cycles.get(p.index())?;
                (!cycle.is_empty()).then(|| cycle.iter().copied().map(MemberId::Pure).collect())
            }
            MemberId::Method(m) => {
                let cycle = self.lemma_cycles.get(m.index())?;
                (!cycle.is_empty()).then(|| cycle.iter().copied().map(MemberId::Method).collect())
            }
            MemberId::Pred(_) => None,
        }
    }

    /// The recursive pure methods.
    #[must_use]
    pub fn recursive(&self) -> BTreeSet<PureId> {
        let cycles = self.cycles.iter();
        cycles.flat_map(|cycle| cycle.iter().copied()).collect()
    }
}

/// By lemma, the lemmas that it calls. (Any method can call a lemma, but a lemma calls
/// only lemmas.)
fn lemma_calls(program: &Program) -> Vec<BTreeSet<MethodId>> {
    let calls = |method: &Method| {
        let called = walk::statements(&method.body).into_iter();
        let called = called.filter_map(|stmt| match &stmt.kind {
            StmtKind::Call(_, call) => Some(call.callee),
            _ => None,
        });
        called.collect()
    };
    let methods = program.methods.iter();
    methods
        .map(|method| match method.kind {
            MethodKind::Lemma => calls(method),
            _ => BTreeSet::new(),
        })
        .collect()
}

/// For each method, its strongly connected component; empty if it does not reach itself.
fn cycles_of<T: Copy + Ord + From<u32> + Into<u32>>(
    calls: &[BTreeSet<T>],
) -> Vec<Arc<BTreeSet<T>>> {
    let edges = calls.iter().zip(0u32..);
    let edges = edges.flat_map(|(called, from)| called.iter().map(move |&to| (from, to.into())));
    let mut graph: DiGraph<(), ()> = DiGraph::from_edges(edges);
    while graph.node_count() < calls.len() {
        graph.add_node(());
    }
    let mut cycles = vec![Arc::default(); calls.len()];
    for component in kosaraju_scc(&graph) {
        if let [only] = component.as_slice()
            && !graph.contains_edge(*only, *only)
        {
            continue;
        }
        let ids = component.iter().map(|node| u32::try_from(node.index()));
        let cycle: Arc<BTreeSet<T>> = Arc::new(ids.flatten().map(T::from).collect());
        for node in &component {
            if let Some(slot) = cycles.get_mut(node.index()) {
                *slot = cycle.clone();
            }
        }
    }
    cycles
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
                let used = used.flat_map(|member| member.contract.members());
                let inner: Vec<_> = used.map(|m| (m, false)).collect();
                todo.extend(inner.into_iter().rev());
            }
        }
    }
    order
}

/// The pure methods that a call of this one can be dispatched to: the definitions for
/// objects of its class and of the classes below.
fn overriding(program: &Program, method: PureId) -> impl Iterator<Item = PureId> {
    let hierarchy = &program.hierarchy;
    let class = program.pure_method(method).class;
    let below = hierarchy.below(class).chain([class]);
    let chosen = below.filter_map(move |class| hierarchy.pures().defined(method, class));
    chosen.filter(move |&other| other != method)
}

/// Adds the mentions in the bodies of the mentioned predicates, transitively.
fn through_predicates(program: &Program, found: &mut Mentions) {
    let mut seen = BTreeSet::new();
    while let Some(&next) = found.preds.difference(&seen).next() {
        seen.insert(next);
        let body = program.pred(next).body.iter();
        body.for_each(|a| found.assertion(a));
        found.add_families(program);
    }
}
