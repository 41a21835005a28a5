//! What names mean for those who use a class: a member, field or class that it inherits may be another
//! one in the newer revision, because something new covers it, or because the class has other supertypes.

use super::changes::{Change, Entry};
use super::headers::{enter, finality, narrowed};
use super::matching::Matching;
use super::scopes::{self, Visible};
use crate::ir::headers::{Header, Visibility};
use crate::ir::hierarchy::{visible_methods, visible_pures};
use crate::ir::{ClassId, ClassKind, FieldId, MemberId, MethodKind, Program, Type, ids};
use std::collections::{BTreeMap, BTreeSet};

/// A member that callers of a class get in place of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Replaced {
    /// The class in the older revision.
    pub class: ClassId,
    /// The class in the newer one.
    pub here: ClassId,
    /// What they got.
    pub older: MemberId,
    /// What they get.
    pub member: MemberId,
}

/// Name and types of parameters, in terms of the newer revision.
type Key<'p> = (&'p str, Vec<Type>);

/// The members that callers of classes get in place of others. What subclasses inherit of it is left out.
pub(super) fn members(old: &Program, new: &Program, matching: &Matching) -> Vec<Replaced> {
    let in_newer = |ty: &Type| Some(matching.ty(ty)?.signature());
    let olds = declared(old, &in_newer);
    let news = declared(new, &|ty| Some(ty.signature()));
    let have_same_owners = have_same_owners(old, new, matching);
    let mut found = Vec::new();
    for (key, before) in &olds {
        let Some(after) = news.get(key) else {
            continue;
        };
        if have_same_owners && is_matched(matching, before, after) {
            continue;
        }
        of_name([old, new], matching, before, after, &mut found);
    }
    if !have_same_owners {
        reordered(old, new, matching, &mut found);
    }
    found
}

/// The methods of which another one is the first that a class sees, because its supertypes are written in
/// another order: a call takes the first one's contract.
fn reordered(old: &Program, new: &Program, matching: &Matching, found: &mut Vec<Replaced>) {
    let (methods, pures) = (visible_methods(new), visible_pures(new));
    let mut compare = |class: ClassId, older: MemberId, name: &str, types: &[Type]| {
        let types = types.iter().map(|ty| Some(matching.ty(ty)?.signature()));
        let types: Option<Vec<Type>> = types.collect();
        let (Some(here), Some(types)) = (matching.class(class), types) else {
            return;
        };
        let key = (name.to_owned(), types);
        let order = new.hierarchy.order();
        let member = match older {
            MemberId::Method(_) => methods
                .get(&key)
                .and_then(|seen| seen.declarations_of(order, here))
                .map(|seen| MemberId::Method(seen.first())),
            MemberId::Pure(_) | MemberId::Pred(_) => pures
                .get(&key)
                .and_then(|seen| seen.declarations_of(order, here))
                .map(|seen| MemberId::Pure(seen.first())),
        };
        let Some(member) = member else { return };
        let replaced = Replaced {
            class,
            here,
            older,
            member,
        };
        if matching.member(older) != Some(member) && !found.contains(&replaced) {
            found.push(replaced);
        }
    };
    for ((name, types), seen) in visible_methods(old) {
        for (class, chain) in seen.stored() {
            compare(class, MemberId::Method(chain.first()), &name, &types);
        }
    }
    for ((name, types), seen) in visible_pures(old) {
        for (class, chain) in seen.stored() {
            compare(class, MemberId::Pure(chain.first()), &name, &types);
        }
    }
}

/// Whether the supertypes of all classes are as they were, in the same order.
fn have_same_owners(old: &Program, new: &Program, matching: &Matching) -> bool {
    ids::<ClassId>(old.classes.len()).all(|class| {
        matching.class(class).is_none_or(|here| {
            let before = old.hierarchy.order().supers(class).iter();
            let before: Vec<_> = before.map(|above| matching.class(*above)).collect();
            let after = new.hierarchy.order().supers(here).iter();
            before == after.map(|above| Some(*above)).collect::<Vec<_>>()
        })
    })
}

