//! What changed of declarations as their users see them besides contracts: visibility, `final`, and
//! types with their arguments.

use super::changes::{Change, Entry, Verdict};
use super::constants;
use super::matching::Matching;
use crate::ir::headers::{Header, Visibility};
use crate::ir::{Class, ClassId, ClassKind, Field, FieldId, Program};
use crate::source::Span;

/// The declarations of the older revision that users see differently in the newer one.
pub(super) fn changes(old: &Program, new: &Program, matching: &Matching) -> Vec<Entry> {
    let mut entries = Vec::new();
    members(old, new, matching, &mut entries);
    classes(old, new, matching, &mut entries);
    fields(old, new, matching, &mut entries);
    entries.extend(constants::changes(old, new, matching));
    entries
}

/// What is known to have changed besides contracts.
pub(super) fn enter(member: String, span: Span, change: Change, why: String) -> Entry {
    Entry {
        member,
        span,
        sides: [None, None],
        verdict: Verdict::Known(change, why),
    }
}

fn members(old: &Program, new: &Program, matching: &Matching, entries: &mut Vec<Entry>) {
    for (member, before) in &old.headers.members {
        let Some(other) = matching.member(*member) else {
            continue;
        };
        let (span, Some(after)) = (new.member_span(other), new.headers.members.get(&other)) else {
            continue;
        };
        if span.file.is_library() || before.visibility == Visibility::Private {
            continue;
        }
        let mut add = |change, why| entries.push(enter(new.member_name(other), span, change, why));
        if let Some(why) = narrowed(before, after) {
            add(Change::Removed, why);
        }
        if let Some(why) = finality(before, after) {
            add(Change::Changed, why);
        }
        if (&before.bounds, &before.types) != (&after.bounds, &after.types) {
            let (before, after) = (signature(before), signature(after));
            let why = format!("its types are written `{after}` now, and `{before}` before");
            add(Change::Changed, why);
        }
    }
}

fn signature(header: &Header) -> String {
    let (result, params) = match header.types.split_first() {
        Some((result, params)) => (result.as_str(), params.join(", ")),
        None => ("", String::new()),
    };
    let bounds = &header.bounds;
    format!("{bounds}{result}({params})")
}

fn classes(old: &Program, new: &Program, matching: &Matching, entries: &mut Vec<Entry>) {
    for (class, before) in &old.headers.classes {
        let was = old.class(*class);
        let Some(other) = matching.class(*class) else {
            if let Some(why) = gone(old, new, *class) {
                entries.push(enter(was.name.clone(), was.span, Change::Removed, why));
            }
            continue;
        };
        let Some(after) = new.headers.classes.get(&other) else {
            continue;
        };
        let is = new.class(other);
        if is.span.file.is_library() || before.visibility == Visibility::Private {
            continue;
        }
        let mut add = |change, why| entries.push(enter(was.name.clone(), is.span, change, why));
        if let Some(why) = narrowed(before, after) {
            add(Change::Removed, why);
        }
        let packages = [(old, *class), (new, other)];
        if let [Some(was), Some(is)] = packages.map(|(of, class)| of.headers.packages.get(&class))
            && was != is
        {
            let why = format!("it is in the package `{is}` now, and was in `{was}`");
            add(Change::Removed, why);
        } else if was.qualified != is.qualified {
            let why = format!("it is `{}` now, and was `{}`", is.qualified, was.qualified);
            add(Change::Removed, why);
        }
        // A class that becomes `final` can no longer have subclasses, which is a weakening.
        if before.is_final && !after.is_final {
            add(Change::Changed, "it is no longer `final`".to_owned());
        }
        match (was.kind, is.kind) {
            (ClassKind::Interface, ClassKind::Interface) => {}
            (ClassKind::Interface, _) => {
                add(Change::Changed, "it is no longer an interface".to_owned());
            }
            (_, ClassKind::Interface) => add(Change::Changed, "it is an interface now".to_owned()),
            _ => {}
        }
        if let Some(why) = other_arguments(before, after) {
            add(Change::Changed, why);
        }
    }
}

/// Why a type that has no constructors, which would be listed, is no longer there.
fn gone(old: &Program, new: &Program, class: ClassId) -> Option<String> {
    let was = old.class(class);
    let kind = match was.kind {
        ClassKind::Interface => "interface",
        _ if !was.constants.is_empty() => "`enum`",
        ClassKind::Open | ClassKind::Abstract | ClassKind::Final => return None,
    };
    let is_private = |header: &Header| header.visibility == Visibility::Private;
    let is_private = old.headers.classes.get(&class).is_some_and(is_private);
    let is_same = |other: &Class| other.qualified == was.qualified && !other.span.file.is_library();
    let is_gone = !is_private && !was.span.file.is_library() && !new.classes.iter().any(is_same);
    is_gone.then(|| format!("the {kind} is gone"))
}

