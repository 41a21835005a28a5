//! Constants as their users see them: callers were compiled against their values.

use super::changes::{Change, Entry};
use super::headers::{enter, narrowed, other_types};
use super::matching::Matching;
use crate::ir::headers::{Constant, Visibility};
use crate::ir::print::Text;
use crate::ir::{ClassId, ClassKind, Expr, FieldId, Program, Vars, ids};
use crate::source::Span;
use std::collections::BTreeMap;

/// The constants of the older revision that users see differently in the newer one, in each class
/// that has or inherits them. What a class and its package access they change together.
pub(super) fn changes(old: &Program, new: &Program, matching: &Matching) -> Vec<Entry> {
    let (olds, news) = (Names::new(old), Names::new(new));
    let mut entries = Vec::new();
    let seen = old.headers.constants.iter();
    let seen = seen.filter(|(_, c)| c.header.visibility >= Visibility::Protected);
    for ((of, name), constant) in seen {
        let after = |class| {
            let class = matching.class(class)?;
            news.lookup(class, name)
        };
        let place = |found: Option<(ClassId, Declaration<'_>)>| found.map(|(class, _)| class);
        let own = place(after(*of));
        for class in old.hierarchy.order().with_subtypes(&[*of]) {
            let is_inherited = place(olds.lookup(class, name)) == Some(*of);
            if !is_inherited || matching.class(class).is_none() {
                continue;
            }
            let found = after(class);
            let here = matching.class(class);
            let is_ambiguous = |names: &Names<'_>, class| names.nearest(class, name).len() > 1;
            if let Some(here) = here
                && is_ambiguous(&news, here)
                && !is_ambiguous(&olds, class)
            {
                let member = format!("{}.{name}", old.class(class).name);
                let why =
                    "several supertypes have this name now: who names it must say which".to_owned();
                entries.push(enter(member, new.class(here).span, Change::Removed, why));
            }
            // What a subclass inherits as before is judged in the class that has it.
            if class == *of || place(found) != own {
                let member = format!("{}.{name}", old.class(class).name);
                let judged = judged([old, new], constant, found.map(|(_, declared)| declared));
                let judged = judged.into_iter();
                entries.extend(
                    judged.map(|(span, change, why)| enter(member.clone(), span, change, why)),
                );
            }
        }
    }
    entries
}

/// How a constant changed, with the places.
fn judged(
    [old, new]: [&Program; 2],
    before: &Constant,
    after: Option<Declaration<'_>>,
) -> Vec<(Span, Change, String)> {
    let (span, header) = match after {
        None => {
            let why = "the constant is gone".to_owned();
            return vec![(before.span, Change::Removed, why)];
        }
        Some(Declaration::Constant(after)) => (after.span, Some(&after.header)),
        Some(Declaration::Field(field)) => (new.field(field).span, new.headers.fields.get(&field)),
    };
    let mut found = Vec::new();
    if let Some(why) = header.and_then(|after| narrowed(&before.header, after)) {
        found.push((span, Change::Removed, why));
    }
    if let Some(why) = header.and_then(|after| other_types(&before.header, after)) {
        found.push((span, Change::Changed, why));
    }
    let was = text(old, &before.value);
    match after {
        Some(Declaration::Constant(after)) => {
            let is = text(new, &after.value);
            if was != is {
                let why = format!(
                    "its value is `{is}` now, and `{was}` before: callers may be compiled with the older one"
                );
                found.push((span, Change::Changed, why));
            }
        }
        Some(Declaration::Field(_)) | None => {
            let why = format!("it is no longer a constant, and had the value `{was}`");
            found.push((span, Change::Changed, why));
        }
    }
    found
}

/// The value of a constant as it is written. It has no variables.
pub(super) fn text(program: &Program, value: &Expr) -> String {
    Text::new(program, &Vars::default()).expr(value)
}

/// What a class has under the name of a constant.
#[derive(Clone, Copy)]
enum Declaration<'p> {
    Constant(&'p Constant),
    Field(FieldId),
}

/// The constants of a program, and the fields that may hide them, by name.
struct Names<'p> {
    program: &'p Program,
    declared: BTreeMap<&'p str, Vec<(ClassId, Declaration<'p>)>>,
}

impl<'p> Names<'p> {
    fn new(program: &'p Program) -> Names<'p> {
        let mut declared: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for ((class, name), constant) in &program.headers.constants {
            let of_name = declared.entry(name).or_default();
            of_name.push((*class, Declaration::Constant(constant)));
        }
        // Code does not see ghost fields.
        let fields = ids::<FieldId>(program.fields.len()).zip(&program.fields);
        for (id, field) in fields.filter(|(_, field)| !field.is_ghost) {
            let of_name = declared.entry(&field.name).or_default();
            of_name.extend(field.class.map(|class| (class, Declaration::Field(id))));
        }
        Names { program, declared }
    }

    /// The declaration that a name stands for in a class: the nearest one in it or its supertypes. If
    /// there are several, it is that of a superclass.
    fn lookup(&self, class: ClassId, name: &str) -> Option<(ClassId, Declaration<'p>)> {
        let nearest = self.nearest(class, name).into_iter();
        nearest.min_by_key(|(of, _)| (self.program.class(*of).kind == ClassKind::Interface, *of))
    }

    /// The declarations that a name can stand for in a class.
    fn nearest(&self, class: ClassId, name: &str) -> Vec<(ClassId, Declaration<'p>)> {
        let Some(declared) = self.declared.get(name) else {
            return Vec::new();
        };
        let is_below = |lower, upper| self.program.hierarchy.is_below(lower, upper);
        let declared = declared.iter().copied();
        let above: Vec<_> = declared.filter(|(of, _)| is_below(class, *of)).collect();
        let is_hidden = |of| {
            let mut others = above.iter();
            others.any(|(other, _)| *other != of && is_below(*other, of))
        };
        let nearest = above.iter().copied();
        nearest.filter(|(of, _)| !is_hidden(*of)).collect()
    }
}