fn is_matched(matching: &Matching, before: &[MemberId], after: &[MemberId]) -> bool {
    let others: BTreeSet<_> = before.iter().map(|m| matching.member(*m)).collect();
    others == after.iter().map(|m| Some(*m)).collect()
}

fn declared<'p>(
    program: &'p Program,
    ty: &dyn Fn(&Type) -> Option<Type>,
) -> BTreeMap<Key<'p>, Vec<MemberId>> {
    let methods = ids(program.methods.len()).map(MemberId::Method);
    let preds = ids(program.preds.len()).map(MemberId::Pred);
    let pures = ids(program.pures.len()).map(MemberId::Pure);
    let mut all: BTreeMap<Key<'p>, Vec<MemberId>> = BTreeMap::new();
    for member in methods.chain(preds).chain(pures) {
        let types: Option<Vec<Type>> = program.vars(member).param_types().map(ty).collect();
        if let (Some(name), Some(types)) = (own_name(program, member), types) {
            all.entry((name, types)).or_default().push(member);
        }
    }
    all
}

/// The name by which callers of a class name a member. Members that are inherited by copying are those of
/// the class that declares them.
fn own_name(program: &Program, member: MemberId) -> Option<&str> {
    match member {
        MemberId::Method(m) => {
            let method = program.method(m);
            let is_named = matches!(method.kind, MethodKind::Mutator | MethodKind::Lemma);
            (is_named && method.inherited.is_none()).then_some(method.name.as_str())
        }
        MemberId::Pure(p) => {
            let method = program.pure_method(p);
            method.inherited.is_none().then_some(method.name.as_str())
        }
        MemberId::Pred(q) => Some(program.pred(q).name.as_str()),
    }
}

fn of_name(
    [old, new]: [&Program; 2],
    matching: &Matching,
    before: &[MemberId],
    after: &[MemberId],
    found: &mut Vec<Replaced>,
) {
    let owners: Vec<ClassId> = before.iter().filter_map(|m| old.class_of(*m)).collect();
    let (olds, news) = (inherited(old, before), inherited(new, after));
    let first = found.len();
    for class in old.hierarchy.order().with_subtypes(&owners) {
        let Some(here) = matching.class(class) else {
            continue;
        };
        let was = olds.get(&class).map_or(&[][..], Vec::as_slice);
        let is = news.get(&here).map_or(&[][..], Vec::as_slice);
        let others: Vec<_> = was.iter().map(|m| matching.member(*m)).collect();
        // What the class gets no longer comes before what it gets besides.
        let lost = was.iter().zip(&others);
        let lost = lost.filter(|(_, other)| other.is_none_or(|other| !is.contains(&other)));
        let Some(older) = lost.map(|(m, _)| *m).next().or(was.first().copied()) else {
            continue;
        };
        for member in is.iter().copied().filter(|m| !others.contains(&Some(*m))) {
            let replaced = Replaced {
                class,
                here,
                older,
                member,
            };
            let reported = found.iter().skip(first);
            let is_inherited = reported
                .filter(|other| (other.older, other.member) == (older, member))
                .any(|other| old.hierarchy.is_below(class, other.class));
            if !is_inherited {
                found.push(replaced);
            }
        }
    }
}

/// The members among these that callers of each class get.
fn inherited(program: &Program, among: &[MemberId]) -> BTreeMap<ClassId, Vec<MemberId>> {
    let declared = among.iter();
    let declared = declared.filter_map(|member| Some((program.class_of(*member)?, *member)));
    let declared: Vec<(ClassId, MemberId)> = declared.collect();
    let seen = scopes::visible(program, &declared, &|member| is_passed_on(program, member));
    let members = |seen: Vec<(ClassId, MemberId)>| seen.into_iter().map(|(_, m)| m).collect();
    let seen = seen.into_iter();
    seen.map(|(class, all)| (class, members(all))).collect()
}

