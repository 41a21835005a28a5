//! The classes and dispatched families that the check of a member depends on: those
//! that its own declaration and the declarations it depends on mention. Assumptions
//! about dynamic types are derived from these only, so that no verdict depends on an
//! unrelated part of the program.

use super::mentions::{Classes, MemberMentions, Mentions};
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

    /// A fingerprint of the part of the hierarchy that a check reads.
    #[must_use]
    pub fn fingerprint(&self, program: &Program, member: MemberId) -> Vec<u32> {
        if !self.has_dynamic_types() {
            return Vec::new();
        }
        let hierarchy = &program.hierarchy;
        let mut found = vec![u32::from(self.tests_classes)];
        let number = |member: Option<MemberId>| member.map_or(u32::MAX, MemberId::number);
        for &class in &self.classes {
            found.push(class.0);
            found.extend(hierarchy.supertypes_of(class).iter().map(|above| above.0));
            found.push(u32::MAX);
            for &family in &self.families {
                found.push(number(program.defined(family, class)));
                found.push(number(program.unique_definition(family, class)));
            }
        }
        if let MemberId::Pred(pred) = member {
            let class = program.pred(pred).class;
            found.push(u32::from(self.distinguishes_subtypes(program, class)));
        }
        found
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

/// What the uses of some contracts depend on, transitively.
#[derive(Clone, Debug, Default)]
struct Closure {
    /// The groups of contracts, by number.
    groups: RedBlackTreeSetSync<usize>,
    reach: Reach,
    /// The static types of compared references of which several classes are among the classes.
    compared: RedBlackTreeSetSync<ClassId>,
}

impl Closure {
    fn add_classes(&mut self, program: &Program, classes: &Classes) {
        let reach = &mut self.reach;
        for &class in &classes.all {
            if !reach.classes.contains(&class) {
                reach.classes.insert_mut(class);
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

    /// Adds another closure, whose group is `group`.
    fn add(&mut self, group: usize, other: &Closure) {
        if self.groups.contains(&group) {
            return;
        }
        if self.groups.size() < other.groups.size() {
            let own = std::mem::replace(self, other.clone());
            return self.extend(&own);
        }
        self.extend(other);
    }

    fn extend(&mut self, other: &Closure) {
        fn union<T: Copy + Ord>(all: &mut RedBlackTreeSetSync<T>, others: &RedBlackTreeSetSync<T>) {
            for &other in others {
                if !all.contains(&other) {
                    all.insert_mut(other);
                }
            }
        }
        union(&mut self.groups, &other.groups);
        union(&mut self.reach.classes, &other.reach.classes);
        union(&mut self.reach.families, &other.reach.families);
        union(&mut self.compared, &other.compared);
        self.reach.tests_classes |= other.reach.tests_classes;
    }

    /// The dependencies, given all that they depend on.
    fn finish(&self, program: &Program) -> Reach {
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

/// A node of the graph of dependencies: a member's contract, or all of a dispatched family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Contract(MemberId),
    Family(MemberId),
}

impl Node {
    /// The node of the members that a mention of a member can refer to.
    fn mentioned(program: &Program, member: MemberId) -> Node {
        match program.dispatched(member) {
            Some(family) => Node::Family(family),
            None => Node::Contract(member),
        }
    }
}

/// The mentions of all members of a program.
#[derive(Debug, Default)]
pub struct Reaches {
    /// Empty if nothing in the program depends on dynamic types.
    texts: BTreeMap<MemberId, Text>,
    /// By node: the number of its strongly connected component.
    groups: BTreeMap<Node, usize>,
    /// By component.
    closures: Vec<Closure>,
}

impl Reaches {
    /// The dependencies of all members of a program with these mentions.
    #[must_use]
    pub fn new(program: &Program, mentions: &BTreeMap<MemberId, MemberMentions>) -> Reaches {
        let texts: BTreeMap<MemberId, Text> = mentions
            .iter()
            .map(|(&member, mentions)| (member, Text::new(program, member, mentions)))
            .collect();
        let mut classes = Classes::default();
        for text in texts.values() {
            classes.add(&text.contract_classes);
            classes.add(&text.body_classes);
        }
        if program.families().next().is_none() && !classes.are_tested(&program.hierarchy) {
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
        let mut graph = DiGraph::<Node, ()>::new();
        let mut nodes: BTreeMap<Node, NodeIndex> = BTreeMap::new();
        let families = program.families().map(Node::Family);
        let members = self.texts.keys().copied().map(Node::Contract);
        for node in families.chain(members) {
            nodes.insert(node, graph.add_node(node));
        }
        let members = program.families().flat_map(|family| {
            let members = program.family(family).into_iter();
            members.map(move |member| (Node::Family(family), Node::Contract(member)))
        });
        let texts = self.texts.iter().flat_map(|(&member, text)| {
            let used = text.contract.iter();
            used.map(move |&used| (Node::Contract(member), Node::mentioned(program, used)))
        });
        for (from, to) in members.chain(texts) {
            if let (Some(&from), Some(&to)) = (nodes.get(&from), nodes.get(&to)) {
                graph.add_edge(from, to, ());
            }
        }
        // The components come in reverse topological order: dependencies come first.
        for (group, component) in kosaraju_scc(&graph).into_iter().enumerate() {
            let mut closure = Closure::default();
            for next in component.iter().flat_map(|&node| graph.neighbors(node)) {
                let next = graph.node_weight(next).and_then(|n| self.groups.get(n));
                if let Some(&next) = next
                    && let Some(other) = self.closures.get(next)
                {
                    closure.add(next, other);
                }
            }
            closure.groups.insert_mut(group);
            for node in component.iter().filter_map(|&node| graph.node_weight(node)) {
                match *node {
                    Node::Family(family) => closure.reach.families.insert_mut(family),
                    Node::Contract(member) => {
                        if let Some(family) = program.dispatched(member) {
                            closure.reach.families.insert_mut(family);
                        }
                        if let Some(text) = self.texts.get(&member) {
                            closure.add_classes(program, &text.contract_classes);
                        }
                    }
                }
                self.groups.insert(*node, group);
            }
            self.closures.push(closure);
        }
    }

    /// The dynamic-type dependencies of a check.
    #[must_use]
    pub fn of(&self, program: &Program, member: MemberId, obligation: Obligation) -> Reach {
        let Some(own) = self.texts.get(&member) else {
            return Reach::default();
        };
        let mut groups = BTreeSet::new();
        groups.extend(self.groups.get(&Node::Contract(member)));
        if obligation == Obligation::Body {
            let used = own.body.iter().map(|&used| Node::mentioned(program, used));
            groups.extend(used.filter_map(|node| self.groups.get(&node)));
        }
        let mut closure = Closure::default();
        // Those that depend on others have the greater numbers.
        for group in groups.into_iter().rev() {
            if let Some(other) = self.closures.get(group) {
                closure.add(group, other);
            }
        }
        if obligation == Obligation::Body {
            closure.add_classes(program, &own.body_classes);
        }
        closure.finish(program)
    }
}
