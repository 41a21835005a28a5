//! The classes and dispatched families that the check of a member depends on: those
//! that its own declaration and the declarations it depends on mention. Assumptions
//! about dynamic types are derived from these only, so that no verdict depends on an
//! unrelated part of the program.

use super::mentions::{Classes, Dependency, MemberMentions, Mentions};
use super::{ClassId, MemberId, Program};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rpds::RedBlackTreeSetSync;
use std::collections::{BTreeMap, BTreeSet};

/// The two checks of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obligation {
    /// Well-formedness of its contract.
    Contract,
    /// Its body satisfies the contract.
    Body,
}

/// The dynamic-type dependencies of one check.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Whether the verdict can depend on the class of an object.
    pub tests_classes: bool,
    /// The classes mentioned; empty if nothing depends on dynamic types.
    pub classes: RedBlackTreeSetSync<ClassId>,
    /// The dispatched families mentioned, by their representatives.
    pub families: RedBlackTreeSetSync<MemberId>,
}

impl Reach {
    /// Whether anything depends on the class of an object.
    #[must_use]
    pub fn has_dynamic_types(&self) -> bool {
        self.tests_classes || !self.families.is_empty()
    }

    /// Whether the check can distinguish objects of some subclass of this class from
    /// those of the class itself.
    #[must_use]
    pub fn distinguishes_subtypes(&self, program: &Program, class: ClassId) -> bool {
        let mut families = self.families.iter();
        self.tests_classes && program.hierarchy.has_subtypes(class)
            || families.any(|family| program.varies(*family, class))
    }
}

/// The mentions of a member.
#[derive(Debug, Default)]
struct Text {
    /// The members that a check depends on if it uses the contract.
    contract: BTreeSet<MemberId>,
    contract_classes: Classes,
    /// Further members whose contracts the check of the body uses.
    body: BTreeSet<MemberId>,
    body_classes: Classes,
}

impl Text {
    fn new(program: &Program, member: MemberId, mentions: &MemberMentions) -> Text {
        let MemberMentions { contract, body } = mentions;
        let mut found = Text {
            contract: contract.members().collect(),
            contract_classes: contract.classes.clone(),
            body: body.members().collect(),
            body_classes: body.classes.clone(),
        };
        let vars = program.vars(member);
        match member {
            MemberId::Method(m) => {
                let mut measures = Mentions::default();
                let exprs = &program.method(m).decreases;
                exprs.iter().for_each(|e| measures.expr(e));
                found.contract.extend(measures.members());
                found.contract_classes.add(&measures.classes);
                found.contract_classes.add_signature(vars);
                found.body_classes.add_variables(vars);
            }
            // The body of a pure method is visible to its callers.
            MemberId::Pure(_) | MemberId::Pred(_) => {
                found.contract_classes.add(&found.body_classes);
                found.contract_classes.add_variables(vars);
            }
        }
        if matches!(member, MemberId::Pure(_)) {
            found.contract.extend(&found.body);
        }
        found
    }
}

/// What the uses of some contracts depend on, transitively: what a group of contracts depends on,
/// and additions.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    /// The groups of contracts, by number.
    groups: RedBlackTreeSetSync<usize>,
    reach: Reach,
    /// The static types with subtypes of compared references.
    compared: RedBlackTreeSetSync<ClassId>,
    /// The number of the group to which the closure adds.
    base: Option<usize>,
    added_classes: Vec<ClassId>,
    added_families: Vec<MemberId>,
}

impl Closure {
    /// The closure of a group, with no additions yet.
    fn of_group(number: usize, group: &Group) -> Closure {
        let Closure {
            groups,
            reach,
            compared,
            ..
        } = &group.closure;
        Closure {
            groups: groups.clone(),
            reach: reach.clone(),
            compared: compared.clone(),
            base: Some(number),
            ..Closure::default()
        }
    }

    /// The number of the group to whose closure this one adds.
    #[must_use]
    pub fn base(&self) -> Option<usize> {
        self.base
    }