/// Whether subclasses inherit a member.
fn is_passed_on(program: &Program, member: MemberId) -> bool {
    let header = program.headers.members.get(&member);
    let is_private = header.is_some_and(|header| header.visibility == Visibility::Private);
    let owner = program.class_of(member);
    let is_of_interface =
        owner.is_some_and(|owner| program.class(owner).kind == ClassKind::Interface);
    let is_static = program.vars(member).this.is_none();
    !(is_private || program.headers.has_visibility && is_static && is_of_interface)
}

/// Why callers see what is in place of a member otherwise, besides its contract.
pub(super) fn difference(
    old: &Program,
    new: &Program,
    matching: &Matching,
    replaced: Replaced,
) -> Option<(Change, String)> {
    let Replaced { older, member, .. } = replaced;
    let kind = |program: &Program, member: MemberId| {
        let is_static = program.vars(member).this.is_none();
        (std::mem::discriminant(&member), is_static)
    };
    if kind(old, older) != kind(new, member) {
        let why = format!(
            "it is another kind of member now: `{}`",
            new.member_name(member)
        );
        return Some((Change::Changed, why));
    }
    let headers = old.headers.members.get(&older);
    let headers = headers.filter(|_| new.headers.has_visibility);
    let headers = headers.zip(new.headers.members.get(&member));
    if let Some((before, after)) = headers {
        let is_removed = narrowed(before, after).map(|why| (Change::Removed, why));
        let other = finality(before, after).map(|why| (Change::Changed, why));
        if let Some(found) = is_removed.or(other).or(other_result(before, after)) {
            return Some(found);
        }
    }
    (!matching.same_types(old.vars(older), new.vars(member))).then(|| {
        let why = "its parameters or its result have other types".to_owned();
        (Change::Changed, why)
    })
}

fn other_result(before: &Header, after: &Header) -> Option<(Change, String)> {
    let (was, is) = (before.types.first()?, after.types.first()?);
    (was != is).then(|| {
        let why = format!("its result is written `{is}` now, and `{was}` before");
        (Change::Changed, why)
    })
}

/// The name of a member as callers of a class write it.
pub(super) fn name_in(program: &Program, class: ClassId, member: MemberId) -> String {
    let name = program.member_name(member);
    let declared = program.class_of(member);
    let declared = declared.map_or("", |declared| &program.class(declared).name);
    let own = name.strip_prefix(declared);
    let own = own.and_then(|own| own.strip_prefix('.'));
    format!("{}.{}", program.class(class).name, own.unwrap_or(&name))
}

/// The fields and nested classes that a name means otherwise in a class.
pub(super) fn declarations(old: &Program, new: &Program, matching: &Matching) -> Vec<Entry> {
    let mut entries = Vec::new();
    fields(old, new, matching, &mut entries);
    classes(old, new, matching, &mut entries);
    entries
}

/// Declarations by name, with the classes that declare them.
type Named<T> = BTreeMap<String, Vec<(ClassId, T)>>;

/// What a name stands for in a class of both revisions, with the classes that declare it.
struct Meanings<'n, T> {
    name: &'n str,
    class: ClassId,
    here: ClassId,
    was: (ClassId, T),
    is: (ClassId, T),
}

