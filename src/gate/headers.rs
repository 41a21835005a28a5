//! What changed of declarations as their users see them besides contracts: visibility, `final`, and
//! types with their arguments.

use super::changes::{Change, Entry, Verdict};
use super::matching::Matching;
use crate::ir::headers::{Header, Visibility};
use crate::ir::{ClassKind, Program};
use crate::source::Span;

/// The declarations of the older revision that users see differently in the newer one.
pub(super) fn changes(old: &Program, new: &Program, matching: &Matching) -> Vec<Entry> {
    let mut entries = Vec::new();
    members(old, new, matching, &mut entries);
    classes(old, new, matching, &mut entries);
    fields(old, new, matching, &mut entries);
    entries
}

fn enter(entries: &mut Vec<Entry>, member: String, span: Span, change: Change, why: String) {
    entries.push(Entry {
        member,
        span,
        sides: [None, None],
        verdict: Verdict::Known(change, why),
    });
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
        let mut add = |change, why| enter(entries, new.member_name(other), span, change, why);
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
        let Some(other) = matching.class(*class) else {
            continue;
        };
        let Some(after) = new.headers.classes.get(&other) else {
            continue;
        };
        let (was, is) = (old.class(*class), new.class(other));
        if is.span.file.is_library() || before.visibility == Visibility::Private {
            continue;
        }
        let mut add = |change, why| enter(entries, was.name.clone(), is.span, change, why);
        if let Some(why) = narrowed(before, after) {
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

/// The fields that other packages see. What a class and its package access they change together.
fn fields(old: &Program, new: &Program, matching: &Matching, entries: &mut Vec<Entry>) {
    let seen = old.headers.fields.iter();
    let seen = seen.filter(|(_, header)| header.visibility >= Visibility::Protected);
    for (field, before) in seen {
        let was = old.field(*field);
        let Some(class) = matching
            .class(was.class)
            .filter(|_| !was.span.file.is_library())
        else {
            continue;
        };
        let name = format!("{}.{}", old.class(was.class).name, was.name);
        let other = matching.field(*field);
        let Some((other, after)) = other.and_then(|id| Some((id, new.headers.fields.get(&id)?)))
        else {
            let mut others = new.fields.iter();
            let other = others.find(|f| f.class == class && f.name == was.name);
            let (change, why, span) = match other {
                Some(other) => (
                    Change::Changed,
                    "it has another type, or `static` changed",
                    other.span,
                ),
                None => (Change::Removed, "the field is gone", was.span),
            };
            enter(entries, name, span, change, why.to_owned());
            continue;
        };
        let span = new.field(other).span;
        if let Some(why) = narrowed(before, after) {
            enter(entries, name.clone(), span, Change::Removed, why);
        }
        if let Some(why) = finality(before, after) {
            enter(entries, name.clone(), span, Change::Changed, why);
        }
        if before.types != after.types {
            let (before, after) = (before.types.join(", "), after.types.join(", "));
            let why = format!("its type is written `{after}` now, and `{before}` before");
            enter(entries, name, span, Change::Changed, why);
        }
    }
}

/// Why some of those who could name a declaration no longer can.
fn narrowed(before: &Header, after: &Header) -> Option<String> {
    let (was, is) = (before.visibility, after.visibility);
    (is < was).then(|| {
        format!(
            "it is {} now, and was {}: not all who could name it still can",
            is.name(),
            was.name()
        )
    })
}

fn finality(before: &Header, after: &Header) -> Option<String> {
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
        let is_kept = after.types.contains(ty);
        let other = others.find(|other| erased(other) == erased(ty))?;
        (!is_kept).then(|| format!("its supertype is `{other}` now, and `{ty}` before"))
    })
}
