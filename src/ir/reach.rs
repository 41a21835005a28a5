//! The classes and dispatched families that the check of a member depends on: those
//! that its own declaration and the declarations it depends on mention. Assumptions
//! about dynamic types are derived from these only, so that no verdict depends on an
//! unrelated part of the program.

use super::mentions::{Classes, MemberMentions, Mentions};
use super::{ClassId, MemberId, Program};
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
    pub classes: BTreeSet<ClassId>,
    /// The dispatched families mentioned, by their representatives.
    pub families: BTreeSet<MemberId>,
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
        let differs = |below: ClassId| {
            let mut families = self.families.iter();
            families.any(|family| program.differ_in(*family, class, below))
        };
        let mut below = program.hierarchy.below(class);
        below.any(|other| self.tests_classes || differs(other))
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
            found.extend(hierarchy.supertypes_of(class).map(|above| above.0));
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
                measures.add_families(program);
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

/// The mentions of all members of a program.
#[derive(Debug, Default)]
pub struct Reaches {
    /// Empty if nothing in the program depends on dynamic types.
    texts: BTreeMap<MemberId, Text>,
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
        let none = program.families().next().is_none() && !classes.are_tested(&program.hierarchy);
        Reaches {
            texts: if none { BTreeMap::new() } else { texts },
        }
    }

    /// The dynamic-type dependencies of a check.
    #[must_use]
    pub fn of(&self, program: &Program, member: MemberId, obligation: Obligation) -> Reach {
        let Some(own) = self.texts.get(&member) else {
            return Reach::default();
        };
        let mut classes = Classes::default();
        let mut todo = vec![member];
        let mut seen = BTreeSet::from([member]);
        if obligation == Obligation::Body {
            classes.add(&own.body_classes);
            todo.extend(own.body.iter().filter(|other| seen.insert(**other)));
        }
        let mut families = BTreeSet::new();
        while let Some(next) = todo.pop() {
            families.extend(program.dispatched(next));
            let Some(text) = self.texts.get(&next) else {
                continue;
            };
            classes.add(&text.contract_classes);
            let used = text.contract.iter();
            todo.extend(used.filter(|other| seen.insert(**other)));
        }
        let mut reach = Reach {
            tests_classes: classes.are_tested(&program.hierarchy),
            classes: BTreeSet::new(),
            families,
        };
        if reach.has_dynamic_types() {
            reach.classes = classes.all;
        }
        reach
    }
}
