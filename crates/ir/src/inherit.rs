//! Members to re-verify for a subclass (language, §7): inherited bodies whose meaning
//! or required contracts differ in the subclass, and bodies called by `super.m(…)` and
//! `super.p(…)`.
//!
//! Each is added as a member of its own: the same body, with another class for `this`.

use super::dispatch::{OverrideChain, Visible};
use super::encode::Encoder;
use super::hierarchy::{Hierarchy, visible_methods, visible_pures};
use super::mentions;
use super::reach::{Obligation, Reaches};
use super::{
    ClassId, ExprKind, MemberId, MethodId, Program, PureId, SharedNames, StmtKind, Type, Vars, ids,
    walk,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use veriframe_base::parallel::Pool;

/// Computes the hierarchy of a resolved program, and adds the members to re-verify.
pub fn complete(program: &mut Program, pool: &Pool) {
    program.hierarchy = Hierarchy::new(program);
    let mut added: Vec<MemberId> = Vec::new();
    if program.classes.iter().any(|c| !c.supers.is_empty()) {
        note_refinements(program);
        let reaches = Reaches::new(program, &mentions::by_member(program, pool));
        added.extend(inherited_methods(program, &reaches));
        added.extend(inherited_pures(program, &reaches));
        added.extend(run_by_super(program));
    }
    // Usually there are none, and the hierarchy stays valid.
    if !added.is_empty() {
        add(program, added);
    }
    program.shared_names = SharedNames::new(program);
    let mut refused = std::mem::take(&mut program.refused);
    refused.add_copies(program);
    program.refused = refused;
}

/// Adds members to re-verify, each after the members of its class.
fn add(program: &mut Program, added: Vec<MemberId>) {
    let mut by_class: BTreeMap<Option<ClassId>, Vec<MemberId>> = BTreeMap::new();
    for &member in &added {
        let class = program.class_of(member);
        by_class.entry(class).or_default().push(member);
    }
    let mut last: BTreeMap<Option<ClassId>, usize> = BTreeMap::new();
    for (at, &member) in program.members.iter().enumerate() {
        last.insert(program.class_of(member), at);
    }
    let mut members = Vec::with_capacity(program.members.len() + added.len());
    for (at, &member) in program.members.iter().enumerate() {
        members.push(member);
        let class = program.class_of(member);
        if last.get(&class) == Some(&at) {
            members.extend(by_class.remove(&class).into_iter().flatten());
        }
    }
    // Classes without other members come last.
    for member in added {
        let class = program.class_of(member);
        members.extend(by_class.remove(&class).into_iter().flatten());
    }
    program.members = members;
    // The new pure methods have ids and families.
    program.hierarchy = Hierarchy::new(program);
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The variables of a member, with another class for `this`.
fn vars_in(vars: &Vars, class: ClassId) -> Vars {
    let mut vars = vars.clone();
    let this = vars.this.map(super::VarId::index);
    if let Some(var) = this.and_then(|this| vars.all.get_mut(this)) {
        var.ty = Type::Class(class);
    }
    vars
}

/// Which inherited bodies must be re-verified.
struct Rechecks<'r> {
    program: &'r Program,
    reaches: &'r Reaches,
    /// By member: whether the verdict on its body can depend on the class of an object.
    tests_classes: BTreeMap<MemberId, bool>,
    /// By class: the subtypes that have other definitions of some members.
    differing: BTreeMap<ClassId, BTreeSet<ClassId>>,
    /// By class: the dispatched families that change in it.
    changes: BTreeMap<ClassId, Vec<MemberId>>,
    /// These classes and all their subtypes.
    affected: BTreeSet<ClassId>,
}

impl<'r> Rechecks<'r> {
    fn new(program: &'r Program, reaches: &'r Reaches) -> Rechecks<'r> {
        let mut changes: BTreeMap<ClassId, Vec<MemberId>> = BTreeMap::new();
        for (family, class, _) in program.hierarchy.preds().changes() {
            let changes = changes.entry(class).or_default();
            changes.push(MemberId::Pred(family));
        }
        for (family, class, _) in program.hierarchy.pures().changes() {
            let changes = changes.entry(class).or_default();
            changes.push(MemberId::Pure(family));
        }
        let changed: Vec<ClassId> = changes.keys().copied().collect();
        let affected = program.hierarchy.order().with_subtypes(&changed);
        Rechecks {
            program,
            reaches,
            tests_classes: BTreeMap::new(),
            differing: BTreeMap::new(),
            changes,
            affected: affected.into_iter().collect(),
        }
    }

    /// Whether the body of a member of class `from` must be re-verified for objects of `class`.
    fn depends_on_class(&mut self, member: MemberId, from: ClassId, class: ClassId) -> bool {
        // The body of an abstract class is verified for an arbitrary subclass.
        self.program.class(from).kind.has_objects()
            && (self.differs(from, class) || self.tests_classes(member))
    }

    /// The same for some subtype of class `from`.
    fn may_depend_on_class(&mut self, member: MemberId, from: ClassId) -> bool {
        self.program.class(from).kind.has_objects()
            && (self.tests_classes(member) || !self.differing(from).is_empty())
    }

    fn tests_classes(&mut self, member: MemberId) -> bool {
        let (program, reaches) = (self.program, self.reaches);
        let reach = || reaches.of(program, member, Obligation::Body);
        let known = self.tests_classes.entry(member);
        *known.or_insert_with(|| reach().tests_classes)
    }

    /// Whether a class and a supertype of it have different definitions of some member that both
    /// have.
    fn differs(&mut self, from: ClassId, class: ClassId) -> bool {
        self.differing(from).contains(&class)
    }

    /// The subtypes of a class that have another definition of some member than the class.
    fn differing(&mut self, from: ClassId) -> &BTreeSet<ClassId> {
        if !self.differing.contains_key(&from) {
            let differing = self.differing_below(from);
            self.differing.insert(from, differing);
        }
        self.differing.entry(from).or_default()
    }

    fn differing_below(&self, from: ClassId) -> BTreeSet<ClassId> {
        let hierarchy = &self.program.hierarchy;
        let order = hierarchy.order();
        let mut found = BTreeSet::new();
        if !self.affected.contains(&from) {
            return found;
        }
        let above = order.above(from);
        let families = above.iter().filter_map(|class| self.changes.get(class));
        let families: BTreeSet<MemberId> = families.flatten().copied().collect();
        let is_other = |family: &MemberId, class: ClassId| match family {
            MemberId::Pred(q) => hierarchy.preds().differ(*q, from, class),
            MemberId::Pure(p) => hierarchy.pures().differ(*p, from, class),
            MemberId::Method(_) => false,
        };
        for class in order.with_subtypes(&[from]) {
            // A class has the definitions of its only supertype, but for those that it declares.
            let differs = match order.supers(class) {
                [only] => {
                    let own = self.changes.get(&class).into_iter().flatten();
                    let mut own = own.filter(|family| families.contains(family));
                    class != from
                        && (found.contains(only) || own.any(|family| is_other(family, class)))
                }
                _ => families.iter().any(|family| is_other(family, class)),
            };
            if differs {
                found.insert(class);
            }
        }
        found
    }
}