/// Visits what names stand for in the classes of both revisions; of several declarations, the first.
fn each_meaning<T: Copy + Ord>(
    [old, new]: [&Program; 2],
    matching: &Matching,
    [olds, news]: [&Named<T>; 2],
    visit: &mut dyn FnMut(Meanings<'_, T>),
) {
    for (name, before) in olds {
        let Some(after) = news.get(name) else {
            continue;
        };
        let olds = scopes::visible(old, before, &|_| true);
        let news = scopes::visible(new, after, &|_| true);
        for (class, was) in &olds {
            let here = matching.class(*class);
            let is = here.and_then(|here| news.get(&here));
            let (Some(here), Some(was), Some(is)) =
                (here, was.first(), is.and_then(|is| is.first()))
            else {
                continue;
            };
            visit(Meanings {
                name,
                class: *class,
                here,
                was: *was,
                is: *is,
            });
        }
    }
}

fn fields(old: &Program, new: &Program, matching: &Matching, entries: &mut Vec<Entry>) {
    // What others do not see can hide what they see.
    let is_seen = |field: FieldId| {
        let header = old.headers.fields.get(&field);
        !old.headers.has_visibility
            || header.is_none_or(|header| header.visibility >= Visibility::Protected)
    };
    let named = |program: &'_ Program| {
        let mut named: Named<FieldId> = BTreeMap::new();
        for (id, field) in ids::<FieldId>(program.fields.len()).zip(&program.fields) {
            if let Some(class) = field.class {
                let of_name = named.entry(field.name.clone()).or_default();
                of_name.push((class, id));
            }
        }
        named
    };
    let (olds, news) = (named(old), named(new));
    let [constants_before, constants_after] = [old, new].map(constants);
    each_meaning([old, new], matching, [&olds, &news], &mut |meanings| {
        let Meanings {
            name,
            class,
            here,
            was: (owner, was),
            is: (now, is),
        } = meanings;
        if !is_seen(was) {
            return;
        }
        let member = || format!("{}.{name}", old.class(class).name);
        let before = covering(old, constants_before.get(name), class, owner);
        let after = covering(new, constants_after.get(name), here, now);
        if let (None, Some(constant)) = (before, after) {
            let why = format!(
                "`{}` has a constant of this name now",
                new.class(constant).name
            );
            entries.push(enter(member(), new.class(here).span, Change::Changed, why));
        }
        // Those that the class declares are compared by themselves.
        if owner != class && matching.field(was).is_some_and(|other| other != is) {
            let place = new.field(is);
            let why = format!(
                "it is the field `{}` now, and was `{}`",
                new.name_in(place.class, name),
                old.name_in(Some(owner), name)
            );
            entries.push(enter(member(), place.span, Change::Changed, why));
        }
    });
}

/// By name: the classes that see constants, with those that declare them.
fn constants(program: &Program) -> BTreeMap<&str, Visible<()>> {
    let mut named: BTreeMap<&str, Vec<(ClassId, ())>> = BTreeMap::new();
    for (class, name) in program.headers.constants.keys() {
        named.entry(name).or_default().push((*class, ()));
    }
    let seen = |declared: Vec<_>| scopes::visible(program, &declared, &|()| true);
    let named = named.into_iter();
    named
        .map(|(name, declared)| (name, seen(declared)))
        .collect()
}

/// The class of a constant that a name means in a class instead of a field of this owner, or besides it.
fn covering(
    program: &Program,
    constants: Option<&Visible<()>>,
    class: ClassId,
    owner: ClassId,
) -> Option<ClassId> {
    let mut of = constants?.get(&class)?.iter().map(|(of, ())| *of);
    of.find(|of| !program.hierarchy.is_below(owner, *of))
}

fn classes(old: &Program, new: &Program, matching: &Matching, entries: &mut Vec<Entry>) {
    let nested = |program: &'_ Program| {
        let classes = || ids::<ClassId>(program.classes.len()).zip(&program.classes);
        let by_path = classes().map(|(id, class)| (class.qualified.as_str(), id));
        let by_path: BTreeMap<&str, ClassId> = by_path.collect();
        let mut named: Named<ClassId> = BTreeMap::new();
        for (id, class) in classes() {
            let outer = class.qualified.rsplit_once('.');
            let around = outer.and_then(|(outer, _)| by_path.get(outer));
            if let (Some((_, name)), Some(around)) = (outer, around) {
                let of_name = named.entry(name.to_owned()).or_default();
                of_name.push((*around, id));
            }
        }
        named
    };
    let (olds, news) = (nested(old), nested(new));
    each_meaning([old, new], matching, [&olds, &news], &mut |meanings| {
        let Meanings { name, class, .. } = meanings;
        let ((owner, was), (_, is)) = (meanings.was, meanings.is);
        if owner != class && matching.class(was) != Some(is) {
            let why = format!(
                "it is the class `{}` now, and was `{}`",
                new.class(is).qualified,
                old.class(was).qualified
            );
            let member = format!("{}.{name}", old.class(class).name);
            entries.push(enter(member, new.class(is).span, Change::Changed, why));
        }
    });
}
