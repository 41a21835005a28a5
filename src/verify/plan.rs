//! The verification plan of a program: its checks and their dependencies. A contract
//! waits for those of the members that it can use, and a body for those that it mentions,
//! so that an ill-formed contract is reported once, at its own position.

use super::callgraph::contract_order;
use super::queue::Task;
use crate::ir::mentions::MemberMentions;
use crate::ir::{MemberId, Program};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};

/// A step in verifying a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The check of a member's contract; for a predicate, of its body.
    Contract(MemberId),
    /// The check of a member's body.
    Body(MemberId),
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
        // The step after which the contracts of a member and of its cycle are known.
        let mut known = BTreeMap::new();
        for group in dependencies.groups(program, mentions) {
            if !group.iter().any(|member| needed.contains(member)) {
                continue;
            }
            let direct = group
                .iter()
                .filter_map(|member| dependencies.direct.get(member));
            let mut after = steps_of(&known, direct.flat_map(|direct| &direct.contract));
            for &member in &group {
                let direct = dependencies.direct.get(&member);
                let size = direct.map_or(0, |direct| direct.contract_size);
                let step = plan.push(Step::Contract(member), Task { size, after });
                after = vec![step];
            }
            known.extend(group.iter().map(|&member| (member, plan.steps.len() - 1)));
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
                after: steps_of(&known, direct.body.iter().chain([&member])),
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

/// The steps after which the contracts of some members are known, without duplicates.
/// Members without a step yet are in the cycle under construction.
fn steps_of<'a>(
    steps: &BTreeMap<MemberId, usize>,
    members: impl Iterator<Item = &'a MemberId>,
) -> Vec<usize> {
    let found: BTreeSet<usize> = members.filter_map(|m| steps.get(m).copied()).collect();
    found.into_iter().collect()
}

/// The direct dependencies of checking a member, and the sizes of its texts.
#[derive(Debug)]
struct DirectDependencies {
    /// The members whose contracts the check of its contract needs: those that the
    /// contract mentions, and those that the body of a pure method mentions, because it
    /// can be unrolled.
    contract: BTreeSet<MemberId>,
    contract_size: u64,
    /// The members that its body mentions.
    body: BTreeSet<MemberId>,
    body_size: u64,
}

/// The direct dependencies of all members.
#[derive(Debug)]
struct Dependencies {
    direct: BTreeMap<MemberId, DirectDependencies>,
}

impl Dependencies {
    fn new(program: &Program, mentions: &BTreeMap<MemberId, MemberMentions>) -> Dependencies {
        let direct = |member: MemberId| {
            let MemberMentions { contract, body } = mentions.get(&member)?;
            let mut used: BTreeSet<MemberId> = contract.members().collect();
            if matches!(member, MemberId::Pure(_)) {
                used.extend(body.members());
            }
            Some(DirectDependencies {
                contract: used,
                contract_size: contract.size,
                body: body.members().collect(),
                // The contract is produced before the body, and consumed after it.
                body_size: contract.size + body.size,
            })
        };
        let members = program.members.iter();
        let direct = members.filter_map(|&member| Some((member, direct(member)?)));
        Dependencies {
            direct: direct.collect(),
        }
    }

    /// The members whose contracts can be used to verify these, directly or indirectly.
    fn needed(&self, wanted: &[MemberId]) -> BTreeSet<MemberId> {
        let mut needed: BTreeSet<MemberId> = wanted.iter().copied().collect();
        let bodies = wanted.iter().filter_map(|member| self.direct.get(member));
        needed.extend(bodies.flat_map(|direct| &direct.body));
        let mut todo: Vec<MemberId> = needed.iter().copied().collect();
        while let Some(member) = todo.pop() {
            let used = self.direct.get(&member).into_iter();
            for &next in used.flat_map(|direct| &direct.contract) {
                if needed.insert(next) {
                    todo.push(next);
                }
            }
        }
        needed
    }

    /// The strongly connected components of the dependencies between contracts, in
    /// topological order. Within a component, the order is that of [`contract_order`].
    fn groups(
        &self,
        program: &Program,
        mentions: &BTreeMap<MemberId, MemberMentions>,
    ) -> Vec<Vec<MemberId>> {
        let mut graph = DiGraph::<MemberId, ()>::new();
        let nodes: BTreeMap<MemberId, NodeIndex> = self
            .direct
            .keys()
            .map(|&member| (member, graph.add_node(member)))
            .collect();
        for (member, direct) in &self.direct {
            for used in &direct.contract {
                if let (Some(&from), Some(&to)) = (nodes.get(member), nodes.get(used)) {
                    graph.add_edge(from, to, ());
                }
            }
        }
        // The components come in reverse topological order: dependencies come first.
        let components = kosaraju_scc(&graph).into_iter().map(|component| {
            let members = component.iter().filter_map(|&node| graph.node_weight(node));
            members.copied().collect()
        });
        let mut groups: Vec<Vec<MemberId>> = components.collect();
        // Usually each member is a component of its own, and nothing has to be ordered.
        if groups.iter().any(|group| group.len() > 1) {
            let order = contract_order(program, mentions).into_iter().enumerate();
            let ranks: BTreeMap<MemberId, usize> = order.map(|(rank, m)| (m, rank)).collect();
            for group in &mut groups {
                group.sort_by_key(|member| ranks.get(member).copied());
            }
        }
        groups
    }
}
