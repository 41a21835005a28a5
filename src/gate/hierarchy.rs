//! How the classes of two revisions changed, and which methods their objects inherit.

use super::changes::{Change, Entry, Verdict};
use super::matching::Matching;
use super::side_by_side::SideBySide;
use crate::ir::hierarchy::{visible_methods, visible_pures};
use crate::ir::{
    ClassId, ClassKind, ExprKind, MemberId, Program, Type, ids, mentions::Mentions, walk,
};
use std::collections::BTreeSet;

/// What changed in the hierarchy of classes.
pub(super) struct Hierarchies {
    /// The classes of the older revision that lost a supertype, with its name.
    lost: Vec<(ClassId, String)>,
    /// Whether the supertypes of some class are others.
    is_changed: bool,
    /// Whether the definition of a predicate or pure method tests the class of an object.
    tests: bool,
}

impl Hierarchies {
    pub(super) fn new(old: &Program, new: &Program, matching: &Matching) -> Hierarchies {
        let mut found = Hierarchies {
            lost: Vec::new(),
            is_changed: false,
            tests: [old, new].into_iter().any(tests_in_definitions),
        };
        for class in ids::<ClassId>(old.classes.len()) {
            let Some(here) = matching.class(class) else {
                continue;
            };
            let before = old.hierarchy.supertypes_of(class);
            let after = new.hierarchy.supertypes_of(here);
            let is_kept = |above: &&ClassId| {
                let above = matching.class(**above);
                above.is_some_and(|above| after.contains(&above))
            };
            found.is_changed |= before.len() != after.len();
            if let Some(lost) = before.iter().find(|above| !is_kept(above)) {
                found.is_changed = true;
                found.lost.push((class, old.class(*lost).name.clone()));
            }
        }
        found
    }

    /// Whether the texts of the older revision make sense with the classes of the newer one: no
    /// class lost a supertype.
    pub(super) fn are_comparable(&self) -> bool {
        self.lost.is_empty()
    }

    /// Why a contract of the older revision cannot be compared, if that is so: it tests classes, and
    /// their hierarchy changed.
    pub(super) fn doubt(&self, old: &Program, member: MemberId) -> Option<String> {
        if !self.is_changed {
            return None;
        }
        let mut found = Mentions::default();
        let mut tests = false;
        let mut visit = |e: &crate::ir::Expr| tests |= is_test(e);
        let clauses = match member {
            MemberId::Method(m) => vec![&old.method(m).requires, &old.method(m).ensures],
            MemberId::Pure(p) => {
                let method = old.pure_method(p);
                method
                    .body
                    .iter()
                    .for_each(|e| walk::in_expr(e, &mut visit));
                vec![&method.requires, &method.ensures]
            }
            MemberId::Pred(q) => old.pred(q).body.iter().collect(),
        };
        for clause in clauses {
            walk::in_assertion(clause, &mut visit);
            found.assertion(clause);
        }
        let is_concerned = tests || self.tests && found.members().next().is_some();
        is_concerned.then(|| {
            "it tests the classes of objects, and classes have other supertypes now".to_owned()
        })
    }

    /// The classes that changed as a caller sees it.
    pub(super) fn changes(&self, old: &Program, new: &Program, matching: &Matching) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (class, before) in ids::<ClassId>(old.classes.len()).zip(&old.classes) {
            let Some(after) = matching
                .class(class)
                .and_then(|c| new.classes.get(c.index()))
            else {
                continue;
            };
            let lost = self.lost.iter().find(|(lost, _)| *lost == class);
            let why = match (before.kind, after.kind, lost) {
                (_, _, Some((_, above))) => format!("it is no longer a subtype of `{above}`"),
                (from, to, None) if from.has_objects() && !to.has_objects() => {
                    "it can no longer have objects".to_owned()
                }
                (from, ClassKind::Final, None) if from != ClassKind::Final => {
                    "it can no longer have subclasses".to_owned()
                }
                _ => continue,
            };
            entries.push(Entry {
                member: before.name.clone(),
                span: after.span,
                sides: [None, None],
                verdict: Verdict::Known(Change::Weakened, why),
            });
        }
        entries
    }
}