    /// The classes that it adds.
    #[must_use]
    pub fn added_classes(&self) -> &[ClassId] {
        &self.added_classes
    }

    /// The families that it adds.
    #[must_use]
    pub fn added_families(&self) -> &[MemberId] {
        &self.added_families
    }

    /// All classes.
    #[must_use]
    pub fn classes(&self) -> &RedBlackTreeSetSync<ClassId> {
        &self.reach.classes
    }

    /// All dispatched families.
    #[must_use]
    pub fn families(&self) -> &RedBlackTreeSetSync<MemberId> {
        &self.reach.families
    }

    fn add_classes(&mut self, program: &Program, classes: &Classes) {
        let reach = &mut self.reach;
        for &class in &classes.all {
            if !reach.classes.contains(&class) {
                reach.classes.insert_mut(class);
                self.added_classes.push(class);
            }
        }
        for &class in classes.compared() {
            // Objects of other types are all of the same class.
            let has_subtypes = program.hierarchy.has_subtypes(class);
            if has_subtypes && !self.compared.contains(&class) {
                self.compared.insert_mut(class);
            }
        }
        reach.tests_classes |= classes.has_tests();
    }

    /// The dynamic-type dependencies.
    #[must_use]
    pub fn reach(&self, program: &Program) -> Reach {
        let mut reach = self.reach.clone();
        let hierarchy = &program.hierarchy;
        let is_tested = |upper: &ClassId| {
            let mut lower = reach.classes.iter();
            lower.any(|class| class != upper && hierarchy.is_below(*class, *upper))
        };
        reach.tests_classes |= self.compared.iter().any(is_tested);
        if !reach.has_dynamic_types() {
            reach.classes = RedBlackTreeSetSync::default();
        }
        reach
    }
}

/// A group of contracts that depend on each other.
#[derive(Debug, Default)]
struct Group {
    nodes: Vec<Dependency>,
    /// The other groups that they depend on directly.
    next: Vec<usize>,
    /// What they depend on, transitively.
    closure: Closure,
}

/// The mentions of all members of a program.
#[derive(Debug, Default)]
pub struct Reaches {
    /// Empty if nothing in the program depends on dynamic types.
    texts: BTreeMap<MemberId, Text>,
    /// By node: the number of its group.
    numbers: BTreeMap<Dependency, usize>,
    /// The groups, each after those that it depends on.
    groups: Vec<Group>,
}

impl Reaches {
    /// The dependencies of all members of a program with these mentions.
    #[must_use]
    pub fn new(program: &Program, mentions: &BTreeMap<MemberId, MemberMentions>) -> Reaches {
        let has_families = program.families().next().is_some();
        let parts = || mentions.values().flat_map(|m| [&m.contract, &m.body]);
        // Most programs are done here.
        if !has_families && !parts().any(|part| part.classes.may_be_tested(&program.hierarchy)) {
            return Reaches::default();
        }
        let texts: BTreeMap<MemberId, Text> = mentions
            .iter()
            .map(|(&member, mentions)| (member, Text::new(program, member, mentions)))
            .collect();
        let mut classes = Classes::default();
        for text in texts.values() {
            classes.add(&text.contract_classes);
            classes.add(&text.body_classes);
        }
        if !has_families && !classes.are_tested(&program.hierarchy) {
            return Reaches::default();
        }
        let mut reaches = Reaches {
            texts,
            ..Reaches::default()
        };
        reaches.close(program);
        reaches
    }

