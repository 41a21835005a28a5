//! The verification plan of a program: its checks and their dependencies. A contract
//! waits for those of the members that it can use, and a body for those that it mentions,
//! so that an ill-formed contract is reported once, at its own position.

use super::callgraph::contract_order;
use super::queue::Task;
use crate::ir::mentions::{Dependency, MemberMentions, Mentions};
use crate::ir::{MemberId, Program};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// A step in verifying a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The check of a member's contract; for a predicate, of its body.
    Contract(MemberId),
    /// The check of a member's body.
    Body(MemberId),
    /// No check: the contracts of a family of predicates or of pure methods, named by its
    /// representative, have been checked.
    Family(MemberId),
}

/// The steps that verify members of a program.
#[derive(Debug, Default)]
pub struct Plan {
    /// The steps, each after its dependencies.
    pub steps: Vec<Step>,
    /// Their sizes and dependencies.
    pub tasks: Vec<Task>,
}

impl Plan {
    /// The steps that verify the `wanted` members of a program with these mentions.
    #[must_use]
    pub fn new(
        program: &Program,
        mentions: &BTreeMap<MemberId, MemberMentions>,
        wanted: &[MemberId],
    ) -> Plan {
        let dependencies = Dependencies::new(program, mentions);
        let mut plan = Plan::default();
        let needed = dependencies.needed(wanted);
        // The step after which the contracts of a node and of its cycle are known.
        let mut known = FxHashMap::default();
        for group in dependencies.groups(program, mentions) {
            if !group.iter().any(|node| needed.contains(node)) {
                continue;
            }
            let used = group
                .iter()
                .flat_map(|node| dependencies.contracts_used(*node));
            let mut after = steps_of(&known, used);
            let members = group.iter().filter_map(|node| node.member());
            let mut last = None;
            for member in members {
                let direct = dependencies.direct.get(&member);
                let size = direct.map_or(0, |direct| direct.contract_size);
                let step = plan.push(Step::Contract(member), Task { size, after });
                after = vec![step];
                last = Some(step);
            }
            // A family alone is known after all of its members.
            if let (None, [Dependency::Family(family)]) = (last, group.as_slice()) {
                last = Some(plan.push(Step::Family(*family), Task { size: 0, after }));
            }
            known.extend(group.iter().filter_map(|&node| Some((node, last?))));
        }
        for &member in wanted {
            let Some(direct) = dependencies.direct.get(&member) else {
                continue;
            };
            // A predicate's body is its contract.
            if matches!(member, MemberId::Pred(_)) {
                continue;
            }
            let task = Task {
                size: direct.body_size,
                after: steps_of(
                    &known,
                    direct.body.iter().chain([&Dependency::Contract(member)]),
                ),
            };
            plan.push(Step::Body(member), task);
        }
        plan
    }

    /// The members whose contracts are known when a step begins: its direct and indirect
    /// dependencies.
    #[must_use]
    pub fn known_before(&self, step: usize) -> BTreeSet<MemberId> {
        let mut members = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut todo = vec![step];
        while let Some(next) = todo.pop() {
            for &earlier in self.tasks.get(next).into_iter().flat_map(|t| &t.after) {
                if seen.insert(earlier) {
                    todo.push(earlier);
                    if let Some(Step::Contract(member)) = self.steps.get(earlier) {
                        members.insert(*member);
                    }
                }
            }
        }
        members
    }

    fn push(&mut self, step: Step, task: Task) -> usize {
        self.steps.push(step);
        self.tasks.push(task);
        self.steps.len() - 1
    }
}