/// The fields that other packages see. What a class and its package access they change together.
fn fields(old: &Program, new: &Program, matching: &Matching, entries: &mut Vec<Entry>) {
    let seen = old.headers.fields.iter();
    let seen = seen.filter(|(_, header)| header.visibility >= Visibility::Protected);
    for (field, before) in seen {
        let was = old.field(*field);
        let Some(class) = matching
            .owner(was.class)
            .filter(|_| !was.span.file.is_library())
        else {
            continue;
        };
        let name = old.name_in(was.class, &was.name);
        let other = matching.field(*field);
        let Some((other, after)) = other.and_then(|id| Some((id, new.headers.fields.get(&id)?)))
        else {
            let (change, why, span) = without_same_type(new, class, was);
            entries.push(enter(name, span, change, why.to_owned()));
            continue;
        };
        let span = new.field(other).span;
        if let Some(why) = narrowed(before, after) {
            entries.push(enter(name.clone(), span, Change::Removed, why));
        }
        if let Some(why) = finality(before, after) {
            entries.push(enter(name.clone(), span, Change::Changed, why));
        }
        if let Some(why) = other_types(before, after) {
            entries.push(enter(name.clone(), span, Change::Changed, why));
        }
        if before.is_final
            && after.is_final
            && let Some(why) = other_value([old, new], [*field, other])
        {
            entries.push(enter(name, span, Change::Changed, why));
        }
    }
}

/// What became of a field if there is none of its name and type.
fn without_same_type(
    new: &Program,
    class: Option<ClassId>,
    was: &Field,
) -> (Change, &'static str, Span) {
    let mut others = new.fields.iter();
    let other = others.find(|f| f.class == class && f.name == was.name);
    let constant = class.and_then(|class| new.headers.constants.get(&(class, was.name.clone())));
    match (other, constant) {
        (Some(other), _) => (
            Change::Changed,
            "it has another type, or `static` changed",
            other.span,
        ),
        (None, Some(constant)) => (Change::Changed, "it is a constant now", constant.span),
        (None, None) => (Change::Removed, "the field is gone", was.span),
    }
}

/// Why the type of a field or constant is another one.
pub(super) fn other_types(before: &Header, after: &Header) -> Option<String> {
    (before.types != after.types).then(|| {
        let (before, after) = (before.types.join(", "), after.types.join(", "));
        format!("its type is written `{after}` now, and `{before}` before")
    })
}

/// Why Java compiled another value of a `final` field into those who read it.
fn other_value([old, new]: [&Program; 2], [was, is]: [FieldId; 2]) -> Option<String> {
    let (was, is) = (old.field(was), new.field(is));
    let init = was.init.as_ref().filter(|_| !was.is_static)?;
    let value = constants::text(old, init);
    match is.init.as_ref().map(|init| constants::text(new, init)) {
        Some(after) if after == value => None,
        Some(after) => Some(format!("its value is `{after}` now, and `{value}` before")),
        None => Some(format!("its value is no longer the constant `{value}`")),
    }
}

/// Why some of those who could name a declaration no longer can.
pub(super) fn narrowed(before: &Header, after: &Header) -> Option<String> {
    let (was, is) = (before.visibility, after.visibility);
    (is < was).then(|| {
        format!(
            "it is {} now, and was {}: not all who could name it still can",
            is.name(),
            was.name()
        )
    })
}

pub(super) fn finality(before: &Header, after: &Header) -> Option<String> {
    match (before.is_final, after.is_final) {
        (false, true) => Some("it is `final` now".to_owned()),
        (true, false) => Some("it is no longer `final`".to_owned()),
        _ => None,
    }
}

/// Why a class has other type parameters, or a supertype with other type arguments. A supertype that
/// is gone is reported as such.
fn other_arguments(before: &Header, after: &Header) -> Option<String> {
    let erased = |ty: &str| ty.split('<').next().unwrap_or(ty).to_owned();
    if before.bounds != after.bounds {
        let (before, after) = (&before.bounds, &after.bounds);
        return Some(format!(
            "its type parameters are `{after}` now, and `{before}` before"
        ));
    }
    before.types.iter().find_map(|ty| {
        let mut others = after.types.iter();
        if after.types.contains(ty) {
            return None;
        }
        match others.find(|other| erased(other) == erased(ty)) {
            Some(other) => Some(format!("its supertype is `{other}` now, and `{ty}` before")),
            // Another supertype may have other type arguments for it.
            None => ty
                .contains('<')
                .then(|| format!("`{ty}` is no longer written as its supertype")),
        }
    })
}