/// Records the contracts that each member must refine: those of all members that it
/// overrides, directly or not. The nearest one is not enough, because the refinements
/// between the others are only checked for objects of their own classes.
fn note_refinements(program: &mut Program) {
    let mut asked = Asked::new(program);
    let mut methods: Vec<(MethodId, Vec<MethodId>)> = Vec::new();
    for visible in visible_methods(program).values() {
        let mut known = FxHashMap::default();
        for (class, seen) in visible.stored() {
            if program.method(seen.first()).class == Some(class) {
                let above = asked.distinct(seen.rest(), &mut known, MemberId::Method);
                methods.push((seen.first(), above));
            }
        }
    }
    let mut pures: Vec<(PureId, Vec<PureId>)> = Vec::new();
    for visible in visible_pures(program).values() {
        let mut known = FxHashMap::default();
        for (class, seen) in visible.stored() {
            if program.pure_method(seen.first()).class == Some(class) {
                let above = asked.distinct(seen.rest(), &mut known, MemberId::Pure);
                pures.push((seen.first(), above));
            }
        }
    }
    for (own, above) in methods {
        if let Some(method) = program.methods.get_mut(own.index()) {
            // A method may be listed under several names.
            let known: BTreeSet<MethodId> = method.refines.iter().copied().collect();
            let above = above.into_iter().filter(|m| !known.contains(m));
            method.refines.extend(above);
        }
    }
    for (own, above) in pures {
        if let Some(method) = program.pures.get_mut(own.index()) {
            method.refines = above;
        }
    }
}

