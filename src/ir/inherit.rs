//! Members to re-verify for a subclass (language, §7): inherited bodies whose meaning
//! or required contracts differ in the subclass, and bodies called by `super.m(…)` and
//! `super.p(…)`.
//!
//! Each is added as a member of its own: the same body, with another class for `this`.

use super::hierarchy::{Hierarchy, visible_methods, visible_pures};
use super::mentions;
use super::reach::{Obligation, Reaches};
use super::{
    ClassId, ExprKind, MemberId, MethodId, Program, PureId, SharedNames, StmtKind, Type, Vars, walk,
};
use std::collections::{BTreeMap, BTreeSet};

/// Computes the hierarchy of a resolved program, and adds the members to re-verify.
pub fn complete(program: &mut Program) {
    program.hierarchy = Hierarchy::new(program);
    note_refinements(program);
    let inherits = program.classes.iter().any(|c| !c.supers.is_empty());
    let reaches = if inherits {
        Reaches::new(program, &mentions::by_member(program))
    } else {
        Reaches::default()
    };
    let mut added: Vec<MemberId> = inherited_methods(program, &reaches);
    added.extend(inherited_pures(program, &reaches));
    added.extend(run_by_super(program));
    // Usually there are none, and the hierarchy stays valid.
    if !added.is_empty() {
        add(program, added);
    }
    program.shared_names = SharedNames::new(program);
    let mut refused = std::mem::take(&mut program.refused);
    refused.add_copies(program);
    program.refused = refused;
}

/// Adds members to re-verify.
fn add(program: &mut Program, added: Vec<MemberId>) {
    // Each is inserted after the members of its class.
    for member in added {
        let class = class_of(program, member);
        let last = program
            .members
            .iter()
            .rposition(|m| class_of(program, *m) == class);
        let at = last.map_or(program.members.len(), |at| at + 1);
        program.members.insert(at, member);
    }
    // The new pure methods have ids and families.
    program.hierarchy = Hierarchy::new(program);
}

