//! What is verified again for a subclass (language, §7): bodies that it inherits,
//! where its objects have other definitions than those of the class in which
//! the text stands, and bodies that `super.m(…)` and `super.p(…)` run.
//!
//! Each is a member of its own: the same text, for `this` of another class.

use super::hierarchy::{Hierarchy, visible_methods, visible_pures};
use super::reach::{Half, Reaches};
use super::{
    ClassId, ExprKind, MemberId, MethodId, Program, PureId, SharedNames, StmtKind, Type, Vars, walk,
};
use std::collections::{BTreeMap, BTreeSet};

/// Finds the hierarchy of a resolved program, and adds the members that are
/// verified again.
pub fn complete(program: &mut Program) {
    program.hierarchy = Hierarchy::new(program);
    note_refinements(program);
    let inherits = program.classes.iter().any(|c| !c.supers.is_empty());
    let reaches = if inherits {
        Reaches::new(program)
    } else {
        Reaches::default()
    };
    let mut added: Vec<MemberId> = inherited_methods(program, &reaches);
    added.extend(inherited_pures(program, &reaches));
    added.extend(run_by_super(program));
    // Mostly nothing is: then the hierarchy stays as it is.
    if !added.is_empty() {
        add(program, added);
    }
    program.shared_names = SharedNames::new(program);
}

/// Adds members that are verified again.
fn add(program: &mut Program, added: Vec<MemberId>) {
    // Each stands after the members of its class.
    for member in added {
        let class = class_of(program, member);
        let last = program
            .members
            .iter()
            .rposition(|m| class_of(program, *m) == class);
        let at = last.map_or(program.members.len(), |at| at + 1);
        program.members.insert(at, member);
    }
    // The new pure methods have numbers of their own, and families.
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

/// The variables of a text for `this` of another class.
fn vars_in(vars: &Vars, class: ClassId) -> Vars {
    let mut vars = vars.clone();
    let this = vars.this.map(super::VarId::index);
    if let Some(var) = this.and_then(|this| vars.all.get_mut(this)) {
        var.ty = Type::Class(class);
    }
    vars
}

/// Whether the body of a member of class `from` has to be verified again for objects of `class`.
fn depends_on_class(
    program: &Program,
    reaches: &Reaches,
    (member, from): (MemberId, ClassId),
    class: ClassId,
) -> bool {
    // The body of an abstract class is verified for an unknown subclass.
    program.class(from).kind.has_objects()
        && (program.hierarchy.differ(from, class)
            || reaches.of(program, member, Half::Body).tests_classes)
}

/// Notes which contracts each member must refine: those of all members above that
/// it overrides. Not of the nearest alone: that the contracts in between refine each
/// other is known for objects of those classes only.
fn note_refinements(program: &mut Program) {
    for (class, by_name) in visible_methods(program) {
        for declared in by_name.into_values() {
            if let Some((own, above)) = declared.split_first()
                && program.method(*own).class == Some(class)
                && let Some(method) = program.methods.get_mut(own.index())
            {
                // It may stand under several names.
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

/// What is verified again for objects of a class that inherits it: the first of what
/// the class has under one name, if it has a body and another class declares it; with
/// the contracts that it must refine there: those that do not stand above it, and
/// where predicates and pure methods mean something else there, all.
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
    let anew = depends_on_class(program, reaches, (as_member(own), from), class);
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

/// A body that `super.m(…)` runs for objects of a class: the class, the member,
/// and the superclass whose definitions it sees.
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

/// The bodies that a member's own text runs by `super`.
fn runs_of(program: &Program, member: MemberId, class: Option<ClassId>) -> Vec<Run> {
    // `super` has a meaning only in a class that has supertypes.
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
