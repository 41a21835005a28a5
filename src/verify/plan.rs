//! Which checks a program takes, and which have to wait for which: a contract
//! for those of the members that it can come to use, a body for those that it
//! mentions, so that an ill-formed contract is reported once, where it stands.

use super::callgraph::contract_order;
use super::queue::Task;
use crate::ir::mentions::Mentions;
use crate::ir::{MemberId, Program};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};

/// A part of the work on a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The check of a member's contract; of a predicate, its body.
    Contract(MemberId),
    /// The check of a member's body.
    Body(MemberId),
}

/// The steps in which members of a program are verified.
#[derive(Debug, Default)]
pub struct Plan {
    /// The steps, each after those that it waits for.
    pub steps: Vec<Step>,
    /// Their sizes and what they wait for.
    pub tasks: Vec<Task>,
}

impl Plan {
    /// The steps that verify the `wanted` members of a program.
    #[must_use]
    pub fn new(program: &Program, wanted: &[MemberId]) -> Plan {
        let uses = Uses::new(program);
        let mut plan = Plan::default();
        let needed = uses.needed(wanted);
        // The step after which the contract of a member, and of those that it is
        // in a cycle with, are known.
        let mut known = BTreeMap::new();
        for group in uses.groups(program) {
            if !group.iter().any(|member| needed.contains(member)) {
                continue;
            }
            let texts = group.iter().filter_map(|member| uses.texts.get(member));
            let mut after = steps_of(&known, texts.flat_map(|text| &text.contract));
            for &member in &group {
                let text = uses.texts.get(&member);
                let size = text.map_or(0, |text| text.contract_size);
                let step = plan.push(Step::Contract(member), Task { size, after });
                after = vec![step];
            }
            known.extend(group.iter().map(|&member| (member, plan.steps.len() - 1)));
        }
        for &member in wanted {
            let Some(text) = uses.texts.get(&member) else {
                continue;
            };
            // A predicate's body is its contract.
            if matches!(member, MemberId::Pred(_)) {
                continue;
            }
            let task = Task {
                size: text.body_size,
                after: steps_of(&known, text.body.iter().chain([&member])),
            };
            plan.push(Step::Body(member), task);
        }
        plan
    }

    /// The members whose contracts are known when a step begins: those that it
    /// waits for, directly or not.
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

/// The steps after which the contracts of some members are known, each once;
/// those that have none yet are in a cycle with who asks.
fn steps_of<'a>(
    steps: &BTreeMap<MemberId, usize>,
    members: impl Iterator<Item = &'a MemberId>,
) -> Vec<usize> {
    let found: BTreeSet<usize> = members.filter_map(|m| steps.get(m).copied()).collect();
    found.into_iter().collect()
}

/// What checking a member can come to use directly, and how large its texts are.
#[derive(Debug)]
struct Text {
    /// The members whose contracts the check of its contract needs: those that
    /// the contract mentions, and, as it can be unrolled, those that the body of
    /// a pure method mentions.
    contract: BTreeSet<MemberId>,
    contract_size: u64,
    /// The members that its body mentions.
    body: BTreeSet<MemberId>,
    body_size: u64,
}

/// The texts of all members.
#[derive(Debug)]
struct Uses {
    texts: BTreeMap<MemberId, Text>,
}

impl Uses {
    fn new(program: &Program) -> Uses {
        let text = |member: MemberId| {
            let contract = Mentions::of_contract(program, member);
            let mut body = Mentions::default();
            body.add_body(program, member);
            let mut used: BTreeSet<MemberId> = contract.members().collect();
            if matches!(member, MemberId::Pure(_)) {
                used.extend(body.members());
            }
            Text {
                contract: used,
                contract_size: contract.size,
                body: body.members().collect(),
                // The contract is produced before the body, and consumed after it.
                body_size: contract.size + body.size,
            }
        };
        let members = program.members.iter();
        Uses {
            texts: members.map(|&member| (member, text(member))).collect(),
        }
    }

    /// The members whose contracts verifying these can come to use.
    fn needed(&self, wanted: &[MemberId]) -> BTreeSet<MemberId> {
        let mut needed: BTreeSet<MemberId> = wanted.iter().copied().collect();
        let bodies = wanted.iter().filter_map(|member| self.texts.get(member));
        needed.extend(bodies.flat_map(|text| &text.body));
        let mut todo: Vec<MemberId> = needed.iter().copied().collect();
        while let Some(member) = todo.pop() {
            let used = self.texts.get(&member).into_iter();
            for &next in used.flat_map(|text| &text.contract) {
                if needed.insert(next) {
                    todo.push(next);
                }
            }
        }
        needed
    }

    /// The members in groups, each after those that its contracts can come to use;
    /// in a group those that can come to use one another, so that those come
    /// first that the contracts of the others mention.
    fn groups(&self, program: &Program) -> Vec<Vec<MemberId>> {
        let mut graph = DiGraph::<MemberId, ()>::new();
        let nodes: BTreeMap<MemberId, NodeIndex> = self
            .texts
            .keys()
            .map(|&member| (member, graph.add_node(member)))
            .collect();
        for (member, text) in &self.texts {
            for used in &text.contract {
                if let (Some(&from), Some(&to)) = (nodes.get(member), nodes.get(used)) {
                    graph.add_edge(from, to, ());
                }
            }
        }
        // The components come in reverse topological order: what is used comes first.
        let components = kosaraju_scc(&graph).into_iter().map(|component| {
            let members = component.iter().filter_map(|&node| graph.node_weight(node));
            members.copied().collect()
        });
        let mut groups: Vec<Vec<MemberId>> = components.collect();
        // Mostly each member is alone: then there is nothing to put in order.
        if groups.iter().any(|group| group.len() > 1) {
            let order = contract_order(program).into_iter().enumerate();
            let ranks: BTreeMap<MemberId, usize> = order.map(|(rank, m)| (m, rank)).collect();
            for group in &mut groups {
                group.sort_by_key(|member| ranks.get(member).copied());
            }
        }
        groups
    }
}