    /// Computes the closures of all contracts and families, dependencies first.
    fn close(&mut self, program: &Program) {
        let mut graph = DiGraph::<Dependency, ()>::new();
        let mut nodes: BTreeMap<Dependency, NodeIndex> = BTreeMap::new();
        let families = program.families().map(Dependency::Family);
        let members = self.texts.keys().copied().map(Dependency::Contract);
        for node in families.chain(members) {
            nodes.insert(node, graph.add_node(node));
        }
        let members = program.families().flat_map(|family| {
            let members = program.family(family).into_iter();
            members.map(move |member| (Dependency::Family(family), Dependency::Contract(member)))
        });
        let texts = self.texts.iter().flat_map(|(&member, text)| {
            let used = text.contract.iter();
            used.map(move |&used| {
                (
                    Dependency::Contract(member),
                    Dependency::mentioned(program, used),
                )
            })
        });
        for (from, to) in members.chain(texts) {
            if let (Some(&from), Some(&to)) = (nodes.get(&from), nodes.get(&to)) {
                graph.add_edge(from, to, ());
            }
        }
        // The components come in reverse topological order: dependencies come first.
        for (number, component) in kosaraju_scc(&graph).into_iter().enumerate() {
            let mut next = BTreeSet::new();
            for used in component.iter().flat_map(|&node| graph.neighbors(node)) {
                let used = graph.node_weight(used);
                next.extend(used.and_then(|used| self.numbers.get(used)));
            }
            let nodes = component.iter();
            let nodes: Vec<Dependency> = nodes
                .filter_map(|&node| graph.node_weight(node).copied())
                .collect();
            self.numbers
                .extend(nodes.iter().map(|&node| (node, number)));
            let mut group = Group {
                closure: self.union(program, next.iter().copied()),
                next: next.into_iter().collect(),
                nodes,
            };
            self.add_group(program, &mut group.closure, number, &group.nodes);
            self.groups.push(group);
        }
    }

    /// The union of the closures of some groups. It starts from the largest one and visits only
    /// groups that this one does not contain.
    fn union(&self, program: &Program, groups: impl Iterator<Item = usize>) -> Closure {
        let mut todo: Vec<usize> = groups.collect();
        let all = todo
            .iter()
            .filter_map(|&number| Some((number, self.groups.get(number)?)));
        let largest = all.max_by_key(|(_, group)| group.closure.groups.size());
        let mut closure = largest.map_or_else(Closure::default, |(number, group)| {
            Closure::of_group(number, group)
        });
        while let Some(number) = todo.pop() {
            if let Some(group) = self.groups.get(number)
                && !closure.groups.contains(&number)
            {
                self.add_group(program, &mut closure, number, &group.nodes);
                todo.extend(&group.next);
            }
        }
        closure
    }

    /// Adds what the nodes of a group mention themselves.
    fn add_group(
        &self,
        program: &Program,
        closure: &mut Closure,
        number: usize,
        nodes: &[Dependency],
    ) {
        closure.groups.insert_mut(number);
        for node in nodes {
            let family = match *node {
                Dependency::Family(family) => Some(family),
                Dependency::Contract(member) => {
                    if let Some(text) = self.texts.get(&member) {
                        closure.add_classes(program, &text.contract_classes);
                    }
                    program.dispatched(member)
                }
            };
            if let Some(family) = family.filter(|f| !closure.reach.families.contains(f)) {
                closure.reach.families.insert_mut(family);
                closure.added_families.push(family);
            }
        }
    }

    /// The closures of the groups of contracts, by number. Each adds to one before it.
    pub fn groups(&self) -> impl Iterator<Item = &Closure> {
        self.groups.iter().map(|group| &group.closure)
    }

    /// The dynamic-type dependencies of a check.
    #[must_use]
    pub fn of(&self, program: &Program, member: MemberId, obligation: Obligation) -> Reach {
        self.closure(program, member, obligation).reach(program)
    }

    /// What a check depends on, transitively.
    #[must_use]
    pub fn closure(&self, program: &Program, member: MemberId, obligation: Obligation) -> Closure {
        let Some(own) = self.texts.get(&member) else {
            return Closure::default();
        };
        let mut nodes = BTreeSet::from([Dependency::Contract(member)]);
        if obligation == Obligation::Body {
            nodes.extend(
                own.body
                    .iter()
                    .map(|&used| Dependency::mentioned(program, used)),
            );
        }
        let numbers = nodes.iter().filter_map(|node| self.numbers.get(node));
        let mut closure = self.union(program, numbers.copied());
        if obligation == Obligation::Body {
            closure.add_classes(program, &own.body_classes);
        }
        closure
    }
}
