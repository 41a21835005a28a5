//! What might begin to use a class whose first use runs what was refused: the members that name the class, and the
//! classes whose own first use leads to it. Decided by words.
//!
//! No path is followed through the bodies of methods and constructors: one that names such a class is refused, and what
//! calls it relies on its contract, as on that of everything that is refused.

use super::{FirstUses, Refusal, steps};
use crate::ir::{ClassId, ClassKind, MemberId};
use crate::source::Span;
use crate::syntax::tree::ast::{self, MemberKind};
use std::collections::{BTreeMap, BTreeSet};

/// What is run when a class is first used, or an object of it made, but for the bodies of constructors.
struct Initial<'w> {
    class: ClassId,
    /// Whether it is run at the first use.
    of_class: bool,
    words: BTreeSet<&'w str>,
}

impl<'r> Refusal<'r, '_> {
    /// Notes that the first use of a class might change anything, or end with an exception.
    pub(super) fn first_use(&mut self, class: ClassId, reason: &str) {
        self.names.add_class(class, reason);
        let order = self.begun.len();
        let begun = self.begun.entry(class);
        begun.or_insert_with(|| (order, reason.to_owned()));
    }

    /// Refuses what might begin to use such classes: it names one of them or one below, or what these declare, in a
    /// class inside of them.
    pub(super) fn refuse_first_uses(&mut self) {
        let mut begun = std::mem::take(&mut self.begun);
        if begun.is_empty() && self.constructors.is_empty() {
            return;
        }
        self.add_leading(&mut begun);
        for class in self.all_classes() {
            let above = self.table.lineage(class);
            let first = above.filter_map(|above| begun.get(&above)).min();
            if let Some((_, reason)) = first {
                self.names.add_class(class, reason);
            }
        }
        for member in self.all_members() {
            if let Some(reason) = self.first_use_in(member, &begun) {
                self.depends(member, reason, false);
            }
        }
    }

    /// Why a member begins to use a class around its own without the name of that.
    fn first_use_in<'b>(&self, member: MemberId, begun: &'b FirstUses) -> Option<&'b str> {
        let table = self.table;
        let own = self.header(member).class?;
        let around = std::iter::once(own).chain(table.around(own));
        let candidates = around.flat_map(|around| {
            // What runs in a class has begun it and its superclasses, but not the interfaces above.
            let is_begun = move |above: &ClassId| {
                around == own && table.class(*above).kind != ClassKind::Interface
            };
            let above = table.lineage(around).filter(move |above| !is_begun(above));
            above.filter_map(move |above| Some((begun.get(&above)?, around)))
        });
        let imported = self
            .imported_at(self.header(member).name_span)
            .into_iter()
            .flat_map(|class| {
                let above = table.lineage(class);
                above.filter_map(move |above| Some((begun.get(&above)?, class)))
            });
        let mut candidates: Vec<(&(usize, String), ClassId)> = candidates.chain(imported).collect();
        if candidates.is_empty() {
            return None;
        }
        candidates.sort();
        let texts = self.used_texts(member).into_iter();
        let words: BTreeSet<&str> = texts
            .flat_map(|text| self.sight.words_in(text.span))
            .collect();
        let is_declared = |class: ClassId, word: &str| {
            let is_field = table.slot(class, word, false).is_some();
            is_field || !table.callees_named(class, word).is_empty()
        };
        let first = candidates
            .into_iter()
            .find(|(_, around)| words.iter().any(|word| is_declared(*around, word)));
        first.map(|((_, reason), _)| reason.as_str())
    }

    /// The classes of which the file of a place imports members.
    fn imported_at(&self, place: Span) -> Vec<ClassId> {
        let file = self.files.iter().find(|file| file.holds(place));
        let imports = file.into_iter().flat_map(|file| &file.imports);
        let of_members = imports.filter(|import| import.is_static);
        of_members
            .filter_map(|import| self.table.class_of_import(import))
            .collect()
    }

    /// Adds the other classes whose first use might lead to that of one of these, or make an object of a class of which
    /// a constructor is refused: their static fields and blocks name one, or make an object whose fields or blocks do.
    fn add_leading(&self, begun: &mut FirstUses) {
        let order = begun.len();
        let constructors = self.constructors.iter();
        let mut led: FirstUses = constructors
            .map(|(class, reason)| (*class, (order, reason.clone())))
            .collect();
        led.extend(begun.clone());
        let below = steps(self.all_classes().flat_map(|class| {
            let above = self.table.lineage(class);
            above.map(move |above| (above, class))
        }));
        let mut users: BTreeMap<ClassId, Vec<(ClassId, bool)>> = BTreeMap::new();
        for initial in self.all_initial() {
            for used in self.used_in(&initial) {
                let users = users.entry(used).or_default();
                users.push((initial.class, initial.of_class));
            }
        }
        let mut todo: Vec<ClassId> = led.keys().copied().collect();
        while let Some(class) = todo.pop() {
            let Some(reason) = led.get(&class).cloned() else {
                continue;
            };
            let users = users.get(&class).into_iter().flatten().copied();
            let below = below.get(&class).into_iter().flatten();
            for (next, is_begun) in users.chain(below.map(|below| (*below, false))) {
                if is_begun {
                    begun.entry(next).or_insert_with(|| reason.clone());
                }
                led.entry(next).or_insert_with(|| {
                    todo.push(next);
                    reason.clone()
                });
            }
        }
    }

    /// The classes of which something might be used here: those that are named, and those of which a static member, a
    /// static field or a constant is, as it can be without the name of the class inside of it, below it, and where these
    /// are imported.
    fn used_in(&self, initial: &Initial<'_>) -> BTreeSet<ClassId> {
        let words = initial.words.iter();
        let named = words.flat_map(|word| self.table.of_name(word));
        let around = std::iter::once(initial.class).chain(self.table.around(initial.class));
        let place = self.table.class(initial.class).name.span;
        let seen = around.chain(self.imported_at(place));
        let seen = seen.flat_map(|class| self.table.lineage(class));
        let is_used = |class: &ClassId| {
            let mut names = self.static_names(*class);
            *class != initial.class && names.any(|name| initial.words.contains(name))
        };
        named.chain(seen.filter(is_used)).collect()
    }

    /// The names of the static members and fields of a class, and of its constants.
    fn static_names(&self, class: ClassId) -> impl Iterator<Item = &'r str> {
        let source = self.table.class(class).source;
        let members = source.members.iter();
        let of_class = members.filter(move |member| member.is_static_in(source.kind));
        let constants = source.constants.iter();
        let names = of_class.map(|member| &member.name).chain(constants);
        names.map(|name| name.text.as_str())
    }

    fn name_of(&self, class: ClassId) -> &'r str {
        &self.table.class(class).name.text
    }

    /// What is run at the first use of each class, and where an object is made.
    fn all_initial(&self) -> Vec<Initial<'r>> {
        let kinds = self
            .all_classes()
            .flat_map(|class| [true, false].map(|of_class| (class, of_class)));
        let all = kinds.map(|(class, of_class)| {
            let texts = self.initial(class, of_class).into_iter();
            let written = texts.flat_map(|span| self.sight.words_in(span));
            // A constructor calls one of the superclass without naming it.
            let above = self.table.class(class).supers.iter().filter(|_| !of_class);
            let above = above.map(|above| self.name_of(*above));
            Initial {
                class,
                of_class,
                words: written.chain(above).collect(),
            }
        });
        all.collect()
    }

    /// The initial values and blocks of a class, or of its objects. What makes the constants of an `enum` is of the class.
    fn initial(&self, class: ClassId, of_class: bool) -> Vec<Span> {
        let source = self.table.class(class).source;
        let is_enum = source.kind == ast::ClassKind::Enum;
        let members = source.members.iter().filter_map(|member| {
            let is_static = member.is_static_in(source.kind);
            match &*member.kind {
                MemberKind::Field { init, .. } => {
                    let is_meant = of_class == is_static || of_class && is_enum;
                    init.as_deref().map(|init| init.span).filter(|_| is_meant)
                }
                // Of either kind.
                MemberKind::Initialiser(block) => Some(block.span),
                MemberKind::Constructor(callable) if of_class && is_enum => {
                    Some(callable.body.as_ref()?.span)
                }
                MemberKind::Constructor(_)
                | MemberKind::Method { .. }
                | MemberKind::Predicate(_)
                | MemberKind::Lemma(_) => None,
            }
        });
        let constants = source.constants.iter().map(|constant| constant.span);
        let constants = constants.filter(|_| of_class);
        members.chain(constants).collect()
    }
}