/// What members ask of those that override them.
struct Asked<'p> {
    program: &'p Program,
    encoder: Encoder<'p>,
    /// Whether a declaration is refused: then it matters which members are overridden.
    keeps_all: bool,
    numbers: FxHashMap<Vec<u8>, usize>,
    by_member: FxHashMap<MemberId, usize>,
}

impl<'p> Asked<'p> {
    fn new(program: &'p Program) -> Asked<'p> {
        Asked {
            program,
            encoder: Encoder::new(program),
            keeps_all: !program.refused.is_empty(),
            numbers: FxHashMap::default(),
            by_member: FxHashMap::default(),
        }
    }

    /// The members of a chain without those that ask the same as one before that overrides them. In a deep hierarchy there
    /// may be as many pairs of members as the square of its depth, so what is `known` of the chains that
    /// classes share is used again.
    fn distinct<T: Copy>(
        &mut self,
        chain: Option<&OverrideChain<T>>,
        known: &mut FxHashMap<usize, Vec<T>>,
        as_member: fn(T) -> MemberId,
    ) -> Vec<T> {
        if self.keeps_all {
            return chain.iter().flat_map(|chain| chain.all()).collect();
        }
        let mut unknown = Vec::new();
        let mut next = chain;
        while let Some(chain) = next.filter(|chain| !known.contains_key(&chain.address())) {
            unknown.push(chain);
            next = chain.rest();
        }
        for chain in unknown.into_iter().rev() {
            let rest = chain.rest().and_then(|rest| known.get(&rest.address()));
            let mut all = vec![chain.first()];
            for &other in rest.into_iter().flatten() {
                if !self.is_asked_by(as_member(other), as_member(chain.first())) {
                    all.push(other);
                }
            }
            known.insert(chain.address(), all);
        }
        let found = chain.and_then(|chain| known.get(&chain.address()));
        found.cloned().unwrap_or_default()
    }

    /// Whether a member asks the same as another one that overrides it: what overrides that one leads
    /// to both.
    fn is_asked_by(&mut self, member: MemberId, overriding: MemberId) -> bool {
        let hierarchy = &self.program.hierarchy;
        let classes = (
            self.program.class_of(overriding),
            self.program.class_of(member),
        );
        matches!(classes, (Some(lower), Some(upper)) if hierarchy.is_below(lower, upper))
            && self.number(member) == self.number(overriding)
    }

    /// The number of what a member asks.
    fn number(&mut self, member: MemberId) -> usize {
        let Asked {
            encoder, numbers, ..
        } = self;
        *self.by_member.entry(member).or_insert_with(|| {
            let next = numbers.len();
            let asked = encoder.requirement(member);
            *numbers.entry(asked.to_vec()).or_insert(next)
        })
    }
}

/// A member that a class inherits and that must be re-verified there.
struct Inherited<T> {
    class: ClassId,
    member: T,
    /// The contracts that it must refine: those that its own class does not inherit, or
    /// all if predicates or pure methods have other definitions in the class.
    refines: Vec<T>,
}

/// The members that classes inherit under one name, as far as they must be re-verified.
fn inherited<T: Copy + PartialEq>(
    rechecks: &mut Rechecks<'_>,
    visible: &Visible<T>,
    as_member: fn(T) -> MemberId,
) -> Vec<Inherited<T>> {
    let program = rechecks.program;
    let order = program.hierarchy.order();
    let mut origins = BTreeMap::new();
    for (class, seen) in visible.stored() {
        if let Some(origin) = Origin::new(rechecks, visible, as_member, class, seen) {
            origins.insert(class, origin);
        }
    }
    let classes: Vec<ClassId> = origins.keys().copied().collect();
    let mut found = Vec::new();
    for (class, at) in visible.inheriting(order, &classes) {
        let Some(origin) = origins.get(&at).filter(|origin| origin.from != class) else {
            continue;
        };
        if !program.class(class).kind.has_objects() {
            continue;
        }
        let anew = rechecks.depends_on_class(as_member(origin.member), origin.from, class);
        let refines = if anew {
            &origin.others
        } else {
            &origin.not_above
        };
        if anew || !refines.is_empty() {
            found.push(Inherited {
                class,
                member: origin.member,
                refines: refines.clone(),
            });
        }
    }
    found
}

/// A member with a body that classes inherit and may have to re-verify.
struct Origin<T> {
    member: T,
    from: ClassId,
    /// The other members that they inherit under its name.
    others: Vec<T>,
    /// Those of them that the class of the member does not inherit.
    not_above: Vec<T>,
}

impl<T: Copy + PartialEq> Origin<T> {
    fn new(
        rechecks: &mut Rechecks<'_>,
        visible: &Visible<T>,
        as_member: fn(T) -> MemberId,
        class: ClassId,
        seen: &OverrideChain<T>,
    ) -> Option<Origin<T>> {
        let program = rechecks.program;
        let order = program.hierarchy.order();
        let member = seen.first();
        let from = program.class_of(as_member(member))?;
        let is_inherited = from != class || visible.is_inherited(order, class);
        if !is_inherited || !program.has_body(as_member(member)) {
            return None;
        }
        let is_above = |other: &T| {
            let theirs = program.class_of(as_member(*other));
            theirs.is_none_or(|theirs| order.is_below(from, theirs))
        };
        let others: Vec<T> = seen.all().skip(1).collect();
        let not_above: Vec<T> = others.iter().copied().filter(|m| !is_above(m)).collect();
        let may_depend = rechecks.may_depend_on_class(as_member(member), from);
        (may_depend || !not_above.is_empty()).then_some(Origin {
            member,
            from,
            others,
            not_above,
        })
    }
}

fn inherited_methods(program: &mut Program, reaches: &Reaches) -> Vec<MemberId> {
    let mut all: BTreeMap<(ClassId, MethodId), Vec<MethodId>> = BTreeMap::new();
    let mut rechecks = Rechecks::new(program, reaches);
    for visible in visible_methods(program).values() {
        for found in inherited(&mut rechecks, visible, MemberId::Method) {
            let refines = all.entry((found.class, found.member)).or_default();
            // A method may be listed under several names.
            let known: BTreeSet<MethodId> = refines.iter().copied().collect();
            refines.extend(found.refines.iter().filter(|m| !known.contains(m)));
        }
    }
    let mut added = Vec::new();
    for ((class, id), refines) in all {
        let mut method = program.method(id).clone();
        method.vars = vars_in(&method.vars, class);
        method.class = Some(class);
        method.inherited = Some(id);
        method.refines = refines;
        added.push(MemberId::Method(MethodId(number(program.methods.len()))));
        program.methods.push(method);
    }
    added
}

fn inherited_pures(program: &mut Program, reaches: &Reaches) -> Vec<MemberId> {
    let mut rechecks = Rechecks::new(program, reaches);
    let visible = visible_pures(program);
    let all = visible.values();
    let all = all.flat_map(|visible| inherited(&mut rechecks, visible, MemberId::Pure));
    let mut all: Vec<Inherited<PureId>> = all.collect();
    // By class, and within a class by name.
    all.sort_by_key(|found| found.class);
    let mut added = Vec::new();
    for found in all {
        let mut method = program.pure_method(found.member).clone();
        method.vars = vars_in(&method.vars, found.class);
        method.class = Some(found.class);
        method.inherited = Some(found.member);
        method.refines = found.refines;
        added.push(MemberId::Pure(PureId(number(program.pures.len()))));
        program.pures.push(method);
    }
    added
}

/// A `super` call, for objects of a class: the class, the called member, and the
/// superclass that determines the definitions in its body.
pub type SuperCall = (ClassId, MemberId, ClassId);

/// The copies that stand for the runs by `super`. Each is verified for all objects of its class, those of
/// subclasses included, so that it stands for the same runs of these.
fn run_by_super(program: &mut Program) -> Vec<MemberId> {
    let mut by_class: BTreeMap<ClassId, Vec<SuperCall>> = BTreeMap::new();
    let methods = ids(program.methods.len()).map(MemberId::Method);
    let pures = ids(program.pures.len()).map(MemberId::Pure);
    for member in methods.chain(pures) {
        for run in runs_of(program, member, program.class_of(member)) {
            by_class.entry(run.0).or_default().push(run);
        }
    }
    let mut known: FxHashSet<SuperCall> = FxHashSet::default();
    let mut added = Vec::new();
    if by_class.is_empty() {
        return added;
    }
    let hierarchy = program.hierarchy.clone();
    for class in hierarchy.order().supers_first() {
        let mut todo = by_class.remove(class).unwrap_or_default();
        todo.sort_unstable();
        todo.reverse();
        while let Some((class, member, view)) = todo.pop() {
            // `super` names a superclass, the view: those below it are asked.
            let superclass = |class: &ClassId| hierarchy.order().supers(*class).first().copied();
            let above = std::iter::successors(Some(class), superclass);
            let mut above = above.take_while(|above| *above != view);
            if above.any(|above| known.contains(&(above, member, view))) {
                continue;
            }
            known.insert((class, member, view));
            let Some(copy) = copy_for_super(program, class, member, view) else {
                continue;
            };
            added.push(copy);
            todo.extend(runs_of(program, copy, Some(class)));
        }
    }
    added
}

/// Adds the copy that stands for a run by `super`.
fn copy_for_super(
    program: &mut Program,
    class: ClassId,
    member: MemberId,
    view: ClassId,
) -> Option<MemberId> {
    match member {
        MemberId::Method(id) => {
            let mut method = program.method(id).clone();
            method.vars = vars_in(&method.vars, class);
            method.name = format!("super.{}", method.name);
            method.class = Some(class);
            method.inherited = Some(id);
            method.view = Some(view);
            method.refines = Vec::new();
            program.methods.push(method);
            Some(MemberId::Method(MethodId(number(
                program.methods.len() - 1,
            ))))
        }
        MemberId::Pure(id) => {
            let mut method = program.pure_method(id).clone();
            method.vars = vars_in(&method.vars, class);
            method.name = format!("super.{}", method.name);
            method.class = Some(class);
            method.inherited = Some(id);
            method.view = Some(view);
            method.refines = Vec::new();
            program.pures.push(method);
            Some(MemberId::Pure(PureId(number(program.pures.len() - 1))))
        }
        MemberId::Pred(_) => None,
    }
}

/// The `super` calls of a member.
pub fn runs_of(program: &Program, member: MemberId, class: Option<ClassId>) -> Vec<SuperCall> {
    // `super` is meaningful only in a class with supertypes.
    let Some(class) = class.filter(|class| !program.class(*class).supers.is_empty()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if let MemberId::Method(id) = member {
        for stmt in walk::statements(&program.method(id).body) {
            if let StmtKind::Call(_, call) = &stmt.kind
                && let Some(view) = call.of
            {
                found.push((class, MemberId::Method(call.callee), view));
            }
        }
    }
    walk::member_exprs(program, member, &mut |e| {
        if let ExprKind::Pure(call) | ExprKind::Using(call, _) = &e.kind
            && let Some(view) = call.of
        {
            found.push((class, MemberId::Pure(call.callee), view));
        }
    });
    found
}