fn is_test(e: &crate::ir::Expr) -> bool {
    matches!(e.kind, ExprKind::InstanceOf(..) | ExprKind::Cast(..))
}

/// Whether the definition of a predicate or pure method tests classes.
fn tests_in_definitions(program: &Program) -> bool {
    let preds = ids(program.preds.len()).map(MemberId::Pred);
    let pures = ids(program.pures.len()).map(MemberId::Pure);
    let mut tests = false;
    for member in preds.chain(pures) {
        walk::member_exprs(program, member, &mut |e| tests |= is_test(e));
    }
    tests
}

/// The class, or if it has no objects itself, those below it that have; if there are none, the class
/// alone.
pub(super) fn classes_of_objects(program: &Program, class: ClassId) -> Vec<Option<ClassId>> {
    let has_objects = |class: &ClassId| {
        let class = program.classes.get(class.index());
        class.is_some_and(|class| class.kind.has_objects())
    };
    if has_objects(&class) {
        return vec![Some(class)];
    }
    let below = program.hierarchy.order().with_subtypes(&[class]);
    let below: Vec<Option<ClassId>> = below.into_iter().filter(has_objects).map(Some).collect();
    if below.is_empty() {
        vec![Some(class)]
    } else {
        below
    }
}

/// The member that objects of a class have in place of one of the older revision: an inherited one.
pub(super) fn inherited(
    both: &SideBySide<'_>,
    member: MemberId,
    class: ClassId,
) -> Option<MemberId> {
    let (name, types) = match member {
        MemberId::Method(m) => {
            let method = both.old.method(m);
            (method.name.clone(), method.vars.param_types())
        }
        MemberId::Pure(p) => {
            let method = both.old.pure_method(p);
            (method.name.clone(), method.vars.param_types())
        }
        MemberId::Pred(_) => return None,
    };
    let types: Option<Vec<Type>> = types
        .map(|ty| Some(both.matching.ty(ty)?.signature()))
        .collect();
    let key = (name, types?);
    let order = both.new.hierarchy.order();
    let found = match member {
        MemberId::Method(_) => {
            let all = visible_methods(both.new);
            let seen = all.get(&key)?.declarations_of(order, class)?;
            MemberId::Method(seen.first())
        }
        _ => {
            let all = visible_pures(both.new);
            let seen = all.get(&key)?.declarations_of(order, class)?;
            MemberId::Pure(seen.first())
        }
    };
    let same_result = both
        .matching
        .same_types(both.old.vars(member), both.new.vars(found));
    same_result.then_some(found)
}

/// The methods that classes with objects inherit in the older revision, or override only in the
/// newer one: the class in each revision, the method of the older one, and the one that the objects
/// have in the newer one.
pub(super) fn all_inherited(both: &SideBySide<'_>) -> Vec<(ClassId, ClassId, MemberId, MemberId)> {
    let (old, new) = (both.old, both.new);
    let mut found = BTreeSet::new();
    let news = visible_methods(new);
    for ((name, types), visible) in visible_methods(old) {
        let types: Option<Vec<Type>> = types
            .iter()
            .map(|ty| Some(both.matching.ty(ty)?.signature()))
            .collect();
        let Some(there) = types.and_then(|types| news.get(&(name, types))) else {
            continue;
        };
        let stored: Vec<ClassId> = visible.stored().map(|(class, _)| class).collect();
        for class in old.hierarchy.order().with_subtypes(&stored) {
            let Some(here) = both.matching.class(class) else {
                continue;
            };
            let seen = visible.declarations_of(old.hierarchy.order(), class);
            let in_place = there.declarations_of(new.hierarchy.order(), here);
            let (Some(seen), Some(in_place)) = (seen, in_place) else {
                continue;
            };
            let (member, other) = (seen.first(), in_place.first());
            let has_objects = new.class(here).kind.has_objects();
            let same = both
                .matching
                .same_types(&old.method(member).vars, &new.method(other).vars);
            if has_objects && old.method(member).class != Some(class) && same {
                found.insert((
                    class,
                    here,
                    MemberId::Method(member),
                    MemberId::Method(other),
                ));
            }
        }
    }
    found.into_iter().collect()
}