/// The steps after which the contracts of some nodes are known, without duplicates.
/// Nodes without a step yet are in the cycle under construction.
fn steps_of<'a>(
    steps: &FxHashMap<Dependency, usize>,
    nodes: impl Iterator<Item = &'a Dependency>,
) -> Vec<usize> {
    let mut found: Vec<usize> = nodes.filter_map(|n| steps.get(n).copied()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The direct dependencies of checking a member, and the sizes of its texts.
#[derive(Debug)]
struct DirectDependencies {
    /// The nodes whose contracts the check of its contract needs: those that the
    /// contract mentions, and those that the body of a pure method mentions, because it
    /// can be unrolled.
    contract: Vec<Dependency>,
    contract_size: u64,
    /// The nodes that its body mentions.
    body: Vec<Dependency>,
    body_size: u64,
}

/// The direct dependencies of all members.
#[derive(Debug)]
struct Dependencies {
    direct: BTreeMap<MemberId, DirectDependencies>,
    /// By dispatched family: its members.
    families: BTreeMap<MemberId, Vec<Dependency>>,
}

impl Dependencies {
    fn new(program: &Program, mentions: &BTreeMap<MemberId, MemberMentions>) -> Dependencies {
        let all = |of: &[&Mentions]| {
            let members = of.iter().flat_map(|mentions| mentions.members());
            let mut all: Vec<Dependency> = members
                .map(|member| Dependency::mentioned(program, member))
                .collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let direct = |member: MemberId| {
            let MemberMentions { contract, body } = mentions.get(&member)?;
            Some(DirectDependencies {
                contract: match member {
                    MemberId::Pure(_) => all(&[contract, body]),
                    MemberId::Method(_) | MemberId::Pred(_) => all(&[contract]),
                },
                contract_size: contract.size,
                body: all(&[body]),
                // The contract is produced before the body, and consumed after it.
                body_size: contract.size + body.size,
            })
        };
        let members = program.members.iter();
        let direct = members.filter_map(|&member| Some((member, direct(member)?)));
        let members = |family: MemberId| {
            let members = program.family(family).into_iter();
            (family, members.map(Dependency::Contract).collect())
        };
        Dependencies {
            direct: direct.collect(),
            families: program.families().map(members).collect(),
        }
    }

    /// The nodes whose contracts the contract of this one needs.
    fn contracts_used(&self, node: Dependency) -> impl Iterator<Item = &Dependency> {
        let direct = node.member().and_then(|member| self.direct.get(&member));
        let members = match node {
            Dependency::Family(family) => self.families.get(&family),
            Dependency::Contract(_) => None,
        };
        let direct = direct.into_iter().flat_map(|direct| &direct.contract);
        direct.chain(members.into_iter().flatten())
    }

    /// The nodes whose contracts can be used to verify these members, directly or indirectly.
    fn needed(&self, wanted: &[MemberId]) -> FxHashSet<Dependency> {
        let mut needed: FxHashSet<Dependency> =
            wanted.iter().copied().map(Dependency::Contract).collect();
        let bodies = wanted.iter().filter_map(|member| self.direct.get(member));
        needed.extend(bodies.flat_map(|direct| &direct.body));
        // In any order: the result is a set.
        let mut todo: Vec<Dependency> = needed.iter().copied().collect();
        while let Some(node) = todo.pop() {
            for &next in self.contracts_used(node) {
                if needed.insert(next) {
                    todo.push(next);
                }
            }
        }
        needed
    }

    /// The strongly connected components of the dependencies between contracts, in
    /// topological order. Within a component, the order is that of [`contract_order`], with
    /// families last.
    fn groups(
        &self,
        program: &Program,
        mentions: &BTreeMap<MemberId, MemberMentions>,
    ) -> Vec<Vec<Dependency>> {
        let mut graph = DiGraph::<Dependency, ()>::new();
        let members = self.direct.keys().copied().map(Dependency::Contract);
        let families = self.families.keys().copied().map(Dependency::Family);
        let nodes: FxHashMap<Dependency, NodeIndex> = members
            .chain(families)
            .map(|node| (node, graph.add_node(node)))
            .collect();
        for from in graph.node_indices() {
            let node = graph.node_weight(from).copied();
            for used in node.into_iter().flat_map(|node| self.contracts_used(node)) {
                if let Some(&to) = nodes.get(used) {
                    graph.add_edge(from, to, ());
                }
            }
        }
        // The components come in reverse topological order: dependencies come first.
        let components = kosaraju_scc(&graph).into_iter().map(|component| {
            let members = component.iter().filter_map(|&node| graph.node_weight(node));
            members.copied().collect()
        });
        let mut groups: Vec<Vec<Dependency>> = components.collect();
        // Usually each member is a component of its own, and nothing has to be ordered.
        if groups.iter().any(|group| group.len() > 1) {
            let order = contract_order(program, mentions).into_iter().enumerate();
            let ranks: BTreeMap<MemberId, usize> = order.map(|(rank, m)| (m, rank)).collect();
            let rank = |node: &Dependency| match node.member() {
                Some(member) => ranks.get(&member).copied().map_or((0, 0), |rank| (1, rank)),
                None => (2, 0),
            };
            for group in &mut groups {
                group.sort_by_key(rank);
            }
        }
        groups
    }
}
