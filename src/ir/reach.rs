//! The classes and dispatched families that the check of a member depends on: those
//! that its own declaration and the declarations it depends on mention. Assumptions
//! about dynamic types are derived from these only, so that no verdict depends on an
//! unrelated part of the program.

use super::mentions::{Classes, Mentions};
use super::{ClassId, MemberId, MethodId, PredId, Program, PureId};
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
            found.extend(hierarchy.above(class).map(|above| above.0));
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
    fn new(program: &Program, member: MemberId) -> Text {
        let mut contract = Mentions::of_contract(program, member);
        let mut body = Mentions::default();
        body.add_body(program, member);
        let vars = program.vars(member);
        match member {
            MemberId::Method(m) => {
                let method = program.method(m);
                method.decreases.iter().for_each(|e| contract.expr(e));
                contract.add_families(program);
                contract.classes.add_signature(vars);
                body.classes.add_variables(vars);
            }
            // The body of a pure method is visible to its callers.
            MemberId::Pure(_) | MemberId::Pred(_) => {
                contract.classes.add(&body.classes);
                contract.classes.add_variables(vars);
            }
        }
        let mut used: BTreeSet<MemberId> = contract.members().collect();
        let body_members: BTreeSet<MemberId> = body.members().collect();
        if matches!(member, MemberId::Pure(_)) {
            used.extend(&body_members);
        }
        Text {
            contract: used,
            contract_classes: contract.classes,
            body: body_members,
            body_classes: body.classes,
        }
    }
}

/// The mentions of all members of a program.
#[derive(Debug, Default)]
pub struct Reaches {
    /// Empty if nothing in the program depends on dynamic types.
    texts: BTreeMap<MemberId, Text>,
}

impl Reaches {
    /// Collects the mentions of all members of a program.
    #[must_use]
    pub fn new(program: &Program) -> Reaches {
        fn ids<T: From<u32>>(count: usize) -> impl Iterator<Item = T> {
            (0..u32::try_from(count).unwrap_or(u32::MAX)).map(T::from)
        }
        let methods = ids::<MethodId>(program.methods.len()).map(MemberId::Method);
        let pures = ids::<PureId>(program.pures.len()).map(MemberId::Pure);
        let preds = ids::<PredId>(program.preds.len()).map(MemberId::Pred);
        let all = methods.chain(pures).chain(preds);
        let texts: BTreeMap<MemberId, Text> = all
            .map(|member| (member, Text::new(program, member)))
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