fn class_of(program: &Program, member: MemberId) -> Option<ClassId> {
    match member {
        MemberId::Method(m) => program.method(m).class,
        MemberId::Pure(p) => Some(program.pure_method(p).class),
        MemberId::Pred(q) => Some(program.pred(q).class),
    }
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

/// Whether the body of a member of class `from` must be re-verified for objects of
/// `class`.
fn depends_on_class(
    program: &Program,
    reaches: &Reaches,
    member: MemberId,
    from: ClassId,
    class: ClassId,
) -> bool {
    // The body of an abstract class is verified for an arbitrary subclass.
    program.class(from).kind.has_objects()
        && (program.hierarchy.differ(from, class)
            || reaches.of(program, member, Obligation::Body).tests_classes)
}

/// Records the contracts that each member must refine: those of all members that it
/// overrides, directly or not. The nearest one is not enough, because the refinements
/// between the others are only checked for objects of their own classes.
fn note_refinements(program: &mut Program) {
    for (class, by_name) in visible_methods(program) {
        for declared in by_name.into_values() {
            if let Some((own, above)) = declared.split_first()
                && program.method(*own).class == Some(class)
                && let Some(method) = program.methods.get_mut(own.index())
            {
                // A method may be listed under several names.
                let new = above.iter().filter(|m| !method.refines.contains(m));
                let new: Vec<MethodId> = new.copied().collect();
                method.refines.extend(new);
            }
        }
    }
    for (class, by_name) in visible_pures(program) {
        for declared in by_name.into_values() {
            if let Some((own, above)) = declared.split_first()
                && program.pure_method(*own).class == class
                && let Some(method) = program.pures.get_mut(own.index())
            {
                method.refines = above.to_vec();
            }
        }
    }
}

/// The member that a class inherits under a name, if it must be re-verified, with the
/// contracts that it must refine there: those that its own class does not inherit, or
/// all if predicates or pure methods have other definitions in the class.
fn inherited<T: Copy + PartialEq>(
    program: &Program,
    reaches: &Reaches,
    class: ClassId,
    declared: &[T],
    as_member: fn(T) -> MemberId,
) -> Option<(T, Vec<T>)> {
    let own = *declared.first()?;
    if !program.has_body(as_member(own)) {
        return None;
    }
    let from = class_of(program, as_member(own))?;
    if from == class {
        return None;
    }
    let anew = depends_on_class(program, reaches, as_member(own), from, class);
    let is_above = |other: T| {
        let theirs = class_of(program, as_member(other));
        theirs.is_none_or(|theirs| program.hierarchy.is_below(from, theirs))
    };
    let others = declared.iter().copied().filter(|other| *other != own);
    let refines: Vec<T> = others.filter(|&m| anew || !is_above(m)).collect();
    (anew || !refines.is_empty()).then_some((own, refines))
}

fn inherited_methods(program: &mut Program, reaches: &Reaches) -> Vec<MemberId> {
    let mut added = Vec::new();
    for (class, by_name) in visible_methods(program) {
        if !program.class(class).kind.has_objects() {
            continue;
        }
        let mut all: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
        for declared in by_name.into_values() {
            let found = inherited(program, reaches, class, &declared, MemberId::Method);
            let Some((id, refines)) = found else { continue };
            let known = all.entry(id).or_default();
            for other in refines {
                if !known.contains(&other) {
                    known.push(other);
                }
            }
        }
        for (id, refines) in all {
            let mut method = program.method(id).clone();
            method.vars = vars_in(&method.vars, class);
            method.class = Some(class);
            method.inherited = Some(id);
            method.refines = refines;
            added.push(MemberId::Method(MethodId(number(program.methods.len()))));
            program.methods.push(method);
        }
    }
    added
}

fn inherited_pures(program: &mut Program, reaches: &Reaches) -> Vec<MemberId> {
    let mut added = Vec::new();
    for (class, by_name) in visible_pures(program) {
        if !program.class(class).kind.has_objects() {
            continue;
        }
        for declared in by_name.into_values() {
            let found = inherited(program, reaches, class, &declared, MemberId::Pure);
            let Some((id, refines)) = found else { continue };
            let mut method = program.pure_method(id).clone();
            method.vars = vars_in(&method.vars, class);
            method.class = class;
            method.inherited = Some(id);
            method.refines = refines;
            added.push(MemberId::Pure(PureId(number(program.pures.len()))));
            program.pures.push(method);
        }
    }
    added
}

/// A `super` call, for objects of a class: the class, the called member, and the
/// superclass that determines the definitions in its body.
type Run = (ClassId, MemberId, ClassId);

fn run_by_super(program: &mut Program) -> Vec<MemberId> {
    let mut seen = BTreeSet::new();
    let mut added = Vec::new();
    let mut todo: Vec<Run> = Vec::new();
    for (id, method) in (0u32..).map(MethodId).zip(&program.methods) {
        todo.extend(runs_of(program, MemberId::Method(id), method.class));
    }
    for (id, method) in (0u32..).map(PureId).zip(&program.pures) {
        todo.extend(runs_of(program, MemberId::Pure(id), Some(method.class)));
    }
    todo.sort_unstable();
    todo.reverse();
    while let Some(run) = todo.pop() {
        if !seen.insert(run) {
            continue;
        }
        let (class, member, view) = run;
        let new = match member {
            MemberId::Method(id) => {
                let mut method = program.method(id).clone();
                method.vars = vars_in(&method.vars, class);
                method.name = format!("super.{}", method.name);
                method.class = Some(class);
                method.inherited = Some(id);
                method.view = Some(view);
                method.refines = Vec::new();
                program.methods.push(method);
                MemberId::Method(MethodId(number(program.methods.len() - 1)))
            }
            MemberId::Pure(id) => {
                let mut method = program.pure_method(id).clone();
                method.vars = vars_in(&method.vars, class);
                method.name = format!("super.{}", method.name);
                method.class = class;
                method.inherited = Some(id);
                method.view = Some(view);
                method.refines = Vec::new();
                program.pures.push(method);
                MemberId::Pure(PureId(number(program.pures.len() - 1)))
            }
            MemberId::Pred(_) => continue,
        };
        added.push(new);
        todo.extend(runs_of(program, new, Some(class)));
    }
    added
}

/// The `super` calls of a member.
fn runs_of(program: &Program, member: MemberId, class: Option<ClassId>) -> Vec<Run> {
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
